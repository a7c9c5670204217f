import { useContext } from 'react';
import { THEMES, type Theme, ThemeContext } from '../../app/theme.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';

export const THEME_LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Light or dark, for the portal in this browser. */
export function ThemeChoice() {
  const [theme, choose] = useContext(ThemeContext);
  return (
    <SelectField
      label="Theme"
      value={theme}
      options={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
      onChange={choose}
    />
  );
}

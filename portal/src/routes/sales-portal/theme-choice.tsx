import { Chevron } from '../../ui/facts/chevron.tsx';
import { THEMES, type Theme } from './use-theme.ts';

const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

interface ThemeChoiceProps {
  theme: Theme;
  onChange(theme: Theme): void;
}

/** On a phone, the label is inside the control, above the chosen theme. */
export function ThemeChoice({ theme, onChange }: ThemeChoiceProps) {
  return (
    <label className="relative flex items-center gap-2 text-sm text-muted">
      <span className="max-md:pointer-events-none max-md:absolute max-md:top-1 max-md:left-3 max-md:text-xs max-md:leading-4">
        Theme
      </span>
      <select
        className="min-h-11 cursor-pointer appearance-none rounded-control border border-control bg-surface pr-8 pl-3 text-sm font-medium text-ink hover:border-ink max-md:pt-4 max-md:leading-5"
        value={theme}
        onChange={(event) => onChange(THEMES.find((known) => known === event.target.value) ?? 'system')}
      >
        {THEMES.map((known) => (
          <option key={known} value={known}>
            {LABELS[known]}
          </option>
        ))}
      </select>
      <Chevron className="pointer-events-none absolute right-3 text-ink" />
    </label>
  );
}

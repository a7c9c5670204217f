import { Chevron } from '../../ui/chevron.tsx';
import { THEMES, type Theme } from './use-theme.ts';

const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

interface ThemeChoiceProps {
  theme: Theme;
  onChange(theme: Theme): void;
}

export function ThemeChoice({ theme, onChange }: ThemeChoiceProps) {
  return (
    <label className="relative flex items-center gap-2 text-sm text-muted">
      <span className="max-md:sr-only">Theme</span>
      <select
        className="min-h-11 cursor-pointer appearance-none rounded-control border border-control bg-surface pr-8 pl-3 text-sm font-medium text-ink hover:border-ink"
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

import { CONTROL_CLASS } from '@corvane/shared/ui/field';
import { useDraftValue } from '../lib/use-draft-value.ts';

const DELAY_MS = 600;
/** A year that is being typed goes through 0002, 0020 and 0202 on its way. */
const FIRST_YEAR = '1900';

interface DayFieldProps {
  label: string;
  /** YYYY-MM-DD, or '' for none. */
  value: string;
  onChange(day: string): void;
}

/**
 * The browser's own field for a calendar day. An empty one says so itself, until it is typed into: WebKit shows today's
 * date in it, as if it were chosen.
 */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const { draft, setDraft, flush } = useDraftValue(value, onChange, {
    delayMs: DELAY_MS,
    accepts: (day) => day === '' || day >= FIRST_YEAR,
  });
  return (
    <label className="block min-w-0">
      <span className="mb-1 block text-xs leading-4 font-semibold text-muted">{label}</span>
      <span className="relative block">
        <input
          type="date"
          data-empty={draft === '' || undefined}
          className={`${CONTROL_CLASS} tabular peer min-w-0 text-sm data-empty:not-focus-within:text-transparent data-empty:not-focus-within:not-forced-colors:[&::-webkit-datetime-edit]:opacity-0`}
          value={draft}
          max="9999-12-31"
          onChange={(event) => setDraft(event.target.value)}
          onBlur={flush}
          onKeyDown={(event) => {
            if (event.key === 'Enter') flush();
          }}
        />
        {draft === '' ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-sm peer-focus-within:hidden forced-colors:hidden"
          >
            Any day
          </span>
        ) : null}
      </span>
    </label>
  );
}

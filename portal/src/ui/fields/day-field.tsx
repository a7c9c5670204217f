import { CONTROL_CLASS } from '@corvane/shared/ui/field';
import { useId } from 'react';
import { useDraftValue } from './use-draft-value.ts';

const DELAY_MS = 600;
/** While someone types a year, the field passes through 0002, 0020 and 0202. */
const FIRST_YEAR = '1900';

interface DayFieldProps {
  label: string;
  /** YYYY-MM-DD, or '' for none. */
  value: string;
  onChange(day: string): void;
}

/** The browser's own field for a calendar day. styles.css sets what an empty one shows. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  const { draft, setDraft, flush } = useDraftValue(value, onChange, {
    delayMs: DELAY_MS,
    accepts: (day) => day === '' || day >= FIRST_YEAR,
  });
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-xs leading-4 font-semibold text-muted">
        {label}
      </label>
      <span className="relative block">
        <input
          id={id}
          type="date"
          className={`${CONTROL_CLASS} tabular min-w-0 text-sm ${draft === '' ? 'empty-day' : ''}`}
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
            className="pointer-events-none absolute inset-y-0 left-3 items-center text-sm"
          >
            Any day
          </span>
        ) : null}
      </span>
    </div>
  );
}

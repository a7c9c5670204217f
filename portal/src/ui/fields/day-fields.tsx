import { CONTROL_CLASS } from '@corvane/shared/ui/field';
import { useId } from 'react';
import { useDraftValue } from './use-draft-value.ts';

const DELAY_MS = 600;
/** While someone types a year, the field passes through 0002, 0020 and 0202. */
const FIRST_YEAR = '1900';

interface DayRange {
  from: string | null;
  to: string | null;
}

interface DayFieldsProps {
  /** The first and the last calendar day, YYYY-MM-DD. null for none. */
  range: DayRange;
  /** One of the two days was changed. */
  onChange(day: Partial<DayRange>): void;
}

const isEmpty = ({ from, to }: DayRange) => from !== null && to !== null && to < from;

/** The first and the last of some days. */
export function DayFields({ range, onChange }: DayFieldsProps) {
  return (
    <>
      <DayField label="From" value={range.from ?? ''} onChange={(day) => onChange({ from: day || null })} />
      <DayField
        label="To"
        value={range.to ?? ''}
        problem={isEmpty(range) ? 'Before From, so nothing matches' : null}
        onChange={(day) => onChange({ to: day || null })}
      />
    </>
  );
}

interface DayFieldProps {
  label: string;
  /** YYYY-MM-DD, or '' for none. */
  value: string;
  problem?: string | null;
  onChange(day: string): void;
}

/** The browser's own field for a calendar day. styles.css sets what an empty one shows. */
function DayField({ label, value, problem = null, onChange }: DayFieldProps) {
  const id = useId();
  const { draft, setDraft, flush } = useDraftValue(value, onChange, {
    delayMs: DELAY_MS,
    accepts: (day) => day === '' || day >= FIRST_YEAR,
  });
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-xs leading-4 font-medium text-muted">
        {label}
      </label>
      <span className="relative block">
        <input
          id={id}
          type="date"
          className={`${CONTROL_CLASS} tabular min-w-0 text-sm ${draft === '' ? 'empty-day' : ''}`}
          value={draft}
          max="9999-12-31"
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={flush}
          onKeyDown={(event) => {
            if (event.key === 'Enter') flush();
          }}
        />
        {draft === '' ? (
          <span
            aria-hidden="true"
            className="any-day pointer-events-none absolute inset-y-0 left-3 items-center text-sm"
          >
            Any day
          </span>
        ) : null}
      </span>
      <span role="status" id={`${id}-problem`} className="block text-xs leading-5 text-danger empty:hidden">
        {problem}
      </span>
    </div>
  );
}

import type { HandoverChoice } from '@corvane/shared/contracts/backend/representatives/handover';
import { formatCount } from '@corvane/shared/lib/counted';

interface ChoiceListProps {
  legend: string;
  /** At most 100 entries that match the search. */
  rows: readonly HandoverChoice[];
  /** The number of all entries, ignoring the search. */
  count: number;
  chosen: readonly string[];
  onToggle(id: string): void;
}

/** Customers or requests, each with a checkbox. */
export function ChoiceList({ legend, rows, count, chosen, onToggle }: ChoiceListProps) {
  const chosenCount = chosen.length;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">
        {legend}{' '}
        <span className="tabular font-normal text-muted">
          {`${formatCount(chosenCount)} of ${formatCount(count)} chosen`}
        </span>
      </legend>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{count === 0 ? 'None.' : 'None matches.'}</p>
      ) : (
        <div className="max-h-56 overflow-y-auto rounded-control border border-line">
          {rows.map(({ id, name, email, company }) => (
            <label
              key={id}
              className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line px-3 py-1.5 text-sm last:border-b-0 hover:bg-sunken"
            >
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-teal"
                checked={chosen.includes(id)}
                onChange={() => onToggle(id)}
              />
              <span className="min-w-0 leading-5 wrap-anywhere">
                <span className="block font-medium">{name || email}</span>
                <span className="block text-muted">
                  {[company, name ? email : ''].filter((part) => part !== '').join(' · ')}
                </span>
              </span>
            </label>
          ))}
        </div>
      )}
      {rows.length < 100 ? null : (
        <p className="mt-1 text-sm text-muted">Only the first 100 are shown. Search for the others.</p>
      )}
    </fieldset>
  );
}

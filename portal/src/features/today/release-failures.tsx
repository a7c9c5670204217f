import type { OperationsToday } from '@corvane/shared/contracts/backend/operations-today';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { agoWords } from '../../lib/ago-words.ts';
import { counted } from '../../lib/counted.ts';

interface ReleaseFailuresProps {
  failures: OperationsToday['releaseFailures'];
  clockAheadMs: number;
}

/** Failures of live versions that browsers reported in the last day. */
export function ReleaseFailures({ failures, clockAheadMs }: ReleaseFailuresProps) {
  const nowMs = useServerNow(clockAheadMs);
  if (failures.length === 0) return <EmptyState title="No live version failed in the last day." />;
  return (
    <>
      <ul className="overflow-hidden rounded-panel border border-line bg-surface text-sm">
        {failures.map((told) => (
          <li
            key={`${told.application} ${told.version}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-3 last:border-b-0"
          >
            <span className="font-semibold wrap-anywhere">
              {told.application} <span className="font-normal text-muted">{told.version}</span>
            </span>
            <span className="tabular">
              {counted(told.failures, 'failed load')}, {counted(told.errors, 'error')}
              <span className="text-muted">, last {agoWords(nowMs - Date.parse(told.lastSeenAt))}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 max-w-measure text-sm text-muted">
        On the command line, <code>release errors</code> shows each error of an application, and{' '}
        <code>release stats</code> compares versions.
      </p>
    </>
  );
}

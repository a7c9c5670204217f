import type { OperationsToday } from '@corvane/shared/contracts/backend/operations/operations-today';
import { counted } from '@corvane/shared/lib/counted';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { ToldList } from './told-list.tsx';

interface ReleaseFailuresProps {
  failures: OperationsToday['releaseFailures'];
  clockAheadMs: number;
}

/** Failures of live versions that browsers reported in the last day. */
export function ReleaseFailures({ failures, clockAheadMs }: ReleaseFailuresProps) {
  if (failures.length === 0) return <EmptyState title="No live version failed in the last day." />;
  return (
    <>
      <ToldList
        rows={failures.map(({ application, version, failures: loads, errors, lastSeenAt }) => ({
          id: `${application} ${version}`,
          title: (
            <>
              {application} <span className="font-normal text-muted">{version}</span>
            </>
          ),
          figures: `${counted(loads, 'failed load')}, ${counted(errors, 'error')}`,
          lastAt: lastSeenAt,
        }))}
        clockAheadMs={clockAheadMs}
      />
      <p className="mt-3 max-w-measure text-sm text-muted">
        On the command line, <code>release errors</code> shows each error of an application, and{' '}
        <code>release stats</code> compares versions.
      </p>
    </>
  );
}

import { formatTimeLeft } from '@corvane/shared/lib/instants';
import { buttonClass } from '@corvane/shared/ui/button';
import { useHostServices, useRep } from '../../../app/host-services-context.tsx';
import { withQueries } from '../../../app/session-queries.tsx';
import { AccessGate } from '../../../features/operations-access/access-gate.tsx';
import { focusSearch, useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { PortalHeader } from '../portal-header.tsx';
import { OPERATIONS_SHORTCUTS, OperationsTabs } from './operations-tabs.tsx';

/** Operations, for a manager who entered the code. */
export default withQueries(function OperationsArea() {
  const rep = useRep();
  const { Link } = useHostServices();
  useShortcuts({ '/': focusSearch });
  return (
    <>
      <PortalHeader title="Operations" detail={rep.name} shortcuts={OPERATIONS_SHORTCUTS}>
        <Link to="/sales-portal" className={buttonClass('quiet', 'text-sm')}>
          Sales Portal
        </Link>
      </PortalHeader>
      <AccessGate
        isManager={rep.isManager === true}
        email={rep.email}
        refused={<p className="text-muted">You are no longer a manager.</p>}
      >
        {(leftMs) => (
          <>
            <OperationsTabs />
            <p className="mt-4 tabular text-sm text-muted print:hidden">
              {`Operations stays open in this session for another ${formatTimeLeft(leftMs)}.`}
            </p>
          </>
        )}
      </AccessGate>
    </>
  );
});

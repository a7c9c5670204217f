import type { SalesRep } from '@corvane/shared/contracts/remote/session';
import { formatTimeLeft } from '@corvane/shared/lib/instants';
import { buttonClass } from '@corvane/shared/ui/button';
import { useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { SessionQueries } from '../../../app/session-queries.tsx';
import { AccessGate } from '../../../features/operations-access/access-gate.tsx';
import { OPERATIONS_SHORTCUTS } from '../../../shortcuts/operations-shortcuts.ts';
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { focusSearch } from '../../../ui/fields/focus-search.ts';
import type { ThemeState } from '../portal-frame.tsx';
import { PortalHeader } from '../portal-header.tsx';
import { ShortcutsDialog } from '../shortcuts-dialog.tsx';
import { OperationsTabs, TAB_SHORTCUTS } from './operations-tabs.tsx';

interface OperationsAreaProps extends ThemeState {
  rep: SalesRep;
}

/** Operations, for a manager who entered the code. */
export default function OperationsArea(props: OperationsAreaProps) {
  return (
    <SessionQueries>
      <Area {...props} />
    </SessionQueries>
  );
}

function Area({ rep, theme, onTheme }: OperationsAreaProps) {
  const { Link } = useHostServices();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts({ '/': focusSearch, '?': () => setHelpOpen(true) });
  return (
    <>
      <PortalHeader
        title="Operations"
        detail={rep.name}
        theme={theme}
        onTheme={onTheme}
        onHelp={() => setHelpOpen(true)}
      >
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
      {isHelpOpen ? (
        <ShortcutsDialog
          shortcuts={[TAB_SHORTCUTS, ...OPERATIONS_SHORTCUTS]}
          onClose={() => setHelpOpen(false)}
        />
      ) : null}
    </>
  );
}

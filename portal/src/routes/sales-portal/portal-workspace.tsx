import type { CustomerDetails } from '@corvane/shared/contracts/backend/qualification';
import type { SalesRep } from '@corvane/shared/contracts/remote/session';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useAddress } from '../../app/use-address.ts';
import { CommissionsPanel } from '../../features/commissions/commissions-panel.tsx';
import { CustomersPanel } from '../../features/customers/customers-panel.tsx';
import { openCustomerChange } from '../../features/customers/customers-view.ts';
import { OpeningsWatch } from '../../features/customers/openings/openings-watch.tsx';
import { QualifyPanel } from '../../features/qualify/qualify-panel.tsx';
import { SHORTCUTS } from '../../lib/shortcut-list.ts';
import { focusSearch, useShortcuts } from '../../lib/use-shortcuts.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { PortalDialog } from '../../ui/portal-dialog.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { FailingTab } from './failing-tab.tsx';
import type { ThemeState } from './portal-frame.tsx';
import { PortalHeader } from './portal-header.tsx';
import { PORTAL_TAB_IDS, type PortalTabId, portalTabChange, portalTabOf } from './portal-tab.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** Fetched when a rep opens the dialog. */
const loadAccount = () =>
  import('../../features/account/account-dialog.tsx').then(({ AccountDialog }) => ({
    default: AccountDialog,
  }));
/** Fetched when a rep opens the tab. */
const loadRequests = () => import('../../features/contact-requests/assigned/assigned-requests-panel.tsx');

interface PortalWorkspaceProps extends ThemeState {
  rep: SalesRep;
  sessionId: string;
}

/**
 * Shows who is signed in, and the tabs for daily work. The address contains the selected tab, so people can bookmark
 * it.
 */
export function PortalWorkspace({ rep, sessionId, theme, onTheme }: PortalWorkspaceProps) {
  const { Link } = useHostServices();
  const address = useAddress();
  const [isAccountOpen, setAccountOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  /** The next customer to qualify. Each request is a new object, so two requests in a row both fill in the form. */
  const [requested, setRequested] = useState<CustomerDetails | null>(null);
  const [jumps, setJumps] = useState(0);
  const selected = portalTabOf(address.search);
  const select = (tab: PortalTabId) => address.change(portalTabChange(tab), { replace: true });

  function jumpTo(tab: PortalTabId) {
    select(tab);
    setJumps(jumps + 1);
  }

  function qualify(details?: CustomerDetails) {
    setRequested(pickDetails(details));
    address.change({ ...portalTabChange('qualify'), ...openCustomerChange(null) });
  }

  useShortcuts(true, {
    '1': () => jumpTo(PORTAL_TAB_IDS[0]),
    '2': () => jumpTo(PORTAL_TAB_IDS[1]),
    '3': () => jumpTo(PORTAL_TAB_IDS[2]),
    '4': () => jumpTo(PORTAL_TAB_IDS[3]),
    n: () => qualify(),
    '/': focusSearch,
    '?': () => setHelpOpen(true),
  });

  const tabs: readonly Tab<PortalTabId>[] = [
    {
      id: 'qualify',
      label: 'Qualify Customers',
      panel: <QualifyPanel rep={rep} sessionId={sessionId} requested={requested} />,
    },
    {
      id: 'commissions',
      label: 'My Commissions',
      panel: <CommissionsPanel repId={rep.id} isShown={selected === 'commissions'} />,
    },
    {
      id: 'customers',
      label: 'Customers',
      panel: <CustomersPanel repId={rep.id} isShown={selected === 'customers'} onQualify={qualify} />,
    },
    {
      id: 'requests',
      label: 'Requests',
      panel: (
        <LazyPart
          load={loadRequests}
          props={{ repId: rep.id, isShown: selected === 'requests', onQualify: qualify }}
          pending={<RequestsPending />}
          failed={(retry) => <ErrorState title="Failed to load your requests." onRetry={retry} />}
        />
      ),
    },
  ];

  const closeAccount = () => setAccountOpen(false);

  return (
    <>
      <PortalHeader
        title={`Welcome, ${rep.name}`}
        detail={rep.name === rep.email ? null : rep.email}
        theme={theme}
        onTheme={onTheme}
        onHelp={() => setHelpOpen(true)}
      >
        {rep.isManager ? (
          <Link to="/sales-portal/operations" className={buttonClass('quiet', 'text-sm')}>
            Operations
          </Link>
        ) : null}
        <Button
          variant="quiet"
          className="text-sm"
          aria-haspopup="dialog"
          onClick={() => setAccountOpen(true)}
        >
          Account
        </Button>
      </PortalHeader>
      <Tabs
        label="Sales Portal"
        tabs={tabs.map(containFailure)}
        selected={selected}
        onSelect={select}
        focusRequests={jumps}
      />
      {/* It only announces news, so the page works without it. The host reports its error. */}
      <PartBoundary fallback={() => null}>
        <OpeningsWatch repId={rep.id} />
      </PartBoundary>
      {isAccountOpen ? (
        <LazyPart
          load={loadAccount}
          props={{ repId: rep.id, sessionId, onClose: closeAccount }}
          pending={null}
          failed={(retry) => (
            <PortalDialog title="Account" onClose={closeAccount}>
              <ErrorState title="Failed to load your account." onRetry={retry} />
            </PortalDialog>
          )}
        />
      ) : null}
      {isHelpOpen ? <ShortcutsDialog shortcuts={SHORTCUTS} onClose={() => setHelpOpen(false)} /> : null}
    </>
  );
}

function containFailure<Id extends string>(tab: Tab<Id>): Tab<Id> {
  return { ...tab, panel: <FailingTab>{tab.panel}</FailingTab> };
}

function RequestsPending() {
  return (
    <PendingRegion label="Loading your requests">
      <Skeleton className="h-80 w-full" />
    </PendingRegion>
  );
}

/** The parameters of an open customer or request. */
function pickDetails(details: CustomerDetails | undefined): CustomerDetails {
  return {
    email: details?.email ?? '',
    name: details?.name ?? '',
    company: details?.company ?? '',
  };
}

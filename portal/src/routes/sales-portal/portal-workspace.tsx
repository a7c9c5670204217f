import type { Customer } from '@corvane/shared/contracts/backend/customers';
import type { CustomerDetails } from '@corvane/shared/contracts/backend/qualification';
import type { SalesRep } from '@corvane/shared/contracts/remote/session';
import { useState } from 'react';
import { useAddress } from '../../app/use-address.ts';
import { AccountDialog } from '../../features/account/account-dialog.tsx';
import { CommissionsPanel } from '../../features/commissions/commissions-panel.tsx';
import { CustomersPanel } from '../../features/customers/customers-panel.tsx';
import { openCustomerChange } from '../../features/customers/customers-view.ts';
import { OpeningsWatch } from '../../features/customers/openings/openings-watch.tsx';
import { QualifyPanel } from '../../features/qualify/qualify-panel.tsx';
import { useShortcuts } from '../../lib/use-shortcuts.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { FailingTab } from './failing-tab.tsx';
import { PortalHeader } from './portal-header.tsx';
import { PORTAL_TAB_IDS, type PortalTabId, portalTabChange, portalTabOf } from './portal-tab.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import type { Theme } from './use-theme.ts';

interface PortalWorkspaceProps {
  rep: SalesRep;
  sessionId: string;
  theme: Theme;
  onTheme(theme: Theme): void;
}

/**
 * Shows who is signed in, and the tabs for the day's work. The address holds the chosen tab, so that people can keep
 * it.
 */
export function PortalWorkspace({ rep, sessionId, theme, onTheme }: PortalWorkspaceProps) {
  const address = useAddress();
  const [isAccountOpen, setAccountOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  /** The next customer to qualify. Each request is a new object, so that asking twice fills in twice. */
  const [requested, setRequested] = useState<CustomerDetails | null>(null);
  const [jumps, setJumps] = useState(0);
  const selected = portalTabOf(address.search);
  const select = (tab: PortalTabId) => address.change(portalTabChange(tab), { replace: true });

  function jumpTo(tab: PortalTabId) {
    select(tab);
    setJumps(jumps + 1);
  }

  function qualify(customer?: Customer) {
    setRequested(pickDetails(customer));
    address.change({ ...portalTabChange('qualify'), ...openCustomerChange(null) });
  }

  useShortcuts(true, {
    '1': () => jumpTo(PORTAL_TAB_IDS[0]),
    '2': () => jumpTo(PORTAL_TAB_IDS[1]),
    '3': () => jumpTo(PORTAL_TAB_IDS[2]),
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
  ];

  return (
    <>
      <PortalHeader
        rep={rep}
        theme={theme}
        onTheme={onTheme}
        onHelp={() => setHelpOpen(true)}
        onAccount={() => setAccountOpen(true)}
      />
      <Tabs
        label="Sales Portal"
        tabs={tabs.map(containFailure)}
        selected={selected}
        onSelect={select}
        focusRequests={jumps}
      />
      {/* It only tells news, so without it the page misses nothing. The host reports its error. */}
      <PartBoundary fallback={() => null}>
        <OpeningsWatch repId={rep.id} />
      </PartBoundary>
      {isAccountOpen ? (
        <AccountDialog repId={rep.id} sessionId={sessionId} onClose={() => setAccountOpen(false)} />
      ) : null}
      {isHelpOpen ? <ShortcutsDialog onClose={() => setHelpOpen(false)} /> : null}
    </>
  );
}

function containFailure<Id extends string>(tab: Tab<Id>): Tab<Id> {
  return { ...tab, panel: <FailingTab>{tab.panel}</FailingTab> };
}

function pickDetails(customer: Customer | undefined): CustomerDetails {
  return {
    email: customer?.email ?? '',
    name: customer?.name ?? '',
    company: customer?.company ?? '',
  };
}

/** Focuses the search of the shown tab, if it has one. */
function focusSearch(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-portal-search]')];
  const shown = fields.find((field) => field.closest('[hidden]') === null);
  shown?.focus();
  shown?.select();
}

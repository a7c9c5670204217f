import type { SalesRep } from '@corvane/shared/contracts/auth';
import { Button } from '@corvane/shared/ui/button';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { forgetSessionQueries } from '../../app/session-query-client.ts';
import { CommissionsPanel } from '../../features/commissions/commissions-panel.tsx';
import { clearQualificationDraft } from '../../features/qualify/qualification-draft.ts';
import { QualifyPanel } from '../../features/qualify/qualify-panel.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { type PortalTabId, portalTabOf, searchForPortalTab } from './portal-tab.ts';

interface PortalWorkspaceProps {
  rep: SalesRep;
  sessionId: string;
}

/** Who is signed in, and the tabs of the day's work. The chosen tab lives in the address, so that it can be kept. */
export function PortalWorkspace({ rep, sessionId }: PortalWorkspaceProps) {
  const { location, navigate } = useHostServices();
  const tabs: readonly Tab<PortalTabId>[] = [
    {
      id: 'qualify',
      label: 'Qualify Customers',
      panel: <QualifyPanel rep={rep} sessionId={sessionId} />,
    },
    { id: 'commissions', label: 'My Commissions', panel: <CommissionsPanel repId={rep.id} /> },
  ];

  return (
    <>
      <header className="flex items-center justify-between gap-4 pb-4">
        <div className="min-w-0">
          <h1 className="text-heading">Welcome, {rep.name}</h1>
          <p className="text-sm wrap-anywhere text-muted">{rep.email}</p>
        </div>
        <LogoutButton />
      </header>
      <Tabs
        label="Sales Portal"
        tabs={tabs}
        selected={portalTabOf(location.search)}
        onSelect={(tab) =>
          navigate(`${location.pathname}${searchForPortalTab(location.search, tab)}${location.hash}`, {
            replace: true,
            state: location.state,
          })
        }
      />
    </>
  );
}

function LogoutButton() {
  const { signOut, navigate } = useHostServices();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    await signOut();
    clearQualificationDraft();
    forgetSessionQueries();
    navigate('/');
  }

  return (
    <Button className="shrink-0 text-sm" busy={leaving} onClick={leave}>
      Logout
    </Button>
  );
}

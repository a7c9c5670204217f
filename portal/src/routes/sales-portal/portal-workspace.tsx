import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import type { RepToday } from '@corvane/shared/contracts/backend/representatives/rep-today';
import { whenIdle } from '@corvane/shared/lib/when-idle';
import { buttonClass } from '@corvane/shared/ui/button';
import { useEffect, useState } from 'react';
import { useHostServices, useRep } from '../../app/host-services-context.tsx';
import { useSearchState } from '../../app/use-search-state.ts';
import { QualifyPanel } from '../../features/qualify/qualify-panel.tsx';
import { focusSearch, useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { type Tab, Tabs, type Waiting } from '../../ui/choices/tabs.tsx';
import { LazyPart } from '../../ui/parts/lazy-part.tsx';
import { FailingTab, LazyTab } from './lazy-tab.tsx';
import { PortalHeader } from './portal-header.tsx';
import { PORTAL_SEARCH, PORTAL_TABS, type PortalTabId } from './portal-tab.ts';

/** Fetched when a rep reaches for a tab that shows rows. */
const loadTabs = () => import('./portal-tabs.tsx');
const loadCommissions = () => loadTabs().then(({ CommissionsTab }) => ({ default: CommissionsTab }));
const loadCustomers = () => loadTabs().then(({ CustomersTab }) => ({ default: CustomersTab }));
/** Both are fetched when the first view is painted, at once. WebKit gives a second import a file that has not run yet. */
let news: ReturnType<typeof importNews> | null = null;
const importNews = () => import('./news.tsx');
function loadNewsFile() {
  news ??= importNews().catch((error: unknown) => {
    news = null;
    throw error;
  });
  return news;
}
const loadNews = () => loadNewsFile().then(({ News }) => ({ default: News }));
const loadToday = () => loadNewsFile().then(({ Today }) => ({ default: Today }));
/** Fetched when a rep opens the tab. */
const loadRequests = () => import('../../features/contact-requests/assigned-requests-panel.tsx');

/** Fetches a tab's code while the representative is about to press it. What fails here is asked for again. */
function reach(tab: PortalTabId): void {
  if (tab === 'qualify') return;
  (tab === 'requests' ? loadRequests() : loadTabs()).catch(() => {});
}

/** Who is signed in, and the tabs for daily work. The address contains the selected tab. */
export function PortalWorkspace() {
  const rep = useRep();
  const { Link } = useHostServices();
  const { state, change } = useSearchState(PORTAL_SEARCH);
  /** The next customer to qualify. Each request is a new object, so two requests in a row both fill in the form. */
  const [requested, setRequested] = useState<CustomerDetails | null>(null);
  const [jumps, setJumps] = useState(0);
  const [isCalm, setCalm] = useState(false);
  const [today, setToday] = useState<RepToday | null>(null);
  const selected = state.tab;
  /** What is new in these tabs was in sight. */
  const [seen, setSeen] = useState<readonly PortalTabId[]>([]);
  /** What happens once the address shows this tab: the host changes the address a little later. */
  const [next, setNext] = useState<{ tab: PortalTabId; details?: CustomerDetails } | null>(null);
  if (next?.tab === selected) {
    setNext(null);
    if (next.details === undefined) setJumps(jumps + 1);
    else setRequested(next.details);
  }

  if (!seen.includes(selected)) setSeen([...seen, selected]);

  function select(tab: PortalTabId) {
    setNext(null);
    change({ tab }, 'replace');
  }

  useEffect(() => whenIdle(window, () => setCalm(true)), []);

  function jumpTo(tab: PortalTabId) {
    select(tab);
    setNext({ tab });
  }

  function qualify({ email = '', name = '', company = '' }: Partial<CustomerDetails> = {}) {
    setNext({ tab: 'qualify', details: { email, name, company } });
    // Open details stay open in their tab, with what was typed.
    change({ tab: 'qualify' });
  }

  useShortcuts({
    '1': () => jumpTo('qualify'),
    '2': () => jumpTo('commissions'),
    '3': () => jumpTo('customers'),
    '4': () => jumpTo('requests'),
    n: () => qualify(),
    '/': focusSearch,
  });

  const newIn = (tab: PortalTabId, count = 0): Waiting | undefined =>
    count === 0 || seen.includes(tab) ? undefined : { count, words: 'new' };
  const tabs: readonly Tab<PortalTabId>[] = [
    {
      id: 'qualify',
      label: PORTAL_TABS.qualify,
      panel: (
        <div className="grid gap-8 xl:grid-cols-[minmax(0,60rem)_minmax(18rem,1fr)]">
          <FailingTab>
            <QualifyPanel requested={requested} />
          </FailingTab>
          {isCalm ? <LazyTab load={loadToday} props={{}} what="what is new" /> : null}
        </div>
      ),
    },
    {
      id: 'commissions',
      label: PORTAL_TABS.commissions,
      waiting: newIn('commissions', today?.sales.count),
      panel: <LazyTab load={loadCommissions} props={{}} what="your commissions" />,
    },
    {
      id: 'customers',
      label: PORTAL_TABS.customers,
      waiting: newIn('customers', today?.handedOverCount) ?? {
        count: today?.linksEnding.count ?? 0,
        words: 'ending soon',
      },
      panel: <LazyTab load={loadCustomers} props={{ onQualify: qualify }} what="your customers" />,
    },
    {
      id: 'requests',
      label: PORTAL_TABS.requests,
      waiting: { count: today?.requests.count ?? 0, words: 'open' },
      panel: <LazyTab load={loadRequests} props={{ onQualify: qualify }} what="your requests" />,
    },
  ];

  return (
    <>
      <PortalHeader title={`Welcome, ${rep.name}`} detail={rep.name === rep.email ? null : rep.email}>
        {rep.isManager ? (
          <Link to="/sales-portal/operations" className={buttonClass('quiet', 'text-sm')}>
            Operations
          </Link>
        ) : null}
      </PortalHeader>
      <Tabs
        label="Sales Portal"
        tabs={tabs}
        selected={selected}
        onSelect={select}
        onReach={reach}
        focusRequests={jumps}
      />
      {/* It only announces news, so the page works without it. The host reports its error. */}
      {isCalm ? (
        <LazyPart load={loadNews} props={{ onToday: setToday }} pending={null} failed={() => null} />
      ) : null}
    </>
  );
}

import type { OperationsToday } from '@corvane/shared/contracts/backend/operations/operations-today';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useSearchState } from '../../../app/use-search-state.ts';
import { todayQuery } from '../../../features/today/api.ts';
import { readSearch } from '../../../lib/search-state.ts';
import { useReloading } from '../../../lib/shown.ts';
import { FIND_KEYS, type Shortcut, useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { Tabs, type Waiting } from '../../../ui/choices/tabs.tsx';
import { LazyTab } from '../lazy-tab.tsx';
import {
  OPERATIONS_SEARCH,
  OPERATIONS_TAB_IDS,
  OPERATIONS_TABS,
  type OperationsTabId,
} from './operations-tab.ts';

/** Each is fetched when its tab is opened. */
const LOADS: Record<OperationsTabId, () => Promise<{ default: ComponentType }>> = {
  today: () => import('../../../features/today/today-panel.tsx'),
  requests: () => import('../../../features/contact-requests/managed-requests-panel.tsx'),
  customers: () => import('../../../features/customers/managed/managed-customers-panel.tsx'),
  team: () => import('../../../features/commissions/team/team-panel.tsx'),
  statements: () => import('../../../features/commissions/statements/statements-panel.tsx'),
  representatives: () => import('../../../features/representatives/representatives-panel.tsx'),
  prices: () => import('../../../features/prices/prices-panel.tsx'),
  people: () => import('../../../features/people/people-panel.tsx'),
  audit: () => import('../../../features/audit/audit-panel.tsx'),
  releases: () => import('../../../features/releases/releases-panel.tsx'),
  upkeep: () => import('../../../features/upkeep/upkeep-panel.tsx'),
};

/** The first tab has the key 1, the tenth 0. A further one has none. */
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;
const KEYED_IDS = OPERATIONS_TAB_IDS.slice(0, KEYS.length);

/** Every shortcut of Operations, those of its tabs first. */
export const OPERATIONS_SHORTCUTS: readonly Shortcut[] = [
  { keys: KEYS, label: KEYED_IDS.map((id) => OPERATIONS_TABS[id]).join(', ') },
  { keys: ['/'], label: 'Search the open tab' },
  { keys: ['c'], label: 'Clear all filters' },
  { keys: ['e'], label: 'Export the chosen rows as CSV' },
  { keys: [FIND_KEYS], label: 'Find a customer, a page or an action' },
  { keys: ['?'], label: 'This list' },
];

/** Fetches the code of the tab that an address selects. */
export function loadTab(search: string): Promise<unknown> {
  return LOADS[readSearch(OPERATIONS_SEARCH, search).tab]();
}

/** The tabs of Operations, each fetched separately. */
export function OperationsTabs() {
  const { state, change } = useSearchState(OPERATIONS_SEARCH);
  const selected = state.tab;
  const { data: today } = useQuery(useReloading(todayQuery(useHostServices().api)));
  const waiting = today === undefined ? {} : waitingIn(today);
  const [jumps, setJumps] = useState(0);
  /** The tab chosen by a shortcut, until the address shows it: the host changes the address a little later. */
  const [wanted, setWanted] = useState<OperationsTabId | null>(null);
  if (wanted === selected) {
    setWanted(null);
    setJumps(jumps + 1);
  }
  const select = (id: OperationsTabId) => change({ tab: id }, 'replace');
  const jumpTo = (id: OperationsTabId) => {
    setWanted(id);
    select(id);
  };
  useShortcuts(Object.fromEntries(KEYED_IDS.map((id, index) => [KEYS[index], () => jumpTo(id)])));
  return (
    <ScrollingTabs selected={selected}>
      <Tabs
        label="Operations"
        tabs={OPERATIONS_TAB_IDS.map((id) => ({
          id,
          label: OPERATIONS_TABS[id],
          waiting: waiting[id],
          panel: <LazyTab load={LOADS[id]} props={{}} what={OPERATIONS_TABS[id]} />,
        }))}
        selected={selected}
        onSelect={select}
        focusRequests={jumps}
      />
    </ScrollingTabs>
  );
}

/** What of the first tab's figures belongs to which other tab. */
function waitingIn(today: OperationsToday): Partial<Record<OperationsTabId, Waiting>> {
  const { newRequests, linksEnding, priceChangeCount, releaseFailures, siteFaults } = today;
  const { overdue, recent, older } = newRequests;
  return {
    requests:
      overdue > 0
        ? { count: overdue, words: 'overdue' }
        : { count: newRequests.today + recent + older, words: 'new' },
    customers: { count: linksEnding.count, words: 'ending soon' },
    prices: { count: priceChangeCount, words: 'scheduled' },
    releases: { count: releaseFailures.length, words: 'failing' },
    upkeep: { count: siteFaults, words: 'wrong' },
  };
}

interface ScrollingTabsProps {
  /** Name of the selected tab. */
  selected: string;
  children: ReactNode;
}

/**
 * Wraps a row of tabs that is too wide for a phone: the row scrolls sideways and keeps the selected tab in view. The
 * line below it is a shadow, because a border would be outside the scrolling area.
 */
export function ScrollingTabs({ selected, children }: ScrollingTabsProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>('[role=tablist]');
    if (!row || selected === '') return;
    // It also calls at once. A row that becomes narrow, as when a phone is turned, hides the tab again. So does a font
    // that arrives later, whose letters are wider.
    const resizes = new ResizeObserver(() => keepSelectedInView(row));
    for (const part of [row, ...row.children]) resizes.observe(part);
    return () => resizes.disconnect();
  }, [selected]);
  return (
    <div
      ref={frame}
      className="*:[[role=tablist]]:justify-start *:[[role=tablist]]:gap-x-5 *:[[role=tablist]]:overflow-x-auto *:[[role=tablist]]:border-b-0 *:[[role=tablist]]:shadow-[inset_0_-1px_0_var(--color-line)] *:[[role=tablist]]:[scrollbar-width:none] [&_[role=tab]]:mb-0! [&_[role=tab]]:shrink-0 [&_[role=tab]]:-outline-offset-2 [&_[role=tab]]:whitespace-nowrap"
    >
      {children}
    </div>
  );
}

/** Not scrollIntoView, because it would scroll the page too. */
function keepSelectedInView(row: HTMLElement) {
  const tab = row.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
  if (tab === null) return;
  const overhang = 24;
  const start = tab.offsetLeft - row.offsetLeft;
  const end = start + tab.offsetWidth;
  if (start - overhang < row.scrollLeft) row.scrollLeft = start - overhang;
  else if (end + overhang > row.scrollLeft + row.clientWidth)
    row.scrollLeft = end + overhang - row.clientWidth;
}

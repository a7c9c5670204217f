import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useSearchState } from '../../../app/use-search-state.ts';
import { todayQuery } from '../../../features/today/api.ts';
import { one, readSearch } from '../../../lib/search-state.ts';
import { useReloading } from '../../../lib/shown.ts';
import { type Shortcut, useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { Tabs } from '../../../ui/choices/tabs.tsx';
import { LazyTab } from '../lazy-tab.tsx';

interface OperationsTab {
  label: string;
  /** Fetched when the tab is opened. */
  load(): Promise<{ default: ComponentType }>;
}

/** In the order shown. The first is the default. */
const TABS = {
  today: {
    label: 'Today',
    load: () => import('../../../features/today/today-panel.tsx'),
  },
  requests: {
    label: 'Requests',
    load: () => import('../../../features/contact-requests/managed-requests-panel.tsx'),
  },
  team: { label: 'Team', load: () => import('../../../features/commissions/team/team-panel.tsx') },
  statements: {
    label: 'Statements',
    load: () => import('../../../features/commissions/statements/statements-panel.tsx'),
  },
  representatives: {
    label: 'Representatives',
    load: () => import('../../../features/representatives/representatives-panel.tsx'),
  },
  prices: { label: 'Prices', load: () => import('../../../features/prices/prices-panel.tsx') },
  people: {
    label: 'People',
    load: () => import('../../../features/people/people-panel.tsx'),
  },
  audit: {
    label: 'Audit',
    load: () => import('../../../features/audit/audit-panel.tsx'),
  },
  releases: {
    label: 'Releases',
    load: () => import('../../../features/releases/releases-panel.tsx'),
  },
  upkeep: {
    label: 'Upkeep',
    load: () => import('../../../features/upkeep/upkeep-panel.tsx'),
  },
} as const satisfies Record<string, OperationsTab>;

type TabId = keyof typeof TABS;
const TAB_IDS = Object.keys(TABS) as TabId[];
const SEARCH = { tab: one('tab', TAB_IDS, 'today') };
/** The first tab has the key 1, the tenth 0. */
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

/** Every shortcut of Operations, those of its tabs first. */
export const OPERATIONS_SHORTCUTS: readonly Shortcut[] = [
  { keys: KEYS.slice(0, TAB_IDS.length), label: TAB_IDS.map((id) => TABS[id].label).join(', ') },
  { keys: ['/'], label: 'Search the open tab' },
  { keys: ['c'], label: 'Clear all filters' },
  { keys: ['e'], label: 'Export the chosen rows as CSV' },
  { keys: ['?'], label: 'This list' },
];

/** Fetches the code of the tab that an address selects. */
export function loadTab(search: string): Promise<unknown> {
  return TABS[readSearch(SEARCH, search).tab].load();
}

/** The tabs of Operations, each fetched separately. */
export function OperationsTabs() {
  const { state, change } = useSearchState(SEARCH);
  const selected = state.tab;
  const { data: today } = useQuery(useReloading(todayQuery(useHostServices().api)));
  const overdue = today?.newRequests.overdue ?? 0;
  const [jumps, setJumps] = useState(0);
  /** The tab chosen by a shortcut, until the address shows it: the host changes the address a little later. */
  const [wanted, setWanted] = useState<TabId | null>(null);
  if (wanted === selected) {
    setWanted(null);
    setJumps(jumps + 1);
  }
  const select = (id: TabId) => change({ tab: id }, 'replace');
  const jumpTo = (id: TabId) => {
    setWanted(id);
    select(id);
  };
  useShortcuts(Object.fromEntries(TAB_IDS.map((id, index) => [KEYS[index], () => jumpTo(id)])));
  return (
    <ScrollingTabs selected={selected}>
      <Tabs
        label="Operations"
        tabs={TAB_IDS.map((id) => ({
          id,
          label: TABS[id].label,
          ...(id === 'requests' ? { waiting: { count: overdue, words: 'overdue' } as const } : {}),
          panel: <LazyTab load={TABS[id].load} props={{}} what={TABS[id].label} />,
        }))}
        selected={selected}
        onSelect={select}
        focusRequests={jumps}
      />
    </ScrollingTabs>
  );
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

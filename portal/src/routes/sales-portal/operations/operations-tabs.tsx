import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import type { ComponentType } from 'react';
import { useAddress } from '../../../app/use-address.ts';
import type { OperationsPanelProps } from '../../../lib/operations-panel.ts';
import { tabChange, tabOf } from '../../../lib/tab-address.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { FailingTab } from '../failing-tab.tsx';

interface OperationsTab {
  label: string;
  /** Fetched when the tab is opened. */
  load(): Promise<{ default: ComponentType<OperationsPanelProps> }>;
}

/** In the order shown. The first is the default. */
const TABS = {
  requests: {
    label: 'Requests',
    load: () => import('../../../features/contact-requests/managed/managed-requests-panel.tsx'),
  },
  people: {
    label: 'People',
    load: () => import('../../../features/people/people-panel.tsx'),
  },
} as const satisfies Record<string, OperationsTab>;

type TabId = keyof typeof TABS;
const TAB_IDS = Object.keys(TABS) as [TabId, ...TabId[]];

/** The parts of Operations, each fetched on its own. */
export function OperationsTabs({ isShown, ...panel }: OperationsPanelProps) {
  const address = useAddress();
  const selected = tabOf(TAB_IDS, address.search);
  return (
    <Tabs
      label="Operations"
      tabs={TAB_IDS.map((id) => ({
        id,
        label: TABS[id].label,
        panel: (
          <FailingTab>
            <LazyPart
              load={TABS[id].load}
              props={{ ...panel, isShown: isShown && selected === id }}
              pending={
                <PendingRegion label={`Loading ${TABS[id].label}`}>
                  <Skeleton className="h-80 w-full" />
                </PendingRegion>
              }
              failed={(retry) => <ErrorState title={`Failed to load ${TABS[id].label}.`} onRetry={retry} />}
            />
          </FailingTab>
        ),
      }))}
      selected={selected}
      onSelect={(id) => address.change(tabChange(TAB_IDS, id), { replace: true })}
      focusRequests={0}
    />
  );
}

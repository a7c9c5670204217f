import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { DonePlace } from '../../app/done.tsx';
import { Shown, useShown } from '../../lib/shown.ts';

const URGENT = ['overdue', 'failing', 'wrong'] as const;

/** Work that waits in a tab. */
export interface Waiting {
  count: number;
  words: 'open' | 'new' | 'ending soon' | 'scheduled' | (typeof URGENT)[number];
}

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** Shown unless it is 0, where it moves no other tab: it comes when people press. */
  waiting?: Waiting | undefined;
  panel: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect(id: Id): void;
  /** Called when a person points at a tab, touches or focuses it. */
  onReach?(id: Id): void;
  /**
   * Counts up when a shortcut selected the tab. The tab then takes the focus, so the Tab key continues in its panel.
   */
  focusRequests: number;
}

/**
 * WAI-ARIA tabs whose selection follows the focus. A panel is created on its first visit and kept, so switching tabs
 * loses neither typed text nor loaded pages.
 */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  onReach,
  focusRequests,
}: TabsProps<Id>) {
  const baseId = useId();
  const isShown = useShown();
  const buttons = useRef(new Map<Id, HTMLButtonElement>());
  const [visited, setVisited] = useState<ReadonlySet<Id>>(new Set([selected]));
  if (!visited.has(selected)) setVisited(new Set([...visited, selected]));

  const handledRequests = useRef(focusRequests);
  // Before the browser paints: a key that is pressed as soon as the tab is seen may move the focus on.
  useLayoutEffect(() => {
    if (handledRequests.current === focusRequests) return;
    handledRequests.current = focusRequests;
    buttons.current.get(selected)?.focus();
  }, [focusRequests, selected]);

  // A link in a panel that leads to another tab takes its own panel away.
  useLayoutEffect(() => {
    if (document.activeElement?.closest('[role=tabpanel][hidden]')) buttons.current.get(selected)?.focus();
  }, [selected]);

  function move(event: KeyboardEvent, index: number) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextTabIndex(event.key, index, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    buttons.current.get(tab.id)?.focus();
    onSelect(tab.id);
  }

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className="flex justify-between gap-x-2 max-[22rem]:gap-x-1 max-[17rem]:flex-wrap border-b border-line sm:justify-start sm:gap-6"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            ref={(button) => {
              if (button) buttons.current.set(tab.id, button);
              return () => {
                buttons.current.delete(tab.id);
              };
            }}
            type="button"
            role="tab"
            id={`${baseId}-${tab.id}-tab`}
            aria-controls={`${baseId}-${tab.id}-panel`}
            aria-selected={tab.id === selected}
            tabIndex={tab.id === selected ? 0 : -1}
            onPointerEnter={() => onReach?.(tab.id)}
            onFocus={() => onReach?.(tab.id)}
            onClick={() => onSelect(tab.id)}
            onKeyDown={(event) => move(event, index)}
            className="relative -mb-px min-h-11 cursor-pointer border-b-2 border-transparent py-2 text-[0.8125rem] font-medium text-muted max-[22rem]:text-xs sm:text-sm sm:whitespace-nowrap hover:border-control hover:text-ink aria-selected:border-teal aria-selected:text-ink"
          >
            <span>{tab.label}</span>
            {tab.waiting?.count ? (
              <span
                className={`absolute top-0 right-0 rounded-full sm:translate-x-3/4 px-1 text-[0.6875rem] leading-4 tabular text-surface ${URGENT.some((words) => words === tab.waiting?.words) ? 'bg-danger' : 'bg-teal'}`}
              >
                <span className="sr-only"> </span>
                <span>{tab.waiting.count > 99 ? '99+' : tab.waiting.count}</span>
                <span className="sr-only">{` ${tab.waiting.words}`}</span>
              </span>
            ) : null}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${baseId}-${tab.id}-panel`}
          aria-labelledby={`${baseId}-${tab.id}-tab`}
          hidden={tab.id !== selected}
          tabIndex={-1}
          className="pt-6"
        >
          {visited.has(tab.id) ? (
            <Shown value={isShown && tab.id === selected}>
              <DonePlace>{tab.panel}</DonePlace>
            </Shown>
          ) : null}
        </div>
      ))}
    </>
  );
}

/**
 * Where a key moves the focus in a row of tabs. It wraps around at both ends.
 * @returns null for a key without a meaning here
 */
export function nextTabIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

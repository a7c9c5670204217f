import { type ReactNode, useEffect, useRef } from 'react';

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
    // It also calls at once. A row that becomes narrow, as when a phone is turned, hides the tab again.
    const resizes = new ResizeObserver(() => keepSelectedInView(row));
    resizes.observe(row);
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

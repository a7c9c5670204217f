import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';

/**
 * When what had the focus goes away in here (rows that could not be loaded, an error that was got over, a button for
 * what is done), the focus goes to what came instead. Otherwise a keyboard would start over at the top of the page.
 */
export function KeptFocus({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const focused = useRef<Element | null>(null);
  /** The row it was in: the place that somebody was at, also when its buttons have changed. */
  const row = useRef<Element | null>(null);
  /** The region has the focus itself until there is something to press. */
  const isWaiting = useRef(false);

  useEffect(() => {
    const { current: kept } = region;
    if (kept === null) return;
    // The parts load by themselves, so it is the document that says when one of them was replaced.
    const observer = new MutationObserver(() => {
      const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
      if (!isLost && !isWaiting.current) return;
      const inRow = row.current?.isConnected ? row.current.querySelector<HTMLElement>('button') : null;
      // Of an error, the button that tries again comes first.
      const inError = kept.querySelector<HTMLElement>('[role=alert] button');
      const wayOn = inRow ?? inError ?? kept;
      wayOn.focus({ preventScroll: true });
      isWaiting.current = wayOn === kept;
    });
    observer.observe(kept, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  function keep({ target }: FocusEvent<HTMLElement>) {
    focused.current = target;
    row.current = target.closest('[data-row-id]');
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus, and takes none but a lost one.
    <div
      ref={region}
      tabIndex={-1}
      className="outline-none"
      onFocus={keep}
      onBlur={() => {
        focused.current = null;
        isWaiting.current = false;
      }}
    >
      {children}
    </div>
  );
}

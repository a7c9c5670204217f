import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';

/**
 * When the focused element inside disappears, the focus moves to its replacement. It may disappear with rows that
 * failed to load or with a solved error. It may also be the button of a finished action. Otherwise a keyboard user
 * would start again at the top of the page.
 */
export function KeptFocus({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const focused = useRef<Element | null>(null);
  /** The row with the focus. It marks the person's place even when its buttons have changed. */
  const row = useRef<Element | null>(null);
  /** The region itself has the focus until there is a control to focus. */
  const isWaiting = useRef(false);

  useEffect(() => {
    const { current: kept } = region;
    if (kept === null) return;
    // The parts load independently, so only the document shows when one was replaced.
    const observer = new MutationObserver(() => {
      const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
      if (!isLost && !isWaiting.current) return;
      const inRow = row.current?.isConnected ? row.current.querySelector<HTMLElement>('button') : null;
      // In an error, the retry button comes first.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it observes the focus, and only moves a lost one.
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

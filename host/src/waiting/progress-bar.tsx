import { useSyncExternalStore } from 'react';

/** A shorter wait would only make the line flicker. */
const SHOWN_AFTER_MS = 300;
/** What follows within this time continues the same line: first the question about a release, then the page's code. */
const CONTINUED_WITHIN_MS = 100;

const listeners = new Set<() => void>();
let shown = 0;

function change(by: 1 | -1): void {
  shown += by;
  for (const listener of listeners) listener();
}

/** Shows that the visitor's press has an effect, until the work settles. Failures are left to who began the work. */
export function showWait(work: Promise<unknown>): void {
  let isShown = false;
  const show = () => {
    isShown = true;
    change(1);
  };
  const timer = setTimeout(show, shown > 0 ? 0 : SHOWN_AFTER_MS);
  const end = () => {
    clearTimeout(timer);
    if (isShown) setTimeout(change, CONTINUED_WITHIN_MS, -1);
  };
  work.then(end, end);
}

/** For `useSyncExternalStore`: whether a wait is shown. */
export const waits = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  isShown: () => shown > 0,
};

const isNever = () => false;

/** A line that grows along the bar's edge while the visitor waits for a page or a dialog. */
export function ProgressBar() {
  const isShown = useSyncExternalStore(waits.subscribe, waits.isShown, isNever);
  return (
    <div role="status" className="progress print:hidden" data-testid="host:progress">
      {isShown ? <span className="sr-only">Loading</span> : null}
    </div>
  );
}

/** What shared/src/first-paint/start-after-paint.js keeps. */
interface LastClick {
  /** A click on a `button[type="button"]`. Null if there was none, or if the person has done something else since. */
  event: MouseEvent | null;
}

declare global {
  interface Window {
    'host:last-click'?: LastClick;
  }
}

/** After that long, a person no longer expects an answer. */
const MAX_AGE_MS = 10_000;

/**
 * Repeats the last click on a button if no script could answer it. Call it in a layout effect of the frame, and of the
 * page inside `<main>`, which React hydrates later.
 */
export function repeatEarlyClick(window: Window, part: 'frame' | 'page'): void {
  const last = window['host:last-click'];
  // Every later click is answered.
  if (part === 'page') delete window['host:last-click'];
  if (!last?.event) return;
  const { target, eventPhase, timeStamp } = last.event;
  const button = (target as Element).closest('button');
  if (button === null || (button.closest('main') !== null) !== (part === 'page')) return;
  last.event = null;
  // React hydrates a part that is clicked, and then answers that click itself.
  const isUnderway = eventPhase !== Event.NONE;
  if (isUnderway || performance.now() - timeStamp > MAX_AGE_MS) return;
  // Runs after the commit that this is called in. React hydrates the section around the button, if it has not yet.
  setTimeout(() => button.isConnected && button.click());
}

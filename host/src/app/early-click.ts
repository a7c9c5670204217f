/** What shared/src/first-paint/start-after-paint.js stores about clicks before the scripts arrived. */
interface EarlyClick {
  /** The last button that was clicked without an answer. */
  control: HTMLElement | null;
  /** Whether the scripts can answer now. */
  isOver: boolean;
}

declare global {
  interface Window {
    'host:early-click'?: EarlyClick;
  }
}

/**
 * Repeats the last click that came before the page's frame could answer. Buttons in a remote's page do not need this:
 * before hydration they are links, or disabled.
 */
export function repeatEarlyClick(window: Window): void {
  const early = window['host:early-click'];
  if (early === undefined) return;
  early.isOver = true;
  delete window['host:early-click'];
  const { control } = early;
  // Runs after the commit that this is called in.
  if (control !== null) setTimeout(() => control.isConnected && control.click());
}

/** What shared/src/first-paint/start-after-paint.js keeps of clicks that came before the scripts. */
interface EarlyClick {
  /** The button that was clicked last while no script answered it. */
  control: HTMLElement | null;
  /** Whether the scripts answer by now. */
  isOver: boolean;
}

declare global {
  interface Window {
    'host:early-click'?: EarlyClick;
  }
}

/**
 * Repeats the last click that came before the page's frame could answer. Buttons in the page of a remote do not need
 * this: before hydration they are links, or disabled.
 */
export function repeatEarlyClick(window: Window): void {
  const early = window['host:early-click'];
  if (early === undefined) return;
  early.isOver = true;
  delete window['host:early-click'];
  const { control } = early;
  // After the commit that this is called in.
  if (control !== null) setTimeout(() => control.isConnected && control.click());
}

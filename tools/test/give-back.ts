/** A window without a page, of the size that it has at first. Happy DOM's own interface sets the size. */
export type TestWindow = Window & {
  happyDOM?: { setViewport(size: { width: number; height: number }): void };
};

/** Test files share a window as well. A page, a stored text or a size would decide what a later file sees. */
export function giveBackWindow(): void {
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  (window as TestWindow).happyDOM?.setViewport({ width: 1024, height: 768 });
}

import { afterAll, vi } from 'vitest';

/** Test files share a process. What a file replaces, it gives back at its end. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  giveBackWindow();
});

/** An address, a page, a stored text or a size would decide what a later file sees. */
function giveBackWindow(): void {
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  // Happy DOM's own interface sets the size.
  const { happyDOM } = window as Window & {
    happyDOM?: { setViewport(size: { width: number; height: number }): void };
  };
  happyDOM?.setViewport({ width: 1024, height: 768 });
}

/**
 * A copy of the page from its own HTML. If the page's code cannot be loaded, people can still read it: React would
 * discard the page's elements, so they are copied first.
 */
export interface StaticPage {
  /** Copies the server's HTML, if it is still there and is a page rather than a waiting state. */
  keep(): void;
  /** The copy for this path, or null. */
  find(pathname: string): Element | null;
}

export function createStaticPage(document: Document, firstPathname: string): StaticPage {
  let copy: Element | null = null;
  return {
    keep() {
      const page = document.querySelector('#main > [data-app]');
      if (copy !== null || page === null || page.querySelector('h1') === null) return;
      if (page.querySelector('[data-testid="host:remote-error"]') !== null) return;
      copy = page.cloneNode(true) as Element;
      quieten(copy);
    },
    find: (pathname) => (pathname === firstPathname ? copy : null),
  };
}

/** Without its code, a form would submit itself somewhere, and a button would do nothing. */
function quieten(page: Element): void {
  for (const control of page.querySelectorAll('button, input, select, textarea')) {
    control.setAttribute('disabled', '');
  }
}

/** For prerendering, which has no document. */
export const NO_STATIC_PAGE: StaticPage = { keep() {}, find: () => null };

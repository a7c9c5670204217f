/** A page's own HTML. */
export interface KeptPage {
  element: Element;
  /** What had the focus when the page's code failed. */
  focused: HTMLElement | null;
}

/**
 * The page from its own HTML. If the page's code cannot be loaded, people can still read it and send its forms. React
 * removes the page's elements, so they are kept: with what is typed in them.
 */
export interface StaticPage {
  /** Keeps the server's HTML, if it is still there and is a page rather than a waiting state. */
  keep(): void;
  /** The HTML for this path, or null. */
  find(pathname: string): KeptPage | null;
  /** Whether the browser has loaded this path itself. */
  isFirst(pathname: string): boolean;
}

export function createStaticPage(document: Document, firstPathname: string): StaticPage {
  let kept: KeptPage | null = null;
  const isFirst = (pathname: string) => pathname === firstPathname;
  return {
    keep() {
      // The host owns what waits, and the error card.
      const element = document.querySelector('#main > [data-app]:not([data-app="host"])');
      if (kept !== null || element === null) return;
      kept = { element, focused: element.querySelector<HTMLElement>(':focus') };
    },
    find: (pathname) => (isFirst(pathname) ? kept : null),
    isFirst,
  };
}

/** For prerendering, which has no document. */
export const NO_STATIC_PAGE: StaticPage = { keep() {}, find: () => null, isFirst: () => true };

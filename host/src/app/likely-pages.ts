export { untilQuiet } from './until-quiet.ts';

/** The most pages that are fetched ahead. */
const MOST_PAGES = 3;

/**
 * Tells the addresses of the pages that a visitor is likely to open next: the links on the screen, those in the page
 * before those in the header.
 */
export function findLikelyPages(signal: AbortSignal): Promise<string[]> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      const addresses = entries
        .filter(({ isIntersecting }) => isIntersecting)
        .map(({ target }) => new URL((target as HTMLAnchorElement).href))
        .filter(({ origin, pathname }) => origin === location.origin && pathname !== location.pathname)
        .map(({ origin, pathname }) => origin + pathname);
      resolve([...new Set(addresses)].slice(0, MOST_PAGES));
    });
    signal.addEventListener('abort', () => observer.disconnect());
    for (const part of ['main', 'header']) {
      for (const link of document.querySelectorAll(`${part} a[href]`)) observer.observe(link);
    }
  });
}

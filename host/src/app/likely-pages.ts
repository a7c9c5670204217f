/** The most pages that are fetched ahead. */
const MOST_PAGES = 3;
const QUIET_MS = 2_000;

interface Watched {
  /** Aborted when the visitor leaves the page. */
  signal: AbortSignal;
  /** Something else has just been asked for, which comes first. */
  isBusy: boolean;
}

/** Calls a function with the address of each page that the visitor is likely to open next. */
export async function forLikelyPages(
  prepare: (address: string) => void,
  { signal, isBusy }: Watched,
): Promise<void> {
  if (isBusy) await untilQuiet(signal);
  for (const address of await findLikelyPages(signal)) prepare(address);
}

/** Waits for two seconds without a press and without the arrival of a file or an answer. */
function untilQuiet(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(timer);
      arrivals.disconnect();
      over.abort();
      resolve();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, QUIET_MS);
    };
    const arrivals = new PerformanceObserver(wait);
    arrivals.observe({ type: 'resource' });
    for (const press of ['pointerdown', 'keydown'])
      addEventListener(press, wait, { passive: true, signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
    wait();
  });
}

/**
 * Tells the addresses of the pages that a visitor is likely to open next: the links on the screen, those in the page
 * before those in the header. None if there is no link, or if the visitor leaves.
 */
function findLikelyPages(signal: AbortSignal): Promise<string[]> {
  const links = ['main', 'header'].flatMap((part) => [...document.querySelectorAll(`${part} a[href]`)]);
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      const addresses = entries
        .filter(({ isIntersecting }) => isIntersecting)
        .map(({ target }) => new URL((target as HTMLAnchorElement).href))
        .filter(({ origin, pathname }) => origin === location.origin && pathname !== location.pathname)
        .map(({ origin, pathname }) => origin + pathname);
      end([...new Set(addresses)].slice(0, MOST_PAGES));
    });
    const end = (addresses: string[]) => {
      observer.disconnect();
      signal.removeEventListener('abort', leave);
      resolve(addresses);
    };
    const leave = () => end([]);
    signal.addEventListener('abort', leave);
    if (signal.aborted || links.length === 0) return leave();
    for (const link of links) observer.observe(link);
  });
}

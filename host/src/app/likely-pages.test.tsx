// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageContextValue, PageProvider } from '../page-context.ts';
import type { SessionStore } from '../session/session-store.ts';
import { forLikelyPages } from './likely-pages.ts';
import { useLikelyPages } from './links.tsx';

const PATHS = ['/', '/about', '/pricing', '/contact', '/comparison', '/services'];
const prepare = vi.fn();
const page = {
  config: {
    basename: '',
    registry: {
      remotes: {
        marketing: { routes: PATHS.map((path) => ({ path, access: 'public' })) },
        portal: { routes: [{ path: '/sales-portal', access: 'rep' }] },
      },
    },
  },
  loader: { prepare },
} as unknown as PageContextValue;
let status = 'anonymous';
const session = {
  getSnapshot: () => ({ status }),
  getFirstSnapshot: () => ({ status: 'restoring' }),
  subscribe: () => () => {},
} as unknown as SessionStore;

/** Every observed link is on the screen, except those with the class `below`. */
class FakeObserver {
  readonly #tell;
  #links: Element[] = [];
  constructor(tell: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    this.#tell = tell;
    queueMicrotask(() =>
      this.#tell(
        this.#links.map((target) => ({ target, isIntersecting: !target.classList.contains('below') })),
      ),
    );
  }
  observe(link: Element): void {
    this.#links.push(link);
  }
  disconnect(): void {
    this.#links = [];
  }
}

/** As in a page without links, or one that the visitor leaves: it tells nothing. */
class SilentObserver {
  observe() {}
  disconnect() {}
}

let isRepPage = false;

function Page() {
  useLikelyPages(isRepPage);
  return (
    <>
      <header>
        <a href="/services">Services</a>
        <a href="/comparison">Compare</a>
      </header>
      <main>
        <a href="/">This page</a>
        <a href="/pricing?plan=moonshot">Prices</a>
        <a href="/pricing">Prices again</a>
        <a href="https://elsewhere.example/about">Elsewhere</a>
        <a href="mailto:somebody@corvane.example">Mail</a>
        <a href="/about" className="below">
          Below
        </a>
        <a href="/contact">Contact</a>
      </main>
    </>
  );
}

const element = document.body.appendChild(document.createElement('div'));
let root: ReturnType<typeof createRoot>;

beforeEach(async () => {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  history.replaceState(null, '', '/');
  prepare.mockClear();
  status = 'anonymous';
  isRepPage = false;
  root = createRoot(element);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await act(async () => root.unmount());
});

const open = () =>
  act(async () =>
    root.render(
      <PageProvider value={{ ...page, session }}>
        <BrowserRouter>
          <Page />
        </BrowserRouter>
      </PageProvider>,
    ),
  );

const prepared = () => prepare.mock.calls.map(([, path]) => path);

test.each(['scroll', 'pointermove'])(
  "once somebody uses the page (%s), the pages of three links on the screen are fetched, the page's own links first",
  async (sign) => {
    await open();
    expect(prepared()).toEqual([]);
    await act(async () => dispatchEvent(new Event(sign)));
    await expect.poll(prepared).toEqual(['/pricing', '/contact', '/services']);
    await act(async () => dispatchEvent(new Event(sign)));
    expect(prepare).toHaveBeenCalledTimes(3);
  },
);

test('after a click on a link, no other page is fetched', async () => {
  await open();
  element.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await act(async () => {
    dispatchEvent(new Event('pointermove'));
    element
      .querySelector('header a')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  });
  // All that was begun has had its turn.
  await import('./likely-pages.ts');
  await new Promise((resolve) => setTimeout(resolve));
  expect(prepared()).toEqual([]);
});

/** Regression: the likely pages shared the line with the dialog that the first tap opened. */
test.each(['pointerdown', 'keydown'])(
  'after a %s, pages are fetched when nothing else was pressed or has arrived for two seconds',
  async (press) => {
    vi.useFakeTimers();
    let arrive = () => {};
    vi.stubGlobal(
      'PerformanceObserver',
      class {
        constructor(onArrival: () => void) {
          arrive = onArrival;
        }
        observe() {}
        disconnect() {}
      },
    );
    await open();
    for (const happens of [
      () => dispatchEvent(new Event(press)),
      () => arrive(),
      () => dispatchEvent(new Event(press)),
    ]) {
      happens();
      await act(() => vi.advanceTimersByTimeAsync(1_900));
      expect(prepared()).toEqual([]);
    }
    dispatchEvent(new Event('pointermove'));
    expect(prepared()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(100));
    vi.useRealTimers();
    await expect.poll(prepared).toEqual(['/pricing', '/contact', '/services']);
  },
);

/** Regression: the first tap on a tab fetched three public pages beside the tab's own code. */
test('in the portal, no other page is fetched', async () => {
  status = 'rep';
  isRepPage = true;
  await open();
  await act(async () => dispatchEvent(new Event('scroll')));
  await import('./likely-pages.ts');
  await new Promise((resolve) => setTimeout(resolve));
  expect(prepared()).toEqual([]);
});

test('the portal is fetched for a representative, used or not', async () => {
  status = 'rep';
  await open();
  expect(prepared()).toEqual(['/sales-portal']);
});

test.each([{ saveData: true }, { effectiveType: '3g' }, { effectiveType: '2g' }])(
  'no page is fetched ahead over a connection of %j',
  async (connection) => {
    vi.stubGlobal('navigator', { connection });
    status = 'rep';
    await open();
    await act(async () => dispatchEvent(new Event('scroll')));
    expect(prepared()).toEqual([]);
  },
);

/** Regression: the search waited for ever, and kept the page's links in memory. */
test.each([
  ['a page without links', '', false],
  ['a page that was left before', '<main><a href="/about">About</a></main>', true],
])('the search for pages ends on %s', async (_page, html, isLeft) => {
  const links = document.body.appendChild(document.createElement('div'));
  links.innerHTML = html;
  vi.stubGlobal('IntersectionObserver', SilentObserver);
  const left = new AbortController();
  if (isLeft) left.abort();
  await forLikelyPages(prepare, { signal: left.signal, isBusy: false });
  links.remove();
  expect(prepared()).toEqual([]);
});

test('the search for pages ends when the visitor leaves', async () => {
  await open();
  vi.stubGlobal('IntersectionObserver', SilentObserver);
  const left = new AbortController();
  const search = forLikelyPages(prepare, { signal: left.signal, isBusy: false });
  left.abort();
  await search;
  expect(prepared()).toEqual([]);
});

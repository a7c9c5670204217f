// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageContextValue, PageProvider } from '../page-context.ts';
import type { SessionStore } from '../session/session-store.ts';
import { HostLink } from './links.tsx';

const isNewer = vi.fn(async () => false);
const page = {
  config: { basename: '' },
  releases: { look: () => {}, isNewer },
  openedLink: { status: 'none' },
} as unknown as PageContextValue;
const session = { getSnapshot: () => ({ status: 'anonymous' }) } as unknown as SessionStore;
const scrollTo = vi.fn();
const element = document.body.appendChild(document.createElement('div'));
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  history.replaceState(null, '', '/pricing?plan=moonshot');
  scrollTo.mockClear();
  vi.stubGlobal('scrollTo', scrollTo);
  root = createRoot(element);
});
afterEach(() => act(async () => root.unmount()));

async function follow(to: string, target?: string): Promise<void> {
  await act(async () =>
    root.render(
      <PageProvider value={{ ...page, session }}>
        <BrowserRouter>
          <HostLink to={to} target={target}>
            There
          </HostLink>
        </BrowserRouter>
      </PageProvider>,
    ),
  );
  await act(async () => element.querySelector('a')?.click());
}

test.each(['/pricing', '/pricing?plan=moonshot'])(
  'a link to %s, the current page, scrolls to its top',
  async (to) => {
    await follow(to);
    expect(location.pathname + location.search).toBe(to);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, left: 0, behavior: 'instant' });
  },
);

test.each(['/pricing#plans', '/about'])('%s does not scroll the open page to its top', async (to) => {
  await follow(to);
  expect(scrollTo).not.toHaveBeenCalled();
});

test('a link to another tab is left to the browser', async () => {
  let isTaken = true;
  const afterAll = (event: Event) => {
    isTaken = event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', afterAll, { once: true });
  await follow('/about', '_blank');
  expect(isTaken).toBe(false);
});

/** Regression: every press during a slow load added an entry, so Back had to be pressed as often. */
test('a second press on a link adds no second entry to the history', async () => {
  await follow('/about');
  const entries = history.length;
  await act(async () => element.querySelector('a')?.click());
  expect(location.pathname).toBe('/about');
  expect(history.length).toBe(entries);
});

/** @returns lets the site answer which release is live */
function answerLater(): () => Promise<void> {
  let answer = (_isNewer: boolean) => {};
  isNewer.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  return () => act(async () => answer(false));
}

/** Regression: the page of the link opened over the one that Back had opened. */
test('Back, pressed after a link, wins while the link waits for the site', async () => {
  history.replaceState(null, '', '/about');
  history.pushState(null, '', '/pricing');
  const answer = answerLater();
  await follow('/features');
  await act(async () => {
    history.replaceState(null, '', '/about');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await answer();
  expect(location.pathname).toBe('/about');
});

test('a filter that changes while a link waits for the site does not stop the link', async () => {
  const answer = answerLater();
  await follow('/features');
  history.replaceState(null, '', '/pricing?plan=accelerate');
  await answer();
  expect(location.pathname).toBe('/features');
});

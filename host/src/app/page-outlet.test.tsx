// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageContextValue, PageProvider } from '../page-context.ts';
import { type RemotePageComponent, RemoteUnavailableError } from '../remotes/remote-loader.ts';
import type { RouteMatch } from '../remotes/route-table.ts';
import { NO_STATIC_PAGE } from '../remotes/static-page.tsx';
import type { SessionStore } from '../session/session-store.ts';
import { PageOutlet } from './page-outlet.tsx';

const REP: Session = {
  status: 'rep',
  rep: { id: 'r', name: 'Dana', email: 'dana@corvane.example' },
  sessionId: 's',
  sessionExpiresAt: '2026-11-22T08:00:00Z',
};
const match = {
  remote: 'portal',
  route: { path: '/sales-portal', access: 'rep', title: '', description: '', noIndex: true, preload: [] },
} satisfies RouteMatch;
const publicMatch = {
  remote: 'marketing',
  route: { path: '/pricing', access: 'public', title: '', description: '', noIndex: false, preload: [] },
} satisfies RouteMatch;

const navigate = vi.fn();
const begin = vi.fn();
const element = document.body.appendChild(document.createElement('div'));
let root: ReturnType<typeof createRoot>;
let arrive: (page: RemotePageComponent) => void;
let page: PageContextValue;

beforeEach(() => {
  navigate.mockClear();
  begin.mockClear();
  held = REP;
  const code = new Promise<RemotePageComponent>((resolve) => {
    arrive = resolve;
  });
  page = {
    config: { registry: { remotes: {} } },
    loader: {
      begin,
      page: (remote: string) => (remote === 'portal' ? code : Promise.resolve(() => <h1>Pricing</h1>)),
    },
    staticPage: NO_STATIC_PAGE,
    openedLink: { status: 'none' },
  } as unknown as PageContextValue;
  root = createRoot(element);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await act(async () => root.unmount());
});

let held: Session = REP;
const listeners = new Set<() => void>();
const store = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => held,
  getFirstSnapshot: () => held,
} as unknown as SessionStore;

/** Outside `act`, whose updates wait for no timer. */
function show(session: Session, shown: RouteMatch = match, state: unknown = null): void {
  const location = { pathname: shown.route.path, search: '', hash: '', state };
  const host = { session, navigate, location } as unknown as HostServices;
  root.render(
    <PageProvider value={{ ...page, session: store }}>
      <PageOutlet match={shown} host={host} />
    </PageProvider>,
  );
}

test('after the wait for the session, a page is shown as soon as its code is there', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  // React holds back what suspends until 300 ms after its placeholder. As this clock runs backward, that is for hours.
  let time = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time -= 3_600_000;
    return time;
  });
  show({ status: 'restoring' });
  await vi.waitFor(() => expect(element.textContent).toContain('Loading the page'));
  show(REP);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(element.textContent).toContain('Loading the page');
  arrive(() => <h1>Welcome</h1>);
  await expect.poll(() => element.querySelector('h1')?.textContent).toBe('Welcome');
  expect(navigate).not.toHaveBeenCalled();
});

/** Regression: the gate missed a session from before it listened, and the page's calls waited for its code. */
test('a session confirmed before the gate listens begins the calls of the page', async () => {
  await act(async () => show({ status: 'restoring' }));
  expect(begin).toHaveBeenCalledWith('portal', '/sales-portal', expect.objectContaining({ session: REP }));
});

test('only a representative stays on the page', async () => {
  await act(async () => show({ status: 'restoring' }));
  expect(navigate).not.toHaveBeenCalled();
  held = { status: 'anonymous' };
  await act(async () => show(held));
  expect(navigate).toHaveBeenCalledWith('/', { replace: true });
});

/** Regression: a representative who signed in again and went back to the portal was sent to the first page. */
test('a page shown before the session of its representative waits for it', async () => {
  await act(async () => show({ status: 'anonymous' }));
  expect(navigate).not.toHaveBeenCalled();
  await act(async () => {
    show(REP);
    arrive(() => <h1>Welcome</h1>);
  });
  expect(element.querySelector('h1')?.textContent).toBe('Welcome');
});

test('a page shown before its session is left when that session ends meanwhile', async () => {
  await act(async () => show({ status: 'anonymous' }));
  held = { status: 'anonymous' };
  await act(async () => {
    for (const listener of listeners) listener();
  });
  expect(navigate).toHaveBeenCalledWith('/', { replace: true });
});

/** Regression: a public page waited until the code of the portal had arrived, and was left for the first page. */
test.each([
  ['while the session is checked', { status: 'restoring' }],
  ['when nobody is signed in', { status: 'anonymous' }],
] as const)('a public page after the portal is shown at once, %s', async (_when, session) => {
  await act(async () => show({ status: 'restoring' }));
  held = { status: 'anonymous' };
  if (session.status === 'anonymous') await act(async () => show(session));
  navigate.mockClear();
  await act(async () => show(session, publicMatch));
  expect(element.querySelector('h1')?.textContent).toBe('Pricing');
  await act(async () => show({ status: 'anonymous' }, publicMatch));
  expect(navigate).not.toHaveBeenCalled();
});

test.each([
  ['customer', 'The Sales Portal is for sales representatives'],
  ['anonymous', ''],
])('a reader without the portal leaves it, and a customer reads why: %s', async (status, words) => {
  held = { status } as Session;
  await act(async () => show(held));
  const [[path, options]] = navigate.mock.calls as [[string, { replace: true; state: unknown }]];
  expect([path, options.replace]).toEqual(['/', true]);
  await act(async () => show(held, publicMatch, options.state));
  await expect.poll(() => element.querySelector('[role=status] p')?.textContent ?? '').toBe(words);
  navigate.mockClear();
  for (const button of element.querySelectorAll('button')) await act(async () => button.click());
  expect(navigate.mock.calls).toEqual(words === '' ? [] : [['/', { replace: true }]]);
});

test.each([
  ['anonymous', 0],
  ['customer', 1],
])(
  'a page that is not there is requested again, unless that loses an unused link: %s',
  async (status, times) => {
    const reload = vi.fn(async () => true);
    vi.stubGlobal('host:reload', reload);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    page = {
      ...page,
      openedLink: { status: 'opened' } as PageContextValue['openedLink'],
      staticPage: { ...NO_STATIC_PAGE, isFirst: () => false },
      loader: {
        ...page.loader,
        page: () => Promise.reject(new RemoteUnavailableError('for the test', 'not-answered')),
      },
    };
    await act(async () => show({ status } as Session, publicMatch));
    await expect
      .poll(() => element.textContent)
      .toMatch(times === 0 ? /could not be loaded/ : /Loading the page/);
    expect(reload).toHaveBeenCalledTimes(times);
  },
);

/** Regression: a link with the dot that ended its sentence, or in capitals as it was printed, led nowhere. */
test.each([
  ['/Pricing.', [['/pricing?utm_source=print#faq', { replace: true }]]],
  ['/prices', []],
])('%s leads to the page that it means, if any', async (pathname, navigated) => {
  const remotes = { marketing: { routes: [publicMatch.route] } };
  const value = { ...page, session: store, config: { registry: { remotes } } } as unknown as PageContextValue;
  const location = { pathname, search: '?utm_source=print', hash: '#faq', state: null };
  const host = { session: REP, navigate, location, Link: 'a' } as unknown as HostServices;
  await act(async () =>
    root.render(
      <PageProvider value={value}>
        <PageOutlet match={null} host={host} />
      </PageProvider>,
    ),
  );
  await expect.poll(() => element.textContent).toContain('Oops! Page not found');
  expect(navigate.mock.calls).toEqual(navigated);
});

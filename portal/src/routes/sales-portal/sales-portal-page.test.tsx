// @vitest-environment happy-dom

import type { Session } from '@corvane/shared/contracts/remote/session';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prefetchCall, takingPrefetched } from '../../app/prefetched-calls.ts';
import { forgetSessionQueries, queryClientForSession } from '../../app/session-query-client.ts';
import { NOTHING_NEW } from '../../features/rep-today/rep-today-fixtures.ts';
import { fakeHost, REP_SESSION } from '../../testing/fake-host.tsx';
import { choose, inputNamed, type Mounted, mount, press, type, untilText } from '../../testing/mount.tsx';
import SalesPortalPage from './sales-portal-page.tsx';

const NOTHING_OPENED = {
  openings: [],
  now: '2026-11-21T10:00:00+00:00',
  nextSince: '2026-11-21T09:59:55+00:00',
};
const NEWS = { get_customer_openings: () => NOTHING_OPENED, get_rep_today: () => NOTHING_NEW };

let mounted: Mounted;

/** Waits for the parts of the page whose code is imported. */
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {});
    check();
  });

// Already loaded, so the page does not have to wait for it.
beforeAll(() =>
  Promise.all([import('./news.tsx'), import('./portal-tabs.tsx'), import('./portal-dialogs.tsx')]),
);
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  forgetSessionQueries();
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

test('the portal greets a rep with name and email, and starts with the tab to qualify customers', async () => {
  mounted = await mount(<SalesPortalPage host={fakeHost({ ...NEWS }).services} />);
  const page = mounted.container;
  expect(page.querySelector('h1')?.textContent).toBe('Welcome, Dana Reyes');
  expect(page.textContent).toContain('dana.reyes@corvane.example');
  expect([...page.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).toEqual([
    'Qualify Customers',
    'My Commissions',
    'Customers',
    'Requests',
  ]);
  expect(page.querySelector('[role=tab][aria-selected=true]')?.textContent).toBe('Qualify Customers');
});

test('figures and customers load only when their tab is opened, but openings and what is new soon after the page', async () => {
  const host = fakeHost({
    ...NEWS,
    get_sales_dashboard: () => new Promise(() => {}),
    get_sales_table: () => new Promise(() => {}),
    get_rep_today: () => new Promise(() => {}),
  });
  mounted = await mount(<SalesPortalPage host={host.services} />);
  await settled(() =>
    expect(host.calls).toEqual([
      { name: 'get_rep_today', body: {} },
      { name: 'get_customer_openings', body: { since: null } },
    ]),
  );
  await press(mounted.container, 'My Commissions');
  expect(host.navigations).toEqual(['/sales-portal?tab=commissions']);
  const location = { ...host.services.location, search: '?tab=commissions' };
  await mounted.render(<SalesPortalPage host={{ ...host.services, location }} />);
  await settled(() =>
    expect(host.calls.map(({ name }) => name).sort()).toEqual([
      'get_customer_openings',
      'get_rep_today',
      'get_sales_dashboard',
      'get_sales_table',
    ]),
  );
});

test('Account opens a dialog, whose data is fetched only then', async () => {
  const never = () => new Promise(() => {});
  const host = fakeHost({
    ...NEWS,
    get_sales_sessions: never,
    get_rep_settings: never,
  });
  mounted = await mount(<SalesPortalPage host={host.services} />);
  await press(mounted.container, 'Menu');
  await press(mounted.container, 'Account');
  await untilText(document.body, 'Where you are signed in');
  expect(host.calls.map(({ name }) => name)).toContain('get_sales_sessions');
});

function key(name: string, target: EventTarget = document.body): Promise<void> {
  return act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  });
}

test('single keys change the tab, but not while typing or when turned off', async () => {
  const host = fakeHost({ ...NEWS });
  mounted = await mount(<SalesPortalPage host={host.services} />);
  await key('3', inputNamed(mounted.container, 'customer-email'));
  expect(host.navigations).toEqual([]);
  await key('3');
  expect(host.navigations).toEqual(['/sales-portal?tab=customers']);
  await key('?');
  await untilText(document.body, 'Clear all filters');
  const dialog = document.querySelector('[role=dialog]');
  await key('2');
  expect(host.navigations).toHaveLength(1);
  await act(async () => dialog?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  await act(async () => dialog?.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  await key('2');
  expect(host.navigations).toHaveLength(1);
});

test('the chosen theme is stored, and marks the document only while the portal is shown', async () => {
  const never = () => new Promise(() => {});
  const host = fakeHost({ ...NEWS, get_rep_settings: never, get_sales_sessions: never });
  mounted = await mount(<SalesPortalPage host={host.services} />);
  const root = document.documentElement;
  expect(root.hasAttribute('data-page-theme')).toBe(false);
  await press(mounted.container, 'Menu');
  await choose(document.body, 'Theme', 'dark');
  expect(root.getAttribute('data-page-theme')).toBe('dark');
  expect(localStorage.getItem('portal:theme')).toBe('dark');
  await mounted.unmount();
  expect(root.hasAttribute('data-page-theme')).toBe(false);
  // Public pages that support the dark theme follow it.
  expect(root.getAttribute('data-rep-theme')).toBe('dark');
  mounted = await mount(<SalesPortalPage host={host.services} />);
  expect(root.getAttribute('data-page-theme')).toBe('dark');
});

test.each(['restoring', 'anonymous'] as const)(
  'nothing of the rep remains when the session is %s',
  async (status) => {
    const host = fakeHost({ ...NEWS });
    mounted = await mount(<SalesPortalPage host={host.services} />);
    await mounted.render(<SalesPortalPage host={{ ...host.services, session: { status } }} />);
    expect(mounted.container.textContent).not.toContain('Dana Reyes');
    expect(mounted.container.querySelector('input')).toBeNull();
  },
);

test('logging out ends the session, drops unfinished work and opens the home page', async () => {
  const host = fakeHost({ ...NEWS });
  // The server's answer never arrives. It must not delay the logout, nor bring the person back later.
  const signOut = vi.fn(() => new Promise<void>(() => {}));
  mounted = await mount(<SalesPortalPage host={{ ...host.services, signOut }} />);
  await type(mounted.container, 'customer-email', 'ana@acme.example');
  expect(sessionStorage).toHaveLength(1);
  await press(mounted.container, 'Menu');
  await press(mounted.container, 'Logout');
  expect(signOut).toHaveBeenCalledOnce();
  expect(host.navigations).toEqual(['/']);
  expect(sessionStorage).toHaveLength(0);
});

async function showPage(session: Session): Promise<void> {
  const host = fakeHost({ ...NEWS });
  mounted = await mount(<SalesPortalPage host={{ ...host.services, session }} />);
}

test('a rep who returns to the page finds what was loaded', async () => {
  await showPage(REP_SESSION);
  const { sessionId } = REP_SESSION;
  queryClientForSession(sessionId).setQueryData(['customers'], ['Ana Diaz']);
  await mounted.unmount();
  await showPage(REP_SESSION);
  expect(queryClientForSession(sessionId).getQueryData(['customers'])).toEqual(['Ana Diaz']);
});

/** Regression: after a logout on a public page, early calls never began again. */
test('the page of another session keeps nothing of the one before', async () => {
  await showPage(REP_SESSION);
  await mounted.unmount();
  const { services } = fakeHost({ get_customers: () => [] });
  await takingPrefetched(services.api).rpc('get_customers', {});
  await showPage({ ...REP_SESSION, sessionId: '00000000-0000-4000-8000-00000000000c' });
  const early = fakeHost({ get_customers: () => [] });
  prefetchCall(early.services.api, 'get_customers', {});
  expect(early.calls).toHaveLength(1);
});

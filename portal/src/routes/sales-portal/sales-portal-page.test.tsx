// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSessionQueries } from '../../app/session-query-client.ts';
import { fakeHost } from '../../testing/fake-host.tsx';
import { type Mounted, mount, press, type } from '../../testing/mount.tsx';
import SalesPortalPage from './sales-portal-page.tsx';

let mounted: Mounted;

beforeEach(() => {
  forgetSessionQueries();
  sessionStorage.clear();
});
afterEach(() => mounted.unmount());

test('a rep is welcomed with name and email, and starts with the tab to qualify customers', async () => {
  mounted = await mount(<SalesPortalPage host={fakeHost({}).services} params={{}} />);
  const page = mounted.container;
  expect(page.querySelector('h1')?.textContent).toBe('Welcome, Dana Reyes');
  expect(page.textContent).toContain('dana.reyes@corvane.example');
  expect([...page.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).toEqual([
    'Qualify Customers',
    'My Commissions',
  ]);
  expect(page.querySelector('[role=tab][aria-selected=true]')?.textContent).toBe('Qualify Customers');
});

test('commissions are asked for only once their tab is opened', async () => {
  const host = fakeHost({
    get_sales_summary: () => new Promise(() => {}),
    get_sales_page: () => new Promise(() => {}),
  });
  mounted = await mount(<SalesPortalPage host={host.services} params={{}} />);
  expect(host.calls).toEqual([]);
  await press(mounted.container, 'My Commissions');
  expect(host.navigations).toEqual(['/sales-portal?tab=commissions']);
  const location = { ...host.services.location, search: '?tab=commissions' };
  await mounted.render(<SalesPortalPage host={{ ...host.services, location }} params={{}} />);
  expect(host.calls.map(({ name }) => name).sort()).toEqual(['get_sales_page', 'get_sales_summary']);
});

test.each(['restoring', 'anonymous'] as const)(
  'nothing of the rep stays when the session is %s',
  async (status) => {
    const host = fakeHost({});
    mounted = await mount(<SalesPortalPage host={host.services} params={{}} />);
    await mounted.render(<SalesPortalPage host={{ ...host.services, session: { status } }} params={{}} />);
    expect(mounted.container.textContent).not.toContain('Dana Reyes');
    expect(mounted.container.querySelector('input')).toBeNull();
  },
);

test('logging out ends the session, forgets what was begun and leads home', async () => {
  const host = fakeHost({});
  const signOut = vi.fn(async () => {});
  mounted = await mount(<SalesPortalPage host={{ ...host.services, signOut }} params={{}} />);
  await type(mounted.container, 'customer-email', 'ana@acme.example');
  expect(sessionStorage).toHaveLength(1);
  await press(mounted.container, 'Logout');
  expect(signOut).toHaveBeenCalledOnce();
  expect(host.navigations).toEqual(['/']);
  expect(sessionStorage).toHaveLength(0);
});

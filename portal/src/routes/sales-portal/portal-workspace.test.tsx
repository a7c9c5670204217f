// @vitest-environment happy-dom
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { act } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClientForSession, WAITING_KEY } from '../../app/session-query-client.ts';
import { customerRow, customersPage } from '../../features/customers/customers-fixtures.ts';
import { NOTHING_NEW } from '../../features/rep-today/rep-today-fixtures.ts';
import { REP_SESSION } from '../../testing/fake-host.tsx';
import { inputNamed, mount, press, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { PORTAL_TABS } from './portal-tab.ts';
import { PortalWorkspace } from './portal-workspace.tsx';

let host: RoutedHost;

// Already loaded, so the page does not have to wait for it.
beforeAll(() =>
  Promise.all([import('./news.tsx'), import('./portal-tabs.tsx'), import('./portal-dialogs.tsx')]),
);
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  sessionStorage.clear();
});

const never = () => new Promise(() => {});
const HANDLERS = {
  get_customer_openings: never,
  get_rep_today: never,
  get_sales_dashboard: never,
  get_sales_table: never,
  get_customers: () => customersPage([customerRow({ status: 'expired' })]),
};

async function open(search = '', handlers: Handlers = HANDLERS, session = REP_SESSION): Promise<HTMLElement> {
  host = new RoutedHost(handlers, search, session);
  const { container } = await mount(
    <host.Provider>
      <OwnerRoot owner="portal">
        <PortalWorkspace />
      </OwnerRoot>
    </host.Provider>,
  );
  return container;
}

const key = (name: string) =>
  act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: name })));
const draw = () => act(async () => host.drawNext());
const shownTab = (page: HTMLElement) => page.querySelector('[aria-selected=true]')?.textContent;

test('a shortcut focuses its tab, however late the address follows', async () => {
  const page = await open();
  host.drawLate();
  const before = document.activeElement;
  await key('2');
  expect([shownTab(page), document.activeElement]).toEqual(['Qualify Customers', before]);
  await draw();
  expect([shownTab(page), document.activeElement?.textContent]).toEqual(['My Commissions', 'My Commissions']);
});

test('of two quick shortcuts, the last one gets the focus', async () => {
  const page = await open();
  host.drawLate();
  await key('2');
  await key('3');
  await draw();
  await draw();
  expect([shownTab(page), document.activeElement?.textContent]).toEqual(['Customers', 'Customers']);
});

test('the key n focuses the first field of the form, however late the address follows', async () => {
  const page = await open();
  await key('3');
  host.drawLate();
  await key('n');
  expect([shownTab(page), document.activeElement?.textContent]).toEqual(['Customers', 'Customers']);
  await draw();
  expect(shownTab(page)).toBe('Qualify Customers');
  expect(document.activeElement).toBe(inputNamed(page, 'customer-email'));
});

test('a customer who gets a new link fills in the form when its tab is shown, and gets the focus', async () => {
  const page = await open();
  await key('3');
  await untilText(page, 'Ana Diaz');
  await press(page, 'Issue again Ana Diaz');
  host.drawLate();
  await press(document.body, 'Go to Qualify Customers');
  expect(document.activeElement).not.toBe(inputNamed(page, 'customer-email'));
  await draw();
  expect(inputNamed(page, 'customer-email').value).toBe('ana@acme.example');
  expect(document.activeElement).toBe(inputNamed(page, 'customer-email'));
});

test('the tab says how many open requests are assigned to the rep, on any tab, and nothing while there are none', async () => {
  let count = 0;
  const page = await open('', {
    ...HANDLERS,
    get_rep_today: () => ({ ...NOTHING_NEW, requests: { count, overdue: 0, oldestAt: null } }),
  });
  const tab = () => [...page.querySelectorAll('[role=tab]')].at(-1)?.textContent;
  await vi.waitFor(() => expect(host.bodies('get_rep_today')).toHaveLength(1));
  expect(tab()).toBe('Requests');
  count = 3;
  await act(() => queryClientForSession(REP_SESSION.sessionId).invalidateQueries({ queryKey: WAITING_KEY }));
  await vi.waitFor(() => expect(tab()).toBe('Requests 3 open'));
});

test('tabs say what is new in them until they are opened, then how many links end soon', async () => {
  const linksEnding = { count: 5, firstEndsAt: null };
  const sales = { count: 3, cents: 9000 };
  const today = { ...NOTHING_NEW, handedOverCount: 2, linksEnding, sales };
  const page = await open('', { ...HANDLERS, get_rep_today: () => today });
  const tabs = () => [...page.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent);
  const [qualify, commissions, customers, requests] = Object.values(PORTAL_TABS);
  await vi.waitFor(() =>
    expect(tabs()).toEqual([qualify, `${commissions} 3 new`, `${customers} 2 new`, requests]),
  );
  await key('3');
  await key('2');
  await key('1');
  expect(tabs()).toEqual([qualify, commissions, `${customers} 5 ending soon`, requests]);
});

test('a representative without a name is called by the address, once', async () => {
  const { email } = REP_SESSION.rep;
  const page = await open('', HANDLERS, { ...REP_SESSION, rep: { ...REP_SESSION.rep, name: email } });
  expect(page.textContent?.split(email)).toHaveLength(2);
});

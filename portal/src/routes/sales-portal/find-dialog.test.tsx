// @vitest-environment happy-dom

import { act } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { forgetSessionQueries } from '../../app/session-query-client.ts';
import { Themed } from '../../app/theme.tsx';
import { customerRow, customersPage } from '../../features/customers/customers-fixtures.ts';
import { failsWith, REP_SESSION } from '../../testing/fake-host.tsx';
import { letTypingPass, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { PortalHeader } from './portal-header.tsx';

beforeAll(() => import('./portal-dialogs.tsx'));
beforeEach(() => {
  vi.stubGlobal('navigator', { ...navigator, platform: 'Linux x86_64' });
  forgetSessionQueries();
});

let host: RoutedHost;

async function open(handlers: Handlers = {}, rep = REP_SESSION.rep) {
  host = new RoutedHost(handlers, '', { ...REP_SESSION, rep });
  await host.mount(
    <Themed>
      <PortalHeader title="Welcome" detail={null}>
        <input aria-label="A field of the page" />
      </PortalHeader>
    </Themed>,
  );
  await pressed({ key: 'k', ctrlKey: true }, document.querySelector('input') ?? document.body);
  await untilText(document.body, 'Qualify Customers');
}

const field = () => document.querySelector<HTMLInputElement>('[role=combobox]');
const pressed = (init: KeyboardEventInit, target: Element | null = field()) =>
  act(async () => target?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init })));
const results = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);

async function typed(text: string) {
  await act(async () => {
    const input = field();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await letTypingPass();
}

test('Ctrl K opens it from a field of the page, and Enter goes to the first result', async () => {
  await open();
  expect(document.activeElement).toBe(field());
  await typed('commis');
  expect(results()[0]).toBe('My Commissions');
  await pressed({ key: 'Enter' });
  expect(window.location.pathname + window.location.search).toBe('/sales-portal?tab=commissions');
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('a customer is found by what the server searches, and opened', async () => {
  const row = customerRow();
  await open({ get_customers: () => customersPage([row]) });
  await typed('a');
  expect(host.bodies('get_customers')).toEqual([]);
  await typed('acme pump');
  await untilText(document.body, 'Ana Diaz');
  expect(host.bodies('get_customers')).toEqual([
    { filter: { search: 'acme pump' }, page_size: 5, after: null },
  ]);
  await pressed({ key: 'Enter' });
  expect(window.location.pathname + window.location.search).toBe(
    `/sales-portal?tab=customers&customer=${row.customerId}`,
  );
});

/** Regression: a customer found once was hidden when a longer text found them again. */
test('a customer is found while the text grows', async () => {
  await open({ get_customers: () => customersPage([customerRow()]) });
  await typed('acme');
  await untilText(document.body, 'Ana Diaz');
  await typed('acme pump');
  await vi.waitFor(() => expect(results()).toHaveLength(1));
  expect(results()[0]).toContain('Ana Diaz');
});

test('a search that fails says so, and the pages can still be reached', async () => {
  await open({ get_customers: failsWith('internal') });
  await typed('theme dark');
  await untilText(document.body, 'Your customers could not be searched.');
  expect(results()).toEqual(['Theme: Dark']);
  await pressed({ key: 'Enter' });
  expect(document.documentElement.dataset.pageTheme).toBe('dark');
});

test.each([
  [false, []],
  [true, ['Releases']],
])('the tabs of Operations are offered to managers alone: %s', async (isManager, found) => {
  await open({ get_customers: () => customersPage([]) }, { ...REP_SESSION.rep, isManager });
  await typed('Releases');
  expect(results()).toEqual(found);
  if (!isManager) await untilText(document.body, 'Nothing found.');
});

test('Logout ends the session, also from here', async () => {
  await open({ get_customers: () => customersPage([]) });
  await typed('logout');
  await pressed({ key: 'Enter' });
  expect(window.location.pathname + window.location.search).toBe('/');
});

// @vitest-environment happy-dom
import { act } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../../app/session-query-client.ts';
import { requestRow, requestsPage } from '../../../features/contact-requests/requests-fixtures.ts';
import { BUSY } from '../../../features/today/today-fixtures.ts';
import { REP_SESSION } from '../../../testing/fake-host.tsx';
import { type Mounted, press, pressKey, untilText } from '../../../testing/mount.tsx';
import { RoutedHost } from '../../../testing/routed-host.tsx';
import { REFRESH_MS } from '../../../ui/tables/pages-query.ts';
import { loadTab, OPERATIONS_SHORTCUTS, OperationsTabs } from './operations-tabs.tsx';

let mounted: Mounted;
// Already loaded, so no test has to wait for them.
beforeAll(() => Promise.all(['', '?tab=requests'].map(loadTab)));

const never = () => new Promise(() => {});
const HANDLERS = {
  get_operations_today: never,
  get_audit_trail: never,
  get_contact_requests: never,
  get_contact_request_choices: never,
  get_reps_for_assignment: never,
};
const focused = () => document.activeElement?.textContent;

test('each of the first ten tabs has a key that opens and focuses it, even if the address changes late', async () => {
  const host = new RoutedHost(HANDLERS);
  mounted = await host.mount(<OperationsTabs />);
  const tabs = [...mounted.container.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent);
  expect(OPERATIONS_SHORTCUTS[0]?.label).toBe(tabs.slice(0, 10).join(', '));
  expect(OPERATIONS_SHORTCUTS[0]?.keys).toHaveLength(10);
  host.drawLate();
  await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: '2' })));
  expect(mounted.container.querySelector('[aria-selected=true]')?.textContent).toBe(tabs[0]);
  await act(async () => host.drawNext());
  expect([mounted.container.querySelector('[aria-selected=true]')?.textContent, focused()]).toEqual([
    tabs[1],
    tabs[1],
  ]);
});

test('tabs say what waits in them, whichever tab is open', async () => {
  const { newRequests } = BUSY;
  let today = { ...BUSY, siteFaults: 3 };
  const host = new RoutedHost({ ...HANDLERS, get_operations_today: () => today }, '?tab=audit');
  mounted = await host.mount(<OperationsTabs />);
  const row = mounted.container;
  await untilText(row, 'Requests 2 overdue');
  for (const words of [
    'Customers 1 ending soon',
    'Prices 1 scheduled',
    'Releases 1 failing',
    'Upkeep 3 wrong',
  ])
    expect(row.textContent).toContain(words);
  today = { ...today, newRequests: { ...newRequests, overdue: 0 } };
  await act(() => queryClientForSession(REP_SESSION.sessionId).refetchQueries());
  await untilText(row, 'Requests 6 new');
});

test('a hidden tab keeps its text, and neither reloads nor hears a key', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const host = new RoutedHost(
    {
      ...HANDLERS,
      get_operations_today: () => BUSY,
      get_contact_requests: () => requestsPage([requestRow()]),
    },
    '?tab=requests&find=ada',
  );
  mounted = await host.mount(<OperationsTabs />);
  const page = mounted.container;
  const asked = () => host.bodies('get_contact_requests').length;
  const letReload = () => act(async () => vi.advanceTimersByTime(REFRESH_MS));
  await untilText(page, 'Ada Lovelace');
  await letReload();
  await act(() => expect.poll(asked).toBe(2));
  await press(page, 'Today');
  await untilText(page, 'new request, older than 2 days');
  await letReload();
  await act(() => expect.poll(asked).toBe(2));
  await pressKey('c');
  expect(host.search).toContain('find=ada');
  await press(page, 'Requests 2 overdue');
  expect(page.querySelector<HTMLInputElement>('[data-portal-search]')?.value).toBe('ada');
  await pressKey('c');
  expect(host.search).not.toContain('find');
  await letReload();
  await act(() => expect.poll(asked).toBe(4));
  vi.useRealTimers();
});

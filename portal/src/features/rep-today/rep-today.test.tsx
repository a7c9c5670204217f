// @vitest-environment happy-dom

import { beforeEach, expect, test } from 'vitest';
import { failsWith } from '../../testing/fake-host.tsx';
import { press, stopClock, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { ConfirmChange } from '../../ui/dialogs/confirm-dialog.tsx';
import { RepToday } from './rep-today.tsx';
import { MUCH_NEW, NOTHING_NEW } from './rep-today-fixtures.ts';

beforeEach(() => stopClock());

const open = async (handlers: Handlers) => (await new RoutedHost(handlers).mount(<RepToday />)).container;
const linksIn = (page: HTMLElement) =>
  [...page.querySelectorAll('li a')].map((link) => [
    link.textContent,
    link.getAttribute('href')?.split('?')[1],
  ]);

test('each figure links to exactly what it counts, the most urgent first', async () => {
  const page = await open({ get_rep_today: () => MUCH_NEW });
  await untilText(page, 'New since your last visit, Nov 19, 2026');
  expect(linksIn(page)).toEqual([
    ['4open requests1 overdue for a first answer. The oldest came 2 days ago.', 'tab=requests'],
    [expect.stringMatching(/^1access link ends soonThe next at /), 'tab=customers&state=expiring'],
    ['2customers handed over to you', 'tab=customers'],
    ['1customer made a quoteBo Lind', 'tab=customers&customer=00000000-0000-4000-8000-0000000000c2'],
    ['5customers opened an access linkAna Diaz, Bo Lind, Cy Moor and others', 'tab=customers'],
    [
      '2sales since Nov 19, 2026$4,100.00, without cancelled ones',
      'tab=commissions&from=2026-11-19&status=active',
    ],
    [
      '$18,500.00sold this month61 % of $30,000, behind pace. $12,000.50 in as many days of last month',
      'tab=commissions',
    ],
  ]);
  expect(page.textContent).not.toContain('Nothing else waits');
});

test.each([
  [MUCH_NEW, ['4', '1']],
  [{ ...MUCH_NEW, requests: { ...MUCH_NEW.requests, overdue: 0 } }, ['1']],
])('what is overdue or ends soon is red', async (today, figures) => {
  const page = await open({ get_rep_today: () => today });
  await untilText(page, 'sold this month');
  expect([...page.querySelectorAll('.text-danger')].map(({ textContent }) => textContent)).toEqual(figures);
});

test('a change through a dialog asks again, also when it made something else out of date', async () => {
  const host = new RoutedHost({ get_rep_today: () => NOTHING_NEW });
  const { container } = await host.mount(
    <>
      <RepToday />
      <ConfirmChange
        title="Change?"
        description="It changes."
        confirm="Change"
        mutationKey={['any']}
        staleKeys={[['any']]}
        act={async () => null}
        failureWords={String}
        onClose={() => {}}
      />
    </>,
  );
  await untilText(container, 'sold this month');
  await press(document.body, 'Change');
  await expect.poll(() => host.bodies('get_rep_today')).toHaveLength(2);
});

test('a single customer who opened a link is one press away', async () => {
  const [newest] = MUCH_NEW.openings.newest;
  const page = await open({
    get_rep_today: () => ({ ...NOTHING_NEW, openings: { count: 1, newest: [newest] } }),
  });
  await untilText(page, 'customer opened an access link');
  expect(linksIn(page)[0]).toEqual([
    '1customer opened an access linkAna Diaz',
    `tab=customers&customer=${newest?.customerId}`,
  ]);
});

test('a quiet day says what was looked at, and keeps the sum of the month', async () => {
  const page = await open({ get_rep_today: () => NOTHING_NEW });
  await untilText(
    page,
    'Nothing else waits: no request is open, no access link ends soon, no customer was handed over to you, no customer made a quote, no customer opened a link, no sale came in.',
  );
  expect(linksIn(page)).toHaveLength(1);
});

test('after a failed load, a retry loads the figures', async () => {
  let answer: () => unknown = failsWith('internal');
  const page = await open({ get_rep_today: () => answer() });
  await untilText(page, 'Failed to load what is new.');
  answer = () => NOTHING_NEW;
  await press(page, 'Try again');
  await untilText(page, 'sold this month');
});

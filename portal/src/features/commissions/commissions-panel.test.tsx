// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HostServicesProvider } from '../../app/host-services-context.tsx';
import { forgetSessionQueries, queryClientForSession } from '../../app/session-query-client.ts';
import { type FakeHost, failsWith, fakeHost, REP_ID } from '../../testing/fake-host.tsx';
import { buttonNamed, type Mounted, mount, press, untilText } from '../../testing/mount.tsx';
import { CommissionsPanel } from './commissions-panel.tsx';
import { saleRow, summaryRow } from './sales-fixtures.ts';

let mounted: Mounted;

beforeEach(forgetSessionQueries);
afterEach(() => mounted.unmount());

async function open(host: FakeHost, repId = REP_ID): Promise<HTMLElement> {
  mounted = await mount(
    <HostServicesProvider host={host.services}>
      <QueryClientProvider client={queryClientForSession('test')}>
        <CommissionsPanel repId={repId} />
      </QueryClientProvider>
    </HostServicesProvider>,
  );
  return mounted.container;
}

const LOAD_FAILED = 'Failed to load sales data. Please try again later.';
const NEVER = () => new Promise(() => {});

test('while the answers are awaited, both parts say that they are loading', async () => {
  const panel = await open(fakeHost({ get_sales_summary: NEVER, get_sales_page: NEVER }));
  expect([...panel.querySelectorAll('[aria-busy] [role=status]')].map((node) => node.textContent)).toEqual([
    'Loading your totals',
    'Loading your sales',
  ]);
});

test('a failed load says so, and trying again brings the sales', async () => {
  let page: () => unknown = failsWith('internal') as () => unknown;
  const panel = await open(fakeHost({ get_sales_summary: () => summaryRow, get_sales_page: () => page() }));
  await untilText(panel, LOAD_FAILED);
  page = () => ({ rows: [saleRow(1)], has_more: false });
  await press(panel, 'Try again');
  await untilText(panel, 'Ana Diaz');
  expect(panel.textContent).not.toContain(LOAD_FAILED);
});

test('totals that fail leave the sales alone', async () => {
  const panel = await open(
    fakeHost({
      get_sales_summary: failsWith('internal'),
      get_sales_page: () => ({ rows: [saleRow(1)], has_more: false }),
    }),
  );
  await untilText(panel, 'Failed to load your totals.');
  await untilText(panel, 'Ana Diaz');
});

test('a rep without sales is told that there are none yet', async () => {
  const none = { total_sales_cents: 0, net_sales_cents: 0, active_subscriptions: 0, sales_count: 0 };
  const panel = await open(
    fakeHost({ get_sales_summary: () => none, get_sales_page: () => ({ rows: [], has_more: false }) }),
  );
  await untilText(panel, 'No sales data available yet.');
  expect(panel.querySelector('table')).toBeNull();
});

test('the headline counts cancelled sales, the figure beside it does not, and each says so', async () => {
  const rows = [
    saleRow(1),
    saleRow(2, {
      sale_amount: 189_500,
      is_cancelled: true,
      cancelled_at: '2026-11-02T23:30:00Z',
      qualified_lead_id: null,
    }),
  ];
  const panel = await open(
    fakeHost({ get_sales_summary: () => summaryRow, get_sales_page: () => ({ rows, has_more: false }) }),
  );
  await untilText(panel, '$5,095.00All 2 sales, cancelled ones included');
  await untilText(panel, '$3,200.00Net of cancellations, 1 left out');
  await untilText(panel, 'CancelledNov 2, 2026');
  expect(panel.querySelectorAll('tbody th')[1]?.textContent).toBe('Unknown Customer');
});

test('a further page that fails keeps the rows and can be asked for again', async () => {
  let isFirstTry = true;
  const panel = await open(
    fakeHost({
      get_sales_summary: () => summaryRow,
      get_sales_page: (args) => {
        if ((args as { after_id: string | null }).after_id === null) {
          return { rows: [saleRow(1)], has_more: true };
        }
        if (isFirstTry) {
          isFirstTry = false;
          return failsWith('internal')(args);
        }
        return { rows: [saleRow(2, { lead_name: 'Jo Li' })], has_more: false };
      },
    }),
  );
  await untilText(panel, 'The newest 1 sales are shown');
  await press(panel, 'Show more');
  await untilText(panel, LOAD_FAILED);
  expect(panel.textContent).toContain('Ana Diaz');
  expect(() => buttonNamed(panel, 'Show more')).toThrow();
  await press(panel, 'Try again');
  await untilText(panel, 'All 2 sales are shown');
  expect(document.activeElement?.textContent).toBe('All 2 sales are shown');
});

test('figures that cannot be refreshed stay, and are marked as old', async () => {
  let summary: () => unknown = () => summaryRow;
  let page: () => unknown = () => ({ rows: [saleRow(1)], has_more: false });
  const panel = await open(fakeHost({ get_sales_summary: () => summary(), get_sales_page: () => page() }));
  await untilText(panel, 'Ana Diaz');
  summary = page = failsWith('internal') as () => unknown;
  await act(() => queryClientForSession('test').refetchQueries());
  await untilText(panel, 'These totals could not be refreshed');
  await untilText(panel, 'These sales could not be refreshed');
  expect(panel.textContent).toContain('$5,095.00');
  expect(panel.textContent).toContain('Ana Diaz');
});

test('without a representative ID nothing is asked for', async () => {
  const host = fakeHost({});
  const panel = await open(host, '');
  await untilText(panel, 'No sales representative ID available');
  expect(host.calls).toEqual([]);
});

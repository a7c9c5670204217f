// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failsWith } from '../../../testing/fake-host.tsx';
import { choose, press, stopClock, type as typeText, untilText } from '../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../testing/routed-host.tsx';
import { saleId } from '../sales-fixtures.ts';
import { APPROVED, DANA, line, OMAR, openMonths, page, statement } from './statements-fixtures.ts';
import StatementsPanel from './statements-panel.tsx';

const month = (changed: object = {}) => ({
  month: '2026-09',
  thisMonth: '2026-10',
  firstMonth: '2026-07',
  firstOpenMonth: '2026-09',
  ownRepId: null,
  open: [openMonths()],
  rows: [statement(), statement({ repId: OMAR, name: 'Omar', ...APPROVED })],
  ...changed,
});
const ASKED = line({ question: 'Why not 110?', askedAt: '2026-10-03T08:00:00Z' });
const HANDLERS: Handlers = {
  get_statements: () => month(),
  get_statement: () =>
    page([ASKED], { statement: statement({ ...APPROVED, questionCount: 1, openQuestionCount: 1 }) }),
  'change-statements': () => ({ answers: [{ repId: DANA, outcome: 'saved' }] }),
};

const buttons = (page: HTMLElement) =>
  [...page.querySelectorAll('button')].map((button) => button.textContent);

let host: RoutedHost;
async function open(handlers: Handlers = {}, search = '?tab=statements'): Promise<HTMLElement> {
  host = new RoutedHost({ ...HANDLERS, ...handlers }, search);
  await host.mount(<StatementsPanel />);
  return document.body;
}
beforeEach(() => {
  stopClock();
  return () => vi.useRealTimers();
});

test('the representatives of the month are listed with their sums and status', async () => {
  const page = await open();
  await untilText(page, 'Dana');
  const rows = [...page.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(rows[0]).toContain('$250.00');
  expect(rows[0]).toContain('\u2212$30.00');
  expect(rows[0]).toContain('Draft');
  expect(rows[1]).toContain('Approved');
});

test('a draft is approved with the sums that were seen, after a question', async () => {
  const page = await open();
  await untilText(page, 'Dana');
  await press(page, 'Approve Dana');
  expect(page.textContent).toContain('Approve: the statement of Dana for September 2026?');
  expect(page.textContent).toContain('$75.00 to pay. An approved statement never changes.');
  expect(host.bodies('change-statements')).toEqual([]);
  await press(page, 'Approve');
  expect(host.bodies('change-statements')).toEqual([
    {
      action: 'approve',
      month: '2026-09',
      statements: [openMonths()],
    },
  ]);
  await vi.waitFor(() => expect(host.bodies('get_statements')).toHaveLength(2));
});

test('all approved statements are marked as paid by one press and a question', async () => {
  const page = await open();
  await untilText(page, 'Dana');
  await press(page, 'Mark 1 statement as paid');
  await press(page, 'Mark as paid');
  expect(host.bodies('change-statements')).toEqual([
    { action: 'pay', month: '2026-09', statements: [{ repId: OMAR }] },
  ]);
});

test.each([
  [failsWith('invalid_request', { fields: { month: 'This month is not over.' } }), 'This month is not over.'],
  [failsWith('forbidden'), 'You may not change this any more. Open the page again.'],
  [failsWith('not_found'), 'This statement no longer has that line. Open the page again.'],
])('a change that is refused says why, and what to do: %#', async (refuse, words) => {
  const page = await open({ 'change-statements': refuse });
  await untilText(page, 'Dana');
  await press(page, 'Approve Dana');
  await press(page, 'Approve');
  await untilText(page, words);
});

test('statements that were left as before are counted, with the reason', async () => {
  const page = await open({
    'change-statements': () => ({
      answers: [
        { repId: DANA, outcome: 'conflict' },
        { repId: OMAR, outcome: 'saved' },
      ],
    }),
  });
  await untilText(page, 'Dana');
  await press(page, 'Approve 1 draft');
  await press(page, 'Approve');
  await untilText(page, 'The statements of 1 representative were left as before: another manager was first');
});

test('all open months up to this one are approved by one press and a question, also of those without a row', async () => {
  const [dana, gone] = [
    openMonths({ since: '2026-08', payCents: 17_500 }),
    openMonths({ repId: saleId(73), since: '2024-06', payCents: 2_500, carriedCents: 0 }),
  ];
  const page = await open({ get_statements: () => month({ firstOpenMonth: '2024-06', open: [dana, gone] }) });
  await untilText(page, 'June 2024 is the first with a draft.');
  await press(page, 'Approve Dana');
  await untilText(page, 'Approve: all open months of Dana, August 2026 to September 2026?');
  await untilText(page, '$175.00 to pay. Each month becomes a statement.');
  await press(page, 'Cancel');
  await press(page, 'Approve all months up to September 2026');
  await untilText(page, 'Approve: all open months of 2 representatives, June 2024 to September 2026?');
  await untilText(page, '$200.00 to pay.');
  await press(page, 'Approve');
  await vi.waitFor(() =>
    expect(host.bodies('change-statements')).toEqual([
      { action: 'approve', month: '2026-09', statements: [dana, gone] },
    ]),
  );
});

test('years of many representatives are approved in calls that each end in time', async () => {
  const all = Array.from({ length: 5 }, (_, n) => openMonths({ repId: saleId(80 + n), since: '2016-10' }));
  const page = await open({ get_statements: () => month({ open: all }) });
  await untilText(page, 'Dana');
  await press(page, 'Approve all months up to September 2026');
  await press(page, 'Approve');
  // 120 months each.
  await vi.waitFor(() =>
    expect(
      host.bodies('change-statements').map((body) => (body as { statements: object[] }).statements.length),
    ).toEqual([2, 2, 1]),
  );
});

test('a manager neither approves nor pays their own statement if there is another manager', async () => {
  const rows = [statement(), statement({ repId: OMAR, name: 'Omar' })];
  const openOfBoth = [openMonths(), openMonths({ repId: OMAR })];
  const page = await open({ get_statements: () => month({ ownRepId: OMAR, rows, open: openOfBoth }) });
  await untilText(page, 'Another manager approves and pays your own statement.');
  expect(buttons(page)).toContain('Approve Dana');
  expect(buttons(page)).not.toContain('Approve Omar');
  await press(page, 'Approve 1 draft');
  await press(page, 'Approve');
  expect(host.bodies('change-statements')).toMatchObject([{ statements: [{ repId: DANA }] }]);
});

test('the focus is in the open statement, and after the return on its row', async () => {
  const page = await open();
  await untilText(page, 'Dana');
  await press(page, 'Dana');
  await untilText(page, 'Why not 110?');
  expect(document.activeElement?.textContent).toBe('Statement for September 2026');
  await press(page, 'All statements');
  expect(document.activeElement?.textContent).toContain('Dana');
});

test('a month that is not over has no button to approve it', async () => {
  const page = await open({
    get_statements: () => month({ month: '2026-10', firstOpenMonth: '2026-08', open: [] }),
  });
  await untilText(page, 'This month is not over.');
  expect(page.textContent).not.toContain('Approve 1 draft');
  await press(page, 'Show it');
  expect(host.search).toContain('statements-month=2026-08');
});

test('another month is chosen, and the address keeps it', async () => {
  const page = await open();
  await untilText(page, 'Dana');
  await choose(page, 'Month (UTC)', '2026-07');
  expect(host.search).toContain('statements-month=2026-07');
  await vi.waitFor(() => expect(host.bodies('get_statements')).toEqual([{}, { month: '2026-07' }]));
});

test('a month without commission says so, and a failure can be retried', async () => {
  let answer: () => unknown = failsWith('internal');
  const page = await open({ get_statements: () => answer() });
  await untilText(page, 'Failed to load the statements.');
  answer = () => month({ rows: [] });
  await press(page, 'Try again');
  await untilText(page, 'There is no commission in this month.');
});

test('a question about a line is answered, and the answer stays with it', async () => {
  const page = await open({}, `?tab=statements&statement=${DANA}`);
  await untilText(page, 'Why not 110?');
  expect(host.bodies('get_statement')).toEqual([{ month: '2026-09', after: null, rep_id: DANA }]);
  await press(page, 'Ana DiazMoonshot');
  await press(page, 'Answer');
  expect(page.textContent).toContain('Please write an answer');
  await typeText(page, 'text', 'By the new rate.');
  await press(page, 'Answer');
  await vi.waitFor(() =>
    expect(host.bodies('change-statements')).toEqual([
      {
        action: 'answer',
        month: '2026-09',
        statements: [{ repId: DANA, saleId: ASKED.saleId, answer: 'By the new rate.' }],
      },
    ]),
  );
  await press(page, 'All statements');
  expect(host.search).toBe('?tab=statements');
});

test('the file for payroll comes from the call that leaves a line in the trail', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const panel = await open({ 'export-list': () => ({ page: page([statement(APPROVED)]) }) });
  await untilText(panel, 'Dana');
  await press(panel, 'Export CSV');
  await act(() => expect.poll(() => files.length).toBe(1));
  expect(host.bodies('export-list')).toEqual([
    { list: 'statements', filter: { month: '2026-09' }, after: null },
  ]);
  expect(await files[0]?.text()).toContain(
    `2026-09,Dana,dana@corvane.example,${DANA},250.00,100.00,-30.00,5.00,75.00,200.00,Approved,`,
  );
  vi.restoreAllMocks();
});

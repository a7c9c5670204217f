// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { failsWith } from '../../../testing/fake-host.tsx';
import { press, stopClock, type as typeText, untilText } from '../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../testing/routed-host.tsx';
import { CommissionsPanel } from '../commissions-panel.tsx';
import { dashboardRow, saleId, saleRow, tablePage } from '../sales-fixtures.ts';
import { APPROVED, line, page, statement } from './statements-fixtures.ts';

const HANDLERS: Handlers = {
  get_sales_dashboard: () => dashboardRow,
  get_sales_table: () => tablePage([saleRow(1)]),
  get_own_statements: () =>
    page([
      statement({ month: '2026-10' }),
      statement({ ...APPROVED, questionCount: 1, openQuestionCount: 1 }),
    ]),
  get_statement: () => page([line()], { statement: statement(APPROVED) }),
  'question-statement': () => ({ outcome: 'saved' }),
};

const SEPTEMBER = '?tab=commissions&show=statements&statement-month=2026-09';

let host: RoutedHost;
async function open(search: string, handlers: Handlers = {}): Promise<HTMLElement> {
  host = new RoutedHost({ ...HANDLERS, ...handlers }, search);
  await host.mount(<CommissionsPanel />);
  // Its code is there when it is asked for, and that of the charts.
  await act(() => Promise.all([import('./own-statements.tsx'), import('../charts/sales-charts.tsx')]));
  return document.body;
}
beforeEach(() => {
  stopClock();
  return () => vi.useRealTimers();
});

test('a representative goes from their commissions to their statements, to one, and back', async () => {
  const page = await open('?tab=commissions');
  await untilText(page, 'Remaining commission');
  await press(page, 'My statements');
  await untilText(page, 'October 2026');
  expect(page.textContent).not.toContain('Remaining commission');
  expect(page.textContent).toContain('1 question not answered yet');
  expect(document.activeElement?.textContent).toBe('My statements');
  await press(page, 'September 2026');
  await untilText(page, 'Statement for September 2026');
  expect(host.search).toBe('?tab=commissions&show=statements&statement-month=2026-09');
  expect(host.bodies('get_statement')).toEqual([{ month: '2026-09', after: null, page_size: 1000 }]);
  expect(document.activeElement?.textContent).toBe('Statement for September 2026');
  await press(page, 'All my statements');
  expect(document.activeElement?.textContent).toBe('September 2026');
  await press(page, 'Back to My Commissions');
  await untilText(page, 'Remaining commission');
  expect(document.activeElement?.textContent).toBe('My statements');
  expect(host.search).toBe('?tab=commissions');
});

/** Regression: the paper had the lines that were loaded, under the sums of all. */
test('a statement prints once all of its lines are there', async () => {
  const printed: (string | null)[] = [];
  vi.stubGlobal('print', () => printed.push(document.body.textContent));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  let readFurther: () => void = failsWith('internal');
  const customers = ['Ana Diaz', 'Bo Lind', 'Cy Young'];
  const shown = await open(SEPTEMBER, {
    get_statement: (body) => {
      const { after } = body as { after: string | null };
      if (after !== null) readFurther();
      const at = Number(after ?? 0);
      return page([line({ saleId: saleId(at + 1), customer: customers[at] ?? null })], {
        ...{ statement: statement(APPROVED), hasMore: at < 2, nextAfter: `${at + 1}` },
      });
    },
  });
  await untilText(shown, 'Ana Diaz');
  await press(shown, 'Print');
  await untilText(shown, 'Failed to load all lines: Nothing was printed.');
  expect(printed).toEqual([]);
  readFurther = () => {};
  await press(shown, 'Print');
  await act(() => expect.poll(() => printed.length).toBe(1));
  expect(customers.filter((name) => printed[0]?.includes(name))).toEqual(customers);
  await press(shown, 'Print');
  expect(printed).toHaveLength(2);
  expect(host.bodies('get_statement')).toHaveLength(4);
});

test('a line of an approved statement is questioned once', async () => {
  const page = await open(SEPTEMBER);
  await untilText(page, 'Ana Diaz');
  await press(page, 'Ana DiazMoonshot');
  await press(page, 'Ask');
  expect(page.textContent).toContain('Please write your question');
  await typeText(page, 'text', 'Why not 110?');
  await press(page, 'Ask');
  await untilText(page, 'Question sent: A manager answers it here.');
  expect(host.bodies('question-statement')).toEqual([
    { month: '2026-09', saleId: line().saleId, question: 'Why not 110?' },
  ]);
});

test('a question that was asked from another tab is not overwritten', async () => {
  const page = await open(SEPTEMBER, {
    'question-statement': () => ({ outcome: 'conflict' }),
  });
  await untilText(page, 'Ana Diaz');
  await press(page, 'Ana DiazMoonshot');
  await typeText(page, 'text', 'Why not 110?');
  await press(page, 'Ask');
  await untilText(page, 'This line has another question already.');
});

/** Regression: the dialog showed the first line of the sale. */
test('each line of a sale opens as itself', async () => {
  const corrected = line({ kind: 'correction', cents: -4_000 });
  const shown = await open(SEPTEMBER, {
    get_statement: () => page([line(), corrected], { statement: statement(APPROVED) }),
  });
  await untilText(shown, 'Correction');
  const [, second] = shown.querySelectorAll<HTMLElement>('[data-row-opener]');
  await act(async () => second?.click());
  const dialog = shown.querySelector('[role=dialog]');
  expect(dialog?.textContent).toContain('Counts asCorrection');
  expect(dialog?.textContent).toContain('\u2212$40.00');
});

test('a line with an answer takes no other question', async () => {
  const asked = line({
    question: 'Why not 110?',
    askedAt: '2026-10-03T08:00:00Z',
    answer: 'By the new rate.',
    answeredAt: '2026-10-04T08:00:00Z',
  });
  const shown = await open(SEPTEMBER, {
    get_statement: () => page([asked], { statement: statement(APPROVED) }),
  });
  await untilText(shown, 'By the new rate.');
  await press(shown, 'Ana DiazMoonshot');
  expect(shown.querySelector('textarea')).toBeNull();
});

test('a line of a draft cannot be questioned yet', async () => {
  const shown = await open(SEPTEMBER, { get_statement: () => page([line()], { statement: statement() }) });
  await untilText(shown, 'Ana Diaz');
  await press(shown, 'Ana DiazMoonshot');
  expect(shown.textContent).toContain('You can ask once the month is approved.');
  expect(shown.querySelector('textarea')).toBeNull();
});

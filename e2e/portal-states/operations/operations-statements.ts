import type { Page } from '@playwright/test';
import { saleId } from '../../../portal/src/features/commissions/sales-fixtures.ts';
import {
  APPROVED,
  DANA,
  OMAR,
  openMonths,
  page as pageOf,
  statement,
} from '../../../portal/src/features/commissions/statements/statements-fixtures.ts';
import { expect } from '../../browser.ts';
import { answer, fail, fn, hold, refuse, rpc } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { ANSWERED, ASKED, LINES, ONE_STATEMENT, PAID } from '../statements.ts';
import { openAsManager, withAccess } from './operations-access.ts';

const MONTH = rpc('get_statements');
const CHANGE = fn('change-statements');
const LONG = 'a-name-without-a-break-'.repeat(3);
const [THIRD, FOURTH] = [saleId(73), saleId(74)];

const ROWS = [
  statement(),
  statement({ repId: OMAR, name: 'Omar', ...APPROVED, questionCount: 2, openQuestionCount: 1 }),
  statement({ repId: THIRD, name: 'Priya', ...PAID, isDisabled: true, questionCount: 1 }),
  statement({ repId: FOURTH, name: LONG, earnedCents: 99_999_999_999, payCents: -99_999_999_999 }),
];
const month = (changes: object = {}) => ({
  month: '2026-09',
  thisMonth: '2026-10',
  firstMonth: '2024-06',
  firstOpenMonth: '2026-09',
  ownRepId: null,
  open: [openMonths(), openMonths({ repId: FOURTH })],
  rows: ROWS,
  ...changes,
});
/** Years of history, and nothing approved yet. */
const firstUse = () =>
  month({
    firstOpenMonth: '2024-06',
    rows: [statement(), statement({ repId: OMAR, name: 'Omar' })],
    open: [
      openMonths({ since: '2024-06', payCents: 1_284_000 }),
      openMonths({ repId: OMAR, since: '2025-01' }),
    ],
  });

async function openStatements(page: Page, answered: object = month(), query = ''): Promise<void> {
  await withAccess(page);
  await answer(page, MONTH, answered);
  await openAsManager(page, `?tab=statements${query}`);
  await expect(page.getByRole('tabpanel', { name: 'Statements' })).toBeVisible();
}

async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function askToApprove(page: Page): Promise<void> {
  await openStatements(page, firstUse());
  await press(page, 'Approve all months up to September 2026');
  await expect(page.getByRole('dialog')).toContainText('June 2024 to September 2026?');
}

async function approve(page: Page): Promise<void> {
  await askToApprove(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
}

async function openLine(page: Page, of: object): Promise<void> {
  await answer(page, ONE_STATEMENT, pageOf([of], { statement: statement(APPROVED) }));
  await openStatements(page, month(), `&statement=${DANA}`);
  await page
    .getByRole('table')
    .getByRole('button', { name: /^Ana Diaz/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Ana Diaz' })).toBeVisible();
}

async function answerQuestion(page: Page): Promise<void> {
  await openLine(page, ASKED);
  await page.getByLabel('Your answer', { exact: true }).fill('By the rate of August.');
  await press(page, 'Answer');
}

/** The tab Statements of Operations. */
export const OPERATIONS_STATEMENTS_STATES: readonly PortalState[] = [
  {
    name: 'operations statements loading',
    async show(page) {
      await withAccess(page);
      await hold(page, MONTH);
      await openAsManager(page, '?tab=statements');
      await expect(page.getByText('Loading the statements')).toHaveCount(1);
    },
  },
  {
    name: 'operations statements not loaded',
    async show(page) {
      await withAccess(page);
      await fail(page, MONTH);
      await openAsManager(page, '?tab=statements');
      await seeText(page, 'Failed to load the statements.');
    },
  },
  {
    name: 'operations statements, no commission',
    async show(page) {
      await openStatements(page, month({ rows: [], open: [], firstOpenMonth: null }));
      await seeText(page, 'There is no commission in this month.');
    },
  },
  {
    name: 'operations statements: drafts, approved, paid',
    async show(page) {
      await openStatements(page);
      await seeText(page, '1 question to answer');
      await expect(page.getByRole('button', { name: 'Approve 2 drafts' })).toBeVisible();
    },
  },
  {
    name: 'operations statements, month not over',
    async show(page) {
      await openStatements(page, month({ month: '2026-10', open: [] }));
      await seeText(page, 'This month is not over.');
    },
  },
  {
    name: 'operations statements, earlier months open',
    async show(page) {
      await openStatements(page, firstUse());
      await seeText(page, 'June 2024 is the first with a draft.');
    },
  },
  {
    name: "operations statements, the manager's own",
    async show(page) {
      await openStatements(page, month({ ownRepId: DANA }));
      await seeText(page, 'Another manager approves and pays your own statement.');
    },
  },
  {
    name: 'operations statements, one to approve',
    async show(page) {
      await openStatements(page);
      await press(page, 'Approve Dana');
      await seeText(page, 'Approve: the statement of Dana for September 2026?');
    },
  },
  { name: 'operations statements, all months to approve', show: askToApprove },
  {
    name: 'operations statements being approved',
    async show(page) {
      await hold(page, CHANGE);
      await approve(page);
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    },
  },
  {
    name: 'operations statements, left as before',
    async show(page) {
      await answer(page, CHANGE, { answers: [{ repId: OMAR, outcome: 'conflict' }] });
      await approve(page);
      await seeText(page, 'another manager was first, or the sums changed');
    },
  },
  {
    name: 'operations statements not approved',
    async show(page) {
      await refuse(page, CHANGE, 503, 'unavailable');
      await approve(page);
      await seeText(page, 'The server cannot be reached.');
    },
  },
  {
    name: 'operations statements to be paid',
    async show(page) {
      await openStatements(page);
      await press(page, 'Mark 1 statement as paid');
      await seeText(page, 'Mark as paid: 1 statement for September 2026?');
    },
  },
  {
    name: 'operations statement, extremes',
    async show(page) {
      await answer(page, ONE_STATEMENT, pageOf(LINES, { statement: statement(PAID) }));
      await openStatements(page, month(), `&statement=${DANA}`);
      await seeText(page, 'By the rate of August.');
    },
  },
  {
    name: 'operations statement not loaded',
    async show(page) {
      await fail(page, ONE_STATEMENT);
      await openStatements(page, month(), `&statement=${DANA}`);
      await seeText(page, 'Failed to load the statement.');
    },
  },
  { name: 'operations statement, question to answer', show: (page) => openLine(page, ASKED) },
  {
    name: 'operations statement, answered before',
    async show(page) {
      await answer(page, CHANGE, { answers: [{ repId: DANA, outcome: 'conflict' }] });
      await answerQuestion(page);
      await seeText(page, 'This line has another answer already.');
    },
  },
  {
    name: 'operations statement, answer not saved',
    async show(page) {
      await refuse(page, CHANGE, 503, 'unavailable');
      await answerQuestion(page);
      await seeText(page, 'The server cannot be reached.');
    },
  },
  { name: 'operations statement, question answered', show: (page) => openLine(page, ANSWERED) },
];

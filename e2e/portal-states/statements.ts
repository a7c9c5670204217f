import type { Page } from '@playwright/test';
import {
  APPROVED,
  line,
  page as pageOf,
  statement,
} from '../../portal/src/features/commissions/statements/statements-fixtures.ts';
import { expect } from '../browser.ts';
import { answer, cut, fail, fn, hold, refuse, rpc } from './answers.ts';
import { open, type PortalState, seeText } from './portal-state.ts';

const OWN = rpc('get_own_statements');
export const ONE_STATEMENT = rpc('get_statement');
const ASK = fn('question-statement');

export const PAID = { ...APPROVED, status: 'paid', paidAt: '2026-10-05T08:00:00Z' } as const;
export const ASKED = line({ question: 'Why not 110 dollars?', askedAt: '2026-10-03T08:00:00Z' });
export const ANSWERED = {
  ...ASKED,
  answer: 'By the rate of August.',
  answeredAt: '2026-10-04T08:00:00Z',
};
const LONG = 'a-word-without-a-break-'.repeat(4);
export const LINES = [
  ANSWERED,
  line({ saleId: '00000000-0000-4000-8000-0000000000d1', kind: 'correction', cents: -4_000, customer: null }),
  line({
    saleId: '00000000-0000-4000-8000-0000000000d2',
    kind: 'clawback',
    cents: -99_999_999_999,
    customer: LONG,
    productName: null,
    question: LONG,
    askedAt: '2026-10-03T08:00:00Z',
  }),
];

const MONTHS = [
  statement({ month: '2026-10', clawedBackCents: 0, correctionCents: 0, payCents: 0 }),
  statement({ ...APPROVED, questionCount: 2, openQuestionCount: 1 }),
  statement({
    ...PAID,
    month: '2026-08',
    earnedCents: 99_999_999_999,
    payCents: -99_999_999_999,
    questionCount: 1,
  }),
];

async function openMonths(page: Page, months: readonly object[] = MONTHS, query = ''): Promise<void> {
  await answer(page, OWN, pageOf([...months]));
  await open(page, `?tab=commissions&show=statements${query}`);
}

export async function openStatement(
  page: Page,
  lines: readonly object[] = LINES,
  of: object = APPROVED,
): Promise<void> {
  await answer(page, ONE_STATEMENT, pageOf([...lines], { statement: statement(of) }));
  await openMonths(page, MONTHS, '&statement-month=2026-09');
  await expect(page.getByRole('heading', { name: 'Statement for September 2026' })).toBeFocused();
}

async function openLine(page: Page, of: object = line(), from: object = APPROVED): Promise<void> {
  await openStatement(page, [of], from);
  await page
    .getByRole('table')
    .getByRole('button', { name: /^Ana Diaz/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Ana Diaz' })).toBeVisible();
}

async function ask(page: Page, text: string): Promise<void> {
  await openLine(page);
  await page.getByLabel('Your question', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

/** A representative's own statements. */
export const STATEMENT_STATES: readonly PortalState[] = [
  {
    name: 'own statements, their code not loaded',
    async show(page) {
      await cut(page, '*/own-statements-*.js');
      await open(page, '?tab=commissions&show=statements');
      await seeText(page, 'Failed to load your statements.');
    },
  },
  {
    name: 'own statements loading',
    async show(page) {
      await hold(page, OWN);
      await open(page, '?tab=commissions&show=statements');
      await expect(page.getByText('Loading your statements')).toHaveCount(1);
      await expect(page.getByRole('heading', { name: 'My statements' })).toBeFocused();
    },
  },
  {
    name: 'own statements not loaded',
    async show(page) {
      await fail(page, OWN);
      await open(page, '?tab=commissions&show=statements');
      await seeText(page, 'Failed to load your statements.');
    },
  },
  {
    name: 'own statements, none yet',
    async show(page) {
      await openMonths(page, []);
      await seeText(page, 'No statements yet.');
    },
  },
  {
    name: 'own statements: draft, approved, paid',
    async show(page) {
      await openMonths(page);
      for (const status of ['Draft', 'Approved', 'Paid']) await seeText(page, status);
    },
  },
  {
    name: 'own statement loading',
    async show(page) {
      await hold(page, ONE_STATEMENT);
      await openMonths(page, MONTHS, '&statement-month=2026-09');
      await expect(page.getByText('Loading the statement')).toHaveCount(1);
    },
  },
  {
    name: 'own statement not loaded',
    async show(page) {
      await fail(page, ONE_STATEMENT);
      await openMonths(page, MONTHS, '&statement-month=2026-09');
      await seeText(page, 'Failed to load the statement.');
    },
  },
  {
    name: 'own statement, extremes',
    async show(page) {
      await openStatement(page);
      await seeText(page, 'By the rate of August.');
    },
  },
  {
    name: 'own statement, no lines',
    async show(page) {
      await openStatement(page, [], { finalCents: 0, payCents: 0 });
      await seeText(page, 'No commission is paid in this month.');
    },
  },
  {
    name: 'own statement, line of a draft',
    async show(page) {
      await openLine(page, line(), {});
      await seeText(page, 'You can ask once the month is approved.');
    },
  },
  { name: 'own statement, line to ask about', show: (page) => openLine(page) },
  {
    name: 'own statement, nothing asked',
    async show(page) {
      await ask(page, '');
      await seeText(page, 'Please write your question');
      await expect(page.getByLabel('Your question', { exact: true })).toBeFocused();
    },
  },
  {
    name: 'own statement, question being sent',
    async show(page) {
      await hold(page, ASK);
      await ask(page, 'Why not more?');
      await expect(page.getByRole('button', { name: 'Ask', exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    },
  },
  {
    name: 'own statement, question sent',
    async show(page) {
      await answer(page, ASK, { outcome: 'saved' });
      await ask(page, 'Why not more?');
      await seeText(page, 'Question sent');
    },
  },
  {
    name: 'own statement, question not sent',
    async show(page) {
      await refuse(page, ASK, 503, 'unavailable');
      await ask(page, 'Why not more?');
      await seeText(page, 'The server cannot be reached.');
    },
  },
  {
    name: 'own statement, another question before',
    async show(page) {
      await answer(page, ASK, { outcome: 'conflict' });
      await ask(page, 'Why not more?');
      await seeText(page, 'This line has another question already.');
    },
  },
  {
    name: 'own statement, question open',
    async show(page) {
      await openLine(page, ASKED);
      await seeText(page, 'Why not 110 dollars?');
    },
  },
  {
    name: 'own statement, question answered',
    async show(page) {
      await openLine(page, ANSWERED);
      await seeText(page, 'By the rate of August.');
    },
  },
];

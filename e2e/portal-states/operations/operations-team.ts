import type { Page } from '@playwright/test';
import {
  dashboardRow,
  emptyDashboardRow,
  saleRow,
  tablePage,
} from '../../../portal/src/features/commissions/sales-fixtures.ts';
import { expect } from '../../browser.ts';
import { answer, fail, fn, hold, rpc } from '../answers.ts';
import { CHARTS, TABLE, TOTALS } from '../commissions.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { openAsManager, withAccess } from './operations-access.ts';

const RANKING = rpc('get_sales_ranking');
const IMPORTS = rpc('get_sales_imports');
const LONG = 'a-name-without-a-break-'.repeat(3);

const repId = (n: number) => `00000000-0000-4000-8000-0000000000c${n}`;
const rep = (n: number, name: string, changes: object = {}) => ({
  repId: repId(n),
  name,
  isDisabled: false,
  salesCount: 12 * n,
  salesCents: 509_500 * n,
  earnedCents: 15_160 * n,
  netCommissionCents: 40_760 * n,
  openedCount: 3 * n,
  openedSoldCount: n,
  netSalesCents: 480_000 * n,
  targetCents: n === 2 ? 1_500_000 : null,
  ...changes,
});
const RANKED = [rep(2, 'Dana Whitfield'), rep(1, 'Ines Castellano', { isDisabled: true, openedCount: 0 })];
/** Sums of decades, and no person with a short name. */
const EXTREMES = [
  rep(3, LONG, { salesCount: 1_204_331, salesCents: 99_999_999_999_99, earnedCents: -999_999_999_99 }),
  ...RANKED,
];

/** Ranking, sales and totals of both periods. The charts have states of their own. */
async function openTeam(
  page: Page,
  ranked: readonly object[],
  query = '',
  imports: readonly object[] = [],
): Promise<void> {
  await withAccess(page);
  await answer(page, IMPORTS, { rows: imports, now: new Date().toISOString() });
  await hold(page, CHARTS);
  await answer(page, RANKING, { rows: ranked, targetMonth: '2026-11' });
  await answer(page, TOTALS, dashboardRow);
  await answer(
    page,
    TABLE,
    tablePage([{ ...saleRow(1), representative: LONG } as ReturnType<typeof saleRow>]),
  );
  await openAsManager(page, `?tab=team${query}`);
  await expect(page.getByRole('tabpanel', { name: 'Team' })).toBeVisible();
}

async function openTargets(page: Page): Promise<void> {
  await answer(page, rpc('get_sales_targets'), {
    rows: [
      { repId: repId(3), name: LONG, targetCents: 99_999_999_999, targetBeforeCents: null },
      { repId: repId(1), name: 'Ines Castellano', targetCents: null, targetBeforeCents: 700_000 },
    ],
  });
  await openTeam(page, RANKED);
  await page.getByRole('button', { name: 'Set targets' }).click();
}

async function openRates(page: Page, rows: readonly object[]): Promise<void> {
  await answer(page, rpc('get_commission_rates'), {
    rows,
    products: ['Accelerate Pro', LONG, 'Moonshot'],
    now: '2026-11-21T10:00:00Z',
  });
  await openTeam(page, RANKED);
  await page.getByRole('button', { name: 'Rates', exact: true }).click();
}
const rate = (productName: string, validFrom: string, basisPoints: number | null, setBy: string | null) => ({
  ...{ productName, billingFrequency: 'monthly', validFrom, basisPoints, setBy },
  setAt: '2026-11-01T10:00:00Z',
});
const RATES = [
  rate(LONG, '2026-11-21', 725, LONG),
  rate('Moonshot', '2027-01-01', null, 'Mona Manager'),
  rate('Moonshot', '2026-11-01', 1_000, 'Mona Manager'),
  rate('Moonshot', '2026-01-01', 800, null),
];

const IMPORT = fn('import-sales');
const HEAD =
  'id,rep_email,lead_email,sale_date,product_name,billing_frequency,sale_amount,commission,cancelled_at';
const SALE = `${repId(9)},dana@corvane.example,,2026-11-20,Moonshot,monthly,4000.00,320.00,`;

/** Chooses a file of two sales. The server finds these problems with them. */
async function importFile(page: Page, problems: readonly object[]): Promise<void> {
  const answers = {
    begin: { outcome: 'begun', maxRows: 10_000 },
    stage: { outcome: 'staged', problems },
    discard: { outcome: 'discarded' },
    preview: {
      outcome: 'previewed',
      added: 1,
      changed: 1,
      first: [
        {
          line: 3,
          columns: [
            { column: 'product_name', before: 'Moonshot', after: LONG },
            { column: 'commission', before: 32_000, after: -99_999_999_999 },
          ],
        },
      ],
      rateDifferences: {
        count: 1_201,
        first: [
          {
            ...{ line: 2, productName: LONG, basisPoints: 725 },
            ...{ commissionCents: 1, expectedCents: 99_999_999_999 },
          },
        ],
      },
    },
  };
  for (const [action, json] of Object.entries(answers))
    await answer(page, IMPORT, json, (sent) => sent.action === action);
  await openTeam(page, RANKED);
  await page.getByRole('button', { name: 'Import sales' }).click();
  await page.getByLabel('CSV file: choose it, or drop it here', { exact: true }).setInputFiles({
    name: `${LONG}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from([HEAD, SALE, SALE.replace('c9', 'c8')].join('\n')),
  });
}

/** The tab Team of Operations. */
export const TEAM_STATES: readonly PortalState[] = [
  {
    name: 'operations team targets',
    async show(page) {
      await openTargets(page);
      await seeText(page, 'The month before');
    },
  },
  {
    name: 'operations team targets, another manager was first',
    async show(page) {
      await answer(page, fn('change-targets'), {
        outcome: 'conflict',
        targets: [{ repId: repId(1), targetCents: 750_000 }],
      });
      await openTargets(page);
      await page.getByLabel('Ines Castellano', { exact: true }).fill('5000');
      await page.getByRole('button', { name: 'Save targets' }).click();
      await seeText(page, 'Another manager set some of these targets first');
    },
  },
  {
    name: 'operations team targets, wrong amounts',
    async show(page) {
      await openTargets(page);
      for (const name of [LONG, 'Ines Castellano']) await page.getByLabel(name, { exact: true }).fill('many');
      await page.getByRole('button', { name: 'Save targets' }).click();
      await expect(page.getByText('Write digits and a point')).toHaveCount(2);
    },
  },
  {
    name: 'operations team rates',
    async show(page) {
      await openRates(page, RATES);
      await seeText(page, 'In force today');
    },
  },
  {
    name: 'operations team rates, another manager was first',
    async show(page) {
      await answer(page, fn('change-commission-rate'), {
        outcome: 'conflict',
        stored: { basisPoints: 900 },
      });
      await openRates(page, []);
      await page.getByLabel('Rate in percent', { exact: true }).fill('8.5');
      await page.getByRole('button', { name: 'Save the rate' }).click();
      await seeText(page, 'Another manager changed the rate of this day first.');
    },
  },
  {
    name: 'operations team rates, a wrong rate and day',
    async show(page) {
      await openRates(page, RATES);
      await page.getByLabel('Rate in percent', { exact: true }).fill('101');
      await page.getByRole('dialog').getByLabel('From', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Save the rate' }).click();
      await seeText(page, 'Write a rate from 0 to 100');
      await seeText(page, 'Choose a day');
    },
  },
  {
    name: 'operations team rates, a question before one is removed',
    async show(page) {
      await openRates(page, RATES);
      await page.getByRole('button', { name: 'Remove Moonshot, monthly, from Jan 1, 2026' }).click();
      await seeText(page, 'Remove this rate?');
    },
  },
  {
    name: 'operations team, an import',
    async show(page) {
      await importFile(page, []);
      await seeText(page, '2 sales in the file: 1 new, 1 changed, 0 unchanged.');
      await seeText(page, '1,201 commissions in the file differ from the rate.');
    },
  },
  {
    name: 'operations team, an import with problems',
    async show(page) {
      const problems = Array.from({ length: 40 }, (_, n) => ({
        line: n + 2,
        code: 'unknown_rep',
        value: LONG,
      }));
      await importFile(page, problems);
      await seeText(page, '40 problems, so nothing was imported.');
    },
  },
  {
    name: 'operations team, recent imports',
    async show(page) {
      const listed = (n: number, changes: object) => ({
        id: repId(n),
        by: LONG,
        committedAt: new Date().toISOString(),
        inserted: 20_000,
        updated: 1,
        unchanged: 0,
        undoneAt: null,
        undoUntil: new Date(Date.now() + 86_000_000).toISOString(),
        ...changes,
      });
      const now = new Date().toISOString();
      const rows = [listed(1, {}), listed(2, { by: null, undoneAt: now }), listed(3, { undoUntil: null })];
      await openTeam(page, RANKED, '', rows);
      await seeText(page, 'Recent imports');
      await page.getByRole('button', { name: /^Undo/ }).click();
      await seeText(page, 'Undo this import?');
    },
  },
  {
    name: 'operations team loading',
    async show(page) {
      await withAccess(page);
      for (const call of [RANKING, TOTALS, TABLE]) await hold(page, call);
      await openAsManager(page, '?tab=team');
      await expect(page.getByText('Loading the ranking')).toHaveCount(1);
    },
  },
  {
    name: 'operations team not loaded',
    async show(page) {
      await withAccess(page);
      for (const call of [RANKING, TOTALS, TABLE]) await fail(page, call);
      await openAsManager(page, '?tab=team');
      await seeText(page, 'Failed to load the ranking.');
      await seeText(page, 'Failed to load totals.');
      await seeText(page, 'Failed to load sales data.');
    },
  },
  {
    name: 'operations team, nothing sold',
    async show(page) {
      await withAccess(page);
      await answer(page, RANKING, { rows: [] });
      await answer(page, TOTALS, emptyDashboardRow(0));
      await answer(page, TABLE, tablePage([]));
      await openAsManager(page, '?tab=team');
      await seeText(page, 'There are no representatives yet.');
      await seeText(page, 'No sales data available yet.');
    },
  },
  {
    name: 'operations team extremes',
    async show(page) {
      await openTeam(page, EXTREMES);
      await seeText(page, LONG);
      await seeText(page, 'Compared with the period before');
    },
  },
  {
    name: 'operations team, one representative',
    async show(page) {
      await openTeam(page, RANKED, `&team-rep=${repId(2)}`);
      await expect(page.getByRole('combobox', { name: 'Representative', exact: true })).toHaveValue(repId(2));
      await seeText(page, 'Compared with the period before');
    },
  },
];

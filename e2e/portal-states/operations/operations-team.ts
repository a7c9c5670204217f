import type { Page } from '@playwright/test';
import {
  dashboardRow,
  emptyDashboardRow,
  saleRow,
  tablePage,
} from '../../../portal/src/features/commissions/sales-fixtures.ts';
import { expect } from '../../browser.ts';
import { answer, fail, hold, rpc } from '../answers.ts';
import { CHARTS, TABLE, TOTALS } from '../commissions.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { openAsManager, withAccess } from './operations-access.ts';

const RANKING = rpc('get_sales_ranking');
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
  ...changes,
});
const RANKED = [rep(2, 'Dana Whitfield'), rep(1, 'Ines Castellano', { isDisabled: true, openedCount: 0 })];
/** Sums of decades, and no person with a short name. */
const EXTREMES = [
  rep(3, LONG, { salesCount: 1_204_331, salesCents: 99_999_999_999_99, earnedCents: -999_999_999_99 }),
  ...RANKED,
];

/** Ranking, sales and totals of both periods. The charts have states of their own. */
async function openTeam(page: Page, ranked: readonly object[], query = ''): Promise<void> {
  await withAccess(page);
  await hold(page, CHARTS);
  await answer(page, RANKING, { rows: ranked });
  await answer(page, TOTALS, dashboardRow);
  await answer(
    page,
    TABLE,
    tablePage([{ ...saleRow(1), representative: LONG } as ReturnType<typeof saleRow>]),
  );
  await openAsManager(page, `?tab=team${query}`);
  await expect(page.getByRole('tabpanel', { name: 'Team' })).toBeVisible();
}

/** The tab Team of Operations. */
export const TEAM_STATES: readonly PortalState[] = [
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

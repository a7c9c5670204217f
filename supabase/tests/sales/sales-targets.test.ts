import { afterAll, beforeAll, expect, test } from 'vitest';
import { repTodaySchema } from '../../../shared/src/contracts/backend/representatives/rep-today.ts';
import { salesDashboardSchema } from '../../../shared/src/contracts/backend/sales/sales-dashboard.ts';
import { salesRankingSchema } from '../../../shared/src/contracts/backend/sales/sales-ranking.ts';
import {
  changeTargetsResponseSchema,
  salesTargetsSchema,
} from '../../../shared/src/contracts/backend/sales/sales-targets.ts';
import { managerToken } from '../fixtures/open-operations.ts';
import { addRep, today } from '../fixtures/sales-sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let manager: string;
let dana: Awaited<ReturnType<typeof addRep>>;
let omar: Awaited<ReturnType<typeof addRep>>;

beforeAll(async () => {
  api = await startTestBackend();
  manager = await managerToken(api);
  dana = await addRep(api, 'Dana');
  omar = await addRep(api, 'Omar');
});
afterAll(() => api.close());

type Wanted = readonly [rep: { repId: string }, beforeCents: number | null, afterCents: number | null];
const change = (month: string, ...targets: Wanted[]) =>
  api.call('/functions/v1/change-targets', {
    body: {
      month,
      targets: targets.map(([{ repId }, beforeCents, afterCents]) => ({ repId, beforeCents, afterCents })),
    },
    token: manager,
  });
const outcome = async (month: string, ...targets: Wanted[]) => {
  const { outcome, targets: stored } = changeTargetsResponseSchema.parse(
    (await change(month, ...targets)).body,
  );
  const of = (rep: { repId: string }) => stored.find(({ repId }) => repId === rep.repId)?.targetCents;
  return [outcome, of(dana), of(omar)];
};
const lines = async (month: string) =>
  api.sql<{ rep: string; detail: unknown }>(
    `select sales_rep_id as rep, detail from public.audit_events
     where event = 'target_set' and detail ->> 'month' = $1 order by id`,
    [month],
  );

test('targets are set, changed and removed, each with a line of the trail, and a repeated call changes nothing', async () => {
  expect(await outcome('2031-01', [dana, null, 300], [omar, null, 200])).toEqual(['saved', 300, 200]);
  expect(await outcome('2031-01', [dana, null, 300], [omar, null, 200])).toEqual(['saved', 300, 200]);
  expect(await outcome('2031-01', [dana, 300, 350], [omar, 200, null])).toEqual(['saved', 350, null]);
  const told = (await lines('2031-01')).map(({ rep, detail }) => [rep, detail]);
  const line = (rep: { repId: string }, before: number | null, after: number | null) => [
    rep.repId,
    { by: 'manager', month: '2031-01', before, after },
  ];
  expect(told).toHaveLength(4);
  for (const expected of [
    line(dana, null, 300),
    line(omar, null, 200),
    line(dana, 300, 350),
    line(omar, 200, null),
  ])
    expect(told).toContainEqual(expected);
});

test('if another manager was first, nothing is changed, and the answer says what is stored', async () => {
  expect(await outcome('2031-02', [dana, null, 100])).toEqual(['saved', 100, undefined]);
  expect(await outcome('2031-02', [omar, null, 7], [dana, null, 999])).toEqual(['conflict', 100, null]);
  expect(await outcome('2031-02', [dana, 1, null])).toEqual(['conflict', 100, undefined]);
  expect(await lines('2031-02')).toHaveLength(1);
});

test('two managers who set the same target at once do not overwrite each other', async () => {
  const answers = await Promise.all([1, 2, 3].map((cents) => outcome('2031-03', [dana, null, cents])));
  expect(answers.map(([said]) => said).sort()).toEqual(['conflict', 'conflict', 'saved']);
  const saved = answers.find(([said]) => said === 'saved');
  expect(new Set(answers.map(([, stored]) => stored))).toEqual(new Set([saved?.[1]]));
});

test.each<[string, string, Wanted[], number]>([
  ['no month', '2031-13', [[{ repId: crypto.randomUUID() }, null, 1]], 400],
  ['a target of nothing', '2031-04', [[{ repId: crypto.randomUUID() }, null, 0]], 400],
  ['more than the largest', '2031-04', [[{ repId: crypto.randomUUID() }, null, 100_000_000_000]], 400],
  ['no representative', '2031-04', [], 400],
  ['an unknown one', '2031-04', [[{ repId: crypto.randomUUID() }, null, 1]], 404],
])('%s is refused', async (_, month, targets, status) => {
  expect((await change(month, ...targets)).status).toBe(status);
});

test('one representative twice is refused', async () => {
  expect((await change('2031-04', [dana, null, 1], [dana, null, 2])).status).toBe(400);
});

test('the targets of a month are listed beside those of the month before, also of a disabled representative who has one', async () => {
  await outcome('2031-05', [dana, null, 5_000]);
  await outcome('2031-06', [omar, null, 6_000]);
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [omar.repId]);
  const rows = async (month: string) =>
    salesTargetsSchema
      .parse((await api.rpc('get_sales_targets', { month }, manager)).body)
      .rows.filter(({ repId }) => [dana.repId, omar.repId].includes(repId))
      .map(({ name, targetCents, targetBeforeCents }) => [name, targetCents, targetBeforeCents]);
  expect(await rows('2031-06')).toEqual([
    ['Dana', null, 5_000],
    ['Omar', 6_000, null],
  ]);
  expect(await rows('2031-05')).toEqual([['Dana', 5_000, null]]);
  await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [omar.repId]);
});

test('the ranking compares the sales of a month that are not cancelled with its target, and no other sales', async () => {
  const month = today.slice(0, 7);
  await api.sql('delete from public.sales_records where sales_rep_id = $1', [dana.repId]);
  await api.sql(
    `insert into public.sales_records
       (sales_rep_id, sale_date, product_name, billing_frequency, sale_amount, commission, is_cancelled, cancelled_at)
     values ($1, $2, 'Moonshot', 'monthly', 400, 0, false, null), ($1, $2, 'Moonshot', 'monthly', 90, 0, true, now())`,
    [dana.repId, today],
  );
  expect((await outcome(month, [dana, null, 1_000]))[0]).toBe('saved');
  const ranked = async (filter: object) => {
    const { rows, targetMonth } = salesRankingSchema.parse(
      (await api.rpc('get_sales_ranking', { filter }, manager)).body,
    );
    const row = rows.find(({ repId }) => repId === dana.repId);
    return [targetMonth, row?.netSalesCents, row?.targetCents];
  };
  const first = `${month}-01`;
  expect(await ranked({ from: first, to: null, products: null, search: null })).toEqual([month, 400, 1_000]);
  expect(await ranked({ from: first, to: today })).toEqual([month, 400, 1_000]);
  expect(await ranked({ from: first, products: [], search: ' ' })).toEqual([month, 400, 1_000]);
  expect((await ranked({ from: first, search: '-' }))[0]).toBeNull();
  expect(await ranked({})).toEqual([null, 400, null]);
  expect(await ranked({ from: first, statuses: ['active'] })).toEqual([null, 400, null]);
  expect(await ranked({ from: '2020-01-01', to: today })).toEqual([null, 400, null]);
  expect((await ranked({ from: first, to: '2199-12-31' }))[0]).toBeNull();
  expect((await ranked({ from: `${month}-02` }))[0]).toBeNull();
  // As a link may hold it.
  expect((await ranked({ from: '0002-01-01', to: '0002-01-31' }))[0]).toBeNull();
  const own = repTodaySchema.parse((await api.rpc('get_rep_today', {}, dana.token)).body);
  expect([own.month.cents, own.targetCents]).toEqual([400, 1_000]);
});

test("the months of a representative's series have their targets, where nothing but days and one person is chosen", async () => {
  await outcome('2032-03', [dana, null, 7_000], [omar, null, 9_000]);
  await outcome('2032-11', [dana, null, 8_000]);
  const year = { from: '2032-01-01', to: '2032-12-31' };
  const targets = async (filter: object, token = dana.token) => {
    const { series } = salesDashboardSchema.parse(
      (await api.rpc('get_sales_dashboard', { filter }, token)).body,
    );
    return series.points.flatMap(({ startsOn, targetCents }) =>
      targetCents === undefined ? [] : [[startsOn, targetCents]],
    );
  };
  const hers = [
    ['2032-03-01', 7_000],
    ['2032-11-01', 8_000],
  ];
  expect(await targets({ ...year, products: null, search: null })).toEqual(hers);
  expect(await targets({ ...year, statuses: [], search: '' })).toEqual(hers);
  expect(await targets({ ...year, scope: dana.repId }, manager)).toEqual(hers);
  expect(await targets({ ...year, scope: 'all' }, manager)).toEqual([]);
  expect(await targets({ ...year, statuses: ['active'] })).toEqual([]);
  expect(await targets({ ...year, products: ['Moonshot'] })).toEqual([]);
  expect(await targets({ from: '2032-03-01', to: '2032-03-31' })).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ChangeCommissionRateRequest,
  changeCommissionRateResponseSchema,
  commissionRatesSchema,
} from '../../../shared/src/contracts/backend/sales/commission-rates.ts';
import { saleExplanationSchema } from '../../../shared/src/contracts/backend/sales/sale-explanation.ts';
import { importSalesResponseSchema } from '../../../shared/src/contracts/backend/sales/sales-import.ts';
import { managerToken } from '../fixtures/open-operations.ts';
import { holds, untilAwaited } from '../fixtures/own-locks.ts';
import { addRep } from '../fixtures/sales-sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let manager: string;
let dana: Awaited<ReturnType<typeof addRep>>;

beforeAll(async () => {
  api = await startTestBackend();
  manager = await managerToken(api);
  dana = await addRep(api, 'Dana');
});
afterAll(() => api.close());

const change = (changes: Partial<ChangeCommissionRateRequest>, token = manager) =>
  api.call('/functions/v1/change-commission-rate', {
    body: {
      productName: 'Moonshot',
      billingFrequency: 'monthly',
      validFrom: '2026-01-01',
      before: null,
      after: { basisPoints: 800 },
      ...changes,
    },
    token,
  });
/** Rates in basis points. null: no rate from then on. undefined: nothing of that day. */
type Rate = number | null | undefined;
const ruleOf = (rate: Rate) => (rate === undefined ? null : { basisPoints: rate });
async function set(validFrom: string, before: Rate, after: Rate): Promise<[outcome: string, stored: Rate]> {
  const answer = await change({ validFrom, before: ruleOf(before), after: ruleOf(after) });
  const { outcome, stored } = changeCommissionRateResponseSchema.parse(answer.body);
  return [outcome, stored?.basisPoints];
}
const listed = async () =>
  commissionRatesSchema.parse((await api.rpc('get_commission_rates', {}, manager)).body);
const lines = async (validFrom: string) =>
  (
    await api.sql<{ detail: unknown }>(
      `select detail from public.audit_events
       where event = 'commission_rate_changed' and detail ->> 'validFrom' = $1 order by line_number`,
      [validFrom],
    )
  ).map(({ detail }) => detail);

test('a rate is set, changed, ended and removed, each with a line of the trail, and a repeated call changes nothing', async () => {
  expect(await set('2026-03-01', undefined, 800)).toEqual(['saved', 800]);
  expect(await set('2026-03-01', undefined, 800)).toEqual(['saved', 800]);
  expect(await set('2026-03-01', 800, 0)).toEqual(['saved', 0]);
  expect(await set('2026-03-01', 0, null)).toEqual(['saved', null]);
  expect(await set('2026-03-01', null, undefined)).toEqual(['saved', undefined]);
  expect(await set('2026-03-01', null, undefined)).toEqual(['saved', undefined]);
  const rules = [undefined, 800, 0, null, undefined].map(ruleOf);
  expect(await lines('2026-03-01')).toEqual(
    rules.slice(1).map((after, index) => ({
      by: 'manager',
      productName: 'Moonshot',
      billingFrequency: 'monthly',
      validFrom: '2026-03-01',
      before: rules[index],
      after,
    })),
  );
});

test('if another manager was first, nothing is changed, and the answer says what is stored', async () => {
  expect(await set('2026-03-02', undefined, 100)).toEqual(['saved', 100]);
  expect(await set('2026-03-02', undefined, 999)).toEqual(['conflict', 100]);
  expect(await set('2026-03-02', 1, undefined)).toEqual(['conflict', 100]);
  expect(await set('2026-03-02', 100, undefined)).toEqual(['saved', undefined]);
  // An end is not the same as nothing.
  expect(await set('2026-03-02', null, 5)).toEqual(['conflict', undefined]);
  expect(await lines('2026-03-02')).toHaveLength(2);
});

test('who saves while another manager does waits, and is told what is stored: no two rates have one day', async () => {
  let isHeld = true;
  const other = untilAwaited(
    api,
    `perform pg_advisory_xact_lock(hashtextextended('commission rates', 0));
     insert into private.commission_rates (product_name, billing_frequency, valid_from, basis_points)
     values ('Moonshot', 'monthly', '2026-03-03', 700)`,
  ).then(() => {
    isHeld = false;
  });
  await holds(api, `l.locktype = 'advisory'`);
  // Who may not do this waits for no one.
  expect([(await change({}, dana.token)).status, isHeld]).toEqual([403, true]);
  expect(await set('2026-03-03', undefined, 900)).toEqual(['conflict', 700]);
  await other;
});

test.each<[string, object, number]>([
  ['101 %', { after: { basisPoints: 10_100 } }, 400],
  ['a negative rate', { after: { basisPoints: -1 } }, 400],
  ['a part of a basis point', { after: { basisPoints: 0.5 } }, 400],
  ['an unknown billing', { billingFrequency: 'weekly' }, 400],
  ['a day that no month has', { validFrom: '2026-02-30' }, 400],
  ['a day after those of sales', { validFrom: '2200-01-01' }, 400],
  ['no day at all', { validFrom: 'infinity' }, 400],
  ['an unknown product', { productName: 'Mooshot' }, 404],
])('%s is refused', async (_case, changes, status) => {
  const before = await listed();
  expect((await change(changes)).status).toBe(status);
  expect((await listed()).rows).toEqual(before.rows);
});

test('the list has the rates of each product and billing, the latest first, who set them, and every product', async () => {
  await api.sql('delete from private.commission_rates');
  await api.sql(
    `insert into public.sales_records (sales_rep_id, sale_date, product_name, billing_frequency, sale_amount)
     values ($1, '2026-01-15', 'Retired plan', 'annual', 100)`,
    [dana.repId],
  );
  await set('2026-01-01', undefined, 800);
  await set('2026-06-01', undefined, 750);
  await change({ productName: 'Retired plan', billingFrequency: 'annual', after: { basisPoints: null } });
  const { rows, products } = await listed();
  expect(
    rows.map((row) => [row.productName, row.billingFrequency, row.validFrom, row.basisPoints, row.setBy]),
  ).toEqual([
    ['Moonshot', 'monthly', '2026-06-01', 750, expect.any(String)],
    ['Moonshot', 'monthly', '2026-01-01', 800, expect.any(String)],
    ['Retired plan', 'annual', '2026-01-01', null, expect.any(String)],
  ]);
  expect(products).toEqual(expect.arrayContaining(['Moonshot', 'Retired plan']));
  expect(products).toEqual([...new Set(products)]);
});

interface Sold {
  date: string;
  amount: number;
  commission: number;
  product?: string;
  billing?: 'monthly' | 'annual';
  cancelledAt?: string;
}

/** What a manager sees of an import of these sales before it is committed. */
async function differencesOf(sales: readonly Sold[]) {
  const importId = crypto.randomUUID();
  const send = async (body: object) =>
    importSalesResponseSchema.parse(
      (await api.call('/functions/v1/import-sales', { body: { importId, ...body }, token: manager })).body,
    );
  await send({ action: 'begin', hasCustomers: false });
  const rows = sales.map((sold, index) => ({
    line_number: index + 2,
    id: crypto.randomUUID(),
    rep_email: 'dana@sample.example',
    lead_email: null,
    sale_date: sold.date,
    product_name: sold.product ?? 'Moonshot',
    billing_frequency: sold.billing ?? 'monthly',
    sale_amount: sold.amount,
    commission: sold.commission,
    cancelled_at: sold.cancelledAt ?? null,
  }));
  expect(await send({ action: 'stage', rows })).toMatchObject({ problems: [] });
  const preview = await send({ action: 'preview' });
  await send({ action: 'discard' });
  return 'rateDifferences' in preview ? preview.rateDifferences : null;
}

test('an import lists the commissions that differ from the rate of their day, and writes nothing', async () => {
  await api.sql('delete from private.commission_rates');
  await set('2026-01-01', undefined, 800);
  await set('2026-03-01', undefined, 1_000);
  await set('2026-05-01', undefined, null);
  const day = (date: string, commission: number) => ({ date, amount: 100_000, commission });
  const differing = (line: number, basisPoints: number, commissionCents: number, expectedCents: number) => ({
    ...{ line, productName: 'Moonshot', basisPoints },
    ...{ commissionCents, expectedCents },
  });
  expect(
    await differencesOf([
      // The rate begins on its day, and ends where the next one begins.
      day('2025-12-31', 1),
      day('2026-01-01', 8_000),
      day('2026-02-28', 10_000),
      day('2026-03-01', 8_000),
      day('2026-04-30', 10_000),
      day('2026-05-01', 1),
      // Another billing, another product.
      { ...day('2026-02-01', 1), billing: 'annual' },
      { ...day('2026-02-01', 1), product: 'Accelerate Pro' },
      { ...day('2026-02-01', 7), cancelledAt: '2026-02-03T00:00:00Z' },
    ]),
  ).toEqual({
    count: 3,
    first: [
      differing(4, 800, 10_000, 8_000),
      differing(5, 1_000, 8_000, 10_000),
      differing(10, 800, 7, 8_000),
    ],
  });
  expect(await api.sql('select from public.sales_records where commission = 7')).toEqual([]);
});

test('what a rate gives is rounded to the cent, half away from zero, and a cent more or less is no difference', async () => {
  await api.sql('delete from private.commission_rates');
  await set('2026-01-01', undefined, 750);
  const sold = (amount: number, commission: number) => ({ date: '2026-02-01', amount, commission });
  // 7.5 % of 3.40 is 0.255.
  const found = await differencesOf([
    sold(340, 26),
    sold(340, 25),
    sold(340, 27),
    sold(340, 24),
    sold(340, 28),
    sold(-340, -26),
    sold(-340, -27),
    sold(-340, -24),
    sold(2_147_483_647, 161_061_274),
    sold(2_147_483_647, 161_061_276),
  ]);
  expect(found?.first.map(({ line, expectedCents }) => [line, expectedCents])).toEqual([
    [5, 26],
    [6, 26],
    [9, -26],
    [11, 161_061_274],
  ]);
});

test('a clawback follows the rate with its amount, and one of the commission alone follows none', async () => {
  await api.sql('delete from private.commission_rates');
  await set('2026-01-01', undefined, 800);
  const sold = (amount: number, commission: number) => ({ date: '2026-02-01', amount, commission });
  const found = await differencesOf([
    sold(-400_000, -32_000),
    sold(-400_000, -3_200),
    sold(0, -32_000),
    sold(400_000, -32_000),
  ]);
  expect(found?.first.map(({ line, expectedCents }) => [line, expectedCents])).toEqual([[3, -32_000]]);
});

test('a rate of zero is checked like any other', async () => {
  await api.sql('delete from private.commission_rates');
  await set('2026-01-01', undefined, 0);
  const found = await differencesOf([
    { date: '2026-02-01', amount: 400_000, commission: 0 },
    { date: '2026-02-01', amount: 400_000, commission: 100 },
  ]);
  expect(found?.first.map(({ line, basisPoints }) => [line, basisPoints])).toEqual([[3, 0]]);
});

test('the explanation of a sale tells the representative its rate, and what that gives if the commission is another', async () => {
  await api.sql('delete from private.commission_rates');
  const explain = async (date: string, commission: number) => {
    const [sale] = await api.sql<{ id: string }>(
      `insert into public.sales_records
         (sales_rep_id, sale_date, product_name, billing_frequency, sale_amount, commission)
       values ($1, $2, 'Moonshot', 'monthly', 400000, $3) returning id`,
      [dana.repId, date, commission],
    );
    const answer = await api.rpc('get_sale_explanation', { sale_id: sale?.id }, dana.token);
    return saleExplanationSchema.parse(answer.body).rule;
  };
  await set('2026-01-01', undefined, 800);
  await set('2026-03-01', undefined, 1_000);
  await set('2026-05-01', undefined, null);
  expect(await explain('2025-12-31', 32_000)).toBeNull();
  expect(await explain('2026-02-28', 32_000)).toEqual({
    basisPoints: 800,
    validFrom: '2026-01-01',
    expectedCents: null,
  });
  expect(await explain('2026-03-01', 32_000)).toEqual({
    basisPoints: 1_000,
    validFrom: '2026-03-01',
    expectedCents: 40_000,
  });
  expect(await explain('2026-05-01', 32_000)).toBeNull();
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planPricesSchema } from '../../../shared/src/contracts/backend/prices/pricing.ts';
import { readCatalogue } from '../../../tools/catalogue/read-catalogue.ts';
import { DEMO_REP_ID } from '../../../tools/stack/backend/engine/seed.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

/* pgtap/050 proves which rows each caller reads. This is what they hold. */

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

/** Every seeded price in cents and in dollars, as it could be spelled. */
async function priceSpellings(): Promise<string[]> {
  const rows = await api.sql<{ cents: number }>(`
    select unnest(array[monthly_cents, annual_cents, activation_cents]) as cents from public.product_prices`);
  return rows.flatMap(({ cents }) => [
    String(cents),
    String(cents / 100),
    (cents / 100).toLocaleString('en-US'),
  ]);
}

describe('get_plan_prices', () => {
  test.each(['rep A', 'rep B', 'customer of A'] as const)(
    'answers %s with all plans in order, without the price of Enterprise, which is made for each customer',
    async (actor) => {
      const answer = await api.rpc('get_plan_prices', {}, tokens[actor]);
      const plans = readCatalogue().plans.filter(({ isEnterprise }) => !isEnterprise);
      expect(planPricesSchema.parse(answer.body)).toEqual(
        plans.map(({ slug, price }) => ({ productSlug: slug, ...price })),
      );
    },
  );

  test('answers a manager with the price of Enterprise only after the code', async () => {
    const slugs = async (actor: Actor) =>
      planPricesSchema.parse((await api.rpc('get_plan_prices', {}, tokens[actor])).body).at(-1)?.productSlug;
    expect([await slugs('manager'), await slugs('manager without a code')]).toEqual([
      'enterprise',
      'moonshot',
    ]);
  });
});

test('an anonymous caller can read no price anywhere', async () => {
  const plans = await api.sql<{ name: string }>('select name from public.products');
  const texts = [
    (await api.call('/rest/v1/product_prices?select=*')).text,
    (await api.call('/rest/v1/sales_records?select=sale_amount')).text,
    (await api.call('/rest/v1/rpc/get_sales_records_by_rep?select=*,sales_representatives(*)', { body: {} }))
      .text,
    (await api.rpc('get_plan_prices')).text,
    (await api.rpc('get_sales_table')).text,
    (await api.rpc('get_sales_dashboard')).text,
    (await api.rpc('get_sales_records_by_rep', { sales_rep_id_param: DEMO_REP_ID })).text,
    ...(await Promise.all(
      plans.flatMap(({ name }) => [
        api.rpc('get_product_description', { product_name_param: name }),
        api.rpc('get_product_features', { product_name_param: name }),
      ]),
    ).then((answers) => answers.map((answer) => answer.text))),
  ].join('\n');
  // Ids are random hexadecimal and may hold any digits.
  const readable = texts.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
  const prices = await priceSpellings();
  expect(prices.length).toBe(36);
  expect(prices.filter((price) => new RegExp(`(?<!\\d)${price}(?!\\d)`).test(readable))).toEqual([]);
});

test('get_sales_records_by_rep gives the amounts of a sale', async () => {
  const { body } = await api.rpc(
    'get_sales_records_by_rep',
    { sales_rep_id_param: BAIT.rep.A },
    tokens['rep A'],
  );
  expect(body).toMatchObject([{ id: BAIT.sale.A, sale_amount: 400_000, commission: 0 }]);
});

describe('get_lead_by_id', () => {
  test.each(['rep A', 'customer of A'] as const)('gives %s the representative as well', async (actor) => {
    const answer = await api.rpc('get_lead_by_id', { lead_id_param: BAIT.customer.A }, tokens[actor]);
    expect(answer.body[0]).toMatchObject({
      qualified_by: BAIT.rep.A,
      rep_name: 'Rep A',
      rep_email: 'a@bait.example',
    });
  });

  test('answers an invalid id with a client error', async () => {
    const answer = await api.rpc('get_lead_by_id', { lead_id_param: "1'; drop table x" }, tokens['rep A']);
    expect([answer.status, answer.body.code]).toEqual([400, '22P02']);
  });
});

test('descriptions and features are public', async () => {
  const description = await api.rpc('get_product_description', { product_name_param: 'Moonshot' });
  expect(description.body).toEqual([{ description: 'High volumes and a person who knows your account.' }]);
  const features = await api.rpc('get_product_features', { product_name_param: 'Accelerate Pro' });
  expect(features.body).toContainEqual({ feature_name: 'Data Enrichments', limit_value: '5' });
  expect((await api.rpc('get_product_features', { product_name_param: 'None such' })).body).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { planPricesSchema } from '../../../shared/src/contracts/backend/prices/pricing.ts';
import { readCatalogue } from '../../../tools/catalogue/read-catalogue.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let rep: string;

beforeAll(async () => {
  api = await startTestBackend();
  rep = (await api.signIn(api.backend.demo.salesIds[0] ?? '')).grant.sessionToken;
});

afterAll(() => api.close());

beforeEach(async () => {
  await api.sql('delete from public.product_prices');
  await operate('load_catalogue', { catalogue_param: readCatalogue() });
});

const operate = async (name: string, args: Record<string, unknown>) =>
  (await api.call(`/rest/v1/rpc/${name}`, { body: args, key: api.backend.secretKey })).body;

async function priceShown(slug: string) {
  const prices = planPricesSchema.parse((await api.rpc('get_plan_prices', {}, rep)).body);
  return prices.find((price) => price.productSlug === slug);
}

const trail = () =>
  api.sql<{ event: string; detail: unknown }>(
    "select event, detail from public.audit_events where event like 'price%' or event like 'cat%' order by line_number",
  );
/** Lines of the trail that `work` adds. */
async function traced(work: () => Promise<unknown>) {
  const before = (await trail()).length;
  await work();
  return (await trail()).slice(before);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const MOONSHOT = { product_slug_param: 'moonshot' };

test('a changed price is shown on the next request, and the trail has the old and the new price', async () => {
  const before = await priceShown('moonshot');
  const lines = await traced(() => operate('set_price', { ...MOONSHOT, monthly_cents_param: 410_000 }));
  expect(await priceShown('moonshot')).toEqual({ ...before, monthlyCents: 410_000 });
  expect(lines).toMatchObject([
    {
      event: 'price_set',
      detail: {
        plan: 'moonshot',
        before: { monthlyCents: before?.monthlyCents },
        after: { monthlyCents: 410_000, annualCents: before?.annualCents },
      },
    },
  ]);
});

test('a scheduled price is invisible before its time, and visible to every signed-in person from then on', async () => {
  const before = await priceShown('moonshot');
  const from = inDays(30);
  await operate('set_price', { ...MOONSHOT, valid_from_param: from, annual_cents_param: 4_100_000 });
  expect(await priceShown('moonshot')).toEqual(before);
  await api.sql('update public.product_prices set valid_from = now() where valid_from = $1', [from]);
  expect(await priceShown('moonshot')).toEqual({ ...before, annualCents: 4_100_000 });
});

test('a scheduled price can be cancelled, and a price that has begun cannot be removed', async () => {
  const from = inDays(30);
  await operate('set_price', { ...MOONSHOT, valid_from_param: from, annual_cents_param: 4_100_000 });
  const lines = await traced(async () => {
    expect(await operate('cancel_price', { ...MOONSHOT, valid_from_param: from })).toBe(true);
  });
  expect(lines).toMatchObject([{ event: 'price_schedule_cancelled', detail: { plan: 'moonshot' } }]);
  const NOT_SCHEDULED = { code: 'PT404', message: 'No such price is scheduled.' };
  expect(await operate('cancel_price', { ...MOONSHOT, valid_from_param: from })).toMatchObject(NOT_SCHEDULED);
  const [begun] = await api.sql<{ valid_from: string }>(
    "select p.valid_from from public.product_prices p join public.products d on d.id = p.product_id where d.slug = 'moonshot'",
  );
  expect(await operate('cancel_price', { ...MOONSHOT, valid_from_param: begun?.valid_from })).toMatchObject(
    NOT_SCHEDULED,
  );
});

test.each([
  ['an unknown plan', { product_slug_param: 'mars', monthly_cents_param: 1 }, 'PT404'],
  [
    'an instant that has passed',
    { ...MOONSHOT, valid_from_param: inDays(-1), monthly_cents_param: 1 },
    'PT400',
  ],
  ['nothing new', { ...MOONSHOT }, 'PT400'],
])('%s changes nothing', async (_case, args, code) => {
  const before = await operate('list_prices', {});
  const lines = await traced(async () => expect(await operate('set_price', args)).toMatchObject({ code }));
  expect(lines).toEqual([]);
  expect(await operate('list_prices', {})).toEqual(before);
});

test.each([0, -1, 1_000_000_000])('a price of %i cents is refused', async (cents) => {
  const before = await operate('list_prices', {});
  const answer = await api.call('/rest/v1/rpc/set_price', {
    body: { ...MOONSHOT, monthly_cents_param: cents },
    key: api.backend.secretKey,
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(await operate('list_prices', {})).toEqual(before);
});

test('if two schedules have the same instant, the first stays', async () => {
  const at = { ...MOONSHOT, valid_from_param: inDays(10) };
  expect(await operate('set_price', { ...at, monthly_cents_param: 410_000 })).toMatchObject({
    after: { monthlyCents: 410_000 },
  });
  expect(await operate('set_price', { ...at, monthly_cents_param: 420_000 })).toMatchObject({
    code: 'PT400',
    details: 'from',
  });
});

/** A price that waited for another one began before it. So it was never in force. */
test('if two prices are set at the same moment, the later one is in force', async () => {
  await api.sql(
    "do $$ begin perform public.set_price('moonshot', null, 410000); perform public.set_price('moonshot', null, 420000); end $$",
  );
  expect(await priceShown('moonshot')).toMatchObject({ monthlyCents: 420_000 });
});

test('loading the catalogue again adds nothing and overwrites no price set by hand', async () => {
  await operate('set_price', { ...MOONSHOT, monthly_cents_param: 410_000 });
  const before = await operate('list_prices', {});
  expect(await operate('load_catalogue', { catalogue_param: readCatalogue() })).toEqual({
    outcome: 'loaded',
    differences: [],
    plansAdded: 0,
    featuresAdded: 0,
    pricesAdded: 0,
  });
  expect(await operate('list_prices', {})).toEqual(before);
});

test('a catalogue with an error in its last plan leaves nothing behind', async () => {
  await api.sql('delete from public.product_prices');
  const catalogue = structuredClone(readCatalogue());
  const last = catalogue.plans.at(-1);
  if (last) last.price.annualCents = -1;
  const answer = await api.call('/rest/v1/rpc/load_catalogue', {
    body: { catalogue_param: catalogue },
    key: api.backend.secretKey,
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(await operate('list_prices', {})).toEqual([]);
});

test('a feature inserted into a plan is shown in a fixed order, and features that should move are reported', async () => {
  const catalogue = structuredClone(readCatalogue());
  const [plan] = catalogue.plans;
  if (!plan) throw new Error('The catalogue has no plan');
  const [first, second, third] = plan.features.map(({ name }) => name);
  plan.features.splice(1, 0, { name: 'A new feature', limit: '1' });
  try {
    const load = await operate('load_catalogue', { catalogue_param: catalogue });
    expect(load).toMatchObject({ outcome: 'loaded', featuresAdded: 1 });
    expect(
      await api.sql(
        `select detail from public.audit_events where event = 'catalogue_loaded' order by line_number desc limit 1`,
      ),
    ).toEqual([{ detail: { plans: 0, features: 1, prices: load.pricesAdded } }]);
    expect(load.differences).toHaveLength(plan.features.length - 2);
    expect(load.differences).toContainEqual({
      plan: plan.slug,
      thing: `position of feature "${second}"`,
      inDatabase: '2',
      inCatalogue: '3',
    });
    const shown = (await api.rpc('get_product_features', { product_name_param: plan.name })).body;
    expect(shown.slice(0, 4).map((row: { feature_name: string }) => row.feature_name)).toEqual([
      first,
      'A new feature',
      second,
      third,
    ]);
    // The catalogue without the new feature: one difference for it, not another for its position.
    const { differences } = await operate('load_catalogue', { catalogue_param: readCatalogue() });
    expect(differences).toEqual([
      { plan: plan.slug, thing: 'feature "A new feature"', inDatabase: '1', inCatalogue: null },
    ]);
  } finally {
    await api.sql("delete from public.product_features where feature_name = 'A new feature'");
  }
});

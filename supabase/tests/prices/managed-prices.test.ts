import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ChangePriceRequest,
  type ChangePriceResponse,
  changePriceResponseSchema,
  type ManagedPlan,
  managedPricesSchema,
  type PriceAmounts,
} from '../../../shared/src/contracts/backend/prices/price-management.ts';
import { planPricesSchema } from '../../../shared/src/contracts/backend/prices/pricing.ts';
import { priceOf, readCatalogue } from '../../../tools/catalogue/read-catalogue.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

const PRICES = priceOf('moonshot');
const MONTHLY: PriceAmounts = { ...PRICES, monthlyCents: PRICES.monthlyCents + 10_000 };

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

beforeEach(async () => {
  await api.sql('delete from public.product_prices');
  await operate('load_catalogue', { catalogue_param: readCatalogue() });
});

afterAll(() => api.close());

const operate = async (name: string, args: Record<string, unknown>) =>
  (await api.call(`/rest/v1/rpc/${name}`, { body: args, key: api.backend.secretKey })).body;
const call = (change: ChangePriceRequest, token = tokens.manager) =>
  api.call('/functions/v1/change-price', { body: change, token, headers: { 'user-agent': 'Browser/1' } });

async function change(wanted: ChangePriceRequest): Promise<ChangePriceResponse> {
  const answer = await call(wanted);
  if (answer.status !== 200) throw new Error(`change-price: ${answer.status} ${answer.text}`);
  return changePriceResponseSchema.parse(answer.body);
}

async function planOf(slug = 'moonshot'): Promise<ManagedPlan> {
  const answer = await api.rpc('get_prices', {}, tokens.manager);
  const plan = managedPricesSchema.parse(answer.body).plans.find((one) => one.slug === slug);
  if (plan === undefined) throw new Error(`no plan ${slug}`);
  return plan;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const on = ({ slug, version }: ManagedPlan) => ({ plan: slug, version });
const monthlySeen = async (token: string | undefined) =>
  planPricesSchema
    .parse((await api.rpc('get_plan_prices', {}, token)).body)
    .find(({ productSlug }) => productSlug === 'moonshot')?.monthlyCents;

const trail = () =>
  api.sql<{ event: string; ip: string | null; agent: string | null; detail: Record<string, unknown> }>(
    `select event, ip_address as ip, user_agent as agent,
       private.line_detail(detail, contact_request_id, manager_id) as detail
     from public.audit_events
     where event like 'price\\_%' and event <> 'prices_revealed' order by line_number`,
  );
/** Lines of the trail that `work` adds. */
async function traced(work: () => Promise<unknown>) {
  const before = (await trail()).length;
  await work();
  return (await trail()).slice(before);
}

test('managers see every plan in display order, with the price in force and who set it', async () => {
  const { plans } = managedPricesSchema.parse((await api.rpc('get_prices', {}, tokens.manager)).body);
  expect(plans.map(({ slug }) => slug).slice(0, 4)).toEqual([
    'foundation-plus',
    'accelerate-pro',
    'moonshot',
    'enterprise',
  ]);
  expect(plans[2]).toMatchObject({
    isEnterprise: false,
    inForce: { amounts: PRICES, setBy: null },
    scheduled: [],
    ended: [],
  });
  await operate('set_price', { product_slug_param: 'moonshot', monthly_cents_param: 390_000 });
  expect(await planOf()).toMatchObject({
    inForce: { setBy: { by: 'operator', name: null } },
    ended: [{ amounts: PRICES, setBy: null }],
  });
});

test('a price set now is shown on the next request, and the trail has the actor, the IP address, before and after', async () => {
  const plan = await planOf();
  const lines = await traced(async () => {
    const saved = await change({ action: 'set', ...on(plan), amounts: MONTHLY });
    expect(saved).toMatchObject({
      outcome: 'saved',
      plan: { inForce: { amounts: MONTHLY, setBy: { by: 'manager', name: 'Manager' } } },
    });
    expect(saved.plan).toEqual(await planOf());
  });
  expect(await monthlySeen(tokens['customer of A'])).toBe(MONTHLY.monthlyCents);
  expect(lines).toEqual([
    {
      event: 'price_set',
      ip: '203.0.113.1',
      agent: 'Browser/1',
      detail: {
        by: 'manager',
        managerId: BAIT.rep.manager,
        plan: 'moonshot',
        validFrom: expect.any(String),
        before: PRICES,
        after: MONTHLY,
      },
    },
  ]);
});

test('only managers see a scheduled price until it begins; then every customer sees it', async () => {
  const from = inDays(1);
  const lines = await traced(async () => {
    expect(await change({ action: 'schedule', ...on(await planOf()), from, amounts: MONTHLY })).toMatchObject(
      {
        outcome: 'saved',
        plan: { inForce: { amounts: PRICES }, scheduled: [{ amounts: MONTHLY }] },
      },
    );
  });
  expect(lines).toMatchObject([
    { event: 'price_scheduled', detail: { by: 'manager', before: PRICES, after: MONTHLY } },
  ]);
  expect(await monthlySeen(tokens.manager)).toBe(PRICES.monthlyCents);
  const previewed = async (at: string) =>
    planPricesSchema.parse((await api.rpc('get_plan_prices_at', { at_param: at }, tokens.manager)).body)[2];
  expect(await previewed(inDays(0.9))).toMatchObject({ monthlyCents: PRICES.monthlyCents });
  expect(await previewed(from)).toMatchObject({
    productSlug: 'moonshot',
    monthlyCents: MONTHLY.monthlyCents,
  });
  await api.sql('update public.product_prices set valid_from = now() where valid_from = $1', [from]);
  expect(await monthlySeen(tokens['customer of A'])).toBe(MONTHLY.monthlyCents);
});

test('a cancelled schedule disappears, and the trail names it', async () => {
  const from = inDays(2);
  const { plan } = await change({ action: 'schedule', ...on(await planOf()), from, amounts: MONTHLY });
  const [scheduled] = plan.scheduled;
  const cancel = { action: 'cancel', ...on(plan), from: scheduled?.validFrom ?? '' } as const;
  const lines = await traced(async () => {
    expect(await change(cancel)).toMatchObject({ outcome: 'saved', plan: { scheduled: [] } });
    // Its answer was lost.
    expect(await change(cancel)).toMatchObject({ outcome: 'saved', plan: { scheduled: [] } });
  });
  expect(lines).toMatchObject([
    {
      event: 'price_schedule_cancelled',
      detail: { by: 'manager', managerId: BAIT.rep.manager, before: MONTHLY },
    },
  ]);
});

test('a repeated request after a lost answer gets the same answer and adds no line', async () => {
  const plan = await planOf();
  const schedule = { action: 'schedule', ...on(plan), from: inDays(3), amounts: MONTHLY } as const;
  const set = {
    action: 'set',
    ...on(plan),
    amounts: { ...PRICES, monthlyCents: PRICES.monthlyCents + 5_000 },
  } as const;
  const first = await change(schedule);
  expect(await traced(async () => expect((await change(schedule)).plan).toEqual(first.plan))).toEqual([]);
  const now = await change({ ...set, version: first.plan.version });
  expect(
    await traced(async () => {
      const again = await change({ ...set, version: first.plan.version });
      expect([again.outcome, again.plan]).toEqual(['saved', now.plan]);
    }),
  ).toEqual([]);
});

describe('two managers at once', () => {
  test('one of twenty simultaneous prices is saved, and the others learn who saved it', async () => {
    const plan = await planOf();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        change({
          action: 'set',
          ...on(plan),
          amounts: { ...PRICES, monthlyCents: PRICES.monthlyCents + 50_000 + n },
        }),
      ),
    );
    const saved = answers.filter(({ outcome }) => outcome === 'saved');
    expect(saved).toHaveLength(1);
    for (const answer of answers) {
      expect(answer.plan).toEqual(saved[0]?.plan);
      if (answer.outcome === 'conflict') {
        expect(answer.lastChange).toMatchObject({ event: 'price_set', by: 'manager', name: 'Manager' });
      }
    }
  });

  test('a price scheduled while another manager schedules one gets a conflict and is not written', async () => {
    const plan = await planOf();
    const from = inDays(5);
    await change({ action: 'schedule', ...on(plan), from, amounts: MONTHLY });
    const second = {
      action: 'schedule',
      ...on(plan),
      from: inDays(6),
      amounts: { ...PRICES, annualCents: 1 },
    } as const;
    const told = await change(second);
    expect(told).toMatchObject({
      outcome: 'conflict',
      plan: { scheduled: [{ amounts: MONTHLY }] },
      lastChange: { event: 'price_scheduled', name: 'Manager' },
    });
    expect(await planOf()).toEqual(told.plan);
    expect((await change({ ...second, ...on(told.plan) })).plan.scheduled).toHaveLength(2);
  });

  test('a price for the same instant with other amounts is never overwritten', async () => {
    const plan = await planOf();
    const at = { action: 'schedule', from: inDays(7), amounts: MONTHLY } as const;
    const first = await change({ ...at, ...on(plan) });
    const other = { ...at, amounts: { ...MONTHLY, monthlyCents: PRICES.monthlyCents + 20_000 } };
    expect((await change({ ...other, ...on(plan) })).outcome).toBe('conflict');
    const answer = await call({ ...other, ...on(first.plan) });
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['from']]);
    expect((await planOf()).scheduled).toEqual(first.plan.scheduled);
  });

  test('a price that began in the meantime is a conflict, although no manager changed it', async () => {
    const from = inDays(1);
    const { plan } = await change({ action: 'schedule', ...on(await planOf()), from, amounts: MONTHLY });
    await api.sql('update public.product_prices set valid_from = now() where valid_from = $1', [from]);
    expect(
      await change({ action: 'set', ...on(plan), amounts: { ...PRICES, monthlyCents: 1 } }),
    ).toMatchObject({ outcome: 'conflict', plan: { inForce: { amounts: MONTHLY } } });
    expect(await change({ action: 'cancel', ...on(plan), from })).toMatchObject({ outcome: 'conflict' });
    expect(await monthlySeen(tokens.manager)).toBe(MONTHLY.monthlyCents);
  });

  test('canceling a price that someone else has scheduled again with other amounts is a conflict', async () => {
    const from = inDays(9);
    const { plan } = await change({ action: 'schedule', ...on(await planOf()), from, amounts: MONTHLY });
    const gone = await change({ action: 'cancel', ...on(plan), from });
    expect(gone.plan.scheduled).toEqual([]);
    await operate('set_price', {
      product_slug_param: 'moonshot',
      valid_from_param: from,
      monthly_cents_param: PRICES.monthlyCents + 30_000,
    });
    expect(await change({ action: 'cancel', ...on(plan), from })).toMatchObject({
      outcome: 'conflict',
      lastChange: { event: 'price_scheduled' },
      // Not by the manager, who was the first to schedule one there.
      plan: { scheduled: [{ setBy: { by: 'operator' } }] },
    });
    expect((await planOf()).scheduled).toHaveLength(1);
  });
});

describe('bad input', () => {
  const cases: [string, (plan: ManagedPlan) => unknown, number, string | null][] = [
    [
      '0',
      (plan) => ({ action: 'set', ...on(plan), amounts: { ...PRICES, monthlyCents: 0 } }),
      400,
      'amounts.monthlyCents',
    ],
    [
      'a negative amount',
      (plan) => ({ action: 'set', ...on(plan), amounts: { ...PRICES, annualCents: -1 } }),
      400,
      'amounts.annualCents',
    ],
    [
      'three decimals',
      (plan) => ({ action: 'set', ...on(plan), amounts: { ...PRICES, annualCents: 1.5 } }),
      400,
      'amounts.annualCents',
    ],
    [
      '10 digits',
      (plan) => ({ action: 'set', ...on(plan), amounts: { ...PRICES, activationCents: 1_000_000_000 } }),
      400,
      'amounts.activationCents',
    ],
    [
      'an unknown plan',
      (plan) => ({ action: 'set', ...on(plan), plan: 'mars', amounts: MONTHLY }),
      404,
      null,
    ],
    [
      'a schedule in the past',
      (plan) => ({ action: 'schedule', ...on(plan), from: inDays(-1), amounts: MONTHLY }),
      400,
      'from',
    ],
    [
      'the amounts that are in force',
      (plan) => ({ action: 'set', ...on(plan), amounts: PRICES }),
      400,
      'amounts',
    ],
    ['nothing to cancel', (plan) => ({ action: 'cancel', ...on(plan), from: inDays(40) }), 404, null],
    [
      'a price in force to cancel',
      (plan) => ({ action: 'cancel', ...on(plan), from: plan.inForce?.validFrom }),
      404,
      null,
    ],
  ];

  test.each(cases)('%s changes nothing', async (_case, body, status, field) => {
    const plan = await planOf();
    const lines = await traced(async () => {
      const answer = await api.call('/functions/v1/change-price', {
        body: body(plan),
        token: tokens.manager,
      });
      expect(answer.status, answer.text).toBe(status);
      expect(Object.keys(answer.body.error.fields ?? {})).toEqual(field === null ? [] : [field]);
    });
    expect(lines).toEqual([]);
    expect(await planOf()).toEqual(plan);
  });

  test.each(['infinity', '-infinity', '0001-01-01'])('a preview of %s is an answer', async (at) => {
    expect((await api.rpc('get_plan_prices_at', { at_param: at }, tokens.manager)).status).toBe(200);
  });
});

test.each<[Actor, number]>([
  ['anon', 401],
  ['rep A', 403],
  ['manager without a code', 403],
  ['manager whose time is over', 403],
  ['logged-out rep A', 401],
  ['customer of A', 403],
])('a future price is refused to %s', async (actor, status) => {
  await change({ action: 'schedule', ...on(await planOf()), from: inDays(1), amounts: MONTHLY });
  for (const [name, args] of [
    ['get_prices', {}],
    ['get_plan_prices_at', { at_param: inDays(2) }],
  ] as const) {
    const answer = await api.rpc(name, args, tokens[actor]);
    expect([name, answer.status]).toEqual([name, status]);
    expect(answer.text).not.toContain(String(MONTHLY.monthlyCents));
  }
});

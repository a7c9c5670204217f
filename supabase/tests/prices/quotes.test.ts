import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { quoteSchema } from '../../../shared/src/contracts/backend/prices/quote.ts';
import { QUOTE_VALID_DAYS } from '../../../shared/src/contracts/backend/terms.ts';
import { BAIT } from '../fixtures/bait.ts';
import { CustomersReader } from '../fixtures/read-customers.ts';
import { rowsWith } from '../fixtures/rows-with.ts';
import {
  api,
  change,
  customerId,
  email,
  erased,
  linkToken,
  storePersonForEachTest,
  surname,
  tokens,
} from '../fixtures/stored-person.ts';

storePersonForEachTest();

let token: string;
beforeEach(async () => {
  token = (await api.openLink(linkToken)).grant.sessionToken;
});

const ask = (plan = 'moonshot', billing = 'annual', by: string | undefined = token) =>
  api.call('/functions/v1/make-quote', { body: { plan, billing }, token: by, ip: '203.0.113.79' });
const quote = async (plan?: string, billing?: string) => quoteSchema.parse((await ask(plan, billing)).body);
const status = async (...args: Parameters<typeof ask>) => (await ask(...args)).status;
const lines = () =>
  api.sql<{ id: string; detail: object; ip: string | null; rep: string }>(
    `select id, detail, ip_address as ip, sales_rep_id as rep from public.audit_events
     where event = 'quote_made' and qualified_lead_id = $1 order by line_number`,
    [customerId],
  );
/** Raises every amount of Moonshot's price by these cents, from now on. Below 0 it lowers them. */
const raise = async (cents: number, column = '') =>
  api.sql(
    `insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents, valid_from)
     select p.product_id, monthly_cents + case when $2 in ('', 'monthly') then $1 else 0 end,
       annual_cents + case when $2 in ('', 'annual') then $1 else 0 end,
       activation_cents + case when $2 in ('', 'activation') then $1 else 0 end, now()
     from public.product_prices p join public.products d on d.id = p.product_id
     where d.slug = 'moonshot' order by p.valid_from desc limit 1`,
    [cents, column],
  );
/** Moves the last day of a quote. @param days after today. Below 0 it is over */
async function setEnd(id: string, days: number): Promise<void> {
  await api.sql(`alter table public.audit_events disable trigger audit_events_refuse_change`);
  await api.sql(
    `update public.audit_events set detail = detail
       || jsonb_build_object('validUntil', (now() at time zone 'UTC')::date + $2::integer) where id = $1`,
    [id, days],
  );
  await api.sql(`alter table public.audit_events enable trigger audit_events_refuse_change`);
}
const moonshot = async () =>
  (await api.rpc('get_plan_prices', {}, token)).body.find(
    (price: { productSlug: string }) => price.productSlug === 'moonshot',
  );

test('a quote has the prices in force and a last day, and is a line of the trail', async () => {
  const { productSlug: _, ...amounts } = await moonshot();
  const made = await quote();
  const day = new Date(Date.parse(made.madeAt) + QUOTE_VALID_DAYS * 86_400_000).toISOString().slice(0, 10);
  const features = (await api.rpc('get_product_features', { product_name_param: 'Moonshot' })).body.map(
    (row: Record<string, string>) => ({ name: row.feature_name, limit: row.limit_value }),
  );
  const offer = { ...amounts, planName: 'Moonshot', validUntil: day, features };
  expect(features).toContainEqual({ name: 'Support', limit: 'Premium (dedicated success manager)' });
  expect(made).toEqual({ ...offer, id: made.id, madeAt: made.madeAt });
  expect(await lines()).toEqual([
    {
      id: made.id,
      detail: { ...offer, plan: 'moonshot', billing: 'annual' },
      ip: '203.0.113.79',
      rep: BAIT.rep.A,
    },
  ]);
});

test('asked again, also twice at once, the customer gets the same quote for either billing, and another plan has its own', async () => {
  const answers = await Promise.all([quote(), quote(), quote('moonshot', 'monthly')]);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect((await quote('accelerate-pro')).planName).toBe('Accelerate Pro');
  expect(await lines()).toHaveLength(2);
});

test('a quote holds when the price rises, and gives way once an amount falls or its last day is over', async () => {
  const first = await quote();
  await raise(5_000);
  expect(await quote()).toEqual(first);
  await raise(-5_001, 'activation');
  const cheaper = await quote();
  expect(cheaper).toMatchObject({
    annualCents: first.annualCents + 5_000,
    activationCents: first.activationCents - 1,
  });

  await setEnd(cheaper.id, 0);
  expect((await quote()).id).toBe(cheaper.id);
  await setEnd(cheaper.id, -1);
  expect((await quote()).id).not.toBe(cheaper.id);
});

/** The mails to an address about the customer. */
const mailsTo = async (address: string) =>
  (
    (await api.call('/_inbox/messages.json')).body as { to: string[]; subject: string; text: string }[]
  ).filter(({ to, text }) => to.includes(address) && text.includes(customerId));
const nothingWaits = () =>
  vi.waitFor(
    async () =>
      expect(await api.sql('select from private.work_mails where quote_id is not null')).toEqual([]),
    5_000,
  );

/** Regression: a quote was a line of the trail alone, and no one heard of it. */
test('the representative is mailed about each new quote, and not about the same one again', async () => {
  const mails = async () =>
    (await mailsTo('a@bait.example')).map(({ subject, text }) => [
      subject,
      text.includes(`/sales-portal?tab=customers&customer=${customerId}`),
    ]);
  const { id } = await quote();
  await quote();
  await nothingWaits();
  expect(await mails()).toEqual([[expect.stringContaining('made a quote: Moonshot'), true]]);
  await raise(-1);
  expect((await quote()).id).not.toBe(id);
  await nothingWaits();
  expect(await mails()).toHaveLength(2);
});

/** Regression: no one heard of such a quote. */
test("the managers are mailed about a quote of a disabled representative's customer", async () => {
  const disable = (at: string) =>
    api.sql(`update public.sales_representatives set disabled_at = ${at} where id = $1`, [BAIT.rep.A]);
  onTestFinished(async () => {
    await disable('null');
  });
  await disable('now()');
  await quote();
  await nothingWaits();
  expect(await mailsTo('a@bait.example')).toEqual([]);
  expect((await mailsTo('manager@bait.example')).map(({ text }) => text)).toEqual([
    expect.stringContaining(`/sales-portal/operations?tab=customers&customer=${customerId}`),
  ]);
});

test('a quote of a customer who was handed on before the mail is not mailed', async () => {
  await quote();
  await api.sql(
    `insert into private.work_mails (sales_rep_id, customer_count, request_ids, quote_id)
     select unnest($1::uuid[]), 0, '{}', id from public.audit_events
     where event = 'quote_made' and qualified_lead_id = $2`,
    [[BAIT.rep.B, BAIT.rep.manager], customerId],
  );
  const [claimed] = await api.sql<{ mails: object[] }>('select public.claim_work_mails(10, 0) as mails');
  expect(
    claimed?.mails.filter((mail) => 'rep' in mail && /b@bait|manager@bait/.test(JSON.stringify(mail.rep))),
  ).toEqual([]);
});

test.each([
  ['an unknown plan', 'mars', 404],
  ['a plan whose price is made for each customer', 'enterprise', 404],
  ['no name of a plan', '<script>', 400],
])('%s is not quoted', async (_case, plan, expected) => {
  const answer = await ask(plan);
  expect(answer.status).toBe(expected);
  expect(answer.text).not.toMatch(/Cents/);
  expect(await lines()).toEqual([]);
});

test('a plan without a price in force is not quoted', async () => {
  await api.sql(`delete from public.product_prices p using public.products d
    where d.id = p.product_id and d.slug = 'foundation-plus'`);
  expect(await status('foundation-plus')).toBe(404);
});

test.each([
  ['revoked', 'update public.qualified_leads set revoked_at = now() where id = $1'],
  ['over', 'update public.qualified_leads set token_expires_at = now() where id = $1'],
  ['inactive', 'update public.qualified_leads set is_active = false where id = $1'],
  [
    'signed out',
    "update public.customer_sessions set ended_at = now(), end_reason = 'signed_out' where qualified_lead_id = $1",
  ],
  ['over by itself', 'update public.customer_sessions set expires_at = now() where qualified_lead_id = $1'],
])('a customer whose access is %s gets no quote, not even one that they had', async (_state, end) => {
  await quote();
  await api.sql(end, [customerId]);
  const answer = await ask();
  expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthenticated']);
  expect(await lines()).toHaveLength(1);
});

test('nobody else gets a quote: no visitor, no representative, no manager', async () => {
  const others = [undefined, tokens['rep A'], tokens.manager];
  expect(await Promise.all(others.map((by) => status('moonshot', 'annual', by ?? '')))).toEqual([
    401, 401, 401,
  ]);
  expect(await lines()).toEqual([]);
});

test('the representative reads in the history what was offered, every quote of a day; a colleague does not', async () => {
  for (const plan of ['accelerate-pro', 'moonshot']) await quote(plan);
  await raise(-1);
  await quote('moonshot');
  const { lines: told } = await new CustomersReader(api, tokens['rep A']).timeline(customerId);
  const quotes = told.filter(({ event }) => event === 'quote_made');
  const { id, madeAt: _, features: _features, ...offer } = await quote();
  expect(quotes).toHaveLength(3);
  expect(quotes[0]).toMatchObject({ id, by: 'customer', quote: offer });
  expect((await api.rpc('get_customer_timeline', { lead_id: customerId }, tokens['rep B'])).status).toBe(404);
});

/** Regression: after 25 visits, the representative no longer found the quote that the customer named. */
test('a quote that still holds stays in the history, however much came after it', async () => {
  const { id } = await quote();
  await api.sql(
    `insert into public.audit_events (event, sales_rep_id, qualified_lead_id)
     select 'link_extended', $1, $2 from generate_series(1, 100)`,
    [BAIT.rep.A, customerId],
  );
  const told = async () => (await new CustomersReader(api, tokens['rep A']).timeline(customerId)).lines;
  const lines = await told();
  expect([lines.length, lines[0]?.event, lines.at(-1)?.id]).toEqual([100, 'link_extended', id]);
  await setEnd(id, -1);
  expect((await told()).map((line) => line.id)).not.toContain(id);
});

test('a quote is exported with its person, and after an erasure it names nobody', async () => {
  const { id, madeAt: _, ...offer } = await quote();
  const { customer } = (await change({ action: 'export', email, after: null })).body.person;
  expect(customer.trail[0]).toMatchObject({
    event: 'quote_made',
    detail: { ...offer, plan: 'moonshot' },
    ipAddress: '203.0.113.79',
  });
  await erased();
  expect(await lines()).toMatchObject([{ id, ip: null }]);
  expect(await rowsWith(api, email, surname)).toEqual([]);
});

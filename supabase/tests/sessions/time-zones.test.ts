import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { qualify } from '../fixtures/qualify.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let repToken: string;
let customer: Awaited<ReturnType<typeof qualify>>;

const signIn = async (timeZone: unknown) => {
  const [salesId] = api.backend.demo.salesIds;
  const answer = await api.call('/functions/v1/sign-in-rep', { body: { salesId, timeZone } });
  expect(answer.status).toBe(200);
  return answer;
};
const openLink = async (timeZone: unknown) => {
  const { token } = customer;
  const answer = await api.call('/functions/v1/sign-in-customer', { body: { token, timeZone } });
  expect(answer.status).toBe(200);
  return answer;
};
const zonesOf = async () =>
  (
    await api.sql<{ customer: string | null; rep: string | null }>(
      `select l.time_zone as customer, r.time_zone as rep
       from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
       where l.id = $1`,
      [customer.customerId],
    )
  )[0];
/** The newest mail to the address whose text matches. */
async function mailedText(to: string, text: RegExp): Promise<string> {
  const find = async () => {
    const mails: { to: string[]; text: string }[] = (await api.call('/_inbox/messages.json')).body;
    return mails.find((mail) => mail.to.includes(to) && text.test(mail.text))?.text;
  };
  return (await vi.waitUntil(find, 20_000)) ?? '';
}

beforeAll(async () => {
  api = await startTestBackend();
  repToken = (await signIn('Asia/Kolkata')).body.sessionToken;
  await api.call('/functions/v1/save-rep-settings', { body: { mailOnOpening: true }, token: repToken });
  customer = await qualify(api, repToken);
});

afterAll(() => api.close());

test('each mail tells the time in the zone of its reader, from their latest sign-in', async () => {
  const opened = await openLink('Europe/Berlin');
  expect(opened.text).not.toMatch(/zone|Asia|Berlin/i);
  const [rep] = await api.sql<{ email: string }>(
    `select r.email from public.sales_representatives r join public.qualified_leads l on l.qualified_by = r.id
     where l.id = $1`,
    [customer.customerId],
  );
  expect(await mailedText(rep?.email ?? '', /opened the link/)).toContain('GMT+5:30.');

  await api.sql(
    `update public.qualified_leads set token_expires_at = now() + interval '1 hour' where id = $1`,
    [customer.customerId],
  );
  await api.call('/functions/v1/extend-access', {
    body: { customerId: customer.customerId },
    token: repToken,
  });
  expect(await mailedText(customer.email, /now works until/)).toMatch(/ GMT\+[12]\./);
});

test.each([undefined, null, '', 'Mars/Olympus', 'x'.repeat(10_000), 7, { zone: 'UTC' }])(
  'the zone %j keeps no person out, and replaces the one before by none',
  async (timeZone) => {
    await Promise.all([signIn('Asia/Tokyo'), openLink('Asia/Tokyo')]);
    expect(await zonesOf()).toEqual({ customer: 'Asia/Tokyo', rep: 'Asia/Tokyo' });
    await Promise.all([signIn(timeZone), openLink(timeZone)]);
    expect(await zonesOf()).toEqual({ customer: null, rep: null });
  },
);

test('a wrong credential changes no zone', async () => {
  await Promise.all([signIn('Asia/Tokyo'), openLink('Asia/Tokyo')]);
  for (const [name, body] of [
    ['sign-in-rep', { salesId: 'SR-0000-0000-0000', timeZone: 'UTC' }],
    ['sign-in-customer', { token: 'x'.repeat(43), timeZone: 'UTC' }],
  ] as const)
    expect((await api.call(`/functions/v1/${name}`, { body })).status).toBe(401);
  expect(await zonesOf()).toEqual({ customer: 'Asia/Tokyo', rep: 'Asia/Tokyo' });
});

test('the zone is in the exported data of a person, and an erasure removes it', async () => {
  await Promise.all([signIn('Asia/Tokyo'), openLink('Asia/Tokyo')]);
  const [exported] = await api.sql<{ of_customer: string; of_rep: string }>(
    `select public.export_person(l.email) #>> '{person,customer,timeZone}' as of_customer,
       public.export_person(r.email) #>> '{person,representative,timeZone}' as of_rep
     from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by where l.id = $1`,
    [customer.customerId],
  );
  expect(exported).toEqual({ of_customer: 'Asia/Tokyo', of_rep: 'Asia/Tokyo' });
  await api.sql(
    `update public.sales_representatives set disabled_at = now(), is_manager = false
     where id = (select qualified_by from public.qualified_leads where id = $1)`,
    [customer.customerId],
  );
  await api.sql('select private.erase_rep(qualified_by) from public.qualified_leads where id = $1', [
    customer.customerId,
  ]);
  expect(await zonesOf()).toMatchObject({ rep: null });
});

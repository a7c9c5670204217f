import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  endOwnSessionsResponseSchema,
  repSessionsSchema,
  repSettingsSchema,
} from '../../../shared/src/contracts/backend/representatives/rep-account.ts';
import { BAIT, layBait } from '../fixtures/bait.ts';
import { letPausePass, qualify } from '../fixtures/qualify.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Awaited<ReturnType<typeof layBait>>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

const signIn = () => api.signIn(api.backend.demo.salesIds[0] ?? '');
const sessionsOf = async (token: string) =>
  repSessionsSchema.parse((await api.rpc('get_sales_sessions', { page_size: 100 }, token)).body);
const end = (sessionId: string | null, token?: string) =>
  api.call('/functions/v1/end-own-sessions', { body: { sessionId }, token });
const settingsOf = async (token?: string) => (await api.rpc('get_rep_settings', {}, token)).body;
const save = (mailOnOpening: boolean, token?: string) =>
  api.call('/functions/v1/save-rep-settings', { body: { mailOnOpening }, token });
const isLive = async (token: string) => (await api.rpc('get_plan_prices', {}, token)).body.length > 0;

test('a representative ends one other session, then all others, and stays signed in', async () => {
  const [here, phone, office] = [await signIn(), await signIn(), await signIn()];
  const token = here.grant.sessionToken;
  const listed = await sessionsOf(token);
  const phoneId = listed[1]?.id ?? '';
  expect(listed.filter(({ endedAt }) => endedAt === null)).toHaveLength(3);

  const first = await end(phoneId.toUpperCase(), token);
  expect(endOwnSessionsResponseSchema.parse(first.body)).toEqual({ endedCount: 1 });
  expect((await end(phoneId, token)).body).toEqual({ endedCount: 0 });
  expect(await Promise.all([here, phone, office].map(({ grant }) => isLive(grant.sessionToken)))).toEqual([
    true,
    false,
    true,
  ]);
  const renewed = await api.call('/functions/v1/renew-session', {
    body: {},
    headers: { cookie: phone.cookie },
  });
  expect(renewed.status).toBe(401);

  expect((await end(null, token)).body).toEqual({ endedCount: 1 });
  expect(await isLive(token)).toBe(true);
  expect((await sessionsOf(token)).filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
  const lines = await api.sql(
    `select detail from public.audit_events where event = 'sessions_ended' order by line_number`,
  );
  expect(lines).toEqual([
    { detail: { by: 'representative', count: 1 } },
    { detail: { by: 'representative', count: 1 } },
  ]);
});

/** Regression: browsers compared times with their own clock, and a wrong one hid live sessions. */
test('a session that has expired is listed as ended, at its end', async () => {
  const [here, gone] = [await signIn(), await signIn()];
  const { sessionId, sessionToken } = gone.grant;
  await api.sql(`update public.sales_sessions set expires_at = now() - interval '1 second' where id = $1`, [
    sessionId,
  ]);
  const expired = (await sessionsOf(here.grant.sessionToken)).find(({ id }) => id === sessionId);
  expect(expired?.endedAt).toBe(expired?.expiresAt);
  expect(await isLive(sessionToken)).toBe(false);
});

test("another's session is not found, and stays live", async () => {
  for (const id of [BAIT.salesSession.A, BAIT.customerSession.A, crypto.randomUUID()]) {
    const answer = await end(id, tokens['rep B']);
    expect([answer.status, answer.body.error.message]).toEqual([404, 'No such session.']);
  }
  expect(await isLive(tokens['rep A'] ?? '')).toBe(true);
  expect(await isLive(tokens['customer of A'] ?? '')).toBe(true);
});

test('the mail of an opening is off by default, and each representative decides alone', async () => {
  expect(repSettingsSchema.parse(await settingsOf(tokens['rep A']))).toEqual({
    mailOnOpening: false,
    mailOnMonday: false,
    mailOnWork: true,
    toastOnNews: true,
    requestsPaused: null,
  });
  expect((await save(true, tokens['rep A'])).body).toMatchObject({ mailOnOpening: true });
  expect((await save(true, tokens['rep A'])).status).toBe(200);
  expect(await settingsOf(tokens['rep A'])).toMatchObject({ mailOnOpening: true });
  expect(await settingsOf(tokens['rep B'])).toMatchObject({ mailOnOpening: false });
  expect(await settingsOf(tokens['customer of A'])).toBeNull();
  const lines = await api.sql(
    `select sales_rep_id, detail from public.audit_events where event = 'rep_settings_changed'`,
  );
  expect(lines).toEqual([{ sales_rep_id: BAIT.rep.A, detail: { mailOnOpening: true } }]);
  await save(false, tokens['rep A']);
});

test('the first opening of each link is mailed to a representative who asked for it, and no other', async () => {
  await api.sql(`update public.sales_representatives set email = 'rep-a@engine.example' where id = $1`, [
    BAIT.rep.A,
  ]);
  const mails = async () => {
    const all: { to: string[]; subject: string; text: string }[] = (await api.call('/_inbox/messages.json'))
      .body;
    return all.filter(({ to }) => to.includes('rep-a@engine.example'));
  };
  const silent = await qualify(api, tokens['rep A'] ?? '');
  await api.openLink(silent.token);

  await save(true, tokens['rep A']);
  const customer = await qualify(api, tokens['rep A'] ?? '');
  await api.openLink(customer.token);
  await api.openLink(customer.token);
  await vi.waitUntil(async () => (await mails()).length > 0, { timeout: 60_000 });
  await letPausePass(api, customer.email);
  const again = await qualify(api, tokens['rep A'] ?? '', customer.email);
  await api.openLink(again.token);
  await vi.waitUntil(async () => (await mails()).length > 1, { timeout: 60_000 });

  const sent = await mails();
  expect(sent).toHaveLength(2);
  for (const { text } of sent) {
    expect(text).toContain(`customer=${customer.customerId}`);
    for (const secret of [customer.token, again.token]) expect(text).not.toContain(secret);
  }
});

test('a disabled representative gets no mail of an opening', async () => {
  const { customerId } = await qualify(api, tokens['rep B'] ?? '');
  const change = (set: string) =>
    api.sql(`update public.sales_representatives set ${set} where id = $1`, [BAIT.rep.B]);
  await change('mail_on_opening = true, disabled_at = now()');
  const opened = await api.sql(
    `select public.begin_customer_session(l.access_token_hash, repeat('0', 64), null, null, 'net')
       -> 'isRepToBeMailed' as mailed from public.qualified_leads l where l.id = $1`,
    [customerId],
  );
  expect(opened).toEqual([{ mailed: false }]);
  await change('mail_on_opening = false, disabled_at = null');
});

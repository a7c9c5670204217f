import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { layBait } from '../fixtures/bait.ts';
import { mailedCode, qualify, sendCode, wrongCode } from '../fixtures/qualify.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let rep: string;
let otherRep: string;
let sent: { email: string; verificationId: string; code: string };

beforeAll(async () => {
  api = await startTestBackend();
  const tokens = await layBait(api);
  rep = tokens['rep A'] ?? '';
  otherRep = tokens['rep B'] ?? '';
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.sql('delete from private.rate_limit_counters');
  const email = `${crypto.randomUUID()}@engine.example`;
  const { verificationId } = (await sendCode(api, rep, email)).body;
  sent = { email, verificationId, code: await mailedCode(api, email) };
});

const KEY = 'a-key-of-the-browser_0123';

function issue(changes: Record<string, unknown> = {}, token = rep) {
  const { verificationId, code } = sent;
  const body = { verificationId, code, idempotencyKey: KEY, ...changes };
  return api.call('/functions/v1/issue-access-link', { body, token });
}

const trail = () =>
  api.sql<{ event: string; count: number }>(
    `select e.event, count(*)::integer as count from public.audit_events e
     join public.qualified_leads l on l.id = e.qualified_lead_id
     where l.email = $1 and e.event in ('link_issued', 'code_failed') group by 1 order by 1`,
    [sent.email],
  );

test('a repeated request gets the same working link, and the trail has one line', async () => {
  const answers = [
    await issue(),
    await issue(),
    await issue({ verificationId: sent.verificationId.toUpperCase() }),
  ];
  const [first, ...repeated] = answers;
  expect(first?.status).toBe(200);
  expect(first?.body.token).toMatch(/^[\w-]{43}$/);
  for (const answer of repeated) expect([answer.status, answer.body]).toEqual([200, first?.body]);
  expect(await trail()).toEqual([{ event: 'link_issued', count: 1 }]);

  // A customer who signed in with it stays signed in.
  const { grant } = await api.openLink(first?.body.token);
  expect((await issue()).body).toEqual(first?.body);
  expect((await api.rpc('get_plan_prices', {}, grant.sessionToken)).body).not.toEqual([]);
});

test('twenty requests at once get the same link', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => issue()));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.token}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await trail()).toEqual([{ event: 'link_issued', count: 1 }]);
});

test.each([
  ['another key', () => issue({ idempotencyKey: `${KEY}4` })],
  ['no key', () => issue({ idempotencyKey: undefined })],
  ['a wrong code', () => issue({ code: wrongCode(sent.code) })],
  ['another representative', () => issue({}, otherRep)],
] as const)('with %s the spent code is refused, and the link stays', async (_, attempt) => {
  const issued = await issue();
  const refused = await attempt();
  expect([refused.status, refused.body.token]).toEqual([400, undefined]);
  expect(refused.body.error.fields).toEqual({ code: 'The verification code is incorrect' });
  expect((await issue()).body).toEqual(issued.body);
});

test.each([
  ['its life has passed', `update private.verification_codes set expires_at = now() where email = $1`],
  [
    'access was revoked',
    `update public.qualified_leads set revoked_at = now(), is_active = false where email = $1`,
  ],
])('when %s, the link is not returned again', async (_, change) => {
  expect((await issue()).status).toBe(200);
  await api.sql(change, [sent.email]);
  expect((await issue()).status).toBe(400);
});

test('a replaced link is not returned again', async () => {
  expect((await issue()).status).toBe(200);
  await api.sql(
    `update private.verification_codes set created_at = created_at - private.code_resend_pause()`,
  );
  const newer = await qualify(api, rep, sent.email);
  expect((await issue()).status).toBe(400);
  await api.openLink(newer.token);
});

test('the key is kept nowhere', async () => {
  await issue();
  const [found] = await api.sql<{ count: number }>(
    `select count(*)::integer as count from (
       select v::text as row from private.verification_codes v union all select l::text from public.qualified_leads l
       union all select e::text from public.audit_events e
     ) r where strpos(r.row, $1) > 0`,
    [KEY],
  );
  expect(found).toEqual({ count: 0 });
});

test.each(['', 'short', 'x'.repeat(87), 'with spaces in it, and long enough', 42, null])(
  'an invalid key is refused before the code is spent: %j',
  async (idempotencyKey) => {
    const refused = await issue({ idempotencyKey });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
    expect((await issue()).status).toBe(200);
  },
);

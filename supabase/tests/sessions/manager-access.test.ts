import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  managerAccessSchema,
  sendManagerCodeResponseSchema,
} from '../../../shared/src/contracts/backend/operations/manager-access.ts';
import {
  ATTEMPT_LIMITS,
  CODE_MAX_ATTEMPTS,
  MANAGER_ACCESS_LIFE_SECONDS,
} from '../../../shared/src/contracts/backend/terms.ts';
import { sampleOf } from '../../../tools/machine/sample.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import {
  checkManagerCode,
  freshManagerCode,
  letManagerPausePass,
  openOperations,
  sendManagerCode,
} from '../fixtures/open-operations.ts';
import { holds, untilAwaited } from '../fixtures/own-locks.ts';
import { mailedCode, wrongCode } from '../fixtures/qualify.ts';
import { type Answer, startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

const EMAIL = 'manager@bait.example';
const WRONG = { code: 'invalid_request', fields: { code: 'The verification code is incorrect' } };

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
/** A session of the manager without a code. */
let session: { id: string; token: string };

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

beforeEach(async () => {
  await letManagerPausePass(api);
  const [row] = await api.sql<{ id: string }>(
    `insert into public.sales_sessions (sales_rep_id, refresh_hash)
     values ($1, md5(random()::text) || md5(random()::text)) returning id`,
    [BAIT.rep.manager],
  );
  const id = row?.id ?? '';
  session = { id, token: await api.signToken({ sub: BAIT.rep.manager, session_id: id }) };
});

afterAll(() => api.close());

const access = async (token: string | undefined) =>
  managerAccessSchema.parse((await api.rpc('get_manager_access', {}, token)).body);
const requestsSeen = async (token = session.token) =>
  (await api.rpc('get_contact_requests', {}, token)).status;
const errorOf = ({ status, body }: Answer) => ({ status, code: body.error.code, fields: body.error.fields });
const setManager = (repId: string, isManager: boolean) =>
  api.sql('select public.set_rep_manager($1, $2)', [repId, isManager]);

/** 401: no live session. 403: a live one that may not use Operations. */
const STATUS: Record<Actor, number> = {
  anon: 401,
  'rep A': 403,
  'rep B': 403,
  manager: 200,
  'manager without a code': 403,
  'manager whose time is over': 403,
  'rep B, no longer a manager': 403,
  'logged-out rep A': 401,
  'expired session of rep A': 401,
  'tampered token of rep A': 401,
  'expired token of rep A': 401,
  'customer of A': 403,
  'logged-out customer of A': 401,
  'expired customer of A': 401,
  'revoked customer of A': 401,
};

const OF_REP_A = { sales_rep_id_param: BAIT.rep.A };

describe.each<[string, Record<string, unknown>]>([
  ['get_contact_requests', {}],
  ['get_contact_request_choices', {}],
  ['get_reps_for_assignment', {}],
  ['get_reps', {}],
  ['get_rep_sessions', OF_REP_A],
  ['get_handover_choices', OF_REP_A],
  ['get_handovers', {}],
  ['get_prices', {}],
  ['get_audit_trail', {}],
  ['get_operations_today', {}],
  ['get_links_ending_today', {}],
])('%s answers only managers with a code', (procedure, args) => {
  test.each(sampleOf(`${procedure} for actors`, Object.entries(STATUS), 3))(
    '%s gets %i',
    async (actor, status) => {
      const answer = await api.rpc(procedure, args, tokens[actor as Actor]);
      expect(answer.status, answer.text).toBe(status);
      if (status !== 200) expect(answer.text).not.toMatch(/bait\.example|Rep [AB]|Bait/);
    },
  );
});

test('a code opens Operations for its period, only in the session that asked for it', async () => {
  expect(await access(session.token)).toMatchObject({ isManager: true, managerUntil: null });
  expect(await requestsSeen()).toBe(403);
  const answer = await sendManagerCode(api, session.token);
  const { codeId } = sendManagerCodeResponseSchema.parse(answer.body);
  const code = await mailedCode(api, EMAIL);
  expect(answer.text).not.toContain(code);
  const [row] = await api.sql<{ text: string }>(
    'select c::text as text from private.manager_codes c where id = $1',
    [codeId],
  );
  expect(row?.text).not.toContain(code);

  const checked = await checkManagerCode(api, session.token, codeId, code);
  const { managerUntil } = checked.body;
  const expected = Date.now() + MANAGER_ACCESS_LIFE_SECONDS * 1000;
  expect(Math.abs(Date.parse(managerUntil) - expected)).toBeLessThan(60_000);
  expect(Date.parse((await access(session.token)).managerUntil ?? '')).toBe(Date.parse(managerUntil));
  expect(await requestsSeen()).toBe(200);
  expect(await requestsSeen(tokens['manager without a code'])).toBe(403);
});

test('the sign-in answer says whether the person is a manager', async () => {
  const [salesId = ''] = api.backend.demo.salesIds;
  const isManager = async () => {
    const { actor } = (await api.signIn(salesId)).grant;
    return actor.kind === 'rep' && actor.rep.isManager;
  };
  const { actor } = (await api.signIn(salesId)).grant;
  const repId = actor.kind === 'rep' ? actor.rep.id : '';
  await setManager(repId, false);
  expect(await isManager()).toBe(false);
  await setManager(repId, true);
  expect(await isManager()).toBe(true);
});

test('a representative who is not a manager gets no code and no mail', async () => {
  const answer = await sendManagerCode(api, tokens['rep A']);
  expect(errorOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
  await expect(mailedCode(api, 'a@bait.example')).rejects.toThrow('No code was mailed');
  expect(await access(tokens['rep A'])).toMatchObject({ isManager: false, managerUntil: null });
});

test('a second code within the pause is refused, and one after it voids the first', async () => {
  const first = await freshManagerCode(api, session.token, EMAIL);
  expect(errorOf(await sendManagerCode(api, session.token))).toMatchObject({
    status: 429,
    code: 'rate_limited',
  });
  const second = await freshManagerCode(api, session.token, EMAIL);
  const check = ({ codeId, code }: typeof first) => checkManagerCode(api, session.token, codeId, code);
  expect(errorOf(await check(first))).toMatchObject({ status: 400, ...WRONG });
  expect((await check(second)).status).toBe(200);
});

/** Regression: the code went to the old address, and stayed good. */
test('a code that is asked for while the address changes waits, and goes to the new one', async () => {
  const changing = untilAwaited(
    api,
    `perform public.edit_rep('${BAIT.rep.manager}', 'Manager', 'moved@bait.example')`,
  );
  await holds(api, `l.relation = 'public.sales_representatives'::regclass and l.mode = 'RowExclusiveLock'`);
  const [started] = await api.sql(
    `select public.start_manager_code($1, gen_random_uuid(), repeat('a', 64)) #>> '{rep,email}' as email`,
    [session.id],
  );
  await changing;
  await api.sql('select public.edit_rep($1, $2, $3)', [BAIT.rep.manager, 'Manager', EMAIL]);
  expect(started).toEqual({ email: 'moved@bait.example' });
});

test('a manager gets no more codes than the limit of a day, also when no short window is full', async () => {
  const name = 'manager-code:rep-day';
  const { attempts } = ATTEMPT_LIMITS[name];
  const sendLater = async () => {
    await api.sql('update private.manager_codes set created_at = created_at - private.code_resend_pause()');
    await api.sql('delete from private.rate_limit_counters where bucket = $1', [
      `manager-code:rep:${BAIT.rep.manager}`,
    ]);
    return sendManagerCode(api, session.token);
  };
  const day = `${name}:${BAIT.rep.manager}`;
  expect((await sendLater()).status).toBe(200);
  await api.sql('update private.rate_limit_counters set attempts = $1 where bucket = $2', [
    attempts - 1,
    day,
  ]);
  expect((await sendLater()).status).toBe(200);
  const refused = await sendLater();
  expect(errorOf(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.body.error.retryAfterSeconds).toBeGreaterThan(23 * 3600);
  await api.sql('update private.rate_limit_counters set window_ends_at = now() where bucket = $1', [day]);
  expect((await sendLater()).status).toBe(200);
});

test("a wrong, unknown, expired or other session's code gets the same answer", async () => {
  const { codeId, code } = await freshManagerCode(api, session.token, EMAIL);
  const refused = [
    await checkManagerCode(api, session.token, codeId, wrongCode(code)),
    await checkManagerCode(api, session.token, crypto.randomUUID(), code),
    await checkManagerCode(api, tokens['manager without a code'], codeId, code),
  ];
  expect((await checkManagerCode(api, session.token, codeId, code)).status).toBe(200);
  refused.push(await checkManagerCode(api, tokens['manager without a code'], codeId, code));
  refused.push(await checkManagerCode(api, session.token, codeId, wrongCode(code)));
  const late = await freshManagerCode(api, session.token, EMAIL);
  await api.sql('update private.manager_codes set expires_at = now() where id = $1', [late.codeId]);
  refused.push(await checkManagerCode(api, session.token, late.codeId, late.code));
  for (const answer of refused) expect(errorOf(answer)).toEqual({ status: 400, ...WRONG });
});

test('of hundreds of simultaneous wrong codes only five are compared, and the correct one is refused afterwards', async () => {
  const { codeId, code } = await freshManagerCode(api, session.token, EMAIL);
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, i) =>
      checkManagerCode(api, session.token, codeId, wrongCode(code, i + 1)),
    ),
  );
  for (const answer of answers) expect(errorOf(answer)).toEqual({ status: 400, ...WRONG });
  expect(errorOf(await checkManagerCode(api, session.token, codeId, code))).toEqual({
    status: 400,
    ...WRONG,
  });
  expect(
    await api.sql('select attempts, used_at from private.manager_codes where id = $1', [codeId]),
  ).toEqual([{ attempts: CODE_MAX_ATTEMPTS, used_at: null }]);
  expect(
    await api.sql(
      `select count(*) filter (where (detail ->> 'wasCompared')::boolean)::int as compared, count(*)::int as n
       from public.audit_events where event = 'manager_code_failed' and detail ->> 'codeId' = $1`,
      [codeId],
    ),
    // Of those that were not compared, the first 200 of a day have a line, and the 256th.
  ).toEqual([{ compared: CODE_MAX_ATTEMPTS, n: CODE_MAX_ATTEMPTS + 201 }]);
  expect(await requestsSeen()).toBe(403);
});

/** Regression: when the answer was lost, the code was incorrect the second time, although Operations were open. */
test('a correct code that is sent again gets the same answer until its access is over, and opens nothing more', async () => {
  const { codeId, code } = await freshManagerCode(api, session.token, EMAIL);
  const check = () => checkManagerCode(api, session.token, codeId, code);
  const first = await check();
  const again = await check();
  expect([again.status, again.body]).toEqual([200, first.body]);
  await api.sql('update public.sales_sessions set manager_until = now() where id = $1', [session.id]);
  expect(errorOf(await check())).toEqual({ status: 400, ...WRONG });
  expect(await requestsSeen()).toBe(403);
});

test('one correct code used twenty times at once opens Operations once', async () => {
  const { codeId, code } = await freshManagerCode(api, session.token, EMAIL);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => checkManagerCode(api, session.token, codeId, code)),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(
    await api.sql(
      `select 1 from public.audit_events where event = 'manager_access_opened' and detail ->> 'sessionId' = $1`,
      [session.id],
    ),
  ).toHaveLength(1);
});

describe('access ends', () => {
  test('with the session, and never later than it', async () => {
    await api.sql(`update public.sales_sessions set expires_at = now() + interval '1 hour' where id = $1`, [
      session.id,
    ]);
    const until = await openOperations(api, session.token, EMAIL);
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(3_600_000);
    await api.sql(
      `update public.sales_sessions set ended_at = now(), end_reason = 'signed_out' where id = $1`,
      [session.id],
    );
    expect(await requestsSeen()).toBe(401);
  });

  test('when its time is over', async () => {
    await openOperations(api, session.token, EMAIL);
    await api.sql('update public.sales_sessions set manager_until = now() where id = $1', [session.id]);
    expect(await requestsSeen()).toBe(403);
    expect((await access(session.token)).managerUntil).toBeNull();
  });

  test('at once for a person who is no longer a manager, and returns only with a new code', async () => {
    // Another manager exists, so this one is not the last.
    await setManager(BAIT.rep.A, true);
    await openOperations(api, session.token, EMAIL);
    await setManager(BAIT.rep.manager, false);
    expect(await requestsSeen()).toBe(403);
    await setManager(BAIT.rep.manager, true);
    expect(await requestsSeen()).toBe(403);
    await setManager(BAIT.rep.A, false);
  });

  /** Regression: who could read the earlier address kept the code, and Operations stayed open. */
  test.each(['an operator', 'a manager'])(
    'at once, code included, when %s changes the address',
    async (who) => {
      const moved = 'moved@bait.example';
      const changeTo = (email: string) =>
        api.sql('select public.edit_rep($1, $2, $3, $4)', [
          BAIT.rep.manager,
          'Manager',
          email,
          who === 'a manager' ? BAIT.rep.manager : null,
        ]);
      const open = await freshManagerCode(api, session.token, EMAIL);
      await api.sql('update public.sales_sessions set manager_until = expires_at where id = $1', [
        session.id,
      ]);
      await changeTo(EMAIL);
      expect(await requestsSeen(), 'the same address').toBe(200);
      await changeTo(moved);
      expect(await requestsSeen()).toBe(403);
      expect(errorOf(await checkManagerCode(api, session.token, open.codeId, open.code))).toMatchObject(
        WRONG,
      );
      await openOperations(api, session.token, moved);
      expect(await requestsSeen()).toBe(200);
      await changeTo(EMAIL);
    },
  );

  test('with its code for a person who loses the role and gets it again', async () => {
    await setManager(BAIT.rep.A, true);
    const { codeId, code } = await freshManagerCode(api, session.token, EMAIL);
    await setManager(BAIT.rep.manager, false);
    await setManager(BAIT.rep.manager, true);
    expect(errorOf(await checkManagerCode(api, session.token, codeId, code))).toMatchObject(WRONG);
    await setManager(BAIT.rep.A, false);
  });

  test('at once for a person who is disabled', async () => {
    await openOperations(api, session.token, EMAIL);
    await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [
      BAIT.rep.manager,
    ]);
    const status = await requestsSeen();
    await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [
      BAIT.rep.manager,
    ]);
    expect(status).toBe(401);
  });
});

describe('the last manager', () => {
  const LAST = 'This is the last manager';
  beforeEach(async () => {
    await api.sql('update public.sales_representatives set is_manager = id = $1', [BAIT.rep.manager]);
  });

  test('cannot be disabled or lose the role until there is a second one', async () => {
    await expect(setManager(BAIT.rep.manager, false)).rejects.toThrow(LAST);
    await expect(api.sql('select public.disable_rep($1)', [BAIT.rep.manager])).rejects.toThrow(LAST);
    expect(await access(session.token)).toMatchObject({ isManager: true });
    await setManager(BAIT.rep.A, true);
    await setManager(BAIT.rep.manager, false);
    expect(await access(session.token)).toMatchObject({ isManager: false });
  });

  test('stays when two managers lose the role at once', async () => {
    await setManager(BAIT.rep.A, true);
    const both = await Promise.allSettled([
      setManager(BAIT.rep.A, false),
      api.sql('select public.disable_rep($1)', [BAIT.rep.manager]),
    ]);
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused).toEqual([expect.stringContaining(LAST)]);
    await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [
      BAIT.rep.manager,
    ]);
  });
});

test('the trail records a sent code, a wrong code, and a code that opened Operations', async () => {
  const { codeId, code } = await freshManagerCode(api, session.token, EMAIL);
  await checkManagerCode(api, session.token, codeId, wrongCode(code));
  await checkManagerCode(api, session.token, codeId, code);
  const rows = await api.sql<{ event: string; detail: Record<string, unknown> }>(
    `select event, detail from public.audit_events
     where detail ->> 'codeId' = $1 or detail ->> 'sessionId' = $2 order by line_number`,
    [codeId, session.id],
  );
  expect(rows.map(({ event }) => event)).toEqual([
    'manager_code_sent',
    'manager_code_failed',
    'manager_access_opened',
  ]);
  expect(JSON.stringify(rows)).not.toContain(code);
});

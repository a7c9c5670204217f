import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  ChangeRepRequest,
  ChangeRepResponse,
} from '../../../shared/src/contracts/backend/representatives/rep-change.ts';
import { changeRepResponseSchema } from '../../../shared/src/contracts/backend/representatives/rep-change.ts';
import {
  type ListedRep,
  managedSessionsSchema,
  type RepsFilter,
  repsPageSchema,
} from '../../../shared/src/contracts/backend/representatives/rep-list.ts';
import { type Actor, BAIT, layBait } from '../stand/bait.ts';
import { type Answer, startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
/** The representative whom each test changes. */
let rep: { id: string; email: string };
let key: string;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

beforeEach(async () => {
  // The demonstration has a manager of its own, and a test may make more.
  await api.sql('update public.sales_representatives set is_manager = false where id <> $1', [
    BAIT.rep.manager,
  ]);
  key = crypto.randomUUID();
  const id = crypto.randomUUID();
  rep = { id, email: `${id}@team.example` };
  await api.sql(`insert into public.sales_representatives (id, name, email) values ($1, 'Grace Team', $2)`, [
    id,
    rep.email,
  ]);
  await api.sql(
    `insert into public.sales_sessions (sales_rep_id, refresh_hash, ip_address, user_agent)
     values ($1, md5(random()::text) || md5(random()::text), '203.0.113.9', 'curl/8')`,
    [id],
  );
});

afterAll(() => api.close());

const call = (change: ChangeRepRequest, token = tokens.manager): Promise<Answer> =>
  api.call('/functions/v1/change-representative', { body: change, token });

async function change(wanted: ChangeRepRequest, token = tokens.manager): Promise<ChangeRepResponse> {
  const answer = await call(wanted, token);
  if (answer.status !== 200) throw new Error(`change-representative: ${answer.status} ${answer.text}`);
  return changeRepResponseSchema.parse(answer.body);
}

const salesIdOf = (answer: ChangeRepResponse) => ('salesId' in answer ? answer.salesId : '');
const signIn = async (salesId: string) => {
  await api.sql('delete from private.rate_limit_counters');
  return (await api.call('/functions/v1/sign-in-rep', { body: { salesId } })).status;
};
const texts = (changed: object = {}) => ({
  name: 'Grace Team',
  email: rep.email,
  isManager: false,
  ...changed,
});
const edit = (changed: object) =>
  ({ action: 'edit', repId: rep.id, before: texts(), after: texts(changed) }) as const;
const enableBack = () =>
  api.sql('update public.sales_representatives set disabled_at = null, is_manager = true where id = $1', [
    BAIT.rep.manager,
  ]);

async function list(filter: RepsFilter = {}): Promise<ListedRep[]> {
  const answer = await api.rpc('get_reps', { filter, page_size: 1000 }, tokens.manager);
  if (answer.status !== 200) throw new Error(answer.text);
  return repsPageSchema.parse(answer.body).rows;
}
const listed = async (id = rep.id) => (await list({ sales_rep_id: id }))[0];

const trail = (id = rep.id) =>
  api.sql<{ event: string; detail: Record<string, unknown>; ip_address: string | null }>(
    `select event, detail, ip_address from public.audit_events where sales_rep_id = $1 order by line_number`,
    [id],
  );
const events = async (id?: string) => (await trail(id)).map(({ event }) => event);
const BY = { by: 'manager', managerId: BAIT.rep.manager };

describe('adding', () => {
  const add = (changed: object = {}) =>
    ({ action: 'add', ...texts({ email: `new-${rep.email}` }), idempotencyKey: key, ...changed }) as const;

  test('gives a sales ID that signs in, and the trail has no part of it', async () => {
    const answer = await call(add({ name: ' Ada <b>New</b>\u0007 ', isManager: true }));
    const salesId: string = answer.body.salesId;
    expect(await signIn(salesId)).toBe(200);
    const lines = await trail(answer.body.repId);
    expect(lines.slice(0, 2).map(({ event, detail }) => [event, detail])).toEqual([
      ['rep_added', { ...BY, after: { name: 'Ada <b>New</b>', email: `new-${rep.email}` } }],
      ['rep_made_manager', BY],
    ]);
    expect(lines[0]?.ip_address).not.toBeNull();
    const stored = await api.sql<{ all: string }>(
      `select string_agg(c::text, '') || (select string_agg(e::text, '') from public.audit_events e) as all
       from private.sales_rep_credentials c`,
    );
    expect(stored[0]?.all).not.toContain(salesId);
  });

  test('repeated after a lost answer gives the same sales ID and adds nothing', async () => {
    const first = await change(add());
    expect(await change(add())).toEqual(first);
    expect(await signIn(salesIdOf(first))).toBe(200);
    const repId = 'repId' in first ? first.repId : '';
    expect((await events(repId)).filter((event) => event === 'rep_added')).toHaveLength(1);
  });

  test('an address that is already used is refused beside its field, in any case', async () => {
    const answer = await call(add({ email: rep.email.toUpperCase() }));
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['email']]);
  });

  test.each(['', '   ', '\u0007', 'x'.repeat(201)])('the name %j is refused', async (name) => {
    const answer = await call(add({ name }));
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['name']]);
  });
});

describe('editing', () => {
  test('writes name, address and role, with before and after in the trail, and keeps the sessions', async () => {
    expect(await change(edit({ name: 'Grace <i>Hopper</i>', isManager: true }))).toEqual({
      outcome: 'edited',
    });
    expect(await listed()).toMatchObject({ name: 'Grace <i>Hopper</i>', isManager: true, liveSessions: 1 });
    expect((await trail()).map(({ event, detail }) => [event, detail])).toEqual([
      [
        'rep_edited',
        {
          ...BY,
          before: { name: 'Grace Team', email: rep.email },
          after: { name: 'Grace <i>Hopper</i>', email: rep.email },
        },
      ],
      ['rep_made_manager', BY],
    ]);
  });

  test('the second of two managers gets the values of the first and overwrites nothing', async () => {
    await change(edit({ name: 'First' }));
    expect(await change(edit({ name: 'Second' }))).toMatchObject({
      outcome: 'conflict',
      rep: { name: 'First', isManager: false },
      lastChange: { by: 'Manager' },
    });
    // The first one again, whose answer was lost.
    expect(await change(edit({ name: 'First' }))).toEqual({ outcome: 'edited' });
    expect(await events()).toEqual(['rep_edited']);
    const stored = { name: 'First', email: rep.email, isManager: false };
    const [repeated] = await api.sql<{ answer: unknown }>(
      `select private.edit_rep_by_manager($1, $2, $3, null, null, null) as answer`,
      [rep.id, { ...stored, email: 'anybody@elsewhere.example' }, stored],
    );
    expect(repeated?.answer).toEqual({ outcome: 'edited', is_repeated: true });
  });

  test('an address that is already used is refused beside its field', async () => {
    const answer = await call(edit({ email: 'a@bait.example' }));
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['after.email']]);
  });

  test('an erased representative leaves neither name nor address in the trail', async () => {
    await change(edit({ name: 'Zelda Unmistakable' }));
    await change({ action: 'disable', repId: rep.id });
    await api.sql('select public.erase_person($1)', [rep.email]);
    const all = await api.sql<{ text: string }>(
      `select string_agg(e::text, '') as text from public.audit_events e`,
    );
    expect(all[0]?.text).not.toMatch(new RegExp(`Zelda|${rep.email}`));
    expect(await events()).toContain('rep_edited');
  });
});

describe('disabling and enabling', () => {
  test('a disabled representative is signed out at once, and returns with a new sales ID', async () => {
    expect(await change({ action: 'disable', repId: rep.id })).toEqual({
      outcome: 'disabled',
      endedSessions: 1,
    });
    expect(await change({ action: 'disable', repId: rep.id })).toEqual({
      outcome: 'disabled',
      endedSessions: 0,
    });
    expect(await listed()).toMatchObject({ disabledAt: expect.any(String), liveSessions: 0 });
    const enable = { action: 'enable', repId: rep.id, idempotencyKey: key } as const;
    const first = await change(enable);
    expect(await change(enable)).toEqual(first);
    expect(await signIn(salesIdOf(first))).toBe(200);
    expect((await events()).slice(0, 4)).toEqual([
      'rep_disabled',
      'sessions_ended',
      'sales_id_rotated',
      'rep_enabled',
    ]);
  });

  test('of two who enable at once, the second voids no sales ID and learns who was faster', async () => {
    await change({ action: 'disable', repId: rep.id });
    const enable = (idempotencyKey: string) => change({ action: 'enable', repId: rep.id, idempotencyKey });
    const answers = await Promise.all([enable(key), enable(crypto.randomUUID())]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['conflict', 'enabled']);
    const [enabled] = answers.filter(({ outcome }) => outcome === 'enabled');
    expect(await signIn(enabled === undefined ? '' : salesIdOf(enabled))).toBe(200);
  });

  test('the last manager cannot be disabled or lose the role, not even by their own action', async () => {
    const manager = { name: 'Manager', email: 'manager@bait.example', isManager: true };
    const repId = BAIT.rep.manager;
    expect(await change({ action: 'disable', repId })).toEqual({ outcome: 'last_manager' });
    expect(
      await change({
        action: 'edit',
        repId,
        before: manager,
        after: { ...manager, isManager: false, name: 'X' },
      }),
    ).toEqual({ outcome: 'last_manager' });
    expect(await listed(repId)).toMatchObject({ name: 'Manager', isManager: true, disabledAt: null });
  });

  test('of two managers who disable each other at once, one stays', async () => {
    await api.sql('update public.sales_representatives set is_manager = true where id = $1', [rep.id]);
    const [session] = await api.sql<{ id: string }>(
      `update public.sales_sessions set manager_until = expires_at where sales_rep_id = $1 returning id`,
      [rep.id],
    );
    const token = await api.signToken({ sub: rep.id, session_id: session?.id ?? '' });
    const answers = await Promise.all([
      call({ action: 'disable', repId: rep.id }),
      call({ action: 'disable', repId: BAIT.rep.manager }, token),
    ]);
    // The slower one is no longer a manager when their turn comes.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const left = await api.sql(
      'select from public.sales_representatives where is_manager and disabled_at is null',
    );
    expect(left).toHaveLength(1);
    await enableBack();
    await api.sql('update public.sales_sessions set ended_at = null, end_reason = null where id = $1', [
      BAIT.managerSession.withCode,
    ]);
  });
});

/** Regression: after its address was edited, an erased account could be enabled again. */
describe('an erased account', () => {
  const erase = async () => {
    await change({ action: 'disable', repId: rep.id });
    const [answer] = await api.sql<{ outcome: string }>(
      `select public.erase_person($1) ->> 'outcome' as outcome`,
      [rep.email],
    );
    expect(answer?.outcome).toBe('erased');
  };
  const stored = () =>
    api.sql(
      `select r.*, (select count(*)::int from private.sales_rep_credentials c where c.sales_rep_id = r.id) as sales_ids
       from public.sales_representatives r where r.id = $1`,
      [rep.id],
    );

  test('stays erased: no manager can edit it, enable it, or give it a sales ID or a role', async () => {
    await erase();
    const row = await listed();
    expect(row?.erasedAt).toEqual(expect.any(String));
    const [before, lines] = [await stored(), await trail()];
    const now = { name: row?.name ?? '', email: row?.email ?? '', isManager: false };
    const edited = (changed: object) =>
      ({ action: 'edit', repId: rep.id, before: now, after: { ...now, ...changed } }) as const;
    for (const wanted of [
      edited({ email: `again-${rep.email}` }),
      edited({ isManager: true }),
      { action: 'enable', repId: rep.id, idempotencyKey: key },
      { action: 'rotate', repId: rep.id, salesIdSince: null, idempotencyKey: key },
    ] as const)
      expect(await change(wanted)).toEqual({ outcome: 'erased' });
    expect([await stored(), await trail()]).toEqual([before, lines]);
  });

  test('stays erased for operators too, and whatever its address is', async () => {
    await erase();
    await api.sql('update public.sales_representatives set email = $2 where id = $1', [rep.id, rep.email]);
    const [before, lines] = [await stored(), await trail()];
    for (const call of [
      `public.edit_rep($1, 'Grace', 'grace@team.example')`,
      'public.set_rep_manager($1, true)',
      `public.enable_rep($1, repeat('a', 64))`,
      `public.rotate_rep_credential($1, repeat('a', 64)) ->> 'outcome'`,
    ])
      expect(await api.sql(`select ${call} as outcome`, [rep.id])).toEqual([{ outcome: 'erased' }]);
    expect([await stored(), await trail()]).toEqual([before, lines]);
    // The table refuses it as well.
    for (const column of ['disabled_at = null', 'is_manager = true'])
      await expect(
        api.sql(`update public.sales_representatives set ${column} where id = $1`, [rep.id]),
      ).rejects.toThrow('sales_representatives_erased_is_closed');
  });

  test('cannot be handed customers', async () => {
    await erase();
    const [answer] = await api.sql<{ outcome: string }>(
      `select public.hand_over_customers($1, $2) ->> 'outcome' as outcome`,
      [BAIT.rep.A, rep.id],
    );
    expect(answer?.outcome).toBe('disabled');
  });
});

describe('rotating the sales ID', () => {
  const rotate = (salesIdSince: string | null, idempotencyKey = key) =>
    ({ action: 'rotate', repId: rep.id, salesIdSince, idempotencyKey }) as const;

  test('voids the old one and ends the sessions; repeating it gives the same one', async () => {
    const first = await change(rotate(null));
    expect(first).toMatchObject({ outcome: 'rotated', endedSessions: 1 });
    expect(await signIn(salesIdOf(first))).toBe(200);
    expect(salesIdOf(await change(rotate(null)))).toBe(salesIdOf(first));
    expect((await listed())?.liveSessions).toBe(1);
    const second = await change(rotate((await listed())?.salesIdSince ?? null, crypto.randomUUID()));
    expect([await signIn(salesIdOf(first)), await signIn(salesIdOf(second))]).toEqual([401, 200]);
    expect((await events()).filter((event) => event === 'sales_id_rotated')).toHaveLength(2);
  });

  test('of two managers at once: the second voids nothing and gets a conflict', async () => {
    const first = await change(rotate(null));
    expect(await change(rotate(null, crypto.randomUUID()))).toMatchObject({
      outcome: 'conflict',
      rep: { salesIdSince: expect.any(String) },
      lastChange: { by: 'Manager' },
    });
    expect(await signIn(salesIdOf(first))).toBe(200);
  });

  test('is refused for a disabled representative: enabling gives them a new one', async () => {
    await change({ action: 'disable', repId: rep.id });
    expect(await change(rotate(null))).toMatchObject({
      outcome: 'conflict',
      rep: { disabledAt: expect.any(String) },
    });
  });
});

describe('sessions', () => {
  test('are listed with place and device, and end one by one or all at once', async () => {
    const read = async () =>
      managedSessionsSchema.parse(
        (await api.rpc('get_rep_sessions', { sales_rep_id_param: rep.id }, tokens.manager)).body,
      );
    await api.sql(
      `insert into public.sales_sessions (sales_rep_id, refresh_hash)
       select $1, md5(random()::text) || md5(random()::text) from generate_series(1, 2)`,
      [rep.id],
    );
    const sessions = await read();
    expect(sessions).toHaveLength(3);
    const one = sessions.find(({ ipAddress }) => ipAddress === '203.0.113.9');
    expect(one).toMatchObject({ userAgent: 'curl/8', isAsking: false });
    const end = (sessionId: string | null) => change({ action: 'end_sessions', repId: rep.id, sessionId });
    expect(await end(one?.id ?? null)).toEqual({ outcome: 'ended', endedSessions: 1 });
    expect(await end(one?.id ?? null)).toEqual({ outcome: 'ended', endedSessions: 0 });
    expect(await end(null)).toEqual({ outcome: 'ended', endedSessions: 2 });
    expect(await read()).toEqual([]);
    expect((await trail()).map(({ event, detail }) => [event, detail])).toEqual([
      ['sessions_ended', { ...BY, count: 1 }],
      ['sessions_ended', { ...BY, count: 2 }],
    ]);
  });

  test('a manager sees the change in the trail with an IP address; the representative reads neither', async () => {
    const [session] = await api.sql<{ id: string }>(
      'select id from public.sales_sessions where sales_rep_id = $1',
      [rep.id],
    );
    await change(edit({ name: 'Grace Read' }));
    const token = await api.signToken({ sub: rep.id, session_id: session?.id ?? '' });
    const filter = { person: rep.id };
    const refused = await api.rpc('get_audit_trail', { filter }, token);
    expect([refused.status, refused.body.code]).toEqual([403, 'PT403']);
    const { body } = await api.rpc('get_audit_trail', { filter }, tokens.manager);
    expect(body.rows[0]).toMatchObject({ event: 'rep_edited', ip_address: expect.any(String) });
    expect(refused.text).not.toContain(body.rows[0].ip_address);
  });

  test('a manager who ends their own keeps the calling one', async () => {
    await change({ action: 'end_sessions', repId: BAIT.rep.manager, sessionId: null });
    expect((await listed(BAIT.rep.manager))?.liveSessions).toBe(1);
    const live = await api.rpc('get_rep_sessions', { sales_rep_id_param: BAIT.rep.manager }, tokens.manager);
    expect(live.body).toMatchObject([{ id: BAIT.managerSession.withCode, is_asking: true }]);
  });
});

describe('the list', () => {
  test('has the open work of each representative, and counts of all', async () => {
    const row = await listed(BAIT.rep.A);
    expect(row).toMatchObject({ name: 'Rep A', customers: 3, openLinks: 1, openRequests: 1 });
    const [counts] = await api.sql(
      `select count(*) filter (where disabled_at is null)::int as enabled,
        count(*) filter (where disabled_at is not null)::int as disabled from public.sales_representatives`,
    );
    const answer = await api.rpc('get_reps', { filter: { search: 'nobody at all' } }, tokens.manager);
    expect(answer.body).toMatchObject({ rows: [], has_more: false, counts });
  });

  test('finds by part of name or address in any case, and by state', async () => {
    expect((await list({ search: rep.email.slice(0, 20).toUpperCase() })).map(({ id }) => id)).toEqual([
      rep.id,
    ]);
    await change({ action: 'disable', repId: rep.id });
    expect((await list({ state: 'disabled' })).map(({ id }) => id)).toContain(rep.id);
    expect((await list({ state: 'enabled' })).map(({ id }) => id)).not.toContain(rep.id);
    expect((await list({ state: 'managers' })).map(({ name }) => name)).toEqual(['Manager']);
  });

  test('pages by name without a gap or a repetition', async () => {
    const names: string[] = [];
    for (let after: string | null = null; ; ) {
      const answer = await api.rpc('get_reps', { page_size: 2, after }, tokens.manager);
      const page = repsPageSchema.parse(answer.body);
      names.push(...page.rows.map(({ id }) => id));
      after = page.nextAfter;
      if (after === null) break;
    }
    const all = (await list()).map(({ id }) => id);
    expect(names).toEqual(all);
    expect(new Set(names).size).toBe(all.length);
  });

  test.each([{ state: 'gone' }, { stat: 'enabled' }, { search: 'x'.repeat(201) }, { sales_rep_id: 'me' }])(
    'the filter %j is refused',
    async (filter) => {
      expect((await api.rpc('get_reps', { filter }, tokens.manager)).status).toBe(400);
    },
  );
});

describe('a key whose sales ID is void or belongs to someone else', () => {
  const refusal = ({ status, body }: Answer) => [status, body.error.code, Object.keys(body.error.fields)];
  const REFUSED = [400, 'invalid_request', ['idempotencyKey']];
  const rotate = async (idempotencyKey: string) => {
    const salesIdSince = (await listed())?.salesIdSince ?? null;
    return { action: 'rotate', repId: rep.id, salesIdSince, idempotencyKey } as const;
  };

  test('makes no second sales ID, and the newer one stays valid', async () => {
    await change(await rotate(key));
    const newer = salesIdOf(await change(await rotate(`${key}-next`)));
    const lines = await trail();
    expect(refusal(await call(await rotate(key)))).toEqual(REFUSED);
    expect(await trail()).toEqual(lines);
    expect(await signIn(newer)).toBe(200);
  });

  test('enables nobody', async () => {
    await change(await rotate(key));
    await change({ action: 'disable', repId: rep.id });
    await api.sql('update private.sales_rep_credentials set revoked_at = now() where sales_rep_id = $1', [
      rep.id,
    ]);
    const enable = { action: 'enable', repId: rep.id, idempotencyKey: key } as const;
    expect(refusal(await call(enable))).toEqual(REFUSED);
    expect((await listed())?.disabledAt).not.toBeNull();
  });

  test('adds nobody, once the address it was used for has changed', async () => {
    const email = `new-${rep.email}`;
    const add = { action: 'add', ...texts({ email }), idempotencyKey: key } as const;
    await change(add);
    await api.sql('update public.sales_representatives set email = $1 where email = $2', [
      `renamed-${rep.email}`,
      email,
    ]);
    expect(refusal(await call(add))).toEqual(REFUSED);
    expect((await list({ search: email })).length).toBe(0);
  });
});

test('an unknown representative or an invalid id changes nothing', async () => {
  expect((await call({ action: 'disable', repId: crypto.randomUUID() })).status).toBe(404);
  expect((await call({ action: 'disable', repId: 'me' } as ChangeRepRequest)).status).toBe(400);
});

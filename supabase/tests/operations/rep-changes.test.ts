import { describe, expect, test } from 'vitest';
import type { ChangeRepRequest } from '../../../shared/src/contracts/backend/representatives/rep-change.ts';
import { BAIT } from '../fixtures/bait.ts';
import {
  api,
  BY,
  call,
  change,
  edit,
  enableBack,
  events,
  key,
  listed,
  rep,
  salesIdOf,
  signIn,
  texts,
  trail,
  useChangedRep,
} from '../fixtures/changed-rep.ts';

useChangedRep();

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
    expect(repeated?.answer).toEqual({ outcome: 'edited', isRepeated: true });
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
    const refused = { status: 409 };
    expect(await call({ action: 'disable', repId })).toMatchObject(refused);
    const after = { ...manager, isManager: false, name: 'X' };
    expect(await call({ action: 'edit', repId, before: manager, after })).toMatchObject(refused);
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

test('an unknown representative or an invalid id changes nothing', async () => {
  expect((await call({ action: 'disable', repId: crypto.randomUUID() })).status).toBe(404);
  expect((await call({ action: 'disable', repId: 'me' } as ChangeRepRequest)).status).toBe(400);
});

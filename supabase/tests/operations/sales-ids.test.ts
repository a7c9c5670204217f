import { describe, expect, test } from 'vitest';
import { BAIT } from '../fixtures/bait.ts';
import {
  api,
  call,
  change,
  events,
  key,
  list,
  listed,
  rep,
  salesIdOf,
  signIn,
  texts,
  tokens,
  trail,
  useChangedRep,
} from '../fixtures/changed-rep.ts';
import type { Answer } from '../fixtures/start-test-backend.ts';

useChangedRep();

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

  test('a manager who replaces their own stays in the session that asked', async () => {
    const repId = BAIT.rep.manager;
    const salesIdSince = (await listed(repId))?.salesIdSince ?? null;
    await change({ action: 'rotate', repId, salesIdSince, idempotencyKey: key });
    const live = await api.rpc('get_rep_sessions', { sales_rep_id_param: repId }, tokens.manager);
    expect(live.body).toMatchObject([{ id: BAIT.managerSession.withCode, isAsking: true }]);
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

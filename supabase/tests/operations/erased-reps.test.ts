import { describe, expect, test } from 'vitest';
import { BAIT } from '../fixtures/bait.ts';
import { api, call, change, key, listed, rep, trail, useChangedRep } from '../fixtures/changed-rep.ts';

useChangedRep();

const ERASED = 'The data of this person was erased';
const CLOSED = {
  status: 409,
  body: { error: { message: expect.stringContaining(ERASED) } },
};

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
      expect(await call(wanted)).toMatchObject(CLOSED);
    expect([await stored(), await trail()]).toEqual([before, lines]);
  });

  test('stays erased for operators too, and whatever its address is', async () => {
    await erase();
    await api.sql('update public.sales_representatives set email = $2 where id = $1', [rep.id, rep.email]);
    const [before, lines] = [await stored(), await trail()];
    for (const asked of [
      `public.edit_rep($1, 'Grace', 'grace@team.example')`,
      'public.set_rep_manager($1, true)',
      `public.enable_rep($1, repeat('a', 64))`,
      `public.rotate_rep_credential($1, repeat('a', 64))`,
    ])
      await expect(api.sql(`select ${asked}`, [rep.id])).rejects.toThrow(ERASED);
    expect([await stored(), await trail()]).toEqual([before, lines]);
    // The table refuses it as well.
    for (const column of ['disabled_at = null', 'is_manager = true'])
      await expect(
        api.sql(`update public.sales_representatives set ${column} where id = $1`, [rep.id]),
      ).rejects.toThrow('sales_representatives_erased_is_closed');
  });

  test('cannot be handed customers', async () => {
    await erase();
    await expect(api.sql('select public.hand_over_customers($1, $2)', [BAIT.rep.A, rep.id])).rejects.toThrow(
      'Please choose an enabled representative',
    );
  });
});

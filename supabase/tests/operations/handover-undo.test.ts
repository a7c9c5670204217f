import { expect, test } from 'vitest';
import {
  addRep,
  all,
  api,
  call,
  customers,
  from,
  has,
  ok,
  requests,
  send,
  to,
  tokenOf,
  tokens,
  undo,
  useLeaverAndHeir,
} from '../fixtures/leaver-and-heir.ts';
import { rowsWith } from '../fixtures/rows-with.ts';

useLeaverAndHeir();

test('an undo after new work says which items stay and why', async () => {
  const handover = all();
  await send(handover);
  const third = await addRep('Third');
  await send(
    all({ fromRepId: to, toRepId: third, expected: undefined, customerIds: [customers[0]], requestIds: [] }),
  );
  await api.sql(
    `update public.qualified_leads set access_token_hash = md5(random()::text) || md5(random()::text),
      token_expires_at = now() + interval '1 day' where id = $1`,
    [customers[1]],
  );
  await ok(
    'change-contact-request',
    { requestId: requests[0], version: 2, change: { status: 'done' } },
    await tokenOf(to),
  );
  await api.sql('delete from public.contact_submissions where id = $1', [requests[1]]);
  const undone = await undo(handover.handoverId);
  expect(undone).toMatchObject({ outcome: 'undone', count: 0, requests: 0 });
  const kept = undone.outcome === 'undone' ? undone.kept : [];
  expect(Object.fromEntries(kept.map(({ id, reason, with: rep }) => [id, [reason, rep]]))).toEqual({
    [customers[0] ?? '']: ['handed_on', 'Third'],
    [customers[1] ?? '']: ['new_link', 'Heir'],
    [requests[0] ?? '']: ['worked_on', 'Heir'],
    [requests[1] ?? '']: ['erased', null],
  });
  expect([await has(from), await has(third)]).toEqual([
    [0, 0],
    [1, 0],
  ]);
});

/** Undoes a handover. @returns what stays, by id */
async function keptAfterUndo(handoverId: string) {
  const undone = await undo(handoverId);
  const kept = undone.outcome === 'undone' ? undone.kept : [];
  return Object.fromEntries(
    kept.map(({ id, reason, did, with: rep }) => [id, [reason, ...did, rep] as (string | null)[]]),
  );
}

const ADA = { name: 'Ada', company: '', note: '' };
const extendable = () =>
  api.sql(
    `update public.qualified_leads set access_token_hash = md5(id::text) || md5(id::text),
      link_issued_at = now() - interval '1 hour', token_expires_at = now() + interval '1 minute' where id = $1`,
    [customers[0]],
  );

/** Regression: only a new link counted, so the undo took the heir's other work from them. */
test.each([
  ['a note', ['note'], 'edit-customer', { before: ADA, after: { ...ADA, note: 'Call on Monday.' } }],
  ['a correction', ['details'], 'edit-customer', { before: ADA, after: { ...ADA, name: 'Ada King' } }],
  ['an extended link', ['link_extended'], 'extend-access', {}],
  ['a revocation', ['link_revoked'], 'revoke-access', {}],
  ['a mailed code', ['code'], 'send-verification', { email: '', name: 'Ada', company: '' }],
] as const)('%s of the new representative keeps the customer with them', async (_what, did, path, fields) => {
  await extendable();
  const handover = all();
  await send(handover);
  const heir = await tokenOf(to);
  const who = 'email' in fields ? { email: `${customers[0]}@client.example` } : { customerId: customers[0] };
  await ok(path, { ...fields, ...who }, heir);
  expect(await keptAfterUndo(handover.handoverId)).toEqual({
    [customers[0] ?? '']: ['worked_on', ...did, 'Heir'],
  });
  expect([await has(from), await has(to)]).toEqual([
    [1, 2],
    [1, 0],
  ]);
});

/** Regression: after the undo, no representative could read the heir's note. */
test('a note that the new representative wrote meanwhile can still be read by them after the undo', async () => {
  const handover = all();
  await send(handover);
  const heir = await tokenOf(to);
  const edit = { customerId: customers[0], before: ADA, after: { ...ADA, note: 'Call on Monday.' } };
  await ok('edit-customer', edit, heir);
  await undo(handover.handoverId);
  const note = await api.rpc('get_customer_note', { lead_id: customers[0] }, heir);
  expect(note.body).toMatchObject({ note: 'Call on Monday.' });
});

test('work from before the handover, and the work of others, keeps no customer', async () => {
  const [leaver, heir] = [await tokenOf(from), await tokenOf(to)];
  const edit = (note: string) => ({ customerId: customers[0], before: ADA, after: { ...ADA, note } });
  await ok('edit-customer', edit('Of the first.'), leaver);
  const first = all();
  await send(first);
  await ok('edit-customer', edit('Of the second.'), heir);
  await send(all({ fromRepId: to, toRepId: from }));
  const second = all();
  await send(second);
  // The customer opens the link, an operator revokes it, and a manager corrects the company.
  await api.sql(
    `insert into public.audit_events (event, sales_rep_id, qualified_lead_id, detail) values
      ('link_opened', $1, $2, '{}'), ('link_revoked', $1, $2, '{"by": "operator"}'),
      ('person_corrected', $1, $2, '{"by": "manager"}')`,
    [to, customers[0]],
  );
  expect(await undo(second.handoverId)).toMatchObject({ count: 2, requests: 2, kept: [] });
});

test('a request whose person the new representative mailed a code, or qualified, stays with them', async () => {
  const handover = all();
  await send(handover);
  await api.sql(`update public.contact_submissions set email = id || '@Client.example' where id = any ($1)`, [
    requests,
  ]);
  const code = (requestId: string | undefined, usedAt: string) =>
    api.sql(
      `insert into private.verification_codes (id, sales_rep_id, email, code_hash, used_at)
       values (gen_random_uuid(), $1, $2, repeat('a', 64), ${usedAt})`,
      [to, `${requestId}@client.example`],
    );
  await code(requests[0], 'null');
  await code(requests[1], 'now()');
  expect(await keptAfterUndo(handover.handoverId)).toEqual({
    [requests[0] ?? '']: ['worked_on', 'code', 'Heir'],
    [requests[1] ?? '']: ['worked_on', 'qualified', 'Heir'],
  });
});

/** Regression: a request whose text lost the name of an erased person was called work of the new representative. */
test('an undo after an erasure brings nothing of the person back, and returns what only mentioned them', async () => {
  const handover = all();
  await send(handover);
  const erased = [`${customers[0]}@client.example`, `only.${requests[0]}@mention.example`];
  await api.sql('update public.contact_submissions set message = $2, staff_note = $2 where id = $1', [
    requests[0],
    `Ask ${erased}`,
  ]);
  for (const email of erased) await api.sql('select public.erase_person($1)', [email]);
  const undone = await undo(handover.handoverId);
  expect(undone).toMatchObject({
    count: 1,
    requests: 2,
    kept: [{ id: customers[0], reason: 'erased', did: [], name: '', with: null }],
  });
  expect(await rowsWith(api, ...erased)).toEqual([]);
});

/** Regression: after 20 changes of a day, a change leaves no line in the trail. */
test('an undo keeps a request that a manager changed once more, after many changes of the day', async () => {
  const set = (version: number, status: string) =>
    ok(
      'change-contact-request',
      { requestId: requests[0], version, change: { status } },
      tokens.manager ?? '',
    );
  for (let version = 1; version <= 20; version += 1) await set(version, version % 2 ? 'in_progress' : 'new');
  const handover = all();
  await send(handover);
  // The handover has version 22.
  await set(22, 'in_progress');
  expect(await undo(handover.handoverId)).toMatchObject({
    count: 2,
    requests: 1,
    kept: [{ id: requests[0], reason: 'worked_on' }],
  });
});

test('a handover cannot be undone too late, nor an unknown handover', async () => {
  const handover = all();
  await send(handover);
  await api.sql(
    'update private.handovers set created_at = now() - private.handovers_undone_within() where id = $1',
    [handover.handoverId],
  );
  const late = await call({ action: 'undo', handoverId: handover.handoverId });
  expect([late.status, late.body.error.message]).toEqual([
    409,
    'It is too late to undo this handover. Hand them over again instead.',
  ]);
  expect((await call({ action: 'undo', handoverId: crypto.randomUUID() })).status).toBe(404);
  expect(await has(to)).toEqual([2, 2]);
});

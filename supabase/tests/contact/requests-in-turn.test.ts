import { beforeEach, expect, test } from 'vitest';
import type { SavedRepSettings } from '../../../shared/src/contracts/backend/representatives/rep-account.ts';
import { BAIT } from '../fixtures/bait.ts';
import {
  addRep,
  api,
  customers,
  from,
  ok,
  to,
  tokenOf,
  tokens,
  useLeaverAndHeir,
} from '../fixtures/leaver-and-heir.ts';
import { holds, untilAwaited } from '../fixtures/own-locks.ts';

useLeaverAndHeir();

/** Requests are limited per network. */
let network = 0;
beforeEach(() => api.sql('update public.sales_representatives set takes_requests = false'));

const take = (repId: string, takesRequests = true) =>
  ok('change-representative', { action: 'take_requests', repId, takesRequests }, tokens.manager ?? '');
const pause = async (repId: string, requestsPaused: boolean) =>
  (await ok('save-rep-settings', { requestsPaused } satisfies SavedRepSettings, await tokenOf(repId))).body;

/** Sends a request, as often as asked. @returns the id of whom it is assigned to */
async function received(fields: object = {}, times = 1): Promise<string | null | undefined> {
  const id = crypto.randomUUID();
  const body = { id, name: 'Sam Stranger', email: `${id}@stranger.example`, company: 'Engines', ...fields };
  network += 1;
  const ip = `198.51.100.${network}`;
  for (let sent = 0; sent < times; sent += 1)
    expect((await api.call('/functions/v1/submit-contact', { body, ip })).status).toBe(200);
  const [row] = await api.sql<{ rep: string | null }>(
    'select assigned_to as rep from public.contact_submissions where id = $1',
    [body.id],
  );
  return row?.rep;
}

test('requests of strangers go to those who take them, in turn, and a repeated one is no turn', async () => {
  expect(await received()).toBeNull();
  await take(from);
  await take(to);
  const first = [await received({}, 2), await received()];
  expect(new Set(first)).toEqual(new Set([from, to]));
  expect([await received(), await received()]).toEqual(first);
  // Two at once are for two.
  expect(new Set(await Promise.all([received(), received()]))).toEqual(new Set([from, to]));
  await take(to, false);
  expect([await received(), await received()]).toEqual([from, from]);
});

/** Regression: three of three strangers got 503 while a manager's call held the row of whose turn it was. */
test.each([
  ['a row that changes', 'no key update', 2, 1],
  ['the only row, which changes', 'no key update', 1, 0],
  ['a row that may go', 'update', 2, 1],
  ['the only row, which may go', 'update', 1, null],
])('a request waits for no representative: %s', async (_, lock, takers, taker) => {
  for (const repId of [from, to].slice(0, takers)) await take(repId);
  await api.sql('update public.sales_representatives set last_request_at = now() where id = $1', [to]);
  let isHeld = true;
  const holding = untilAwaited(
    api,
    `perform from public.sales_representatives where id = '${from}' for ${lock}; perform pg_advisory_xact_lock(4)`,
  ).then(() => {
    isHeld = false;
  });
  await holds(api, `l.locktype = 'advisory'`);
  expect([await received(), isHeld]).toEqual([taker === null ? null : [from, to][taker], true]);
  await Promise.all([api.sql('select pg_advisory_xact_lock(4)'), holding]);
  // The turn was not used up.
  expect(await received()).toBe(from);
});

/** Regression: one of four pairs used two turns. */
test('a request that arrives twice at once from two networks uses one turn', async () => {
  await take(from);
  await take(to);
  for (let pair = 0; pair < 8; pair += 1) {
    const id = crypto.randomUUID();
    await Promise.all([received({ id }), received({ id })]);
  }
  const turns = await api.sql<{ rep: string; requests: number }>(
    `select assigned_to as rep, count(*)::int as requests from public.contact_submissions
     where assigned_to in ($1, $2) and first_name = 'Sam' group by 1`,
    [from, to],
  );
  expect(turns.map(({ requests }) => requests)).toEqual([4, 4]);
});

/** Regression: the request of a disabled representative's customer went to another, who could not serve them. */
test("a customer's representative, also a disabled one, an opt-out and quarantine have no turn", async () => {
  await take(to);
  const ofCustomer = () => received({ email: `${customers[0]}@Client.example` });
  expect(await ofCustomer()).toBe(from);
  await ok('change-representative', { action: 'disable', repId: from }, tokens.manager ?? '');
  expect(await ofCustomer()).toBeNull();
  expect(await received({ source: 'opt-out' })).toBeNull();
  expect(await received({ website: 'https://spam.example' })).toBeNull();
});

test('a request takes its turn when it is released from quarantine, and a customer has their own representative', async () => {
  await take(to);
  const rep = async (email: string) => {
    await received({ email, website: 'https://spam.example' });
    const [request] = await api.sql<{ id: string }>(
      'select id from public.contact_submissions where email = $1 and assigned_to is null order by created_at desc',
      [email],
    );
    const release = { requestId: request?.id, version: 1, change: { release: true } };
    // Repeated, as after a lost answer.
    await ok('change-contact-request', release, tokens.manager ?? '');
    return (await ok('change-contact-request', release, tokens.manager ?? '')).body.request.assignedTo?.id;
  };
  expect(await rep('let.in@stranger.example')).toBe(to);
  expect(await rep(`${customers[0]}@client.example`)).toBe(from);
  const assigned = await api.sql(
    `select detail #>> '{assignedTo,after}' as rep from public.audit_events
     where event = 'contact_request_changed' and detail ? 'quarantine' order by line_number`,
  );
  expect(assigned).toEqual([{ rep: to }, { rep: from }]);
});

test('who paused, was disabled or erased is passed over, and a rule without anybody assigns nobody', async () => {
  const third = await addRep('Third');
  for (const repId of [from, to, third]) await take(repId);
  expect(await pause(from, true)).toMatchObject({ requestsPaused: true });
  await ok('change-representative', { action: 'disable', repId: to }, tokens.manager ?? '');
  expect([await received(), await received()]).toEqual([third, third]);
  await ok('change-representative', { action: 'disable', repId: third }, tokens.manager ?? '');
  await api.sql('select private.erase_rep($1)', [third]);
  expect(await received()).toBeNull();
  expect(await pause(from, false)).toMatchObject({ requestsPaused: false });
  expect(await received()).toBe(from);
});

test('the trail says who gave a turn, and who paused', async () => {
  await take(from);
  await take(from);
  await pause(from, true);
  await pause(from, true);
  await take(from, false);
  // Without a turn there is nothing to pause.
  expect(await pause(from, true)).toMatchObject({ requestsPaused: null });
  const lines = await api.sql(
    'select event, detail, manager_id as manager from public.audit_events where sales_rep_id = $1 order by line_number',
    [from],
  );
  expect(lines).toEqual([
    { event: 'rep_takes_requests', detail: { by: 'manager' }, manager: BAIT.rep.manager },
    { event: 'rep_settings_changed', detail: { requestsPaused: true }, manager: null },
    { event: 'rep_takes_no_requests', detail: { by: 'manager' }, manager: BAIT.rep.manager },
  ]);
});

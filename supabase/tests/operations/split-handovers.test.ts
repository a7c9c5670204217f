import { expect, test } from 'vitest';
import type { HandOverRequest } from '../../../shared/src/contracts/backend/representatives/handover.ts';
import {
  addRep,
  all,
  api,
  call,
  customers,
  from,
  has,
  requests,
  send,
  to,
  undo,
  useLeaverAndHeir,
} from '../fixtures/leaver-and-heir.ts';

useLeaverAndHeir();

const part = (toRepId: string) => ({ handoverId: crypto.randomUUID(), toRepId });
const split = (parts: { handoverId: string; toRepId: string }[], expected = { customers: 2, requests: 2 }) =>
  ({ action: 'split', fromRepId: from, parts, expected }) as const satisfies HandOverRequest;

/** Each receiver's customers and open requests, by id. */
const workOf = (repId: string) =>
  api.sql<{ id: string; email: string }>(
    `select id, email from public.qualified_leads where qualified_by = $1
     union all
     select id, email from public.contact_submissions where assigned_to = $1 and is_open`,
    [repId],
  );

test('a split gives each person as many customers and requests as the others, and each part can be undone', async () => {
  await api.sql(
    `insert into public.qualified_leads (id, email, name, qualified_by, link_issued_at, access_token_hash, token_expires_at)
     select gen_random_uuid(), gen_random_uuid() || '@client.example', 'Fay', $1, now(),
       md5(random()::text) || md5(random()::text), now() + interval '1 day'
     from generate_series(1, 3)`,
    [from],
  );
  const third = await addRep('Third');
  const parts = [part(to), part(third)];
  expect(await send(split(parts, { customers: 5, requests: 2 }))).toMatchObject({
    outcome: 'handed_over',
    count: 5,
    requests: 2,
  });
  // The odd customer goes to one of them, and the next request to the other.
  expect([await has(from), await has(to), await has(third)]).toEqual([
    [0, 0],
    [3, 1],
    [2, 1],
  ]);
  const openLinks = await api.sql<{ links: number }>(
    `select count(*)::int as links from public.qualified_leads
     where qualified_by = any ($1::uuid[]) and token_expires_at > now() group by qualified_by order by links`,
    [[to, third]],
  );
  expect(openLinks).toEqual([{ links: 1 }, { links: 2 }]);
  expect(await undo(parts[1]?.handoverId ?? '')).toMatchObject({ outcome: 'undone', count: 2, requests: 1 });
  expect([await has(from), await has(to), await has(third)]).toEqual([
    [2, 1],
    [3, 1],
    [0, 0],
  ]);
});

test('a customer and their requests go to one person', async () => {
  await api.sql('update public.contact_submissions set email = $1 where id = any ($2::uuid[])', [
    `${customers[1]}@client.example`,
    requests,
  ]);
  const third = await addRep('Third');
  await send(split([part(to), part(third)]));
  const works = await Promise.all([workOf(to), workOf(third)]);
  const withTheirs = works.find((rows) => rows.some(({ id }) => id === customers[1])) ?? [];
  expect(withTheirs.map(({ id }) => id).toSorted()).toEqual([customers[1] ?? '', ...requests].toSorted());
});

test('repeating a split after a lost answer moves nothing, and says so if a part was undone since', async () => {
  const third = await addRep('Third');
  const wanted = split([part(to), part(third)]);
  const first = await send(wanted);
  expect(await send(wanted)).toEqual(first);
  const undone = await undo(wanted.parts[1]?.handoverId ?? '');
  expect(await send(wanted)).toEqual(undone);
  expect([await has(from), await has(to)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('with more people than work, the last ones get nothing', async () => {
  const [third, fourth] = [await addRep('Third'), await addRep('Fourth')];
  await api.sql('delete from public.contact_submissions where assigned_to = $1', [from]);
  const wanted = split([part(to), part(third), part(fourth)], { customers: 2, requests: 0 });
  expect(await send(wanted)).toMatchObject({ outcome: 'handed_over', count: 2, requests: 0 });
  expect([await has(to), await has(third), await has(fourth)]).toEqual([
    [1, 0],
    [1, 0],
    [0, 0],
  ]);
});

test('a split of other numbers than the manager saw, or of nothing, moves nothing', async () => {
  const third = await addRep('Third');
  expect(await send(split([part(to), part(third)], { customers: 1, requests: 2 }))).toEqual({
    outcome: 'changed',
    missing: [],
    customers: 2,
    requests: 2,
  });
  expect(await has(from)).toEqual([2, 2]);
  await send(all());
  expect((await call(split([part(to), part(third)], { customers: 0, requests: 0 }))).status).toBe(409);
});

test('a split with one person twice, with themselves, or with a disabled person is refused, and nothing moves', async () => {
  const third = await addRep('Third');
  const refused = async (...receivers: string[]) => {
    const answer = await call(split(receivers.map(part)));
    return [answer.status, Object.keys(answer.body.error.fields)];
  };
  expect(await refused(to, to)).toEqual([400, ['toRepId']]);
  expect(await refused(to, from)).toEqual([400, ['toRepId']]);
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [third]);
  expect(await refused(to, third)).toEqual([400, ['toRepId']]);
  expect([await has(from), await has(to)]).toEqual([
    [2, 2],
    [0, 0],
  ]);
});

test('a split among one, or among more than 20, is refused before the database is asked', async () => {
  expect((await call(split([part(to)]))).status).toBe(400);
  expect((await call(split(Array.from({ length: 21 }, () => part(to))))).status).toBe(400);
});

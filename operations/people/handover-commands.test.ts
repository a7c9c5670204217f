import { beforeEach, expect, test } from 'vitest';
import { useOpsFixture } from '../ops-fixture.ts';

const { ops, sql } = useOpsFixture();

const FROM = 'leaver@hand.example';
const TO = 'heir@hand.example';
const CUSTOMERS = ['a@hand.example', 'b@hand.example', 'c@hand.example'];

beforeEach(async () => {
  await sql(`delete from private.handovers`);
  await sql(`delete from public.qualified_leads where email like '%@hand.example'`);
  for (const email of [FROM, TO, 'third@hand.example']) {
    await sql(
      `insert into public.sales_representatives (name, email) values ($1, $1)
       on conflict (email) do update set disabled_at = null`,
      [email],
    );
  }
  for (const email of CUSTOMERS) {
    await sql(
      `insert into public.qualified_leads (email, qualified_by, link_issued_at)
       select $1, id, now() - interval '1 hour' from public.sales_representatives where email = $2`,
      [email, FROM],
    );
  }
});

const handOver = (...args: string[]) => ops('rep', 'hand-over', '--email', FROM, '--to', TO, ...args);
const undo = () => ops('rep', 'undo-hand-over', '--email', FROM);

async function withRep(email: string): Promise<string[]> {
  const rows = await sql<{ email: string }>(
    `select l.email from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
     where r.email = $1 order by l.email`,
    [email],
  );
  return rows.map((row) => row.email);
}

test('all customers of a representative go to another in one step, and come back', async () => {
  const [done, advice] = await handOver();
  expect(done).toBe(
    `3 customers and 0 requests of ${FROM} are now with ${TO}. Links and sessions stay good.`,
  );
  const [{ until } = { until: '' }] = await sql<{ until: string }>(
    `select to_json(created_at + private.handovers_undone_within()) #>> '{}' as until from private.handovers
     where undone_at is null order by created_at desc limit 1`,
  );
  expect(advice).toBe(`To undo it until ${until}: ops rep undo-hand-over --email ${FROM}`);
  expect(await withRep(TO)).toEqual(CUSTOMERS);
  expect(await undo()).toEqual([`3 customers and 0 requests are back with ${FROM}.`]);
  expect(await withRep(FROM)).toEqual(CUSTOMERS);
  await expect(undo()).rejects.toThrow('There is no handover that can still be undone.');
});

test('only the given customers are handed over, and an unknown address changes nothing', async () => {
  await expect(handOver('--customer', 'a@hand.example', '--customer', 'nobody@hand.example')).rejects.toThrow(
    'This representative has no customer nobody@hand.example. Nothing was changed.',
  );
  expect(await withRep(TO)).toEqual([]);
  await handOver('--customer', ' A@hand.example ', '--customer', 'c@hand.example');
  expect(await withRep(TO)).toEqual(['a@hand.example', 'c@hand.example']);
  expect(await withRep(FROM)).toEqual(['b@hand.example']);
});

test('with --tell, a customer whose link works is to be told by mail', async () => {
  const waiting = () =>
    sql('select l.email from private.work_mails w join public.qualified_leads l on l.id = w.customer_id');
  await sql(
    `update public.qualified_leads set access_token_hash = $1, token_expires_at = now() + interval '1 hour'
     where email = 'a@hand.example'`,
    ['d'.repeat(64)],
  );
  await handOver();
  expect(await waiting()).toEqual([]);
  await undo();
  await handOver('--tell');
  expect(await waiting()).toEqual([{ email: 'a@hand.example' }]);
});

/** Regression: an address was cut at its comma. */
test('an address with a comma, of an earlier rule, is handed over', async () => {
  const comma = 'a,b@hand.example';
  await sql(`update public.qualified_leads set email = $1 where email = 'a@hand.example'`, [comma]);
  await handOver('--customer', comma);
  expect(await withRep(TO)).toEqual([comma]);
});

test('a handover to oneself, to a disabled representative, or a second time is refused', async () => {
  await expect(ops('rep', 'hand-over', '--email', FROM, '--to', FROM)).rejects.toThrow(
    'Please choose another representative',
  );
  await ops('rep', 'disable', '--email', TO);
  await expect(handOver()).rejects.toThrow('Please choose an enabled representative');
  expect(await withRep(FROM)).toEqual(CUSTOMERS);
  await sql('update public.sales_representatives set disabled_at = null where email = $1', [TO]);
  await handOver();
  await expect(handOver()).rejects.toThrow('has no customers and no open requests');
});

test('an undo skips customers who were handed on, got a new link or were erased', async () => {
  await handOver();
  await ops('rep', 'hand-over', '--email', TO, '--to', 'third@hand.example', '--customer', 'a@hand.example');
  await sql(
    `update public.qualified_leads set access_token_hash = $1, token_expires_at = now() where email = $2`,
    ['c'.repeat(64), 'b@hand.example'],
  );
  await ops('person', 'erase', '--email', 'c@hand.example');
  const [first, ...kept] = await undo();
  expect(first).toBe(`0 customers and 0 requests are back with ${FROM}.`);
  expect(kept.sort()).toEqual(
    expect.arrayContaining([
      'stays: customer\ta@hand.example\thanded on since, with third@hand.example',
      'stays: customer\tb@hand.example\tgiven another link since, with heir@hand.example',
      expect.stringMatching(/^stays: customer\t[0-9a-f-]{36}\terased since$/),
    ]),
  );
  expect(await withRep(TO)).toEqual(['b@hand.example']);
});

test('the recent handovers are listed with the time until which they can be undone, and undone by id', async () => {
  expect(await ops('rep', 'hand-overs')).toEqual(['None.']);
  await handOver('--customer', 'a@hand.example');
  await handOver('--customer', 'b@hand.example');
  const listed = (await ops('rep', 'hand-overs', '--json')).map((line) => JSON.parse(line));
  expect(listed).toMatchObject([
    { from: { name: FROM }, to: { name: TO }, by: null, customers: 1, requests: 0, undoneAt: null },
    { customers: 1 },
  ]);
  const [, first] = listed;
  expect((await ops('rep', 'hand-overs'))[1]).toBe(
    [
      first.id,
      first.createdAt,
      `${FROM} to ${TO}`,
      '1 customer and 0 requests',
      'by an operator',
      `undo until ${first.undoUntil}`,
    ].join('\t'),
  );
  const undoOf = (id: string, email = FROM) => ops('rep', 'undo-hand-over', '--email', email, '--id', id);
  await expect(undoOf('first')).rejects.toThrow('"first" is not the id of a handover.');
  await expect(undoOf(first.id, TO)).rejects.toThrow('There is no handover that can still be undone.');
  expect(await undoOf(first.id)).toEqual([`1 customer and 0 requests are back with ${FROM}.`]);
  expect(await withRep(FROM)).toEqual(['a@hand.example', 'c@hand.example']);
  expect((await ops('rep', 'hand-overs'))[1]).toContain('\tundone, ');
  await sql(`update private.handovers set created_at = created_at - private.handovers_undone_within()`);
  await expect(undoOf(listed[0].id)).rejects.toThrow('It is too late to undo this handover.');
});

test('open requests are handed over too, or alone if their ids are given, and closed ones stay', async () => {
  const [open, chosen, closed] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, status, assigned_to)
     select v.id::uuid, 'Ada', 'ada@hand.example', 'Engines', 'contact', v.status, r.id
     from public.sales_representatives r,
       (values ($1, 'new'), ($2, 'in_progress'), ($3, 'done')) as v (id, status)
     where r.email = $4`,
    [open, chosen, closed, FROM],
  );
  const requestsOf = async (email: string) =>
    (
      await sql<{ id: string }>(
        `select s.id from public.contact_submissions s join public.sales_representatives r on r.id = s.assigned_to
         where r.email = $1 order by s.status desc`,
        [email],
      )
    ).map(({ id }) => id);
  await expect(handOver('--request', closed)).rejects.toThrow(
    `${FROM} has no open request ${closed}. Nothing was changed.`,
  );
  await expect(handOver('--request', 'first')).rejects.toThrow('"first" is not the id of a request');
  await handOver('--request', chosen);
  expect([await requestsOf(TO), await withRep(TO)]).toEqual([[chosen], []]);
  expect((await handOver())[0]).toContain('3 customers and 1 request');
  expect(await requestsOf(FROM)).toEqual([closed]);
  expect((await undo())[0]).toBe(`3 customers and 1 request are back with ${FROM}.`);
  expect((await undo())[0]).toBe(`0 customers and 1 request are back with ${FROM}.`);
  expect(await requestsOf(TO)).toEqual([]);
});

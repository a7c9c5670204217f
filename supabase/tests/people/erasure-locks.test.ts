import { afterAll, beforeAll, expect, test } from 'vitest';
import { BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
beforeAll(async () => {
  api = await startTestBackend();
  await layBait(api);
});
afterAll(() => api.close());

const PERSON = 'erased@locks.example';
const ids = Array.from({ length: 6 }, () => crypto.randomUUID());
const [, , mentioning, , , mentioned] = ids;

/** What is left out could be changed by someone else during the erasure, or lock both. */
test('an erasure locks what is of the person, of the representative, and what mentions them', async () => {
  await api.sql(
    `with requests as (
       insert into public.contact_submissions (id, first_name, email, company, project_type, assigned_to)
       values ($1, 'A', $7, 'A', 'contact', null), ($2, 'B', 'b@locks.example', 'B', 'contact', $8),
         ($3, 'C', 'c@locks.example', 'C', 'contact', null)
     ), customers as (
       insert into public.qualified_leads (id, email, name, company, qualified_by)
       values ($4, $7, 'A', 'A', $9), ($5, 'b@locks.example', 'B', 'B', $9), ($6, 'c@locks.example', 'C', 'C', $9)
     )
     insert into private.customer_notes (qualified_lead_id, sales_rep_id, note) values ($5, $8, 'Knows them')`,
    [...ids, PERSON, BAIT.rep.A, BAIT.rep.B],
  );
  const locked = await api.sql<{ id: string }>(
    `select r.id from (select private.lock_for_erasure($1, $2, $3)::text as done) l
     cross join lateral (
       select id, xmax from public.contact_submissions where l.done = ''
       union all select id, xmax from public.qualified_leads where l.done = ''
     ) r
     where r.xmax = pg_current_xact_id()::xid and r.id = any ($4)`,
    [PERSON, BAIT.rep.A, [`1 contact_request ${mentioning}`, `2 customer ${mentioned}`], ids],
  );
  expect(locked.map(({ id }) => id).sort()).toEqual(ids.toSorted());
});

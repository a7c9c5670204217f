import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneLine } from '../../../shared/src/lib/plain-text.ts';
import { type Backend, startBackend } from '../../../tools/stack/backend/backend.ts';
import { createTestDatabase, type TestDatabase } from '../../../tools/stack/backend/schema/test-database.ts';
import { SITE_URL } from '../fixtures/start-test-backend.ts';

const REP = 'a0000000-0000-4000-8000-0000000000aa';

let dir: string;
let database: TestDatabase;
let backend: Backend;

/** One row per table, for the updates to meet. */
async function insertRows(): Promise<void> {
  await backend.sql(`insert into public.sales_representatives (id, name, email) values ($1, $2, $3)`, [
    REP,
    'Ada',
    'ada@corvane.example',
  ]);
  await backend.sql(
    `insert into public.qualified_leads (email, name, company, qualified_by) values ($1, $2, $2, $3)`,
    ['ada@engine.example', 'Ada', REP],
  );
  await backend.sql(
    `insert into public.sales_records (sales_rep_id, sale_date, product_name, billing_frequency, sale_amount)
     values ($1, '2026-11-20', $2, 'monthly', 100)`,
    [REP, 'Ada'],
  );
  await backend.sql(
    `insert into public.contact_submissions
      (id, first_name, last_name, email, company, phone, project_type, job_title, job_role, source, tier, referrer)
     values ($1, $2, $2, $3, $2, $2, 'contact', $2, $2, $2, $2, $2)`,
    [crypto.randomUUID(), 'Ada', 'ada@engine.example'],
  );
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'corvane-one-line-'));
  database = await createTestDatabase();
  backend = await startBackend({
    dataDir: join(dir, 'data'),
    siteUrl: SITE_URL,
    env: { DATABASE_URL: database.url },
    seed: false,
    log: () => undefined,
  });
  await insertRows();
});

afterAll(async () => {
  await backend.close();
  await database?.drop();
  rmSync(dir, { recursive: true });
});

test.each([
  [`insert into public.sales_representatives (name, email) values ($1, 'eve@corvane.example')`],
  [`update public.qualified_leads set company = $1`],
  [`update public.qualified_leads set name = $1`],
  [`update public.sales_records set product_name = $1`],
  [`update public.contact_submissions set first_name = $1`],
  [`update public.contact_submissions set last_name = $1`],
  [`update public.contact_submissions set referrer = $1`],
])('the database refuses a second line even without the functions: %s', async (statement) => {
  for (const text of ['a\nb', 'a\u001bb', 'a\u202Eb']) {
    await expect(backend.sql(statement, [text])).rejects.toThrow('_is_one_line');
  }
});

test('the functions remove every character that the database refuses', async () => {
  const refused = await backend.sql<{ code: number }>(`
    select n as code from generate_series(1, x'10FFFF'::int) n
    where n not between x'D800'::int and x'DFFF'::int and not private.is_one_line(chr(n))`);
  expect(refused.length).toBeGreaterThan(200);
  const kept = refused.filter(({ code }) =>
    oneLine(`a${String.fromCodePoint(code)}b`).includes(String.fromCodePoint(code)),
  );
  expect(kept).toEqual([]);
});

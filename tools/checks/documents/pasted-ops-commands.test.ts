import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpsFixture, opsFixture } from '../../../operations/ops-fixture.ts';
import { documentedBlocks, wordsOf } from './documented-commands.ts';

const PREFIX = 'npx -y pnpm@12 run ops ';
const ADA = 'ada@example.com';
const CUSTOMERS = ['grace@example.com', 'emmy@example.com'];

/**
 * These look at a site over the network, or need a database server and a key. Beside them: broken-sites.test.ts,
 * backup.test.ts. That their words are right: documented-commands.test.ts.
 */
const ELSEWHERE = /^(doctor|backup|restore) /;

/** The lines of the chapters for operators, in their order. */
const LINES = (await documentedBlocks())
  .flatMap(({ text }) => text.split('\n'))
  .filter((line) => line.startsWith(PREFIX) && !ELSEWHERE.test(line.slice(PREFIX.length)))
  .map((line) => line.replace(/\s+#.*$/, ''));

describe("the operators' commands work as pasted, one after the other", () => {
  let fixture: OpsFixture;
  const sql = (text: string, params: unknown[] = []) => fixture.backend.sql(text, params);
  const inFolder = (word: string) =>
    /^[\w-]+\.(csv|html)$/.test(word) ? path.join(fixture.dataDir, word) : word;

  beforeAll(async () => {
    fixture = await opsFixture();
    await fixture.ops('rep', 'add', '--name', 'Alan', '--email', 'alan@example.com');
    await sql(
      `insert into public.contact_submissions (id, first_name, email, company, project_type, quarantined_at)
       values ('5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c', 'Grace', 'grace@example.com', 'Hopper', 'contact', now())`,
    );
    await writeFile(
      inFolder('sales.csv'),
      `id,rep_email,sale_date,product_name,billing_frequency,sale_amount,commission,cancelled_at
${crypto.randomUUID()},${ADA},2026-11-20,Moonshot,monthly,4000.00,320.00,\n`,
    );
  });
  afterAll(() => fixture.close());

  /** Each block speaks of a day of its own, on which Ada has these customers, and this request. */
  async function giveAdaCustomers(): Promise<void> {
    await sql(
      `update public.contact_submissions set assigned_to = r.id from public.sales_representatives r
       where r.email = $1`,
      [ADA],
    );
    for (const email of CUSTOMERS)
      await sql(
        `insert into public.qualified_leads (email, name, qualified_by, link_issued_at)
         select $1, $1, id, now() from public.sales_representatives where email = $2
         on conflict (email) do update set qualified_by = excluded.qualified_by`,
        [email, ADA],
      );
  }

  test('are found', () => expect(LINES.length).toBeGreaterThan(20));

  test.each(LINES)('%s', async (line) => {
    if (!line.includes('undo-hand-over')) await giveAdaCustomers();
    await fixture.ops(...wordsOf(line.slice(PREFIX.length)).map(inFolder));
  });

  test('and leave what they promise', async () => {
    expect(await readFile(inFolder('grace.html'), 'utf8')).toContain('grace@example.com');
    expect(await readFile(inFolder('ada.csv'), 'utf8')).toContain('Moonshot');
  });
});

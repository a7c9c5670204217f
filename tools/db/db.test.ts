import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UserError } from '../command/user-error.ts';
import { describeNeeding } from '../machine/describe-needing.ts';
import { startSystemPostgres } from '../postgres/start-system-postgres.ts';
import { openDatabase } from '../stack/backend/engine/database.ts';
import { migrate } from '../stack/backend/engine/migrate.ts';
import { createHostedDatabase } from '../stack/backend/schema/test-database.ts';
import { compareWithMigrations, freezeDeclared } from './compare-with-migrations.ts';
import { BASELINE, freezeMigrations } from './frozen-migrations.ts';
import { writeNextMigration } from './write-next-migration.ts';

const SUPABASE = join(import.meta.dirname, '../../supabase');

let dir: string;

beforeEach(() => {
  vi.stubEnv('GITHUB_ACTIONS', '');
  dir = mkdtempSync(join(tmpdir(), 'corvane-db-'));
  for (const name of ['config.toml', 'schemas', 'migrations']) {
    cpSync(join(SUPABASE, name), join(dir, name), { recursive: true });
  }
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(dir, file), 'utf8');
  if (typeof from === 'string') expect(text).toContain(from);
  else expect(text).toMatch(from);
  writeFileSync(join(dir, file), text.replace(from, to));
}

const differences = () => compareWithMigrations(dir, async (comparison) => comparison.differences);
const migrations = () => readdirSync(join(dir, 'migrations')).sort();

async function expectRefusal(work: Promise<unknown>, message: RegExp): Promise<void> {
  const before = migrations();
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UserError);
  expect((error as Error).message).toMatch(message);
  expect((error as Error).message).not.toContain('\n');
  expect(migrations()).toEqual(before);
}

describeNeeding('postgresql', 'the next migration', () => {
  test('is empty if schemas and migrations build the same database', async () => {
    const before = migrations();
    expect(await writeNextMigration(dir, 'nothing')).toEqual({ files: [], left: [] });
    expect(migrations()).toEqual(before);
  });

  test('contains a column, a procedure with its owner and rights, a comment, a policy and a time limit', async () => {
    edit(
      'schemas/sales.sql',
      '  commission bigint not null',
      `  region text not null default '' check (char_length(region) <= 50),
       commission bigint not null`,
    );
    edit('schemas/sales.sql', "is 'Calendar day of the sale.'", "is 'Day of the sale.'");
    edit('schemas/sales.sql', 'using (\n    sales_rep_id =', "using (region <> 'nowhere' and sales_rep_id =");
    edit('schemas/terms.sql', /(?<=private\.access_link_life\(\)[^;]*?interval )'[^']+'/, "'1000 hours'");
    edit(
      'schemas/roles.sql',
      "('anon', 'statement_timeout', '3000')",
      "('anon', 'statement_timeout', '2000')",
    );
    const end = readFileSync(join(dir, 'schemas/sales-table.sql'), 'utf8');
    writeFileSync(
      join(dir, 'schemas/sales-table.sql'),
      `${end}
create function public.get_regions() returns setof text
language sql stable security definer set search_path = '' set work_mem = '8MB'
as $$
  select distinct s.region from public.sales_records s
$$;
comment on function public.get_regions() is 'Regions of the caller''s sales.';
grant execute on function public.get_regions() to authenticated;
alter function public.get_regions() owner to api_reader;
create table private.region_names (name text primary key);
create function private.region_count() returns bigint language sql stable set search_path = ''
as $$
  select count(*) from private.region_names
$$;
`,
    );
    expect((await differences()).map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining([
        'ACL public.FUNCTION get_regions()',
        'ROLE anon',
        'TABLE public.sales_records',
      ]),
    );

    const { files, left } = await writeNextMigration(dir, 'add_region', new Date('2000-01-01T00:00:00Z'));
    expect(left).toEqual([]);
    expect(files).toEqual(
      migrations()
        .slice(-2)
        .map((name) => join(dir, 'migrations', name)),
    );
    expect(files[0]).toMatch(/_add_region_1\.sql$/);
    const [changes = '', validation = ''] = files.map((file) => readFileSync(file, 'utf8'));
    for (const text of [changes, validation]) expect(text).toContain("\nset local lock_timeout = '3s';\n");
    expect(changes).toMatch(/ADD CONSTRAINT "sales_records_region_check" CHECK .* NOT VALID;$/m);
    expect(validation).toMatch(
      /;\n\nALTER TABLE "public"."sales_records" VALIDATE CONSTRAINT "sales_records_region_check";\n$/,
    );
    expect(await differences()).toEqual([]);

    // As `db push` runs it on a hosted project, where no role is a superuser.
    const server = await startSystemPostgres();
    try {
      const hosted = await openDatabase((await createHostedDatabase(server.url)).url);
      try {
        await migrate(hosted, join(dir, 'migrations'));
        // Such a project grants every new object to the roles of the API, until the first migration ends that.
        expect(
          await hosted.query(
            `select p.proname as name from pg_proc p
             where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute')
             union all
             select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S', 'v')
               and case c.relkind when 'S' then has_sequence_privilege('anon', c.oid, 'usage')
                 else has_table_privilege('anon', c.oid, 'select') end
             order by 1`,
          ),
        ).toEqual([
          { name: 'get_plan_prices' },
          { name: 'get_product_description' },
          { name: 'get_product_features' },
        ]);
      } finally {
        await hosted.close();
      }
    } finally {
      await server.stop();
    }
  });

  test('makes an index of a table in use without a lock on those who write, in its own file', async () => {
    freezeMigrations(dir);
    const sales = readFileSync(join(dir, 'schemas/sales.sql'), 'utf8');
    writeFileSync(
      join(dir, 'schemas/sales.sql'),
      `${sales}
create index sales_records_amount_idx on public.sales_records (sale_amount) where not is_cancelled;
comment on index public.sales_records_amount_idx is 'By amount.';
create table private.regions (name text primary key, rank integer check (rank > 0));
create index regions_rank_idx on private.regions (rank);
`,
    );
    const { files, left } = await writeNextMigration(dir, 'by_amount');
    expect(left).toEqual([]);
    const texts = files.map((file) => readFileSync(file, 'utf8'));
    const own = texts.filter((text) => text.includes('CONCURRENTLY'));
    expect(own).toEqual([
      `-- pg-delta: transaction=false
-- Purpose:  by amount.

set lock_timeout = '1min';

DROP INDEX CONCURRENTLY IF EXISTS "public"."sales_records_amount_idx";

CREATE INDEX CONCURRENTLY sales_records_amount_idx ON public.sales_records USING btree (sale_amount) WHERE (NOT is_cancelled);
`,
    ]);
    expect(texts.join('')).toContain('CREATE INDEX regions_rank_idx ON private.regions');
    expect(texts.join('')).not.toContain('NOT VALID');
    expect(await differences()).toEqual([]);
    expect(await freezeDeclared(dir)).toHaveLength(files.length);
  });

  test('makes a changed index under another name, and only then drops the old one', async () => {
    freezeMigrations(dir);
    const index = 'create index sales_records_qualified_lead_id_idx on public.sales_records (';
    edit('schemas/sales.sql', index, `${index}sale_date, `);
    await expectRefusal(writeNextMigration(dir, 'other_index'), /qualified_lead_id_idx .* another name/);
    edit('schemas/sales.sql', 'sales_records_qualified_lead_id_idx', 'sales_records_lead_and_day_idx');
    const { files, left } = await writeNextMigration(dir, 'other_index');
    expect(left).toEqual([]);
    expect(files.map((file) => readFileSync(file, 'utf8').match(/(?<=CONCURRENTLY )\w+/g))).toEqual([
      ['IF', 'sales_records_lead_and_day_idx'],
      ['IF'],
    ]);
    expect(await differences()).toEqual([]);
    expect(await freezeDeclared(dir)).toHaveLength(2);
  });

  test('refuses another type of a column in use', async () => {
    edit('schemas/sales.sql', /product_name text/, 'product_name varchar');
    await expectRefusal(writeNextMigration(dir, 'other_type'), /TYPE .*: add another column$/);
  });

  test('drops and makes again in one transaction, also beside such an index, and can be frozen', async () => {
    freezeMigrations(dir);
    edit(
      'schemas/customer-edits.sql',
      'for select to api_reader using (sales_rep_id = (select private.current_rep_id()))',
      'for select to api_reader using (sales_rep_id = (select private.current_rep_id()) and note is not null)',
    );
    edit(
      'schemas/customer-edits.sql',
      /(create function public\.get_customer_note\()lead_id uuid/,
      '$1lead_id uuid, other text default null',
    );
    edit('schemas/customer-edits.sql', /get_customer_note\(uuid\)/g, 'get_customer_note(uuid, text)');
    writeFileSync(
      join(dir, 'schemas/last.sql'),
      `${readFileSync(join(dir, 'schemas/last.sql'), 'utf8')}
create index sales_records_product_idx on public.sales_records (product_name);
comment on index public.sales_records_product_idx is 'Of a test.';
`,
    );
    const { files, left } = await writeNextMigration(dir, 'contract_both');
    expect(left).toEqual([]);
    const texts = files.map((file) => readFileSync(file, 'utf8'));
    for (const what of [/policy "customer_notes_select_author"/i, /function "public"\."get_customer_note"/i])
      expect(texts.map((text) => what.test(text))).toEqual([true, false, false]);
    expect(texts[1]).toMatch(/^-- pg-delta: transaction=false/);
    expect(texts[2]).toMatch(/comment on index/i);
    expect(() => freezeMigrations(dir)).not.toThrow();
  });

  test('refuses a unique constraint of a table in use', async () => {
    const end = readFileSync(join(dir, 'schemas/sales.sql'), 'utf8');
    writeFileSync(
      join(dir, 'schemas/sales.sql'),
      `${end}alter table public.sales_records add unique (sales_rep_id, id);`,
    );
    await expectRefusal(
      writeNextMigration(dir, 'unique_sales'),
      /UNIQUE \(sales_rep_id, id\) .*Declare a unique index/,
    );
  });

  test('is not frozen while the schemas declare more', async () => {
    freezeMigrations(dir);
    edit('schemas/roles.sql', 'revoke all on schema private', 'create role reporting nologin;\n$&');
    await expectRefusal(freezeDeclared(dir), /^First run db diff: .*ROLE reporting/);
  });

  test.each([
    [
      'drop policy customer_notes_select_author on private.customer_notes;',
      /live code may still use policy customer_notes_select_author of private.customer_notes .* run db diff contract_/,
    ],
    [
      `create or replace function private.network_group(who text) returns integer language sql as 'select 1';`,
      /cannot change name of input parameter/,
    ],
    [
      `create or replace function private.is_one_line(text_param text) returns boolean
       language sql immutable parallel safe set search_path = '' as 'select true';`,
      /by_hand\.sql: a changed function leaves old values in .*constraint sales_records_is_one_line/,
    ],
  ])(
    'of a file written by hand is not frozen, if PostgreSQL, live code or stored values refuse it: %s',
    async (text, why) => {
      freezeMigrations(dir);
      writeFileSync(
        join(dir, 'migrations/29990101000000_by_hand.sql'),
        `set local lock_timeout = '3s';\n${text}`,
      );
      await expectRefusal(freezeDeclared(dir), why);
    },
  );

  /** Regression: the draft was a bare `create or replace`, and rows kept the words of the old function. */
  test('leaves a function behind stored values alone, and makes another one beside it', async () => {
    freezeMigrations(dir);
    const line = "select string_agg(p.key || '=' || p.value, '&' order by p.key)";
    edit('schemas/words.sql', line, line.replace('&', ' '));
    await expectRefusal(
      writeNextMigration(dir, 'other_words'),
      /leaves old values in column words of table .*contact_submissions \(by private\.utm_text\(jsonb\)\)\. /,
    );
    edit('schemas/words.sql', line.replace('&', ' '), line);
    appendFileSync(
      join(dir, 'schemas/input.sql'),
      `create function private.is_one_line_2(text_param text) returns boolean
       language sql immutable parallel safe set search_path = '' as $$
         select private.is_one_line(text_param) and text_param <> 'none'
       $$;`,
    );
    edit('schemas/sales.sql', 'private.is_one_line(product_name)', 'private.is_one_line_2(product_name)');
    appendFileSync(
      join(dir, 'schemas/words.sql'),
      `create function private.words_2(content text) returns text[]
       language sql immutable parallel safe set search_path = '' as $$
         select private.words(lower(content))
       $$;`,
    );
    edit('schemas/person-mentions.sql', 'qualified_leads_words_idx', 'qualified_leads_words_2_idx');
    edit('schemas/person-mentions.sql', 'gin (private.words(', 'gin (private.words_2(');
    appendFileSync(
      join(dir, 'schemas/customer-edits.sql'),
      `alter table private.customer_notes add column words_2 text[];
       create function private.fill_note_words_2() returns trigger
       language plpgsql set search_path = '' as $$
       begin
         new.words_2 := private.words_2(new.note);
         return new;
       end
       $$;
       create trigger customer_notes_words_2 before insert or update on private.customer_notes
         for each row execute function private.fill_note_words_2();
       create index customer_notes_words_2_idx on private.customer_notes using gin (words_2);`,
    );
    const { left } = await writeNextMigration(dir, 'other_words');
    expect(left).toEqual([]);
    expect(await freezeDeclared(dir)).not.toEqual([]);
  });

  test('that takes away a column is written under a name that says so alone', async () => {
    edit(
      `migrations/${BASELINE}`,
      '  commission bigint not null',
      '  region text,\n  commission bigint not null',
    );
    await expectRefusal(
      writeNextMigration(dir, 'no_region'),
      /live code may still use public.sales_records.region text. .*run db diff contract_/,
    );
    expect((await writeNextMigration(dir, 'contract_no_region')).files).toHaveLength(1);
  });

  test('a role that only the schemas declare is a difference', async () => {
    edit('schemas/roles.sql', 'revoke all on schema private', 'create role reporting nologin;\n$&');
    expect(await differences()).toEqual([
      'ROLE reporting: the schemas declare it, but the migrations do not create it',
    ]);
  });

  test('refuses a schema that does not parse, with file and line', async () => {
    edit('schemas/contact.sql', 'create table public.contact_submissions (', 'create tabel (');
    await expectRefusal(
      writeNextMigration(dir, 'broken'),
      /^schemas\/contact\.sql:3: syntax error at or near "tabel"$/,
    );
  });

  test('refuses a schema file that is missing in schema_paths', async () => {
    writeFileSync(join(dir, 'schemas/regions.sql'), 'create table public.regions (id integer);');
    await expectRefusal(writeNextMigration(dir, 'regions'), /schemas\/regions\.sql is not in schema_paths/);
  });

  test.each(['', 'Add Region', 'add-region', '../add', '1st', 'add__region', 'a'.repeat(61)])(
    'refuses the name "%s"',
    async (name) => {
      await expectRefusal(writeNextMigration(dir, name), /cannot name a migration/);
    },
  );
});

import { expect, test } from 'vitest';
import { UserError } from '../command/user-error.ts';
import { longLocks } from './migration-rules.ts';

const LIMIT = "set local lock_timeout = '3s';\n";
const ALONE = '-- pg-delta: transaction=false\n';
const PATIENT = `${ALONE}set lock_timeout = '1min';\n`;
const wrongIn = (...texts: string[]) =>
  longLocks(
    texts.map((text, index) => ({ file: `${index + 1}_a.sql`, text })),
    [],
  );

test.each([
  ['create index a on public.sales (day);', 'create index concurrently'],
  ['create unique index\n  a on "public"."sales" (day);', 'create index concurrently'],
  ['create index on sales (day);', 'create index concurrently'],
  ['create index concurrently a on sales (day);', '-- pg-delta: transaction=false'],
  ['alter table sales add constraint a check (n > 0);', 'not valid'],
  ['alter table only sales add foreign key (rep) references reps (id);', 'not valid'],
  ['alter table sales add check (n > 0), add constraint b check (n > 1) not valid;', 'not valid'],
  ['alter table sales add column n integer check (n > 0);', 'not valid'],
  [
    'alter table sales add constraint a check (n > 0) not valid;\nalter table sales validate constraint a;',
    'validate it in the next file',
  ],
  [
    'alter table sales validate constraint a;\nalter table sales add column b text;',
    'validate it in the next file',
  ],
  ['alter table sales validate constraint a, add b text;', 'in the next file'],
  ['alter table sales alter column n set not null;', 'check (n is not null)'],
  [
    'alter table sales add constraint a check (n is not null) not valid, alter n set not null;',
    'check (n is not null)',
  ],
  ['alter table sales alter column n type bigint;', 'add another column'],
  ['alter table sales add n numeric(10,2) check (n > 0);', 'not valid'],
  ['alter table sales add n int generated always as (a) stored;', 'constant'],
  ['alter table sales add n bigserial;', 'constant'],
  ['alter table sales add n uuid default gen_random_uuid();', 'constant'],
  ['alter table sales add n text not null;', 'constant'],
  ['alter table sales set unlogged;', 'goes through the rows'],
  ['alter table sales add primary key using index a;', 'unique index'],
  ['do $$ begin create index a on sales (day); end $$;', 'write its statements'],
  ['call private.rewrite();', 'write its statements'],
  ['select private.rewrite();', 'write its statements'],
  ['with rewritten as (select private.rewrite()) select from rewritten;', 'write its statements'],
  ['commit;', 'one transaction'],
  ['reindex table sales;', 'goes through the rows'],
  ["set lock_timeout = '1h';", "lock_timeout = '3s'"],
  ['reset all;', "lock_timeout = '3s'"],
  ['lock table public.sales in access exclusive mode;', 'leave it out'],
  ['truncate public.sales;', 'limit 1000)'],
  ['update sales set n = 1;', 'limit 1000)'],
  ['update sales set n = 1 where n is null;', 'limit 1000)'],
  ['delete from public.sales;', 'limit 1000)'],
  ['delete from sales where exists (select from sales limit 1);', 'limit 1000)'],
  ['delete from sales where rep in (select id from reps limit 1);', 'limit 1000)'],
  ['delete from sales where rep in (select id from sales limit 1);', 'limit 1000)'],
  ['delete from sales where id not in (select id from sales limit 1);', 'limit 1000)'],
  ['delete from sales where id in (select id from sales);', 'limit 1000)'],
  ['delete from sales where id in (select id from sales limit 1001);', 'limit 1000)'],
  ['delete from sales where n = 1 or id in (select id from sales limit 1);', 'limit 1000)'],
  [
    'delete from sales where id in ((select id from sales limit 1) union all select id from sales);',
    'limit 1000)',
  ],
  ['insert into reps with gone as (delete from sales returning *) select * from gone;', 'limit 1000)'],
  ['merge into sales s using reps r on s.rep = r.id when matched then delete;', 'limit 1000)'],
])('%s keeps people waiting', (statements, message) => {
  const wrong = wrongIn(LIMIT + statements);
  expect(wrong).toHaveLength(1);
  expect(wrong[0]).toMatch(/^migrations\/1_a\.sql: /);
  expect(wrong[0]).toContain(message);
  expect(wrong[0]).not.toContain('\n');
});

test('a migration says how long it waits for a lock', () => {
  expect(wrongIn('alter table sales alter n set default 1;')).toEqual([
    "migrations/1_a.sql does not begin with: set local lock_timeout = '3s';",
  ]);
  expect(wrongIn(`${ALONE}drop index concurrently if exists a;`)).toEqual([
    "migrations/1_a.sql does not begin with: set lock_timeout = '1min';",
  ]);
});

test.each([
  ['a statement that must not run twice', 'insert into sales values (1);'],
  ['another index', 'create index a on sales (day);'],
  ['an index that may be there', 'drop index concurrently a;'],
])('without a transaction, %s is refused', (_what, statement) => {
  expect(wrongIn(PATIENT + statement)).toEqual([expect.stringContaining('a file of its own')]);
});

test.each([
  'create index concurrently if not exists a on sales (day);',
  'create index concurrently a on sales (day);',
  'drop index concurrently if exists b;\ncreate index concurrently a on sales (day);',
  'drop index concurrently if exists a;\ncreate index concurrently if not exists a on sales (day);',
])('an index that an interrupted run left is not taken for made: %s', (statements) => {
  expect(wrongIn(PATIENT + statements)).toEqual([
    expect.stringContaining('drop index concurrently if exists'),
  ]);
});

test('an index in use is not made again under its name', () => {
  const frozen = [
    { file: '0_a.sql', text: 'create index a on sales (day); create index b on sales (day); drop index b;' },
  ];
  const again = (name: string) =>
    `${PATIENT}drop index concurrently if exists ${name};\ncreate index concurrently ${name} on sales (rep);`;
  const wrong = (text: string) => longLocks([{ file: '1_a.sql', text }], frozen);
  expect(wrong(again('a'))).toEqual([expect.stringContaining('another name')]);
  expect(wrong(again('b'))).toEqual([]);
  expect(wrong(`${again('c')}drop index concurrently if exists a;`)).toEqual([]);
});

test('a column may not be null once its check was validated, and while the check is there', () => {
  const files = [
    `${LIMIT}alter table sales add constraint whole check (n is not null) not valid;`,
    `${LIMIT}alter table sales validate constraint whole;`,
  ];
  expect(wrongIn(...files, `${LIMIT}alter table sales alter n set not null;`)).toEqual([]);
  for (const statement of [
    'alter table sales alter m set not null;',
    'alter table reps alter n set not null;',
    'alter table sales alter n set not null, drop constraint whole;',
    'alter table sales drop constraint whole; alter table sales alter n set not null;',
  ])
    expect(wrongIn(...files, LIMIT + statement)).toEqual([expect.stringContaining('is not null) not valid')]);
});

test('a file that PostgreSQL cannot read is named', () => {
  expect(() => wrongIn(`${LIMIT}create tabel a ();`)).toThrow(
    new UserError('migrations/1_a.sql: syntax error at or near "tabel"'),
  );
});

test('what keeps no one waiting is accepted', () => {
  const texts = [
    `${LIMIT}create table public.regions (name text);
    create index on public.regions (name);
    alter table regions add constraint short check (name <> 'a;b') /* ; */;
    alter table sales add column region text not null default '';
    alter table sales add constraint a check (n > 0) not valid;
    comment on table sales is 'create index a on sales (day); -- not this';
    create or replace function f() returns void language plpgsql as $$
    begin
      create index a on sales (day);
    end $$;`,
    `${ALONE}-- Purpose:  x.\n\nset lock_timeout = '1min';\ndrop index concurrently if exists public.a;\ncreate unique index concurrently a on public.sales (day);\n`,
    `-- Purpose:  y.\n\n${LIMIT}alter table sales validate constraint a;\nalter table sales validate constraint b;`,
    `${LIMIT}alter table sales add constraint once unique using index a;
    create temporary table sorted (day date);
    create index on sorted (day);
    drop table sorted;
    create table copied as select 1 as n;
    create index on copied (n);
    alter table sales add made_at timestamptz not null default now();`,
    `${LIMIT}select name from public.regions where name = 'f()';`,
    `${LIMIT}update sales set n = 1 where id in (select s.id from public.sales s where n is null limit 1000) and n is null;
    delete from only sales where sales.id in (select id from sales limit 1);
    update regions set name = '';
    truncate regions;
    create function g() returns void language sql begin atomic update sales set n = 1; end;`,
  ];
  expect(wrongIn(...texts)).toEqual([]);
});

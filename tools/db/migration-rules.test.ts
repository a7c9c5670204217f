import { expect, test } from 'vitest';
import { longLocks } from './migration-rules.ts';

const LIMIT = "set local lock_timeout = '3s';\n";
const ALONE = '-- pg-delta: transaction=false\n';
const wrongIn = (...texts: string[]) =>
  longLocks(texts.map((text, index) => ({ file: `${index + 1}.sql`, text })));

test.each([
  ['an index of a table in use', 'create index a on public.sales (day);', 'create index concurrently'],
  [
    'a unique one, over lines',
    'create unique index\n  a on "public"."sales" (day);',
    'create index concurrently',
  ],
  ['one without a name', 'create index on sales (day);', 'create index concurrently'],
  [
    'an index inside a transaction',
    'create index concurrently a on sales (day);',
    '-- pg-delta: transaction=false',
  ],
  ['a constraint', 'alter table sales add constraint a check (n > 0);', 'not valid'],
  ['a key', 'alter table only sales add foreign key (rep) references reps (id);', 'not valid'],
  [
    'one of two constraints',
    'alter table sales add check (n > 0), add constraint b check (n > 1) not valid;',
    'not valid',
  ],
  ['a column with a constraint', 'alter table sales add column n integer check (n > 0);', 'not valid'],
  [
    'a constraint that is validated at once',
    'alter table sales add constraint a check (n > 0) not valid;\nalter table sales validate constraint a;',
    'validate it in the next file',
  ],
])('%s keeps people waiting', (_what, statements, message) => {
  const wrong = wrongIn(LIMIT + statements);
  expect(wrong).toHaveLength(1);
  expect(wrong[0]).toMatch(/^migrations\/1\.sql: /);
  expect(wrong[0]).toContain(message);
  expect(wrong[0]).not.toContain('\n');
});

test('a migration says how long it waits for a lock', () => {
  expect(wrongIn('select 1;')).toEqual([
    "migrations/1.sql does not begin with: set local lock_timeout = '3s';",
  ]);
});

test.each([
  ['a statement that must not run twice', 'insert into sales values (1);'],
  ['another index', 'create index a on sales (day);'],
  ['an index that may be there', 'drop index concurrently a;'],
])('without a transaction, %s is refused', (_what, statement) => {
  expect(wrongIn(ALONE + statement)[0]).toContain('a file of its own');
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
    `-- Purpose:  y.\n\n${LIMIT}alter table sales validate constraint a;`,
  ];
  expect(wrongIn(...texts)).toEqual([]);
});

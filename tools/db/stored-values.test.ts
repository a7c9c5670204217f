import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserError } from '../command/user-error.ts';
import { withConnection } from '../postgres/connect.ts';
import { createTestDatabase, type TestDatabase } from '../stack/backend/schema/test-database.ts';
import { watchStoredValues } from './stored-values.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const immutable = (name: string, body: string) =>
  `create or replace function hidden.${name}(t text) returns text language sql immutable as $$ ${body} $$;`;
const BEFORE = `
  create schema hidden;
  ${immutable('folded', 'select lower(t)')}
  ${immutable('words', 'select hidden.folded(t)')}
  create table hidden.notes (
    id int primary key, note text, day date,
    words text generated always as (hidden.words(note)) stored,
    constraint is_folded check (hidden.folded(note) <> '')
  );
  create index notes_words_idx on hidden.notes (hidden.words(note));
  create index notes_some_idx on hidden.notes (day) where hidden.folded(note) <> '';`;
const FOLDED_AGAIN = immutable('folded', 'select upper(t)');

/** Runs statements as one migration, and undoes them. @returns why they are refused */
function refusal(statements: string): Promise<string | null> {
  return withConnection(database.url, async (sql) => {
    await sql.query(`begin; ${BEFORE}`);
    const after = await watchStoredValues(sql);
    await sql.query(statements);
    const error = await after('1_contract_a.sql').then(
      () => null,
      (thrown: unknown) => thrown,
    );
    await sql.query('rollback');
    if (error === null) return null;
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).message;
  });
}

/** Regression: such a migration was called equal, while rows held values of the old function. */
test('a changed function is refused with all that keeps its values, also through other functions', async () => {
  const refused = await refusal(FOLDED_AGAIN);
  expect(refused).toContain(
    'migrations/1_contract_a.sql: a changed function leaves old values in column words of table hidden.notes (by hidden.folded(text)), ' +
      'constraint is_folded on table hidden.notes (by hidden.folded(text)), index hidden.notes_some_idx (by hidden.folded(text)), ' +
      'index hidden.notes_words_idx (by hidden.folded(text)).',
  );
  expect(refused).toMatch(/another name.*docs\/where-code-lives\.md/);
  expect(refused).not.toContain('\n');
  expect(await refusal(immutable('words', 'select t'))).toBe(
    refused
      ?.replaceAll('hidden.folded', 'hidden.words')
      .replace(/constraint is_folded.*some_idx \(by hidden\.words\(text\)\), /, ''),
  );
});

test.each([
  ['reads another schema', "alter function hidden.words(text) set search_path = ''"],
  [
    'has another language',
    `create or replace function hidden.words(t text) returns text language plpgsql immutable
    as $$ begin return t; end $$`,
  ],
])('a function that %s is a changed one', async (_what, statement) => {
  expect(await refusal(statement)).toContain('(by hidden.words(text))');
});

test.each([
  ['nothing stored uses it', immutable('others', 'select t') + immutable('others', 'select upper(t)')],
  [
    'only its name is the same',
    immutable('folded', 'select upper(t)')
      .replace('(t text)', '(t int, u text)')
      .replace('upper(t)', 'upper(u)'),
  ],
  [
    'it does the same',
    `comment on function hidden.folded is 'Again.'; ${immutable('folded', 'select lower(t)')}`,
  ],
  [
    'all is made again',
    `${FOLDED_AGAIN}
     alter table hidden.notes drop constraint is_folded, drop column words,
       add column words_2 text generated always as (hidden.words(note)) stored,
       add constraint is_folded check (hidden.folded(note) <> '') not valid;
     drop index hidden.notes_words_idx;
     create index notes_words_2_idx on hidden.notes (hidden.words(note));
     reindex index hidden.notes_some_idx;`,
  ],
  [
    'what is new has a name of its own',
    `${immutable('folded_2', 'select upper(t)')} ${immutable('words_2', 'select hidden.folded_2(t)')}
     create index notes_words_2_idx on hidden.notes (hidden.words_2(note));`,
  ],
])('a function may change if %s', async (_why, statements) => {
  expect(await refusal(statements)).toBeNull();
});

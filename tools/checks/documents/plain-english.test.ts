import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitNow } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { findRiddles } from './plain-english.ts';

const HAS_PROSE = /[.](?:md|[mc]?[jt]s|tsx|sql|sh|conf|ya?ml|service|timer)$/;
/** Migrations are history. */
const UNREAD = /^supabase\/migrations\//;

test('a sentence of a document or a comment can be understood on the first pass', () => {
  const files = gitNow(WORKSPACE_ROOT, 'ls-files')
    .split('\n')
    .filter((file) => HAS_PROSE.test(file) && !UNREAD.test(file))
    .filter((file) => existsSync(path.join(WORKSPACE_ROOT, file)));
  expect(files.length).toBeGreaterThan(1_500);
  expect(
    files.flatMap((file) =>
      findRiddles(file, readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8')).map(
        ({ line, why, sentence }) => `${file}:${line}: ${why}: ${sentence}`,
      ),
    ),
  ).toEqual([]);
});

const words = (count: number) => `${'word '.repeat(count - 1)}word`;

test.each([
  ['a.md', `${words(20)}.\n${words(20)}.`, []],
  ['a.md', `First.\n\n${words(10)}\n${words(11)}.`, ['3: 21 words']],
  ['a.md', 'It stays; it goes.', ['1: semicolon']],
  ['a.md', '- One.\n- It asks nobody.', ['2: "nobody"']],
  ['a.md', '`a; b` and [c](d;e).', []],
  ['a.md', '```\na; nobody;\n```\nWhatever it is.', ['4: "Whatever"']],
  ['a.md', `| ${words(15)}; ${words(15)} | ${words(21)} |`, ['1: 21 words']],
  ['a.ts', '/** The end. Null; */\nconst a = "b; nobody"; // anew', ['1: semicolon', '2: "anew"']],
  ['a.tsx', '/**\n * One.\n * @returns a part, the rest of which stays\n */', ['3: "of which"']],
  ['a.ts', `// ${words(11)}\n// ${words(11)}`, ['1: 22 words']],
  ['a.ts', '// biome-ignore lint/a/b: one; two', []],
  ['a.sql', "select ';'; -- One; two", []],
  ['a.sql', '-- One; two', ['1: semicolon']],
  ['a.sql', "comment on table a is 'One; nobody''s.';", ['1: semicolon']],
  ['a.sh', '#!/bin/sh\n# One; two\nrm a; rm b', ['2: semicolon']],
  ['a.conf', '# listen 80;\nlisten 443;', []],
])('in %s "%s" the sentences to rewrite are %j', (file, text, found) => {
  expect(findRiddles(file, text).map(({ line, why }) => `${line}: ${why}`)).toEqual(found);
});

test('a script that cannot be parsed is an error', () => {
  expect(() => findRiddles('a.ts', 'const = ;')).toThrow('cannot be parsed');
});

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitNow } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/*
 * Recipes of docs/where-code-lives.md. What is there already proves them: the files that name an existing column or
 * procedure are those that its recipe names, and no other.
 */

const GENERATED =
  /^supabase\/migrations\/|\/database\.types\.ts$|^nginx\/api-calls\.conf$|\/recorded-answers\.json$/;
const TEST = /\.(test|spec)\.tsx?$|^(e2e|supabase\/tests)\/|\/__snapshots__\//;
const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

const exists = (file: string) => existsSync(path.join(WORKSPACE_ROOT, file));

/** Files that a text names, from the workspace. One without a folder is beside one that was named before. */
function filesIn(text: string): string[] {
  const folders = [''];
  return [...text.matchAll(/`([\w.<>/-]+(?:\.(?:sql|tsx?|md|conf)|\/))`/g)].map(([, name = '']) => {
    const file = path.posix.join(
      folders.findLast((folder) => exists(path.posix.join(folder, name))) ?? '',
      name,
    );
    folders.push(file.endsWith('/') ? file : path.posix.dirname(file));
    return file;
  });
}

const STEPS = /^(\w+) files, (\w+) of them generated:\n\n(.*?)\n\n(?! )/s;

/** Files of a recipe that do not exist, and a number of them that is not theirs. */
function wrongNames(section: string): string[] {
  const [, told, generated, steps = ''] = STEPS.exec(section) ?? [];
  const files = filesIn(steps);
  const counts = [told, generated].map((word) => NUMBERS.indexOf(word?.toLowerCase() ?? '')).join(', ');
  const named = [files.length, files.filter((file) => GENERATED.test(file)).length].join(', ');
  return [
    ...(told === undefined || counts === named ? [] : [`${counts} are told, ${named} named`]),
    ...filesIn(section).flatMap((file) =>
      file.includes('<') || exists(file) ? [] : [`no such file: ${file}`],
    ),
  ];
}

/**
 * What a recipe says that is not so. A folder ends with a slash, and `<…>` stands for a name.
 * @param section its text, from the line that tells the number of files
 * @param atMost files in its steps
 * @param naming files that name the example
 */
function mistakesIn(section: string, atMost: number, naming: readonly string[]): string[] {
  const files = filesIn(STEPS.exec(section)?.[3] ?? '');
  const byHand = files.filter((file) => !GENERATED.test(file));
  const found = (file: string) => {
    const pattern = file.replaceAll('.', String.raw`\.`).replaceAll(/<\w+>/g, '[^/]+');
    return naming.filter((name) => new RegExp(`^${pattern}${file.endsWith('/') ? '' : '$'}`).test(name));
  };
  const isOf = (file: string, count: number) => (TEST.test(file) ? count > 0 : count === 1);
  const known = new Set(filesIn(section).flatMap(found));
  return [
    ...wrongNames(section),
    ...(files.length <= atMost ? [] : [`${files.length} files, ${atMost} at most`]),
    ...byHand.flatMap((file) =>
      isOf(file, found(file).length) ? [] : [`does not name the example once: ${file}`],
    ),
    ...naming.flatMap((file) =>
      known.has(file) || GENERATED.test(file) || TEST.test(file) ? [] : [`needed too: ${file}`],
    ),
  ];
}

const document = readFileSync(path.join(WORKSPACE_ROOT, 'docs/where-code-lives.md'), 'utf8');

function sectionOf(heading: string): string {
  const [, section = ''] = document.split(`### ${heading}\n\n`);
  return section.split(/^#+ /m)[0] ?? '';
}

/** @param elsewhere folders that name the example, but are outside of the recipe */
function filesNaming(example: string, ...elsewhere: string[]): string[] {
  const skipped = ['docs/where-code-lives.md', 'docs/decisions', ...elsewhere].map((folder) => `:!${folder}`);
  return gitNow(WORKSPACE_ROOT, 'grep', '-lwE', example, '--', '.', ...skipped).split('\n');
}

const COLUMN = sectionOf('A new column of a customer, from SQL to screen');
/** Its values are counted from rows of that table. */
const COLUMN_EXAMPLE = 'pricesSeenCount|prices_seen_count|create table public.pricing_reveals';
/** What to do about a file that names an example and is not in the recipe. */
const MENDED_BY = 'change the recipe in docs/where-code-lives.md, or do not name its example there';
const PROCEDURE = sectionOf('A new procedure that browsers call');
const FIELD = sectionOf('A field of the contact form, from the form to mail, Requests and CSV');

test('a column of a customer is in the files of its recipe, 12 at most', () => {
  expect(mistakesIn(COLUMN, 12, filesNaming(COLUMN_EXAMPLE)), MENDED_BY).toEqual([]);
});

test.each(['get_rep_today', 'get_sales_targets', 'get_handovers'])(
  'procedure %s is in the files of its recipe, 8 at most',
  (procedure) => {
    // Which pages call it is not the backend's.
    const naming = filesNaming(procedure, 'portal', 'host', 'marketing');
    expect(mistakesIn(PROCEDURE, 8, naming), MENDED_BY).toEqual([]);
  },
);

test('a field of the contact form is in the files of its recipe, 8 at most', () => {
  expect(mistakesIn(FIELD, 8, filesNaming('jobRole|job_role')), MENDED_BY).toEqual([]);
});

test.each(document.match(/(?<=^### ).+/gm) ?? [])('files exist, as many as are told: %s', (heading) => {
  expect(wrongNames(sectionOf(heading))).toEqual([]);
});

test('the check finds a file too many, one too few and one that is gone', () => {
  const naming = filesNaming(COLUMN_EXAMPLE);
  expect(mistakesIn(COLUMN, 7, [...naming, 'portal/src/features/today/list.tsx'])).toEqual([
    '8 files, 7 at most',
    'needed too: portal/src/features/today/list.tsx',
  ]);
  expect(mistakesIn(COLUMN.replace('`details.tsx`', 'it'), 12, naming)).toEqual([
    '8, 2 are told, 7, 2 named',
    'needed too: portal/src/features/customers/details.tsx',
  ]);
  expect(mistakesIn(COLUMN.replace('`details.tsx`', '`detail.tsx`'), 12, naming)).toEqual([
    'no such file: detail.tsx',
    'does not name the example once: detail.tsx',
    'needed too: portal/src/features/customers/details.tsx',
  ]);
});

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** The limits of `e2e/playwright.config.ts`: a journey may only be more patient than they are. */
const CONDITION_MS = 30_000;
const JOURNEY_MS = 120_000;

/**
 * Finds what makes a journey fail on a busy machine: a label that a second, later element also carries, as the QR
 * code 'of the access link' did. It also finds a limit of a few seconds, and a sleep.
 * @returns a line each
 */
function findImpatience(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const say = (start: number, what: string) =>
    found.push(`${file}:${source.slice(0, start).split('\n').length}: ${what}`);
  new Visitor({
    CallExpression({ callee, arguments: [first, second], start }) {
      const name =
        callee.type === 'MemberExpression' && 'name' in callee.property ? callee.property.name : '';
      if (name === 'waitForTimeout') say(start, 'waitForTimeout sleeps: wait for a condition');
      if (name === 'setTimeout' && isBelow(first, JOURNEY_MS)) say(start, `a journey has ${JOURNEY_MS} ms`);
      if (name === 'getByLabel' && isText(first) && !isExact(second))
        say(start, 'getByLabel without exact: true');
    },
    Literal({ value, start }) {
      if (value === 'networkidle') say(start, 'networkidle may come too early: wait for a condition');
    },
    Property({ key, value, start }) {
      const name = 'name' in key ? key.name : '';
      if (name === 'timeout' && isBelow(value, CONDITION_MS))
        say(start, `a condition has ${CONDITION_MS} ms`);
    },
  }).visit(program);
  return found;
}

/** The properties of a node that are read here. */
interface Node {
  type: string;
  value?: unknown;
  properties?: readonly Node[];
  key?: unknown;
}

function isBelow(node: Node | undefined, ms: number): boolean {
  return typeof node?.value === 'number' && node.value < ms;
}

/** Not a regular expression, which says itself how exact it is. */
function isText(node: Node | undefined): boolean {
  return node?.type === 'TemplateLiteral' || typeof node?.value === 'string';
}

function isExact(node: Node | undefined): boolean {
  return !!node?.properties?.some(
    ({ key, value }) =>
      (key as { name?: string } | undefined)?.name === 'exact' && (value as Node).value === true,
  );
}

test.each([
  ["page.getByLabel('Access link')", 'getByLabel without exact: true'],
  ["page.getByLabel('Access link', { exact: false })", 'getByLabel without exact: true'],
  ['dialog.getByLabel(`Access link`)', 'getByLabel without exact: true'],
  ['await expect(link).toBeVisible({ timeout: 5_000 })', 'a condition has 30000 ms'],
  ['await page.goto(path, { waitUntil: "load", timeout: 2e3 })', 'a condition has 30000 ms'],
  ['test.setTimeout(60_000)', 'a journey has 120000 ms'],
  ["await page.waitForLoadState('networkidle')", 'networkidle may come too early: wait for a condition'],
  ['await page.waitForTimeout(300)', 'waitForTimeout sleeps: wait for a condition'],
])('a journey with %s is impatient', (line, what) => {
  expect(findImpatience('a.spec.ts', `const a = 1;\n${line};`)).toEqual([`a.spec.ts:2: ${what}`]);
});

test.each([
  "page.getByLabel('Access link', { exact: true })",
  'page.getByLabel(/^Access link$/)',
  'await expect(link).toBeVisible({ timeout: 90_000 })',
  'await expect(link).toBeVisible({ timeout: GIVES_UP_MS })',
  'test.setTimeout(240_000)',
])('a journey with %s is patient', (line) => {
  expect(findImpatience('a.spec.ts', line)).toEqual([]);
});

test('the journeys of this repository are patient', () => {
  const files = globSync('e2e/**/*.ts', { cwd: WORKSPACE_ROOT, exclude: ['**/node_modules/**'] });
  expect(files).toContain('e2e/playwright.config.ts');
  const found = files.flatMap((file) =>
    findImpatience(file, readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { findImpatience } from './impatient-journeys.ts';

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

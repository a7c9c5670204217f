import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const SLEEPS = 'waitForTimeout sleeps: wait for a condition';
const EARLY = 'networkidle may come too early: wait for a condition';
const LABEL = 'getByLabel without exact: true';
const CONDITION = 'a condition has 30000 ms';
const JOURNEY = 'a journey has 120000 ms';
const STORAGE = 'Reading it may throw: use storageOf';
const WORDS = 'Write plain American English';
const GIT = 'Ask Git through tools/process/git.ts';
const MOCK = 'This test shares its process: take what is replaced as a parameter';

/** A file of this path, its line, and what our rules for Biome say of it. */
const LINES: readonly [file: string, line: string, said?: string][] = [
  ['e2e/a.spec.ts', 'await page.waitForTimeout(300);', SLEEPS],
  ['e2e/a.spec.ts', "await page.waitForLoadState('networkidle');", EARLY],
  ['e2e/a.spec.ts', "page.getByLabel('Access link');", LABEL],
  ['e2e/a.spec.ts', "page.getByLabel('Access link', { exact: false });", LABEL],
  ['e2e/a.spec.ts', 'dialog.getByLabel(`Access link`);', LABEL],
  ['e2e/a.spec.ts', "page.getByLabel('Access link', { exact: true });"],
  ['e2e/a.spec.ts', 'page.getByLabel(/^Access link$/);'],
  ['e2e/a.spec.ts', 'await expect(link).toBeVisible({ timeout: 5_000 });', CONDITION],
  ['e2e/a.spec.ts', 'await expect(link).toBeVisible({ timeout: 29999 });', CONDITION],
  ['e2e/a.spec.ts', "await page.goto(a, { waitUntil: 'load', timeout: 2e3 });", CONDITION],
  ['e2e/a.spec.ts', 'await expect(link).toBeVisible({ timeout: 90_000 });'],
  ['e2e/a.spec.ts', 'await expect(link).toBeVisible({ timeout: GIVES_UP_MS });'],
  ['e2e/a.spec.ts', 'test.setTimeout(60_000);', JOURNEY],
  ['e2e/a.spec.ts', 'test.setTimeout(240_000);'],
  ['tools/a.ts', 'await page.waitForTimeout(300);'],
  ['host/src/a.ts', "sessionStorage.getItem('host:override');", STORAGE],
  ['host/src/a.ts', "window.localStorage.getItem('host:override');", STORAGE],
  ['host/src/a.ts', 'const { localStorage } = window;', STORAGE],
  ['host/src/a.ts', "storageOf('local').getItem('portal:theme');"],
  ['host/src/a.test.ts', 'localStorage.clear();'],
  ['shared/src/lib/storage-of.ts', 'const storage = localStorage;'],
  ['portal/src/a.tsx', "const a = 'Assigned to nobody';", WORDS],
  ['portal/src/a.tsx', 'const b = `Somebody got a link`;', WORDS],
  ['portal/src/a.tsx', 'const c = <p>Not in the catalogue.</p>;', WORDS],
  ['portal/src/a.tsx', 'const d = <p title="The sale was canceled." />;', WORDS],
  ['portal/src/a.tsx', "const e = sale.isCancelled ? ', Canceled' : '';", WORDS],
  ['portal/src/a.tsx', "const f = ['Cancelled', 'A cancelled sale', 'catalogue_loaded'];"],
  ['portal/src/a.tsx', "const g = import('./catalogue.ts'); // Nobody reads this."],
  ['portal/src/a.tsx', "import h from './catalogue.ts';"],
  ['release/a.ts', "execFileSync('git', []);", GIT],
  ['release/a.ts', "await promisify(execFile)('git', args);", GIT],
  ['tools/a.ts', "run('git', args);", GIT],
  ['tools/a.ts', "gitNow(WORKSPACE_ROOT, 'log');"],
  ['tools/process/git.ts', "execFileSync('git', []);"],
  ['tools/a.test.ts', "vi.mock('./postgres.ts', () => ({}));", MOCK],
  ['supabase/a.test.ts', "await vi.doMock('./postgres.ts');", MOCK],
  ['tools/a.test.ts', 'vi.mocked(fetch).mockReset();'],
  ['portal/src/a.test.ts', "vi.mock('./postgres.ts', () => ({}));"],
];

interface Report {
  diagnostics: { message: string; category: string; location: { path: string; start: { line: number } } }[];
}

test('our rules for Biome find what they should, where they should, and nothing else', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'corvane-lint-'));
  const rules = path.relative(WORKSPACE_ROOT, import.meta.dirname);
  cpSync(import.meta.dirname, path.join(folder, rules), { recursive: true });
  const { plugins } = JSON.parse(readFileSync(path.join(WORKSPACE_ROOT, 'biome.json'), 'utf8'));
  const settings = { linter: { rules: { preset: 'none' } }, plugins };
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(settings));
  for (const file of new Set(LINES.map(([name]) => name))) {
    const lines = LINES.filter(([name]) => name === file).map(([, line]) => line);
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), lines.join('\n'));
  }
  const { stdout } = spawnSync('biome', ['lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as Report;
  const said = LINES.map(([file, line]) => {
    const at = LINES.filter(([name]) => name === file).findIndex(([, other]) => other === line) + 1;
    const found = diagnostics.find(
      ({ location, category }) =>
        category === 'plugin' && location.path === file && location.start.line === at,
    );
    return [file, line, ...(found === undefined ? [] : [found.message])];
  });
  expect(said).toEqual(LINES);
  expect(diagnostics).toHaveLength(LINES.filter(([, , message]) => message !== undefined).length);
});

import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { reasonOfFailure, runVite, withoutStack } from './run-vite.ts';

/** Regression: a build that hung was waited for without end, and held the application's lock. */
test('a build that hangs is stopped at its limit, and the error names the application', async () => {
  const appDir = path.join(await mkdtemp(path.join(tmpdir(), 'corvane-hanging-')), 'shop');
  const vite = path.join(appDir, 'node_modules/vite');
  await mkdir(path.join(vite, 'bin'), { recursive: true });
  await writeFile(path.join(vite, 'package.json'), '{}');
  await writeFile(
    path.join(vite, 'bin/vite.js'),
    `console.log('rendering chunks');
    require('node:fs').writeFileSync('pid', String(process.pid));
    setInterval(() => {}, 60_000);`,
  );
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const limit = new AbortController();
  const build = runVite(appDir, ['--ssr'], limit.signal);
  build.catch(() => {});
  const pid = () => readFile(path.join(appDir, 'pid'), 'utf8').catch(() => '');
  await expect.poll(pid, { timeout: 10_000 }).not.toBe('');
  limit.abort();
  await expect(build).rejects.toThrow(
    'The build of shop was stopped: vite build --ssr did not end within 4 minutes',
  );
  // A request of an earlier file may end meanwhile and say so.
  expect(printed.mock.calls.filter(([text]) => text === 'rendering chunks')).toHaveLength(1);
  const isRunning = async () => {
    try {
      return process.kill(Number(await pid()), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning).toBe(false);
  printed.mockRestore();
});

/** Its plugins are code of others. */
test('a build sees no key and no secret', async () => {
  const appDir = await mkdtemp(path.join(tmpdir(), 'corvane-build-'));
  const vite = path.join(appDir, 'node_modules/vite');
  await mkdir(path.join(vite, 'bin'), { recursive: true });
  await writeFile(path.join(vite, 'package.json'), '{}');
  const prints = 'console.log(JSON.stringify(process.env)); process.exitCode = 1;';
  await writeFile(path.join(vite, 'bin/vite.js'), prints);
  for (const name of ['RELEASE_SIGNING_KEY', 'AWS_SECRET_ACCESS_KEY', 'SUPABASE_SECRET_KEY', 'OVERRIDE_KEY'])
    vi.stubEnv(name, 'hidden');
  const output = (await runVite(appDir, [], AbortSignal.timeout(20_000))) ?? '';
  vi.unstubAllEnvs();
  expect(JSON.parse(output)).toMatchObject({ NODE_ENV: 'production', PATH: process.env.PATH });
  expect(output).not.toContain('hidden');
});

/** What Vite prints of a file whose text has an apostrophe between single quotes. */
const APOSTROPHE = `✗ Build failed in 25ms
error during build:
Build failed with 1 error:

\u001b[31m[builtin:vite-transform] \u001b[0mExpected \`,\` or \`}\` but found \`Identifier\`
   \u001b[38;5;246m╭\u001b[0m\u001b[38;5;246m─\u001b[0m\u001b[38;5;246m[\u001b[0m src/content/home.ts:3:13 \u001b[38;5;246m]\u001b[0m
 \u001b[38;5;246m3 │\u001b[0m   text\u001b[38;5;249m:\u001b[0m 'It's what you see',
\u001b[38;5;246m───╯\u001b[0m

    at aggregateBindingErrorsIntoJsError (file:///repo/node_modules/rolldown/dist/error.mjs:50:18)
    at async CAC.<anonymous> (file:///repo/node_modules/vite/dist/node/cli.js:789:3) {
  errors: [Getter/Setter]
}`;

/** Regression: the last thing a person saw was the stack of a parser. */
test('a text that cannot be read is told with its place and the likely reason, and no stack', () => {
  expect(reasonOfFailure(APOSTROPHE, 'marketing')).toBe(
    'The build of marketing failed at marketing/src/content/home.ts:3:13: Expected `,` or `}` but found `Identifier`. Put a text with an apostrophe between double quotes: "It\'s".',
  );
  expect(withoutStack(APOSTROPHE).endsWith('───╯\u001b[0m')).toBe(true);
  expect(reasonOfFailure('out of memory', 'marketing')).toBe('The build of marketing failed: see above');
});

import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildApp } from '../build/build-app.ts';
import { FAKE_SITE } from '../release/change/fake-site.ts';
import { releaseApps } from '../release/change/release-apps.ts';
import { directoryDestination } from '../release/store/directory-destination.ts';
import { APPS } from '../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { createRemote } from './create-remote.ts';

const PARTNERS = { name: 'partners', path: '/partners', title: 'Partners' };

/** The workspace as Git knows it, installed from what this machine has. */
async function copyOfWorkspace(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'corvane-copy-'));
  const files = run(WORKSPACE_ROOT, 'git', 'ls-files', '--cached', '--others', '--exclude-standard')
    .split('\n')
    .filter((file) => file !== '' && !/^docs\//.test(file));
  for (const file of files) {
    await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
    await cp(path.join(WORKSPACE_ROOT, file), path.join(copy, file)).catch((error: NodeJS.ErrnoException) => {
      // Deleted in the work tree, but not yet committed so.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  return copy;
}

function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  expect(status, `${command} ${args.join(' ')}: ${stderr}${stdout}`).toBe(0);
  return stdout;
}

/** The pnpm that runs this, a program or a script; without one, as the README says. */
function pnpmCommand(): string[] {
  const pnpm = process.env.npm_execpath;
  if (!pnpm) return ['npx', '-y', 'pnpm@12'];
  return /\.[cm]?js$/.test(pnpm) ? [process.execPath, pnpm] : [pnpm];
}

test('a third remote goes live beside the others, and the host is not touched', async () => {
  const workspace = await copyOfWorkspace();
  const site = await mkdtemp(path.join(tmpdir(), 'corvane-site-'));
  const destination = directoryDestination(site);
  const builds = [];
  for (const app of APPS) builds.push(await buildApp(app));
  const before = await releaseApps(destination, builds, { site: FAKE_SITE });

  const files = await createRemote(workspace, PARTNERS);
  expect(files).toContain('partners/src/remote.ts');
  const [command = '', ...prefix] = pnpmCommand();
  run(workspace, command, ...prefix, 'install', '--prefer-offline', '--no-frozen-lockfile');
  run(workspace, 'node_modules/.bin/tsc', '-p', 'partners');
  run(workspace, 'node_modules/.bin/biome', 'ci', '--vcs-enabled=false', 'partners');
  // As the test command runs them, which finds a new application's tests by itself.
  expect(run(workspace, 'node_modules/.bin/vitest', 'run', 'partners')).toMatch(/Tests .*1 passed/);
  run(workspace, 'git', 'init', '--quiet');
  run(workspace, 'git', 'add', '-A');
  run(
    workspace,
    'git',
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@corvane.example',
    'commit',
    '-qm',
    'partners',
  );
  const to = `RELEASE_DESTINATION=${site}`;
  const output = run(workspace, 'env', to, process.execPath, 'tools/release/release.ts', 'partners');
  expect(output).toContain('Live, state 2');

  const after = await destination.pull();
  expect(after?.versions).toEqual({ ...before.versions, partners: after?.versions.partners });
  const page = await readFile(path.join(destination.store.laneDir(), 'partners.html'), 'utf8');
  expect(page).toContain('>Partners</h1>');
  // Built by a test, and yet what ships: this very run once left React's development build to all that came after.
  const entry = path.join(destination.store.root, /src="([^"]+)" fetchpriority/.exec(page)?.[1] ?? '');
  expect(await readFile(entry, 'utf8')).toContain('react.dev/errors');
  expect(page).toContain(`/remotes/partners/${after?.versions.partners}/remoteEntry.js`);
});

test.each([
  ['a name that a command has', { name: 'list' }, /"list" is not a valid name/],
  ['a name with capitals', { name: 'Partners' }, /"Partners" is not a valid name/],
  ['a folder that is there', { name: 'portal' }, /The folder portal already exists/],
  ['a path that is none', { path: 'partners' }, /"partners" is not a valid page path/],
  ['a title that could be code', { title: "it's" }, /The title must be one line/],
])('%s is refused', async (_case, changed, message) => {
  await expect(createRemote(WORKSPACE_ROOT, { ...PARTNERS, ...changed })).rejects.toThrow(message);
});

import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FAKE_SITE } from '../../release/change/for-tests/fake-site.ts';
import { openSite, type Site, type SiteState } from '../../release/change/open-site.ts';
import { RELEASE_COMMANDS } from '../../release/command/parse-release-arguments.ts';
import { buildApp } from '../build/build-app.ts';
import { documentedBlocks } from '../checks/documents/documented-commands.ts';
import { pnpmCommand } from '../supply/run-pnpm.ts';
import { APPS } from '../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { askNavigation } from './ask-navigation.ts';
import { createRemote } from './create-remote.ts';

const PARTNERS = { name: 'partners', path: '/partners', title: 'Partners', navigation: [] };

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

/** The block of docs/releasing.md that contains this text, as a reader pastes it. */
async function documentedBlock(text: string): Promise<string> {
  const blocks = (await documentedBlocks()).filter(
    (block) => block.file === 'docs/releasing.md' && block.text.includes(text),
  );
  expect(blocks).toHaveLength(1);
  return blocks[0]?.text ?? '';
}

describe('a third team', { tags: ['deep'] }, () => {
  let workspace: string;
  let site: Site;
  let before: SiteState;

  beforeAll(async () => {
    // These tests do not look at compressed files.
    vi.stubEnv('RELEASE_COMPRESSION', 'fast');
    workspace = await copyOfWorkspace();
    site = openSite(await mkdtemp(path.join(tmpdir(), 'corvane-site-')));
    const builds = [];
    for (const app of APPS) builds.push(await buildApp(app));
    before = await site.release(builds, { isTested: false, site: FAKE_SITE });
    const [command, ...prefix] = pnpmCommand();
    run(workspace, command, ...prefix, 'install', '--prefer-offline', '--frozen-lockfile');
    run(workspace, 'git', 'init', '--quiet');
    run(workspace, 'git', 'config', 'user.name', 'Third Team');
    run(workspace, 'git', 'config', 'user.email', 't@corvane.example');
    run(workspace, 'git', 'add', '-A');
    run(workspace, 'git', 'commit', '-qm', 'before');
    // Two installs and the builds.
  }, 600_000);
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  const paste = (block: string) =>
    run(workspace, 'env', `RELEASE_DESTINATION=${site.destination.store.root}`, 'bash', '-euc', block);

  test('gets from new-remote to live with the documented commands, in navigation and sitemap', async () => {
    expect(paste(await documentedBlock('run new-remote partners'))).toContain('Live, state 2');
    expect(run(workspace, 'git', 'status', '--porcelain')).toBe('');

    const after = await site.live();
    expect(after?.versions).toEqual({ ...before.versions, partners: after?.versions.partners });
    expect(after).toMatchObject({
      person: 'Third Team',
      brought: [{ subjects: ['Add the partners remote'] }],
    });
    const pageOf = (file: string) => readFile(path.join(site.destination.store.laneDir(), file), 'utf8');
    const page = await pageOf('partners.html');
    expect(page).toContain('>Partners</h1>');
    // A test builds it, but it must equal the shipped build. This run once left React's development build for all later
    // builds.
    const entry = path.join(site.destination.store.root, /src="([^"]+)" fetchpriority/.exec(page)?.[1] ?? '');
    expect(await readFile(entry, 'utf8')).toContain('react.dev/errors');
    expect(page).toContain(`/remotes/partners/${after?.versions.partners}/remoteEntry.js`);

    // The earlier released host links the page on every other page.
    const home = await pageOf('index.html');
    const [, header = '', footer = ''] = /<header(.*)<\/header>.*<footer(.*)<\/footer>/s.exec(home) ?? [];
    for (const place of [header, footer]) expect(place).toContain('href="/partners"');
    expect(header.indexOf('href="/partners"')).toBeLessThan(header.indexOf('href="/contact"'));
    expect(await pageOf('sitemap.xml')).toContain('<loc>https://corvane.example/partners</loc>');
  }, 600_000);

  test('has a folder that the test command finds automatically', () => {
    run(workspace, 'node_modules/.bin/tsc', '-p', 'partners');
    run(workspace, 'node_modules/.bin/biome', 'ci', '--vcs-enabled=false', 'partners/src');
    expect(
      run(workspace, 'node_modules/.bin/vitest', 'run', '--project', 'applications', 'partners'),
    ).toMatch(/Tests .*1 passed/);
  });

  test('has a pipeline of its own, with an owner and previews', async () => {
    const owners = await readFile(path.join(workspace, '.github/CODEOWNERS'), 'utf8');
    expect(owners).toContain('/partners/  @corvane/partners');
    const tests = 'partners.yml|which change runs what';
    const output = run(
      workspace,
      'node_modules/.bin/vitest',
      'run',
      'tools/checks/production/workflows',
      '-t',
      tests,
    );
    expect(output).toMatch(/Tests .*1\d passed/);
  });

  test('gets the same versions from the same source: in another folder and order, on a machine set up otherwise', () => {
    const otherwise = ['TZ=Asia/Kathmandu', 'LC_ALL=tr_TR.UTF-8', 'HOME=/nowhere', 'USER=third'];
    const script = path.join(workspace, 'release/build/print-versions.ts');
    const printed = run(workspace, 'env', ...otherwise, process.execPath, script, ...APPS.toReversed());
    expect(JSON.parse(printed)).toEqual(before.versions);
  }, 600_000);

  test('removes its remote with the documented command', async () => {
    paste(await documentedBlock('run release remove partners'));
    expect((await site.live())?.versions).toEqual(before.versions);
    const moved = path.join(site.destination.store.laneDir(), 'redirects.json');
    expect(JSON.parse(await readFile(moved, 'utf8'))).toEqual([{ from: '/partners', to: '/about' }]);
  });
});

test.each([
  ['a name with capitals', { name: 'Partners' }, /"Partners" is not a valid name/],
  ['a name of another pipeline', { name: 'backend' }, /There is a pipeline named backend already/],
  ['an existing folder', { name: 'portal' }, /The folder portal already exists/],
  ['an invalid path', { path: 'partners' }, /"partners" is not a valid page path/],
  [
    'a label that does not fit',
    { navigation: [{ place: 'header' as const, path: '/partners', label: 'x'.repeat(25) }] },
    /Use --label with at most 24 characters/,
  ],
  ['a title that could be code', { title: "it's" }, /The title must be one line/],
])('%s is refused', async (_case, changed, message) => {
  await expect(createRemote(WORKSPACE_ROOT, { ...PARTNERS, ...changed })).rejects.toThrow(message);
});

test.each(RELEASE_COMMANDS)(
  'a remote named %s is refused, because that is a command of "release"',
  async (name) => {
    await expect(createRemote(WORKSPACE_ROOT, { ...PARTNERS, name })).rejects.toThrow('is not a valid name');
  },
);

const PAGE = { path: '/partners', title: 'Partners' };

test('missing options are asked for', async () => {
  const asked: string[] = [];
  const entries = await askNavigation(PAGE, { order: '25' }, async (question, usual) => {
    asked.push(question);
    return question.startsWith('Link') ? 'header,footer' : question.startsWith('Who') ? 'rep' : usual;
  });
  expect(entries).toEqual([
    { place: 'header', path: '/partners', label: 'Partners', order: 25, audience: 'rep' },
    { place: 'footer', path: '/partners', label: 'Partners', order: 25, audience: 'rep' },
  ]);
  expect(asked).toHaveLength(3);
});

test.each([
  ['an invalid place', { place: ['left'] }, 'The place must be one of header, footer, none, not "left"'],
  [
    'an invalid order',
    { place: ['footer'], order: 'first' },
    'The order must be a whole number, not "first"',
  ],
  [
    'an invalid audience',
    { place: ['footer'], for: 'boss' },
    'The audience must be one of everyone, customer, rep',
  ],
])('%s is refused in one line', async (_case, answers, message) => {
  await expect(askNavigation(PAGE, answers, async (_question, usual) => usual)).rejects.toThrow(message);
});

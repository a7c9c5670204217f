import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { describeMounting } from '@corvane/tools/machine/describe-needing';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gitHistory } from '../build/commit-history.ts';
import { fakeRemoteBuild } from '../build/fake-builds.ts';
import { readCommittedSource, readSource } from '../build/release-source.ts';
import {
  FAKE_SITE,
  releaseFirstSite,
  releaseMarketing,
  temporaryDirectory,
} from '../change/for-tests/fake-site.ts';
import { directoryDestination } from '../store/directory-destination.ts';

/** Runs the command as an operator does. */
function runRelease(args: readonly string[], env: NodeJS.ProcessEnv) {
  const script = path.join(WORKSPACE_ROOT, 'release/release.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, out: stdout.trim(), error: stderr.trim() };
}

describe('the command', () => {
  let root: string;
  beforeEach(async () => {
    root = await temporaryDirectory('site');
  });
  const site = () => directoryDestination(root);
  const release = (...args: string[]) => runRelease(args, { RELEASE_DESTINATION: root });

  test('says what is live and rolls back, in a process of its own', async () => {
    await releaseFirstSite(site());
    const second = await releaseMarketing(site(), 'second');
    expect(release('list', 'marketing').out).toMatch(new RegExp(`marketing +${second} .* live`));
    expect(release('rollback', 'marketing').out).toMatch(
      /^Live, state 3: host .*, marketing .*\n\{"event":"site_changed",.*"action":"rollback marketing .*\}\nDone in .* s\.$/,
    );
    expect((await site().pull())?.versions.marketing).not.toBe(second);
  });

  test('a missing build is one clear line, and nothing changes', async () => {
    await releaseFirstSite(site());
    const before = await site().pull();
    const { status, error } = release('marketing', '--build', path.join(root, 'nowhere'));
    expect([status, error]).toEqual([1, `error: There is no build at ${root}/nowhere/client`]);
    expect(await site().pull()).toEqual(before);
  });

  test('a candidate that a browser finds broken is not released, and the line says where', {
    tags: ['deep'],
  }, async () => {
    await releaseFirstSite(site());
    const before = await site().pull();
    const build = await fakeRemoteBuild({ text: 'never taken over' });
    const { status, error } = release('marketing', '--build', path.dirname(build.clientDir));
    expect(status).toBe(1);
    expect(error).toMatch(/^error: Not released: \/p? /);
    expect(await site().pull()).toEqual(before);
  });

  test('a broken live state is named, with a complete one and the repair command', {
    tags: ['deep'],
  }, async () => {
    await releaseFirstSite(site());
    await releaseMarketing(site(), 'second');
    expect(release('list').out).not.toContain('broken');
    const { compositionId } = (await site().pull()) ?? {};
    await rm(path.join(root, 'pages', `${compositionId}`, 'index.html'));
    const page = `pages/${compositionId}/index.html`;
    const mend = 'Complete: state 1. Make it live with "release restore 1".';
    expect(release('list').out).toContain(`State 2 is broken: ${page} cannot be read.\n${mend}`);
    await writeFile(path.join(root, 'states/2/state.json'), '{"half');
    const { error } = release('list');
    expect(error).toContain('is corrupt');
    expect(error).toContain('State 2 is broken: states/2/state.json and 1 more cannot be read.');
    expect(error).toContain(mend);
    expect(error).not.toContain('reset');
    expect(release('restore', '1').out).toContain('Live, state 3');
  });

  test('settings are needed once, and must be valid', async () => {
    const build = path.dirname((await fakeRemoteBuild()).clientDir);
    const first = release('marketing', '--build', build);
    expect(first.error).toBe(
      'error: The first release needs SITE_URL and SUPABASE_PUBLISHABLE_KEY. Set both.',
    );
    await releaseFirstSite(site());
    const wrong = runRelease(['marketing', '--build', build], {
      RELEASE_DESTINATION: root,
      SITE_URL: 'ftp://x',
    });
    expect(wrong.error).toBe('error: SITE_URL is missing or invalid: "ftp://x"');
    expect((await site().pull())?.site).toEqual(FAKE_SITE);
  });

  describe('--decide', { tags: ['deep'] }, () => {
    const decide = (...args: string[]) =>
      runRelease(args, {
        RELEASE_DESTINATION: root,
        SUPABASE_URL: 'http://127.0.0.1:9',
        SUPABASE_SECRET_KEY: 'sb_secret_test',
      });

    test('without statistics is one clear line, and nothing changes', async () => {
      await releaseFirstSite(site());
      const before = await site().pull();
      const build = path.dirname((await fakeRemoteBuild({ text: 'second' })).clientDir);
      const { status, error } = decide('marketing', '--build', build, '--canary', '10', '--decide');
      expect([status, error]).toEqual([1, 'error: http://127.0.0.1:9 does not answer (fetch failed)']);
      expect(await site().pull()).toEqual(before);
    });

    test('without a project or a stack is one clear line', async () => {
      await releaseFirstSite(site());
      const { status, error } = runRelease(['marketing', '--canary', '10', '--decide', '--build', root], {
        RELEASE_DESTINATION: root,
        SUPABASE_URL: 'http://127.0.0.1:9',
        SUPABASE_SECRET_KEY: '',
      });
      expect([status, error]).toEqual([
        1,
        'error: SUPABASE_SECRET_KEY is not set. Set it to the secret key of http://127.0.0.1:9.',
      ]);
    });
  });

  test('keys are made, listed and revoked, and a wrong one is never printed', {
    tags: ['deep'],
  }, async () => {
    await releaseFirstSite(site());
    expect(release('keys').out).toContain('This site takes unsigned releases.');
    const [, id = '', key = ''] =
      /^Key (\w{16}) of marketing\.\n.*\nRELEASE_SIGNING_KEY=(\S+)\n/.exec(
        release('signing-key', 'marketing').out,
      ) ?? [];
    expect(release('keys').out).toContain(`marketing    ${id}`);
    expect(release('keys').out).toContain('portal has no key, so no new version of it can go live.');
    const build = path.dirname((await fakeRemoteBuild({ paths: ['/x/:id'] })).clientDir);
    const signed = (signingKey: string, app = 'marketing') =>
      runRelease([app, '--build', build], { RELEASE_DESTINATION: root, RELEASE_SIGNING_KEY: signingKey });
    expect(signed(key.slice(4)).error).toMatch(
      /^error: RELEASE_SIGNING_KEY is not a private Ed25519 key\. [^\n]*$/,
    );
    expect(signed(key.slice(4)).error).not.toContain(key.slice(8, 30));
    expect(signed(key, 'portal').error).toBe(
      `error: RELEASE_SIGNING_KEY (${id}) is not a key of portal. It is a key of marketing.`,
    );
    // Signed: two versions, and the pages that were live. The signature is taken, and then the build cannot be composed.
    expect(signed(key).error).toContain('cannot be prerendered');
    expect(await readdir(path.join(root, 'signatures'))).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining(`@${id}.json`)),
    );
    expect(release('revoke-key', 'marketing', id).error).toContain(`${id} is the only key of marketing.`);
    expect(release('signing-key', 'marketing').status).toBe(0);
    expect(release('revoke-key', 'marketing', id).status).toBe(0);
    expect(release('keys').out).not.toContain(id);
  });

  test('a policy is printed as JSON, for a bucket alone', { tags: ['deep'] }, () => {
    const { out } = runRelease(['policy', 'marketing'], { RELEASE_DESTINATION: 's3://site/production' });
    expect(JSON.parse(out)).toMatchObject({ Version: '2012-10-17' });
    expect(release('policy', 'web').error).toMatch(/^error: A policy is for a bucket/);
  });

  test('an unknown destination is one clear line', () => {
    const { error } = runRelease(['list'], { RELEASE_DESTINATION: 'ftp://somewhere' });
    expect(error).toBe(
      'error: RELEASE_DESTINATION must be a directory or s3://<bucket>/<prefix>, not ftp://somewhere',
    );
  });
});

describe('the source of a build', () => {
  let workspace: string;
  const git = (...args: string[]) => spawnSync('git', args, { cwd: workspace });
  beforeEach(async () => {
    workspace = await temporaryDirectory('work');
    await mkdir(path.join(workspace, 'marketing'));
    await writeFile(path.join(workspace, 'marketing/page.ts'), 'one');
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=t', '-c', 'user.email=t@corvane.example', 'commit', '--quiet', '-m', 'one');
  });

  test('is the commit', async () => {
    const { commit, isDirty } = await readSource('marketing', workspace);
    expect([commit, isDirty]).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/), false]);
  });

  test('changes that are not committed are refused, by name; those of another application are not', async () => {
    await mkdir(path.join(workspace, 'portal'));
    await writeFile(path.join(workspace, 'portal/page.ts'), 'new');
    await readCommittedSource('marketing', workspace);
    await writeFile(path.join(workspace, 'marketing/page.ts'), 'two');
    await writeFile(path.join(workspace, 'marketing/next.ts'), 'new');
    await expect(readCommittedSource('marketing', workspace)).rejects.toThrow(
      'marketing has uncommitted changes (marketing/page.ts and 1 more): commit them',
    );
  });

  /** Regression: it was told as 'no Git history'. */
  test('a clone of another user is refused with the command that allows it', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    await expect(readSource('marketing', workspace)).rejects.toThrow(
      `${workspace} belongs to another user, so Git does not read it for you. Run it as that user, or allow it with: git config --global --add safe.directory '${workspace}'`,
    );
    // Regression: this one was told that the clone lacks the commit.
    const HEAD = '0'.repeat(40);
    await expect(gitHistory(workspace).contains(HEAD, HEAD)).rejects.toThrow('belongs to another user');
  });

  /** Regression: each was told as 'no Git history'. */
  test.each([
    ['an index that is damaged', '.git/index', 'x', 'index file smaller than expected'],
    ['a branch without a commit', '.git/HEAD', 'ref: refs/heads/new', 'this folder has no commit yet'],
    ['settings that it cannot read', '.git/config', '[core', 'bad config line'],
  ])('what Git says of %s is told', async (_what, file, content, said) => {
    await writeFile(path.join(workspace, file), content);
    const refusal = await readSource('marketing', workspace).catch((error: Error) => error);
    expect(refusal).toBeInstanceOf(UserError);
    expect(String(refusal)).toContain(said);
    expect(String(refusal)).not.toContain('no Git history');
  });

  test('without history there is no release from the work tree', async () => {
    const copy = await temporaryDirectory('work');
    await cp(path.join(workspace, 'marketing'), path.join(copy, 'marketing'), { recursive: true });
    await expect(readSource('marketing', copy)).rejects.toThrow('this folder has no Git history');
  });
});

describeMounting('a disk that is full', () => {
  test('is one clear line; the site and its published files stay complete', { tags: ['deep'] }, async () => {
    const root = await temporaryDirectory('site');
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=640k', 'tmpfs', root]).status).toBe(0);
    try {
      const site = directoryDestination(root);
      await releaseFirstSite(site);
      const before = await site.pull();
      const text = 'x'.repeat(700_000);
      const files = await readdir(root, { recursive: true });
      await expect(releaseMarketing(site, text)).rejects.toThrow(/could not be stored: the disk is full$/);
      expect(await site.pull()).toEqual(before);
      expect(await readdir(root, { recursive: true })).toEqual(files);
      await mkdir(path.join(root, 'previews/old'), { recursive: true });
      await writeFile(path.join(root, 'previews/old/index.html'), 'x'.repeat(20_000));
      const big = path.dirname((await fakeRemoteBuild({ text })).clientDir);
      const full = () => runRelease(['marketing', '--build', big], { RELEASE_DESTINATION: root }).error;
      expect(full()).toContain('the disk is full. Nothing here is old enough to prune: add space.');
      const monthAgo = Date.now() / 1000 - 31 * 86_400;
      await utimes(path.join(root, 'previews/old'), monthAgo, monthAgo);
      expect(full()).toContain('the disk is full. "release prune" frees 21 kB here.');
      await releaseMarketing(site, 'small enough');
    } finally {
      spawnSync('umount', [root]);
    }
  });
});

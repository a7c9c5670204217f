import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CommitHistory, gitHistory } from '../../build/commit-history.ts';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { newSite, release, temporaryDirectory } from '../../change/for-tests/fake-site.ts';
import { rollBack } from '../../change/going-back/roll-back.ts';
import { promote } from '../../change/going-live/end-canary.ts';
import type { ReleaseOptions } from '../../change/going-live/release-apps.ts';
import { markBad } from '../../change/mark-version.ts';
import type { Destination } from '../../store/destination.ts';
import { formatList, formatNotes } from './format-list.ts';

let origin: string;
let site: Destination;
beforeEach(async () => {
  origin = await temporaryDirectory('work');
  git(origin, 'init', '--quiet');
  await commit(origin, 'first');
  site = await newSite();
});
afterEach(() => void vi.useRealTimers());

function git(cwd: string, ...args: string[]): string {
  const named = ['-c', 'user.name=t', '-c', 'user.email=t@corvane.example', ...args];
  const { status, stdout, stderr } = spawnSync('git', named, { cwd, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout.trim();
}

/** A commit that changes an application. @returns its id. */
async function commit(clone: string, subject: string, app = 'marketing'): Promise<string> {
  await mkdir(path.join(clone, app), { recursive: true });
  await writeFile(path.join(clone, app, 'page.ts'), subject);
  git(clone, 'add', '.');
  git(clone, 'commit', '--quiet', '-m', subject);
  return git(clone, 'rev-parse', 'HEAD');
}

async function clone(...options: string[]): Promise<string> {
  const copy = path.join(await temporaryDirectory('clone'), 'work');
  git(origin, 'clone', '--quiet', ...options, `file://${origin}`, copy);
  return copy;
}

/** Releases marketing as a person does from their clone: its content is what the clone's HEAD says. */
async function releaseFrom(work: string, person: string, options: ReleaseOptions = {}) {
  const head = git(work, 'rev-parse', 'HEAD');
  return release(site, [await fakeRemoteBuild({ text: head })], {
    source: { commit: head, isDirty: false },
    history: gitHistory(work),
    person,
    ...options,
  });
}

test('a clone that is behind does not take a colleague’s release back, unless it insists', async () => {
  const ada = await clone();
  const bob = await clone();
  const [old, next] = [git(bob, 'rev-parse', 'HEAD'), await commit(ada, 'Ada adds a page')];
  await releaseFrom(ada, 'Ada');
  git(ada, 'push', '--quiet', 'origin', 'HEAD:refs/heads/landed');
  const before = await site.pull();
  await expect(releaseFrom(bob, 'Bob')).rejects.toThrow(
    `Commit ${next.slice(0, 10)} of marketing is live, and this clone does not have it, so it cannot be compared with ${old.slice(0, 10)}. Run git fetch`,
  );
  git(bob, 'fetch', '--quiet', 'origin', 'landed');
  await expect(releaseFrom(bob, 'Bob')).rejects.toThrow(
    `Commit ${old.slice(0, 10)} does not contain ${next.slice(0, 10)}, which is live for marketing. Merge it first, or insist with --behind.`,
  );
  expect(await site.pull()).toEqual(before);
  expect((await releaseFrom(bob, 'Bob', { behind: true })).commits.marketing).toBe(old);
});

test('of two simultaneous releases, the one without the commit of the other is refused', async () => {
  const [ada, bob] = [await clone(), await clone()];
  await releaseFrom(ada, 'Ada');
  await commit(ada, 'Ada adds a page');
  await commit(bob, 'Bob adds a page');
  git(bob, 'fetch', '--quiet', `file://${ada}`, 'HEAD');
  git(ada, 'fetch', '--quiet', `file://${bob}`, 'HEAD');
  const both = await Promise.allSettled([releaseFrom(ada, 'Ada'), releaseFrom(bob, 'Bob')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(String(both.find((one) => one.status === 'rejected')?.reason)).toContain('does not contain');
});

test('a shallow clone that cannot compare says how to get the missing commits', async () => {
  const ada = await clone();
  await releaseFrom(ada, 'Ada');
  await commit(origin, 'second');
  await commit(origin, 'third');
  const shallow = await clone('--depth', '1');
  await expect(releaseFrom(shallow, 'Bob')).rejects.toThrow('git fetch --unshallow');
});

test('after a rollback, a release may be based on the commit that is live now', async () => {
  const ada = await clone();
  await releaseFrom(ada, 'Ada');
  const base = git(ada, 'rev-parse', 'HEAD');
  await commit(ada, 'a mistake');
  await releaseFrom(ada, 'Ada');
  expect((await rollBack(site, 'marketing')).commits.marketing).toBe(base);
  const bob = await clone();
  const fix = await commit(bob, 'another way');
  expect((await releaseFrom(bob, 'Bob')).commits.marketing).toBe(fix);
});

/** A clone whose second release was taken back. */
async function takenBack(how: 'rolled back' | 'marked bad'): Promise<{ work: string; mistake: string }> {
  const work = await clone();
  await releaseFrom(work, 'Ada');
  const mistake = await commit(work, 'a mistake');
  const { versions } = await releaseFrom(work, 'Ada');
  if (how === 'rolled back') await rollBack(site, 'marketing', undefined, { person: 'Grace' });
  else await markBad(site, 'marketing', versions.marketing ?? '', { person: 'Grace', why: 'wrong totals' });
  return { work, mistake: mistake.slice(0, 10) };
}

test.each([
  ['rolled back', 'rolled back by Grace'],
  ['marked bad', 'marked bad by Grace: wrong totals'],
] as const)(
  'a commit that still contains one that was %s is refused, unless a person insists',
  async (how, why) => {
    const { work, mistake } = await takenBack(how);
    const next = (await commit(work, 'something else')).slice(0, 10);
    const before = await site.pull();
    const refusal = `Commit ${next} of marketing contains ${mistake}, which was ${why}. Revert it, or insist with a reason: --insist 'why'`;
    await expect(releaseFrom(work, 'Ada')).rejects.toThrow(refusal);
    await expect(releaseFrom(work, 'Ada', { canaryPercent: 10, behind: true })).rejects.toThrow(refusal);
    expect(await site.pull()).toEqual(before);
    await releaseFrom(work, 'Ada', { insist: 'mended in the same commit' });
    expect(formatNotes(await site.history(), 'marketing')).toContain('insisted: mended in the same commit');
    await commit(work, 'what follows is not asked again');
    await releaseFrom(work, 'Ada');
  },
);

test('a revert of what was taken back is released, and a revert of the revert is not', async () => {
  const { work } = await takenBack('rolled back');
  git(work, 'revert', '--no-edit', 'HEAD');
  const reverted = git(work, 'rev-parse', 'HEAD');
  git(work, 'revert', '--no-edit', 'HEAD');
  await expect(releaseFrom(work, 'Ada')).rejects.toThrow('rolled back by Grace');
  git(work, 'reset', '--quiet', '--hard', reverted);
  expect((await releaseFrom(work, 'Ada')).commits.marketing).toBe(reverted);
});

test('a revert of what the application is not built of does not count', async () => {
  const work = await clone();
  await releaseFrom(work, 'Ada');
  const other = await commit(work, 'portal: sort the table', 'portal');
  await commit(work, 'a mistake');
  await releaseFrom(work, 'Ada');
  await rollBack(site, 'marketing', undefined, { person: 'Grace' });
  git(work, 'revert', '--no-edit', other);
  await expect(releaseFrom(work, 'Ada')).rejects.toThrow('rolled back by Grace');
});

test('a canary of a version that was marked bad is not begun again from a later commit', async () => {
  const work = await clone();
  await releaseFrom(work, 'Ada');
  await commit(work, 'a mistake');
  const {
    canaries: [canary],
  } = await releaseFrom(work, 'Ada', { canaryPercent: 10 });
  await markBad(site, 'marketing', canary?.version ?? '', { person: 'Grace', why: 'slow' });
  await commit(work, 'something else');
  await expect(releaseFrom(work, 'Ada', { canaryPercent: 10 })).rejects.toThrow('marked bad by Grace: slow');
});

test('a canary is not taken back either, and promoting it makes its commit the live one', async () => {
  const [ada, bob] = [await clone(), await clone()];
  await releaseFrom(ada, 'Ada');
  const next = await commit(ada, 'Ada tries something');
  await releaseFrom(ada, 'Ada', { canaryPercent: 10 });
  git(bob, 'fetch', '--quiet', `file://${ada}`, 'HEAD');
  await commit(bob, 'Bob tries something');
  await expect(releaseFrom(bob, 'Bob', { canaryPercent: 20 })).rejects.toThrow(
    'which is the canary for marketing',
  );
  expect((await promote(site, 'marketing')).commits.marketing).toBe(next);
});

test('clocks ten minutes apart change nothing: the order is that of the states', async () => {
  const MINUTES_10 = 600_000;
  const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms });
  const [ada, bob] = [await clone(), await clone()];
  const now = Date.now();
  at(now + MINUTES_10);
  const { versions: fast } = await releaseFrom(ada, 'Ada');
  await commit(ada, 'Ada adds a page');
  git(bob, 'pull', '--quiet', `file://${ada}`, 'HEAD');
  at(now);
  const { versions: slow } = await releaseFrom(bob, 'Bob');
  expect(slow.marketing).not.toBe(fast.marketing);
  expect((await rollBack(site, 'marketing')).versions.marketing).toBe(fast.marketing);
  const told = formatNotes(await site.history(), 'marketing').split('\n\n');
  expect(told.map((note) => /state (\d+)/.exec(note)?.[1])).toEqual(['4', '3', '2', '1']);
});

test('list, registry and notes name the person, the version and the reason of a release', async () => {
  const ada = await clone();
  const first = (await releaseFrom(ada, 'Ada')).commits.marketing ?? '';
  await commit(ada, 'portal: sort the table', 'portal');
  await commit(ada, 'marketing: say it shorter');
  const last = await commit(ada, 'marketing: fix a typing error');
  const state = await releaseFrom(ada, 'Ada Lovelace');
  const subjects = ['marketing: fix a typing error', 'marketing: say it shorter'];
  const { remotes } = await site.store.registry(state.compositionId);
  expect(remotes.marketing?.origin).toEqual({
    person: 'Ada Lovelace',
    commit: last,
    parentCommit: first,
    subjects,
  });
  const notes = formatNotes(await site.history(), 'marketing');
  expect(notes).toContain(
    `release marketing ${state.versions.marketing} by Ada Lovelace\n  marketing: ${first.slice(0, 10)}..${last.slice(0, 10)}\n  - ${subjects[0]}\n  - ${subjects[1]}`,
  );
  const known = {
    records: await site.records(),
    history: await site.history(),
    marks: await site.marks(),
  };
  const line = formatList(known, state)
    .split('\n')
    .find((row) => row.includes(state.versions.marketing ?? '?'));
  expect(line).toContain(last.slice(0, 10));
  expect(line).toContain('Ada Lovelace');
  const page = await site.store.registry(state.compositionId);
  expect(page.remotes.portal?.origin?.person).toBe('');
});

test('an origin is in no page', async () => {
  const state = await releaseFrom(await clone(), 'Ada Lovelace');
  const { readFile } = await import('node:fs/promises');
  const html = await readFile(path.join(site.store.pagesDir(state.compositionId), 'index.html'), 'utf8');
  expect(html).not.toContain('Lovelace');
});

test('a commit that a clone lacks gives no answer instead of a wrong one', async () => {
  const history: CommitHistory = gitHistory(origin);
  const head = git(origin, 'rev-parse', 'HEAD');
  expect(await history.contains(head, 'f'.repeat(40))).toBeNull();
  expect(await history.subjects('marketing', head, 'f'.repeat(40))).toEqual(['first']);
});

/** Regression: with `log.showSignature`, the signer's address came into the public registry. */
test('the settings of a person change no subject of a release', async () => {
  const gpg = path.join(await temporaryDirectory('gpg'), 'gpg');
  await writeFile(gpg, '#!/bin/sh\necho "gpg: Good signature from Ada <ada@engine.example>" >&2\n', {
    mode: 0o755,
  });
  await commit(origin, 'Größe der Pläne');
  const signed = git(origin, 'cat-file', 'commit', 'HEAD').replace(
    /^committer .*$/m,
    '$&\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n aaaa\n -----END PGP SIGNATURE-----',
  );
  const head = spawnSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    cwd: origin,
    input: `${signed}\n`,
    encoding: 'utf8',
  }).stdout.trim();
  for (const [name, value] of [
    ['log.showSignature', 'true'],
    ['gpg.program', gpg],
    ['i18n.logOutputEncoding', 'latin1'],
    ['color.ui', 'always'],
    ['core.quotePath', 'true'],
  ]) {
    git(origin, 'config', name ?? '', value ?? '');
  }
  expect(git(origin, 'log', '-1', '--format=%s', head)).toContain('ada@engine.example');
  expect(await gitHistory(origin).subjects('marketing', head, null)).toEqual(['Größe der Pläne']);
});

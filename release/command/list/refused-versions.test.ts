import { existsSync } from 'node:fs';
import { UserError } from '@corvane/tools/command/user-error';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeBuild } from '../../build/describe-build.ts';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import {
  portalBuild,
  release,
  releaseFirstSite,
  releaseMarketing,
  tryMarketing,
} from '../../change/for-tests/fake-site.ts';
import { useBuckets } from '../../change/for-tests/use-buckets.ts';
import { restoreState } from '../../change/going-back/restore-state.ts';
import { rollBack } from '../../change/going-back/roll-back.ts';
import { abort, promote } from '../../change/going-live/end-canary.ts';
import { previewApp } from '../../change/going-live/preview-app.ts';
import { markBad, markGood } from '../../change/mark-version.ts';
import { planPrune, prune } from '../../change/prune/prune.ts';
import type { Destination } from '../../store/destination.ts';
import { formatList } from './format-list.ts';

const { kinds } = useBuckets();
const BY = { person: 'Ada' };

describe.each(kinds)('$name', ({ newSite }) => {
  let site: Destination;
  beforeEach(async () => {
    site = (await newSite())();
    await releaseFirstSite(site);
  });

  async function list(): Promise<string> {
    const state = await site.pull();
    if (state === null) throw new Error('Nothing is live');
    return formatList(
      { records: await site.records(), history: await site.history(), marks: await site.marks() },
      state,
    );
  }
  const lineOf = async (version: string) =>
    (await list()).split('\n').find((line) => line.startsWith('marketing') && line.includes(version)) ?? '';

  async function refuse(text: string): Promise<string> {
    const { version } = await describeBuild(await fakeRemoteBuild({ text }));
    const testCandidate = () => Promise.reject(new UserError('Not released: / throws "boom"'));
    await expect(release(site, [await fakeRemoteBuild({ text })], { testCandidate })).rejects.toThrow('boom');
    return version;
  }

  test('a build that the gate refused leaves nothing: no rollback goes to it, and it is in no list', async () => {
    const version = await refuse('broken');
    const before = await site.pull();
    await expect(rollBack(site, 'marketing', version)).rejects.toThrow(
      `marketing ${version} was never published here`,
    );
    expect(await site.pull()).toEqual(before);
    expect(await lineOf(version)).toBe('');
    expect(existsSync(site.store.publicDir('marketing', version))).toBe(false);
  });

  test('a preview never goes live by a rollback', async () => {
    const source = { commit: 'a'.repeat(40), isDirty: true };
    const { version } = await previewApp(site, await fakeRemoteBuild({ text: 'draft' }), source, BY.person);
    await expect(rollBack(site, 'marketing', version)).rejects.toThrow(
      `marketing ${version} was never live: it is a preview of uncommitted changes. Release it instead.`,
    );
    expect(await lineOf(version)).toContain('preview');
  });

  test('a refused build that a new host repairs can be released, and a rollback can return to it', async () => {
    const version = await refuse('second');
    expect(await releaseMarketing(site, 'second')).toBe(version);
    await releaseMarketing(site, 'third');
    expect((await rollBack(site, 'marketing')).versions.marketing).toBe(version);
  });

  test('a rollback cannot go to an aborted canary', async () => {
    const canary = await tryMarketing(site, 'second');
    expect(await lineOf(canary.version)).toContain('canary, 10 %');
    await abort(site, 'marketing');
    await expect(rollBack(site, 'marketing', canary.version)).rejects.toThrow(/was never live/);
    expect(await lineOf(canary.version)).toContain('ended canary');
  });

  test('a version that a person marked bad cannot go live until it is marked good again', async () => {
    const second = await releaseMarketing(site, 'second');
    await releaseMarketing(site, 'third');
    await markBad(site, 'marketing', second, { ...BY, why: 'wrong totals' });
    const bad = `marketing ${second} was marked bad by Ada: wrong totals`;
    expect(await lineOf(second)).toContain('was live, marked bad by Ada: wrong totals');
    await expect(rollBack(site, 'marketing', second)).rejects.toThrow(bad);
    await expect(restoreState(site, 2)).rejects.toThrow(bad);
    await expect(releaseMarketing(site, 'second')).rejects.toThrow(bad);
    // Without a version, a rollback skips it.
    const first = (await site.history()).at(-1)?.versions.marketing;
    expect((await rollBack(site, 'marketing')).versions.marketing).toBe(first);
    await markGood(site, 'marketing', second);
    expect((await rollBack(site, 'marketing', second)).versions.marketing).toBe(second);
  });

  test('a canary that was marked bad cannot be promoted', async () => {
    const canary = await tryMarketing(site, 'second');
    await markBad(site, 'marketing', canary.version, { ...BY, why: 'slow' });
    await expect(promote(site, 'marketing')).rejects.toThrow(/was marked bad by Ada: slow/);
    expect((await abort(site, 'marketing')).canaries).toEqual([]);
  });

  test('only a published version can be marked', async () => {
    await expect(markBad(site, 'marketing', 'abc', { ...BY, why: 'x' })).rejects.toThrow(
      'marketing abc was never published here, or was pruned',
    );
    await expect(markGood(site, 'marketing', 'abc')).rejects.toThrow('marketing abc is not marked bad');
  });

  test('a rollback can go to a version that was live even if a prune removed that state', async () => {
    const first = (await site.pull())?.versions.marketing ?? '';
    for (let index = 0; index < 4; index += 1) {
      await release(site, [await portalBuild(String(index))]);
    }
    const second = await releaseMarketing(site, 'second');
    for (let index = 4; index < 8; index += 1) {
      await release(site, [await portalBuild(String(index))]);
    }
    await releaseMarketing(site, 'third');
    await prune(site, await planPrune(site, { versions: 3, days: 0 }));
    expect((await rollBack(site, 'marketing', first)).versions.marketing).toBe(first);
    expect((await rollBack(site, 'marketing', second)).versions.marketing).toBe(second);
  });
});

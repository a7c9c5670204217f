import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeHostBuild, fakeRemoteBuild } from '../../build/fake-builds.ts';
import { markFile } from '../../store/release-record.ts';
import { release } from '../for-tests/fake-site.ts';
import { useSignedSite } from '../for-tests/signed-site.ts';
import { promote } from '../going-live/end-canary.ts';
import { previewApp } from '../going-live/preview-app.ts';
import { markBad } from '../mark-version.ts';

/*
 * Each test holds a credential of the bucket that is not the owner's, and no signing key but its own: what such a
 * credential may write is written past the tool.
 */
const { site, open, bucket, root, follow, shown, makeKey, releaseText, liveState, forgeState, forgePages } =
  useSignedSite();

const forgeRegistry = (change: (text: string) => string) => forgePages('registry.json', change);

describe("another team's pipeline", () => {
  const EVIL = `globalThis.wasStolen = process.env.RELEASE_SIGNING_KEY ?? 'nothing';`;

  /** Changes the live server build of marketing, as the credential for its previews may. */
  async function plant() {
    const { id, ...marketing } = await makeKey('marketing');
    const version = await releaseText('second', marketing);
    const file = `server/marketing/${version}/remote.js`;
    await site().writeText(file, `${EVIL}${await site().readText(file)}`);
    const build = await fakeRemoteBuild({ name: 'portal', text: 'second', paths: ['/p'] });
    return { id, version, build };
  }

  test('does not run a live server build that was changed after it was signed', async () => {
    const portal = await makeKey('portal');
    const { id, version, build } = await plant();
    const before = await site().pull();
    await expect(release(await open(), [build], portal)).rejects.toThrow(
      `marketing ${version} is not what was signed: remote.js was changed after it was signed (key ${id}). Find out who changed it.`,
    );
    expect(globalThis).not.toHaveProperty('wasStolen');
    expect(await site().pull()).toEqual(before);
  });

  /** Regression: without a record nothing was compared, and the credential for previews may write that too. */
  test.each(['', '{}'])('does not run a changed server build whose record became %j', async (record) => {
    const portal = await makeKey('portal');
    const { id, version, build } = await plant();
    await bucket().write(`releases/marketing/${version}.json`, record, 'application/json');
    await expect(release(await open(), [build], portal)).rejects.toThrow(
      `marketing ${version} is not what was signed: its record was removed or damaged (key ${id}).`,
    );
    expect(globalThis).not.toHaveProperty('wasStolen');
  });

  /** Regression: only a release looked. A preview runs the live versions beside its own credential. */
  test('does not preview beside a server build that was changed after it was signed', async () => {
    const { version, build } = await plant();
    await expect(previewApp(await open(), build, null)).rejects.toThrow(
      `marketing ${version} is not what was signed: remote.js was changed after it was signed`,
    );
    expect(globalThis).not.toHaveProperty('wasStolen');
  });

  test('does not compose pages with files that an edited registry names', async () => {
    const marketing = await makeKey('marketing');
    const host = await makeKey('host');
    const version = await releaseText('second', marketing);
    await forgeRegistry((text) => text.replaceAll(`/remotes/marketing/${version}/`, '/remotes/portal/evil/'));
    const build = await fakeHostBuild({ text: 'second' });
    await expect(release(await open(), [build], host)).rejects.toThrow(
      'are not signed by a key of this site',
    );
    // Even if a person insists.
    await expect(release(await open(), [build], { ...host, insist: 'in a hurry' })).rejects.toThrow(
      `The registry says of marketing ${version} what was not signed: base`,
    );
  });
});

describe('a web machine refuses, and keeps its current version', () => {
  test('a registry whose version leads out of its folder', async () => {
    const version = await releaseText('second', await makeKey());
    await follow();
    const before = await shown();
    await forgeRegistry((text) => text.replaceAll(`"version":"${version}"`, '"version":"../../portal/evil"'));
    await expect(follow()).rejects.toThrow(/registry.* is corrupt/);
    expect(await shown()).toEqual(before);
  });

  test('a state whose pages lead out of their folder', async () => {
    await makeKey();
    const before = await shown();
    await forgePages('', String, '../../outside-of-it');
    await expect(follow()).rejects.toThrow('is corrupt');
    expect(existsSync(path.join(root(), '../outside-of-it'))).toBe(false);
    expect(await shown()).toEqual(before);
  });

  test('an older signed version that its team has marked bad, made live again without the tool', async () => {
    const key = await makeKey();
    const bad = await releaseText('with a hole', key);
    const old = await liveState();
    const version = await releaseText('mended', key);
    await follow();
    await markBad(site(), 'marketing', bad, { person: 'Ada', why: 'shows prices' });
    await forgeState(() => ({ compositionId: old.compositionId, versions: old.versions }));
    await expect(follow()).rejects.toThrow(`marketing ${bad} was marked bad by Ada: shows prices.`);
    expect((await shown())?.marketing).toBe(version);
  });
});

describe('a file of one application says nothing of another', () => {
  test("a mark in the portal's folder does not stop marketing", async () => {
    const key = await makeKey();
    await releaseText('second', { ...key, canaryPercent: 10 });
    const version = (await liveState()).canaries[0]?.version ?? '';
    const mark = {
      app: 'marketing',
      version,
      kind: 'bad',
      why: 'x',
      commit: null,
      person: '',
      markedAt: '',
    } as const;
    await bucket().write(markFile({ ...mark, app: 'portal' }), JSON.stringify(mark), 'application/json');
    expect((await promote(await open(), 'marketing')).versions.marketing).toBe(version);
  });

  test("a record in the portal's folder is no version of marketing, and stops no web machine", async () => {
    const version = await releaseText('second', await makeKey());
    const record = (await bucket().read(`releases/marketing/${version}.json`)) ?? '';
    const text = Buffer.from(record).toString();
    await bucket().write('releases/portal/f0f0.json', text, 'application/json');
    const outside = text.replace(/"app":"marketing"/, '"app":"../../../outside"');
    await bucket().write('releases/portal/f1f1.json', outside, 'application/json');
    expect((await site().records()).filter((one) => one.version === version)).toHaveLength(1);
    await follow();
    expect((await shown())?.marketing).toBe(version);
  });
});

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { versionsOf } from '@corvane/shared/contracts/remote/versions-of';
import { beforeEach, expect, test } from 'vitest';
import { fakeHostBuild, fakeRemoteBuild } from '../../build/fake-builds.ts';
import type { Destination } from '../../store/destination.ts';
import { canaryOf, LANES } from '../../store/site-state.ts';
import { newSite, pageOf, release, releaseMarketing } from '../for-tests/fake-site.ts';
import { rollBack } from '../going-back/roll-back.ts';
import { planPrune, prune } from '../prune/prune.ts';
import { abort, promote } from './end-canary.ts';

let site: Destination;
/** The live versions before both canaries, and the versions of these. */
let before: Record<string, string>;
let tried: Record<'marketing' | 'portal', string>;

const canary = async (app: 'marketing' | 'portal', percent: number, text = 'tried') => {
  const build = await fakeRemoteBuild(app === 'portal' ? { name: app, paths: ['/p'], text } : { text });
  const state = await release(site, [build], { canaryPercent: percent });
  return canaryOf(state, app)?.version ?? '';
};
const versionsIn = async (lane: string) => versionsOf(JSON.parse(await pageOf(site, 'registry.json', lane)));
/** How many lanes show these versions. */
const lanesWith = async (versions: Record<string, string>) => {
  const shown = await Promise.all(LANES.map(versionsIn));
  return LANES.filter((_lane, index) => JSON.stringify(shown[index]) === JSON.stringify(versions));
};
const health = async () => JSON.parse(await pageOf(site, '../../healthz.json'));

beforeEach(async () => {
  site = await newSite();
  await releaseMarketing(site, 'second');
  before = await versionsIn('99');
  tried = { marketing: await canary('marketing', 10), portal: await canary('portal', 5) };
});

test('canaries of two applications share the visitors, each beside what is live', async () => {
  const marketing = await lanesWith({ ...before, marketing: tried.marketing });
  const portal = await lanesWith({ ...before, portal: tried.portal });
  expect([marketing.length, portal.length, (await lanesWith(before)).length]).toEqual([10, 5, 85]);
  expect(await health()).toMatchObject({
    versions: before,
    canaries: [
      {
        app: 'marketing',
        percent: 10,
        lane: marketing[0],
        versions: { ...before, marketing: tried.marketing },
      },
      { app: 'portal', percent: 5, lane: portal[0], versions: { ...before, portal: tried.portal } },
    ],
  });
});

test('one is promoted, and the other goes on over what is live now, for the same visitors', async () => {
  const portal = await lanesWith({ ...before, portal: tried.portal });
  const begunAt = canaryOf(await promote(site, 'marketing'), 'portal')?.begunAt;
  const after = { ...before, marketing: tried.marketing };
  expect(await lanesWith({ ...after, portal: tried.portal })).toEqual(portal);
  expect((await lanesWith(after)).length).toBe(95);
  const state = await promote(site, 'portal');
  expect(state).toMatchObject({ canaries: [], versions: { ...before, ...tried } });
  expect(begunAt && begunAt < state.changedAt).toBe(true);
});

test('one is aborted, and the other keeps its pages and its visitors', async () => {
  const portal = await lanesWith({ ...before, portal: tried.portal });
  await abort(site, 'marketing');
  expect(await lanesWith({ ...before, portal: tried.portal })).toEqual(portal);
  expect(await lanesWith({ ...before, marketing: tried.marketing })).toEqual([]);
  // Its lanes are free again.
  await canary('marketing', 20, 'another');
  expect(await lanesWith({ ...before, portal: tried.portal })).toEqual(portal);
});

test('an application is rolled back or released beside the canaries of others', async () => {
  const { versions } = await rollBack(site, 'marketing', undefined, { live: true });
  expect(versions.marketing).not.toBe(before.marketing);
  expect((await lanesWith({ ...versions, portal: tried.portal })).length).toBe(5);
  const { versions: next, canaries } = await release(site, [await fakeHostBuild({ text: 'second' })]);
  expect(canaries.map(({ app }) => app)).toEqual(['portal']);
  expect((await lanesWith({ ...next, portal: tried.portal })).length).toBe(5);
});

test('a prune keeps both', async () => {
  await prune(site, await planPrune(site, { versions: 0, days: 0 }));
  expect((await site.pull())?.canaries.map(({ version }) => version)).toEqual([
    tried.marketing,
    tried.portal,
  ]);
  expect((await lanesWith({ ...before, portal: tried.portal })).length).toBe(5);
});

test('a canary is shown to more visitors by stages, and those who had it keep it', async () => {
  const first = await lanesWith({ ...before, marketing: tried.marketing });
  const canaries = (await site.pull())?.canaries ?? [];
  const widened = await promote(site, 'marketing', { person: 'Ada', percent: 25 });
  // Its views are counted from the start.
  expect(canaryOf(widened, 'marketing')?.begunAt).toBe(widened.changedAt);
  expect(canaryOf(widened, 'portal')?.begunAt).toBe(canaryOf({ canaries }, 'portal')?.begunAt);
  const second = await lanesWith({ ...before, marketing: tried.marketing });
  expect([second.length, first.every((lane) => second.includes(lane))]).toEqual([25, true]);
  expect((await lanesWith({ ...before, portal: tried.portal })).length).toBe(5);
  expect(await promote(site, 'marketing', { person: 'Ada', percent: 25 })).toEqual(await site.pull());
});

test('canaries cannot take every visitor', async () => {
  await promote(site, 'marketing', { percent: 50 });
  const all = 'Other canaries are running (marketing 50 %): at most 49 % are left';
  await expect(promote(site, 'portal', { percent: 50 })).rejects.toThrow(all);
  await promote(site, 'portal', { percent: 49 });
  expect((await lanesWith(before)).length).toBe(1);
  await abort(site, 'portal');
  await expect(canary('portal', 50)).rejects.toThrow(all);
});

test('the one canary of an older state is read, and another begins beside it', async () => {
  const state = await abort(site, 'portal');
  const { canaries, ...others } = state;
  const { lanes: _lanes, ...older } = canaries[0] ?? {};
  const file = path.join(site.store.stateDir(state.revision), 'state.json');
  await writeFile(file, JSON.stringify({ ...others, canary: older }));
  expect((await site.pull())?.canaries).toEqual([older]);
  await canary('portal', 5);
  expect((await lanesWith({ ...before, marketing: tried.marketing })).length).toBe(10);
  expect((await lanesWith({ ...before, portal: tried.portal })).length).toBe(5);
});

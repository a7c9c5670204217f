import { spawn } from 'node:child_process';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { fakeRemoteBuild } from '../build/fake-builds.ts';
import { smokeTest } from '../compose/smoke-test.ts';
import type { Destination } from '../store/destination.ts';
import { directoryDestination } from '../store/directory-destination.ts';
import { pageOf, releaseFirstSite, releaseMarketing, temporaryDirectory } from './fake-site.ts';

const POINTS = 50;

let site: Destination;
/** How long a release takes in a process of its own, from start to end. */
let wholeMs: number;
beforeAll(async () => {
  site = directoryDestination(await temporaryDirectory('site'));
  await releaseFirstSite(site);
  const startedAt = performance.now();
  expect(await releaseInProcess('unharmed', null)).toBe(0);
  wholeMs = performance.now() - startedAt;
});

/** @returns the exit code, null when it was killed in time. */
async function releaseInProcess(text: string, killAfterMs: number | null): Promise<number | null> {
  const build = await fakeRemoteBuild({ text });
  const child = spawn(
    process.execPath,
    [
      path.join(import.meta.dirname, 'release-in-process.ts'),
      site.store.root,
      'marketing',
      path.dirname(build.clientDir),
    ],
    { stdio: 'ignore' },
  );
  const timer = killAfterMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code);
    }),
  );
}

/** The same points in every run: a fault that was seen can be seen again. */
function* randomShares(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test(`a release killed at ${POINTS} random points leaves a whole site, and the next one works`, {
  timeout: 240_000,
}, async () => {
  const shares = randomShares(2022);
  let killed = 0;
  for (let point = 0; point < POINTS; point += 1) {
    const before = await site.pull();
    // Starting the process is the first half of the time; nothing is written in it.
    const share = 0.4 + 0.65 * (shares.next().value ?? 0);
    if ((await releaseInProcess(`killed ${point}`, share * wholeMs)) === null) killed += 1;

    const after = await site.pull();
    expect([before?.revision, (before?.revision ?? 0) + 1]).toContain(after?.revision);
    if (after?.revision === before?.revision) expect(after).toEqual(before);
    await smokeTest(site.store.root, site.store.laneDir());

    // The same build again: what the killed one left of it must not be taken for whole.
    const version = await releaseMarketing(site, `killed ${point}`);
    expect((await site.pull())?.versions.marketing).toBe(version);
    await smokeTest(site.store.root, site.store.laneDir());
    expect(await pageOf(site, '404.html')).toContain('/404');
  }
  expect(killed).toBeGreaterThan(POINTS / 2);
});

import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sampleOf } from '@corvane/tools/machine/sample';
import { beforeAll, expect, test } from 'vitest';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { smokeTest } from '../../compose/smoke-test.ts';
import type { Destination } from '../../store/destination.ts';
import { newSite, pageOf, releaseMarketing } from '../for-tests/fake-site.ts';

let site: Destination;
beforeAll(async () => {
  site = await newSite();
});

/** @returns the exit code, null when it was killed. */
async function releaseInProcess(text: string, dies: NodeJS.ProcessEnv): Promise<number | null> {
  const build = await fakeRemoteBuild({ text });
  const file = (name: string) => path.join(import.meta.dirname, '../for-tests', name);
  const child = spawn(
    process.execPath,
    [
      ...['--import', file('die-at-step.ts'), file('release-in-process.ts')],
      ...[site.store.root, 'marketing', path.dirname(build.clientDir)],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...dies } },
  );
  return new Promise((resolve) => child.once('close', resolve));
}

/** More than a release has. */
const STEPS = Array.from({ length: 60 }, (_, index) => index + 1);
/** Only a release that hangs takes so long, also on a busy machine. */
const LIMIT_MS = STEPS.length * 15_000;

test.each([
  { when: 'before', variable: 'DIE_AT_STEP' },
  { when: 'in', variable: 'DIE_IN_STEP' },
])(
  'a release killed $when any of its steps leaves a whole site, and the next one works',
  async ({ when, variable }) => {
    for (const step of sampleOf(`steps of a release that is killed ${when}`, STEPS, 12)) {
      const before = await site.pull();
      const text = `killed ${when} step ${step}`;
      const code = await releaseInProcess(text, { [variable]: String(step) });
      // After its last step there is nothing to die at.
      if (step <= 30) expect(code).toBeNull();
      if (step === STEPS.length) expect(code).toBe(0);

      const after = await site.pull();
      expect([before?.revision, (before?.revision ?? 0) + 1]).toContain(after?.revision);
      if (after?.revision === before?.revision) expect(after).toEqual(before);
      await smokeTest(site.store.root, site.store.laneDir());

      // Releases the same build again: leftovers of the killed release must not count as complete.
      const version = await releaseMarketing(site, text);
      expect((await site.pull())?.versions.marketing).toBe(version);
      await smokeTest(site.store.root, site.store.laneDir());
      expect(await pageOf(site, '404.html')).toContain('/404');
    }
  },
  LIMIT_MS,
);

test(
  'a release that meets a full disk at any of its steps frees what it wrote',
  async () => {
    const files = async () => (await readdir(site.store.root, { recursive: true })).sort();
    for (const step of sampleOf('steps of a release on a full disk', STEPS, 8)) {
      const before = await files();
      const code = await releaseInProcess(`full from step ${step}`, { DISK_FULL_FROM_STEP: String(step) });
      if (code !== 0) expect(await files(), `full from step ${step}`).toEqual(before);
    }
  },
  LIMIT_MS,
);

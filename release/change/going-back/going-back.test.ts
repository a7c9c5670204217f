import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { START_SCRIPT } from '@corvane/tools/gateway/inline-scripts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Destination } from '../../store/destination.ts';
import type { SiteState } from '../../store/site-state.ts';
import { newSite, portalBuild, release, releaseMarketing } from '../for-tests/fake-site.ts';
import { planPrune, prune } from '../prune/prune.ts';
import { restoreState } from './restore-state.ts';
import { rollBack } from './roll-back.ts';

const OTHER_SCRIPT = `${START_SCRIPT} `;
const BLOCKED = `a page with a script that the edge blocks: index.html, sha256-${createHash('sha256').update(OTHER_SCRIPT).digest('base64')}. Add the hash to FORMER_SCRIPT_HASHES`;

describe('pages that were composed with another inline script', () => {
  let site: Destination;
  beforeEach(async () => {
    site = await newSite();
    const { compositionId } = await site.store.state(1);
    const file = path.join(site.store.pagesDir(compositionId), 'index.html');
    const html = await readFile(file, 'utf8');
    await releaseMarketing(site, 'second');
    await writeFile(file, html.replace(START_SCRIPT, OTHER_SCRIPT));
  });

  test('a restore refuses what the edge blocks, and nothing changes', async () => {
    const before = await site.pull();
    await expect(restoreState(site, 1)).rejects.toThrow(`State 1 has ${BLOCKED}`);
    expect(await site.pull()).toEqual(before);
  });

  test('so does a rollback that would show the same pages again', async () => {
    const before = await site.pull();
    await expect(rollBack(site, 'marketing')).rejects.toThrow(`The new state has ${BLOCKED}`);
    expect(await site.pull()).toEqual(before);
  });
});

describe('beside another change', () => {
  let site: Destination;
  beforeEach(async () => {
    site = await newSite();
  });

  test('a restore refuses a version that a prune is removing', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await releaseMarketing(site, text);
    const plan = await planPrune(site, { versions: 2, days: 0 });
    await prune({ ...site, remove: async () => {} }, plan);
    const before = await site.pull();
    const { versions } = await site.store.state(2);
    await expect(restoreState(site, 2)).rejects.toThrow(
      `State 2 needs marketing ${versions.marketing}, which was pruned`,
    );
    expect(await site.pull()).toEqual(before);
  });

  test('a restore that is slower than a release is refused, and what is live is never away', async () => {
    await releaseMarketing(site, 'second');
    let faster = '';
    let isAway = false;
    const overtaken = {
      ...site,
      replace: async (next: SiteState) => {
        faster = await releaseMarketing(site, 'faster');
        let isOver = false;
        const polls = (async () => {
          while (!isOver) {
            isAway ||= !existsSync(path.join(site.store.laneDir(), 'index.html'));
            await new Promise((resolve) => setImmediate(resolve));
          }
        })();
        await site.replace(next).finally(() => {
          isOver = true;
        });
        await polls;
      },
    };
    await expect(restoreState(overtaken, 1)).rejects.toThrow(
      'Another change was faster. Run the command again.',
    );
    expect(isAway).toBe(false);
    expect((await site.pull())?.versions.marketing).toBe(faster);
  });
});

/** The site of someone who was about to change it when another change was faster. */
function overtaken(site: Destination, change: () => Promise<unknown>): Destination {
  let isFirst = true;
  return {
    ...site,
    async commit(next) {
      if (isFirst) {
        isFirst = false;
        await change();
      }
      return site.commit(next);
    },
  };
}

test('two people roll back at once: the site goes back one version, and the slower one is told', async () => {
  const site = await newSite();
  const second = await releaseMarketing(site, 'second');
  const third = await releaseMarketing(site, 'third');
  const bobs = overtaken(site, () => rollBack(site, 'marketing'));
  await expect(rollBack(bobs, 'marketing')).rejects.toThrow(
    `marketing was changed meanwhile: ${second} is live now, and no longer ${third}. Nothing was rolled back. Look at "release list", and run the command again if it is still needed.`,
  );
  expect(await site.pull()).toMatchObject({ revision: 4, versions: { marketing: second } });
});

test('a rollback lands beside a change of another application', async () => {
  const site = await newSite();
  const first = await site.pull();
  await releaseMarketing(site, 'second');
  const portal = await portalBuild('second');
  const bobs = overtaken(site, () => release(site, [portal]));
  const { versions } = await rollBack(bobs, 'marketing');
  expect(versions).toMatchObject({ host: first?.versions.host, marketing: first?.versions.marketing });
  expect(versions.portal).not.toBe(first?.versions.portal);
});

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { START_SCRIPT } from '../../compose/inline-scripts.ts';
import type { Destination } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { releaseFirstSite, releaseMarketing, temporaryDirectory } from '../for-tests/fake-site.ts';
import { restoreState } from './restore-state.ts';
import { rollBack } from './roll-back.ts';

const OTHER_SCRIPT = `${START_SCRIPT} `;
const BLOCKED = `a page with a script that the edge blocks: index.html, sha256-${createHash('sha256').update(OTHER_SCRIPT).digest('base64')}. Add the hash to FORMER_SCRIPT_HASHES`;

describe('pages that were composed with another inline script', () => {
  let site: Destination;
  beforeEach(async () => {
    site = directoryDestination(await temporaryDirectory('site'));
    await releaseFirstSite(site);
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

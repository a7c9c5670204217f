import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { readPage, readSettings } from '../page/page-blocks.ts';
import { setStage } from './stage.ts';

describeNeeding('postgresql', 'the stage of a rehearsal', () => {
  test('is closed once, also by Ctrl-C while it is closing, and leaves nothing', async () => {
    const page = await readFile(path.join(WORKSPACE_ROOT, 'docs/several-machines.md'), 'utf8');
    const stage = await setStage(readSettings(readPage(page)));
    expect(existsSync(stage.root)).toBe(true);
    await Promise.all([stage.close(), stage.close()]);
    expect(existsSync(stage.root)).toBe(false);
  });
});

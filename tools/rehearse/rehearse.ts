import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments } from '../command/read-arguments.ts';
import { runCommand } from '../command/run-command.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { bringUp } from './bring-up.ts';
import { readPage, readSettings } from './page-blocks.ts';
import { setStage } from './stage.ts';

runCommand(async () => {
  readArguments({ options: { only: { type: 'string' }, json: { type: 'boolean' } } });
  const startedAt = performance.now();
  const say = (line: string) => console.error(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  const blocks = readPage(await readFile(path.join(WORKSPACE_ROOT, 'docs/production.md'), 'utf8'));
  const stage = await setStage(readSettings(blocks));
  try {
    const up = await bringUp(stage, blocks, say);
    console.log(JSON.stringify(up, null, 1));
  } finally {
    await stage.close();
  }
});

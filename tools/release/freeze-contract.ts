import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { CONTRACT_VERSION } from '@corvane/shared/contracts/host-services';
import { APPS } from '../build/apps.ts';
import { buildApp } from '../build/build-app.ts';
import { WORKSPACE_ROOT } from '../build/vite-config.ts';
import { runCommand } from '../stack/run-command.ts';
import { StackError } from '../stack/stack-error.ts';

/**
 * Keeps today's builds for the journeys that prove the next contract against this one. Run it before the contract is
 * raised; the builds of older contracts can go then.
 */
runCommand(async () => {
  const target = path.join(WORKSPACE_ROOT, `e2e/fixtures/contract-${CONTRACT_VERSION}`);
  await mkdir(target, { recursive: true });
  for (const app of APPS) {
    await buildApp(app);
    const archive = path.join(target, `${app}.tgz`);
    const dist = path.join(WORKSPACE_ROOT, app, 'dist');
    const { status, stderr } = spawnSync('tar', ['-czf', archive, '-C', dist, 'client', 'server'], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new StackError(`${app} could not be kept: ${stderr}`);
  }
  console.log(`Kept the builds of contract ${CONTRACT_VERSION}. Now raise CONTRACT_VERSION.`);
});

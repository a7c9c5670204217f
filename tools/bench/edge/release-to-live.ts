import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '../../build/build-app.ts';
import { runCommand } from '../../command/run-command.ts';
import { startSite } from '../../stack/start-site.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const RUNS = 5;
const APP = 'marketing';

/**
 * Measures a marketer's wait: the build, then the command from its start until the release is live. Also measures
 * an operator's wait at night. Each release is another version.
 */
runCommand(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  const site = await startSite({ ...process.env, PORT: '0', DATA_DIR: dataDir }, () => {});
  const builds: number[] = [];
  const releases: number[] = [];
  const rollbacks: number[] = [];
  try {
    for (let run = 0; run < RUNS; run += 1) {
      await rm(path.join(WORKSPACE_ROOT, APP, 'dist/build.json'));
      builds.push(await timed(() => buildApp(APP)));
      const variant = await variantOf(`run ${run}`);
      releases.push(await timed(() => release(site.siteRoot, APP, '--build', variant)));
      rollbacks.push(await timed(() => release(site.siteRoot, 'rollback', APP)));
    }
    print('build', builds);
    print('release, built, to live', releases);
    print(
      'build and release',
      builds.map((ms, run) => ms + (releases[run] ?? 0)),
    );
    print('rollback', rollbacks);
  } finally {
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function variantOf(text: string): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'corvane-variant-'));
  await cp(path.join(WORKSPACE_ROOT, APP, 'dist'), dir, { recursive: true });
  const stylesheet = (await readdir(path.join(dir, 'client'))).find((file) => file.endsWith('.css'));
  await appendFile(path.join(dir, 'client', stylesheet ?? ''), `/* ${text} */`);
  return dir;
}

async function release(siteRoot: string, ...args: string[]): Promise<void> {
  const script = path.join(WORKSPACE_ROOT, 'release/release.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, RELEASE_DESTINATION: siteRoot },
  });
  if (status !== 0) throw new Error(stderr);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function print(what: string, samplesMs: number[]): void {
  const sorted = samplesMs.toSorted((a, b) => a - b);
  const seconds = (ms = 0) => (ms / 1000).toFixed(1);
  console.log(
    `${what}: median ${seconds(sorted[Math.floor(sorted.length / 2)])} s, slowest ${seconds(sorted.at(-1))} s, of ${sorted.length}`,
  );
}

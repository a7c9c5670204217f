import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { NGINX } from '../../machine/run-nginx.ts';
import { claimPort } from '../../process/claim-port.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { makeFixtureSite } from '../both-edges/edge-fixture.ts';

/** The commands of the chapter 'The edge in production', for another directory and a port of this test. */
async function documentedCommands(directory: string): Promise<string[]> {
  const text = await readFile(path.join(WORKSPACE_ROOT, 'docs/operations.md'), 'utf8');
  const block = /## The edge in production\n[\s\S]*?```\n([^`]*)```/.exec(text)?.[1] ?? '';
  expect(block).toContain('nginx -p');
  const place =
    'mkdir -p /srv/corvane/edge/run && cp -r nginx nginx.conf /srv/corvane/edge && ln -sfn /srv/corvane/site /srv/corvane/edge/site';
  const commands = [place, ...block.trim().split('\n')].map((line) =>
    line.replaceAll('/srv/corvane', directory),
  );
  // Debian starts its workers as a user who may not read root's folders.
  const user = process.getuid?.() === 0 ? ' -g "user root;"' : '';
  return commands.map((line) => line.replace(/#.*/, '').replace(/^nginx (.*)/, `${NGINX} $1${user}`));
}

describeNeeding('nginx', 'nginx', () => {
  test('starts with the documented commands, in a directory that contains only the site', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'corvane-srv-'));
    const site = await makeFixtureSite();
    expect(spawnSync('ln', ['-s', site, path.join(directory, 'site')]).status).toBe(0);
    const port = await claimPort(0);
    const edge = path.join(directory, 'edge');
    const commands = await documentedCommands(directory);
    const start = commands.findIndex((line) => line.startsWith(NGINX));
    const runAll = (lines: readonly string[]) => {
      const { status, stderr } = spawnSync('bash', ['-euc', lines.join('\n')], {
        cwd: WORKSPACE_ROOT,
        encoding: 'utf8',
      });
      expect(status, stderr).toBe(0);
    };
    runAll(commands.slice(0, start));
    const listen = path.join(edge, 'nginx/listen.conf');
    const shipped = await readFile(listen, 'utf8');
    await writeFile(listen, shipped.replaceAll('listen 8080', `listen 127.0.0.1:${port}`));
    try {
      runAll(commands.slice(start));
      const health = () =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          (answer) => answer.status,
          () => 0,
        );
      await expect.poll(health).toBe(200);
      expect(await readdir(path.join(edge, 'run'))).toEqual(
        expect.arrayContaining(['access.log', 'error.log', 'nginx.pid', 'temp-proxy']),
      );
    } finally {
      process.kill(Number(await readFile(path.join(edge, 'run/nginx.pid'), 'utf8')), 'SIGTERM');
    }
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { NGINX, prepareNginx, runNginx } from '../../machine/run-nginx.ts';
import { onFreePorts } from '../../process/free-ports.ts';
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
    const port = await onFreePorts(1, async (free) => {
      await writeFile(listen, shipped.replaceAll('listen 8080', `listen 127.0.0.1:${free}`));
      runAll(commands.slice(start));
      return free;
    });
    try {
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

  /** Regression: the answer of the other program was taken for that of nginx. */
  test('does not start on a port that another program uses', async () => {
    const other = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const prefix = await prepareNginx(tmpdir(), {
      listen: () => `server { listen 127.0.0.1:${port}; include nginx/site.conf; }`,
    });
    await expect(runNginx(prefix, port)).rejects.toThrow('Address already in use');
    other.close();
    other.closeAllConnections();
  });
});

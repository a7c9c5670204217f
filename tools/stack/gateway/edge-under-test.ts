import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../../build/vite-config.ts';
import { claimPort } from '../free-port.ts';
import { answerWithSeen, makeFixtureSite, startFakeBackend } from './edge-fixture.ts';
import { startGateway } from './gateway.ts';

export interface EdgeUnderTest {
  url: string;
  close(): Promise<void>;
}

export async function startGatewayUnderTest(): Promise<EdgeUnderTest> {
  const port = await claimPort(0);
  const gateway = await startGateway({
    port,
    siteRoot: await makeFixtureSite(),
    backend: {
      fetch: (request, { ip }) => {
        request.headers.set('x-forwarded-for', ip);
        return answerWithSeen(request);
      },
      healthy: async () => true,
    },
    versions: async () => ({ host: 'v1' }),
  });
  return { url: `http://127.0.0.1:${port}`, close: gateway.close };
}

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

/** The shipped nginx.conf, with only the port, the upstream and the document root of this test. */
export async function startNginxUnderTest(): Promise<EdgeUnderTest> {
  const port = await claimPort(0);
  const backend = await startFakeBackend();
  const prefix = await mkdtemp(path.join(tmpdir(), 'corvane-nginx-'));
  await cp(path.join(WORKSPACE_ROOT, 'nginx.conf'), path.join(prefix, 'nginx.conf'));
  await cp(path.join(WORKSPACE_ROOT, 'nginx'), path.join(prefix, 'nginx'), { recursive: true });
  await mkdir(path.join(prefix, 'logs'));
  await mkdir(path.join(prefix, 'temp'));
  await symlink(await makeFixtureSite(), path.join(prefix, 'site'));
  await writeFile(path.join(prefix, 'nginx/listen.conf'), `listen 127.0.0.1:${port};\nserver_name _;\n`);
  await writeFile(
    path.join(prefix, 'nginx/upstream.conf'),
    `map "" $supabase_origin { default ${backend.origin}; }\n`,
  );
  const nginx = spawn(
    'nginx',
    ['-p', prefix, '-c', 'nginx.conf', '-e', 'logs/error.log', '-g', 'daemon off; user root;'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaint = '';
  nginx.stderr.on('data', (chunk) => {
    complaint += String(chunk);
  });
  const exited = new Promise<void>((resolve) => nginx.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilAnswering(`${url}/healthz`, exited);
  } catch (error) {
    throw new Error(`nginx did not start: ${complaint}`, { cause: error });
  }
  return {
    url,
    close: async () => {
      nginx.kill('SIGTERM');
      await exited;
      backend.close();
    },
  };
}

/** Asks until there is any answer; gives up when the process has ended. */
async function untilAnswering(url: string, exited: Promise<void>): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  while (!ended) {
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the process has ended');
}

import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../../build/vite-config.ts';
import { claimPort } from '../free-port.ts';
import { makeFixtureSite } from './edge-fixture.ts';
import type { EdgeUnderTest } from './edge-under-test.ts';
import { FakeBackend, listenAsBackend } from './fake-backend.ts';

export interface NginxUnderTest extends EdgeUnderTest {
  /** The directory that nginx runs in. */
  prefix: string;
  /** How many connections the backend was opened. */
  backendConnections(): number;
}

/** The address that a request with this header comes from, for limits that count by address. */
export const TEST_ADDRESS_HEADER = 'X-Test-Address';

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

/** What of the configuration a test replaces, as a deployment would. */
interface Replacements {
  /** nginx/listen.conf, for this port of 127.0.0.1. */
  listenConf?(port: number): Promise<string>;
  /** nginx/upstream.conf, for a fake backend on this port. */
  upstreamConf?(port: number): Promise<string>;
}

/** The shipped nginx.conf, with only the ports, the upstream and the document root of this test. */
export async function startNginxUnderTest({
  listenConf = listenPlain,
  upstreamConf = localUpstream,
}: Replacements = {}): Promise<NginxUnderTest> {
  const port = await claimPort(0);
  const backend = new FakeBackend();
  const listening = await listenAsBackend(backend);
  const siteRoot = await makeFixtureSite();
  const prefix = await mkdtemp(path.join(tmpdir(), 'corvane-nginx-'));
  // Two workers on every machine, so that how many connections they keep can be told.
  const conf = await readFile(path.join(WORKSPACE_ROOT, 'nginx.conf'), 'utf8');
  await writeFile(
    path.join(prefix, 'nginx.conf'),
    conf.replace('worker_processes auto', 'worker_processes 2'),
  );
  await cp(path.join(WORKSPACE_ROOT, 'nginx'), path.join(prefix, 'nginx'), { recursive: true });
  await mkdir(path.join(prefix, 'logs'));
  await mkdir(path.join(prefix, 'temp'));
  await symlink(siteRoot, path.join(prefix, 'site'));
  await writeFile(path.join(prefix, 'nginx/listen.conf'), await listenConf(port));
  await writeFile(path.join(prefix, 'nginx/upstream.conf'), await upstreamConf(listening.port));
  const stop = await runNginx(prefix, port);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    siteRoot,
    backend,
    prefix,
    backendConnections: listening.connections,
    stopBackend: () => listening.close(),
    close: async () => {
      await stop();
      listening.close();
      for (const dir of [siteRoot, prefix]) await rm(dir, { recursive: true });
    },
  };
}

async function listenPlain(port: number): Promise<string> {
  return `server {
    listen 127.0.0.1:${port};
    server_name _;
    set_real_ip_from 127.0.0.1;
    real_ip_header ${TEST_ADDRESS_HEADER};
    include nginx/site.conf;
  }`;
}

/** The shipped file at this test's port, with a second address, and less patient. */
async function localUpstream(port: number): Promise<string> {
  const shipped = await readFile(path.join(WORKSPACE_ROOT, 'nginx/upstream.conf'), 'utf8');
  const server = `server 127.0.0.1:${port} max_fails=0;`;
  return shipped
    .replace('server 127.0.0.1:54321;', `${server} ${server}`)
    .replace('proxy_read_timeout 30s', 'proxy_read_timeout 1s');
}

/** Runs until the returned function is called; resolves once it takes connections. */
async function runNginx(prefix: string, port: number): Promise<() => Promise<void>> {
  const user = process.getuid?.() === 0 ? ' user root;' : '';
  const nginx = spawn(
    'nginx',
    ['-p', prefix, '-c', 'nginx.conf', '-e', 'logs/error.log', '-g', `daemon off;${user}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaint = '';
  let hasEnded = false;
  nginx.stderr.on('data', (chunk) => {
    complaint += String(chunk);
  });
  const ended = new Promise<void>((resolve) =>
    nginx.once('exit', () => {
      hasEnded = true;
      resolve();
    }),
  );
  // Any answer will do; that of a port for TLS to plain HTTP is a 400.
  while ((await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)) === null) {
    if (hasEnded) throw new Error(`nginx did not start: ${complaint}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return async () => {
    nginx.kill('SIGTERM');
    await ended;
  };
}

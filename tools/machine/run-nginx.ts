import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/** Debian installs it in a directory that only root has in PATH. */
export const NGINX = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx';

/** True if nginx is installed with every module of the shipped configuration. */
export function hasNginx(): boolean {
  const modules = readFileSync(path.join(WORKSPACE_ROOT, 'nginx/modules.conf'), 'utf8');
  const files = [...modules.matchAll(/^load_module (\S+);$/gm)].map(([, file = '']) => file);
  return spawnSync(NGINX, ['-v']).status === 0 && files.every((file) => existsSync(file));
}

/** Changes the text of a shipped file. */
type Edit = (shipped: string) => string;

/** What a deployment changes: two files, by default from `listen.conf` and `upstream.conf`. */
export interface EdgeSettings {
  listen: Edit;
  listenFrom?: 'listen-tls.conf';
  upstream?: Edit;
  upstreamFrom?: 'upstream-hosted.conf';
}

/** @returns a directory that nginx can run in: the shipped files with the changes of a deployment. */
export async function prepareNginx(
  siteRoot: string,
  { listen, listenFrom, upstream = (shipped) => shipped, upstreamFrom }: EdgeSettings,
): Promise<string> {
  const prefix = await mkdtemp(path.join(tmpdir(), 'corvane-nginx-'));
  const write = async (file: string, edit: Edit, from = file) =>
    writeFile(path.join(prefix, file), edit(await readFile(path.join(WORKSPACE_ROOT, from), 'utf8')));
  // Two workers on every machine, so that the number of their connections is known.
  await write('nginx.conf', (conf) => conf.replace('worker_processes auto', 'worker_processes 2'));
  await cp(path.join(WORKSPACE_ROOT, 'nginx'), path.join(prefix, 'nginx'), { recursive: true });
  await symlink(siteRoot, path.join(prefix, 'site'));
  await write('nginx/listen.conf', listen, listenFrom && `nginx/${listenFrom}`);
  await write('nginx/upstream.conf', upstream, upstreamFrom && `nginx/${upstreamFrom}`);
  return prefix;
}

/** Plain HTTP on a port of this machine, for these names. */
export function listenPlain(port: number, names: string): Edit {
  return (shipped) =>
    shipped.replaceAll('listen 8080', `listen 127.0.0.1:${port}`).replace('corvane.example', names);
}

/** TLS on ports of this machine. @param certificate its key is beside it */
export function listenTls(port: number, plainPort: number, certificate: string): Edit {
  return (shipped) =>
    shipped
      .replaceAll(/^( *listen) 443 /gm, `$1 127.0.0.1:${port} `)
      .replaceAll(/^( *listen) 80\b/gm, `$1 127.0.0.1:${plainPort}`)
      .replaceAll('/etc/ssl/corvane', path.dirname(certificate));
}

/** A backend of this machine, and the secret that proves the edge to it. */
export function upstreamAt(address: string, edgeSecret: string): Edit {
  return (shipped) =>
    shipped.replace('127.0.0.1:54321', address).replace('default "";', `default "${edgeSecret}";`);
}

/**
 * The same for calls to the local backend. Like a deployment, it changes the port, the names and the backend's address.
 * @param backendUrl the backend's own address
 */
export function prepareLocalNginx(siteRoot: string, backendUrl: string, port: number): Promise<string> {
  return prepareNginx(siteRoot, {
    listen: listenPlain(port, 'localhost 127.0.0.1'),
    upstream: (shipped) => shipped.replace('http://supabase', backendUrl),
  });
}

/**
 * Runs nginx in a directory made by `prepareNginx`, until the returned function is called. Resolves once it answers.
 */
export async function runNginx(prefix: string, port: number): Promise<() => Promise<void>> {
  await mkdir(path.join(prefix, 'run'), { recursive: true });
  const user = process.getuid?.() === 0 ? ' user root;' : '';
  const nginx = spawn(
    NGINX,
    ['-p', prefix, '-c', 'nginx.conf', '-e', 'run/error.log', '-g', `daemon off;${user}`],
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
  // nginx writes its id once it listens. Before, an answer may be that of another program with this port.
  const isListening = () => existsSync(path.join(prefix, 'run/nginx.pid'));
  // Any answer is enough. A port for TLS answers plain HTTP with 400.
  while (!isListening() || (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)) === null) {
    // For a port in use, nginx tries again for seconds.
    if (/already in use/i.test(complaint)) nginx.kill('SIGKILL');
    if (hasEnded) throw new Error(`nginx did not start: ${complaint}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return async () => {
    nginx.kill('SIGTERM');
    await ended;
  };
}

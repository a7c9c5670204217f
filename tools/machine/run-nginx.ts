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

/**
 * A directory that nginx can run in: the shipped nginx.conf, with the two files that a deployment changes.
 * @returns its path.
 */
export async function prepareNginx(
  siteRoot: string,
  { listenConf, upstreamConf }: { listenConf: string; upstreamConf: string },
): Promise<string> {
  const prefix = await mkdtemp(path.join(tmpdir(), 'corvane-nginx-'));
  // Two workers on every machine, so that the number of their connections is known.
  const conf = await readFile(path.join(WORKSPACE_ROOT, 'nginx.conf'), 'utf8');
  await writeFile(
    path.join(prefix, 'nginx.conf'),
    conf.replace('worker_processes auto', 'worker_processes 2'),
  );
  await cp(path.join(WORKSPACE_ROOT, 'nginx'), path.join(prefix, 'nginx'), { recursive: true });
  await symlink(siteRoot, path.join(prefix, 'site'));
  await writeFile(path.join(prefix, 'nginx/listen.conf'), listenConf);
  await writeFile(path.join(prefix, 'nginx/upstream.conf'), upstreamConf);
  return prefix;
}

/**
 * The same for calls to the local backend. Like a deployment, it changes the port, the names and the backend's address.
 * @param backendUrl the backend's own address
 */
export async function prepareLocalNginx(siteRoot: string, backendUrl: string, port: number): Promise<string> {
  const shipped = (name: string) => readFile(path.join(WORKSPACE_ROOT, 'nginx', name), 'utf8');
  return prepareNginx(siteRoot, {
    listenConf: (await shipped('listen.conf'))
      .replaceAll('listen 8080', `listen 127.0.0.1:${port}`)
      .replace('corvane.example', 'localhost 127.0.0.1'),
    upstreamConf: (await shipped('upstream.conf')).replace('http://supabase', backendUrl),
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

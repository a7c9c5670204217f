import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareLocalNginx, runNginx } from '@corvane/tools/machine/run-nginx';
import { onFreePorts } from '@corvane/tools/process/free-ports';
import { createTestDatabase } from '@corvane/tools/stack/backend/schema/test-database';
import type { TestProject } from 'vitest/node';

const ROOT = path.join(import.meta.dirname, '../..');

interface AttackedStack {
  /** Ports of 127.0.0.1 that serve the site. */
  ports: { gateway: number; nginx: number };
  /** Process id of the stack itself. */
  pid: number;
  /** The backend's own address, without an edge. */
  backendUrl: string;
  dataDir: string;
  /** A file with all output of the stack. */
  outputFile: string;
  /** The working directory of nginx. */
  nginxPrefix: string;
  publishableKey: string;
  secretKey: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    attacked: AttackedStack;
  }
}

/**
 * Starts the same stack as `npx -y pnpm@12 start`, in a separate process, so a test notices an attack that ends
 * it. nginx with the shipped configuration runs beside it and sends calls to the same backend. If TEST_DATABASE_URL
 * is set, the database is on that server.
 */
export default async function startAttackedStack(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = path.join(tmpdir(), 'attacked');
  const outputFile = path.join(dataDir, 'output.log');
  await mkdir(dataDir, { recursive: true });
  const database = process.env.TEST_DATABASE_URL === undefined ? null : await createTestDatabase();
  const stack = spawn(process.execPath, ['tools/stack/start.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      RELEASE_COMPRESSION: 'fast',
      ...(database === null ? {} : { DATABASE_URL: database.url }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stack.stdout.on('data', (chunk) => appendFileSync(outputFile, chunk));
  stack.stderr.on('data', (chunk) => {
    appendFileSync(outputFile, chunk);
    process.stderr.write(chunk);
  });
  const port = await portOf(stack);
  const secrets = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'));
  const backendUrl = await readFile(path.join(dataDir, 'backend-url'), 'utf8');
  const nginx = await startNginx(dataDir, backendUrl);
  project.provide('attacked', {
    ports: { gateway: port, nginx: nginx.port },
    pid: stack.pid ?? 0,
    backendUrl,
    dataDir,
    outputFile,
    nginxPrefix: nginx.prefix,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
  });
  return async () => {
    await nginx.stop();
    const ended = new Promise((resolve) => stack.once('exit', resolve));
    if (stack.exitCode === null && stack.kill('SIGTERM')) await ended;
    await database?.drop();
  };
}

/** Once it has started. */
function portOf(stack: ChildProcess): Promise<number> {
  let said = '';
  return new Promise((resolve, reject) => {
    stack.stdout?.on('data', (chunk) => {
      said += String(chunk);
      const [, port] = /^ {2}Site +http:\/\/localhost:(\d+)$[\s\S]*Ctrl-C stops it/m.exec(said) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    stack.once('exit', () => reject(new Error(`The stack did not start: ${said}`)));
  });
}

/** Calls go to the backend's address, as they would to a Supabase project. */
function startNginx(dataDir: string, backendUrl: string) {
  return onFreePorts(1, async (port = 0) => {
    const prefix = await prepareLocalNginx(path.join(dataDir, 'site'), backendUrl, port);
    return { port, prefix, stop: await runNginx(prefix, port) };
  });
}

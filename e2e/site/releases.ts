import { spawn } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stack } from '../stack.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A finished build of an application that differs from every earlier version: its stylesheet contains this text. */
export async function variantOf(app: string, text: string): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'corvane-variant-'));
  await cp(path.join(ROOT, app, 'dist'), dir, { recursive: true });
  const stylesheets = (await readdir(path.join(dir, 'client'))).filter((file) => file.endsWith('.css'));
  for (const file of stylesheets) await appendFile(path.join(dir, 'client', file), `/* ${text} */`);
  return dir;
}

/** A team's release command against the stack under test. @throws with its output when it fails */
export function runRelease(...args: string[]): Promise<string> {
  return runNode(path.join(ROOT, 'release/release.ts'), args);
}

/** Like `runRelease` for all visitors, but without the browser check, for many releases in a row. */
export function releaseQuickly(app: string, build: string): Promise<string> {
  const script = path.join(ROOT, 'release/change/for-tests/release-in-process.ts');
  return runNode(script, [stack.siteRoot, app, build]);
}

function runNode(script: string, args: readonly string[]): Promise<string> {
  const child = spawn('node', [script, ...args], {
    env: { ...process.env, RELEASE_DESTINATION: stack.siteRoot, SITE_URL: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

interface Health {
  versions: Record<string, string>;
  canaries: { app: string; percent: number; versions: Record<string, string> }[];
}

export async function health(): Promise<Health> {
  return (await (await fetch(`${stack.url}/healthz`)).json()) as Health;
}

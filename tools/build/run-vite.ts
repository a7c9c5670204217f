import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { UserError } from '../command/user-error.ts';

/** A build takes 10 s, and several times as long on a busy machine. Another process waits 5 minutes for it. */
export const BUILD_LIMIT_MS = 4 * 60_000;

/** What a build is given of the environment. Its plugins are code of others, so it gets no key and no secret. */
const GIVEN = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'CI', 'NODE_OPTIONS'];

/**
 * Runs one build of an application in its own process. @returns the output of a failed build, null if it succeeds.
 * @param limit its abort ends the process
 * @throws UserError when the limit is reached, after printing the output until then.
 */
export async function runVite(
  appDir: string,
  options: readonly string[],
  limit: AbortSignal,
): Promise<string | null> {
  const vite = path.join(
    path.dirname(createRequire(path.join(appDir, 'x.js')).resolve('vite/package.json')),
    'bin/vite.js',
  );
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', ...options], {
    cwd: appDir,
    // Tests use the same build that ships.
    env: {
      ...Object.fromEntries(GIVEN.map((name) => [name, process.env[name]])),
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: limit,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return code === 0 ? null : output.trim();
  } catch (error) {
    if (!limit.aborted) throw error;
    if (output !== '') console.error(output.trim());
    const command = ['vite build', ...options].join(' ');
    const minutes = BUILD_LIMIT_MS / 60_000;
    throw new UserError(
      `The build of ${path.basename(appDir)} was stopped: ${command} did not end within ${minutes} minutes`,
    );
  }
}

/** The output of a failed build without the lines of the parser's own stack. */
export function withoutStack(output: string): string {
  return output.replace(/(?:\n +at [^\n]*)+(?:\n +\w+: [^\n]*)*(?:\n\})?/g, '').trimEnd();
}

/** Why a build failed, in one line: where the source cannot be read, and what often causes that. */
export function reasonOfFailure(output: string, app: string): string {
  const plain = stripVTControlCharacters(output);
  const [, reason, place] = /^\[[^\]\n]*\] (.+)\n[^\n]*\[ (\S+:\d+:\d+) \]/m.exec(plain) ?? [];
  if (reason === undefined) return `The build of ${app} failed: see above`;
  const hint = /│.*\w'\w.*'/.test(plain)
    ? ` Put a text with an apostrophe between double quotes: "It's".`
    : '';
  return `The build of ${app} failed at ${app}/${place}: ${reason}.${hint}`;
}

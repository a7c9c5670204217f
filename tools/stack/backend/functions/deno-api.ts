import { spawn } from 'node:child_process';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../../../workspace/workspace-root.ts';

export const DENO = path.join(WORKSPACE_ROOT, 'node_modules/.bin/deno');

/** What the function may do, as `systemd/corvane-functions@.service` says too. A test compares both. */
export const DENO_RUN = ['run', '--allow-net', '--allow-env', '--allow-sys', '--allow-read', 'index.ts'];

/** Where programs are, where Deno keeps packages, and whom it trusts when it fetches them. No setting of the function. */
const OF_THE_MACHINE =
  /^(?:PATH|HOME|TMPDIR|DENO_(?:DIR|CERT|TLS_CA_STORE)|(?:https?|no)_proxy|npm_config_registry)$/i;

/** The variables that Deno needs itself. It fetches packages through a proxy that the machine trusts, as Node does. */
export const DENO_ENVIRONMENT = {
  DENO_TLS_CA_STORE: 'system,mozilla',
  ...Object.fromEntries(Object.entries(process.env).filter(([variable]) => OF_THE_MACHINE.test(variable))),
};

/** The function `api` in a process of its own, on a free port. */
export interface DenoApi {
  /** Its calls are `<url>/<name>`. */
  url: string;
  /** Of the process that leads its session. */
  pid: number;
  end(): void;
  /** Tells it to stop, as systemd does. Resolves once it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the function as production does, with these variables and none of the caller's settings.
 * @throws Error with what Deno said, when it does not start.
 */
export function startDenoApi(environment: Record<string, string>): Promise<DenoApi> {
  const child = spawn(DENO, DENO_RUN, {
    cwd: path.join(WORKSPACE_ROOT, 'supabase/functions/api'),
    // The installed `deno` is a script that starts the real one, so the whole group must end.
    detached: true,
    env: { ...DENO_ENVIRONMENT, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0', ...environment },
  });
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      // The process has ended, but Node has not reported it yet.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    return ended;
  };
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (data: Buffer) => {
      // What it logs later is of no interest.
      if (output.length > 10_000) return;
      output += data;
      const port = /127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port !== undefined)
        resolve({ url: `http://127.0.0.1:${port}/api`, pid: child.pid ?? 0, end, stop });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`Deno ended with ${code}: ${output}`)));
  });
}

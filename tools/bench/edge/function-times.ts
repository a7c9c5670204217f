import { execFileSync } from 'node:child_process';
import { FUNCTION_NAMES } from '@corvane/shared/contracts/backend/calls';
import { formatTable } from '../../command/format-table.ts';
import { runCommand } from '../../command/run-command.ts';
import { type DenoApi, startDenoApi } from '../../stack/backend/functions/deno-api.ts';
import { median, quantile } from '../samples.ts';

const COLD_STARTS = 5;
const WARM_CALLS = 200;

/** No backend answers there: what is measured is the function itself. */
const ENVIRONMENT = {
  SUPABASE_URL: 'http://127.0.0.1:9',
  SITE_URL: 'https://www.corvane.example',
  MAIL_TRANSPORT: 'smtp',
  SMTP_HOST: '127.0.0.1',
};

/**
 * Cold and warm times of the function under the real Deno, and its memory: `run bench functions`. Cold is from the start
 * of the process to its first answer. Warm is an answer that needs no database: a bad request, refused by its schema.
 */
runCommand(async () => {
  const coldMs: number[] = [];
  for (let start = 0; start < COLD_STARTS; start += 1) {
    const startedAt = performance.now();
    const { url, end } = await serve();
    await call('sign-out', url).finally(end);
    coldMs.push(performance.now() - startedAt);
  }
  console.log(`cold: ${median(coldMs).toFixed(0)} ms to the first answer`);
  const { url, pid, end } = await serve();
  try {
    const rows = [['call', 'warm ms', 'slowest tenth']];
    for (const name of FUNCTION_NAMES.toSorted()) {
      const warmMs = await warmCalls(name, url);
      rows.push([name, median(warmMs).toFixed(1), quantile(warmMs, 0.9).toFixed(1)]);
    }
    console.log(`\n${formatTable(rows, 1)}`);
    console.log(`memory after ${WARM_CALLS * FUNCTION_NAMES.length} calls: ${residentMegabytes(pid)} MB`);
  } finally {
    end();
  }
});

/** Of the largest process of a session: the installed `deno` is a script that starts the real one. */
function residentMegabytes(session: number): string {
  const sizes = execFileSync('ps', ['-o', 'rss=', '--sid', String(session)], { encoding: 'utf8' });
  return (Math.max(...sizes.trim().split(/\s+/).map(Number)) / 1024).toFixed(0);
}

async function warmCalls(name: string, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < WARM_CALLS; turn += 1) {
    const startedAt = performance.now();
    await call(name, url);
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function call(name: string, url: string): Promise<void> {
  const answer = await fetch(`${url}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[]',
  });
  await answer.text();
  if (answer.status >= 500) throw new Error(`${name} answered ${answer.status}`);
}

/** The function with random secrets. */
function serve(): Promise<DenoApi> {
  const secrets = ['SUPABASE_SERVICE_ROLE_KEY', 'SESSION_JWT_SECRET', 'SALES_ID_PEPPER', 'EDGE_SECRET'];
  const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  return startDenoApi({
    ...ENVIRONMENT,
    ...Object.fromEntries(secrets.map((secret) => [secret, random()])),
  });
}

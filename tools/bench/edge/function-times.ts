import { formatTable } from '../../command/format-table.ts';
import { runCommand } from '../../command/run-command.ts';
import { type DenoFunction, startDenoFunction } from '../../stack/backend/functions/deno-function.ts';
import { FUNCTIONS } from '../../stack/backend/functions/function-server.ts';
import { median, quantile } from '../samples.ts';

const COLD_STARTS = 3;
const WARM_CALLS = 200;

/** No backend answers there: what is measured is the function itself. */
const ENVIRONMENT = {
  SUPABASE_URL: 'http://127.0.0.1:9',
  SITE_URL: 'https://www.corvane.example',
  MAIL_TRANSPORT: 'smtp',
  SMTP_HOST: '127.0.0.1',
};

/**
 * Cold and warm times of the Edge Functions under the real Deno: `run bench functions`. Cold is from the start of the
 * process to its first answer. Warm is an answer that needs no database: a bad request, refused by its schema.
 */
runCommand(async () => {
  const rows = [['function', 'cold ms', 'warm ms', 'slowest tenth']];
  for (const name of Object.keys(FUNCTIONS).sort()) {
    const coldMs: number[] = [];
    let warmMs: number[] = [];
    for (let start = 0; start < COLD_STARTS; start += 1) {
      const startedAt = performance.now();
      const { port, end } = await serve(name);
      try {
        await call(name, port);
        coldMs.push(performance.now() - startedAt);
        if (start === 0) warmMs = await warmCalls(name, port);
      } finally {
        end();
      }
    }
    const cells = [median(coldMs).toFixed(0), median(warmMs).toFixed(1), quantile(warmMs, 0.9).toFixed(1)];
    rows.push([name, ...cells]);
  }
  console.log(`\n${formatTable(rows, 1)}`);
});

async function warmCalls(name: string, port: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < WARM_CALLS; turn += 1) {
    const startedAt = performance.now();
    await call(name, port);
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function call(name: string, port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[]',
  });
  await answer.text();
  if (answer.status >= 500) throw new Error(`${name} answered ${answer.status}`);
}

/** A function with random secrets. */
function serve(name: string): Promise<DenoFunction> {
  const secrets = ['SUPABASE_SERVICE_ROLE_KEY', 'SESSION_JWT_SECRET', 'SALES_ID_PEPPER', 'EDGE_SECRET'];
  const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  return startDenoFunction(name, {
    ...ENVIRONMENT,
    ...Object.fromEntries(secrets.map((secret) => [secret, random()])),
  });
}

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runCommand } from '../../command/run-command.ts';
import { importSales } from '../../ops/sales-files/import-sales.ts';
import { SALES_COLUMNS } from '../../ops/sales-files/sales-row.ts';
import { OpsApi } from '../../ops-api/ops-api.ts';
import { startBackend } from '../../stack/backend/backend.ts';

const SITE_URL = 'http://localhost';
const PAUSE_MS = 20;
const ROWS = 1_000_000;

/**
 * Imports a large file with `ops sales import` and measures time, memory, and the waiting time of another caller.
 * Then it imports the same file again, which changes nothing.
 *
 *   npx -y pnpm@12 exec node tools/bench/scale/import-at-scale.ts
 */
runCommand(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  try {
    const backend = await startBackend({ dataDir, siteUrl: SITE_URL, env: {}, seed: true, log: () => {} });
    try {
      const file = path.join(dataDir, 'sales.csv');
      await pipeline(Readable.from(lines(ROWS)), createWriteStream(file));
      const ask = (input: string | URL | Request, init?: RequestInit) =>
        backend.fetch(new Request(input, init), { ip: '192.0.2.1' });
      const api = new OpsApi({
        url: SITE_URL,
        secretKey: backend.secretKey,
        salesIdPepper: null,
        fetch: ask,
      });
      for (const what of ['new', 'again']) {
        await measure(what, ROWS, api, file, () =>
          ask(`${SITE_URL}/rest/v1/rpc/get_product_features`, {
            method: 'POST',
            headers: { apikey: backend.publishableKey, 'Content-Type': 'application/json' },
            body: JSON.stringify({ product_name_param: 'Moonshot' }),
          }),
        );
      }
    } finally {
      await backend.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

function* lines(count: number): Generator<string> {
  yield `${SALES_COLUMNS.join(',')}\n`;
  for (let n = 1; n <= count; n += 1) {
    const id = `d0000000-0000-4000-b000-${String(n).padStart(12, '0')}`;
    const day = new Date(Date.UTC(2024, 0, 1 + (n % 1_000))).toISOString().slice(0, 10);
    yield `${id},dana.whitfield@corvane.example,priya.raman@hartwellmedia.example,${day},Moonshot,monthly,${n % 9_000}.50,${n % 700}.25,\n`;
  }
}

async function measure(
  what: string,
  count: number,
  api: OpsApi,
  file: string,
  other: () => Promise<Response>,
) {
  const printed: string[] = [];
  const waitsMs: number[] = [];
  let peakBytes = 0;
  let isDone = false;
  const bystander = (async () => {
    while (!isDone) {
      // From when it wanted to ask: the embedded database keeps the whole process waiting.
      const wantedAt = performance.now() + PAUSE_MS;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      await (await other()).text();
      waitsMs.push(performance.now() - wantedAt);
      peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
    }
  })();
  const beforeBytes = process.memoryUsage().rss;
  const startedAt = performance.now();
  await importSales({
    api,
    file,
    confirm: async () => {},
    print: (line) => printed.push(line),
    signal: new AbortController().signal,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  isDone = true;
  await bystander;
  const sorted = waitsMs.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  console.log(`${what}: ${printed.at(-1)} (${printed.length - 1} lines of progress)`);
  console.log(
    `  ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} rows/s; memory of the process ${megabytes(beforeBytes)} MB before, ${megabytes(peakBytes)} MB at most; another caller waited ${at(0.5)} ms at the median, ${at(0.99)} ms in the slowest hundredth, ${at(1)} ms at most`,
  );
}

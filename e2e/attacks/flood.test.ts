import { beforeAll, expect, test } from 'vitest';
import { expectStillAnswering, gateway, memoryMb } from './attack.ts';

/** `FLOOD_SECONDS=60 npx -y pnpm@12 test attacks` floods for a minute, as docs/security.md reports. */
const SECONDS = Number(process.env.FLOOD_SECONDS ?? 8);
/** The most calls that one caller may have open at once. */
const AT_ONCE = 32;
/** Callers are identified by their address. */
const ATTACKER = '127.0.0.3';
const VISITOR = '127.0.0.2';
const MAX_GROWTH_MB = 300;
const SAMPLE_EVERY_MS = 200;
/** Quiet time and flood alternate, so other work on the machine slows both. */
const ROUNDS = 3;
const ROUND_MS = (SECONDS * 1_000) / ROUNDS;
const MAX_PAGE_FACTOR = 2;
/** On a busy machine a page can take this long without an attack. */
const NOISE_MS = 500;

let token = '';
beforeAll(async () => {
  const answer = await gateway.call('/functions/v1/sign-in-rep', { salesId: 'DEMO-REP-2018' });
  token = `Bearer ${((await answer.json()) as { sessionToken: string }).sessionToken}`;
});

interface Seen {
  pageMs: number[];
  callMs: number[];
  failures: string[];
}

/** Another visitor's requests during the flood: a page and a call, one after the other, repeatedly. */
async function visit(until: () => boolean): Promise<Seen> {
  const seen: Seen = { pageMs: [], callMs: [], failures: [] };
  const timed = async (times: number[], ask: () => Promise<Response>) => {
    const startedAt = performance.now();
    const response = await ask();
    const text = await response.text();
    times.push(performance.now() - startedAt);
    if (response.status !== 200) seen.failures.push(`${response.status} ${text.slice(0, 200)}`);
  };
  do {
    await timed(seen.pageMs, () => gateway.get('/pricing'));
    await timed(seen.callMs, () =>
      gateway.callFrom(VISITOR, '/rest/v1/rpc/get_product_features', { product_name_param: 'Moonshot' }),
    );
  } while (!until());
  return seen;
}

const FLOODS: Record<string, () => Promise<Response>> = {
  'searches of the sales': () =>
    gateway.callFrom(
      ATTACKER,
      '/rest/v1/rpc/get_sales_dashboard',
      { filter: { search: 'a', products: Array.from({ length: 50 }, (_, n) => `P${n}`) } },
      { Authorization: token },
    ),
  'invalid cursors': () =>
    gateway.callFrom(
      ATTACKER,
      '/rest/v1/rpc/get_sales_table',
      { after: Buffer.from('['.repeat(3_000)).toString('base64') },
      { Authorization: token },
    ),
  'wrong sales IDs': () =>
    gateway.callFrom(ATTACKER, '/functions/v1/sign-in-rep', { salesId: crypto.randomUUID() }),
};

/** Runs for a while. @returns the results, and the peak memory of the stack */
async function withPeakMb<T>(work: () => Promise<T>): Promise<{ result: T; peakMb: number }> {
  let peakMb = memoryMb();
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, memoryMb());
  }, SAMPLE_EVERY_MS);
  const result = await work().finally(() => clearInterval(sampling));
  return { result, peakMb: Math.max(peakMb, memoryMb()) };
}

const forOneRound = () => {
  const endsAt = performance.now() + ROUND_MS;
  return () => performance.now() > endsAt;
};

/** @returns the other visitor's results, and the number of calls sent */
async function floodOnce(send: () => Promise<Response>): Promise<{ seen: Seen; sent: number }> {
  const isOver = forOneRound();
  let sent = 0;
  const flood = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver()) {
      await (await send()).arrayBuffer();
      sent += 1;
    }
  });
  const seen = await visit(isOver);
  await Promise.all(flood);
  return { seen, sent };
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
/** The median over all rounds of the slowest answer in each round. */
const slowest = (rounds: Seen[], which: 'pageMs' | 'callMs') =>
  Math.round(median(rounds.map((seen) => Math.max(...seen[which]))));

test.each(Object.entries(FLOODS))(
  'a flood of %s from one caller does not fail other callers',
  { tags: ['deep'], timeout: 120_000 + SECONDS * 3_000 },
  async (what, send) => {
    const quiet: Seen[] = [];
    const during: Seen[] = [];
    let sent = 0;
    let calmMb = 0;
    let peakMb = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = await withPeakMb(() => visit(forOneRound()));
      const flood = await withPeakMb(() => floodOnce(send));
      quiet.push(before.result);
      during.push(flood.result.seen);
      sent += flood.result.sent;
      if (round === 0) calmMb = before.peakMb;
      peakMb = Math.max(peakMb, flood.peakMb);
    }
    const growthMb = peakMb - calmMb;
    const page = slowest(during, 'pageMs');
    const factor = page / slowest(quiet, 'pageMs');
    console.log(
      `${what}: ${sent} calls in ${SECONDS} s; slowest page ${page} ms (${slowest(quiet, 'pageMs')} without, ` +
        `factor ${factor.toFixed(1)}), slowest call ${slowest(during, 'callMs')} ms ` +
        `(${slowest(quiet, 'callMs')} without), memory at most +${Math.round(growthMb)} MB`,
    );
    expect(during.flatMap(({ failures }) => failures)).toEqual([]);
    expect(growthMb).toBeLessThan(MAX_GROWTH_MB);
    if (page > NOISE_MS) expect(factor).toBeLessThanOrEqual(MAX_PAGE_FACTOR);
    await expectStillAnswering();
  },
);

import { beforeAll, expect, test } from 'vitest';
import { expectStillAnswering, gateway, memoryMb } from './attack.ts';

/** `FLOOD_SECONDS=60 npx -y pnpm@12 test attacks` floods for a minute, as docs/security.md reports. */
const SECONDS = Number(process.env.FLOOD_SECONDS ?? 8);
/** As many calls as one caller may have running. */
const AT_ONCE = 32;
/** Callers are told apart by their address. */
const ATTACKER = '127.0.0.3';
const VISITOR = '127.0.0.2';
const MAX_GROWTH_MB = 300;

let token = '';
beforeAll(async () => {
  const answer = await gateway.call('/functions/v1/sign-in-rep', { salesId: 'DEMO-REP-2018' });
  token = `Bearer ${((await answer.json()) as { accessToken: string }).accessToken}`;
});

interface Seen {
  pageMs: number[];
  callMs: number[];
  failures: string[];
}

/** What somebody else sees meanwhile: a page and a call, one after the other, again and again. */
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
  'cursors that are none': () =>
    gateway.callFrom(
      ATTACKER,
      '/rest/v1/rpc/get_sales_table',
      { after: Buffer.from('['.repeat(3_000)).toString('base64') },
      { Authorization: token },
    ),
  'wrong sales IDs': () =>
    gateway.callFrom(ATTACKER, '/functions/v1/sign-in-rep', { salesId: crypto.randomUUID() }),
};

test.each(Object.keys(FLOODS))('a flood of %s from one caller fails nobody else', async (what) => {
  const quietUntil = performance.now() + 2_000;
  const quiet = await visit(() => performance.now() > quietUntil);
  const memoryBefore = memoryMb();
  const until = performance.now() + SECONDS * 1_000;
  const isOver = () => performance.now() > until;
  let sent = 0;
  const flood = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver()) {
      await FLOODS[what]?.().then((response) => response.arrayBuffer());
      sent += 1;
    }
  });
  const during = await visit(isOver);
  await Promise.all(flood);
  const growth = memoryMb() - memoryBefore;
  const worst = (times: number[]) => Math.round(Math.max(...times));
  console.log(
    `${what}: ${sent} calls in ${SECONDS} s; slowest page ${worst(during.pageMs)} ms (${worst(quiet.pageMs)} without), ` +
      `slowest call ${worst(during.callMs)} ms (${worst(quiet.callMs)} without), memory +${Math.round(growth)} MB`,
  );
  expect(during.failures).toEqual([]);
  expect(growth).toBeLessThan(MAX_GROWTH_MB);
  await expectStillAnswering();
});

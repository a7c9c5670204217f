import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { answersPerSecond, offerLoad } from './offer-load.ts';

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A site whose answer to its nth request has this status. Null: none. */
async function siteThat(answers: (nth: number) => number | null) {
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['x-test-address']}`);
    request.resume();
    const status = answers(asked.length);
    if (status !== null) response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let turn = 0;
  const next = () => {
    turn += 1;
    return { path: '/call', body: '{}', headers: {}, address: `10.0.0.${turn}` };
  };
  const offer = { port, rate: 100, forMs: 200, pids: [process.pid], processors: 2, next };
  return { asked, offer };
}

test('sends as many requests as offered, each from its own caller', async () => {
  const { asked, offer } = await siteThat(() => 200);
  const step = await offerLoad(offer);
  expect([step.offered, step.failed]).toEqual([100, 0]);
  expect(new Set(asked)).toHaveProperty('size', 20);
  expect(asked).toContain('POST /call 10.0.0.7');
  expect(step.p99Ms).toBeGreaterThan(0);
  expect(step.generatorShare).toBeGreaterThan(0);
});

test('a refusal, such as that of a limit, is a failure', async () => {
  const { offer } = await siteThat((nth) => (nth % 4 === 0 ? 429 : 200));
  expect((await offerLoad(offer)).failed).toBe(5);
});

test('an answer that never comes is a failure, and the step ends all the same', async () => {
  const { offer } = await siteThat((nth) => (nth <= 3 ? null : 200));
  expect((await offerLoad(offer)).failed).toBe(3);
});

/** Regression: after a rate far too high, its rest loaded the site during the next steps, and the next kinds. */
test('what waits for a connection when a step ends is not sent during the next', async () => {
  let answers = false;
  const { asked, offer } = await siteThat(() => (answers ? 200 : null));
  const stuck = await offerLoad({ ...offer, rate: 4_000 });
  expect(stuck.failed).toBe(800);
  const before = asked.length;
  expect(before).toBeLessThan(800);
  answers = true;
  expect((await offerLoad(offer)).failed).toBe(0);
  expect(asked).toHaveLength(before + 20);
});

test('answers that all take long keep up, answers that fall behind do not', () => {
  const late = Array.from({ length: 15 }, (_, index) => 250 + index * 200);
  expect(answersPerSecond(late, 3_000)).toBe(5);
  const behind = late.map((at, index) => at + index * 100);
  expect(answersPerSecond(behind, 3_000)).toBeCloseTo(3.33, 2);
  expect([answersPerSecond([], 3_000), answersPerSecond([250], 1_000)]).toEqual([0, 1]);
});

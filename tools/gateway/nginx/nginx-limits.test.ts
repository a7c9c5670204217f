import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { errorBodySchema } from '@corvane/shared/contracts/backend/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import {
  type NginxUnderTest,
  startNginxUnderTest,
  TEST_ADDRESS_HEADER,
} from '../both-edges/nginx-under-test.ts';

/**
 * Only nginx enforces these limits. The local gateway has none. Each test uses its own addresses. Each second of
 * the calls lets some more through, so the tests compute the least number of refusals.
 */
describeNeeding('nginx', 'limits of nginx', () => {
  let edge: NginxUnderTest;
  beforeAll(async () => {
    edge = await startNginxUnderTest();
  });
  afterAll(async () => {
    await edge?.close();
  });

  const callAtOnce = (times: number, url: string, address: (call: number) => string, body = '{}') =>
    Promise.all(
      Array.from({ length: times }, (_, call) =>
        fetch(edge.url + url, {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json', [TEST_ADDRESS_HEADER]: address(call) },
        }),
      ),
    );
  /** @returns whole seconds, rounded up, since it was made. */
  const stopwatch = () => {
    const startedAt = performance.now();
    return () => Math.ceil((performance.now() - startedAt) / 1000);
  };
  const refused = (answers: Response[]) => answers.filter(({ status }) => status === 429);

  /** In portions below what one caller may have running. */
  const callInPortions = async (portions: number, url: string, address: (call: number) => string) => {
    const answers: Response[] = [];
    for (let portion = 0; portion < portions; portion++) {
      answers.push(...(await callAtOnce(30, url, (call) => address(portion * 30 + call))));
    }
    return answers;
  };

  test.each([
    ['sign-in-rep', '198.51.100.1'],
    ['sign-in-customer', '198.51.100.2'],
    ['send-verification', '198.51.100.3'],
    ['issue-access-link', '198.51.100.4'],
  ])('%s: an office of 30 is let in at once, and a flood is refused', async (name, address) => {
    const seconds = stopwatch();
    expect(refused(await callAtOnce(30, `/functions/v1/${name}`, () => address))).toEqual([]);
    // 61 at once, then one a second: of 120, 59 are too many.
    const flood = refused(await callInPortions(3, `/functions/v1/${name}`, () => address));
    expect(flood.length).toBeGreaterThanOrEqual(59 - seconds());
    expect(flood.length).toBeLessThanOrEqual(59);
    const [answer] = flood;
    expect(answer?.headers.get('retry-after')).toBe('5');
    const { error } = errorBodySchema.parse(await answer?.json());
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 });
    // Another caller is not held up, nor the same one elsewhere.
    expect(refused(await callAtOnce(1, `/functions/v1/${name}`, () => '198.51.100.200'))).toEqual([]);
    expect(refused(await callAtOnce(1, '/functions/v1/sign-out', () => address))).toEqual([]);
  });

  test('other calls: twenty a second and 200 at once', async () => {
    const seconds = stopwatch();
    const url = '/rest/v1/rpc/get_customers';
    // 300 calls, and 201 of them are let through at once.
    const limited = refused(await callInPortions(10, url, () => '203.0.113.1')).length;
    expect(limited).toBeGreaterThanOrEqual(99 - 20 * seconds());
    expect(limited).toBeLessThan(100);
  });

  test('an IPv6 network is one caller', async () => {
    const seconds = stopwatch();
    const one = await callInPortions(3, '/functions/v1/sign-in-rep', (call) => `2001:db8:1:${call}::1`);
    expect(refused(one).length).toBeGreaterThanOrEqual(29 - seconds());
    const many = await callInPortions(3, '/functions/v1/sign-in-rep', (call) => `2001:db8:${call + 2}::1`);
    expect(refused(many)).toEqual([]);
  });

  test('32 running calls of one caller', async () => {
    const answers = await callAtOnce(40, '/functions/v1/sign-out', () => '203.0.113.2', 'slow');
    expect(refused(answers).length).toBeGreaterThanOrEqual(4);
    expect(refused(answers).length).toBeLessThanOrEqual(8);
  });

  test('200 running requests of one caller', async () => {
    await writeFile(path.join(edge.siteRoot, 'assets/host/v1/large.bin'), Buffer.alloc(24 * 1024 * 1024));
    const head = `GET /assets/host/v1/large.bin HTTP/1.1\r\nHost: localhost\r\n${TEST_ADDRESS_HEADER}: 203.0.113.3\r\n\r\n`;
    const sockets: Socket[] = [];
    try {
      for (let running = 0; running < 200; running++) {
        const socket = connect(edge.port, '127.0.0.1', () => socket.write(head));
        sockets.push(socket);
        await new Promise<void>((resolve) => socket.once('readable', resolve));
      }
      const held = await fetch(`${edge.url}/pricing`, { headers: { [TEST_ADDRESS_HEADER]: '203.0.113.3' } });
      expect(held.status).toBe(429);
      expect(held.headers.get('retry-after')).toBe('5');
      expect(held.headers.get('cache-control')).toBe('no-store');
      expect(await held.text()).toBe('Too many requests; try again in a few seconds\n');
      expect((await fetch(`${edge.url}/pricing`)).status).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  test('connections to the backend are kept', async () => {
    const before = edge.backendConnections();
    for (let call = 0; call < 12; call++) await callAtOnce(1, '/functions/v1/sign-out', () => '203.0.113.5');
    // Two workers, two addresses of the backend.
    expect(edge.backendConnections() - before).toBeLessThanOrEqual(4);
  });
});

import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { describeEdges } from './describe-edges.ts';
import { type EdgeUnderTest, sendBytes, statusOf } from './edge-under-test.ts';

/** Refused, or the connection ended: nginx says 501 to an unknown transfer coding, 505 to an unknown version. */
const REFUSALS = [400, 408, 413, 414, 431, 501, 505, null];
/** The address of the attacks: nginx's limits count by address, and other callers have another. */
const ATTACKER = '127.0.0.2';
const PATIENCE_MS = 120_000;
const PRICES = '/rest/v1/rpc/get_plan_prices';

describeEdges('attacks', (edge, get) => {
  const timesAsked = () => edge().backend.seen.length;
  const head = (...lines: string[]) =>
    [`POST ${PRICES} HTTP/1.1`, `Host: localhost:${edge().port}`, ...lines, '', ''].join('\r\n');
  const JSON_LINE = 'Content-Type: application/json';
  const SMUGGLED = `POST /functions/v1/sign-out HTTP/1.1\r\nHost: localhost\r\n${JSON_LINE}\r\nContent-Length: 2\r\n\r\n{}`;

  describe('smuggling', () => {
    const requests: Record<string, () => string> = {
      'a length and a transfer coding': () =>
        `${head(JSON_LINE, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${SMUGGLED}`,
      'a transfer coding and a length': () =>
        `${head(JSON_LINE, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${SMUGGLED}`,
      'two lengths that differ': () =>
        `${head(JSON_LINE, 'Content-Length: 2', 'Content-Length: 100')}{}${SMUGGLED}`,
      'a list of lengths': () => `${head(JSON_LINE, 'Content-Length: 2, 2')}{}${SMUGGLED}`,
      'a length with a sign': () => `${head(JSON_LINE, 'Content-Length: +2')}{}${SMUGGLED}`,
      'a length below zero': () => `${head(JSON_LINE, 'Content-Length: -1')}${SMUGGLED}`,
      'a length in hexadecimal': () => `${head(JSON_LINE, 'Content-Length: 0x2')}{}${SMUGGLED}`,
      'a length too large for a number': () =>
        `${head(JSON_LINE, 'Content-Length: 99999999999999999999')}{}${SMUGGLED}`,
      'two transfer codings, the last unknown': () =>
        `${head(JSON_LINE, 'Transfer-Encoding: chunked', 'Transfer-Encoding: cow')}0\r\n\r\n${SMUGGLED}`,
      'an unknown transfer coding': () =>
        `${head(JSON_LINE, 'Transfer-Encoding: xchunked')}0\r\n\r\n${SMUGGLED}`,
      'a list of transfer codings': () =>
        `${head(JSON_LINE, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n${SMUGGLED}`,
      'a space before the colon': () =>
        `${head(JSON_LINE, 'Transfer-Encoding : chunked', 'Content-Length: 2')}{}${SMUGGLED}`,
      'a folded header': () =>
        `${head(JSON_LINE, 'Transfer-Encoding:\r\n chunked', 'X: y\r\n Content-Length: 2')}0\r\n\r\n${SMUGGLED}`,
      'a bare line feed within a header': () =>
        `${head(JSON_LINE, 'X: y\nTransfer-Encoding: chunked\rX')}0\r\n\r\n${SMUGGLED}`,
      'a NUL in a header': () => `${head(JSON_LINE, 'X: a\0b', 'Content-Length: 2')}{}`,
      'a chunk size that is not a number': () =>
        `${head(JSON_LINE, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n${SMUGGLED}`,
      'a chunk size that overflows': () =>
        `${head(JSON_LINE, 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
      'a chunk longer than its size': () =>
        `${head(JSON_LINE, 'Transfer-Encoding: chunked')}1\r\n{}}}}\r\n0\r\n\r\n${SMUGGLED}`,
      'no version': () => `GET ${PRICES}\r\nHost: localhost\r\n\r\n`,
      'an unknown version': () =>
        `GET / HTTP/9.9\r\nHost: localhost:${edge().port}\r\nConnection: close\r\n\r\n`,
      'a space in the address': () =>
        `GET /pricing x HTTP/1.1\r\nHost: localhost:${edge().port}\r\nConnection: close\r\n\r\n`,
      'bytes that are not HTTP': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    };

    test.each(Object.keys(requests))('%s is refused, and no request after it is executed', async (what) => {
      const before = timesAsked();
      const answer = await sendBytes(edge(), requests[what]?.() ?? '');
      expect(REFUSALS).toContain(statusOf(answer));
      expect(answer.match(/^HTTP\/1\.[01] 2\d\d/gm)).toBeNull();
      expect(timesAsked()).toBe(before);
    });
  });

  test('a flood of headers is refused', async () => {
    for (const line of ['a: b', `x-long: ${'x'.repeat(500)}`]) {
      const lines = Array.from({ length: 60_000 / line.length }, (_, i) => `${i}${line}`);
      expect(REFUSALS).toContain(statusOf(await sendBytes(edge(), head(...lines))));
    }
  });

  describe('slow clients', () => {
    const sockets: Socket[] = [];
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
    });
    /** Opens a connection, sends the beginning of a request and resolves once the edge has ended it. */
    const openSlowly = (beginning: string) =>
      new Promise<string>((resolve) => {
        let answer = '';
        const socket = connect({ port: edge().port, host: '127.0.0.1', localAddress: ATTACKER }, () =>
          socket.write(beginning),
        );
        sockets.push(socket);
        socket.on('data', (chunk) => {
          answer += String(chunk);
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(answer));
      });

    test(
      'a client that stalls is disconnected, wherever it stopped',
      async () => {
        const before = timesAsked();
        const beginnings = {
          nothing: '',
          'half a request line': 'GET /pri',
          'half a header': `GET /pricing HTTP/1.1\r\nHost: localhost:${edge().port}\r\nX-Slow: `,
          'half a body': `${head(JSON_LINE, 'Content-Length: 1000')}{`,
          'half a chunk': `${head(JSON_LINE, 'Transfer-Encoding: chunked')}3e8\r\n{`,
        };
        const asked = Object.entries(beginnings).map(async ([what, beginning]) => {
          expect.soft([400, 408, null], what).toContain(statusOf(await openSlowly(beginning)));
        });
        await Promise.all(asked);
        expect(timesAsked()).toBe(before);
      },
      PATIENCE_MS,
    );

    test('while 300 connections are half open, other callers are answered', async () => {
      for (let i = 0; i < 100; i++) {
        void openSlowly('');
        void openSlowly(`GET /pricing HTTP/1.1\r\nHost: localhost\r\nX: `);
        void openSlowly(`${head(JSON_LINE, 'Content-Length: 1000')}{`);
      }
      expect((await get('/pricing')).status).toBe(200);
      expect((await get('/assets/host/v1/app.js')).status).toBe(200);
      expect(await aCallOf(edge())).toBe(200);
    });
  });

  test('a client that hangs up in the middle of its body affects no other caller', async () => {
    const before = timesAsked();
    for (let i = 0; i < 20; i++) {
      await new Promise<void>((resolve) => {
        const socket = connect({ port: edge().port, host: '127.0.0.1', localAddress: ATTACKER }, () => {
          socket.write(`${head(JSON_LINE, 'Content-Length: 1000')}{`, () => socket.destroy());
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve());
      });
    }
    expect((await get('/pricing')).status).toBe(200);
    expect(timesAsked()).toBe(before);
  });
});

async function aCallOf(edge: EdgeUnderTest): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${edge.url}${PRICES}`, { method: 'POST', headers, body: '{}' })).status;
}

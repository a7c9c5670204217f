import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { attacked, describeEdges, expectStillAnswering, head, memoryMb } from './attack.ts';

const CALLS = ['/functions/v1/submit-contact', '/rest/v1/rpc/get_plan_prices'];
const JSON_LINE = 'Content-Type: application/json';
const TIMES = 10;

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function open(port: number, bytes: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => resolve(socket)));
    socket.on('error', () => resolve(socket));
    sockets.push(socket);
  });
}

describeEdges((edge) => {
  // Regression: one such request ended the stack.
  test.each(CALLS)('a truncated body to %s does not stop the stack', async (path) => {
    for (const [lines, body] of [
      [['Content-Length: 1000'], '{'],
      [['Content-Length: 1000'], ''],
      [['Transfer-Encoding: chunked'], '3e8\r\n{"a":'],
      [['Transfer-Encoding: chunked'], '5\r\n{"a":'],
      [['Content-Length: 1000', 'Expect: 100-continue'], ''],
    ] as const) {
      const bytes = head(edge, `POST ${path}`, JSON_LINE, ...lines) + body;
      await Promise.all(Array.from({ length: TIMES }, () => edge.send(bytes, { hangUp: true })));
      await expectStillAnswering();
    }
  });

  test('an invalid chunk does not stop the stack', async () => {
    for (const body of ['zz\r\n{}\r\n0\r\n\r\n', '2\r\n{}}}\r\n0\r\n\r\n']) {
      for (const path of CALLS) {
        const answer = await edge.send(
          head(edge, `POST ${path}`, JSON_LINE, 'Transfer-Encoding: chunked') + body,
        );
        expect([0, 400, 413]).toContain(answer.status);
      }
      await expectStillAnswering();
    }
  });

  test('a client that resets the connection does not stop the stack', async () => {
    for (const bytes of [
      head(edge, 'GET /pricing'),
      `${head(edge, 'POST /rest/v1/rpc/get_plan_prices', JSON_LINE, 'Content-Length: 2')}{}`,
      `${head(edge, 'POST /functions/v1/sign-in-rep', JSON_LINE, 'Content-Length: 1000')}{`,
      '\x16\x03\x01garbage\r\n\r\n',
    ]) {
      for (let time = 0; time < TIMES; time++) (await open(edge.port, bytes)).resetAndDestroy();
    }
    await expectStillAnswering();
  });

  test('an unread answer does not delay other callers', async () => {
    for (let time = 0; time < 20; time++) {
      (await open(edge.port, head(edge, 'GET /pricing').replace('close', 'keep-alive').repeat(50))).pause();
    }
    await expectStillAnswering();
  });

  test('1,000 requests in one packet are answered in order or refused', async () => {
    const one = head(edge, 'GET /healthz').replace('Connection: close\r\n', '');
    const answer = await edge.send(one.repeat(999) + head(edge, 'GET /healthz'));
    expect(answer.text.match(/^HTTP\/1\.1 5(?!03)\d\d/m)).toBeNull();
    await expectStillAnswering();
  });

  test.each([
    ['an address of 9 kB', (text: string) => `GET /${text.repeat(9_000)}`, 414],
    ['an address of 60 kB', (text: string) => `GET /${text.repeat(60_000)}`, 400],
    ['a query of 60 kB', (text: string) => `GET /pricing?${text.repeat(60_000)}`, 400],
  ])('%s is refused', async (_, line, status) => {
    expect([status, 414, 431, 0]).toContain((await edge.send(head(edge, line('x')))).status);
    await expectStillAnswering();
  });

  test.each([
    ['20,000 headers', Array.from({ length: 20_000 }, (_, n) => `X${n}: y`)],
    ['a header of 100 kB', [`X: ${'y'.repeat(100_000)}`]],
    ['a cookie of 100 kB', [`Cookie: ${'a=b; '.repeat(20_000)}`]],
  ])('%s are refused', async (_, lines) => {
    expect([0, 400, 431]).toContain((await edge.send(head(edge, 'GET /pricing', ...lines))).status);
    await expectStillAnswering();
  });

  test('500 idle connections do not delay other callers, and need little memory', async () => {
    const before = memoryMb();
    const halves = [
      '',
      `GET /pricing HTTP/1.1\r\nHost: localhost:${edge.port}\r\nX: `,
      `${head(edge, 'POST /functions/v1/submit-contact', JSON_LINE, 'Content-Length: 30000')}${'x'.repeat(20_000)}`,
    ];
    await Promise.all(
      Array.from({ length: 500 }, (_, n) => open(edge.port, halves[n % halves.length] ?? '')),
    );
    const startedAt = performance.now();
    expect((await edge.get('/pricing')).status).toBeLessThan(500);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(memoryMb() - before).toBeLessThan(300);
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(async () => (await edge.get('/pricing')).status).toBe(200);
    await expectStillAnswering();
  });
});

test('a truncated body sent directly to the backend does not stop the stack', async () => {
  const { port, host } = new URL(attacked.backendUrl);
  const bytes = `POST /rest/v1/rpc/get_plan_prices HTTP/1.1\r\nHost: ${host}\r\n${JSON_LINE}\r\nContent-Length: 1000\r\n\r\n{`;
  for (let time = 0; time < TIMES; time++) (await open(Number(port), bytes)).destroy();
  await expectStillAnswering();
});

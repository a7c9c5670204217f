import { connect, type Socket } from 'node:net';
import { type CallName, pathOf } from '@corvane/shared/contracts/backend/calls';
import { expect, test } from 'vitest';
import { describeEdges } from '../both-edges/describe-edges.ts';

/** Sends bytes unchanged. @returns the socket, once the system has them. */
function send(port: number, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      socket.write(text, () => resolve(socket));
    });
  });
}

const JSON_BODY = 'Content-Type: application/json';

/** An unhandled rejection fails the run of this file, so it is enough that the edge keeps serving. */
describeEdges('broken sockets', (edge, get) => {
  const head = (method: string, path: string, ...headers: string[]) =>
    [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${edge().port}`, ...headers, '', ''].join('\r\n');
  const seen = (name: CallName) => edge().backend.seenOf(name);

  async function goesOn(): Promise<void> {
    expect((await get('/pricing')).status).toBe(200);
    const call = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    expect((await get('/rest/v1/rpc/get_product_features', call)).status).toBe(200);
  }

  test.each(['submit-contact', 'get_plan_prices'] as const)(
    'an upload to %s that is cut off after 1 of 1,000 bytes ends no process and reaches no function',
    async (name) => {
      const before = seen(name).length;
      const socket = await send(
        edge().port,
        `${head('POST', pathOf(name), JSON_BODY, 'Content-Length: 1000')}{`,
      );
      socket.destroy();
      await goesOn();
      expect(seen(name).length).toBe(before);
    },
  );

  test('a client that leaves while the backend answers does not end the process', async () => {
    const path = pathOf('renew-session');
    const socket = await send(edge().port, `${head('POST', path, JSON_BODY, 'Content-Length: 4')}slow`);
    await expect.poll(() => seen('renew-session').length).toBe(1);
    socket.resetAndDestroy();
    await goesOn();
  });

  /** Regression: the gateway closed the connection under the client's hands, and the answer was lost. */
  test('a body that is too large is answered, also to a client that goes on sending', async () => {
    const socket = connect({ port: edge().port, host: '127.0.0.1' });
    const errors: unknown[] = [];
    let answer = '';
    socket.on('error', (error) => errors.push(error));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.write(head('POST', '/rest/v1/rpc/get_plan_prices', JSON_BODY, 'Content-Length: 1000000'));
    for (let part = 0; part < 10; part++) {
      // Meanwhile the edge had time to close the connection.
      expect((await get('/pricing')).status).toBe(200);
      const error = await new Promise((resolve) => socket.write(' '.repeat(100_000), resolve));
      if (error) errors.push(error);
    }
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(errors).toEqual([]);
    socket.destroy();
  });

  test('an interrupted download does not end the process', async () => {
    const socket = await send(edge().port, head('GET', '/pricing'));
    socket.resetAndDestroy();
    const later = await send(edge().port, head('GET', '/assets/host/v1/app.js').repeat(50));
    later.once('data', () => later.resetAndDestroy());
    await new Promise((resolve) => later.once('close', resolve));
    await goesOn();
  });

  test.each(['GET / HTTP/9.9', '\u0000\u0001\u0002', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: x'])(
    'an invalid request, %j, ends no process',
    async (text) => {
      const socket = await send(edge().port, `${text}\r\n\r\n`);
      socket.end();
      socket.resume();
      await new Promise((resolve) => socket.once('close', resolve));
      await goesOn();
    },
  );
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { attacked, describeEdges, expectStillAnswering, gateway } from './attack.ts';

const ODD_HOSTS = (port: number) => [
  'evil.example',
  `evil.example:${port}`,
  `localhost.evil.example:${port}`,
  `localhost:${port}@evil.example`,
  `evil.example/localhost:${port}`,
  `localhost:${port}#`,
  `[::::]`,
  '127.0.0.1.nip.example',
  '0',
  '',
  `localhost:${port}\r\nHost: evil.example`,
];

describeEdges((edge) => {
  const get = (path: string, host: string) =>
    edge.send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  // If the inbox accepted any Host, another site could use its own name for this machine. Its page could then read
  // the codes.
  test('a page of another site can read nothing, by any host name of this machine', async () => {
    for (const host of ODD_HOSTS(edge.port)) {
      for (const path of ['/_inbox', '/_inbox/messages.json', '/pricing', '/rest/v1/rpc/get_plan_prices']) {
        const answer = await get(path, host);
        expect([host, path, answer.status === 400 || answer.status === 0]).toEqual([host, path, true]);
      }
    }
    await expectStillAnswering();
  });

  test('a request target with a host is refused', async () => {
    for (const target of [
      'http://evil.example/_inbox',
      `http://localhost:${edge.port}/_inbox/messages.json`,
    ]) {
      const { status } = await get(target, `localhost:${edge.port}`);
      expect([0, 400, 404]).toContain(status);
    }
  });

  test('a request without a host is refused', async () => {
    expect((await edge.send('GET /pricing HTTP/1.0\r\n\r\n')).status).toBe(400);
  });
});

test('the inbox is not behind nginx', async () => {
  expect((await fetch(`http://localhost:${attacked.ports.nginx}/_inbox/messages.json`)).status).toBe(404);
});

/** Addresses on which this machine listens at a port, as Linux writes them. */
async function listeningAt(port: number): Promise<string[]> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  const ended = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return tables
    .flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
    .filter(([, local = '', , state]) => local.endsWith(ended) && state === LISTENING)
    .map(([, local = '']) => local.slice(0, -ended.length));
}
const LISTENING = '0A';
const LOOPBACK = ['0100007F', '00000000000000000000000001000000'];

test('only this machine can reach the stack', async () => {
  for (const port of [gateway.port, Number(new URL(attacked.backendUrl).port)]) {
    const addresses = await listeningAt(port);
    expect([port, addresses.length > 0, addresses.filter((one) => !LOOPBACK.includes(one))]).toEqual([
      port,
      true,
      [],
    ]);
  }
});

import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { startGateway } from '../gateway.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { describeEdges } from './describe-edges.ts';
import { PUBLIC_HOST, sendBytes, statusOf } from './edge-under-test.ts';

describeEdges('hosts', (edge) => {
  const ask = (lines: string, target = '/pricing', version = '1.1', method = 'GET') =>
    sendBytes(edge(), `${method} ${target} HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`);
  const own = (host: string) => `Host: ${host}:${edge().port}\r\n`;

  test.each(['localhost', '127.0.0.1', '[::1]', 'LocalHost'])('the site answers as %s', async (host) => {
    expect(statusOf(await ask(own(host)))).toBe(200);
  });

  test('the site answers as its public name', async () => {
    for (const host of [PUBLIC_HOST, PUBLIC_HOST.toUpperCase()]) {
      expect(statusOf(await ask(`Host: ${host}\r\n`))).toBe(200);
    }
  });

  test.each([
    'evil.example',
    'corvane.test.evil.example',
    'evil-corvane.test',
    'localhost.evil.example',
    'evil.localhost',
    '127.0.0.1.evil.example',
    '127.0.0.2',
    '2130706433',
    '127.1',
    '0x7f.0.0.1',
    '0.0.0.0',
    '[::]',
    '[::ffff:127.0.0.1]',
    'localhost.',
    'localhost..',
    'localhost%00',
    'localhost@evil.example',
    'user:pass@localhost',
    `${PUBLIC_HOST}.`,
    'localhost/',
    'localhost,evil.example',
    'evil.example, localhost',
    'localhost evil.example',
    '_',
    '*',
    '',
  ])('a request for the host "%s" is refused, for any path', async (host) => {
    const before = edge().backend.seen.length;
    for (const target of ['/', '/pricing', '/_inbox/messages.json', '/assets/host/v1/app.js', '/nowhere']) {
      for (const lines of [`Host: ${host}\r\n`, own(host)]) {
        const answer = await ask(lines, target);
        expect(statusOf(answer)).toBe(400);
        expect(answer).not.toContain('of one');
      }
    }
    expect(edge().backend.seen.length).toBe(before);
  });

  test.each(['localhost:8080@evil.example', 'localhost:x', 'localhost:', 'localhost:80:80', 'localhost:-1'])(
    'a request for "%s" is refused, because it is not a host and port',
    async (host) => {
      expect(statusOf(await ask(`Host: ${host}\r\n`))).toBe(400);
    },
  );

  test('a call for another host does not reach the backend', async () => {
    const before = edge().backend.seen.length;
    const lines = 'Host: evil.example\r\nContent-Type: application/json\r\nContent-Length: 0\r\n';
    expect(statusOf(await ask(lines, '/functions/v1/sign-out', '1.1', 'POST'))).toBe(400);
    expect(edge().backend.seen.length).toBe(before);
  });

  test('a request without a host is refused', async () => {
    expect(statusOf(await ask(''))).toBe(400);
    expect(statusOf(await ask('', '/pricing', '1.0'))).toBe(400);
  });

  test('a request with two hosts is refused', async () => {
    for (const second of ['evil.example', 'localhost']) {
      expect(statusOf(await ask(`${own('localhost')}Host: ${second}\r\n`))).toBe(400);
    }
    expect(statusOf(await ask(`Host: evil.example\r\n${own('localhost')}`))).toBe(400);
  });

  test.each([
    'http://localhost',
    'http://evil.example',
    'https://localhost',
    'http://localhost@evil.example',
  ])('an address that names its own host, %s, is refused', async (origin) => {
    for (const host of ['localhost', 'evil.example']) {
      expect(statusOf(await ask(own(host), `${origin}/pricing`))).toBe(400);
      expect(statusOf(await ask(own(host), `${origin}:${edge().port}/pricing`))).toBe(400);
    }
  });

  test('a refusal has the security headers and is not cached', async () => {
    const answer = await ask('Host: evil.example\r\n');
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      expect.soft(answer).toContain(`${name}: ${value}\r\n`);
    }
    expect(answer).toContain('Cache-Control: no-store\r\n');
  });

  test('a load balancer may ask for the health by address', async () => {
    for (const lines of ['Host: 10.0.0.7:8080\r\n', own('localhost')]) {
      const answer = await ask(lines, '/healthz');
      expect(statusOf(answer)).toBe(200);
      expect(answer).toContain('"status":"ok"');
    }
  });
});

test('the local gateway can be reached from this machine only', async () => {
  const backend = { fetch: async () => new Response(), healthy: async () => true };
  const gateway = await startGateway({ port: 0, siteRoot: tmpdir(), backend });
  try {
    expect((await fetch(`http://127.0.0.1:${gateway.port}/healthz`)).status).toBe(503);
    // Of the same machine, but not the address that it listens on.
    await expect(fetch(`http://127.0.0.2:${gateway.port}/healthz`)).rejects.toThrow();
  } finally {
    await gateway.close();
  }
});

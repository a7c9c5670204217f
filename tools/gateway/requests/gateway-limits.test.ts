import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { makeFixtureSite } from '../both-edges/edge-fixture.ts';
import { startGateway } from '../gateway.ts';
import { GATEWAY_LIMITS } from './gateway-limits.ts';

const ATTACKER = '127.0.0.1';
const VISITOR = '127.0.0.2';
const CALL = '/rest/v1/rpc/get_plan_prices';

let port: number;
let close: () => Promise<void>;
/** Answers every call that waits at the backend. */
let answerAll: () => void = () => undefined;
let waiting = 0;

beforeAll(async () => {
  const siteRoot = await makeFixtureSite();
  const calls: (() => void)[] = [];
  answerAll = () => {
    for (const answer of calls.splice(0)) answer();
  };
  const gateway = await startGateway({
    port: 0,
    siteRoot,
    backend: {
      healthy: async () => true,
      fetch: async (request, { ip }) => {
        if (ip === VISITOR) return Response.json({});
        waiting += 1;
        await new Promise<void>((resolve) => {
          calls.push(resolve);
          request.signal.addEventListener('abort', () => resolve());
        });
        waiting -= 1;
        return Response.json({});
      },
    },
  });
  port = gateway.port;
  close = async () => {
    await gateway.close();
    await rm(siteRoot, { recursive: true });
  };
});

afterAll(() => close());

/** Sends the call, or reads a page. */
function ask(from: string, url: string): Promise<{ status: number; retryAfter: string | undefined }> {
  const asks =
    url === CALL ? { method: 'POST', headers: { 'Content-Type': 'application/json' } } : { method: 'GET' };
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      { ...asks, port, host: '127.0.0.1', localAddress: from, path: url, agent: false },
      (response) => {
        response.resume();
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
        );
      },
    );
    asked.once('error', reject);
    asked.end(url === CALL ? '{}' : undefined);
  });
}

/** An upload that sends only one byte. */
async function startUpload(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const head = [
    `POST ${CALL} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Content-Length: 1000',
  ];
  socket.write([...head, '', '{'].join('\r\n'));
  return socket;
}

test('one caller has at most 32 calls at once, and no other caller notices', async () => {
  const held = Array.from({ length: GATEWAY_LIMITS.apiRequestsAtOnce }, () => ask(ATTACKER, CALL));
  await expect.poll(() => waiting).toBe(GATEWAY_LIMITS.apiRequestsAtOnce);
  expect(await ask(ATTACKER, CALL)).toEqual({ status: 429, retryAfter: '5' });
  expect((await ask(ATTACKER, '/pricing')).status).toBe(200);
  expect((await ask(VISITOR, CALL)).status).toBe(200);
  expect((await ask(VISITOR, '/pricing')).status).toBe(200);
  answerAll();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200));
});

test('slow uploads of one caller count as its calls, end after a while, and no other caller notices', async () => {
  const uploads = await Promise.all(
    Array.from({ length: GATEWAY_LIMITS.apiRequestsAtOnce }, () => startUpload()),
  );
  const answers = uploads.map(
    (socket) => new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data)))),
  );
  await expect.poll(async () => (await ask(ATTACKER, CALL)).status).toBe(429);
  expect((await ask(VISITOR, CALL)).status).toBe(200);
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(waiting).toBe(0);
});

test('a caller who leaves frees its place', async () => {
  const uploads = await Promise.all(
    Array.from({ length: GATEWAY_LIMITS.apiRequestsAtOnce }, () => startUpload()),
  );
  await expect.poll(async () => (await ask(ATTACKER, CALL)).status).toBe(429);
  for (const socket of uploads) socket.resetAndDestroy();
  await expect
    .poll(async () => {
      const asked = ask(ATTACKER, CALL);
      setTimeout(answerAll, 50);
      return (await asked).status;
    })
    .toBe(200);
});

test('the limits equal those of nginx', () => {
  const conf = ['site.conf', 'api.conf', 'limits.conf']
    .map((file) => readFileSync(path.join(WORKSPACE_ROOT, 'nginx', file), 'utf8'))
    .join('\n');
  const figure = (directive: string) => Number(new RegExp(`^${directive} (\\d+)s?;`, 'm').exec(conf)?.[1]);
  expect(GATEWAY_LIMITS).toEqual({
    requestsAtOnce: figure('limit_conn requests'),
    apiRequestsAtOnce: figure('limit_conn api_requests'),
    headerTimeoutMs: figure('client_header_timeout') * 1000,
    bodyTimeoutMs: figure('client_body_timeout') * 1000,
    keepAliveTimeoutMs: figure('keepalive_timeout') * 1000,
  });
});

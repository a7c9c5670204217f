import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getRaw } from '../both-edges/edge-under-test.ts';
import { BACKEND_URL_FILE, type BackendDoor, openBackendDoor } from './backend-door.ts';

let dataDir = '';
let door: BackendDoor;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-door-'));
  const backend = {
    fetch: async (request: Request) =>
      new Response(`${new URL(request.url).pathname}${request.headers.get('referer') ?? ''}`),
    healthy: async () => true,
  };
  door = await openBackendDoor(backend, dataDir);
});
afterAll(async () => {
  await door?.close();
  await rm(dataDir, { recursive: true });
});

test('programs of this machine find the backend through the data directory', async () => {
  const url = await readFile(path.join(dataDir, BACKEND_URL_FILE), 'utf8');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const address = { port: Number(new URL(url).port) };
  // The address of a page may hold a token, so the backend sees none.
  const answer = await getRaw(address, '/rest/v1/rpc/add_rep', { Referer: '/comparison?access=x' });
  expect(await answer.text()).toBe('/rest/v1/rpc/add_rep');
});

test('a page of another site is refused, also under another name for this machine', async () => {
  const address = { port: Number(new URL(door.url).port) };
  const path = '/rest/v1/products';
  const pages: Record<string, string>[] = [
    { Host: `evil.example:${address.port}` },
    { Host: `localhost:${address.port}` },
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ];
  for (const headers of pages) expect((await getRaw(address, path, headers)).status).toBe(400);
});

test('the inbox is not behind it', async () => {
  expect((await fetch(`${door.url}/_inbox/messages.json`)).status).toBe(404);
});

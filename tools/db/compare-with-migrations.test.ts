import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ThrowAwayPostgres } from '../postgres/throw-away-postgres.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { compareWithMigrations } from './compare-with-migrations.ts';

const start = vi.fn<() => Promise<ThrowAwayPostgres>>();

/** A server that only counts how often it is stopped. Nothing listens at its address. */
const server = () => ({
  url: 'postgres://postgres@127.0.0.1:1/postgres',
  version: 17,
  stop: vi.fn(async () => {}),
});
const compare = () => compareWithMigrations(join(WORKSPACE_ROOT, 'supabase'), async () => {}, start);

beforeEach(() => start.mockReset());

test.each([
  ['fails to start', () => Promise.reject(new Error('no port is free')), 'no port is free'],
  ['cannot be used', () => Promise.resolve(server()), 'ECONNREFUSED'],
])('a server that runs is stopped when the other one %s', async (_what, startOther, message) => {
  const running = server();
  start.mockResolvedValueOnce(running).mockImplementationOnce(startOther);
  await expect(compare()).rejects.toThrow(message);
  expect(running.stop).toHaveBeenCalledOnce();
});

test.each([0, 1])('both servers are stopped, also when stopping server %i fails', async (failing) => {
  const servers = [server(), server()];
  servers[failing]?.stop.mockImplementation(() => {
    throw new Error('it does not end');
  });
  for (const one of servers) start.mockResolvedValueOnce(one);
  await expect(compare()).rejects.toThrow('it does not end');
  expect(servers.map(({ stop }) => stop.mock.calls.length)).toEqual([1, 1]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpsStand, opsStand } from '../ops-stand.ts';

let stand: OpsStand;
beforeAll(async () => {
  stand = await opsStand();
});
afterAll(() => stand.close());

const noted = () =>
  stand.backend.sql<{ name: string }>(
    `select detail ->> 'name' as name from private.upkeep_runs where job = 'restore_drill'`,
  );

test('a drill on a machine that does not reach the database is noted by its name', async () => {
  expect(await stand.ops('restore', 'drilled', '--backup', '2026-11-23T03-00-00Z')).toEqual([
    'The drill of 2026-11-23T03-00-00Z is noted.',
  ]);
  expect(await noted()).toEqual([{ name: '2026-11-23T03-00-00Z' }]);
});

test.each(['', 'newest', '/srv/backups/2026-11-23T03-00-00Z'])('%j is no name of a backup', async (name) => {
  const before = await noted();
  await expect(stand.ops('restore', 'drilled', '--backup', name)).rejects.toThrow('--backup');
  expect(await noted()).toEqual(before);
});

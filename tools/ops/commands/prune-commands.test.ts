import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpsStand, opsStand } from '../ops-stand.ts';

let stand: OpsStand;
beforeAll(async () => {
  stand = await opsStand();
});
afterAll(() => stand.close());

test('a finished run of release prune is noted for the doctor', async () => {
  expect(await stand.ops('prune', 'noted')).toEqual(['The run is noted.']);
  const [run] = await stand.backend.sql<{ age_s: number }>(
    `select extract(epoch from now() - finished_at)::float as age_s from private.upkeep_runs where job = 'prune'`,
  );
  expect(run?.age_s).toBeLessThan(60);
});

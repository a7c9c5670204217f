import { afterAll, beforeAll, expect, test } from 'vitest';
import { upkeepSchema } from '../../../shared/src/contracts/backend/operations/upkeep.ts';
import { type Actor, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});
afterAll(() => api.close());

const upkeep = async () => upkeepSchema.parse((await api.rpc('get_upkeep', {}, tokens.manager)).body);
const faults = async () => (await api.rpc('get_operations_today', {}, tokens.manager)).body.siteFaults;
const finding = (name: string, verdict: string) => ({
  ...{ name, verdict, machine: null, asks: `Is ${name} well?`, says: 'seen', mend: 'Start it' },
});
const found = (findings: object[]) =>
  api.call('/rest/v1/rpc/record_upkeep_run', {
    body: { job_param: 'doctor', detail_param: { findings } },
    key: api.backend.secretKey,
  });

test('a doctor that never looked has no findings, and no faults', async () => {
  expect(await upkeep()).toMatchObject({ examinedAt: null, findings: [] });
  expect(await faults()).toBe(0);
});

test('managers see what the doctor found last, and Today counts what is wrong', async () => {
  await found([finding('mail', 'wrong'), finding('backup', 'wrong')]);
  await found([finding('mail', 'right'), finding('backup', 'wrong'), finding('prune', 'unknown')]);
  const { examinedAt, findings, now } = await upkeep();
  expect(findings.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['mail', 'right'],
    ['backup', 'wrong'],
    ['prune', 'unknown'],
  ]);
  expect(Date.parse(now) - Date.parse(examinedAt ?? '')).toBeLessThan(60_000);
  expect(await faults()).toBe(1);
});

test('a doctor that has not looked for three hours is one more fault', async () => {
  await found([finding('backup', 'wrong')]);
  const age = (minutes: number) =>
    api.sql(
      `update private.upkeep_runs set finished_at = now() - interval '${minutes} minutes' where job = 'doctor'`,
    );
  await age(179);
  expect(await faults()).toBe(1);
  await age(181);
  expect(await faults()).toBe(2);
});

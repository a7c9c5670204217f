import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpsStand, opsStand } from '../ops-stand.ts';
import { proofHash } from './drill-note.ts';

/*
 * `ops restore drilled --backup <name>` once took any name, so the example of the documents could be pasted. The
 * doctor was then content with a drill that never happened.
 */

const NAME = '2026-11-23T03-00-00Z';
const NOTE = { backup: NAME, proof: 'read by the drill', rows: 7, tookMs: 900 };

let stand: OpsStand;
let folder: string;
beforeAll(async () => {
  stand = await opsStand();
  folder = await mkdtemp(path.join(tmpdir(), 'corvane-drill-'));
  const detail = JSON.stringify({ name: NAME, proofs: { [NAME]: proofHash(NOTE.proof) } });
  await stand.backend.sql(`select public.record_upkeep_run('backup', '${detail}')`);
});
afterAll(() => stand.close());

const noted = () =>
  stand.backend.sql<{ name: string; at: string }>(
    `select detail ->> 'name' as name, finished_at::text as at from private.upkeep_runs where job = 'restore_drill'`,
  );
async function drilled(note: string | object): Promise<string[]> {
  const file = path.join(folder, 'note');
  await writeFile(file, typeof note === 'string' ? note : JSON.stringify(note));
  return stand.ops('restore', 'drilled', '--note', file);
}

test.each<[string, string | object, RegExp]>([
  ['of a drill that read nothing', { ...NOTE, proof: 'made up' }, /knows no backup 2026\S+ with this proof/],
  ['of a backup that nobody made', { ...NOTE, backup: '2026-11-24T03-00-00Z' }, /knows no backup 2026-11-24/],
  ['without a proof', { backup: NAME, rows: 7, tookMs: 900 }, /is not the file that a drill has written/],
  ['that is torn', JSON.stringify(NOTE).slice(0, 20), /is not the file that a drill has written/],
])('a note %s is refused, and the doctor sees no drill', async (_case, note, line) => {
  await expect(drilled(note)).rejects.toThrow(line);
  expect(await noted()).toEqual([]);
});

test('the note of a drill on another machine is taken, once', async () => {
  expect(await drilled(NOTE)).toEqual([`The drill of ${NAME} is noted.`]);
  const first = await noted();
  expect(first).toEqual([{ name: NAME, at: expect.any(String) }]);
  expect(await drilled(NOTE)).toEqual([`The drill of ${NAME} is noted already.`]);
  expect(await noted()).toEqual(first);
});

test('a file that is not there is named', async () => {
  await expect(stand.ops('restore', 'drilled', '--note', '/none')).rejects.toThrow(
    '--note /none cannot be read',
  );
});

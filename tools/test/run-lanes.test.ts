import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runLanes } from './run-lanes.ts';

afterEach(() => vi.restoreAllMocks());

/** Each lane says its names and its workers. The first ends last. `broken` ends without a result. */
const PROGRAM = `
  import { setTimeout } from 'node:timers/promises';
  const names = process.argv.slice(2);
  console.log(names.join(), process.env.TEST_WORKERS);
  if (names.includes('first')) await setTimeout(500);
  console.error('end of', names.join());
  if (names.includes('broken')) process.exit(3);
  process.send({ passed: names.length, failed: 0 }, () => process.exit());
`;

async function ranLanes(lanes: string[][]) {
  const said: string[] = [];
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      said.push(String(chunk));
      return true;
    });
  }
  const program = path.join(await mkdtemp(path.join(tmpdir(), 'corvane-lane-')), 'lane.mjs');
  await writeFile(program, PROGRAM);
  const result = await runLanes(lanes, program);
  vi.restoreAllMocks();
  return { result, said: said.join('') };
}

test('lanes run side by side, share the workers, and print in their order', async () => {
  const { result, said } = await ranLanes([['first', 'second'], ['third']]);
  expect(result).toMatchObject({ passed: 3, failed: 0, failures: [] });
  expect(said).toMatch(/^first,second \d+\nend of first,second\nthird \d+\nend of third\n$/);
});

test('one lane has all workers', async () => {
  vi.stubEnv('TEST_WORKERS', undefined);
  expect((await ranLanes([['first']])).said).toBe('first undefined\nend of first\n');
});

test('a lane that breaks off is a failure', async () => {
  const { result } = await ranLanes([['first'], ['broken']]);
  expect(result).toMatchObject({ passed: 1, failed: 1, failures: ['broken ended without a result'] });
});

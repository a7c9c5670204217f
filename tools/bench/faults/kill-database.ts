import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { type Backend, startBackend } from '../../stack/backend/backend.ts';
import { quantile, timesLine } from '../samples.ts';

const LIMIT_MS = 3_000;
const WRITERS = 3;
/** A kill comes so long after the stack has answered, at most. */
const LONGEST_LIFE_MS = 400;
/** Before a refused call is tried again. */
const PAUSE_MS = 10;
const VISITOR = { ip: '198.51.100.7' };

/**
 * Kills the embedded database's process at 1,000 random moments during writes, or as often as the argument says.
 * Prints the number of lost rows, which must be zero, and the time to the next answer.
 */
runCommand(async () => {
  const kills = Number(process.argv[2] ?? 1_000);
  if (!Number.isInteger(kills) || kills < 1) {
    throw new UserError(`The number of kills must be a whole number from 1, not "${process.argv[2]}"`);
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  const backend = await startBackend({
    dataDir,
    siteUrl: 'http://localhost:8080',
    env: { ...process.env, DATABASE_URL: undefined },
    seed: true,
    log: () => {},
  });
  try {
    const { acknowledged, lost, answeredAfterMs } = await killWhileWriting(backend, kills);
    const late = answeredAfterMs.filter((ms) => ms > LIMIT_MS).length;
    console.log(`${acknowledged} rows acknowledged, ${lost} lost`);
    console.log(timesLine('from kill to answer', answeredAfterMs, LIMIT_MS));
    console.log(`slowest ${Math.round(quantile(answeredAfterMs, 1))} ms, ${late} later than the limit`);
    if (lost > 0 || late > 0) process.exitCode = 1;
  } finally {
    await backend.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Kills the database process at random moments while writers insert rows, each in its own transaction. */
async function killWhileWriting(backend: Backend, kills: number) {
  await backend.sql('create table if not exists public.kill_probe (id integer primary key)');
  const acknowledged: number[] = [];
  let nextId = 0;
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      nextId += 1;
      const id = nextId;
      await backend.sql('insert into public.kill_probe values ($1)', [id]).then(
        () => acknowledged.push(id),
        // Not known whether it was written, so nothing is expected of it.
        () => setTimeout(PAUSE_MS),
      );
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  const answeredAfterMs: number[] = [];
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      await setTimeout(randomInt(LONGEST_LIFE_MS));
      const killedAt = performance.now();
      const pid = backend.databasePid();
      if (pid === undefined) throw new Error('The database does not run');
      process.kill(pid, 'SIGKILL');
      await untilAnswered(backend, pid);
      const tookMs = performance.now() - killedAt;
      answeredAfterMs.push(tookMs);
      if (kill % 50 === 0) console.log(`${kill} kills, the last answered after ${Math.round(tookMs)} ms`);
    }
  } finally {
    isOver = true;
  }
  await Promise.all(writers);
  const rows = await backend.sql<{ id: number }>('select id from public.kill_probe');
  const kept = new Set(rows.map(({ id }) => id));
  const lost = acknowledged.filter((id) => !kept.has(id)).length;
  return { acknowledged: acknowledged.length, lost, answeredAfterMs };
}

/** Calls as a page does, until the next server answers. Connections of the killed one may live a moment longer. */
async function untilAnswered(backend: Backend, killed: number): Promise<void> {
  for (;;) {
    const isNext = ![undefined, killed].includes(backend.databasePid());
    const answer = await backend.fetch(
      new Request('http://localhost/rest/v1/rpc/get_plan_prices', {
        method: 'POST',
        headers: { apikey: backend.publishableKey, 'Content-Type': 'application/json' },
        body: '{}',
      }),
      VISITOR,
    );
    await answer.arrayBuffer();
    if (answer.ok && isNext) return;
    await setTimeout(PAUSE_MS);
  }
}

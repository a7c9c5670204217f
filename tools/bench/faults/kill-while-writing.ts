import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Backend } from '../../stack/backend/backend.ts';

interface KillReport {
  /** Rows whose insert was answered. */
  acknowledged: number;
  /** Of those, rows that are not there after all kills. */
  lost: number;
  /** From each kill until a visitor's call was answered with 200. */
  answeredAfterMs: number[];
}

const WRITERS = 3;
/** A kill comes so long after the stack has answered, at most. */
const LONGEST_LIFE_MS = 400;
/** Before a refused call is tried again. */
const PAUSE_MS = 10;
const VISITOR = { ip: '198.51.100.7' };

/** Kills the database process at random moments while writers insert rows, each in its own transaction. */
export async function killWhileWriting(
  backend: Backend,
  kills: number,
  onKill: (count: number, answeredAfterMs: number) => void = () => undefined,
): Promise<KillReport> {
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
      answeredAfterMs.push(performance.now() - killedAt);
      onKill(kill, answeredAfterMs.at(-1) ?? 0);
    }
  } finally {
    isOver = true;
  }
  await Promise.all(writers);
  const rows = await backend.sql<{ id: number }>('select id from public.kill_probe');
  const kept = new Set(rows.map(({ id }) => id));
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !kept.has(id)).length,
    answeredAfterMs,
  };
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

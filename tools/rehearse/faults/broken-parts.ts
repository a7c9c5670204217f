import type { Fault, FaultContext } from './fault.ts';

const BUCKET_AWAY_MS = 60_000;
const AWAY_MS = 8_000;

/** What breaks by itself, and is well again without an operator, but for the one who makes room. */
export const BROKEN_PARTS: readonly Fault[] = [
  {
    name: 'web-machine',
    title: 'a web machine loses power, and boots again',
    // A machine without power refuses no connection. So people wait until theirs is given up.
    ...{ failedCallsPercent: 25, longestMs: 25_000 },
    async run({ stage, wait, note }) {
      const web = stage.machine('web-1');
      await web.die();
      await wait(AWAY_MS);
      await web.boot();
      await untilSaid(stage, 'web-1', 'systemctl is-active corvane-edge.service');
      note('nginx runs again after the boot');
    },
  },
  {
    name: 'backend-machine',
    title: 'the backend machine loses power, and boots again',
    ...{ failedCallsPercent: 80, longestMs: 30_000 },
    async run({ stage, wait }) {
      const backend = stage.machine('backend-1');
      await backend.die();
      await wait(AWAY_MS);
      await backend.boot();
    },
  },
  {
    name: 'postgres',
    title: 'PostgreSQL is killed',
    // Calls fail while it starts, and PostgREST connects again.
    ...{ failedCallsPercent: 40, longestMs: 8_000 },
    async run({ stage, note }) {
      const startedAt = performance.now();
      await stage
        .machine('database-1')
        .ssh('kill -9 $(head -n 1 /var/lib/postgresql/17/main/postmaster.pid)');
      await untilRows(stage);
      note(`it answered again after ${seconds(performance.now() - startedAt)}`);
    },
  },
  {
    name: 'function',
    title: "a function's process is killed",
    // Calls under way alone. A form whose mail was cut off waits for five seconds at the next press of its button.
    ...{ failedCallsPercent: 10, longestMs: 8_000 },
    async run({ stage, wait }) {
      const unit = 'corvane-functions@54400.service';
      await stage.machine('backend-1').ssh(`systemctl kill --signal=KILL ${unit}`);
      await wait(5_000);
      await untilSaid(stage, 'backend-1', `systemctl is-active ${unit}`);
    },
  },
  {
    name: 'disk',
    title: 'the disk of the database is full, until an operator makes room',
    ...{ failedCallsPercent: 90, longestMs: 15_000 },
    async run({ stage, wait }) {
      const database = stage.machine('database-1');
      await database.ssh('dd if=/dev/zero of=/var/lib/postgresql/filled bs=1M 2> /dev/null; true');
      await wait(AWAY_MS);
      await database.ssh('rm /var/lib/postgresql/filled');
      await untilRows(stage);
    },
  },
  {
    name: 'bucket',
    title: 'the bucket is away for a minute',
    ...{ failedCallsPercent: 0, longestMs: 3_000 },
    async run({ stage, wait }) {
      stage.bucket.behave('answers 500');
      await wait(BUCKET_AWAY_MS);
      stage.bucket.behave('well');
      await untilFollowed(stage);
    },
  },
  {
    name: 'network',
    title: 'the network between backend and database is cut',
    ...{ failedCallsPercent: 90, longestMs: 35_000 },
    async run({ stage, wait }) {
      const [database, { address }] = [stage.machine('database-1'), stage.machine('backend-1')];
      await database.ssh(`ip route add blackhole ${address}/32`);
      await wait(AWAY_MS);
      await database.ssh(`ip route del blackhole ${address}/32`);
    },
  },
];

const PATIENCE_MS = 90_000;
const LOOK_EVERY_MS = 300;

/** Tries a command of a machine until it succeeds. @throws Error with what it said last */
export async function untilSaid(
  stage: FaultContext['stage'],
  name: string,
  command: string,
): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await stage.machine(name).ssh(command);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}

/** Until the database answers. */
const untilRows = (stage: FaultContext['stage']) =>
  untilSaid(stage, 'database-1', 'runuser -u postgres -- psql -X -At -d corvane -c "select 1"');

/** Until both web machines follow the bucket. */
export async function untilFollowed(stage: FaultContext['stage']): Promise<void> {
  for (const name of ['web-1', 'web-2'])
    await untilSaid(stage, name, 'systemctl start corvane-follow.service');
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

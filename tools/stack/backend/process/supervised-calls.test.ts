import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnswerReport, ProcessEnded } from './database-child.ts';
import {
  DATABASE_LIMITS,
  FAILED_PROBES_ON_POSTGRES,
  OVERRUN_PAUSE_MS,
  PROBE_EVERY_MS,
} from './database-limits.ts';
import type { CallResult, DatabaseCall, SentRequest } from './database-messages.ts';
import { type SupervisedChild, SupervisedDatabase } from './supervised-database.ts';

/** A process that answers when the test says so. */
class FakeChild implements SupervisedChild {
  readonly pid = undefined;
  isThere = true;
  killed = 0;
  readonly got: { call: DatabaseCall; answer(result: CallResult): void }[] = [];
  readonly ended: Promise<null>;
  #end: (signal: null) => void = () => undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  warm() {}

  async start() {
    started.push(this);
    return { kind: 'ready' as const, appliedMigrations: 0, callsAtOnce, schema: null };
  }

  call(call: DatabaseCall): Promise<AnswerReport> {
    return new Promise((resolve, reject) => {
      const answer = (result: CallResult) => resolve({ kind: 'answer', id: 0, result, extraMegabytes: 0 });
      this.got.push({ call, answer });
      void this.ended.then(() => reject(new ProcessEnded('SIGKILL')));
    });
  }

  kill() {
    this.killed += 1;
    this.isThere = false;
    this.#end(null);
  }

  async close() {
    this.kill();
  }
}

const REQUEST: SentRequest = {
  url: 'http://database/rest/v1/rpc/any',
  method: 'POST',
  headers: [],
  body: null,
};
const DONE: CallResult = { value: { status: 200, headers: [], body: new Uint8Array() } };
const FAILED: CallResult = {
  error: { message: 'canceling statement due to statement timeout', code: '57014' },
};

let database: SupervisedDatabase;
let callsAtOnce = 1;
let started: FakeChild[] = [];

async function start(atOnce: number, limits: Partial<typeof DATABASE_LIMITS> = {}): Promise<void> {
  callsAtOnce = atOnce;
  const settings = {} as Parameters<typeof SupervisedDatabase.start>[0];
  database = await SupervisedDatabase.start(
    settings,
    { ...DATABASE_LIMITS, ...limits },
    () => undefined,
    () => new FakeChild(),
  );
}

beforeEach(() => {
  started = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(async () => {
  await database.close();
  vi.useRealTimers();
});

const child = () => started.at(-1) as FakeChild;
const rest = (caller: string, signal?: AbortSignal) => {
  const answer = database.rest(REQUEST, { caller, ...(signal && { signal }) });
  answer.catch(() => undefined);
  return answer;
};
const kinds = () => child().got.map(({ call }) => call.kind);
const answerProbe = (result: CallResult) =>
  child()
    .got.findLast(({ call }) => call.kind === 'probe')
    ?.answer(result);

test('on PostgreSQL the probe is sent past the calls that fill the process', async () => {
  await start(2);
  for (const caller of ['a', 'b', 'c', 'd']) rest(caller);
  const healthy = database.healthy();
  expect(kinds()).toEqual(['rest', 'rest', 'probe']);
  answerProbe({ value: true });
  expect(await healthy).toBe(true);
});

test('on PostgreSQL a failed probe is reported, and ends the process only after several in a row', async () => {
  await start(2);
  const other = rest('a');
  const probe = async (result: CallResult) => {
    const healthy = database.healthy();
    answerProbe(result);
    return healthy;
  };
  const first = child();
  for (let n = 1; n < FAILED_PROBES_ON_POSTGRES; n += 1) expect(await probe(FAILED)).toBe(false);
  expect(await probe({ value: true })).toBe(true);
  for (let n = 1; n < FAILED_PROBES_ON_POSTGRES; n += 1) expect(await probe(FAILED)).toBe(false);
  expect(first.killed).toBe(0);
  expect(await probe(FAILED)).toBe(false);
  expect(first.killed).toBe(1);
  await expect(other).rejects.toThrow('ended before it answered');
});

test('on the embedded database one failed probe ends the process', async () => {
  await start(1);
  const healthy = database.healthy();
  const first = child();
  answerProbe(FAILED);
  expect(await healthy).toBe(false);
  expect(first.killed).toBe(1);
});

test('many waiting calls do not make the embedded database unhealthy', async () => {
  await start(1, { maxWaiting: 3 });
  for (const caller of ['a', 'b', 'c', 'd']) rest(caller);
  await expect(rest('e')).rejects.toThrow('Too many calls wait');
  const healthy = database.healthy();
  child().got[0]?.answer(DONE);
  await vi.waitUntil(() => kinds().length === 2);
  expect(kinds()).toEqual(['rest', 'probe']);
  answerProbe({ value: true });
  expect(await healthy).toBe(true);
});

test('a caller is refused for a while after one of its calls times out', async () => {
  await start(1);
  const call = rest('a');
  await vi.advanceTimersByTimeAsync(DATABASE_LIMITS.callMs);
  await expect(call).rejects.toThrow('ended before it answered');
  await expect(rest('a')).rejects.toThrow('A call of this caller ended the database process');
  answerProbe({ value: true });
  const other = rest('b');
  await vi.waitUntil(() => kinds().at(-1) === 'rest');
  child().got.at(-1)?.answer(DONE);
  expect((await other).status).toBe(200);
  for (let passedMs = 0; passedMs < OVERRUN_PAUSE_MS; passedMs += PROBE_EVERY_MS) {
    await vi.advanceTimersByTimeAsync(PROBE_EVERY_MS);
    answerProbe({ value: true });
  }
  const later = rest('a');
  await vi.waitUntil(
    () => kinds().at(-1) === 'rest' && kinds().filter((kind) => kind === 'rest').length === 2,
  );
  child().got.at(-1)?.answer(DONE);
  expect((await later).status).toBe(200);
});

test('a caller who leaves stops waiting, whether or not the call was sent', async () => {
  await start(1);
  const [sent, waiting] = [new AbortController(), new AbortController()];
  const answers = [rest('a', sent.signal), rest('b', waiting.signal)];
  waiting.abort();
  sent.abort();
  for (const answer of answers) await expect(answer).rejects.toThrow('Nobody waits');
  child().got[0]?.answer(DONE);
  await vi.advanceTimersByTimeAsync(0);
  expect(kinds()).toEqual(['rest']);
  rest('c');
  expect(kinds()).toEqual(['rest', 'rest']);
});

import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FunctionName } from '../../../shared/src/contracts/backend/calls.ts';
import { buildDeps, type FunctionDeps } from './deps.ts';
import { CODE_TERMS, FAKE_NOW, FAKE_SESSION, jsonRequest, repAuthorization } from './fake-deps.ts';
import type { LogEntry } from './log.ts';
import { REQUEST_TIMEOUT_MS, route } from './router.ts';
import { createRandomSecret } from './secrets/random-secret.ts';

let isMailServerAsked = false;
const mailServer = createServer((socket) => {
  isMailServerAsked = true;
  socket.end('421 busy\r\n');
});
beforeAll(() => new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  isMailServerAsked = false;
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => mailServer.close());

type Answers = Record<string, (signal: AbortSignal) => Promise<unknown>>;

/** The function as it runs, with a database that answers as told. `leftMs`: of its time, this much is left. */
function functionOf(answers: Answers, leftMs: number) {
  const called: [name: string, args: Record<string, unknown>][] = [];
  const entries: LogEntry[] = [];
  const working: Promise<unknown>[] = [];
  vi.stubGlobal('EdgeRuntime', { waitUntil: (work: Promise<unknown>) => working.push(work) });
  const deps = buildDeps(
    {
      SUPABASE_URL: 'http://database.example',
      SUPABASE_SERVICE_ROLE_KEY: `sb_secret_${createRandomSecret()}`,
      SESSION_JWT_SECRET: createRandomSecret(),
      SALES_ID_PEPPER: createRandomSecret(),
      EDGE_SECRET: createRandomSecret(),
      SITE_URL: 'http://localhost:8080',
      MAIL_TRANSPORT: 'smtp',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String((mailServer.address() as AddressInfo).port),
    },
    {
      log: (entry) => entries.push(entry),
      databaseFetch: async (input, init) => {
        const name = String(input).split('/').at(-1) ?? '';
        called.push([name, JSON.parse(String(init?.body))]);
        const answer = await answers[name]?.(init?.signal ?? new AbortController().signal);
        return answer instanceof Response ? answer : Response.json(answer ?? null);
      },
    },
  );
  const late: FunctionDeps = {
    ...deps,
    now: () => FAKE_NOW,
    until: (endsAt) => deps.until(endsAt - REQUEST_TIMEOUT_MS + leftMs),
  };
  const send = async (name: FunctionName, body: object) => {
    const startedAt = performance.now();
    const headers = await repAuthorization(late);
    const request = new Request(`http://localhost/api/${name}`, jsonRequest(body, headers));
    const response = await route(request, late);
    return { status: response.status, tookMs: performance.now() - startedAt };
  };
  return { called, entries, working, send };
}

const CODE = { email: 'ada@engine.example', name: 'Ada' };

const started = async () => ({
  outcome: 'started',
  rep: FAKE_SESSION.actor.rep,
  answer: { verificationId: randomUUID(), ...CODE_TERMS },
});

test('a call that takes too long is not waited for past the deadline of its request', async () => {
  const { send, called } = functionOf(
    { start_verification: (signal) => setTimeout(60_000, null, { signal }) },
    300,
  );
  const { status, tookMs } = await send('send-verification', CODE);
  expect(status).toBe(503);
  expect(tookMs).toBeLessThan(2_000);
  expect(called).toHaveLength(1);
});

/** Regression: the code was mailed after the browser had said that the function is unavailable. */
test('a mail that may not be over by then does not begin, and its attempt is given back', async () => {
  const { send, called } = functionOf({ start_verification: started }, 13_000);
  expect((await send('send-verification', CODE)).status).toBe(503);
  expect(isMailServerAsked).toBe(false);
  expect(called.at(-1)).toMatchObject(['finish_verification_mail', { is_sent_param: false }]);
});

test('with enough time left, it begins', async () => {
  const { send } = functionOf({ start_verification: started }, REQUEST_TIMEOUT_MS - 5_000);
  await send('send-verification', CODE);
  expect(isMailServerAsked).toBe(true);
});

test('a call that was rolled back is not made again when it might outlast its request', async () => {
  const deadlock = { code: '40P01', message: 'deadlock detected' };
  const answers = { start_verification: async () => Response.json(deadlock, { status: 500 }) };
  const { send, called } = functionOf(answers, 5_000);
  expect((await send('send-verification', CODE)).status).toBe(503);
  expect(called).toHaveLength(1);
});

test('what is done after the answer has its own time', async () => {
  const { send, entries, working } = functionOf(
    {
      save_contact_request: async () => true,
      claim_contact_notification: async () => ({ state: 'sent' }),
      claim_work_mails: (signal) => setTimeout(1_800, [], { signal }),
    },
    1_500,
  );
  const form = { id: randomUUID(), name: 'Grace Hopper', email: 'grace@customer.example', company: 'Navy' };
  expect((await send('submit-contact', form)).status).toBe(200);
  expect(working).toHaveLength(1);
  await Promise.all(working);
  expect(entries.filter(({ level }) => level === 'error')).toEqual([]);
});

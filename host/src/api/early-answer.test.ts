import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EarlyAnswer } from './early-answer.ts';
import { SupabaseTransport } from './supabase-transport.ts';

const ENDPOINT = { apiUrl: 'https://corvane.example', publishableKey: 'sb_publishable_x' };
const asked = vi.fn(async () => Response.json('asked again'));
const aborted = vi.fn();
beforeEach(() => {
  asked.mockClear();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => vi.unstubAllGlobals());

function early(answer: Response | Error, ageMs = 0): EarlyAnswer {
  const settled = answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  settled.catch(() => {});
  return {
    href: 'https://corvane.example/functions/v1/renew-session',
    sessionId: 'A',
    answer: settled,
    askedAtMs: Date.now() - ageMs,
    abort: aborted,
  };
}

function calls(early: EarlyAnswer | undefined) {
  const transport = new SupabaseTransport({
    ...ENDPOINT,
    sessionToken: async () => null,
    early,
  });
  return (name = 'renew-session', { signal } = new AbortController()) =>
    transport.invoke(name, {}, { signal });
}

test('the first renewal takes the answer that the page asked for, the second asks', async () => {
  const call = calls(early(Response.json('early')));
  expect([await call(), asked.mock.calls.length]).toEqual(['early', 0]);
  expect([await call(), asked.mock.calls.length]).toEqual(['asked again', 1]);
});

test('a refusal is one, whoever asked', async () => {
  const refused = { error: { code: 'unauthenticated', message: 'over', correlationId: 'c-1' } };
  const call = calls(early(Response.json(refused, { status: 401 })));
  await expect(call()).rejects.toMatchObject({ code: 'unauthenticated', status: 401, correlationId: 'c-1' });
});

test('a call that did not arrive is made again', async () => {
  const call = calls(early(new TypeError('Failed to fetch')));
  await expect(call()).rejects.toMatchObject({ code: 'network' });
  expect(await call()).toBe('asked again');
});

/** A sign-in must not be followed by the answer for the session before it. */
test('an answer is left alone once another call was made', async () => {
  const call = calls(early(Response.json('early')));
  await call('sign-in-rep');
  expect([await call(), asked.mock.calls.length]).toEqual(['asked again', 2]);
});

test.each([
  ['is half a minute old', early(Response.json('early'), 30_000)],
  ['is of a time to come, by a clock that was set back', early(Response.json('early'), -30_000)],
  ['is missing', undefined],
])('an answer that %s is not waited for', async (_, answer) => {
  expect(await calls(answer)()).toBe('asked again');
});

test('a call that is given up ends the early one', async () => {
  const caller = new AbortController();
  const call = calls({ ...early(Response.json('')), answer: new Promise(() => {}) })('renew-session', caller);
  call.catch(() => {});
  caller.abort();
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
});

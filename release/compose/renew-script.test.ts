import { RENEW_SCRIPT } from '@corvane/tools/gateway/inline-scripts';
import { expect, test, vi } from 'vitest';

const REP = { 'host:sales-session': '{"sessionId":"1"}' };

/** Runs the script in a page of a browser that has stored these notes. null: its storage is blocked. */
function load(stored: Record<string, string> | null, config = {}) {
  const fetch = vi.fn(async () => new Response());
  const window: Record<string, unknown> = {};
  const page = {
    localStorage: {
      getItem(key: string) {
        if (stored === null) throw new DOMException('blocked');
        return stored[key] ?? null;
      },
    },
    document: {
      getElementById: () => ({
        textContent: JSON.stringify({ apiUrl: '', publishableKey: 'sb_publishable_x', ...config }),
      }),
    },
    location: { origin: 'https://corvane.example' },
    window,
    fetch,
    URL,
    AbortController,
  };
  new Function(...Object.keys(page), RENEW_SCRIPT)(...Object.values(page));
  return { calls: fetch.mock.calls as unknown[][], early: window['host:early-answer'] };
}

test("a representative's page asks for the token before its scripts are there", async () => {
  const { calls, early } = load(REP);
  const url = 'https://corvane.example/functions/v1/renew-session';
  const headers = { apikey: 'sb_publishable_x', 'Content-Type': 'application/json' };
  const signal = expect.any(AbortSignal);
  expect(calls).toEqual([[url, { method: 'POST', headers, body: '{}', signal }]]);
  const { answer, ...told } = early as { answer: Promise<Response> };
  expect((await answer).status).toBe(200);
  expect(told).toEqual({
    href: url,
    sessionId: '1',
    askedAtMs: expect.any(Number),
    abort: expect.any(Function),
  });
});

test('with a key of the older kind, and a backend elsewhere', () => {
  const { calls } = load(REP, { apiUrl: 'https://api.example', publishableKey: 'e.y.J' });
  expect(calls).toMatchObject([
    [
      'https://api.example/functions/v1/renew-session',
      { headers: { apikey: 'e.y.J', Authorization: 'Bearer e.y.J' } },
    ],
  ]);
});

test.each([
  ['nobody is signed in', {}],
  ['a customer is signed in', { 'host:customer-session': '{}' }],
  ['a logout waits for its answer', { ...REP, 'host:sign-out-pending': '1' }],
  ['the note of a session is not ours', { 'host:sales-session': 'null' }],
  ['its storage is blocked', null],
])('it asks for nothing if %s', (_, stored) => {
  expect(load(stored)).toEqual({ calls: [], early: undefined });
});

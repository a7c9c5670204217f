import { afterEach, expect, test, vi } from 'vitest';
import { SupabaseTransport } from './supabase-transport.ts';

const transport = new SupabaseTransport({
  apiUrl: 'https://corvane.example',
  publishableKey: 'sb_publishable_x',
  sessionToken: async () => null,
});
const call = () => ({ signal: new AbortController().signal });

function answers(body: unknown, init: ResponseInit): void {
  vi.stubGlobal('fetch', async () => Response.json(body, init));
}
afterEach(() => vi.unstubAllGlobals());

test('a procedure that fails has the correlation id of its answer', async () => {
  answers(
    { code: 'P0002', message: 'not found', details: null, hint: null },
    { status: 404, headers: { 'X-Correlation-Id': 'c-1' } },
  );
  await expect(transport.rpc('get_sale_explanation', {}, call())).rejects.toMatchObject({
    code: 'not_found',
    message: 'not found',
    status: 404,
    correlationId: 'c-1',
  });
});

test('a procedure that the edge refuses says why, when to try again, and the id', async () => {
  const error = { code: 'rate_limited', message: 'Too many requests', correlationId: 'c-2' };
  answers({ error: { ...error, retryAfterSeconds: 5 } }, { status: 429 });
  await expect(transport.rpc('get_customers', {}, call())).rejects.toMatchObject({
    ...error,
    status: 429,
    retryAfterSeconds: 5,
  });
});

/** Regression: the page said that something went wrong, and asked no second time. */
test.each(['40001', '40P01', '55P03', '57014'])(
  'a procedure that PostgreSQL ended (%s) may succeed later',
  async (code) => {
    answers({ code, message: 'canceling statement', details: null, hint: null }, { status: 500 });
    await expect(transport.rpc('get_customers', {}, call())).rejects.toMatchObject({ code: 'unavailable' });
  },
);

test('a failure without an id has none', async () => {
  answers({ code: '', message: 'bad' }, { status: 500 });
  await expect(transport.rpc('get_customers', {}, call())).rejects.toMatchObject({ correlationId: null });
});

const KEY = 'sb_publishable_x';
for (const { who, token, key, procedure, calledFunction } of [
  { who: 'a session', token: 'jwt', key: KEY, procedure: 'Bearer jwt', calledFunction: 'Bearer jwt' },
  { who: 'nobody', token: null, key: KEY, procedure: `Bearer ${KEY}`, calledFunction: null },
  {
    who: 'nobody, with a key that is a token',
    token: null,
    key: 'e.y.J',
    procedure: 'Bearer e.y.J',
    calledFunction: 'Bearer e.y.J',
  },
]) {
  test(`a call of ${who} carries the key, and the token that belongs to it`, async () => {
    const sent: { url: string; headers: Headers; body: unknown }[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push({ url, headers: new Headers(init.headers), body: init.body });
      return Response.json({ ok: true });
    });
    const calls = new SupabaseTransport({
      apiUrl: 'https://corvane.example',
      publishableKey: key,
      sessionToken: async () => token,
    });
    expect(await calls.rpc('get_customers', { a: 1 }, call())).toEqual({ ok: true });
    expect(await calls.invoke('renew-session', 'text', call())).toEqual({ ok: true });
    expect(sent.map(({ url }) => url)).toEqual([
      'https://corvane.example/rest/v1/rpc/get_customers',
      'https://corvane.example/functions/v1/renew-session',
    ]);
    expect(sent.map(({ headers }) => headers.get('apikey'))).toEqual([key, key]);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([procedure, calledFunction]);
    expect(sent.map(({ headers }) => headers.get('Content-Type'))).toEqual([
      'application/json',
      'application/json',
    ]);
    expect(sent.map(({ body }) => body)).toEqual(['{"a":1}', '"text"']);
  });
}

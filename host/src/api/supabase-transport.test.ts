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

test('a failure without an id has none', async () => {
  answers({ code: '', message: 'bad' }, { status: 500 });
  await expect(transport.rpc('get_customers', {}, call())).rejects.toMatchObject({ correlationId: null });
});

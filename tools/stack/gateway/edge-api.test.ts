import { errorBodySchema } from '@corvane/shared/contracts/errors';
import { expect, test } from 'vitest';
import { EDGE_ERRORS, type EdgeErrorStatus } from './edge-errors.ts';
import { describeEdges, getRaw } from './edge-under-test.ts';
import type { SeenRequest } from './fake-backend.ts';

/** An error that the edge made: in the shape of all others, and found in the log by its id. */
async function expectEdgeError(response: Response, status: EdgeErrorStatus): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { error } = errorBodySchema.parse(await response.json());
  expect(error).toMatchObject(EDGE_ERRORS[status]);
  expect(error.correlationId).toBe(response.headers.get('x-correlation-id'));
  expect(response.headers.get('retry-after')).toBe(error.retryAfterSeconds?.toString() ?? null);
  expect(error.retryAfterSeconds).toBe(status > 500 ? 5 : undefined);
}

describeEdges('API', (edge, get) => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    get(path, { method: 'POST', body, headers });

  test('calls reach the backend whole, with the address of the caller and no other', async () => {
    const response = await post('/functions/v1/sign-in-rep?x=1', '{"a":1}', {
      'X-Forwarded-For': '203.0.113.9',
      Referer: `${edge().url}/pricing?access=SECRET`,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('set-cookie')).toBe('a=1; HttpOnly');
    expect(response.headers.get('x-correlation-id')).toBeNull();
    expect(await response.json()).toEqual({
      method: 'POST',
      url: '/functions/v1/sign-in-rep?x=1',
      forwardedFor: '127.0.0.1',
      referrer: null,
      body: '{"a":1}',
    } satisfies SeenRequest);
  });

  test.each([
    ['teapot', 418],
    ['own-503', 503],
  ])("the backend's own answer %s passes unchanged", async (name, status) => {
    const response = await post(`/functions/v1/${name}`, '{}');
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await response.json()).toMatchObject({ url: `/functions/v1/${name}` });
  });

  test.each([
    ['/functions/v1/submit-contact', 64 * 1024],
    ['/functions/v1/sign-in-rep', 64 * 1024],
    ['/rest/v1/rpc/any', 1024 * 1024],
  ])('%s takes a body of %i bytes and no larger one', async (path, limit) => {
    const seenBefore = edge().backend.seen.length;
    expect((await post(path, 'x'.repeat(limit))).status).toBe(200);
    await expectEdgeError(await post(path, 'x'.repeat(limit + 1)), 413);
    expect(edge().backend.seen.length).toBe(seenBefore + 1);
  });

  test.each(['/rest/v1/drop', '/functions/v1/drop', '/functions/v1/sign-in-rep/drop'])(
    'no answer to %s is a 502, and what was sent once is not sent again',
    async (path) => {
      const timesSeen = () => edge().backend.seen.filter(({ url }) => url === path).length;
      const before = timesSeen();
      await expectEdgeError(await post(path, '{}'), 502);
      expect(timesSeen()).toBe(before + 1);
    },
  );

  test('an answer that takes too long is a 504', async () => {
    await expectEdgeError(await post('/functions/v1/slow', '{}'), 504);
  });

  test.each([
    '/functions/v1/%73ign-in-rep',
    '/%66unctions/v1/sign-in-rep',
    '/rest/v1/a.b',
    '/auth/v1/..%2f..%2frest/v1/any',
    '/rest/v1/..%2fv1/any',
  ])('an odd way to write a path, %s, does not reach the backend', async (path) => {
    const seenBefore = edge().backend.seen.length;
    expect([400, 404]).toContain((await getRaw(edge(), path)).status);
    expect(edge().backend.seen.length).toBe(seenBefore);
  });

  test('an odd API path is refused as the API refuses', async () => {
    await expectEdgeError(await get('/functions/v1/%73ign-in-rep'), 404);
  });

  test.each(['/auth/v1/token', '/storage/v1/object', '/rest', '/rest/v2/any', '/functions/v11/any'])(
    '%s is none of ours',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    },
  );

  test('with the backend down the pages stay', async () => {
    edge().stopBackend();
    await expectEdgeError(await post('/functions/v1/any', '{}'), 502);
    await expectEdgeError(await get('/rest/v1/any'), 502);
    expect((await get('/pricing')).status).toBe(200);
  });
});

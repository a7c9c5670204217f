import { backendPathOf, pathOf } from '@corvane/shared/contracts/backend/calls';
import { expect, test } from 'vitest';
import { describeEdges } from './describe-edges.ts';
import { getRaw } from './edge-under-test.ts';
import { expectEdgeError } from './expect-edge-error.ts';
import type { SeenRequest } from './fake-backend.ts';

describeEdges('API', (edge, get) => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    get(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });

  test('calls reach the backend complete, with only the address of the caller', async () => {
    const response = await post('/functions/v1/sign-in-rep', '{"a":1}', { 'X-Forwarded-For': '203.0.113.9' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('set-cookie')).toBe('a=1; HttpOnly');
    expect(response.headers.get('x-correlation-id')).toBeNull();
    expect(await response.json()).toMatchObject({
      method: 'POST',
      url: backendPathOf('sign-in-rep'),
      headers: { 'x-forwarded-for': '127.0.0.1' },
      body: '{"a":1}',
    } satisfies SeenRequest);
  });

  test.each([
    ['teapot', 418],
    ['own-503', 503],
  ])("the backend's own answer %s passes unchanged", async (name, status) => {
    const response = await post('/functions/v1/sign-out', name);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await response.json()).toMatchObject({ url: backendPathOf('sign-out') });
  });

  test.each(['get_plan_prices', 'sign-out', 'sign-in-rep'] as const)(
    'no answer to %s is a 502, and the call is not sent again',
    async (name) => {
      const timesSeen = () => edge().backend.seenOf(name).length;
      const before = timesSeen();
      await expectEdgeError(await post(pathOf(name), 'drop'), 502);
      expect(timesSeen()).toBe(before + 1);
    },
  );

  test('an answer that takes too long is a 504', async () => {
    await expectEdgeError(await post('/functions/v1/sign-out', 'slow'), 504);
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
    '%s is not a listed call',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    },
  );

  test('pages still work when the backend is down', async () => {
    edge().stopBackend();
    await expectEdgeError(await post('/functions/v1/sign-out', '{}'), 502);
    await expectEdgeError(await post('/rest/v1/rpc/get_plan_prices', '{}'), 502);
    expect((await get('/pricing')).status).toBe(200);
  });
});

import { BROWSER_CALLS, pathOf } from '@corvane/shared/contracts/backend/calls';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../machine/sample.ts';
import { describeEdges } from './describe-edges.ts';
import { getRaw, sendBytes, statusOf } from './edge-under-test.ts';
import { expectEdgeError } from './expect-edge-error.ts';
import type { SeenRequest } from './fake-backend.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const PRICES = '/rest/v1/rpc/get_plan_prices';
const SIGN_IN = '/functions/v1/sign-in-rep';

describeEdges('calls', (edge, get) => {
  const timesAsked = () => edge().backend.seen.length;

  describe.each(
    sampleOf('calls at the edges', BROWSER_CALLS, 4).map((call) => [pathOf(call.name), call] as const),
  )('%s', (path, call) => {
    test(`takes ${call.maxBodyBytes} bytes of JSON and no more`, async () => {
      const before = timesAsked();
      const send = (size: number) =>
        get(path, { method: 'POST', headers: JSON_TYPE, body: 'x'.repeat(size) });
      expect((await send(call.maxBodyBytes)).status).toBe(200);
      await expectEdgeError(await send(call.maxBodyBytes + 1), 413);
      expect(timesAsked()).toBe(before + 1);
    });

    test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
      'does not answer %s',
      async (method) => {
        const before = timesAsked();
        const response = await get(path, { method, headers: JSON_TYPE });
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')).toBe('POST');
        if (method !== 'HEAD') await expectEdgeError(response, 405);
        expect(timesAsked()).toBe(before);
      },
    );
  });

  // An earlier version checked the path in one spelling and requested it in another.
  test.each([
    '//_inbox/rest/v1/products?select=*',
    '/_inbox/..\\rest/v1/products',
    '/%5finbox/..\\rest/v1/products',
    '/_inbox/%2e%2e/rest/v1/products',
    '//_inbox/functions/v1/send-contact-notification',
    '/rest/v1/rpc/../products',
    '/rest/v1\\products',
  ])('%s reaches no call', async (target) => {
    const before = edge().backend.seen.length;
    for (const method of ['GET', 'POST', 'OPTIONS', 'TRACE']) {
      const head = `${method} ${target} HTTP/1.1\r\nHost: localhost:${edge().port}\r\nConnection: close\r\n\r\n`;
      expect([400, 404, 405]).toContain(statusOf(await sendBytes(edge(), head)));
    }
    const asked = edge().backend.seen.slice(before);
    expect(asked.filter(({ url }) => /rest|functions/.test(url))).toEqual([]);
  });

  test('a body sent in chunks is measured too', async () => {
    const before = timesAsked();
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n0\r\n\r\n`;
    const head = [
      `POST ${PRICES} HTTP/1.1`,
      `Host: localhost:${edge().port}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Connection: close',
    ];
    expect(statusOf(await sendBytes(edge(), `${head.join('\r\n')}\r\n\r\n${chunk}`))).toBe(413);
    expect(timesAsked()).toBe(before);
  });

  test.each([
    'text/plain',
    'text/csv',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/vnd.pgrst.object+json',
    'application/jsonp',
    'application/json, text/csv',
  ])('a body of type %s is refused', async (type) => {
    const before = timesAsked();
    for (const path of [PRICES, SIGN_IN]) {
      const response = await get(path, { method: 'POST', headers: { 'Content-Type': type }, body: '{}' });
      await expectEdgeError(response, 415);
    }
    expect(timesAsked()).toBe(before);
  });

  test('a body without a type is refused', async () => {
    await expectEdgeError(await get(PRICES, { method: 'POST', body: new Uint8Array([123, 125]) }), 415);
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=UTF-8'])(
    'a body of type %s is JSON',
    async (type) => {
      const response = await get(PRICES, { method: 'POST', headers: { 'Content-Type': type }, body: '{}' });
      expect(response.status).toBe(200);
      const seen = (await response.json()) as SeenRequest;
      expect(seen.headers['content-type']).toBe('application/json');
    },
  );

  test.each(['select=*', 'order=name', 'name=like.*', 'access=SECRET', 'x', '?x'])(
    'a call with the query "%s" is refused',
    async (query) => {
      const before = timesAsked();
      for (const path of [PRICES, SIGN_IN]) {
        const response = await get(`${path}?${query}`, { method: 'POST', headers: JSON_TYPE, body: '{}' });
        await expectEdgeError(response, 400);
      }
      expect(timesAsked()).toBe(before);
    },
  );

  test.each([
    '/rest/v1',
    '/rest/v1/',
    '/rest/v1/rpc',
    '/rest/v1/rpc/',
    '/rest/v1/products',
    '/rest/v1/products?select=*,product_prices(*)',
    '/rest/v1/get_plan_prices',
    '/rest/v1/rpc/none_such',
    '/rest/v1/rpc/GET_PLAN_PRICES',
    '/rest/v1/rpc/get_plan_prices/',
    '/rest/v1/rpc/get_plan_prices/x',
    '/rest/v1/rpc//get_plan_prices',
    '//rest/v1/rpc/get_plan_prices',
    '/rest/v1/rpc/get_plan_price%73',
    '/rest/v1/rpc/export_sales',
    '/rest/v1/rpc/add_rep',
    '/rest/v1/rpc/site_event_stats',
    '/rest/v1/rpc/canary_figures',
    '/functions/v1',
    '/functions/v1/',
    '/functions/v1/none-such',
    '/functions/v1/api',
    '/functions/v1/api/sign-in-rep',
    '/functions/v1/sign-in-rep/',
    '/functions/v1/send-contact-notification',
  ])('%s is not a call, with any method', async (path) => {
    const before = timesAsked();
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) {
      await expectEdgeError(await getRaw(edge(), path, JSON_TYPE, method), 404);
    }
    expect(timesAsked()).toBe(before);
  });

  test('a large body does not change the answer to an unknown call', async () => {
    const body = 'x'.repeat(2_000_000);
    const response = await get('/rest/v1/products', { method: 'POST', headers: JSON_TYPE, body });
    expect(response.status).toBe(404);
  });

  test('only the headers that calls need reach the backend', async () => {
    const needed = {
      apikey: 'sb_publishable_x',
      authorization: 'Bearer x',
      cookie: 'corvane_refresh=x',
      'user-agent': 'Mozilla/5.0',
    };
    const response = await get(PRICES, {
      method: 'POST',
      body: '{}',
      headers: {
        ...JSON_TYPE,
        ...needed,
        Accept: 'application/vnd.pgrst.plan+json',
        'Accept-Profile': 'private',
        'Content-Profile': 'private',
        Prefer: 'params=single-object, count=exact, tx=rollback',
        Range: '0-9',
        'Range-Unit': 'items',
        'X-HTTP-Method-Override': 'PATCH',
        'X-HTTP-Method': 'PATCH',
        'X-Method-Override': 'PATCH',
        'X-Original-URL': '/rest/v1/products',
        'X-Rewrite-URL': '/rest/v1/products',
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Host': 'evil.example',
        'X-Real-IP': '203.0.113.9',
        'X-Client-Info': 'x',
        Forwarded: 'for=203.0.113.9',
        'Content-Encoding': 'gzip',
        'CF-Connecting-IP': '203.0.113.9',
        Origin: 'https://evil.example',
        Referer: `${edge().url}/pricing?access=SECRET`,
      },
    });
    expect(response.status).toBe(200);
    const { headers } = (await response.json()) as SeenRequest;
    expect(headers).toMatchObject({
      ...needed,
      accept: 'application/json',
      'content-type': 'application/json',
      'x-forwarded-for': '127.0.0.1',
    });
    const own = ['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host'];
    const expected = [...own, ...Object.keys(needed), 'x-forwarded-for', 'x-forwarded-proto'];
    expect(Object.keys(headers).filter((name) => !expected.includes(name))).toEqual([]);
  });

  test('a failed procedure has an id that finds it in the log; a function sends its own', async () => {
    const post = (path: string, body: string) => get(path, { method: 'POST', headers: JSON_TYPE, body });
    for (const status of [400, 503]) {
      const failed = await post(PRICES, `own-${status}`);
      expect(failed.status).toBe(status);
      expect(failed.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{32,36}$/);
    }
    const good = await post(PRICES, '{}');
    expect(good.headers.get('x-correlation-id')).toBeNull();
    const ofFunction = await post('/functions/v1/sign-out', 'own-id');
    expect(ofFunction.headers.get('x-correlation-id')).toBe('of-the-function');
  });

  test('no other site may read an answer', async () => {
    const headers = { ...JSON_TYPE, Origin: 'https://evil.example' };
    const response = await get(PRICES, { method: 'POST', headers, body: '{}' });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeenRequest } from './edge-fixture.ts';
import {
  type EdgeUnderTest,
  hasNginx,
  startGatewayUnderTest,
  startNginxUnderTest,
} from './edge-under-test.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const EDGES = [
  { name: 'the local gateway', start: startGatewayUnderTest, available: true },
  // CI must have nginx: there the suite fails without it. Elsewhere the run says that it is missing.
  {
    name: 'nginx with the shipped nginx.conf',
    start: startNginxUnderTest,
    available: hasNginx() || !!process.env.CI,
  },
];

for (const { name, start, available } of EDGES) {
  if (!available)
    console.warn(`Not run on ${name}: install nginx (Debian: nginx, libnginx-mod-http-brotli-static)`);
  describe.runIf(available)(name, () => {
    let edge: EdgeUnderTest;
    beforeAll(async () => {
      edge = await start();
    });
    afterAll(async () => {
      await edge?.close();
    });

    const get = (path: string, init: RequestInit = {}) =>
      fetch(edge.url + path, { redirect: 'manual', ...init });

    test.each([
      ['/', 200, 'home'],
      ['/pricing', 200, 'pricing'],
      ['/pricing?tier=Moonshot', 200, 'pricing'],
      ['/services/pixel-package', 200, 'pixel'],
      ['/nowhere', 404, 'not found page'],
      ['/services', 404, 'not found page'],
      ['/pricing.html', 404, 'not found page'],
      ['/index.html', 404, 'not found page'],
      ['/404', 404, 'not found page'],
      ['/pricing.html.br', 404, 'not found page'],
      ['/../pages/one/pricing', 404, 'not found page'],
      ['/%2e%2e/pages', 404, 'not found page'],
    ])('page %s answers %i', async (path, status, text) => {
      const response = await get(path);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain(text);
    });

    test('a path that ends in a slash is sent to the one without, its query kept', async () => {
      const response = await get('/pricing/?tier=Moonshot');
      expect(response.status).toBe(308);
      expect(response.headers.get('location')).toBe('/pricing?tier=Moonshot');
    });

    test('a published file is cached for a year', async () => {
      const response = await get('/assets/host/v1/app.js');
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    });

    test.each([
      '/assets/host/v1/missing.js',
      '/remotes/portal/v1/remoteEntry.js',
      '/assets/host/v1/app.js.br',
      '/assets/host/v1/',
    ])('missing asset %s is a plain 404, not a page and not cached for long', async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('text/plain');
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    test.each([
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ])('Accept-Encoding "%s" gets %s', async (accepted, encoding) => {
      for (const path of ['/', '/assets/host/v1/app.js']) {
        const response = await get(path, { headers: { 'Accept-Encoding': accepted } });
        expect(response.headers.get('content-encoding')).toBe(encoding);
        expect(response.headers.get('vary')).toContain('Accept-Encoding');
        expect((await response.text()).length).toBeGreaterThan(500);
      }
    });

    test('a page that has not changed is answered with 304', async () => {
      const first = await get('/pricing');
      const etag = first.headers.get('etag');
      expect(etag).not.toBeNull();
      const second = await get('/pricing', { headers: { 'If-None-Match': etag ?? '' } });
      expect(second.status).toBe(304);
    });

    test('every kind of answer carries the security headers', async () => {
      for (const path of [
        '/',
        '/nowhere',
        '/assets/host/v1/app.js',
        '/assets/missing.js',
        '/healthz',
        '/registry.json',
      ]) {
        const response = await get(path);
        for (const [header, value] of Object.entries(SECURITY_HEADERS)) {
          expect.soft(response.headers.get(header), `${header} of ${path}`).toBe(value);
        }
      }
    });

    test('the registry is asked for anew each time', async () => {
      const response = await get('/registry.json');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.json()).toEqual({ compositionId: 'one' });
    });

    test('health says what is live and is never cached', async () => {
      const response = await get('/healthz');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toEqual({ status: 'ok', versions: { host: 'v1' } });
    });

    test('pages are for reading', async () => {
      const response = await get('/pricing', { method: 'POST', body: 'x' });
      expect(response.status).toBe(405);
    });

    test('API calls reach the backend whole, with the address of the caller and no other', async () => {
      const response = await get('/functions/v1/sign-in-rep?x=1', {
        method: 'POST',
        body: '{"a":1}',
        headers: { 'X-Forwarded-For': '203.0.113.9' },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('set-cookie')).toBe('a=1; HttpOnly');
      expect(await response.json()).toEqual({
        method: 'POST',
        url: '/functions/v1/sign-in-rep?x=1',
        forwardedFor: '127.0.0.1',
        body: '{"a":1}',
      } satisfies SeenRequest);
    });

    test("the backend's own status is passed on", async () => {
      expect((await get('/functions/v1/teapot')).status).toBe(418);
    });

    test('a body over 1 MiB is refused with 413', async () => {
      const response = await get('/functions/v1/submit-contact', {
        method: 'POST',
        body: 'x'.repeat(1024 * 1024 + 1),
      }).catch((error: unknown) => error);
      // The edge may close the connection before the client has sent it all.
      if (response instanceof Response) expect(response.status).toBe(413);
      else expect(response).toBeInstanceOf(TypeError);
    });
  });
}

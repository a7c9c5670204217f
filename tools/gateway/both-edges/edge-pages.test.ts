import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeEdges } from './describe-edges.ts';
import { PREVIEW_TOKEN } from './edge-fixture.ts';
import { getRaw } from './edge-under-test.ts';

describeEdges('pages and files', (edge, get) => {
  test.each([
    ['/', 200, 'home of one'],
    ['/pricing', 200, 'pricing of one'],
    ['/pricing?tier=Moonshot', 200, 'pricing of one'],
    // An override is between the tab and the release tool: no edge answers otherwise.
    ['/pricing?override=marketing@http://localhost:5173&override-token=x.y', 200, 'pricing of one'],
    ['/pricing?override=marketing@https://evil.example', 200, 'pricing of one'],
    ['/override-key.json', 404, 'not found page of one'],
    ['/services/pixel-package', 200, 'pixel of one'],
    ['/nowhere', 404, 'not found page of one'],
    ['/services', 404, 'not found page of one'],
    ['/pricing.html', 404, 'not found page of one'],
    ['/index.html', 404, 'not found page of one'],
    ['/index', 404, 'not found page of one'],
    ['/404', 404, 'not found page of one'],
    ['/pricing.html.br', 404, 'not found page of one'],
    // Files beside the pages are not reachable by their place on disk.
    ['/current/lanes/00/pricing', 404, 'not found page of one'],
    ['/pages/one/pricing', 404, 'not found page of one'],
    ['/states/one/healthz.json', 404, 'not found page of one'],
    ['/server/host/v1/app.js', 404, 'not found page of one'],
    [`/previews/${PREVIEW_TOKEN}/pricing`, 404, 'not found page of one'],
    ['/healthz.json', 404, 'not found page of one'],
  ])('page %s answers %i', async (path, status, text) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain(text);
  });

  test('a source map is never served, not even one among the published files', async () => {
    await mkdir(path.join(edge().siteRoot, 'server/host/v1/source-maps'), { recursive: true });
    for (const map of ['server/host/v1/source-maps/app.js.map.gz', 'assets/host/v1/app.js.map'])
      await writeFile(path.join(edge().siteRoot, map), 'the sources');
    for (const map of [
      '/server/host/v1/source-maps/app.js.map.gz',
      '/server/host/v1/source-maps/app.js.map',
      '/assets/host/v1/app.js.map',
      '/assets/host/v1/app.js.map.gz',
    ]) {
      const response = await get(map, { headers: { 'Accept-Encoding': 'gzip' } });
      expect([map, response.status]).toEqual([map, 404]);
      expect(await response.text()).not.toContain('the sources');
    }
  });

  test.each(['/../server/host/v1/app.js', '/assets/..%2f..%2f..%2fetc/passwd', '/%2e%2e/pages/one/pricing'])(
    'a path that leaves the site, %s, is a 400',
    async (path) => {
      expect((await getRaw(edge(), path)).status).toBe(400);
    },
  );

  /** Regression: the local gateway refused what nginx answers. */
  test.each(['/assets/..%2fpricing', '/assets/../pricing', '/services/%2e%2e/pricing', '/.//pricing'])(
    'the path %s is read as /pricing',
    async (path) => {
      const response = await getRaw(edge(), path);
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining('pricing of one'),
      ]);
    },
  );

  describe('a slash at the end', () => {
    test.each([
      ['/pricing/.', '/pricing'],
      ['/pricing/?tier=Moonshot', '/pricing?tier=Moonshot'],
      ['/services//', '/services'],
      ['//evil.example/', '/evil.example'],
    ])('%s is sent to %s', async (path, location) => {
      const response = await getRaw(edge(), path);
      expect(response.status).toBe(308);
      expect(response.headers.get('location')).toBe(location);
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    test.each(['/%5Cevil.example/', '/a%0d%0aSet-Cookie:x/'])(
      'no part of %s gets into a header',
      async (path) => {
        const response = await getRaw(edge(), path);
        expect(response.status).toBe(404);
        expect(response.headers.has('location')).toBe(false);
        expect(response.headers.has('set-cookie')).toBe(false);
      },
    );
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
    '/assets/host/v1',
  ])('missing asset %s is a plain 404, not a page and not cached', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe('Not found\n');
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    // Regression: the local gateway read a coding by its lower-case name alone, and as the beginning of another one.
    ['GZIP', 'gzip'],
    ['GZIP, BR', 'br'],
    ['br;q=0, Gzip;q=0.5', 'gzip'],
    ['gzip-x', null],
    ['gzip;q=0.000', null],
    ['gzip;q=2', null],
  ])('Accept-Encoding "%s" gets %s', async (accepted, encoding) => {
    for (const path of ['/', '/assets/host/v1/app.js', '/nowhere']) {
      const response = await get(path, { headers: { 'Accept-Encoding': accepted } });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      expect((await response.text()).length).toBeGreaterThan(500);
    }
  });

  /** Regression: the edges differed for proxies that weaken tags, and for parts of a file. */
  test.each([
    ['weakened by a proxy', (etag: string) => `W/${etag}`],
    ['in a list', (etag: string) => `"other", ${etag}`],
    ['as any', () => '*'],
  ])('a tag that is known, %s, is answered without the page', async (_, known) => {
    const etag = (await get('/pricing')).headers.get('etag') ?? '';
    expect((await get('/pricing', { headers: { 'If-None-Match': known(etag) } })).status).toBe(304);
    expect(
      (await get('/pricing', { headers: { 'If-None-Match': known('"unknown"').replace('*', '"x"') } }))
        .status,
    ).toBe(200);
  });

  /** Regression: nginx refused what the local gateway answered. */
  test.each<[string, number, (etag: string) => Record<string, string>]>([
    ['its tag', 200, (etag) => ({ 'If-Match': `"other", ${etag}` })],
    ['any tag', 200, () => ({ 'If-Match': '*' })],
    ['another tag', 412, () => ({ 'If-Match': '"other"' })],
    ['a weak tag', 412, (etag) => ({ 'If-Match': `W/${etag}` })],
    ['another tag, known or not', 412, () => ({ 'If-Match': '"other"', 'If-None-Match': '*' })],
    ['a later time', 200, () => ({ 'If-Unmodified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' })],
    ['an earlier time', 412, () => ({ 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' })],
    ['no time', 412, () => ({ 'If-Unmodified-Since': 'soon' })],
  ])('a file that must have %s is answered %i', async (_, status, conditions) => {
    for (const path of ['/pricing', '/assets/host/v1/app.js', '/registry.json']) {
      const etag = (await getRaw(edge(), path)).headers.get('etag') ?? '';
      const response = await getRaw(edge(), path, conditions(etag));
      expect([path, response.status]).toEqual([path, status]);
      if (status === 200) continue;
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toBe('The file has changed\n');
    }
    expect((await getRaw(edge(), '/nowhere', conditions('"x"'))).status).toBe(404);
  });

  /** Regression: the local gateway refused them. */
  test.each([
    ['/%ff', 404, 'text/html'],
    ['/%e2%82/', 404, 'text/html'],
    ['/assets/%ff', 404, 'text/plain'],
    ['/rest/v1/rpc/%ff', 404, 'application/json'],
    ['/%ff/../pricing', 200, 'text/html'],
    ['/%zz', 400, 'text/'],
    ['/pricing%', 400, 'text/'],
  ])('%s, which is no text, answers %i', async (path, status, type) => {
    const response = await getRaw(edge(), path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      expect.stringContaining(type),
    ]);
  });

  test('a part of a file is answered with all of it', async () => {
    const whole = await (await get('/pricing')).text();
    const response = await getRaw(edge(), '/pricing', { Range: 'bytes=0-3' });
    expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, null]);
    expect(await response.text()).toBe(whole);
  });

  test('an unchanged page gets a 304, by its tag alone', async () => {
    const first = await get('/pricing');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect(first.headers.get('last-modified')).toBeNull();
    const second = await get('/pricing', { headers: { 'If-None-Match': etag } });
    expect(second.status).toBe(304);
    expect(second.headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    ['/registry.json', { compositionId: 'one' }],
    ['/release.json', { compositionId: 'one' }],
    ['/history.json', { revision: 'one' }],
  ])('%s is requested again each time', async (path, content) => {
    const response = await get(path);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.json()).toEqual(content);
    const etag = response.headers.get('etag') ?? '';
    expect((await get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  test.each(['/pricing', '/nowhere', '/assets/host/v1/app.js', '/healthz'])(
    '%s is read-only',
    async (path) => {
      const response = await get(path, { method: 'POST', body: 'x' });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toBe('Method not allowed\n');
    },
  );

  test('HEAD has the headers of GET and no body', async () => {
    const response = await get('/pricing', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await response.text()).toBe('');
  });
});

import { expect, test } from 'vitest';
import { describeEdges } from './describe-edges.ts';
import { PREVIEW_TOKEN } from './edge-fixture.ts';
import { getRaw } from './edge-under-test.ts';

describeEdges('pages that have moved', (edge) => {
  test.each([
    ['/prices', '/pricing'],
    ['/prices?tier=Moonshot&plan=', '/pricing?tier=Moonshot&plan='],
    ['/products', '/'],
    ['/products?source=mail', '/?source=mail'],
    ['/products/pixel', '/services/pixel-package'],
    [`/_preview/${PREVIEW_TOKEN}/prices`, `/_preview/${PREVIEW_TOKEN}/pricing`],
    [`/_preview/${PREVIEW_TOKEN}/products`, `/_preview/${PREVIEW_TOKEN}/`],
  ])('%s is sent to %s for good', async (path, location) => {
    const response = await getRaw(edge(), path);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('a link with an access token keeps it, and no referrer contains it', async () => {
    const response = await getRaw(edge(), '/prices?access=abc');
    expect(response.headers.get('location')).toBe('/pricing?access=abc');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each(['/prices/', '/products//'])('%s is sent to the path without its slash first', async (path) => {
    expect((await getRaw(edge(), path)).status).toBe(308);
  });

  test.each([
    '/prices/more',
    '/Prices',
    '/products/pixel/=',
    '/=from/prices',
    '/=from/prices/=',
    '/=from/left.txt',
    '/%3Dfrom/left.txt',
    '/=to/pricing',
    '/=to',
    '/prices%0d%0aX:y',
    '/prices.html',
  ])('%s has not moved: 404', async (path) => {
    const response = await getRaw(edge(), path);
    expect(response.status).toBe(404);
    expect(response.headers.has('location')).toBe(false);
    expect(await response.text()).toContain('not found page of one');
  });

  test('an old path is read-only too', async () => {
    expect((await getRaw(edge(), '/prices', {}, 'POST')).status).toBe(405);
  });
});

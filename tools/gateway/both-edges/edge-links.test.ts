import { describe, expect, test } from 'vitest';
import { describeEdges } from './describe-edges.ts';
import { PREVIEW_TOKEN } from './edge-fixture.ts';
import { getRaw } from './edge-under-test.ts';

describeEdges('addresses with an access token', (edge) => {
  test.each([
    ['/comparison?access=SECRET', 404],
    ['/pricing?access=SECRET', 200],
    ['/pricing?tier=Moonshot&access=SECRET', 200],
    ['/pricing?access=', 200],
    ['/pricing?tier=Moonshot&amp;access=SECRET', 200],
    ['/pricing%3Faccess=SECRET', 404],
    ['/pricing%3faccess%3dSECRET', 404],
    ['/pricing/?access=SECRET', 308],
    ['/nowhere?access=SECRET', 404],
    ['/assets/host/v1/app.js?access=SECRET', 200],
    ['/healthz?access=SECRET', 200],
    ['/functions/v1/sign-in-rep?access=SECRET', 405],
    ['/rest/v1/products?access=SECRET', 404],
  ])('%s is neither cached nor revealed to another site', async (path, status) => {
    const response = await getRaw(edge(), path);
    expect(response.status).toBe(status);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('an unchanged page is not cached either', async () => {
    const etag = (await getRaw(edge(), '/pricing')).headers.get('etag') ?? '';
    const response = await getRaw(edge(), '/pricing?access=SECRET', { 'If-None-Match': etag });
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('an answer to a refused method has the same headers', async () => {
    const response = await getRaw(edge(), '/pricing?access=SECRET', {}, 'DELETE');
    expect(response.status).toBe(405);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  describe('all other addresses', () => {
    test.each(['/', '/pricing', '/pricing?tier=Moonshot', '/nowhere', '/assets/host/v1/app.js'])(
      '%s reveals only the origin to other sites',
      async (path) => {
        expect((await getRaw(edge(), path)).headers.get('referrer-policy')).toBe('strict-origin');
      },
    );

    test('a preview reveals nothing', async () => {
      const response = await getRaw(edge(), `/_preview/${PREVIEW_TOKEN}/pricing`);
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    });
  });
});

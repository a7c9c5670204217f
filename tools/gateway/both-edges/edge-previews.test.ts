import { expect, test } from 'vitest';
import { describeEdges } from './describe-edges.ts';
import { makeLive, PREVIEW_TOKEN } from './edge-fixture.ts';

const PREVIEW = `/_preview/${PREVIEW_TOKEN}`;

describeEdges('previews', (edge, get) => {
  test.each([
    [PREVIEW, 200, 'home of preview'],
    [`${PREVIEW}/pricing`, 200, 'pricing of preview'],
    [`${PREVIEW}/pricing?tier=Moonshot`, 200, 'pricing of preview'],
    [`${PREVIEW}/services/pixel-package`, 200, 'pixel of preview'],
    [`${PREVIEW}/nowhere`, 404, 'not found page of preview'],
    [`${PREVIEW}/pricing.html`, 404, 'not found page of preview'],
    [`${PREVIEW}/index`, 404, 'not found page of preview'],
    [`${PREVIEW}/404`, 404, 'not found page of preview'],
    [`${PREVIEW}/pricing.html.gz`, 404, 'not found page of preview'],
    [`${PREVIEW}/=from/left.txt`, 404, 'not found page of preview'],
    ['/_preview', 404, 'not found page of one'],
    [`/_preview/${'a'.repeat(32)}`, 404, 'not found page of one'],
    [`/_preview/${'a'.repeat(32)}/pricing`, 404, 'not found page of one'],
    [`${PREVIEW}x`, 404, 'not found page of one'],
    [PREVIEW.toUpperCase().replace('PREVIEW', 'preview'), 404, 'not found page of one'],
    ['/_preview/short/pricing', 404, 'not found page of one'],
  ])('%s answers %i without a valid address', async (path, status, text) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each(['registry.json', 'release.json'])('its %s is found by name', async (file) => {
    const response = await get(`${PREVIEW}/${file}`);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(await response.json()).toEqual({ compositionId: 'preview' });
  });

  test('a slash at the end is taken off, and search engines are kept out there too', async () => {
    for (const [path, location] of [
      [`${PREVIEW}/`, PREVIEW],
      [`${PREVIEW}/pricing/?a=1`, `${PREVIEW}/pricing?a=1`],
    ] as const) {
      const response = await get(path);
      expect(response.status).toBe(308);
      expect(response.headers.get('location')).toBe(location);
      expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    }
  });

  test('it has no lane', async () => {
    await makeLive(edge().siteRoot, 'canary');
    for (const lane of ['00', '99']) {
      const response = await get(`${PREVIEW}/pricing`, { headers: { Cookie: `corvane_lane=${lane}` } });
      expect(await response.text()).toContain('pricing of preview');
    }
    for (const path of [`${PREVIEW}/pricing`, `${PREVIEW}/nowhere`]) {
      expect((await get(path)).headers.get('set-cookie')).toBeNull();
    }
  });

  test('other pages may be indexed and reveal only the origin to other sites', async () => {
    const response = await get('/pricing');
    expect(response.headers.get('x-robots-tag')).toBeNull();
    expect(response.headers.get('referrer-policy')).toBe('strict-origin');
  });
});

import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { describeEdges } from './describe-edges.ts';
import { makeLive, writeBuild } from './edge-fixture.ts';

describeEdges('releases while the edge runs', (edge, get) => {
  afterEach(() => makeLive(edge().siteRoot, 'one'));

  test('the next request after each release gets the new pages', async () => {
    for (const state of ['two', 'one', 'two', 'one', 'two']) {
      await makeLive(edge().siteRoot, state);
      expect(await (await get('/pricing')).text()).toContain(`pricing of ${state}`);
      expect(await (await get('/nowhere')).text()).toContain(`page of ${state}`);
      expect(await (await get('/registry.json')).json()).toEqual({ compositionId: state });
    }
  });

  /** @returns the distinct answers of 500 requests, while releases with and without a page go live in turn */
  async function answersMeanwhile(ask: () => Promise<string>): Promise<string[]> {
    const answers = new Set<string>();
    let isAsking = true;
    const askOn = async () => {
      for (let count = 0; count < 250; count += 1) answers.add(await ask());
    };
    const asked = Promise.all([askOn(), askOn()]).finally(() => {
      isAsking = false;
    });
    for (let count = 0; isAsking; count += 1) await makeLive(edge().siteRoot, count % 2 ? 'one' : 'three');
    await asked;
    return [...answers].toSorted();
  }

  /** Regression: the length was of the page before the release, and the text of the one after it was cut off. */
  test('each answer while releases go live is one whole page', async () => {
    const pages = await answersMeanwhile(async () => {
      const response = await get('/pricing', { headers: { 'Accept-Encoding': 'identity' } });
      return (await response.text()).replace(/(<p>[^<]*<\/p>)+$/, '');
    });
    expect(pages).toEqual(['<h1>pricing of one</h1>', '<h1>pricing of three</h1>']);
  });

  test('a page that only one release has is found or not found while releases go live', async () => {
    await writeFile(path.join(edge().siteRoot, 'pages/three/new.html'), 'new');
    const pages = await answersMeanwhile(async () => `${(await get('/new')).status}`);
    expect(pages).toEqual(['200', '404']);
  });

  test("a page of the same size from another composition has another tag than the browser's copy", async () => {
    for (const encoding of ['identity', 'br']) {
      await makeLive(edge().siteRoot, 'one');
      const before = await get('/pricing', { headers: { 'Accept-Encoding': encoding } });
      await makeLive(edge().siteRoot, 'two');
      const after = await get('/pricing', {
        headers: { 'Accept-Encoding': encoding, 'If-None-Match': before.headers.get('etag') ?? '' },
      });
      expect(after.status).toBe(200);
      // Compressed, the same text may be a byte longer.
      if (encoding === 'identity') {
        expect(after.headers.get('content-length')).toBe(before.headers.get('content-length'));
      }
      expect(await after.text()).toContain('pricing of two');
    }
  });

  test('a state of an older release has no history, and everything else', async () => {
    await makeLive(edge().siteRoot, 'three');
    const response = await get('/history.json');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('not found page of three');
    expect((await get('/pricing')).status).toBe(200);
  });

  test('a published asset is served at once, even if it was requested before', async () => {
    const asset = '/remotes/portal/v2/app.js';
    expect((await get(asset)).status).toBe(404);
    await writeBuild(edge().siteRoot, 'remotes/portal/v2');
    const response = await get(asset);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-encoding')).not.toBeNull();
  });

  test('a canary begins and ends without a restart', async () => {
    expect((await get('/')).headers.get('set-cookie')).toBeNull();
    await makeLive(edge().siteRoot, 'canary');
    expect((await get('/')).headers.get('set-cookie')).toContain('corvane_lane=');
    await makeLive(edge().siteRoot, 'two');
    expect((await get('/')).headers.get('set-cookie')).toBeNull();
  });

  test('without a release, a visitor gets a page that says so, and health fails', async () => {
    const current = path.join(edge().siteRoot, 'current');
    await rename(current, `${current}-away`);
    const page = await get('/pricing');
    expect(page.status).toBe(503);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('retry-after')).toBe('5');
    expect(await page.text()).toContain('<h1>The site cannot answer right now</h1>');
    const health = await get('/healthz');
    expect(health.status).toBe(503);
    expect(health.headers.get('cache-control')).toBe('no-store');
    expect(await health.json()).toMatchObject({ status: 'failing', versions: {}, canaries: [] });
    await rm(`${current}-away`);
  });

  test('a new preview is served at once', async () => {
    const token = 'z'.repeat(32);
    expect((await get(`/_preview/${token}`)).status).toBe(404);
    const dir = path.join(edge().siteRoot, 'previews', token);
    await mkdir(dir);
    await writeFile(path.join(dir, 'index.html'), 'new preview');
    expect(await (await get(`/_preview/${token}`)).text()).toBe('new preview');
  });
});

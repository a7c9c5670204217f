import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { describeEdges } from './describe-edges.ts';
import { makeLive } from './edge-fixture.ts';

describeEdges('health', (edge, get) => {
  const inSite = (file: string) => path.join(edge().siteRoot, file);
  const health = async () => {
    const response = await get('/healthz');
    return { status: response.status, body: await response.json() };
  };
  afterEach(() => makeLive(edge().siteRoot, 'one'));

  test('a site with all its pages and entries is ready', async () => {
    expect(await health()).toMatchObject({
      status: 200,
      body: { status: 'ok', versions: { host: 'v1' }, canaries: [] },
    });
  });

  test.each([
    ['a live version', 'assets/host/v1', 'one'],
    ['the live pages', 'pages/one', 'one'],
    ["the canary's pages", 'pages/two', 'canary'],
  ])(
    'a site without the directory of %s is not ready, and names the repair command',
    async (_, gone, live) => {
      await makeLive(edge().siteRoot, live);
      await rename(inSite(gone), inSite(`${gone}-away`));
      try {
        const { status, body } = await health();
        expect([status, body.status]).toEqual([503, 'failing']);
        expect(body.mend).toContain('release restore');
        expect(JSON.stringify(body)).not.toContain('reset');
        // Another complete state is ready at once.
        await makeLive(edge().siteRoot, gone === 'pages/one' ? 'two' : 'one');
        expect((await health()).status).toBe(gone.startsWith('pages') ? 200 : 503);
      } finally {
        await rename(inSite(`${gone}-away`), inSite(gone));
      }
      expect((await health()).status).toBe(200);
    },
  );

  test('the local gateway names a missing or empty file', async () => {
    const page = inSite('pages/one/pricing.html');
    const isGateway = 'database' in (await health()).body;
    for (const spoil of [() => rename(page, `${page}-away`), () => writeFile(page, '')]) {
      await spoil();
      const { status, body } = await health();
      // nginx only looks for the directories: docs/contracts/edge.md.
      expect(status).toBe(isGateway ? 503 : 200);
      if (isGateway) expect(body.broken).toEqual(['pages/one/pricing.html']);
    }
    await rm(page);
    await rename(`${page}-away`, page);
    expect((await health()).status).toBe(200);
  });
});

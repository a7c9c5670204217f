import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeEdges } from './describe-edges.ts';
import { FIRST_STABLE_LANE, makeLive } from './edge-fixture.ts';

const LANE_COOKIE = /^corvane_lane=(\d\d); Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/;

describeEdges('lanes', (edge, get) => {
  const withLane = (lane: string, headers: Record<string, string> = {}) => ({
    headers: { Cookie: `other=1; corvane_lane=${lane}`, ...headers },
  });

  describe('while a canary runs', () => {
    beforeAll(() => makeLive(edge().siteRoot, 'canary'));
    afterAll(() => makeLive(edge().siteRoot, 'one'));

    test.each([
      ['00', 'two'],
      ['09', 'two'],
      ['10', 'one'],
      ['99', 'one'],
    ])('lane %s gets composition %s, for pages and what belongs to them', async (lane, composition) => {
      expect(await (await get('/pricing', withLane(lane))).text()).toContain(`pricing of ${composition}`);
      expect(await (await get('/', withLane(lane))).text()).toContain(`home of ${composition}`);
      expect(await (await get('/nowhere', withLane(lane))).text()).toContain(`page of ${composition}`);
      for (const file of ['/registry.json', '/release.json']) {
        expect(await (await get(file, withLane(lane))).json()).toEqual({ compositionId: composition });
      }
    });

    test.each(['/pricing', '/', '/nowhere'])('%s keeps a visitor on the lane that answered', async (path) => {
      for (let visitor = 0; visitor < 20; visitor++) {
        const response = await get(path);
        const lane = LANE_COOKIE.exec(response.headers.get('set-cookie') ?? '')?.[1];
        expect(lane).toBeDefined();
        const composition = Number(lane) < FIRST_STABLE_LANE ? 'two' : 'one';
        expect(await response.text()).toContain(`of ${composition}<`);
      }
    });

    test('so does a page that the browser has cached', async () => {
      // The drawn lane's composition and tag are unknown here, so either tag is correct.
      const tags = await Promise.all(
        ['00', '99'].map(async (lane) => (await get('/pricing', withLane(lane))).headers.get('etag') ?? ''),
      );
      expect(tags[0]).not.toBe(tags[1]);
      for (const tag of tags) {
        for (let attempt = 0; attempt < 5; attempt++) {
          const response = await get('/pricing', { headers: { 'If-None-Match': tag } });
          expect([200, 304]).toContain(response.status);
          expect(response.headers.get('set-cookie')).toMatch(LANE_COOKIE);
        }
      }
    });

    test('a visitor with a lane does not get the cookie again', async () => {
      expect((await get('/pricing', withLane('42'))).headers.get('set-cookie')).toBeNull();
    });

    test('the history is of the whole site', async () => {
      for (const lane of ['00', '99'])
        expect(await (await get('/history.json', withLane(lane))).json()).toEqual({ revision: 'canary' });
    });

    test.each([
      '/registry.json',
      '/release.json',
      '/history.json',
      '/assets/host/v1/app.js',
      '/healthz',
      '/pricing/',
    ])('%s is no page and sets no cookie', async (path) => {
      expect((await get(path)).headers.get('set-cookie')).toBeNull();
    });

    test.each(['1', '100', '4x', '', '..', '../../pages/two', '%2e%2e', '00/../../../previews', '٠١'])(
      'the invalid lane %j is ignored',
      async (lane) => {
        const response = await get('/pricing', withLane(encodeURI(lane)));
        expect(response.status).toBe(200);
        expect(response.headers.get('set-cookie')).toMatch(LANE_COOKIE);
      },
    );

    test('visitors without a lane are spread', async () => {
      const lanes = new Set<string>();
      for (let visitor = 0; visitor < 100; visitor++) {
        lanes.add((await get('/', { method: 'HEAD' })).headers.get('set-cookie')?.slice(13, 15) ?? '');
      }
      // Of 100 draws from 100 about 63 differ. Fewer than 40 never happen by chance.
      expect(lanes.size).toBeGreaterThan(40);
    });

    test('health does not depend on the lane', async () => {
      const health = { status: 'ok', versions: { host: 'v1' }, canaries: [{ share: 10 }] };
      for (const lane of ['00', '99'])
        expect(await (await get('/healthz', withLane(lane))).json()).toMatchObject(health);
    });
  });

  describe('without a canary', () => {
    test.each(['/pricing', '/nowhere', '/registry.json'])('%s sets no cookie', async (path) => {
      for (let visitor = 0; visitor < 5; visitor++) {
        expect((await get(path)).headers.get('set-cookie')).toBeNull();
      }
    });

    test('every lane gets the same composition', async () => {
      for (const lane of ['00', '09', '10', '99', 'x']) {
        expect(await (await get('/pricing', withLane(lane))).text()).toContain('pricing of one');
      }
    });
  });
});

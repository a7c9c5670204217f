import { expect, test } from 'vitest';
import { watchLiveSite } from './live-site.ts';

const route = (path: string, access = 'public') => ({ path, access });
const registry = (marketing: string, routes = [route('/')]) => ({
  host: { version: 'h1' },
  remotes: {
    marketing: { version: marketing, routes, previous: { version: 'm0' } },
    portal: { version: 'p1', routes: [route('/sales-portal', 'rep')], previous: null },
  },
});

function site(answer: (lane: string) => Response, lanes: readonly string[] = []) {
  let nowMs = 0;
  const asked: string[] = [];
  const live = watchLiveSite('https://www.corvane.example', {
    now: () => nowMs,
    fetch: async (url, init) => {
      const cookie = new Headers(init?.headers).get('cookie') ?? '';
      asked.push(`${url} ${cookie}`);
      if (String(url).endsWith('/healthz'))
        return Response.json({ canaries: lanes.map((lane) => ({ lane })) });
      return answer(cookie.slice(-2));
    },
  });
  return { live, asked, pass: (ms: number) => (nowMs += ms) };
}

test('knows the public pages and the versions of the live site and its canaries, and of no other', async () => {
  const canaries: Record<string, object> = {
    '10': registry('m2', [route('/'), route('/new')]),
    '35': { ...registry('m1'), host: { version: 'h2' } },
  };
  const { live } = site((lane) => Response.json(canaries[lane] ?? registry('m1')), Object.keys(canaries));
  const { pages, versions } = await live();
  expect([...pages].sort()).toEqual(['/', '/new']);
  expect([...versions.marketing].sort()).toEqual(['m0', 'm1', 'm2']);
  expect([...versions.host].sort()).toEqual(['h1', 'h2']);
});

test('many calls at once ask once, and again after a minute', async () => {
  const { live, asked, pass } = site(() => Response.json(registry('m1')));
  await Promise.all([live(), live(), live()]);
  await live();
  expect(asked).toEqual([
    'https://www.corvane.example/healthz ',
    'https://www.corvane.example/registry.json corvane_lane=99',
  ]);
  pass(60_000);
  await live();
  expect(asked).toHaveLength(4);
});

test('a site that fails leaves the last answer; before the first one, no page is known', async () => {
  let answer = () => new Response('down', { status: 502 });
  const { live, pass } = site(() => answer());
  expect((await live()).pages.size).toBe(0);
  answer = () => Response.json(registry('m1'));
  pass(60_000);
  expect((await live()).pages.size).toBe(1);
  answer = () => Response.json({ remotes: 'nonsense' });
  pass(60_000);
  expect((await live()).pages.size).toBe(1);
});

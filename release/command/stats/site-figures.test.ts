import { COUNTED } from '@corvane/shared/contracts/backend/counted';
import { expect, test } from 'vitest';
import { fetchSiteFigures, formatSiteFigures } from './site-figures.ts';

const ANSWER = {
  firstDay: '2026-02-27',
  lastDay: '2026-03-01',
  parts: [
    { part: 'days', name: '2026-02-27', counts: { visit: 3, view: 10 } },
    { part: 'days', name: '2026-03-01', counts: { visit: 1, view: 2, 'form-sent': 1 } },
    { part: 'pages', name: '/', counts: { visit: 4, view: 11 } },
    { part: 'pages', name: '/contact', counts: { view: 1, 'form-sent': 1 } },
    { part: 'sources', name: 'search', counts: { visit: 4, view: 12 } },
    { part: 'versions', name: 'marketing m2', counts: { view: 12 } },
  ],
};
const fetched = (answer: unknown, asked: unknown[] = []) =>
  fetchSiteFigures(
    {
      url: 'http://stats.test',
      secretKey: 'sb_secret_test',
      fetch: async (input, init) => {
        const request = new Request(input, init);
        asked.push(request.url, await request.json());
        return Response.json(answer);
      },
    },
    3,
  );

test('asks for days, and a day without a count is a day of zeros', async () => {
  const asked: unknown[] = [];
  const figures = await fetched(ANSWER, asked);
  expect(asked).toEqual(['http://stats.test/rest/v1/rpc/site_figures', { days_param: 3 }]);
  expect(figures.days.map(({ name, counts }) => [name, counts.visit])).toEqual([
    ['2026-02-27', 3],
    ['2026-02-28', 0],
    ['2026-03-01', 1],
  ]);
  expect(figures.total).toEqual({
    ...Object.fromEntries(COUNTED.map((what) => [what, 0])),
    ...{ visit: 4, view: 12, 'form-sent': 1 },
  });
});

test('an answer that is no table is an error', async () => {
  await expect(
    fetched({ ...ANSWER, parts: [{ part: 'days', name: 'x', counts: { view: -1 } }] }),
  ).rejects.toThrow();
});

test('tables name what they count', async () => {
  const { pages, ...others } = await fetched(ANSWER);
  const text = formatSiteFigures({ ...others, pages: pages.slice(0, 1) });
  expect(text.split('\n').slice(0, 6)).toEqual([
    'Visits from 2026-02-27 to 2026-03-01 (days of UTC)',
    '',
    '     visits  views  form opened  form begun  form sent  demos booked  prices seen',
    'all       4     12            0           0          1             0            0',
    '',
    'page  visits  views  form opened  form begun  form sent  demos booked  prices seen',
  ]);
  expect(formatSiteFigures(await fetched({ ...ANSWER, parts: [] }))).toBe(
    'Visits from 2026-02-27 to 2026-03-01 (days of UTC): nothing was counted yet.',
  );
});

// @vitest-environment happy-dom

import { salesDashboardSchema } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { translatePage } from '@corvane/shared/testing/translate-page';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { type Mounted, mount, press, untilText } from '../../../testing/mount.tsx';
import { RoutedHost } from '../../../testing/routed-host.tsx';
import { dashboardRow, EVERYTHING } from '../sales-fixtures.ts';
import { barOf, foldedProducts, partialWords, shortStepLabel, stepLabel } from './bars.ts';
import { ChartFigures } from './chart-figures.tsx';
import { ChartsSection } from './charts-section.tsx';
import * as drawings from './drawings.tsx';
import SalesCharts from './sales-charts.tsx';

let mounted: Mounted | undefined;

const DASHBOARD = { ...salesDashboardSchema.parse(dashboardRow), filter: EVERYTHING.filter };

test('each chart has a title, a unit, the key to its fills, and its figures as a table', async () => {
  mounted = await mount(<ChartFigures dashboard={DASHBOARD} drawings={drawings} />);
  const figures = [...mounted.container.querySelectorAll('figure')];
  expect(figures.map((figure) => figure.querySelector('figcaption')?.textContent)).toEqual([
    'Sales and commission over timeSales value, US dollars, by monthActiveCancelledNot a whole month',
    'Sales by productSales value, US dollarsActiveCancelled',
    'Sales by billing frequencyNumber of sales, and their value per year in US dollarsActiveCancelled',
  ]);
  const rows = [...(figures[0]?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['Oct 2026', '$0.00', '$0.00', '$0.00', '$0.00'],
    ['Nov 2026 (so far)', '$5,095.00', '$1,895.00', '$407.60', '$151.60'],
  ]);
});

/** Regression: on a translated page, the key still said 'month' beside bars of weeks. */
test('the key to a bar that is not whole follows the chosen range on a translated page', async () => {
  const end = translatePage();
  mounted = await mount(<ChartFigures dashboard={DASHBOARD} drawings={drawings} />);
  const key = () => mounted?.container.querySelector('figcaption')?.textContent;
  expect(key()).toContain('Not a whole month');
  const { points } = DASHBOARD.series;
  const weeks = points.map((point, at) => ({ ...point, startsOn: ['2026-11-09', '2026-11-16'][at] ?? '' }));
  const series = { ...DASHBOARD.series, step: 'week' as const, points: weeks };
  await mounted.render(<ChartFigures dashboard={{ ...DASHBOARD, series }} drawings={drawings} />);
  expect(key()).toContain('Not a whole week');
  expect(key()).not.toContain('month');
  end();
});

/** Regression: the charts were taller than their place. The rows below moved, and a press on one was lost. */
test('the place of the charts has their final height and words before their code and before their figures', async () => {
  const heights = () =>
    [...(mounted?.container.querySelectorAll('figure') ?? [])].map((figure) =>
      [...figure.querySelectorAll<HTMLElement>(':scope > div > div[style]')].map(({ style }) => style.height),
    );
  const captions = () =>
    [...(mounted?.container.querySelectorAll('figcaption') ?? [])].map(({ textContent }) => textContent);
  mounted = await mount(<ChartFigures dashboard={DASHBOARD} drawings={drawings} />);
  const drawn = { heights: heights(), captions: captions() };
  expect(drawn.heights).toEqual([['272px'], ['234px'], ['98px', '98px']]);
  await mounted.unmount();

  mounted = await mount(
    <ChartsSection dashboard={DASHBOARD} isPending={false} mayLoad={false} onChoose={vi.fn()} />,
  );
  expect({ heights: heights(), captions: captions() }).toEqual(drawn);
  await mounted.unmount();

  mounted = await mount(<ChartsSection dashboard={undefined} isPending mayLoad={false} onChoose={vi.fn()} />);
  expect(heights()).toEqual(drawn.heights);
});

test('each step stands beside the same one of the period before, if that is drawn in the same steps', async () => {
  const filter = { ...EVERYTHING.filter, from: '2026-10-01', to: '2026-11-21' };
  const [october, november] = DASHBOARD.series.points;
  const host = new RoutedHost({
    get_sales_dashboard: () => ({
      ...dashboardRow,
      series: { ...dashboardRow.series, points: [november, october] },
    }),
  });
  mounted = await host.mount(<SalesCharts dashboard={{ ...DASHBOARD, filter }} onChoose={vi.fn()} />);
  const { container } = mounted;
  await untilText(container, 'Active, period before');
  expect(host.bodies('get_sales_dashboard')).toMatchObject([
    { filter: { from: '2026-07-01', to: '2026-08-21' } },
  ]);
  const [figure] = container.querySelectorAll('figure');
  // Forced colors keep the border of a key, and remove a background.
  expect(figure?.querySelector('figcaption .border-data.bg-data\\/10')).not.toBeNull();
  expect(figure?.querySelector<HTMLElement>('figcaption .hatched')?.style.forcedColorAdjust).toBe('none');
  const texts = (of: string) => [...(figure?.querySelectorAll(of) ?? [])].map((node) => node.textContent);
  expect(texts('thead th').slice(-2)).toEqual(['Active sales before', 'Active commission before']);
  expect(texts('tbody td').slice(4, 6)).toEqual(['$3,200.00', '$256.00']);
  await mounted.unmount();

  const days = new RoutedHost({
    get_sales_dashboard: () => ({ ...dashboardRow, series: { ...dashboardRow.series, step: 'day' } }),
  });
  const quarter = { ...EVERYTHING.filter, from: '2026-07-01', to: '2026-09-30' };
  mounted = await days.mount(
    <SalesCharts dashboard={{ ...DASHBOARD, filter: quarter }} onChoose={vi.fn()} />,
  );
  await vi.waitFor(() => expect(days.bodies('get_sales_dashboard')).toHaveLength(1));
  expect(mounted.container.textContent).not.toContain('before');
  await mounted.unmount();

  // All time has no period before it.
  const none = new RoutedHost({});
  mounted = await none.mount(<SalesCharts dashboard={DASHBOARD} onChoose={vi.fn()} />);
  expect(none.calls).toEqual([]);
});

/** Regression: a format was made for each label, 18 ms for three years of months. */
test('labels share their formats', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (const year of ['2024', '2025', '2026']) {
    stepLabel(`${year}-05-01`, 'year');
    shortStepLabel(`${year}-05-01`, 'month');
  }
  expect(made.mock.calls.length).toBeLessThan(3);
  made.mockRestore();
});

/** Regression: each change of the address, such as another order of the rows, drew all charts again. */
test('another address draws no chart again', async () => {
  const drawn = vi.fn();
  const dashboard = {
    ...DASHBOARD,
    get byProduct() {
      drawn();
      return DASHBOARD.byProduct;
    },
  };
  const host = new RoutedHost({});
  mounted = await host.mount(<SalesCharts dashboard={dashboard} onChoose={vi.fn()} />);
  const count = drawn.mock.calls.length;
  expect(count).toBeGreaterThan(0);
  await act(async () => host.visit('?sort=amount'));
  expect(drawn).toHaveBeenCalledTimes(count);
});

test('a target stands beside the sales of its whole month, and not beside commission or some days', async () => {
  const points = DASHBOARD.series.points.map((point) => ({ ...point, targetCents: 600_000 }));
  const shown = { ...DASHBOARD, series: { ...DASHBOARD.series, points } };
  mounted = await mount(<ChartFigures dashboard={shown} drawings={drawings} />);
  const { container } = mounted;
  const drawn = () => {
    const [figure] = container.querySelectorAll('figure');
    const rows = [...(figure?.querySelectorAll('tbody tr') ?? [])];
    return [
      figure?.querySelector('figcaption')?.textContent?.includes('Target'),
      ...rows.map((row) => row.children[5]?.textContent),
    ];
  };
  expect(drawn()).toEqual([true, '$6,000.00', '$6,000.00']);
  await press(container, 'Commission');
  expect(drawn()).toEqual([false, '$6,000.00', '$6,000.00']);
  await press(container, 'Sales value');
  const filter = { ...shown.filter, from: '2026-10-05' };
  await mounted.render(<ChartFigures dashboard={{ ...shown, filter }} drawings={drawings} />);
  expect(drawn()).toEqual([true, '', '$6,000.00']);
  // The running month is cut by an end before today.
  for (const [to, november] of [
    [shown.today, '$6,000.00'],
    ['2026-11-10', ''],
  ]) {
    const ending = { ...shown.filter, from: '2026-10-01', to: to ?? null };
    await mounted.render(<ChartFigures dashboard={{ ...shown, filter: ending }} drawings={drawings} />);
    expect(drawn()).toEqual([true, '$6,000.00', november]);
  }
});

test('the name of each row shows it alone: its days, its product or its billing', async () => {
  const onChoose = vi.fn();
  mounted = await mount(<ChartFigures dashboard={DASHBOARD} drawings={drawings} onChoose={onChoose} />);
  for (const name of ['Oct 2026', 'Nov 2026 (so far)', 'Accelerate Pro', 'Monthly'])
    await press(mounted.container, name);
  expect(onChoose.mock.calls.map(([choice]) => choice)).toEqual([
    { from: '2026-10-01', to: '2026-10-31', range: null },
    // This month, as an address without days says.
    { from: null, to: null, range: null },
    { products: ['Accelerate Pro'] },
    { billing_frequencies: ['monthly'] },
  ]);
});

test('a press on a part of a bar, before its ghost, shows its sales alone', async () => {
  // Nothing is drawn without a size.
  const place = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  place.mockReturnValue(new DOMRect(0, 0, 600, 272));
  const onChoose = vi.fn();
  const before = DASHBOARD.series.points.toReversed();
  mounted = await mount(<ChartFigures dashboard={DASHBOARD} {...{ drawings, before, onChoose }} />);
  const { container } = mounted;
  const drawn = [...container.querySelectorAll('.recharts-bar-rectangle path')];
  const [ghosts, parts] = [drawn.slice(0, 2), drawn.slice(2)];
  for (const part of parts)
    await act(async () => void part.dispatchEvent(new Event('click', { bubbles: true })));
  place.mockRestore();
  // The outline of a page is ours to record, not that of a drawing.
  await mounted.unmount();
  document.getElementById('recharts_measurement_span')?.remove();
  expect(ghosts.map(({ classList }) => classList[0])).toEqual(['recharts-before', 'recharts-before']);
  const november = { from: null, to: null, range: null };
  const product = { products: ['Accelerate Pro'] };
  const monthly = { billing_frequencies: ['monthly'] };
  expect(onChoose.mock.calls.flat()).toEqual(
    [november, product, monthly, monthly].flatMap((choice) => [choice, choice]),
  );
});

test('one press changes what the bars over time show', async () => {
  mounted = await mount(<ChartFigures dashboard={DASHBOARD} drawings={drawings} />);
  const unit = () => mounted?.container.querySelector('figcaption')?.textContent;
  await press(mounted.container, 'Commission');
  expect(unit()).toContain('Commission, US dollars, by month');
  await press(mounted.container, 'Sales value');
  expect(unit()).toContain('Sales value, US dollars, by month');
});

/** Regression: twelve monthly charges were drawn beside one annual contract as if they were equal. */
test('monthly and annual sales are compared by number and by value per year', async () => {
  const [monthly] = DASHBOARD.byBillingFrequency;
  if (monthly === undefined) throw new Error('the fixture has a monthly sale');
  const annual = { ...monthly, billingFrequency: 'annual' as const };
  mounted = await mount(
    <ChartFigures dashboard={{ ...DASHBOARD, byBillingFrequency: [monthly, annual] }} drawings={drawings} />,
  );
  const figure = [...mounted.container.querySelectorAll('figure')].at(-1);
  const rows = [...(figure?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['Monthly', '2', '1', '$61,140.00', '$22,740.00'],
    ['Annual', '2', '1', '$5,095.00', '$1,895.00'],
  ]);
});

test("a bar's two parts, not cancelled and cancelled, add up to the whole", () => {
  const point = DASHBOARD.series.points[1];
  if (point === undefined) throw new Error('the fixture has two months');
  expect(barOf('Nov', point, 'sales')).toMatchObject({ label: 'Nov', kept: 3200, cancelled: 1895 });
  expect(barOf('Nov', point, 'commission')).toMatchObject({ label: 'Nov', kept: 256, cancelled: 151.6 });
});

test('many products are drawn as the largest ones and one bar for the rest, and still add up', () => {
  const [first] = DASHBOARD.byProduct;
  if (first === undefined) throw new Error('the fixture has a product');
  const products = Array.from({ length: 9 }, (_, index) => ({ ...first, productName: `P${index}` }));
  const drawn = foldedProducts(products);
  expect(drawn.map(({ label }) => label)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4', '4 others']);
  expect(drawn.reduce((sum, { salesCents }) => sum + salesCents, 0)).toBe(9 * first.salesCents);
  expect(foldedProducts(products.slice(0, 6))).toHaveLength(6);
});

test.each([
  ['day', 'Nov 2, 2026', 'Nov 2'],
  ['week', 'Week of Nov 2, 2026', 'Nov 2'],
  ['month', 'Nov 2026', "Nov '26"],
  ['year', '2026', '2026'],
] as const)('a %s is called %s, and %s where space is short', (step, long, short) => {
  expect(stepLabel('2026-11-02', step)).toBe(long);
  expect(shortStepLabel('2026-11-02', step)).toBe(short);
});

test('amounts on an axis are short, with a true minus', () => {
  expect(drawings.formatAxisDollars(12_500)).toBe('$12.5K');
  expect(drawings.formatAxisDollars(-5)).toBe('\u2212$5');
});

test.each([
  ['the running month', '2026-11-01', 'month', { from: '2026-01-01', to: '2026-11-21' }, 'so far'],
  ['its first days', '2026-11-01', 'month', { from: null, to: '2026-11-10' }, 'in part'],
  ['its last days', '2026-11-01', 'month', { from: '2026-11-10', to: null }, 'in part'],
  ['a month before', '2026-10-01', 'month', { from: '2026-01-01', to: '2026-11-21' }, null],
  [
    'a month that the range begins in',
    '2026-01-01',
    'month',
    { from: '2026-01-10', to: '2026-11-21' },
    'in part',
  ],
  ['a month that the range ends in', '2026-10-01', 'month', { from: null, to: '2026-10-30' }, 'in part'],
  ['the first month, when every day was chosen', '2024-10-01', 'month', { from: null, to: null }, null],
  ['a week', '2026-11-16', 'week', { from: '2026-09-01', to: '2026-11-21' }, 'so far'],
  ['a year', '2026-01-01', 'year', { from: '2010-01-01', to: '2026-11-21' }, 'so far'],
  ['today', '2026-11-21', 'day', { from: '2026-11-01', to: '2026-11-21' }, null],
] as const)('%s says how much of its time it covers', (_, startsOn, step, range, words) => {
  expect(partialWords(startsOn, step, range, '2026-11-21')).toBe(words);
});

const DOLLARS = { steps: 4, smallestStep: 0.1 };

test.each([
  [[131_000], [0, 50_000, 100_000, 150_000]],
  [[5_000], [0, 2_000, 4_000, 6_000]],
  [[4_000], [0, 1_000, 2_000, 3_000, 4_000]],
  [
    [-700, 1_300],
    [-1_000, -500, 0, 500, 1_000, 1_500],
  ],
  [[-30], [-30, -20, -10, 0]],
  [[0.02], [0, 0.1]],
  [[0.35], [0, 0.1, 0.2, 0.3, 0.4]],
  [[], [0, 0.1]],
])('an axis for %j has the ticks %j', (values, ticks) => {
  expect(drawings.roundTicks(values, DOLLARS)).toEqual(ticks);
});

test('an axis of counts has ticks only at whole numbers', () => {
  expect(drawings.roundTicks([1], { steps: 4, smallestStep: 1 })).toEqual([0, 1]);
  expect(drawings.roundTicks([7], { steps: 4, smallestStep: 1 })).toEqual([0, 2, 4, 6, 8]);
});

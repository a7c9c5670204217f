// @vitest-environment happy-dom
import { salesDashboardSchema } from '@corvane/shared/contracts/backend/sales-dashboard';
import { afterEach, expect, test } from 'vitest';
import { type Mounted, mount } from '../../../testing/mount.tsx';
import { dashboardRow } from '../sales-fixtures.ts';
import { barOf, formatAxisDollars } from './bar-parts.tsx';
import { foldedProducts } from './folded-products.ts';
import SalesCharts from './sales-charts.tsx';
import { shortStepLabel, stepLabel } from './step-labels.ts';

let mounted: Mounted | undefined;
afterEach(() => mounted?.unmount());

const DASHBOARD = salesDashboardSchema.parse(dashboardRow);

test('each chart has a title, a unit, the key to its fills, and its figures as a table', async () => {
  mounted = await mount(<SalesCharts dashboard={DASHBOARD} />);
  const figures = [...mounted.container.querySelectorAll('figure')];
  expect(figures.map((figure) => figure.querySelector('figcaption')?.textContent)).toEqual([
    'Sales and commission over timeUS dollars, by monthNot cancelledCancelled',
    'Sales by productSales value, US dollarsNot cancelledCancelled',
    'Sales by billing frequencySales value, US dollarsNot cancelledCancelled',
  ]);
  const rows = [...(figures[0]?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['Oct 2026', '$0.00', '$0.00', '$0.00', '$0.00'],
    ['Nov 2026', '$5,095.00', '$1,895.00', '$407.60', '$151.60'],
  ]);
});

test('a bar is what remains and what was cancelled, which add up to the whole', () => {
  const point = DASHBOARD.series.points[1];
  if (point === undefined) throw new Error('the fixture has two months');
  expect(barOf('Nov', point, 'sales')).toEqual({ label: 'Nov', kept: 3200, cancelled: 1895 });
  expect(barOf('Nov', point, 'commission')).toEqual({ label: 'Nov', kept: 256, cancelled: 151.6 });
});

test('many products are drawn as the largest and the others, and still add up', () => {
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
  ['month', 'Nov 2026', 'Nov 26'],
  ['year', '2026', '2026'],
] as const)('a %s is called %s, and %s where there is little room', (step, long, short) => {
  expect(stepLabel('2026-11-02', step)).toBe(long);
  expect(shortStepLabel('2026-11-02', step)).toBe(short);
});

test('amounts on an axis are short, with a true minus', () => {
  expect(formatAxisDollars(12_500)).toBe('$12.5K');
  expect(formatAxisDollars(-5)).toBe('\u2212$5');
});

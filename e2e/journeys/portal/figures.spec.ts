import { drawOf, sampleOf } from '@corvane/tools/machine/sample';
import type { Locator, Page } from '@playwright/test';
import { expect, signInAsRep, test } from '../../browser.ts';
import { wrongBars, wrongNames } from '../../figures/bars.ts';
import {
  centsOf,
  customerOf,
  type ExportedLine,
  exportedLines,
  isAmount,
  isFormula,
  lineOf,
} from '../../figures/exported.ts';
import { chartsOf, dollars, type ExpectedChart, figuresOf } from '../../figures/recomputed.ts';
import { addressOf, type FigureSale, type FiguresView, makeCase, salesOf } from '../../figures/sample.ts';
import { type Drawing, readFoot, readRows, readScreen, type ScreenRow } from '../../figures/screen.ts';
import { stepsOf } from '../../figures/steps.ts';
import { storeRep } from '../../figures/stored-rep.ts';
import { oneRunIn } from '../../in-turn.ts';
import { queryDatabase } from '../../stack.ts';

// Far from UTC. The calendar days are those of UTC.
test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'Pacific/Auckland' });

const PAGE_SIZE = 25;
/** More pages would take long and show nothing new. */
const PAGES_TURNED = 3;

const SAMPLES = [
  { name: 'mixed', seed: 11 },
  { name: 'large', seed: 12 },
  { name: 'takenBack', seed: 13 },
] as const;

for (const { name, seed } of sampleOf('sales of figures', SAMPLES, 3)) {
  test(`cards, charts, footer, rows and file agree to the cent: ${name} sales`, async ({ page }) => {
    test.setTimeout(300_000);
    const { sales, views } = makeCase(name, seed);
    await page.goto('/');
    await signInAsRep(page, (await storeRep(sales)).salesId);
    for (const view of drawOf(`views of ${name} sales`, views, 4)) {
      await test.step(addressOf(view), () => expectAgreement(page, sales, view));
    }
    await page.goto(addressOf({}));
    await expectPointedAt(page.getByRole('tabpanel'), chartsOf(sales, {}));
  });
}

test(`each part of the sum explains what it counts, and links to exactly these sales${oneRunIn(2, 'parts of the sum')}`, async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { sales } = makeCase('takenBack', 13);
  await page.goto('/');
  await signInAsRep(page, (await storeRep(sales)).salesId);
  await expectPartsOpen(page, sales);
});

test(`each month has its target as a line across its bar${oneRunIn(2, 'targets in charts')}`, async ({
  page,
}) => {
  const { sales } = makeCase('mixed', 11);
  const [chart] = chartsOf(sales, {});
  const rep = await storeRep(sales);
  const TARGET = 1_234_500;
  await queryDatabase(
    `insert into private.sales_targets
     select $1, month, $2 from generate_series(date '1990-01-01', date '2050-01-01', '1 month') as month`,
    [rep.id, TARGET],
  );
  await page.goto('/');
  await signInAsRep(page, rep.salesId);
  await page.goto(addressOf({}));
  const panel = page.getByRole('tabpanel');
  await expectLoaded(panel, chartsOf(sales, {}));
  const drawing = (await readScreen(panel)).charts[0]?.drawings[0] as Drawing;
  const values = chart?.drawings[0]?.values ?? [];
  expect(values.length).toBeGreaterThan(6);
  expect(wrongBars(drawing, values, { target: values.map(() => TARGET) })).toEqual([]);
});

test('a representative without sales sees zeros and cannot export', async ({ page }) => {
  await page.goto('/');
  await signInAsRep(page, (await storeRep([])).salesId);
  await expectAgreement(page, [], {});
});

async function expectAgreement(page: Page, sales: readonly FigureSale[], view: FiguresView): Promise<void> {
  const expected = salesOf(sales, view);
  const charts = chartsOf(sales, view);
  await page.goto(addressOf(view));
  const panel = page.getByRole('tabpanel');
  await expectLoaded(panel, charts);
  if (expected.length === 0) {
    await expect(panel.getByText(emptyWords(sales, view))).toBeVisible();
  }

  const { charts: drawnCharts, ...figures } = await readScreen(panel);
  expect({ ...figures, foot: await readFoot(panel) }).toEqual(figuresOf(expected, sales, view));
  expectSum(figures);
  expect(drawnCharts.map(({ title, unit, rows }) => ({ title, unit, rows }))).toEqual(
    charts.map(({ title, unit, rows }) => ({ title, unit, rows })),
  );
  charts.forEach((chart, index) => {
    expectBars(chart, drawnCharts[index]?.drawings ?? []);
  });
  for (const [index, chart] of charts.entries()) {
    if (chart.switched === undefined) continue;
    await panel
      .getByRole('figure')
      .nth(index)
      .getByRole('button', { name: 'Commission', exact: true })
      .click();
    const drawings = (await readScreen(panel)).charts[index]?.drawings ?? [];
    expectBars({ ...chart, drawings: [chart.switched] }, drawings);
  }
  const { foot } = figuresOf(expected, sales, view);
  await expectRows(panel, expected, foot);
  await expectFile(page, expected, foot);
}

type Figures = Pick<Awaited<ReturnType<typeof readScreen>>, 'remains' | 'sum'>;

/** Checks the figures on the screen by adding them up. */
function expectSum({ remains, sum }: Figures): void {
  const total = sum.reduce(
    (cents, [sign, , value = '']) => cents + (sign === '\u2212' ? -1 : 1) * shownCents(value),
    0,
  );
  expect(sum.map(([sign]) => sign)).toEqual(['=', '+', '\u2212']);
  expect(dollars(total)).toBe(remains.value);
}

/** @example shownCents('−$1,234.50') // -123450 */
function shownCents(text: string): number {
  return Number(text.replace('\u2212', '-').replaceAll(/[$,.]/g, ''));
}

/** Each part shows how many sales it counts, and links to exactly these. */
async function expectPartsOpen(page: Page, sales: readonly FigureSale[]): Promise<void> {
  const panel = page.getByRole('tabpanel');
  for (const { group, name, way } of SUM_PARTS) {
    await page.goto(addressOf({}));
    await panel.getByRole('button', { name, expanded: false }).click();
    const behind = salesOf(sales, { commission: group });
    const { sum, beside } = await readScreen(panel);
    const part = [...sum, beside].find((texts) => texts.includes(name));
    await panel.getByRole('button', { name: `Show these ${behind.length} sales` }).click();
    await expect(page).toHaveURL(`/sales-portal?tab=commissions&range=all&commission=${group}`);
    await expect(panel.getByText(`Total of ${behind.length} sales`)).toBeVisible();
    await expect(panel.getByRole('heading', { name: 'Sales', exact: true })).toBeFocused();
    const total = (await readFoot(panel))[0]?.[2] ?? '';
    expect(shownCents(total) * way).toBe(shownCents(part?.at(-1) ?? ''));
  }
}

const SUM_PARTS = [
  { group: 'earned', name: 'Earned', way: 1 },
  { group: 'pending', name: 'Pending', way: 1 },
  { group: 'clawback', name: 'Clawed back', way: -1 },
  { group: 'cancelled', name: 'Cancelled, not counted', way: 1 },
] as const;

function emptyWords(sales: readonly FigureSale[], view: FiguresView): string {
  if (sales.length === 0) return 'No sales data available yet.';
  const { from, to, isThisMonth, sort, order, ...filters } = view;
  return Object.keys(filters).length > 0 ? 'No sales match these filters.' : 'No sales in this period.';
}

/** Rows and figures are loaded, and the charts have their final size. */
async function expectLoaded(panel: Locator, charts: readonly ExpectedChart[]): Promise<void> {
  // A card appears before its figures.
  await expect(panel.getByText(/^Sales not cancelled, of /)).toBeVisible();
  await expect(panel.locator('tfoot')).toHaveCount(charts.length === 0 ? 0 : 1);
  await expect(panel.getByRole('figure')).toHaveCount(charts.length);
  const hasBefore = charts.some(({ drawings }) => drawings.some(({ before = [] }) => before.length > 0));
  await expect(panel.getByText('Active, period before', { exact: true })).toHaveCount(hasBefore ? 1 : 0);
  const drawings = panel.locator('.recharts-responsive-container');
  await expect(drawings.locator('.recharts-surface')).toHaveCount(
    charts.flatMap(({ drawings: each }) => each).length,
  );
  await expect
    .poll(() =>
      drawings.evaluateAll((all) =>
        all.every((one) => one.querySelector('svg')?.width.baseVal.value === Math.floor(one.clientWidth)),
      ),
    )
    .toBe(true);
}

function expectBars(chart: ExpectedChart, drawings: readonly Drawing[]): void {
  expect(drawings).toHaveLength(chart.drawings.length);
  chart.drawings.forEach(({ values, before }, index) => {
    const drawing = drawings[index] as Drawing;
    expect(wrongBars(drawing, values, { before }), `${chart.title}, drawing ${index}`).toEqual([]);
    // Side by side, not every name fits.
    if (drawing.isAcross) expect(wrongNames(drawing, chart.labels), chart.title).toEqual([]);
  });
}

/** Checks the tooltips and the unfolded details. */
async function expectPointedAt(panel: Locator, charts: readonly ExpectedChart[]): Promise<void> {
  await expectLoaded(panel, charts);
  for (const [index, { title, rows, labels, drawings }] of charts.entries()) {
    const figure = panel.getByRole('figure').filter({ hasText: title });
    await figure.getByText('Figures as a table').click();
    await expect(figure.getByRole('table', { name: title }).locator('tbody tr')).toHaveCount(rows.length);
    await expect(figure.getByRole('table', { name: title })).toBeVisible();
    if (title === 'Sales and commission over time') continue;
    for (const [which, { values, write }] of drawings.entries()) {
      const drawing = (await readScreen(panel)).charts[index]?.drawings[which] as Drawing;
      const [top, bottom] = drawing.room;
      for (const [place, { all, cancelled }] of values.entries()) {
        const y = top + ((place + 0.5) * (bottom - top)) / values.length;
        const position = { x: drawing.width / 2, y };
        await figure.locator('svg.recharts-surface').nth(which).hover({ position });
        await expect(figure.locator('.recharts-tooltip-wrapper').nth(which)).toHaveText(
          `${labels[place]}Active ${write(all - cancelled)}Cancelled ${write(cancelled)}`,
        );
      }
    }
  }
}

/** Turns the pages, and expects every sale once, in order. */
async function expectRows(panel: Locator, expected: readonly FigureSale[], foot: string[][]): Promise<void> {
  const pageCount = Math.ceil(expected.length / PAGE_SIZE);
  const turned = pageCount <= PAGES_TURNED ? pageCount : 1;
  for (let index = 0; index < turned; index += 1) {
    const shown = expected.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE);
    const first = index * PAGE_SIZE + 1;
    const where = `Sales ${first} to ${first + shown.length - 1} of ${expected.length.toLocaleString('en-US')}`;
    if (index > 0) await panel.getByRole('button', { name: 'Next page' }).click();
    await expect(panel.getByText(where, { exact: true })).toBeVisible();
    await expect(panel.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await readRows(panel)).toEqual(shown.map(rowOf));
    expect(await readFoot(panel)).toEqual(foot);
  }
  const next = panel.getByRole('button', { name: 'Next page' });
  if (pageCount > 1 && turned === pageCount) await expect(next).toBeDisabled();
}

function rowOf(sale: FigureSale): ScreenRow {
  const { name, email, company } = customerOf(sale);
  const detail = [company, name === email ? '' : email].filter(Boolean).join(' · ');
  const day = (isoDate: string) => stepsOf(isoDate, isoDate).starts[0]?.label ?? '';
  return {
    id: sale.id,
    product: sale.product_name,
    customer: detail === '' ? [name] : [name, detail],
    billing: sale.billing_frequency === 'monthly' ? 'Monthly' : 'Annual',
    amount: dollars(sale.sale_amount),
    commission: dollars(sale.commission),
    day: day(sale.sale_date),
    status: sale.cancelled_at === null ? ['Active'] : ['Cancelled', day(sale.cancelled_at.slice(0, 10))],
  };
}

async function expectFile(page: Page, expected: readonly FigureSale[], foot: string[][]): Promise<void> {
  if (expected.length === 0) {
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    return;
  }
  const lines = await exportedLines(page);
  expect(lines).toHaveLength(expected.length);
  expect(lines).toMatchObject(expected.map(lineOf));
  expect(
    lines.flatMap((line) => Object.values(line)).filter((cell) => isFormula(cell) && !isAmount(cell)),
  ).toEqual([]);
  // The rows of the file must add up to the table's footer.
  const total = (column: string, counts: readonly ExportedLine[]) =>
    dollars(counts.reduce((sum, line) => sum + centsOf(line[column] ?? ''), 0));
  const kept = lines.filter((line) => line.Status === 'Active');
  const groups = kept.length === lines.length ? [lines] : [lines, kept];
  expect(groups.map((counts) => [total('Amount (USD)', counts), total('Commission (USD)', counts)])).toEqual(
    foot.map(([, ...sums]) => sums),
  );
}

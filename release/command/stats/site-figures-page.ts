import { BRAND } from '@corvane/shared/brand/brand';
import { COUNTED, type Counted } from '@corvane/shared/contracts/backend/counted';
import { barChart, columnChart, escaped } from './figure-charts.ts';
import { COUNTED_HEADS, FIGURE_LISTS, type FigureRow, type SiteFigures } from './site-figures.ts';

/** Bars that a chart shows. The table beside it has every row. */
const MAX_BARS = 12;

/** The way of a contact request, in its order. */
const WAY: readonly Counted[] = ['visit', 'form-opened', 'form-begun', 'form-sent', 'demo-booked'];

/** The figures as one page that any browser opens, with charts and a table beside each. It loads and runs nothing. */
export function siteFiguresPage(figures: SiteFigures): string {
  const { firstDay, lastDay, days, total } = figures;
  const title = `Visits of ${BRAND.name}, ${firstDay} to ${lastDay}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>Days of UTC, today included. A visit is a page load from another website, from a typed address or from a bookmark.
No visitor is recognized again, so visits are not people. Browsers that send Global Privacy Control are not counted.</p>
<dl class="total">${COUNTED.map(
    (what) => `<div><dt>${COUNTED_HEADS[what]}</dt><dd>${total[what].toLocaleString('en-US')}</dd></div>`,
  ).join('')}</dl>
${section(
  'days',
  'Days',
  'day',
  days,
  columnChart({
    id: 'days-chart',
    title: 'Visits per day',
    unit: 'visits',
    values: days.map(({ name, counts }) => ({ name, value: counts.visit })),
  }),
)}
<section aria-labelledby="way"><h2 id="way">From a visit to a request</h2>
${barChart({
  id: 'way-chart',
  title: 'How far visits went',
  unit: 'times',
  values: WAY.map((what) => ({ name: COUNTED_HEADS[what], value: total[what] })),
})}
</section>
${FIGURE_LISTS.map(({ list, title: heading, nameHead }) =>
  section(
    list,
    heading,
    nameHead,
    figures[list],
    barChart({
      id: `${list}-chart`,
      title: `Views by ${nameHead}`,
      unit: 'views',
      values: figures[list].slice(0, MAX_BARS).map(({ name, counts }) => ({ name, value: counts.view })),
    }),
  ),
).join('\n')}
</main>
</body>
</html>
`;
}

function section(
  id: string,
  heading: string,
  nameHead: string,
  rows: readonly FigureRow[],
  chart: string,
): string {
  const content = rows.length === 0 ? '<p>Nothing was counted.</p>' : chart + table(heading, nameHead, rows);
  return `<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${content}</section>`;
}

function table(heading: string, nameHead: string, rows: readonly FigureRow[]): string {
  const heads = [nameHead, ...COUNTED.map((what) => COUNTED_HEADS[what])];
  return `<div class="scroll" role="region" aria-label="${heading}, all figures" tabindex="0"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows
    .map(
      ({ name, counts }) =>
        `<tr><th scope="row">${escaped(name)}</th>${COUNTED.map(
          (what) => `<td>${counts[what].toLocaleString('en-US')}</td>`,
        ).join('')}</tr>`,
    )
    .join('\n')}</tbody>
</table></div>`;
}

const STYLE = `
:root { --ground: #FBFAF7; --ink: #0E1B2A; --muted: #4A5766; --line: #D9D6CD; --data: #0F5C63; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0E1B2A; --ink: #F2F0EA; --muted: #B3BCC6; --line: #34434F; --data: #5FBAC1; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: clamp(1.5rem, 4vw, 2.25rem); line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
p { max-width: 70ch; color: var(--muted); }
.total { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 1rem; margin: 2rem 0; }
.total dt { color: var(--muted); font-size: .875rem; }
dt::first-letter, th::first-letter { text-transform: uppercase; }
.total dd { margin: 0; font-size: 1.75rem; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; }
figcaption { font-weight: 600; margin-bottom: .5rem; }
svg { display: block; width: 100%; height: auto; }
svg rect { fill: var(--data); } svg .axis { stroke: var(--line); }
.bars { display: grid; gap: .5rem; margin: 0; }
.bars div { display: grid; grid-template-columns: minmax(6rem, 14rem) 1fr 5rem; gap: .75rem; align-items: center; }
.bars dt { overflow-wrap: anywhere; font-size: .875rem; } .bars dd { margin: 0; }
.bars svg { height: 1rem; } .bars .value { text-align: right; font-variant-numeric: tabular-nums; }
.ends { display: flex; justify-content: space-between; color: var(--muted); font-size: .875rem; }
.scroll { overflow-x: auto; } .scroll:focus-visible { outline: 3px solid var(--data); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .5rem .75rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child { text-align: left; } tbody th { font-weight: 400; min-width: 7rem; max-width: 16rem; white-space: normal; overflow-wrap: anywhere; }
@media (max-width: 30rem) { .bars div { grid-template-columns: 1fr 4rem; } .bars dt { grid-column: 1 / -1; } }
@media print { .scroll { overflow: visible; } }
`;

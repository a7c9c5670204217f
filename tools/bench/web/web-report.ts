import { formatTable } from '../../command/format-table.ts';
import { median, quantile } from '../samples.ts';
import { KINDS, type Visit } from './visits/visit.ts';

/** All loads of one page from one site over one connection. */
export interface Series {
  page: string;
  connection: string;
  site: string;
  visits: Visit[];
}

/** Name of the released site among those that are measured. */
export const OURS = 'corvane';

type Figure = 'fcpMs' | 'lcpMs' | 'tbtMs' | 'longestTaskMs' | 'menuMs' | 'cls';

function medianOf({ visits }: Series, figure: Figure): number {
  return median(visits.map((visit) => visit[figure]).filter((value) => !Number.isNaN(value)));
}

/** Median, and the quarter and three quarters of the samples around it. */
function withSpread(series: Series, figure: Figure): string {
  const samples = series.visits.map((visit) => visit[figure]).filter((value) => !Number.isNaN(value));
  if (samples.length === 0) return '-';
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => Math.round(quantile(samples, share)));
  return `${middle} (${low}-${high})`;
}

/** Every page of every site: times in ms, sizes in kB over the line. */
export function figuresTable(all: readonly Series[]): string {
  const heads = [
    'page',
    'connection',
    'site',
    'FCP',
    'LCP',
    'TBT',
    'longest',
    'menu',
    'CLS',
    'requests',
    ...KINDS,
  ];
  const rows = all.map((series) => {
    const kilobytes = KINDS.map((kind) => median(series.visits.map(({ bytes }) => bytes[kind])) / 1000);
    return [
      series.page,
      series.connection,
      series.site,
      ...(['fcpMs', 'lcpMs', 'tbtMs', 'longestTaskMs', 'menuMs'] as const).map((figure) =>
        withSpread(series, figure),
      ),
      medianOf(series, 'cls').toFixed(3),
      String(median(series.visits.map(({ requests }) => requests))),
      ...kilobytes.map((size) => size.toFixed(1)),
    ];
  });
  return formatTable([heads, ...rows], 3);
}

/** Our largest paint and blocked time beside those of the other sites, with what they may be at most. */
export function ratiosTable(all: readonly Series[]): string {
  const others = [...new Set(all.map(({ site }) => site))].filter((site) => site !== OURS);
  const heads = ['page', 'connection', 'TBT (50)'];
  for (const site of others)
    heads.push(`LCP / ${site}${site === 'limit' ? ' (1.10)' : ''}`, `TBT of ${site}`);
  const rows = all
    .filter(({ site }) => site === OURS)
    .map((own) => [
      own.page,
      own.connection,
      String(Math.round(medianOf(own, 'tbtMs'))),
      ...others.flatMap((site) => {
        const other = all.find(
          (one) => one.page === own.page && one.connection === own.connection && one.site === site,
        );
        if (other === undefined) return ['-', '-'];
        const ratio = medianOf(own, 'lcpMs') / medianOf(other, 'lcpMs');
        return [ratio.toFixed(2), String(Math.round(medianOf(other, 'tbtMs')))];
      }),
    ]);
  return formatTable([heads, ...rows], 2);
}

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

/** At most this share of the other site's largest paint. */
const LCP_LIMITS: Readonly<Record<string, number>> = {
  limit: 1.1,
  'one bundle': 0.5,
  'plain federation': 0.35,
};

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

/** Our largest paint beside each other site's, with what it may be at most. */
export function ratiosTable(all: readonly Series[]): string {
  const ours = all.filter(({ site }) => site === OURS);
  const others = [...new Set(all.map(({ site }) => site))].filter((site) => site !== OURS);
  const heads = ['page', 'connection', ...others.map((site) => `LCP / ${site}${limitOf(site)}`), 'TBT (50)'];
  const rows = ours.map((own) => [
    own.page,
    own.connection,
    ...others.map((site) => {
      const other = all.find(
        ({ page, connection, site: name }) =>
          page === own.page && connection === own.connection && name === site,
      );
      return other === undefined ? '-' : (medianOf(own, 'lcpMs') / medianOf(other, 'lcpMs')).toFixed(2);
    }),
    String(Math.round(medianOf(own, 'tbtMs'))),
  ]);
  return formatTable([heads, ...rows], 2);
}

function limitOf(site: string): string {
  const limit = LCP_LIMITS[site];
  return limit === undefined ? '' : ` (${limit.toFixed(2)})`;
}

import { OpsApi, type OpsConnection } from '@corvane/operations';
import { COUNTED, type Counted } from '@corvane/shared/contracts/backend/counted';
import { formatTable } from '@corvane/tools/command/format-table';
import { z } from 'zod';

const answerSchema = z.object({
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  parts: z.array(
    z.object({
      part: z.string(),
      name: z.string(),
      counts: z.record(z.string(), z.number().int().nonnegative()),
    }),
  ),
});

type Counts = Readonly<Record<Counted, number>>;

interface FigureRow {
  name: string;
  counts: Counts;
}

/** What visitors did, summed over whole days of UTC. Each list but that of days has the row with most views first. */
interface SiteFigures {
  /** YYYY-MM-DD, both included. */
  firstDay: string;
  lastDay: string;
  /** Every day from the first to the last one. */
  days: FigureRow[];
  pages: FigureRow[];
  /** By the kind of website that led to the page load. */
  sources: FigureRow[];
  /** `<utm_source>/<utm_campaign>`. */
  campaigns: FigureRow[];
  /** `<application> <version>`. */
  versions: FigureRow[];
  total: Counts;
}

/**
 * Asks the backend what was counted in the last days, today included.
 * @throws UserError when the backend does not answer or refuses the key.
 */
export async function fetchSiteFigures(connection: OpsConnection, days: number): Promise<SiteFigures> {
  const api = new OpsApi(connection);
  const { firstDay, lastDay, parts } = answerSchema.parse(
    await api.rpc('site_figures', { days_param: days }),
  );
  const rowsOf = (part: string): FigureRow[] =>
    parts.filter((row) => row.part === part).map(({ name, counts }) => ({ name, counts: completed(counts) }));
  const told = new Map(rowsOf('days').map((row) => [row.name, row]));
  return {
    firstDay,
    lastDay,
    days: daysFrom(firstDay, lastDay).map((name) => told.get(name) ?? { name, counts: completed({}) }),
    pages: rowsOf('pages'),
    sources: rowsOf('sources'),
    campaigns: rowsOf('campaigns'),
    versions: rowsOf('versions'),
    total: sumOf([...told.values()]),
  };
}

function completed(counts: Readonly<Record<string, number>>): Counts {
  return Object.fromEntries(COUNTED.map((what) => [what, counts[what] ?? 0])) as Record<Counted, number>;
}

function sumOf(rows: readonly FigureRow[]): Counts {
  return completed(
    Object.fromEntries(
      COUNTED.map((what) => [what, rows.reduce((sum, { counts }) => sum + counts[what], 0)]),
    ),
  );
}

/** @example daysFrom('2026-02-28', '2026-03-01') // ['2026-02-28', '2026-03-01'] */
function daysFrom(firstDay: string, lastDay: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(firstDay); at <= Date.parse(lastDay); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/** What a person calls each count, as a column's head. */
const COUNTED_HEADS: Readonly<Record<Counted, string>> = {
  visit: 'visits',
  view: 'views',
  'form-opened': 'form opened',
  'form-begun': 'form begun',
  'form-sent': 'form sent',
  'demo-booked': 'demos booked',
  'prices-seen': 'prices seen',
};

/** The lists of figures, in the order shown, with what their names are. */
const FIGURE_LISTS = [
  ['pages', 'page'],
  ['sources', 'source'],
  ['campaigns', 'campaign'],
  ['versions', 'version'],
] as const;

/** Tables for people, without a line break at the end. */
export function formatSiteFigures(figures: SiteFigures): string {
  const { firstDay, lastDay, total } = figures;
  const period = `Visits from ${firstDay} to ${lastDay} (days of UTC)`;
  if (COUNTED.every((what) => total[what] === 0)) return `${period}: nothing was counted yet.`;
  const tables = FIGURE_LISTS.filter(([list]) => figures[list].length > 0).map(([list, nameHead]) =>
    tableOf(nameHead, figures[list]),
  );
  return [period, tableOf('', [{ name: 'all', counts: total }]), ...tables].join('\n\n');
}

function tableOf(nameHead: string, rows: readonly FigureRow[]): string {
  return formatTable(
    [
      [nameHead, ...COUNTED.map((what) => COUNTED_HEADS[what])],
      ...rows.map(({ name, counts }) => [name, ...COUNTED.map((what) => String(counts[what]))]),
    ],
    1,
  );
}

import path from 'node:path';
import { formatTable } from '../../command/format-table.ts';
import { readArguments } from '../../command/read-arguments.ts';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { median, quantile } from '../samples.ts';
import { openBenchSite, PORTAL, publicPages } from './bench-site.ts';
import { makeLimitSite } from './limit-site.ts';
import { signIn } from './signed-in.ts';
import { KINDS, type Visit, visit } from './visit.ts';

/** All loads of one page from one site. */
interface Series {
  page: string;
  site: 'corvane' | 'limit';
  visits: Visit[];
}

/**
 * Loads every page as a phone on a slow line does. It takes our site and its limit in turn: `run bench:web`, or shorter:
 * `run bench:web --rounds 3 --pages /,/pricing`. Compare figures of one run only.
 */
runCommand(async () => {
  const { values } = readArguments({
    options: { rounds: { type: 'string', default: '7' }, pages: { type: 'string' } },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new UserError(`The number of rounds must be a whole number from 1 on, not "${values.rounds}"`);
  const bench = await openBenchSite();
  try {
    const { site, browser, origin, workDir } = bench;
    const limitRoot = path.join(workDir, 'limit');
    await makeLimitSite(site.siteRoot, limitRoot);
    const origins = { corvane: origin, limit: await bench.serve(limitRoot) };
    const pages = values.pages?.split(',') ?? [...(await publicPages(site.siteRoot)), PORTAL];
    const session = await signIn(site.url, site.backend.demo.salesIds[0] ?? '');
    const all = pages.flatMap((page): Series[] => [
      { page, site: 'corvane', visits: [] },
      // No one can sign in there.
      ...(page === PORTAL ? [] : [{ page, site: 'limit', visits: [] } as Series]),
    ]);
    for (let round = 1; round <= rounds; round += 1) {
      console.log(`${new Date().toISOString().slice(11, 19)} round ${round} of ${rounds}`);
      for (const { page, site: name, visits } of all)
        visits.push(await visit(browser, origins[name] + page, page === PORTAL ? session : null));
    }
    console.log(`\n${figuresTable(all)}`);
  } finally {
    await bench.close();
  }
});

/** Every page of both sites: times in ms, sizes in kB over the line, and the largest paint beside the limit's. */
function figuresTable(all: readonly Series[]): string {
  const heads = [
    'page',
    'site',
    'FCP',
    'LCP',
    'LCP / limit (1.10)',
    'TBT (50)',
    'longest (100)',
    'CLS',
    'requests',
  ];
  const rows = all.map((series) => {
    const { page, site, visits } = series;
    const limit = all.find((one) => one.page === page && one.site === 'limit');
    const ratio = site === 'limit' || limit === undefined ? '' : (lcpOf(series) / lcpOf(limit)).toFixed(2);
    return [
      page,
      site,
      withSpread(visits.map(({ fcpMs }) => fcpMs)),
      withSpread(visits.map(({ lcpMs }) => lcpMs)),
      ratio,
      withSpread(visits.map(({ tbtMs }) => tbtMs)),
      withSpread(visits.map(({ longestTaskMs }) => longestTaskMs)),
      median(visits.map(({ cls }) => cls)).toFixed(3),
      String(median(visits.map(({ requests }) => requests))),
      ...KINDS.map((kind) => (median(visits.map(({ bytes }) => bytes[kind])) / 1000).toFixed(1)),
    ];
  });
  return formatTable([[...heads, ...KINDS], ...rows], 2);
}

const lcpOf = ({ visits }: Series) => median(visits.map(({ lcpMs }) => lcpMs));

/** Median, and the quarter and three quarters of the samples around it. */
function withSpread(samples: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => Math.round(quantile(samples, share)));
  return `${middle} (${low}-${high})`;
}

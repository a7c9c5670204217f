import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { type Backend, startBackend } from '../../stack/backend/backend.ts';
import { median, timesLine } from '../samples.ts';
import { generateAudit, generateSiteEvents } from './generate-audit.ts';
import { generateRequests } from './generate-requests.ts';
import { type ManagerCalls, signInAsManager } from './manager-calls.ts';

const SITE_URL = 'http://localhost';
const REQUESTS = 100_000;
const AUDIT_LINES = 1_000_000;
const RUNS = 15;
const PAGES = 50;
/** The longest that filter, sort and page may take, median, milliseconds. */
const LIMIT_MS = 150;
/** The longest that all calls of a tab's first screen may take together, median, milliseconds. */
const FIRST_SCREEN_LIMIT_MS = 1_000;

type Args = Record<string, unknown>;
type Call = readonly [name: string, args: Args];
/** What is measured, and its calls, which begin together. */
type Case = readonly [what: string, calls: readonly Call[], limitMs?: number];

/**
 * The lists of Operations on a throw-away PostgreSQL with 100,000 contact requests, 200 representatives and 1,000,000
 * lines of the trail: every filter, both directions, page after page, and each tab's first screen, over the API. Beside
 * each stands what the database alone needed. Ends with 1 when a median is over its limit.
 *
 *   npx -y pnpm@12 exec node tools/bench/scale/requests-at-scale.ts          # everything
 *
 *   npx -y pnpm@12 exec node tools/bench/scale/requests-at-scale.ts choices  # only what has this word in its name
 */
runCommand(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  try {
    const backend = await startBackend({ dataDir, siteUrl: SITE_URL, env: {}, seed: true, log: () => {} });
    try {
      await generateRequests(backend.sql, REQUESTS);
      await generateAudit(backend.sql, AUDIT_LINES);
      await generateSiteEvents(backend.sql);
      await backend.sql(
        `update public.contact_submissions set message = message || 'Please write to mentioned@nowhere.example.'
         where email = 'person4321@scale.example'`,
      );
      const slow = await measure(backend);
      if (slow.length > 0) throw new UserError(`Over the limit: ${slow.join('; ')}`);
    } finally {
      await backend.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** @returns what was over its limit */
async function measure(backend: Backend): Promise<string[]> {
  const manager = await signInAsManager(backend, SITE_URL);
  const ids = await backend.sql<{ id: string }>(`
    select id from public.sales_representatives where email in ('rep7@scale.example', 'rep2@scale.example')
    union all select id from public.qualified_leads where email = 'customer4321@scale.example'`);
  const slow: string[] = [];
  const cases = [
    ...firstScreens(),
    ...requestCases(ids[0]?.id),
    ...trailCases(ids.map(({ id }) => id)),
  ].filter(([what]) => what.includes(process.argv[2] ?? ''));
  for (const [what, calls, limitMs = LIMIT_MS] of cases) {
    const samplesMs = await samplesOf(() =>
      Promise.all(calls.map(([name, args]) => manager.call(name, args))),
    );
    const works = [];
    for (const [name, args] of calls) works.push(await manager.explain(name, args));
    const alone = works.map(({ ms, buffers }) => `${Math.round(ms)} ms, ${buffers} buffers`).join('; ');
    console.log(`${timesLine(what, samplesMs, limitMs)}; in the database ${alone}`);
    if (median(samplesMs) > limitMs) slow.push(what);
  }
  for (const [what, question] of peopleCases().filter(([name]) => name.includes(process.argv[2] ?? ''))) {
    const samplesMs = await samplesOf(() => manager.invoke('read-people', question));
    console.log(timesLine(what, samplesMs, LIMIT_MS));
    if (median(samplesMs) > LIMIT_MS) slow.push(what);
  }
  await backend.sql(
    `update public.contact_submissions set assigned_to = (select s.sales_rep_id from public.sales_sessions s limit 1)
     where assigned_to = $1`,
    [ids[0]?.id],
  );
  const ownMs = await samplesOf(() => manager.call('get_assigned_contact_requests', {}));
  console.log(timesLine("a representative's own requests", ownMs, LIMIT_MS));
  if (median(ownMs) > LIMIT_MS) slow.push("a representative's own requests");
  for (const name of ['get_contact_requests', 'get_audit_trail']) {
    const pagesMs = await pageTimes(manager, name);
    console.log(timesLine(`${name}, one of ${PAGES} pages of 100`, pagesMs, LIMIT_MS));
    if (median(pagesMs) > LIMIT_MS) slow.push(`pages of ${name}`);
  }
  return slow;
}

function firstScreens(): Case[] {
  const requests: Call[] = [
    ['get_contact_requests', { page_size: 50 }],
    ['get_contact_request_choices', {}],
    ['get_reps_for_assignment', {}],
  ];
  return [
    ['first screen of Requests', requests, FIRST_SCREEN_LIMIT_MS],
    ['first screen of Audit', [['get_audit_trail', { page_size: 50 }]], FIRST_SCREEN_LIMIT_MS],
    ['first screen of Today', [['get_operations_today', {}]], FIRST_SCREEN_LIMIT_MS],
    ['today', [['get_operations_today', {}]]],
    ['links that end today', [['get_links_ending_today', {}]]],
    ['choices for the filter of requests', [['get_contact_request_choices', {}]]],
    ['representatives to assign to', [['get_reps_for_assignment', {}]]],
    [
      'first screen of Representatives',
      [
        ['get_reps', { page_size: 50 }],
        ['get_handovers', {}],
      ],
      FIRST_SCREEN_LIMIT_MS,
    ],
    ['all representatives', [['get_reps', { page_size: 1000 }]]],
    ['representatives, search', [['get_reps', { filter: { search: 'rep7' } }]]],
  ];
}

function requestCases(repId: string | undefined): Case[] {
  const filters: [string, Args][] = [
    ['no filter', {}],
    ['new', { statuses: ['new'] }],
    ['new and in progress', { statuses: ['new', 'in_progress'] }],
    ['spam', { statuses: ['spam'] }],
    ['assigned to nobody', { assigned: 'none' }],
    ['assigned to one of 200', { assigned: repId }],
    ['one source', { source: 'source 3' }],
    ['one campaign', { campaign: 'campaign 39' }],
    ['one page', { page: 'https://news.example/page-298' }],
    ['demos', { project_type: 'demo' }],
    ['one day', { from: '2026-01-15', to: '2026-01-15' }],
    ['quarantine', { quarantined: true }],
    ['failed mails', { unsent: true }],
    ['search that finds one', { search: 'person77777@' }],
    ['search that finds nothing', { search: 'nobody of that name' }],
    ['search that finds many', { search: 'company 4' }],
    ['done, one source, one representative', { statuses: ['done'], source: 'source 3', assigned: repId }],
    [
      'a source and a page that exclude each other',
      { source: 'source 1', page: 'https://news.example/page-2' },
    ],
  ];
  return filters.flatMap(([name, filter]) =>
    ['desc', 'asc'].map(
      (direction): Case => [
        `requests, ${name}, ${direction}`,
        [['get_contact_requests', { filter, direction }]],
      ],
    ),
  );
}

function trailCases([rep, manager, customer]: readonly string[]): Case[] {
  const filters: [string, Args][] = [
    ['no filter', {}],
    ['a representative', { person: rep }],
    ['a manager', { person: manager }],
    ['a customer', { person: customer }],
    ['nobody known', { person: '00000000-0000-4000-8000-000000000000' }],
    ['a frequent event', { event: 'signed_out' }],
    ['a rare event', { event: 'rep_disabled' }],
    ['an event that never happened', { event: 'person_erased' }],
    ['one day', { from: '2026-01-15', to: '2026-01-15' }],
    ['long ago', { to: '2025-01-15' }],
    ['a frequent event, long ago', { event: 'signed_out', to: '2025-01-15' }],
    ['a representative, a rare event', { person: rep, event: 'rep_disabled' }],
    ['a representative, long ago', { person: rep, to: '2025-01-15' }],
  ];
  return [
    ...filters.map(
      ([name, filter]): Case => [`trail, ${name}`, [['get_audit_trail', { filter, page_size: 50 }]]],
    ),
    ['people of the trail, one', [['get_audit_people', { search: 'customer33333@' }]]],
    ['people of the trail, many', [['get_audit_people', { search: 'scale' }]]],
    ['people of the trail, nobody', [['get_audit_people', { search: 'nobody of that name' }]]],
  ];
}

/** What People asks. A whole address that no stored person has is also looked for in the texts of others. */
function peopleCases(): [what: string, question: Args][] {
  const searches: [string, string][] = [
    ['one address', 'person77777@scale.example'],
    ['part of an address', 'person7777'],
    ['a full name', 'First7 Last 7'],
    ['many', 'scale'],
    ['nobody', 'nobody of that name'],
    ['an address that nobody has', 'nobody@nowhere.example'],
    ['an address that only a text has', 'mentioned@nowhere.example'],
  ];
  return [
    ...searches.map(([name, search]): [string, Args] => [`people, ${name}`, { action: 'find', search }]),
    ['people, open one', { action: 'open', email: 'person77777@scale.example' }],
    ['people, open one whom only a text names', { action: 'open', email: 'mentioned@nowhere.example' }],
    ['people, open one whose name others have', { action: 'open', email: 'person7@scale.example' }],
    ['people, open a customer', { action: 'open', email: 'customer4321@scale.example' }],
    ['people, open a representative', { action: 'open', email: 'rep8@scale.example' }],
  ];
}

async function pageTimes(manager: ManagerCalls, name: string): Promise<number[]> {
  const pagesMs: number[] = [];
  for (let page = 0, after: string | null = null; page < PAGES; page += 1) {
    const startedAt = performance.now();
    const answer = await manager.call(name, { after, page_size: 100 });
    pagesMs.push(performance.now() - startedAt);
    after = z.object({ nextAfter: z.string() }).parse(answer).nextAfter;
  }
  return pagesMs;
}

async function samplesOf(work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const samplesMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await work();
    samplesMs.push(performance.now() - startedAt);
  }
  return samplesMs;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { contactRequestsPageSchema } from '../../shared/src/contracts/backend/contact-request-list.ts';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { missingProgram } from '../machine/system-packages.ts';
import { startThrowAwayPostgres } from '../machine/throw-away-postgres.ts';
import { type Backend, startBackend } from '../stack/backend/backend.ts';
import { generateRequests } from './generate-requests.ts';
import { median, timesLine } from './samples.ts';

const SITE_URL = 'http://localhost';
const COUNT = 100_000;
const RUNS = 15;
const PAGES = 50;
/** The longest that filter, sort and page may take, median, milliseconds. */
const LIMIT_MS = 150;

/**
 * A manager's list of 100,000 contact requests on a throw-away PostgreSQL: every filter, both directions, page after
 * page, the representatives with their figures, and a representative's own list, over the API. Ends with 1 when a
 * median is over the limit.
 *
 *   node tools/bench/requests-at-scale.ts
 */
runCommand(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  const server = await startThrowAwayPostgres();
  if (!server) throw missingProgram('postgresql');
  try {
    const env = { DATABASE_URL: server.url };
    const backend = await startBackend({ dataDir, siteUrl: SITE_URL, env, seed: true, log: () => {} });
    try {
      await generateRequests(backend.sql, COUNT);
      const slow = (await measure(backend)).filter(([, samplesMs]) => median(samplesMs) > LIMIT_MS);
      if (slow.length > 0)
        throw new UserError(`Over ${LIMIT_MS} ms: ${slow.map(([name]) => name).join(', ')}`);
    } finally {
      await backend.close();
    }
  } finally {
    server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

type Call = (name: string, args: Record<string, unknown>) => Promise<unknown>;
type Measured = [string, number[]];

async function measure(backend: Backend): Promise<Measured[]> {
  const call = await signInAsManager(backend);
  const [rep] = await backend.sql<{ id: string }>(
    `select id from public.sales_representatives where email = 'rep7@scale.example'`,
  );
  const filters: [string, Record<string, unknown>][] = [
    ['no filter', {}],
    ['new', { statuses: ['new'] }],
    ['new and in progress', { statuses: ['new', 'in_progress'] }],
    ['spam', { statuses: ['spam'] }],
    ['assigned to nobody', { assigned: 'none' }],
    ['assigned to one of 200', { assigned: rep?.id }],
    ['one source', { source: 'source 3' }],
    ['one campaign', { campaign: 'campaign 39' }],
    ['one page', { page: 'https://news.example/page-298' }],
    ['demos', { project_type: 'demo' }],
    ['one day', { from: '2026-01-15', to: '2026-01-15' }],
    ['quarantine', { quarantined: true }],
    ['search that finds one', { search: 'person77777@' }],
    ['search that finds nothing', { search: 'nobody of that name' }],
    ['search that finds many', { search: 'company 4' }],
    ['done, one source, one representative', { statuses: ['done'], source: 'source 3', assigned: rep?.id }],
    [
      'a source and a page that exclude each other',
      { source: 'source 1', page: 'https://news.example/page-2' },
    ],
  ];
  const measured: Measured[] = [];
  const note = async (name: string, work: () => Promise<unknown>) => {
    const samplesMs = await samplesOf(work);
    measured.push([name, samplesMs]);
    console.log(timesLine(name, samplesMs, LIMIT_MS));
  };
  for (const [name, filter] of filters) {
    for (const direction of ['desc', 'asc'] as const)
      await note(`${name}, ${direction}`, () => call('get_contact_requests', { filter, direction }));
  }
  await note('choices for the filter', () => call('get_contact_request_choices', {}));
  await note('representatives to assign to', () => call('get_reps_for_assignment', {}));
  await note('a page of representatives', () => call('get_reps', { page_size: 50 }));
  await note('all representatives', () => call('get_reps', { page_size: 1000 }));
  await note('representatives, search', () => call('get_reps', { filter: { search: 'rep7' } }));
  await note('what a representative could hand over', () =>
    call('get_handover_choices', { sales_rep_id_param: rep?.id, search: null }),
  );
  await backend.sql(
    `update public.contact_submissions set assigned_to = (select s.sales_rep_id from public.sales_sessions s limit 1)
     where assigned_to = $1`,
    [rep?.id],
  );
  await note("a representative's own requests", () => call('get_assigned_contact_requests', {}));

  const pagesMs: number[] = [];
  for (let page = 0, after: string | null = null; page < PAGES; page += 1) {
    const startedAt = performance.now();
    const answer = await call('get_contact_requests', { after, page_size: 100 });
    pagesMs.push(performance.now() - startedAt);
    after = contactRequestsPageSchema.parse(answer).nextAfter;
  }
  console.log(timesLine(`one of ${PAGES} pages of 100`, pagesMs, LIMIT_MS));
  return [...measured, ['pages', pagesMs]];
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

/** @returns a caller of procedures in a session that may use Operations. */
async function signInAsManager(backend: Backend): Promise<Call> {
  const post = async (url: string, body: unknown, token?: string): Promise<unknown> => {
    const headers = {
      'Content-Type': 'application/json',
      apikey: backend.publishableKey,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const request = new Request(`${SITE_URL}${url}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await backend.fetch(request, { ip: '192.0.2.1' });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const grant = await post('/functions/v1/sign-in-rep', { salesId: backend.demo.salesIds[0] });
  const { sessionToken, sessionId } = z
    .object({ sessionToken: z.string(), sessionId: z.uuid() })
    .parse(grant);
  await backend.sql(
    `update public.sales_representatives set is_manager = true
     where id = (select s.sales_rep_id from public.sales_sessions s where s.id = $1)`,
    [sessionId],
  );
  await backend.sql('update public.sales_sessions set manager_until = expires_at where id = $1', [sessionId]);
  return (name, args) => post(`/rest/v1/rpc/${name}`, args, sessionToken);
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { type Change, type DoctorStand, page, startDoctorStand } from './doctor-stand.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const job = (name: string, ago: string): readonly [string, string] => [
  `update private.upkeep_runs set finished_at = now() - interval '${ago}' where job = '${name}'`,
  `update private.upkeep_runs set finished_at = now() where job = '${name}'`,
];
const facts = (canary: object | null, changedAt: string) =>
  JSON.stringify({ status: 'ok', versions: { host: 'v1' }, canary, changedAt });
const noted = (name: string, detail: string): readonly [string, string] => [
  `update private.upkeep_runs set detail = '${detail}' where job = '${name}'`,
  `update private.upkeep_runs set detail = '{}' where job = '${name}'`,
];

const FOLLOWED = { name: 'corvane_archive', is_active: true, wal_status: 'reserved', held_bytes: 16_777_216 };
/** A database with an archive that follows it, but for the change. */
const archived =
  (change: Partial<typeof FOLLOWED> = {}): NonNullable<Change['facts']> =>
  (own) => ({ ...own, has_archive: true, slots: [{ ...FOLLOWED, ...change }] });

const SINCE_YESTERDAY = { 'states/one/health.json': facts(null, daysAgo(1)) };

/** The fault, the checks that say `wrong`, and what the first of them says. */
const FAULTS: readonly [
  fault: string,
  change: Change | ((stand: DoctorStand) => Change),
  checks: string[],
  says: RegExp,
][] = [
  [
    'a certificate for another name',
    { certificate: { name: 'other.example' } },
    ['certificate'],
    /for other\.example, not for corvane\.example/,
  ],
  ['a certificate with 3 days left', { certificate: { days: 3 } }, ['certificate'], /ends in [23] days/],
  [
    'no HTTP/2',
    { nginx: { 'nginx/listen.conf': (text) => text.replaceAll(' ssl http2', ' ssl') } },
    ['certificate'],
    /HTTP\/2/,
  ],
  [
    'pages over plain HTTP',
    { nginx: { 'nginx/listen.conf': (text) => text.replace(/return 308 .*;/, "return 200 'page';") } },
    ['plain-http'],
    /answers 200/,
  ],
  [
    'an edge that accepts any host',
    {
      nginx: {
        'nginx/listen.conf': (text) =>
          text.replace('server_name corvane.example', 'server_name corvane.example ~.'),
      },
    },
    ['hosts'],
    /200 for the host doctor\.invalid/,
  ],
  [
    'no Content-Security-Policy',
    {
      nginx: { 'nginx/headers.conf': (text) => text.replace(/add_header Content-Security-Policy.*;\n/, '') },
    },
    ['headers'],
    /Content-Security-Policy is missing/,
  ],
  [
    'no Strict-Transport-Security',
    { nginx: { 'nginx/headers.conf': (text) => text.replace('max-age=63072000; includeSubDomains', '') } },
    ['headers'],
    /Strict-Transport-Security is missing/,
  ],
  [
    'a release of which a directory is gone',
    { site: { 'states/one/health.json': '' } },
    ['health', 'versions'],
    /without our JSON/,
  ],
  [
    'a forgotten canary',
    { site: { 'states/one/health.json': facts({ percent: 10, versions: {} }, daysAgo(9)) } },
    ['versions'],
    /a canary has run for 9 days/,
  ],
  [
    'a forgotten canary, beside which others release daily',
    {
      site: {
        'states/one/health.json': facts({ percent: 10, begunAt: daysAgo(30), versions: {} }, daysAgo(1)),
      },
    },
    ['versions'],
    /a canary has run for 30 days/,
  ],
  [
    "an edge that passes operators' calls",
    {
      nginx: {
        'nginx/api-calls.conf': (text) =>
          `${text}location = /rest/v1/rpc/report_upkeep { include nginx/api.conf; }\n`,
      },
    },
    ['edge-calls'],
    /report_upkeep is not listed, and answers 40[13]/,
  ],
  [
    'a wrong address of Supabase in nginx',
    {
      nginx: {
        'nginx/upstream.conf': (text) => text.replace(/server 127\.0\.0\.1:\d+;/, 'server 127.0.0.1:9;'),
      },
    },
    ['edge-calls'],
    /get_plan_prices answers 502/,
  ],
  [
    'pages with a key of another project',
    { site: { 'pages/one/index.html': page('sb_publishable_of_another_project') } },
    ['edge-calls'],
    /key in the pages is refused/,
  ],
  [
    'a table that anyone can read',
    {
      sql: [
        'grant select on public.products to anon; create policy products_open on public.products to anon using (true)',
        'drop policy products_open on public.products; revoke select on public.products from anon',
      ],
    },
    ['tables'],
    /anyone reads products/,
  ],
  [
    'an API that exposes private',
    {
      project: (request) =>
        request.headers.get('accept-profile') === 'private' ? Response.json([{ job: 'backup' }]) : null,
    },
    ['private-schema'],
    /exposes the schema private/,
  ],
  [
    'a function that did not start',
    {
      project: (request) =>
        request.url.endsWith('/functions/v1/submit-contact') ? new Response(null, { status: 503 }) : null,
    },
    ['functions'],
    /submit-contact answers 503/,
  ],
  [
    'a weak secret',
    (stand) => ({
      look: {
        environmentFile: stand.environmentFile.replace(/EDGE_SECRET=.*/, `EDGE_SECRET=${'ab'.repeat(20)}`),
      },
    }),
    ['secrets'],
    /EDGE_SECRET must vary more/,
  ],
  [
    'a missing secret',
    (stand) => ({ look: { environmentFile: stand.environmentFile.replace(/SALES_ID_PEPPER=.*\n/, '') } }),
    ['secrets'],
    /SALES_ID_PEPPER is missing/,
  ],
  [
    'test mode in production',
    { functions: { MAIL_TRANSPORT: 'test', SITE_URL: 'http://localhost:8080' } },
    ['test-mode', 'site-origin', 'mail'],
    /answers contain the verification codes/,
  ],
  [
    'another SITE_URL',
    { functions: { SITE_URL: 'https://www.corvane.example' } },
    ['site-origin'],
    /visitors come to https:\/\/corvane\.example/,
  ],
  [
    'an edge without EDGE_SECRET',
    {
      nginx: {
        'nginx/upstream.conf': (text) =>
          text.replace(/map "" \$edge_secret \{\n.*\n/, 'map "" $edge_secret {\n default "";\n'),
      },
    },
    ['callers'],
    /do not recognize the edge/,
  ],
  [
    'TRUSTED_PROXY_HOPS too high',
    { functions: { TRUSTED_PROXY_HOPS: '2' } },
    ['callers'],
    /no address: TRUSTED_PROXY_HOPS is too high/,
  ],
  ['TRUSTED_PROXY_HOPS too low', { proxyAdds: '10.1.2.3' }, ['callers'], /10\.1\.2\.3, which is a proxy's/],
  [
    'an edge that keeps a forged address of callers',
    {
      functions: { TRUSTED_PROXY_HOPS: '2' },
      nginx: {
        'nginx/api.conf': (text) =>
          text.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for'),
      },
    },
    ['callers'],
    /a forged address of the caller is accepted/,
  ],
  [
    'a mail server that is away',
    { functions: { SMTP_PORT: '9' } },
    ['mail'],
    /smtp refuses: Error E(SOCKET|CONNECTION|CONNREFUSED)/,
  ],
  [
    'a database behind the checkout',
    {
      sql: [
        `update supabase_migrations.schema_migrations set version = '0' || version
         where version = (select max(version) from supabase_migrations.schema_migrations)`,
        `update supabase_migrations.schema_migrations set version = substr(version, 2) where version like '0%'`,
      ],
    },
    ['migrations'],
    /the database is at 20\d{12}/,
  ],
  [
    'a plan without a price',
    {
      sql: [
        `create table kept_prices as table public.product_prices; delete from public.product_prices
         where product_id = (select id from public.products where slug = 'moonshot')`,
        'insert into public.product_prices table kept_prices on conflict do nothing; drop table kept_prices',
      ],
    },
    ['catalogue'],
    /no price is in force for moonshot/,
  ],
  [
    'a clock two minutes off',
    { look: { now: () => Date.now() + 120_000 } },
    ['clocks'],
    /database by -1(19|20) s/,
  ],
  [
    'a contact request without a mail to the team',
    {
      sql: [
        `insert into public.contact_submissions (id, first_name, email, company, project_type, created_at)
         values (gen_random_uuid(), 'A', 'untold@corvane.example', 'B', 'contact', now() - interval '1 hour')`,
        `delete from public.contact_submissions where email = 'untold@corvane.example'`,
      ],
    },
    ['team-mail'],
    /1 contact requests/,
  ],
  ['retention that has not run', { sql: job('retention', '3 days') }, ['retention'], /finished 3 days ago/],
  ['an old backup', { sql: job('backup', '30 hours') }, ['backup'], /finished 30 hours ago/],
  [
    'no backup',
    {
      sql: [
        `delete from private.upkeep_runs where job = 'backup'`,
        `select public.record_upkeep_run('backup', '{}')`,
      ],
    },
    ['backup'],
    /never finished/,
  ],
  ['pruning that has not run', { sql: job('prune', '9 days') }, ['prune'], /finished 9 days ago/],
  [
    'an archive whose copy of the cluster is old',
    { facts: archived(), sql: job('base', '10 days') },
    ['base'],
    /finished 10 days ago/,
  ],
  [
    'an archive that never followed',
    { facts: (own) => ({ ...own, has_archive: true, slots: [] }) },
    ['archive'],
    /never followed this database/,
  ],
  [
    'an archive that has stopped',
    { facts: archived({ is_active: false, held_bytes: 900_000_000 }) },
    ['archive'],
    /does not follow, and 900 MB of the log wait/,
  ],
  ['an archive that is stuck', { facts: archived({ held_bytes: 2e9 }) }, ['archive'], /2000 MB behind/],
  [
    'an archive that was left behind',
    { facts: archived({ is_active: false, wal_status: 'lost' }) },
    ['archive'],
    /gone or goes next \(lost\)/,
  ],
  [
    'a replication slot that nobody reads',
    { facts: (own) => ({ ...own, slots: [{ ...FOLLOWED, name: 'forgotten', held_bytes: 3e9 }] }) },
    ['write-ahead-log'],
    /the slot forgotten holds 3000 MB/,
  ],
  [
    'an archive_command that fails',
    { facts: (own) => ({ ...own, archiving_fails_since: '2026-11-23T03:00:00+00:00' }) },
    ['write-ahead-log'],
    /archive_command fails since 2026-11-23T03:00:00/,
  ],
  [
    'a disk that fills up',
    { look: { disks: ['/var/lib/postgresql', '/srv'], freePercent: async (at) => (at === '/srv' ? 40 : 7) } },
    ['disks'],
    /^\/var\/lib\/postgresql 7 % free$/,
  ],
  [
    'a disk of the backups that fills up',
    { sql: noted('backup', '{"free_percent": 4}') },
    ['backup-disks'],
    /^after backup: 4 % free$/,
  ],
  [
    'a second web machine with another certificate',
    { second: { certificate: { name: 'other.example' } } },
    ['certificate'],
    /for other\.example, not for/,
  ],
  [
    'a second web machine that does not follow',
    { second: { site: { 'states/one/health.json': facts(null, daysAgo(2)) } }, site: SINCE_YESTERDAY },
    ['same-release'],
    /^127\.0\.0\.1:\d+ serves another than 127\.0\.0\.1:\d+$/,
  ],
  ['a drill long ago', { sql: job('restore_drill', '100 days') }, ['restore-drill'], /finished 100 days ago/],
];

describeNeeding('nginx', 'the doctor', () => {
  let stand: DoctorStand;
  beforeAll(async () => {
    stand = await startDoctorStand();
  });
  afterAll(() => stand?.close());

  test('has no complaint about a healthy site', async () => {
    const [examination] = await stand.examine({ look: { environmentFile: stand.environmentFile } });
    expect(examination?.findings.filter(({ verdict }) => verdict !== 'right')).toEqual([]);
    expect(examination?.verdict).toBe('right');
  });

  test.each(FAULTS)('names %s', async (_fault, change, checks, says) => {
    const [examination] = await stand.examine(typeof change === 'function' ? change(stand) : change);
    const found = examination?.findings.filter(({ verdict }) => verdict === 'wrong') ?? [];
    expect(found.map(({ name }) => name)).toEqual(checks);
    expect(found[0]?.says).toMatch(says);
    expect(found[0]?.mend.length).toBeGreaterThan(10);
    expect(examination?.verdict).toBe('wrong');
  });

  const refusal = (status: number, text: string, isMeant: (request: Request) => boolean): Change => ({
    project: (request) => (isMeant(request) ? new Response(text, { status }) : null),
  });

  test.each<[string, string, Change]>([
    [
      'a gateway that refuses the key of the pages',
      'tables',
      refusal(401, '{"message":"Unknown API key"}', ({ url }) => url.includes('/rest/v1/products?')),
    ],
    [
      'another server in place of the API',
      'private-schema',
      refusal(404, 'Not Found', ({ headers }) => headers.get('accept-profile') === 'private'),
    ],
    [
      'a port 80 that hangs up',
      'plain-http',
      { nginx: { 'nginx/listen.conf': (text) => text.replace(/return 308 .*;/, 'return 444;') } },
    ],
  ])('does not call right what it could not look at: %s', async (_case, name, change) => {
    const [examination] = await stand.examine(change);
    const found = examination?.findings.filter(({ verdict }) => verdict !== 'right') ?? [];
    expect(found.map((one) => [one.name, one.verdict])).toEqual([[name, 'unknown']]);
    expect(examination?.verdict).toBe('unknown');
  });

  test('looks at every web machine, and says which one is wrong', async () => {
    const [examination] = await stand.examine({ second: { certificate: { days: 3 } } });
    const certificates = examination?.findings.filter(({ name }) => name === 'certificate') ?? [];
    expect(certificates.map(({ verdict }) => verdict)).toEqual(['right', 'wrong']);
    expect(certificates[1]?.machine).toMatch(/^127\.0\.0\.1:\d+$/);
    // What is not a web machine's is asked once.
    expect(examination?.findings.filter(({ name }) => name === 'mail')).toHaveLength(1);
  });

  test('waits for a release that is just arriving at the second machine', async () => {
    const [examination] = await stand.examine({
      site: { 'states/one/health.json': facts(null, new Date().toISOString()) },
      second: { site: SINCE_YESTERDAY },
    });
    expect(examination?.verdict).toBe('right');
  });

  test('finds nothing wrong with an archive that follows, and with room on real disks', async () => {
    const [examination] = await stand.examine({ facts: archived(), look: { disks: ['/proc'] } });
    expect(examination?.verdict).toBe('right');
    const says = Object.fromEntries(examination?.findings.map(({ name, says }) => [name, says]) ?? []);
    expect(says.archive).toBe('it follows, 17 MB behind');
    expect(says.disks).toBe('/proc 100 % free');
  });

  test('reports a failed check when the project refuses its key', async () => {
    const [examination] = await stand.examine({ secretKey: 'sb_secret_Zk3vQ9xLw27RtYbN5mPq8HsJdF4gCaUe' });
    expect(examination?.verdict).toBe('unknown');
    expect(examination?.findings.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  });

  test('two at once see the same, leave nothing behind and send nothing', async () => {
    const state = () =>
      stand.sql(`select (select count(*) from public.audit_events) as lines,
        (select count(*) from private.rate_limit_counters) as counters,
        (select count(*) from public.contact_submissions) as requests,
        (select jsonb_agg(r order by job) from private.upkeep_runs r) as runs`);
    const before = await state();
    const both = await stand.examine({}, 2);
    expect(both.map(({ verdict }) => verdict)).toEqual(['right', 'right']);
    expect(await state()).toEqual(before);
    expect(stand.mails()).toBe(0);
  });

  test('mails the operator, and nobody else, when asked to', async () => {
    const [examination] = await stand.examine({ look: { mailTo: 'operator@corvane.example' } });
    expect(examination?.findings.find(({ name }) => name === 'mail')?.says).toContain(
      'operator@corvane.example',
    );
    expect(stand.mails()).toBe(1);
  });
});

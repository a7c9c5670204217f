import { page } from '../doctor-fixture.ts';
import { daysAgo, type Fault, facts, SINCE_YESTERDAY } from './fault.ts';

/** What is wrong with a web machine, its certificate or what it serves. */
export const EDGE_FAULTS: readonly Fault[] = [
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
    { site: { 'states/one/health.json': facts({ app: 'portal', percent: 10, versions: {} }, daysAgo(9)) } },
    ['versions'],
    /the canary of portal has run for 9 days/,
  ],
  [
    'a forgotten canary, beside which others release daily',
    {
      site: {
        'states/one/health.json': facts(
          { app: 'portal', percent: 10, begunAt: daysAgo(30), versions: {} },
          daysAgo(1),
        ),
      },
    },
    ['versions'],
    /the canary of portal has run for 30 days/,
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
];

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PRODUCT_NAME_MAX, SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import { BROWSER_CALLS } from '@corvane/shared/contracts/backend/calls';
import { SALES_FILTER_LIMITS } from '@corvane/shared/contracts/backend/sales/sales-filter';
import { expect, test } from 'vitest';
import { GATEWAY_LIMITS } from '../../gateway/requests/gateway-limits.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Figures that docs/contracts repeats from the code, the database and nginx. */
const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8').replaceAll(/\s+/g, ' ');

/** The number in a file that the pattern's group catches. NaN, which no document contains, if it catches none. */
function figure(file: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(read(file)) ?? [];
  return Number(digits?.replaceAll('_', '') ?? Number.NaN);
}

const seconds = (file: string, name: string) => figure(file, new RegExp(`${name} = ([\\d_]+);`)) / 1000;

test('the contract of the backend has the limits on inputs', () => {
  const schema = (file: string, end: string) => figure(`supabase/schemas/${file}.sql`, new RegExp(end));
  const cursor = schema('input', "refuse_over\\('the cursor', .*?, (\\d+)\\)");
  const filter = schema('input', "refuse_over\\('the filter', .*?, (\\d+)\\)") / 1024;
  const batch = schema('sales-import', "refuse_over\\( 'rows_param', .*? end, (\\d+) \\)");
  expect(read('docs/contracts/backend-calls.md')).toContain(
    `A cursor has at most ${cursor} characters, a search ${SEARCH_MAX} and a product name ${PRODUCT_NAME_MAX}. A filter has at most ${filter} kB, a list ${SALES_FILTER_LIMITS.products} texts of ${SALES_FILTER_LIMITS.productName} characters, and an import batch ${batch} rows.`,
  );
});

test('the contract of the backend has the limits on bodies', () => {
  const ofCall = (call: string) =>
    Number(BROWSER_CALLS.find(({ name }) => name === call)?.maxBodyBytes) / 1024;
  expect(read('docs/contracts/backend-calls.md')).toContain(
    `JSON up to ${ofCall('sign-out')} kB (\`record-site-events\`: ${ofCall('record-site-events')}, \`submit-contact\`: ${ofCall('submit-contact')})`,
  );
});

test('the contract of the edge has the limits on calls', () => {
  const contract = read('docs/contracts/edge.md');
  const rate = (zone: string) => figure('nginx/limits.conf', new RegExp(`zone=${zone}:\\w+ rate=(\\d+)r/s`));
  const burst = (zone: string) => figure('nginx/api-calls.conf', new RegExp(`zone=${zone} burst=(\\d+)`));
  const slow = BROWSER_CALLS.filter(({ rateLimit }) => rateLimit === 'credentials').map(
    ({ name }) => `\`${name}\``,
  );
  for (const row of [
    `| ${slow.join(', ')}, together | ${rate('credentials')} a second, ${burst('credentials')} more at once |`,
    `| all other calls together | ${rate('api')} a second, ${burst('api')} more at once |`,
    `| calls of the backend at the same time | ${figure('nginx/api.conf', /limit_conn api_requests (\d+);/)} |`,
    `| requests of any kind at the same time | ${figure('nginx/site.conf', /limit_conn requests (\d+);/)} |`,
  ]) {
    expect(contract).toContain(row);
  }
});

test('the local gateway has the time limits of nginx', () => {
  const directive = (name: string) => figure('nginx/limits.conf', new RegExp(`${name} (\\d+)s;`)) * 1_000;
  expect(GATEWAY_LIMITS).toEqual({
    headerTimeoutMs: directive('client_header_timeout'),
    bodyTimeoutMs: directive('client_body_timeout'),
    keepAliveTimeoutMs: directive('keepalive_timeout'),
  });
});

test('the contract of the backend has the time limits of each role', () => {
  const limit = (role: string, name: string) =>
    figure('supabase/schemas/roles.sql', new RegExp(`'${role}', '${name}', '(\\d+)'`)) / 1000;
  const [visitor, signedIn, service] = ['anon', 'authenticated', 'service_role'].map((role) => ({
    statement: limit(role, 'statement_timeout'),
    lock: limit(role, 'lock_timeout'),
  }));
  const importMinutes = figure('supabase/schemas/sales-import.sql', /set statement_timeout = '(\d+)min'/);
  const functionSeconds = seconds('supabase/functions/api/deps.ts', 'DATABASE_TIMEOUT_MS');
  expect(service?.statement).toBe(signedIn?.statement);
  expect(service?.statement).toBeLessThan(functionSeconds);
  const contract = read('docs/contracts/backend-calls.md');
  expect(contract).toContain(
    `A statement may take ${visitor?.statement} s for an anonymous call and ${signedIn?.statement} s for a signed-in one or a function. Waits for a lock end after ${visitor?.lock}, ${signedIn?.lock} and ${service?.lock} s. A function waits ${functionSeconds} s for the database`,
  );
  expect(contract).toContain(`${importMinutes} minutes for \`commit_sales_import\``);
});

/** Regression: the browser gave up a call after 10 s. The server then mailed a code, or changed data. */
test('each wait ends before the one around it', () => {
  const [statement, database, mailStep, mail, procedure, call] = [
    figure('supabase/schemas/roles.sql', /'authenticated', 'statement_timeout', '(\d+)'/) / 1000,
    seconds('supabase/functions/api/deps.ts', 'DATABASE_TIMEOUT_MS'),
    seconds('supabase/functions/api/mail/smtp-mail.ts', 'STEP_TIMEOUT_MS'),
    seconds('supabase/functions/api/mail/mail.ts', 'MAIL_TIMEOUT_MS'),
    figure('host/src/api/api-client.ts', /rpc: ([\d_]+),/) / 1000,
    figure('host/src/api/api-client.ts', /invoke: ([\d_]+) }/) / 1000,
  ];
  const edge = figure('nginx/upstream.conf', /proxy_read_timeout (\d+)s;/);
  const resent = seconds('marketing/src/sections/contact/use-contact-form.ts', 'GIVEN_UP_MS');
  const connection = figure(
    'production/roles/backend/templates/rest.conf.j2',
    /db-pool-acquisition-timeout = (\d+)/,
  );
  expect(statement).toBeLessThan(Number(procedure));
  expect(Number(connection) + Number(statement)).toBeLessThan(Number(database));
  expect(mailStep).toBeLessThan(Number(mail));
  const request = seconds('supabase/functions/api/router.ts', 'REQUEST_TIMEOUT_MS');
  const afterMail = seconds('supabase/functions/api/mail/mail.ts', 'AFTER_MAIL_MS');
  const waits = [Number(database) + Number(mail), request, call, edge, resent];
  expect(waits).toEqual(waits.toSorted((a, b) => Number(a) - Number(b)));
  expect(new Set(waits)).toHaveLength(waits.length);
  expect(request - Number(mail) - afterMail).toBe(database);
  expect(read('docs/contracts/backend-calls.md')).toContain(
    `A function waits ${database} s for the database and ${mail} s for a mail server. A browser waits ${procedure} s for a procedure and ${call} s for a function, and the edge ${edge} s. The API waits ${connection} s for a connection. The inner limit ends first. A function answers a browser within ${request} s, however many calls it makes. No mail that an answer waits for begins later than ${request - Number(mail) - afterMail} s after the request.`,
  );
});

test('the contract of remotes says how long the host waits', () => {
  const contract = read('docs/contracts/remote.md');
  const load = seconds('host/src/remotes/remote-loader.ts', 'LOAD_TIMEOUT_MS');
  const fresh = seconds('host/src/releases/release-watch.ts', 'FRESH_MS');
  expect(contract).toContain(`waits at most ${load} s.`);
  expect(contract).toContain(`| no answer for ${load} s `);
  expect(contract).toContain(`(at most every ${fresh} s)`);
});

test.each(['nginx/upstream.conf', 'nginx/upstream-hosted.conf'])(
  'the contract of the edge says how long %s waits for Supabase',
  (file) => {
    const limit = (name: string) => figure(file, new RegExp(`proxy_${name}_timeout (\\d+)s;`));
    expect(read('docs/contracts/edge.md')).toContain(
      `cannot be reached within ${limit('connect')} s, the edge answers 502 or 504 with \`Retry-After\`. It does the same if the answer takes longer than ${limit('read')} s.`,
    );
    expect(limit('send')).toBe(limit('read'));
    expect(seconds('tools/gateway/requests/forward-to-backend.ts', 'TIMEOUT_MS')).toBe(limit('read'));
  },
);

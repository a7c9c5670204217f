import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sessionGrantSchema } from '@corvane/shared/contracts/backend/sign-in/auth';
import {
  checkAnswers,
  RECORDED_ANSWERS_FILE,
  type RecordedAnswers,
} from '../../release/candidate/recorded-answers.ts';
import { backendPathOf, type FunctionName } from '../../shared/src/contracts/backend/calls.ts';
import { runCommand } from '../command/run-command.ts';
import { type Backend, startBackend } from './backend/backend.ts';

const SITE_URL = 'http://localhost:8080';

/**
 * Writes what the backend answers the demonstration representative, for the use of a candidate before a release.
 * `record-answers.ts [<file>]`: by default where releases read it.
 */
runCommand(async () => {
  const [file = RECORDED_ANSWERS_FILE] = process.argv.slice(2);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-recorded-'));
  // The code is in the answer, and nothing is mailed.
  const env = { MAIL_TRANSPORT: 'test' };
  const backend = await startBackend({ dataDir, siteUrl: SITE_URL, env, seed: true, log: () => {} });
  try {
    const answers = checkAnswers(await recordFrom(backend));
    await writeFile(file, `${JSON.stringify(answers, null, 1)}\n`);
  } finally {
    await backend.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function recordFrom(backend: Backend): Promise<RecordedAnswers> {
  let token = '';
  const call = async (address: string, body: object) => {
    const response = await backend.fetch(
      new Request(SITE_URL + address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          apikey: backend.publishableKey,
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      }),
      { ip: '127.0.0.1' },
    );
    if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: checked as a whole, when all are there
    return (await response.json()) as any;
  };
  const rpc = (name: string, args: object = {}) => call(`/rest/v1/rpc/${name}`, args);
  const invoke = (name: FunctionName, body: object) => call(backendPathOf(name), body);

  const signIn = async () =>
    sessionGrantSchema.parse(await invoke('sign-in-rep', { salesId: backend.demo.salesIds[0] }));
  // Two other browsers, which this one can end together.
  for (const _other of [1, 2]) await signIn();
  const grant = await signIn();
  token = grant.sessionToken;
  const table = await rpc('get_sales_table', {
    filter: {},
    sort: 'sale_date',
    direction: 'desc',
    page_size: 25,
    after: null,
  });
  const statements = await rpc('get_own_statements', { after: null });
  const product = { product_name_param: table.rows[0].productName };
  const read = {
    get_sales_table: table,
    get_own_statements: statements,
    get_statement: await rpc('get_statement', {
      month: statements.rows[0].month,
      after: null,
      page_size: 25,
    }),
    get_sales_dashboard: await rpc('get_sales_dashboard', { filter: {} }),
    get_sale_explanation: await rpc('get_sale_explanation', { sale_id: table.rows[0].id }),
    get_plan_prices: await rpc('get_plan_prices'),
    get_product_description: await rpc('get_product_description', product),
    get_product_features: await rpc('get_product_features', product),
    get_rep_settings: await rpc('get_rep_settings'),
    get_manager_access: await rpc('get_manager_access'),
    get_assigned_contact_requests: await rpc('get_assigned_contact_requests', { page_size: 25, after: null }),
    get_sales_sessions: await rpc('get_sales_sessions', { page_size: 100 }),
    get_rep_today: await rpc('get_rep_today'),
    get_customer_openings: await rpc('get_customer_openings', { since: null }),
    get_customers: await rpc('get_customers', { filter: {}, page_size: 25, after: null }),
  };
  const details = { email: 'release-test@corvane.example', name: 'Release test', company: '' };
  const sent = await invoke('send-verification', details);
  const issued = await invoke('issue-access-link', {
    verificationId: sent.verificationId,
    code: sent.verificationCode,
  });
  const { customerId } = issued;
  const before = { name: details.name, company: details.company, note: '' };
  const { verificationCode: _code, ...mailed } = sent;
  return {
    ...read,
    'sign-in-customer': {
      ...sessionGrantSchema.parse(await invoke('sign-in-customer', { token: issued.token })),
      sessionToken: 'recorded',
    },
    'renew-session': { ...grant, sessionToken: 'recorded' },
    'send-verification': mailed,
    'issue-access-link': { ...issued, token: 'recorded' },
    'edit-customer': await invoke('edit-customer', {
      customerId,
      before,
      after: { ...before, note: 'Recorded' },
    }),
    get_customer_note: await rpc('get_customer_note', { lead_id: customerId }),
    'extend-access': await invoke('extend-access', { customerId }),
    get_customer_timeline: await rpc('get_customer_timeline', { lead_id: customerId }),
    'revoke-access': await invoke('revoke-access', { customerId }),
    'save-rep-settings': await invoke('save-rep-settings', { mailOnOpening: true }),
    'end-own-sessions': await invoke('end-own-sessions', { sessionId: null }),
    'sign-out': await invoke('sign-out', {}),
  };
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sessionGrantSchema } from '@corvane/shared/contracts/backend/auth';
import { runCommand } from '../command/run-command.ts';
import {
  checkAnswers,
  RECORDED_ANSWERS_FILE,
  type RecordedAnswers,
} from '../release/candidate/recorded-answers.ts';
import { type Backend, startBackend } from './backend/backend.ts';

const SITE_URL = 'http://localhost:8080';

/** Writes what the backend answers the demonstration representative, for the use of a candidate before a release. */
runCommand(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-recorded-'));
  // The code is in the answer, and nothing is mailed.
  const env = { MAIL_TRANSPORT: 'test' };
  const backend = await startBackend({ dataDir, siteUrl: SITE_URL, env, seed: true, log: () => {} });
  try {
    const answers = checkAnswers(await recordFrom(backend));
    await writeFile(RECORDED_ANSWERS_FILE, `${JSON.stringify(answers, null, 1)}\n`);
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
  const invoke = (name: string, body: object) => call(`/functions/v1/${name}`, body);

  const grant = sessionGrantSchema.parse(await invoke('sign-in-rep', { salesId: backend.demo.salesIds[0] }));
  token = grant.sessionToken;
  const table = await rpc('get_sales_table', {
    filter: {},
    sort: 'sale_date',
    direction: 'desc',
    page_size: 25,
    after: null,
  });
  const read = {
    get_sales_table: table,
    get_sales_dashboard: await rpc('get_sales_dashboard', { filter: {} }),
    get_sale_explanation: await rpc('get_sale_explanation', { sale_id: table.rows[0].id }),
    get_plan_prices: await rpc('get_plan_prices'),
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
    'extend-access': await invoke('extend-access', { customerId }),
    get_customer_timeline: await rpc('get_customer_timeline', { lead_id: customerId }),
    'revoke-access': await invoke('revoke-access', { customerId }),
  };
}

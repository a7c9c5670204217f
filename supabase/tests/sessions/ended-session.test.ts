import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_CALLS, pathOf } from '../../../shared/src/contracts/backend/calls.ts';
import { type Actor, BAIT, layBait } from '../stand/bait.ts';
import { startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

/*
 * A representative whose session was ended elsewhere read '$0.00', 'No sales data available yet' and 'Customers: All 0'
 * until the token ran out: the procedures gave an ended session the same empty answer as a person without data.
 */

/** The same for everybody, with or without a session. */
const PUBLIC = ['get_product_description', 'get_product_features'];

const ARGUMENTS: Record<string, Record<string, unknown>> = {
  get_lead_by_id: { lead_id_param: BAIT.customer.A },
  get_sales_representative: { sales_rep_id_param: BAIT.rep.A },
  get_sales_records_by_rep: { sales_rep_id_param: BAIT.rep.A },
  get_sale_explanation: { sale_id: BAIT.sale.A },
  get_customer_openings: { since: '2026-01-01T00:00:00Z' },
  get_customer_timeline: { lead_id: BAIT.customer.A },
  get_customer_note: { lead_id: BAIT.customer.A },
  get_rep_sessions: { sales_rep_id_param: BAIT.rep.A },
  get_handover_choices: { sales_rep_id_param: BAIT.rep.A },
  get_audit_people: { search: 'rep' },
  get_plan_prices_at: { at_param: '2026-11-20T10:00:00Z' },
  get_product_description: { product_name_param: 'Moonshot' },
  get_product_features: { product_name_param: 'Moonshot' },
};

const PROCEDURES = BROWSER_CALLS.filter(({ kind }) => kind === 'procedure');
const OF_A_SESSION = PROCEDURES.filter(({ name }) => !PUBLIC.includes(name));

const call = (procedure: (typeof PROCEDURES)[number], token: string | undefined) =>
  api.call(pathOf(procedure), { body: ARGUMENTS[procedure.name] ?? {}, token });

describe.each([
  'logged-out rep A',
  'expired session of rep A',
  'logged-out customer of A',
  'expired customer of A',
  'revoked customer of A',
] as const)('%s', (actor) => {
  test.each(OF_A_SESSION)('is refused by $name, without any data', async (procedure) => {
    const answer = await call(procedure, tokens[actor]);
    expect([answer.status, answer.body.message]).toEqual([401, 'the session has ended']);
  });

  test.each(PROCEDURES.filter(({ name }) => PUBLIC.includes(name)))(
    'may still read $name',
    async (procedure) => {
      expect((await call(procedure, tokens[actor])).status).toBe(200);
    },
  );
});

test.each(OF_A_SESSION)('a live session is not refused by $name', async (procedure) => {
  const actor = procedure.callers.includes('manager') ? 'manager' : 'rep A';
  expect((await call(procedure, tokens[actor])).status).toBe(200);
  expect((await call(procedure, tokens['customer of A'])).status).not.toBe(401);
});

test('a representative who was disabled is refused from the next request on', async () => {
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [BAIT.rep.B]);
  const answers = await Promise.all(OF_A_SESSION.map((procedure) => call(procedure, tokens['rep B'])));
  await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [BAIT.rep.B]);
  expect(answers.map(({ status }) => status)).toEqual(OF_A_SESSION.map(() => 401));
});

test('an anonymous caller still gets an empty list of prices, like every visitor', async () => {
  const answer = await api.rpc('get_plan_prices', {});
  expect([answer.status, answer.body]).toEqual([200, []]);
});

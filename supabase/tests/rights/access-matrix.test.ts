import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CALLS, type Call, type FunctionName } from '../../../shared/src/contracts/backend/calls.ts';
import { sampleOf } from '../../../tools/machine/sample.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { mailedCode, sendCode } from '../fixtures/qualify.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

beforeEach(() => api.sql('delete from private.rate_limit_counters'));

const ACTORS: Actor[] = [
  'anon',
  'rep A',
  'rep B',
  'manager',
  'manager without a code',
  'manager whose time is over',
  'rep B, no longer a manager',
  'logged-out rep A',
  'expired session of rep A',
  'tampered token of rep A',
  'expired token of rep A',
  'customer of A',
  'logged-out customer of A',
  'expired customer of A',
  'revoked customer of A',
];

type Statuses = Record<Actor, number>;

const everyone = (status: number): Statuses =>
  Object.fromEntries(ACTORS.map((actor) => [actor, status])) as Statuses;

const SITE_EVENTS = {
  compositionId: 'c0ffee',
  versions: { host: 'h1' },
  path: '/',
  events: [
    { kind: 'web-vital', metric: 'TTFB', value: 120 },
    { kind: 'count', what: 'view' },
  ],
};

/** A manager is a representative, but has no data of A or B. */
interface AnswersOfReps {
  A: number;
  B: number;
  manager: number;
  /** Of a manager, if the code makes a difference. */
  withoutCode?: number;
}

interface Case<Name extends FunctionName = FunctionName> {
  body: (api: TestBackend) => unknown | Promise<unknown>;
  /** Status that the callers of the list get. */
  answer: (typeof CALLS)[Name]['callers'] extends readonly ['representative'] ? AnswersOfReps : number;
}

/** Status that each actor gets. Who is no caller of the list gets 401, and a representative of a manager's call 403. */
function expectedOf(name: FunctionName, answer: AnswersOfReps | number): Statuses {
  const { callers }: Call = CALLS[name];
  if (typeof answer === 'number' && !callers.includes('manager')) {
    const ofCustomers = callers.includes('customer') ? { 'customer of A': answer } : {};
    return { ...everyone(callers.includes('anon') ? answer : 401), ...ofCustomers };
  }
  const {
    A,
    B,
    manager,
    withoutCode = manager,
  } = typeof answer === 'number' ? { A: 403, B: 403, manager: answer, withoutCode: 403 } : answer;
  return {
    ...everyone(401),
    'rep A': A,
    'rep B': B,
    'rep B, no longer a manager': B,
    manager,
    'manager without a code': withoutCode,
    'manager whose time is over': withoutCode,
  };
}

const MATRIX: { [Name in FunctionName]: Case<Name> } = {
  // Rep A works on this request, and changes no assignment. Of the managers, only one with a code may.
  'change-contact-request': {
    body: async (api) => {
      const [row] = await api.sql<{ version: number }>(
        'select version from public.contact_submissions where id = $1',
        [BAIT.assignedContact],
      );
      return { requestId: BAIT.assignedContact, version: row?.version, change: { assignedTo: BAIT.rep.B } };
    },
    // A manager without a code is asked for one.
    answer: { A: 403, B: 404, manager: 200, withoutCode: 403 },
  },
  // Another version than the stored one, so nothing is written for any caller.
  'change-contact-requests': {
    body: () => ({
      changes: [{ requestId: BAIT.assignedContact, version: 2_000_000_000, change: { status: 'spam' } }],
    }),
    answer: 200,
  },
  // A has no statement for this month, so nothing is written for any caller.
  'change-statements': {
    body: () => ({ action: 'pay', month: '2025-12', statements: [{ repId: BAIT.rep.A }] }),
    answer: 200,
  },
  // A has another target, so a manager with a code gets a conflict and nothing is written.
  'change-targets': {
    body: () => ({
      month: BAIT.month,
      targets: [{ repId: BAIT.rep.A, beforeCents: 1, afterCents: 2 }],
    }),
    answer: 200,
  },
  // Another rate is stored, so a manager with a code gets a conflict and nothing is written.
  'change-commission-rate': {
    body: () => ({ ...BAIT.rate, before: { basisPoints: 1 }, after: { basisPoints: 2 } }),
    answer: 200,
  },
  // There is no such import, so nothing changes for any caller.
  'import-sales': {
    body: () => ({ action: 'discard', importId: '50000000-0000-4000-9000-0000000000ff' }),
    answer: 200,
  },
  // A has asked this already. For the others there is no such line.
  'question-statement': {
    body: () => ({ month: BAIT.month, saleId: BAIT.sale.A, question: 'Why?' }),
    answer: { A: 200, B: 404, manager: 404 },
  },
  // An expired session, so that those of the other actors stay.
  'change-representative': {
    body: () => ({ action: 'end_sessions', repId: BAIT.rep.A, sessionId: BAIT.salesSession.expired }),
    answer: 200,
  },
  // The plan's prices have another version, so a manager with a code gets a conflict and nothing is written.
  'change-price': {
    body: () => ({
      action: 'set',
      plan: 'moonshot',
      version: '0'.repeat(32),
      amounts: { monthlyCents: 1, annualCents: 1, activationCents: 1 },
    }),
    answer: 200,
  },
  // Nothing is stored about this address. Of all actors, only a manager with a code learns that.
  'change-person': {
    body: () => ({
      action: 'erase',
      email: 'nobody@bait.example',
      takesNames: true,
      erasureId: crypto.randomUUID(),
    }),
    answer: 404,
  },
  'read-people': {
    body: () => ({ action: 'open', email: 'one@bait.example' }),
    answer: 200,
  },
  'export-list': {
    body: () => ({ list: 'contact_requests', filter: {}, direction: 'desc', after: null }),
    answer: 200,
  },
  'make-quote': { body: () => ({ plan: 'moonshot', billing: 'annual' }), answer: 200 },
  // This code does not exist. A manager reads that it is wrong, a representative that Operations is for managers.
  'check-manager-code': {
    body: () => ({ codeId: BAIT.managerCode, code: '000000' }),
    answer: { A: 403, B: 403, manager: 400 },
  },
  'edit-customer': {
    body: () => {
      const texts = { name: 'One', company: 'One Ltd', note: 'Note of Rep A' };
      return { customerId: BAIT.customer.A, before: texts, after: { ...texts, name: 'Uno' } };
    },
    answer: { A: 200, B: 404, manager: 404 },
  },
  'end-own-sessions': {
    body: () => ({ sessionId: BAIT.salesSession.A }),
    answer: { A: 200, B: 404, manager: 404 },
  },
  'extend-access': {
    body: () => ({ customerId: BAIT.customer.A }),
    answer: { A: 200, B: 404, manager: 404 },
  },
  // A handover that does not exist. A manager gets not found.
  'hand-over-customers': {
    body: () => ({ action: 'undo', handoverId: crypto.randomUUID() }),
    answer: 404,
  },
  // A valid code of A, made again for each actor.
  'issue-access-link': {
    body: async () => {
      const email = `${crypto.randomUUID()}@engine.example`;
      const { verificationId } = (await sendCode(api, tokens['rep A'] ?? '', email)).body;
      return { verificationId, code: await mailedCode(api, email) };
    },
    answer: { A: 200, B: 400, manager: 400 },
  },
  'record-site-events': { body: () => SITE_EVENTS, answer: 204 },
  // These two use the cookie, which no actor here has. A token alone neither renews nor ends a session.
  'renew-session': { body: () => ({}), answer: 401 },
  'sign-out': { body: () => ({}), answer: 200 },
  'report-setup': { body: () => ({}), answer: 200 },
  'revoke-access': {
    body: () => ({ customerId: BAIT.customer.B }),
    answer: { A: 404, B: 200, manager: 404 },
  },
  'save-rep-settings': { body: () => ({ mailOnOpening: true }), answer: { A: 200, B: 200, manager: 200 } },
  'send-contact-notification': { body: () => ({ submission_id: BAIT.contact }), answer: 401 },
  // The pause between two codes passes for each actor.
  'send-manager-code': {
    body: async (api) => {
      await api.sql(`update private.manager_codes set created_at = created_at - private.code_resend_pause()`);
      return {};
    },
    answer: { A: 403, B: 403, manager: 200 },
  },
  'send-verification': {
    body: () => ({ email: `${crypto.randomUUID()}@engine.example` }),
    answer: { A: 200, B: 200, manager: 200 },
  },
  'sign-in-customer': { body: () => ({ token: 'NONE-SUCH' }), answer: 401 },
  'sign-in-rep': { body: () => ({ salesId: 'NONE-SUCH' }), answer: 401 },
  'submit-contact': {
    body: () => ({
      id: crypto.randomUUID(),
      name: 'Ada Lovelace',
      email: 'ada@engine.example',
      company: 'Engines',
    }),
    answer: 200,
  },
};

/**
 * A hash of the rows of every table but three. A refusal adds lines to the trail, and counts of attempts. Mails of an
 * earlier change may be sent meanwhile.
 */
async function rowsOfTables(): Promise<unknown> {
  return api.sql(`
    select c.oid::regclass::text as table, query_to_xml(format(
      'select md5(string_agg(t::text, '','' order by t::text)) from %s t', c.oid::regclass), true, true, '')::text as rows
    from pg_class c where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and c.relname not in ('audit_events', 'rate_limit_counters', 'work_mails')
    order by 1`);
}

describe.each(Object.entries<Pick<Case, 'body'> & { answer: AnswersOfReps | number }>(MATRIX))(
  '%s',
  (name, { body, answer }) => {
    const expected = expectedOf(name as FunctionName, answer);
    // Refused actors come first, so that an allowed actor's effect cannot cause the refusal.
    const order = sampleOf(`access to ${name}`, ACTORS, 3).sort((a, b) => expected[b] - expected[a]);

    test.each(order)('by %s', async (actor) => {
      const sent = await body(api);
      const before = await rowsOfTables();
      const given = await api.call(`/functions/v1/${name}`, { body: sent, token: tokens[actor] });
      expect(given.status, given.text).toBe(expected[actor]);
      if (expected[actor] < 400) return;
      // 400: refused by the code itself, whose comparison is counted.
      if (expected[actor] !== 400) expect(await rowsOfTables()).toEqual(before);
      expect(given.text).not.toMatch(/bait\.example|Rep [AB]|Two|One/);
      expect(given.headers.get('set-cookie') ?? '').not.toMatch(/corvane_refresh=[\w-]/);
    });
  },
);

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FUNCTION_NAMES } from '../../../shared/src/contracts/backend/calls.ts';
import { sampleOf } from '../../../tools/machine/sample.ts';
import { type Actor, BAIT, layBait } from '../stand/bait.ts';
import { mailedCode, sendCode } from '../stand/qualify.ts';
import { startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';

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

const everyone = (status: number): Record<Actor, number> =>
  Object.fromEntries(ACTORS.map((actor) => [actor, status])) as Record<Actor, number>;
/** Every caller except a live representative gets the same answer. A manager is a representative, but has no data of A or B. */
const reps = (A: number, B: number, manager: number): Record<Actor, number> => ({
  ...everyone(401),
  'rep A': A,
  'rep B': B,
  'rep B, no longer a manager': B,
  manager,
  'manager without a code': manager,
  'manager whose time is over': manager,
});

const SITE_EVENTS = {
  compositionId: 'c0ffee',
  versions: { host: 'h1' },
  path: '/',
  events: [
    { kind: 'web-vital', metric: 'TTFB', value: 120 },
    { kind: 'count', what: 'view' },
  ],
};

interface Case {
  body: (api: TestBackend) => unknown | Promise<unknown>;
  /** Status that each actor gets. */
  expected: Record<Actor, number>;
}

/** A function that is missing here fails the test below: say what each actor gets. */
const MATRIX: Record<string, Case> = {
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
    expected: {
      ...reps(403, 404, 403),
      'rep B, no longer a manager': 404,
      manager: 200,
    },
  },
  // An expired session, so that those of the other actors stay.
  'change-representative': {
    body: () => ({ action: 'end_sessions', repId: BAIT.rep.A, sessionId: BAIT.salesSession.expired }),
    expected: { ...reps(403, 403, 403), manager: 200 },
  },
  // The plan's prices have another version, so a manager with a code gets a conflict and nothing is written.
  'change-price': {
    body: () => ({
      action: 'set',
      plan: 'moonshot',
      version: '0'.repeat(32),
      amounts: { monthlyCents: 1, annualCents: 1, activationCents: 1 },
    }),
    expected: { ...reps(403, 403, 403), manager: 200 },
  },
  // Nothing is stored about this address. Of all actors, only a manager with a code learns that.
  'change-person': {
    body: () => ({ action: 'export', email: 'nobody@bait.example' }),
    expected: { ...reps(403, 403, 403), manager: 404 },
  },
  'read-people': {
    body: () => ({ action: 'open', email: 'one@bait.example' }),
    expected: { ...reps(403, 403, 403), manager: 200 },
  },
  'export-list': {
    body: () => ({ list: 'contact_requests', filter: {}, direction: 'desc', after: null }),
    expected: { ...reps(403, 403, 403), manager: 200 },
  },
  // This code does not exist. A manager reads that it is wrong, a representative that Operations is for managers.
  'check-manager-code': {
    body: () => ({ codeId: BAIT.managerCode, code: '000000' }),
    expected: reps(403, 403, 400),
  },
  'edit-customer': {
    body: () => {
      const texts = { name: 'One', company: 'One Ltd', note: 'Note of Rep A' };
      return { customerId: BAIT.customer.A, before: texts, after: { ...texts, name: 'Uno' } };
    },
    expected: reps(200, 404, 404),
  },
  'end-own-sessions': { body: () => ({ sessionId: BAIT.salesSession.A }), expected: reps(200, 404, 404) },
  'extend-access': { body: () => ({ customerId: BAIT.customer.A }), expected: reps(200, 404, 404) },
  // A handover that does not exist. A manager gets not found.
  'hand-over-customers': {
    body: () => ({ action: 'undo', handoverId: crypto.randomUUID() }),
    expected: { ...reps(403, 403, 403), manager: 404 },
  },
  // A valid code of A, made again for each actor.
  'issue-access-link': {
    body: async () => {
      const email = `${crypto.randomUUID()}@engine.example`;
      const { verificationId } = (await sendCode(api, tokens['rep A'] ?? '', email)).body;
      return { verificationId, code: await mailedCode(api, email) };
    },
    expected: reps(200, 400, 400),
  },
  'record-site-events': { body: () => SITE_EVENTS, expected: everyone(204) },
  // These two use the cookie, which no actor here has. A token alone neither renews nor ends a session.
  'renew-session': { body: () => ({}), expected: everyone(401) },
  'sign-out': { body: () => ({}), expected: everyone(200) },
  'report-setup': { body: () => ({}), expected: everyone(200) },
  'revoke-access': { body: () => ({ customerId: BAIT.customer.B }), expected: reps(404, 200, 404) },
  'save-rep-settings': { body: () => ({ mailOnOpening: true }), expected: reps(200, 200, 200) },
  'send-contact-notification': { body: () => ({ submission_id: BAIT.contact }), expected: everyone(401) },
  // The pause between two codes passes for each actor.
  'send-manager-code': {
    body: async (api) => {
      await api.sql(`update private.manager_codes set created_at = created_at - private.code_resend_pause()`);
      return {};
    },
    expected: reps(403, 403, 200),
  },
  'send-verification': {
    body: () => ({ email: `${crypto.randomUUID()}@engine.example` }),
    expected: reps(200, 200, 200),
  },
  'sign-in-customer': { body: () => ({ token: 'NONE-SUCH' }), expected: everyone(401) },
  'sign-in-rep': { body: () => ({ salesId: 'NONE-SUCH' }), expected: everyone(401) },
  'submit-contact': {
    body: () => ({
      id: crypto.randomUUID(),
      name: 'Ada Lovelace',
      email: 'ada@engine.example',
      company: 'Engines',
    }),
    expected: everyone(200),
  },
};

test('the matrix names every function', () => {
  expect(Object.keys(MATRIX).sort()).toEqual(FUNCTION_NAMES.toSorted());
});

describe.each(Object.entries(MATRIX))('%s', (name, { body, expected }) => {
  // Refused actors come first, so that an allowed actor's effect cannot cause the refusal.
  const order = sampleOf(`access to ${name}`, ACTORS, 3).sort((a, b) => expected[b] - expected[a]);

  test.each(order)('by %s', async (actor) => {
    const sent = await body(api);
    const guarded = `select (select md5(string_agg(l::text, '|' order by l.id)) from public.qualified_leads l) as customers,
      (select count(*)::int from public.customer_sessions) as sessions,
      (select count(*)::int from private.verification_codes) as codes,
      (select count(*)::int from private.manager_codes) as manager_codes,
      (select md5(string_agg(s.manager_until::text, '|' order by s.id)) from public.sales_sessions s) as managers,
      (select md5(string_agg(c::text, '|' order by c.id)) from public.contact_submissions c) as requests,
      (select md5(string_agg(n::text, '|' order by n.qualified_lead_id)) from private.customer_notes n) as notes,
      (select md5(string_agg(r::text, '|' order by r.id)) from public.sales_representatives r) as reps`;
    const before = await api.sql(guarded);
    const answer = await api.call(`/functions/v1/${name}`, { body: sent, token: tokens[actor] });
    expect(answer.status, answer.text).toBe(expected[actor]);
    if (expected[actor] < 400) return;
    // 400: refused by the code itself, whose comparison is counted.
    if (expected[actor] !== 400) expect(await api.sql(guarded)).toEqual(before);
    expect(answer.text).not.toMatch(/bait\.example|Rep [AB]|Two|One/);
    expect(answer.headers.get('set-cookie') ?? '').not.toMatch(/corvane_refresh=[\w-]/);
  });
});

import { expect, test } from 'vitest';
import type { FunctionName } from '../../../../shared/src/contracts/backend/calls.ts';
import type { FunctionDatabase } from '../database/database.ts';
import { DatabaseError } from '../database/database-call.ts';
import { callOf, FAKE_SESSION, fakeDeps, jsonRequest, repAuthorization } from '../fake-deps.ts';
import { RequestError } from '../request-error.ts';

/* Calls that a procedure decides alone. What the procedures decide: supabase/tests. */

const ID = '00000000-0000-4000-8000-00000000000a';
const EMAIL = 'ada@engine.example';
const TEXTS = { name: 'Ada', company: 'Engines' };
const EDIT = { customerId: ID, before: { ...TEXTS, note: '' }, after: { ...TEXTS, note: 'Monday' } };
const ERASURE = { action: 'erase', email: EMAIL, takesNames: true, erasureId: ID };
const CORRECTION = { kind: 'customer', id: ID, before: TEXTS, after: TEXTS };
const AMOUNTS = { monthlyCents: 410_000, annualCents: 4_132_800, activationCents: 62_500 };
const SET = { action: 'set', plan: 'moonshot', version: '0123456789abcdef'.repeat(2), amounts: AMOUNTS };
const SCHEDULE = { ...SET, action: 'schedule', from: '2026-12-01T14:00:00.000001+00:00' };
const { amounts: _, ...CANCEL } = { ...SCHEDULE, action: 'cancel' };
const EXPORT = { list: 'audit_trail', filter: { event: 'link_revoked' }, after: null };
const CHANGE = { requestId: ID, version: 3, change: { status: 'done' } };
const HAND_OVER = {
  action: 'hand_over',
  handoverId: ID,
  fromRepId: ID,
  toRepId: '00000000-0000-4000-8000-00000000000b',
  expected: { customers: 2, requests: 1 },
};

async function send(name: FunctionName, body: unknown, ask?: FunctionDatabase['ask']) {
  const asked: Parameters<FunctionDatabase['ask']>[] = [];
  const answering: FunctionDatabase['ask'] = async (...args) => {
    asked.push(args);
    return ask ? ask(...args) : { outcome: 'as the procedure said' };
  };
  const deps = fakeDeps({ database: { ask: answering } });
  const headers = {
    ...(await repAuthorization(deps)),
    'x-forwarded-for': '203.0.113.9',
    'user-agent': 'Engine/1',
  };
  const response = await callOf(name)(jsonRequest(body, headers), deps);
  return { status: response.status, answer: await response.json(), asked, deps };
}

test.each<[FunctionName, object, object?]>([
  ['revoke-access', { customerId: ID }],
  ['edit-customer', EDIT],
  [
    'edit-customer',
    { ...EDIT, after: { name: ' A\r\nda\u202e', company: 'E\u0007', note: 'One\r\nTwo\u001b' } },
    { ...EDIT, after: { name: 'A da', company: 'E', note: 'One\nTwo' } },
  ],
  ['end-own-sessions', { sessionId: ID }],
  ['end-own-sessions', { sessionId: null }],
  ['save-rep-settings', { mailOnOpening: true }],
  ['change-price', SET],
  ['change-price', SCHEDULE],
  ['change-price', CANCEL],
  ['read-people', { action: 'find', search: ' %Ada_\\\u202e ' }, { action: 'find', search: '%Ada_\\' }],
  ['read-people', { action: 'open', email: EMAIL }],
  ['change-person', { ...ERASURE, erasureId: ID.toUpperCase() }, ERASURE],
  [
    'change-person',
    {
      action: 'correct',
      correction: {
        ...CORRECTION,
        before: { name: 'Ada\u200b', company: '' },
        after: { name: ' <b>Ada</b>\u202e ', company: '=1+1' },
      },
    },
    {
      action: 'correct',
      correction: {
        ...CORRECTION,
        // The earlier values stay as they are stored.
        before: { name: 'Ada\u200b', company: '' },
        after: { name: '<b>Ada</b>', company: '=1+1' },
      },
    },
  ],
  ['export-list', EXPORT],
  ['hand-over-customers', HAND_OVER],
  [
    'change-contact-request',
    { ...CHANGE, change: { staffNote: '<script>alert(1)</script>\r\n=1+1\u202e' } },
    { ...CHANGE, change: { staffNote: '<script>alert(1)</script>\n=1+1' } },
  ],
])(
  '%s %j reaches its procedure, with session and origin, and no log holds a text',
  async (name, body, cleaned = body) => {
    const { status, answer, asked, deps } = await send(name, body);
    expect([status, answer]).toEqual([200, { outcome: 'as the procedure said' }]);
    expect(asked).toEqual([
      [
        expect.any(String),
        expect.objectContaining({
          sessionId: FAKE_SESSION.sessionId,
          body: cleaned,
          ipAddress: '203.0.113.9',
          userAgent: 'Engine/1',
        }),
      ],
    ]);
    expect(JSON.stringify(deps.entries)).not.toMatch(/\bada\b|Engines|Monday|script|link_revoked/i);
  },
);

test.each<[FunctionName, object]>([
  ['hand-over-customers', HAND_OVER],
  ['change-contact-requests', { changes: [CHANGE] }],
  ['question-statement', { month: '2026-10', saleId: ID, question: 'Why?' }],
  [
    'change-statements',
    { action: 'answer', month: '2026-10', statements: [{ repId: ID, saleId: ID, answer: 'So.' }] },
  ],
])('after %s the other side is mailed, after a refusal of it nobody', async (name, body) => {
  const { deps } = await send(name, body);
  await Promise.all(deps.later);
  expect(deps.calls).toContain('claimWorkMails');
  const refused = await send(name, body, () => Promise.reject(new RequestError('not_found', 'None.')));
  expect([refused.status, refused.deps.calls]).toEqual([404, ['ask']]);
});

test('what a procedure refuses is refused in its words', async () => {
  const message = 'Choose a time that has not passed';
  const refusal = new RequestError('invalid_request', message, { fields: { from: message } });
  const { status, answer } = await send('change-price', SCHEDULE, () => Promise.reject(refusal));
  expect([status, answer.error]).toEqual([
    400,
    expect.objectContaining({ message, fields: { from: message } }),
  ]);
});

test('a database that takes too long is unavailable', async () => {
  const failed = await send('export-list', EXPORT, () =>
    Promise.reject(new DatabaseError('export_list', '57014', 400)),
  );
  expect(failed.status).toBe(503);
});

const amounts = (monthlyCents: unknown) => ({ ...SET, amounts: { ...AMOUNTS, monthlyCents } });
const note = (text: string) => ({ ...EDIT, after: { ...TEXTS, note: text } });
const corrected = (change: object) => ({ action: 'correct', correction: { ...CORRECTION, ...change } });
const contact = (change: object, version: unknown = 3) => ({ ...CHANGE, version, change });

test.each<[FunctionName, object, string?]>([
  ['edit-customer', note('x'.repeat(10_000)), 'after.note'],
  // A malformed id never means all sessions.
  ['end-own-sessions', {}],
  ['end-own-sessions', { sessionId: '' }],
  ['end-own-sessions', { sessionId: 'x' }],
  ['end-own-sessions', { sessionId: 1 }],
  ['save-rep-settings', { requestsPaused: 'yes' }],
  ['save-rep-settings', { mailOnOpening: 'yes' }],
  ['save-rep-settings', { mailOnOpening: true, other: 1 }],
  ['change-price', amounts(0), 'amounts.monthlyCents'],
  ['change-price', amounts(-1), 'amounts.monthlyCents'],
  ['change-price', amounts(410_000.5), 'amounts.monthlyCents'],
  ['change-price', amounts(1_000_000_000), 'amounts.monthlyCents'],
  ['change-price', amounts('4100.00'), 'amounts.monthlyCents'],
  ['change-price', { ...SET, amounts: { monthlyCents: 1, annualCents: 1 } }, 'amounts.activationCents'],
  ['change-price', { ...SET, version: undefined }, 'version'],
  ['change-price', { ...SET, plan: 'Moonshot!' }, 'plan'],
  ['change-price', { ...SET, action: 'raise' }, 'action'],
  ['change-price', { ...SCHEDULE, from: '2026-12-01' }, 'from'],
  ['change-price', { ...SCHEDULE, from: '0000-01-01T00:00:00Z' }, 'from'],
  ['change-price', { ...SCHEDULE, from: '20266-01-01T00:00:00Z' }, 'from'],
  ['change-price', { ...SCHEDULE, from: '2626-01-01T00:00:00Z' }, 'from'],
  ['change-price', { ...SCHEDULE, from: '2026-12-01T00:00:00+23:00' }, 'from'],
  ['read-people', {}],
  ['read-people', { action: 'find' }],
  ['read-people', { action: 'find', search: 'a' }],
  ['read-people', { action: 'find', search: '\u0000\u0000\u200b' }],
  ['read-people', { action: 'find', search: 'x'.repeat(10_000) }],
  ['read-people', { action: 'open', email: 'x'.repeat(255) }],
  ['read-people', { action: 'open', email: ['a@b.c'] }],
  ['read-people', { action: 'retention', search: 'ada' }],
  ['read-people', { action: 'erase', email: EMAIL }],
  ['change-person', {}],
  ['change-person', { action: 'find', search: 'ada' }],
  ['change-person', { action: 'export' }],
  // As pages of an older release ask: they would write the first page as the whole file.
  ['change-person', { action: 'export', email: EMAIL }],
  ['change-person', { action: 'export', email: EMAIL, after: '' }],
  ['change-person', { action: 'export', email: 'x'.repeat(255), after: null }],
  ['change-person', { ...ERASURE, takesNames: 'yes' }],
  ['change-person', { ...ERASURE, erasureId: 'once' }],
  ['change-person', { action: 'erase', email: EMAIL }],
  ['change-person', corrected({ after: { ...TEXTS, email: EMAIL } })],
  ['change-person', corrected({ after: { name: 'x'.repeat(201), company: '' } })],
  ['change-person', corrected({ kind: 'contact_request' })],
  ['change-person', corrected({ kind: 'representative' })],
  ['export-list', {}],
  ['export-list', { list: 'people', filter: {}, after: null }],
  ['export-list', { list: 'audit_trail', filter: {} }],
  ['export-list', { list: 'audit_trail', filter: { search: 'ada' }, after: null }],
  ['export-list', { list: 'audit_trail', filter: {}, after: 'x'.repeat(4_001) }],
  ['export-list', { list: 'contact_requests', filter: {}, after: null }],
  [
    'export-list',
    { list: 'contact_requests', filter: { statuses: ['sold'] }, direction: 'desc', after: null },
  ],
  ['export-list', { list: 'contact_requests', filter: {}, direction: 'up', after: null }],
  ['change-contact-request', contact({})],
  ['change-contact-request', contact({ status: 'sold' })],
  ['change-contact-request', contact({ release: false })],
  ['change-contact-request', contact({ staffNote: 'x'.repeat(4_001) })],
  ['change-contact-request', contact({ assignedTo: 'nobody' })],
  ['change-contact-request', contact({ message: 'forged' })],
  ['change-contact-request', contact({ status: 'done' }, 0)],
  ['change-contact-request', contact({ status: 'done' }, null)],
])('%s %j is refused before the database is asked', async (name, body, field) => {
  const { status, answer, asked } = await send(name, body);
  expect([status, asked]).toEqual([400, []]);
  if (field !== undefined) expect(Object.keys(answer.error.fields)).toEqual([field]);
});

test.each<FunctionName>(['revoke-access', 'edit-customer', 'change-person', 'export-list'])(
  'a caller of %s without a token causes no call to the database',
  async (name) => {
    const deps = fakeDeps();
    expect((await callOf(name)(jsonRequest({}), deps)).status).toBe(401);
    expect(deps.calls).toEqual([]);
  },
);

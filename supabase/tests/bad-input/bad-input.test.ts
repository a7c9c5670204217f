import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BROWSER_CALLS,
  backendPathOf,
  FORM_MEDIA_TYPE,
  FUNCTION_NAMES,
} from '../../../shared/src/contracts/backend/calls.ts';
import { errorBodySchema } from '../../../shared/src/contracts/backend/errors.ts';
import { sampleOf } from '../../../tools/machine/sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
/** The token of a live representative, so a refusal is about the input, not the caller. */
let token: string;

beforeAll(async () => {
  api = await startTestBackend();
  token = (await api.signIn(api.backend.demo.salesIds[0] ?? '')).grant.sessionToken;
});

afterAll(() => api.close());

const NAMES = sampleOf('bad bodies', FUNCTION_NAMES, 4);

const CUSTOMER_TEXTS = { name: 'Ada Lovelace', company: 'Engines', note: '' };

const VALID: Record<string, Record<string, unknown>> = {
  'change-contact-request': {
    requestId: '00000000-0000-4000-8000-000000000001',
    version: 1,
    change: { status: 'done' },
  },
  'change-contact-requests': {
    changes: [{ requestId: '00000000-0000-4000-8000-000000000001', version: 1, change: { status: 'done' } }],
  },
  'change-representative': { action: 'disable', repId: '00000000-0000-4000-8000-000000000001' },
  'hand-over-customers': { action: 'undo', handoverId: '00000000-0000-4000-8000-000000000001' },
  'change-statements': {
    action: 'pay',
    month: '2026-01',
    statements: [{ repId: '00000000-0000-4000-8000-000000000001' }],
  },
  'change-targets': {
    month: '2026-01',
    targets: [{ repId: '00000000-0000-4000-8000-000000000001', beforeCents: null, afterCents: 1 }],
  },
  'change-commission-rate': {
    productName: 'Moonshot',
    billingFrequency: 'monthly',
    validFrom: '2026-01-01',
    before: null,
    after: { basisPoints: 800 },
  },
  'import-sales': { action: 'undo', importId: '00000000-0000-4000-8000-000000000001' },
  'question-statement': {
    month: '2026-01',
    saleId: '00000000-0000-4000-8000-000000000001',
    question: 'Why?',
  },
  'change-price': {
    action: 'cancel',
    plan: 'moonshot',
    version: '0'.repeat(32),
    from: '2099-01-01T00:00:00Z',
  },
  'change-person': { action: 'withdraw_consent', email: 'ada@engine.example' },
  'check-manager-code': { codeId: '00000000-0000-4000-8000-000000000001', code: '123456' },
  'send-manager-code': {},
  'edit-customer': {
    customerId: '00000000-0000-4000-8000-000000000001',
    before: CUSTOMER_TEXTS,
    after: CUSTOMER_TEXTS,
  },
  'end-own-sessions': { sessionId: '00000000-0000-4000-8000-000000000001' },
  'export-list': { list: 'audit_trail', filter: {}, after: null },
  'extend-access': { customerId: '00000000-0000-4000-8000-000000000001' },
  'issue-access-link': { verificationId: '00000000-0000-4000-8000-000000000001', code: '123456' },
  'make-quote': { plan: 'moonshot', billing: 'annual' },
  'read-people': { action: 'find', search: 'ada' },
  'record-site-events': {
    compositionId: 'c0ffee',
    versions: { host: 'h1' },
    path: '/',
    events: [{ kind: 'web-vital', metric: 'TTFB', value: 120 }],
  },
  'renew-session': {},
  'revoke-access': { customerId: '00000000-0000-4000-8000-000000000001' },
  'report-setup': {},
  'save-rep-settings': { mailOnOpening: true },
  'send-contact-notification': { submission_id: '00000000-0000-4000-8000-000000000001' },
  'send-verification': { email: 'ada@engine.example' },
  'sign-in-customer': { token: 'NONE-SUCH' },
  'sign-in-rep': { salesId: 'NONE-SUCH' },
  'sign-out': {},
  'submit-contact': {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Ada Lovelace',
    email: 'ada@engine.example',
    company: 'Engines',
  },
};

/** Everything that a function could have written. */
async function written(): Promise<unknown> {
  return api.sql(`select (select count(*)::int from public.contact_submissions) as contacts,
    (select count(*)::int from public.sales_sessions) as sessions,
    (select count(*)::int from public.customer_sessions) as customer_sessions,
    (select md5(string_agg(l::text, '|' order by l.id)) from public.qualified_leads l) as customers,
    (select count(*)::int from private.verification_codes) as codes,
    (select count(*)::int from private.site_events) as events,
    (select count(*)::int from private.site_counts) as counts,
    (select count(*)::int from private.rate_limit_counters) as counters,
    (select count(*)::int from public.audit_events) as trail`);
}

async function expectRefused(
  name: string,
  status: number,
  options: { body?: string; method?: string; headers?: Record<string, string> },
) {
  const before = await written();
  const answer = await api.call(`/functions/v1/${name}`, {
    method: 'POST',
    key: api.backend.secretKey,
    token,
    ...options,
  });
  expect(answer.status, answer.text).toBe(status);
  const { error } = errorBodySchema.parse(answer.body);
  expect(error.correlationId).toBe(answer.headers.get('x-correlation-id'));
  expect(answer.text).not.toMatch(/\bat .+:\d+|node_modules|select |insert /i);
  expect(await written()).toEqual(before);
  return error;
}

describe.each(NAMES)('%s', (name) => {
  test('refuses no body', async () => {
    expect((await expectRefused(name, 400, {})).code).toBe('invalid_request');
  });

  test.each(['', ' ', '{', 'null', '[]', '"text"', '7', '{"a":}', '[['.repeat(8000), '\u{feff}x'])(
    'refuses a body that is not an object: %#',
    async (body) => {
      const error = await expectRefused(name, 400, { body, headers: { 'content-type': 'application/json' } });
      expect(error.code).toBe('invalid_request');
    },
  );

  test('refuses unknown fields, by name', async () => {
    for (const field of ['isAdmin', '__proto__', 'constructor']) {
      const body = JSON.stringify(VALID[name]).replace(
        /\}$/,
        `${Object.keys(VALID[name] ?? {}).length === 0 ? '' : ','}"${field}":{"x":1}}`,
      );
      const error = await expectRefused(name, 400, { body });
      if (field === 'isAdmin') expect(error.fields).toEqual({ isAdmin: 'Unknown field' });
    }
  });

  test('refuses 1 MB of text, with and without an announced length', async () => {
    const body = JSON.stringify({
      ...VALID[name],
      salesId: 'x'.repeat(1_000_000),
      message: 'x'.repeat(1_000_000),
    });
    const error = await expectRefused(name, 413, { body });
    expect(error.code).toBe('payload_too_large');

    const stream = new Response(body).body;
    const response = await api.backend.fetch(
      new Request(`http://localhost:8080${backendPathOf(name)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: stream,
        duplex: 'half',
      } as RequestInit),
      { ip: '203.0.113.5' },
    );
    expect(response.status).toBe(413);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])('refuses %s', async (method) => {
    const before = await written();
    const answer = await api.call(`/functions/v1/${name}?access=${api.backend.demo.accessToken}`, {
      method,
      token,
    });
    expect(answer.status).toBe(405);
    expect(await written()).toEqual(before);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.headers.get('x-correlation-id')).not.toBeNull();
  });

  const { formRefusedPath } = BROWSER_CALLS.find((call) => call.name === name) ?? { formRefusedPath: null };
  const notTaken = ['text/plain', 'multipart/form-data', 'application/jsonx', 'x'];
  if (formRefusedPath === null) notTaken.push(FORM_MEDIA_TYPE);
  else
    test('writes nothing for a form that is none, and leads to a page', async () => {
      const before = await written();
      const answer = await api.call(`/functions/v1/${name}`, {
        method: 'POST',
        body: JSON.stringify(VALID[name]),
        headers: { 'content-type': FORM_MEDIA_TYPE },
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, formRefusedPath]);
      expect(await written()).toEqual(before);
    });

  test.each(notTaken)('refuses content type %s', async (type) => {
    const error = await expectRefused(name, 415, {
      body: JSON.stringify(VALID[name]),
      headers: { 'content-type': type },
    });
    expect(error.code).toBe('unsupported_media_type');
  });
});

/**
 * What else the field of a function takes:
 * - null for every other session or for the first page
 * - a filter that matches everything
 * - both choices of a setting
 * - any version
 * - null for no rate of a day
 */
const ALSO_VALID: Record<string, unknown> = {
  'end-own-sessions sessionId': null,
  'export-list after': null,
  'export-list filter': {},
  'save-rep-settings mailOnOpening': true,
  'change-contact-request version': 7,
  'change-commission-rate before': null,
  'change-commission-rate after': null,
};

const FIELDS = sampleOf(
  'bad fields',
  Object.entries(VALID).flatMap(([name, body]) => Object.keys(body).map((field) => [name, field] as const)),
  5,
);

test('a valid body is known of every function', () => {
  expect(Object.keys(VALID).sort()).toEqual(FUNCTION_NAMES.toSorted());
});

describe.each(FIELDS)('%s, field %s', (name, field) => {
  const withValue = (value: unknown) => JSON.stringify({ ...VALID[name], [field]: value });

  const wrong = [null, 7, true, [], {}, [['x']], ''].filter(
    (value) => JSON.stringify(value) !== JSON.stringify(ALSO_VALID[`${name} ${field}`]),
  );

  test.each(wrong)('refuses a wrong type or nothing: %j', async (value) => {
    await expectRefused(name, 400, { body: withValue(value) });
  });

  test.each(['a\u0000b', '\u0000'])('refuses NUL characters', async (value) => {
    const error = await expectRefused(name, 400, { body: withValue(value) });
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });

  test('refuses half a surrogate pair', async () => {
    await expectRefused(name, 400, { body: withValue('X').replace('"X"', String.raw`"\ud83d"`) });
  });

  test('refuses 15 kB of text', async () => {
    await expectRefused(name, 400, { body: withValue('x'.repeat(15_000)) });
  });
});

const HOSTILE = [
  "'; drop table public.products; --",
  '<script>alert(1)</script>',
  '👩🏽‍🚀 emoji 🎉',
  '$(reboot)',
  '\r\nBcc: x@y.example',
];

test.each(HOSTILE)('sign-in-rep treats %j as an unknown ID', async (salesId) => {
  const answer = await api.call('/functions/v1/sign-in-rep', { body: { salesId }, ip: '203.0.113.77' });
  expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthenticated']);
});

test.each(HOSTILE)('sign-in-customer treats %j as an unknown token', async (text) => {
  const answer = await api.call('/functions/v1/sign-in-customer', {
    body: { token: text },
    ip: '203.0.113.78',
  });
  expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthenticated']);
});

test.each([
  ...HOSTILE,
  'a,b@engine.example',
  'x <ada>',
  '"ada"@engine.example',
  'ada@engine.example;b@x.example',
  `${'a'.repeat(65)}@engine.example`,
  `${'İ'.repeat(30)}@${'engine.'.repeat(31)}example`,
])('send-verification mails nothing to %j', async (email) => {
  const before = await written();
  const answer = await api.call('/functions/v1/send-verification', { body: { email }, token });
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['email']]);
  expect(await written()).toEqual(before);
});

test.each(HOSTILE)('send-verification writes %j into its mail as the text it is', async (text) => {
  const email = `${crypto.randomUUID()}@engine.example`;
  const answer = await api.call('/functions/v1/send-verification', {
    body: { email, name: text, company: text },
    token,
  });
  expect(answer.status).toBe(200);
  const [mail] = (await api.call('/_inbox/messages.json')).body;
  expect(mail).toMatchObject({
    to: [email],
    subject: expect.stringMatching(/^Your Corvane verification code from /),
  });
  expect(mail.html).not.toContain('<script');
  const [row] = await api.sql('select name, company from private.verification_codes where email = $1', [
    email,
  ]);
  expect(row).toEqual({ name: text.trim(), company: text.trim() });
});

test('duplicate keys count once, the last one', async () => {
  const answer = await api.call('/functions/v1/issue-access-link', {
    body: '{"code":7,"verificationId":"00000000-0000-4000-8000-000000000001","code":"123456"}',
    token,
  });
  expect(answer.body.error.fields).toEqual({ code: 'The verification code is incorrect' });
});

test.each(HOSTILE)('submit-contact keeps %j as the text it is', async (text) => {
  const id = crypto.randomUUID();
  const answer = await api.call('/functions/v1/submit-contact', {
    body: {
      ...VALID['submit-contact'],
      id,
      name: `A ${text}`,
      company: text,
      message: text,
      utm: { source: text },
    },
  });
  expect(answer.status).toBe(200);
  const [row] = await api.sql('select company, message from public.contact_submissions where id = $1', [id]);
  expect(row).toEqual({ company: text.trim(), message: text.trim() });
  const mails: { to: string[]; html: string }[] = (await api.call('/_inbox/messages.json')).body;
  const toTeam = mails.filter(({ to }) => to.includes('sales@corvane.example'));
  expect(toTeam.length).toBeGreaterThan(0);
  for (const { html } of mails) expect(html).not.toContain('<script');
});

test('a function that does not exist is a typed 404', async () => {
  for (const name of ['none', '_shared', 'constructor', '__proto__', '']) {
    const answer = await api.call(`/functions/v1/api/${name}`, { body: {} });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  }
});

describe('the database API', () => {
  test.each([
    '/rest/v1/',
    '/rest/v1/%',
    '/rest/v1/%00',
    '/rest/v1/../../_system/info',
    '/rest/v1/%2e%2e/_system/config',
    '/rest/v1/auth/users',
    '/rest/v1/none_such',
    '/rest/v1/rpc/none_such',
  ])('%s is a 404', async (path) => {
    expect((await api.call(path)).status).toBe(404);
  });

  test.each([
    '/auth/v1/signup',
    '/auth/v1/token',
    '/storage/v1/bucket',
    '/_system/config',
    '/_system/introspect',
    '/',
  ])('%s is not served', async (path) => {
    expect((await api.call(path, { body: {} })).status).toBe(404);
  });

  test.each([
    ['/rest/v1/products?select=none_such', 'GET', undefined],
    ["/rest/v1/products?slug=eq.'%3B drop table x", 'GET', undefined],
    ['/rest/v1/products?limit=x', 'GET', undefined],
    ['/rest/v1/rpc/get_product_description', 'POST', '{"product_name_param":"a\\u0000b"}'],
    ['/rest/v1/rpc/get_product_description', 'POST', '{"product_name_param":"\\ud800"}'],
    ['/rest/v1/rpc/get_product_description', 'POST', '{'],
    ['/rest/v1/rpc/get_product_description', 'POST', ''],
    ['/rest/v1/rpc/get_plan_prices', 'POST', '[[[['],
    ['/rest/v1/products', 'PUT', '{}'],
  ])('%s %s %s is never a fault of the server', async (path, method, body) => {
    const answer = await api.call(path, { method, body });
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/\bat .+:\d+|node_modules/);
  });
});

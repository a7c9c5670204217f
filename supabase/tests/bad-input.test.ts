import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBodySchema } from '../../shared/src/contracts/errors.ts';
import { FUNCTIONS } from '../../tools/stack/backend/function-server.ts';
import { startTestBackend, type TestBackend } from './start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
}, 60_000);

afterAll(() => api.close());

const NAMES = Object.keys(FUNCTIONS);

const VALID: Record<string, Record<string, unknown>> = {
  'renew-session': {},
  'send-contact-notification': { submission_id: '00000000-0000-4000-8000-000000000001' },
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
    (select count(*)::int from public.sales_sessions) as sessions`);
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
        `${name.endsWith('session') || name === 'sign-out' ? '' : ','}"${field}":{"x":1}}`,
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
      new Request(`http://localhost:8080/functions/v1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: stream,
        duplex: 'half',
      } as RequestInit),
      { ip: '203.0.113.5' },
    );
    expect(response.status).toBe(413);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])('refuses %s', async (method) => {
    const answer = await api.call(`/functions/v1/${name}`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.headers.get('x-correlation-id')).not.toBeNull();
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
    'x',
  ])('refuses content type %s', async (type) => {
    const error = await expectRefused(name, 415, {
      body: JSON.stringify(VALID[name]),
      headers: { 'content-type': type },
    });
    expect(error.code).toBe('unsupported_media_type');
  });
});

const FIELDS = Object.entries(VALID).flatMap(([name, body]) =>
  Object.keys(body).map((field) => [name, field] as const),
);

describe.each(FIELDS)('%s, field %s', (name, field) => {
  const withValue = (value: unknown) => JSON.stringify({ ...VALID[name], [field]: value });

  test.each([null, 7, true, [], {}, [['x']], ''])('refuses a wrong type or nothing: %j', async (value) => {
    await expectRefused(name, 400, { body: withValue(value) });
  });

  test.each(['a\u0000b', '\u0000'])('refuses NUL characters', async (value) => {
    const error = await expectRefused(name, 400, { body: withValue(value) });
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });

  test('refuses half a surrogate pair', async () => {
    await expectRefused(name, 400, { body: withValue('X').replace('"X"', String.raw`"\ud83d"`) });
  });

  test('refuses 20 kB of text', async () => {
    await expectRefused(name, 400, { body: withValue('x'.repeat(20_000)) });
  });
});

const HOSTILE = [
  "'; drop table public.products; --",
  '<script>alert(1)</script>',
  '👩🏽‍🚀 emoji 🎉',
  '$(reboot)',
  '\r\nBcc: x@y.example',
];

test.each(HOSTILE)('sign-in-rep takes %j for an ID that matches nothing', async (salesId) => {
  const answer = await api.call('/functions/v1/sign-in-rep', { body: { salesId }, ip: '203.0.113.77' });
  expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthenticated']);
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
  const [mail] = (await api.call('/_inbox/messages.json')).body;
  expect(mail.to).toEqual(['sales@corvane.example']);
  expect(mail.html).not.toContain('<script');
});

test('a function that does not exist is a typed 404', async () => {
  for (const name of ['none', '_shared', 'constructor', '__proto__', '']) {
    const answer = await api.call(`/functions/v1/${name}`, { body: {} });
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

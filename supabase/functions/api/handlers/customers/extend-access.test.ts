import { expect, test } from 'vitest';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const ID = '0a1b2c3d-0000-4000-8000-000000000001';
const NEW_END = '2026-11-23T12:00:00.123456+00:00';

async function extend(deps: FakeDeps) {
  const request = jsonRequest({ customerId: ID }, await repAuthorization(deps));
  const response = await callOf('extend-access')(request, deps);
  return { status: response.status, body: await response.json() };
}

test('the customer is told until when their link works, with whom to ask, and without the link', async () => {
  const deps = fakeDeps();
  expect(await extend(deps)).toEqual({
    status: 200,
    body: { customerId: ID, expiresAt: NEW_END, mail: 'sent' },
  });
  const [mail] = deps.mails;
  expect(mail).toMatchObject({ to: 'ada@engine.example', replyTo: 'rep@corvane.example' });
  expect(mail?.text).toContain('now works until Mon, Nov 23, 2026, 7:00 AM EST');
  expect(mail?.text).not.toContain('access=');
});

test('an end that hardly moved is no news', async () => {
  const answer = { customerId: ID, expiresAt: NEW_END };
  const deps = fakeDeps({ database: { extendAccess: async () => ({ answer, told: null }) } });
  expect(await extend(deps)).toEqual({ status: 200, body: answer });
  expect(deps.mails).toEqual([]);
});

test.each([
  ['limited', {}, { mailable: false }],
  ['failed', { mail: { send: () => Promise.reject(new Error('refused')) } }, {}],
  ['failed', {}, { email: 'a@x.example, b@x.example' }],
  ['not_configured', { mail: { kind: 'test' as const } }, {}],
])('the access is extended though the mail is %s', async (mail, overrides, told) => {
  const normal = fakeDeps().database.extendAccess;
  const deps = fakeDeps({
    ...overrides,
    database: {
      extendAccess: async (asked) => {
        const extended = await normal(asked);
        return { ...extended, told: extended.told && { ...extended.told, ...told } };
      },
    },
  });
  expect(await extend(deps)).toMatchObject({ status: 200, body: { mail } });
  expect(deps.mails).toEqual([]);
});

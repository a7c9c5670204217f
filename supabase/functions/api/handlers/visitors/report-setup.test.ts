import { expect, test } from 'vitest';
import { reportSetupResponseSchema } from '../../../../../shared/src/contracts/backend/report-setup.ts';
import { callOf, FAKE_NOW, fakeDeps, jsonRequest } from '../../fake-deps.ts';

const handle = callOf('report-setup');

const KEY = { apikey: 'sb_secret_right' };
const FROM = { 'x-forwarded-for': '203.0.113.7' };

const ask = async (body: unknown, headers: Record<string, string>, deps = fakeDeps()) => {
  const response = await handle(jsonRequest(body, headers), deps);
  return { status: response.status, body: await response.json(), deps };
};

test('everyone learns their own address, and nothing else', async () => {
  for (const headers of [FROM, { ...FROM, apikey: 'sb_secret_wrong' }]) {
    const { status, body } = await ask({}, headers);
    expect(status).toBe(200);
    expect(body).toEqual({ caller: { ipAddress: '203.0.113.7', isFromEdge: true }, setup: null });
  }
});

test('a call past the edge is recognized', async () => {
  const { body } = await ask({}, { ...FROM, 'x-edge-secret': 'wrong' });
  expect(body.caller).toEqual({ ipAddress: null, isFromEdge: false });
});

test('the secret key also learns the setup, and the check of the mail server sends nothing', async () => {
  const { body, deps } = await ask({}, KEY);
  expect(reportSetupResponseSchema.parse(body).setup).toEqual({
    now: FAKE_NOW.toISOString(),
    siteUrl: 'https://www.corvane.example',
    trustedProxyHops: 1,
    mail: { transport: 'smtp', failure: null, isSent: false },
  });
  expect(deps.mails).toEqual([]);
  expect(deps.calls).toEqual([]);
});

test('a refusal by the mail server is reported by kind and code, without its text', async () => {
  const refused = Object.assign(new Error('535 user corvane@example.com rejected'), { code: 'EAUTH' });
  const deps = fakeDeps({ mail: { check: () => Promise.reject(refused) } });
  const { body } = await ask({}, KEY, deps);
  expect(body.setup.mail).toEqual({ transport: 'smtp', failure: 'Error EAUTH', isSent: false });
});

test('only the secret key sends a check mail, to the requested address only', async () => {
  const refused = await ask({ sendTo: 'operator@corvane.example' }, FROM);
  expect([refused.status, refused.deps.mails]).toEqual([401, []]);
  const { body, deps } = await ask({ sendTo: 'operator@corvane.example' }, KEY);
  expect(body.setup.mail.isSent).toBe(true);
  expect(deps.mails.map(({ to }) => to)).toEqual(['operator@corvane.example']);
});

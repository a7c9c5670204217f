import { expect, test } from 'vitest';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('change-representative');

const EDIT = {
  action: 'edit',
  repId: '00000000-0000-4000-8000-000000000001',
  before: { name: 'Ada', email: 'ada@corvane.example', isManager: false },
  after: { name: 'Ada <b>King</b>', email: 'ada.king@corvane.example', isManager: false },
};
const edited = (answer: object = {}) =>
  fakeDeps({ database: { ask: async () => ({ outcome: 'edited', ...answer }) } });
const send = async (deps: FakeDeps, body: unknown = EDIT) => {
  const response = await handle(jsonRequest(body, await repAuthorization(deps)), deps);
  await Promise.all(deps.later);
  return response;
};

test('another address is told to the old and to the new one', async () => {
  const deps = edited();
  expect((await send(deps)).status).toBe(200);
  expect(deps.mails.map(({ to }) => to)).toEqual(['ada@corvane.example', 'ada.king@corvane.example']);
  for (const { subject, text, html } of deps.mails) {
    expect(subject).toBe('Your Corvane address changed');
    expect(text).toContain('from ada@corvane.example to ada.king@corvane.example');
    expect(html).not.toContain('<b>');
  }
  expect(JSON.stringify(deps.entries)).not.toContain('@corvane.example');
});

test('no mail is sent when the address stays, or when nothing was changed', async () => {
  const stays = edited();
  await send(stays, { ...EDIT, after: { ...EDIT.after, email: EDIT.before.email } });
  const refused = fakeDeps({ database: { ask: async () => ({ outcome: 'last_manager' }) } });
  await send(refused);
  expect([stays.mails, refused.mails]).toEqual([[], []]);
});

test('a repeated request mails no address that it claims to be the one before', async () => {
  const deps = edited({ isRepeated: true });
  await send(deps, { ...EDIT, before: { ...EDIT.before, email: 'anybody@elsewhere.example' } });
  expect(deps.mails).toEqual([]);
});

test('the manager does not hear of a mail that fails, and Operations counts it', async () => {
  const failed: string[] = [];
  const deps = fakeDeps({
    mail: { send: () => Promise.reject(new Error('refused')) },
    database: {
      ask: async () => ({ outcome: 'edited' }),
      noteFailedMail: async (mail) => {
        failed.push(mail);
      },
    },
  });
  expect((await send(deps)).status).toBe(200);
  expect(failed).toEqual(['address_change', 'address_change']);
});

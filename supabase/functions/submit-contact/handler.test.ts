import { expect, test } from 'vitest';
import type { NotificationClaim } from '../_shared/database.ts';
import { fakeDeps, jsonRequest } from '../_shared/fake-deps.ts';
import { handle } from './handler.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const request = () =>
  jsonRequest({
    id: ID,
    name: 'Ada Lovelace',
    email: 'ada@engine.example',
    company: 'Engines',
    message: 'Secret plan',
  });

const CLAIMED: NotificationClaim = {
  state: 'claimed',
  submission: {
    id: ID,
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@engine.example',
    company: 'Engines\r\nBcc: x@y.example',
    phone: '',
    message: 'Secret plan',
    project_type: 'contact',
    job_title: '',
    job_role: '',
    source: 'general',
    tier: '',
    created_at: '2026-11-21T12:00:00Z',
  },
};

test('a mail that cannot be sent does not fail the request, and gives the claim back', async () => {
  const finished: boolean[] = [];
  const deps = fakeDeps({
    database: {
      claimNotification: async () => CLAIMED,
      finishNotification: async (_, isSent) => {
        finished.push(isSent);
      },
    },
    mail: { send: () => Promise.reject(new Error('550 Secret plan refused')) },
  });
  const response = await handle(request(), deps);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ submissionId: ID, notified: false });
  expect(finished).toEqual([false]);
  expect(deps.entries.map((entry) => entry.event)).toEqual(['contact_saved', 'mail_failed']);
  expect(JSON.stringify(deps.entries)).not.toContain('Secret plan');
});

test('a fault while claiming does not fail the request either', async () => {
  const deps = fakeDeps({
    database: {
      claimNotification: async () => {
        throw new Error('down');
      },
    },
  });
  expect(await (await handle(request(), deps)).json()).toEqual({ submissionId: ID, notified: false });
});

test("keeps line breaks of a visitor out of the mail's headers", async () => {
  const deps = fakeDeps({ database: { claimNotification: async () => CLAIMED } });
  await handle(request(), deps);
  expect(deps.mails[0]?.subject).toBe('Contact request: Ada Lovelace, Engines Bcc: x@y.example');
});

test('waits for a sender that is at work, and answers with its outcome', async () => {
  const states: NotificationClaim[] = [{ state: 'busy' }, { state: 'busy' }, { state: 'sent' }];
  const deps = fakeDeps({
    database: { claimNotification: async () => states.shift() ?? { state: 'missing' } },
  });
  expect(await (await handle(request(), deps)).json()).toEqual({ submissionId: ID, notified: true });
  expect(deps.mails).toEqual([]);
});

test('without a mail transport the row is saved and nothing is claimed to be sent', async () => {
  const deps = fakeDeps({ mail: { kind: 'none' } });
  expect(await (await handle(request(), deps)).json()).toEqual({ submissionId: ID, notified: false });
  expect(deps.calls).toEqual(['takeAttempt', 'saveSubmission']);
});

import { expect, test, vi } from 'vitest';
import { callOf, FAKE_SESSION, fakeDeps, jsonRequest } from '../../fake-deps.ts';

const handle = callOf('send-contact-notification');

const BODY = { submission_id: '00000000-0000-4000-8000-000000000001' };

test.each<[string, string]>([
  ['apikey', 'sb_secret_right'],
  ['authorization', 'Bearer sb_secret_right'],
])('the secret key is accepted in header %s', async (name, value) => {
  const response = await handle(jsonRequest(BODY, { [name]: value }), fakeDeps());
  expect(await response.json()).toEqual({ contactRequestId: BODY.submission_id, notified: true });
});

test.each<[string, string]>([
  ['x-none', ''],
  ['apikey', ''],
  ['apikey', 'sb_secret_wrong'],
  ['authorization', 'sb_secret_right'],
])('every other caller is refused before anything is read: %s %j', async (name, value) => {
  const deps = fakeDeps();
  const response = await handle(jsonRequest(BODY, { [name]: value }), deps);
  expect(response.status).toBe(401);
  expect(deps.calls).toEqual([]);
});

test('a quarantined request causes no mail', async () => {
  const deps = fakeDeps({ database: { claimNotification: async () => ({ state: 'quarantined' }) } });
  const response = await handle(jsonRequest(BODY, { apikey: 'sb_secret_right' }), deps);
  expect(await response.json()).toEqual({ contactRequestId: BODY.submission_id, notified: false });
  expect(deps.mails).toEqual([]);
});

test('without an id it tries each mail that waits, and says what was refused', async () => {
  const [first, second] = [BODY.submission_id, '00000000-0000-4000-8000-000000000002'];
  const states = new Map([
    [first, 'sent'],
    [second, 'busy'],
  ] as const);
  const deps = fakeDeps({
    database: {
      findUnsentNotifications: async () => [first, second],
      claimNotification: async (id) => ({ state: states.get(id) ?? 'missing' }),
    },
  });
  const response = await handle(jsonRequest({}, { apikey: 'sb_secret_right' }), deps);
  expect(await response.json()).toEqual({ sent: 1, failed: 1 });
});

/** Regression: weeks were noted with the claim, so a fault there stopped every mail to representatives. */
test('weeks that cannot be noted stop no other mail, and are counted for Today', async () => {
  const work = {
    ...{ id: BODY.submission_id, claimedAt: '1', rep: { ...FAKE_SESSION.actor.rep, timeZone: null } },
    customerCount: 1,
    ...{ requestCount: 0, contactRequest: null, customer: null, statement: null, quote: null, week: null },
  };
  const noteFailedMail = vi.fn(async () => {});
  const deps = fakeDeps({
    database: {
      noteWeekMails: () => Promise.reject(new Error('time zone "Mars/Olympus" not recognized')),
      claimWorkMails: async () => [work],
      noteFailedMail,
    },
  });
  const response = await handle(jsonRequest({}, { apikey: 'sb_secret_right' }), deps);
  expect(await response.json()).toEqual({ sent: 1, failed: 1 });
  expect(noteFailedMail).toHaveBeenCalledExactlyOnceWith('work');
  expect(deps.entries).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'week_mails_failed' }),
  );
});

test('without a mail transport it claims nothing', async () => {
  const deps = fakeDeps({ mail: { kind: 'test' } });
  const response = await handle(jsonRequest({}, { apikey: 'sb_secret_right' }), deps);
  expect(await response.json()).toEqual({ sent: 0, failed: 0 });
  expect(deps.calls).toEqual([]);
});

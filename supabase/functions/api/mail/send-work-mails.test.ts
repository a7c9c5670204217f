import { expect, test } from 'vitest';
import { FAKE_CUSTOMER_SESSION, FAKE_SESSION, fakeDeps } from '../fake-deps.ts';
import { sendWorkMails } from './send-work-mails.ts';

const { rep } = FAKE_SESSION.actor;
const { name, email } = FAKE_CUSTOMER_SESSION.actor.customer;
const WORK = {
  id: '00000000-0000-4000-8000-0000000000aa',
  claimedAt: '2026-11-21T12:00:00+00:00',
  ...{
    rep: { ...rep, timeZone: null },
    customerCount: 1,
    requestCount: 0,
    contactRequest: null,
    statement: null,
    quote: null,
    week: null,
  },
};
const CUSTOMER = { name, email, timeZone: null, linkEndsAt: '2026-11-22T12:00:00+00:00' };

const timeout = new Error('The mail server did not answer in time');
const refusal = Object.assign(new Error('The mailbox is busy'), { responseCode: 451 });

/** Regression: a customer got the same mail every five minutes while the mail server answered late. */
test.each([
  ['a customer, whose mail the server may have taken', CUSTOMER, timeout, 'given_up'],
  ['a customer, whose mail it refused', CUSTOMER, refusal, 'refused'],
  ['a customer without a usable address', { ...CUSTOMER, email: 'ada' }, timeout, 'given_up'],
  ['a representative', null, timeout, 'refused'],
])('a failed mail to %s', async (_receiver, customer, failure, outcome) => {
  const finished: string[] = [];
  const deps = fakeDeps({
    database: {
      claimWorkMails: async () => [{ ...WORK, customer }],
      finishWorkMail: async (_id, told) => {
        finished.push(told);
      },
    },
    mail: { send: () => Promise.reject(failure) },
  });
  expect(await sendWorkMails(deps, 'one')).toEqual({ sent: 0, failed: 1 });
  expect(finished).toEqual([outcome]);
});

// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { outlineOf, outlineText } from '../../../../shared/src/testing/outline.ts';
import type { StoredContactRequest, Week, WorkMail } from '../database/contact-calls.ts';
import {
  callOf,
  FAKE_CUSTOMER_SESSION,
  FAKE_NOW,
  type FakeDeps,
  fakeDeps,
  jsonRequest,
  QUIET_WEEK,
} from '../fake-deps.ts';
import { mailAccessLink } from './access-link-mail.ts';
import { mailAddressChange } from './address-change-mail.ts';
import { contactConfirmationMail } from './contact-confirmation-mail.ts';
import type { Mail } from './mail.ts';
import { managerCodeMail } from './manager-code-mail.ts';
import { notifyContact } from './notify-contact.ts';
import { mailRepOfOpening } from './opening-mail.ts';
import { sendWorkMails } from './send-work-mails.ts';
import { verificationMail } from './verification-mail.ts';

const TO = { to: 'ada@engine.example', name: 'Ada', timeZone: 'Asia/Kolkata' };
const REP = { name: 'Grace', email: 'grace@corvane.example', timeZone: 'Europe/Berlin' };
const CODE = { code: '123456', validForSeconds: 600 };
const LINK = { link: 'https://www.corvane.example/comparison?access=token', validForSeconds: 172_800 };
const REQUEST: StoredContactRequest = {
  id: 'a0000000-0000-4000-8000-000000000009',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: TO.to,
  company: 'Engines',
  phone: '+1 555 0100',
  jobTitle: 'Analyst',
  jobRole: 'Sales',
  message: 'A quote please.\nSoon.',
  projectType: 'contact',
  source: 'pricing',
  tier: 'Accelerate Pro',
  billing: 'annual',
  createdAt: FAKE_NOW.toISOString(),
};

const QUOTE = {
  ...{ id: REQUEST.id, customerId: REQUEST.id, name: '', email: 'ada@engine.example' },
  ...({ planName: 'Moonshot', billing: 'annual', validUntil: '2026-12-29', isOwn: true } as const),
};
const STATEMENT = { month: '2026-10', repId: REQUEST.id, repName: 'Grace', isAnswer: false };

const WEEK = {
  ...QUIET_WEEK,
  own: {
    newRequests: 3,
    openRequests: { count: 2, overdue: 1 },
    openedCount: 4,
    linksEnding: 2,
    salesCount: 1,
    salesCents: 1_230_000,
    commissionCents: 98_450,
    monthCents: 1_500_000,
    targetCents: 3_000_000,
  },
};
const TEAM = {
  newRequests: 1,
  unanswered: { today: 1, recent: 2, older: 3, overdue: 4 },
  answeredCount: 7,
  firstAnswerSeconds: 9_000,
  salesCents: 5_230_000,
  beforeCents: 4_800_000,
  best: [
    { name: 'Grace', salesCents: 3_000_000 },
    { name: 'Ada & Co', salesCents: 2_230_000 },
  ],
  statementsToApprove: 3,
  statementsToPay: 2,
  openQuestions: 1,
  failedMails: 5,
};

const workOf =
  (work: Partial<WorkMail>, week: Week = QUIET_WEEK) =>
  async (deps: FakeDeps) => {
    const waiting = {
      id: REQUEST.id,
      claimedAt: '1',
      rep: REP,
      customerCount: 0,
      requestCount: 0,
      contactRequest: null,
      customer: null,
      statement: null,
      quote: null,
      week: null,
      ...work,
    };
    await sendWorkMails(
      {
        ...deps,
        database: { ...deps.database, claimWorkMails: async () => [waiting], weekFigures: async () => week },
      },
      'c',
    );
  };
const weekOf = (week: Partial<Week>) => workOf({ week: WEEK.from }, { ...WEEK, ...week });

/** Reads a mail as its receiver does. */
function read({ text, html, ...head }: Mail): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return [...lines, '', text, outlineText(outlineOf(page))].join('\n');
}

const COUNTED = { sessionId: '', customerId: '', countedAt: '', mailable: true };

test.each<[string, (deps: FakeDeps) => Promise<unknown>]>([
  ['a verification code', ({ mail }) => mail.send(verificationMail({ ...TO, ...CODE, rep: REP }))],
  [
    'a code for Operations',
    ({ mail }) => mail.send(managerCodeMail({ ...CODE, rep: REP, siteUrl: 'https://www.corvane.example' })),
  ],
  ['a link', (deps) => mailAccessLink({ ...TO, ...LINK, rep: REP, expiresAt: FAKE_NOW }, COUNTED, deps, 'c')],
  ['more time', (deps) => mailAccessLink({ ...TO, rep: REP, expiresAt: FAKE_NOW }, COUNTED, deps, 'c')],
  [
    'an opened link',
    (deps) => mailRepOfOpening(FAKE_CUSTOMER_SESSION.actor.customer, REP.timeZone, deps, 'c'),
  ],
  [
    'a changed address',
    (deps) =>
      mailAddressChange({ name: 'Grace', before: REP.email, after: 'hopper@corvane.example' }, deps, 'c'),
  ],
  [
    'a request',
    (deps) => {
      const claim = { claimedAt: '1', contactRequest: REQUEST, assignedTo: 'Grace' };
      const database = {
        ...deps.database,
        claimNotification: async () => ({ state: 'claimed' as const, ...claim }),
        finishNotification: async () => false,
      };
      return notifyContact({ ...deps, database }, REQUEST.id, 'c', null);
    },
  ],
  [
    'a demo request, assigned',
    workOf({ contactRequest: { ...REQUEST, projectType: 'demo', source: 'demo' } }),
  ],
  ['new customers', workOf({ customerCount: 2, requestCount: 1 })],
  ['new requests', workOf({ requestCount: 2 })],
  ['a new contact person', workOf({ customer: { ...TO, email: TO.to, linkEndsAt: FAKE_NOW.toISOString() } })],
  ['a statement', workOf({ statement: STATEMENT })],
  ['an answer about a statement', workOf({ statement: { ...STATEMENT, isAnswer: true } })],
  ['a quote', workOf({ quote: QUOTE })],
  ['a quote, to a manager', workOf({ quote: { ...QUOTE, isOwn: false } })],
  ['a week', weekOf({})],
  ['a quiet week', weekOf(QUIET_WEEK)],
  ['the week of a manager', weekOf({ team: TEAM })],
  ['a manager without sales', weekOf({ ...QUIET_WEEK, team: { ...TEAM, firstAnswerSeconds: 20 } })],
  ['a received request', (deps) => deps.mail.send(contactConfirmationMail(REQUEST, deps.config))],
  [
    'a received question about data',
    (deps) => deps.mail.send(contactConfirmationMail({ ...REQUEST, source: 'opt-out' }, deps.config)),
  ],
  [
    'a received demo request',
    (deps) => deps.mail.send(contactConfirmationMail({ ...REQUEST, projectType: 'demo' }, deps.config)),
  ],
  [
    'the check of an operator',
    (deps) => callOf('report-setup')(jsonRequest({ sendTo: TO.to }, { apikey: 'sb_secret_right' }), deps),
  ],
])('the mail about %s', async (_, send) => {
  const deps = fakeDeps();
  await send(deps);
  expect(deps.mails.map(read).join('\n')).toMatchSnapshot();
});

import { expect, test, vi } from 'vitest';
import { OWNER_FACTS } from '../../../../../shared/src/brand/owner-facts.ts';
import { REFERRER_MAX } from '../../../../../shared/src/contracts/backend/browser-limits.ts';
import { CONSENT } from '../../../../../shared/src/contracts/backend/contact/contact-form.ts';
import { requestReference } from '../../../../../shared/src/lib/request-reference.ts';
import type { NewContactRequest, NotificationClaim } from '../../database/contact-calls.ts';
import { refusalOf } from '../../database/database-call.ts';
import { callOf, FAKE_SESSION, type FakeDeps, fakeDeps, jsonRequest } from '../../fake-deps.ts';

const handleAtOnce = callOf('submit-contact');

const ID = '00000000-0000-4000-8000-000000000001';
const BODY = {
  id: ID,
  name: 'Ada Lovelace',
  email: 'ada@engine.example',
  company: 'Engines',
  message: 'Secret plan',
};
const request = () => jsonRequest(BODY);

/** The answer, once all work that follows it is done. */
async function handle(asked: Request, deps: FakeDeps): Promise<Response> {
  const response = await handleAtOnce(asked, deps);
  await Promise.all(deps.later);
  return response;
}

const CLAIMED = {
  state: 'claimed',
  claimedAt: '2026-11-27T09:00:00.123456+00:00',
  assignedTo: null,
  contactRequest: {
    id: ID,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@engine.example',
    company: 'Engines\r\nBcc: x@y.example',
    phone: '',
    message: 'Secret plan',
    projectType: 'contact',
    jobTitle: '',
    jobRole: '',
    source: 'general',
    tier: '',
    billing: '',
    createdAt: '2026-11-21T12:00:00Z',
  },
} satisfies NotificationClaim;

test('only origin and path of the referrer are stored, even if a client sends more', async () => {
  const saved: NewContactRequest[] = [];
  const deps = fakeDeps({
    database: {
      saveContactRequest: async (contactRequest) => {
        saved.push(contactRequest);
        return true;
      },
    },
  });
  // Encoded in an address, each of these letters takes six characters.
  const long = `https://news.example/${'é'.repeat(1900)}`;
  for (const referrer of [
    'https://ada:pw@corvane.example/comparison?access=secret#x',
    '?access=secret',
    long,
  ]) {
    const body = { id: ID, name: 'Ada Lovelace', email: 'ada@engine.example', company: 'Engines', referrer };
    expect((await handle(jsonRequest(body), deps)).status).toBe(200);
  }
  expect(saved.map(({ referrer }) => referrer)).toEqual([
    'https://corvane.example/comparison',
    '',
    new URL(long).href.slice(0, REFERRER_MAX),
  ]);
});

/** @returns the answer's status, and the stored company or null */
async function companyOf(body: object): Promise<[number, string | null]> {
  let stored: string | null = null;
  const deps = fakeDeps({
    database: {
      saveContactRequest: async ({ company }) => {
        stored = company;
        return true;
      },
    },
  });
  const { status } = await handle(jsonRequest({ ...BODY, ...body }), deps);
  return [status, stored];
}

/** Regression: a box that was ticked before the form became the one for opting out was stored as a consent. */
test('a person who opts out does not consent to being contacted', async () => {
  const saved: NewContactRequest[] = [];
  const deps = fakeDeps({
    database: {
      saveContactRequest: async (contactRequest) => {
        saved.push(contactRequest);
        return true;
      },
    },
  });
  for (const source of ['general', 'opt-out']) {
    const body = { ...BODY, source, consent: true, consentVersion: CONSENT.version };
    expect((await handle(jsonRequest(body), deps)).status).toBe(200);
  }
  expect(saved.map(({ consent_version }) => consent_version)).toEqual([CONSENT.version, null]);
});

test('a person who opts out needs no company, and every other request does', async () => {
  expect(await companyOf({ company: '', source: 'opt-out' })).toEqual([200, 'Private person']);
  expect(await companyOf({ company: 'Engines', source: 'opt-out' })).toEqual([200, 'Engines']);
  expect(await companyOf({ company: '', source: 'demo' })).toEqual([400, null]);
  expect(await companyOf({ company: ' ' })).toEqual([400, null]);
});

test('a failed mail does not fail the request, and returns the claim', async () => {
  const finished: [boolean, string][] = [];
  const deps = fakeDeps({
    database: {
      claimNotification: async () => CLAIMED,
      finishNotification: async (_, isSent, claimedAt) => {
        finished.push([isSent, claimedAt]);
        return false;
      },
    },
    mail: { send: () => Promise.reject(new Error('550 Secret plan refused')) },
  });
  const response = await handle(request(), deps);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ contactRequestId: ID, notified: false });
  expect(finished).toEqual([[false, CLAIMED.claimedAt]]);
  expect(deps.entries.map((entry) => entry.event)).toEqual(['contact_saved', 'mail_failed']);
  expect(JSON.stringify(deps.entries)).not.toContain('Secret plan');
});

/** Regression: the answer for a customer's address came later, because it waited for the representative's mail. */
test("the answer waits for the team's mail alone, and a failed mail to a representative is tried again", async () => {
  const finished: [string, string][] = [];
  const refusals: (() => void)[] = [];
  const work = {
    id: ID,
    claimedAt: CLAIMED.claimedAt,
    rep: { ...FAKE_SESSION.actor.rep, timeZone: null },
    customerCount: 0,
    requestCount: 1,
    customer: null,
    statement: null,
    quote: null,
    week: null,
  };
  const deps = fakeDeps({
    database: {
      claimNotification: async () => ({ ...CLAIMED, assignedTo: 'Rep' }),
      claimWorkMails: async () => [{ ...work, contactRequest: CLAIMED.contactRequest }],
      finishWorkMail: async (id, outcome) => {
        finished.push([id, outcome]);
      },
    },
    mail: {
      send: ({ to }) =>
        to === deps.config.contactNotifyTo
          ? Promise.resolve()
          : new Promise((_, reject) => refusals.push(() => reject(new Error('550 No such mailbox')))),
    },
  });
  expect(await (await handleAtOnce(request(), deps)).json()).toEqual({
    contactRequestId: ID,
    notified: true,
  });
  expect(finished).toEqual([]);
  await vi.waitFor(() => expect(refusals).toHaveLength(2));
  for (const refuse of refusals) refuse();
  await Promise.all(deps.later);
  expect(finished).toEqual([[ID, 'refused']]);
  expect(deps.entries.map((entry) => entry.event)).toContain('mail_failed');
});

test('a fault while claiming does not fail the request either', async () => {
  const deps = fakeDeps({
    database: {
      claimNotification: async () => {
        throw new Error('down');
      },
    },
  });
  expect(await (await handle(request(), deps)).json()).toEqual({ contactRequestId: ID, notified: false });
});

test("line breaks of a visitor never reach the mail's headers", async () => {
  const deps = fakeDeps({ database: { claimNotification: async () => CLAIMED } });
  await handle(request(), deps);
  expect(deps.mails[0]?.subject).toBe('Contact request: Ada Lovelace, Engines Bcc: x@y.example');
});

/** Characters that are invisible, end a line or move a terminal's cursor. */
const FORGED = 'Engines\r\nPhone: +1 555 6666\u2028Plan: all\u0085\u001b[2J\u202Eevil\u200B';
const LINE = 'Engines Phone: +1 555 6666 Plan: all [2Jevil';

test('a one-line field is saved as one line, and a message with its lines', async () => {
  const saved: NewContactRequest[] = [];
  const deps = fakeDeps({
    database: {
      saveContactRequest: async (contactRequest) => {
        saved.push(contactRequest);
        return true;
      },
    },
  });
  const typed = {
    ...BODY,
    name: `Ada ${FORGED}`,
    company: FORGED,
    phone: '\u202A+1 555 0100\u202C',
    jobTitle: FORGED,
    jobRole: FORGED,
    message: `One\r\n${FORGED}`,
    source: FORGED,
    tier: FORGED,
    utm: { source: FORGED, 'cam\u0007paign': 'x' },
    referrer: `https://a.example/${FORGED}`,
  };
  expect((await handle(jsonRequest(typed), deps)).status).toBe(200);
  expect(saved).toMatchObject([
    {
      first_name: 'Ada',
      last_name: LINE,
      company: LINE,
      phone: '+1 555 0100',
      job_title: LINE,
      job_role: LINE,
      message: `One\nEngines\nPhone: +1 555 6666\nPlan: all\n[2Jevil`,
      source: LINE,
      tier: '',
      utm: { source: LINE },
      referrer: `https://a.example/${LINE.replaceAll(' ', '%20')}`,
    },
  ]);
});

/** Regression: an address written by hand put '[Interest in anything tier]' before a visitor's own words. */
test.each([
  ['Moonshot', 'Moonshot', '[Interest in Moonshot tier] Hello'],
  [' Foundation+ ', 'Foundation+', '[Interest in Foundation+ tier] Hello'],
  ['Data Refinement', 'Data Refinement', '[Interest in Data Refinement tier] Hello'],
  ['anything', '', 'Hello'],
  ['moonshot tier] [urgent', '', 'Hello'],
])('of the plan %j, %j is stored and the message is %j', async (tier, stored, message) => {
  const saved: unknown[] = [];
  const deps = fakeDeps({
    database: {
      saveContactRequest: async (contact) => {
        saved.push(contact);
        return true;
      },
    },
  });
  await handle(jsonRequest({ ...BODY, message: 'Hello', tier, billing: 'annual' }), deps);
  // A billing without a plan says nothing.
  expect(saved).toMatchObject([{ tier: stored, message, billing: stored && 'annual' }]);
});

test.each(['name', 'company', 'email'])(
  'a %s of only invisible characters counts as missing',
  async (field) => {
    const response = await handle(jsonRequest({ ...BODY, [field]: '\u200B\u202E\r\n' }), fakeDeps());
    expect(response.status).toBe(400);
    expect(Object.keys((await response.json()).error.fields)).toEqual([field]);
  },
);

test("no field of an older row forges a line of the team's mail", async () => {
  const forged = {
    ...CLAIMED.contactRequest,
    firstName: FORGED,
    lastName: FORGED,
    company: FORGED,
    phone: FORGED,
    jobTitle: FORGED,
    jobRole: FORGED,
    source: FORGED,
    tier: FORGED,
    message: `One\n${FORGED}`,
  };
  const contactRequest = { ...CLAIMED, contactRequest: forged };
  const deps = fakeDeps({ database: { claimNotification: async () => contactRequest as NotificationClaim } });
  await handle(request(), deps);
  const [mail] = deps.mails;
  const rows = mail?.text
    .split('\n\n')[1]
    ?.split('\n')
    .map((line) => line.split(':')[0]);
  expect(rows).toEqual([
    ...[
      'Name',
      'Email',
      'Company',
      'Phone',
      'Job title',
      'Job role',
      'Plan',
      'Came from',
      'Received',
      'In the portal',
      'Reference',
    ],
  ]);
  expect(mail?.text).toContain('One\nEngines\nPhone: +1 555 6666\nPlan: all\n[2Jevil');
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Cf}]/u);
});

/** Regression: the mail said "Came from: roi-forecast", which no visitor ever read. */
test('the mail to the team says what the visitor asked for, in the words of the link', async () => {
  const rowsOf = async (source: string) => {
    const contactRequest = { ...CLAIMED, contactRequest: { ...CLAIMED.contactRequest, source } };
    const deps = fakeDeps({
      database: { claimNotification: async () => contactRequest as NotificationClaim },
    });
    await handle(request(), deps);
    return deps.mails[0]?.text.match(/^(?:Asked for|Came from): .*$/gm);
  };
  expect(await rowsOf('roi-forecast')).toEqual(['Asked for: Get Your Free ROI Forecast']);
  expect(await rowsOf('pricing')).toEqual(['Came from: pricing']);
});

test('the sender gets a confirmation in fixed words', async () => {
  const deps = fakeDeps({ database: { claimNotification: async () => CLAIMED } });
  expect(await (await handle(request(), deps)).json()).toEqual({ contactRequestId: ID, notified: true });
  expect(deps.mails.map(({ to }) => to)).toEqual([deps.config.contactNotifyTo, 'ada@engine.example']);
  const confirmation = deps.mails[1];
  expect(confirmation?.subject).toMatch(/^Your request has arrived at Corvane$/);
  expect(confirmation?.text).toContain(`Reference: ${requestReference(ID)}`);
  expect(confirmation?.text).toContain(`A person answers you ${OWNER_FACTS.answersWithin}.`);
  // The brand is the sender. The site's address is no name: only a line of its own has it.
  expect(confirmation?.text.match(/.*www\.corvane\.example.*/g)).toEqual([
    'https://www.corvane.example/comparison',
  ]);
  expect(deps.mails[0]?.text).toContain(`Reference: ${requestReference(ID)} (${ID})`);
  for (const typed of ['Ada', 'Lovelace', 'Engines', 'Secret plan']) {
    expect(JSON.stringify(confirmation)).not.toContain(typed);
  }
});

test('past the limits of confirmations, a request is saved and mailed to the team alone', async () => {
  const deps = fakeDeps({
    database: { claimNotification: async () => CLAIMED, finishNotification: async () => false },
  });
  expect(await (await handle(request(), deps)).json()).toEqual({ contactRequestId: ID, notified: true });
  expect(deps.mails.map(({ to }) => to)).toEqual([deps.config.contactNotifyTo]);
  expect(deps.entries.map((entry) => entry.event)).toEqual(['contact_saved', 'confirmation_limited']);
});

test('requests are counted per network, and confirmations also per mailbox, whose address is not stored', async () => {
  const countedFor = async (email: string) => {
    const counted: unknown[] = [];
    const contactRequest = { ...CLAIMED, contactRequest: { ...CLAIMED.contactRequest, email } };
    const deps = fakeDeps({
      database: {
        claimNotification: async () => contactRequest,
        saveContactRequest: async (_, network) => {
          counted.push(network);
          return true;
        },
        finishNotification: async (_id, _isSent, _claimedAt, confirmation) => {
          counted.push(confirmation);
          return true;
        },
      },
    });
    await handle(jsonRequest(BODY, { 'x-forwarded-for': '198.51.100.4' }), deps);
    expect(deps.mails[1]?.to).toBe(email);
    return counted;
  };
  const counted = await countedFor('Vic.tim+1@Mail.example');
  expect(counted).toEqual([
    '198.51.100.4',
    { network: '198.51.100.4', mailboxHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect(await countedFor('victim@mail.example')).toEqual(counted);
  expect(await countedFor('other@mail.example')).not.toEqual(counted);
});

test('a request past a limit is refused, and mails nothing', async () => {
  const deps = fakeDeps({
    database: { saveContactRequest: () => Promise.reject(refusalOf('PT429', 'Please wait', '3600')) },
  });
  const response = await handle(request(), deps);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
  expect([deps.calls, deps.mails]).toEqual([['saveContactRequest'], []]);
});

test('a failed confirmation changes nothing', async () => {
  const deps = fakeDeps({
    database: { claimNotification: async () => CLAIMED },
    mail: {
      send: async ({ to }) => {
        if (to === 'ada@engine.example') throw new Error('550 no such user');
      },
    },
  });
  expect(await (await handle(request(), deps)).json()).toEqual({ contactRequestId: ID, notified: true });
  expect(deps.entries.map((entry) => entry.event)).toEqual(['contact_saved', 'confirmation_failed']);
});

test.each(['a@b.example, c@d.example', 'a@b.example\nBcc: c@d.example', '<a@b.example>'])(
  '%j could be more than one address, so it gets no confirmation',
  async (email) => {
    const contactRequest = { ...CLAIMED, contactRequest: { ...CLAIMED.contactRequest, email } };
    const deps = fakeDeps({
      database: {
        claimNotification: async () => contactRequest as NotificationClaim,
        finishNotification: async (_id, _isSent, _claimedAt, confirmation) => confirmation !== null,
      },
    });
    await handle(request(), deps);
    expect(deps.mails.map(({ to }) => to)).toEqual([deps.config.contactNotifyTo]);
    expect(deps.entries.map((entry) => entry.event)).not.toContain('confirmation_limited');
  },
);

test('a second caller waits for the first to send, and answers with its outcome', async () => {
  const states: NotificationClaim[] = [{ state: 'busy' }, { state: 'busy' }, { state: 'sent' }];
  const deps = fakeDeps({
    database: { claimNotification: async () => states.shift() ?? { state: 'missing' } },
  });
  expect(await (await handle(request(), deps)).json()).toEqual({ contactRequestId: ID, notified: true });
  expect(deps.mails).toEqual([]);
});

test('without a mail transport the row is saved, and the answer claims no mail', async () => {
  const deps = fakeDeps({ mail: { kind: 'test' } });
  expect(await (await handle(request(), deps)).json()).toEqual({ contactRequestId: ID, notified: false });
  expect(deps.calls).toEqual(['saveContactRequest']);
});

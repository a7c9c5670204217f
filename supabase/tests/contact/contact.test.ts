import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONTACT_MIN_MS } from '../../../shared/src/contracts/backend/contact/contact.ts';
import { CONSENT } from '../../../shared/src/contracts/backend/contact/contact-form.ts';
import { ATTEMPT_LIMITS } from '../../../shared/src/contracts/backend/terms.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let ipNumber = 0;

beforeAll(async () => {
  api = await startTestBackend();
});

afterAll(() => api.close());

beforeEach(async () => {
  await api.call('/_inbox/delete-all', { method: 'POST' });
});

const request = (fields: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  name: 'Ada Maria Lovelace',
  email: `ada-${crypto.randomUUID()}@engine.example`,
  company: 'Analytical Engines',
  ...fields,
});
const submit = (body: unknown, ip = `203.0.113.${10 + (ipNumber++ % 200)}`) =>
  api.call('/functions/v1/submit-contact', { body, ip });
const TEAM = 'sales@corvane.example';
const inbox = async () => (await api.call('/_inbox/messages.json')).body as { id: string; to: string[] }[];
const mailsTo = async (address: string): Promise<Record<string, string>[]> =>
  ((await inbox()) as unknown as Record<string, string>[]).filter(({ to }) => to?.includes(address));
const rows = (id: string) =>
  api.sql<Record<string, unknown>>('select * from public.contact_submissions where id = $1', [id]);

test('saves every field, with consent in its words, and mails the team once', async () => {
  const body = request({
    message: 'Hello <script>alert(1)</script> & "you" 👋',
    phone: '+1 555 0100',
    jobTitle: 'Countess',
    jobRole: 'Research',
    source: 'pricing',
    tier: 'Moonshot',
    billing: 'annual',
    projectType: 'demo',
    consent: true,
    consentVersion: CONSENT.version,
    utm: { source: 'newsletter' },
    referrer: 'https://search.example/',
  });
  const answer = await submit(body);
  expect([answer.status, answer.body]).toEqual([200, { contactRequestId: body.id, notified: true }]);

  const [row] = await rows(body.id);
  expect(row).toMatchObject({
    first_name: 'Ada',
    last_name: 'Maria Lovelace',
    message: '[Interest in Moonshot tier] Hello <script>alert(1)</script> & "you" 👋',
    project_type: 'demo',
    status: 'new',
    job_title: 'Countess',
    billing: 'annual',
    consent_version: CONSENT.version,
    consent_text: CONSENT.text,
    utm: { source: 'newsletter' },
    referrer: 'https://search.example/',
    quarantined_at: null,
  });
  expect(row?.consented_at).not.toBeNull();
  expect(row?.notified_at).not.toBeNull();

  const [mail, ...further] = await mailsTo(TEAM);
  expect(further).toEqual([]);
  expect(mail).toMatchObject({ to: [TEAM], replyTo: body.email });
  expect(mail?.subject).toBe('Demo request: Ada Maria Lovelace, Analytical Engines');
  expect(mail?.text).toContain('👋');
  expect(mail?.html).toContain('&lt;script&gt;');
  expect(mail?.html).not.toContain('<script');
});

test('the sender gets at most three confirmations a day, which contain nothing that was typed', async () => {
  const body = request({ company: 'Buy cheap pills at pills.example' });
  for (let index = 0; index < 5; index += 1) {
    expect((await submit({ ...body, id: crypto.randomUUID() })).body.notified).toBe(true);
  }
  expect(await mailsTo(TEAM)).toHaveLength(5);
  await vi.waitFor(async () => expect(await mailsTo(body.email)).toHaveLength(3));
  const confirmations = await mailsTo(body.email);
  expect(confirmations[0]?.subject).toMatch(/^Your request has arrived at Corvane$/);
  expect(JSON.stringify(confirmations)).not.toMatch(/pills\.example|Lovelace/);
});

test('spellings of one mailbox share its three confirmations, and each goes to the address as typed', async () => {
  const name = `v${crypto.randomUUID().replaceAll('-', '')}`;
  const spellings = [
    `${name}@engine.example`,
    `${name}+1@engine.example`,
    `${name.slice(0, 3)}.${name.slice(3)}@engine.example`,
    `${name.toUpperCase()}@Engine.example`,
    `${name}+2@engine.example`,
  ];
  for (const email of spellings) await submit(request({ email }));
  await vi.waitFor(async () => {
    const confirmed = await Promise.all(spellings.map(async (email) => (await mailsTo(email)).length));
    const { attempts } = ATTEMPT_LIMITS['confirmation:email'];
    expect(confirmed).toEqual(spellings.map((_, n) => (n < attempts ? 1 : 0)));
  });
});

test('one network gets at most a hundred confirmations a day; all requests are saved and mailed to the team', async () => {
  const ip = '192.0.2.77';
  await api.sql(`insert into private.rate_limit_counters values ($1, $2, now() + interval '1 day')`, [
    `confirmation:ip:${ip}`,
    ATTEMPT_LIMITS['confirmation:ip'].attempts - 1,
  ]);
  const [last, beyond] = [request(), request()];
  for (const body of [last, beyond]) expect((await submit(body, ip)).body.notified).toBe(true);
  expect(await mailsTo(TEAM)).toHaveLength(2);
  await vi.waitFor(async () => expect(await mailsTo(last.email)).toHaveLength(1));
  expect(await mailsTo(beyond.email)).toEqual([]);
});

test('a one-word name has no last name, and a missing consent is not recorded', async () => {
  const body = request({ name: 'Zoë', consent: true, consentVersion: 'older' });
  expect((await submit(body)).status).toBe(200);
  const [row] = await rows(body.id);
  expect(row).toMatchObject({
    first_name: 'Zoë',
    last_name: null,
    consent_version: null,
    consented_at: null,
  });
});

describe('the same request sent again', () => {
  test('one after the other makes one row and one mail each, and gets the same answer', async () => {
    const body = request();
    const answers = [await submit(body), await submit(body), await submit(body)];
    for (const answer of answers) expect(answer.body).toEqual({ contactRequestId: body.id, notified: true });
    expect(await rows(body.id)).toHaveLength(1);
    expect(await mailsTo(TEAM)).toHaveLength(1);
  });

  test('ten times at once makes one row and one mail, and gets the same answer', async () => {
    const body = request();
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(body)));
    for (const answer of answers) expect(answer.body).toEqual({ contactRequestId: body.id, notified: true });
    expect(await rows(body.id)).toHaveLength(1);
    expect(await mailsTo(TEAM)).toHaveLength(1);
  });

  test('with other contents leaves the first row unchanged', async () => {
    const body = request();
    await submit(body);
    await submit({ ...body, company: 'Somebody else' });
    expect((await rows(body.id))[0]?.company).toBe('Analytical Engines');
  });
});

test('a filled-in honeypot is not told as delivered, quarantines the row and sends no mail', async () => {
  const body = request({ website: 'https://spam.example' });
  const answer = await submit(body);
  expect([answer.status, answer.body]).toEqual([200, { contactRequestId: body.id, notified: false }]);
  expect((await rows(body.id))[0]?.quarantined_at).not.toBeNull();
  expect([...(await mailsTo(TEAM)), ...(await mailsTo(body.email))]).toEqual([]);
});

test.each([
  [0, true],
  [CONTACT_MIN_MS - 1, true],
  [CONTACT_MIN_MS, false],
  // As fast as a person whose browser fills in the form.
  [2_000, false],
  [undefined, false],
])(
  'sent %s ms after it appeared: quarantined %s, and never told as delivered',
  async (formOpenedMs, isQuarantined) => {
    const body = request({ formOpenedMs });
    const answer = await submit(body);
    const notified = !isQuarantined;
    expect([answer.status, answer.body]).toEqual([200, { contactRequestId: body.id, notified }]);
    expect((await rows(body.id))[0]?.quarantined_at !== null).toBe(isQuarantined);
    expect(await mailsTo(TEAM)).toHaveLength(isQuarantined ? 0 : 1);
  },
);

test('is limited per address, generously, with Retry-After', async () => {
  const answers = [];
  const { attempts } = ATTEMPT_LIMITS['contact:ip'];
  for (let i = 0; i < attempts + 2; i++) answers.push(await submit(request({ website: 'x' }), '192.0.2.200'));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(attempts);
  expect(answers.at(-1)?.body.error.code).toBe('rate_limited');
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
});

describe('send-contact-notification', () => {
  const send = (submission_id: string, key: string) =>
    api.call('/functions/v1/send-contact-notification', { body: { submission_id }, key });

  test('mails a request that was not mailed yet, once', async () => {
    const id = crypto.randomUUID();
    await api.sql(
      `insert into public.contact_submissions (id, first_name, email, company, project_type)
       values ($1, 'Late', 'late@later.example', 'Later', 'contact')`,
      [id],
    );
    const answers = await Promise.all([send(id, api.backend.secretKey), send(id, api.backend.secretKey)]);
    for (const answer of answers) expect(answer.body).toEqual({ contactRequestId: id, notified: true });
    expect(await mailsTo(TEAM)).toHaveLength(1);
  });

  test('is only for the holder of the secret key', async () => {
    const answer = await send(crypto.randomUUID(), api.backend.publishableKey);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthenticated']);
  });

  test('reports an unknown request', async () => {
    const answer = await send(crypto.randomUUID(), api.backend.secretKey);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('the inbox page', () => {
  test('lists mails and shows one, without scripts, the HTML in a sandbox', async () => {
    await submit(request({ message: '<img src=x onerror=alert(1)>' }));
    const list = await api.call('/_inbox');
    expect(list.text).toContain('Contact request: Ada Maria Lovelace');
    const [mail] = await inbox();
    const page = await api.call(`/_inbox/${mail?.id}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<iframe sandbox ');
    expect(page.text).not.toContain('<img');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('is emptied only by a POST from its own site', async () => {
    await submit(request());
    const foreign = await api.call('/_inbox/delete-all', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    expect(await mailsTo(TEAM)).toHaveLength(1);
    const own = await api.call('/_inbox/delete-all', {
      method: 'POST',
      headers: { origin: 'http://localhost:8080' },
    });
    expect(own.status).toBe(303);
    expect(await mailsTo(TEAM)).toEqual([]);
  });

  test.each(['/_inbox/../secrets', '/_inbox/..%2fsecrets', '/_inbox/none'])(
    '%s shows no file',
    async (path) => {
      expect((await api.call(path)).status).toBe(404);
    },
  );
});

/** Regression: a sender that took longer than its lease gave back the claim of the next one. So a third one mailed, too. */
test('a sender whose lease is over does not release the claim of the next one', async () => {
  const body = request();
  await submit(body);
  await api.sql('update public.contact_submissions set notified_at = null where id = $1', [body.id]);
  const claim = async () => {
    const [row] = await api.sql<{ claim: { state: string; claimedAt: string; contactRequest?: object } }>(
      'select public.claim_contact_notification($1, 60) as claim',
      [body.id],
    );
    return row?.claim;
  };
  const finish = (isSent: boolean, claimedAt = '') =>
    api.sql('select public.finish_contact_notification($1, $2, $3)', [body.id, isSent, claimedAt]);
  const first = await claim();
  await api.sql(
    "update public.contact_submissions set notification_claimed_at = now() - interval '2 minutes' where id = $1",
    [body.id],
  );
  const second = await claim();
  expect([first?.state, second?.state]).toEqual(['claimed', 'claimed']);
  // Regression: the words of the request and of the note about it were in what the mail is made from.
  expect(first?.contactRequest).not.toHaveProperty('words');
  await finish(false, first?.claimedAt);
  expect((await claim())?.state).toBe('busy');
  await finish(false, second?.claimedAt);
  const third = await claim();
  expect(third?.state).toBe('claimed');
  await finish(true, third?.claimedAt);
  expect((await claim())?.state).toBe('sent');
});

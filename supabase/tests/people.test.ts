import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openedPersonSchema } from '../../shared/src/contracts/backend/people.ts';
import {
  erasedPersonSchema,
  type PersonCorrection,
} from '../../shared/src/contracts/backend/person-change.ts';
import { type Actor, BAIT, layBait } from './bait.ts';
import { rowsWith } from './rows-with.ts';
import { type Answer, startTestBackend, type TestBackend } from './start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
/** A separate person for each test. */
let email: string;
let customerId: string;
let saleId: string;
let requestId: string;
/** The secret of the person's open link. */
let linkToken: string;
/** Unique, and letters only. */
let surname: string;
let NAME: string;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

beforeEach(async () => {
  await api.sql('delete from private.rate_limit_counters');
  const tag = crypto.randomUUID().slice(0, 8);
  email = `quilla.${tag}@person.example`;
  surname = `Feather${tag.replace(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))}`;
  NAME = `Quilla ${surname}`;
  linkToken = `${tag}${'x'.repeat(35)}`;
  requestId = crypto.randomUUID();
  const [customer] = await api.sql<{ id: string }>(
    `insert into public.qualified_leads (email, name, company, qualified_by, access_token_hash, token_expires_at)
     values ($1, $2, 'Mills', $3, encode(sha256(convert_to($4, 'UTF8')), 'hex'), now() + interval '1 day')
     returning id`,
    [email, NAME, BAIT.rep.A, linkToken],
  );
  customerId = customer?.id ?? '';
  const [sale] = await api.sql<{ id: string }>(
    `insert into public.sales_records (sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency,
       sale_amount, commission) values ($1, '2026-10-05', $2, 'Moonshot', 'annual', 1234500, 4242) returning id`,
    [BAIT.rep.A, customerId],
  );
  saleId = sale?.id ?? '';
  await api.sql(
    `insert into public.pricing_reveals (qualified_lead_id, ip_address, user_agent) values ($1, '203.0.113.77', 'QB/1')`,
    [customerId],
  );
  await api.sql(`insert into private.customer_notes values ($1, $2, 'Quilla prefers the phone.')`, [
    customerId,
    BAIT.rep.A,
  ]);
  await api.sql(
    `insert into public.audit_events (event, sales_rep_id, qualified_lead_id, ip_address, user_agent) values
       ('customer_signed_in', $1, $2, '203.0.113.77', 'QB/1'), ('link_issued', $1, $2, '198.51.100.4', 'Rep Browser')`,
    [BAIT.rep.A, customerId],
  );
  await addRequest(requestId, {
    email: email.toUpperCase(),
    message: '<b>Hello</b>',
    staffNote: `${NAME} called.`,
  });
  await api.sql(
    `insert into private.verification_codes (id, sales_rep_id, email, name, code_hash)
     values (gen_random_uuid(), $1, $2, $3, repeat('c', 64))`,
    [BAIT.rep.A, email, NAME],
  );
});

afterAll(() => api.close());

async function addRequest(
  id: string,
  { email: from, message, staffNote }: { email: string; message: string; staffNote: string },
): Promise<void> {
  await api.sql(
    `insert into public.contact_submissions (id, first_name, last_name, email, company, project_type, message,
       staff_note, referrer, consent_version, consent_text, consented_at)
     values ($1, 'Quilla', $5, $2, 'Mills', 'demo', $3, $4,
       'https://partner.example/from', 'v1', 'Yes', now())`,
    [id, from, message, staffNote, surname],
  );
}

const read = (question: object, token = tokens.manager): Promise<Answer> =>
  api.call('/functions/v1/read-people', { body: question, token });
const change = (wanted: object, token = tokens.manager): Promise<Answer> =>
  api.call('/functions/v1/change-person', {
    body: wanted,
    token,
    headers: { 'user-agent': 'Manager Browser' },
  });
const found = async (search: string) => {
  const answer = await read({ action: 'find', search });
  return answer.status === 200
    ? answer.body.people.map((person: { email: string }) => person.email)
    : answer.status;
};
const erase = (of = email, options: { takesNames?: boolean; erasureId?: string } = {}) =>
  change({ action: 'erase', email: of, takesNames: true, erasureId: crypto.randomUUID(), ...options });
const erased = async (...args: Parameters<typeof erase>) => {
  const answer = await erase(...args);
  if (answer.status !== 200) throw new Error(`change-person: ${answer.status} ${answer.text}`);
  return erasedPersonSchema.parse(answer.body);
};
const trail = (event: string) =>
  api.sql<{
    customer: string | null;
    ip: string | null;
    agent: string | null;
    detail: Record<string, unknown>;
  }>(
    `select qualified_lead_id as customer, ip_address as ip, user_agent as agent, detail from public.audit_events
     where event = $1 order by line_number desc limit 1`,
    [event],
  );
const noteOf = async (id: string) =>
  (
    await api.sql<{ note: string }>(
      'select staff_note as note from public.contact_submissions where id = $1',
      [id],
    )
  )[0]?.note;

describe('search', () => {
  test('part of the address or name finds the person, in any case, with all names and kinds', async () => {
    const [person] = (await read({ action: 'find', search: email.slice(2, -3).toUpperCase() })).body.people;
    expect(person).toEqual({ email, names: [NAME], roles: ['code', 'contact request', 'customer'] });
    expect(await found(`quilla ${surname.toUpperCase()}`)).toContain(email);
  });

  test('no character of a search is a wildcard', async () => {
    for (const search of ['%%', '__', '\\\\', "' or 1=1 --", '.*']) expect(await found(search)).toEqual([]);
    await api.sql(`update public.qualified_leads set name = $2 where id = $1`, [
      customerId,
      'Per%cent_ \\ <i>Name</i>',
    ]);
    for (const search of ['r%c', 't_ ', '_ \\', '<i>name']) expect(await found(search)).toEqual([email]);
  });

  test.each(['', ' x ', 'x'.repeat(201), 'x'.repeat(10_000), '\u0000\u0000'])(
    'a search of another length is refused before the database is asked',
    async (search) => expect(await found(search)).toBe(400),
  );

  test('a search returns at most a hundred people', async () => {
    await api.sql(
      `insert into private.verification_codes (id, sales_rep_id, email, code_hash)
       select gen_random_uuid(), $1, 'crowd' || n || '@crowd.example', repeat('d', 64) from generate_series(1, 120) n`,
      [BAIT.rep.A],
    );
    expect(await found('@crowd.example')).toHaveLength(100);
  });
});

describe('one person', () => {
  test('all stored data is there, and no secret', async () => {
    const answer = await read({ action: 'open', email: ` ${email.toUpperCase()} ` });
    const person = openedPersonSchema.parse(answer.body);
    expect(person).toMatchObject({
      email,
      customer: {
        name: NAME,
        hasOpenLink: true,
        openings: [{ ipAddress: '203.0.113.77' }],
        notes: [{ note: 'Quilla prefers the phone.', writtenBy: 'Rep A' }],
        sales: [{ amountCents: 1_234_500 }],
        // The representative's IP address is not part of the customer's data.
        trail: [
          { event: 'link_issued', ipAddress: null },
          { event: 'customer_signed_in', ipAddress: '203.0.113.77' },
        ],
      },
      representative: null,
      requests: [
        { message: '<b>Hello</b>', staffNote: `${NAME} called.`, referrer: 'https://partner.example/from' },
      ],
      codes: [{ usedAt: null }],
      mentions: { count: 0 },
    });
    expect(answer.text).not.toMatch(/hash|[0-9a-f]{64}|4242/);
  });

  test('a long list holds its newest entries and the full count', async () => {
    await api.sql(
      `insert into public.pricing_reveals (qualified_lead_id) select $1 from generate_series(1, 70)`,
      [customerId],
    );
    const { customer } = openedPersonSchema.parse((await read({ action: 'open', email })).body);
    expect([customer?.openings.length, customer?.counts.openings]).toEqual([50, 71]);
  });

  test('a representative is a person too, with sales IDs and codes but no hash of one', async () => {
    const answer = await read({ action: 'open', email: 'manager@bait.example' });
    const { representative } = openedPersonSchema.parse(answer.body);
    expect(representative).toMatchObject({
      name: 'Manager',
      isManager: true,
      managerCodes: [{ usedAt: null }],
    });
    expect(answer.text).not.toMatch(/hash|[0-9a-f]{64}/);
  });

  test('an address without stored data is not found', async () => {
    expect((await read({ action: 'open', email: 'nobody@person.example' })).status).toBe(404);
  });
});

describe('export', () => {
  test('holds everything, and the trail names the exporter but not the data', async () => {
    const { body } = await change({ action: 'export', email: email.toUpperCase() });
    expect(body.person).toMatchObject({
      email,
      customer: { name: NAME },
      contact_requests: [{ consent_text: 'Yes' }],
      exported_at: expect.any(String),
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|[0-9a-f]{64}|4242/);
    const [line] = await trail('person_exported');
    expect(line).toMatchObject({
      customer: customerId,
      ip: expect.any(String),
      agent: 'Manager Browser',
      detail: { by: 'manager', managerId: BAIT.rep.manager, contactRequests: 1 },
    });
    expect(JSON.stringify(line?.detail)).not.toMatch(/quilla/i);
  });

  test('of nobody is not found, and leaves no line', async () => {
    const count = () => api.sql(`select count(*) from public.audit_events where event = 'person_exported'`);
    const before = await count();
    expect((await change({ action: 'export', email: 'nobody@person.example' })).status).toBe(404);
    expect(await count()).toEqual(before);
  });
});

describe('correction', () => {
  const before = () => ({ name: NAME, company: 'Mills' });
  const correct = (correction: Partial<PersonCorrection>) =>
    change({
      action: 'correct',
      correction: { kind: 'customer', id: customerId, before: before(), ...correction },
    });

  test('of a customer is saved, and the trail names only the fields', async () => {
    const after = { name: 'Quilla <i>Stone</i>', company: 'Mills' };
    expect((await correct({ after })).body).toEqual({ outcome: 'saved', stored: after });
    // Its answer was lost: the repeated request gets the same answer.
    expect((await correct({ after })).body).toEqual({ outcome: 'saved', stored: after });
    const [line] = await trail('person_corrected');
    expect(line).toMatchObject({
      customer: customerId,
      detail: { by: 'manager', managerId: BAIT.rep.manager, of: 'customer', fields: ['name'] },
    });
    expect(JSON.stringify(line?.detail)).not.toMatch(/stone/i);
  });

  test('of two managers at once: one is saved, and the other gets the stored values', async () => {
    const answers = await Promise.all(
      ['One', 'Other'].map((name) => correct({ after: { name, company: 'Mills' } })),
    );
    const bodies = answers.map(({ body }) => body);
    expect(bodies.map(({ outcome }) => outcome).sort()).toEqual(['conflict', 'saved']);
    expect(bodies[0].stored).toEqual(bodies[1].stored);
  });

  test('of a contact request raises its version, so that an open form cannot undo it', async () => {
    const texts = {
      first_name: 'Quilla',
      last_name: surname,
      company: 'Mills',
      phone: '',
      job_title: '',
    };
    const saved = await correct({
      kind: 'contact_request',
      id: requestId,
      before: texts,
      after: { ...texts, last_name: '', phone: '+1 555' },
    });
    expect(saved.body).toMatchObject({ outcome: 'saved', stored: { phone: '+1 555' } });
    expect(
      await api.sql('select last_name, phone, version from public.contact_submissions where id = $1', [
        requestId,
      ]),
    ).toEqual([{ last_name: null, phone: '+1 555', version: 2 }]);
    expect((await trail('person_corrected'))[0]?.detail).toMatchObject({
      of: 'contact_request',
      requestId,
      fields: ['last_name', 'phone'],
    });
  });

  test('of deleted data, of an address, or without a required text is refused', async () => {
    expect((await correct({ id: crypto.randomUUID(), after: before() })).status).toBe(404);
    expect((await correct({ after: { ...before(), email: 'new@person.example' } as never })).status).toBe(
      400,
    );
    const texts = { first_name: '', last_name: '', company: 'x', phone: '', job_title: '' };
    expect(
      (await correct({ kind: 'contact_request', id: requestId, before: texts, after: texts })).status,
    ).toBe(400);
  });
});

test('consent is withdrawn once, on all requests, with who did it', async () => {
  const withdraw = async () => (await change({ action: 'withdraw_consent', email })).body;
  expect(await withdraw()).toEqual({ outcome: 'withdrawn', requests: 1 });
  expect(await withdraw()).toEqual({ outcome: 'withdrawn', requests: 0 });
  expect((await trail('consent_withdrawn'))[0]?.detail).toEqual({
    by: 'manager',
    managerId: BAIT.rep.manager,
    requests: 1,
  });
});

describe('erasure', () => {
  test('removes a person with an open link from the whole database; figures and trail stay', async () => {
    const { grant } = await api.openLink(linkToken, '203.0.113.78');
    expect(await erased(email.toUpperCase())).toEqual({
      outcome: 'erased',
      isCustomer: true,
      isRep: false,
      contactRequests: 1,
      codes: 1,
      redacted: 0,
      mailsUnderWay: 0,
    });
    expect(await rowsWith(api, email, surname, '203.0.113.78')).toEqual([]);
    // The link and its session are over.
    expect((await api.call('/functions/v1/sign-in-customer', { body: { token: linkToken } })).status).toBe(
      401,
    );
    expect((await api.rpc('get_plan_prices', {}, grant.sessionToken)).status).toBe(401);
    expect(
      await api.sql(
        'select sale_amount::int as amount, commission::int, qualified_lead_id as customer from public.sales_records where id = $1',
        [saleId],
      ),
    ).toEqual([{ amount: 1_234_500, commission: 4242, customer: null }]);
    expect(
      (
        await api.sql<{ event: string }>(
          'select event from public.audit_events where qualified_lead_id = $1 order by line_number',
          [customerId],
        )
      ).map(({ event }) => event),
    ).toEqual([
      'customer_signed_in',
      'link_issued',
      'link_opened',
      'customer_signed_in',
      'prices_revealed',
      'person_erased',
    ]);
    expect((await trail('person_erased'))[0]).toMatchObject({
      ip: expect.any(String),
      detail: { by: 'manager', managerId: BAIT.rep.manager, contactRequests: 1, codes: 1 },
    });
  });

  test('repeated after a lost answer gets the same answer; others get not found', async () => {
    const erasureId = crypto.randomUUID();
    const first = await erased(email, { erasureId });
    expect(await erased(email, { erasureId })).toEqual(first);
    expect((await erase(email)).status).toBe(404);
  });

  test('with the id of another erasure still works, and an address with a plus sign is removed from links too', async () => {
    const erasureId = crypto.randomUUID();
    const [one, two] = [`one+a@${crypto.randomUUID()}.example`, `two@${crypto.randomUUID()}.example`];
    for (const person of [one, two])
      await addRequest(crypto.randomUUID(), { email: person, message: '', staffNote: '' });
    const other = crypto.randomUUID();
    await addRequest(other, {
      email: `other.${other}@person.example`,
      message: `https://x.example/?to=${encodeURIComponent(one)}`,
      staffNote: '',
    });
    await erased(one, { erasureId });
    expect(await api.sql('select message from public.contact_submissions where id = $1', [other])).toEqual([
      { message: 'https://x.example/?to=[erased]' },
    ]);
    await erased(two, { erasureId });
    expect((await read({ action: 'open', email: two })).status).toBe(404);
  });

  test('keeps words in texts of others if a stranger used them as the name of a customer', async () => {
    const other = crypto.randomUUID();
    await addRequest(other, {
      email: `other.${other}@person.example`,
      message: 'I would like a demo.',
      staffNote: '',
    });
    const stranger = crypto.randomUUID();
    await addRequest(stranger, { email, message: '', staffNote: '' });
    await api.sql(
      `update public.contact_submissions set first_name = 'I', last_name = 'would' where id = $1`,
      [stranger],
    );
    await erased();
    expect(await api.sql('select message from public.contact_submissions where id = $1', [other])).toEqual([
      { message: 'I would like a demo.' },
    ]);
  });

  test('by two managers at once is done once', async () => {
    const answers = await Promise.all([erase(), erase(email.toUpperCase())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const [count] = await api.sql<{ lines: number }>(
      `select count(*)::int as lines from public.audit_events where event = 'person_erased' and qualified_lead_id = $1`,
      [customerId],
    );
    expect(count?.lines).toBe(1);
  });

  test('during a correction by another manager leaves nothing behind', async () => {
    const correction = {
      kind: 'customer',
      id: customerId,
      before: { name: NAME, company: 'Mills' },
      after: { name: `${NAME} II`, company: 'Mills' },
    };
    const [gone, corrected] = await Promise.all([erase(), change({ action: 'correct', correction })]);
    expect(gone?.status).toBe(200);
    expect([200, 404]).toContain(corrected?.status);
    expect(await rowsWith(api, email, surname)).toEqual([]);
  });

  test('of a representative requires that they are disabled and have no customers', async () => {
    const [rep] = await api.sql<{ id: string }>(
      `insert into public.sales_representatives (name, email) values ('Rosa Repington', $1) returning id`,
      [`rosa.${email}`],
    );
    expect(await erased(`Rosa.${email}`)).toEqual({ outcome: 'rep_is_enabled' });
    await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [rep?.id]);
    await api.sql('update public.qualified_leads set qualified_by = $1 where id = $2', [rep?.id, customerId]);
    expect(await erased(`rosa.${email}`)).toEqual({ outcome: 'rep_has_customers', customers: 1 });
    expect(await rowsWith(api, 'Repington')).toHaveLength(1);
    await api.sql('select public.hand_over_customers($1, $2)', [rep?.id, BAIT.rep.A]);
    expect(await erased(`rosa.${email}`)).toMatchObject({
      outcome: 'erased',
      isRep: true,
      isCustomer: false,
    });
    expect(await rowsWith(api, 'Repington', `rosa.${email}`)).toEqual([]);
    // An undo cannot move the customer back to an erased account.
    const [undo] = await api.sql<{ answer: object }>('select public.undo_handover($1) as answer', [rep?.id]);
    expect(undo?.answer).toEqual({ outcome: 'none' });
    // A longer address that ends like theirs is somebody else's.
    expect(await found(email)).toEqual([email]);
  });

  test('of a person while a mail about them is being sent: the mail is counted, and no other follows', async () => {
    const claim = () =>
      api.sql<{ claim: { state: string } }>('select public.claim_contact_notification($1, 60) as claim', [
        requestId,
      ]);
    expect((await claim())[0]?.claim.state).toBe('claimed');
    expect(await erased()).toMatchObject({ outcome: 'erased', mailsUnderWay: 1 });
    // The sender finishes, or fails and retries. No data comes back.
    await api.sql('select public.finish_contact_notification($1, true)', [requestId]);
    await api.sql('select public.finish_contact_notification($1, false)', [requestId]);
    expect((await claim())[0]?.claim.state).toBe('missing');
    expect(await rowsWith(api, email, surname)).toEqual([]);
  });

  test('of a person while a code is being mailed: the mail finishes without harm, and the code is void', async () => {
    const [code] = await api.sql<{ id: string }>(
      `select id from private.verification_codes where email = $1`,
      [email],
    );
    await erased();
    await api.sql('select public.finish_verification_mail($1, true, null, null)', [code?.id]);
    const [checked] = await api.sql<{ answer: { outcome: string } }>(
      `select public.check_verification_code($1, $2, repeat('c', 64), repeat('e', 64), null, null) as answer`,
      [BAIT.salesSession.A, code?.id],
    );
    expect(checked?.answer.outcome).toBe('refused');
    expect(await rowsWith(api, email, surname)).toEqual([]);
  });
});

describe('what others wrote about an erased person', () => {
  let otherId: string;
  const note = () =>
    `Same office as ${NAME.toUpperCase()}, quilla\u00a0${surname.toLowerCase()} <${email}>; not x${email} nor ${email}.au`;

  beforeEach(async () => {
    otherId = crypto.randomUUID();
    await addRequest(otherId, {
      email: `other.${otherId}@person.example`,
      message: `See https://x.example/?to=${email.replace('@', '%40')}&b`,
      staffNote: note(),
    });
    await api.sql(
      `update public.contact_submissions set first_name = 'Olaf', last_name = 'Other', company = 'O', utm = $2,
         job_role = 'Assistant of ' || $3, phone = $3, tier = 'as ' || $3
       where id = $1`,
      [otherId, { campaign: `for ${email}`, term: 'plain', [email]: 'a key' }, email],
    );
  });

  test('is listed with its text', async () => {
    const { mentions } = openedPersonSchema.parse((await read({ action: 'open', email })).body);
    expect(mentions).toMatchObject({ count: 6, byNameCount: 0 });
    expect(mentions.texts).toContainEqual({
      kind: 'contact_request',
      id: otherId,
      ownerEmail: `other.${otherId}@person.example`,
      field: 'staff_note',
      text: note(),
      hasAddress: true,
      hasName: true,
    });
  });

  test('loses address and full name, and nothing else', async () => {
    expect(await erased()).toMatchObject({ redacted: 1 });
    expect(await noteOf(otherId)).toBe(
      `Same office as [erased], [erased] <[erased]>; not x${email} nor ${email}.au`,
    );
    expect(
      await api.sql(
        'select first_name, message, utm, job_role, phone, tier, version from public.contact_submissions where id = $1',
        [otherId],
      ),
    ).toEqual([
      {
        first_name: 'Olaf',
        message: 'See https://x.example/?to=[erased]&b',
        utm: { campaign: 'for [erased]', term: 'plain', '[erased]': 'a key' },
        job_role: 'Assistant of [erased]',
        phone: '[erased]',
        tier: 'as [erased]',
        version: 2,
      },
    ]);
  });

  test('keeps the name if the manager says so: another person may have that name', async () => {
    await erased(email, { takesNames: false });
    expect(await noteOf(otherId)).toContain(`Same office as ${NAME.toUpperCase()}`);
    expect(await noteOf(otherId)).not.toContain(`<${email}>`);
  });

  test('stays in texts about a person with the same name', async () => {
    await api.sql(
      `update public.contact_submissions set first_name = 'quilla', last_name = $2 where id = $1`,
      [otherId, surname],
    );
    await erased();
    expect(await noteOf(otherId)).toContain(`Same office as ${NAME.toUpperCase()}`);
    expect(await noteOf(otherId)).not.toContain(`<${email}>`);
  });

  test('cannot be written back by a person who had the note open', async () => {
    await erased();
    const answer = await api.call('/functions/v1/change-contact-request', {
      body: { requestId: otherId, version: 1, change: { staffNote: note() } },
      token: tokens.manager,
    });
    expect(answer.body.outcome).toBe('conflict');
    expect(await noteOf(otherId)).toContain('[erased]');
  });

  test('stays within its limit, and a single word is not a full name', async () => {
    await api.sql(`delete from public.contact_submissions where id = $1`, [requestId]);
    await api.sql(`delete from private.verification_codes where email = $1`, [email]);
    await api.sql(`update public.qualified_leads set name = 'Same' where id = $1`, [customerId]);
    await api.sql(`update public.contact_submissions set staff_note = $2 where id = $1`, [
      otherId,
      `Same ${`a@b.c `.repeat(660)}`,
    ]);
    await api.sql(`update public.qualified_leads set email = 'a@b.c' where id = $1`, [customerId]);
    expect(await erased('A@b.c')).toMatchObject({ outcome: 'erased' });
    const left = (await noteOf(otherId)) ?? '';
    expect(left.startsWith('Same [erased] [erased]')).toBe(true);
    expect([left.length, left.includes('a@b.c')]).toEqual([4_000, false]);
  });
});

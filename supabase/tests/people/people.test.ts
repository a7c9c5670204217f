import { describe, expect, test } from 'vitest';
import {
  mentionedPersonSchema,
  openedPersonSchema,
} from '../../../shared/src/contracts/backend/people/people.ts';
import { BAIT } from '../fixtures/bait.ts';
import {
  addRequest,
  api,
  change,
  customerId,
  email,
  found,
  NAME,
  openings,
  read,
  requestId,
  storePersonForEachTest,
  surname,
  tokens,
  trail,
} from '../fixtures/stored-person.ts';

/** A hash, or the representative's commission on a sale: a value of its own, since an id may hold its digits. */
const SECRET = /hash|[0-9a-f]{64}|[:"] ?4242[,}"]/;

storePersonForEachTest();

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

test('of very many people, those with the first addresses are found', async () => {
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type)
     select gen_random_uuid(), 'Very', 'r' || lpad((n % 1200)::text, 4, '0') || '@Many.example', 'Mills', 'demo'
     from generate_series(1, 1300) n`,
  );
  await api.sql(
    `insert into public.qualified_leads (email, qualified_by)
     select 'r' || lpad(n::text, 4, '0') || 'a@many.example', $1 from generate_series(0, 20) n`,
    [BAIT.rep.A],
  );
  const all = [
    ...Array.from({ length: 1200 }, (_, n) => `r${String(n).padStart(4, '0')}@many.example`),
    ...Array.from({ length: 21 }, (_, n) => `r${String(n).padStart(4, '0')}a@many.example`),
  ];
  // The database's own order: an index and a sort must agree.
  const [first] = await api.sql<{ emails: string[] }>(
    'select (array(select e from unnest($1::text[]) as e order by e))[:100] as emails',
    [all],
  );
  expect(await found('@many.example')).toEqual(first?.emails);
  await api.sql(`delete from public.contact_submissions where lower(email) like '%@many.example'`);
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
      mentions: { texts: [], unread: 0, next: null },
    });
    expect(answer.text).not.toMatch(SECRET);
  });

  test('a long list holds its newest entries and the full count', async () => {
    await api.sql(
      `insert into public.pricing_reveals (qualified_lead_id) select $1 from generate_series(1, 70)`,
      [customerId],
    );
    await api.sql(
      `insert into public.contact_submissions (id, first_name, email, company, project_type)
       select gen_random_uuid(), 'Quilla', $1, 'Mills', 'demo' from generate_series(1, 70)`,
      [email],
    );
    const answer = await read({ action: 'open', email });
    const { customer, requests, requestCount } = openedPersonSchema.parse(answer.body);
    expect([customer?.openings.length, customer?.counts.openings]).toEqual([50, 71]);
    expect([requests.length, requestCount]).toEqual([50, 71]);
  });

  test('all texts that mention the person are read in parts', async () => {
    await api.sql(
      `insert into public.contact_submissions (id, first_name, last_name, email, company, project_type, message)
       select gen_random_uuid(), 'Other', 'Person', 'o' || lpad(n::text, 3, '0') || $1, 'Mills', 'demo',
         case when n > 55 then 'Ask ' || $2 else 'Ask ' || $3 end
       from generate_series(1, 60) n`,
      [email, NAME, email],
    );
    const opened = openedPersonSchema.parse((await read({ action: 'open', email })).body);
    const { texts, unread, next } = opened.mentions;
    expect([texts.length, unread]).toEqual([50, 10]);
    const lines = (await openings()).length;
    const more = async (after: string) =>
      mentionedPersonSchema.parse((await read({ action: 'mentions', email, after })).body).mentions;
    const rest = await more(next ?? '');
    expect(rest).toMatchObject({ unread: 0, next: null });
    const all = [...texts, ...rest.texts];
    expect(new Set(all.map(({ ownerEmail }) => ownerEmail)).size).toBe(60);
    expect(all.filter(({ hasName }) => hasName)).toHaveLength(5);
    expect((await more(`4 contact_request ${rest.texts.at(-1)?.id}`)).texts).toEqual([]);
    // The same opening.
    expect(await openings()).toHaveLength(lines);
  });

  test.each([
    ['in capitals', () => `Ask ${email.toUpperCase()}.`, true],
    ['in a link', () => `https://x.example/?to=${encodeURIComponent(email)}&a=1`, true],
    ['between brackets', () => `<${email}>`, true],
    ['after a word that is too long for an index', () => `${'x'.repeat(9_000)} ${email}`, true],
    ['by name', () => `Ask ${NAME.toUpperCase()}!`, true],
    ['by name, in a link', () => `https://x.example/?who=${encodeURIComponent(NAME)}`, true],
    ['by name, in a form', () => `https://x.example/?who=${NAME.replace(' ', '+')}`, true],
    ['as a part of another address', () => `Ask x${email}.`, false],
    ['as a part of another name', () => `Ask ${NAME}son`, false],
  ] as const)('a mention %s is told from other words', async (_where, text, isMention) => {
    await api.sql(
      `insert into public.contact_submissions (id, first_name, last_name, email, company, project_type, message)
       values (gen_random_uuid(), 'Other', 'Person', 'other.' || $1, 'Mills', 'demo', $2)`,
      [email, text()],
    );
    const { mentions } = openedPersonSchema.parse((await read({ action: 'open', email })).body);
    expect(mentions.texts).toHaveLength(isMention ? 1 : 0);
  });

  test('further texts are for managers with a code, and reading them is an opening', async () => {
    await addRequest(crypto.randomUUID(), {
      email: `other.${email}`,
      message: `Ask ${email}.`,
      staffNote: '',
    });
    const before = (await openings()).length;
    const asked = { action: 'mentions', email, after: '' };
    for (const actor of ['rep A', 'manager without a code'] as const)
      expect((await read(asked, tokens[actor])).status).not.toBe(200);
    expect(await openings()).toHaveLength(before);
    expect((await read(asked)).body).toMatchObject({
      outcome: 'mentioned',
      mentions: { texts: [{ ownerEmail: `other.${email}` }], unread: 0 },
    });
    expect(await openings()).toHaveLength(before + 1);
    expect((await read({ ...asked, email: 'nobody@person.example' })).status).toBe(404);
    for (const after of [50, null, 'x'.repeat(101), '\0'])
      expect((await read({ ...asked, after })).status).toBe(400);
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

  test('an address without stored data is not found, and leaves no line in the trail', async () => {
    const before = await openings();
    expect((await read({ action: 'open', email: 'nobody@person.example' })).status).toBe(404);
    expect(await openings()).toEqual(before);
  });

  test('each opening is a line of the trail: who opened it, from where, and no text of the person', async () => {
    const before = await openings();
    await read({ action: 'open', email: ` ${email.toUpperCase()} ` });
    const [line, ...others] = (await openings()).slice(before.length);
    expect(others).toEqual([]);
    expect(line).toEqual({
      customer: customerId,
      rep: null,
      ip: expect.any(String),
      agent: 'Manager Browser',
      detail: { by: 'manager', managerId: BAIT.rep.manager },
    });
  });

  test('a page that reads its person again within the hour adds no line; after the hour it does', async () => {
    await read({ action: 'open', email });
    const before = await openings();
    await read({ action: 'open', email });
    expect(await openings()).toEqual(before);
    // The database is two hours later for this one person.
    await api.sql(`alter table public.audit_events disable trigger audit_events_refuse_change`);
    await api.sql(
      `update public.audit_events set occurred_at = occurred_at - interval '2 hours'
       where event = 'person_opened' and qualified_lead_id = $1`,
      [customerId],
    );
    await api.sql(`alter table public.audit_events enable trigger audit_events_refuse_change`);
    await read({ action: 'open', email });
    expect(await openings()).toHaveLength(before.length + 1);
  });

  test('a person who only sent a request is named by its id, and an operator is one line of their own', async () => {
    await api.sql('delete from public.qualified_leads where id = $1', [customerId]);
    const before = await openings();
    await read({ action: 'open', email });
    await api.sql('select public.get_person($1)', [email]);
    expect((await openings()).slice(before.length)).toEqual([
      expect.objectContaining({
        customer: null,
        detail: { by: 'manager', managerId: BAIT.rep.manager, requestId },
      }),
      { customer: null, rep: null, ip: null, agent: null, detail: { by: 'operator', requestId } },
    ]);
  });

  /** Regression: the line named no person, and each reading of the open page added another line. */
  test('a person whose only data is a code is named by the id of the newest one, once an hour', async () => {
    const before = await openings();
    const newest: string[] = [];
    for (const tag of ['one', 'two']) {
      for (const age of [0, 60]) {
        const [code] = await api.sql<{ id: string }>(
          `insert into private.verification_codes (id, sales_rep_id, email, code_hash, created_at, voided_at)
           values (gen_random_uuid(), $1, $2, repeat('d', 64), now() - make_interval(mins => $3), now()) returning id`,
          [BAIT.rep.A, `${tag}.${email}`, age],
        );
        if (age === 0) newest.push(code?.id ?? '');
      }
      await read({ action: 'open', email: `${tag}.${email}` });
      await read({ action: 'open', email: `${tag}.${email}` });
    }
    const manager = { by: 'manager', managerId: BAIT.rep.manager };
    const lines = (await openings()).slice(before.length);
    expect(lines).toMatchObject(
      newest.map((verificationId) => ({ customer: null, rep: null, detail: { ...manager, verificationId } })),
    );
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('quilla');
  });

  test('a search is no opening, and a representative without a code opens no person', async () => {
    const before = await openings();
    await read({ action: 'find', search: email });
    expect((await read({ action: 'open', email }, tokens['rep A'])).status).toBe(403);
    expect(await openings()).toEqual(before);
  });
});

describe('export', () => {
  test('holds everything, and the trail names the exporter but not the data', async () => {
    const { body } = await change({ action: 'export', email: email.toUpperCase(), after: null });
    expect(body.person).toMatchObject({
      email,
      customer: { name: NAME },
      exportedAt: expect.any(String),
    });
    expect(body.requests).toMatchObject([{ consentText: 'Yes' }]);
    expect(JSON.stringify(body)).not.toMatch(SECRET);
    // Regression: the words that a search compares were part of the file.
    for (const derived of ['words', 'searchText', 'isOpen', 'campaign'])
      expect(body.requests[0]).not.toHaveProperty(derived);
    const [line] = await trail('person_exported');
    expect(line).toMatchObject({
      customer: customerId,
      ip: expect.any(String),
      agent: 'Manager Browser',
      detail: { by: 'manager', managerId: BAIT.rep.manager, contactRequests: 1 },
    });
    expect(JSON.stringify(line?.detail)).not.toMatch(/quilla/i);
  });

  /** Regression: PostgreSQL read each part twice, once to see whether there is any. */
  test('reads each part once', async () => {
    const [read] = await api.sql(
      `select set_config('track_functions', 'all', true), public.export_person($1) is not null as exported,
         pg_stat_get_xact_function_calls('private.customer_data(text, integer)'::regprocedure)::integer as customers,
         pg_stat_get_xact_function_calls('private.rep_data(text, integer)'::regprocedure)::integer as reps`,
      [email],
    );
    expect(read).toMatchObject({ exported: true, customers: 1, reps: 1 });
  });

  test('of an unknown address is not found, and leaves no line', async () => {
    const count = () => api.sql(`select count(*) from public.audit_events where event = 'person_exported'`);
    const before = await count();
    expect((await change({ action: 'export', email: 'nobody@person.example', after: null })).status).toBe(
      404,
    );
    expect(await count()).toEqual(before);
  });
});

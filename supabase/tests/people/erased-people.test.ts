import { beforeEach, describe, expect, test } from 'vitest';
import { openedPersonSchema } from '../../../shared/src/contracts/backend/people/people.ts';
import { BAIT } from '../stand/bait.ts';
import { rowsWith } from '../stand/rows-with.ts';
import {
  addRequest,
  api,
  change,
  customerId,
  email,
  erase,
  erased,
  found,
  linkToken,
  NAME,
  noteOf,
  read,
  requestId,
  saleId,
  storePersonForEachTest,
  surname,
  tokens,
  trail,
} from '../stand/stored-person.ts';

storePersonForEachTest();

/** Regression: the erasure looked for the customer first, and only then waited for the code that made one. */
if (process.env.TEST_DATABASE_URL)
  test('a person whose code is being checked at that moment is erased as the customer they become', async () => {
    await api.sql('delete from public.qualified_leads where id = $1', [customerId]);
    // As check_verification_code does it. It commits once somebody waits for its rows.
    const checking = api.sql(`do $$
      declare
        given_up_at constant timestamptz := clock_timestamp() + interval '2 minutes';
      begin
        update private.verification_codes set used_at = now() where email = '${email}';
        insert into public.qualified_leads (email, name, company, qualified_by, access_token_hash, token_expires_at)
        values ('${email}', '${NAME}', 'Mills', '${BAIT.rep.A}', repeat('d', 64), now() + interval '1 day');
        while clock_timestamp() < given_up_at and not exists (
          select from pg_catalog.pg_locks l
          where not l.granted and pg_catalog.pg_backend_pid() = any (pg_catalog.pg_blocking_pids(l.pid))
        ) loop
          perform pg_catalog.pg_sleep(0.01);
        end loop;
      end $$`);
    const holders = () =>
      api.sql(
        `select from pg_catalog.pg_locks l
         where l.relation = 'public.qualified_leads'::regclass and l.mode = 'RowExclusiveLock' and l.granted`,
      );
    await expect.poll(async () => (await holders()).length).toBe(1);
    expect(await erased()).toMatchObject({ isCustomer: true, codes: 1 });
    await checking;
    expect(await rowsWith(api, email, surname)).toEqual([]);
  }, 200_000);

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
    // Regression: the list of recent handovers called it undone, although the customer stayed with the new one.
    expect(await api.sql('select id from private.handovers where from_rep_id = $1', [rep?.id])).toEqual([]);
    expect(
      await api.sql('select qualified_by as rep from public.qualified_leads where id = $1', [customerId]),
    ).toEqual([{ rep: BAIT.rep.A }]);
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

/** Regression: an earlier address of an account stayed in the trail, where no search found it. */
test('erasing an address that a representative once had takes it out of the trail; the account stays', async () => {
  const [earlier, now] = [`earlier.${email}`, `now.${email}`];
  const [rep] = await api.sql<{ answer: { id: string } }>(
    `select public.add_rep('Edna Erstwhile', $1, md5($1) || md5($2)) as answer`,
    [earlier, now],
  );
  await api.sql('select public.edit_rep($1, $2, $3)', [rep?.answer.id, 'Edna Current', now]);
  const { mentions } = openedPersonSchema.parse((await read({ action: 'open', email: earlier })).body);
  expect(mentions.texts).toMatchObject([{ kind: 'representative', ownerEmail: now, text: earlier }]);
  expect(await erased(earlier)).toMatchObject({ outcome: 'erased', isRep: false, redacted: 1 });
  expect(await rowsWith(api, earlier)).toEqual([]);
  expect(
    await api.sql(
      'select event, detail from public.audit_events where sales_rep_id = $1 order by line_number',
      [rep?.answer.id],
    ),
  ).toEqual([
    { event: 'rep_added', detail: { by: 'operator' } },
    { event: 'rep_edited', detail: { by: 'operator' } },
  ]);
  expect(await found(now)).toEqual([now]);
  await api.sql('delete from private.sales_rep_credentials where sales_rep_id = $1', [rep?.answer.id]);
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

  /** Regression: a link with the name in it was left alone. */
  test('loses the full name in a link too', async () => {
    await api.sql(`update public.contact_submissions set staff_note = '', message = $2 where id = $1`, [
      otherId,
      `https://x.example/?who=${encodeURIComponent(NAME)}&also=${NAME.replace(' ', '+')}`,
    ]);
    await erased();
    expect(await rowsWith(api, email, surname)).toEqual([]);
  });

  /** Regression: such a name broke the campaign parameters of others, and the erasure failed. */
  test('keeps its campaign parameters if the name of the person looks like them', async () => {
    const stranger = `stranger.${crypto.randomUUID()}@person.example`;
    const requestOfStranger = crypto.randomUUID();
    await addRequest(requestOfStranger, { email: stranger, message: '', staffNote: '' });
    await api.sql(
      `update public.contact_submissions set first_name = 'term":', last_name = '"plain' where id = $1`,
      [requestOfStranger],
    );
    expect(await erased(stranger)).toMatchObject({ outcome: 'erased', redacted: 0 });
    expect(await api.sql('select utm from public.contact_submissions where id = $1', [otherId])).toEqual([
      { utm: { campaign: `for ${email}`, term: 'plain', [email]: 'a key' } },
    ]);
  });

  /** Regression: the texts beside a mailed code were not read. */
  test('loses the address beside a code that was mailed to another person', async () => {
    const codeEmail = `coded.${otherId}@person.example`;
    await api.sql(
      `insert into private.verification_codes (id, sales_rep_id, email, name, company, code_hash)
       values (gen_random_uuid(), $1, $2, 'Cody', $3, repeat('d', 64))`,
      [BAIT.rep.A, codeEmail, `via ${email}`],
    );
    await erased();
    expect(
      await api.sql('select name, company from private.verification_codes where email = $1', [codeEmail]),
    ).toEqual([{ name: 'Cody', company: 'via [erased]' }]);
  });

  /** Regression: the path of a page that does not exist is a text too, and the visitor chooses it. */
  test('is gone from the paths that browsers told of', async () => {
    for (const path of [
      `/old-link/${email}`,
      `/old-link/${encodeURIComponent(email)}/x`,
      '/old-link/@else',
    ]) {
      const answer = await api.call('/functions/v1/record-site-events', {
        body: {
          compositionId: 'c0ffee',
          versions: { host: 'h1' },
          path,
          events: [{ kind: 'web-vital', metric: 'TTFB', value: 120 }],
        },
      });
      expect(answer.status).toBe(204);
    }
    const paths = () =>
      api.sql(`select path from private.site_events where path like '/old-link/%' order by path`);
    expect(await paths()).toHaveLength(3);
    await erased();
    expect(await paths()).toEqual([{ path: '/old-link/@else' }]);
    await api.sql(`delete from private.site_events where path like '/old-link/%'`);
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

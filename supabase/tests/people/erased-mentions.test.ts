import { beforeEach, describe, expect, test } from 'vitest';
import { openedPersonSchema } from '../../../shared/src/contracts/backend/people/people.ts';
import { BAIT } from '../fixtures/bait.ts';
import { rowsWith } from '../fixtures/rows-with.ts';
import {
  addRequest,
  api,
  customerId,
  email,
  erased,
  found,
  NAME,
  noteOf,
  read,
  requestId,
  storePersonForEachTest,
  surname,
  tokens,
} from '../fixtures/stored-person.ts';

storePersonForEachTest();

/** Regression: an earlier address of an account stayed in the trail, where no search found it. */
test('erasing an address that a representative once had takes it out of the trail; the account stays', async () => {
  const [earlier, now] = [`earlier.${email}`, `now.${email}`];
  const [rep] = await api.sql<{ id: string }>(
    `select public.add_rep('Edna Erstwhile', $1, md5($1) || md5($2)) as id`,
    [earlier, now],
  );
  await api.sql('select public.edit_rep($1, $2, $3)', [rep?.id, 'Edna Current', now]);
  const { mentions } = openedPersonSchema.parse((await read({ action: 'open', email: earlier })).body);
  expect(mentions.texts).toMatchObject([{ kind: 'representative', ownerEmail: now, text: earlier }]);
  expect(await erased(earlier)).toMatchObject({ outcome: 'erased', isRep: false, redacted: 1 });
  expect(await rowsWith(api, earlier)).toEqual([]);
  expect(
    await api.sql(
      'select event, detail from public.audit_events where sales_rep_id = $1 order by line_number',
      [rep?.id],
    ),
  ).toEqual([
    { event: 'rep_added', detail: { by: 'operator' } },
    { event: 'rep_edited', detail: { by: 'operator' } },
  ]);
  expect(await found(now)).toEqual([now]);
  await api.sql('delete from private.sales_rep_credentials where sales_rep_id = $1', [rep?.id]);
});

test('erasing a person takes them out of questions about statements, and the answers', async () => {
  const statementId = crypto.randomUUID();
  await api.sql(
    `with approved as (
       insert into private.statements (id, sales_rep_id, month, earned_cents, final_cents, clawed_back_cents,
         correction_cents, carried_cents, approved_by)
       values ($1, $2, '2025-01-01', 0, 0, 0, 0, 0, $2) returning id, sales_rep_id
     )
     insert into private.statement_questions (statement_id, sale_id, sales_rep_id, question, answer, answered_at, answered_by)
     select a.id, gen_random_uuid(), a.sales_rep_id, 'Was ' || $3 || ' cancelled?', 'Yes, by ' || $4, now(), a.sales_rep_id
     from approved a`,
    [statementId, BAIT.rep.A, NAME, email],
  );
  const { mentions } = openedPersonSchema.parse((await read({ action: 'open', email })).body);
  expect(mentions.texts.map(({ kind, field }) => [kind, field])).toEqual([
    ['statement_question', 'answer'],
    ['statement_question', 'question'],
  ]);
  await erased(email);
  expect(
    await api.sql('select question, answer from private.statement_questions where statement_id = $1', [
      statementId,
    ]),
  ).toEqual([{ question: 'Was [erased] cancelled?', answer: 'Yes, by [erased]' }]);
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
    expect(mentions.texts).toHaveLength(6);
    expect(mentions.texts.every(({ hasAddress }) => hasAddress)).toBe(true);
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

  /** Regression: behind a parameter's sign, the 40 of such an address was read as the @ of a mail. */
  test.each(['lea', '40plus.lea'])(
    'is found and erased if only a campaign parameter has it: %s@param.example',
    async (name) => {
      const address = `${name}@param.example`;
      const link = `https://x.example/?to=${encodeURIComponent(address)}`;
      for (const [utm, left] of [
        [{ content: address.toUpperCase() }, { content: '[erased]' }],
        [{ content: link }, { content: 'https://x.example/?to=[erased]' }],
        [{ [address]: 'x' }, { '[erased]': 'x' }],
      ]) {
        await api.sql('update public.contact_submissions set utm = $2 where id = $1', [otherId, utm]);
        expect(await found(address)).toEqual([address]);
        await erased(address);
        expect(await api.sql('select utm from public.contact_submissions where id = $1', [otherId])).toEqual([
          { utm: left },
        ]);
      }
    },
  );

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

  /**
   * Regression: an erasure read every stored path. Visitors can tell of 200,000 a day, so it ran out of time and erased
   * nothing. The path of a page that does not exist is a text too, such as that of an old link.
   */
  test('is in no path that browsers told of', async () => {
    const encoded = encodeURIComponent(email);
    const parts = [email, `${encoded}/x`, encodeURIComponent(encoded), email.replace('@', '%EF%BC%A0')];
    for (const path of [...parts, email.replace('@', '&commat;'), 'plain%20path']) {
      const answer = await api.call('/functions/v1/record-site-events', {
        body: {
          compositionId: 'c0ffee',
          versions: { host: 'h1' },
          path: `/old-link/${path}`,
          events: [{ kind: 'web-vital', metric: 'TTFB', value: 120 }],
        },
      });
      expect(answer.status).toBe(204);
    }
    const stored = await api.sql<{ path: string }>(
      `delete from private.site_events where composition_id = 'c0ffee' returning path`,
    );
    expect(stored.map(({ path }) => path)).toEqual([
      ...Array(5).fill('/(address)'),
      '/old-link/plain%20path',
    ]);
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

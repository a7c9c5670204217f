import { describe, expect, test } from 'vitest';
import { withConnection } from '../../../tools/postgres/connect.ts';
import { BAIT } from '../fixtures/bait.ts';
import { OWN_LOCKS } from '../fixtures/own-locks.ts';
import { rowsWith } from '../fixtures/rows-with.ts';
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
  read,
  requestId,
  saleId,
  storePersonForEachTest,
  surname,
  trail,
} from '../fixtures/stored-person.ts';

storePersonForEachTest();

/** Regression: the erasure looked for the customer first, and only then waited for the code that made one. */
test('a person whose code is being checked at that moment is erased as the customer they become', async () => {
  await api.sql('delete from public.qualified_leads where id = $1', [customerId]);
  // As check_verification_code does it. It commits once another transaction waits for its rows.
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
      `select from ${OWN_LOCKS}
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
    const refused = (words: string) => ({
      status: 409,
      body: { error: { message: expect.stringContaining(words) } },
    });
    const [rep] = await api.sql<{ id: string }>(
      `insert into public.sales_representatives (name, email) values ('Rosa Repington', $1) returning id`,
      [`rosa.${email}`],
    );
    expect(await erase(`Rosa.${email}`)).toMatchObject(refused('can sign in as a representative'));
    await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [rep?.id]);
    await api.sql('update public.qualified_leads set qualified_by = $1 where id = $2', [rep?.id, customerId]);
    expect(await erase(`rosa.${email}`)).toMatchObject(refused('still has customers'));
    expect(await rowsWith(api, 'Repington')).toHaveLength(1);
    await api.sql('select public.hand_over_customers($1, $2)', [rep?.id, BAIT.rep.A]);
    await api.sql('update public.contact_submissions set assigned_to = $1 where id = $2', [
      rep?.id,
      requestId,
    ]);
    await withConnection(api.backend.databaseUrl, async (sql) => {
      await sql.query('begin');
      await sql.query('select from public.contact_submissions where id = $1 for update', [requestId]);
      const erasure = erased(`rosa.${email}`);
      await expect.poll(() => api.sql(`select from ${OWN_LOCKS} where not l.granted`)).not.toHaveLength(0);
      // The lock of a row that names them: no one becomes their customer meanwhile.
      const lock = 'select from public.sales_representatives where id = $1 for key share nowait';
      await expect(api.sql(lock, [rep?.id])).rejects.toThrow('could not obtain lock');
      await sql.query('commit');
      expect(await erasure).toMatchObject({ outcome: 'erased', isRep: true, isCustomer: false });
    });
    expect(await rowsWith(api, 'Repington', `rosa.${email}`)).toEqual([]);
    // An undo cannot move the customer back to an erased account.
    await expect(api.sql('select public.undo_handover($1)', [rep?.id])).rejects.toThrow(
      'There is no handover that can still be undone.',
    );
    // Regression: the list of recent handovers called it undone, although the customer stayed with the new one.
    expect(await api.sql('select id from private.handovers where from_rep_id = $1', [rep?.id])).toEqual([]);
    expect(
      await api.sql('select qualified_by as rep from public.qualified_leads where id = $1', [customerId]),
    ).toEqual([{ rep: BAIT.rep.A }]);
    // A longer address that ends like theirs belongs to another person.
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

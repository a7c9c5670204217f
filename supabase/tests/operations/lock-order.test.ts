import { beforeAll, describe, expect, test } from 'vitest';
import { BAIT } from '../fixtures/bait.ts';
import {
  addRep,
  all,
  api,
  customers,
  from,
  requests,
  to,
  tokenOf,
  useLeaverAndHeir,
} from '../fixtures/leaver-and-heir.ts';
import { managerToken } from '../fixtures/open-operations.ts';
import { holds, OWN_LOCKS, untilAwaited } from '../fixtures/own-locks.ts';
import { issueLink, mailedCode, sendCode } from '../fixtures/qualify.ts';

useLeaverAndHeir();

// Each call is made in SQL: the functions would make a call again that a deadlock has ended.
const outcomeOf = async (call: string, args: unknown[]) =>
  (await api.sql<{ outcome: string }>(`select public.${call} ->> 'outcome' as outcome`, args))[0]?.outcome;

const erase = (email: string, sessionId: string) =>
  outcomeOf('change_person($1, $2, null, null)', [
    sessionId,
    { action: 'erase', email, takesNames: true, erasureId: crypto.randomUUID() },
  ]);
/** In as many steps as it takes: a step ends after its time, which is short on a busy machine. */
async function eraseAsOperator(email: string): ReturnType<typeof outcomeOf> {
  const outcome = await outcomeOf('erase_person($1)', [email]);
  return outcome === 'erasing' ? eraseAsOperator(email) : outcome;
}
const handOver = (request: object) =>
  outcomeOf('hand_over_by_manager($1, $2, null, null)', [managers[0]?.session, request]);

let managers: { session: string; email: string }[];
beforeAll(async () => {
  await managerToken(api);
  managers = await api.sql(
    `select distinct on (r.id = $1) s.id as session, r.email
     from public.sales_representatives r join public.sales_sessions s on s.sales_rep_id = r.id
     where s.manager_until > now() and s.ended_at is null and r.is_manager
     order by r.id = $1 desc`,
    [BAIT.rep.manager],
  );
});

/** Regression: each held their own account and waited for the other's. One got 500. */
test('two managers who erase each other both get an answer', async () => {
  const [one, other] = managers;
  const erasing = untilAwaited(api, `perform pg_advisory_xact_lock(hashtextextended('people', 0))`, 2);
  await holds(api, `l.locktype = 'advisory'`);
  const refused = 'This person can sign in as a representative';
  await Promise.all([
    expect(erase(other?.email ?? '', one?.session ?? '')).rejects.toThrow(refused),
    expect(erase(one?.email ?? '', other?.session ?? '')).rejects.toThrow(refused),
  ]);
  await erasing;
}, 60_000);

describe('an erasure and a handover of what mentions the person', () => {
  const person = () => `both.${crypto.randomUUID()}@mention.example`;
  const addWork = (email: string) =>
    api.sql(
      `with customers as (
         insert into public.qualified_leads (email, name, company, qualified_by)
         select gen_random_uuid() || '@client.example', 'Cee', 'via ' || $2, $1 from generate_series(1, 100)
       )
       insert into public.contact_submissions (id, first_name, email, company, project_type, message, assigned_to)
       select gen_random_uuid(), 'Cee', 'c@client.example', 'C', 'contact', 'Ask ' || $2, $1 from generate_series(1, 100)`,
      [from, email],
    );

  /** Regression: one locked requests first, the other customers. */
  test('both succeed, and so do an erasure and the undo', async () => {
    const [first, second] = [person(), person()];
    await addWork(first);
    await addWork(second);
    const [counted] = await api.sql<{ customers: number; requests: number }>(
      `select (select count(*)::int from public.qualified_leads where qualified_by = $1) as customers,
         (select count(*)::int from public.contact_submissions where assigned_to = $1 and is_open) as requests`,
      [from],
    );
    // Both are held up at the same request, with what they have locked until then.
    const holding = async (email: string) => {
      const held = untilAwaited(
        api,
        `perform from public.contact_submissions where message = 'Ask ${email}' order by id desc limit 1 for update`,
        2,
      );
      await holds(api, `l.relation = 'public.contact_submissions'::regclass and l.mode = 'RowShareLock'`);
      return { held };
    };
    const one = await holding(first);
    const handover = all({ expected: counted });
    const done = await Promise.all([eraseAsOperator(first), handOver(handover)]);
    await one.held;
    expect(done).toEqual(['erased', 'handed_over']);
    const two = await holding(second);
    const undone = await Promise.all([
      eraseAsOperator(second),
      handOver({ action: 'undo', handoverId: handover.handoverId }),
    ]);
    await two.held;
    expect(undone).toEqual(['erased', 'undone']);
  }, 60_000);

  test('a withdrawn consent waits in the same order', async () => {
    const email = person();
    await api.sql(
      `insert into public.contact_submissions (id, first_name, email, company, project_type, assigned_to,
         consent_version, consent_text, consented_at)
       select gen_random_uuid(), 'Wi', $2, 'C', 'contact', $1, 'v1', 'Yes', now() from generate_series(1, 200)`,
      [from, email],
    );
    const answers = await Promise.all([
      api.sql('select public.withdraw_consent($1) as requests', [email]),
      handOver(all({ expected: { customers: 2, requests: 202 } })),
    ]);
    expect(answers).toEqual([[{ requests: 200 }], 'handed_over']);
  });
});

describe('retention', () => {
  const addIdle = async () => {
    const [row] = await api.sql<{ id: string }>(
      `insert into public.qualified_leads (email, qualified_by, created_at, link_issued_at)
       values (gen_random_uuid() || '@idle.example', $1, now() - interval '3 years', now() - interval '3 years')
       returning id`,
      [to],
    );
    return row?.id ?? '';
  };
  const isStored = async (id: string) =>
    (await api.sql('select from public.qualified_leads where id = $1', [id])).length === 1;

  /** Regression: the job waited for the import, and then deleted the customer of its sale. */
  test('keeps a customer whose first sale is being written', async () => {
    const [sold, idle] = [await addIdle(), await addIdle()];
    const importing = untilAwaited(
      api,
      `insert into public.sales_records (sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency,
         sale_amount, commission) values ('${to}', '2026-10-05', '${sold}', 'Moonshot', 'annual', 100, 1);
       perform pg_advisory_xact_lock(1)`,
    );
    // The sale is written by then: it holds its customer.
    await holds(api, `l.locktype = 'advisory'`);
    await api.sql('select public.run_retention(false)');
    await importing;
    expect([await isStored(sold), await isStored(idle)]).toEqual([true, false]);
    expect(
      await api.sql('select qualified_lead_id as id from public.sales_records where qualified_lead_id = $1', [
        sold,
      ]),
    ).toEqual([{ id: sold }]);
  }, 60_000);

  test('locks rows of the trail alone, so a day that leaves keeps no writer waiting', async () => {
    await api.sql(
      `insert into public.audit_events (event, occurred_at)
       select 'signed_out', now() - make_interval(days => private.audit_trail_kept_days() + 1) from generate_series(1, 1000)`,
    );
    // Both statements are one transaction.
    const locks = await api.sql(
      `select private.expire_data();
       select distinct l.mode from pg_locks l
       where l.pid = pg_backend_pid() and l.relation = 'public.audit_events'::regclass order by 1`,
    );
    expect(locks).toEqual([{ mode: 'RowExclusiveLock' }, { mode: 'RowShareLock' }]);
  });

  test('and an erasure lock lines of the trail in one order', async () => {
    const rep = await addRep('Left');
    const email = `left.${rep}@trail.example`;
    await api.sql(`update public.sales_representatives set email = $2, disabled_at = now() where id = $1`, [
      rep,
      email,
    ]);
    // The newest comes first in the table.
    await api.sql(
      `with customer as (insert into public.qualified_leads (email, qualified_by) values ($2, $3) returning id)
       insert into public.audit_events (line_number, event, sales_rep_id, qualified_lead_id, ip_address, occurred_at)
       select n, 'signed_out', case when n < 3000000003 then $1::uuid end, case when n > 3000000001 then c.id end,
         '203.0.113.9', now() - make_interval(days => private.sign_in_traces_kept_days() + 1)
       from customer c, unnest(array[3000000003, 3000000002, 3000000001]) as n`,
      [rep, email, to],
    );
    const lock = 'from public.audit_events where line_number';
    const holding = untilAwaited(api, `perform ${lock} = 3000000001 for update`, 3);
    await holds(api, `l.relation = 'public.audit_events'::regclass and l.mode = 'RowShareLock'`);
    const both = [eraseAsOperator(email), api.sql('select public.run_retention(false)')];
    await expect
      .poll(() => api.sql(`select distinct l.pid from ${OWN_LOCKS} where not l.granted`))
      .toHaveLength(2);
    const free = await api.sql(`select ${lock} > 3000000000 for update skip locked`);
    await Promise.all([...both, holding, api.sql(`select ${lock} = 3000000001 for update`)]);
    expect(free).toHaveLength(2);
  }, 60_000);

  test('keeps a customer whose first sale is staged', async () => {
    const staged = await addIdle();
    await api.sql(
      `insert into private.staged_sales (id, line_number, sales_rep_id, qualified_lead_id, sale_date, product_name,
         billing_frequency, sale_amount, commission)
       values (gen_random_uuid(), 2, $1, $2, '2026-10-05', 'Moonshot', 'annual', 100, 1)`,
      [to, staged],
    );
    await api.sql('select public.run_retention(false)');
    expect(await isStored(staged)).toBe(true);
    await api.sql('truncate private.staged_sales');
    await api.sql('select public.run_retention(false)');
    expect(await isStored(staged)).toBe(false);
  });

  /** Regression: the job locked customers before codes, and an erasure codes before customers. */
  test('and an erasure of an idle customer with an old code both end', async () => {
    const idle = await addIdle();
    const email = `${idle}@idle.example`;
    await api.sql('update public.qualified_leads set email = $2 where id = $1', [idle, email]);
    await api.sql(
      `insert into private.verification_codes (id, sales_rep_id, email, code_hash, created_at, expires_at)
       values (gen_random_uuid(), $1, $2, repeat('c', 64), now() - interval '1 year', now() - interval '1 year')`,
      [to, email],
    );
    // The job waits for the customer first, and the erasure after it.
    const holding = untilAwaited(
      api,
      `perform from public.qualified_leads where id = '${idle}' for update`,
      2,
    );
    await holds(api, `l.relation = 'public.qualified_leads'::regclass and l.mode = 'RowShareLock'`);
    const retained = api.sql('select public.run_retention(false)');
    await expect.poll(() => api.sql(`select from ${OWN_LOCKS} where not l.granted`)).toHaveLength(1);
    const settled = await Promise.allSettled([retained, eraseAsOperator(email), holding]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  }, 60_000);

  test('and a handover of old requests both end', async () => {
    const rep = await addRep('Third');
    await api.sql(
      `with customers as (
         insert into public.qualified_leads (email, qualified_by, created_at, link_issued_at)
         select gen_random_uuid() || '@idle.example', $1, now() - interval '3 years', now() - interval '3 years'
         from generate_series(1, 100)
       )
       insert into public.contact_submissions (id, first_name, email, company, project_type, assigned_to, created_at)
       select gen_random_uuid(), 'Old', 'old@client.example', 'C', 'contact', $1, now() - interval '3 years'
       from generate_series(1, 100)`,
      [rep],
    );
    // If the job is first, there is still a customer to hand over.
    await api.sql(
      `insert into public.qualified_leads (email, qualified_by) values (gen_random_uuid() || '@new.example', $1)`,
      [rep],
    );
    const settled = await Promise.allSettled([
      api.sql('select public.run_retention(false)'),
      api.sql('select public.hand_over_customers($1, $2)', [rep, to]),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });
});

/** Regression: an import locked a sale and then its customer, and an erasure the customer and then the sale. */
test('an import of a customer’s sales and an erasure of the customer both end', async () => {
  const email = `sold.${crypto.randomUUID()}@import.example`;
  const [row] = await api.sql<{ customer: string; sale: string }>(
    `with customer as (
       insert into public.qualified_leads (email, qualified_by) values ($2, $1) returning id
     )
     insert into public.sales_records (sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency,
       sale_amount, commission)
     select $1, '2026-10-05', c.id, 'Moonshot', 'annual', 100, 1 from customer c
     returning id as sale, qualified_lead_id as customer`,
    [to, email],
  );
  const importId = crypto.randomUUID();
  // The fixture has an import that is running.
  await api.sql('delete from private.sales_imports where true');
  await api.sql('select public.begin_sales_import($1, true)', [importId]);
  // One sale that is stored, with another amount, and after it a new one.
  await api.sql(
    `insert into private.staged_sales (id, line_number, sales_rep_id, qualified_lead_id, sale_date, product_name,
       billing_frequency, sale_amount, commission)
     select s.id, s.line, $1, $2, '2026-10-05', 'Moonshot', 'annual', 200, 2
     from (values ($3::uuid, 2), (gen_random_uuid(), 3)) s (id, line)`,
    [to, row?.customer, row?.sale],
  );
  const waiting = () => api.sql(`select distinct l.pid from ${OWN_LOCKS} where not l.granted`);
  const holding = untilAwaited(
    api,
    `perform from public.sales_records where id = '${row?.sale}' for update`,
    2,
  );
  await holds(api, `l.relation = 'public.sales_records'::regclass and l.mode = 'RowShareLock'`);
  const committed = outcomeOf('commit_sales_import($1, 2)', [importId]);
  await expect.poll(waiting).toHaveLength(1);
  expect(await Promise.all([committed, eraseAsOperator(email), holding])).toEqual([
    'committed',
    'erased',
    expect.anything(),
  ]);
  expect(
    await api.sql('select count(*)::int from public.sales_records where qualified_lead_id = $1', [
      row?.customer,
    ]),
  ).toEqual([{ count: 0 }]);
}, 60_000);

const CUSTOMER = { email: 'waits@client.example', name: 'Ada', company: '' };

describe('a representative who is disabled while they wait', () => {
  /** Regression: rights were read before the wait, so the link was extended, and its customer got a mail. */
  test.each<[string, string, object?]>([
    ['extend-access', 'public.qualified_leads'],
    ['extend-access', 'public.contact_submissions'],
    ['revoke-access', 'public.qualified_leads'],
    [
      'edit-customer',
      'public.qualified_leads',
      { before: { name: 'Ada', company: '', note: '' }, after: { name: 'Eve', company: '', note: '' } },
    ],
  ])('%s that waits for %s changes nothing', async (path, table, fields) => {
    const token = await tokenOf(from);
    const [customerId = ''] = customers;
    const [requestId] = requests;
    await api.sql(
      `update public.qualified_leads set access_token_hash = md5(id::text) || md5(id::text), token_expires_at = now()
       where id = $1`,
      [customerId],
    );
    await api.sql("update public.contact_submissions set email = $1 || '@client.example' where id = $2", [
      customerId,
      requestId,
    ]);
    const stored = () => api.sql('select * from public.qualified_leads where id = $1', [customerId]);
    const before = await stored();
    const disabling = untilAwaited(
      api,
      `perform from ${table} where id in ('${customerId}', '${requestId}') for update;
       update public.sales_representatives set disabled_at = now() where id = '${from}'`,
    );
    await holds(api, `l.relation = 'public.sales_representatives'::regclass and l.mode = 'RowExclusiveLock'`);
    const body = { customerId, ...(fields ?? (path === 'extend-access' && { requestId })) };
    const answer = await api.call(`/functions/v1/${path}`, { body, token });
    await disabling;
    expect([answer.status, await stored()]).toEqual([401, before]);
    expect((await api.call('/_inbox/messages.json')).text).not.toContain(`${customerId}@client.example`);
  });

  /** Regression: rights were read before the wait, so a code was mailed, and settings and sessions changed. */
  test.each<[string, string, object]>([
    ['send-verification', `perform private.count_attempt('code:rep', who)`, CUSTOMER],
    [
      'send-verification',
      `perform private.count_attempt('code:email', private.mailbox_hash('${CUSTOMER.email}'))`,
      CUSTOMER,
    ],
    ['send-manager-code', `perform private.count_attempt('manager-code:rep', who)`, {}],
    ['save-rep-settings', 'null', { mailOnOpening: true }],
    [
      'end-own-sessions',
      'perform from public.sales_sessions where sales_rep_id = who for update',
      { sessionId: null },
    ],
  ])('%s that waits for what `%s` holds changes nothing', async (path, hold, body) => {
    await api.sql('update public.sales_representatives set is_manager = true where id = $1', [from]);
    const [token] = [await tokenOf(from), await tokenOf(from)];
    const stored = () =>
      api.sql(
        `select r.mail_on_opening, (select count(*) from public.sales_sessions s where s.ended_at is null and s.sales_rep_id = r.id),
           (select count(*) from private.verification_codes v where v.sales_rep_id = r.id),
           (select count(*) from private.manager_codes c where c.sales_rep_id = r.id)
         from public.sales_representatives r where r.id = $1`,
        [from],
      );
    const before = await stored();
    const disabling = untilAwaited(
      api,
      `${hold.replace('who', `'${from}'`)};
       update public.sales_representatives set disabled_at = now() where id = '${from}'`,
    );
    await holds(api, `l.relation = 'public.sales_representatives'::regclass and l.mode = 'RowExclusiveLock'`);
    const answer = await api.call(`/functions/v1/${path}`, { body, token });
    await disabling;
    expect([answer.status, await stored()]).toEqual([401, before]);
  });

  test('a right code gives no link, and can be used when they are enabled again', async () => {
    const token = await tokenOf(from);
    const [email] = customers.map((id) => `${id}@client.example`);
    const { verificationId } = (await sendCode(api, token, email ?? '')).body;
    const code = await mailedCode(api, email ?? '');
    const disabling = untilAwaited(
      api,
      `perform from public.qualified_leads where email = '${email}' for update;
       update public.sales_representatives set disabled_at = now() where id = '${from}'`,
    );
    await holds(api, `l.relation = 'public.sales_representatives'::regclass and l.mode = 'RowExclusiveLock'`);
    const refused = await issueLink(api, token, verificationId, code);
    await disabling;
    await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [from]);
    expect([refused.status, (await issueLink(api, token, verificationId, code)).status]).toEqual([401, 200]);
  });
});

/** Regression: each locked every manager before it read rights, so a representative could keep managers waiting. */
describe('who may not use Operations waits for no lock', () => {
  test.each<[string, () => object]>([
    ['change-representative', () => ({ action: 'disable', repId: to })],
    ['hand-over-customers', () => all()],
    [
      'change-targets',
      () => ({ month: '2026-01', targets: [{ repId: to, beforeCents: null, afterCents: 1 }] }),
    ],
    ['change-statements', () => ({ action: 'pay', month: '2026-01', statements: [{ repId: to }] })],
    [
      'change-person',
      () => ({
        action: 'erase',
        email: 'x@client.example',
        takesNames: true,
        erasureId: crypto.randomUUID(),
      }),
    ],
  ])('%s', async (path, body) => {
    const token = await tokenOf(from);
    let isHeld = true;
    const holding = untilAwaited(
      api,
      `perform pg_advisory_xact_lock(hashtextextended('people', 0)); perform private.lock_reps('{}')`,
    ).then(() => {
      isHeld = false;
    });
    await holds(api, `l.locktype = 'advisory'`);
    const { status } = await api.call(`/functions/v1/${path}`, { body: body(), token });
    expect([status, isHeld]).toEqual([403, true]);
    // So that the lock is not held any longer.
    await Promise.all([api.sql("select pg_advisory_xact_lock(hashtextextended('people', 0))"), holding]);
  });
});

import type { TestBackend } from './start-test-backend.ts';

const id = (kind: string, n: number) => `${kind}0000000-0000-4000-9000-00000000000${n}`;

/** Rows of two representatives and their customers. Each must not see the other's rows. `1` belongs to A, `2` to B. */
export const BAIT = {
  rep: { A: id('a', 1), B: id('a', 2), manager: id('a', 3) },
  customer: { A: id('c', 1), B: id('c', 2), revoked: id('c', 3), expired: id('c', 4) },
  salesSession: { A: id('e', 1), B: id('e', 2), loggedOut: id('e', 3), expired: id('e', 4) },
  managerSession: { withCode: id('e', 5), withoutCode: id('e', 6), overdue: id('e', 7), ofRepB: id('e', 8) },
  managerCode: id('4', 1),
  customerSession: {
    A: id('f', 1),
    B: id('f', 2),
    revoked: id('f', 3),
    expired: id('f', 4),
    loggedOut: id('f', 5),
  },
  opening: { A: id('9', 1), B: id('9', 2) },
  sale: { A: id('d', 1), B: id('d', 2) },
  /** In which both sold, and whose statements are approved. */
  month: '2026-01',
  /** Its rate is another one than the tests send. */
  rate: { productName: 'Moonshot', billingFrequency: 'annual', validFrom: '2026-01-01' },
  contact: id('8', 1),
  /** Rep A works on it. */
  assignedContact: id('8', 2),
  verification: { A: id('7', 1), B: id('7', 2) },
  /** One line per customer, then A's own sign-in and one without a known person. */
  audit: { A: id('6', 1), B: id('6', 2), ownA: id('6', 3), unknown: id('6', 4) },
} as const;

export type Actor =
  | 'anon'
  | 'rep A'
  | 'rep B'
  | 'manager'
  | 'manager without a code'
  | 'manager whose time is over'
  | 'rep B, no longer a manager'
  | 'logged-out rep A'
  | 'expired session of rep A'
  | 'tampered token of rep A'
  | 'expired token of rep A'
  | 'customer of A'
  | 'logged-out customer of A'
  | 'expired customer of A'
  | 'revoked customer of A';

/** Puts the bait in, and makes a token for each actor. Undefined for the anonymous one. */
export async function layBait(test: TestBackend): Promise<Record<Actor, string | undefined>> {
  const {
    rep,
    customer,
    salesSession,
    managerSession,
    customerSession,
    opening,
    sale,
    contact,
    verification,
    audit,
  } = BAIT;
  await test.sql(
    `insert into public.sales_representatives (id, name, email) values
      ($1, 'Rep A', 'a@bait.example'), ($2, 'Rep B', 'b@bait.example')`,
    [rep.A, rep.B],
  );
  await test.sql(
    `insert into private.sales_rep_credentials (sales_rep_id, credential_hash) values
      ($1, repeat('a', 64)), ($2, repeat('b', 64))`,
    [rep.A, rep.B],
  );
  await test.sql(
    `insert into public.qualified_leads
      (id, email, name, company, qualified_by, access_token_hash, token_expires_at, revoked_at) values
      ($1, 'one@bait.example', 'One', 'One Ltd', $5, repeat('1', 64), now() + interval '1 day', null),
      ($2, 'two@bait.example', 'Two', 'Two Ltd', $6, repeat('2', 64), now() + interval '1 day', null),
      ($3, 'three@bait.example', 'Three', 'Three Ltd', $5, repeat('3', 64), now() + interval '1 day', now()),
      ($4, 'four@bait.example', 'Four', 'Four Ltd', $5, repeat('4', 64), now() - interval '1 minute', null)`,
    [customer.A, customer.B, customer.revoked, customer.expired, rep.A, rep.B],
  );
  await test.sql(
    `insert into private.customer_notes (qualified_lead_id, sales_rep_id, note) values
      ($1, $3, 'Note of Rep A'), ($2, $4, 'Note of Rep B')`,
    [customer.A, customer.B, rep.A, rep.B],
  );
  await test.sql(
    `insert into public.sales_sessions (id, sales_rep_id, refresh_hash, expires_at, ended_at, end_reason) values
      ($1, $5, repeat('1', 64), now() + interval '1 hour', null, null),
      ($2, $6, repeat('2', 64), now() + interval '1 hour', null, null),
      ($3, $5, repeat('3', 64), now() + interval '1 hour', now(), 'signed_out'),
      ($4, $5, repeat('4', 64), now() - interval '1 minute', null, null)`,
    [salesSession.A, salesSession.B, salesSession.loggedOut, salesSession.expired, rep.A, rep.B],
  );
  await test.sql(
    `insert into public.sales_representatives (id, name, email, is_manager) values
      ($1, 'Manager', 'manager@bait.example', true)`,
    [rep.manager],
  );
  await test.sql(
    `insert into public.sales_sessions (id, sales_rep_id, refresh_hash, expires_at, manager_until) values
      ($1, $5, repeat('5', 64), now() + interval '1 hour', now() + interval '1 hour'),
      ($2, $5, repeat('6', 64), now() + interval '1 hour', null),
      ($3, $5, repeat('7', 64), now() + interval '1 hour', now() - interval '1 second'),
      ($4, $6, repeat('8', 64), now() + interval '1 hour', now() + interval '1 hour')`,
    [
      managerSession.withCode,
      managerSession.withoutCode,
      managerSession.overdue,
      managerSession.ofRepB,
      rep.manager,
      rep.B,
    ],
  );
  await test.sql(
    `insert into private.manager_codes (id, sales_rep_id, sales_session_id, code_hash) values
      ($1, $2, $3, repeat('a', 64))`,
    [BAIT.managerCode, rep.manager, managerSession.withCode],
  );
  await test.sql(
    // These sessions last one hour, so only the customer's state can exclude the revoked and the expired one.
    `insert into public.customer_sessions (id, qualified_lead_id, refresh_hash, expires_at) values
      ($1, $5, repeat('1', 64), now() + interval '1 hour'),
      ($2, $6, repeat('2', 64), now() + interval '1 hour'),
      ($3, $7, repeat('3', 64), now() + interval '1 hour'),
      ($4, $8, repeat('4', 64), now() + interval '1 hour')`,
    [
      customerSession.A,
      customerSession.B,
      customerSession.revoked,
      customerSession.expired,
      customer.A,
      customer.B,
      customer.revoked,
      customer.expired,
    ],
  );
  await test.sql(
    `insert into public.customer_sessions (id, qualified_lead_id, refresh_hash, expires_at, ended_at, end_reason)
     values ($1, $2, repeat('5', 64), now() + interval '1 hour', now(), 'signed_out')`,
    [customerSession.loggedOut, customer.A],
  );
  await test.sql(
    `insert into private.verification_codes (id, sales_rep_id, email, code_hash) values
      ($1, $3, 'new-a@bait.example', repeat('a', 64)), ($2, $4, 'new-b@bait.example', repeat('b', 64))`,
    [verification.A, verification.B, rep.A, rep.B],
  );
  await test.sql(
    `insert into public.audit_events (id, event, sales_rep_id, qualified_lead_id) values
      ($1, 'link_issued', $5, $7), ($2, 'link_issued', $6, $8), ($3, 'rep_signed_in', $5, null),
      ($4, 'rep_sign_in_failed', null, null)`,
    [audit.A, audit.B, audit.ownA, audit.unknown, rep.A, rep.B, customer.A, customer.B],
  );
  await test.sql(`insert into public.pricing_reveals (id, qualified_lead_id) values ($1, $3), ($2, $4)`, [
    opening.A,
    opening.B,
    customer.A,
    customer.B,
  ]);
  await test.sql(
    `insert into public.sales_records
      (id, sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency, sale_amount) values
      ($1, $3, '2026-01-15', $5, 'Moonshot', 'monthly', 400000),
      ($2, $4, '2026-01-15', $6, 'Moonshot', 'monthly', 400000)`,
    [sale.A, sale.B, rep.A, rep.B, customer.A, customer.B],
  );
  await test.sql(
    `insert into private.commission_rates (product_name, billing_frequency, valid_from, basis_points, set_by)
     values ($1, $2, $3, 800, $4)`,
    [BAIT.rate.productName, BAIT.rate.billingFrequency, BAIT.rate.validFrom, rep.manager],
  );
  await test.sql(
    `with approved as (
       insert into private.statements (
         sales_rep_id, month, earned_cents, final_cents, clawed_back_cents, correction_cents, carried_cents, approved_by
       )
       select r, ($3 || '-01')::date, 1, 1, 0, 0, 0, $4 from unnest(array[$1, $2]::uuid[]) as r
       returning id, sales_rep_id
     ),
     lines as (
       insert into private.commission_entries
         (sales_rep_id, sale_id, sale_date, is_clawback, is_change, cents, statement_id, kind)
       select a.sales_rep_id, s.id, s.sale_date, false, false, 1, a.id, 'final'
       from approved a join public.sales_records s on s.sales_rep_id = a.sales_rep_id
       returning *
     )
     insert into private.statement_questions (statement_id, sale_id, sales_rep_id, question)
     select l.statement_id, l.sale_id, l.sales_rep_id, 'Why?' from lines l`,
    [rep.A, rep.B, BAIT.month, rep.manager],
  );
  await test.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type) values
      ($1, 'Bait', 'bait@bait.example', 'Bait Ltd', 'contact'),
      ($2, 'Assigned', 'assigned@bait.example', 'Bait Ltd', 'contact')`,
    [contact, BAIT.assignedContact],
  );
  await test.sql(
    `update public.contact_submissions set assigned_to = $1, staff_note = 'Note on Bait' where id = $2`,
    [rep.A, BAIT.assignedContact],
  );
  await test.sql(
    `insert into private.rate_limit_counters (bucket, attempts, window_ends_at) values ('bait', 1, now() + interval '1 day')`,
  );
  await test.sql(`insert into private.upkeep_runs (job, finished_at) values ('backup', now())`);
  await test.sql(`select public.note_failed_mail('opening')`);
  await test.sql(
    `insert into private.site_events (composition_id, versions, path, kind, metric, value) values
      ('bait', '{"host": "h1", "portal": "p1"}', '/bait', 'web-vital', 'TTFB', 120)`,
  );
  await test.sql(
    `insert into private.handovers (from_rep_id, to_rep_id, customer_ids) values ($1, $2, array[$3::uuid])`,
    [rep.A, rep.B, crypto.randomUUID()],
  );
  await test.sql(`insert into private.site_event_days values ('2026-01-15', 1, 100)`);
  await test.sql(
    `insert into private.site_counts values ('2026-01-15', '/bait', 'direct', '', 'h1', 'm1', 'view', 1)`,
  );
  await test.sql(
    `with begun as (
       insert into private.sales_imports (id, has_customers) values (gen_random_uuid(), true) returning id
     )
     insert into private.imported_sales (import_id, sale_id, after) select id, gen_random_uuid(), '{}' from begun`,
  );
  await test.sql(
    `insert into private.staged_sales
      (id, line_number, sales_rep_id, sale_date, product_name, billing_frequency, sale_amount, commission) values
      (gen_random_uuid(), 2, $1, '2026-01-15', 'Moonshot', 'monthly', 400000, 32000)`,
    [rep.A],
  );

  const asRepA = (session_id: string) => test.signToken({ sub: rep.A, session_id });
  const live = await asRepA(salesSession.A);
  const [header, , signature] = live.split('.');
  const forged = Buffer.from(
    JSON.stringify({ role: 'service_role', sub: rep.A, session_id: salesSession.A, exp: 4102444800 }),
  ).toString('base64url');
  return {
    anon: undefined,
    'rep A': live,
    'rep B': await test.signToken({ sub: rep.B, session_id: salesSession.B }),
    manager: await test.signToken({ sub: rep.manager, session_id: managerSession.withCode }),
    'manager without a code': await test.signToken({
      sub: rep.manager,
      session_id: managerSession.withoutCode,
    }),
    'manager whose time is over': await test.signToken({
      sub: rep.manager,
      session_id: managerSession.overdue,
    }),
    'rep B, no longer a manager': await test.signToken({ sub: rep.B, session_id: managerSession.ofRepB }),
    'logged-out rep A': await asRepA(salesSession.loggedOut),
    'expired session of rep A': await asRepA(salesSession.expired),
    'tampered token of rep A': `${header}.${forged}.${signature}`,
    'expired token of rep A': await test.signToken(
      { sub: rep.A, session_id: salesSession.A },
      { expiresAt: Math.floor(Date.now() / 1000) - 30 },
    ),
    'customer of A': await test.signToken({ sub: customer.A, session_id: customerSession.A }),
    'logged-out customer of A': await test.signToken({
      sub: customer.A,
      session_id: customerSession.loggedOut,
    }),
    'expired customer of A': await test.signToken({
      sub: customer.expired,
      session_id: customerSession.expired,
    }),
    'revoked customer of A': await test.signToken({
      sub: customer.revoked,
      session_id: customerSession.revoked,
    }),
  };
}

import type { Backend } from '../../stack/backend/backend.ts';

/** How many customers the trail is about. */
const CUSTOMERS = 40_000;
/** Lines of one statement. */
const BATCH = 100_000;

/**
 * A trail of two years about 40,000 customers of the 200 representatives that `generateRequests` made: mostly
 * sign-ins and openings. One line in fifty is a change by a manager, one in ten thousand a rare event.
 */
export async function generateAudit(sql: Backend['sql'], count: number): Promise<void> {
  await sql(
    `
    with reps as (select array_agg(id order by email) as ids from public.sales_representatives where email like 'rep%@scale.example')
    insert into public.qualified_leads (email, name, company, qualified_by, token_expires_at, created_at)
    select 'customer' || n || '@scale.example', 'Customer ' || n, 'Company ' || n % 5000, reps.ids[1 + n % 200],
      case when n <= 300 then private.end_of_today() - interval '1 ms' else now() - n * interval '25 minutes' end,
      now() - n * interval '25 minutes'
    from generate_series(1, $1::integer) n cross join reps`,
    [CUSTOMERS],
  );
  for (let first = 0; first < count; first += BATCH) {
    await sql(
      `
      with reps as (select array_agg(id order by email) as ids from public.sales_representatives where email like 'rep%@scale.example'),
      customers as (select array_agg(id order by email) as ids from public.qualified_leads where email like '%@scale.example')
      insert into public.audit_events (event, sales_rep_id, qualified_lead_id, ip_address, user_agent, occurred_at, detail, manager_id)
      select
        case when n % 10000 = 1 then 'rep_disabled'
          else (array['rep_signed_in', 'signed_out', 'prices_revealed', 'customer_signed_in', 'code_sent', 'link_issued',
            'link_opened', 'contact_request_changed'])[1 + n % 8] end,
        reps.ids[1 + n % 200], case when n % 8 > 1 then customers.ids[1 + n % $3::integer] end,
        '203.0.113.' || n % 250, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36',
        now() - n * (interval '730 days' / $2::integer),
        case when n % 50 = 0 then jsonb_build_object('by', 'manager') else '{}' end,
        case when n % 50 = 0 then reps.ids[1 + n % 7] end
      from generate_series($1::integer + 1, least($1::integer + ${BATCH}, $2::integer)) n cross join reps cross join customers`,
      [first, count, CUSTOMERS],
    );
  }
  for (const table of ['public.audit_events', 'public.qualified_leads']) {
    await sql(`analyze ${table}`);
    await sql(`vacuum ${table}`);
  }
}

/** A day of what browsers told: 150,000 web vitals, and one failure in a thousand. */
export async function generateSiteEvents(sql: Backend['sql']): Promise<void> {
  await sql(`
    insert into private.site_events (composition_id, versions, path, kind, metric, value, occurred_at)
    select 'c1', '{"host": "h1", "portal": "p1", "marketing": "m1"}', '/', 'web-vital',
      (array['LCP', 'INP', 'CLS', 'FCP', 'TTFB'])[1 + n % 5], n % 900, now() - n * interval '0.5 seconds'
    from generate_series(1, 150000) n`);
  await sql(`
    insert into private.site_events
      (composition_id, versions, path, kind, application, application_version, thrown_in, error_name, stack, components, occurred_at)
    select 'c1', '{"host": "h1", "portal": "p1", "marketing": "m1"}', '/', 'page-error', 'portal', 'p1', 'render',
      'TypeError', '[]', '[]', now() - n * interval '9 minutes'
    from generate_series(1, 150) n`);
  await sql('analyze private.site_events');
  await sql('vacuum private.site_events');
}

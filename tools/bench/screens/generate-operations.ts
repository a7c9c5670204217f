import type { Backend } from '../../stack/backend/backend.ts';

/**
 * Contact requests of two years, made in the database: 200 representatives, 12 sources, 40 campaigns, 300 pages, and a
 * message of some 400 characters each. One in a hundred is in quarantine. Most are done, as after two years of work.
 */
export async function generateRequests(sql: Backend['sql'], count: number): Promise<void> {
  await sql(`
    insert into public.sales_representatives (name, email)
    select 'Representative ' || n, 'rep' || n || '@scale.example' from generate_series(1, 200) n`);
  await sql(
    `
    with reps as (select array_agg(id order by email) as ids from public.sales_representatives where email like 'rep%@scale.example')
    insert into public.contact_submissions (
      id, first_name, last_name, email, company, phone, message, project_type, status, source, utm, referrer,
      assigned_to, quarantined_at, notified_at, created_at
    )
    select gen_random_uuid(), 'First' || n % 900, 'Last ' || n % 1300, 'person' || n || '@scale.example',
      'Company ' || n % 5000, '+1 555 ' || lpad((n % 10000)::text, 4, '0'),
      repeat('We would like to know more about it. ', 11), case when n % 4 = 0 then 'demo' else 'contact' end,
      case when n < 400 then 'new' when n < 1200 then 'in_progress' when n % 9 = 0 then 'spam' else 'done' end,
      'source ' || n % 12,
      case when n % 3 = 0 then jsonb_build_object('campaign', 'campaign ' || n % 40) else '{}' end,
      case when n % 2 = 0 then 'https://news.example/page-' || n % 300 else '' end,
      case when n % 5 > 0 then reps.ids[1 + n % 200] end,
      case when n % 100 = 99 then now() end, now(), now() - n * (interval '730 days' / $1::integer)
    from generate_series(1, $1::integer) n cross join reps`,
    [count],
  );
  await sql('analyze public.contact_submissions');
  await sql('vacuum public.contact_submissions');
}

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

/** A price of every plan for each week of two years, and its line in the trail. */
export async function generatePrices(sql: Backend['sql']): Promise<void> {
  await sql(`
    insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents, valid_from)
    select p.id, 100000 + n, 1000000 + n, 50000 + n, now() - n * interval '1 week'
    from public.products p cross join generate_series(1, 104) n`);
  await sql(`
    insert into public.audit_events (event, occurred_at, detail)
    select 'price_set', v.valid_from, jsonb_build_object('by', 'operator', 'plan', p.slug, 'validFrom', v.valid_from)
    from public.product_prices v join public.products p on p.id = v.product_id`);
  for (const table of ['public.product_prices', 'public.audit_events']) await sql(`analyze ${table}`);
}

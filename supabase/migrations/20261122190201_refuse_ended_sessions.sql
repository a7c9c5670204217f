-- Purpose:  refuse ended sessions.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.refuse_ended_session()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.jwt_session_id() is not null and not private.may_see_prices() then
    raise sqlstate 'PT401' using message = 'the session has ended';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.claim_contact_notification(contact_request_id_param uuid, lease_seconds_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contact_request public.contact_submissions;
begin
  update public.contact_submissions s set notification_claimed_at = now()
  where s.id = contact_request_id_param
    and s.quarantined_at is null
    and s.notified_at is null
    and (s.notification_claimed_at is null
      or s.notification_claimed_at <= now() - make_interval(secs => lease_seconds_param))
  returning * into contact_request;
  if found then
    return jsonb_build_object(
      'state', 'claimed',
      'contact_request', to_jsonb(contact_request) - 'quarantined_at' - 'notification_claimed_at' - 'notified_at',
      'rep_email', (
        select r.email
        from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
        where contact_request.source = 'new-link' and l.email = lower(contact_request.email) and r.disabled_at is null
      )
    );
  end if;

  select * into contact_request from public.contact_submissions s where s.id = contact_request_id_param;
  return jsonb_build_object('state', case
    when not found then 'missing'
    when contact_request.quarantined_at is not null then 'quarantined'
    when contact_request.notified_at is not null then 'sent'
    else 'busy'
  end);
end
$function$;

CREATE OR REPLACE FUNCTION public.get_audit_events(page_size integer DEFAULT 25, before_line_number bigint DEFAULT NULL::bigint)
 RETURNS TABLE(line_number bigint, id uuid, occurred_at timestamp with time zone, event text, qualified_lead_id uuid, ip_address text, user_agent text, detail jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select e.line_number, e.id, e.occurred_at, e.event, e.qualified_lead_id, e.ip_address, e.user_agent, e.detail
  from public.audit_events e
  where before_line_number is null or e.line_number < before_line_number
  order by e.line_number desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
$function$;

CREATE OR REPLACE FUNCTION public.get_customer_note(lead_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.current_rep_id();
begin
  perform private.refuse_ended_session();
  if not exists (select from public.qualified_leads l where l.id = lead_id and l.qualified_by = rep_id) then
    raise sqlstate 'PT404' using message = 'there is no such customer';
  end if;
  return (
    select jsonb_build_object('note', coalesce(max(n.note), ''), 'updated_at', max(n.updated_at))
    from private.customer_notes n
    where n.qualified_lead_id = lead_id and n.sales_rep_id = rep_id
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_customer_openings(since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select jsonb_build_object(
    'openings', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'lead_id', o.lead_id, 'name', o.name, 'email', o.email, 'company', o.company,
          'opened_at', o.created_at, 'is_first', o.is_first
        ) order by o.created_at desc, o.id
      ),
      '[]'::jsonb
    ),
    'now', now(),
    -- What was begun before this moment and is not yet to be seen is asked for again.
    'next_since', now() - interval '5 seconds'
  )
  from (
    select r.id, r.created_at, l.id as lead_id, l.name, l.email, l.company, not exists (
      select from public.pricing_reveals e
      where e.qualified_lead_id = l.id and e.created_at >= l.link_issued_at and e.created_at < r.created_at
    ) as is_first
    from public.pricing_reveals r
    join public.qualified_leads l on l.id = r.qualified_lead_id
    where l.qualified_by = (select private.current_rep_id())
      and r.created_at > greatest(since, now() - interval '1 day')
      and since is not null
    order by r.created_at desc, r.id
    limit 50
  ) o
$function$;

CREATE OR REPLACE FUNCTION public.get_customer_timeline(lead_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.current_rep_id();
begin
  perform private.refuse_ended_session();
  if not exists (select from public.qualified_leads l where l.id = lead_id and l.qualified_by = rep_id) then
    raise sqlstate 'PT404' using message = 'unknown customer';
  end if;
  return (
    select jsonb_build_object(
      'lines', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', t.id,
            'occurred_at', t.occurred_at,
            'event', t.event,
            'by', case
              when t.event = 'link_expired' then 'system'
              when t.event in ('link_opened', 'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out')
                then 'customer'
              when t.detail ->> 'by' = 'operator' then 'operator'
              when t.sales_rep_id = rep_id then 'you'
              else 'colleague'
            end,
            'expires_at', (t.detail ->> 'expiresAt')::timestamptz,
            'reason', case when t.event = 'customer_sign_in_failed' then t.detail ->> 'reason' end
          ) order by t.place
        ) filter (where t.place <= 100),
        '[]'::jsonb
      ),
      'has_more', coalesce(bool_or(t.place > 100), false)
    )
    from (
      select e.*, row_number() over (order by e.line_number desc) as place
      from public.audit_events e
      where e.qualified_lead_id = lead_id and e.event in (
        'code_sent', 'code_failed', 'link_issued', 'link_opened', 'link_extended', 'link_revoked', 'link_expired',
        'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out'
      )
      order by e.line_number desc
      limit 101
    ) t
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_customers(filter jsonb DEFAULT '{}'::jsonb, page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb := coalesce(filter, '{}');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 100);
  rep_id uuid := private.current_rep_id();
  wanted text[] := private.text_list(asked, 'statuses', private.customer_statuses());
  term text := private.search_term(asked);
  wanted_id uuid := private.filter_id(asked, 'lead_id');
  start jsonb := private.read_cursor(after, 'customers');
begin
  perform private.refuse_ended_session();
  perform private.refuse_unknown_fields(asked, array['statuses', 'search', 'lead_id']);
  return (
    with live as (
      select distinct s.qualified_lead_id from public.customer_sessions s
      where s.ended_at is null and s.expires_at > now()
    ),
    customers as materialized (
      select l.id, l.name, l.email, l.company, l.link_issued_at, l.token_expires_at, l.revoked_at,
        v.qualified_lead_id is not null and l.is_active and l.revoked_at is null
          and coalesce(l.token_expires_at > now(), false) as has_live_session,
        case
          when l.revoked_at is not null or not l.is_active then 'revoked'
          when coalesce(l.token_expires_at <= now(), true) then 'expired'
          when l.token_expires_at <= now() + private.access_link_expiring_within() then 'expiring'
          when v.qualified_lead_id is not null then 'active'
          when l.has_accessed then 'opened'
          else 'issued'
        end as status
      from public.qualified_leads l
      left join live v on v.qualified_lead_id = l.id
      where l.qualified_by = rep_id
    ),
    page as (
      select c.*, row_number() over (order by c.link_issued_at desc, c.id desc) as place
      from customers c
      where (wanted is null or c.status = any (wanted))
        and (wanted_id is null or c.id = wanted_id)
        and (term is null or strpos(lower(concat_ws(e'\n', c.name, c.email, c.company)), term) > 0)
        and (
          start is null or (c.link_issued_at, c.id) < ((start ->> 'issued_at')::timestamptz, (start ->> 'id')::uuid)
        )
      order by c.link_issued_at desc, c.id desc
      limit row_limit + 1
    ),
    seen as (
      select p.*, r.*
      from page p
      cross join lateral (
        select
          min(r.created_at) filter (where r.created_at >= p.link_issued_at) as first_opened_at,
          max(r.created_at) filter (where r.created_at >= p.link_issued_at) as last_opened_at,
          count(*) filter (where r.created_at >= p.link_issued_at) as openings_count,
          count(*) as prices_seen_count,
          max(r.created_at) as prices_last_seen_at
        from public.pricing_reveals r where r.qualified_lead_id = p.id
      ) r
      where p.place <= row_limit
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'lead_id', s.id,
            'name', s.name,
            'email', s.email,
            'company', s.company,
            'status', s.status,
            'has_live_session', s.has_live_session,
            'issued_at', s.link_issued_at,
            'first_opened_at', s.first_opened_at,
            'last_opened_at', s.last_opened_at,
            'openings_count', s.openings_count,
            'prices_seen_count', s.prices_seen_count,
            'prices_last_seen_at', s.prices_last_seen_at,
            'token_expires_at', s.token_expires_at,
            'expiring_from', s.token_expires_at - private.access_link_expiring_within(),
            'extension_seconds', extract(epoch from private.access_link_life())::integer,
            'revoked_at', s.revoked_at
          ) order by s.place
        ),
        '[]'::jsonb
      ),
      'has_more', exists (select from page p where p.place > row_limit),
      'next_after', (
        select private.write_cursor(jsonb_build_object('order', 'customers', 'issued_at', p.link_issued_at, 'id', p.id))
        from page p where p.place = row_limit and exists (select from page n where n.place > row_limit)
      ),
      'counts', (
        select jsonb_object_agg(t.status, (select count(*) from customers c where c.status = t.status))
        from unnest(private.customer_statuses()) as t (status)
      ),
      'now', now()
    )
    from seen s
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_lead_by_id(lead_id_param uuid)
 RETURNS TABLE(id uuid, email text, name text, company text, qualified_by uuid, token_expires_at timestamp with time zone, has_accessed boolean, accessed_at timestamp with time zone, is_active boolean, rep_name text, rep_email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at,
    l.has_accessed, l.accessed_at, l.is_active, r.name, r.email
  from public.qualified_leads l
  join public.sales_representatives r on r.id = l.qualified_by
  where l.id = lead_id_param
$function$;

CREATE OR REPLACE FUNCTION public.get_plan_prices()
 RETURNS TABLE(product_slug text, monthly_cents integer, annual_cents integer, activation_cents integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_ended_session();
  -- Asked first, so that an anonymous caller gets an empty list without a right on the prices table.
  if not private.may_see_prices() then
    return;
  end if;
  return query
    select p.slug, c.monthly_cents, c.annual_cents, c.activation_cents
    from public.products p cross join lateral private.price_in_force(p.id, now()) c
    where c.product_id is not null
    order by p.position;
  if not found then
    raise warning 'get_plan_prices: the catalogue holds no price in force; run ops catalogue load';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_rep_settings()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select jsonb_build_object('mail_on_opening', r.mail_on_opening)
  from public.sales_representatives r
  where r.id = (select private.current_rep_id())
$function$;

CREATE OR REPLACE FUNCTION public.get_sale_explanation(sale_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale jsonb := private.sales_rows(array[sale_id]) -> 0;
  amount bigint := (sale ->> 'sale_amount')::bigint;
  commission bigint := (sale ->> 'commission')::bigint;
  is_cancelled boolean := (sale ->> 'is_cancelled')::boolean;
  commission_group text := sale ->> 'commission_group';
begin
  perform private.refuse_ended_session();
  if sale is null then
    raise sqlstate 'PT404' using message = 'unknown sale';
  end if;
  return (
    select jsonb_build_object(
      'sale', sale,
      'rate', round(commission::numeric / nullif(amount, 0), 6),
      'commission_group', commission_group,
      'pending_days', private.commission_pending_days(),
      'pending_until', (sale ->> 'sale_date')::date + private.commission_pending_days(),
      'figures', jsonb_agg(
        jsonb_build_object(
          'figure', f.figure, 'counts', f.counts, 'adds', case when f.counts then f.adds else 0 end, 'reason', f.reason
        ) order by f.place
      )
    )
    from (values
      (1, 'sales_cents', true, amount, 'every_sale'),
      (2, 'net_sales_cents', not is_cancelled, amount, case when is_cancelled then 'cancelled' else 'not_cancelled' end),
      (3, 'active_count', not is_cancelled, 1, case when is_cancelled then 'cancelled' else 'not_cancelled' end),
      (4, 'commission_cents', true, commission, 'every_sale'),
      (5, 'earned_cents', commission_group = 'earned', commission, case commission_group
        when 'cancelled' then 'cancelled' when 'clawback' then 'negative_commission'
        when 'pending' then 'within_pending' else 'older_than_pending' end),
      (6, 'pending_cents', commission_group = 'pending', commission, case commission_group
        when 'cancelled' then 'cancelled' when 'clawback' then 'negative_commission'
        when 'pending' then 'within_pending' else 'older_than_pending' end),
      (7, 'clawback_cents', commission_group = 'clawback', commission, case commission_group
        when 'cancelled' then 'cancelled' when 'clawback' then 'negative_commission' else 'not_negative_commission' end),
      (8, 'cancelled_cents', is_cancelled, commission, case when is_cancelled then 'cancelled' else 'not_cancelled' end),
      (9, 'net_commission_cents', not is_cancelled, commission,
        case when is_cancelled then 'cancelled' else 'not_cancelled' end)
    ) as f (place, figure, counts, adds, reason)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_dashboard(filter jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
AS $function$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'), private.current_rep_id());
  answer jsonb;
begin
  perform private.refuse_ended_session();
  -- $1: the filter; $2: the smaller side of its search.
  execute private.fill_in($query$
  with sales as (
    -- Sums by day know no customer: all of them, or those of the products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback,
      s.sales_count, s.sales_cents, s.commission_cents
    from private.sales_daily_totals s
    where {sums_condition} and (($2).sign is distinct from 1 or s.product_name = any (($1).found_products))
    union all
    -- The customers of the smaller side, unless their product was found by its name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      ($2).sign * count(*), (($2).sign * sum(s.sale_amount))::bigint, (($2).sign * sum(s.commission))::bigint
    from public.sales_records s
    where ($2).sign is not null and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id = any (($2).customers)
    group by 1, 2, 3, 4, 5
    union all
    -- A sale without a customer is never found by one.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      -count(*), -sum(s.sale_amount)::bigint, -sum(s.commission)::bigint
    from public.sales_records s
    where ($2).sign = -1 and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id is null
    group by 1, 2, 3, 4, 5
  ),
  sums as materialized (
    -- The one pass over what may be many rows; all that follows is made of its few.
    select
      grouping(s.sale_date) = 0 as is_by_day, grouping(s.product_name) = 0 as is_by_product,
      grouping(s.billing_frequency) = 0 as is_by_frequency, grouping(s.is_clawback) = 0 as is_by_group,
      s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback, min(s.sale_date) as first_day,
      sum(s.sales_count) as sales_count, sum(s.sales_cents) as sales_cents, sum(s.commission_cents) as commission_cents
    from sales s
    group by grouping sets (
      (s.is_cancelled, s.sale_date), (s.is_cancelled, s.product_name), (s.is_cancelled, s.billing_frequency),
      (s.is_cancelled, s.is_clawback, s.sale_date >= (select private.pending_since()))
    )
    -- What a search takes off may leave nothing.
    having sum(s.sales_count) <> 0
  ),
  parts as materialized (
    select
      u.is_by_group, u.is_by_day, u.is_by_product, u.is_by_frequency, u.sale_date, u.product_name, u.billing_frequency,
      sum(u.sales_count) as sales_count,
      coalesce(sum(u.sales_count) filter (where not u.is_cancelled), 0) as active_count,
      sum(u.sales_cents) as sales_cents,
      coalesce(sum(u.sales_cents) filter (where not u.is_cancelled), 0) as net_sales_cents,
      sum(u.commission_cents) as commission_cents,
      coalesce(sum(u.commission_cents) filter (where not u.is_cancelled), 0) as net_commission_cents
    from sums u
    group by 1, 2, 3, 4, 5, 6, 7
  ),
  commissions as (
    select
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'earned'), 0) as earned_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'pending'), 0) as pending_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'clawback'), 0) as clawback_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'cancelled'), 0) as cancelled_cents,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'earned'), 0) as earned_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'pending'), 0) as pending_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'clawback'), 0) as clawback_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'cancelled'), 0) as cancelled_count
    from (
      select u.sales_count, u.commission_cents, private.commission_group(u.is_cancelled, u.is_clawback, u.first_day) as commission_group
      from sums u where u.is_by_group
    ) g
  ),
  totals as (
    select
      coalesce(sum(u.sales_count), 0) as sales_count,
      coalesce(sum(u.active_count), 0) as active_count,
      coalesce(sum(u.sales_cents), 0) as sales_cents,
      coalesce(sum(u.net_sales_cents), 0) as net_sales_cents,
      coalesce(sum(u.commission_cents), 0) as commission_cents,
      coalesce(sum(u.net_commission_cents), 0) as net_commission_cents
    from parts u where u.is_by_group
  ),
  range as (
    select
      coalesce(($1).day_from, min(u.sale_date)) as first_day,
      coalesce(($1).day_to, case when coalesce(($1).day_from, min(u.sale_date)) is not null
        then greatest(max(u.sale_date), private.utc_today()) end) as last_day
    from parts u where u.is_by_day
  ),
  step as (
    select
      r.first_day, r.last_day, private.series_step(r.first_day, r.last_day) as step
    from range r where r.first_day <= r.last_day
  ),
  buckets as (
    -- Summed before they meet the series: compared one by one, ten thousand days took seconds with as many points.
    select
      date_trunc(t.step, u.sale_date::timestamp) as starts_on,
      sum(u.sales_count) as sales_count, sum(u.active_count) as active_count, sum(u.sales_cents) as sales_cents,
      sum(u.net_sales_cents) as net_sales_cents, sum(u.commission_cents) as commission_cents,
      sum(u.net_commission_cents) as net_commission_cents
    from step t cross join parts u
    where u.is_by_day
    group by 1
  ),
  points as (
    select
      p.starts_on::date as starts_on,
      coalesce(b.sales_count, 0) as sales_count,
      coalesce(b.active_count, 0) as active_count,
      coalesce(b.sales_cents, 0) as sales_cents,
      coalesce(b.net_sales_cents, 0) as net_sales_cents,
      coalesce(b.commission_cents, 0) as commission_cents,
      coalesce(b.net_commission_cents, 0) as net_commission_cents
    from step t
    cross join lateral generate_series(
      date_trunc(t.step, t.first_day::timestamp), t.last_day::timestamp, ('1 ' || t.step)::interval
    ) as p (starts_on)
    left join buckets b on b.starts_on = p.starts_on
  ),
  everything as (
    select
      coalesce(sum(d.sales_count), 0) as sales_count,
      coalesce(sum(d.sales_count) filter (where not d.is_cancelled), 0) as active_count,
      coalesce(sum(d.sales_cents), 0) as sales_cents
    from private.sales_daily_totals d where d.sales_rep_id = ($1).sales_rep_id
  ),
  shown as (
    select u.*, jsonb_build_object(
      'sales_count', u.sales_count, 'active_count', u.active_count, 'sales_cents', u.sales_cents,
      'net_sales_cents', u.net_sales_cents, 'commission_cents', u.commission_cents,
      'net_commission_cents', u.net_commission_cents
    ) as shown
    from parts u where u.is_by_product or u.is_by_frequency
  )
  select jsonb_build_object(
    'pending_days', private.commission_pending_days(),
    'today', private.utc_today(),
    'totals', (
      select to_jsonb(t) || to_jsonb(c) || jsonb_build_object('clawed_back_cents', c.cancelled_cents - c.clawback_cents)
      from totals t cross join commissions c
    ),
    'series', jsonb_build_object(
      'step', coalesce((select t.step from step t), 'month'),
      'from', (select t.first_day from step t),
      'to', (select t.last_day from step t),
      'points', (select coalesce(jsonb_agg(to_jsonb(p) order by p.starts_on), '[]'::jsonb) from points p)
    ),
    'by_product', (
      select coalesce(
        jsonb_agg(jsonb_build_object('product_name', u.product_name) || u.shown order by u.sales_cents desc, u.product_name),
        '[]'::jsonb
      )
      from shown u where u.is_by_product
    ),
    'by_billing_frequency', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('billing_frequency', u.billing_frequency) || u.shown order by u.billing_frequency desc
        ),
        '[]'::jsonb
      )
      from shown u where u.is_by_frequency
    ),
    'products', (select coalesce(jsonb_agg(p order by p), '[]'::jsonb) from private.sold_products(($1).sales_rep_id) as p),
    'all_sales_count', (select e.sales_count from everything e),
    'all_active_count', (select e.active_count from everything e),
    'all_sales_cents', (select e.sales_cents from everything e)
  )$query$, jsonb_build_object(
    'condition', private.sales_condition('s.commission < 0'), 'sums_condition', private.sales_condition('s.is_clawback')
  ))
  into answer
  using asked, private.smaller_side(asked);
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_records_by_rep(sales_rep_id_param uuid)
 RETURNS SETOF public.sales_records
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  -- As many as the API hands out in one answer; without a limit the database reads all of them first.
  select s.* from public.sales_records s
  where s.sales_rep_id = sales_rep_id_param
  order by s.sale_date desc, s.id desc
  limit 1000
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_representative(sales_rep_id_param uuid)
 RETURNS TABLE(id uuid, name text, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select r.id, r.name, r.email from public.sales_representatives r
  where r.id = sales_rep_id_param and r.id = (select private.current_rep_id())
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_sessions(page_size integer DEFAULT 25)
 RETURNS TABLE(id uuid, ip_address text, user_agent text, created_at timestamp with time zone, expires_at timestamp with time zone, ended_at timestamp with time zone, end_reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select s.id, s.ip_address, s.user_agent, s.created_at, s.expires_at, s.ended_at, s.end_reason
  from public.sales_sessions s
  where s.sales_rep_id = (select private.current_rep_id())
  order by s.created_at desc, s.id desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_table(filter jsonb DEFAULT '{}'::jsonb, sort text DEFAULT 'sale_date'::text, direction text DEFAULT 'desc'::text, page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_sort text := coalesce(sort, 'sale_date');
  asked_direction text := coalesce(direction, 'desc');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  rep_id uuid := private.current_rep_id();
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'), rep_id);
  sort_type text := case asked_sort
    when 'sale_date' then 'date'
    when 'status' then 'boolean'
    when 'product' then 'text'
    when 'customer' then 'text'
    else 'bigint'
  end;
  start jsonb := private.read_cursor(after, asked_sort || ' ' || asked_direction, sort_type::regtype);
  -- Day and id follow the column: against its direction where its values have none of their own.
  direction_after text := case when asked_sort in ('sale_date', 'amount', 'commission') then asked_direction
    when asked_direction = 'asc' then 'desc' else 'asc' end;
  -- Of each statement below. Values are parameters: $1 filter, $2 cursor, $3 rows.
  words jsonb := jsonb_build_object(
    'condition', private.sales_condition('s.commission < 0'),
    'search', private.search_condition(),
    'way', asked_direction,
    'beyond', case asked_direction when 'asc' then '>' else '<' end,
    'way_after', direction_after,
    'beyond_after', case direction_after when 'asc' then '>' else '<' end
  );
  sort_key text := case asked_sort
    when 'sale_date' then 's.sale_date'
    when 'amount' then 's.sale_amount'
    when 'commission' then 's.commission'
    when 'product' then 's.product_name'
    when 'status' then 's.is_cancelled'
    when 'customer' then $key$lower(coalesce(nullif(l.name, ''), l.email))$key$
  end;
  ids uuid[] := array[]::uuid[];
  more uuid[];
begin
  perform private.refuse_ended_session();
  if sort_key is null then
    raise exception 'unknown sort: "%"', left(asked_sort, 50) using errcode = 'invalid_parameter_value';
  end if;
  if asked_direction not in ('asc', 'desc') then
    raise exception 'unknown direction: "%"', left(asked_direction, 50) using errcode = 'invalid_parameter_value';
  end if;
  words := words || jsonb_build_object('key', sort_key, 'type', sort_type);

  if asked_sort <> 'customer' then
    execute private.fill_in($query$
      select coalesce(array_agg(p.id order by p.key {way}, p.sale_date {way_after}, p.id {way_after}), '{}')
      from (
        -- What is left of the group that the page before ended in, and then what comes after it.
        (
          select s.id, {key} as key, s.sale_date
          from public.sales_records s
          where {condition} and {search} and {key} = ($2 ->> 'key')::{type}
            and (s.sale_date, s.id) {beyond_after} (($2 ->> 'day')::date, ($2 ->> 'id')::uuid)
          order by s.sale_date {way_after}, s.id {way_after} limit $3
        )
        union all
        (
          select s.id, {key} as key, s.sale_date
          from public.sales_records s
          where {condition} and {search} and ($2 is null or {key} {beyond} ($2 ->> 'key')::{type})
          order by {key} {way}, s.sale_date {way_after}, s.id {way_after} limit $3
        )
      ) p$query$, words)
    into ids
    using asked, start, row_limit + 1;
  else
    -- From customer to customer in the order of their names, and of each only what the page has room for.
    if start is null or start ->> 'key' is not null then
      execute private.fill_in($query$
        select coalesce(
          array_agg(p.id order by p.key {way}, p.lead_id {way}, p.sale_date {way_after}, p.id {way_after}), '{}'
        )
        from (
          (
            select s.id, $2 ->> 'key' as key, s.qualified_lead_id as lead_id, s.sale_date
            from public.sales_records s
            where {condition} and {search} and s.qualified_lead_id = ($2 ->> 'customer')::uuid
              and (s.sale_date, s.id) {beyond_after} (($2 ->> 'day')::date, ($2 ->> 'id')::uuid)
            order by s.sale_date {way_after}, s.id {way_after} limit $3
          )
          union all
          (
            select s.id, l.key, l.id as lead_id, s.sale_date
            from (
              select l.id, {key} as key
              from public.qualified_leads l
              where l.qualified_by = ($1).sales_rep_id
                and ($2 is null or ({key}, l.id) {beyond} ($2 ->> 'key', ($2 ->> 'customer')::uuid))
              order by 2 {way}, 1 {way}
            ) l
            cross join lateral (
              select s.id, s.sale_date
              from public.sales_records s
              where s.qualified_lead_id = l.id and {condition} and {search}
              order by s.sale_date {way_after}, s.id {way_after} limit $3
            ) s
            order by l.key {way}, l.id {way}, s.sale_date {way_after}, s.id {way_after} limit $3
          )
        ) p$query$, words)
      into ids
      using asked, start, row_limit + 1;
    end if;
    -- Whose customer is not known comes last, in both directions.
    if cardinality(ids) <= row_limit then
      execute private.fill_in($query$
        select coalesce(array_agg(p.id order by p.sale_date {way_after}, p.id {way_after}), '{}')
        from (
          select s.id, s.sale_date
          from public.sales_records s
          where (s.qualified_lead_id is null or s.qualified_lead_id = any ($4)) and {condition} and {search}
            and ($2 is null or (s.sale_date, s.id) {beyond_after} (($2 ->> 'day')::date, ($2 ->> 'id')::uuid))
          order by s.sale_date {way_after}, s.id {way_after} limit $3
        ) p$query$, words)
      into more
      using asked, case when start ->> 'key' is null then start end, row_limit + 1 - cardinality(ids),
        private.hidden_customers(rep_id);
      ids := ids || more;
    end if;
  end if;

  return jsonb_build_object(
    'rows', private.sales_rows(ids[:row_limit]),
    'has_more', cardinality(ids) > row_limit,
    'next_after', case when cardinality(ids) > row_limit then (
      select private.write_cursor(jsonb_build_object(
        'order', asked_sort || ' ' || asked_direction,
        'key', case asked_sort
          when 'sale_date' then s.sale_date::text when 'amount' then s.sale_amount::text
          when 'commission' then s.commission::text when 'product' then s.product_name
          when 'status' then s.is_cancelled::text
          when 'customer' then (
            select lower(coalesce(nullif(l.name, ''), l.email)) from public.qualified_leads l
            where l.id = s.qualified_lead_id and l.qualified_by = rep_id
          )
        end,
        'customer', s.qualified_lead_id, 'day', s.sale_date, 'id', s.id
      ))
      from public.sales_records s where s.id = ids[row_limit]
    ) end
  );
end
$function$;

COMMENT ON FUNCTION "private"."refuse_ended_session"() IS 'Refuses (401) a request whose token names a session that has ended, expired, or belongs to a person who was disabled or revoked. First in every procedure that answers a session, so that an empty answer always means that there is nothing. A token without a session is anonymous, and passes.';

COMMENT ON FUNCTION "public"."claim_contact_notification"(uuid, integer) IS 'Lets exactly one sender mail about a request: {state: claimed | sent | busy | quarantined | missing, contact_request, rep_email}. rep_email: of the representative whom a customer asks for a new link, else null. A claim lapses after the lease, in seconds.';

REVOKE ALL ON FUNCTION "private"."refuse_ended_session"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_ended_session"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."refuse_ended_session"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_ended_session"() TO "postgres";

-- Purpose:  tidy catalogue and access.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.catalogue_differences(catalogue_param jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with wanted as (
    select p.plan ->> 'slug' as slug, t.thing, t.value
    from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
    cross join lateral (
      values ('plan', p.plan ->> 'slug'), ('name', p.plan ->> 'name'), ('description', p.plan ->> 'description'),
        ('position', p.place::text), ('isPopular', p.plan ->> 'isPopular'), ('isEnterprise', p.plan ->> 'isEnterprise')
      union all
      select format('feature "%s"', f.feature ->> 'name'), f.feature ->> 'limit'
      from jsonb_array_elements(p.plan -> 'features') f (feature)
    ) t (thing, value)
  ),
  held as (
    select d.slug, t.thing, t.value
    from public.products d
    cross join lateral (
      values ('plan', d.slug), ('name', d.name), ('description', d.description), ('position', d.position::text),
        ('isPopular', d.is_popular::text), ('isEnterprise', d.is_enterprise::text)
      union all
      select format('feature "%s"', f.feature_name), f.limit_value
      from public.product_features f where f.product_id = d.id
    ) t (thing, value)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('plan', h.slug, 'thing', h.thing, 'in_database', h.value, 'in_catalogue', w.value)
      order by h.slug, h.thing
    ),
    '[]'::jsonb
  )
  from held h
  left join wanted w on w.slug = h.slug and w.thing = h.thing
  where h.value is distinct from w.value
    -- A plan that the catalogue does not know is one difference, not one for each of its parts.
    and (h.thing = 'plan' or exists (select from wanted k where k.slug = h.slug))
$function$;

CREATE OR REPLACE FUNCTION private.customer_statuses()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['revoked', 'expired', 'expiring', 'active', 'opened', 'issued']
$function$;

CREATE OR REPLACE FUNCTION private.end_access(lead_id_param uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  revoked_at_now timestamptz;
begin
  update public.qualified_leads set revoked_at = now(), is_active = false
  where id = lead_id_param and revoked_at is null
  returning revoked_at into revoked_at_now;
  -- The policies check the customer already. Ending the sessions keeps them ended if a new link is issued.
  update public.customer_sessions set ended_at = now(), end_reason = 'revoked'
  where qualified_lead_id = lead_id_param and ended_at is null;
  return revoked_at_now;
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_day(filter jsonb, field text)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') not in ('null', 'string') then
    raise exception '% is not a calendar day (YYYY-MM-DD)', field using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over(field, char_length(filter ->> field), 10);
  if filter ->> field !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    raise exception '% is not a calendar day (YYYY-MM-DD)', field using errcode = 'invalid_parameter_value';
  end if;
  return (filter ->> field)::date;
exception
  when datetime_field_overflow then
    raise exception '% is not a calendar day: no month has it', field using errcode = 'datetime_field_overflow';
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_id(filter jsonb, field text)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') = 'null' then
    return null;
  end if;
  if filter ->> field !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise exception '% is not an id (UUID)', field using errcode = 'invalid_parameter_value';
  end if;
  return (filter ->> field)::uuid;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_cursor(after text, expected_order text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  place jsonb;
begin
  if after is null then
    return null;
  end if;
  -- The longest that private.write_cursor makes has some 2000 characters. 3000 bytes of brackets nest no deeper than
  -- what every database reads without harm.
  perform private.refuse_over('the cursor', char_length(after), 4000);
  place := convert_from(decode(after, 'base64'), 'UTF8')::jsonb;
  if place ->> 'order' is distinct from expected_order then
    raise exception 'invalid cursor: it belongs to another order' using errcode = 'invalid_parameter_value';
  end if;
  return place;
exception
  when data_exception then
    raise exception 'invalid cursor: pass next_after of an earlier answer' using errcode = 'invalid_parameter_value';
end
$function$;

CREATE OR REPLACE FUNCTION private.taken_places(catalogue_param jsonb)
 RETURNS TABLE(plan text, thing text, by_plan text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.plan ->> 'slug', t.thing, d.slug
  from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
  join public.products d on d.position = p.place or d.name = p.plan ->> 'name'
  cross join lateral (
    select case when d.position = p.place then 'position ' || p.place else format('name "%s"', d.name) end
  ) t (thing)
  where not exists (select from public.products o where o.slug = p.plan ->> 'slug')
  order by p.place
$function$;

CREATE OR REPLACE FUNCTION public.commit_sales_import(import_id_param uuid, row_count_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '15min'
AS $function$
declare
  import private.sales_imports;
  counts jsonb;
begin
  select i.* into import from private.sales_imports i where i.id = import_id_param for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown_import');
  end if;
  -- Asked again, as by a caller who did not get the answer.
  if import.outcome is not null then
    return jsonb_build_object('outcome', 'committed') || import.outcome;
  end if;
  if (select count(*) from private.staged_sales) <> row_count_param then
    return jsonb_build_object('outcome', 'rows_missing');
  end if;

  with merged as (
    insert into public.sales_records as s (
      id, sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency, sale_amount, commission,
      is_cancelled, cancelled_at
    )
    select t.id, t.sales_rep_id, t.sale_date, t.qualified_lead_id, t.product_name, t.billing_frequency, t.sale_amount,
      t.commission, t.cancelled_at is not null, t.cancelled_at
    from private.staged_sales t
    on conflict (id) do update set
      sale_date = excluded.sale_date,
      qualified_lead_id = case when import.has_customers then excluded.qualified_lead_id else s.qualified_lead_id end,
      product_name = excluded.product_name, billing_frequency = excluded.billing_frequency,
      sale_amount = excluded.sale_amount, commission = excluded.commission, is_cancelled = excluded.is_cancelled,
      cancelled_at = excluded.cancelled_at
    where s.sales_rep_id = excluded.sales_rep_id and (
      s.sale_date, s.product_name, s.billing_frequency, s.sale_amount, s.commission, s.cancelled_at,
      case when import.has_customers then s.qualified_lead_id end
    ) is distinct from (
      excluded.sale_date, excluded.product_name, excluded.billing_frequency, excluded.sale_amount, excluded.commission,
      excluded.cancelled_at, case when import.has_customers then excluded.qualified_lead_id end
    )
    returning s.xmax = 0 as is_new
  )
  select jsonb_build_object(
    'inserted', count(*) filter (where m.is_new),
    'updated', count(*) filter (where not m.is_new),
    'unchanged', row_count_param - count(*)
  )
  into counts
  from merged m;

  -- What was right when its batch came may have changed since. Then nothing of the import is kept.
  if exists (
    select from private.staged_sales t
    left join public.sales_records s on s.id = t.id and s.sales_rep_id = t.sales_rep_id
    where s.id is null
  ) then
    raise exception 'one of the ids belongs to a sale of another representative' using errcode = 'integrity_constraint_violation';
  end if;
  update private.sales_imports set outcome = counts where id = import_id_param;
  truncate private.staged_sales;
  return jsonb_build_object('outcome', 'committed') || counts;
end
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
  -- $1: the filter; $2: the smaller side of its search.
  execute private.fill_in($query$
  with sales as (
    -- Sums by day know no customer: all of them, or those of the products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback,
      s.sales_count, s.sales_cents, s.commission_cents
    from private.sales_daily_totals s
    where {condition} and (($2).sign is distinct from 1 or s.product_name = any (($1).found_products))
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
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'cancelled'), 0) as cancelled_cents
    from (
      select u.commission_cents, private.commission_group(u.is_cancelled, u.is_clawback, u.first_day) as commission_group
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
    'all_sales_count', (
      select coalesce(sum(d.sales_count), 0) from private.sales_daily_totals d where d.sales_rep_id = ($1).sales_rep_id
    )
  )$query$, jsonb_build_object('condition', private.sales_condition()))
  into answer
  using asked, private.smaller_side(asked);
  return answer;
end
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
  start jsonb := private.read_cursor(after, asked_sort || ' ' || asked_direction);
  -- Day and id follow the column: against its direction where its values have none of their own.
  direction_after text := case when asked_sort in ('sale_date', 'amount', 'commission') then asked_direction
    when asked_direction = 'asc' then 'desc' else 'asc' end;
  -- Of each statement below. Values are parameters: $1 filter, $2 cursor, $3 rows.
  words jsonb := jsonb_build_object(
    'condition', private.sales_condition(),
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
  sort_type text := case asked_sort
    when 'sale_date' then 'date'
    when 'status' then 'boolean'
    when 'product' then 'text'
    when 'customer' then 'text'
    else 'bigint'
  end;
  ids uuid[] := array[]::uuid[];
  more uuid[];
begin
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

CREATE OR REPLACE FUNCTION public.load_catalogue(catalogue_param jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken record;
  plans_added integer;
  features_added integer;
  prices_added integer;
begin
  -- Two loads at once would both find nothing.
  lock table public.products in share row exclusive mode;
  select t.* into taken from private.taken_places(catalogue_param) t limit 1;
  if found then
    return jsonb_build_object('outcome', 'taken') || to_jsonb(taken);
  end if;
  with plans as (
    select p.plan, p.place from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
  )
  insert into public.products (slug, name, description, position, is_popular, is_enterprise)
  select plan ->> 'slug', plan ->> 'name', plan ->> 'description', place,
    (plan ->> 'isPopular')::boolean, (plan ->> 'isEnterprise')::boolean
  from plans
  on conflict (slug) do nothing;
  get diagnostics plans_added = row_count;

  insert into public.product_features (product_id, feature_name, limit_value, position)
  select d.id, f.feature ->> 'name', f.feature ->> 'limit', f.place
  from jsonb_array_elements(catalogue_param -> 'plans') p (plan)
  join public.products d on d.slug = p.plan ->> 'slug'
  cross join lateral jsonb_array_elements(p.plan -> 'features') with ordinality f (feature, place)
  on conflict (product_id, feature_name) do nothing;
  get diagnostics features_added = row_count;

  -- Only a plan that never had a price is given one: what somebody has set stays.
  insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents)
  select d.id, (p.plan #>> '{price,monthlyCents}')::integer, (p.plan #>> '{price,annualCents}')::integer,
    (p.plan #>> '{price,activationCents}')::integer
  from jsonb_array_elements(catalogue_param -> 'plans') p (plan)
  join public.products d on d.slug = p.plan ->> 'slug'
  where not exists (select from public.product_prices c where c.product_id = d.id);
  get diagnostics prices_added = row_count;

  if plans_added + features_added + prices_added > 0 then
    perform private.write_audit(
      'catalogue_loaded', null, null, null, null,
      jsonb_build_object('plans', plans_added, 'features', features_added, 'prices', prices_added)
    );
  end if;
  return jsonb_build_object(
    'outcome', 'loaded', 'plans_added', plans_added, 'features_added', features_added, 'prices_added', prices_added,
    'differences', private.catalogue_differences(catalogue_param)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_access(session_id_param uuid, lead_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  customer public.qualified_leads;
  revoked_at_now timestamptz;
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  select l.* into customer from public.qualified_leads l
  where l.id = lead_id_param and l.qualified_by = rep_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  revoked_at_now := private.end_access(customer.id);
  if revoked_at_now is not null then
    perform private.write_audit('link_revoked', rep_id, customer.id, ip_address_param, user_agent_param);
  end if;
  return jsonb_build_object('outcome', 'revoked', 'revoked_at', coalesce(revoked_at_now, customer.revoked_at));
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_customer_access(lead_id_param uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.end_access(lead_id_param) is null then
    return false;
  end if;
  perform private.write_audit(
    'link_revoked', l.qualified_by, l.id, null, null, jsonb_build_object('by', 'operator')
  )
  from public.qualified_leads l where l.id = lead_id_param;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_price(product_slug_param text, valid_from_param timestamp with time zone DEFAULT NULL::timestamp with time zone, monthly_cents_param integer DEFAULT NULL::integer, annual_cents_param integer DEFAULT NULL::integer, activation_cents_param integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  product_id_found uuid;
  begins_at timestamptz;
  before public.product_prices;
  after public.product_prices;
begin
  -- Held until the end, so that two changes of one plan follow each other.
  select d.id into product_id_found from public.products d where d.slug = product_slug_param for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown_plan');
  end if;
  -- The clock is read after the lock: a price that was set while this one waited must not begin later than this one.
  if valid_from_param < clock_timestamp() then
    return jsonb_build_object('outcome', 'past');
  end if;
  -- A coarse clock may say the same instant twice.
  begins_at := coalesce(valid_from_param, (
    select greatest(clock_timestamp(), max(p.valid_from) + interval '1 microsecond') from public.product_prices p
    where p.product_id = product_id_found and p.valid_from <= clock_timestamp()
  ));
  before := private.price_in_force(product_id_found, begins_at);
  if before.valid_from = begins_at then
    return jsonb_build_object('outcome', 'taken');
  end if;
  after := before;
  after.product_id := product_id_found;
  after.valid_from := begins_at;
  after.monthly_cents := coalesce(monthly_cents_param, before.monthly_cents);
  after.annual_cents := coalesce(annual_cents_param, before.annual_cents);
  after.activation_cents := coalesce(activation_cents_param, before.activation_cents);
  if after.monthly_cents is null or after.annual_cents is null or after.activation_cents is null then
    return jsonb_build_object('outcome', 'incomplete');
  end if;
  if private.price_detail(after) = private.price_detail(before) then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  insert into public.product_prices (product_id, valid_from, monthly_cents, annual_cents, activation_cents)
  values (
    after.product_id, after.valid_from, after.monthly_cents, after.annual_cents, after.activation_cents
  );
  perform private.write_audit(
    case when valid_from_param is null then 'price_set' else 'price_scheduled' end, null, null, null, null,
    jsonb_build_object(
      'plan', product_slug_param, 'validFrom', begins_at,
      'before', private.price_detail(before), 'after', private.price_detail(after)
    )
  );
  return jsonb_build_object(
    'outcome', 'set', 'valid_from', begins_at,
    'before', private.price_detail(before), 'after', private.price_detail(after)
  );
end
$function$;

COMMENT ON FUNCTION "private"."catalogue_differences"(jsonb) IS 'What the database has in another way than a catalogue, prices left out: [{plan, thing, in_database, in_catalogue}], in_catalogue null when the catalogue does not have it.';

COMMENT ON FUNCTION "private"."customer_statuses"() IS 'States of a customer''s access. Of those that hold, the first is the status.';

COMMENT ON FUNCTION "private"."end_access"(uuid) IS 'Revokes a customer''s access and ends their sessions. Returns when, null if the access was revoked before. The caller writes the trail.';

COMMENT ON FUNCTION "private"."filter_id"(jsonb, text) IS 'A filter''s id, null when it does not narrow. Refused (22023) when it is none.';

COMMENT ON FUNCTION "private"."taken_places"(jsonb) IS 'New plans of a catalogue whose position or name another plan of the database has.';

COMMENT ON FUNCTION "public"."get_customers"(jsonb, integer, text) IS 'One page of the customers that the caller qualified and that match a filter {statuses, search, lead_id}, the newest link first: {rows, has_more, next_after, counts, now}. A status is the first of private.customer_statuses() that holds: revoked, expired, expiring (ends within private.access_link_expiring_within()), active (a live session), opened, issued. Openings are those of the link they have now, prices_seen those of all. counts: of all their customers, whatever the filter. 1 to 100 rows.';

COMMENT ON FUNCTION "public"."load_catalogue"(jsonb) IS 'Adds what the database lacks of the plans, their features and their first prices, in one transaction: {outcome: loaded, plans_added, features_added, prices_added, differences}, differences as of private.catalogue_differences. It changes nothing that is there. {outcome: taken, plan, thing, by_plan}: a new plan has the position or the name of another, and nothing was added. The shape is that of supabase/catalogue.json.';

REVOKE ALL ON FUNCTION "private"."catalogue_differences"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."catalogue_differences"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."catalogue_differences"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."catalogue_differences"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."customer_statuses"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."customer_statuses"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."customer_statuses"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_statuses"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_access"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_access"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_access"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_access"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."filter_id"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_id"(jsonb, text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."filter_id"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."filter_id"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."taken_places"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taken_places"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_places"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_places"(jsonb) TO "service_role";

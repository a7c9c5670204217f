-- Purpose: make the condition of sales one constant text. Before, a part was put into it first.

set local check_function_bodies = off;

DROP FUNCTION "private"."sales_condition"(text);

CREATE OR REPLACE FUNCTION private.sales_condition()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Repeats the groups of private.commission_group. Calling it for each of a million rows would take seconds.
  select $condition$(
    s.sales_rep_id = ($1).sales_rep_id
    and (($1).day_from is null or s.sale_date >= ($1).day_from)
    and (($1).day_to is null or s.sale_date <= ($1).day_to)
    and (($1).products is null or s.product_name = any (($1).products))
    and (($1).billing_frequencies is null or s.billing_frequency = any (($1).billing_frequencies))
    and (($1).cancelled is null or s.is_cancelled = any (($1).cancelled))
    and (($1).commission_groups is null or case
      when s.is_cancelled then 'cancelled'
      when s.commission < 0 then 'clawback'
      when s.sale_date >= ($1).pending_since then 'pending'
      else 'earned'
    end = any (($1).commission_groups))
  )$condition$
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
  -- $1: the filter. $2: the smaller side of its search.
  execute private.fill_in($query$
  with sales as (
    -- Sums by day have no customers: use all of them, or those of the products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback,
      s.sales_count, s.sales_cents, s.commission_cents
    from (
      -- The condition reads the sign of a commission. A sum has the same sign as each of its sales.
      select t.*, t.commission_cents as commission from private.sales_daily_totals t
    ) s
    where {condition} and (($2).sign is distinct from 1 or s.product_name = any (($1).found_products))
    union all
    -- Sales of the customers of the smaller side, except products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      ($2).sign * count(*), (($2).sign * sum(s.sale_amount))::bigint, (($2).sign * sum(s.commission))::bigint
    from public.sales_records s
    where ($2).sign is not null and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id = any (($2).customers)
    group by 1, 2, 3, 4, 5
    union all
    -- A search by customer never finds a sale without a customer.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      -count(*), -sum(s.sale_amount)::bigint, -sum(s.commission)::bigint
    from public.sales_records s
    where ($2).sign = -1 and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id is null
    group by 1, 2, 3, 4, 5
  ),
  sums as materialized (
    -- The only pass over possibly many rows. All later steps read its small result.
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
    -- Subtracting the search's sales may leave nothing.
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
    -- Sums first, then joins the series. Joining ten thousand single days with as many points took seconds.
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
  sort_type text := case asked_sort
    when 'sale_date' then 'date'
    when 'status' then 'boolean'
    when 'product' then 'text'
    when 'customer' then 'text'
    else 'bigint'
  end;
  start jsonb := private.read_cursor(after, asked_sort || ' ' || asked_direction, sort_type::regtype);
  -- Day and id break ties of the column. If the column has no natural order, they run against its direction.
  direction_after text := case when asked_sort in ('sale_date', 'amount', 'commission') then asked_direction
    when asked_direction = 'asc' then 'desc' else 'asc' end;
  -- Parameters of each statement below: $1 filter, $2 cursor, $3 rows.
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
        -- First the rest of the group in which the previous page ended, then the groups after it.
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
    -- Goes from customer to customer by name and reads only as many sales of each as fit on the page.
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
    -- Sales without a known customer come last in both directions.
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

COMMENT ON FUNCTION "private"."sales_condition"() IS 'SQL condition for a filter without its search. Its s is a row of public.sales_records, or of private.sales_daily_totals with commission_cents as its commission. $1: private.sales_filter. Run it with EXECUTE: the planner then knows the values and skips unused conditions.';

REVOKE ALL ON FUNCTION "private"."sales_condition"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sales_condition"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."sales_condition"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_condition"() TO "postgres";

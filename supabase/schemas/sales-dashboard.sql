-- Figures of the sales that match a filter: totals, a series, and sums by product and frequency.

create function private.series_step(first_day date, last_day date) returns text
language sql immutable set search_path = ''
as $$
  select case
    when last_day - first_day < 45 then 'day'
    when last_day - first_day < 26 * 7 then 'week'
    when last_day - first_day <= 3653 then 'month'
    else 'year'
  end
$$;
comment on function private.series_step(date, date) is
  'Step of a chart for a range of calendar days: day up to 45 days, week up to 26 weeks, month up to 10 years, else year.';
grant execute on function private.series_step(date, date) to api_reader;

create type private.search_side as (
  -- 1: add the sales of these customers. -1: subtract them from the whole. Null: there is no search.
  sign integer,
  customers uuid[]
);
comment on type private.search_side is
  'The smaller side of a search: the customers that it finds, or the customers that it excludes.';

create function private.smaller_side(filter private.sales_filter) returns private.search_side
language plpgsql stable set search_path = ''
as $$
declare
  customers_count integer;
begin
  if filter.found_customers is null then
    return null;
  end if;
  select count(*) into customers_count from public.qualified_leads l
  where filter.everyone or l.qualified_by = filter.sales_rep_id;
  if 2 * cardinality(filter.found_customers) <= customers_count then
    return row(1, filter.found_customers);
  end if;
  -- Another customer, or one that no longer belongs to the representative.
  return row(-1, private.hidden_customers(filter.sales_rep_id) || array(
    select l.id from public.qualified_leads l where filter.everyone or l.qualified_by = filter.sales_rep_id
    except
    select unnest(filter.found_customers)
  ));
end
$$;
comment on function private.smaller_side(private.sales_filter) is
  'The customers of the smaller side of a search. A summary reads their sales in addition to its sums.';
grant execute on function private.smaller_side(private.sales_filter) to api_reader;

create function public.get_sales_dashboard(filter jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '32MB'
as $$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'));
  first_sale date;
  last_sale date;
  -- A target covers every sale of one representative.
  target_of uuid := case
    when not asked.everyone and private.has_only_days(coalesce(filter, '{}')) then asked.sales_rep_id
  end;
  words jsonb := jsonb_build_object(
    'condition', private.sales_condition(asked.everyone), 'sums', private.sales_sums(),
    'whose', case when asked.everyone then 's.sales_rep_id is null' else 'true' end,
    'all', case when asked.everyone then 't.sales_rep_id is null' else 't.sales_rep_id = ($1).sales_rep_id' end
  );
  answer jsonb;
begin
  perform private.refuse_ended_session();
  if asked.found_customers is null then
    -- Each is the first that the key of the table leads to.
    execute private.fill_in($query$
      with days as not materialized (
        select s.sales_rep_id, s.sale_date
        from (select t.*, t.commission_cents as commission from private.sales_totals t where not t.is_month) s
        where {whose} and {condition}
      )
      select
        (select d.sale_date from days d order by d.sales_rep_id, d.sale_date limit 1),
        (select d.sale_date from days d order by d.sales_rep_id desc, d.sale_date desc limit 1)
    $query$, words)
    into first_sale, last_sale
    using asked;
  end if;
  -- A series of days or weeks is made of the sums by day, and so is what a search finds.
  if first_sale is null or private.series_step(
    coalesce(asked.day_from, first_sale), coalesce(asked.day_to, greatest(last_sale, private.utc_today()))
  ) in ('day', 'week') then
    asked.months_from := null;
    asked.months_to := null;
  end if;
  -- $1: the filter. $2: the smaller side of its search. $3: whose targets stand beside months. $4, $5: the first and
  -- the last day with a sale, unless there is a search.
  execute private.fill_in($query$
  with sales as (
    -- Sums have no customers: use all of them, or those of the products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback,
      s.sales_count, s.sales_cents, s.commission_cents
    from {sums} s
    where {whose} and {condition} and (($2).sign is distinct from 1 or s.product_name = any (($1).found_products))
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
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'earned'), 0) as "earnedCents",
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'pending'), 0) as "pendingCents",
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'clawback'), 0) as "clawbackCents",
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'cancelled'), 0) as "cancelledCents",
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'earned'), 0) as "earnedCount",
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'pending'), 0) as "pendingCount",
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'clawback'), 0) as "clawbackCount",
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'cancelled'), 0) as "cancelledCount"
    from (
      select u.sales_count, u.commission_cents, private.commission_group(u.is_cancelled, u.is_clawback, u.first_day) as commission_group
      from sums u where u.is_by_group
    ) g
  ),
  totals as (
    select
      coalesce(sum(u.sales_count), 0) as "salesCount",
      coalesce(sum(u.active_count), 0) as "activeCount",
      coalesce(sum(u.sales_cents), 0) as "salesCents",
      coalesce(sum(u.net_sales_cents), 0) as "netSalesCents",
      coalesce(sum(u.commission_cents), 0) as "commissionCents",
      coalesce(sum(u.net_commission_cents), 0) as "netCommissionCents"
    from parts u where u.is_by_group
  ),
  asked_range as (
    select
      coalesce(($1).day_from, u.first_sale) as first_day,
      coalesce(($1).day_to, case when coalesce(($1).day_from, u.first_sale) is not null
        then greatest(u.last_sale, private.utc_today()) end) as last_day,
      u.first_sale, u.last_sale
    from (
      select coalesce($4, min(u.sale_date)) as first_sale, coalesce($5, max(u.sale_date)) as last_sale
      from parts u where u.is_by_day
    ) u
  ),
  range as (
    -- A century of single years is the longest series. A longer range is cut to the years with sales.
    select
      case when r.last_day - r.first_day > 36525 then r.first_sale else r.first_day end as first_day,
      case when r.last_day - r.first_day > 36525 then r.last_sale else r.last_day end as last_day
    from asked_range r
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
      p.starts_on::date as "startsOn",
      coalesce(b.sales_count, 0) as "salesCount",
      coalesce(b.active_count, 0) as "activeCount",
      coalesce(b.sales_cents, 0) as "salesCents",
      coalesce(b.net_sales_cents, 0) as "netSalesCents",
      coalesce(b.commission_cents, 0) as "commissionCents",
      coalesce(b.net_commission_cents, 0) as "netCommissionCents",
      g.cents as "targetCents"
    from step t
    cross join lateral generate_series(
      date_trunc(t.step, t.first_day::timestamp), t.last_day::timestamp, ('1 ' || t.step)::interval
    ) as p (starts_on)
    left join buckets b on b.starts_on = p.starts_on
    left join private.sales_targets g on t.step = 'month' and g.sales_rep_id = $3 and g.month = p.starts_on::date
  ),
  everything as (
    select
      coalesce(sum(t.sales_count), 0) as sales_count,
      coalesce(sum(t.sales_count) filter (where not t.is_cancelled), 0) as active_count,
      coalesce(sum(t.sales_count) filter (where t.is_clawback and not t.is_cancelled), 0) as clawback_count,
      coalesce(sum(t.sales_cents), 0) as sales_cents
    from private.sales_totals t where {all} and t.is_month
  ),
  shown as (
    select u.*, jsonb_build_object(
      'salesCount', u.sales_count, 'activeCount', u.active_count, 'salesCents', u.sales_cents,
      'netSalesCents', u.net_sales_cents, 'commissionCents', u.commission_cents,
      'netCommissionCents', u.net_commission_cents
    ) as shown
    from parts u where u.is_by_product or u.is_by_frequency
  )
  select jsonb_build_object(
    'pendingDays', private.commission_pending_days(),
    'today', private.utc_today(),
    'totals', (
      select to_jsonb(t) || to_jsonb(c) || jsonb_build_object('clawedBackCents', c."cancelledCents" - c."clawbackCents")
      from totals t cross join commissions c
    ),
    'series', jsonb_build_object(
      'step', coalesce((select t.step from step t), 'month'),
      'from', (select t.first_day from step t),
      'to', (select t.last_day from step t),
      'points', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(p)) order by p."startsOn"), '[]'::jsonb) from points p)
    ),
    'byProduct', (
      select coalesce(
        jsonb_agg(jsonb_build_object('productName', u.product_name) || u.shown order by u.sales_cents desc, u.product_name),
        '[]'::jsonb
      )
      from shown u where u.is_by_product
    ),
    'byBillingFrequency', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('billingFrequency', u.billing_frequency) || u.shown order by u.billing_frequency desc
        ),
        '[]'::jsonb
      )
      from shown u where u.is_by_frequency
    ),
    'products', (select coalesce(jsonb_agg(p order by p), '[]'::jsonb) from private.sold_products(($1).sales_rep_id, ($1).everyone) as p),
    'allSalesCount', (select e.sales_count from everything e),
    'allActiveCount', (select e.active_count from everything e),
    'allClawbackCount', (select e.clawback_count from everything e),
    'allSalesCents', (select e.sales_cents from everything e)
  )$query$, words)
  into answer
  using asked, private.smaller_side(asked), target_of, first_sale, last_sale;
  return answer;
end
$$;
comment on function public.get_sales_dashboard(jsonb) is
  'Figures of the caller''s own sales that match a filter: totals, series without gaps, sums by product and by billing frequency. The series of a range over 100 years has only the years with sales. A month has targetCents if one representative''s target is known and the filter has only days: see private.has_only_days. filter: {scope, from, to, products, billing_frequencies, statuses, commission_groups, search}. scope: see private.read_sales_filter. get_sales_table lists the same sales. US cents, exact. commissionCents = earnedCents + pendingCents + clawbackCents + cancelledCents. Zeros without a live session. An invalid filter is refused (22023).';
grant execute on function public.get_sales_dashboard(jsonb) to authenticated;
alter function public.get_sales_dashboard(jsonb) owner to api_reader;

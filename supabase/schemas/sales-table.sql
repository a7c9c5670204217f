-- One page of the sales that match a filter, in any order, at the same cost for every page. Also explains the figures
-- of one sale.

create function private.sales_rows(ids uuid[], everyone boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', s.id,
        'saleDate', s.sale_date,
        'productName', s.product_name,
        'billingFrequency', s.billing_frequency,
        'amountCents', s.sale_amount,
        'commissionCents', s.commission,
        'isCancelled', s.is_cancelled,
        'cancelledAt', s.cancelled_at,
        'commissionGroup', private.commission_group(s.is_cancelled, s.commission < 0, s.sale_date),
        'customer', case when l.id is not null then
          jsonb_build_object('id', l.id, 'name', l.name, 'email', l.email, 'company', l.company)
        end
      ) || case when everyone then jsonb_build_object('representative', private.shown_name(r)) else '{}' end
      order by i.place
    ),
    '[]'::jsonb
  )
  from unnest(ids) with ordinality as i (id, place)
  join public.sales_records s on s.id = i.id
  left join public.sales_representatives r on everyone and r.id = s.sales_rep_id
  left join public.qualified_leads l on l.id = s.qualified_lead_id and (everyone or l.qualified_by = s.sales_rep_id)
$$;
comment on function private.sales_rows(uuid[], boolean) is
  'Sales with the given ids that the caller may read, in that order, each with its customer (null: none, or not the seller''s any more) and its commission group. US cents. everyone: each with its customer, even if they have another representative now, and with the name of its own.';
grant execute on function private.sales_rows(uuid[], boolean) to api_reader, service_role;

create function private.sales_page(
  asked private.sales_filter, sort text, direction text, row_limit integer, after text
)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  asked_sort text := coalesce(sort, 'sale_date');
  asked_direction text := coalesce(direction, 'desc');
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
  -- Parameters of each statement below: $1 filter, $2 cursor, $3 rows. Column and direction cannot be parameters.
  words jsonb := jsonb_build_object(
    'condition', private.sales_condition(asked.everyone),
    'customers', case when asked.everyone then 'true' else 'l.qualified_by = ($1).sales_rep_id' end,
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
  perform private.refuse_unknown_order(sort_key, asked_sort, asked_direction);
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
              where {customers}
                -- Without this, a search reads all sales of customers that it does not find.
                and (
                  ($1).found_customers is null or ($1).found_products <> '{}' or l.id = any (($1).found_customers)
                )
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
        private.hidden_customers(asked.sales_rep_id);
      ids := ids || more;
    end if;
  end if;

  return jsonb_build_object(
    'rows', private.sales_rows(ids[:row_limit], asked.everyone),
    'hasMore', cardinality(ids) > row_limit,
    'nextAfter', case when cardinality(ids) > row_limit then (
      select private.write_cursor(jsonb_build_object(
        'order', asked_sort || ' ' || asked_direction,
        'key', case asked_sort
          when 'sale_date' then s.sale_date::text when 'amount' then s.sale_amount::text
          when 'commission' then s.commission::text when 'product' then s.product_name
          when 'status' then s.is_cancelled::text
          when 'customer' then (
            select lower(coalesce(nullif(l.name, ''), l.email)) from public.qualified_leads l
            where l.id = s.qualified_lead_id and (asked.everyone or l.qualified_by = asked.sales_rep_id)
          )
        end,
        'customer', s.qualified_lead_id, 'day', s.sale_date, 'id', s.id
      ))
      from public.sales_records s where s.id = ids[row_limit]
    ) end
  );
end
$$;
comment on function private.sales_page(private.sales_filter, text, text, integer, text) is
  'One page of the sales that match a filter: see public.get_sales_table.';
grant execute on function private.sales_page(private.sales_filter, text, text, integer, text)
  to api_reader, service_role;

create function public.get_sales_table(
  filter jsonb default '{}', sort text default 'sale_date', direction text default 'desc',
  page_size integer default 25, after text default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'));
  -- More of other people's sales only through an export, which is a line of the trail.
  most integer := case when filter ->> 'scope' is null then 1000 else 100 end;
begin
  perform private.refuse_ended_session();
  return private.sales_page(asked, sort, direction, least(greatest(coalesce(page_size, 25), 1), most), after);
end
$$;
comment on function public.get_sales_table(jsonb, text, text, integer, text) is
  'One page of the caller''s own sales that match a filter, each with its customer: {rows, hasMore, nextAfter}. get_sales_dashboard sums up the same sales. The scope of the filter: see private.read_sales_filter. With one, a page has at most 100 rows. sort: sale_date, amount, commission, customer, product or status. direction: asc or desc. after: nextAfter of the page before. 1 to 1000 rows. US cents. No rows without a live session. Invalid input is refused (22023).';
grant execute on function public.get_sales_table(jsonb, text, text, integer, text) to authenticated;
alter function public.get_sales_table(jsonb, text, text, integer, text) owner to api_reader;

create function private.probably_reversed(clawback_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case when count(*) filter (where o.commission > 0) = 1 and count(*) filter (where o.commission < 0) = 1 then
    jsonb_agg(jsonb_build_object('id', o.id, 'saleDate', o.sale_date)) filter (where o.commission > 0) -> 0
  end
  from public.sales_records c
  join public.sales_records o on o.sales_rep_id = c.sales_rep_id and o.qualified_lead_id = c.qualified_lead_id
    and o.product_name = c.product_name and o.billing_frequency = c.billing_frequency and not o.is_cancelled
    -- A second clawback of the same amount, also a later one, leaves open which of them reverses the sale.
    and (o.commission = c.commission or o.commission = -c.commission and o.sale_date <= c.sale_date)
  where c.id = clawback_id and c.commission < 0 and not c.is_cancelled
$$;
comment on function private.probably_reversed(uuid) is
  'The sale that a clawback probably reverses: {id, saleDate}. Sales have no link to one another. So it is the only one of the same seller, customer, product and billing with the opposite commission. It is not cancelled, and not later than the clawback. Null: none or several match, another clawback matches too, or it is no clawback.';
grant execute on function private.probably_reversed(uuid) to api_reader;

create function public.get_sale_explanation(sale_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The policies decide: of a representative their own, of a manager who gave the code any.
  sale jsonb := private.sales_rows(array[sale_id], private.current_manager_until() is not null) -> 0;
  amount bigint := (sale ->> 'amountCents')::bigint;
  commission bigint := (sale ->> 'commissionCents')::bigint;
  is_cancelled boolean := (sale ->> 'isCancelled')::boolean;
  commission_group text := sale ->> 'commissionGroup';
begin
  perform private.refuse_ended_session();
  if sale is null then
    raise sqlstate 'PT404' using message = 'unknown sale';
  end if;
  return (
    select jsonb_build_object(
      'sale', sale,
      'rate', round(commission::numeric / nullif(amount, 0), 6),
      'commissionGroup', commission_group,
      'pendingDays', private.commission_pending_days(),
      'pendingUntil', (sale ->> 'saleDate')::date + private.commission_pending_days(),
      'reverses', private.probably_reversed(sale_id),
      'rule', (
        select case when c.basis_points is not null then jsonb_build_object(
          'basisPoints', c.basis_points, 'validFrom', c.valid_from,
          'expectedCents', private.commission_by_rate(amount, commission, c.basis_points)
        ) end
        from private.commission_rates c
        where c.product_name = sale ->> 'productName' and c.billing_frequency = sale ->> 'billingFrequency'
          and c.valid_from <= (sale ->> 'saleDate')::date
        order by c.valid_from desc limit 1
      ),
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
$$;
comment on function public.get_sale_explanation(uuid) is
  'Explains the figures of one of the caller''s own sales, or of anyone''s for a manager who gave the code: commission divided by amount (null for an amount of zero), commission group, and end of the pending time. For each figure of the dashboard: whether the sale counts, what it adds (US cents, or a count for active_count) and why. rule: its rate in private.commission_rates, with private.commission_by_rate. reverses: see private.probably_reversed. Any other id is not found (404).';
grant execute on function public.get_sale_explanation(uuid) to authenticated;
alter function public.get_sale_explanation(uuid) owner to api_reader;

-- Which sales a filter means, and what a sale's commission counts as: each said once, for the table, the dashboard
-- and the explanation of a sale alike.

create function private.utc_today() returns date
language sql stable set search_path = ''
as $$
  select (now() at time zone 'UTC')::date
$$;
comment on function private.utc_today() is 'Calendar day by the server''s clock, in UTC whatever the session''s zone.';
revoke all on function private.utc_today() from public, anon, authenticated, service_role;
grant execute on function private.utc_today() to api_reader;

create function private.pending_since() returns date
language sql stable set search_path = ''
as $$
  select private.utc_today() - private.commission_pending_days() + 1
$$;
comment on function private.pending_since() is 'First calendar day whose sales are still pending today.';
revoke all on function private.pending_since() from public, anon, authenticated, service_role;
grant execute on function private.pending_since() to api_reader;

create function private.commission_group(is_cancelled boolean, is_clawback boolean, sale_date date) returns text
language sql stable set search_path = ''
as $$
  select case
    when is_cancelled then 'cancelled'
    when is_clawback then 'clawback'
    when sale_date >= private.pending_since() then 'pending'
    else 'earned'
  end
$$;
comment on function private.commission_group(boolean, boolean, date) is
  'What a sale''s commission counts as: cancelled, clawback (negative), pending (younger than commission_pending_days) or earned; every sale is in exactly one.';
revoke all on function private.commission_group(boolean, boolean, date)
  from public, anon, authenticated, service_role;
grant execute on function private.commission_group(boolean, boolean, date) to api_reader;

create function private.sold_products(sales_rep_id_param uuid) returns setof text
language sql stable set search_path = ''
as $$
  -- From each name to the next in the index: as many steps as names, however many sales.
  with recursive names as (
    (
      select s.product_name from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param order by s.product_name limit 1
    )
    union all
    select (
      select s.product_name from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param and s.product_name > n.product_name
      order by s.product_name limit 1
    )
    from names n where n.product_name is not null
  )
  select n.product_name from names n where n.product_name is not null
$$;
comment on function private.sold_products(uuid) is
  'Names of the products that the representative ever sold, as they stand on the sales, in order.';
revoke all on function private.sold_products(uuid) from public, anon, authenticated, service_role;
grant execute on function private.sold_products(uuid) to api_reader;

create function private.hidden_leads(sales_rep_id_param uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  -- From each customer to the next in the index, as in private.sold_products.
  with recursive sold_to as (
    (
      select s.qualified_lead_id from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param and s.qualified_lead_id is not null
      order by s.qualified_lead_id limit 1
    )
    union all
    select (
      select s.qualified_lead_id from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param and s.qualified_lead_id > t.qualified_lead_id
      order by s.qualified_lead_id limit 1
    )
    from sold_to t where t.qualified_lead_id is not null
  )
  select array(
    select t.qualified_lead_id from sold_to t
    where t.qualified_lead_id is not null
      and not exists (
        select from public.qualified_leads l where l.id = t.qualified_lead_id and l.qualified_by = sales_rep_id_param
      )
  )
$$;
comment on function private.hidden_leads(uuid) is
  'Customers on the representative''s sales that are not theirs any more, and so are not shown.';
revoke all on function private.hidden_leads(uuid) from public, anon, authenticated, service_role;
grant execute on function private.hidden_leads(uuid) to api_reader;

create function private.found_leads(term text, sales_rep_id_param uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select l.id from public.qualified_leads l
    where l.qualified_by = sales_rep_id_param and strpos(lower(concat_ws(e'\n', l.name, l.email, l.company)), term) > 0
  )
$$;
comment on function private.found_leads(text, uuid) is
  'The representative''s customers whose name, address or company holds the term, which is in lower case.';
revoke all on function private.found_leads(text, uuid) from public, anon, authenticated, service_role;
grant execute on function private.found_leads(text, uuid) to api_reader;

create function private.found_products(term text, sales_rep_id_param uuid) returns text[]
language sql stable set search_path = ''
as $$
  select array(select p from private.sold_products(sales_rep_id_param) as p where strpos(lower(p), term) > 0)
$$;
comment on function private.found_products(text, uuid) is
  'The products that the representative sold whose name holds the term, which is in lower case.';
revoke all on function private.found_products(text, uuid) from public, anon, authenticated, service_role;
grant execute on function private.found_products(text, uuid) to api_reader;

create function private.sales_condition(filter jsonb, sales_rep_id_param uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  day_from date := private.filter_day(filter, 'from');
  day_to date := private.filter_day(filter, 'to');
  products text[] := private.text_list(filter, 'products');
  frequencies text[] := private.text_list(filter, 'billing_frequencies', array['monthly', 'annual']);
  statuses text[] := private.text_list(filter, 'statuses', array['active', 'cancelled']);
  term text := private.search_term(filter);
  condition text := format('s.sales_rep_id = %L', sales_rep_id_param);
begin
  perform private.refuse_unknown_fields(
    filter, array['from', 'to', 'products', 'billing_frequencies', 'statuses', 'search']
  );
  if day_from is not null then
    condition := condition || format(' and s.sale_date >= %L', day_from);
  end if;
  if day_to is not null then
    condition := condition || format(' and s.sale_date <= %L', day_to);
  end if;
  if products is not null then
    condition := condition || format(' and s.product_name = any (%L::text[])', products);
  end if;
  if frequencies is not null then
    condition := condition || format(' and s.billing_frequency = any (%L::text[])', frequencies);
  end if;
  if statuses is not null then
    condition := condition || format(
      ' and s.is_cancelled = any (%L::boolean[])', array(select status = 'cancelled' from unnest(statuses) as status)
    );
  end if;
  if term is not null then
    -- Looked up first: few customers and products are found fast by index, and the sales follow from them.
    condition := condition || format(
      ' and (s.qualified_lead_id = any (%L::uuid[]) or s.product_name = any (%L::text[]))',
      private.found_leads(term, sales_rep_id_param), private.found_products(term, sales_rep_id_param)
    );
  end if;
  return condition;
end
$$;
comment on function private.sales_condition(jsonb, uuid) is
  'The condition, as SQL on s, that a filter puts on the sales of a representative. Holds for public.sales_records; without a search for private.sales_daily_totals as well. Every value in it is a quoted literal.';
revoke all on function private.sales_condition(jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function private.sales_condition(jsonb, uuid) to api_reader;

-- Which sales match a filter, and what a sale's commission counts as. The table, the dashboard, the ranking and the
-- explanation of a sale share these definitions.

create function private.pending_since() returns date
language sql stable set search_path = ''
as $$
  select private.utc_today() - private.commission_pending_days() + 1
$$;
comment on function private.pending_since() is 'First calendar day with sales that are still pending today.';
grant execute on function private.pending_since() to api_reader, service_role;

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
  'Group of a sale''s commission: cancelled, clawback (negative), pending (younger than commission_pending_days) or earned. Every sale is in exactly one group.';
grant execute on function private.commission_group(boolean, boolean, date) to api_reader, service_role;

create function private.sold_products(sales_rep_id_param uuid, everyone boolean) returns setof text
language sql stable set search_path = ''
as $$
  -- Steps from each name to the next in the index. The cost depends on the number of names, not of sales.
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
  union all
  (
    select distinct t.product_name from private.sales_totals t
    where everyone and t.sales_rep_id is null and t.is_month order by 1
  )
$$;
comment on function private.sold_products(uuid, boolean) is
  'Names of all products that the representative, or everyone, ever sold, as stored on the sales, sorted.';
grant execute on function private.sold_products(uuid, boolean) to api_reader, service_role;

create function private.hidden_customers(sales_rep_id_param uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  -- Steps from each customer to the next in the index, as in private.sold_products.
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
comment on function private.hidden_customers(uuid) is
  'Customers on the representative''s sales that no longer belong to the representative. They are not shown. None for null: among the sales of everyone, each customer is shown.';
grant execute on function private.hidden_customers(uuid) to api_reader, service_role;

create function private.found_customers(term text, sales_rep_id_param uuid, everyone boolean) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select l.id from public.qualified_leads l
    where l.qualified_by = sales_rep_id_param and strpos(l.search_text, term) > 0
    union all
    select l.id from public.qualified_leads l where everyone and strpos(l.search_text, term) > 0
  )
$$;
comment on function private.found_customers(text, uuid, boolean) is
  'Customers of the representative, or of everyone, whose name, address or company contains the folded term.';
grant execute on function private.found_customers(text, uuid, boolean) to api_reader, service_role;

create function private.found_products(term text, sales_rep_id_param uuid, everyone boolean) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select p from private.sold_products(sales_rep_id_param, everyone) as p
    where strpos(replace(private.folded(p), ' ', ''), term) > 0
  )
$$;
comment on function private.found_products(text, uuid, boolean) is
  'The products that the representative, or everyone, sold and whose name contains the folded term.';
grant execute on function private.found_products(text, uuid, boolean) to api_reader, service_role;

create type private.sales_filter as (
  -- Whose sales. Null with everyone, and for a caller who is no representative: they have none.
  sales_rep_id uuid,
  everyone boolean,
  day_from date,
  day_to date,
  products text[],
  billing_frequencies text[],
  -- Values of is_cancelled.
  cancelled boolean[],
  -- Results of the search. Both are null without a search.
  found_customers uuid[],
  found_products text[],
  -- Values of private.commission_group for pending_since.
  commission_groups text[],
  pending_since date,
  -- Whole months of it whose sales all count alike: from the first day of one up to, not including, that of another.
  -- Null: only the sums by day are read.
  months_from date,
  months_to date
);
comment on type private.sales_filter is
  'A checked filter of the sales of one representative, or of everyone. Any other null field does not filter. private.sales_condition defines its meaning.';

create function private.read_sales_filter(filter jsonb, session_id_param uuid default null)
returns private.sales_filter
language plpgsql stable set search_path = ''
as $$
declare
  read private.sales_filter;
  statuses text[] := private.text_list(filter, 'statuses', array['active', 'cancelled']);
  term text := private.search_term(filter);
begin
  perform private.refuse_unknown_fields(
    filter, array['scope', 'from', 'to', 'products', 'billing_frequencies', 'statuses', 'commission_groups', 'search']
  );
  select s.sales_rep_id, s.everyone into read.sales_rep_id, read.everyone
  from private.read_scope(filter, session_id_param) s;
  read.day_from := private.filter_day(filter, 'from');
  read.day_to := private.filter_day(filter, 'to');
  read.products := private.text_list(filter, 'products');
  read.billing_frequencies := private.text_list(filter, 'billing_frequencies', array['monthly', 'annual']);
  if statuses is not null then
    read.cancelled := array(select status = 'cancelled' from unnest(statuses) as status);
  end if;
  read.commission_groups := private.text_list(
    filter, 'commission_groups', array['earned', 'pending', 'clawback', 'cancelled']
  );
  read.pending_since := private.pending_since();
  read.months_from := coalesce(
    date_trunc('month', (read.day_from - 1)::timestamp + interval '1 month'), timestamp '-infinity'
  );
  read.months_to := greatest(read.months_from, least(
    date_trunc('month', read.pending_since::timestamp), date_trunc('month', (read.day_to + 1)::timestamp)
  ));
  if term is not null then
    -- Looks up customers and products first. They are few and indexed, and the sales follow from them.
    read.found_customers := private.found_customers(term, read.sales_rep_id, read.everyone);
    read.found_products := private.found_products(term, read.sales_rep_id, read.everyone);
  end if;
  return read;
end
$$;
comment on function private.read_sales_filter(jsonb, uuid) is
  'Checks a caller''s filter of sales, decides whose sales they may be, and looks up the search term. scope: see private.read_scope. An unknown or invalid field is refused (22023, or 22008 for a day that does not exist).';
grant execute on function private.read_sales_filter(jsonb, uuid) to api_reader, service_role;

create function private.sales_condition(everyone boolean) returns text
language sql immutable set search_path = ''
as $$
  -- Repeats the groups of private.commission_group. Calling it for each of a million rows would take seconds.
  select case when everyone then '(true' else '(s.sales_rep_id = ($1).sales_rep_id' end || $condition$
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
$$;
comment on function private.sales_condition(boolean) is
  'SQL condition for a filter without its search, of one representative or of everyone. Its s is a row of public.sales_records, or of private.sales_sums. $1: private.sales_filter. Run it with EXECUTE: the planner then knows the values and skips unused conditions.';
grant execute on function private.sales_condition(boolean) to api_reader, service_role;

create function private.sales_sums() returns text
language sql immutable set search_path = ''
as $$
  -- The key of the table leads to each of the three parts.
  select (
    select '(' || string_agg(
      -- The condition reads the sign of a commission. A sum has the same sign as each of its sales.
      'select t.*, t.commission_cents as commission from private.sales_totals t where ' || part, ' union all '
    ) || ')'
    from unnest(array[
      't.is_month and t.sale_date >= ($1).months_from and t.sale_date < ($1).months_to',
      'not t.is_month and t.sale_date < ($1).months_from',
      $part$not t.is_month and t.sale_date >= coalesce(($1).months_to, '-infinity')$part$
    ]) part
  )
$$;
comment on function private.sales_sums() is
  'SQL of the fewest sums that have every sale once, without a search: by month within the months of the filter, else by day. $1: private.sales_filter.';
grant execute on function private.sales_sums() to api_reader, service_role;

create function private.search_condition() returns text
language sql immutable set search_path = ''
as $$
  select $condition$(
    ($1).found_customers is null
    or s.qualified_lead_id = any (($1).found_customers)
    or s.product_name = any (($1).found_products)
  )$condition$
$$;
comment on function private.search_condition() is
  'SQL condition for the search of a filter, on s, a row of public.sales_records. $1 as in private.sales_condition.';
grant execute on function private.search_condition() to api_reader, service_role;

create function private.fill_in(template text, words jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  word record;
begin
  for word in select w.key, w.value from jsonb_each_text(words) w loop
    template := replace(template, '{' || word.key || '}', word.value);
  end loop;
  return template;
end
$$;
comment on function private.fill_in(text, jsonb) is
  'Replaces the {words} in a statement with conditions and column names from the schema. It never inserts a value from a caller.';
grant execute on function private.fill_in(text, jsonb) to api_reader, service_role;

-- Purpose:  Which sales a filter means, and what a sale's commission counts as: each said once, for the table, the
--           dashboard and the explanation of a sale alike.
-- Reversal: drop function private.sales_condition(jsonb, uuid), private.refuse_unknown_fields(jsonb, text[]),
--           private.filter_day(jsonb, text), private.search_term(jsonb), private.text_list(jsonb, text, text[]),
--           private.sold_products(uuid), private.commission_group(boolean, boolean, date), private.pending_since(),
--           private.commission_pending_days(), private.utc_today().

create function private.utc_today() returns date
language sql stable set search_path = ''
as $$
  select (now() at time zone 'UTC')::date
$$;
comment on function private.utc_today() is 'Calendar day by the server''s clock, in UTC whatever the session''s zone.';

create function private.commission_pending_days() returns integer
language sql immutable set search_path = ''
as $$
  select 30
$$;
comment on function private.commission_pending_days() is
  'Days for which a sale''s commission is pending, as it could still be cancelled. There is no record of payouts to tell it by.';

create function private.pending_since() returns date
language sql stable set search_path = ''
as $$
  select private.utc_today() - private.commission_pending_days() + 1
$$;
comment on function private.pending_since() is 'First calendar day whose sales are still pending today.';

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

create function private.text_list(filter jsonb, field text, allowed text[] default null) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  list text[];
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(filter -> field) <> 'array' or jsonb_array_length(filter -> field) > 50
    or exists (select from jsonb_array_elements(filter -> field) e where jsonb_typeof(e) <> 'string') then
    raise exception '% is not a list of texts', field using errcode = 'invalid_parameter_value';
  end if;
  list := array(select jsonb_array_elements_text(filter -> field));
  if not list <@ allowed then
    raise exception '% names what there is not', field using errcode = 'invalid_parameter_value';
  end if;
  return nullif(list, '{}');
end
$$;
comment on function private.text_list(jsonb, text, text[]) is
  'A filter''s list of at most 50 texts, of those that are allowed; null when it does not narrow. Anything else is refused (22023).';

create function private.search_term(filter jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> 'search'), 'null') not in ('null', 'string')
    or char_length(filter ->> 'search') > 200 then
    raise exception 'search is not a text of at most 200 characters' using errcode = 'invalid_parameter_value';
  end if;
  return nullif(lower(btrim(filter ->> 'search')), '');
end
$$;
comment on function private.search_term(jsonb) is
  'What a filter searches for, in lower case; null for nothing. Refused (22023) when it is no text or too long.';

create function private.filter_day(filter jsonb, field text) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') not in ('null', 'string')
    or filter ->> field !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    raise exception '% is not a calendar day (YYYY-MM-DD)', field using errcode = 'invalid_parameter_value';
  end if;
  return (filter ->> field)::date;
end
$$;
comment on function private.filter_day(jsonb, text) is
  'A filter''s calendar day, null when open. Refused (22023; 22008 for a day that no month has) when it is none.';

create function private.refuse_unknown_fields(filter jsonb, known text[]) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(filter) <> 'object' or filter - known <> '{}' then
    raise exception 'the filter has fields that there are not' using errcode = 'invalid_parameter_value';
  end if;
end
$$;
comment on function private.refuse_unknown_fields(jsonb, text[]) is
  'Refuses (22023) a filter that is no object or has a field that is not known: a misspelt one must not mean everything.';

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
      array(
        select l.id from public.qualified_leads l
        where l.qualified_by = sales_rep_id_param and strpos(lower(concat_ws(e'\n', l.name, l.email, l.company)), term) > 0
      ),
      array(select p from private.sold_products(sales_rep_id_param) as p where strpos(lower(p), term) > 0)
    );
  end if;
  return condition;
end
$$;
comment on function private.sales_condition(jsonb, uuid) is
  'The condition, as SQL on s, that a filter puts on the sales of a representative. Holds for public.sales_records; without a search for private.sales_daily_totals as well. Every value in it is a quoted literal.';

revoke all on function private.utc_today() from public, anon, authenticated, service_role;
revoke all on function private.commission_pending_days() from public, anon, authenticated, service_role;
revoke all on function private.pending_since() from public, anon, authenticated, service_role;
revoke all on function private.commission_group(boolean, boolean, date) from public, anon, authenticated, service_role;
revoke all on function private.sold_products(uuid) from public, anon, authenticated, service_role;
revoke all on function private.text_list(jsonb, text, text[]) from public, anon, authenticated, service_role;
revoke all on function private.search_term(jsonb) from public, anon, authenticated, service_role;
revoke all on function private.filter_day(jsonb, text) from public, anon, authenticated, service_role;
revoke all on function private.refuse_unknown_fields(jsonb, text[]) from public, anon, authenticated, service_role;
revoke all on function private.sales_condition(jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function private.utc_today() to authenticated;
grant execute on function private.commission_pending_days() to authenticated;
grant execute on function private.pending_since() to authenticated;
grant execute on function private.commission_group(boolean, boolean, date) to authenticated;
grant execute on function private.sold_products(uuid) to authenticated;
grant execute on function private.text_list(jsonb, text, text[]) to authenticated;
grant execute on function private.search_term(jsonb) to authenticated;
grant execute on function private.filter_day(jsonb, text) to authenticated;
grant execute on function private.refuse_unknown_fields(jsonb, text[]) to authenticated;
grant execute on function private.sales_condition(jsonb, uuid) to authenticated;

-- Purpose:  A procedure refuses (22023, status 400) what is too long before it decodes, compares or stores any of it. A
--           cursor of 100 kB of brackets left the embedded database answering nothing.
-- Reversal: replace the functions below as they were; drop function private.refuse_over(text, bigint, bigint).

create function private.refuse_over(what text, size bigint, most bigint) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if size > most then
    raise exception '% is too large: %, at most %', what, size, most using errcode = 'invalid_parameter_value';
  end if;
end
$$;
comment on function private.refuse_over(text, bigint, bigint) is
  'Refuses (22023) an input whose size is over its limit, in the unit of the caller: characters, bytes or elements. The message holds the sizes, never the input.';

create or replace function private.text_list(filter jsonb, field text, allowed text[] default null) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  list text[];
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(filter -> field) <> 'array' then
    raise exception '% is not a list of texts', field using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over(field, jsonb_array_length(filter -> field), 50);
  if exists (select from jsonb_array_elements(filter -> field) e where jsonb_typeof(e) <> 'string') then
    raise exception '% is not a list of texts', field using errcode = 'invalid_parameter_value';
  end if;
  list := array(select jsonb_array_elements_text(filter -> field));
  perform private.refuse_over('a text of ' || field, char_length(e), 100) from unnest(list) as e;
  if not list <@ allowed then
    raise exception '% holds an unknown value', field using errcode = 'invalid_parameter_value';
  end if;
  return nullif(list, '{}');
end
$$;
comment on function private.text_list(jsonb, text, text[]) is
  'A filter''s list of at most 50 texts of at most 100 characters, of those that are allowed; null when it does not narrow. Anything else is refused (22023).';

create or replace function private.search_term(filter jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> 'search'), 'null') not in ('null', 'string') then
    raise exception 'search is not a text' using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over('search', char_length(filter ->> 'search'), 200);
  return nullif(lower(btrim(filter ->> 'search')), '');
end
$$;
comment on function private.search_term(jsonb) is
  'What a filter searches for, in lower case; null for nothing. Refused (22023) when it is no text or has more than 200 characters.';

create or replace function private.filter_day(filter jsonb, field text) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') not in ('null', 'string') then
    raise exception '% is not a calendar day (YYYY-MM-DD)', field using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over(field, char_length(filter ->> field), 10);
  if filter ->> field !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    raise exception '% is not a calendar day (YYYY-MM-DD)', field using errcode = 'invalid_parameter_value';
  end if;
  return (filter ->> field)::date;
end
$$;

create or replace function private.refuse_unknown_fields(filter jsonb, known text[]) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  unknown text;
begin
  -- Of the binary form: a number such as 1e300 is short to send and long to print.
  perform private.refuse_over('the filter', pg_column_size(filter), 32768);
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'the filter is not an object' using errcode = 'invalid_parameter_value';
  end if;
  select k into unknown from jsonb_object_keys(filter) as k where k <> all (known) limit 1;
  if found then
    raise exception 'unknown filter field: "%"', left(unknown, 50) using errcode = 'invalid_parameter_value';
  end if;
end
$$;
comment on function private.refuse_unknown_fields(jsonb, text[]) is
  'Refuses (22023) a filter that is no object, is larger than 32 kB or has an unknown field: a misspelt one must not mean everything.';

create or replace function private.read_cursor(after text, expected_order text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
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
    raise exception 'the cursor belongs to another order' using errcode = 'invalid_parameter_value';
  end if;
  return place;
exception
  when data_exception then
    raise exception 'the cursor is none that this procedure gave' using errcode = 'invalid_parameter_value';
end
$$;
comment on function private.read_cursor(text, text) is
  'The place that a cursor of at most 4000 characters names; null for none. Refused (22023) when it was not given for this order.';

create or replace function public.get_product_description(product_name_param text)
returns table (description text)
language sql stable set search_path = ''
as $$
  select private.refuse_over('product_name_param', char_length(product_name_param), 100);
  select p.description from public.products p where p.name = product_name_param
$$;

create or replace function public.get_product_features(product_name_param text)
returns table (feature_name text, limit_value text)
language sql stable set search_path = ''
as $$
  select private.refuse_over('product_name_param', char_length(product_name_param), 100);
  select f.feature_name, f.limit_value
  from public.product_features f join public.products p on p.id = f.product_id
  where p.name = product_name_param
  order by f.position
$$;

create or replace function public.get_sales_records_by_rep(sales_rep_id_param uuid)
returns setof public.sales_records
language sql stable set search_path = ''
as $$
  -- As many as the API hands out in one answer; without a limit the database reads all of them first.
  select s.* from public.sales_records s
  where s.sales_rep_id = sales_rep_id_param
  order by s.sale_date desc, s.id desc
  limit 1000
$$;
comment on function public.get_sales_records_by_rep(uuid) is
  'The 1000 newest sales of a representative, amounts in US cents; none unless that representative is asking.';

create or replace function public.stage_sales(import_id_param uuid, rows_param jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  problems jsonb;
begin
  perform private.refuse_over(
    'rows_param', case jsonb_typeof(rows_param) when 'array' then jsonb_array_length(rows_param) end, 5000
  );
  update private.sales_imports set last_staged_at = clock_timestamp() where id = import_id_param and outcome is null;
  if not found then
    return jsonb_build_object('outcome', 'unknown_import');
  end if;
  with given as materialized (
    select g.*, r.id as sales_rep_id, l.id as qualified_lead_id, l.qualified_by
    from jsonb_to_recordset(rows_param) as g (
      line_number integer, id uuid, rep_email text, lead_email text, sale_date date, product_name text,
      billing_frequency text, sale_amount bigint, commission bigint, cancelled_at timestamptz
    )
    left join public.sales_representatives r on r.email = lower(g.rep_email)
    left join public.qualified_leads l on l.email = lower(g.lead_email)
  ),
  staged as (
    insert into private.staged_sales (
      id, line_number, sales_rep_id, qualified_lead_id, sale_date, product_name, billing_frequency, sale_amount,
      commission, cancelled_at
    )
    select
      g.id, g.line_number,
      -- A row with a mistake in it is kept as well: only so is the id found when it comes again.
      coalesce(g.sales_rep_id, '00000000-0000-0000-0000-000000000000'),
      g.qualified_lead_id, g.sale_date, g.product_name, g.billing_frequency, g.sale_amount, g.commission, g.cancelled_at
    from given g
    order by g.line_number
    on conflict (id) do nothing
    returning line_number
  ),
  problem as (
    select g.line_number, p.code, p.value
    from given g
    left join public.sales_records s on s.id = g.id
    cross join lateral (values
      (g.sales_rep_id is null, 'unknown_rep', g.rep_email),
      (g.lead_email is not null and g.qualified_lead_id is null, 'unknown_lead', g.lead_email),
      -- A customer who was handed over since stays on the sales that they are on.
      (
        g.qualified_by <> g.sales_rep_id and s.qualified_lead_id is distinct from g.qualified_lead_id,
        'lead_of_another_rep', g.lead_email
      ),
      (s.sales_rep_id <> g.sales_rep_id, 'sale_of_another_rep', g.id::text),
      (g.line_number not in (select t.line_number from staged t), 'duplicate_id', g.id::text)
    ) as p (is_so, code, value)
    where p.is_so
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('line', p.line_number, 'code', p.code, 'value', p.value) order by p.line_number, p.code
    ),
    '[]'::jsonb
  )
  into problems
  from problem p;
  return jsonb_build_object('outcome', 'staged', 'problems', problems);
end
$$;

revoke all on function private.refuse_over(text, bigint, bigint) from public, anon, authenticated, service_role;
grant execute on function private.refuse_over(text, bigint, bigint) to service_role;

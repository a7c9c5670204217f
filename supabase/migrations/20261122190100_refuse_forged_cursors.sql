-- Purpose: a cursor with a value of another type is refused in our words, not in those of PostgreSQL.

set local check_function_bodies = off;

DROP FUNCTION "private"."read_cursor"(text, text);

CREATE OR REPLACE FUNCTION private.read_cursor(after text, expected_order text, key_type regtype DEFAULT 'text'::regtype)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
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
  -- A forged value is refused here, in our words: the page's own statement reads all of these.
  execute format('select ($1 ->> ''key'')::%s', key_type) using place;
  perform (place ->> 'id')::uuid, (place ->> 'customer')::uuid, (place ->> 'day')::date,
    (place ->> 'issued_at')::timestamptz;
  return place;
exception
  when data_exception then
    raise exception 'invalid cursor: pass next_after of an earlier answer' using errcode = 'invalid_parameter_value';
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

COMMENT ON FUNCTION "private"."read_cursor"(text, text, regtype) IS 'The place that a cursor of at most 4000 characters names; null for none. Refused (22023) when it was not given for this order, or holds a value of another type. key_type: of the column that it is sorted by.';

REVOKE ALL ON FUNCTION "private"."read_cursor"(text, text, regtype) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_cursor"(text, text, regtype) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."read_cursor"(text, text, regtype) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_cursor"(text, text, regtype) TO "postgres";

-- Limits of a caller's input, the current day, and the names of an answer's fields. A procedure checks the limits before
-- it decodes, compares or stores any of it.

create function private.is_one_line(text_param text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select text_param !~
    '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\U000E0000-\U000E007F]'
$$;
comment on function private.is_one_line(text) is
  'True if a text has no control character, line break, invisible character or character that changes the text direction. U+200C and U+200D are allowed because some scripts need them. The functions remove more (shared/src/lib/plain-text.ts). A test compares the two.';
grant execute on function private.is_one_line(text) to api_reader, service_role;

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
  'Refuses (22023) an input that is larger than its limit. The caller chooses the unit: characters, bytes or elements. The message contains the sizes, never the input.';
grant execute on function private.refuse_over(text, bigint, bigint) to api_reader, service_role;

create function private.refuse_unknown_fields(filter jsonb, known text[]) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  unknown text;
begin
  -- Measures the binary form: a number such as 1e300 is short in the request and long when printed.
  perform private.refuse_over('the filter', pg_column_size(filter), 32768);
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'the filter must be an object' using errcode = 'invalid_parameter_value';
  end if;
  select k into unknown from jsonb_object_keys(filter) as k where k <> all (known) limit 1;
  if found then
    raise exception 'unknown filter field: "%"', left(unknown, 50) using errcode = 'invalid_parameter_value';
  end if;
end
$$;
comment on function private.refuse_unknown_fields(jsonb, text[]) is
  'Refuses (22023) a filter that is not an object, is larger than 32 kB or has an unknown field. Otherwise a misspelled field would match everything.';
grant execute on function private.refuse_unknown_fields(jsonb, text[]) to api_reader, service_role;

create function private.text_list(filter jsonb, field text, allowed text[] default null) returns text[]
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
  'A filter''s list of at most 50 allowed texts of at most 100 characters. Null if the filter does not set it. Anything else is refused (22023).';
grant execute on function private.text_list(jsonb, text, text[]) to api_reader, service_role;

create function private.folded_term(search text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  -- Of only hyphens or apostrophes, nothing is left. As they are, they match nothing: no folded text has one.
  select coalesce(nullif(replace(private.folded(search), ' ', ''), ''), nullif(btrim(search), ''))
$$;
comment on function private.folded_term(text) is
  'What a person searches for, as private.folded without spaces. Null for an empty search.';
grant execute on function private.folded_term(text) to api_reader, service_role;

create function private.search_term(filter jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> 'search'), 'null') not in ('null', 'string') then
    raise exception 'search is not a text' using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over('search', char_length(filter ->> 'search'), 200);
  return private.folded_term(filter ->> 'search');
end
$$;
comment on function private.search_term(jsonb) is
  'A filter''s search term, see private.folded_term. Null if there is none. A value that is not a text or has more than 200 characters is refused (22023).';
grant execute on function private.search_term(jsonb) to api_reader, service_role;

create function private.utc_today() returns date
language sql stable set search_path = ''
as $$
  select (now() at time zone 'UTC')::date
$$;
comment on function private.utc_today() is 'Current calendar day of the server in UTC, independent of the session''s time zone.';
grant execute on function private.utc_today() to api_reader, service_role;

create function private.refuse_unknown_order(sort_key text, sort text, direction text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if sort_key is null then
    raise exception 'unknown sort: "%"', left(sort, 50) using errcode = 'invalid_parameter_value';
  end if;
  if direction not in ('asc', 'desc') then
    raise exception 'unknown direction: "%"', left(direction, 50) using errcode = 'invalid_parameter_value';
  end if;
end
$$;
comment on function private.refuse_unknown_order(text, text, text) is
  'Refuses (22023) a sort without a key, and a direction other than asc and desc. Only then may a statement contain them.';
grant execute on function private.refuse_unknown_order(text, text, text) to api_reader, service_role;

create function private.filter_day(filter jsonb, field text) returns date
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
exception
  when datetime_field_overflow then
    raise exception '% is not a calendar day: no month has it', field using errcode = 'invalid_parameter_value';
end
$$;
comment on function private.filter_day(jsonb, text) is
  'A filter''s calendar day. Null if the filter does not set it. Anything else is refused (22023).';
grant execute on function private.filter_day(jsonb, text) to api_reader, service_role;

create function private.filter_id(filter jsonb, field text) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') = 'null' then
    return null;
  end if;
  if filter ->> field !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise exception '% is not an id (UUID)', field using errcode = 'invalid_parameter_value';
  end if;
  return (filter ->> field)::uuid;
end
$$;
comment on function private.filter_id(jsonb, text) is
  'A filter''s id. Null if the filter does not set it. Anything else is refused (22023).';
grant execute on function private.filter_id(jsonb, text) to api_reader, service_role;

create function private.filter_text(filter jsonb, field text, most integer) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') not in ('null', 'string') then
    raise exception '% is not a text', field using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over(field, char_length(filter ->> field), most);
  return filter ->> field;
end
$$;
comment on function private.filter_text(jsonb, text, integer) is
  'A filter''s text up to a maximum length. Null if the filter does not set it. Anything else is refused (22023).';
grant execute on function private.filter_text(jsonb, text, integer) to api_reader, service_role;

create function private.write_cursor(place jsonb) returns text
language sql immutable set search_path = ''
as $$
  select replace(encode(convert_to(place::text, 'UTF8'), 'base64'), e'\n', '')
$$;
comment on function private.write_cursor(jsonb) is 'Encodes a position between two rows as an opaque text, for private.read_cursor.';
grant execute on function private.write_cursor(jsonb) to api_reader, service_role;

create function private.read_cursor(after text, expected_order text, key_type regtype default 'text') returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  place jsonb;
  moments timestamptz[];
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
  moments := array[(place ->> 'day')::date, (place ->> 'issued_at')::timestamptz];
  case key_type
    when 'text'::regtype then null;
    when 'bigint'::regtype then perform (place ->> 'key')::bigint;
    when 'boolean'::regtype then perform (place ->> 'key')::boolean;
    when 'date'::regtype then moments := moments || (place ->> 'key')::date::timestamptz;
    when 'timestamptz'::regtype then moments := moments || (place ->> 'key')::timestamptz;
  end case;
  perform (place ->> 'id')::uuid, (place ->> 'customer')::uuid, (place ->> 'is_open')::boolean;
  -- From a day without an end, a list of months has none.
  if not (select bool_and(isfinite(m)) from unnest(moments) m where m is not null) then
    raise exception 'invalid cursor: it names no day' using errcode = 'invalid_datetime_format';
  end if;
  return place;
exception
  when data_exception then
    raise exception 'invalid cursor: pass nextAfter of an earlier answer' using errcode = 'invalid_parameter_value';
end
$$;
comment on function private.read_cursor(text, text, regtype) is
  'The position in a cursor of at most 4000 characters. Null without a cursor. A cursor for another order or with a value of another type is refused (22023). key_type: type of the sort column.';
grant execute on function private.read_cursor(text, text, regtype) to api_reader, service_role;

create function private.first_of_month(month text) returns date
language plpgsql immutable strict set search_path = ''
as $$
begin
  if month !~ '^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])$' then
    raise exception 'not a month from 1900 on (YYYY-MM)' using errcode = 'invalid_parameter_value';
  end if;
  return (month || '-01')::date;
end
$$;
comment on function private.first_of_month(text) is 'First day of a month, YYYY-MM. Null for null. Anything else is refused (22023).';
grant execute on function private.first_of_month(text) to api_reader, service_role;

create function private.camel_keys(row_param jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(lower(left(c.key, 1)) || substr(replace(initcap(c.key), '_', ''), 2), c.value)
  from jsonb_each(row_param) c
$$;
comment on function private.camel_keys(jsonb) is
  'A row with the names of its columns in camelCase, so that a new column is in the answer too. Its values stay.';
grant execute on function private.camel_keys(jsonb) to service_role;

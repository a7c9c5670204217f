-- Purpose:  The whole database as supabase/schemas/ declared it when the migrations began again. Read it there.
-- Reversal: none. An empty database is the state before it.

-- The schema that the API does not expose, the end of default grants, and the roles that requests take.
-- Why procedures run as api_reader: docs/decisions/0011-one-door.md.

create schema private;
comment on schema private is
  'Access helpers and tables that no API request reaches by name. Not among the exposed schemas.';

-- Hosting platforms grant new objects to all API roles by default; here every grant is written out by name.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

do $$
begin
  -- Roles belong to the server: another database of it may have made this one, or be making it now.
  begin
    create role api_reader nologin noinherit nobypassrls;
    comment on role api_reader is
      'Runs the procedures that the API may call. Reads through policies only, and writes nothing.';
  exception when duplicate_object or unique_violation then
    null;
  end;
  -- To give a procedure to a role, you must be a member of the role. A superuser counts as one.
  if not pg_has_role(current_user, 'api_reader', 'member') then
    grant api_reader to current_user;
  end if;
end
$$;

revoke all on schema private from public;
grant usage on schema private to service_role, api_reader;
grant usage on schema public to api_reader;
-- A role is given procedures only where it could make some. schemas/last.sql takes this right away again.
grant create on schema public to api_reader;

-- No request keeps the database for long: a statement, a wait for a lock and an idle transaction end by themselves.
-- Milliseconds, as PostgREST passes them on. PostgREST logs in as authenticator and applies the settings of the role
-- that a request takes (anon, authenticated, service_role) to its transaction; those of authenticator hold for the
-- rest. Settings bound to one database would not be seen by it, so these are the roles' own. A function's own
-- statement_timeout, as that of commit_sales_import, takes their place.
do $$
declare
  wanted record;
begin
  for wanted in
    select r.rolname, s.name, s.value
    from (values
      ('anon', 'statement_timeout', '3000'), ('anon', 'lock_timeout', '1000'),
      ('anon', 'idle_in_transaction_session_timeout', '10000'),
      ('authenticated', 'statement_timeout', '8000'), ('authenticated', 'lock_timeout', '2000'),
      ('authenticated', 'idle_in_transaction_session_timeout', '10000'),
      -- Functions and operators: a batch of an import may take its time, and waits for one that is being committed.
      ('service_role', 'statement_timeout', '60000'), ('service_role', 'lock_timeout', '10000'),
      ('service_role', 'idle_in_transaction_session_timeout', '60000'),
      ('authenticator', 'statement_timeout', '8000'), ('authenticator', 'lock_timeout', '8000'),
      ('authenticator', 'idle_in_transaction_session_timeout', '60000')
    ) as s (role, name, value)
    -- A plain server has no authenticator.
    join pg_catalog.pg_roles r on r.rolname = s.role
    where not coalesce(r.rolconfig, '{}') @> array[s.name || '=' || s.value]
    order by r.rolname, s.name
  loop
    -- Roles belong to the server: of two of its databases that do this at once, the second meets the first's row.
    for attempt in 1..5 loop
      begin
        execute format('alter role %I set %I = %L', wanted.rolname, wanted.name, wanted.value);
        exit;
      exception when unique_violation or internal_error then
        if attempt = 5 then
          raise;
        end if;
      end;
    end loop;
  end loop;
end
$$;
notify pgrst, 'reload config';

-- Figures that the product promises, each said once. SQL calls them; the functions and the screens read them from
-- shared/src/contracts/backend/terms.ts, which is written from here: node tools/stack/backend/write-database-types.ts.

create function private.access_link_life() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '48 hours'
$$;
comment on function private.access_link_life() is
  'How long a customer''s access link works, from when it was issued or extended.';
revoke all on function private.access_link_life() from public, anon, authenticated, service_role;
grant execute on function private.access_link_life() to api_reader, service_role;

create function private.access_link_expiring_within() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '6 hours'
$$;
comment on function private.access_link_expiring_within() is
  'How long before its end an access link is said to expire soon.';
revoke all on function private.access_link_expiring_within() from public, anon, authenticated, service_role;
grant execute on function private.access_link_expiring_within() to api_reader, service_role;

create function private.code_life() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '10 minutes'
$$;
comment on function private.code_life() is
  'How long a verification code works, from when it was made.';
revoke all on function private.code_life() from public, anon, authenticated, service_role;
grant execute on function private.code_life() to api_reader, service_role;

create function private.code_tries() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 5
$$;
comment on function private.code_tries() is
  'How many guesses at one verification code are compared. No further guess is right.';
revoke all on function private.code_tries() from public, anon, authenticated, service_role;
grant execute on function private.code_tries() to api_reader, service_role;

create function private.code_resend_pause() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '30 seconds'
$$;
comment on function private.code_resend_pause() is
  'How long a representative waits before another code for the same address.';
revoke all on function private.code_resend_pause() from public, anon, authenticated, service_role;
grant execute on function private.code_resend_pause() to api_reader, service_role;

create function private.rep_session_life() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '12 hours'
$$;
comment on function private.rep_session_life() is
  'How long a representative stays signed in; renewing a token does not move it. A customer''s session ends with the access link.';
revoke all on function private.rep_session_life() from public, anon, authenticated, service_role;
grant execute on function private.rep_session_life() to api_reader, service_role;

create function private.commission_pending_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 30
$$;
comment on function private.commission_pending_days() is
  'Calendar days for which a sale''s commission is pending, as it could still be cancelled. There is no record of payouts to tell it by.';
revoke all on function private.commission_pending_days() from public, anon, authenticated, service_role;
grant execute on function private.commission_pending_days() to api_reader, service_role;

create function private.site_events_kept_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 30
$$;
comment on function private.site_events_kept_days() is
  'Days for which what browsers told of a page is kept.';
revoke all on function private.site_events_kept_days() from public, anon, authenticated, service_role;
grant execute on function private.site_events_kept_days() to api_reader, service_role;

-- Limits of what a caller may send: a procedure refuses it before it decodes, compares or stores any of it.

create function private.is_one_line(text_param text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select text_param !~
    '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\U000E0000-\U000E007F]'
$$;
comment on function private.is_one_line(text) is
  'Whether a text holds no control character, line break, or character that is not drawn or turns the text around. U+200C and U+200D, with which some scripts are written, pass. The functions take more out (shared/src/lib/plain-text.ts); a test compares the two.';
revoke all on function private.is_one_line(text) from public, anon, authenticated, service_role;
grant execute on function private.is_one_line(text) to service_role;

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
revoke all on function private.refuse_over(text, bigint, bigint) from public, anon, authenticated, service_role;
grant execute on function private.refuse_over(text, bigint, bigint) to api_reader, service_role;

create function private.refuse_unknown_fields(filter jsonb, known text[]) returns void
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
revoke all on function private.refuse_unknown_fields(jsonb, text[]) from public, anon, authenticated, service_role;
grant execute on function private.refuse_unknown_fields(jsonb, text[]) to api_reader;

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
  'A filter''s list of at most 50 texts of at most 100 characters, of those that are allowed; null when it does not narrow. Anything else is refused (22023).';
revoke all on function private.text_list(jsonb, text, text[]) from public, anon, authenticated, service_role;
grant execute on function private.text_list(jsonb, text, text[]) to api_reader;

create function private.search_term(filter jsonb) returns text
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
revoke all on function private.search_term(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.search_term(jsonb) to api_reader;

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
end
$$;
comment on function private.filter_day(jsonb, text) is
  'A filter''s calendar day, null when open. Refused (22023; 22008 for a day that no month has) when it is none.';
revoke all on function private.filter_day(jsonb, text) from public, anon, authenticated, service_role;
grant execute on function private.filter_day(jsonb, text) to api_reader;

create function private.write_cursor(place jsonb) returns text
language sql immutable set search_path = ''
as $$
  select replace(encode(convert_to(place::text, 'UTF8'), 'base64'), e'\n', '')
$$;
comment on function private.write_cursor(jsonb) is 'A place between two rows as one opaque text, for private.read_cursor.';
revoke all on function private.write_cursor(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.write_cursor(jsonb) to api_reader;

create function private.read_cursor(after text, expected_order text) returns jsonb
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
revoke all on function private.read_cursor(text, text) from public, anon, authenticated, service_role;
grant execute on function private.read_cursor(text, text) to api_reader;

-- How often something was tried in the current window, counted where all function instances meet.

create table private.rate_limit_counters (
  bucket text primary key check (char_length(bucket) between 1 and 200),
  attempts integer not null check (attempts >= 0),
  window_ends_at timestamptz not null
);
comment on table private.rate_limit_counters is 'Attempts per bucket in a fixed window. Rows past their end mean nothing.';
comment on column private.rate_limit_counters.bucket is 'What is limited and for whom, such as sign-in:ip:203.0.113.7.';

create index rate_limit_counters_window_ends_at_idx on private.rate_limit_counters (window_ends_at);

alter table private.rate_limit_counters enable row level security;
revoke all on private.rate_limit_counters from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.rate_limit_counters to service_role;

create policy rate_limit_counters_all_service_role on private.rate_limit_counters
  for all to service_role using (true) with check (true);

create function public.take_attempt(bucket_param text, limit_param integer, window_seconds_param integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  counter private.rate_limit_counters;
begin
  -- A few stale rows go with every call, so that the table stays as small as the traffic.
  delete from private.rate_limit_counters
  where bucket in (
    select c.bucket from private.rate_limit_counters c
    where c.window_ends_at < now() - interval '1 minute' and c.bucket <> bucket_param
    order by c.window_ends_at limit 20
    for update skip locked
  );

  insert into private.rate_limit_counters as c (bucket, attempts, window_ends_at)
  values (bucket_param, 1, now() + make_interval(secs => window_seconds_param))
  on conflict (bucket) do update set
    attempts = case when c.window_ends_at <= now() then 1 else least(c.attempts, limit_param) + 1 end,
    window_ends_at = case
      when c.window_ends_at <= now() then now() + make_interval(secs => window_seconds_param)
      else c.window_ends_at
    end
  returning * into counter;

  return jsonb_build_object(
    'allowed', counter.attempts <= limit_param,
    'retry_after_seconds', greatest(1, ceil(extract(epoch from counter.window_ends_at - now())))::integer
  );
end
$$;
comment on function public.take_attempt(text, integer, integer) is
  'Counts one attempt, atomically, and says {allowed, retry_after_seconds}. Window in seconds, fixed from its first attempt.';
revoke all on function public.take_attempt(text, integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.take_attempt(text, integer, integer) to service_role;

create function public.give_back_attempt(bucket_param text) returns void
language sql set search_path = ''
as $$
  update private.rate_limit_counters set attempts = greatest(attempts - 1, 0)
  where bucket = bucket_param and window_ends_at > now()
$$;
comment on function public.give_back_attempt(text) is
  'Uncounts an attempt that turned out good, so that only failures add up.';
revoke all on function public.give_back_attempt(text) from public, anon, authenticated, service_role;
grant execute on function public.give_back_attempt(text) to service_role;

create function private.attempt_wait(limits_param jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  attempt_limit record;
  window_ends_at timestamptz;
begin
  for attempt_limit in
    select l.bucket, l.attempts from jsonb_to_recordset(limits_param) as l (bucket text, attempts integer)
  loop
    -- Held until the transaction ends: the next one sees what became of this attempt. Callers name their limits in the
    -- same order, so that no two wait for each other.
    perform pg_advisory_xact_lock(hashtextextended(attempt_limit.bucket, 0));
    select c.window_ends_at into window_ends_at from private.rate_limit_counters c
    where c.bucket = attempt_limit.bucket and c.attempts >= attempt_limit.attempts and c.window_ends_at > now();
    if found then
      return greatest(1, ceil(extract(epoch from window_ends_at - now())))::integer;
    end if;
  end loop;
  return null;
end
$$;
comment on function private.attempt_wait(jsonb) is
  'Seconds to wait when one of the limits [{bucket, attempts, window_seconds}] is reached, else null. Until the end of the transaction no other attempt at the same limits is decided.';
revoke all on function private.attempt_wait(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.attempt_wait(jsonb) to service_role;

create function private.count_attempt(limits_param jsonb) returns void
language sql set search_path = ''
as $$
  select public.take_attempt(l.bucket, l.attempts, l.window_seconds)
  from jsonb_to_recordset(limits_param) as l (bucket text, attempts integer, window_seconds integer)
$$;
comment on function private.count_attempt(jsonb) is
  'Counts one failed attempt at each of the limits [{bucket, attempts, window_seconds}].';
revoke all on function private.count_attempt(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_attempt(jsonb) to service_role;

-- Sales representatives, the credentials they sign in with, and their sessions.

create table public.sales_representatives (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 254 and email = lower(email)),
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint sales_representatives_email_key unique (email),
  constraint sales_representatives_is_one_line check (private.is_one_line(name))
);
comment on table public.sales_representatives is 'People who sell. Each may read their own row.';
comment on column public.sales_representatives.email is 'Lower case, at most 254 characters.';
comment on column public.sales_representatives.disabled_at is
  'Since when this person may not sign in; their live sessions stop counting at once. Null: enabled.';

alter table public.sales_representatives enable row level security;
revoke all on public.sales_representatives from public, anon, authenticated, service_role;
grant select on public.sales_representatives to api_reader;
grant select, insert, update on public.sales_representatives to service_role;

create table private.sales_rep_credentials (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  credential_hash text not null check (credential_hash ~ '^[0-9a-f]{64}$'),
  label text not null default '' check (char_length(label) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint sales_rep_credentials_credential_hash_key unique (credential_hash)
);
comment on table private.sales_rep_credentials is
  'Sales IDs, several per representative. A copy of this table signs nobody in.';
comment on column private.sales_rep_credentials.credential_hash is
  'Hex HMAC-SHA256 of the normalized sales ID; the key (pepper) is held by the functions, never by the database.';
comment on column private.sales_rep_credentials.label is 'What an operator calls it; never the sales ID itself.';

create index sales_rep_credentials_sales_rep_id_idx on private.sales_rep_credentials (sales_rep_id);

alter table private.sales_rep_credentials enable row level security;
revoke all on private.sales_rep_credentials from public, anon, authenticated, service_role;
grant select, insert, update on private.sales_rep_credentials to service_role;

create policy sales_rep_credentials_all_service_role on private.sales_rep_credentials
  for all to service_role using (true) with check (true);

create table public.sales_sessions (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  refresh_hash text not null check (refresh_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.rep_session_life(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'ended_by_operator', 'disabled')),
  constraint sales_sessions_refresh_hash_key unique (refresh_hash),
  constraint sales_sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
comment on table public.sales_sessions is
  'One row per sign-in of a representative. Written by functions only; address and agent as the server saw them.';
comment on column public.sales_sessions.id is 'Claim session_id of every token of this session.';
comment on column public.sales_sessions.refresh_hash is
  'Hex SHA-256 of the secret in the refresh cookie (32 random bytes). Not readable through the API.';
comment on column public.sales_sessions.expires_at is 'private.rep_session_life() after sign-in; renewing a token does not move it.';
comment on column public.sales_sessions.ended_at is 'When it was ended before its time. Null: not ended.';

create index sales_sessions_sales_rep_id_idx on public.sales_sessions (sales_rep_id);

alter table public.sales_sessions enable row level security;
revoke all on public.sales_sessions from public, anon, authenticated, service_role;
-- Column by column: the hashes of refresh secrets are for functions only.
grant select (id, sales_rep_id, ip_address, user_agent, created_at, expires_at, ended_at, end_reason)
  on public.sales_sessions to api_reader;
grant select, insert, update on public.sales_sessions to service_role;

-- Until now the role itself kept a token of anon out. Inside a procedure the token says it.
create function private.jwt_session_id() returns uuid
language sql stable set search_path = ''
as $$
  select case
    when auth.jwt() ->> 'role' = 'authenticated'
      and auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (auth.jwt() ->> 'session_id')::uuid
  end
$$;
comment on function private.jwt_session_id() is
  'Session that the request''s token names; null without one, and for a token of any role but authenticated. Says nothing about whether it is live.';
revoke all on function private.jwt_session_id() from public, anon, authenticated, service_role;
grant execute on function private.jwt_session_id() to service_role;

-- security definer: the sessions tables are closed to the caller; only this answer about their own token leaves.
create function private.current_rep_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select s.sales_rep_id
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.id = private.jwt_session_id()
    and s.ended_at is null
    and s.expires_at > now()
    and r.disabled_at is null
$$;
comment on function private.current_rep_id() is
  'Representative whose live session the request''s token names; null when ended, expired or disabled.';
revoke all on function private.current_rep_id() from public, anon, authenticated, service_role;
grant execute on function private.current_rep_id() to api_reader, service_role;

create function private.live_rep_id(session_id_param uuid) returns uuid
language sql stable set search_path = ''
as $$
  select s.sales_rep_id
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.id = session_id_param and s.ended_at is null and s.expires_at > now() and r.disabled_at is null
$$;
comment on function private.live_rep_id(uuid) is
  'Representative of a session; null when it is not live. As private.current_rep_id(), for a session named by a function.';
revoke all on function private.live_rep_id(uuid) from public, anon, authenticated, service_role;
grant execute on function private.live_rep_id(uuid) to service_role;

create policy sales_representatives_select_self on public.sales_representatives
  for select to api_reader using (id = (select private.current_rep_id()));

create policy sales_sessions_select_self on public.sales_sessions
  for select to api_reader using (sales_rep_id = (select private.current_rep_id()));

create function public.get_sales_representative(sales_rep_id_param uuid)
returns table (id uuid, name text, email text)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.name, r.email from public.sales_representatives r where r.id = sales_rep_id_param
$$;
comment on function public.get_sales_representative(uuid) is
  'One representative, for themselves; else no row.';
revoke all on function public.get_sales_representative(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_sales_representative(uuid) to authenticated;
alter function public.get_sales_representative(uuid) owner to api_reader;

create function public.get_sales_sessions(page_size integer default 25)
returns table (
  id uuid, ip_address text, user_agent text, created_at timestamptz, expires_at timestamptz, ended_at timestamptz,
  end_reason text
)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.ip_address, s.user_agent, s.created_at, s.expires_at, s.ended_at, s.end_reason
  from public.sales_sessions s
  where s.sales_rep_id = (select private.current_rep_id())
  order by s.created_at desc, s.id desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
$$;
comment on function public.get_sales_sessions(integer) is
  'The caller''s own sign-ins, live and ended, newest first, 1 to 100 rows; none without a live session of a representative.';
revoke all on function public.get_sales_sessions(integer) from public, anon, authenticated, service_role;
grant execute on function public.get_sales_sessions(integer) to authenticated;
alter function public.get_sales_sessions(integer) owner to api_reader;

create function public.add_rep(name_param text, email_param text, credential_hash_param text)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid;
begin
  insert into public.sales_representatives (name, email) values (name_param, lower(email_param))
  on conflict (email) do nothing
  returning id into rep_id;
  if rep_id is null then
    return jsonb_build_object('outcome', 'exists');
  end if;
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (rep_id, credential_hash_param, 'issued by an operator');
  return jsonb_build_object('outcome', 'added', 'id', rep_id);
end
$$;
comment on function public.add_rep(text, text, text) is
  'Adds a representative with the hash of a first sales ID: {outcome: added, id} or {outcome: exists}.';
revoke all on function public.add_rep(text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.add_rep(text, text, text) to service_role;

create function public.rotate_rep_credential(sales_rep_id_param uuid, credential_hash_param text)
returns integer
language plpgsql set search_path = ''
as $$
begin
  update private.sales_rep_credentials set revoked_at = now()
  where sales_rep_id = sales_rep_id_param and revoked_at is null;
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (sales_rep_id_param, credential_hash_param, 'issued by an operator');
  return public.end_rep_sessions(sales_rep_id_param);
end
$$;
comment on function public.rotate_rep_credential(uuid, text) is
  'Replaces every sales ID of a representative by one new one and ends their sessions; says how many were live.';
revoke all on function public.rotate_rep_credential(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.rotate_rep_credential(uuid, text) to service_role;

create function public.disable_rep(sales_rep_id_param uuid)
returns integer
language plpgsql set search_path = ''
as $$
begin
  update public.sales_representatives set disabled_at = now()
  where id = sales_rep_id_param and disabled_at is null;
  return public.end_rep_sessions(sales_rep_id_param);
end
$$;
comment on function public.disable_rep(uuid) is
  'Lets a representative sign in no more and ends their sessions; says how many were live. Again: harmless.';
revoke all on function public.disable_rep(uuid) from public, anon, authenticated, service_role;
grant execute on function public.disable_rep(uuid) to service_role;

create function public.end_rep_sessions(sales_rep_id_param uuid) returns integer
language plpgsql set search_path = ''
as $$
declare
  ended integer;
begin
  update public.sales_sessions set ended_at = now(), end_reason = 'ended_by_operator'
  where sales_rep_id = sales_rep_id_param and ended_at is null and expires_at > now();
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.write_audit(
      'sessions_ended', sales_rep_id_param, null, null, null, jsonb_build_object('count', ended)
    );
  end if;
  return ended;
end
$$;
comment on function public.end_rep_sessions(uuid) is
  'Ends every live session of a representative, from their next request on, and says how many there were; for operators.';
revoke all on function public.end_rep_sessions(uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_rep_sessions(uuid) to service_role;

-- Qualified customers, their sessions, and every time that prices were shown to one.

create table public.qualified_leads (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) between 3 and 254 and email = lower(email)),
  name text not null default '' check (char_length(name) <= 200),
  company text not null default '' check (char_length(company) <= 200),
  qualified_by uuid not null references public.sales_representatives (id),
  access_token_hash text check (access_token_hash ~ '^[0-9a-f]{64}$'),
  token_expires_at timestamptz,
  has_accessed boolean not null default false,
  accessed_at timestamptz,
  is_active boolean not null default true,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  link_issued_at timestamptz not null default now(),
  constraint qualified_leads_email_key unique (email),
  constraint qualified_leads_access_token_hash_key unique (access_token_hash),
  constraint qualified_leads_token_has_end check (access_token_hash is null or token_expires_at is not null),
  constraint qualified_leads_is_one_line check (private.is_one_line(name || company))
);
comment on table public.qualified_leads is
  'Qualified customers. A representative reads those they qualified, a signed-in customer their own row.';
comment on column public.qualified_leads.email is 'Lower case; the key that qualifying the same person again meets.';
comment on column public.qualified_leads.access_token_hash is
  'Hex SHA-256 of the access token (32 random bytes). Not readable through the API. Null: none issued.';
comment on column public.qualified_leads.token_expires_at is 'Access ends here: private.access_link_life() after issue unless extended.';
comment on column public.qualified_leads.has_accessed is 'Whether the customer ever signed in with the token.';
comment on column public.qualified_leads.revoked_at is 'When a representative took the access back. Null: not taken back.';
comment on column public.qualified_leads.link_issued_at is
  'When the link that the customer has now was made; of a customer without one, when they were qualified.';

create index qualified_leads_qualified_by_idx on public.qualified_leads (qualified_by);
create index qualified_leads_newest_link_idx on public.qualified_leads (qualified_by, link_issued_at desc, id desc);

alter table public.qualified_leads enable row level security;
revoke all on public.qualified_leads from public, anon, authenticated, service_role;
-- Column by column: the token's hash is for functions only.
grant select (id, email, name, company, qualified_by, token_expires_at, has_accessed, accessed_at, is_active,
  revoked_at, created_at, link_issued_at) on public.qualified_leads to api_reader;
grant select, insert, update on public.qualified_leads to service_role;

create function private.note_link() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.link_issued_at := now();
  return new;
end
$$;
comment on function private.note_link() is 'Notes when a customer was given another link.';
revoke all on function private.note_link() from public, anon, authenticated, service_role;

create trigger qualified_leads_note_link before update of access_token_hash on public.qualified_leads
  for each row when (
    new.access_token_hash is distinct from old.access_token_hash and new.link_issued_at = old.link_issued_at
  )
  execute function private.note_link();

create table public.customer_sessions (
  id uuid primary key default gen_random_uuid(),
  qualified_lead_id uuid not null references public.qualified_leads (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  refresh_hash text not null check (refresh_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'ended_by_operator', 'revoked', 'replaced')),
  constraint customer_sessions_refresh_hash_key unique (refresh_hash),
  constraint customer_sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
comment on table public.customer_sessions is
  'One row per sign-in of a customer. Written by functions only; address and agent as the server saw them.';
comment on column public.customer_sessions.id is 'Claim session_id of every token of this session.';
comment on column public.customer_sessions.refresh_hash is
  'Hex SHA-256 of the secret in the refresh cookie (32 random bytes). Not readable through the API.';
comment on column public.customer_sessions.expires_at is 'Never later than the access token it came from.';
comment on column public.customer_sessions.end_reason is 'replaced: the customer was given a new access link.';

create index customer_sessions_qualified_lead_id_idx on public.customer_sessions (qualified_lead_id);
create index customer_sessions_live_idx on public.customer_sessions (expires_at) where ended_at is null;

alter table public.customer_sessions enable row level security;
revoke all on public.customer_sessions from public, anon, authenticated, service_role;
-- Column by column: the hashes of refresh secrets are for functions only.
grant select (id, qualified_lead_id, ip_address, user_agent, created_at, expires_at, ended_at, end_reason)
  on public.customer_sessions to api_reader;
grant select, insert, update on public.customer_sessions to service_role;

-- security definer: the tables are closed to the caller; only this answer about their own token leaves.
create function private.current_customer_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select s.qualified_lead_id
  from public.customer_sessions s
  join public.qualified_leads l on l.id = s.qualified_lead_id
  where s.id = private.jwt_session_id()
    and s.ended_at is null
    and s.expires_at > now()
    and l.is_active
    and l.revoked_at is null
    and l.token_expires_at > now()
$$;
comment on function private.current_customer_id() is
  'Customer whose live session the request''s token names; null when ended, expired, revoked or inactive.';
revoke all on function private.current_customer_id() from public, anon, authenticated, service_role;
grant execute on function private.current_customer_id() to api_reader, service_role;

create function private.may_see_prices() returns boolean
language sql stable set search_path = ''
as $$
  select private.current_rep_id() is not null or private.current_customer_id() is not null
$$;
comment on function private.may_see_prices() is 'True for a live representative or customer, for nobody else.';
revoke all on function private.may_see_prices() from public, anon, authenticated, service_role;
grant execute on function private.may_see_prices() to api_reader, service_role;

create policy qualified_leads_select_rep_or_self on public.qualified_leads
  for select to api_reader
  using (qualified_by = (select private.current_rep_id()) or id = (select private.current_customer_id()));

create policy customer_sessions_select_rep_or_self on public.customer_sessions
  for select to api_reader
  using (
    qualified_lead_id = (select private.current_customer_id())
    or qualified_lead_id in (
      select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
    )
  );

create table public.pricing_reveals (
  id uuid primary key default gen_random_uuid(),
  qualified_lead_id uuid not null references public.qualified_leads (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  created_at timestamptz not null default now()
);
comment on table public.pricing_reveals is
  'When a customer was shown prices. Written by functions only; read by the representative who qualified them.';

create index pricing_reveals_qualified_lead_id_idx on public.pricing_reveals (qualified_lead_id);
create index pricing_reveals_created_at_idx on public.pricing_reveals (created_at);

alter table public.pricing_reveals enable row level security;
revoke all on public.pricing_reveals from public, anon, authenticated, service_role;
grant select on public.pricing_reveals to api_reader;
grant select, insert on public.pricing_reveals to service_role;

-- The inner select sees only customers that the caller may see.
create policy pricing_reveals_select_rep on public.pricing_reveals
  for select to api_reader
  using (
    qualified_lead_id in (
      select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
    )
  );

-- Append-only trail of what happened to access and prices.

create table public.audit_events (
  id uuid primary key default gen_random_uuid(),
  line_number bigint generated by default as identity,
  occurred_at timestamptz not null default now(),
  event text not null check (event in (
    'rep_signed_in', 'rep_sign_in_failed', 'customer_signed_in', 'customer_sign_in_failed', 'code_sent',
    'code_failed', 'link_issued', 'link_opened', 'link_revoked', 'link_extended', 'link_expired', 'prices_revealed',
    'signed_out', 'sessions_ended', 'catalogue_loaded', 'price_set', 'price_scheduled', 'price_schedule_cancelled'
  )),
  sales_rep_id uuid,
  qualified_lead_id uuid,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object')
);
comment on table public.audit_events is
  'Append-only trail of access. It refers to people without foreign keys, so that it outlives the rows it speaks of.';
comment on column public.audit_events.line_number is
  'Order of what happened at the same moment. Gaps mean nothing: a transaction that was undone leaves one.';
comment on column public.audit_events.occurred_at is 'By the database''s clock, the same for all that one decision brought.';
comment on column public.audit_events.sales_rep_id is 'Who did it, or whose customer did. Null: nobody that we know.';
comment on column public.audit_events.qualified_lead_id is 'Customer concerned. Null: none, or not qualified yet.';
comment on column public.audit_events.ip_address is 'As the server saw it. Null: not known, or done by an operator.';
comment on column public.audit_events.detail is 'What else tells the story; never a code, a token or a hash of one.';

create index audit_events_occurred_at_idx on public.audit_events (occurred_at);
create index audit_events_sales_rep_id_idx on public.audit_events (sales_rep_id, line_number desc);
create index audit_events_qualified_lead_id_idx on public.audit_events (qualified_lead_id, line_number desc);

alter table public.audit_events enable row level security;
revoke all on public.audit_events from public, anon, authenticated, service_role;
grant select on public.audit_events to api_reader;
grant select, insert on public.audit_events to service_role;

-- What happened to a customer goes with the customer, should an operator hand them to another representative.
create policy audit_events_select_rep on public.audit_events
  for select to api_reader
  using (
    qualified_lead_id in (
      select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
    )
    or (qualified_lead_id is null and sales_rep_id = (select private.current_rep_id()))
  );

create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
comment on function private.refuse_change() is
  'Refuses every change of a row, to the table''s owner too: taking the trigger off is then a deliberate act.';
revoke all on function private.refuse_change() from public, anon, authenticated, service_role;

create trigger audit_events_refuse_change before update or delete or truncate on public.audit_events
  for each statement execute function private.refuse_change();

create function private.write_audit(
  event_param text, sales_rep_id_param uuid, qualified_lead_id_param uuid, ip_address_param text,
  user_agent_param text, detail_param jsonb default '{}'
)
returns void
language sql set search_path = ''
as $$
  insert into public.audit_events (event, sales_rep_id, qualified_lead_id, ip_address, user_agent, detail)
  values (event_param, sales_rep_id_param, qualified_lead_id_param, ip_address_param, user_agent_param, detail_param)
$$;
comment on function private.write_audit(text, uuid, uuid, text, text, jsonb) is
  'Adds one line to the trail, in the transaction of what it tells: neither is kept without the other.';
revoke all on function private.write_audit(text, uuid, uuid, text, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function private.write_audit(text, uuid, uuid, text, text, jsonb) to service_role;

create function private.note_expired_link(customer public.qualified_leads) returns void
language sql set search_path = ''
as $$
  insert into public.audit_events (event, sales_rep_id, qualified_lead_id, detail)
  select 'link_expired', customer.qualified_by, customer.id, jsonb_build_object('expiresAt', customer.token_expires_at)
  where not exists (
    select from public.audit_events e
    where e.qualified_lead_id = customer.id and e.event = 'link_expired'
      and e.detail = jsonb_build_object('expiresAt', customer.token_expires_at)
  )
$$;
comment on function private.note_expired_link(public.qualified_leads) is
  'Notes that a customer''s link has ended by itself, once for each end it had. Call it with the customer locked.';
revoke all on function private.note_expired_link(public.qualified_leads) from public, anon, authenticated, service_role;
grant execute on function private.note_expired_link(public.qualified_leads) to service_role;

create function public.get_audit_events(page_size integer default 25, before_line_number bigint default null)
returns table (
  line_number bigint, id uuid, occurred_at timestamptz, event text, qualified_lead_id uuid, ip_address text,
  user_agent text, detail jsonb
)
language sql stable security definer set search_path = ''
as $$
  select e.line_number, e.id, e.occurred_at, e.event, e.qualified_lead_id, e.ip_address, e.user_agent, e.detail
  from public.audit_events e
  where before_line_number is null or e.line_number < before_line_number
  order by e.line_number desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
$$;
comment on function public.get_audit_events(integer, bigint) is
  'The trail that the caller may read: their own sign-ins and what happened to their customers, newest first, 1 to 100 rows. Pass line_number of the last row for the next page. No row without a live session of a representative.';
revoke all on function public.get_audit_events(integer, bigint) from public, anon, authenticated, service_role;
grant execute on function public.get_audit_events(integer, bigint) to authenticated;
alter function public.get_audit_events(integer, bigint) owner to api_reader;

-- Signing in, renewing and signing out, each decided in one call; for the Edge Functions only.

create function public.begin_rep_session(
  credential_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text,
  limits_param jsonb default '[]'
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wait_seconds integer := private.attempt_wait(limits_param);
  rep public.sales_representatives;
  session public.sales_sessions;
begin
  if wait_seconds is not null then
    return jsonb_build_object('kind', 'limited', 'retry_after_seconds', wait_seconds);
  end if;

  update private.sales_rep_credentials c set last_used_at = now()
  from public.sales_representatives r
  where c.credential_hash = credential_hash_param and c.revoked_at is null
    and r.id = c.sales_rep_id and r.disabled_at is null
  returning r.* into rep;

  if not found then
    perform private.count_attempt(limits_param);
    -- Unknown, withdrawn and disabled take the same way: who it would have been is for the trail alone.
    perform private.write_audit(
      'rep_sign_in_failed',
      (select c.sales_rep_id from private.sales_rep_credentials c where c.credential_hash = credential_hash_param),
      null, ip_address_param, user_agent_param
    );
    return null;
  end if;

  insert into public.sales_sessions (sales_rep_id, refresh_hash, ip_address, user_agent)
  values (rep.id, refresh_hash_param, ip_address_param, user_agent_param)
  returning * into session;
  perform private.write_audit(
    'rep_signed_in', rep.id, null, ip_address_param, user_agent_param, jsonb_build_object('sessionId', session.id)
  );
  return jsonb_build_object(
    'kind', 'rep',
    'session_id', session.id,
    'session_expires_at', session.expires_at,
    'rep', jsonb_build_object('id', rep.id, 'name', rep.name, 'email', rep.email)
  );
end
$$;
comment on function public.begin_rep_session(text, text, text, text, jsonb) is
  'Starts a session for the representative whose credential has this hash; null, and counted at the limits [{bucket, attempts, window_seconds}], when it matches nothing usable; {kind: limited, retry_after_seconds} when a limit is reached: then nothing is compared.';
revoke all on function public.begin_rep_session(text, text, text, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.begin_rep_session(text, text, text, text, jsonb) to service_role;

create function public.begin_customer_session(
  token_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text,
  limits_param jsonb default '[]'
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wait_seconds integer := private.attempt_wait(limits_param);
  customer public.qualified_leads;
  session public.customer_sessions;
  state text;
begin
  if wait_seconds is not null then
    return jsonb_build_object('kind', 'limited', 'retry_after_seconds', wait_seconds);
  end if;

  select l.* into customer from public.qualified_leads l where l.access_token_hash = token_hash_param for update;
  state := case
    when not found then 'unknown'
    when customer.revoked_at is not null or not customer.is_active then 'revoked'
    when customer.token_expires_at <= now() then 'expired'
    else 'live'
  end;
  if state = 'expired' then
    perform private.note_expired_link(customer);
  end if;
  if state <> 'live' then
    perform private.count_attempt(limits_param);
    perform private.write_audit(
      'customer_sign_in_failed', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
      jsonb_build_object('reason', state)
    );
    return null;
  end if;

  insert into public.customer_sessions (qualified_lead_id, refresh_hash, ip_address, user_agent, expires_at)
  values (customer.id, refresh_hash_param, ip_address_param, user_agent_param, customer.token_expires_at)
  returning * into session;
  insert into public.pricing_reveals (qualified_lead_id, ip_address, user_agent)
  values (customer.id, ip_address_param, user_agent_param);

  if not customer.has_accessed then
    update public.qualified_leads set has_accessed = true, accessed_at = now() where id = customer.id;
    perform private.write_audit('link_opened', customer.qualified_by, customer.id, ip_address_param, user_agent_param);
  end if;
  perform private.write_audit(
    'customer_signed_in', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session.id)
  );
  perform private.write_audit('prices_revealed', customer.qualified_by, customer.id, ip_address_param, user_agent_param);

  return (
    select jsonb_build_object(
      'kind', 'customer',
      'session_id', session.id,
      'session_expires_at', session.expires_at,
      'customer', jsonb_build_object(
        'id', customer.id, 'name', customer.name, 'email', customer.email, 'company', customer.company,
        'repName', r.name, 'repEmail', r.email
      )
    )
    from public.sales_representatives r where r.id = customer.qualified_by
  );
end
$$;
comment on function public.begin_customer_session(text, text, text, text, jsonb) is
  'Starts a session, which ends with the access token, for the customer whose token has this hash, and notes that prices are shown; null, and counted at the limits [{bucket, attempts, window_seconds}], when the token is unknown, expired or revoked; {kind: limited, retry_after_seconds} when a limit is reached: then nothing is compared.';
revoke all on function public.begin_customer_session(text, text, text, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.begin_customer_session(text, text, text, text, jsonb) to service_role;

create function public.renew_session(refresh_hash_param text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'kind', 'rep',
    'session_id', s.id,
    'session_expires_at', s.expires_at,
    'rep', jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email)
  )
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.refresh_hash = refresh_hash_param
    and s.ended_at is null and s.expires_at > now() and r.disabled_at is null
  union all
  select jsonb_build_object(
    'kind', 'customer',
    'session_id', s.id,
    'session_expires_at', least(s.expires_at, l.token_expires_at),
    'customer', jsonb_build_object(
      'id', l.id, 'name', l.name, 'email', l.email, 'company', l.company,
      'repName', r.name, 'repEmail', r.email
    )
  )
  from public.customer_sessions s
  join public.qualified_leads l on l.id = s.qualified_lead_id
  join public.sales_representatives r on r.id = l.qualified_by
  where s.refresh_hash = refresh_hash_param
    and s.ended_at is null and s.expires_at > now()
    and l.is_active and l.revoked_at is null and l.token_expires_at > now()
$$;
comment on function public.renew_session(text) is
  'The live session whose refresh secret has this hash, with its person; null when there is none. Changes nothing, so two tabs may ask at once.';
revoke all on function public.renew_session(text) from public, anon, authenticated, service_role;
grant execute on function public.renew_session(text) to service_role;

create function public.end_session(
  refresh_hash_param text, reason_param text, ip_address_param text default null, user_agent_param text default null
)
returns boolean
language sql set search_path = ''
as $$
  with rep as (
    update public.sales_sessions set ended_at = now(), end_reason = reason_param
    where refresh_hash = refresh_hash_param and ended_at is null
    returning id, sales_rep_id
  ),
  customer as (
    update public.customer_sessions set ended_at = now(), end_reason = reason_param
    where refresh_hash = refresh_hash_param and ended_at is null
    returning id, qualified_lead_id
  ),
  ended as (
    select r.id, r.sales_rep_id, null::uuid as qualified_lead_id from rep r
    union all
    select c.id, l.qualified_by, l.id from customer c join public.qualified_leads l on l.id = c.qualified_lead_id
  ),
  trail as (
    insert into public.audit_events (event, sales_rep_id, qualified_lead_id, ip_address, user_agent, detail)
    select 'signed_out', e.sales_rep_id, e.qualified_lead_id, ip_address_param, user_agent_param,
      jsonb_build_object('sessionId', e.id, 'reason', reason_param)
    from ended e
    returning 1
  )
  select exists (select from trail)
$$;
comment on function public.end_session(text, text, text, text) is
  'Ends the session whose refresh secret has this hash; false when none was live. Doing it again is harmless.';
revoke all on function public.end_session(text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.end_session(text, text, text, text) to service_role;

-- Codes that prove a customer's address to the representative, and the link that a right one is spent for; for the
-- Edge Functions only.

create table private.verification_codes (
  id uuid primary key,
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254 and email = lower(email)),
  name text not null default '' check (char_length(name) <= 200),
  company text not null default '' check (char_length(company) <= 200),
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.code_life(),
  attempts smallint not null default 0 check (attempts >= 0),
  used_at timestamptz,
  voided_at timestamptz,
  constraint verification_codes_is_one_line check (private.is_one_line(name || company))
);
comment on table private.verification_codes is
  'Six-digit codes, each for one representative and one address. A copy of this table proves nobody''s address.';
comment on column private.verification_codes.id is 'Made by the function, as the hash is bound to it.';
comment on column private.verification_codes.email is 'Lower case; where the code was mailed.';
comment on column private.verification_codes.code_hash is
  'Hex HMAC-SHA256 of the code together with representative, address and id; the key (pepper) is held by the functions. Six digits are guessed in a moment by whoever has an unkeyed hash.';
comment on column private.verification_codes.expires_at is 'private.code_life() after it was made.';
comment on column private.verification_codes.attempts is 'How often a code was compared with it: never more than private.code_tries().';
comment on column private.verification_codes.voided_at is 'When a later code took its place, or its mail could not be sent.';

-- At most one code can be used for a customer at any time, whatever runs in parallel.
create unique index verification_codes_live_key on private.verification_codes (sales_rep_id, email)
  where used_at is null and voided_at is null;
create index verification_codes_sales_rep_id_idx on private.verification_codes (sales_rep_id, email, created_at desc);
create index verification_codes_expires_at_idx on private.verification_codes (expires_at);

alter table private.verification_codes enable row level security;
revoke all on private.verification_codes from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.verification_codes to service_role;

create policy verification_codes_all_service_role on private.verification_codes
  for all to service_role using (true) with check (true);

create function public.start_verification(
  session_id_param uuid, verification_id_param uuid, email_param text, name_param text, company_param text,
  code_hash_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep public.sales_representatives;
  last_made_at timestamptz;
  code private.verification_codes;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.live_rep_id(session_id_param);
  if not found then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if exists (
    select from public.qualified_leads l where l.email = email_param and l.qualified_by <> rep.id
  ) then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- Of two presses at once, the second waits here and then finds what the first one made.
  perform pg_advisory_xact_lock(hashtextextended(rep.id::text || email_param, 0));
  select max(v.created_at) into last_made_at
  from private.verification_codes v where v.sales_rep_id = rep.id and v.email = email_param;
  if last_made_at + private.code_resend_pause() > now() then
    return jsonb_build_object(
      'outcome', 'too_soon',
      'retry_after_seconds', least(
        extract(epoch from private.code_resend_pause()),
        greatest(1, ceil(extract(epoch from last_made_at + private.code_resend_pause() - now())))
      )::integer
    );
  end if;

  -- A few that ended a day ago go with every call: names of people who did not become customers are not collected.
  delete from private.verification_codes
  where id in (
    select v.id from private.verification_codes v where v.expires_at < now() - interval '1 day'
    order by v.expires_at limit 20
    for update skip locked
  );

  update private.verification_codes v set voided_at = now()
  where v.sales_rep_id = rep.id and v.email = email_param and v.used_at is null and v.voided_at is null;
  insert into private.verification_codes (id, sales_rep_id, email, name, company, code_hash)
  values (verification_id_param, rep.id, email_param, name_param, company_param, code_hash_param)
  returning * into code;
  return jsonb_build_object(
    'outcome', 'started',
    'expires_at', code.expires_at,
    'rep', jsonb_build_object('id', rep.id, 'name', rep.name, 'email', rep.email)
  );
end
$$;
comment on function public.start_verification(uuid, uuid, text, text, text, text) is
  'Keeps a new code for a customer, for private.code_life(), and voids the one before: {outcome: started, expires_at, rep} or {outcome: unauthenticated | forbidden | too_soon, retry_after_seconds}. forbidden: another representative''s customer; too_soon: private.code_resend_pause() has not passed.';
revoke all on function public.start_verification(uuid, uuid, text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.start_verification(uuid, uuid, text, text, text, text) to service_role;

create function public.finish_verification_mail(
  verification_id_param uuid, is_sent_param boolean, ip_address_param text, user_agent_param text
)
returns void
language plpgsql set search_path = ''
as $$
declare
  code private.verification_codes;
begin
  if is_sent_param then
    select v.* into strict code from private.verification_codes v where v.id = verification_id_param;
    perform private.write_audit(
      'code_sent', code.sales_rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
      ip_address_param, user_agent_param, jsonb_build_object('verificationId', code.id)
    );
  else
    update private.verification_codes set voided_at = now()
    where id = verification_id_param and used_at is null and voided_at is null;
  end if;
end
$$;
comment on function public.finish_verification_mail(uuid, boolean, text, text) is
  'Notes that the code''s mail was accepted, or voids a code that nobody received.';
revoke all on function public.finish_verification_mail(uuid, boolean, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.finish_verification_mail(uuid, boolean, text, text) to service_role;

create function public.find_verification_email(session_id_param uuid, verification_id_param uuid) returns text
language sql stable set search_path = ''
as $$
  select v.email from private.verification_codes v
  where v.id = verification_id_param and v.sales_rep_id = private.live_rep_id(session_id_param)
$$;
comment on function public.find_verification_email(uuid, uuid) is
  'Address that a code is bound to, in whatever state it is; null unless the session''s representative asked for it.';
revoke all on function public.find_verification_email(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.find_verification_email(uuid, uuid) to service_role;

create function public.check_verification_code(
  session_id_param uuid, verification_id_param uuid, code_hash_param text, token_hash_param text,
  ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  code private.verification_codes;
  customer public.qualified_leads;
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;

  -- Counts and decides at once: however many ask in parallel, no more than the tries are compared.
  update private.verification_codes v
  set attempts = v.attempts + 1, used_at = case when v.code_hash = code_hash_param then now() end
  where v.id = verification_id_param and v.sales_rep_id = rep_id
    and v.used_at is null and v.voided_at is null and v.expires_at > now() and v.attempts < private.code_tries()
  returning * into code;
  if code.used_at is null then
    -- The same request once more: its answer was lost. Nobody else can make its token, and it is given out again only
    -- for as long as the code would have lasted.
    select l.* into customer
    from private.verification_codes v
    join public.qualified_leads l on l.email = v.email and l.qualified_by = v.sales_rep_id
    where v.id = verification_id_param and v.sales_rep_id = rep_id and v.code_hash = code_hash_param
      and v.expires_at > now()
      and l.access_token_hash = token_hash_param and l.is_active and l.revoked_at is null;
    if found then
      return jsonb_build_object('outcome', 'issued', 'lead_id', customer.id, 'expires_at', customer.token_expires_at);
    end if;
    perform private.write_audit(
      'code_failed', rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
      ip_address_param, user_agent_param,
      jsonb_build_object('verificationId', verification_id_param, 'wasCompared', code.id is not null)
    );
    return jsonb_build_object('outcome', 'refused');
  end if;

  insert into public.qualified_leads as l (
    email, name, company, qualified_by, access_token_hash, token_expires_at
  )
  values (code.email, code.name, code.company, rep_id, token_hash_param, now() + private.access_link_life())
  on conflict (email) do update set
    name = coalesce(nullif(excluded.name, ''), l.name),
    company = coalesce(nullif(excluded.company, ''), l.company),
    access_token_hash = excluded.access_token_hash,
    token_expires_at = excluded.token_expires_at,
    has_accessed = false, accessed_at = null, is_active = true, revoked_at = null
  where l.qualified_by = excluded.qualified_by
  returning * into customer;
  if customer.id is null then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- The previous link and its sessions end now.
  update public.customer_sessions set ended_at = now(), end_reason = 'replaced'
  where qualified_lead_id = customer.id and ended_at is null;
  perform private.write_audit(
    'link_issued', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('verificationId', code.id, 'expiresAt', customer.token_expires_at)
  );
  return jsonb_build_object('outcome', 'issued', 'lead_id', customer.id, 'expires_at', customer.token_expires_at);
end
$$;
comment on function public.check_verification_code(uuid, uuid, text, text, text, text) is
  'Spends a right code for a link of private.access_link_life(): {outcome: issued, lead_id, expires_at} or {outcome: unauthenticated | refused | forbidden}. refused says not whether the code was wrong, used, voided, expired, out of tries or another''s; forbidden: another representative''s customer, who stays as they are. The request that spent the code may be repeated, with the same token, while the code would have lasted: the same answer, and no second line in the trail.';
revoke all on function public.check_verification_code(uuid, uuid, text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.check_verification_code(uuid, uuid, text, text, text, text) to service_role;

-- Taking a customer's access back and prolonging it.

create function public.revoke_access(
  session_id_param uuid, lead_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
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

  if customer.revoked_at is null then
    update public.qualified_leads set revoked_at = now(), is_active = false where id = customer.id
    returning revoked_at into revoked_at_now;
    perform private.write_audit('link_revoked', rep_id, customer.id, ip_address_param, user_agent_param);
  end if;
  -- The policies check the customer already. Ending the sessions keeps them ended if a new link is issued.
  update public.customer_sessions set ended_at = now(), end_reason = 'revoked'
  where qualified_lead_id = customer.id and ended_at is null;
  return jsonb_build_object('outcome', 'revoked', 'revoked_at', coalesce(revoked_at_now, customer.revoked_at));
end
$$;
comment on function public.revoke_access(uuid, uuid, text, text) is
  'Takes a customer''s access back at once, with their sessions: {outcome: revoked, revoked_at} or {outcome: unauthenticated | not_found}. Again: the same answer, and no second line in the trail.';
revoke all on function public.revoke_access(uuid, uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.revoke_access(uuid, uuid, text, text) to service_role;

create function public.extend_access(
  session_id_param uuid, lead_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  customer public.qualified_leads;
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  select l.* into customer from public.qualified_leads l
  where l.id = lead_id_param and l.qualified_by = rep_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  -- A link that was taken back stays so: only a newly proven address gets another one.
  if customer.revoked_at is not null or not customer.is_active or customer.access_token_hash is null then
    return jsonb_build_object('outcome', 'no_link');
  end if;

  update public.qualified_leads
  set token_expires_at = greatest(token_expires_at, now() + private.access_link_life())
  where id = customer.id
  returning * into customer;
  perform private.write_audit(
    'link_extended', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('expiresAt', customer.token_expires_at)
  );
  return jsonb_build_object('outcome', 'extended', 'expires_at', customer.token_expires_at);
end
$$;
comment on function public.extend_access(uuid, uuid, text, text) is
  'Lets a customer''s link work for private.access_link_life() from now, also one that has ended: {outcome: extended, expires_at} or {outcome: unauthenticated | not_found | no_link}. no_link: revoked, or none was issued.';
revoke all on function public.extend_access(uuid, uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.extend_access(uuid, uuid, text, text) to service_role;

create function public.revoke_customer_access(lead_id_param uuid)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid;
begin
  update public.qualified_leads set revoked_at = now(), is_active = false
  where id = lead_id_param and revoked_at is null
  returning qualified_by into rep_id;
  if not found then
    return false;
  end if;
  update public.customer_sessions set ended_at = now(), end_reason = 'revoked'
  where qualified_lead_id = lead_id_param and ended_at is null;
  perform private.write_audit(
    'link_revoked', rep_id, lead_id_param, null, null, jsonb_build_object('by', 'operator')
  );
  return true;
end
$$;
comment on function public.revoke_customer_access(uuid) is
  'Takes a customer''s access back at once, whoever qualified them; false when there was none to take.';
revoke all on function public.revoke_customer_access(uuid) from public, anon, authenticated, service_role;
grant execute on function public.revoke_customer_access(uuid) to service_role;

-- What the portal shows of customers: their access as the server sees it, who has just opened a link, and the trail.

create function public.get_lead_by_id(lead_id_param uuid)
returns table (
  id uuid, email text, name text, company text, qualified_by uuid, token_expires_at timestamptz,
  has_accessed boolean, accessed_at timestamptz, is_active boolean
)
language sql stable security definer set search_path = ''
as $$
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at,
    l.has_accessed, l.accessed_at, l.is_active
  from public.qualified_leads l where l.id = lead_id_param
$$;
comment on function public.get_lead_by_id(uuid) is
  'One qualified customer, for the representative who qualified them or the customer; else no row. Never the token''s hash.';
revoke all on function public.get_lead_by_id(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_lead_by_id(uuid) to authenticated;
alter function public.get_lead_by_id(uuid) owner to api_reader;

create function public.get_customers(filter jsonb default '{}', page_size integer default 25, after text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked jsonb := coalesce(filter, '{}');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 100);
  rep_id uuid := private.current_rep_id();
  wanted text[] := private.text_list(
    asked, 'statuses', array['revoked', 'expired', 'expiring', 'active', 'opened', 'issued']
  );
  term text := private.search_term(asked);
  wanted_id uuid := (asked ->> 'lead_id')::uuid;
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
        from unnest(array['revoked', 'expired', 'expiring', 'active', 'opened', 'issued']) as t (status)
      ),
      'now', now()
    )
    from seen s
  );
end
$$;
comment on function public.get_customers(jsonb, integer, text) is
  'One page of the customers that the caller qualified and that match a filter {statuses, search, lead_id}, the newest link first: {rows, has_more, next_after, counts, now}. A status is, of those that hold, the first of revoked, expired, expiring (ends within private.access_link_expiring_within()), active (a live session), opened, issued. Openings are those of the link they have now, prices_seen those of all. counts: of all their customers, whatever the filter. 1 to 100 rows.';
revoke all on function public.get_customers(jsonb, integer, text) from public, anon, authenticated, service_role;
grant execute on function public.get_customers(jsonb, integer, text) to authenticated;
alter function public.get_customers(jsonb, integer, text) owner to api_reader;

create function public.get_customer_openings(since timestamptz default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'openings', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'lead_id', o.lead_id, 'name', o.name, 'email', o.email, 'company', o.company,
          'opened_at', o.created_at, 'is_first', o.is_first
        ) order by o.created_at desc, o.id
      ),
      '[]'::jsonb
    ),
    'now', now(),
    -- What was begun before this moment and is not yet to be seen is asked for again.
    'next_since', now() - interval '5 seconds'
  )
  from (
    select r.id, r.created_at, l.id as lead_id, l.name, l.email, l.company, not exists (
      select from public.pricing_reveals e
      where e.qualified_lead_id = l.id and e.created_at >= l.link_issued_at and e.created_at < r.created_at
    ) as is_first
    from public.pricing_reveals r
    join public.qualified_leads l on l.id = r.qualified_lead_id
    where l.qualified_by = (select private.current_rep_id())
      and r.created_at > greatest(since, now() - interval '1 day')
      and since is not null
    order by r.created_at desc, r.id
    limit 50
  ) o
$$;
comment on function public.get_customer_openings(timestamptz) is
  'Links of the caller''s customers that were opened since then, by the server''s clock, the newest first: {openings, now, next_since}. At most 50, of one day at most; none for null. Pass next_since the next time: it lies 5 seconds back, so that an opening may be told twice, with the same id, but none is missed.';
revoke all on function public.get_customer_openings(timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function public.get_customer_openings(timestamptz) to authenticated;
alter function public.get_customer_openings(timestamptz) owner to api_reader;

create function public.get_customer_timeline(lead_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  rep_id uuid := private.current_rep_id();
begin
  if not exists (select from public.qualified_leads l where l.id = lead_id and l.qualified_by = rep_id) then
    raise sqlstate 'PT404' using message = 'there is no such customer';
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
$$;
comment on function public.get_customer_timeline(uuid) is
  'The trail of a customer that the caller qualified, newest first, at most 100 lines: {lines, has_more}. by: you, customer, colleague (who had the customer before), operator or system. No address, agent, session or code leaves. Any other id is not found (404).';
revoke all on function public.get_customer_timeline(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_customer_timeline(uuid) to authenticated;
alter function public.get_customer_timeline(uuid) owner to api_reader;

-- The plans: what everybody may read, and their prices, which only a live session may.

create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '',
  position smallint not null check (position > 0),
  is_popular boolean not null default false,
  is_enterprise boolean not null default false,
  constraint products_slug_key unique (slug),
  constraint products_name_key unique (name),
  constraint products_position_key unique (position)
);
comment on table public.products is 'Plans on offer. Public, so it holds no price, in no column and in no sentence.';
comment on column public.products.position is 'Order on the page, 1 first.';

alter table public.products enable row level security;
revoke all on public.products from public, anon, authenticated, service_role;
grant select on public.products to api_reader;
grant select, insert, update, delete on public.products to service_role;

create policy products_select_everyone on public.products for select to api_reader using (true);

create table public.product_features (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  feature_name text not null check (char_length(feature_name) between 1 and 100),
  limit_value text not null check (char_length(limit_value) between 1 and 100),
  position smallint not null check (position > 0),
  constraint product_features_product_id_feature_name_key unique (product_id, feature_name)
);
comment on table public.product_features is 'What each plan includes. Public, and without prices.';
comment on column public.product_features.limit_value is 'Monthly allowance or level, as it is shown.';
comment on column public.product_features.position is 'Order within the plan, 1 first.';

alter table public.product_features enable row level security;
revoke all on public.product_features from public, anon, authenticated, service_role;
grant select on public.product_features to api_reader;
grant select, insert, update, delete on public.product_features to service_role;

create policy product_features_select_everyone on public.product_features
  for select to api_reader using (true);

create table public.product_prices (
  product_id uuid not null references public.products (id) on delete cascade,
  monthly_cents integer not null check (monthly_cents between 1 and 999999999),
  annual_cents integer not null check (annual_cents between 1 and 999999999),
  activation_cents integer not null check (activation_cents between 1 and 999999999),
  valid_from timestamptz not null default now(),
  primary key (product_id, valid_from)
);
comment on table public.product_prices is
  'Prices of the plans, with their history and what is to come. In force is the youngest that has begun. A live representative or customer reads what has begun.';
comment on column public.product_prices.monthly_cents is 'US cents for one month.';
comment on column public.product_prices.annual_cents is 'US cents for twelve months paid at once.';
comment on column public.product_prices.activation_cents is 'US cents, once.';
comment on column public.product_prices.valid_from is 'When the price begins. It ends where the next one begins.';

alter table public.product_prices enable row level security;
revoke all on public.product_prices from public, anon, authenticated, service_role;
grant select on public.product_prices to api_reader;
-- No update: a price that has begun is history.
grant select, insert, delete on public.product_prices to service_role;

create policy product_prices_select_live_session on public.product_prices
  for select to api_reader using ((select private.may_see_prices()) and valid_from <= now());

create function private.price_in_force(product_id_param uuid, at_param timestamptz)
returns public.product_prices
language sql stable set search_path = ''
as $$
  select p from public.product_prices p
  where p.product_id = product_id_param and p.valid_from <= at_param
  order by p.valid_from desc limit 1
$$;
comment on function private.price_in_force(uuid, timestamptz) is
  'The price of a plan at an instant; null when it has none by then.';
revoke all on function private.price_in_force(uuid, timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function private.price_in_force(uuid, timestamptz) to api_reader, service_role;

create function private.price_detail(price public.product_prices)
returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'monthlyCents', price.monthly_cents, 'annualCents', price.annual_cents, 'activationCents', price.activation_cents
  )
$$;
comment on function private.price_detail(public.product_prices) is 'Amounts of a price as the audit trail keeps them, US cents.';
revoke all on function private.price_detail(public.product_prices) from public, anon, authenticated, service_role;
grant execute on function private.price_detail(public.product_prices) to service_role;

create function public.get_product_description(product_name_param text)
returns table (description text)
language sql stable security definer set search_path = ''
as $$
  select private.refuse_over('product_name_param', char_length(product_name_param), 100);
  select p.description from public.products p where p.name = product_name_param
$$;
comment on function public.get_product_description(text) is
  'Description of the plan of that name; no row when there is none. Public, and without prices.';
revoke all on function public.get_product_description(text) from public, anon, authenticated, service_role;
grant execute on function public.get_product_description(text) to anon, authenticated;
alter function public.get_product_description(text) owner to api_reader;

create function public.get_product_features(product_name_param text)
returns table (feature_name text, limit_value text)
language sql stable security definer set search_path = ''
as $$
  select private.refuse_over('product_name_param', char_length(product_name_param), 100);
  select f.feature_name, f.limit_value
  from public.product_features f join public.products p on p.id = f.product_id
  where p.name = product_name_param
  order by f.position
$$;
comment on function public.get_product_features(text) is
  'What the plan of that name includes, in its order; empty when there is none. Public, and without prices.';
revoke all on function public.get_product_features(text) from public, anon, authenticated, service_role;
grant execute on function public.get_product_features(text) to anon, authenticated;
alter function public.get_product_features(text) owner to api_reader;

create function public.get_plan_prices()
returns table (product_slug text, monthly_cents integer, annual_cents integer, activation_cents integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Asked first, so that an anonymous caller gets an empty list without a right on the prices table.
  if not private.may_see_prices() then
    return;
  end if;
  return query
    select p.slug, c.monthly_cents, c.annual_cents, c.activation_cents
    from public.products p cross join lateral private.price_in_force(p.id, now()) c
    where c.product_id is not null
    order by p.position;
  if not found then
    raise warning 'get_plan_prices: the catalogue holds no price in force; run ops catalogue load';
  end if;
end
$$;
comment on function public.get_plan_prices() is
  'Prices in force of all plans in US cents, in plan order; empty for whoever may not see prices. An empty answer to somebody who may is logged.';
revoke all on function public.get_plan_prices() from public, anon, authenticated, service_role;
grant execute on function public.get_plan_prices() to anon, authenticated;
alter function public.get_plan_prices() owner to api_reader;

-- What operators do to plans and prices, each in one transaction; for the ops command only.

create function public.load_catalogue(catalogue_param jsonb)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  plans_added integer;
  features_added integer;
  prices_added integer;
begin
  -- Two loads at once would both find nothing.
  lock table public.products in share row exclusive mode;
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
    'plans_added', plans_added, 'features_added', features_added, 'prices_added', prices_added
  );
end
$$;
comment on function public.load_catalogue(jsonb) is
  'Adds what the database lacks of the plans, their features and their first prices, in one transaction: {plans_added, features_added, prices_added}. It changes nothing that is there. The shape is that of supabase/catalogue.json.';
revoke all on function public.load_catalogue(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.load_catalogue(jsonb) to service_role;

create function public.list_prices()
returns table (
  product_slug text, valid_from timestamptz, is_in_force boolean,
  monthly_cents integer, annual_cents integer, activation_cents integer
)
language sql stable set search_path = ''
as $$
  select d.slug, p.valid_from, p is not distinct from private.price_in_force(d.id, now()),
    p.monthly_cents, p.annual_cents, p.activation_cents
  from public.products d join public.product_prices p on p.product_id = d.id
  order by d.position, p.valid_from
$$;
comment on function public.list_prices() is
  'Every price of every plan, with its history and what is to come, in US cents; oldest first within a plan.';
revoke all on function public.list_prices() from public, anon, authenticated, service_role;
grant execute on function public.list_prices() to service_role;

create function public.set_price(
  product_slug_param text, valid_from_param timestamptz default null, monthly_cents_param integer default null,
  annual_cents_param integer default null, activation_cents_param integer default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  product_id_found uuid;
  begins_at timestamptz := coalesce(valid_from_param, now());
  before public.product_prices;
  after public.product_prices;
begin
  -- Held until the end, so that two changes of one plan follow each other.
  select d.id into product_id_found from public.products d where d.slug = product_slug_param for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown_plan');
  end if;
  if begins_at < now() then
    return jsonb_build_object('outcome', 'past');
  end if;
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
$$;
comment on function public.set_price(text, timestamptz, integer, integer, integer) is
  'Gives a plan a price from now, or from an instant to come; amounts in US cents, null keeps what is in force by then. {outcome: set, valid_from, before, after} or {outcome: unknown_plan | past | taken | incomplete | unchanged}.';
revoke all on function public.set_price(text, timestamptz, integer, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.set_price(text, timestamptz, integer, integer, integer) to service_role;

create function public.cancel_price(product_slug_param text, valid_from_param timestamptz)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  product_id_found uuid;
  cancelled public.product_prices;
begin
  select d.id into product_id_found from public.products d where d.slug = product_slug_param for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown_plan');
  end if;
  delete from public.product_prices p
  where p.product_id = product_id_found and p.valid_from = valid_from_param and p.valid_from > now()
  returning p.* into cancelled;
  if not found then
    return jsonb_build_object('outcome', 'not_scheduled');
  end if;
  perform private.write_audit(
    'price_schedule_cancelled', null, null, null, null,
    jsonb_build_object(
      'plan', product_slug_param, 'validFrom', valid_from_param, 'before', private.price_detail(cancelled)
    )
  );
  return jsonb_build_object('outcome', 'cancelled');
end
$$;
comment on function public.cancel_price(text, timestamptz) is
  'Takes back a price that has not begun: {outcome: cancelled | not_scheduled | unknown_plan}. A price that has begun is history.';
revoke all on function public.cancel_price(text, timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function public.cancel_price(text, timestamptz) to service_role;

-- Sales and the commission they earned, each read only by the representative who made it, and their sums by day.

create table public.sales_records (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id),
  sale_date date not null check (sale_date between '1900-01-01' and '2199-12-31'),
  qualified_lead_id uuid references public.qualified_leads (id) on delete set null,
  product_name text not null check (char_length(product_name) between 1 and 100),
  billing_frequency text not null check (billing_frequency in ('monthly', 'annual')),
  sale_amount bigint not null check (abs(sale_amount) <= 99999999999),
  commission bigint not null default 0 check (abs(commission) <= 99999999999),
  is_cancelled boolean not null default false,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint sales_records_cancelled_has_date check (is_cancelled = (cancelled_at is not null)),
  constraint sales_records_is_one_line check (private.is_one_line(product_name))
);
comment on table public.sales_records is 'Sales. Amounts hold prices, so nobody but the seller reads them.';
comment on column public.sales_records.sale_date is 'Calendar day of the sale.';
comment on column public.sales_records.product_name is 'Name of the plan when it was sold; kept when plans change.';
comment on column public.sales_records.sale_amount is
  'US cents, up to 9 digits of dollars; negative for a clawback.';
comment on column public.sales_records.commission is
  'US cents, up to 9 digits of dollars; negative for a clawback.';

-- Serves the order by day, and finds the rows of one representative.
create index sales_records_newest_first_idx on public.sales_records (sales_rep_id, sale_date desc, id desc);
create index sales_records_qualified_lead_id_idx on public.sales_records (qualified_lead_id);
create index sales_records_by_amount_idx on public.sales_records (sales_rep_id, sale_amount, sale_date, id);
create index sales_records_by_commission_idx on public.sales_records (sales_rep_id, commission, sale_date, id);
create index sales_records_by_product_idx
  on public.sales_records (sales_rep_id, product_name, sale_date desc, id desc);
create index sales_records_by_status_idx
  on public.sales_records (sales_rep_id, is_cancelled, sale_date desc, id desc);
create index sales_records_by_lead_idx
  on public.sales_records (sales_rep_id, qualified_lead_id, sale_date desc, id desc)
  include (product_name, billing_frequency, is_cancelled, sale_amount, commission);

alter table public.sales_records enable row level security;
revoke all on public.sales_records from public, anon, authenticated, service_role;
grant select on public.sales_records to api_reader;
grant select, insert, update on public.sales_records to service_role;

create policy sales_records_select_seller on public.sales_records
  for select to api_reader using (sales_rep_id = (select private.current_rep_id()));

create table private.sales_daily_totals (
  sales_rep_id uuid not null references public.sales_representatives (id),
  sale_date date not null,
  product_name text not null,
  billing_frequency text not null,
  is_cancelled boolean not null,
  is_clawback boolean not null,
  sales_count integer not null,
  sales_cents bigint not null,
  commission_cents bigint not null,
  primary key (sales_rep_id, sale_date, product_name, billing_frequency, is_cancelled, is_clawback)
);
comment on table private.sales_daily_totals is
  'Sums of public.sales_records by all that summaries ask for. Written by triggers only, in the transaction of the sale; read through procedures, each representative their own.';
comment on column private.sales_daily_totals.is_clawback is 'The commission of each of these sales is below zero.';
comment on column private.sales_daily_totals.sales_count is 'Never zero: a row goes with its last sale.';
comment on column private.sales_daily_totals.sales_cents is 'US cents: sum of sale_amount.';
comment on column private.sales_daily_totals.commission_cents is 'US cents: sum of commission.';

alter table private.sales_daily_totals enable row level security;
revoke all on private.sales_daily_totals from public, anon, authenticated, service_role;
grant select on private.sales_daily_totals to api_reader;
grant select, insert, update, delete on private.sales_daily_totals to service_role;

create policy sales_daily_totals_select_seller on private.sales_daily_totals
  for select to api_reader using (sales_rep_id = (select private.current_rep_id()));

create policy sales_daily_totals_all_service_role on private.sales_daily_totals
  for all to service_role using (true) with check (true);

create function private.keep_sales_daily_totals() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.sales_daily_totals;
    return null;
  end if;

  -- Always in the order of the key, so that two transactions wait for each other instead of both failing.
  if tg_op = 'INSERT' then
    insert into private.sales_daily_totals as t
    select n.sales_rep_id, n.sale_date, n.product_name, n.billing_frequency, n.is_cancelled, n.commission < 0,
      count(*), sum(n.sale_amount), sum(n.commission)
    from new_rows n
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (sales_rep_id, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
    return null;
  end if;

  if tg_op = 'UPDATE' then
    insert into private.sales_daily_totals as t
    select c.sales_rep_id, c.sale_date, c.product_name, c.billing_frequency, c.is_cancelled, c.is_clawback,
      sum(c.sales_count), sum(c.sales_cents), sum(c.commission_cents)
    from (
      select n.sales_rep_id, n.sale_date, n.product_name, n.billing_frequency, n.is_cancelled,
        n.commission < 0 as is_clawback, 1 as sales_count, n.sale_amount as sales_cents,
        n.commission as commission_cents
      from new_rows n
      union all
      select o.sales_rep_id, o.sale_date, o.product_name, o.billing_frequency, o.is_cancelled,
        o.commission < 0, -1, -o.sale_amount, -o.commission
      from old_rows o
    ) c
    group by 1, 2, 3, 4, 5, 6
    -- What stays the same, such as a sale whose customer was deleted, locks nothing.
    having (sum(c.sales_count), sum(c.sales_cents), sum(c.commission_cents)) <> (0, 0, 0)
    order by 1, 2, 3, 4, 5, 6
    on conflict (sales_rep_id, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
  else
    insert into private.sales_daily_totals as t
    select o.sales_rep_id, o.sale_date, o.product_name, o.billing_frequency, o.is_cancelled, o.commission < 0,
      -count(*), -sum(o.sale_amount), -sum(o.commission)
    from old_rows o
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (sales_rep_id, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
  end if;
  delete from private.sales_daily_totals t
  using (select distinct o.sales_rep_id, o.sale_date from old_rows o) o
  where t.sales_rep_id = o.sales_rep_id and t.sale_date = o.sale_date and t.sales_count = 0;
  return null;
end
$$;
comment on function private.keep_sales_daily_totals() is
  'Adds what a statement changed in the sales to their sums by day, once per statement.';
revoke all on function private.keep_sales_daily_totals() from public, anon, authenticated, service_role;

create trigger sales_records_keep_totals_on_insert after insert on public.sales_records
  referencing new table as new_rows
  for each statement execute function private.keep_sales_daily_totals();
create trigger sales_records_keep_totals_on_update after update on public.sales_records
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.keep_sales_daily_totals();
create trigger sales_records_keep_totals_on_delete after delete on public.sales_records
  referencing old table as old_rows
  for each statement execute function private.keep_sales_daily_totals();
create trigger sales_records_clear_totals after truncate on public.sales_records
  for each statement execute function private.keep_sales_daily_totals();

create function public.get_sales_records_by_rep(sales_rep_id_param uuid)
returns setof public.sales_records
language sql stable security definer set search_path = ''
as $$
  -- As many as the API hands out in one answer; without a limit the database reads all of them first.
  select s.* from public.sales_records s
  where s.sales_rep_id = sales_rep_id_param
  order by s.sale_date desc, s.id desc
  limit 1000
$$;
comment on function public.get_sales_records_by_rep(uuid) is
  'The 1000 newest sales of a representative, amounts in US cents; none unless that representative is asking.';
revoke all on function public.get_sales_records_by_rep(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_sales_records_by_rep(uuid) to authenticated;
alter function public.get_sales_records_by_rep(uuid) owner to api_reader;

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

create function private.hidden_customers(sales_rep_id_param uuid) returns uuid[]
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
comment on function private.hidden_customers(uuid) is
  'Customers on the representative''s sales that are not theirs any more, and so are not shown.';
revoke all on function private.hidden_customers(uuid) from public, anon, authenticated, service_role;
grant execute on function private.hidden_customers(uuid) to api_reader;

create function private.found_customers(term text, sales_rep_id_param uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select l.id from public.qualified_leads l
    where l.qualified_by = sales_rep_id_param and strpos(lower(concat_ws(e'\n', l.name, l.email, l.company)), term) > 0
  )
$$;
comment on function private.found_customers(text, uuid) is
  'The representative''s customers whose name, address or company holds the term, which is in lower case.';
revoke all on function private.found_customers(text, uuid) from public, anon, authenticated, service_role;
grant execute on function private.found_customers(text, uuid) to api_reader;

create function private.found_products(term text, sales_rep_id_param uuid) returns text[]
language sql stable set search_path = ''
as $$
  select array(select p from private.sold_products(sales_rep_id_param) as p where strpos(lower(p), term) > 0)
$$;
comment on function private.found_products(text, uuid) is
  'The products that the representative sold whose name holds the term, which is in lower case.';
revoke all on function private.found_products(text, uuid) from public, anon, authenticated, service_role;
grant execute on function private.found_products(text, uuid) to api_reader;

create type private.sales_filter as (
  sales_rep_id uuid,
  day_from date,
  day_to date,
  products text[],
  billing_frequencies text[],
  -- Of is_cancelled.
  cancelled boolean[],
  -- What the search found; both are null without a search.
  found_customers uuid[],
  found_products text[]
);
comment on type private.sales_filter is
  'A filter that was checked, of one representative. Null in a field does not narrow. private.sales_condition() says what it means.';

create function private.read_sales_filter(filter jsonb, sales_rep_id_param uuid) returns private.sales_filter
language plpgsql stable set search_path = ''
as $$
declare
  read private.sales_filter;
  statuses text[] := private.text_list(filter, 'statuses', array['active', 'cancelled']);
  term text := private.search_term(filter);
begin
  perform private.refuse_unknown_fields(
    filter, array['from', 'to', 'products', 'billing_frequencies', 'statuses', 'search']
  );
  read.sales_rep_id := sales_rep_id_param;
  read.day_from := private.filter_day(filter, 'from');
  read.day_to := private.filter_day(filter, 'to');
  read.products := private.text_list(filter, 'products');
  read.billing_frequencies := private.text_list(filter, 'billing_frequencies', array['monthly', 'annual']);
  if statuses is not null then
    read.cancelled := array(select status = 'cancelled' from unnest(statuses) as status);
  end if;
  if term is not null then
    -- Looked up first: few customers and products are found fast by index, and the sales follow from them.
    read.found_customers := private.found_customers(term, sales_rep_id_param);
    read.found_products := private.found_products(term, sales_rep_id_param);
  end if;
  return read;
end
$$;
comment on function private.read_sales_filter(jsonb, uuid) is
  'Checks a caller''s filter of a representative''s sales and looks up what it searches for. Refused (22023; 22008 for a day that no month has) when a field is unknown or not as agreed.';
revoke all on function private.read_sales_filter(jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function private.read_sales_filter(jsonb, uuid) to api_reader;

create function private.sales_condition() returns text
language sql immutable set search_path = ''
as $$
  select $condition$(
    s.sales_rep_id = ($1).sales_rep_id
    and (($1).day_from is null or s.sale_date >= ($1).day_from)
    and (($1).day_to is null or s.sale_date <= ($1).day_to)
    and (($1).products is null or s.product_name = any (($1).products))
    and (($1).billing_frequencies is null or s.billing_frequency = any (($1).billing_frequencies))
    and (($1).cancelled is null or s.is_cancelled = any (($1).cancelled))
  )$condition$
$$;
comment on function private.sales_condition() is
  'SQL of the condition that all of a filter but its search puts on s, a row of public.sales_records or of private.sales_daily_totals. $1: private.sales_filter. Run it with EXECUTE: the planner then knows the values, and leaves out what does not narrow.';
revoke all on function private.sales_condition() from public, anon, authenticated, service_role;
grant execute on function private.sales_condition() to api_reader;

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
  'SQL of the condition that the search of a filter puts on s, a row of public.sales_records. $1 as in private.sales_condition().';
revoke all on function private.search_condition() from public, anon, authenticated, service_role;
grant execute on function private.search_condition() to api_reader;

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
  'A statement whose {words} are replaced: conditions and names of columns that the schema itself says, never a value of a caller.';
revoke all on function private.fill_in(text, jsonb) from public, anon, authenticated, service_role;
grant execute on function private.fill_in(text, jsonb) to api_reader;

-- The figures of the sales that a filter means: totals, a series, and by product and frequency.

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
  'How finely a chart divides a range of calendar days: day up to 45 days, week up to 26, month up to 10 years, else year.';
revoke all on function private.series_step(date, date) from public, anon, authenticated, service_role;
grant execute on function private.series_step(date, date) to api_reader;

create type private.search_side as (
  -- 1: the sales of these customers are added; -1: they are taken off the whole. Null: there is no search.
  sign integer,
  customers uuid[]
);
comment on type private.search_side is
  'The side of a search that has fewer customers: those whom it finds, or those whom it leaves out.';

create function private.smaller_side(filter private.sales_filter) returns private.search_side
language plpgsql stable set search_path = ''
as $$
declare
  customers_count integer;
begin
  if filter.found_customers is null then
    return null;
  end if;
  select count(*) into customers_count from public.qualified_leads l where l.qualified_by = filter.sales_rep_id;
  if 2 * cardinality(filter.found_customers) <= customers_count then
    return row(1, filter.found_customers);
  end if;
  -- Another customer, or one who is not the representative's any more.
  return row(-1, private.hidden_customers(filter.sales_rep_id) || array(
    select l.id from public.qualified_leads l where l.qualified_by = filter.sales_rep_id
    except
    select unnest(filter.found_customers)
  ));
end
$$;
comment on function private.smaller_side(private.sales_filter) is
  'What a summary of a search reads beside the sums by day: the customers of the smaller side.';
revoke all on function private.smaller_side(private.sales_filter) from public, anon, authenticated, service_role;
grant execute on function private.smaller_side(private.sales_filter) to api_reader;

create function public.get_sales_dashboard(filter jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '32MB'
as $$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'), private.current_rep_id());
  answer jsonb;
begin
  -- $1: the filter; $2: the smaller side of its search.
  execute replace($query$
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
  )$query$, '{condition}', private.sales_condition())
  into answer
  using asked, private.smaller_side(asked);
  return answer;
end
$$;
comment on function public.get_sales_dashboard(jsonb) is
  'Totals, series without gaps, sums by product and by billing frequency of the caller''s own sales that match a filter {from, to, products, billing_frequencies, statuses, search}, the same that get_sales_table lists. US cents, exact. commission_cents = earned_cents + pending_cents + clawback_cents + cancelled_cents. Zeros without a live session; a filter that is not as agreed is refused (22023).';
revoke all on function public.get_sales_dashboard(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.get_sales_dashboard(jsonb) to authenticated;
alter function public.get_sales_dashboard(jsonb) owner to api_reader;

-- One page of the sales that a filter means, in any order, at the same cost however far down; and how the figures of
-- one sale come about.

create function private.sales_rows(ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', s.id,
        'sale_date', s.sale_date,
        'product_name', s.product_name,
        'billing_frequency', s.billing_frequency,
        'sale_amount', s.sale_amount,
        'commission', s.commission,
        'is_cancelled', s.is_cancelled,
        'cancelled_at', s.cancelled_at,
        'commission_group', private.commission_group(s.is_cancelled, s.commission < 0, s.sale_date),
        'customer', case when l.id is not null then
          jsonb_build_object('id', l.id, 'name', l.name, 'email', l.email, 'company', l.company)
        end
      ) order by i.place
    ),
    '[]'::jsonb
  )
  from unnest(ids) with ordinality as i (id, place)
  join public.sales_records s on s.id = i.id and s.sales_rep_id = (select private.current_rep_id())
  left join public.qualified_leads l on l.id = s.qualified_lead_id and l.qualified_by = s.sales_rep_id
$$;
comment on function private.sales_rows(uuid[]) is
  'The caller''s own sales with these ids, in their order, each with its customer (null: none, or not the caller''s) and what its commission counts as. US cents.';
revoke all on function private.sales_rows(uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.sales_rows(uuid[]) to api_reader;

create function public.get_sales_table(
  filter jsonb default '{}', sort text default 'sale_date', direction text default 'desc',
  page_size integer default 25, after text default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
  if asked_direction not in ('asc', 'desc') or sort_key is null then
    raise exception 'there is no such order' using errcode = 'invalid_parameter_value';
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
$$;
comment on function public.get_sales_table(jsonb, text, text, integer, text) is
  'One page of the caller''s own sales that match a filter, the same that get_sales_dashboard sums up, each with its customer: {rows, has_more, next_after}. sort: sale_date, amount, commission, customer, product or status; direction: asc or desc; 1 to 1000 rows; after: next_after of the page before. US cents. No rows without a live session; anything not as agreed is refused (22023).';
revoke all on function public.get_sales_table(jsonb, text, text, integer, text)
  from public, anon, authenticated, service_role;
grant execute on function public.get_sales_table(jsonb, text, text, integer, text) to authenticated;
alter function public.get_sales_table(jsonb, text, text, integer, text) owner to api_reader;

create function public.get_sale_explanation(sale_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  sale jsonb := private.sales_rows(array[sale_id]) -> 0;
  amount bigint := (sale ->> 'sale_amount')::bigint;
  commission bigint := (sale ->> 'commission')::bigint;
  is_cancelled boolean := (sale ->> 'is_cancelled')::boolean;
  commission_group text := sale ->> 'commission_group';
begin
  if sale is null then
    raise sqlstate 'PT404' using message = 'there is no such sale';
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
$$;
comment on function public.get_sale_explanation(uuid) is
  'How the figures of one of the caller''s own sales come about: commission by amount as a fraction (null for an amount of zero), what it counts as and until when it is pending, and for each figure of the dashboard whether it counts, what it adds (US cents; of active_count a count) and why. Any other id is not found (404).';
revoke all on function public.get_sale_explanation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_sale_explanation(uuid) to authenticated;
alter function public.get_sale_explanation(uuid) owner to api_reader;

-- Sales come in from a file whole or not at all, and go out page by page; for the ops command only.

create table private.sales_imports (
  id uuid primary key,
  has_customers boolean not null,
  last_staged_at timestamptz not null default now(),
  outcome jsonb check (jsonb_typeof(outcome) = 'object')
);
comment on table private.sales_imports is
  'The import that is under way, or the last one that was committed: never more than one row.';
comment on column private.sales_imports.has_customers is
  'Whether the file tells of customers. If not, those on the sales that are there stay.';
comment on column private.sales_imports.outcome is
  'How many sales were inserted, updated and unchanged. Null: not committed; nothing of it is to be seen.';

alter table private.sales_imports enable row level security;
revoke all on private.sales_imports from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.sales_imports to service_role;

-- Unlogged: what a crash empties is imported again, and a million rows are not written twice.
create unlogged table private.staged_sales (
  id uuid primary key,
  line_number integer not null,
  sales_rep_id uuid not null,
  qualified_lead_id uuid,
  sale_date date not null,
  product_name text not null,
  billing_frequency text not null,
  sale_amount bigint not null,
  commission bigint not null,
  cancelled_at timestamptz
);
comment on table private.staged_sales is 'Rows of the import that is under way, checked each by itself. Emptied by the next.';
comment on column private.staged_sales.line_number is 'Line of the file that the row begins on.';
comment on column private.staged_sales.sale_amount is 'US cents.';
comment on column private.staged_sales.commission is 'US cents.';

alter table private.staged_sales enable row level security;
revoke all on private.staged_sales from public, anon, authenticated, service_role;
grant select, insert, truncate on private.staged_sales to service_role;

create policy sales_imports_all_service_role on private.sales_imports
  for all to service_role using (true) with check (true);

create policy staged_sales_all_service_role on private.staged_sales
  for all to service_role using (true) with check (true);

create function public.begin_sales_import(import_id_param uuid, has_customers_param boolean) returns boolean
language plpgsql set search_path = ''
as $$
begin
  -- Of two that begin at once, the second waits here and then finds the first.
  perform pg_advisory_xact_lock(hashtextextended('sales import', 0));
  if exists (
    select from private.sales_imports i where i.outcome is null and i.last_staged_at > now() - interval '1 minute'
  ) then
    return false;
  end if;
  -- Waits for one that is being committed. What was cut short is forgotten, with its rows.
  delete from private.sales_imports where true;
  truncate private.staged_sales;
  insert into private.sales_imports (id, has_customers) values (import_id_param, has_customers_param);
  return true;
end
$$;
comment on function public.begin_sales_import(uuid, boolean) is
  'Begins an import and removes what one that was cut short left; false while another is under way, which is one that brought rows in the last minute.';
revoke all on function public.begin_sales_import(uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.begin_sales_import(uuid, boolean) to service_role;

create function public.stage_sales(import_id_param uuid, rows_param jsonb) returns jsonb
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
      -- A row with a mistake in it is kept as well: so a repeated id is detected.
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
      (g.lead_email is not null and g.qualified_lead_id is null, 'unknown_customer', g.lead_email),
      -- A customer who was handed over since stays on the sales that they are on.
      (
        g.qualified_by <> g.sales_rep_id and s.qualified_lead_id is distinct from g.qualified_lead_id,
        'customer_of_another_rep', g.lead_email
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
comment on function public.stage_sales(uuid, jsonb) is
  'Puts rows of an import aside: {outcome: staged, problems: [{line, code, value}]}, code being unknown_rep, unknown_customer, customer_of_another_rep, sale_of_another_rep or duplicate_id; or {outcome: unknown_import} when it is not under way any more. Amounts in US cents.';
revoke all on function public.stage_sales(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.stage_sales(uuid, jsonb) to service_role;

create function public.commit_sales_import(import_id_param uuid, row_count_param integer) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '15min'
as $$
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
    raise exception 'a sale of another representative has one of the ids' using errcode = 'integrity_constraint_violation';
  end if;
  update private.sales_imports set outcome = counts where id = import_id_param;
  truncate private.staged_sales;
  return jsonb_build_object('outcome', 'committed') || counts;
end
$$;
comment on function public.commit_sales_import(uuid, integer) is
  'Makes sales of all rows of an import at once, or of none: {outcome: committed, inserted, updated, unchanged}; again: the same answer. A sale that is there already is met by its id. {outcome: unknown_import | rows_missing} when it is not under way, or not the whole number of rows has arrived.';
revoke all on function public.commit_sales_import(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.commit_sales_import(uuid, integer) to service_role;

create function public.discard_sales_import(import_id_param uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  delete from private.sales_imports where id = import_id_param and outcome is null;
  if not found then
    return false;
  end if;
  truncate private.staged_sales;
  return true;
end
$$;
comment on function public.discard_sales_import(uuid) is
  'Gives an import up, with its rows; false when it was committed or is not known.';
revoke all on function public.discard_sales_import(uuid) from public, anon, authenticated, service_role;
grant execute on function public.discard_sales_import(uuid) to service_role;

create function public.export_sales(
  sales_rep_id_param uuid, after_sale_date_param date, after_id_param uuid, limit_param integer
)
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', s.id, 'rep_email', r.email, 'lead_email', l.email, 'sale_date', s.sale_date,
        'product_name', s.product_name, 'billing_frequency', s.billing_frequency, 'sale_amount', s.sale_amount,
        'commission', s.commission, 'cancelled_at', s.cancelled_at
      ) order by s.sale_date desc, s.id desc
    ),
    '[]'::jsonb
  )
  from (
    select p.* from public.sales_records p
    where p.sales_rep_id = sales_rep_id_param
      and (after_id_param is null or (p.sale_date, p.id) < (after_sale_date_param, after_id_param))
    order by p.sale_date desc, p.id desc
    limit least(limit_param, 5000)
  ) s
  join public.sales_representatives r on r.id = s.sales_rep_id
  left join public.qualified_leads l on l.id = s.qualified_lead_id
$$;
comment on function public.export_sales(uuid, date, uuid, integer) is
  'Sales of a representative after a day and id, newest first, at most 5000, as stage_sales takes them; for operators. US cents.';
revoke all on function public.export_sales(uuid, date, uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.export_sales(uuid, date, uuid, integer) to service_role;

-- What visitors sent through the contact form and the demo dialog, saved once and mailed once.

create table public.contact_submissions (
  id uuid primary key,
  first_name text not null check (char_length(first_name) between 1 and 200),
  last_name text check (char_length(last_name) <= 200),
  email text not null check (char_length(email) between 3 and 254),
  company text not null check (char_length(company) between 1 and 200),
  phone text not null default '' check (char_length(phone) <= 50),
  message text not null default '' check (char_length(message) <= 10200),
  project_type text not null check (project_type in ('demo', 'contact')),
  status text not null default 'new' check (status in ('new', 'in_progress', 'done', 'spam')),
  job_title text not null default '' check (char_length(job_title) <= 200),
  job_role text not null default '' check (char_length(job_role) <= 200),
  source text not null default 'general' check (char_length(source) <= 100),
  tier text not null default '' check (char_length(tier) <= 100),
  consent_version text check (char_length(consent_version) <= 20),
  consent_text text check (char_length(consent_text) <= 1000),
  consented_at timestamptz,
  utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object'),
  referrer text not null default '' check (char_length(referrer) <= 2000),
  quarantined_at timestamptz,
  notification_claimed_at timestamptz,
  notified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint contact_submissions_consent_is_whole check (
    (consented_at is null) = (consent_version is null) and (consented_at is null) = (consent_text is null)
  ),
  constraint contact_submissions_is_one_line check (
    private.is_one_line(
      first_name || coalesce(last_name, '') || email || company || phone || job_title || job_role || source || tier
        || referrer
    )
  )
);
comment on table public.contact_submissions is 'Contact and demo requests. No API role but service_role reads or writes.';
comment on column public.contact_submissions.id is 'Made by the visitor''s browser: sending again meets the same row.';
comment on column public.contact_submissions.message is 'As sent, after the plan''s marker when there is one.';
comment on column public.contact_submissions.consent_version is 'Version of the sentence agreed to. Null: not agreed.';
comment on column public.contact_submissions.consent_text is 'The sentence agreed to, in the words shown.';
comment on column public.contact_submissions.utm is 'Campaign parameters of the first visit, without their utm_ prefix.';
comment on column public.contact_submissions.quarantined_at is 'Set when the hidden field was filled in: kept, nobody mailed.';
comment on column public.contact_submissions.notification_claimed_at is
  'A sender is at work since then; taken over when it has not finished in time.';
comment on column public.contact_submissions.notified_at is 'When the team''s mail was accepted. Null: not sent.';

create index contact_submissions_created_at_idx on public.contact_submissions (created_at desc);

alter table public.contact_submissions enable row level security;
revoke all on public.contact_submissions from public, anon, authenticated, service_role;
grant select, insert, update on public.contact_submissions to service_role;

create policy contact_submissions_all_service_role on public.contact_submissions
  for all to service_role using (true) with check (true);

create function public.save_contact_submission(submission_param jsonb) returns boolean
language sql set search_path = ''
as $$
  with saved as (
    insert into public.contact_submissions (
      id, first_name, last_name, email, company, phone, message, project_type, job_title, job_role, source, tier,
      consent_version, consent_text, consented_at, utm, referrer, quarantined_at
    )
    select
      s.id, s.first_name, s.last_name, s.email, s.company, s.phone, s.message, s.project_type, s.job_title,
      s.job_role, s.source, s.tier, s.consent_version, s.consent_text,
      case when s.consent_version is not null then now() end,
      s.utm, s.referrer, case when s.is_quarantined then now() end
    from jsonb_to_record(submission_param) as s (
      id uuid, first_name text, last_name text, email text, company text, phone text, message text,
      project_type text, job_title text, job_role text, source text, tier text, consent_version text,
      consent_text text, utm jsonb, referrer text, is_quarantined boolean
    )
    on conflict (id) do nothing
    returning 1
  )
  select exists (select from saved)
$$;
comment on function public.save_contact_submission(jsonb) is
  'Saves a contact request; false when one with its id is there already, which is left as it is.';
revoke all on function public.save_contact_submission(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_contact_submission(jsonb) to service_role;

create function public.claim_contact_notification(submission_id_param uuid, lease_seconds_param integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  submission public.contact_submissions;
begin
  update public.contact_submissions s set notification_claimed_at = now()
  where s.id = submission_id_param
    and s.quarantined_at is null
    and s.notified_at is null
    and (s.notification_claimed_at is null
      or s.notification_claimed_at <= now() - make_interval(secs => lease_seconds_param))
  returning * into submission;
  if found then
    return jsonb_build_object(
      'state', 'claimed',
      'submission', to_jsonb(submission) - 'quarantined_at' - 'notification_claimed_at' - 'notified_at'
    );
  end if;

  select * into submission from public.contact_submissions s where s.id = submission_id_param;
  return jsonb_build_object('state', case
    when not found then 'missing'
    when submission.quarantined_at is not null then 'quarantined'
    when submission.notified_at is not null then 'sent'
    else 'busy'
  end);
end
$$;
comment on function public.claim_contact_notification(uuid, integer) is
  'Lets exactly one sender mail about a request: {state: claimed | sent | busy | quarantined | missing, submission}. A claim lapses after the lease, in seconds.';
revoke all on function public.claim_contact_notification(uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.claim_contact_notification(uuid, integer) to service_role;

create function public.finish_contact_notification(submission_id_param uuid, is_sent_param boolean) returns void
language sql set search_path = ''
as $$
  update public.contact_submissions
  set notified_at = case when is_sent_param then now() end, notification_claimed_at = null
  where id = submission_id_param and notified_at is null
$$;
comment on function public.finish_contact_notification(uuid, boolean) is
  'Records that the mail was accepted, or gives the claim back so that it can be tried again.';
revoke all on function public.finish_contact_notification(uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.finish_contact_notification(uuid, boolean) to service_role;

-- What real browsers saw of each version, so that a bad release is noticed. Nothing in it says whose browser it was.

create table private.site_events (
  id bigint generated by default as identity primary key,
  occurred_at timestamptz not null default now(),
  composition_id text not null check (char_length(composition_id) between 1 and 40),
  versions jsonb not null check (jsonb_typeof(versions) = 'object' and versions <> '{}'),
  path text not null check (path ~ '^/[^?#]*$' and char_length(path) <= 200),
  kind text not null check (kind in ('web-vital', 'remote-failure')),
  metric text check (metric in ('LCP', 'INP', 'CLS', 'FCP', 'TTFB')),
  value double precision check (value between 0 and 600000),
  remote text check (char_length(remote) between 1 and 40),
  remote_version text check (char_length(remote_version) between 1 and 64),
  reason text check (reason in ('not-answered', 'timed-out', 'wrong-contract', 'failed')),
  recovered boolean,
  constraint site_events_is_of_one_kind check (case kind
    when 'web-vital' then
      num_nulls(metric, value) = 0 and num_nonnulls(remote, remote_version, reason, recovered) = 0
    else num_nonnulls(metric, value) = 0 and num_nulls(remote, remote_version, reason, recovered) = 0
  end)
);
comment on table private.site_events is
  'Web vitals and failed remotes as browsers told them, kept for private.site_events_kept_days(). No address, agent, session or query is ever in it.';
comment on column private.site_events.occurred_at is 'When the batch arrived: clocks of browsers are not believed.';
comment on column private.site_events.versions is 'Application to version: all that the page was composed of.';
comment on column private.site_events.path is 'Path of the route that was shown.';
comment on column private.site_events.value is 'Of a web vital: milliseconds; CLS has no unit.';
comment on column private.site_events.remote_version is 'The version that failed, which need not be the live one.';
comment on column private.site_events.recovered is 'Of a failure: an earlier version was shown instead.';

create index site_events_occurred_at_idx on private.site_events (occurred_at);

alter table private.site_events enable row level security;
revoke all on private.site_events from public, anon, authenticated, service_role;
-- No row is ever changed. The right to update is needed to lock rows before they are deleted.
grant select, insert, update, delete on private.site_events to service_role;

create policy site_events_all_service_role on private.site_events
  for all to service_role using (true) with check (true);

create table private.site_event_days (
  day date primary key,
  row_count integer not null check (row_count >= 0),
  byte_count bigint not null check (byte_count >= 0)
);
comment on table private.site_event_days is 'What was kept of site events on each day of UTC, against the ceiling of a day.';
comment on column private.site_event_days.row_count is 'Rows written to private.site_events.';
comment on column private.site_event_days.byte_count is 'Bytes of their contents as JSON.';

alter table private.site_event_days enable row level security;
revoke all on private.site_event_days from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.site_event_days to service_role;

create policy site_event_days_all_service_role on private.site_event_days
  for all to service_role using (true) with check (true);

create function public.record_site_events(batch_param jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  today date := (now() at time zone 'utc')::date;
  new_rows integer := jsonb_array_length(batch_param -> 'events');
  -- Each row repeats what is said of the page.
  new_bytes bigint := octet_length((batch_param -> 'events')::text)
    + new_rows * octet_length((batch_param - 'events')::text)::bigint;
begin
  -- A bounded number of old rows goes with every batch, so that the table stays as small as the traffic of those days.
  delete from private.site_events
  where id in (
    select e.id from private.site_events e
    where e.occurred_at < now() - make_interval(days => private.site_events_kept_days())
    order by e.occurred_at limit 1000
    for update skip locked
  );
  delete from private.site_event_days where day < today - private.site_events_kept_days();

  -- Batches that come at once are added up one after the other.
  insert into private.site_event_days as d (day, row_count, byte_count) values (today, new_rows, new_bytes)
  on conflict (day) do update set
    row_count = d.row_count + excluded.row_count, byte_count = d.byte_count + excluded.byte_count
  where d.row_count + excluded.row_count <= 200000 and d.byte_count + excluded.byte_count <= 64 * 1024 * 1024;
  if not found then
    return 0;
  end if;

  insert into private.site_events (
    composition_id, versions, path, kind, metric, value, remote, remote_version, reason, recovered
  )
  select b.composition_id, b.versions, b.path, e.kind, e.metric, e.value, e.remote, e.remote_version, e.reason, e.recovered
  from jsonb_to_record(batch_param) as b (composition_id text, versions jsonb, path text, events jsonb)
  cross join lateral jsonb_to_recordset(b.events) as e (
    kind text, metric text, value double precision, remote text, remote_version text, reason text,
    recovered boolean
  );
  return new_rows;
end
$$;
comment on function public.record_site_events(jsonb) is
  'Keeps one page''s events, all or none: {composition_id, versions, path, events: [{kind, …}]}. Says how many; 0 when the day is full: 200,000 rows or 64 MiB. Takes at most 1000 rows older than private.site_events_kept_days() away.';
revoke all on function public.record_site_events(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.record_site_events(jsonb) to service_role;

create function public.site_event_stats(since_param timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  with told as (
    -- A web vital is told of every version that its page was composed of; a failure, of the version that failed.
    select a.application, a.version, e.occurred_at, e.kind, e.metric, e.value, e.recovered
    from private.site_events e
    cross join lateral (
      select v.key as application, v.value as version
      from jsonb_each_text(e.versions) v where e.kind = 'web-vital'
      union all
      select e.remote, e.remote_version where e.kind = 'remote-failure'
    ) a
    where e.occurred_at >= since_param
  ),
  summed as (
    select
      t.application,
      t.version,
      -- Every page load has one time to first byte, in every browser; the other metrics not in all of them.
      count(*) filter (where t.metric = 'TTFB') as views,
      count(*) filter (where t.kind = 'remote-failure') as failures,
      count(*) filter (where t.recovered) as recovered_failures,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'LCP') as lcp_p75_ms,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'INP') as inp_p75_ms,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'CLS') as cls_p75,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'FCP') as fcp_p75_ms,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'TTFB') as ttfb_p75_ms,
      min(t.occurred_at) as first_seen_at,
      max(t.occurred_at) as last_seen_at
    from told t
    group by t.application, t.version
  )
  select coalesce(jsonb_agg(to_jsonb(s) order by s.application, s.last_seen_at desc, s.version), '[]'::jsonb)
  from summed s
$$;
comment on function public.site_event_stats(timestamptz) is
  'What browsers saw since then, one object per application and version: views (page loads), failures, p75 of each metric in ms (CLS without unit; null: none told), first and last seen. By application, the version seen last first.';
revoke all on function public.site_event_stats(timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function public.site_event_stats(timestamptz) to service_role;

-- Runs last. A role is given procedures only where it could make some (schemas/roles.sql); from here on it can make none.

revoke create on schema public from api_reader;

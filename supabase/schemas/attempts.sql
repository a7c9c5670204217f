-- Counts attempts in the current window. The count is in the database, because all function instances share it.

create table private.rate_limit_counters (
  bucket text primary key check (char_length(bucket) between 1 and 200),
  attempts integer not null check (attempts >= 0),
  window_ends_at timestamptz not null
);
comment on table private.rate_limit_counters is 'Attempts per bucket in a fixed window. Rows whose window has ended are ignored.';
comment on column private.rate_limit_counters.bucket is 'The limited action and the caller, such as sign-in:ip:203.0.113.7.';

create index rate_limit_counters_window_ends_at_idx on private.rate_limit_counters (window_ends_at);

alter table private.rate_limit_counters enable row level security;
grant select, insert, update, delete on private.rate_limit_counters to service_role;

create policy rate_limit_counters_all_service_role on private.rate_limit_counters
  for all to service_role using (true) with check (true);

create function private.remove_stale_counters() returns void
language sql set search_path = ''
as $$
  delete from private.rate_limit_counters
  where bucket in (
    select c.bucket from private.rate_limit_counters c
    where c.window_ends_at < now() - interval '1 minute'
    order by c.window_ends_at limit 20
    for update skip locked
  )
$$;
comment on function private.remove_stale_counters() is
  'Deletes a few stale counters, so the table stays as small as the traffic. Call it last: who waits for another counter while holding these could wait for each other.';
grant execute on function private.remove_stale_counters() to service_role;

create function private.count_in_window(bucket_param text, limit_param integer, window_seconds_param integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  counter private.rate_limit_counters;
  is_allowed boolean;
begin
  insert into private.rate_limit_counters as c (bucket, attempts, window_ends_at)
  values (bucket_param, 1, now() + make_interval(secs => window_seconds_param))
  on conflict (bucket) do update set
    attempts = case when c.window_ends_at <= now() then 1 else c.attempts + 1 end,
    window_ends_at = case
      when c.window_ends_at <= now() then now() + make_interval(secs => window_seconds_param)
      else c.window_ends_at
    end
  where c.window_ends_at <= now() or c.attempts < limit_param
  returning * into counter;
  is_allowed := found;
  -- A refused attempt is not counted: no call would give it back.
  if not is_allowed then
    select * into counter from private.rate_limit_counters c where c.bucket = bucket_param;
  end if;

  return jsonb_build_object(
    'allowed', is_allowed,
    'retry_after_seconds', greatest(1, ceil(extract(epoch from counter.window_ends_at - now())))::integer
  );
end
$$;
comment on function private.count_in_window(text, integer, integer) is
  'Counts one attempt atomically, unless the limit is reached: see public.take_attempt().';
grant execute on function private.count_in_window(text, integer, integer) to service_role;

create function public.take_attempt(bucket_param text, limit_param integer, window_seconds_param integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  answer jsonb := private.count_in_window(bucket_param, limit_param, window_seconds_param);
begin
  perform private.remove_stale_counters();
  return answer;
end
$$;
comment on function public.take_attempt(text, integer, integer) is
  'Counts one attempt atomically, unless the limit is reached, and returns {allowed, retry_after_seconds}. The window is in seconds and starts with its first attempt.';
grant execute on function public.take_attempt(text, integer, integer) to service_role;

create function public.give_back_attempt(bucket_param text) returns void
language sql set search_path = ''
as $$
  update private.rate_limit_counters set attempts = greatest(attempts - 1, 0)
  where bucket = bucket_param and window_ends_at > now()
$$;
comment on function public.give_back_attempt(text) is
  'Removes a successful attempt from the count. Only failures are counted.';
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
    -- Held until the transaction ends, so the next attempt sees the result of this one. All callers name their limits
    -- in the same order, which prevents deadlocks.
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
  'Seconds to wait when one of the limits [{bucket, attempts, window_seconds}] is reached, else null. Other attempts at the same limits wait until the transaction ends.';
grant execute on function private.attempt_wait(jsonb) to service_role;

create function private.count_attempt(limits_param jsonb) returns void
language sql set search_path = ''
as $$
  select private.count_in_window(l.bucket, l.attempts, l.window_seconds)
  from jsonb_to_recordset(limits_param) as l (bucket text, attempts integer, window_seconds integer);
  select private.remove_stale_counters()
$$;
comment on function private.count_attempt(jsonb) is
  'Counts one failed attempt at each of the limits [{bucket, attempts, window_seconds}].';
grant execute on function private.count_attempt(jsonb) to service_role;

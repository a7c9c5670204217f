-- Counts attempts in the current window. The count is in the database, because all function instances share it.
-- A procedure counts in its own transaction: what is rolled back, refusals among it, gives the attempt back. Where an
-- attempt must stay counted, as with a wrong code, the procedure answers instead of raising. What fails later, as a mail
-- that no server takes, is given back then: counted first, it bounds what many callers do at once.

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

create function private.remove_stale_counters() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from private.rate_limit_counters
  where bucket in (
    select c.bucket from private.rate_limit_counters c
    where c.window_ends_at < now() - interval '1 minute'
    order by c.window_ends_at limit 20
    for update skip locked
  );
  return null;
end
$$;
comment on function private.remove_stale_counters() is
  'Deletes a few stale counters for each new one, so the table stays as small as the traffic. It runs when the transaction ends: who waits for another counter while holding these could wait for each other.';

create constraint trigger rate_limit_counters_remove_stale after insert on private.rate_limit_counters
  deferrable initially deferred for each row execute function private.remove_stale_counters();

create function private.count_in_window(bucket_param text, most_param integer, window_param interval) returns integer
language sql set search_path = ''
as $$
  insert into private.rate_limit_counters as c (bucket, attempts, window_ends_at)
  select bucket_param, 1, now() + window_param where most_param > 0
  on conflict (bucket) do update set
    attempts = case when c.window_ends_at <= now() then 1 else c.attempts + 1 end,
    window_ends_at = case when c.window_ends_at <= now() then excluded.window_ends_at else c.window_ends_at end
  where c.window_ends_at <= now() or c.attempts < most_param
  returning attempts
$$;
comment on function private.count_in_window(text, integer, interval) is
  'Counts one more in the window, which starts with its first. Returns how many there are, or null for one too many, which is not counted. Others who count in the bucket wait until the transaction ends.';
grant execute on function private.count_in_window(text, integer, interval) to service_role;

create function private.refuse_until(until_param timestamptz, pause_param interval, message_param text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- A transaction that began earlier sees a pause that began later. It waits no longer than the pause either.
  raise sqlstate 'PT429' using message = message_param, detail = least(
    extract(epoch from pause_param), greatest(1, ceil(extract(epoch from until_param - now())))
  )::integer::text;
end
$$;
comment on function private.refuse_until(timestamptz, interval, text) is
  'Refuses a call (429) that may be repeated at this time, which is at most one pause away. The detail says in how many seconds.';
grant execute on function private.refuse_until(timestamptz, interval, text) to service_role;

create function private.refuse_when_full(limit_param text, subject_param text) returns void
language plpgsql set search_path = ''
as $$
declare
  -- An unknown limit is a fault, not a free attempt.
  bound record;
  full_until timestamptz;
begin
  select l.attempts, l.attempts_window into strict bound from private.attempt_limits() l where l.name = limit_param;
  select c.window_ends_at into full_until from private.rate_limit_counters c
  where c.bucket = limit_param || ':' || subject_param and c.attempts >= bound.attempts and c.window_ends_at > now();
  if found or bound.attempts = 0 then
    perform private.refuse_until(
      coalesce(full_until, now() + bound.attempts_window), bound.attempts_window, 'Too many attempts. Please wait before you try again.'
    );
  end if;
end
$$;
comment on function private.refuse_when_full(text, text) is
  'Refuses an attempt (429) that private.count_attempt would refuse, and counts nothing. For a procedure that writes before it counts.';
grant execute on function private.refuse_when_full(text, text) to service_role;

create function private.count_attempt(limit_param text, subject_param text) returns void
language plpgsql set search_path = ''
as $$
declare
  -- An unknown limit is a fault, not a free attempt.
  bound record;
  full_bucket text := limit_param || ':' || subject_param;
begin
  select l.attempts, l.attempts_window into strict bound from private.attempt_limits() l where l.name = limit_param;
  if private.count_in_window(full_bucket, bound.attempts, bound.attempts_window) is null then
    perform private.refuse_until(
      -- A limit of 0 has no counter, or an old one of an earlier limit.
      coalesce(
        (
          select c.window_ends_at from private.rate_limit_counters c
          where c.bucket = full_bucket and c.window_ends_at > now()
        ),
        now() + bound.attempts_window
      ),
      bound.attempts_window, 'Too many attempts. Please wait before you try again.'
    );
  end if;
end
$$;
comment on function private.count_attempt(text, text) is
  'Counts one attempt at a limit of private.attempt_limits() for who or what it is counted by, or refuses it (429). Procedures count in the same order, so they never wait for each other. What all callers share they count last, so that others wait for the commit alone.';
grant execute on function private.count_attempt(text, text) to service_role;

create function private.give_attempt_back(limit_param text, subject_param text, counted_at_param timestamptz)
returns void
language sql set search_path = ''
as $$
  update private.rate_limit_counters c set attempts = c.attempts - 1
  from private.attempt_limits() l
  where l.name = limit_param and c.bucket = limit_param || ':' || subject_param and c.attempts > 0
    and c.window_ends_at - l.attempts_window <= counted_at_param
$$;
comment on function private.give_attempt_back(text, text, timestamptz) is
  'Takes back what private.count_attempt counted at that time, for work that failed after its transaction. A window that began later keeps its attempts. In the order in which they were counted.';
grant execute on function private.give_attempt_back(text, text, timestamptz) to service_role;

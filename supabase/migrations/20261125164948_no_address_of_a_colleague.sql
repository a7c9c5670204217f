-- Purpose: no line of the trail shows a colleague's address, refused attempts are not counted, and codes are kept as the terms say.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.get_audit_events(page_size integer DEFAULT 25, before_line_number bigint DEFAULT NULL::bigint)
 RETURNS TABLE(line_number bigint, id uuid, occurred_at timestamp with time zone, event text, qualified_lead_id uuid, ip_address text, user_agent text, detail jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select e.line_number, e.id, e.occurred_at, e.event, e.qualified_lead_id,
    case when a.is_shown then e.ip_address end, case when a.is_shown then e.user_agent end, e.detail
  from public.audit_events e
  cross join lateral (
    select e.event = any (private.customers_own_events())
      or (e.sales_rep_id = (select private.current_rep_id())
        and coalesce(e.detail ->> 'managerId' = (select private.current_rep_id())::text, true)) as is_shown
  ) a
  where (before_line_number is null or e.line_number < before_line_number)
    -- A manager may read more lines, but through another procedure.
    and (
      e.qualified_lead_id in (
        select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
      )
      or (e.qualified_lead_id is null and e.sales_rep_id = (select private.current_rep_id()))
    )
  order by e.line_number desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
$function$;

CREATE OR REPLACE FUNCTION public.start_manager_code(session_id_param uuid, code_id_param uuid, code_hash_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep public.sales_representatives;
  last_made_at timestamptz;
  code private.manager_codes;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.live_rep_id(session_id_param);
  if not found then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if not rep.is_manager then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- If two requests arrive at once, the second waits here and then sees the code of the first.
  perform pg_advisory_xact_lock(hashtextextended('manager-code ' || rep.id::text, 0));
  select max(c.created_at) into last_made_at from private.manager_codes c where c.sales_rep_id = rep.id;
  if last_made_at + private.code_resend_pause() > now() then
    return jsonb_build_object(
      'outcome', 'too_soon',
      'retry_after_seconds', least(
        extract(epoch from private.code_resend_pause()),
        greatest(1, ceil(extract(epoch from last_made_at + private.code_resend_pause() - now())))
      )::integer
    );
  end if;

  delete from private.manager_codes c
  where c.sales_rep_id = rep.id and c.expires_at < now() - make_interval(days => private.codes_kept_days());
  update private.manager_codes c set voided_at = now()
  where c.sales_rep_id = rep.id and c.used_at is null and c.voided_at is null;
  insert into private.manager_codes (id, sales_rep_id, sales_session_id, code_hash)
  values (code_id_param, rep.id, session_id_param, code_hash_param)
  returning * into code;
  return jsonb_build_object(
    'outcome', 'started',
    'expires_at', code.expires_at,
    'valid_for_seconds', extract(epoch from private.code_life())::integer,
    'resend_after_seconds', extract(epoch from private.code_resend_pause())::integer,
    'max_attempts', private.code_max_attempts(),
    'rep', jsonb_build_object('id', rep.id, 'name', rep.name, 'email', rep.email)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.start_verification(session_id_param uuid, verification_id_param uuid, email_param text, name_param text, company_param text, code_hash_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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

  -- If two requests arrive at once, the second waits here and then sees the code of the first.
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

  -- Every call deletes a few codes that ended long enough ago. So the names of people who did not become customers are
  -- not collected.
  delete from private.verification_codes
  where id in (
    select v.id from private.verification_codes v
    where v.expires_at < now() - make_interval(days => private.codes_kept_days())
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
    'valid_for_seconds', extract(epoch from private.code_life())::integer,
    'resend_after_seconds', extract(epoch from private.code_resend_pause())::integer,
    'max_attempts', private.code_max_attempts(),
    'rep', jsonb_build_object('id', rep.id, 'name', rep.name, 'email', rep.email)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.take_attempt(bucket_param text, limit_param integer, window_seconds_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  counter private.rate_limit_counters;
  is_allowed boolean;
begin
  -- Every call deletes a few stale rows. This keeps the table as small as the traffic.
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
    attempts = case when c.window_ends_at <= now() then 1 else c.attempts + 1 end,
    window_ends_at = case
      when c.window_ends_at <= now() then now() + make_interval(secs => window_seconds_param)
      else c.window_ends_at
    end
  where c.window_ends_at <= now() or c.attempts < limit_param
  returning * into counter;
  is_allowed := found;
  -- A refused attempt is not counted: nobody would give it back.
  if not is_allowed then
    select * into counter from private.rate_limit_counters c where c.bucket = bucket_param;
  end if;

  return jsonb_build_object(
    'allowed', is_allowed,
    'retry_after_seconds', greatest(1, ceil(extract(epoch from counter.window_ends_at - now())))::integer
  );
end
$function$;

COMMENT ON FUNCTION "private"."retention_rules"() IS 'The only list of retention periods per kind of data about people, in days. The job applies it, and the privacy page states the same periods: shared/src/contracts/backend/retention-days.ts.';

COMMENT ON FUNCTION "public"."get_audit_events"(integer, bigint) IS 'The trail that the caller may read: their own sign-ins and what happened to their customers, newest first, 1 to 100 rows. Pass line_number of the last row for the next page. IP address and browser are those of the caller''s own actions and of customers; nobody reads a colleague''s. Without a live session of a representative, the answer is empty.';

COMMENT ON FUNCTION "public"."take_attempt"(text, integer, integer) IS 'Counts one attempt atomically, unless the limit is reached, and returns {allowed, retry_after_seconds}. The window is in seconds and starts with its first attempt.';

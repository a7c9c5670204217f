-- Purpose:  bound the trail and lock in one order.

set local check_function_bodies = off;

DROP TRIGGER "audit_events_refuse_removal" ON "public"."audit_events";

ALTER ROLE "service_role" SET "lock_timeout" TO '5000';

ALTER ROLE "service_role" SET "statement_timeout" TO '8000';

CREATE OR REPLACE FUNCTION private.apply_consent_withdrawal(manager_id_param uuid, email_param text, ip_address_param text, user_agent_param text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  request_ids uuid[];
  withdrawn integer;
begin
  perform s.id from public.contact_submissions s
  where s.email = private.person_email(email_param) order by s.id for update;
  with marked as (
    update public.contact_submissions set consent_withdrawn_at = now(), version = version + 1
    where email = private.person_email(email_param) and consented_at is not null
      and consent_withdrawn_at is null
    returning id, created_at
  )
  select coalesce(array_agg(m.id order by m.created_at desc, m.id), '{}') into request_ids from marked m;
  withdrawn := cardinality(request_ids);
  if withdrawn > 0 then
    perform private.write_audit(
      'consent_withdrawn', null, null, ip_address_param, user_agent_param,
      private.done_by(manager_id_param) || jsonb_build_object(
        'requests', withdrawn, 'requestIds', to_jsonb(request_ids[:20])
      )
    );
  end if;
  return withdrawn;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_person_erasure(manager_id_param uuid, email_param text, takes_names_param boolean, erasure_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person_email text := private.person_email(email_param);
  done jsonb;
  rep public.sales_representatives;
  customer public.qualified_leads;
  customers integer;
  requests integer;
  mails integer;
  codes integer;
  redacted integer;
begin
  perform private.begin_erasure(person_email);
  -- If the caller repeats a request because its answer was lost, it gets the same answer. The trail does not say whose
  -- id it was. If the person is still stored, that erasure was not theirs.
  select e.detail - array['by', 'managerId', 'erasureId'] into done
  from public.audit_events e where e.event = 'person_erased' and e.detail ->> 'erasureId' = erasure_id_param::text;
  if found and private.known_person(person_email, 1) is null then
    return jsonb_build_object('outcome', 'erased') || done;
  end if;

  -- For update: no person can become a customer of this representative meanwhile.
  select r.* into rep from public.sales_representatives r where r.email = person_email for update;
  if rep.id is not null and rep.disabled_at is null then
    return jsonb_build_object('outcome', 'rep_is_enabled');
  end if;
  select count(*) into customers from public.qualified_leads l where l.qualified_by = rep.id;
  if customers > 0 then
    return jsonb_build_object('outcome', 'rep_has_customers', 'customers', customers);
  end if;
  if private.known_person(person_email, 1) is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  perform private.lock_for_erasure(person_email, rep.id);
  -- First, so that a code which is being checked at this moment ends before: it may make the person a customer.
  delete from private.verification_codes v where v.email = person_email;
  get diagnostics codes = row_count;
  redacted := private.redact_mentions(person_email, takes_names_param);
  -- Deleting the customer also deletes sessions, openings and notes. A sale stays, without a customer.
  delete from public.qualified_leads l where l.email = person_email returning l.* into customer;
  update public.audit_events set ip_address = null, user_agent = null
  where qualified_lead_id = customer.id and num_nonnulls(ip_address, user_agent) > 0;
  with gone as (
    delete from public.contact_submissions s where s.email = person_email
    returning s.notification_claimed_at is not null and s.notified_at is null as is_being_mailed
  )
  select count(*), count(*) filter (where g.is_being_mailed) into requests, mails from gone g;
  if rep.id is not null then
    perform private.erase_rep(rep.id);
  end if;

  done := jsonb_build_object(
    'isCustomer', customer.id is not null, 'isRep', rep.id is not null, 'contactRequests', requests, 'codes', codes,
    'redacted', redacted, 'mailsUnderWay', mails
  );
  perform private.write_audit(
    'person_erased', rep.id, customer.id, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object('erasureId', erasure_id_param) || done
  );
  return jsonb_build_object('outcome', 'erased') || done;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_trail_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 1825
$function$;

CREATE OR REPLACE FUNCTION private.begin_erasure(email_param text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Erasures run one after the other. Each waits here before it locks a row, and may wait twice.
  perform pg_advisory_xact_lock(hashtextextended('people', 0));
  perform private.lock_reps(array(
    select r.id from public.sales_representatives r where r.email = private.person_email(email_param)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.erase_rep(rep_id_param uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    is_manager = false, erased_at = coalesce(erased_at, now())
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  -- An erased representative cannot get customers or requests back. A handover that can no longer be undone leaves the
  -- list. It is not called undone: what it moved stays moved. The trail keeps its lines.
  delete from private.handovers where from_rep_id = rep_id_param and undone_at is null;
  delete from private.sales_rep_credentials where sales_rep_id = rep_id_param;
  -- Codes before sessions, as the check of a code locks them.
  delete from private.manager_codes where sales_rep_id = rep_id_param;
  delete from public.sales_sessions where sales_rep_id = rep_id_param;
  delete from private.verification_codes where sales_rep_id = rep_id_param;
  delete from private.customer_notes where sales_rep_id = rep_id_param;
  update public.audit_events set ip_address = null, user_agent = null
  where (sales_rep_id = rep_id_param or detail ->> 'managerId' = rep_id_param::text)
    and num_nonnulls(ip_address, user_agent) > 0;
  update public.audit_events set detail = detail - array['before', 'after']
  where sales_rep_id = rep_id_param and event in ('rep_added', 'rep_edited') and detail ?| array['before', 'after'];
$function$;

CREATE OR REPLACE FUNCTION private.expire_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ends jsonb := (
    select jsonb_object_agg(r.kind, now() - make_interval(days => r.kept_days)) from private.retention_rules() r
  );
  removed jsonb := jsonb_build_object();
  deleted integer;
  idle uuid[];
begin
  -- Customers before requests, each by id: the order in which everyone locks them. Each statement below looks again: a
  -- customer whose first sale was just being imported is no longer idle once the import has ended.
  idle := array(
    select l.id from public.qualified_leads l
    where greatest(l.token_expires_at, l.link_issued_at, l.created_at) < (ends ->> 'idle_customers')::timestamptz
      and private.is_without_sale(l.id)
    order by l.id for update
  );
  perform s.id from public.contact_submissions s
  where s.created_at < (ends ->> 'contact_requests')::timestamptz
    or (s.quarantined_at is not null and s.created_at < (ends ->> 'quarantined_requests')::timestamptz)
  order by s.id for update;
  delete from public.contact_submissions
  where quarantined_at is not null and created_at < (ends ->> 'quarantined_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('quarantined_requests', deleted);

  delete from public.contact_submissions where created_at < (ends ->> 'contact_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('contact_requests', deleted);

  delete from public.qualified_leads l
  where l.id = any (idle) and private.is_without_sale(l.id);
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('idle_customers', deleted);

  with of_customers as (
    delete from private.verification_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  ), of_managers as (
    delete from private.manager_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  )
  select (select count(*) from of_customers) + (select count(*) from of_managers) into deleted;
  removed := removed || jsonb_build_object('codes', deleted);

  -- The period starts at sign-in, as the privacy page says. A session that is still live then keeps its row, without
  -- traces.
  with of_reps as (
    delete from public.sales_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  ), of_customers as (
    delete from public.customer_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  )
  select (select count(*) from of_reps) + (select count(*) from of_customers) into deleted;
  removed := removed || jsonb_build_object('sessions', deleted);

  with of_sessions as (
    update public.customer_sessions set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and least(ended_at, expires_at) >= now()
      and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  ), of_openings as (
    update public.pricing_reveals set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  ), of_lines as (
    update public.audit_events set ip_address = null, user_agent = null
    where occurred_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  )
  select (select count(*) from of_sessions) + (select count(*) from of_openings) + (select count(*) from of_lines)
  into deleted;
  removed := removed || jsonb_build_object('sign_in_traces', deleted);

  delete from public.audit_events where occurred_at < (ends ->> 'audit_trail')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('audit_trail', deleted);

  -- Each counter ends with its window, and no window is longer than a day.
  delete from private.rate_limit_counters where window_ends_at < now() - interval '1 minute';
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('attempt_counts', deleted);

  delete from private.site_events where occurred_at < (ends ->> 'site_events')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_events', deleted);

  delete from private.site_counts where day < ((ends ->> 'site_counts')::timestamptz at time zone 'utc')::date;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_counts', deleted);

  return (
    select jsonb_agg(jsonb_build_object(
      'kind', r.kind, 'kept_days', r.kept_days, 'removed', (removed -> r.kind)::integer
    ))
    from private.retention_rules() r
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_without_sale(customer_id_param uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not exists (select from public.sales_records s where s.qualified_lead_id = customer_id_param)
    and not exists (select from private.staged_sales t where t.qualified_lead_id = customer_id_param)
$function$;

CREATE OR REPLACE FUNCTION private.lock_for_erasure(email_param text, rep_id_param uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address text := private.address_pattern(email_param);
  requests uuid[] := array(select private.requests_mentioning(email_param));
begin
  perform v.id from private.verification_codes v
  where v.email = email_param or v.sales_rep_id = rep_id_param or v.name || ' ' || v.company ~* address
  order by v.id for update;
  perform l.id from public.qualified_leads l
  where l.email = email_param
    or private.words(l.name || ' ' || l.company) @> (select private.address_words(email_param))
    or l.id in (
      select n.qualified_lead_id from private.customer_notes n
      where n.sales_rep_id = rep_id_param
        or exists (select from private.mention_words(email_param) as w where private.words(n.note) @> w)
    )
  order by l.id for update;
  perform s.id from public.contact_submissions s
  where s.email = email_param or s.assigned_to = rep_id_param or s.id = any (requests)
  order by s.id for update;
end
$function$;

CREATE OR REPLACE FUNCTION private.retention_rules()
 RETURNS TABLE(kind text, kept_days integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  values
    ('quarantined_requests', private.quarantined_requests_kept_days()),
    ('contact_requests', private.contact_requests_kept_days()),
    ('idle_customers', private.idle_customers_kept_days()),
    ('codes', private.codes_kept_days()),
    ('sessions', private.sign_in_traces_kept_days()),
    ('sign_in_traces', private.sign_in_traces_kept_days()),
    ('audit_trail', private.audit_trail_kept_days()),
    ('attempt_counts', private.attempt_counts_kept_days()),
    ('site_events', private.site_events_kept_days()),
    ('site_counts', private.site_counts_kept_days())
$function$;

CREATE OR REPLACE FUNCTION private.write_repeated_audit(event_param text, sales_rep_id_param uuid, qualified_lead_id_param uuid, ip_address_param text, user_agent_param text, detail_param jsonb DEFAULT '{}'::jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  most constant integer := case
    when qualified_lead_id_param is not null then 20 when sales_rep_id_param is not null then 200 else 1000
  end;
  times integer;
begin
  insert into private.rate_limit_counters as c (bucket, attempts, window_ends_at)
  values (
    concat_ws(':', 'trail', event_param, coalesce(qualified_lead_id_param, sales_rep_id_param)), 1,
    now() + interval '1 day'
  )
  on conflict (bucket) do update set
    attempts = case when c.window_ends_at <= now() then 1 else c.attempts + 1 end,
    window_ends_at = case when c.window_ends_at <= now() then excluded.window_ends_at else c.window_ends_at end
  returning c.attempts into times;
  if times > most and times & (times - 1) <> 0 then
    return false;
  end if;
  perform private.write_audit(
    event_param, sales_rep_id_param, qualified_lead_id_param, ip_address_param, user_agent_param,
    detail_param || case when times > most then jsonb_build_object('times', times) else '{}' end
  );
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_customer_session(token_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text, limits_param jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wait_seconds integer := private.attempt_wait(limits_param);
  customer public.qualified_leads;
  session public.customer_sessions;
  state text;
  is_first boolean;
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
    perform private.write_repeated_audit(
      'customer_sign_in_failed', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
      jsonb_build_object('reason', state)
    );
    return null;
  end if;

  insert into public.customer_sessions (qualified_lead_id, refresh_hash, ip_address, user_agent, expires_at)
  values (customer.id, refresh_hash_param, ip_address_param, user_agent_param, customer.token_expires_at)
  returning * into session;
  -- The oldest make room: what one link can store has an end.
  delete from public.customer_sessions where id in (
    select s.id from public.customer_sessions s where s.qualified_lead_id = customer.id and s.id <> session.id
    order by s.created_at desc offset 49
  );
  is_first := not customer.has_accessed;
  if is_first then
    update public.qualified_leads set has_accessed = true, accessed_at = now() where id = customer.id;
    perform private.write_audit('link_opened', customer.qualified_by, customer.id, ip_address_param, user_agent_param);
  end if;
  if private.write_repeated_audit(
    'customer_signed_in', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session.id)
  ) then
    insert into public.pricing_reveals (qualified_lead_id, ip_address, user_agent)
    values (customer.id, ip_address_param, user_agent_param);
    perform private.write_audit('prices_revealed', customer.qualified_by, customer.id, ip_address_param, user_agent_param);
  end if;

  return (
    select jsonb_build_object(
      'kind', 'customer',
      'session_id', session.id,
      'session_expires_at', session.expires_at,
      'customer', jsonb_build_object(
        'id', customer.id, 'name', customer.name, 'email', customer.email, 'company', customer.company,
        'repName', r.name, 'repEmail', r.email
      ),
      'is_rep_to_be_mailed', is_first and r.mail_on_opening and r.disabled_at is null
    )
    from public.sales_representatives r where r.id = customer.qualified_by
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_rep_session(credential_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text, limits_param jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    -- Unknown, revoked and disabled credentials take the same path. Only the trail records the person.
    perform private.write_repeated_audit(
      'rep_sign_in_failed',
      (select c.sales_rep_id from private.sales_rep_credentials c where c.credential_hash = credential_hash_param),
      null, ip_address_param, user_agent_param
    );
    return null;
  end if;

  insert into public.sales_sessions (sales_rep_id, refresh_hash, ip_address, user_agent)
  values (rep.id, refresh_hash_param, ip_address_param, user_agent_param)
  returning * into session;
  -- The oldest make room: what one credential can store has an end.
  delete from public.sales_sessions where id in (
    select s.id from public.sales_sessions s where s.sales_rep_id = rep.id and s.id <> session.id
    order by s.created_at desc offset 199
  );
  perform private.write_repeated_audit(
    'rep_signed_in', rep.id, null, ip_address_param, user_agent_param, jsonb_build_object('sessionId', session.id)
  );
  return jsonb_build_object(
    'kind', 'rep',
    'session_id', session.id,
    'session_expires_at', session.expires_at,
    'rep', jsonb_build_object(
      'id', rep.id, 'name', rep.name, 'email', rep.email, 'isManager', rep.is_manager
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_sales_import(import_id_param uuid, has_customers_param boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
begin
  -- If two imports begin at once, the second waits here and then sees the first.
  perform pg_advisory_xact_lock(hashtextextended('sales import', 0));
  if exists (
    select from private.sales_imports i where i.outcome is null and i.last_staged_at > now() - interval '1 minute'
  ) then
    return false;
  end if;
  -- Waits for an import that is being committed. Then deletes an interrupted import with its rows.
  delete from private.sales_imports where true;
  truncate private.staged_sales;
  insert into private.sales_imports (id, has_customers) values (import_id_param, has_customers_param);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_person(session_id_param uuid, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
  manager_id uuid;
  email text := change_param ->> 'email';
  correction jsonb := change_param -> 'correction';
  person jsonb;
begin
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
  if change_param ->> 'action' = 'erase' then
    -- Two managers who erase each other would wait for each other if each held themselves first.
    perform private.begin_erasure(email);
  else
    perform private.hold_manager(session_id_param);
  end if;
  manager_id := private.live_manager_id(session_id_param);
  refusal := private.manager_refusal(session_id_param, manager_id);
  if refusal is not null then
    return refusal;
  end if;
  case change_param ->> 'action'
    when 'export' then
      person := private.apply_person_export(manager_id, email, ip_address_param, user_agent_param);
      if person is null then
        return jsonb_build_object('outcome', 'not_found');
      end if;
      return jsonb_build_object('outcome', 'exported', 'person', person);
    when 'correct' then
      return private.apply_person_correction(
        manager_id, correction, correction -> 'before', correction -> 'after', ip_address_param, user_agent_param
      );
    when 'withdraw_consent' then
      return jsonb_build_object('outcome', 'withdrawn', 'requests', private.apply_consent_withdrawal(
        manager_id, email, ip_address_param, user_agent_param
      ));
    when 'erase' then
      return private.apply_person_erasure(
        manager_id, email, (change_param ->> 'takesNames')::boolean, (change_param ->> 'erasureId')::uuid,
        ip_address_param, user_agent_param
      );
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_manager_code(session_id_param uuid, code_id_param uuid, code_hash_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep public.sales_representatives;
  code private.manager_codes;
  opened_until timestamptz;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.live_rep_id(session_id_param);
  if not found then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if not rep.is_manager then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- Counts and decides in one statement. Parallel requests cannot get more than the allowed attempts.
  update private.manager_codes c
  set attempts = c.attempts + 1, used_at = case when c.code_hash = code_hash_param then now() end
  where c.id = code_id_param and c.sales_rep_id = rep.id and c.sales_session_id = session_id_param
    and c.used_at is null and c.voided_at is null and c.expires_at > now() and c.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    if code.id is not null then
      perform private.write_audit(
        'manager_code_failed', rep.id, null, ip_address_param, user_agent_param,
        jsonb_build_object('codeId', code.id, 'wasCompared', true)
      );
    else
      perform private.write_repeated_audit(
        'manager_code_failed', rep.id, null, ip_address_param, user_agent_param,
        jsonb_build_object('codeId', code_id_param, 'wasCompared', false)
      );
    end if;
    return jsonb_build_object('outcome', 'refused');
  end if;

  update public.sales_sessions s set manager_until = least(now() + private.manager_access_life(), s.expires_at)
  where s.id = session_id_param
  returning s.manager_until into opened_until;
  perform private.write_audit(
    'manager_access_opened', rep.id, null, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session_id_param, 'until', opened_until)
  );
  return jsonb_build_object('outcome', 'opened', 'manager_until', opened_until);
end
$function$;

CREATE OR REPLACE FUNCTION public.check_verification_code(session_id_param uuid, verification_id_param uuid, code_hash_param text, token_hash_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  code private.verification_codes;
  customer public.qualified_leads;
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;

  -- Counts and decides in one statement. Parallel requests cannot get more than the allowed attempts.
  update private.verification_codes v
  set attempts = v.attempts + 1, used_at = case when v.code_hash = code_hash_param then now() end
  where v.id = verification_id_param and v.sales_rep_id = rep_id
    and v.used_at is null and v.voided_at is null and v.expires_at > now() and v.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    -- The caller repeats a request because its answer was lost. Only the caller can make its token. The same answer is
    -- available until the code would have expired.
    select l.* into customer
    from private.verification_codes v
    join public.qualified_leads l on l.email = v.email and l.qualified_by = v.sales_rep_id
    where v.id = verification_id_param and v.sales_rep_id = rep_id and v.code_hash = code_hash_param
      and v.expires_at > now()
      and l.access_token_hash = token_hash_param and l.is_active and l.revoked_at is null;
    if found then
      return private.issued_link(customer);
    end if;
    if code.id is not null then
      perform private.write_audit(
        'code_failed', rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
        ip_address_param, user_agent_param, jsonb_build_object('verificationId', code.id, 'wasCompared', true)
      );
    else
      perform private.write_repeated_audit(
        'code_failed', rep_id, null, ip_address_param, user_agent_param,
        jsonb_build_object('verificationId', verification_id_param, 'wasCompared', false)
      );
    end if;
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
  return private.issued_link(customer);
end
$function$;

CREATE OR REPLACE FUNCTION public.discard_sales_import(import_id_param uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
begin
  delete from private.sales_imports where id = import_id_param and outcome is null;
  if not found then
    return false;
  end if;
  truncate private.staged_sales;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_session(refresh_hash_param text, reason_param text, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
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
  )
  select count(private.write_repeated_audit(
    'signed_out', e.sales_rep_id, e.qualified_lead_id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', e.id, 'reason', reason_param)
  )) > 0
  from ended e
$function$;

CREATE OR REPLACE FUNCTION public.erase_person(email_param text, takes_names_param boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
  select private.apply_person_erasure(null, email_param, takes_names_param, gen_random_uuid(), null, null)
$function$;

CREATE OR REPLACE FUNCTION public.export_person(email_param text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
  select private.apply_person_export(null, email_param, null, null)
$function$;

CREATE OR REPLACE FUNCTION public.export_sales(sales_rep_id_param uuid, after_sale_date_param date, after_id_param uuid, limit_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.get_customer_timeline(lead_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.current_rep_id();
begin
  perform private.refuse_ended_session();
  if not exists (select from public.qualified_leads l where l.id = lead_id and l.qualified_by = rep_id) then
    raise sqlstate 'PT404' using message = 'unknown customer';
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
              when t.event = any (private.customers_own_events()) then 'customer'
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
      from (
        select n.*, row_number() over (
          partition by n.event, (n.occurred_at at time zone 'UTC')::date order by n.line_number desc
        ) as place_in_day
        from (
          select * from public.audit_events a
          where a.qualified_lead_id = lead_id and a.event in (
            'code_sent', 'code_failed', 'link_issued', 'link_opened', 'link_extended', 'link_revoked', 'link_expired',
            'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out'
          )
          order by a.line_number desc
          limit 1000
        ) n
      ) e
      -- What the customer repeats must not hide what happened before.
      where e.place_in_day <= 5 or e.event <> all (private.customers_own_events())
      order by e.line_number desc
      limit 101
    ) t
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_person(email_param text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
  select private.apply_person_opening(null, email_param, null, null)
$function$;

CREATE OR REPLACE FUNCTION public.hand_over_customers(from_rep_id_param uuid, to_rep_id_param uuid, emails_param text[] DEFAULT NULL::text[], request_ids_param uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
declare
  chosen text[] := array(select private.mailbox(e) from unnest(emails_param) as e);
  is_all boolean := emails_param is null and request_ids_param is null;
  unknown text;
begin
  select e into unknown from unnest(chosen) as e
  where not exists (
    select from public.qualified_leads l where l.email = e and l.qualified_by = from_rep_id_param
  ) limit 1;
  if found then
    return jsonb_build_object('outcome', 'not_found', 'email', unknown);
  end if;
  return private.apply_handover(
    null, from_rep_id_param, to_rep_id_param,
    case when not is_all then array(select l.id from public.qualified_leads l where l.email = any (chosen)) end,
    case when not is_all then coalesce(request_ids_param, '{}') end,
    null, null, null, null
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.run_retention(is_dry_run_param boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '15min'
AS $function$
declare
  report jsonb;
begin
  begin
    report := private.expire_data();
    if is_dry_run_param then
      -- Rolls back all changes but keeps the values of variables.
      raise sqlstate 'CV001';
    end if;
  exception when sqlstate 'CV001' then
    return report;
  end;
  perform public.record_upkeep_run('retention', '{}');
  -- A run that removed nothing is recorded too. This shows that the job still runs.
  perform private.write_audit('data_expired', null, null, null, null, (
    select jsonb_object_agg(r.kind, r.removed) from jsonb_to_recordset(report) as r (kind text, removed integer)
  ));
  return report;
end
$function$;

CREATE OR REPLACE FUNCTION public.stage_sales(import_id_param uuid, rows_param jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
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
    left join public.sales_representatives r on r.email = private.mailbox(g.rep_email)
    left join public.qualified_leads l on l.email = private.mailbox(g.lead_email)
  ),
  staged as (
    insert into private.staged_sales (
      id, line_number, sales_rep_id, qualified_lead_id, sale_date, product_name, billing_frequency, sale_amount,
      commission, cancelled_at
    )
    select
      g.id, g.line_number,
      -- Invalid rows are stored too, so repeated ids are found.
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
      -- A customer who was handed over later stays on their existing sales.
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
$function$;

CREATE OR REPLACE FUNCTION public.undo_handover(from_rep_id_param uuid, handover_id_param uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
  select private.apply_handover_undo((
    select h.id from private.handovers h
    where h.from_rep_id = from_rep_id_param and (
      h.id = handover_id_param
      or handover_id_param is null and h.undone_at is null
        and h.created_at > now() - private.handovers_undone_within()
    )
    order by h.created_at desc limit 1
  ), null, null, null)
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_consent(email_param text)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
  select private.apply_consent_withdrawal(null, email_param, null, null)
$function$;

CREATE TRIGGER audit_events_refuse_deletion BEFORE DELETE ON public.audit_events FOR EACH ROW WHEN ((old.occurred_at >= (now() - make_interval(days => private.audit_trail_kept_days())))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER audit_events_refuse_removal BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

COMMENT ON FUNCTION "private"."audit_trail_kept_days"() IS 'Days for which a line of the audit trail is kept.';

COMMENT ON FUNCTION "private"."begin_erasure"(text) IS 'Locks out other erasures, then the representative with an address and every manager. Call it before reading rights.';

COMMENT ON FUNCTION "private"."expire_data"() IS 'Removes data that is older than its retention period: [{kind, kept_days, removed}]. Openings and younger lines of the trail only lose IP address and browser. A customer with a sale stays.';

COMMENT ON FUNCTION "private"."is_without_sale"(uuid) IS 'Whether a customer has no sale, nor one that is being imported.';

COMMENT ON FUNCTION "private"."lock_for_erasure"(text, uuid) IS 'Locks what an erasure may change, in the order in which everyone locks: representatives (before this call), codes, customers, contact requests, each by id.';

COMMENT ON FUNCTION "private"."write_repeated_audit"(text, uuid, uuid, text, text, jsonb) IS 'Adds a line about what a caller can repeat at will. Each event has a number of lines a day: 20 about a customer, 200 about a representative, 1,000 about an unknown person. After these it writes only the 32nd, 64th, … line, whose detail says how many times it was. Returns whether it wrote the line.';

COMMENT ON FUNCTION "public"."begin_customer_session"(text, text, text, text, jsonb) IS 'Starts a session for the customer whose access token has this hash. It records that prices are shown, a bounded number of times a day. The session ends with the token. A link has 50 sessions at most: a further one takes the place of the oldest. Returns null for an unknown, expired or revoked token, counted at the limits [{bucket, attempts, window_seconds}]. If a limit is reached, returns {kind: limited, retry_after_seconds} without any comparison. is_rep_to_be_mailed: true for the first opening of the link if the representative wants a mail.';

COMMENT ON FUNCTION "public"."begin_rep_session"(text, text, text, text, jsonb) IS 'Starts a session for the representative whose credential has this hash. A representative has 200 sessions at most, ended ones too: a further one takes the place of the oldest. Returns null for an unusable credential, counted at the limits [{bucket, attempts, window_seconds}]. If a limit is reached, returns {kind: limited, retry_after_seconds} without any comparison.';

COMMENT ON FUNCTION "public"."get_customer_timeline"(uuid) IS 'The trail of a customer that the caller qualified, newest first, at most 100 lines: {lines, has_more}. Of each thing that the customer did, a day shows the last 5. by: you, customer, colleague (who had the customer before), operator or system. The answer contains no IP address, browser, session or code. Any other id is not found (404).';

COMMENT ON TABLE "public"."audit_events" IS 'Append-only trail of access. It has no foreign keys to people, so its lines remain when those rows are deleted. A line can leave only after private.audit_trail_kept_days().';

REVOKE ALL ON FUNCTION "private"."audit_trail_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_trail_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."audit_trail_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_trail_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_trail_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."begin_erasure"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_erasure"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_erasure"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_erasure"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_without_sale"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_without_sale"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_without_sale"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_without_sale"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_for_erasure"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_for_erasure"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_for_erasure"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_for_erasure"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_repeated_audit"(text, uuid, uuid, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_repeated_audit"(text, uuid, uuid, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_repeated_audit"(text, uuid, uuid, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_repeated_audit"(text, uuid, uuid, text, text, jsonb) TO "service_role";

REVOKE ALL ON TABLE "public"."audit_events" FROM "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "public"."audit_events" TO "service_role";

-- The revocation above took these too.
GRANT UPDATE (ip_address, user_agent, detail) ON TABLE "public"."audit_events" TO "service_role";

-- Roles belong to the server, so no comparison finds them.
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
      -- Ends before the functions stop waiting, so that their refusal is true. What only operators call, and may take
      -- longer, has its own limit.
      ('service_role', 'statement_timeout', '8000'), ('service_role', 'lock_timeout', '5000'),
      ('service_role', 'idle_in_transaction_session_timeout', '60000'),
      ('authenticator', 'statement_timeout', '8000'), ('authenticator', 'lock_timeout', '8000'),
      ('authenticator', 'idle_in_transaction_session_timeout', '60000')
    ) as s (role, name, value)
    -- A plain server has no authenticator.
    join pg_catalog.pg_roles r on r.rolname = s.role
    where not coalesce(r.rolconfig, '{}') @> array[s.name || '=' || s.value]
    order by r.rolname, s.name
  loop
    -- Roles belong to the whole server. If two databases do this at once, the second conflicts with the row of the
    -- first.
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

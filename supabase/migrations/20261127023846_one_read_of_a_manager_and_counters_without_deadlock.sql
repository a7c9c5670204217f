-- Purpose: read the manager of a session once, delete stale counters last, and let a slow mail keep the claim of another.

set local check_function_bodies = off;

DROP FUNCTION "private"."manager_refusal"(uuid);

DROP FUNCTION "public"."finish_contact_notification"(uuid, boolean);

CREATE OR REPLACE FUNCTION private.count_attempt(limits_param jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.count_in_window(l.bucket, l.attempts, l.window_seconds)
  from jsonb_to_recordset(limits_param) as l (bucket text, attempts integer, window_seconds integer);
  select private.remove_stale_counters()
$function$;

CREATE OR REPLACE FUNCTION private.count_in_window(bucket_param text, limit_param integer, window_seconds_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.manager_refusal(session_id_param uuid, manager_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when manager_id_param is not null then null
    when private.live_rep_id(session_id_param) is null then '{"outcome": "unauthenticated"}'::jsonb
    else '{"outcome": "forbidden"}'::jsonb
  end
$function$;

CREATE OR REPLACE FUNCTION private.remove_stale_counters()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.rate_limit_counters
  where bucket in (
    select c.bucket from private.rate_limit_counters c
    where c.window_ends_at < now() - interval '1 minute'
    order by c.window_ends_at limit 20
    for update skip locked
  )
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
  perform private.hold_manager(session_id_param);
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

CREATE OR REPLACE FUNCTION public.claim_contact_notification(contact_request_id_param uuid, lease_seconds_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contact_request public.contact_submissions;
begin
  update public.contact_submissions s set notification_claimed_at = now()
  where s.id = contact_request_id_param
    and s.quarantined_at is null
    and s.notified_at is null
    and (s.notification_claimed_at is null
      or s.notification_claimed_at <= now() - make_interval(secs => lease_seconds_param))
  returning * into contact_request;
  if found then
    return jsonb_build_object(
      'state', 'claimed',
      'claimed_at', contact_request.notification_claimed_at,
      'contact_request', to_jsonb(contact_request) - array[
        'quarantined_at', 'notification_claimed_at', 'notified_at', 'assigned_to', 'staff_note', 'version',
        'status_changed_at', 'campaign', 'search_text', 'is_open'
      ],
      'rep_email', (
        select r.email
        from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
        where contact_request.source = 'new-link' and l.email = lower(contact_request.email) and r.disabled_at is null
      )
    );
  end if;

  select * into contact_request from public.contact_submissions s where s.id = contact_request_id_param;
  return jsonb_build_object('state', case
    when not found then 'missing'
    when contact_request.quarantined_at is not null then 'quarantined'
    when contact_request.notified_at is not null then 'sent'
    else 'busy'
  end);
end
$function$;

CREATE OR REPLACE FUNCTION public.export_list(session_id_param uuid, export_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  manager_id uuid := private.live_manager_id(session_id_param);
  refusal jsonb := private.manager_refusal(session_id_param, manager_id);
  asked jsonb := coalesce(nullif(export_param -> 'filter', 'null'), '{}');
  list text := export_param ->> 'list';
  after text := export_param ->> 'after';
  page jsonb;
begin
  if refusal is not null then
    return refusal;
  end if;
  case list
    when 'contact_requests' then
      page := private.contact_request_page(asked, export_param ->> 'direction', 1000, after);
    when 'audit_trail' then
      page := private.audit_trail_page(asked, 1000, after);
    else
      raise exception 'unknown list' using errcode = 'invalid_parameter_value';
  end case;
  perform private.note_list_export(
    manager_id, list || '_exported', asked, jsonb_array_length(page -> 'rows'),
    ip_address_param, user_agent_param
  );
  return jsonb_build_object('outcome', 'exported', 'page', page);
end
$function$;

CREATE OR REPLACE FUNCTION public.finish_contact_notification(contact_request_id_param uuid, is_sent_param boolean, claimed_at_param timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.contact_submissions
  set notified_at = case when is_sent_param then now() end, notification_claimed_at = null
  where id = contact_request_id_param and notified_at is null
    and (is_sent_param or claimed_at_param is null or notification_claimed_at = claimed_at_param)
$function$;

CREATE OR REPLACE FUNCTION public.read_people(session_id_param uuid, question_param jsonb, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  manager_id uuid := private.live_manager_id(session_id_param);
  refusal jsonb := private.manager_refusal(session_id_param, manager_id);
  person jsonb;
begin
  if refusal is not null then
    return refusal;
  end if;
  case question_param ->> 'action'
    when 'find' then
      return jsonb_build_object('outcome', 'found', 'people', coalesce((
        select jsonb_agg(to_jsonb(p) order by p.email) from public.find_people(question_param ->> 'search') p
      ), '[]'));
    when 'open' then
      person := private.apply_person_opening(
        manager_id, question_param ->> 'email', ip_address_param, user_agent_param
      );
      return case when person is null then jsonb_build_object('outcome', 'not_found')
        else jsonb_build_object('outcome', 'opened') || person end;
    when 'mentions' then
      return private.apply_mentions_reading(
        manager_id, question_param ->> 'email',
        (question_param ->> 'skipped')::integer, ip_address_param, user_agent_param
      );
    when 'retention' then
      return jsonb_build_object('outcome', 'told', 'retention', public.get_retention());
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.take_attempt(bucket_param text, limit_param integer, window_seconds_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  answer jsonb := private.count_in_window(bucket_param, limit_param, window_seconds_param);
begin
  perform private.remove_stale_counters();
  return answer;
end
$function$;

COMMENT ON FUNCTION "private"."count_in_window"(text, integer, integer) IS 'Counts one attempt atomically, unless the limit is reached: see public.take_attempt().';

COMMENT ON FUNCTION "private"."manager_refusal"(uuid, uuid) IS 'The reason why a session may not use Operations, {outcome: unauthenticated | forbidden}. Null if it has a manager. The caller reads that manager once, with private.live_manager_id(), and writes it to the trail: a session can end meanwhile.';

COMMENT ON FUNCTION "private"."remove_stale_counters"() IS 'Deletes a few stale counters, so the table stays as small as the traffic. Call it last: who waits for another counter while holding these could wait for each other.';

COMMENT ON FUNCTION "public"."claim_contact_notification"(uuid, integer) IS 'Allows exactly one sender to mail a request: {state: claimed | sent | busy | quarantined | missing, claimed_at, contact_request, rep_email}. claimed_at names the claim. rep_email: address of the representative if a customer asks them for a new link, else null. A claim expires after the lease, in seconds.';

COMMENT ON FUNCTION "public"."finish_contact_notification"(uuid, boolean, timestamp with time zone) IS 'Records that the mail was accepted, or releases the claim of that time for another try. A sender that took longer than its lease releases nothing: another one has the claim.';

REVOKE ALL ON FUNCTION "private"."count_in_window"(text, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_in_window"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_in_window"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_in_window"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."manager_refusal"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."manager_refusal"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."manager_refusal"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."manager_refusal"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."remove_stale_counters"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_stale_counters"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_stale_counters"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_stale_counters"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_contact_notification"(uuid, boolean, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."finish_contact_notification"(uuid, boolean, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_contact_notification"(uuid, boolean, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_contact_notification"(uuid, boolean, timestamp with time zone) TO "service_role";

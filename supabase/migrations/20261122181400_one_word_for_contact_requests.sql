-- Purpose:  one word for contact requests.

set local check_function_bodies = off;

DROP FUNCTION "public"."claim_contact_notification"(uuid, integer);

DROP FUNCTION "public"."finish_contact_notification"(uuid, boolean);

DROP FUNCTION "public"."save_contact_submission"(jsonb);

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
      'contact_request', to_jsonb(contact_request) - 'quarantined_at' - 'notification_claimed_at' - 'notified_at'
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

CREATE OR REPLACE FUNCTION public.finish_contact_notification(contact_request_id_param uuid, is_sent_param boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.contact_submissions
  set notified_at = case when is_sent_param then now() end, notification_claimed_at = null
  where id = contact_request_id_param and notified_at is null
$function$;

CREATE OR REPLACE FUNCTION public.save_contact_request(contact_request_param jsonb)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
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
    from jsonb_to_record(contact_request_param) as s (
      id uuid, first_name text, last_name text, email text, company text, phone text, message text,
      project_type text, job_title text, job_role text, source text, tier text, consent_version text,
      consent_text text, utm jsonb, referrer text, is_quarantined boolean
    )
    on conflict (id) do nothing
    returning 1
  )
  select exists (select from saved)
$function$;

COMMENT ON FUNCTION "private"."code_max_attempts"() IS 'How many attempts at one verification code are compared. No further attempt is right.';

COMMENT ON FUNCTION "public"."claim_contact_notification"(uuid, integer) IS 'Lets exactly one sender mail about a request: {state: claimed | sent | busy | quarantined | missing, contact_request}. A claim lapses after the lease, in seconds.';

COMMENT ON FUNCTION "public"."finish_contact_notification"(uuid, boolean) IS 'Records that the mail was accepted, or gives the claim back so that it can be tried again.';

COMMENT ON FUNCTION "public"."save_contact_request"(jsonb) IS 'Saves a contact request; false when one with its id is there already, which is left as it is.';

REVOKE ALL ON FUNCTION "public"."claim_contact_notification"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_contact_notification"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_contact_notification"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_contact_notification"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_contact_notification"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."finish_contact_notification"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_contact_notification"(uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_contact_notification"(uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_contact_request"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."save_contact_request"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_contact_request"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_contact_request"(jsonb) TO "service_role";

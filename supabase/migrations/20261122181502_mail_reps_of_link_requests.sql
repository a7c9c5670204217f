-- Purpose:  mail reps of link requests.

set local check_function_bodies = off;

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
      'contact_request', to_jsonb(contact_request) - 'quarantined_at' - 'notification_claimed_at' - 'notified_at',
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

COMMENT ON FUNCTION "public"."claim_contact_notification"(uuid, integer) IS 'Lets exactly one sender mail about a request: {state: claimed | sent | busy | quarantined | missing, contact_request, rep_email}. rep_email: of the representative whom a customer asks for a new link, else null. A claim lapses after the lease, in seconds.';

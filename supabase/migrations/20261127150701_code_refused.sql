-- Purpose: a code for another representative's customer is refused with a line in the trail.

set local check_function_bodies = off;

ALTER TABLE "public"."audit_events" DROP CONSTRAINT "audit_events_event_check";

CREATE OR REPLACE FUNCTION public.start_verification(session_id_param uuid, verification_id_param uuid, email_param text, name_param text, company_param text, code_hash_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  mailbox text := private.mailbox(email_param);
  rep public.sales_representatives;
  foreign_customer_id uuid;
  last_made_at timestamptz;
  code private.verification_codes;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.live_rep_id(session_id_param);
  if not found then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  select l.id into foreign_customer_id
  from public.qualified_leads l where l.email = mailbox and l.qualified_by <> rep.id;
  if found then
    -- The answer tells whose customer this is, so the trail tells who asked.
    perform private.write_repeated_audit('code_refused', rep.id, foreign_customer_id, null, null, '{}');
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- If two requests arrive at once, the second waits here and then sees the code of the first.
  perform pg_advisory_xact_lock(hashtextextended(rep.id::text || mailbox, 0));
  select max(v.created_at) into last_made_at
  from private.verification_codes v where v.sales_rep_id = rep.id and v.email = mailbox;
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
  where v.sales_rep_id = rep.id and v.email = mailbox and v.used_at is null and v.voided_at is null;
  insert into private.verification_codes (id, sales_rep_id, email, name, company, code_hash)
  values (verification_id_param, rep.id, mailbox, name_param, company_param, code_hash_param)
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

ALTER TABLE "public"."audit_events" ADD CONSTRAINT "audit_events_event_check" CHECK ((event = ANY (ARRAY['rep_signed_in'::text, 'rep_sign_in_failed'::text, 'customer_signed_in'::text, 'customer_sign_in_failed'::text, 'code_sent'::text, 'code_failed'::text, 'code_refused'::text, 'link_issued'::text, 'link_opened'::text, 'link_revoked'::text, 'link_extended'::text, 'link_expired'::text, 'prices_revealed'::text, 'signed_out'::text, 'sessions_ended'::text, 'catalogue_loaded'::text, 'price_set'::text, 'price_scheduled'::text, 'price_schedule_cancelled'::text, 'customer_edited'::text, 'rep_enabled'::text, 'rep_edited'::text, 'rep_settings_changed'::text, 'consent_withdrawn'::text, 'person_erased'::text, 'data_expired'::text, 'customer_handed_over'::text, 'handover_undone'::text, 'manager_code_sent'::text, 'manager_code_failed'::text, 'manager_access_opened'::text, 'rep_made_manager'::text, 'rep_no_longer_manager'::text, 'contact_request_changed'::text, 'rep_added'::text, 'rep_disabled'::text, 'sales_id_rotated'::text, 'person_corrected'::text, 'person_exported'::text, 'person_opened'::text, 'contact_requests_exported'::text, 'audit_trail_exported'::text, 'contact_request_received'::text, 'sales_imported'::text, 'sale_amounts_changed'::text])));

-- Purpose:  name what managers do.

set local check_function_bodies = off;

ALTER TABLE "public"."audit_events" DROP CONSTRAINT "audit_events_event_check";

CREATE OR REPLACE FUNCTION private.done_by(manager_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when manager_id_param is null then jsonb_build_object('by', 'operator')
    else jsonb_build_object('by', 'manager', 'managerId', manager_id_param) end
$function$;

ALTER TABLE "public"."audit_events" ADD CONSTRAINT "audit_events_event_check" CHECK ((event = ANY (ARRAY['rep_signed_in'::text, 'rep_sign_in_failed'::text, 'customer_signed_in'::text, 'customer_sign_in_failed'::text, 'code_sent'::text, 'code_failed'::text, 'link_issued'::text, 'link_opened'::text, 'link_revoked'::text, 'link_extended'::text, 'link_expired'::text, 'prices_revealed'::text, 'signed_out'::text, 'sessions_ended'::text, 'catalogue_loaded'::text, 'price_set'::text, 'price_scheduled'::text, 'price_schedule_cancelled'::text, 'customer_edited'::text, 'rep_enabled'::text, 'rep_edited'::text, 'rep_settings_changed'::text, 'consent_withdrawn'::text, 'person_erased'::text, 'data_expired'::text, 'customer_handed_over'::text, 'handover_undone'::text, 'manager_code_sent'::text, 'manager_code_failed'::text, 'manager_access_opened'::text, 'rep_made_manager'::text, 'rep_no_longer_manager'::text, 'contact_request_changed'::text, 'rep_added'::text, 'rep_disabled'::text, 'sales_id_rotated'::text, 'person_corrected'::text, 'person_exported'::text])));

COMMENT ON FUNCTION "private"."done_by"(uuid) IS 'Part of a line''s detail: who did what operators and managers can both do. Null: an operator.';

REVOKE ALL ON FUNCTION "private"."done_by"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."done_by"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."done_by"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."done_by"(uuid) TO "service_role";

-- Purpose: the audit trail records who opened the stored data of a person.

set local check_function_bodies = off;

ALTER TABLE "public"."audit_events" DROP CONSTRAINT "audit_events_event_check";

DROP FUNCTION "public"."get_person"(text);

DROP FUNCTION "public"."read_people"(uuid, jsonb);

CREATE OR REPLACE FUNCTION private.apply_person_export(manager_id_param uuid, email_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.person_data(person_email, null);
begin
  if person is null then
    return null;
  end if;
  perform private.note_person_read(
    'person_exported', manager_id_param, person, ip_address_param, user_agent_param,
    jsonb_build_object('contactRequests', jsonb_array_length(person -> 'contact_requests'))
  );
  return person || jsonb_build_object('exported_at', now());
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_person_opening(manager_id_param uuid, email_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.person_data(person_email, 50);
begin
  if person is null then
    return null;
  end if;
  perform private.note_person_read('person_opened', manager_id_param, person, ip_address_param, user_agent_param);
  return jsonb_build_object('person', person, 'mentions', private.mentions_of(person_email, 50), 'now', now());
end
$function$;

CREATE OR REPLACE FUNCTION private.note_person_read(event_param text, manager_id_param uuid, person_param jsonb, ip_address_param text, user_agent_param text, detail_param jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := (person_param #>> '{representative,id}')::uuid;
  customer_id uuid := (person_param #>> '{customer,id}')::uuid;
  -- A stranger has no id of their own, so the line refers to their newest contact request.
  request_id uuid := case
    when num_nonnulls(rep_id, customer_id) = 0 then (person_param #>> '{contact_requests,0,id}')::uuid
  end;
  line_detail jsonb := private.done_by(manager_id_param) || detail_param
    || case when request_id is null then '{}' else jsonb_build_object('requestId', request_id) end;
begin
  -- An open page reads its person again and again. These readings are one opening.
  if event_param = 'person_opened' and num_nonnulls(rep_id, customer_id, request_id) > 0 and exists (
    select from public.audit_events e
    where e.event = 'person_opened' and e.occurred_at > now() - interval '1 hour'
      and e.sales_rep_id is not distinct from rep_id and e.qualified_lead_id is not distinct from customer_id
      and e.detail = line_detail
  ) then
    return;
  end if;
  perform private.write_audit(
    event_param, rep_id, customer_id, ip_address_param, user_agent_param, line_detail
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_person(email_param text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_person_opening(null, email_param, null, null)
$function$;

CREATE OR REPLACE FUNCTION public.read_people(session_id_param uuid, question_param jsonb, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.manager_refusal(session_id_param);
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
        private.live_manager_id(session_id_param), question_param ->> 'email', ip_address_param, user_agent_param
      );
      return case when person is null then jsonb_build_object('outcome', 'not_found')
        else jsonb_build_object('outcome', 'opened') || person end;
    when 'retention' then
      return jsonb_build_object('outcome', 'told', 'retention', public.get_retention());
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

ALTER TABLE "public"."audit_events" ADD CONSTRAINT "audit_events_event_check" CHECK ((event = ANY (ARRAY['rep_signed_in'::text, 'rep_sign_in_failed'::text, 'customer_signed_in'::text, 'customer_sign_in_failed'::text, 'code_sent'::text, 'code_failed'::text, 'link_issued'::text, 'link_opened'::text, 'link_revoked'::text, 'link_extended'::text, 'link_expired'::text, 'prices_revealed'::text, 'signed_out'::text, 'sessions_ended'::text, 'catalogue_loaded'::text, 'price_set'::text, 'price_scheduled'::text, 'price_schedule_cancelled'::text, 'customer_edited'::text, 'rep_enabled'::text, 'rep_edited'::text, 'rep_settings_changed'::text, 'consent_withdrawn'::text, 'person_erased'::text, 'data_expired'::text, 'customer_handed_over'::text, 'handover_undone'::text, 'manager_code_sent'::text, 'manager_code_failed'::text, 'manager_access_opened'::text, 'rep_made_manager'::text, 'rep_no_longer_manager'::text, 'contact_request_changed'::text, 'rep_added'::text, 'rep_disabled'::text, 'sales_id_rotated'::text, 'person_corrected'::text, 'person_exported'::text, 'person_opened'::text])));

COMMENT ON FUNCTION "private"."apply_person_opening"(uuid, text, text, text) IS 'See public.get_person. The trail records who opened it. The first argument is the manager; null for an operator.';

COMMENT ON FUNCTION "private"."note_person_read"(text, uuid, jsonb, text, text, jsonb) IS 'Adds a line to the trail: who opened or exported the data of a person as private.person_data returns it. The line has ids, but no text of the person. Opening the same person again within an hour adds no line. The second argument is the manager; null for an operator.';

COMMENT ON FUNCTION "public"."get_person"(text) IS 'Stored data of one address, in any case, and its mentions in other data: {person, mentions, now}; null if there is none. Each list holds the newest 50 entries. For operators, to look at; the trail records each opening, once an hour. public.export_person makes a file.';

COMMENT ON FUNCTION "public"."read_people"(uuid, jsonb, text, text) IS 'Answers a manager with a code: {action: find, search} with {outcome: found, people}, {action: open, email} with {outcome: opened, person, mentions, now} or {outcome: not_found}, {action: retention} with {outcome: told, retention}. Everyone else gets {outcome: unauthenticated | forbidden}. Each list of a person holds the newest 50 entries. The trail records who opened whom, once an hour.';

REVOKE ALL ON FUNCTION "private"."apply_person_opening"(uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_person_opening"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_opening"(uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_opening"(uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_person_read"(text, uuid, jsonb, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_person_read"(text, uuid, jsonb, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_person_read"(text, uuid, jsonb, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_person_read"(text, uuid, jsonb, text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_person"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_person"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_person"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_person"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_people"(uuid, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."read_people"(uuid, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_people"(uuid, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_people"(uuid, jsonb, text, text) TO "service_role";

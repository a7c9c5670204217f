-- Purpose:  back office.

grant create on schema public to api_reader;

set local check_function_bodies = off;

DROP POLICY "sales_representatives_select_self" ON "public"."sales_representatives";

ALTER TABLE "public"."audit_events" DROP CONSTRAINT "audit_events_event_check";

ALTER TABLE "public"."sales_sessions" DROP CONSTRAINT "sales_sessions_end_reason_check";

DROP FUNCTION "public"."get_lead_by_id"(uuid);

CREATE TABLE "private"."customer_notes" ("qualified_lead_id" uuid NOT NULL, "sales_rep_id" uuid NOT NULL, "note" text NOT NULL, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "customer_notes_pkey" PRIMARY KEY (qualified_lead_id, sales_rep_id));

ALTER TABLE "private"."customer_notes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."sales_representatives" ADD COLUMN "mail_on_opening" boolean NOT NULL DEFAULT false;

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
    perform private.write_audit(
      'customer_sign_in_failed', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
      jsonb_build_object('reason', state)
    );
    return null;
  end if;

  insert into public.customer_sessions (qualified_lead_id, refresh_hash, ip_address, user_agent, expires_at)
  values (customer.id, refresh_hash_param, ip_address_param, user_agent_param, customer.token_expires_at)
  returning * into session;
  insert into public.pricing_reveals (qualified_lead_id, ip_address, user_agent)
  values (customer.id, ip_address_param, user_agent_param);

  is_first := not customer.has_accessed;
  if is_first then
    update public.qualified_leads set has_accessed = true, accessed_at = now() where id = customer.id;
    perform private.write_audit('link_opened', customer.qualified_by, customer.id, ip_address_param, user_agent_param);
  end if;
  perform private.write_audit(
    'customer_signed_in', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session.id)
  );
  perform private.write_audit('prices_revealed', customer.qualified_by, customer.id, ip_address_param, user_agent_param);

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

CREATE OR REPLACE FUNCTION public.edit_customer(session_id_param uuid, lead_id_param uuid, before_param jsonb, after_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  customer public.qualified_leads;
  stored jsonb;
  changed text[];
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  -- The lock makes two edits at once queue. The second then compares with what the first wrote.
  select l.* into customer from public.qualified_leads l
  where l.id = lead_id_param and l.qualified_by = rep_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  stored := jsonb_build_object(
    'name', customer.name, 'company', customer.company,
    'note', coalesce((
      select n.note from private.customer_notes n
      where n.qualified_lead_id = customer.id and n.sales_rep_id = rep_id
    ), '')
  );
  -- The same request once more, as its answer was lost, finds its own work done.
  if stored = after_param then
    return jsonb_build_object('outcome', 'saved', 'customer', stored);
  end if;
  if stored <> before_param then
    return jsonb_build_object('outcome', 'conflict', 'customer', stored);
  end if;

  update public.qualified_leads set name = after_param ->> 'name', company = after_param ->> 'company'
  where id = customer.id;
  delete from private.customer_notes where qualified_lead_id = customer.id and sales_rep_id = rep_id;
  insert into private.customer_notes (qualified_lead_id, sales_rep_id, note)
  select customer.id, rep_id, after_param ->> 'note' where after_param ->> 'note' <> '';
  changed := array(
    select k from unnest(array['name', 'company', 'note']) as k where stored -> k <> after_param -> k
  );
  perform private.write_audit(
    'customer_edited', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('fields', to_jsonb(changed))
  );
  return jsonb_build_object('outcome', 'saved', 'customer', after_param);
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_rep(sales_rep_id_param uuid, name_param text, email_param text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.sales_representatives r
    where r.email = lower(email_param) and r.id <> sales_rep_id_param
  ) then
    return 'exists';
  end if;
  update public.sales_representatives set name = name_param, email = lower(email_param)
  where id = sales_rep_id_param and (name, email) is distinct from (name_param, lower(email_param));
  if found then
    perform private.write_audit(
      'rep_edited', sales_rep_id_param, null, null, null, jsonb_build_object('by', 'operator')
    );
  end if;
  return 'edited';
end
$function$;

CREATE OR REPLACE FUNCTION public.enable_rep(sales_rep_id_param uuid, credential_hash_param text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.sales_representatives set disabled_at = null
  where id = sales_rep_id_param and disabled_at is not null;
  if not found then
    return false;
  end if;
  perform public.rotate_rep_credential(sales_rep_id_param, credential_hash_param);
  perform private.write_audit(
    'rep_enabled', sales_rep_id_param, null, null, null, jsonb_build_object('by', 'operator')
  );
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_own_sessions(session_id_param uuid, ended_session_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  ended integer;
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if ended_session_id_param is not null and not exists (
    select from public.sales_sessions s where s.id = ended_session_id_param and s.sales_rep_id = rep_id
  ) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  update public.sales_sessions s set ended_at = now(), end_reason = 'ended_by_rep'
  where s.sales_rep_id = rep_id and s.ended_at is null and s.expires_at > now() and s.id <> session_id_param
    and (ended_session_id_param is null or s.id = ended_session_id_param);
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.write_audit(
      'sessions_ended', rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('by', 'representative', 'count', ended)
    );
  end if;
  return jsonb_build_object('outcome', 'ended', 'count', ended);
end
$function$;

CREATE OR REPLACE FUNCTION public.get_customer_note(lead_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.current_rep_id();
begin
  if not exists (select from public.qualified_leads l where l.id = lead_id and l.qualified_by = rep_id) then
    raise sqlstate 'PT404' using message = 'there is no such customer';
  end if;
  return (
    select jsonb_build_object('note', coalesce(max(n.note), ''), 'updated_at', max(n.updated_at))
    from private.customer_notes n
    where n.qualified_lead_id = lead_id and n.sales_rep_id = rep_id
  );
end
$function$;

ALTER FUNCTION "public"."get_customer_note"(uuid) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_lead_by_id(lead_id_param uuid)
 RETURNS TABLE(id uuid, email text, name text, company text, qualified_by uuid, token_expires_at timestamp with time zone, has_accessed boolean, accessed_at timestamp with time zone, is_active boolean, rep_name text, rep_email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at,
    l.has_accessed, l.accessed_at, l.is_active, r.name, r.email
  from public.qualified_leads l
  join public.sales_representatives r on r.id = l.qualified_by
  where l.id = lead_id_param
$function$;

ALTER FUNCTION "public"."get_lead_by_id"(uuid) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_rep_settings()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('mail_on_opening', r.mail_on_opening)
  from public.sales_representatives r
  where r.id = (select private.current_rep_id())
$function$;

ALTER FUNCTION "public"."get_rep_settings"() OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_sales_representative(sales_rep_id_param uuid)
 RETURNS TABLE(id uuid, name text, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.id, r.name, r.email from public.sales_representatives r
  where r.id = sales_rep_id_param and r.id = (select private.current_rep_id())
$function$;

CREATE OR REPLACE FUNCTION public.save_rep_settings(session_id_param uuid, mail_on_opening_param boolean, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  update public.sales_representatives set mail_on_opening = mail_on_opening_param
  where id = rep_id and mail_on_opening <> mail_on_opening_param;
  if found then
    perform private.write_audit(
      'rep_settings_changed', rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('mailOnOpening', mail_on_opening_param)
    );
  end if;
  return jsonb_build_object('outcome', 'saved');
end
$function$;

ALTER TABLE "private"."customer_notes" ADD CONSTRAINT "customer_notes_qualified_lead_id_fkey" FOREIGN KEY (qualified_lead_id) REFERENCES public.qualified_leads(id) ON DELETE CASCADE;

ALTER TABLE "private"."customer_notes" ADD CONSTRAINT "customer_notes_sales_rep_id_fkey" FOREIGN KEY (sales_rep_id) REFERENCES public.sales_representatives(id) ON DELETE CASCADE;

ALTER TABLE "public"."audit_events" ADD CONSTRAINT "audit_events_event_check" CHECK ((event = ANY (ARRAY['rep_signed_in'::text, 'rep_sign_in_failed'::text, 'customer_signed_in'::text, 'customer_sign_in_failed'::text, 'code_sent'::text, 'code_failed'::text, 'link_issued'::text, 'link_opened'::text, 'link_revoked'::text, 'link_extended'::text, 'link_expired'::text, 'prices_revealed'::text, 'signed_out'::text, 'sessions_ended'::text, 'catalogue_loaded'::text, 'price_set'::text, 'price_scheduled'::text, 'price_schedule_cancelled'::text, 'customer_edited'::text, 'rep_enabled'::text, 'rep_edited'::text, 'rep_settings_changed'::text])));

ALTER TABLE "public"."sales_sessions" ADD CONSTRAINT "sales_sessions_end_reason_check" CHECK ((end_reason = ANY (ARRAY['signed_out'::text, 'ended_by_operator'::text, 'ended_by_rep'::text, 'disabled'::text])));

CREATE INDEX customer_notes_sales_rep_id_idx ON private.customer_notes USING btree (sales_rep_id);

CREATE POLICY "customer_notes_all_service_role" ON "private"."customer_notes" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

CREATE POLICY "customer_notes_select_author" ON "private"."customer_notes" FOR SELECT TO "api_reader" USING ((sales_rep_id = ( SELECT private.current_rep_id() AS current_rep_id)));

CREATE POLICY "sales_representatives_select_self_or_customer" ON "public"."sales_representatives" FOR SELECT TO "api_reader" USING (((id = ( SELECT private.current_rep_id() AS current_rep_id)) OR (id IN ( SELECT l.qualified_by
   FROM public.qualified_leads l
  WHERE (l.id = ( SELECT private.current_customer_id() AS current_customer_id))))));

COMMENT ON COLUMN "private"."customer_notes"."note" IS 'Plain text with lines, as it was typed.';

COMMENT ON COLUMN "public"."sales_representatives"."mail_on_opening" IS 'Whether this person is mailed when a customer opens an access link for the first time.';

COMMENT ON COLUMN "public"."sales_sessions"."end_reason" IS 'ended_by_rep: by the representative, from another session of theirs.';

COMMENT ON FUNCTION "public"."begin_customer_session"(text, text, text, text, jsonb) IS 'Starts a session, which ends with the access token, for the customer whose token has this hash, and notes that prices are shown; null, and counted at the limits [{bucket, attempts, window_seconds}], when the token is unknown, expired or revoked; {kind: limited, retry_after_seconds} when a limit is reached: then nothing is compared. is_rep_to_be_mailed: this was the first opening of the link, and the representative wants to know.';

COMMENT ON FUNCTION "public"."edit_customer"(uuid, uuid, jsonb, jsonb, text, text) IS 'Replaces name, company and the representative''s private note of a customer, {name, company, note}, where they are still as before: {outcome: saved | conflict, customer} or {outcome: unauthenticated | not_found}. conflict: somebody changed them meanwhile; customer says how, and nothing is written. The trail names the fields, never their texts.';

COMMENT ON FUNCTION "public"."edit_rep"(uuid, text, text) IS 'Corrects name and address of a representative: edited, or exists when another has that address. Their sales ID, sessions and customers stay.';

COMMENT ON FUNCTION "public"."enable_rep"(uuid, text) IS 'Lets a disabled representative sign in again, with one new sales ID: the old ones stay void. False when they were not disabled: then nothing changes.';

COMMENT ON FUNCTION "public"."end_own_sessions"(uuid, uuid, text, text) IS 'Ends one other session of a session''s representative, or with null all others, from their next request on: {outcome: ended, count} or {outcome: unauthenticated | not_found}. The session that asks stays. Again: harmless, with a count of 0.';

COMMENT ON FUNCTION "public"."get_customer_note"(uuid) IS 'The caller''s private note on a customer whom they qualified: {note, updated_at}, with an empty note and null when there is none. Any other id is not found (404).';

COMMENT ON FUNCTION "public"."get_lead_by_id"(uuid) IS 'One qualified customer with name and address of the representative who qualified them, for that representative or the customer; else no row. Never the token''s hash.';

COMMENT ON FUNCTION "public"."get_rep_settings"() IS 'The caller''s own settings: {mail_on_opening}; null without a live session of a representative.';

COMMENT ON FUNCTION "public"."save_rep_settings"(uuid, boolean, text, text) IS 'Keeps the settings of a session''s representative: {outcome: saved | unauthenticated}. Again: harmless, and no second line in the trail.';

COMMENT ON TABLE "private"."customer_notes" IS 'Private notes. Each is read by the representative who wrote it, never by the customer or a colleague.';

COMMENT ON TABLE "public"."sales_representatives" IS 'People who sell. Each may read their own row, and a signed-in customer that of their representative.';

REVOKE ALL ON FUNCTION "public"."edit_customer"(uuid, uuid, jsonb, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."edit_customer"(uuid, uuid, jsonb, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_customer"(uuid, uuid, jsonb, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_customer"(uuid, uuid, jsonb, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_rep"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."edit_rep"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_rep"(uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_rep"(uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."enable_rep"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."enable_rep"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."enable_rep"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."enable_rep"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."end_own_sessions"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."end_own_sessions"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_own_sessions"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_own_sessions"(uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_customer_note"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_customer_note"(uuid) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_customer_note"(uuid) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_customer_note"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_lead_by_id"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_lead_by_id"(uuid) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_lead_by_id"(uuid) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_lead_by_id"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_rep_settings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_rep_settings"() FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_rep_settings"() TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_rep_settings"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_rep_settings"(uuid, boolean, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."save_rep_settings"(uuid, boolean, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_rep_settings"(uuid, boolean, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_rep_settings"(uuid, boolean, text, text) TO "service_role";

GRANT SELECT ON TABLE "private"."customer_notes" TO "api_reader";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."customer_notes" TO "service_role";

ALTER TABLE "private"."customer_notes" ADD CONSTRAINT "customer_notes_note_check" CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000)));

revoke create on schema public from api_reader;

-- Purpose:  people and retention.

set local check_function_bodies = off;

DROP TRIGGER "audit_events_refuse_change" ON "public"."audit_events";

ALTER TABLE "public"."audit_events" DROP CONSTRAINT "audit_events_event_check";

CREATE TABLE "private"."handovers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "from_rep_id" uuid NOT NULL, "to_rep_id" uuid NOT NULL, "customer_ids" uuid[] NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "undone_at" timestamp with time zone, CONSTRAINT "handovers_are_between_two" CHECK ((from_rep_id <> to_rep_id)), CONSTRAINT "handovers_customer_ids_check" CHECK ((cardinality(customer_ids) > 0)), CONSTRAINT "handovers_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."handovers" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."contact_submissions" ADD COLUMN "consent_withdrawn_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.contact_requests_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 730
$function$;

CREATE OR REPLACE FUNCTION private.customer_data(email_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(l) - 'access_token_hash' - 'qualified_by' || jsonb_build_object(
    'representative', (
      select jsonb_build_object('name', r.name, 'email', r.email)
      from public.sales_representatives r where r.id = l.qualified_by
    ),
    'sessions', coalesce((
      select jsonb_agg(to_jsonb(s) - 'refresh_hash' - 'qualified_lead_id' order by s.created_at)
      from public.customer_sessions s where s.qualified_lead_id = l.id
    ), '[]'),
    'openings', coalesce((
      select jsonb_agg(to_jsonb(p) - 'qualified_lead_id' order by p.created_at)
      from public.pricing_reveals p where p.qualified_lead_id = l.id
    ), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('note', n.note, 'updated_at', n.updated_at) order by n.updated_at)
      from private.customer_notes n where n.qualified_lead_id = l.id
    ), '[]'),
    'sales', coalesce((
      select jsonb_agg(jsonb_build_object(
        'sale_date', s.sale_date, 'product_name', s.product_name, 'billing_frequency', s.billing_frequency,
        'sale_amount_cents', s.sale_amount, 'is_cancelled', s.is_cancelled
      ) order by s.sale_date, s.id)
      from public.sales_records s where s.qualified_lead_id = l.id
    ), '[]'),
    'trail', private.trail_of(l.id, null)
  )
  from public.qualified_leads l
  where l.email = email_param
$function$;

CREATE OR REPLACE FUNCTION private.erase_rep(rep_id_param uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false
  where id = rep_id_param;
  delete from private.sales_rep_credentials where sales_rep_id = rep_id_param;
  delete from public.sales_sessions where sales_rep_id = rep_id_param;
  delete from private.verification_codes where sales_rep_id = rep_id_param;
  delete from private.customer_notes where sales_rep_id = rep_id_param;
  update public.audit_events set ip_address = null, user_agent = null
  where sales_rep_id = rep_id_param and num_nonnulls(ip_address, user_agent) > 0;
$function$;

CREATE OR REPLACE FUNCTION private.expire_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  quarantined integer;
  requests integer;
  customers integer;
  codes integer;
  sessions integer;
  traces integer;
  events integer;
  traces_end timestamptz := now() - make_interval(days => private.sign_in_traces_kept_days());
begin
  delete from public.contact_submissions
  where quarantined_at is not null
    and created_at < now() - make_interval(days => private.quarantined_requests_kept_days());
  get diagnostics quarantined = row_count;

  delete from public.contact_submissions
  where created_at < now() - make_interval(days => private.contact_requests_kept_days());
  get diagnostics requests = row_count;

  delete from public.qualified_leads l
  where greatest(l.token_expires_at, l.link_issued_at, l.created_at)
      < now() - make_interval(days => private.idle_customers_kept_days())
    and not exists (select from public.sales_records s where s.qualified_lead_id = l.id);
  get diagnostics customers = row_count;

  delete from private.verification_codes where expires_at < now() - interval '1 day';
  get diagnostics codes = row_count;

  with ended as (
    delete from public.sales_sessions where least(ended_at, expires_at) < traces_end returning 1
  ), ended_of_customers as (
    delete from public.customer_sessions where least(ended_at, expires_at) < traces_end returning 1
  )
  select (select count(*) from ended) + (select count(*) from ended_of_customers) into sessions;

  with openings as (
    update public.pricing_reveals set ip_address = null, user_agent = null
    where created_at < traces_end and num_nonnulls(ip_address, user_agent) > 0 returning 1
  ), lines as (
    update public.audit_events set ip_address = null, user_agent = null
    where occurred_at < traces_end and num_nonnulls(ip_address, user_agent) > 0 returning 1
  )
  select (select count(*) from openings) + (select count(*) from lines) into traces;

  delete from private.site_events
  where occurred_at < now() - make_interval(days => private.site_events_kept_days());
  get diagnostics events = row_count;

  return jsonb_build_array(
    jsonb_build_object('kind', 'quarantined_requests', 'kept_days', private.quarantined_requests_kept_days(), 'removed', quarantined),
    jsonb_build_object('kind', 'contact_requests', 'kept_days', private.contact_requests_kept_days(), 'removed', requests),
    jsonb_build_object('kind', 'idle_customers', 'kept_days', private.idle_customers_kept_days(), 'removed', customers),
    jsonb_build_object('kind', 'codes', 'kept_days', 1, 'removed', codes),
    jsonb_build_object('kind', 'sessions', 'kept_days', private.sign_in_traces_kept_days(), 'removed', sessions),
    jsonb_build_object('kind', 'sign_in_traces', 'kept_days', private.sign_in_traces_kept_days(), 'removed', traces),
    jsonb_build_object('kind', 'site_events', 'kept_days', private.site_events_kept_days(), 'removed', events)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.handovers_undone_within()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '24 hours'
$function$;

CREATE OR REPLACE FUNCTION private.idle_customers_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 730
$function$;

CREATE OR REPLACE FUNCTION private.mentions_of(email_param text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*)::integer
  from (
    select lower(s.message || s.company || s.referrer || s.utm::text) from public.contact_submissions s
    union all
    select lower(n.note) from private.customer_notes n
    union all
    select lower(l.name || l.company) from public.qualified_leads l
  ) as texts (text)
  where strpos(texts.text, email_param) > 0
$function$;

CREATE OR REPLACE FUNCTION private.quarantined_requests_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 30
$function$;

CREATE OR REPLACE FUNCTION private.refuse_change_but_forgetting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  forgotten public.audit_events := old;
begin
  forgotten.ip_address := null;
  forgotten.user_agent := null;
  if new is distinct from forgotten then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.rep_data(email_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(r) || jsonb_build_object(
    'sessions', coalesce((
      select jsonb_agg(to_jsonb(s) - 'refresh_hash' - 'sales_rep_id' order by s.created_at)
      from public.sales_sessions s where s.sales_rep_id = r.id
    ), '[]'),
    'trail', private.trail_of(null, r.id)
  )
  from public.sales_representatives r
  where r.email = email_param
$function$;

CREATE OR REPLACE FUNCTION private.sign_in_traces_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 365
$function$;

CREATE OR REPLACE FUNCTION private.trail_of(lead_id_param uuid, rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    to_jsonb(e) - 'id' - 'line_number' - 'sales_rep_id' - 'qualified_lead_id' order by e.line_number
  ), '[]')
  from public.audit_events e
  where e.qualified_lead_id = lead_id_param or (e.sales_rep_id = rep_id_param and e.qualified_lead_id is null)
$function$;

CREATE OR REPLACE FUNCTION public.erase_person(email_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person_email text := lower(btrim(email_param));
  rep public.sales_representatives;
  customer_id uuid;
  customers integer;
  requests integer;
  codes integer;
begin
  select r.* into rep from public.sales_representatives r where r.email = person_email for update;
  if rep.id is not null and rep.disabled_at is null then
    return jsonb_build_object('outcome', 'rep_is_enabled');
  end if;
  select count(*) into customers from public.qualified_leads l where l.qualified_by = rep.id;
  if customers > 0 then
    return jsonb_build_object('outcome', 'rep_has_customers', 'customers', customers);
  end if;

  -- Sessions, openings and notes go with the customer; a sale stays, without one.
  delete from public.qualified_leads l where l.email = person_email returning l.id into customer_id;
  update public.audit_events set ip_address = null, user_agent = null
  where qualified_lead_id = customer_id and num_nonnulls(ip_address, user_agent) > 0;
  delete from public.contact_submissions s where lower(s.email) = person_email;
  get diagnostics requests = row_count;
  delete from private.verification_codes v where v.email = person_email;
  get diagnostics codes = row_count;
  if rep.id is not null then
    perform private.erase_rep(rep.id);
  end if;
  if num_nonnulls(customer_id, rep.id) + requests + codes = 0 then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  perform private.write_audit('person_erased', rep.id, customer_id, null, null, jsonb_build_object(
    'by', 'operator', 'contactRequests', requests, 'codes', codes
  ));
  return jsonb_build_object(
    'outcome', 'erased', 'is_customer', customer_id is not null, 'is_rep', rep.id is not null,
    'contact_requests', requests, 'codes', codes, 'mentions', private.mentions_of(person_email)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.export_person(email_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with person as (select lower(btrim(email_param)) as email)
  select jsonb_build_object(
    'email', p.email,
    'exported_at', now(),
    'customer', private.customer_data(p.email),
    'representative', private.rep_data(p.email),
    'contact_requests', coalesce((
      select jsonb_agg(to_jsonb(s) - 'notification_claimed_at' order by s.created_at)
      from public.contact_submissions s where lower(s.email) = p.email
    ), '[]'),
    'codes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', v.name, 'company', v.company, 'created_at', v.created_at, 'expires_at', v.expires_at,
        'used_at', v.used_at
      ) order by v.created_at)
      from private.verification_codes v where v.email = p.email
    ), '[]')
  )
  from person p
$function$;

CREATE OR REPLACE FUNCTION public.find_people(search_param text)
 RETURNS TABLE(email text, names text[], roles text[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  term text := lower(btrim(search_param));
begin
  perform private.refuse_over('the search', char_length(term), 200);
  perform private.refuse_over('2 characters', 2, char_length(term));
  return query
  with stored as (
    select l.email, nullif(l.name, '') as name, 'customer' as role from public.qualified_leads l
    union all
    select lower(s.email), nullif(concat_ws(' ', s.first_name, nullif(s.last_name, '')), ''), 'contact request'
    from public.contact_submissions s
    union all
    select v.email, nullif(v.name, ''), 'code' from private.verification_codes v
    union all
    select r.email, r.name, 'representative' from public.sales_representatives r
  )
  select p.email, array_agg(distinct p.name order by p.name) filter (where p.name is not null),
    array_agg(distinct p.role order by p.role)
  from stored p
  group by p.email
  having bool_or(strpos(p.email, term) > 0 or strpos(lower(p.name), term) > 0)
  order by p.email
  limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION public.hand_over_customers(from_rep_id_param uuid, to_rep_id_param uuid, emails_param text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen text[] := array(select lower(btrim(e)) from unnest(emails_param) as e);
  unknown text;
  customer_ids uuid[];
  handover_id uuid;
begin
  if from_rep_id_param = to_rep_id_param then
    return jsonb_build_object('outcome', 'same_rep');
  end if;
  -- Locked in one order, so that two handovers at once queue instead of failing.
  perform r.id from public.sales_representatives r
  where r.id in (from_rep_id_param, to_rep_id_param) order by r.id for update;
  if not exists (
    select from public.sales_representatives r where r.id = to_rep_id_param and r.disabled_at is null
  ) then
    return jsonb_build_object('outcome', 'disabled');
  end if;
  select e into unknown from unnest(chosen) as e
  where not exists (
    select from public.qualified_leads l where l.email = e and l.qualified_by = from_rep_id_param
  ) limit 1;
  if found then
    return jsonb_build_object('outcome', 'not_found', 'email', unknown);
  end if;

  with moved as (
    update public.qualified_leads l set qualified_by = to_rep_id_param
    where l.qualified_by = from_rep_id_param and (emails_param is null or l.email = any (chosen))
    returning l.id
  )
  select array_agg(m.id) into customer_ids from moved m;
  if customer_ids is null then
    return jsonb_build_object('outcome', 'none');
  end if;
  insert into private.handovers (from_rep_id, to_rep_id, customer_ids)
  values (from_rep_id_param, to_rep_id_param, customer_ids)
  returning id into handover_id;
  perform private.write_audit(
    'customer_handed_over', to_rep_id_param, c, null, null,
    jsonb_build_object('by', 'operator', 'from', from_rep_id_param, 'to', to_rep_id_param)
  ) from unnest(customer_ids) as c;
  return jsonb_build_object('outcome', 'handed_over', 'id', handover_id, 'count', cardinality(customer_ids));
end
$function$;

CREATE OR REPLACE FUNCTION public.run_retention(is_dry_run_param boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  report jsonb;
  removed jsonb;
begin
  begin
    report := private.expire_data();
    if is_dry_run_param then
      -- Takes everything back; what a variable holds stays.
      raise sqlstate 'CV001';
    end if;
  exception when sqlstate 'CV001' then
    return report;
  end;
  select jsonb_object_agg(kind, r.removed) into removed
  from jsonb_to_recordset(report) as r (kind text, removed integer) where r.removed > 0;
  if removed is not null then
    perform private.write_audit('data_expired', null, null, null, null, removed);
  end if;
  return report;
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_handover(from_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  handover private.handovers;
  customer_ids uuid[];
begin
  select h.* into handover from private.handovers h
  where h.from_rep_id = from_rep_id_param and h.undone_at is null
    and h.created_at > now() - private.handovers_undone_within()
  order by h.created_at desc limit 1
  for update;
  if not found then
    return jsonb_build_object('outcome', 'none');
  end if;

  -- Whoever was given on meanwhile, or was given another link by the new representative, stays where they are.
  with moved as (
    update public.qualified_leads l set qualified_by = handover.from_rep_id
    where l.id = any (handover.customer_ids) and l.qualified_by = handover.to_rep_id
      and l.link_issued_at <= handover.created_at
    returning l.id
  )
  select coalesce(array_agg(m.id), '{}') into customer_ids from moved m;
  update private.handovers set undone_at = now() where id = handover.id;
  perform private.write_audit(
    'handover_undone', handover.from_rep_id, c, null, null,
    jsonb_build_object('by', 'operator', 'from', handover.to_rep_id, 'to', handover.from_rep_id)
  ) from unnest(customer_ids) as c;
  return jsonb_build_object(
    'outcome', 'undone', 'count', cardinality(customer_ids),
    'kept', cardinality(handover.customer_ids) - cardinality(customer_ids)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_consent(email_param text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  withdrawn integer;
begin
  update public.contact_submissions set consent_withdrawn_at = now()
  where lower(email) = lower(btrim(email_param)) and consented_at is not null and consent_withdrawn_at is null;
  get diagnostics withdrawn = row_count;
  if withdrawn > 0 then
    perform private.write_audit(
      'consent_withdrawn', null, null, null, null, jsonb_build_object('by', 'operator', 'requests', withdrawn)
    );
  end if;
  return withdrawn;
end
$function$;

ALTER TABLE "private"."handovers" ADD CONSTRAINT "handovers_from_rep_id_fkey" FOREIGN KEY (from_rep_id) REFERENCES public.sales_representatives(id) ON DELETE CASCADE;

ALTER TABLE "private"."handovers" ADD CONSTRAINT "handovers_to_rep_id_fkey" FOREIGN KEY (to_rep_id) REFERENCES public.sales_representatives(id) ON DELETE CASCADE;

ALTER TABLE "public"."audit_events" ADD CONSTRAINT "audit_events_event_check" CHECK ((event = ANY (ARRAY['rep_signed_in'::text, 'rep_sign_in_failed'::text, 'customer_signed_in'::text, 'customer_sign_in_failed'::text, 'code_sent'::text, 'code_failed'::text, 'link_issued'::text, 'link_opened'::text, 'link_revoked'::text, 'link_extended'::text, 'link_expired'::text, 'prices_revealed'::text, 'signed_out'::text, 'sessions_ended'::text, 'catalogue_loaded'::text, 'price_set'::text, 'price_scheduled'::text, 'price_schedule_cancelled'::text, 'customer_edited'::text, 'rep_enabled'::text, 'rep_edited'::text, 'rep_settings_changed'::text, 'consent_withdrawn'::text, 'person_erased'::text, 'data_expired'::text, 'customer_handed_over'::text, 'handover_undone'::text])));

ALTER TABLE "public"."contact_submissions" ADD CONSTRAINT "contact_submissions_withdrawn_was_given" CHECK (((consent_withdrawn_at IS NULL) OR (consented_at IS NOT NULL)));

CREATE INDEX handovers_from_rep_id_idx ON private.handovers USING btree (from_rep_id, created_at DESC);

CREATE INDEX handovers_to_rep_id_idx ON private.handovers USING btree (to_rep_id);

CREATE INDEX contact_submissions_email_idx ON public.contact_submissions USING btree (lower(email));

CREATE TRIGGER audit_events_refuse_change BEFORE UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION private.refuse_change_but_forgetting();

CREATE TRIGGER audit_events_refuse_removal BEFORE DELETE OR TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();

CREATE POLICY "handovers_all_service_role" ON "private"."handovers" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "private"."handovers"."customer_ids" IS 'Not a foreign key: a customer may be erased meanwhile.';

COMMENT ON COLUMN "private"."handovers"."undone_at" IS 'Null: not undone.';

COMMENT ON COLUMN "public"."contact_submissions"."consent_withdrawn_at" IS 'Null: not withdrawn.';

COMMENT ON FUNCTION "private"."contact_requests_kept_days"() IS 'Days for which a contact request is kept, from when it was sent.';

COMMENT ON FUNCTION "private"."customer_data"(text) IS 'All that is stored about the customer with an address in lower case, without hashes of secrets; null when there is none.';

COMMENT ON FUNCTION "private"."erase_rep"(uuid) IS 'Takes the person out of a representative''s account. Its sales and their figures stay.';

COMMENT ON FUNCTION "private"."expire_data"() IS 'Removes what is older than its kind is kept: [{kind, kept_days, removed}]. Of openings and lines of the trail only the address and the browser go. A customer with a sale stays.';

COMMENT ON FUNCTION "private"."handovers_undone_within"() IS 'How long a handover of customers can be undone.';

COMMENT ON FUNCTION "private"."idle_customers_kept_days"() IS 'Days for which a customer without a sale is kept, from when their last access link ended.';

COMMENT ON FUNCTION "private"."mentions_of"(text) IS 'In how many texts of other people an address, in lower case, stands.';

COMMENT ON FUNCTION "private"."quarantined_requests_kept_days"() IS 'Days for which a contact request is kept in quarantine, from when it was sent.';

COMMENT ON FUNCTION "private"."refuse_change_but_forgetting"() IS 'Lets the trail forget from where somebody came, and nothing else of a line. What happened, to whom and when stays.';

COMMENT ON FUNCTION "private"."rep_data"(text) IS 'The account of the representative with an address in lower case, without sales and hashes of secrets; null when there is none.';

COMMENT ON FUNCTION "private"."sign_in_traces_kept_days"() IS 'Days for which the address and browser of a sign-in or an opening are kept.';

COMMENT ON FUNCTION "private"."trail_of"(uuid, uuid) IS 'What the trail holds of a customer, or of a representative''s own account, oldest first.';

COMMENT ON FUNCTION "public"."erase_person"(text) IS 'Takes all of a person out, by address in any case: {outcome: erased, is_customer, is_rep, contact_requests, codes, mentions} or {outcome: not_found | rep_is_enabled | rep_has_customers, customers}. Sales and their figures stay, and the trail keeps what happened, without from where. mentions: texts of other people in which the address stands. A representative must be disabled and without customers.';

COMMENT ON FUNCTION "public"."export_person"(text) IS 'All that is stored about one address, in any case: {email, exported_at, customer, representative, contact_requests, codes}. Never a secret or a hash of one. Who is not stored has null and empty lists.';

COMMENT ON FUNCTION "public"."find_people"(text) IS 'People whose address or name contains a text of 2 to 200 characters, in any case: at most 100, by address, with all names they gave and where they stand: customer, contact request, code, representative.';

COMMENT ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[]) IS 'Gives the customers of one representative to another, all or those with the named addresses: {outcome: handed_over, id, count} or {outcome: same_rep | disabled | none} or {outcome: not_found, email}. Links and sessions go along. Private notes stay with their author, and sales with their seller.';

COMMENT ON FUNCTION "public"."run_retention"(boolean) IS 'Removes what has been kept for long enough and says what: [{kind, kept_days, removed}], of every kind. A dry run removes nothing and says what a run would remove now.';

COMMENT ON FUNCTION "public"."undo_handover"(uuid) IS 'Takes back the latest handover of a representative''s customers, within private.handovers_undone_within(): {outcome: undone, count, kept} or {outcome: none}. kept: customers who stay, because they were handed on, given another link or erased meanwhile.';

COMMENT ON FUNCTION "public"."withdraw_consent"(text) IS 'Notes that a person no longer agrees to being contacted, on all their contact requests, and says on how many. What they had agreed to, and when, stays as evidence.';

COMMENT ON TABLE "private"."handovers" IS 'Which customers went from whom to whom, so that it can be undone for a day.';

REVOKE ALL ON FUNCTION "private"."contact_requests_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_requests_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_requests_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_requests_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_requests_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."customer_data"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."customer_data"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_data"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_data"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."erase_rep"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_rep"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."erase_rep"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."erase_rep"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."expire_data"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."expire_data"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."expire_data"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."expire_data"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."handovers_undone_within"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."handovers_undone_within"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."handovers_undone_within"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."handovers_undone_within"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."handovers_undone_within"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."idle_customers_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."idle_customers_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."idle_customers_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."idle_customers_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."idle_customers_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."mentions_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mentions_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mentions_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mentions_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quarantined_requests_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."quarantined_requests_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."quarantined_requests_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quarantined_requests_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quarantined_requests_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_change_but_forgetting"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_change_but_forgetting"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_change_but_forgetting"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."rep_data"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rep_data"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_data"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_data"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sign_in_traces_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sign_in_traces_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."sign_in_traces_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sign_in_traces_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sign_in_traces_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."trail_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."trail_of"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."trail_of"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."trail_of"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."erase_person"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."erase_person"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_person"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_person"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."export_person"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."export_person"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_person"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_person"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_people"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_people"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_people"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_people"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."run_retention"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."run_retention"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."run_retention"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."run_retention"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_handover"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."undo_handover"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_handover"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_handover"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_consent"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."withdraw_consent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_consent"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_consent"(text) TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "private"."handovers" TO "service_role";

REVOKE ALL ON TABLE "private"."sales_rep_credentials" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."sales_rep_credentials" TO "service_role";

REVOKE ALL ("ip_address") ON TABLE "public"."audit_events" FROM "service_role";

GRANT UPDATE ("ip_address") ON TABLE "public"."audit_events" TO "service_role";

REVOKE ALL ("user_agent") ON TABLE "public"."audit_events" FROM "service_role";

GRANT UPDATE ("user_agent") ON TABLE "public"."audit_events" TO "service_role";

REVOKE ALL ON TABLE "public"."contact_submissions" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."contact_submissions" TO "service_role";

REVOKE ALL ON TABLE "public"."customer_sessions" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."customer_sessions" TO "service_role";

REVOKE ALL ("ip_address") ON TABLE "public"."pricing_reveals" FROM "service_role";

GRANT UPDATE ("ip_address") ON TABLE "public"."pricing_reveals" TO "service_role";

REVOKE ALL ("user_agent") ON TABLE "public"."pricing_reveals" FROM "service_role";

GRANT UPDATE ("user_agent") ON TABLE "public"."pricing_reveals" TO "service_role";

REVOKE ALL ON TABLE "public"."qualified_leads" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."qualified_leads" TO "service_role";

REVOKE ALL ON TABLE "public"."sales_sessions" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."sales_sessions" TO "service_role";

-- Purpose:  tell first openings and true news.

set local check_function_bodies = off;

DROP TRIGGER "audit_events_refuse_deletion" ON "public"."audit_events";

DROP FUNCTION "private"."note_received_request"(public.contact_submissions);

CREATE OR REPLACE FUNCTION private.apply_contact_request_change(by_param text, rep_id_param uuid, contact_request_id_param uuid, version_param integer, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored public.contact_submissions;
  wanted public.contact_submissions;
begin
  -- The lock serializes simultaneous changes. The second sees the version that the first wrote.
  select s.* into stored from public.contact_submissions s where s.id = contact_request_id_param for update;
  if not found or (
    by_param = 'representative'
    and (stored.assigned_to is distinct from rep_id_param or stored.quarantined_at is not null)
  ) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if by_param = 'representative' and change_param ?| array['assignedTo', 'release'] then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  wanted := stored;
  wanted.status := coalesce(change_param ->> 'status', stored.status);
  wanted.staff_note := coalesce(change_param ->> 'staffNote', stored.staff_note);
  if change_param ? 'assignedTo' then
    wanted.assigned_to := (change_param ->> 'assignedTo')::uuid;
  end if;
  if change_param ? 'release' then
    wanted.quarantined_at := null;
  end if;
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  if wanted = stored then
    return jsonb_build_object('outcome', 'saved', 'request', private.contact_request_rows(array[stored.id]) -> 0);
  end if;
  if stored.version <> version_param then
    return jsonb_build_object(
      'outcome', 'conflict', 'request', private.contact_request_rows(array[stored.id]) -> 0,
      'last_change', private.last_contact_request_change(stored.id)
    );
  end if;
  if wanted.assigned_to is not null and wanted.assigned_to is distinct from stored.assigned_to and not exists (
    select from public.sales_representatives r where r.id = wanted.assigned_to and r.disabled_at is null
  ) then
    return jsonb_build_object('outcome', 'no_such_rep');
  end if;

  update public.contact_submissions set
    status = wanted.status, staff_note = wanted.staff_note, assigned_to = wanted.assigned_to,
    quarantined_at = wanted.quarantined_at, version = stored.version + 1,
    status_changed_at = case when wanted.status <> stored.status then now() else stored.status_changed_at end
  where id = stored.id;
  if wanted.quarantined_at is null and stored.quarantined_at is not null then
    perform private.note_received_request(wanted, rep_id_param);
  elsif wanted.assigned_to is distinct from stored.assigned_to and wanted.quarantined_at is null then
    perform private.note_work(wanted.assigned_to, rep_id_param, 0, array[stored.id]);
  end if;
  perform private.write_audit(
    'contact_request_changed', rep_id_param, null, ip_address_param, user_agent_param,
    jsonb_build_object('by', by_param, 'requestId', stored.id, 'version', stored.version + 1)
    || case when wanted.status <> stored.status
      then jsonb_build_object('status', jsonb_build_object('before', stored.status, 'after', wanted.status))
      else '{}' end
    || case when wanted.assigned_to is distinct from stored.assigned_to
      then jsonb_build_object(
        'assignedTo', jsonb_build_object('before', stored.assigned_to, 'after', wanted.assigned_to)
      ) else '{}' end
    || case when wanted.staff_note <> stored.staff_note then '{"staffNote": "changed"}'::jsonb else '{}' end
    || case when wanted.quarantined_at is distinct from stored.quarantined_at
      then '{"quarantine": "released"}'::jsonb else '{}' end
  );
  return jsonb_build_object('outcome', 'saved', 'request', private.contact_request_rows(array[stored.id]) -> 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_handover_undo(handover_id_param uuid, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  handover private.handovers;
  kept_ids uuid[];
  customers uuid[];
  requests uuid[];
begin
  select h.* into handover from private.handovers h where h.id = handover_id_param;
  perform private.lock_reps(array[handover.from_rep_id, handover.to_rep_id]);
  select h.* into handover from private.handovers h where h.id = handover_id_param for update;
  if not found then
    return jsonb_build_object('outcome', 'none');
  end if;
  if handover.undone_at is not null then
    return private.undone_handover(handover);
  end if;
  if handover.created_at <= now() - private.handovers_undone_within() then
    return jsonb_build_object('outcome', 'too_late');
  end if;

  perform l.id from public.qualified_leads l where l.id = any (handover.customer_ids) order by l.id for update;
  perform s.id from public.contact_submissions s where s.id = any (handover.request_ids) order by s.id for update;
  -- New work stays with the person who did it.
  select coalesce(jsonb_agg(jsonb_build_object(
      'kind', k.kind, 'id', k.id, 'reason', k.reason,
      'did', case when k.reason = 'worked_on' then coalesce(to_jsonb(k.did), '[]') else '[]' end
    )), '[]'),
    coalesce(array_agg(k.id), '{}')
  into handover.kept, kept_ids
  from (
    select 'customer' as kind, c.id, w.did, case
      when l.id is null then 'erased'
      when l.qualified_by <> handover.to_rep_id then 'handed_on'
      when l.link_issued_at > handover.created_at then 'new_link'
      when w.did is not null then 'worked_on'
    end as reason
    from unnest(handover.customer_ids) as c (id)
    left join public.qualified_leads l on l.id = c.id
    cross join lateral (select private.work_on_customer(handover, l) as did) w
    union all
    select 'request', c.id, w.did, case
      when s.id is null then 'erased'
      when s.assigned_to is distinct from handover.to_rep_id then 'handed_on'
      when s.version <> c.version or w.did is not null then 'worked_on'
    end
    from unnest(handover.request_ids, handover.request_versions) as c (id, version)
    left join public.contact_submissions s on s.id = c.id
    cross join lateral (select private.codes_mailed(handover, s.email) as did) w
  ) k
  where k.reason is not null;
  customers := array(select c from unnest(handover.customer_ids) as c where c <> all (kept_ids));
  requests := array(select c from unnest(handover.request_ids) as c where c <> all (kept_ids));

  update public.qualified_leads set qualified_by = handover.from_rep_id where id = any (customers);
  update public.contact_submissions set assigned_to = handover.from_rep_id, version = version + 1
  where id = any (requests);
  update private.handovers set undone_at = now(), kept = handover.kept where id = handover.id;
  perform private.write_audit(
    'handover_undone', handover.from_rep_id, c, ip_address_param, user_agent_param,
    private.done_by(manager_id_param)
    || jsonb_build_object('from', handover.to_rep_id, 'to', handover.from_rep_id)
  ) from unnest(customers) as c;
  perform private.note_handed_requests(
    requests, handover.to_rep_id, handover.from_rep_id, manager_id_param, ip_address_param, user_agent_param
  );
  -- What was not mailed yet is no news any more.
  delete from private.work_mails w
  where kept_ids = '{}' and w.sales_rep_id = handover.to_rep_id and w.created_at = handover.created_at;
  perform private.note_work(handover.from_rep_id, manager_id_param, cardinality(customers), requests);
  return private.undone_handover(handover);
end
$function$;

CREATE OR REPLACE FUNCTION private.folded_term(search text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Of only hyphens or apostrophes, nothing is left. As they are, they match nothing: no folded text has one.
  select coalesce(nullif(private.folded(search), ''), nullif(btrim(search), ''))
$function$;

CREATE OR REPLACE FUNCTION private.note_received_request(request public.contact_submissions, by_rep_id_param uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.note_work(request.assigned_to, by_rep_id_param, 0, array[request.id]);
  select private.write_repeated_audit(
    'contact_request_received', l.qualified_by, l.id, null, null, jsonb_build_object('requestId', request.id)
  )
  from public.qualified_leads l where l.email = request.email
$function$;

CREATE OR REPLACE FUNCTION private.refuse_early_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.occurred_at >= now() - make_interval(days => private.audit_trail_kept_days()) then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_term(filter jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(jsonb_typeof(filter -> 'search'), 'null') not in ('null', 'string') then
    raise exception 'search is not a text' using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over('search', char_length(filter ->> 'search'), 200);
  return private.folded_term(filter ->> 'search');
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
  is_written boolean;
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
    perform private.write_repeated_audit(
      'customer_sign_in_failed', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
      jsonb_build_object('reason', state)
    );
    perform private.count_attempt(limits_param);
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
  is_written := private.write_repeated_audit(
    'customer_signed_in', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session.id)
  );
  -- The first opening of every link is news, however often an earlier link was opened today.
  if is_written or is_first then
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
    -- Unknown, revoked and disabled credentials take the same path. Only the trail records the person.
    perform private.write_repeated_audit(
      'rep_sign_in_failed',
      (select c.sales_rep_id from private.sales_rep_credentials c where c.credential_hash = credential_hash_param),
      null, ip_address_param, user_agent_param
    );
    perform private.count_attempt(limits_param);
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

CREATE OR REPLACE FUNCTION public.find_people(search_param text)
 RETURNS TABLE(email text, names text[], roles text[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  term text := coalesce(private.folded_term(search_param), '');
  mailbox text := private.mailbox(search_param);
  found_emails text[];
  -- search_text contains more, such as the company, but excludes most people more cheaply.
  query constant text := $query$
    select array(
      (select %1$s l.email from public.qualified_leads l
        where strpos(l.search_text, $1) > 0 and strpos(private.searchable(l.name, l.email), $1) > 0 %2$s)
      union all
      (select %1$s s.email from public.contact_submissions s
        where strpos(s.search_text, $1) > 0
          and strpos(private.searchable(concat_ws(' ', s.first_name, s.last_name), s.email), $1) > 0 %2$s)
      union all
      (select %1$s v.email from private.verification_codes v
        where strpos(private.searchable(v.name, v.email), $1) > 0 %2$s)
      union all
      (select %1$s r.email from public.sales_representatives r
        where strpos(private.searchable(r.name, r.email), $1) > 0 %2$s)
    )
  $query$;
begin
  perform private.refuse_over('the search', char_length(search_param), 200);
  perform private.refuse_over('2 characters', 2, char_length(term));
  -- Reads every row once, in any order.
  execute format(query, '', 'limit 1000') using term into found_emails;
  if cardinality(found_emails) >= 1000 then
    -- Many match, so the first ones by address are soon found.
    execute format(query, 'distinct', 'order by 1 limit 100') using term into found_emails;
  end if;
  return query
  select p.email, array_agg(distinct p.name order by p.name) filter (where p.name is not null),
    array_agg(distinct p.role order by p.role)
  from private.stored_people((array(select distinct e from unnest(found_emails) as e order by e))[:100]) p
  group by p.email
  union all
  -- Nothing has this address, but others wrote it into their texts.
  select mailbox, null::text[], array['mention']
  where not exists (select from private.stored_people(array[mailbox]))
    and private.known_person(mailbox, 0) is not null
  order by 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_handover_choices(sales_rep_id_param uuid, search text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  perform private.refuse_over('search', char_length(search), 200);
  return private.handover_choice_rows(sales_rep_id_param, private.folded_term(search));
end
$function$;

CREATE OR REPLACE FUNCTION public.save_contact_request(contact_request_param jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  saved public.contact_submissions;
begin
  insert into public.contact_submissions (
    id, first_name, last_name, email, company, phone, message, project_type, job_title, job_role, source, tier,
    consent_version, consent_text, consented_at, utm, referrer, quarantined_at, assigned_to
  )
  select
    s.id, s.first_name, s.last_name, s.email, s.company, s.phone, s.message, s.project_type, s.job_title,
    s.job_role, s.source, s.tier, s.consent_version, s.consent_text,
    case when s.consent_version is not null then now() end,
    s.utm, s.referrer, case when s.is_quarantined then now() end, private.rep_of_sender(s.email, s.source)
  from jsonb_to_record(contact_request_param) as s (
    id uuid, first_name text, last_name text, email text, company text, phone text, message text,
    project_type text, job_title text, job_role text, source text, tier text, consent_version text,
    consent_text text, utm jsonb, referrer text, is_quarantined boolean
  )
  on conflict (id) do nothing
  returning * into saved;
  if not found then
    return false;
  end if;
  if saved.quarantined_at is null then
    perform private.note_received_request(saved, null);
  end if;
  return true;
end
$function$;

CREATE TRIGGER audit_events_refuse_deletion BEFORE DELETE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION private.refuse_early_deletion();

COMMENT ON FUNCTION "private"."folded_term"(text) IS 'What a person searches for, as private.folded. Null for an empty search.';

COMMENT ON FUNCTION "private"."note_received_request"(public.contact_submissions, uuid) IS 'Notes a request that is work now. by: the representative who released it, else null. Its representative gets a mail. A customer with the sender''s address gets a line in their history.';

COMMENT ON FUNCTION "private"."refuse_early_deletion"() IS 'Refuses to delete a line of the trail before private.audit_trail_kept_days(), even for the table''s owner.';

REVOKE ALL ON FUNCTION "private"."folded_term"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."folded_term"(text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."folded_term"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."folded_term"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."folded_term"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_received_request"(public.contact_submissions, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_received_request"(public.contact_submissions, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_received_request"(public.contact_submissions, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_received_request"(public.contact_submissions, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_early_deletion"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_early_deletion"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_early_deletion"() TO "postgres";

-- Purpose:  tell who gets work.

set local check_function_bodies = off;

ALTER TABLE "private"."failed_mails" DROP CONSTRAINT "failed_mails_mail_check";

ALTER TABLE "public"."audit_events" DROP CONSTRAINT "audit_events_event_check";

DROP FUNCTION "public"."save_contact_request"(jsonb);

CREATE TABLE "private"."work_mails" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "sales_rep_id" uuid NOT NULL, "customer_count" integer NOT NULL, "request_ids" uuid[] NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "claimed_at" timestamp with time zone, "failed_at" timestamp with time zone, CONSTRAINT "work_mails_are_about_work" CHECK (((customer_count + cardinality(request_ids)) > 0)), CONSTRAINT "work_mails_customer_count_check" CHECK ((customer_count >= 0)), CONSTRAINT "work_mails_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."work_mails" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."contact_submissions" ADD COLUMN "notification_failed_at" timestamp with time zone;

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
    perform private.note_received_request(wanted);
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

CREATE OR REPLACE FUNCTION private.apply_handover(handover_id_param uuid, from_rep_id_param uuid, to_rep_id_param uuid, customer_ids_param uuid[], request_ids_param uuid[], expected_param jsonb, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  done private.handovers;
  customers uuid[];
  requests uuid[];
  versions integer[];
begin
  if from_rep_id_param = to_rep_id_param then
    return jsonb_build_object('outcome', 'same_rep');
  end if;
  perform private.lock_reps(array[from_rep_id_param, to_rep_id_param]);
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  select h.* into done from private.handovers h where h.id = handover_id_param;
  if found and (done.from_rep_id <> from_rep_id_param or done.to_rep_id <> to_rep_id_param) then
    return jsonb_build_object('outcome', 'used');
  elsif done.undone_at is not null then
    return private.undone_handover(done);
  elsif found then
    return private.done_handover(done);
  end if;
  if not exists (
    select from public.sales_representatives r where r.id = to_rep_id_param and r.disabled_at is null
  ) then
    return jsonb_build_object('outcome', 'disabled');
  end if;

  customers := array(
    select l.id from public.qualified_leads l
    where l.qualified_by = from_rep_id_param and (customer_ids_param is null or l.id = any (customer_ids_param))
    order by l.id for update
  );
  requests := array(
    select s.id from public.contact_submissions s
    where s.assigned_to = from_rep_id_param and s.is_open
      and (request_ids_param is null or s.id = any (request_ids_param))
    order by s.id for update
  );
  if not coalesce(customers @> customer_ids_param, true) or not coalesce(requests @> request_ids_param, true) then
    return jsonb_build_object(
      'outcome', 'changed', 'missing', private.missing_from(from_rep_id_param, customer_ids_param, request_ids_param)
    );
  end if;
  if (expected_param ->> 'customers')::integer <> cardinality(customers)
    or (expected_param ->> 'requests')::integer <> cardinality(requests) then
    return jsonb_build_object(
      'outcome', 'changed', 'missing', '[]'::jsonb, 'customers', cardinality(customers),
      'requests', cardinality(requests)
    );
  end if;
  if cardinality(customers) + cardinality(requests) = 0 then
    return jsonb_build_object('outcome', 'none');
  end if;

  update public.qualified_leads set qualified_by = to_rep_id_param where id = any (customers);
  update public.contact_submissions set assigned_to = to_rep_id_param, version = version + 1 where id = any (requests);
  versions := array(select s.version from public.contact_submissions s where s.id = any (requests) order by s.id);
  insert into private.handovers (
    id, from_rep_id, to_rep_id, customer_ids, request_ids, request_versions, done_by
  )
  values (
    coalesce(handover_id_param, gen_random_uuid()), from_rep_id_param, to_rep_id_param, customers, requests, versions,
    manager_id_param
  )
  returning * into done;
  perform private.write_audit(
    'customer_handed_over', to_rep_id_param, c, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object('from', from_rep_id_param, 'to', to_rep_id_param)
  ) from unnest(customers) as c;
  perform private.note_handed_requests(
    requests, from_rep_id_param, to_rep_id_param, manager_id_param, ip_address_param, user_agent_param
  );
  perform private.note_work(to_rep_id_param, manager_id_param, cardinality(customers), requests);
  return private.done_handover(done);
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
  perform private.note_work(handover.from_rep_id, manager_id_param, cardinality(customers), requests);
  return private.undone_handover(handover);
end
$function$;

CREATE OR REPLACE FUNCTION private.customers_own_events()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array[
    'link_opened', 'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out',
    'contact_request_received'
  ]
$function$;

CREATE OR REPLACE FUNCTION private.mailed_contact_request(request public.contact_submissions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(request) - array[
    'quarantined_at', 'notification_claimed_at', 'notified_at', 'notification_failed_at', 'assigned_to', 'staff_note',
    'version', 'status_changed_at', 'campaign', 'search_text', 'is_open'
  ]
$function$;

CREATE OR REPLACE FUNCTION private.mails_tried_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 7
$function$;

CREATE OR REPLACE FUNCTION private.note_received_request(request public.contact_submissions)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.note_work(request.assigned_to, null, 0, array[request.id]);
  select private.write_repeated_audit(
    'contact_request_received', l.qualified_by, l.id, null, null, jsonb_build_object('requestId', request.id)
  )
  from public.qualified_leads l where l.email = request.email
$function$;

CREATE OR REPLACE FUNCTION private.note_work(to_rep_id_param uuid, by_rep_id_param uuid, customer_count_param integer, request_ids_param uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- Without a mail transport, no mail is ever claimed.
  delete from private.work_mails
  where id in (
    select w.id from private.work_mails w where w.created_at < now() - make_interval(days => private.mails_tried_days())
    order by w.created_at limit 20 for update skip locked
  );
  insert into private.work_mails (sales_rep_id, customer_count, request_ids)
  select to_rep_id_param, customer_count_param, request_ids_param
  where to_rep_id_param is not null and to_rep_id_param is distinct from by_rep_id_param
    and customer_count_param + cardinality(request_ids_param) > 0
$function$;

CREATE OR REPLACE FUNCTION private.person_data(email_param text, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_array_length(p.requests) + jsonb_array_length(p.codes) + num_nonnulls(p.customer, p.rep) > 0
    then jsonb_build_object(
      'email', email_param, 'customer', p.customer, 'representative', p.rep, 'contact_requests', p.requests,
      'codes', p.codes
    )
  end
  from (
    select
      private.customer_data(email_param, most_param) as customer,
      private.rep_data(email_param, most_param) as rep,
      coalesce((
        select jsonb_agg(
          to_jsonb(s) - array[
            'notification_claimed_at', 'notification_failed_at', 'assigned_to', 'version', 'campaign', 'search_text',
            'is_open'
          ]
            || jsonb_build_object(
              'assigned_to_name', (select r.name from public.sales_representatives r where r.id = s.assigned_to)
            )
          order by s.created_at desc
        )
        from (
          select * from public.contact_submissions t where t.email = email_param
          order by t.created_at desc limit most_param
        ) s
      ), '[]') as requests,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', v.name, 'company', v.company, 'created_at', v.created_at, 'expires_at', v.expires_at,
          'used_at', v.used_at
        ) order by v.created_at desc)
        from private.verification_codes v where v.email = email_param
      ), '[]') as codes
  ) p
$function$;

CREATE OR REPLACE FUNCTION private.redact_mentions(email_param text, takes_names_param boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address text := private.address_pattern(email_param);
  -- In prose, full names are removed too, except in texts about a person with the same name.
  names text[] := case when takes_names_param then private.full_names(email_param) else '{}' end;
  requests integer;
  notes integer;
  customers integer;
  unfinished integer;
  accounts integer;
begin
  -- The version increases, so a colleague who has the request open cannot write the old note back.
  update public.contact_submissions s set
    first_name = n.first_name, last_name = n.last_name, company = n.company, phone = n.phone, job_title = n.job_title,
    job_role = n.job_role, tier = n.tier, message = n.message, source = n.source, referrer = n.referrer,
    staff_note = n.staff_note, utm = n.utm, version = s.version + 1
  from (
    select t.id,
      private.redacted(t.first_name, address, '{}', 200) as first_name,
      private.redacted(t.last_name, address, '{}', 200) as last_name,
      private.redacted(t.company, address, '{}', 200) as company,
      private.redacted(t.phone, address, p.names, 50) as phone,
      private.redacted(t.job_title, address, p.names, 200) as job_title,
      private.redacted(t.job_role, address, p.names, 200) as job_role,
      private.redacted(t.tier, address, p.names, 100) as tier,
      private.redacted(t.message, address, p.names, 10200) as message,
      private.redacted(t.source, address, p.names, 100) as source,
      private.redacted(t.referrer, address, p.names, 2000) as referrer,
      private.redacted(t.staff_note, address, p.names, 4000) as staff_note,
      -- Each key and value by itself: a name that looks like JSON must not change its structure.
      (
        select coalesce(jsonb_object_agg(
          private.redacted(u.key, address, p.names, 40), private.redacted(u.value, address, p.names, 200)
        ), '{}')
        from jsonb_each_text(t.utm) as u
      ) as utm
    from public.contact_submissions t
    cross join lateral (
      select case when private.has_name(concat_ws(' ', t.first_name, t.last_name), names) then '{}' else names end as names
    ) p
    where t.email <> email_param and t.id in (select private.requests_mentioning(email_param))
  ) n
  where n.id = s.id and (
    s.first_name, s.last_name, s.company, s.phone, s.job_title, s.job_role, s.tier, s.message, s.source, s.referrer,
    s.staff_note, s.utm
  ) is distinct from (
    n.first_name, n.last_name, n.company, n.phone, n.job_title, n.job_role, n.tier, n.message, n.source, n.referrer,
    n.staff_note, n.utm
  );
  get diagnostics requests = row_count;
  update private.customer_notes n set note = p.note
  from (
    select t.qualified_lead_id, t.sales_rep_id,
      private.redacted(
        t.note, address, case when private.has_name(l.name, names) then '{}' else names end, 2000
      ) as note
    from private.customer_notes t join public.qualified_leads l on l.id = t.qualified_lead_id
    where l.email <> email_param
      and exists (select from private.mention_words(email_param) as w where private.words(t.note) @> w)
  ) p
  where p.qualified_lead_id = n.qualified_lead_id and p.sales_rep_id = n.sales_rep_id and n.note <> p.note;
  get diagnostics notes = row_count;
  update public.qualified_leads l
  set name = private.redacted(l.name, address, '{}', 200), company = private.redacted(l.company, address, '{}', 200)
  where l.email <> email_param and private.has_address(l.name || ' ' || l.company, address)
    and private.words(l.name || ' ' || l.company) @> (select private.address_words(email_param));
  get diagnostics customers = row_count;
  update private.verification_codes v
  set name = private.redacted(v.name, address, '{}', 200), company = private.redacted(v.company, address, '{}', 200)
  where v.email <> email_param and private.has_address(v.name || ' ' || v.company, address);
  get diagnostics unfinished = row_count;
  -- An account that once had the address keeps its lines, without the earlier name and address.
  with emptied as (
    update public.audit_events e set detail = e.detail - array['before', 'after']
    where e.event in ('rep_added', 'rep_edited')
      and email_param in (private.mailbox(e.detail #>> '{before,email}'), private.mailbox(e.detail #>> '{after,email}'))
      and not exists (
        select from public.sales_representatives r where r.id = e.sales_rep_id and r.email = email_param
      )
    returning e.sales_rep_id
  )
  select count(distinct e.sales_rep_id) into accounts from emptied e;
  -- A visitor may open any path, such as that of an old link with an address in it. Rows of site events never change.
  delete from private.site_events e where e.path ~ '@|%40' and private.has_address(e.path, address);
  return requests + notes + customers + unfinished + accounts;
end
$function$;

CREATE OR REPLACE FUNCTION private.rep_of_sender(email_param text, source_param text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r.id
  from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
  where l.email = private.mailbox(email_param) and r.disabled_at is null and source_param <> 'opt-out'
$function$;

CREATE OR REPLACE FUNCTION private.sale_amounts(amount_cents bigint, commission_cents bigint, cancelled_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'amountCents', amount_cents, 'commissionCents', commission_cents, 'cancelledAt', cancelled_at
  )
$function$;

CREATE OR REPLACE FUNCTION public.change_contact_request(session_id_param uuid, contact_request_id_param uuid, version_param integer, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid;
  answer jsonb;
begin
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
  perform private.hold_manager(session_id_param);
  rep_id := private.live_rep_id(session_id_param);
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  answer := private.apply_contact_request_change(
    case when private.live_manager_id(session_id_param) is null then 'representative' else 'manager' end,
    rep_id, contact_request_id_param, version_param, change_param, ip_address_param, user_agent_param
  );
  -- A manager whose time is over needs a code. Nothing was lost.
  if answer ->> 'outcome' = 'not_found' and private.live_manager_id(session_id_param) is null
    and exists (select from public.sales_representatives r where r.id = rep_id and r.is_manager) then
    return jsonb_build_object('outcome', 'forbidden');
  end if;
  return answer;
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
    -- The caller repeats the request because its answer was lost. It opens nothing more.
    select s.manager_until into opened_until
    from private.manager_codes c join public.sales_sessions s on s.id = c.sales_session_id
    where c.id = code_id_param and c.sales_rep_id = rep.id and c.sales_session_id = session_id_param
      and c.code_hash = code_hash_param and c.used_at is not null and c.expires_at > now() and s.manager_until > now();
    if found then
      return jsonb_build_object('outcome', 'opened', 'manager_until', opened_until);
    end if;
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
      'contact_request', private.mailed_contact_request(contact_request),
      'assigned_to', (select r.name from public.sales_representatives r where r.id = contact_request.assigned_to)
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

CREATE OR REPLACE FUNCTION public.claim_work_mails(limit_param integer, lease_seconds_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  claimed jsonb;
begin
  -- What is closed, erased or with someone else by now is no news.
  delete from private.work_mails
  where id in (
    select w.id
    from private.work_mails w join public.sales_representatives r on r.id = w.sales_rep_id
    where w.created_at < now() - make_interval(days => private.mails_tried_days()) or r.disabled_at is not null
      or w.customer_count = 0 and not exists (
        select from public.contact_submissions s
        where s.id = any (w.request_ids) and s.assigned_to = w.sales_rep_id and s.is_open
      )
    for update of w skip locked
  );
  with due as (
    select w.id from private.work_mails w
    where w.claimed_at is null or w.claimed_at <= now() - make_interval(secs => lease_seconds_param)
    -- A mail that is always refused waits behind the others.
    order by w.failed_at nulls first, w.created_at
    limit least(greatest(limit_param, 0), 100) for update skip locked
  ),
  held as (
    update private.work_mails w set claimed_at = now() from due where w.id = due.id
    returning w.id, w.claimed_at, w.sales_rep_id, w.customer_count, w.request_ids
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', h.id, 'claimed_at', h.claimed_at, 'rep', jsonb_build_object('name', r.name, 'email', r.email),
    'customer_count', h.customer_count, 'request_count', q.request_count, 'contact_request', q.contact_request
  )), '[]') into claimed
  from held h
  join public.sales_representatives r on r.id = h.sales_rep_id
  cross join lateral (
    select count(*) as request_count,
      case when count(*) = 1 and h.customer_count = 0 then jsonb_agg(private.mailed_contact_request(s)) -> 0 end
        as contact_request
    from public.contact_submissions s
    where s.id = any (h.request_ids) and s.assigned_to = h.sales_rep_id and s.is_open
  ) q;
  return claimed;
end
$function$;

CREATE OR REPLACE FUNCTION public.commit_sales_import(import_id_param uuid, row_count_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '15min'
AS $function$
declare
  import private.sales_imports;
  counts jsonb;
begin
  select i.* into import from private.sales_imports i where i.id = import_id_param for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown_import');
  end if;
  -- The caller repeats the request because its answer was lost.
  if import.outcome is not null then
    return jsonb_build_object('outcome', 'committed') || import.outcome;
  end if;
  if (select count(*) from private.staged_sales) <> row_count_param then
    return jsonb_build_object('outcome', 'rows_missing');
  end if;

  with changed as materialized (
    select s.id, s.sales_rep_id, private.sale_amounts(s.sale_amount, s.commission, s.cancelled_at) as before,
      private.sale_amounts(t.sale_amount, t.commission, t.cancelled_at) as after
    from private.staged_sales t join public.sales_records s on s.id = t.id and s.sales_rep_id = t.sales_rep_id
    where (s.sale_amount, s.commission, s.cancelled_at) is distinct from (t.sale_amount, t.commission, t.cancelled_at)
  ),
  -- Without the customer: their next representative would read what the seller earned.
  noted as (
    insert into public.audit_events (event, sales_rep_id, detail)
    select 'sale_amounts_changed', c.sales_rep_id, private.done_by(null) || jsonb_build_object(
      'importId', import_id_param, 'saleId', c.id, 'before', c.before, 'after', c.after
    )
    from changed c order by c.id
  ),
  merged as (
    insert into public.sales_records as s (
      id, sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency, sale_amount, commission,
      is_cancelled, cancelled_at
    )
    select t.id, t.sales_rep_id, t.sale_date, t.qualified_lead_id, t.product_name, t.billing_frequency, t.sale_amount,
      t.commission, t.cancelled_at is not null, t.cancelled_at
    from private.staged_sales t
    on conflict (id) do update set
      sale_date = excluded.sale_date,
      qualified_lead_id = case when import.has_customers then excluded.qualified_lead_id else s.qualified_lead_id end,
      product_name = excluded.product_name, billing_frequency = excluded.billing_frequency,
      sale_amount = excluded.sale_amount, commission = excluded.commission, is_cancelled = excluded.is_cancelled,
      cancelled_at = excluded.cancelled_at
    where s.sales_rep_id = excluded.sales_rep_id and (
      s.sale_date, s.product_name, s.billing_frequency, s.sale_amount, s.commission, s.cancelled_at,
      case when import.has_customers then s.qualified_lead_id end
    ) is distinct from (
      excluded.sale_date, excluded.product_name, excluded.billing_frequency, excluded.sale_amount, excluded.commission,
      excluded.cancelled_at, case when import.has_customers then excluded.qualified_lead_id end
    )
    returning s.xmax = 0 as is_new
  )
  select jsonb_build_object(
    'inserted', count(*) filter (where m.is_new),
    'updated', count(*) filter (where not m.is_new),
    'unchanged', row_count_param - count(*)
  )
  into counts
  from merged m;

  -- Data may have changed since a batch was checked. In that case the whole import is rolled back.
  if exists (
    select from private.staged_sales t
    left join public.sales_records s on s.id = t.id and s.sales_rep_id = t.sales_rep_id
    where s.id is null
  ) then
    raise exception 'one of the ids belongs to a sale of another representative' using errcode = 'integrity_constraint_violation';
  end if;
  perform private.write_audit(
    'sales_imported', null, null, null, null,
    private.done_by(null) || jsonb_build_object('importId', import_id_param) || counts
  );
  update private.sales_imports set outcome = counts where id = import_id_param;
  truncate private.staged_sales;
  return jsonb_build_object('outcome', 'committed') || counts;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_unsent_notifications(limit_param integer)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select s.id from public.contact_submissions s
    where s.quarantined_at is null and s.notified_at is null and s.created_at > now() - make_interval(days => private.mails_tried_days())
    -- A mail that is always refused waits behind the others.
    order by s.notification_failed_at nulls first, s.created_at
    limit least(greatest(limit_param, 0), 100)
  )
$function$;

CREATE OR REPLACE FUNCTION public.finish_contact_notification(contact_request_id_param uuid, is_sent_param boolean, claimed_at_param timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.contact_submissions
  set notified_at = case when is_sent_param then now() end, notification_claimed_at = null,
    notification_failed_at = case when is_sent_param then notification_failed_at else now() end
  where id = contact_request_id_param and notified_at is null
    and (is_sent_param or claimed_at_param is null or notification_claimed_at = claimed_at_param)
$function$;

CREATE OR REPLACE FUNCTION public.finish_work_mail(work_mail_id_param uuid, is_sent_param boolean, claimed_at_param timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  last_failed_at timestamptz;
begin
  if is_sent_param then
    delete from private.work_mails where id = work_mail_id_param;
    return;
  end if;
  select w.failed_at into last_failed_at from private.work_mails w
  where w.id = work_mail_id_param and w.claimed_at = claimed_at_param for update;
  if not found then
    return;
  end if;
  update private.work_mails set failed_at = now() where id = work_mail_id_param;
  -- Once a day, however often it is tried.
  if last_failed_at is null or last_failed_at < private.utc_today()::timestamp at time zone 'UTC' then
    perform public.note_failed_mail('work');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_customer_openings(since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select jsonb_build_object(
    'openings', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'lead_id', o.lead_id, 'name', o.name, 'email', o.email, 'company', o.company,
          'opened_at', o.created_at, 'is_first', o.is_first
        ) order by o.created_at desc, o.id
      ),
      '[]'::jsonb
    ),
    'now', now(),
    -- Transactions that began before this moment may not be visible yet, so the next call asks for that time again.
    'next_since', now() - interval '5 seconds'
  )
  from (
    -- An opening before the current link was issued is of an earlier link, and no news.
    select r.id, r.created_at, l.id as lead_id, l.name, l.email, l.company, r.created_at >= l.link_issued_at and not exists (
      select from public.pricing_reveals e
      where e.qualified_lead_id = l.id and e.created_at >= l.link_issued_at and e.created_at < r.created_at
    ) as is_first
    from public.pricing_reveals r
    join public.qualified_leads l on l.id = r.qualified_lead_id
    where l.qualified_by = (select private.current_rep_id())
      and r.created_at > greatest(since, now() - interval '1 day')
      and since is not null
    order by r.created_at desc, r.id
    limit 50
  ) o
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
            'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out', 'contact_request_received'
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

CREATE OR REPLACE FUNCTION public.get_plan_prices()
 RETURNS TABLE(product_slug text, monthly_cents integer, annual_cents integer, activation_cents integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  plan record;
begin
  perform private.refuse_ended_session();
  -- Asked first, so that an anonymous caller gets an empty list without a right on the prices table.
  if not private.may_see_prices() then
    return;
  end if;
  for plan in
    select w.*, p.is_enterprise
    from private.plans_with_prices(now()) w join public.products p on p.slug = w.product_slug
    order by w.place
  loop
    if plan.is_enterprise and plan.has_price and private.current_manager_until() is null then
      -- The card says that its price is made for each customer.
      continue;
    elsif plan.has_price then
      product_slug := plan.product_slug;
      monthly_cents := plan.monthly_cents;
      annual_cents := plan.annual_cents;
      activation_cents := plan.activation_cents;
      return next;
    else
      raise warning 'get_plan_prices: plan "%" has no price in force; run ops catalogue load or ops price set',
        plan.product_slug;
    end if;
  end loop;
  if not found then
    raise warning 'get_plan_prices: the catalogue holds no plan; run ops catalogue load';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_dashboard(filter jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
AS $function$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'), private.current_rep_id());
  answer jsonb;
begin
  perform private.refuse_ended_session();
  -- $1: the filter. $2: the smaller side of its search.
  execute private.fill_in($query$
  with sales as (
    -- Sums by day have no customers: use all of them, or those of the products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback,
      s.sales_count, s.sales_cents, s.commission_cents
    from (
      -- The condition reads the sign of a commission. A sum has the same sign as each of its sales.
      select t.*, t.commission_cents as commission from private.sales_daily_totals t
    ) s
    where {condition} and (($2).sign is distinct from 1 or s.product_name = any (($1).found_products))
    union all
    -- Sales of the customers of the smaller side, except products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      ($2).sign * count(*), (($2).sign * sum(s.sale_amount))::bigint, (($2).sign * sum(s.commission))::bigint
    from public.sales_records s
    where ($2).sign is not null and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id = any (($2).customers)
    group by 1, 2, 3, 4, 5
    union all
    -- A search by customer never finds a sale without a customer.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      -count(*), -sum(s.sale_amount)::bigint, -sum(s.commission)::bigint
    from public.sales_records s
    where ($2).sign = -1 and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id is null
    group by 1, 2, 3, 4, 5
  ),
  sums as materialized (
    -- The only pass over possibly many rows. All later steps read its small result.
    select
      grouping(s.sale_date) = 0 as is_by_day, grouping(s.product_name) = 0 as is_by_product,
      grouping(s.billing_frequency) = 0 as is_by_frequency, grouping(s.is_clawback) = 0 as is_by_group,
      s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback, min(s.sale_date) as first_day,
      sum(s.sales_count) as sales_count, sum(s.sales_cents) as sales_cents, sum(s.commission_cents) as commission_cents
    from sales s
    group by grouping sets (
      (s.is_cancelled, s.sale_date), (s.is_cancelled, s.product_name), (s.is_cancelled, s.billing_frequency),
      (s.is_cancelled, s.is_clawback, s.sale_date >= (select private.pending_since()))
    )
    -- Subtracting the search's sales may leave nothing.
    having sum(s.sales_count) <> 0
  ),
  parts as materialized (
    select
      u.is_by_group, u.is_by_day, u.is_by_product, u.is_by_frequency, u.sale_date, u.product_name, u.billing_frequency,
      sum(u.sales_count) as sales_count,
      coalesce(sum(u.sales_count) filter (where not u.is_cancelled), 0) as active_count,
      sum(u.sales_cents) as sales_cents,
      coalesce(sum(u.sales_cents) filter (where not u.is_cancelled), 0) as net_sales_cents,
      sum(u.commission_cents) as commission_cents,
      coalesce(sum(u.commission_cents) filter (where not u.is_cancelled), 0) as net_commission_cents
    from sums u
    group by 1, 2, 3, 4, 5, 6, 7
  ),
  commissions as (
    select
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'earned'), 0) as earned_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'pending'), 0) as pending_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'clawback'), 0) as clawback_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'cancelled'), 0) as cancelled_cents,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'earned'), 0) as earned_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'pending'), 0) as pending_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'clawback'), 0) as clawback_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'cancelled'), 0) as cancelled_count
    from (
      select u.sales_count, u.commission_cents, private.commission_group(u.is_cancelled, u.is_clawback, u.first_day) as commission_group
      from sums u where u.is_by_group
    ) g
  ),
  totals as (
    select
      coalesce(sum(u.sales_count), 0) as sales_count,
      coalesce(sum(u.active_count), 0) as active_count,
      coalesce(sum(u.sales_cents), 0) as sales_cents,
      coalesce(sum(u.net_sales_cents), 0) as net_sales_cents,
      coalesce(sum(u.commission_cents), 0) as commission_cents,
      coalesce(sum(u.net_commission_cents), 0) as net_commission_cents
    from parts u where u.is_by_group
  ),
  asked_range as (
    select
      coalesce(($1).day_from, min(u.sale_date)) as first_day,
      coalesce(($1).day_to, case when coalesce(($1).day_from, min(u.sale_date)) is not null
        then greatest(max(u.sale_date), private.utc_today()) end) as last_day,
      min(u.sale_date) as first_sale, max(u.sale_date) as last_sale
    from parts u where u.is_by_day
  ),
  range as (
    -- A century of single years is the longest series. A longer range is cut to the years with sales.
    select
      case when r.last_day - r.first_day > 36525 then r.first_sale else r.first_day end as first_day,
      case when r.last_day - r.first_day > 36525 then r.last_sale else r.last_day end as last_day
    from asked_range r
  ),
  step as (
    select
      r.first_day, r.last_day, private.series_step(r.first_day, r.last_day) as step
    from range r where r.first_day <= r.last_day
  ),
  buckets as (
    -- Sums first, then joins the series. Joining ten thousand single days with as many points took seconds.
    select
      date_trunc(t.step, u.sale_date::timestamp) as starts_on,
      sum(u.sales_count) as sales_count, sum(u.active_count) as active_count, sum(u.sales_cents) as sales_cents,
      sum(u.net_sales_cents) as net_sales_cents, sum(u.commission_cents) as commission_cents,
      sum(u.net_commission_cents) as net_commission_cents
    from step t cross join parts u
    where u.is_by_day
    group by 1
  ),
  points as (
    select
      p.starts_on::date as starts_on,
      coalesce(b.sales_count, 0) as sales_count,
      coalesce(b.active_count, 0) as active_count,
      coalesce(b.sales_cents, 0) as sales_cents,
      coalesce(b.net_sales_cents, 0) as net_sales_cents,
      coalesce(b.commission_cents, 0) as commission_cents,
      coalesce(b.net_commission_cents, 0) as net_commission_cents
    from step t
    cross join lateral generate_series(
      date_trunc(t.step, t.first_day::timestamp), t.last_day::timestamp, ('1 ' || t.step)::interval
    ) as p (starts_on)
    left join buckets b on b.starts_on = p.starts_on
  ),
  everything as (
    select
      coalesce(sum(d.sales_count), 0) as sales_count,
      coalesce(sum(d.sales_count) filter (where not d.is_cancelled), 0) as active_count,
      coalesce(sum(d.sales_cents), 0) as sales_cents
    from private.sales_daily_totals d where d.sales_rep_id = ($1).sales_rep_id
  ),
  shown as (
    select u.*, jsonb_build_object(
      'sales_count', u.sales_count, 'active_count', u.active_count, 'sales_cents', u.sales_cents,
      'net_sales_cents', u.net_sales_cents, 'commission_cents', u.commission_cents,
      'net_commission_cents', u.net_commission_cents
    ) as shown
    from parts u where u.is_by_product or u.is_by_frequency
  )
  select jsonb_build_object(
    'pending_days', private.commission_pending_days(),
    'today', private.utc_today(),
    'totals', (
      select to_jsonb(t) || to_jsonb(c) || jsonb_build_object('clawed_back_cents', c.cancelled_cents - c.clawback_cents)
      from totals t cross join commissions c
    ),
    'series', jsonb_build_object(
      'step', coalesce((select t.step from step t), 'month'),
      'from', (select t.first_day from step t),
      'to', (select t.last_day from step t),
      'points', (select coalesce(jsonb_agg(to_jsonb(p) order by p.starts_on), '[]'::jsonb) from points p)
    ),
    'by_product', (
      select coalesce(
        jsonb_agg(jsonb_build_object('product_name', u.product_name) || u.shown order by u.sales_cents desc, u.product_name),
        '[]'::jsonb
      )
      from shown u where u.is_by_product
    ),
    'by_billing_frequency', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('billing_frequency', u.billing_frequency) || u.shown order by u.billing_frequency desc
        ),
        '[]'::jsonb
      )
      from shown u where u.is_by_frequency
    ),
    'products', (select coalesce(jsonb_agg(p order by p), '[]'::jsonb) from private.sold_products(($1).sales_rep_id) as p),
    'all_sales_count', (select e.sales_count from everything e),
    'all_active_count', (select e.active_count from everything e),
    'all_sales_cents', (select e.sales_cents from everything e)
  )$query$, jsonb_build_object('condition', private.sales_condition()))
  into answer
  using asked, private.smaller_side(asked);
  return answer;
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
    perform private.note_received_request(saved);
  end if;
  return true;
end
$function$;

ALTER TABLE "private"."failed_mails" ADD CONSTRAINT "failed_mails_mail_check" CHECK ((mail = ANY (ARRAY['verification_code'::text, 'manager_code'::text, 'access_link'::text, 'opening'::text, 'confirmation'::text, 'address_change'::text, 'work'::text])));

ALTER TABLE "private"."work_mails" ADD CONSTRAINT "work_mails_sales_rep_id_fkey" FOREIGN KEY (sales_rep_id) REFERENCES public.sales_representatives(id) ON DELETE CASCADE;

ALTER TABLE "public"."audit_events" ADD CONSTRAINT "audit_events_event_check" CHECK ((event = ANY (ARRAY['rep_signed_in'::text, 'rep_sign_in_failed'::text, 'customer_signed_in'::text, 'customer_sign_in_failed'::text, 'code_sent'::text, 'code_failed'::text, 'link_issued'::text, 'link_opened'::text, 'link_revoked'::text, 'link_extended'::text, 'link_expired'::text, 'prices_revealed'::text, 'signed_out'::text, 'sessions_ended'::text, 'catalogue_loaded'::text, 'price_set'::text, 'price_scheduled'::text, 'price_schedule_cancelled'::text, 'customer_edited'::text, 'rep_enabled'::text, 'rep_edited'::text, 'rep_settings_changed'::text, 'consent_withdrawn'::text, 'person_erased'::text, 'data_expired'::text, 'customer_handed_over'::text, 'handover_undone'::text, 'manager_code_sent'::text, 'manager_code_failed'::text, 'manager_access_opened'::text, 'rep_made_manager'::text, 'rep_no_longer_manager'::text, 'contact_request_changed'::text, 'rep_added'::text, 'rep_disabled'::text, 'sales_id_rotated'::text, 'person_corrected'::text, 'person_exported'::text, 'person_opened'::text, 'contact_requests_exported'::text, 'audit_trail_exported'::text, 'contact_request_received'::text, 'sales_imported'::text, 'sale_amounts_changed'::text])));

CREATE INDEX work_mails_created_at_idx ON private.work_mails USING btree (created_at);

CREATE INDEX work_mails_sales_rep_id_idx ON private.work_mails USING btree (sales_rep_id);

CREATE POLICY "work_mails_all_service_role" ON "private"."work_mails" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "private"."work_mails"."claimed_at" IS 'When a sender last claimed it. Another sender takes over after the lease.';

COMMENT ON COLUMN "private"."work_mails"."customer_count" IS 'Customers who were handed over to the representative.';

COMMENT ON COLUMN "private"."work_mails"."failed_at" IS 'When the mail server last refused it. Null: never.';

COMMENT ON COLUMN "private"."work_mails"."request_ids" IS 'Contact requests that were assigned. Not a foreign key: a request may be erased before the mail is sent.';

COMMENT ON COLUMN "public"."contact_submissions"."notification_failed_at" IS 'When the mail to the team last failed. Null: never.';

COMMENT ON FUNCTION "private"."mailed_contact_request"(public.contact_submissions) IS 'A contact request as mails about it have it: what the visitor sent, and nothing of staff.';

COMMENT ON FUNCTION "private"."mails_tried_days"() IS 'Days for which a refused mail to the team, or to a representative about new work, is tried again.';

COMMENT ON FUNCTION "private"."note_received_request"(public.contact_submissions) IS 'Notes a request that is work now. Its representative gets a mail. A customer with the sender''s address gets a line in their history.';

COMMENT ON FUNCTION "private"."note_work"(uuid, uuid, integer, uuid[]) IS 'Notes a mail to a representative about work that they get: customers and contact requests. by: who gave it to them, null for others than representatives. People get no mail about work that they gave themselves.';

COMMENT ON FUNCTION "private"."rep_of_sender"(text, text) IS 'The enabled representative who works on a request: the one whose customer has the sender''s address. Null: none, or the sender asks about their own data, which is for managers.';

COMMENT ON FUNCTION "private"."sale_amounts"(bigint, bigint, timestamp with time zone) IS 'What the trail keeps of a sale that an import changed: all that decides its commission.';

COMMENT ON FUNCTION "public"."change_contact_request"(uuid, uuid, integer, jsonb, text, text) IS 'Changes a contact request if it still has the given version: {outcome: saved, request}, {outcome: conflict, request, last_change} or {outcome: unauthenticated | not_found | forbidden | no_such_rep}. change: {status, assignedTo, staffNote, release}, each optional. A manager with a code may change every field. A representative may change status and note of a request that is assigned to them. forbidden: also for a manager without a code. conflict: someone else changed it first, and nothing is written. The trail records status and assignment before and after, but no text.';

COMMENT ON FUNCTION "public"."check_manager_code"(uuid, uuid, text, text, text) IS 'Accepts a correct code once and opens Operations for private.manager_access_life() in the session that requested it: {outcome: opened, manager_until} or {outcome: unauthenticated | forbidden | refused}. Repeating it while the code lasts gives the same answer and writes nothing. refused does not say whether the code was wrong, used, voided, expired, out of attempts or for another session. forbidden: not a manager.';

COMMENT ON FUNCTION "public"."claim_contact_notification"(uuid, integer) IS 'Allows exactly one sender to mail a request: {state: claimed | sent | busy | quarantined | missing, claimed_at, contact_request, assigned_to}. claimed_at names the claim. assigned_to: name of the representative who works on it, or null. A claim expires after the lease, in seconds.';

COMMENT ON FUNCTION "public"."claim_work_mails"(integer, integer) IS 'Allows exactly one sender to send mails about new work: [{id, claimed_at, rep: {name, email}, customer_count, request_count, contact_request}], at most 100. contact_request: the request, if the mail is about it alone, else null. A claim expires after the lease, in seconds. Deletes mails that are no longer news.';

COMMENT ON FUNCTION "public"."commit_sales_import"(uuid, integer) IS 'Writes all rows of an import as sales, or none: {outcome: committed, inserted, updated, unchanged}. Repeating it gives the same answer. A row with the id of an existing sale updates that sale. The trail has a line for the import. It has one more for each sale whose amount, commission or cancellation changed, with before and after. {outcome: unknown_import}: the import is not running. {outcome: rows_missing}: some rows have not arrived.';

COMMENT ON FUNCTION "public"."find_unsent_notifications"(integer) IS 'Contact requests of the last private.mails_tried_days() without a mail to the team, those that never failed first. At most 100. Today lists all without a mail.';

COMMENT ON FUNCTION "public"."finish_work_mail"(uuid, boolean, timestamp with time zone) IS 'Deletes a mail about new work that was accepted. For one that was refused: counts it for Today, once a day, and leaves it for the next run after the lease.';

COMMENT ON FUNCTION "public"."get_customer_openings"(timestamp with time zone) IS 'Links of the caller''s customers that were opened since an instant of server time, newest first: {openings, now, next_since}. At most 50, and at most one day back. None for null. is_first: the first opening of the current link. Pass next_since in the next call. It lies 5 seconds back, so an opening may be returned twice with the same id, but none is missed.';

COMMENT ON FUNCTION "public"."get_plan_prices"() IS 'Prices in force of all plans in US cents, in plan order. Enterprise''s is for managers who gave their code. Empty for callers without access to prices. For a caller with access, each plan without a price in force is logged.';

COMMENT ON FUNCTION "public"."get_sales_dashboard"(jsonb) IS 'Figures of the caller''s own sales that match a filter: totals, series without gaps, sums by product and by billing frequency. The series of a range over 100 years has only the years with sales. filter: {from, to, products, billing_frequencies, statuses, commission_groups, search}. get_sales_table lists the same sales. US cents, exact. commission_cents = earned_cents + pending_cents + clawback_cents + cancelled_cents. Zeros without a live session. An invalid filter is refused (22023).';

COMMENT ON FUNCTION "public"."save_contact_request"(jsonb) IS 'Saves a contact request and assigns it to the representative of a customer with that address. Returns false and changes nothing if a request with this id exists.';

COMMENT ON TABLE "private"."work_mails" IS 'Mails about new work that are not sent yet. A sent mail is deleted, and so is one that failed for private.mails_tried_days().';

REVOKE ALL ON FUNCTION "private"."mailed_contact_request"(public.contact_submissions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailed_contact_request"(public.contact_submissions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailed_contact_request"(public.contact_submissions) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailed_contact_request"(public.contact_submissions) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mails_tried_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mails_tried_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."mails_tried_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mails_tried_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mails_tried_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_received_request"(public.contact_submissions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_received_request"(public.contact_submissions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_received_request"(public.contact_submissions) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_received_request"(public.contact_submissions) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_work"(uuid, uuid, integer, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_work"(uuid, uuid, integer, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_work"(uuid, uuid, integer, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_work"(uuid, uuid, integer, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rep_of_sender"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rep_of_sender"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_of_sender"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_of_sender"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sale_amounts"(bigint, bigint, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sale_amounts"(bigint, bigint, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sale_amounts"(bigint, bigint, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sale_amounts"(bigint, bigint, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_work_mails"(integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_work_mails"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_work_mails"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_work_mails"(integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_unsent_notifications"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_unsent_notifications"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_unsent_notifications"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_unsent_notifications"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_work_mail"(uuid, boolean, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."finish_work_mail"(uuid, boolean, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_work_mail"(uuid, boolean, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_work_mail"(uuid, boolean, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_contact_request"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."save_contact_request"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_contact_request"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_contact_request"(jsonb) TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."work_mails" TO "service_role";

-- Purpose:  managers and contact requests.

grant create on schema public to api_reader;

set local check_function_bodies = off;

DROP POLICY "sales_representatives_select_self_or_customer" ON "public"."sales_representatives";

DROP INDEX "public"."contact_submissions_created_at_idx";

ALTER TABLE "public"."audit_events" DROP CONSTRAINT "audit_events_event_check";

DROP FUNCTION "public"."add_rep"(text, text, text);

DROP FUNCTION "public"."disable_rep"(uuid);

CREATE TABLE "private"."manager_codes" ("id" uuid NOT NULL, "sales_rep_id" uuid NOT NULL, "sales_session_id" uuid NOT NULL, "code_hash" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "attempts" smallint NOT NULL DEFAULT 0, "used_at" timestamp with time zone, "voided_at" timestamp with time zone, CONSTRAINT "manager_codes_attempts_check" CHECK ((attempts >= 0)), CONSTRAINT "manager_codes_code_hash_check" CHECK ((code_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "manager_codes_pkey" PRIMARY KEY (id), "expires_at" timestamp with time zone NOT NULL DEFAULT (now() + private.code_life()));

ALTER TABLE "private"."manager_codes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."contact_submissions" ADD COLUMN "assigned_to" uuid;

ALTER TABLE "public"."contact_submissions" ADD COLUMN "staff_note" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."contact_submissions" ADD COLUMN "version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."contact_submissions" ADD COLUMN "status_changed_at" timestamp with time zone;

ALTER TABLE "public"."contact_submissions" ADD COLUMN "campaign" text GENERATED ALWAYS AS ("left"((utm ->> 'campaign'::text), 200)) STORED;

ALTER TABLE "public"."contact_submissions" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(((((((((first_name || ' '::text) || COALESCE(last_name, ''::text)) || chr(10)) || email) || chr(10)) || company) || chr(10)) || phone))) STORED;

ALTER TABLE "public"."sales_representatives" ADD COLUMN "is_manager" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."sales_sessions" ADD COLUMN "manager_until" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.apply_contact_request_change(by_param text, rep_id_param uuid, contact_request_id_param uuid, version_param integer, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored public.contact_submissions;
  wanted public.contact_submissions;
begin
  -- The lock makes two changes at once queue. The second then meets the version that the first wrote.
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
  -- The same request once more, as its answer was lost, finds its own work done.
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

CREATE OR REPLACE FUNCTION private.contact_request_counts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with counted as (
    select s.status, count(*) as requests from public.contact_submissions s
    where s.quarantined_at is null group by s.status
  )
  select (
    select jsonb_object_agg(t.status, coalesce(c.requests, 0))
    from unnest(private.contact_request_statuses()) as t (status) left join counted c on c.status = t.status
  ) || jsonb_build_object('quarantined', (
    select count(*) from public.contact_submissions s where s.quarantined_at is not null
  ))
$function$;

CREATE OR REPLACE FUNCTION private.contact_request_page(asked jsonb, direction text, page_size integer, after text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  asked_direction text := coalesce(direction, 'desc');
  statuses text[] := private.text_list(asked, 'statuses', private.contact_request_statuses());
  assigned text := private.filter_text(asked, 'assigned', 36);
  assigned_id uuid;
  term text := private.search_term(asked);
  source text := private.filter_text(asked, 'source', 100);
  form text := private.filter_text(asked, 'project_type', 100);
  campaign text := private.filter_text(asked, 'campaign', 200);
  page text := private.filter_text(asked, 'page', 2000);
  first_day date := private.filter_day(asked, 'from');
  last_day date := private.filter_day(asked, 'to');
  wanted_id uuid := private.filter_id(asked, 'request_id');
  place jsonb := private.read_cursor(after, 'requests ' || asked_direction, 'timestamptz');
  ids uuid[];
begin
  perform private.refuse_unknown_fields(asked, array[
    'statuses', 'assigned', 'search', 'source', 'project_type', 'campaign', 'page', 'from', 'to', 'quarantined',
    'request_id'
  ]);
  if asked_direction not in ('asc', 'desc') then
    raise exception 'unknown direction: "%"', left(asked_direction, 50) using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(jsonb_typeof(asked -> 'quarantined'), 'null') not in ('null', 'boolean') then
    raise exception 'quarantined is neither true nor false' using errcode = 'invalid_parameter_value';
  end if;
  if assigned not in ('none', 'any') then
    assigned_id := private.filter_id(asked, 'assigned');
  end if;

  -- Planned anew for each call, so that what does not narrow is not looked at.
  execute format($query$
    select coalesce(array_agg(p.id order by p.created_at %1$s, p.id %1$s), '{}')
    from (
      select s.id, s.created_at
      from public.contact_submissions s
      where %3$s
        and ($1 is null or s.status = any ($1))
        and ($2 is null or case $2 when 'none' then s.assigned_to is null when 'any' then s.assigned_to is not null
          else s.assigned_to = $3 end)
        and ($4 is null or strpos(s.search_text, $4) > 0)
        and ($5 is null or s.source = $5)
        and ($6 is null or s.project_type = $6)
        and ($7 is null or s.campaign = $7)
        and ($8 is null or s.referrer = $8)
        and ($9 is null or s.created_at >= $9::timestamp at time zone 'UTC')
        and ($10 is null or s.created_at < ($10 + 1)::timestamp at time zone 'UTC')
        and ($11 is null or s.id = $11)
        and ($12 is null or (s.created_at, s.id) %2$s (($12 ->> 'key')::timestamptz, ($12 ->> 'id')::uuid))
      order by s.created_at %1$s, s.id %1$s
      limit $13
    ) p$query$,
    asked_direction, case asked_direction when 'asc' then '>' else '<' end,
    case
      when wanted_id is not null then 'true'
      when (asked -> 'quarantined')::text = 'true' then 's.quarantined_at is not null'
      else 's.quarantined_at is null'
    end
  )
  into ids
  using statuses, assigned, assigned_id, term, source, form, campaign, page, first_day, last_day, wanted_id, place,
    row_limit + 1;

  return jsonb_build_object(
    'rows', private.contact_request_rows(ids[:row_limit]),
    'has_more', cardinality(ids) > row_limit,
    'next_after', case when cardinality(ids) > row_limit then (
      select private.write_cursor(
        jsonb_build_object('order', 'requests ' || asked_direction, 'key', s.created_at, 'id', s.id)
      )
      from public.contact_submissions s where s.id = ids[row_limit]
    ) end,
    'counts', private.contact_request_counts(),
    'now', now()
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.contact_request_rows(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'request_id', s.id, 'first_name', s.first_name, 'last_name', s.last_name, 'email', s.email,
      'company', s.company, 'phone', s.phone, 'job_title', s.job_title, 'job_role', s.job_role,
      'message', s.message, 'project_type', s.project_type, 'source', s.source, 'tier', s.tier, 'utm', s.utm,
      'referrer', s.referrer, 'status', s.status, 'status_changed_at', s.status_changed_at,
      'staff_note', s.staff_note, 'version', s.version,
      'assigned_to', case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name) end,
      'quarantined_at', s.quarantined_at, 'notified_at', s.notified_at,
      'consent_withdrawn_at', s.consent_withdrawn_at, 'created_at', s.created_at
    ) order by i.place
  ), '[]'::jsonb)
  from unnest(ids) with ordinality as i (id, place)
  join public.contact_submissions s on s.id = i.id
  left join public.sales_representatives r on r.id = s.assigned_to
$function$;

CREATE OR REPLACE FUNCTION private.contact_request_statuses()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['new', 'in_progress', 'done', 'spam']
$function$;

CREATE OR REPLACE FUNCTION private.current_manager_until()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.manager_until
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.id = private.jwt_session_id()
    and s.ended_at is null
    and s.expires_at > now()
    and s.manager_until > now()
    and r.disabled_at is null
    and r.is_manager
$function$;

CREATE OR REPLACE FUNCTION private.erase_rep(rep_id_param uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    is_manager = false
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  delete from private.sales_rep_credentials where sales_rep_id = rep_id_param;
  delete from public.sales_sessions where sales_rep_id = rep_id_param;
  delete from private.verification_codes where sales_rep_id = rep_id_param;
  delete from private.manager_codes where sales_rep_id = rep_id_param;
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

  with of_customers as (
    delete from private.verification_codes where expires_at < now() - interval '1 day' returning 1
  ), of_managers as (
    delete from private.manager_codes where expires_at < now() - interval '1 day' returning 1
  )
  select (select count(*) from of_customers) + (select count(*) from of_managers) into codes;

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

CREATE OR REPLACE FUNCTION private.filter_text(filter jsonb, field text, most integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') not in ('null', 'string') then
    raise exception '% is not a text', field using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over(field, char_length(filter ->> field), most);
  return filter ->> field;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_last_manager(sales_rep_id_param uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Locked in one order: of two managers who would each lose the other at once, the second sees what the first did.
  perform r.id from public.sales_representatives r
  where r.is_manager and r.disabled_at is null order by r.id for update;
  return sales_rep_id_param = all (array(
    select r.id from public.sales_representatives r where r.is_manager and r.disabled_at is null
  )) and exists (
    select from public.sales_representatives r
    where r.id = sales_rep_id_param and r.is_manager and r.disabled_at is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.last_contact_request_change(contact_request_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'by', r.name,
    'occurred_at', e.occurred_at,
    'changes', jsonb_path_query_array(jsonb_build_array(
      case when e.detail ? 'status' then jsonb_build_object(
        'field', 'status', 'before', e.detail #> '{status,before}', 'after', e.detail #> '{status,after}'
      ) end,
      case when e.detail ? 'assignedTo' then jsonb_build_object(
        'field', 'assigned_to',
        'before', (
          select a.name from public.sales_representatives a where a.id = (e.detail #>> '{assignedTo,before}')::uuid
        ),
        'after', (
          select a.name from public.sales_representatives a where a.id = (e.detail #>> '{assignedTo,after}')::uuid
        )
      ) end,
      case when e.detail ? 'staffNote' then jsonb_build_object('field', 'staff_note') end,
      case when e.detail ? 'quarantine' then jsonb_build_object('field', 'quarantine') end
    ), '$[*] ? (@ != null)')
  )
  from public.audit_events e
  left join public.sales_representatives r on r.id = e.sales_rep_id
  where e.event = 'contact_request_changed' and e.detail ->> 'requestId' = contact_request_id_param::text
  order by e.line_number desc
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.live_manager_id(session_id_param uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.sales_rep_id
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.id = session_id_param and s.ended_at is null and s.expires_at > now() and s.manager_until > now()
    and r.disabled_at is null and r.is_manager
$function$;

CREATE OR REPLACE FUNCTION private.manager_access_life()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '8 hours'
$function$;

CREATE OR REPLACE FUNCTION private.mentions_of(email_param text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*)::integer
  from (
    select lower(s.message || s.company || s.referrer || s.utm::text || s.staff_note) from public.contact_submissions s
    union all
    select lower(n.note) from private.customer_notes n
    union all
    select lower(l.name || l.company) from public.qualified_leads l
  ) as texts (text)
  where strpos(texts.text, email_param) > 0
$function$;

CREATE OR REPLACE FUNCTION private.read_cursor(after text, expected_order text, key_type regtype DEFAULT 'text'::regtype)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place jsonb;
begin
  if after is null then
    return null;
  end if;
  -- The longest that private.write_cursor makes has some 2000 characters. 3000 bytes of brackets nest no deeper than
  -- what every database reads without harm.
  perform private.refuse_over('the cursor', char_length(after), 4000);
  place := convert_from(decode(after, 'base64'), 'UTF8')::jsonb;
  if place ->> 'order' is distinct from expected_order then
    raise exception 'invalid cursor: it belongs to another order' using errcode = 'invalid_parameter_value';
  end if;
  -- A forged value is refused here, in our words: the page's own statement reads all of these.
  execute format('select ($1 ->> ''key'')::%s', key_type) using place;
  perform (place ->> 'id')::uuid, (place ->> 'customer')::uuid, (place ->> 'day')::date,
    (place ->> 'issued_at')::timestamptz, (place ->> 'is_open')::boolean;
  return place;
exception
  when data_exception then
    raise exception 'invalid cursor: pass next_after of an earlier answer' using errcode = 'invalid_parameter_value';
end
$function$;

CREATE OR REPLACE FUNCTION private.require_manager()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_ended_session();
  if private.current_manager_until() is null then
    raise sqlstate 'PT403' using message = 'this session may not use Operations';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_rep(name_param text, email_param text, credential_hash_param text, is_manager_param boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid;
begin
  insert into public.sales_representatives (name, email) values (name_param, lower(email_param))
  on conflict (email) do nothing
  returning id into rep_id;
  if rep_id is null then
    return jsonb_build_object('outcome', 'exists');
  end if;
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (rep_id, credential_hash_param, 'issued by an operator');
  if is_manager_param then
    perform public.set_rep_manager(rep_id, true);
  end if;
  return jsonb_build_object('outcome', 'added', 'id', rep_id);
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
    perform private.count_attempt(limits_param);
    -- Unknown, withdrawn and disabled take the same way: who it would have been is for the trail alone.
    perform private.write_audit(
      'rep_sign_in_failed',
      (select c.sales_rep_id from private.sales_rep_credentials c where c.credential_hash = credential_hash_param),
      null, ip_address_param, user_agent_param
    );
    return null;
  end if;

  insert into public.sales_sessions (sales_rep_id, refresh_hash, ip_address, user_agent)
  values (rep.id, refresh_hash_param, ip_address_param, user_agent_param)
  returning * into session;
  perform private.write_audit(
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

CREATE OR REPLACE FUNCTION public.change_contact_request(session_id_param uuid, contact_request_id_param uuid, version_param integer, change_param jsonb, ip_address_param text, user_agent_param text)
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
  return private.apply_contact_request_change(
    case when private.live_manager_id(session_id_param) is null then 'representative' else 'manager' end,
    rep_id, contact_request_id_param, version_param, change_param, ip_address_param, user_agent_param
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.change_contact_request_as_operator(contact_request_id_param uuid, version_param integer, change_param jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_contact_request_change(
    'operator', null, contact_request_id_param, version_param, change_param, null, null
  )
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

  -- Counts and decides at once: however many ask in parallel, no more than the attempts are compared.
  update private.manager_codes c
  set attempts = c.attempts + 1, used_at = case when c.code_hash = code_hash_param then now() end
  where c.id = code_id_param and c.sales_rep_id = rep.id and c.sales_session_id = session_id_param
    and c.used_at is null and c.voided_at is null and c.expires_at > now() and c.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    perform private.write_audit(
      'manager_code_failed', rep.id, null, ip_address_param, user_agent_param,
      jsonb_build_object('codeId', code_id_param, 'wasCompared', code.id is not null)
    );
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
      'contact_request', to_jsonb(contact_request) - array[
        'quarantined_at', 'notification_claimed_at', 'notified_at', 'assigned_to', 'staff_note', 'version',
        'status_changed_at', 'campaign', 'search_text'
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

CREATE OR REPLACE FUNCTION public.disable_rep(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.is_last_manager(sales_rep_id_param) then
    return jsonb_build_object('outcome', 'last_manager');
  end if;
  update public.sales_representatives set disabled_at = now()
  where id = sales_rep_id_param and disabled_at is null;
  return jsonb_build_object(
    'outcome', 'disabled', 'ended_sessions', public.end_rep_sessions(sales_rep_id_param)
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
      select jsonb_agg(
        to_jsonb(s) - array['notification_claimed_at', 'assigned_to', 'version', 'campaign', 'search_text']
        order by s.created_at
      )
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

CREATE OR REPLACE FUNCTION public.find_contact_requests(filter_param jsonb, direction_param text, limit_param integer, after_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.contact_request_page(coalesce(filter_param, '{}'), direction_param, limit_param, after_param)
$function$;

CREATE OR REPLACE FUNCTION public.finish_manager_code_mail(code_id_param uuid, is_sent_param boolean, ip_address_param text, user_agent_param text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  code private.manager_codes;
begin
  if is_sent_param then
    select c.* into strict code from private.manager_codes c where c.id = code_id_param;
    perform private.write_audit(
      'manager_code_sent', code.sales_rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('codeId', code.id)
    );
  else
    update private.manager_codes set voided_at = now()
    where id = code_id_param and used_at is null and voided_at is null;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_assigned_contact_requests(page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  rep_id uuid := private.current_rep_id();
  place jsonb := private.read_cursor(after, 'assigned requests', 'timestamptz');
  ids uuid[];
begin
  perform private.refuse_ended_session();
  select coalesce(array_agg(p.id order by p.is_open desc, p.created_at desc, p.id desc), '{}') into ids
  from (
    select s.id, s.created_at, s.status in ('new', 'in_progress') as is_open
    from public.contact_submissions s
    where s.assigned_to = rep_id and s.quarantined_at is null
      and (
        place is null or (s.status in ('new', 'in_progress'), s.created_at, s.id)
          < ((place ->> 'is_open')::boolean, (place ->> 'key')::timestamptz, (place ->> 'id')::uuid)
      )
    order by 3 desc, s.created_at desc, s.id desc
    limit row_limit + 1
  ) p;
  return jsonb_build_object(
    'rows', private.contact_request_rows(ids[:row_limit]),
    'has_more', cardinality(ids) > row_limit,
    'next_after', case when cardinality(ids) > row_limit then (
      select private.write_cursor(jsonb_build_object(
        'order', 'assigned requests', 'is_open', s.status in ('new', 'in_progress'), 'key', s.created_at, 'id', s.id
      ))
      from public.contact_submissions s where s.id = ids[row_limit]
    ) end,
    'open_count', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = rep_id and s.quarantined_at is null and s.status in ('new', 'in_progress')
    ),
    'now', now()
  );
end
$function$;

ALTER FUNCTION "public"."get_assigned_contact_requests"(integer, text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_contact_request_choices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return (
    select jsonb_build_object(
      'sources', coalesce(
        (select jsonb_agg(v.value order by v.value) from (
          select distinct s.source as value from public.contact_submissions s order by 1 limit 200
        ) v), '[]'
      ),
      'campaigns', coalesce(
        (select jsonb_agg(v.value order by v.value) from (
          select distinct s.campaign as value from public.contact_submissions s where s.campaign <> '' order by 1 limit 200
        ) v), '[]'
      ),
      'pages', coalesce(
        (select jsonb_agg(v.value order by v.value) from (
          select distinct s.referrer as value from public.contact_submissions s where s.referrer <> '' order by 1 limit 200
        ) v), '[]'
      )
    )
  );
end
$function$;

ALTER FUNCTION "public"."get_contact_request_choices"() OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_contact_requests(filter jsonb DEFAULT '{}'::jsonb, direction text DEFAULT 'desc'::text, page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return private.contact_request_page(coalesce(filter, '{}'), direction, page_size, after);
end
$function$;

ALTER FUNCTION "public"."get_contact_requests"(jsonb, text, integer, text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_manager_access()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select jsonb_build_object(
    'is_manager', r.is_manager, 'manager_until', private.current_manager_until(), 'now', now()
  )
  from public.sales_representatives r
  where r.id = (select private.current_rep_id())
$function$;

ALTER FUNCTION "public"."get_manager_access"() OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_reps_for_assignment()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email) order by lower(r.name), r.email
    ), '[]')
    from public.sales_representatives r where r.disabled_at is null
  );
end
$function$;

ALTER FUNCTION "public"."get_reps_for_assignment"() OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.renew_session(refresh_hash_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'kind', 'rep',
    'session_id', s.id,
    'session_expires_at', s.expires_at,
    'rep', jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email, 'isManager', r.is_manager)
  )
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.refresh_hash = refresh_hash_param
    and s.ended_at is null and s.expires_at > now() and r.disabled_at is null
  union all
  select jsonb_build_object(
    'kind', 'customer',
    'session_id', s.id,
    'session_expires_at', least(s.expires_at, l.token_expires_at),
    'customer', jsonb_build_object(
      'id', l.id, 'name', l.name, 'email', l.email, 'company', l.company,
      'repName', r.name, 'repEmail', r.email
    )
  )
  from public.customer_sessions s
  join public.qualified_leads l on l.id = s.qualified_lead_id
  join public.sales_representatives r on r.id = l.qualified_by
  where s.refresh_hash = refresh_hash_param
    and s.ended_at is null and s.expires_at > now()
    and l.is_active and l.revoked_at is null and l.token_expires_at > now()
$function$;

CREATE OR REPLACE FUNCTION public.set_rep_manager(sales_rep_id_param uuid, is_manager_param boolean)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not is_manager_param and private.is_last_manager(sales_rep_id_param) then
    return 'last_manager';
  end if;
  update public.sales_representatives set is_manager = is_manager_param
  where id = sales_rep_id_param and is_manager <> is_manager_param;
  if found then
    update public.sales_sessions set manager_until = null
    where sales_rep_id = sales_rep_id_param and manager_until is not null;
    perform private.write_audit(
      case when is_manager_param then 'rep_made_manager' else 'rep_no_longer_manager' end, sales_rep_id_param, null,
      null, null, jsonb_build_object('by', 'operator')
    );
  end if;
  return 'set';
end
$function$;

CREATE OR REPLACE FUNCTION public.start_manager_code(session_id_param uuid, code_id_param uuid, code_hash_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep public.sales_representatives;
  last_made_at timestamptz;
  code private.manager_codes;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.live_rep_id(session_id_param);
  if not found then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if not rep.is_manager then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- Of two presses at once, the second waits here and then finds what the first one made.
  perform pg_advisory_xact_lock(hashtextextended('manager-code ' || rep.id::text, 0));
  select max(c.created_at) into last_made_at from private.manager_codes c where c.sales_rep_id = rep.id;
  if last_made_at + private.code_resend_pause() > now() then
    return jsonb_build_object(
      'outcome', 'too_soon',
      'retry_after_seconds', least(
        extract(epoch from private.code_resend_pause()),
        greatest(1, ceil(extract(epoch from last_made_at + private.code_resend_pause() - now())))
      )::integer
    );
  end if;

  delete from private.manager_codes c
  where c.sales_rep_id = rep.id and c.expires_at < now() - interval '1 day';
  update private.manager_codes c set voided_at = now()
  where c.sales_rep_id = rep.id and c.used_at is null and c.voided_at is null;
  insert into private.manager_codes (id, sales_rep_id, sales_session_id, code_hash)
  values (code_id_param, rep.id, session_id_param, code_hash_param)
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

ALTER TABLE "private"."manager_codes" ADD CONSTRAINT "manager_codes_sales_rep_id_fkey" FOREIGN KEY (sales_rep_id) REFERENCES public.sales_representatives(id) ON DELETE CASCADE;

ALTER TABLE "private"."manager_codes" ADD CONSTRAINT "manager_codes_sales_session_id_fkey" FOREIGN KEY (sales_session_id) REFERENCES public.sales_sessions(id) ON DELETE CASCADE;

ALTER TABLE "public"."audit_events" ADD CONSTRAINT "audit_events_event_check" CHECK ((event = ANY (ARRAY['rep_signed_in'::text, 'rep_sign_in_failed'::text, 'customer_signed_in'::text, 'customer_sign_in_failed'::text, 'code_sent'::text, 'code_failed'::text, 'link_issued'::text, 'link_opened'::text, 'link_revoked'::text, 'link_extended'::text, 'link_expired'::text, 'prices_revealed'::text, 'signed_out'::text, 'sessions_ended'::text, 'catalogue_loaded'::text, 'price_set'::text, 'price_scheduled'::text, 'price_schedule_cancelled'::text, 'customer_edited'::text, 'rep_enabled'::text, 'rep_edited'::text, 'rep_settings_changed'::text, 'consent_withdrawn'::text, 'person_erased'::text, 'data_expired'::text, 'customer_handed_over'::text, 'handover_undone'::text, 'manager_code_sent'::text, 'manager_code_failed'::text, 'manager_access_opened'::text, 'rep_made_manager'::text, 'rep_no_longer_manager'::text, 'contact_request_changed'::text])));

ALTER TABLE "public"."contact_submissions" ADD CONSTRAINT "contact_submissions_assigned_to_fkey" FOREIGN KEY (assigned_to) REFERENCES public.sales_representatives(id) ON DELETE SET NULL;

ALTER TABLE "public"."contact_submissions" ADD CONSTRAINT "contact_submissions_staff_note_check" CHECK ((char_length(staff_note) <= 4000));

ALTER TABLE "public"."contact_submissions" ADD CONSTRAINT "contact_submissions_version_check" CHECK ((version > 0));

CREATE UNIQUE INDEX manager_codes_live_key ON private.manager_codes USING btree (sales_rep_id) WHERE ((used_at IS NULL) AND (voided_at IS NULL));

CREATE INDEX manager_codes_sales_rep_id_idx ON private.manager_codes USING btree (sales_rep_id, created_at DESC);

CREATE INDEX manager_codes_sales_session_id_idx ON private.manager_codes USING btree (sales_session_id);

CREATE INDEX audit_events_contact_request_idx ON public.audit_events USING btree (((detail ->> 'requestId'::text)), line_number DESC) WHERE (event = 'contact_request_changed'::text);

CREATE INDEX contact_submissions_assigned_to_idx ON public.contact_submissions USING btree (assigned_to, created_at DESC, id DESC);

CREATE INDEX contact_submissions_newest_idx ON public.contact_submissions USING btree (created_at DESC, id DESC);

CREATE INDEX contact_submissions_quarantined_idx ON public.contact_submissions USING btree (created_at DESC, id DESC) WHERE (quarantined_at IS NOT NULL);

CREATE INDEX contact_submissions_status_idx ON public.contact_submissions USING btree (status, created_at DESC, id DESC) INCLUDE (assigned_to) WHERE (quarantined_at IS NULL);

CREATE POLICY "manager_codes_all_service_role" ON "private"."manager_codes" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

CREATE POLICY "contact_submissions_select_manager_or_assigned" ON "public"."contact_submissions" FOR SELECT TO "api_reader" USING (((( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL) OR (assigned_to = ( SELECT private.current_rep_id() AS current_rep_id))));

CREATE POLICY "sales_representatives_select_self_customer_or_manager" ON "public"."sales_representatives" FOR SELECT TO "api_reader" USING (((id = ( SELECT private.current_rep_id() AS current_rep_id)) OR (( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL) OR (id IN ( SELECT l.qualified_by
   FROM public.qualified_leads l
  WHERE (l.id = ( SELECT private.current_customer_id() AS current_customer_id))))));

COMMENT ON COLUMN "private"."manager_codes"."attempts" IS 'How often a code was compared with it: never more than private.code_max_attempts().';

COMMENT ON COLUMN "private"."manager_codes"."code_hash" IS 'Hex HMAC-SHA256 of the code together with representative, session and id; the key (pepper) is held by the functions.';

COMMENT ON COLUMN "private"."manager_codes"."id" IS 'Made by the function, as the hash is bound to it.';

COMMENT ON COLUMN "private"."manager_codes"."voided_at" IS 'When a later code took its place, or its mail could not be sent.';

COMMENT ON COLUMN "public"."contact_submissions"."assigned_to" IS 'Who works on it. Null: nobody yet.';

COMMENT ON COLUMN "public"."contact_submissions"."campaign" IS 'Of utm, for the filter.';

COMMENT ON COLUMN "public"."contact_submissions"."search_text" IS 'What a search looks through, in lower case.';

COMMENT ON COLUMN "public"."contact_submissions"."staff_note" IS 'Plain text with lines, as it was typed. The visitor never reads it.';

COMMENT ON COLUMN "public"."contact_submissions"."status_changed_at" IS 'Null: still as it arrived.';

COMMENT ON COLUMN "public"."contact_submissions"."version" IS 'Grows with each change of staff: a change that started from an older one is refused.';

COMMENT ON COLUMN "public"."sales_representatives"."is_manager" IS 'Whether a mailed code opens Operations to this person.';

COMMENT ON COLUMN "public"."sales_sessions"."manager_until" IS 'Until when this session may use Operations, as long as its representative is a manager. Null: no code was given.';

COMMENT ON FUNCTION "private"."apply_contact_request_change"(text, uuid, uuid, integer, jsonb, text, text) IS 'Changes a contact request: see public.change_contact_request. by: manager, operator or representative, who changes only what is assigned to them.';

COMMENT ON FUNCTION "private"."contact_request_counts"() IS 'How many contact requests of each status are not in quarantine, and how many are, of those that the caller may read.';

COMMENT ON FUNCTION "private"."contact_request_page"(jsonb, text, integer, text) IS 'One page of the contact requests that the caller may read and that match a filter: see public.get_contact_requests.';

COMMENT ON FUNCTION "private"."contact_request_rows"(uuid[]) IS 'Contact requests in the order of their ids, as staff see them, of those that the caller may read.';

COMMENT ON FUNCTION "private"."contact_request_statuses"() IS 'What may become of a contact request. The first two are open.';

COMMENT ON FUNCTION "private"."current_manager_until"() IS 'Until when the live session that the request''s token names may use Operations; null when it may not, or no longer.';

COMMENT ON FUNCTION "private"."erase_rep"(uuid) IS 'Takes the person out of a representative''s account. Its sales and their figures stay. Contact requests that were assigned to it are nobody''s.';

COMMENT ON FUNCTION "private"."filter_text"(jsonb, text, integer) IS 'A filter''s text of at most so many characters, null when it does not narrow. Anything else is refused (22023).';

COMMENT ON FUNCTION "private"."is_last_manager"(uuid) IS 'Whether nobody else is an enabled manager. Until the end of the transaction no other answer to this is given.';

COMMENT ON FUNCTION "private"."last_contact_request_change"(uuid) IS 'The latest change of a contact request, from the trail: {by, occurred_at, changes: [{field, before, after}]}; null when there was none. by: null for an operator. Of a note only that it changed.';

COMMENT ON FUNCTION "private"."live_manager_id"(uuid) IS 'Manager of a session that may use Operations; null when it may not. As private.current_manager_until(), for a session named by a function.';

COMMENT ON FUNCTION "private"."manager_access_life"() IS 'How long a manager''s code opens Operations for the session that gave it. It never outlives the session.';

COMMENT ON FUNCTION "private"."require_manager"() IS 'Refuses everyone but a manager whose session gave its code: an ended session with 401, all others with 403. First in every procedure that answers managers.';

COMMENT ON FUNCTION "public"."add_rep"(text, text, text, boolean) IS 'Adds a representative, or a manager, with the hash of a first sales ID: {outcome: added, id} or {outcome: exists}.';

COMMENT ON FUNCTION "public"."change_contact_request"(uuid, uuid, integer, jsonb, text, text) IS 'Changes a contact request where it still has the version: {outcome: saved, request}, {outcome: conflict, request, last_change} or {outcome: unauthenticated | not_found | forbidden | no_such_rep}. change: {status, assignedTo, staffNote, release}, each optional. A manager with a code changes all; a representative status and note of a request that is assigned to them. conflict: somebody changed it meanwhile, and nothing is written. The trail has status and assignment before and after, never a text.';

COMMENT ON FUNCTION "public"."change_contact_request_as_operator"(uuid, integer, jsonb) IS 'The same as public.change_contact_request, for operators, who change all.';

COMMENT ON FUNCTION "public"."check_manager_code"(uuid, uuid, text, text, text) IS 'Spends a right code for private.manager_access_life() of Operations in the session that asked for it: {outcome: opened, manager_until} or {outcome: unauthenticated | forbidden | refused}. refused says not whether the code was wrong, used, voided, expired, out of attempts or another session''s; forbidden: no manager.';

COMMENT ON FUNCTION "public"."disable_rep"(uuid) IS 'Lets a representative sign in no more and ends their sessions: {outcome: disabled, ended_sessions} or {outcome: last_manager}: then nothing changes. Again: harmless.';

COMMENT ON FUNCTION "public"."find_contact_requests"(jsonb, text, integer, text) IS 'The same as public.get_contact_requests, for operators.';

COMMENT ON FUNCTION "public"."finish_manager_code_mail"(uuid, boolean, text, text) IS 'Notes that the code''s mail was accepted, or voids a code that nobody received.';

COMMENT ON FUNCTION "public"."get_assigned_contact_requests"(integer, text) IS 'One page of the contact requests that are assigned to the caller, the open ones first, then the newest first: {rows, has_more, next_after, open_count, now}. Never one in quarantine. 1 to 1000 rows.';

COMMENT ON FUNCTION "public"."get_contact_request_choices"() IS 'Sources, campaigns and pages that stored contact requests have, at most 200 of each: {sources, campaigns, pages}. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_contact_requests"(jsonb, text, integer, text) IS 'One page of the contact requests that match a filter {statuses, assigned, search, source, project_type, campaign, page, from, to, quarantined, request_id}, by when they were sent, the newest first unless direction is asc: {rows, has_more, next_after, counts, now}. Those in quarantine only when quarantined is true, or by request_id. counts: of all requests, whatever the filter. 1 to 1000 rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_manager_access"() IS 'Whether the caller is a manager, and until when this session may use Operations: {is_manager, manager_until, now}. manager_until: null without a code, or when its time is over. null without a live session of a representative.';

COMMENT ON FUNCTION "public"."get_reps_for_assignment"() IS 'All enabled representatives, by name: [{id, name, email}]. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."set_rep_manager"(uuid, boolean) IS 'Makes a representative a manager, or takes it back, with the access of their sessions: set, or last_manager when nobody else is an enabled manager: then nothing changes. Again: harmless.';

COMMENT ON FUNCTION "public"."start_manager_code"(uuid, uuid, text) IS 'Keeps a new code for a manager''s session, for private.code_life(), and voids the one before: {outcome: started, expires_at, valid_for_seconds, resend_after_seconds, max_attempts, rep} or {outcome: unauthenticated | forbidden | too_soon, retry_after_seconds}. forbidden: no manager; too_soon: private.code_resend_pause() has not passed.';

COMMENT ON TABLE "private"."manager_codes" IS 'Six-digit codes, each for one session of one manager. A copy of this table opens nothing.';

COMMENT ON TABLE "public"."contact_submissions" IS 'Contact and demo requests, the work list of managers and of the representatives to whom they are assigned.';

REVOKE ALL ON FUNCTION "private"."apply_contact_request_change"(text, uuid, uuid, integer, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_contact_request_change"(text, uuid, uuid, integer, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_contact_request_change"(text, uuid, uuid, integer, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_contact_request_change"(text, uuid, uuid, integer, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_request_counts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_request_counts"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_request_counts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_counts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_counts"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_request_page"(jsonb, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_request_page"(jsonb, text, integer, text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_request_page"(jsonb, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_page"(jsonb, text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_page"(jsonb, text, integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_request_rows"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_request_rows"(uuid[]) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_request_rows"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_rows"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_rows"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_request_statuses"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_request_statuses"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_request_statuses"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_statuses"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_statuses"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."current_manager_until"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."current_manager_until"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."current_manager_until"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."current_manager_until"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."current_manager_until"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."filter_day"(jsonb, text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."filter_day"(jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."filter_id"(jsonb, text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."filter_id"(jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."filter_text"(jsonb, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_text"(jsonb, text, integer) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."filter_text"(jsonb, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."filter_text"(jsonb, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."filter_text"(jsonb, text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_last_manager"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_last_manager"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_last_manager"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_last_manager"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."last_contact_request_change"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_contact_request_change"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_contact_request_change"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_contact_request_change"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."live_manager_id"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."live_manager_id"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."live_manager_id"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."live_manager_id"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."manager_access_life"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."manager_access_life"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."manager_access_life"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."manager_access_life"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."manager_access_life"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."read_cursor"(text, text, regtype) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."read_cursor"(text, text, regtype) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_unknown_fields"(jsonb, text[]) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."refuse_unknown_fields"(jsonb, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_manager"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_manager"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."require_manager"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_manager"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_term"(jsonb) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."search_term"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."text_list"(jsonb, text, text[]) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."text_list"(jsonb, text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_cursor"(jsonb) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."write_cursor"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."add_rep"(text, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_rep"(text, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_rep"(text, text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_rep"(text, text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_contact_request"(uuid, uuid, integer, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_contact_request"(uuid, uuid, integer, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_contact_request"(uuid, uuid, integer, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_contact_request"(uuid, uuid, integer, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_contact_request_as_operator"(uuid, integer, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_contact_request_as_operator"(uuid, integer, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_contact_request_as_operator"(uuid, integer, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_contact_request_as_operator"(uuid, integer, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."check_manager_code"(uuid, uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."check_manager_code"(uuid, uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."check_manager_code"(uuid, uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."check_manager_code"(uuid, uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."disable_rep"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."disable_rep"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."disable_rep"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."disable_rep"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_contact_requests"(jsonb, text, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_contact_requests"(jsonb, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_contact_requests"(jsonb, text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_contact_requests"(jsonb, text, integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_manager_code_mail"(uuid, boolean, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."finish_manager_code_mail"(uuid, boolean, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_manager_code_mail"(uuid, boolean, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_manager_code_mail"(uuid, boolean, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_assigned_contact_requests"(integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_assigned_contact_requests"(integer, text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_assigned_contact_requests"(integer, text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_assigned_contact_requests"(integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_contact_request_choices"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_contact_request_choices"() FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_contact_request_choices"() TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_contact_request_choices"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_contact_requests"(jsonb, text, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_contact_requests"(jsonb, text, integer, text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_contact_requests"(jsonb, text, integer, text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_contact_requests"(jsonb, text, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_manager_access"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_manager_access"() FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_manager_access"() TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_manager_access"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_reps_for_assignment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_reps_for_assignment"() FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_reps_for_assignment"() TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_reps_for_assignment"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_rep_manager"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_rep_manager"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_rep_manager"(uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_rep_manager"(uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."start_manager_code"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."start_manager_code"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."start_manager_code"(uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."start_manager_code"(uuid, uuid, text) TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."manager_codes" TO "service_role";

REVOKE ALL ("assigned_to") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("assigned_to") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("campaign") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("campaign") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("company") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("company") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("consent_withdrawn_at") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("consent_withdrawn_at") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("created_at") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("created_at") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("email") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("email") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("first_name") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("first_name") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("id") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("id") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("job_role") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("job_role") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("job_title") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("job_title") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("last_name") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("last_name") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("message") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("message") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("notified_at") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("notified_at") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("phone") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("phone") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("project_type") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("project_type") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("quarantined_at") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("quarantined_at") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("referrer") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("referrer") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("search_text") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("search_text") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("source") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("source") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("staff_note") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("staff_note") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("status_changed_at") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("status_changed_at") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("status") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("status") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("tier") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("tier") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("utm") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("utm") ON TABLE "public"."contact_submissions" TO "api_reader";

REVOKE ALL ("version") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("version") ON TABLE "public"."contact_submissions" TO "api_reader";

COMMENT ON COLUMN "private"."manager_codes"."expires_at" IS 'private.code_life() after it was made.';

revoke create on schema public from api_reader;

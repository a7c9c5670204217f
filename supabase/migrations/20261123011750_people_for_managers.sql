-- Purpose:  people for managers.

set local check_function_bodies = off;

DROP FUNCTION "private"."customer_data"(text);

DROP FUNCTION "private"."mentions_of"(text);

DROP FUNCTION "private"."rep_data"(text);

DROP FUNCTION "private"."trail_of"(uuid, uuid);

DROP FUNCTION "public"."erase_person"(text);

DROP FUNCTION "public"."withdraw_consent"(text);

CREATE OR REPLACE FUNCTION private.address_pattern(email_param text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '(?<![[:alnum:]._%+-])' || replace(private.text_pattern(email_param), '@', '(?:@|%40)')
    || '(?![[:alnum:]_-]|\.[[:alnum:]])'
$function$;

CREATE OR REPLACE FUNCTION private.apply_consent_withdrawal(manager_id_param uuid, email_param text, ip_address_param text, user_agent_param text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  withdrawn integer;
begin
  update public.contact_submissions set consent_withdrawn_at = now(), version = version + 1
  where lower(email) = private.person_email(email_param) and consented_at is not null
    and consent_withdrawn_at is null;
  get diagnostics withdrawn = row_count;
  if withdrawn > 0 then
    perform private.write_audit(
      'consent_withdrawn', null, null, ip_address_param, user_agent_param,
      private.done_by(manager_id_param) || jsonb_build_object('requests', withdrawn)
    );
  end if;
  return withdrawn;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_person_correction(manager_id_param uuid, part_param jsonb, before_param jsonb, after_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  part_id uuid := (part_param ->> 'id')::uuid;
  stored jsonb;
  rep_id uuid;
  customer_id uuid;
begin
  -- The lock makes two corrections at once queue. The second then compares with what the first wrote.
  perform l.id from public.qualified_leads l where l.id = part_id for update;
  perform s.id from public.contact_submissions s where s.id = part_id for update;
  stored := private.person_texts(part_param);
  if stored is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  -- The same request once more, as its answer was lost, finds its own work done.
  if stored = after_param then
    return jsonb_build_object('outcome', 'saved', 'stored', stored);
  end if;
  if stored <> before_param then
    return jsonb_build_object('outcome', 'conflict', 'stored', stored);
  end if;

  if part_param ->> 'kind' = 'customer' then
    update public.qualified_leads set name = after_param ->> 'name', company = after_param ->> 'company'
    where id = part_id
    returning id, qualified_by into customer_id, rep_id;
  else
    update public.contact_submissions set
      first_name = after_param ->> 'first_name', last_name = nullif(after_param ->> 'last_name', ''),
      company = after_param ->> 'company', phone = after_param ->> 'phone', job_title = after_param ->> 'job_title',
      version = version + 1
    where id = part_id;
  end if;
  perform private.write_audit(
    'person_corrected', rep_id, customer_id, ip_address_param, user_agent_param,
    private.done_by(manager_id_param)
      || jsonb_build_object(
        'of', part_param ->> 'kind',
        'fields', (
          select jsonb_agg(k order by k) from jsonb_object_keys(stored) as k where stored -> k <> after_param -> k
        )
      )
      || case when customer_id is null then jsonb_build_object('requestId', part_id) else '{}' end
  );
  return jsonb_build_object('outcome', 'saved', 'stored', after_param);
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_person_erasure(manager_id_param uuid, email_param text, takes_names_param boolean, erasure_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person_email text := private.person_email(email_param);
  done jsonb;
  rep public.sales_representatives;
  customer public.qualified_leads;
  customers integer;
  requests integer;
  mails integer;
  codes integer;
  redacted integer;
begin
  -- Two erasures at once could each lock what the other redacts next, so they queue.
  perform pg_advisory_xact_lock(hashtextextended('people', 0));
  -- The same request once more, as its answer was lost, finds its own work done.
  select e.detail - array['by', 'managerId', 'erasureId'] into done
  from public.audit_events e where e.event = 'person_erased' and e.detail ->> 'erasureId' = erasure_id_param::text;
  if found then
    return jsonb_build_object('outcome', 'erased') || done;
  end if;

  select r.* into rep from public.sales_representatives r where r.email = person_email for update;
  if rep.id is not null and rep.disabled_at is null then
    return jsonb_build_object('outcome', 'rep_is_enabled');
  end if;
  select count(*) into customers from public.qualified_leads l where l.qualified_by = rep.id;
  if customers > 0 then
    return jsonb_build_object('outcome', 'rep_has_customers', 'customers', customers);
  end if;
  if private.person_data(person_email, 1) is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  redacted := private.redact_mentions(person_email, takes_names_param);
  -- Sessions, openings and notes go with the customer; a sale stays, without one.
  delete from public.qualified_leads l where l.email = person_email returning l.* into customer;
  update public.audit_events set ip_address = null, user_agent = null
  where qualified_lead_id = customer.id and num_nonnulls(ip_address, user_agent) > 0;
  with gone as (
    delete from public.contact_submissions s where lower(s.email) = person_email
    returning s.notification_claimed_at is not null and s.notified_at is null as is_being_mailed
  )
  select count(*), count(*) filter (where g.is_being_mailed) into requests, mails from gone g;
  delete from private.verification_codes v where v.email = person_email;
  get diagnostics codes = row_count;
  if rep.id is not null then
    perform private.erase_rep(rep.id);
  end if;

  done := jsonb_build_object(
    'isCustomer', customer.id is not null, 'isRep', rep.id is not null, 'contactRequests', requests, 'codes', codes,
    'redacted', redacted, 'mailsUnderWay', mails
  );
  perform private.write_audit(
    'person_erased', rep.id, customer.id, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object('erasureId', erasure_id_param) || done
  );
  return jsonb_build_object('outcome', 'erased') || done;
end
$function$;

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
  perform private.write_audit(
    'person_exported', (person #>> '{representative,id}')::uuid, (person #>> '{customer,id}')::uuid, ip_address_param,
    user_agent_param,
    private.done_by(manager_id_param)
      || jsonb_build_object('contactRequests', jsonb_array_length(person -> 'contact_requests'))
  );
  return person || jsonb_build_object('exported_at', now());
end
$function$;

CREATE OR REPLACE FUNCTION private.attempt_counts_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 1
$function$;

CREATE OR REPLACE FUNCTION private.codes_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 1
$function$;

CREATE OR REPLACE FUNCTION private.customer_data(email_param text, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(l) - 'access_token_hash' - 'qualified_by' || jsonb_build_object(
    'has_open_link', l.access_token_hash is not null and l.token_expires_at > now() and l.is_active
      and l.revoked_at is null,
    'representative', (
      select jsonb_build_object('name', r.name, 'email', r.email)
      from public.sales_representatives r where r.id = l.qualified_by
    ),
    'sessions', coalesce((
      select jsonb_agg(to_jsonb(s) - 'refresh_hash' - 'qualified_lead_id' order by s.created_at desc)
      from (
        select * from public.customer_sessions t where t.qualified_lead_id = l.id
        order by t.created_at desc limit most_param
      ) s
    ), '[]'),
    'openings', coalesce((
      select jsonb_agg(to_jsonb(p) - 'qualified_lead_id' order by p.created_at desc)
      from (
        select * from public.pricing_reveals t where t.qualified_lead_id = l.id
        order by t.created_at desc limit most_param
      ) p
    ), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'note', n.note, 'updated_at', n.updated_at, 'written_by', r.name
      ) order by n.updated_at desc)
      from private.customer_notes n join public.sales_representatives r on r.id = n.sales_rep_id
      where n.qualified_lead_id = l.id
    ), '[]'),
    'sales', coalesce((
      select jsonb_agg(jsonb_build_object(
        'sale_date', s.sale_date, 'product_name', s.product_name, 'billing_frequency', s.billing_frequency,
        'sale_amount_cents', s.sale_amount, 'is_cancelled', s.is_cancelled
      ) order by s.sale_date desc, s.id)
      from (
        select * from public.sales_records t where t.qualified_lead_id = l.id
        order by t.sale_date desc, t.id limit most_param
      ) s
    ), '[]'),
    'trail', private.trail_of(l.id, null, most_param),
    'counts', jsonb_build_object(
      'sessions', (select count(*) from public.customer_sessions t where t.qualified_lead_id = l.id),
      'openings', (select count(*) from public.pricing_reveals t where t.qualified_lead_id = l.id),
      'sales', (select count(*) from public.sales_records t where t.qualified_lead_id = l.id),
      'trail', (select count(*) from public.audit_events t where t.qualified_lead_id = l.id)
    )
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
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    is_manager = false
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  -- Nothing can be given back to them.
  update private.handovers set undone_at = now() where from_rep_id = rep_id_param and undone_at is null;
  delete from private.sales_rep_credentials where sales_rep_id = rep_id_param;
  delete from public.sales_sessions where sales_rep_id = rep_id_param;
  delete from private.verification_codes where sales_rep_id = rep_id_param;
  delete from private.manager_codes where sales_rep_id = rep_id_param;
  delete from private.customer_notes where sales_rep_id = rep_id_param;
  update public.audit_events set ip_address = null, user_agent = null
  where (sales_rep_id = rep_id_param or detail ->> 'managerId' = rep_id_param::text)
    and num_nonnulls(ip_address, user_agent) > 0;
$function$;

CREATE OR REPLACE FUNCTION private.expire_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ends jsonb := (
    select jsonb_object_agg(r.kind, now() - make_interval(days => r.kept_days)) from private.retention_rules() r
  );
  removed jsonb := jsonb_build_object();
  deleted integer;
begin
  delete from public.contact_submissions
  where quarantined_at is not null and created_at < (ends ->> 'quarantined_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('quarantined_requests', deleted);

  delete from public.contact_submissions where created_at < (ends ->> 'contact_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('contact_requests', deleted);

  delete from public.qualified_leads l
  where greatest(l.token_expires_at, l.link_issued_at, l.created_at) < (ends ->> 'idle_customers')::timestamptz
    and not exists (select from public.sales_records s where s.qualified_lead_id = l.id);
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('idle_customers', deleted);

  with of_customers as (
    delete from private.verification_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  ), of_managers as (
    delete from private.manager_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  )
  select (select count(*) from of_customers) + (select count(*) from of_managers) into deleted;
  removed := removed || jsonb_build_object('codes', deleted);

  -- From the sign-in on, as the privacy page says. One that still lives after that long keeps its row, without traces.
  with of_reps as (
    delete from public.sales_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  ), of_customers as (
    delete from public.customer_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  )
  select (select count(*) from of_reps) + (select count(*) from of_customers) into deleted;
  removed := removed || jsonb_build_object('sessions', deleted);

  with of_sessions as (
    update public.customer_sessions set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and least(ended_at, expires_at) >= now()
      and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  ), of_openings as (
    update public.pricing_reveals set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  ), of_lines as (
    update public.audit_events set ip_address = null, user_agent = null
    where occurred_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  )
  select (select count(*) from of_sessions) + (select count(*) from of_openings) + (select count(*) from of_lines)
  into deleted;
  removed := removed || jsonb_build_object('sign_in_traces', deleted);

  -- Each ends with its window, and no window is longer than a day.
  delete from private.rate_limit_counters where window_ends_at < now() - interval '1 minute';
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('attempt_counts', deleted);

  delete from private.site_events where occurred_at < (ends ->> 'site_events')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_events', deleted);

  return (
    select jsonb_agg(jsonb_build_object(
      'kind', r.kind, 'kept_days', r.kept_days, 'removed', (removed -> r.kind)::integer
    ))
    from private.retention_rules() r
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.manager_refusal(session_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when private.live_rep_id(session_id_param) is null then '{"outcome": "unauthenticated"}'::jsonb
    when private.live_manager_id(session_id_param) is null then '{"outcome": "forbidden"}'::jsonb
  end
$function$;

CREATE OR REPLACE FUNCTION private.mention_patterns(email_param text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array_agg(distinct '%' || regexp_replace(w.word, '([%_\\])', '\\\1', 'g') || '%')
  from (
    select split_part(email_param, '@', 1) as word
    union all
    select regexp_replace(lower(btrim(p.name)), '^.*[\s\u00a0]', '')
    from private.stored_people() p
    where p.email = email_param and btrim(p.name) ~ '\S[\s\u00a0]+\S'
  ) w
$function$;

CREATE OR REPLACE FUNCTION private.mentions_of(email_param text, most_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  address text := private.address_pattern(email_param);
  full_name text := private.name_pattern(email_param);
begin
  return (
    with found as (
      select t.kind, t.id, t.owner_email, t.field, t.content,
        t.content ~* address as has_address,
        -- Of somebody with the same name, the texts are about themselves.
        coalesce(t.is_prose and t.content ~* full_name and t.owner_name !~* full_name, false) as has_name
      from private.texts_of_others(email_param) t
      where t.content ~* address or (t.is_prose and t.content ~* full_name and t.owner_name !~* full_name)
    )
    select jsonb_build_object(
      'count', count(*),
      'by_name_count', count(*) filter (where f.has_name and not f.has_address),
      'texts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', l.kind, 'id', l.id, 'owner_email', l.owner_email, 'field', l.field, 'text', left(l.content, 300),
          'has_address', l.has_address, 'has_name', l.has_name
        ) order by l.owner_email, l.field)
        from (select * from found order by owner_email, field limit most_param) l
      ), '[]')
    )
    from found f
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.name_pattern(email_param text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select '(?<![[:alnum:]])(?:' || string_agg(distinct private.text_pattern(lower(p.name)), '|') || ')(?![[:alnum:]])'
  from private.stored_people() p
  where p.email = email_param and btrim(p.name) ~ '\S[\s\u00a0]+\S'
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
          to_jsonb(s) - array['notification_claimed_at', 'assigned_to', 'version', 'campaign', 'search_text']
            || jsonb_build_object(
              'assigned_to_name', (select r.name from public.sales_representatives r where r.id = s.assigned_to)
            )
          order by s.created_at desc
        )
        from (
          select * from public.contact_submissions t where lower(t.email) = email_param
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

CREATE OR REPLACE FUNCTION private.person_email(email_param text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_over('the address', char_length(email_param), 320);
  return lower(btrim(email_param));
end
$function$;

CREATE OR REPLACE FUNCTION private.person_texts(part_param jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', l.name, 'company', l.company)
  from public.qualified_leads l
  where part_param ->> 'kind' = 'customer' and l.id = (part_param ->> 'id')::uuid
  union all
  select jsonb_build_object(
    'first_name', s.first_name, 'last_name', coalesce(s.last_name, ''), 'company', s.company, 'phone', s.phone,
    'job_title', s.job_title
  )
  from public.contact_submissions s
  where part_param ->> 'kind' = 'contact_request' and s.id = (part_param ->> 'id')::uuid
$function$;

CREATE OR REPLACE FUNCTION private.redact_mentions(email_param text, takes_names_param boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address text := private.address_pattern(email_param);
  full_name text := case when takes_names_param then private.name_pattern(email_param) end;
  -- In prose a full name goes as well, but for texts about somebody with the same name.
  prose text := concat_ws('|', address, full_name);
  patterns text[] := private.mention_patterns(email_param);
  requests integer;
  notes integer;
  customers integer;
begin
  -- The version grows: a colleague who has the request open cannot write the old note back.
  update public.contact_submissions s set
    first_name = private.redacted(s.first_name, address, 200), last_name = private.redacted(s.last_name, address, 200),
    company = private.redacted(s.company, address, 200), job_title = private.redacted(s.job_title, p.pattern, 200),
    message = private.redacted(s.message, p.pattern, 10200), source = private.redacted(s.source, p.pattern, 100),
    referrer = private.redacted(s.referrer, p.pattern, 2000),
    staff_note = private.redacted(s.staff_note, p.pattern, 4000),
    utm = (
      select coalesce(jsonb_object_agg(u.key, case
        when jsonb_typeof(u.value) = 'string' then to_jsonb(private.redacted(u.value #>> '{}', p.pattern, 2000))
        else u.value
      end), '{}')
      from jsonb_each(s.utm) as u
    ),
    version = s.version + 1
  from (
    select t.id,
      case when concat_ws(' ', t.first_name, t.last_name) ~* full_name then address else prose end as pattern
    from public.contact_submissions t
    where lower(t.email) <> email_param and lower(concat_ws(
      ' ', t.first_name, t.last_name, t.company, t.job_title, t.message, t.source, t.referrer, t.utm::text, t.staff_note
    )) like any (patterns)
  ) p
  where p.id = s.id and (
    s.first_name || ' ' || coalesce(s.last_name, '') || ' ' || s.company ~* address
    or s.job_title ~* p.pattern or s.message ~* p.pattern or s.source ~* p.pattern or s.referrer ~* p.pattern
    or s.utm::text ~* p.pattern or s.staff_note ~* p.pattern
  );
  get diagnostics requests = row_count;
  update private.customer_notes n set note = private.redacted(n.note, p.pattern, 2000)
  from (
    select l.id, case when l.name ~* full_name then address else prose end as pattern
    from public.qualified_leads l
    where l.email <> email_param
  ) p
  where p.id = n.qualified_lead_id and n.note ~* p.pattern;
  get diagnostics notes = row_count;
  update public.qualified_leads l
  set name = private.redacted(l.name, address, 200), company = private.redacted(l.company, address, 200)
  where l.email <> email_param and l.name || ' ' || l.company ~* address;
  get diagnostics customers = row_count;
  return requests + notes + customers;
end
$function$;

CREATE OR REPLACE FUNCTION private.redacted(content text, pattern text, most integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(regexp_replace(content, pattern, '[erased]', 'gi'), most)
$function$;

CREATE OR REPLACE FUNCTION private.rep_data(email_param text, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(r) || jsonb_build_object(
    'sales_ids', coalesce((
      select jsonb_agg(to_jsonb(c) - array['credential_hash', 'sales_rep_id'] order by c.created_at desc)
      from private.sales_rep_credentials c where c.sales_rep_id = r.id
    ), '[]'),
    'manager_codes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'created_at', m.created_at, 'expires_at', m.expires_at, 'used_at', m.used_at
      ) order by m.created_at desc)
      from private.manager_codes m where m.sales_rep_id = r.id
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(to_jsonb(s) - 'refresh_hash' - 'sales_rep_id' order by s.created_at desc)
      from (
        select * from public.sales_sessions t where t.sales_rep_id = r.id
        order by t.created_at desc limit most_param
      ) s
    ), '[]'),
    'trail', private.trail_of(null, r.id, most_param),
    'counts', jsonb_build_object(
      'sessions', (select count(*) from public.sales_sessions t where t.sales_rep_id = r.id),
      'trail', (
        select count(*) from public.audit_events t where t.sales_rep_id = r.id and t.qualified_lead_id is null
      ),
      'customers', (select count(*) from public.qualified_leads t where t.qualified_by = r.id),
      'sales', (select count(*) from public.sales_records t where t.sales_rep_id = r.id),
      'assigned_requests', (select count(*) from public.contact_submissions t where t.assigned_to = r.id),
      'notes_on_customers', (select count(*) from private.customer_notes t where t.sales_rep_id = r.id)
    )
  )
  from public.sales_representatives r
  where r.email = email_param
$function$;

CREATE OR REPLACE FUNCTION private.retention_rules()
 RETURNS TABLE(kind text, kept_days integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  values
    ('quarantined_requests', private.quarantined_requests_kept_days()),
    ('contact_requests', private.contact_requests_kept_days()),
    ('idle_customers', private.idle_customers_kept_days()),
    ('codes', private.codes_kept_days()),
    ('sessions', private.sign_in_traces_kept_days()),
    ('sign_in_traces', private.sign_in_traces_kept_days()),
    ('attempt_counts', private.attempt_counts_kept_days()),
    ('site_events', private.site_events_kept_days())
$function$;

CREATE OR REPLACE FUNCTION private.stored_people()
 RETURNS TABLE(email text, name text, role text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.email, nullif(l.name, ''), 'customer' from public.qualified_leads l
  union all
  select lower(s.email), nullif(concat_ws(' ', s.first_name, nullif(s.last_name, '')), ''), 'contact request'
  from public.contact_submissions s
  union all
  select v.email, nullif(v.name, ''), 'code' from private.verification_codes v
  union all
  select r.email, r.name, 'representative' from public.sales_representatives r
$function$;

CREATE OR REPLACE FUNCTION private.text_pattern(text_param text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(
    regexp_replace(btrim(text_param), '([.*+?^${}()|[\]\\])', '\\\1', 'g'), '[\s\u00a0]+', '[\\s\\u00a0]+', 'g'
  )
$function$;

CREATE OR REPLACE FUNCTION private.texts_of_others(email_param text)
 RETURNS TABLE(kind text, id uuid, owner_email text, owner_name text, field text, content text, is_prose boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'contact_request', s.id, s.email, concat_ws(' ', s.first_name, s.last_name), t.field, t.content, t.is_prose
  from public.contact_submissions s
  cross join lateral (values
    ('name', concat_ws(' ', s.first_name, s.last_name), false), ('company', s.company, false),
    ('job_title', s.job_title, true), ('message', s.message, true), ('source', s.source, true),
    ('referrer', s.referrer, true), ('utm', s.utm::text, true), ('staff_note', s.staff_note, true)
  ) as t (field, content, is_prose)
  where lower(s.email) <> email_param and lower(concat_ws(
    ' ', s.first_name, s.last_name, s.company, s.job_title, s.message, s.source, s.referrer, s.utm::text, s.staff_note
  )) like any ((select private.mention_patterns(email_param))::text[])
  union all
  select 'customer_note', n.qualified_lead_id, l.email, l.name, 'note', n.note, true
  from private.customer_notes n join public.qualified_leads l on l.id = n.qualified_lead_id
  where l.email <> email_param
    and lower(n.note) like any ((select private.mention_patterns(email_param))::text[])
  union all
  select 'customer', l.id, l.email, l.name, t.field, t.content, false
  from public.qualified_leads l
  cross join lateral (values ('name', l.name), ('company', l.company)) as t (field, content)
  where l.email <> email_param
    and lower(t.content) like any ((select private.mention_patterns(email_param))::text[])
$function$;

CREATE OR REPLACE FUNCTION private.trail_of(lead_id_param uuid, rep_id_param uuid, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object('occurred_at', e.occurred_at, 'event', e.event, 'detail', e.detail)
    -- Of what others did to a customer, from where is not the customer's to know.
    || case when (rep_id_param is not null and e.detail ->> 'managerId' is null) or e.event in (
      'link_opened', 'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out'
    ) then jsonb_build_object('ip_address', e.ip_address, 'user_agent', e.user_agent) else '{}' end
    order by e.line_number desc
  ), '[]')
  from (
    select * from public.audit_events t
    where t.qualified_lead_id = lead_id_param or (t.sales_rep_id = rep_id_param and t.qualified_lead_id is null)
    order by t.line_number desc
    limit most_param
  ) e
$function$;

CREATE OR REPLACE FUNCTION public.change_person(session_id_param uuid, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.manager_refusal(session_id_param);
  manager_id uuid := private.live_manager_id(session_id_param);
  email text := change_param ->> 'email';
  correction jsonb := change_param -> 'correction';
  person jsonb;
begin
  if refusal is not null then
    return refusal;
  end if;
  case change_param ->> 'action'
    when 'export' then
      person := private.apply_person_export(manager_id, email, ip_address_param, user_agent_param);
      if person is null then
        return jsonb_build_object('outcome', 'not_found');
      end if;
      return jsonb_build_object('outcome', 'exported', 'person', person);
    when 'correct' then
      return private.apply_person_correction(
        manager_id, correction, correction -> 'before', correction -> 'after', ip_address_param, user_agent_param
      );
    when 'withdraw_consent' then
      return jsonb_build_object('outcome', 'withdrawn', 'requests', private.apply_consent_withdrawal(
        manager_id, email, ip_address_param, user_agent_param
      ));
    when 'erase' then
      return private.apply_person_erasure(
        manager_id, email, (change_param ->> 'takesNames')::boolean, (change_param ->> 'erasureId')::uuid,
        ip_address_param, user_agent_param
      );
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.correct_person(part_param jsonb, before_param jsonb, after_param jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_person_correction(null, part_param, before_param, after_param, null, null)
$function$;

CREATE OR REPLACE FUNCTION public.erase_person(email_param text, takes_names_param boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_person_erasure(null, email_param, takes_names_param, gen_random_uuid(), null, null)
$function$;

CREATE OR REPLACE FUNCTION public.export_person(email_param text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_person_export(null, email_param, null, null)
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
  perform private.refuse_over('the search', char_length(search_param), 200);
  perform private.refuse_over('2 characters', 2, char_length(term));
  return query
  with found as (
    select distinct p.email
    from private.stored_people() p
    where strpos(p.email, term) > 0 or strpos(lower(p.name), term) > 0
    order by p.email
    limit 100
  )
  select p.email, array_agg(distinct p.name order by p.name) filter (where p.name is not null),
    array_agg(distinct p.role order by p.role)
  from private.stored_people() p
  join found f on f.email = p.email
  group by p.email
  order by p.email;
end
$function$;

CREATE OR REPLACE FUNCTION public.finish_verification_mail(verification_id_param uuid, is_sent_param boolean, ip_address_param text, user_agent_param text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  code private.verification_codes;
begin
  if is_sent_param then
    select v.* into code from private.verification_codes v where v.id = verification_id_param;
    if not found then
      -- The person was erased while the mail was under way: there is nobody left to tell of.
      return;
    end if;
    perform private.write_audit(
      'code_sent', code.sales_rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
      ip_address_param, user_agent_param, jsonb_build_object('verificationId', code.id)
    );
  else
    update private.verification_codes set voided_at = now()
    where id = verification_id_param and used_at is null and voided_at is null;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_person(email_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.person_data(person_email, 50);
begin
  if person is null then
    return null;
  end if;
  return jsonb_build_object('person', person, 'mentions', private.mentions_of(person_email, 50), 'now', now());
end
$function$;

CREATE OR REPLACE FUNCTION public.get_retention()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'rules', (
      select jsonb_agg(jsonb_build_object('kind', r.kind, 'kept_days', r.kept_days)) from private.retention_rules() r
    ),
    'last_run', (
      select jsonb_build_object('occurred_at', e.occurred_at, 'removed', e.detail)
      from public.audit_events e where e.event = 'data_expired' order by e.line_number desc limit 1
    ),
    'now', now()
  )
$function$;

CREATE OR REPLACE FUNCTION public.read_people(session_id_param uuid, question_param jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
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
      person := public.get_person(question_param ->> 'email');
      return case when person is null then jsonb_build_object('outcome', 'not_found')
        else jsonb_build_object('outcome', 'opened') || person end;
    when 'retention' then
      return jsonb_build_object('outcome', 'told', 'retention', public.get_retention());
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.run_retention(is_dry_run_param boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  report jsonb;
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
  -- A run that found nothing is noted too: otherwise nobody could tell whether the job still runs.
  perform private.write_audit('data_expired', null, null, null, null, (
    select jsonb_object_agg(r.kind, r.removed) from jsonb_to_recordset(report) as r (kind text, removed integer)
  ));
  return report;
end
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_consent(email_param text)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_consent_withdrawal(null, email_param, null, null)
$function$;

COMMENT ON FUNCTION "private"."address_pattern"(text) IS 'A regular expression that matches an address, also as it stands in a link, and no longer address that contains it.';

COMMENT ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) IS 'See public.withdraw_consent. By a manager, or null for an operator.';

COMMENT ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) IS 'Replaces the texts of a customer, {name, company}, or a contact request, {first_name, last_name, company, phone, job_title}, where they are still as before: {outcome: saved | conflict, stored} or {outcome: not_found}. conflict: somebody changed them meanwhile; stored says how, and nothing is written. The trail names the fields, never their texts. By a manager, or null for an operator.';

COMMENT ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) IS 'See public.erase_person. By a manager, or null for an operator. Repeated with its own id, the answer is the same, and nothing is done again.';

COMMENT ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) IS 'All that is stored about an address, in any case, for a file, noted in the trail with who took it; null when nothing is. By a manager, or null for an operator.';

COMMENT ON FUNCTION "private"."attempt_counts_kept_days"() IS 'Days for which it is counted how often a network asked for what has a limit. No limit counts for longer.';

COMMENT ON FUNCTION "private"."codes_kept_days"() IS 'Days for which a code is kept, without the code itself, from when it ended.';

COMMENT ON FUNCTION "private"."customer_data"(text, integer) IS 'All that is stored about the customer with an address in lower case, without hashes of secrets; null when there is none. Of each list the newest, at most so many; null for all. counts: how many there are.';

COMMENT ON FUNCTION "private"."erase_rep"(uuid) IS 'Takes the person out of a representative''s account. Its sales and their figures stay. Contact requests that were assigned to it are nobody''s, and what was handed over stays there.';

COMMENT ON FUNCTION "private"."manager_refusal"(uuid) IS 'Why a session may not use Operations, {outcome: unauthenticated | forbidden}; null when it may.';

COMMENT ON FUNCTION "private"."mention_patterns"(text) IS 'Patterns of LIKE for a text in lower case in which an address in lower case, or a full name that it stands with, may stand. They leave out most texts for less than the regular expressions cost.';

COMMENT ON FUNCTION "private"."mentions_of"(text, integer) IS 'Texts of other people in which an address in lower case stands, or a full name that it stands with: {count, by_name_count, texts: [{kind, id, owner_email, field, text, has_address, has_name}]}, of texts at most so many with at most 300 characters. by_name_count: those with the name alone.';

COMMENT ON FUNCTION "private"."name_pattern"(text) IS 'A regular expression that matches the full names that an address in lower case stands with; null without one. A single word is no full name: it would match too much.';

COMMENT ON FUNCTION "private"."person_data"(text, integer) IS 'All that is stored about an address in lower case: {email, customer, representative, contact_requests, codes}; null when nothing is. Never a secret or a hash of one. Of each list the newest, at most so many; null for all.';

COMMENT ON FUNCTION "private"."person_email"(text) IS 'An address as people are told apart by it: lower case, without spaces around it. Refused (22023) over 320 characters.';

COMMENT ON FUNCTION "private"."person_texts"(jsonb) IS 'The texts of a customer or a contact request, {kind, id}, that can be corrected; null when it is not there.';

COMMENT ON FUNCTION "private"."redact_mentions"(text, boolean) IS 'Takes an address in lower case out of the texts of other people, and with it, if wanted, the full names that it stands with out of their prose: each becomes [erased]. Says in how many requests, notes and customers. Call it while the names are still stored.';

COMMENT ON FUNCTION "private"."redacted"(text, text, integer) IS 'A text with [erased] in place of what a pattern matches, in any case, and of at most so many characters.';

COMMENT ON FUNCTION "private"."rep_data"(text, integer) IS 'The account of the representative with an address in lower case, without hashes of secrets; null when there is none. Of each list the newest, at most so many; null for all. counts: how many there are, and of what they did for others.';

COMMENT ON FUNCTION "private"."retention_rules"() IS 'The one table of how long each kind of data is kept, in days. The job applies it, and the privacy page says the same: shared/src/contracts/backend/retention.ts.';

COMMENT ON FUNCTION "private"."stored_people"() IS 'Each address with a name that it stands with, and where: customer, contact request, code, representative.';

COMMENT ON FUNCTION "private"."text_pattern"(text) IS 'A regular expression that matches a text as it stands, with any spaces between its words.';

COMMENT ON FUNCTION "private"."texts_of_others"(text) IS 'Texts that somebody typed in what is stored about other people, if an address in lower case, or a full name that it stands with, may stand in them. is_prose: the name of a third person may stand in it; in the others only an address is out of place.';

COMMENT ON FUNCTION "private"."trail_of"(uuid, uuid, integer) IS 'What the trail holds of a customer, or of a representative''s own account, newest first, at most so many lines; null for all.';

COMMENT ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) IS 'Does for a manager with a code what change.action says: export, correct, withdraw_consent, erase; see the procedures private.apply_person_… for what each takes and answers. All others: {outcome: unauthenticated | forbidden}.';

COMMENT ON FUNCTION "public"."correct_person"(jsonb, jsonb, jsonb) IS 'Corrects the texts of a customer or a contact request, {kind: customer | contact_request, id}, for operators: see private.apply_person_correction.';

COMMENT ON FUNCTION "public"."erase_person"(text, boolean) IS 'Takes all of a person out, by address in any case: {outcome: erased, isCustomer, isRep, contactRequests, codes, redacted, mailsUnderWay} or {outcome: not_found | rep_is_enabled | rep_has_customers, customers}. Sales and their figures stay, and the trail keeps what happened, without from where. redacted: texts of other people out of which the address was taken, and the full name if wanted. mailsUnderWay: mails to the team that a sender may just be sending; none follows. A representative must be disabled and without customers.';

COMMENT ON FUNCTION "public"."export_person"(text) IS 'All that is stored about one address, in any case: {email, exported_at, customer, representative, contact_requests, codes}; null when nothing is. Never a secret or a hash of one. For operators; the trail notes it.';

COMMENT ON FUNCTION "public"."get_person"(text) IS 'What is stored about one address, in any case, and where others mention it: {person, mentions, now}; null when nothing is. Of each list the newest 50. To look at; a file is made by public.export_person, which the trail notes.';

COMMENT ON FUNCTION "public"."get_retention"() IS 'How long each kind of data is kept, and what the last run of the job removed: {rules: [{kind, kept_days}], last_run: {occurred_at, removed: {kind: count}}, now}. last_run: null before the first. A kind that an older run did not know is missing in removed.';

COMMENT ON FUNCTION "public"."read_people"(uuid, jsonb) IS 'Answers a manager with a code: {action: find, search} with {outcome: found, people}, {action: open, email} with {outcome: opened, person, mentions, now} or {outcome: not_found}, {action: retention} with {outcome: told, retention}. All others: {outcome: unauthenticated | forbidden}. Of each list of a person the newest 50.';

COMMENT ON FUNCTION "public"."run_retention"(boolean) IS 'Removes what has been kept for long enough and says what: [{kind, kept_days, removed}], of every kind, which the trail notes. A dry run removes nothing, is not noted, and says what a run would remove now.';

COMMENT ON FUNCTION "public"."withdraw_consent"(text) IS 'Notes that a person no longer agrees to being contacted, on all their contact requests, and says on how many. What they had agreed to, and when, stays as evidence.';

REVOKE ALL ON FUNCTION "private"."address_pattern"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."address_pattern"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."address_pattern"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."address_pattern"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."attempt_counts_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."attempt_counts_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."attempt_counts_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."attempt_counts_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."attempt_counts_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."codes_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."codes_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."codes_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."codes_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."codes_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."customer_data"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."customer_data"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_data"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_data"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."manager_refusal"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."manager_refusal"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."manager_refusal"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."manager_refusal"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mention_patterns"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mention_patterns"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mention_patterns"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mention_patterns"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mentions_of"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mentions_of"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mentions_of"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mentions_of"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."name_pattern"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_pattern"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_pattern"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_pattern"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."person_data"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."person_data"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_data"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_data"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."person_email"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."person_email"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_email"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_email"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."person_texts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."person_texts"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_texts"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_texts"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."redact_mentions"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."redact_mentions"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."redact_mentions"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."redact_mentions"(text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."redacted"(text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."redacted"(text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."redacted"(text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."redacted"(text, text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rep_data"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rep_data"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_data"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_data"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."retention_rules"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."retention_rules"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."retention_rules"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."retention_rules"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."stored_people"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stored_people"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stored_people"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stored_people"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."text_pattern"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_pattern"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_pattern"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_pattern"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."texts_of_others"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."texts_of_others"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."texts_of_others"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."texts_of_others"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."trail_of"(uuid, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."trail_of"(uuid, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."trail_of"(uuid, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."trail_of"(uuid, uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."correct_person"(jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."correct_person"(jsonb, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_person"(jsonb, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_person"(jsonb, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."erase_person"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."erase_person"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_person"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_person"(text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_person"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_person"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_person"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_person"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_retention"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_retention"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_retention"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_retention"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_people"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."read_people"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_people"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_people"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_consent"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."withdraw_consent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_consent"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_consent"(text) TO "service_role";

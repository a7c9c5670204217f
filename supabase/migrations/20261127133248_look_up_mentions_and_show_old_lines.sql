-- Purpose:  look up mentions and show old lines.

set local check_function_bodies = off;

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
  idle uuid[];
begin
  -- Codes before customers before requests, each by id: the order in which everyone locks them. Each statement below
  -- looks again: a customer whose first sale was just being imported is no longer idle once the import has ended.
  perform v.id from private.verification_codes v where v.expires_at < (ends ->> 'codes')::timestamptz
  order by v.id for update;
  idle := array(
    select l.id from public.qualified_leads l
    where greatest(l.token_expires_at, l.link_issued_at, l.created_at) < (ends ->> 'idle_customers')::timestamptz
      and private.is_without_sale(l.id)
    order by l.id for update
  );
  perform s.id from public.contact_submissions s
  where s.created_at < (ends ->> 'contact_requests')::timestamptz
    or (s.quarantined_at is not null and s.created_at < (ends ->> 'quarantined_requests')::timestamptz)
  order by s.id for update;
  delete from public.contact_submissions
  where quarantined_at is not null and created_at < (ends ->> 'quarantined_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('quarantined_requests', deleted);

  delete from public.contact_submissions where created_at < (ends ->> 'contact_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('contact_requests', deleted);

  delete from public.qualified_leads l
  where l.id = any (idle) and private.is_without_sale(l.id);
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('idle_customers', deleted);

  with of_customers as (
    delete from private.verification_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  ), of_managers as (
    delete from private.manager_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  )
  select (select count(*) from of_customers) + (select count(*) from of_managers) into deleted;
  removed := removed || jsonb_build_object('codes', deleted);

  -- The period starts at sign-in, as the privacy page says. A session that is still live then keeps its row, without
  -- traces.
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

  delete from public.audit_events where occurred_at < (ends ->> 'audit_trail')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('audit_trail', deleted);

  -- Each counter ends with its window, and no window is longer than a day.
  delete from private.rate_limit_counters where window_ends_at < now() - interval '1 minute';
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('attempt_counts', deleted);

  delete from private.site_events where occurred_at < (ends ->> 'site_events')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_events', deleted);

  delete from private.site_counts where day < ((ends ->> 'site_counts')::timestamptz at time zone 'utc')::date;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_counts', deleted);

  return (
    select jsonb_agg(jsonb_build_object(
      'kind', r.kind, 'kept_days', r.kept_days, 'removed', (removed -> r.kind)::integer
    ))
    from private.retention_rules() r
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_for_erasure(email_param text, rep_id_param uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address text := private.address_pattern(email_param);
  requests uuid[] := array(select private.requests_mentioning(email_param));
begin
  perform v.id from private.verification_codes v
  where v.email = email_param or v.sales_rep_id = rep_id_param or private.has_address(v.name || ' ' || v.company, address)
  order by v.id for update;
  perform l.id from public.qualified_leads l
  -- One look-up in an index for each reason: together they would read the words of every customer.
  where l.id in (
    select c.id from public.qualified_leads c where c.email = email_param
    union
    select c.id from public.qualified_leads c
    where private.words(c.name || ' ' || c.company) @> (select private.address_words(email_param))
    union
    select n.qualified_lead_id from private.customer_notes n where n.sales_rep_id = rep_id_param
    union
    select n.qualified_lead_id from private.notes_mentioning(email_param) n
  )
  order by l.id for update;
  perform s.id from public.contact_submissions s
  where s.email = email_param or s.assigned_to = rep_id_param or s.id = any (requests)
  order by s.id for update;
end
$function$;

CREATE OR REPLACE FUNCTION private.notes_mentioning(email_param text)
 RETURNS SETOF private.customer_notes
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct n.*
  from private.mention_words(email_param) as w join private.customer_notes n on private.words(n.note) @> w
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
    from private.notes_mentioning(email_param) t join public.qualified_leads l on l.id = t.qualified_lead_id
    where l.email <> email_param
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
    ('phone', s.phone, true), ('job_title', s.job_title, true), ('job_role', s.job_role, true),
    ('message', s.message, true), ('source', s.source, true), ('tier', s.tier, true),
    ('referrer', s.referrer, true), ('utm', private.utm_text(s.utm), true), ('staff_note', s.staff_note, true)
  ) as t (field, content, is_prose)
  where s.email <> email_param and s.id in (select private.requests_mentioning(email_param))
  union all
  select 'customer_note', n.qualified_lead_id, l.email, l.name, 'note', n.note, true
  from private.notes_mentioning(email_param) n join public.qualified_leads l on l.id = n.qualified_lead_id
  where l.email <> email_param
  union all
  select 'customer', l.id, l.email, l.name, t.field, t.content, false
  from public.qualified_leads l
  cross join lateral (values ('name', l.name), ('company', l.company)) as t (field, content)
  -- A name of this person would be a name of the other one too, so only the address counts.
  where l.email <> email_param
    and private.words(l.name || ' ' || l.company) @> (select private.address_words(email_param))
  union all
  select 'code', v.id, v.email, v.name, t.field, t.content, false
  from private.verification_codes v
  cross join lateral (values ('name', v.name), ('company', v.company)) as t (field, content)
  where v.email <> email_param
  union all
  -- One entry for each account, however often its address changed.
  select distinct 'representative', r.id, r.email, r.name, 'earlier_address', email_param, false
  from public.audit_events e
  join public.sales_representatives r on r.id = e.sales_rep_id
  where e.event in ('rep_added', 'rep_edited') and r.email <> email_param
    and email_param in (private.mailbox(e.detail #>> '{before,email}'), private.mailbox(e.detail #>> '{after,email}'))
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
    with lines as not materialized (
      select a.id, a.line_number, a.occurred_at, a.event, a.sales_rep_id, a.detail,
        a.event = any (private.customers_own_events()) as is_own
      from public.audit_events a
      where a.qualified_lead_id = lead_id and a.event in (
        'code_sent', 'code_failed', 'link_issued', 'link_opened', 'link_extended', 'link_revoked', 'link_expired',
        'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out', 'contact_request_received'
      )
    ), own as (
      select n.*, row_number() over (order by n.line_number desc) as nth, row_number() over (
        partition by n.event, (n.occurred_at at time zone 'UTC')::date order by n.line_number desc
      ) as nth_of_day
      from (select * from lines l where l.is_own order by l.line_number desc limit 1001) n
    )
    select jsonb_build_object(
      'lines', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', t.id,
            'occurred_at', t.occurred_at,
            'event', t.event,
            'by', case
              when t.event = 'link_expired' then 'system'
              when t.is_own then 'customer'
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
      'has_more', coalesce(bool_or(t.place > 100), false) or exists (select from own o where o.nth > 1000)
    )
    from (
      select e.*, row_number() over (order by e.line_number desc) as place
      from (
        -- What the customer repeats must not hide what happened before.
        select o.* from own o where o.nth <= 1000 and o.nth_of_day <= 5
        union all
        select l.*, null, null from lines l where not l.is_own
      ) e
      order by e.line_number desc
      limit 101
    ) t
  );
end
$function$;

COMMENT ON FUNCTION "private"."notes_mentioning"(text) IS 'Notes that may contain a mailbox or its full names. Each list of words is looked up in the index.';

COMMENT ON FUNCTION "public"."get_customer_timeline"(uuid) IS 'The trail of a customer that the caller qualified, newest first, at most 100 lines: {lines, has_more}. Of each thing that the customer did, a day shows the last 5, and only the newest 1,000 count. has_more: older lines are not shown. by: you, customer, colleague (who had the customer before), operator or system. The answer contains no IP address, browser, session or code. Any other id is not found (404).';

REVOKE ALL ON FUNCTION "private"."notes_mentioning"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notes_mentioning"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."notes_mentioning"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."notes_mentioning"(text) TO "service_role";

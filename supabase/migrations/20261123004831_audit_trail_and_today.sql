-- Purpose:  audit trail and today.

grant create on schema public to api_reader;

set local check_function_bodies = off;

DROP POLICY "audit_events_select_rep" ON "public"."audit_events";

DROP POLICY "product_prices_select_live_session" ON "public"."product_prices";

DROP POLICY "qualified_leads_select_rep_or_self" ON "public"."qualified_leads";

DROP INDEX "public"."audit_events_event_idx";

DROP INDEX "public"."audit_events_occurred_at_idx";

DROP INDEX "public"."audit_events_sales_rep_id_idx";

DROP FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer);

ALTER TABLE "public"."audit_events" ADD COLUMN "manager_id" uuid GENERATED ALWAYS AS (((detail ->> 'managerId'::text))::uuid) STORED;

CREATE OR REPLACE FUNCTION private.audit_line_numbers(person_ids uuid[], event_param text, from_param timestamp with time zone, to_param timestamp with time zone, before_at timestamp with time zone, before_line_number bigint, row_limit integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if person_ids is null then
    return array(
      select e.line_number from public.audit_events e
      where (event_param is null or e.event = event_param)
        and (from_param is null or e.occurred_at >= from_param)
        and (to_param is null or e.occurred_at < to_param)
        and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
      order by e.occurred_at desc, e.line_number desc
      limit row_limit
    );
  end if;
  -- A person did it, it was done to them, or they let it be done as a manager: an index has each of these in order.
  return array(
    select l.line_number
    from (
      select r.* from unnest(person_ids) as p (id) cross join lateral (
        select e.occurred_at, e.line_number from public.audit_events e
        where e.sales_rep_id = p.id
          and (event_param is null or e.event = event_param)
          and (from_param is null or e.occurred_at >= from_param)
          and (to_param is null or e.occurred_at < to_param)
          and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
        order by e.occurred_at desc, e.line_number desc
        limit row_limit
      ) r
      union
      select m.* from unnest(person_ids) as p (id) cross join lateral (
        select e.occurred_at, e.line_number from public.audit_events e
        where e.manager_id = p.id
          and (event_param is null or e.event = event_param)
          and (from_param is null or e.occurred_at >= from_param)
          and (to_param is null or e.occurred_at < to_param)
          and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
        order by e.occurred_at desc, e.line_number desc
        limit row_limit
      ) m
      union
      select e.occurred_at, e.line_number from public.audit_events e
      where e.qualified_lead_id = any (person_ids)
        and (event_param is null or e.event = event_param)
        and (from_param is null or e.occurred_at >= from_param)
        and (to_param is null or e.occurred_at < to_param)
        and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
    ) l
    order by l.occurred_at desc, l.line_number desc
    limit row_limit
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_lines(line_numbers bigint[])
 RETURNS TABLE(line_number bigint, occurred_at timestamp with time zone, event text, rep_id uuid, rep_name text, rep_email text, customer_id uuid, customer_name text, customer_email text, manager_name text, ip_address text, user_agent text, detail jsonb, names jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.line_number, e.occurred_at, e.event, r.id, r.name, r.email, l.id, l.name, l.email, m.name, e.ip_address,
    e.user_agent, e.detail,
    coalesce((
      select jsonb_object_agg(n.id, n.name) from public.sales_representatives n
      where n.id in (
        select (v #>> '{}')::uuid from jsonb_path_query(
          e.detail,
          '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")'
        ) v
      )
    ), '{}')
  from unnest(line_numbers) with ordinality as i (line_number, place)
  join public.audit_events e on e.line_number = i.line_number
  left join public.sales_representatives r on r.id = e.sales_rep_id
  left join public.qualified_leads l on l.id = e.qualified_lead_id
  left join public.sales_representatives m on m.id = e.manager_id
  order by i.place
$function$;

CREATE OR REPLACE FUNCTION private.contact_mail_late_after()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '10 minutes'
$function$;

CREATE OR REPLACE FUNCTION private.contact_request_campaigns()
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive found as (
    (
      select s.campaign as value from public.contact_submissions s where s.campaign > '' order by s.campaign limit 1
    )
    union all
    select (
      select s.campaign from public.contact_submissions s where s.campaign > f.value order by s.campaign limit 1
    )
    from found f where f.value is not null
  )
  select array(select f.value from found f where f.value is not null limit 200)
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
    'request_id', 'unsent'
  ]);
  if asked_direction not in ('asc', 'desc') then
    raise exception 'unknown direction: "%"', left(asked_direction, 50) using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(jsonb_typeof(asked -> 'quarantined'), 'null') not in ('null', 'boolean') then
    raise exception 'quarantined is neither true nor false' using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(jsonb_typeof(asked -> 'unsent'), 'null') not in ('null', 'boolean') then
    raise exception 'unsent is neither true nor false' using errcode = 'invalid_parameter_value';
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
      where %3$s %4$s
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
    end,
    case when (asked -> 'unsent')::text = 'true'
      then 'and s.notified_at is null and s.created_at < now() - private.contact_mail_late_after()' end
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

CREATE OR REPLACE FUNCTION private.contact_request_sources()
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- From one value to the next larger one by the index, instead of reading every request.
  with recursive found as (
    (select s.source as value from public.contact_submissions s order by s.source limit 1)
    union all
    select (
      select s.source from public.contact_submissions s where s.source > f.value order by s.source limit 1
    )
    from found f where f.value is not null
  )
  select array(select f.value from found f where f.value is not null limit 200)
$function$;

CREATE OR REPLACE FUNCTION private.end_of_today()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select ((now() at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC'
$function$;

CREATE OR REPLACE FUNCTION private.operations_today()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'new_requests', private.todays_requests(),
    'links_ending', (
      select jsonb_build_object('count', count(*), 'first_ends_at', min(l.token_expires_at))
      from public.qualified_leads l
      where l.revoked_at is null and l.is_active and l.token_expires_at > now()
        and l.token_expires_at <= private.end_of_today()
    ),
    'quarantined', (
      select jsonb_build_object('count', count(*), 'oldest_at', min(s.created_at))
      from public.contact_submissions s where s.quarantined_at is not null
    ),
    'failed_mails', (
      select jsonb_build_object('count', count(*), 'oldest_at', min(s.created_at))
      from public.contact_submissions s
      where s.quarantined_at is null and s.notified_at is null
        and s.created_at < now() - private.contact_mail_late_after()
    ),
    'price_changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object('plan', c.name, 'valid_from', c.valid_from) order by c.valid_from, c.position
      ), '[]')
      from (
        select p.name, p.position, v.valid_from
        from public.product_prices v join public.products p on p.id = v.product_id
        where v.valid_from > now() and v.valid_from <= now() + interval '7 days'
        order by v.valid_from, p.position limit 50
      ) c
    ),
    'release_failures', private.todays_release_failures(),
    'day', (now() at time zone 'UTC')::date,
    'now', now()
  )
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
  -- Generated after this trigger, from what it has compared.
  forgotten.manager_id := new.manager_id;
  if new is distinct from forgotten then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.todays_release_failures()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with newest as materialized (
    select e.occurred_at, e.versions from private.site_events e
    where e.metric = 'TTFB' and e.occurred_at > now() - interval '1 day'
    order by e.occurred_at desc
    limit 200
  ),
  live as (
    select distinct v.key as application, v.value as version
    from newest n cross join lateral jsonb_each_text(n.versions) v
    where n.occurred_at > (select max(m.occurred_at) from newest m) - interval '1 hour'
  ),
  told as (
    select coalesce(e.remote, e.application) as application,
      coalesce(e.remote_version, e.application_version) as version, e.kind, e.occurred_at
    from private.site_events e
    where e.kind <> 'web-vital' and e.occurred_at > now() - interval '1 day'
  ),
  summed as (
    select t.application, t.version,
      count(*) filter (where t.kind = 'remote-failure') as failures,
      count(*) filter (where t.kind = 'page-error') as errors,
      max(t.occurred_at) as last_seen_at
    from told t join live v on v.application = t.application and v.version = t.version
    group by t.application, t.version
  )
  select coalesce(jsonb_agg(to_jsonb(s) order by s.failures + s.errors desc, s.application, s.version), '[]')
  from (select * from summed order by failures + errors desc, application, version limit 20) s
$function$;

CREATE OR REPLACE FUNCTION private.todays_requests()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with waiting as (
    select
      (now() at time zone 'UTC')::date - (s.created_at at time zone 'UTC')::date as days, s.created_at
    from public.contact_submissions s
    where s.status = 'new' and s.quarantined_at is null
  )
  select jsonb_build_object(
    'today', count(*) filter (where w.days <= 0),
    'recent', count(*) filter (where w.days between 1 and 2),
    'older', count(*) filter (where w.days > 2),
    'oldest_at', min(w.created_at)
  )
  from waiting w
$function$;

CREATE OR REPLACE FUNCTION public.find_audit_events(event_param text, email_param text, from_param timestamp with time zone, to_param timestamp with time zone, before_line_number_param bigint, limit_param integer)
 RETURNS TABLE(line_number bigint, occurred_at timestamp with time zone, event text, rep_id uuid, rep_name text, rep_email text, customer_id uuid, customer_name text, customer_email text, manager_name text, ip_address text, user_agent text, detail jsonb, names jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  email_sought text := lower(btrim(email_param));
  before_at timestamptz;
  person_ids uuid[];
begin
  perform private.refuse_over('the address', char_length(email_param), 320);
  perform private.refuse_over('the event', char_length(event_param), 100);
  select e.occurred_at into before_at from public.audit_events e where e.line_number = before_line_number_param;
  if email_param is not null then
    person_ids := array(
      select r.id from public.sales_representatives r where r.email = email_sought
      union all
      select l.id from public.qualified_leads l where l.email = email_sought
    );
  end if;
  return query select * from private.audit_lines(private.audit_line_numbers(
    person_ids, event_param, from_param, to_param, before_at, before_line_number_param,
    least(greatest(coalesce(limit_param, 100), 1), 1000)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.find_operations_today()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.operations_today()
$function$;

CREATE OR REPLACE FUNCTION public.get_audit_events(page_size integer DEFAULT 25, before_line_number bigint DEFAULT NULL::bigint)
 RETURNS TABLE(line_number bigint, id uuid, occurred_at timestamp with time zone, event text, qualified_lead_id uuid, ip_address text, user_agent text, detail jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select e.line_number, e.id, e.occurred_at, e.event, e.qualified_lead_id, e.ip_address, e.user_agent, e.detail
  from public.audit_events e
  where (before_line_number is null or e.line_number < before_line_number)
    -- A manager may read more lines, but not by this procedure.
    and (
      e.qualified_lead_id in (
        select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
      )
      or (e.qualified_lead_id is null and e.sales_rep_id = (select private.current_rep_id()))
    )
  order by e.line_number desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
$function$;

CREATE OR REPLACE FUNCTION public.get_audit_people(search text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  term text;
begin
  perform private.require_manager();
  perform private.refuse_over('the search', char_length(search), 200);
  term := private.search_term(jsonb_build_object('search', search));
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'email', p.email) order by p.kind desc, p.email
      ),
      '[]'
    )
    from (
      (
        select r.id, 'representative' as kind, r.name, r.email from public.sales_representatives r
        where strpos(lower(r.name || e'\n' || r.email), term) > 0
        order by r.email limit 10
      )
      union all
      (
        select l.id, 'customer', l.name, l.email from public.qualified_leads l
        where strpos(lower(l.name || e'\n' || l.email), term) > 0
        order by l.email limit 10
      )
    ) p
  );
end
$function$;

ALTER FUNCTION "public"."get_audit_people"(text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_audit_trail(filter jsonb DEFAULT '{}'::jsonb, page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb := coalesce(filter, '{}');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  person_id uuid;
  first_day date;
  last_day date;
  event text;
  place jsonb;
  numbers bigint[];
begin
  perform private.require_manager();
  perform private.refuse_unknown_fields(asked, array['person', 'event', 'from', 'to']);
  person_id := private.filter_id(asked, 'person');
  event := private.filter_text(asked, 'event', 100);
  first_day := private.filter_day(asked, 'from');
  last_day := private.filter_day(asked, 'to');
  place := private.read_cursor(after, 'trail', 'bigint');
  numbers := private.audit_line_numbers(
    case when person_id is not null then array[person_id] end, event,
    first_day::timestamp at time zone 'UTC', (last_day + 1)::timestamp at time zone 'UTC',
    (place ->> 'issued_at')::timestamptz, (place ->> 'key')::bigint, row_limit + 1
  );
  return jsonb_build_object(
    'rows', coalesce((select jsonb_agg(to_jsonb(t)) from private.audit_lines(numbers[:row_limit]) t), '[]'),
    'has_more', cardinality(numbers) > row_limit,
    'next_after', case when cardinality(numbers) > row_limit then (
      select private.write_cursor(
        jsonb_build_object('order', 'trail', 'key', e.line_number, 'issued_at', e.occurred_at)
      )
      from public.audit_events e where e.line_number = numbers[row_limit]
    ) end,
    'person', case when person_id is not null then (
      select jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'email', p.email)
      from (
        select r.id, 'representative' as kind, r.name, r.email
        from public.sales_representatives r where r.id = person_id
        union all
        select l.id, 'customer', l.name, l.email from public.qualified_leads l where l.id = person_id
      ) p
    ) end,
    'now', now()
  );
end
$function$;

ALTER FUNCTION "public"."get_audit_trail"(jsonb, integer, text) OWNER TO "api_reader";

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
      'sources', private.contact_request_sources(),
      'campaigns', private.contact_request_campaigns(),
      'pages', coalesce(
        (select jsonb_agg(v.value order by v.value) from (
          select distinct s.referrer as value from public.contact_submissions s where s.referrer <> '' order by 1 limit 200
        ) v), '[]'
      )
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_lead_by_id(lead_id_param uuid)
 RETURNS TABLE(id uuid, email text, name text, company text, qualified_by uuid, token_expires_at timestamp with time zone, has_accessed boolean, accessed_at timestamp with time zone, is_active boolean, rep_name text, rep_email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at,
    l.has_accessed, l.accessed_at, l.is_active, r.name, r.email
  from public.qualified_leads l
  join public.sales_representatives r on r.id = l.qualified_by
  where l.id = lead_id_param
    -- A manager may read more customers, but not by this procedure.
    and (
      l.qualified_by = (select private.current_rep_id()) or l.id = (select private.current_customer_id())
    )
$function$;

CREATE OR REPLACE FUNCTION public.get_links_ending_today(page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  place jsonb;
  ids uuid[];
begin
  perform private.require_manager();
  place := private.read_cursor(after, 'links ending', 'timestamptz');
  ids := array(
    select l.id from public.qualified_leads l
    where l.revoked_at is null and l.is_active and l.token_expires_at > now()
      and l.token_expires_at <= private.end_of_today()
      and (place is null or (l.token_expires_at, l.id) > ((place ->> 'key')::timestamptz, (place ->> 'id')::uuid))
    order by l.token_expires_at, l.id
    limit row_limit + 1
  );
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'customer_id', l.id, 'name', l.name, 'email', l.email, 'company', l.company,
          'rep_name', r.name, 'ends_at', l.token_expires_at, 'was_opened', l.has_accessed
        ) order by l.token_expires_at, l.id
      )
      from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
      where l.id = any (ids[:row_limit])
    ), '[]'),
    'has_more', cardinality(ids) > row_limit,
    'next_after', case when cardinality(ids) > row_limit then (
      select private.write_cursor(jsonb_build_object('order', 'links ending', 'key', l.token_expires_at, 'id', l.id))
      from public.qualified_leads l where l.id = ids[row_limit]
    ) end,
    'now', now()
  );
end
$function$;

ALTER FUNCTION "public"."get_links_ending_today"(integer, text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_operations_today()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return private.operations_today();
end
$function$;

ALTER FUNCTION "public"."get_operations_today"() OWNER TO "api_reader";

CREATE INDEX site_events_failures_idx ON private.site_events USING btree (occurred_at) WHERE (kind <> 'web-vital'::text);

CREATE INDEX site_events_page_loads_idx ON private.site_events USING btree (occurred_at DESC) WHERE (metric = 'TTFB'::text);

CREATE INDEX audit_events_event_idx ON public.audit_events USING btree (event, occurred_at DESC, line_number DESC);

CREATE INDEX audit_events_manager_id_idx ON public.audit_events USING btree (manager_id, occurred_at DESC, line_number DESC) WHERE (manager_id IS NOT NULL);

CREATE INDEX audit_events_occurred_at_idx ON public.audit_events USING btree (occurred_at DESC, line_number DESC);

CREATE INDEX audit_events_sales_rep_id_idx ON public.audit_events USING btree (sales_rep_id, occurred_at DESC, line_number DESC);

CREATE INDEX contact_submissions_campaign_idx ON public.contact_submissions USING btree (campaign, created_at DESC, id DESC) WHERE (campaign IS NOT NULL);

CREATE INDEX contact_submissions_source_idx ON public.contact_submissions USING btree (source, created_at DESC, id DESC);

CREATE INDEX contact_submissions_unsent_idx ON public.contact_submissions USING btree (created_at DESC, id DESC) WHERE ((quarantined_at IS NULL) AND (notified_at IS NULL));

CREATE INDEX qualified_leads_link_end_idx ON public.qualified_leads USING btree (token_expires_at, id) WHERE ((revoked_at IS NULL) AND is_active);

CREATE POLICY "site_events_select_manager" ON "private"."site_events" FOR SELECT TO "api_reader" USING ((( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL));

CREATE POLICY "audit_events_select_rep_or_manager" ON "public"."audit_events" FOR SELECT TO "api_reader" USING (((( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL) OR (qualified_lead_id IN ( SELECT l.id
   FROM public.qualified_leads l
  WHERE (l.qualified_by = ( SELECT private.current_rep_id() AS current_rep_id)))) OR ((qualified_lead_id IS NULL) AND (sales_rep_id = ( SELECT private.current_rep_id() AS current_rep_id)))));

CREATE POLICY "product_prices_select_live_session_or_manager" ON "public"."product_prices" FOR SELECT TO "api_reader" USING (((( SELECT private.may_see_prices() AS may_see_prices) AND (valid_from <= now())) OR (( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL)));

CREATE POLICY "qualified_leads_select_rep_self_or_manager" ON "public"."qualified_leads" FOR SELECT TO "api_reader" USING (((qualified_by = ( SELECT private.current_rep_id() AS current_rep_id)) OR (id = ( SELECT private.current_customer_id() AS current_customer_id)) OR (( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL)));

COMMENT ON COLUMN "public"."audit_events"."manager_id" IS 'Manager who did it, from detail: see private.done_by(). Null: somebody else.';

COMMENT ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) IS 'Numbers of the newest lines of the trail that the caller may read and that match: of one of some people, of one event, from an instant on, before another, older than a line. Null asks for all.';

COMMENT ON FUNCTION "private"."audit_lines"(bigint[]) IS 'Lines of the trail in the order of their numbers, of those that the caller may read. Names are null where the person is erased. names: of the representatives whose ids are in detail, by id.';

COMMENT ON FUNCTION "private"."contact_mail_late_after"() IS 'How long after a contact request arrived the team''s mail about it counts as failed when it was not sent.';

COMMENT ON FUNCTION "private"."contact_request_campaigns"() IS 'Campaigns of the contact requests that the caller may read, by alphabet, at most 200.';

COMMENT ON FUNCTION "private"."contact_request_sources"() IS 'Sources of the contact requests that the caller may read, by alphabet, at most 200.';

COMMENT ON FUNCTION "private"."end_of_today"() IS 'When the day of UTC ends.';

COMMENT ON FUNCTION "private"."operations_today"() IS 'See public.get_operations_today().';

COMMENT ON FUNCTION "private"."todays_release_failures"() IS 'Failed loads and errors of the last day, of live versions: [{application, version, failures, errors, last_seen_at}], at most 20. Live: a page was loaded with the version in the hour before the newest page load.';

COMMENT ON FUNCTION "private"."todays_requests"() IS 'New contact requests by their age in days of UTC: {today, recent, older, oldest_at}. recent: of the two days before today.';

COMMENT ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) IS 'The trail for operators, newest first, 1 to 1,000 lines: of one event, of the representative or customer with an address, from an instant on, before another. Null asks for all. Pass line_number of the last line for the next. Names are null where the person is erased.';

COMMENT ON FUNCTION "public"."find_operations_today"() IS 'The same as public.get_operations_today(), for operators.';

COMMENT ON FUNCTION "public"."get_audit_people"(text) IS 'Representatives and customers whose name or address contains a text of at most 200 characters, in any case: [{id, kind, name, email}], the first 10 of each by address; none for an empty text. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) IS 'One page of the whole trail, of lines that match a filter {person, event, from, to}, the newest first: {rows, has_more, next_after, person, now}. filter.person: id of a representative or customer who did it or to whom it was done. from, to: days of UTC. person: {id, kind, name, email} of the filter''s; null when erased or none. 1 to 1000 rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_contact_requests"(jsonb, text, integer, text) IS 'One page of the contact requests that match a filter {statuses, assigned, search, source, project_type, campaign, page, from, to, quarantined, request_id, unsent}, by when they were sent, the newest first unless direction is asc: {rows, has_more, next_after, counts, now}. Those in quarantine only when quarantined is true, or by request_id. unsent: of true, those about which the team''s mail failed. counts: of all requests, whatever the filter. 1 to 1000 rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_links_ending_today"(integer, text) IS 'One page of the access links that end by themselves until the day of UTC is over, the next to end first: {rows, has_more, next_after, now}. 1 to 1000 rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_operations_today"() IS 'What waits for somebody: {new_requests: {today, recent, older, oldest_at}, links_ending: {count, first_ends_at}, quarantined: {count, oldest_at}, failed_mails: {count, oldest_at}, price_changes: [{plan, valid_from}] of the next 7 days, release_failures: [{application, version, failures, errors, last_seen_at}] of live versions in the last day, day, now}. Days are of UTC. For managers who gave their code: 403 for all others.';

COMMENT ON TABLE "public"."product_prices" IS 'Prices of the plans, with their history and what is to come. In force is the youngest that has begun. A live representative or customer reads what has begun, a manager all.';

REVOKE ALL ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."audit_lines"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_lines"(bigint[]) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."audit_lines"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_lines"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_lines"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_mail_late_after"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_mail_late_after"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_mail_late_after"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_mail_late_after"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_mail_late_after"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_request_campaigns"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_request_campaigns"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_request_campaigns"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_campaigns"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."contact_request_sources"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_request_sources"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_request_sources"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_sources"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_of_today"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_of_today"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."end_of_today"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_of_today"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_of_today"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."operations_today"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."operations_today"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."operations_today"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."operations_today"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."operations_today"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."todays_release_failures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."todays_release_failures"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."todays_release_failures"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_release_failures"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_release_failures"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."todays_requests"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."todays_requests"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."todays_requests"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_requests"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_requests"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_operations_today"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_operations_today"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_operations_today"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_operations_today"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_audit_people"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_audit_people"(text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_audit_people"(text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_audit_people"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_links_ending_today"(integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_links_ending_today"(integer, text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_links_ending_today"(integer, text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_links_ending_today"(integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_operations_today"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_operations_today"() FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_operations_today"() TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_operations_today"() TO "authenticated";

REVOKE ALL ("application_version") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("application_version") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("application") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("application") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("kind") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("kind") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("metric") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("metric") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("occurred_at") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("occurred_at") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("recovered") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("recovered") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("remote_version") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("remote_version") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("remote") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("remote") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("versions") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("versions") ON TABLE "private"."site_events" TO "api_reader";

revoke create on schema public from api_reader;

-- Purpose: open contact requests and the days of Today each stand in one place.

set local check_function_bodies = off;

ALTER TABLE "public"."contact_submissions" ADD COLUMN "is_open" boolean GENERATED ALWAYS AS ((status = ANY (ARRAY['new'::text, 'in_progress'::text]))) STORED NOT NULL;

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
  return private.done_handover(done);
end
$function$;

CREATE OR REPLACE FUNCTION private.handover_choice_rows(sales_rep_id_param uuid, term_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'customers', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'company', c.company))
      from (
        select l.id, l.name, l.email, l.company from public.qualified_leads l
        where l.qualified_by = sales_rep_id_param
          and (term_param is null or strpos(lower(l.name || chr(10) || l.email || chr(10) || l.company), term_param) > 0)
        order by lower(coalesce(nullif(l.name, ''), l.email)), l.id
        limit 100
      ) c
    ), '[]'),
    'requests', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'company', c.company))
      from (
        select s.id, concat_ws(' ', s.first_name, nullif(s.last_name, '')) as name, s.email, s.company
        from public.contact_submissions s
        where s.assigned_to = sales_rep_id_param and s.is_open
          and (term_param is null or strpos(s.search_text, term_param) > 0)
        order by s.created_at desc, s.id
        limit 100
      ) c
    ), '[]'),
    'customer_count', (select count(*) from public.qualified_leads l where l.qualified_by = sales_rep_id_param),
    'request_count', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = sales_rep_id_param and s.is_open
    )
  )
  where private.current_manager_until() is not null
$function$;

CREATE OR REPLACE FUNCTION private.missing_from(from_rep_id_param uuid, customer_ids_param uuid[], request_ids_param uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'id', m.id, 'name', m.name, 'with', m.rep)), '[]')
  from (
    select 'customer' as kind, c.id, coalesce(nullif(l.name, ''), l.email) as name, r.name as rep
    from unnest(customer_ids_param) as c (id)
    left join public.qualified_leads l on l.id = c.id
    left join public.sales_representatives r on r.id = l.qualified_by
    where l.qualified_by is distinct from from_rep_id_param
    union all
    select 'request', c.id, concat_ws(' ', s.first_name, s.last_name), r.name
    from unnest(request_ids_param) as c (id)
    left join public.contact_submissions s on s.id = c.id
    left join public.sales_representatives r on r.id = s.assigned_to
    where s.assigned_to is distinct from from_rep_id_param or not s.is_open
    limit 20
  ) m
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
    'undelivered_mails', private.todays_failed_mails(),
    'price_changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object('plan', c.name, 'valid_from', c.valid_from) order by c.valid_from, c.position
      ), '[]')
      from (
        select p.name, p.position, v.valid_from
        from public.product_prices v join public.products p on p.id = v.product_id
        where v.valid_from > now() and v.valid_from <= now() + make_interval(days => private.price_changes_soon_days())
        order by v.valid_from, p.position limit 50
      ) c
    ),
    'release_failures', private.todays_release_failures(),
    'recent_days', private.requests_recent_days(),
    'soon_days', private.price_changes_soon_days(),
    'day', (now() at time zone 'UTC')::date,
    'now', now()
  )
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
          to_jsonb(s) - array['notification_claimed_at', 'assigned_to', 'version', 'campaign', 'search_text', 'is_open']
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

CREATE OR REPLACE FUNCTION private.price_changes_soon_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 7
$function$;

CREATE OR REPLACE FUNCTION private.rep_rows(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', r.id, 'name', r.name, 'email', r.email, 'is_manager', r.is_manager, 'disabled_at', r.disabled_at,
      'erased_at', r.erased_at, 'created_at', r.created_at, 'sales_id_since', private.sales_id_since(r.id), 'customers', l.customers,
      'open_links', l.open_links, 'open_requests', q.requests, 'last_sign_in_at', s.last_at, 'live_sessions', s.live
    ) order by i.place
  ), '[]'::jsonb)
  from unnest(ids) with ordinality as i (id, place)
  join public.sales_representatives r on r.id = i.id
  cross join lateral (
    select count(*) as customers, count(*) filter (
      where l.access_token_hash is not null and l.token_expires_at > now() and l.is_active and l.revoked_at is null
    ) as open_links
    from public.qualified_leads l where l.qualified_by = r.id
  ) l
  cross join lateral (
    select count(*) as requests from public.contact_submissions q
    where q.assigned_to = r.id and q.is_open
  ) q
  cross join lateral (
    select max(s.created_at) as last_at,
      count(*) filter (where s.ended_at is null and s.expires_at > now() and r.disabled_at is null) as live
    from public.sales_sessions s where s.sales_rep_id = r.id
  ) s
$function$;

CREATE OR REPLACE FUNCTION private.requests_recent_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 2
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
    'recent', count(*) filter (where w.days between 1 and private.requests_recent_days()),
    'older', count(*) filter (where w.days > private.requests_recent_days()),
    'oldest_at', min(w.created_at)
  )
  from waiting w
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
        'status_changed_at', 'campaign', 'search_text', 'is_open'
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
    select s.id, s.created_at, s.is_open
    from public.contact_submissions s
    where s.assigned_to = rep_id and s.quarantined_at is null
      and (
        place is null or (s.is_open, s.created_at, s.id)
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
        'order', 'assigned requests', 'is_open', s.is_open, 'key', s.created_at, 'id', s.id
      ))
      from public.contact_submissions s where s.id = ids[row_limit]
    ) end,
    'open_count', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = rep_id and s.quarantined_at is null and s.is_open
    ),
    'now', now()
  );
end
$function$;

COMMENT ON COLUMN "public"."contact_submissions"."is_open" IS 'Whether work on it is left.';

COMMENT ON FUNCTION "private"."price_changes_soon_days"() IS 'Days ahead in which Today shows a change of a price.';

COMMENT ON FUNCTION "private"."requests_recent_days"() IS 'Days before today whose new contact requests count as recent. Older ones are urgent.';

COMMENT ON FUNCTION "private"."todays_requests"() IS 'New contact requests by age in UTC days: {today, recent, older, oldest_at}. recent: of the private.requests_recent_days() before today.';

COMMENT ON FUNCTION "public"."get_operations_today"() IS 'Work that waits for a person: {new_requests: {today, recent, older, oldest_at}, links_ending: {count, first_ends_at}, quarantined: {count, oldest_at}, failed_mails: {count, oldest_at}, undelivered_mails: [{mail, count, last_failed_at}] of today and yesterday, price_changes: [{plan, valid_from}] of the next soon_days, release_failures: [{application, version, failures, errors, last_seen_at}] of live versions in the last day, recent_days, soon_days, day, now}. new_requests.recent: of the recent_days before today. Days are UTC days. Only for managers who gave their code. Everyone else gets 403.';

REVOKE ALL ON FUNCTION "private"."price_changes_soon_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_changes_soon_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."price_changes_soon_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_changes_soon_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_changes_soon_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."requests_recent_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."requests_recent_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."requests_recent_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."requests_recent_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."requests_recent_days"() TO "service_role";

REVOKE ALL ("is_open") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("is_open") ON TABLE "public"."contact_submissions" TO "api_reader";

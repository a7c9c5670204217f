-- Purpose:  representatives and handovers.

grant create on schema public to api_reader;

set local check_function_bodies = off;

ALTER TABLE "private"."handovers" DROP CONSTRAINT "handovers_customer_ids_check";

ALTER TABLE "public"."sales_sessions" DROP CONSTRAINT "sales_sessions_end_reason_check";

DROP FUNCTION "public"."add_rep"(text, text, text, boolean);

DROP FUNCTION "public"."disable_rep"(uuid);

DROP FUNCTION "public"."edit_rep"(uuid, text, text);

DROP FUNCTION "public"."enable_rep"(uuid, text);

DROP FUNCTION "public"."end_rep_sessions"(uuid);

DROP FUNCTION "public"."hand_over_customers"(uuid, uuid, text[]);

DROP FUNCTION "public"."rotate_rep_credential"(uuid, text);

DROP FUNCTION "public"."set_rep_manager"(uuid, boolean);

DROP FUNCTION "public"."undo_handover"(uuid);

ALTER TABLE "private"."handovers" ADD COLUMN "request_ids" uuid[] NOT NULL DEFAULT '{}'::uuid[];

ALTER TABLE "private"."handovers" ADD COLUMN "request_versions" integer[] NOT NULL DEFAULT '{}'::integer[];

ALTER TABLE "private"."handovers" ADD COLUMN "done_by" uuid;

ALTER TABLE "private"."handovers" ADD COLUMN "kept" jsonb;

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
  -- The same request once more, as its answer was lost, finds its own work done.
  select h.* into done from private.handovers h
  where h.id = handover_id_param and h.from_rep_id = from_rep_id_param and h.to_rep_id = to_rep_id_param;
  if found then
    return jsonb_build_object(
      'outcome', 'handed_over', 'id', done.id, 'count', cardinality(done.customer_ids),
      'requests', cardinality(done.request_ids)
    );
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
    where s.assigned_to = from_rep_id_param and s.status in ('new', 'in_progress')
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
  return jsonb_build_object(
    'outcome', 'handed_over', 'id', done.id, 'count', cardinality(customers), 'requests', cardinality(requests)
  );
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
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'id', k.id, 'reason', k.reason)), '[]'),
    coalesce(array_agg(k.id), '{}')
  into handover.kept, kept_ids
  from (
    select 'customer' as kind, c.id, case
      when l.id is null then 'erased'
      when l.qualified_by <> handover.to_rep_id then 'handed_on'
      when l.link_issued_at > handover.created_at then 'new_link'
    end as reason
    from unnest(handover.customer_ids) as c (id) left join public.qualified_leads l on l.id = c.id
    union all
    select 'request', c.id, case
      when s.id is null then 'erased'
      when s.assigned_to is distinct from handover.to_rep_id then 'handed_on'
      when s.version <> c.version then 'worked_on'
    end
    from unnest(handover.request_ids, handover.request_versions) as c (id, version)
    left join public.contact_submissions s on s.id = c.id
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
  return private.undone_handover(handover);
end
$function$;

CREATE OR REPLACE FUNCTION private.edit_rep_by_manager(rep_id_param uuid, before_param jsonb, after_param jsonb, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored jsonb := private.rep_texts(rep_id_param);
  is_manager_wanted boolean := (after_param ->> 'isManager')::boolean;
begin
  -- The same request once more, as its answer was lost, finds its own work done.
  if stored = after_param then
    return jsonb_build_object('outcome', 'edited');
  end if;
  if stored <> before_param then
    return private.rep_conflict(rep_id_param);
  end if;
  if not is_manager_wanted and private.is_last_manager(rep_id_param) then
    return jsonb_build_object('outcome', 'last_manager');
  end if;
  if public.edit_rep(
    rep_id_param, after_param ->> 'name', after_param ->> 'email', manager_id_param, ip_address_param, user_agent_param
  ) = 'exists' then
    return jsonb_build_object('outcome', 'exists');
  end if;
  perform public.set_rep_manager(
    rep_id_param, is_manager_wanted, manager_id_param, ip_address_param, user_agent_param
  );
  return jsonb_build_object('outcome', 'edited');
end
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
  update public.audit_events set detail = detail - array['before', 'after']
  where sales_rep_id = rep_id_param and event in ('rep_added', 'rep_edited') and detail ?| array['before', 'after'];
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
        where s.assigned_to = sales_rep_id_param and s.status in ('new', 'in_progress')
          and (term_param is null or strpos(s.search_text, term_param) > 0)
        order by s.created_at desc, s.id
        limit 100
      ) c
    ), '[]'),
    'customer_count', (select count(*) from public.qualified_leads l where l.qualified_by = sales_rep_id_param),
    'request_count', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = sales_rep_id_param and s.status in ('new', 'in_progress')
    )
  )
  where private.current_manager_until() is not null
$function$;

CREATE OR REPLACE FUNCTION private.has_sales_id(sales_rep_id_param uuid, credential_hash_param text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from private.sales_rep_credentials c
    where c.sales_rep_id = sales_rep_id_param and c.credential_hash = credential_hash_param and c.revoked_at is null
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_last_manager(sales_rep_id_param uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Of two managers who would each lose the other at once, the second sees what the first did.
  perform private.lock_reps(array[sales_rep_id_param]);
  return sales_rep_id_param = all (array(
    select r.id from public.sales_representatives r where r.is_manager and r.disabled_at is null
  )) and exists (
    select from public.sales_representatives r
    where r.id = sales_rep_id_param and r.is_manager and r.disabled_at is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.last_rep_change(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('by', m.name, 'occurred_at', e.occurred_at)
  from public.audit_events e
  left join public.sales_representatives m on m.id::text = e.detail ->> 'managerId'
  where e.sales_rep_id = sales_rep_id_param and e.event in (
    'rep_added', 'rep_edited', 'rep_made_manager', 'rep_no_longer_manager', 'rep_disabled', 'rep_enabled',
    'sales_id_rotated'
  )
  order by e.line_number desc
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.lock_reps(sales_rep_ids_param uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- In one order, so that two changes at once queue instead of failing.
  select r.id from public.sales_representatives r
  where r.id = any (sales_rep_ids_param) or (r.is_manager and r.disabled_at is null)
  order by r.id for update
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
    where s.assigned_to is distinct from from_rep_id_param or s.status not in ('new', 'in_progress')
    limit 20
  ) m
$function$;

CREATE OR REPLACE FUNCTION private.note_handed_requests(request_ids_param uuid[], from_rep_id_param uuid, to_rep_id_param uuid, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.write_audit(
    'contact_request_changed', manager_id_param, null, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object(
      'requestId', s.id, 'version', s.version,
      'assignedTo', jsonb_build_object('before', from_rep_id_param, 'after', to_rep_id_param)
    )
  ) from public.contact_submissions s where s.id = any (request_ids_param)
$function$;

CREATE OR REPLACE FUNCTION private.recent_handovers()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', h.id, 'from', jsonb_build_object('id', f.id, 'name', f.name, 'disabled_at', f.disabled_at),
    'to', jsonb_build_object('id', t.id, 'name', t.name, 'disabled_at', t.disabled_at), 'by', m.name,
    'customers', cardinality(h.customer_ids), 'requests', cardinality(h.request_ids), 'created_at', h.created_at,
    'undone_at', h.undone_at, 'undo_until', h.created_at + private.handovers_undone_within()
  ) order by h.created_at desc, h.id), '[]')
  from (
    select * from private.handovers h
    where h.created_at > now() - private.handovers_undone_within() and private.current_manager_until() is not null
    order by h.created_at desc, h.id limit 50
  ) h
  join public.sales_representatives f on f.id = h.from_rep_id
  join public.sales_representatives t on t.id = h.to_rep_id
  left join public.sales_representatives m on m.id = h.done_by
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
  if new.event in ('rep_added', 'rep_edited') and new.detail = old.detail - array['before', 'after'] then
    forgotten.detail := new.detail;
  end if;
  if new is distinct from forgotten then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.rep_conflict(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'outcome', 'conflict', 'rep', (
      select jsonb_build_object(
        'name', r.name, 'email', r.email, 'is_manager', r.is_manager, 'disabled_at', r.disabled_at,
        'sales_id_since', private.sales_id_since(r.id)
      )
      from public.sales_representatives r where r.id = sales_rep_id_param
    ),
    'last_change', private.last_rep_change(sales_rep_id_param)
  )
$function$;

CREATE OR REPLACE FUNCTION private.rep_page(asked jsonb, page_size integer, after text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  state text := private.filter_text(asked, 'state', 20);
  term text := private.search_term(asked);
  wanted_id uuid := private.filter_id(asked, 'sales_rep_id');
  place jsonb := private.read_cursor(after, 'representatives');
  ids uuid[];
begin
  perform private.refuse_unknown_fields(asked, array['state', 'search', 'sales_rep_id']);
  if state not in ('enabled', 'disabled', 'managers') then
    raise exception 'state holds an unknown value' using errcode = 'invalid_parameter_value';
  end if;
  select coalesce(array_agg(p.id order by p.key, p.id), '{}') into ids
  from (
    select r.id, lower(r.name) as key from public.sales_representatives r
    where (state is null or (r.disabled_at is not null) = (state = 'disabled'))
      and (state is distinct from 'managers' or r.is_manager)
      and (term is null or strpos(lower(r.name), term) > 0 or strpos(r.email, term) > 0)
      and (wanted_id is null or r.id = wanted_id)
      and (place is null or (lower(r.name), r.id) > (place ->> 'key', (place ->> 'id')::uuid))
    order by 2, 1
    limit row_limit + 1
  ) p;
  return jsonb_build_object(
    'rows', private.rep_rows(ids[:row_limit]),
    'has_more', cardinality(ids) > row_limit,
    'next_after', case when cardinality(ids) > row_limit then (
      select private.write_cursor(
        jsonb_build_object('order', 'representatives', 'key', lower(r.name), 'id', r.id)
      )
      from public.sales_representatives r where r.id = ids[row_limit]
    ) end,
    'counts', (
      select jsonb_build_object(
        'enabled', count(*) filter (where r.disabled_at is null),
        'disabled', count(*) filter (where r.disabled_at is not null),
        'managers', count(*) filter (where r.disabled_at is null and r.is_manager)
      )
      from public.sales_representatives r
    ),
    'now', now()
  );
end
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
      'created_at', r.created_at, 'sales_id_since', private.sales_id_since(r.id), 'customers', l.customers,
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
    where q.assigned_to = r.id and q.status in ('new', 'in_progress')
  ) q
  cross join lateral (
    select max(s.created_at) as last_at,
      count(*) filter (where s.ended_at is null and s.expires_at > now() and r.disabled_at is null) as live
    from public.sales_sessions s where s.sales_rep_id = r.id
  ) s
$function$;

CREATE OR REPLACE FUNCTION private.rep_session_rows(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', s.id, 'ip_address', s.ip_address, 'user_agent', s.user_agent, 'created_at', s.created_at,
      'expires_at', s.expires_at, 'is_asking', s.id is not distinct from private.jwt_session_id()
    ) order by s.created_at desc, s.id
  ), '[]'::jsonb)
  from (
    select s.* from public.sales_sessions s
    join public.sales_representatives r on r.id = s.sales_rep_id and r.disabled_at is null
    where s.sales_rep_id = sales_rep_id_param and s.ended_at is null and s.expires_at > now()
      and private.current_manager_until() is not null
    order by s.created_at desc, s.id
    limit 100
  ) s
$function$;

CREATE OR REPLACE FUNCTION private.rep_texts(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', r.name, 'email', r.email, 'isManager', r.is_manager)
  from public.sales_representatives r where r.id = sales_rep_id_param
$function$;

CREATE OR REPLACE FUNCTION private.rotate_sales_id_by_manager(rep_id_param uuid, since_param timestamp with time zone, credential_hash_param text, manager_id_param uuid, session_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.has_sales_id(rep_id_param, credential_hash_param) then
    return jsonb_build_object('outcome', 'rotated', 'ended_sessions', 0);
  end if;
  -- Somebody else may have read out the sales ID that this would void.
  if private.sales_id_since(rep_id_param) is distinct from since_param or exists (
    select from public.sales_representatives r where r.id = rep_id_param and r.disabled_at is not null
  ) then
    return private.rep_conflict(rep_id_param);
  end if;
  return jsonb_build_object('outcome', 'rotated', 'ended_sessions', public.rotate_rep_credential(
    rep_id_param, credential_hash_param, manager_id_param, session_id_param, ip_address_param, user_agent_param
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.sales_id_since(sales_rep_id_param uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select max(c.created_at) from private.sales_rep_credentials c
  where c.sales_rep_id = sales_rep_id_param and c.revoked_at is null
$function$;

CREATE OR REPLACE FUNCTION private.undone_handover(handover private.handovers)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'outcome', 'undone', 'id', handover.id,
    'count', cardinality(handover.customer_ids) - count(*) filter (where k ->> 'kind' = 'customer'),
    'requests', cardinality(handover.request_ids) - count(*) filter (where k ->> 'kind' = 'request'),
    'kept', coalesce(jsonb_agg(k || jsonb_build_object(
      'name', coalesce(nullif(l.name, ''), l.email, concat_ws(' ', s.first_name, s.last_name)), 'with', r.name
    )) filter (where k is not null), '[]')
  )
  from (select) as one
  left join jsonb_array_elements(handover.kept) as k on true
  left join public.qualified_leads l on k ->> 'kind' = 'customer' and l.id = (k ->> 'id')::uuid
  left join public.contact_submissions s on k ->> 'kind' = 'request' and s.id = (k ->> 'id')::uuid
  left join public.sales_representatives r on r.id = coalesce(l.qualified_by, s.assigned_to)
$function$;

CREATE OR REPLACE FUNCTION public.add_rep(name_param text, email_param text, credential_hash_param text, is_manager_param boolean DEFAULT false, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
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
    select r.id into rep_id from public.sales_representatives r where r.email = lower(email_param);
    return case when private.has_sales_id(rep_id, credential_hash_param)
      then jsonb_build_object('outcome', 'added', 'id', rep_id)
      else jsonb_build_object('outcome', 'exists') end;
  end if;
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (
    rep_id, credential_hash_param, 'issued by ' || case when manager_id_param is null then 'an operator' else 'a manager' end
  );
  perform private.write_audit(
    'rep_added', rep_id, null, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object('after', private.rep_texts(rep_id) - 'isManager')
  );
  if is_manager_param then
    perform public.set_rep_manager(rep_id, true, manager_id_param, ip_address_param, user_agent_param);
  end if;
  return jsonb_build_object('outcome', 'added', 'id', rep_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.change_rep_by_manager(session_id_param uuid, change_param jsonb, credential_hash_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := (change_param ->> 'repId')::uuid;
  manager_id uuid;
begin
  perform private.lock_reps(array[rep_id]);
  -- Only now: a manager whom another one has just taken off changes nothing more.
  manager_id := private.live_manager_id(session_id_param);
  if manager_id is null then
    return jsonb_build_object('outcome', case
      when private.live_rep_id(session_id_param) is null then 'unauthenticated' else 'forbidden'
    end);
  end if;
  if change_param ->> 'action' = 'add' then
    return public.add_rep(
      change_param ->> 'name', change_param ->> 'email', credential_hash_param, (change_param ->> 'isManager')::boolean,
      manager_id, ip_address_param, user_agent_param
    );
  end if;
  if not exists (select from public.sales_representatives r where r.id = rep_id) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  case change_param ->> 'action'
    when 'edit' then
      return private.edit_rep_by_manager(
        rep_id, change_param -> 'before', change_param -> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'disable' then
      return public.disable_rep(rep_id, manager_id, ip_address_param, user_agent_param);
    when 'enable' then
      return case
        when public.enable_rep(rep_id, credential_hash_param, manager_id, ip_address_param, user_agent_param)
          then jsonb_build_object('outcome', 'enabled')
        else private.rep_conflict(rep_id) end;
    when 'rotate' then
      return private.rotate_sales_id_by_manager(
        rep_id, (change_param ->> 'salesIdSince')::timestamptz, credential_hash_param, manager_id, session_id_param,
        ip_address_param, user_agent_param
      );
    when 'end_sessions' then
      return jsonb_build_object('outcome', 'ended', 'ended_sessions', public.end_rep_sessions(
        rep_id, manager_id, (change_param ->> 'sessionId')::uuid, session_id_param, ip_address_param, user_agent_param
      ));
    else
      raise exception 'unknown action: "%"', left(change_param ->> 'action', 50)
        using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.disable_rep(sales_rep_id_param uuid, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
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
  if found then
    perform private.write_audit(
      'rep_disabled', sales_rep_id_param, null, ip_address_param, user_agent_param, private.done_by(manager_id_param)
    );
  end if;
  return jsonb_build_object(
    'outcome', 'disabled', 'ended_sessions', public.end_rep_sessions(
      sales_rep_id_param, manager_id_param, null, null, ip_address_param, user_agent_param
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_rep(sales_rep_id_param uuid, name_param text, email_param text, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before jsonb := private.rep_texts(sales_rep_id_param) - 'isManager';
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
      'rep_edited', sales_rep_id_param, null, ip_address_param, user_agent_param,
      private.done_by(manager_id_param) || jsonb_build_object(
        'before', before, 'after', private.rep_texts(sales_rep_id_param) - 'isManager'
      )
    );
  end if;
  return 'edited';
end
$function$;

CREATE OR REPLACE FUNCTION public.enable_rep(sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.sales_representatives set disabled_at = null
  where id = sales_rep_id_param and disabled_at is not null;
  if not found then
    return private.has_sales_id(sales_rep_id_param, credential_hash_param);
  end if;
  perform public.rotate_rep_credential(
    sales_rep_id_param, credential_hash_param, manager_id_param, null, ip_address_param, user_agent_param
  );
  perform private.write_audit(
    'rep_enabled', sales_rep_id_param, null, ip_address_param, user_agent_param, private.done_by(manager_id_param)
  );
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_rep_sessions(sales_rep_id_param uuid, manager_id_param uuid DEFAULT NULL::uuid, ended_session_id_param uuid DEFAULT NULL::uuid, kept_session_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ended integer;
begin
  update public.sales_sessions set ended_at = now(),
    end_reason = case when manager_id_param is null then 'ended_by_operator' else 'ended_by_manager' end
  where sales_rep_id = sales_rep_id_param and ended_at is null and expires_at > now()
    and (ended_session_id_param is null or id = ended_session_id_param)
    and id is distinct from kept_session_id_param;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.write_audit(
      'sessions_ended', sales_rep_id_param, null, ip_address_param, user_agent_param,
      private.done_by(manager_id_param) || jsonb_build_object('count', ended)
    );
  end if;
  return ended;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_reps(filter_param jsonb, limit_param integer, after_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.rep_page(coalesce(filter_param, '{}'), limit_param, after_param)
$function$;

CREATE OR REPLACE FUNCTION public.get_audit_events(page_size integer DEFAULT 25, before_line_number bigint DEFAULT NULL::bigint)
 RETURNS TABLE(line_number bigint, id uuid, occurred_at timestamp with time zone, event text, qualified_lead_id uuid, ip_address text, user_agent text, detail jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select e.line_number, e.id, e.occurred_at, e.event, e.qualified_lead_id,
    case when m.is_theirs then e.ip_address end, case when m.is_theirs then e.user_agent end, e.detail
  from public.audit_events e
  cross join lateral (
    select coalesce(e.detail ->> 'managerId' = (select private.current_rep_id())::text, true) as is_theirs
  ) m
  where before_line_number is null or e.line_number < before_line_number
  order by e.line_number desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
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
  return private.handover_choice_rows(sales_rep_id_param, nullif(lower(btrim(search)), ''));
end
$function$;

ALTER FUNCTION "public"."get_handover_choices"(uuid, text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_handovers()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return jsonb_build_object('rows', private.recent_handovers(), 'now', now());
end
$function$;

ALTER FUNCTION "public"."get_handovers"() OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_rep_sessions(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return private.rep_session_rows(sales_rep_id_param);
end
$function$;

ALTER FUNCTION "public"."get_rep_sessions"(uuid) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_reps(filter jsonb DEFAULT '{}'::jsonb, page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return private.rep_page(coalesce(filter, '{}'), page_size, after);
end
$function$;

ALTER FUNCTION "public"."get_reps"(jsonb, integer, text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.hand_over_by_manager(session_id_param uuid, handover_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  from_id uuid := (handover_param ->> 'fromRepId')::uuid;
  to_id uuid := (handover_param ->> 'toRepId')::uuid;
  manager_id uuid;
begin
  if handover_param ->> 'action' = 'undo' then
    select h.from_rep_id, h.to_rep_id into from_id, to_id
    from private.handovers h where h.id = (handover_param ->> 'handoverId')::uuid;
  end if;
  perform private.lock_reps(array[from_id, to_id]);
  -- Only now: a manager whom another one has just taken off changes nothing more.
  manager_id := private.live_manager_id(session_id_param);
  if manager_id is null then
    return jsonb_build_object('outcome', case
      when private.live_rep_id(session_id_param) is null then 'unauthenticated' else 'forbidden'
    end);
  end if;
  if handover_param ->> 'action' = 'undo' then
    return private.apply_handover_undo(
      (handover_param ->> 'handoverId')::uuid, manager_id, ip_address_param, user_agent_param
    );
  end if;
  return private.apply_handover(
    (handover_param ->> 'handoverId')::uuid, from_id, to_id,
    case when handover_param ? 'customerIds' then
      array(select e::uuid from jsonb_array_elements_text(handover_param -> 'customerIds') as e)
    end,
    case when handover_param ? 'requestIds' then
      array(select e::uuid from jsonb_array_elements_text(handover_param -> 'requestIds') as e)
    end,
    handover_param -> 'expected', manager_id, ip_address_param, user_agent_param
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.hand_over_customers(from_rep_id_param uuid, to_rep_id_param uuid, emails_param text[] DEFAULT NULL::text[], request_ids_param uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen text[] := array(select lower(btrim(e)) from unnest(emails_param) as e);
  is_all boolean := emails_param is null and request_ids_param is null;
  unknown text;
begin
  select e into unknown from unnest(chosen) as e
  where not exists (
    select from public.qualified_leads l where l.email = e and l.qualified_by = from_rep_id_param
  ) limit 1;
  if found then
    return jsonb_build_object('outcome', 'not_found', 'email', unknown);
  end if;
  return private.apply_handover(
    null, from_rep_id_param, to_rep_id_param,
    case when not is_all then array(select l.id from public.qualified_leads l where l.email = any (chosen)) end,
    case when not is_all then coalesce(request_ids_param, '{}') end,
    null, null, null, null
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.rotate_rep_credential(sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid DEFAULT NULL::uuid, kept_session_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.sales_rep_credentials set revoked_at = now()
  where sales_rep_id = sales_rep_id_param and revoked_at is null;
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (
    sales_rep_id_param, credential_hash_param,
    'issued by ' || case when manager_id_param is null then 'an operator' else 'a manager' end
  );
  perform private.write_audit(
    'sales_id_rotated', sales_rep_id_param, null, ip_address_param, user_agent_param,
    private.done_by(manager_id_param)
  );
  return public.end_rep_sessions(
    sales_rep_id_param, manager_id_param, null, kept_session_id_param, ip_address_param, user_agent_param
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.set_rep_manager(sales_rep_id_param uuid, is_manager_param boolean, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
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
      ip_address_param, user_agent_param, private.done_by(manager_id_param)
    );
  end if;
  return 'set';
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_handover(from_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_handover_undo((
    select h.id from private.handovers h
    where h.from_rep_id = from_rep_id_param and h.undone_at is null
      and h.created_at > now() - private.handovers_undone_within()
    order by h.created_at desc limit 1
  ), null, null, null)
$function$;

ALTER TABLE "private"."handovers" ADD CONSTRAINT "handovers_are_of_something" CHECK (((cardinality(customer_ids) + cardinality(request_ids)) > 0));

ALTER TABLE "private"."handovers" ADD CONSTRAINT "handovers_done_by_fkey" FOREIGN KEY (done_by) REFERENCES public.sales_representatives(id) ON DELETE SET NULL;

ALTER TABLE "private"."handovers" ADD CONSTRAINT "handovers_know_each_version" CHECK ((cardinality(request_ids) = cardinality(request_versions)));

ALTER TABLE "public"."sales_sessions" ADD CONSTRAINT "sales_sessions_end_reason_check" CHECK ((end_reason = ANY (ARRAY['signed_out'::text, 'ended_by_operator'::text, 'ended_by_manager'::text, 'ended_by_rep'::text, 'disabled'::text])));

CREATE INDEX handovers_created_at_idx ON private.handovers USING btree (created_at DESC);

CREATE INDEX handovers_done_by_idx ON private.handovers USING btree (done_by);

COMMENT ON COLUMN "private"."handovers"."done_by" IS 'Manager. Null: an operator.';

COMMENT ON COLUMN "private"."handovers"."kept" IS 'What stayed when it was undone: [{kind, id, reason}]. Null: nothing, or not undone.';

COMMENT ON COLUMN "private"."handovers"."request_ids" IS 'Contact requests that were open. Not a foreign key either.';

COMMENT ON COLUMN "private"."handovers"."request_versions" IS 'The version of each contact request after the handover: with a later one, somebody has worked on it.';

COMMENT ON COLUMN "public"."sales_sessions"."end_reason" IS 'ended_by_rep: by the representative, from another session of theirs. ended_by_manager: in Operations.';

COMMENT ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) IS 'Gives customers and open contact requests of one representative to another; null: all of that kind: {outcome: handed_over, id, count, requests}, {outcome: changed, missing} or {outcome: same_rep | disabled | none}. expected: {customers, requests}, how many there were when it was asked for; null: not compared. changed: the choice or the number is no longer so, and nothing is written. Links and sessions go along. Private notes stay with their author, and sales with their seller.';

COMMENT ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) IS 'Takes back a handover, within private.handovers_undone_within(): see private.undone_handover; or {outcome: none | too_late}. What stays, and why: handed_on, new_link, worked_on or erased meanwhile. Again: harmless, with the same answer.';

COMMENT ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) IS 'Corrects a representative where they are still as before: {outcome: edited | exists | last_manager} or a conflict. Both: {name, email, isManager}.';

COMMENT ON FUNCTION "private"."handover_choice_rows"(uuid, text) IS 'What a representative could hand over: at most 100 customers by name and 100 open contact requests, the newest first, that match a term in lower case: {customers, requests: [{id, name, email, company}], customer_count, request_count}. The counts are of all, whatever the term. null unless a manager asks.';

COMMENT ON FUNCTION "private"."handovers_undone_within"() IS 'How long a handover of customers and contact requests can be undone.';

COMMENT ON FUNCTION "private"."has_sales_id"(uuid, text) IS 'Whether a sales ID is good and a representative''s: then the request that made it has come once more, as its answer was lost.';

COMMENT ON FUNCTION "private"."last_rep_change"(uuid) IS 'Who changed a representative last, and when, from the trail: {by, occurred_at}; null when nobody did. by: null for an operator.';

COMMENT ON FUNCTION "private"."lock_reps"(uuid[]) IS 'Locks representatives, and every enabled manager: until the end of the transaction no other change of them begins. Before any other look at them.';

COMMENT ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) IS 'Which chosen customers and contact requests a representative cannot hand over, as they are with somebody else, closed or gone: at most 20 of {kind, id, name, with}. name and with: null when gone; with: null for nobody.';

COMMENT ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) IS 'Notes for each contact request that a handover, or its undoing, gave it to another. Whoever changes it meanwhile is told.';

COMMENT ON FUNCTION "private"."recent_handovers"() IS 'Handovers that can still be undone, or were, the newest first, at most 50: [{id, from, to, by, customers, requests, created_at, undone_at, undo_until}]. by: null for an operator. Empty unless a manager asks.';

COMMENT ON FUNCTION "private"."refuse_change_but_forgetting"() IS 'Lets the trail forget from where somebody came, and the names and addresses that a representative had, and nothing else of a line. What happened, to whom and when stays.';

COMMENT ON FUNCTION "private"."rep_conflict"(uuid) IS 'The answer to a change that started from what is no longer so: {outcome: conflict, rep: {name, email, is_manager, disabled_at, sales_id_since}, last_change}.';

COMMENT ON FUNCTION "private"."rep_page"(jsonb, integer, text) IS 'One page of the representatives that the caller may read and that match a filter: see public.get_reps.';

COMMENT ON FUNCTION "private"."rep_rows"(uuid[]) IS 'Representatives in the order of their ids, with how many customers, open access links, open contact requests and live sessions they have.';

COMMENT ON FUNCTION "private"."rep_session_rows"(uuid) IS 'The live sessions of a representative, the newest first, at most 100: [{id, ip_address, user_agent, created_at, expires_at, is_asking}]. is_asking: the session of the request. Empty unless a manager asks.';

COMMENT ON FUNCTION "private"."rep_texts"(uuid) IS 'What can be corrected about a representative: {name, email, isManager}; null when there is none.';

COMMENT ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) IS 'Replaces the sales ID of an enabled representative that was made at an instant: {outcome: rotated, ended_sessions} or a conflict.';

COMMENT ON FUNCTION "private"."sales_id_since"(uuid) IS 'When the latest sales ID of a representative that is good was made; null without one.';

COMMENT ON FUNCTION "private"."undone_handover"(private.handovers) IS 'What undoing a handover brought: {outcome: undone, id, count, requests, kept: [{kind, id, reason, name, with}]}. name: null or empty when erased. with: who serves them now; null for nobody.';

COMMENT ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) IS 'Adds a representative, or a manager, with the hash of a first sales ID: {outcome: added, id} or {outcome: exists}. Again with the same hash: harmless, and added.';

COMMENT ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) IS 'Adds or changes a representative for a manager''s session. change: {action: add, name, email, isManager}, {action: edit, repId, before, after}, {action: disable | enable, repId}, {action: rotate, repId, salesIdSince} or {action: end_sessions, repId, sessionId}. {outcome: added, id}, {outcome: edited | enabled}, {outcome: disabled | rotated | ended, ended_sessions}, {outcome: conflict, rep, last_change} or {outcome: unauthenticated | forbidden | not_found | exists | last_manager}. credential_hash: of the new sales ID, where there is one. conflict: somebody was faster, and nothing is written. The manager''s own session stays, but when they disable themselves. Again: harmless.';

COMMENT ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) IS 'Lets a representative sign in no more and ends their sessions: {outcome: disabled, ended_sessions} or {outcome: last_manager}: then nothing changes. Again: harmless.';

COMMENT ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) IS 'Corrects name and address of a representative: edited, or exists when another has that address. Their sales ID, sessions and customers stay.';

COMMENT ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) IS 'Lets a disabled representative sign in again, with one new sales ID: the old ones stay void. False when they were not disabled: then nothing changes. Again with the same hash: harmless, and true.';

COMMENT ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) IS 'Ends every live session of a representative, or the named one, from their next request on, and says how many there were. kept_session_id: stays, such as that of a manager who asks for themselves.';

COMMENT ON FUNCTION "public"."find_reps"(jsonb, integer, text) IS 'The same as public.get_reps, for operators.';

COMMENT ON FUNCTION "public"."get_audit_events"(integer, bigint) IS 'The trail that the caller may read: their own sign-ins and what happened to their customers, newest first, 1 to 100 rows. Pass line_number of the last row for the next page. From where a manager did something, only that manager reads. No row without a live session of a representative.';

COMMENT ON FUNCTION "public"."get_handover_choices"(uuid, text) IS 'What a representative could hand over: see private.handover_choice_rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_handovers"() IS 'The handovers of the last day: {rows, now}; see private.recent_handovers. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_rep_sessions"(uuid) IS 'Where a representative is signed in: see private.rep_session_rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_reps"(jsonb, integer, text) IS 'One page of the representatives that match a filter {state, search, sales_rep_id}, by name: {rows, has_more, next_after, counts, now}. state: enabled, disabled or managers, who are enabled. counts: of all, whatever the filter. 1 to 1000 rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) IS 'Hands over, or takes back, for a manager''s session: {action: hand_over, handoverId, fromRepId, toRepId, customerIds, requestIds} or, for all, expected instead of ids; {action: undo, handoverId}. See private.apply_handover and private.apply_handover_undo; or {outcome: unauthenticated | forbidden}. The id is made by the caller: the same request again finds its own work done.';

COMMENT ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) IS 'Gives customers and open contact requests of one representative to another, for operators: all, or those with the named addresses and ids. See private.apply_handover; or {outcome: not_found, email}.';

COMMENT ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) IS 'Replaces every sales ID of a representative by one new one and ends their sessions, but for kept_session_id; says how many were live.';

COMMENT ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) IS 'Makes a representative a manager, or takes it back, with the access of their sessions: set, or last_manager when nobody else is an enabled manager: then nothing changes. Again: harmless. manager_id: who asks; null for an operator, here and below.';

COMMENT ON FUNCTION "public"."undo_handover"(uuid) IS 'Takes back the latest handover of a representative, for operators: see private.apply_handover_undo.';

COMMENT ON TABLE "private"."handovers" IS 'Which customers and contact requests went from whom to whom, so that it can be undone for a day.';

REVOKE ALL ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."handover_choice_rows"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."handover_choice_rows"(uuid, text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."handover_choice_rows"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."handover_choice_rows"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_sales_id"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_sales_id"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_sales_id"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_sales_id"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."last_rep_change"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_rep_change"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_rep_change"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_rep_change"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_reps"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_reps"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_reps"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_reps"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."recent_handovers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recent_handovers"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."recent_handovers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recent_handovers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."rep_conflict"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rep_conflict"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_conflict"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_conflict"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rep_page"(jsonb, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rep_page"(jsonb, integer, text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."rep_page"(jsonb, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_page"(jsonb, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_page"(jsonb, integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rep_rows"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rep_rows"(uuid[]) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."rep_rows"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_rows"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_rows"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rep_session_rows"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rep_session_rows"(uuid) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."rep_session_rows"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_session_rows"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rep_texts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rep_texts"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_texts"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_texts"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sales_id_since"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sales_id_since"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_id_since"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_id_since"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undone_handover"(private.handovers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undone_handover"(private.handovers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undone_handover"(private.handovers) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undone_handover"(private.handovers) TO "service_role";

REVOKE ALL ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_reps"(jsonb, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_reps"(jsonb, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_reps"(jsonb, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_reps"(jsonb, integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_handover_choices"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_handover_choices"(uuid, text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_handover_choices"(uuid, text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_handover_choices"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_handovers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_handovers"() FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_handovers"() TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_handovers"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_rep_sessions"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_rep_sessions"(uuid) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_rep_sessions"(uuid) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_rep_sessions"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_reps"(jsonb, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_reps"(jsonb, integer, text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_reps"(jsonb, integer, text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_reps"(jsonb, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_handover"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."undo_handover"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_handover"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_handover"(uuid) TO "service_role";

REVOKE ALL ("detail") ON TABLE "public"."audit_events" FROM "service_role";

GRANT UPDATE ("detail") ON TABLE "public"."audit_events" TO "service_role";

revoke create on schema public from api_reader;

-- Representatives as managers see them: with figures, sessions, and items that could be handed over.

-- security definer: managers see counts of customers and sessions but may not read those rows.
create function private.rep_rows(ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', r.id, 'name', r.name, 'email', r.email, 'isManager', r.is_manager, 'disabledAt', r.disabled_at,
      'takesRequests', r.takes_requests, 'requestsPaused', r.requests_paused,
      'erasedAt', r.erased_at, 'createdAt', r.created_at, 'salesIdSince', private.sales_id_since(r.id),
      'customers', l.customers, 'openLinks', l.open_links, 'openRequests', q.requests,
      'lastSignInAt', s.last_at, 'liveSessions', s.live
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
$$;
comment on function private.rep_rows(uuid[]) is
  'Representatives in the order of the given ids. Each row has the numbers of customers, open access links, open contact requests and live sessions.';
grant execute on function private.rep_rows(uuid[]) to api_reader, service_role;

create function private.rep_page(asked jsonb, page_size integer, after text) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
      and (term is null or strpos(private.searchable(r.name, r.email), term) > 0)
      and (wanted_id is null or r.id = wanted_id)
      and (place is null or (lower(r.name), r.id) > (place ->> 'key', (place ->> 'id')::uuid))
    order by 2, 1
    limit row_limit + 1
  ) p;
  return jsonb_build_object(
    'rows', private.rep_rows(ids[:row_limit]),
    'hasMore', cardinality(ids) > row_limit,
    'nextAfter', case when cardinality(ids) > row_limit then (
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
$$;
comment on function private.rep_page(jsonb, integer, text) is
  'One page of the representatives that the caller may read and that match a filter: see public.get_reps.';
grant execute on function private.rep_page(jsonb, integer, text) to api_reader, service_role;

create function public.get_reps(filter jsonb default '{}', page_size integer default 25, after text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return private.rep_page(coalesce(filter, '{}'), page_size, after);
end
$$;
comment on function public.get_reps(jsonb, integer, text) is
  'One page of the representatives that match a filter {state, search, sales_rep_id}, by name: {rows, hasMore, nextAfter, counts, now}. state: enabled, disabled or managers, who are enabled. counts: counts of all representatives. The filter does not affect them. 1 to 1000 rows. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_reps(jsonb, integer, text) to authenticated;
alter function public.get_reps(jsonb, integer, text) owner to api_reader;

create function public.find_reps(filter_param jsonb, limit_param integer, after_param text) returns jsonb
language sql stable set search_path = ''
as $$
  select private.rep_page(coalesce(filter_param, '{}'), limit_param, after_param)
$$;
comment on function public.find_reps(jsonb, integer, text) is 'The same as public.get_reps, for operators.';
grant execute on function public.find_reps(jsonb, integer, text) to service_role;

-- security definer: this is the only way to read other people's sessions.
create function private.rep_session_rows(sales_rep_id_param uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', s.id, 'ipAddress', s.ip_address, 'userAgent', s.user_agent, 'createdAt', s.created_at,
      'expiresAt', s.expires_at, 'isAsking', s.id is not distinct from private.jwt_session_id()
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
$$;
comment on function private.rep_session_rows(uuid) is
  'The live sessions of a representative, newest first, at most 100: [{id, ipAddress, userAgent, createdAt, expiresAt, isAsking}]. isAsking: true for the session of the request. Empty unless the caller is a manager.';
grant execute on function private.rep_session_rows(uuid) to api_reader;

create function public.get_rep_sessions(sales_rep_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return private.rep_session_rows(sales_rep_id_param);
end
$$;
comment on function public.get_rep_sessions(uuid) is
  'Sessions of a representative: see private.rep_session_rows. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_rep_sessions(uuid) to authenticated;
alter function public.get_rep_sessions(uuid) owner to api_reader;

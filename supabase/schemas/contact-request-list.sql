-- Contact requests as a work list: all of them for managers and operators, the assigned ones for a representative.

create function private.contact_request_statuses() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['new', 'in_progress', 'done', 'spam']
$$;
comment on function private.contact_request_statuses() is 'Statuses of a contact request. The first two count as open.';
grant execute on function private.contact_request_statuses() to api_reader, service_role;

create function private.contact_request_rows(ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'requestId', s.id, 'firstName', s.first_name, 'lastName', s.last_name, 'email', s.email,
      'company', s.company, 'phone', s.phone, 'jobTitle', s.job_title, 'jobRole', s.job_role,
      'message', s.message, 'form', s.project_type, 'source', s.source, 'planName', s.tier, 'billing', s.billing, 'utm', s.utm,
      'referrer', s.referrer, 'status', s.status, 'statusChangedAt', s.status_changed_at,
      'answerDueAt', case when s.status = 'new' and s.quarantined_at is null
        then s.created_at + private.first_answer_within() end,
      'firstAnsweredAt', s.first_answered_at,
      'staffNote', s.staff_note, 'version', s.version,
      'customerId', (
        select l.id from public.qualified_leads l where l.email = s.email and l.qualified_by = s.assigned_to
      ),
      'assignedTo', case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name) end,
      'quarantinedAt', s.quarantined_at, 'notifiedAt', s.notified_at,
      'consentWithdrawnAt', s.consent_withdrawn_at, 'createdAt', s.created_at
    ) order by i.place
  ), '[]'::jsonb)
  from unnest(ids) with ordinality as i (id, place)
  join public.contact_submissions s on s.id = i.id
  left join public.sales_representatives r on r.id = s.assigned_to
$$;
comment on function private.contact_request_rows(uuid[]) is
  'The given contact requests that the caller may read, as staff see them, in the order of the given ids.';
grant execute on function private.contact_request_rows(uuid[]) to api_reader, service_role;

create function private.first_contact_requests(ids uuid[]) returns uuid[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(b.id order by b.place) filter (where b.bytes_before < 1500000), '{}')
  from (
    select i.id, i.place, sum(s.bytes) over (order by i.place) - s.bytes as bytes_before
    from unnest(ids) with ordinality as i (id, place)
    cross join lateral (
      select 1000 + octet_length(s.message) + octet_length(s.staff_note) + octet_length(s.referrer)
        + octet_length(s.utm::text) as bytes
      from public.contact_submissions s where s.id = i.id
    ) s
  ) b
$$;
comment on function private.first_contact_requests(uuid[]) is
  'The first of the given contact requests that fit into a page of about 1.5 MB, at least one: strangers choose how long their texts are.';
grant execute on function private.first_contact_requests(uuid[]) to api_reader, service_role;

create function private.contact_request_page(asked jsonb, direction text, page_size integer, after text) returns jsonb
-- Each call plans the statement for its filter, so unused conditions cost nothing.
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  asked_direction text := coalesce(direction, 'desc');
  is_oldest_first boolean := asked_direction = 'asc';
  wanted_statuses text[] := private.text_list(asked, 'statuses', private.contact_request_statuses());
  assigned text := private.filter_text(asked, 'assigned', 36);
  assigned_id uuid;
  term text := private.search_term(asked);
  wanted_source text := private.filter_text(asked, 'source', 100);
  wanted_form text := private.filter_text(asked, 'project_type', 100);
  wanted_campaign text := private.filter_text(asked, 'campaign', 200);
  wanted_page text := private.filter_text(asked, 'page', 2000);
  first_day date := private.filter_day(asked, 'from');
  last_day date := private.filter_day(asked, 'to');
  wanted_id uuid := private.filter_id(asked, 'request_id');
  is_quarantined boolean;
  is_unsent boolean;
  is_overdue boolean;
  place jsonb := private.read_cursor(after, 'requests ' || asked_direction, 'timestamptz');
  found uuid[];
  ids uuid[];
  shown uuid[];
  counts jsonb;
  flag text;
begin
  perform private.refuse_unknown_fields(asked, array[
    'statuses', 'assigned', 'search', 'source', 'project_type', 'campaign', 'page', 'from', 'to', 'quarantined',
    'request_id', 'unsent', 'overdue'
  ]);
  if asked_direction not in ('asc', 'desc') then
    raise exception 'unknown direction: "%"', left(asked_direction, 50) using errcode = 'invalid_parameter_value';
  end if;
  foreach flag in array array['quarantined', 'unsent', 'overdue'] loop
    if coalesce(jsonb_typeof(asked -> flag), 'null') not in ('null', 'boolean') then
      raise exception '% must be true or false', flag using errcode = 'invalid_parameter_value';
    end if;
  end loop;
  is_quarantined := coalesce((asked ->> 'quarantined')::boolean, false);
  is_unsent := coalesce((asked ->> 'unsent')::boolean, false);
  is_overdue := coalesce((asked ->> 'overdue')::boolean, false);
  if assigned not in ('none', 'any') then
    assigned_id := private.filter_id(asked, 'assigned');
  end if;

  if term is not null then
    -- Reading every text is what a search costs. Few results are read once. Of many, a page is soon full.
    found := array(select s.id from public.contact_submissions s where strpos(s.search_text, term) > 0 limit 1001);
    if cardinality(found) <= 1000 then
      term := null;
    else
      found := null;
    end if;
  end if;

  with matching as not materialized (
    select s.id, s.created_at, s.status, s.quarantined_at
    from public.contact_submissions s
    where case when assigned is null then true when assigned = 'none' then s.assigned_to is null
        when assigned = 'any' then s.assigned_to is not null else s.assigned_to = assigned_id end
      and (found is null or s.id = any (found))
      and (term is null or strpos(s.search_text, term) > 0)
      and (wanted_source is null or s.source = wanted_source)
      and (wanted_form is null or s.project_type = wanted_form)
      and (wanted_campaign is null or s.campaign = wanted_campaign)
      and (wanted_page is null or s.referrer = wanted_page)
      and (first_day is null or s.created_at >= first_day::timestamp at time zone 'UTC')
      and (last_day is null or s.created_at < (last_day + 1)::timestamp at time zone 'UTC')
      and (wanted_id is null or s.id = wanted_id)
      and (
        not is_unsent
        or (s.notified_at is null and s.created_at < now() - private.contact_mail_late_after())
      )
      and (
        not is_overdue or (s.status = 'new' and s.created_at <= now() - private.first_answer_within())
      )
  ), counted as (
    select m.status, count(*) as requests from matching m where m.quarantined_at is null group by m.status
  )
  select
    array(
      select m.id from matching m
      where (wanted_statuses is null or m.status = any (wanted_statuses))
        and case when wanted_id is not null then true when is_quarantined then m.quarantined_at is not null
          else m.quarantined_at is null end
        and (
          place is null
          or case when is_oldest_first
            then (m.created_at, m.id) > ((place ->> 'key')::timestamptz, (place ->> 'id')::uuid)
            else (m.created_at, m.id) < ((place ->> 'key')::timestamptz, (place ->> 'id')::uuid) end
        )
      order by case when is_oldest_first then m.created_at end, case when is_oldest_first then m.id end,
        m.created_at desc, m.id desc
      limit row_limit + 1
    ),
    (
      select jsonb_object_agg(t.status, coalesce(c.requests, 0))
      from unnest(private.contact_request_statuses()) as t (status) left join counted c on c.status = t.status
    ) || jsonb_build_object('quarantined', (select count(*) from matching m where m.quarantined_at is not null))
  into ids, counts;

  shown := private.first_contact_requests(ids[:row_limit]);
  return jsonb_build_object(
    'rows', private.contact_request_rows(shown),
    'hasMore', cardinality(ids) > cardinality(shown),
    'nextAfter', case when cardinality(ids) > cardinality(shown) then (
      select private.write_cursor(
        jsonb_build_object('order', 'requests ' || asked_direction, 'key', s.created_at, 'id', s.id)
      )
      from public.contact_submissions s where s.id = shown[cardinality(shown)]
    ) end,
    'counts', counts,
    'now', now()
  );
end
$$;
comment on function private.contact_request_page(jsonb, text, integer, text) is
  'One page of the contact requests that the caller may read and that match a filter: see public.get_contact_requests. A page of long texts has fewer rows: see private.first_contact_requests.';
grant execute on function private.contact_request_page(jsonb, text, integer, text) to api_reader, service_role;

create function public.get_contact_requests(
  filter jsonb default '{}', direction text default 'desc', page_size integer default 25, after text default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return private.contact_request_page(
    coalesce(filter, '{}'), direction, least(coalesce(page_size, 25), 100), after
  );
end
$$;
comment on function public.get_contact_requests(jsonb, text, integer, text) is
  'One page of the contact requests that match a filter: {rows, hasMore, nextAfter, counts, now}. filter: {statuses, assigned, search, source, project_type, campaign, page, from, to, quarantined, request_id, unsent, overdue}. Sorted by the time they were sent, newest first unless direction is asc. Requests in quarantine are returned only if quarantined is true or request_id is given. unsent true: only requests whose mail to the team failed. overdue true: only requests whose first answer is overdue. counts: how many requests each status, and quarantine, would list with the rest of the filter. 1 to 100 rows. public.export_list hands out more and writes a line of the trail. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_contact_requests(jsonb, text, integer, text) to authenticated;
alter function public.get_contact_requests(jsonb, text, integer, text) owner to api_reader;

create function public.find_contact_requests(
  filter_param jsonb, direction_param text, limit_param integer, after_param text
)
returns jsonb
language sql stable set search_path = ''
as $$
  select private.contact_request_page(coalesce(filter_param, '{}'), direction_param, limit_param, after_param)
$$;
comment on function public.find_contact_requests(jsonb, text, integer, text) is
  'The same as public.get_contact_requests, for operators: 1 to 1000 rows.';
grant execute on function public.find_contact_requests(jsonb, text, integer, text) to service_role;

create function public.get_assigned_contact_requests(page_size integer default 25, after text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  rep_id uuid := private.current_rep_id();
  place jsonb := private.read_cursor(after, 'assigned requests', 'timestamptz');
  ids uuid[];
  shown uuid[];
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
  shown := private.first_contact_requests(ids[:row_limit]);
  return jsonb_build_object(
    'rows', private.contact_request_rows(shown),
    'hasMore', cardinality(ids) > cardinality(shown),
    'nextAfter', case when cardinality(ids) > cardinality(shown) then (
      select private.write_cursor(jsonb_build_object(
        'order', 'assigned requests', 'is_open', s.is_open, 'key', s.created_at, 'id', s.id
      ))
      from public.contact_submissions s where s.id = shown[cardinality(shown)]
    ) end,
    'openCount', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = rep_id and s.quarantined_at is null and s.is_open
    ),
    'overdueCount', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = rep_id and s.quarantined_at is null and s.status = 'new'
        and s.created_at <= now() - private.first_answer_within()
    ),
    'now', now()
  );
end
$$;
comment on function public.get_assigned_contact_requests(integer, text) is
  'One page of the contact requests that are assigned to the caller, open requests first, newest first within each group: {rows, hasMore, nextAfter, openCount, overdueCount, now}. Requests in quarantine are excluded. 1 to 1000 rows.';
grant execute on function public.get_assigned_contact_requests(integer, text) to authenticated;
alter function public.get_assigned_contact_requests(integer, text) owner to api_reader;

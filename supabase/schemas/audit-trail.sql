-- The whole trail, for managers and operators: filtered by person, event and time, the newest first.

create function private.audit_line_numbers(
  person_ids uuid[], event_param text, from_param timestamptz, to_param timestamptz, before_at timestamptz,
  before_line_number bigint, row_limit integer
)
returns bigint[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
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
  -- The person acted, was acted on, or acted as a manager. Each of the three cases has a sorted index.
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
$$;
comment on function private.audit_line_numbers(
  uuid[], text, timestamptz, timestamptz, timestamptz, bigint, integer
) is
  'Numbers of the newest lines of the trail that the caller may read and that match the filter: people, event, start (inclusive), end (exclusive), and before a line number. Null in a filter matches everything.';
grant execute on function private.audit_line_numbers(
  uuid[], text, timestamptz, timestamptz, timestamptz, bigint, integer
) to api_reader, service_role;

create function private.audit_lines(line_numbers bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'lineNumber', e.line_number, 'occurredAt', e.occurred_at, 'event', e.event, 'repId', r.id, 'repName', r.name,
    'repEmail', r.email, 'customerId', l.id, 'customerName', l.name, 'customerEmail', l.email, 'managerName', m.name,
    'ipAddress', e.ip_address, 'userAgent', e.user_agent, 'detail', d.detail,
    'names', coalesce((
      select jsonb_object_agg(n.id, n.name) from public.sales_representatives n
      where n.id in (
        select (v #>> '{}')::uuid from jsonb_path_query(
          d.detail,
          '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")'
        ) v
      )
    ), '{}')
  ) order by i.place), '[]')
  from unnest(line_numbers) with ordinality as i (line_number, place)
  join public.audit_events e on e.line_number = i.line_number
  cross join lateral private.line_detail(e.detail, e.contact_request_id, e.manager_id) as d (detail)
  left join public.sales_representatives r on r.id = e.sales_rep_id
  left join public.qualified_leads l on l.id = e.qualified_lead_id
  left join public.sales_representatives m on m.id = e.manager_id
$$;
comment on function private.audit_lines(bigint[]) is
  'Lines of the trail that the caller may read, in the order of the given numbers. Names of erased people are null. names: names of the representatives whose ids are in detail, by id.';
grant execute on function private.audit_lines(bigint[]) to api_reader, service_role;

create function private.audit_trail_page(asked jsonb, page_size integer, after text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  person_id uuid := private.filter_id(asked, 'person');
  event text := private.filter_text(asked, 'event', 100);
  first_day date := private.filter_day(asked, 'from');
  last_day date := private.filter_day(asked, 'to');
  place jsonb := private.read_cursor(after, 'trail', 'bigint');
  numbers bigint[];
begin
  perform private.refuse_unknown_fields(asked, array['person', 'event', 'from', 'to']);
  numbers := private.audit_line_numbers(
    case when person_id is not null then array[person_id] end, event,
    first_day::timestamp at time zone 'UTC', (last_day + 1)::timestamp at time zone 'UTC',
    (place ->> 'issued_at')::timestamptz, (place ->> 'key')::bigint, row_limit + 1
  );
  return jsonb_build_object(
    'rows', private.audit_lines(numbers[:row_limit]),
    'hasMore', cardinality(numbers) > row_limit,
    'nextAfter', case when cardinality(numbers) > row_limit then (
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
$$;
comment on function private.audit_trail_page(jsonb, integer, text) is
  'One page of the trail that the caller may read, 1 to 1000 rows. See public.get_audit_trail.';
grant execute on function private.audit_trail_page(jsonb, integer, text) to api_reader, service_role;

create function public.get_audit_trail(
  filter jsonb default '{}', page_size integer default 25, after text default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return private.audit_trail_page(coalesce(filter, '{}'), least(coalesce(page_size, 25), 100), after);
end
$$;
comment on function public.get_audit_trail(jsonb, integer, text) is
  'One page of the whole trail: lines that match a filter {person, event, from, to}, newest first: {rows, hasMore, nextAfter, person, now}. filter.person: id of the representative or customer who acted or was affected. from, to: UTC days. person: {id, kind, name, email} of the person in the filter. Null if erased or not given. 1 to 100 rows. public.export_list hands out more and writes a line. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_audit_trail(jsonb, integer, text) to authenticated;
alter function public.get_audit_trail(jsonb, integer, text) owner to api_reader;

create function public.get_audit_people(search text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
        where strpos(private.searchable(r.name, r.email), term) > 0
        order by r.email limit 10
      )
      union all
      (
        select l.id, 'customer', l.name, l.email from public.qualified_leads l
        where strpos(l.search_text, term) > 0 and strpos(private.searchable(l.name, l.email), term) > 0
        order by l.email limit 10
      )
    ) p
  );
end
$$;
comment on function public.get_audit_people(text) is
  'Representatives and customers whose name or address contains a text of at most 200 characters, in any case: [{id, kind, name, email}], the first 10 of each kind, sorted by address. An empty text finds no person. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_audit_people(text) to authenticated;
alter function public.get_audit_people(text) owner to api_reader;

create function public.find_audit_events(
  event_param text, email_param text, from_param timestamptz, to_param timestamptz, before_line_number_param bigint,
  limit_param integer
)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  email_sought text := private.mailbox(email_param);
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
  return private.audit_lines(private.audit_line_numbers(
    person_ids, event_param, from_param, to_param, before_at, before_line_number_param,
    least(greatest(coalesce(limit_param, 100), 1), 1000)
  ));
end
$$;
comment on function public.find_audit_events(text, text, timestamptz, timestamptz, bigint, integer) is
  'The trail for operators, newest first, 1 to 1,000 lines. Filters: event, address of the representative or customer, start (inclusive), end (exclusive). Null matches everything. For the next page, pass lineNumber of the last line. Names of erased people are null.';
grant execute on function public.find_audit_events(text, text, timestamptz, timestamptz, bigint, integer) to service_role;

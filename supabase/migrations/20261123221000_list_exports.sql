-- Purpose: the audit trail records exports of whole lists, and names a person who is known only by a code.

set local check_function_bodies = off;

alter table public.audit_events drop constraint audit_events_event_check;
alter table public.audit_events add constraint audit_events_event_check check (event in (
  'rep_signed_in', 'rep_sign_in_failed', 'customer_signed_in', 'customer_sign_in_failed', 'code_sent',
  'code_failed', 'link_issued', 'link_opened', 'link_revoked', 'link_extended', 'link_expired', 'prices_revealed',
  'signed_out', 'sessions_ended', 'catalogue_loaded', 'price_set', 'price_scheduled', 'price_schedule_cancelled',
  'customer_edited', 'rep_enabled', 'rep_edited', 'rep_settings_changed', 'consent_withdrawn', 'person_erased',
  'data_expired', 'customer_handed_over', 'handover_undone', 'manager_code_sent', 'manager_code_failed',
  'manager_access_opened', 'rep_made_manager', 'rep_no_longer_manager', 'contact_request_changed', 'rep_added',
  'rep_disabled', 'sales_id_rotated', 'person_corrected', 'person_exported', 'person_opened',
  'contact_requests_exported', 'audit_trail_exported'
));

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
$$;
comment on function private.audit_trail_page(jsonb, integer, text) is
  'One page of the trail that the caller may read, 1 to 1000 rows. See public.get_audit_trail.';
revoke all on function private.audit_trail_page(jsonb, integer, text) from public, anon, authenticated, service_role;
grant execute on function private.audit_trail_page(jsonb, integer, text) to api_reader, service_role;

create function private.exported_filter(asked jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(
    f.key,
    case when f.key in ('search', 'source', 'campaign', 'page', 'email') then to_jsonb(true) else f.value end
  ), '{}')
  from jsonb_each(asked) f
  where f.value not in ('null', 'false', '""', '[]')
$$;
comment on function private.exported_filter(jsonb) is
  'A filter as the trail keeps it: only the fields that narrow the list. A typed text may name a person, and a line is never corrected. So of a text only that there was one is kept: true.';
revoke all on function private.exported_filter(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.exported_filter(jsonb) to service_role;

create function private.note_list_export(
  manager_id_param uuid, event_param text, asked jsonb, row_count integer, ip_address_param text, user_agent_param text
)
returns void
language sql set search_path = ''
as $$
  select private.write_audit(
    event_param, null, null, ip_address_param, user_agent_param,
    private.done_by(manager_id_param)
      || jsonb_build_object('rows', row_count, 'filter', private.exported_filter(asked))
  )
  -- A page without rows hands out nothing.
  where row_count > 0
$$;
comment on function private.note_list_export(uuid, text, jsonb, integer, text, text) is
  'Adds a line to the trail: who exported how many rows of a list, with which filter. The first argument is the manager; null for an operator.';
revoke all on function private.note_list_export(uuid, text, jsonb, integer, text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.note_list_export(uuid, text, jsonb, integer, text, text) to service_role;

create function public.export_list(
  session_id_param uuid, export_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refusal jsonb := private.manager_refusal(session_id_param);
  asked jsonb := coalesce(nullif(export_param -> 'filter', 'null'), '{}');
  list text := export_param ->> 'list';
  after text := export_param ->> 'after';
  page jsonb;
begin
  if refusal is not null then
    return refusal;
  end if;
  case list
    when 'contact_requests' then
      page := private.contact_request_page(asked, export_param ->> 'direction', 1000, after);
    when 'audit_trail' then
      page := private.audit_trail_page(asked, 1000, after);
    else
      raise exception 'unknown list' using errcode = 'invalid_parameter_value';
  end case;
  perform private.note_list_export(
    private.live_manager_id(session_id_param), list || '_exported', asked, jsonb_array_length(page -> 'rows'),
    ip_address_param, user_agent_param
  );
  return jsonb_build_object('outcome', 'exported', 'page', page);
end
$$;
comment on function public.export_list(uuid, jsonb, text, text) is
  'Hands out up to 1000 rows of a list to a manager with a code, for a file: {list: contact_requests, filter, direction, after} or {list: audit_trail, filter, after} with {outcome: exported, page}. page: the answer of public.get_contact_requests or public.get_audit_trail. Everyone else gets {outcome: unauthenticated | forbidden}. Each call is a line of the trail: who, which filter, how many rows.';
revoke all on function public.export_list(uuid, jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.export_list(uuid, jsonb, text, text) to service_role;

create function public.export_contact_requests(filter_param jsonb, after_param text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page jsonb := public.find_contact_requests(filter_param, 'desc', 1000, after_param);
begin
  perform private.note_list_export(
    null, 'contact_requests_exported', filter_param, jsonb_array_length(page -> 'rows'), null, null
  );
  return page;
end
$$;
comment on function public.export_contact_requests(jsonb, text) is
  'Up to 1000 contact requests for a file of an operator, newest first, as public.find_contact_requests has them. Each call is a line of the trail.';
revoke all on function public.export_contact_requests(jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.export_contact_requests(jsonb, text) to service_role;

create function public.export_audit_events(
  event_param text, email_param text, from_param timestamptz, to_param timestamptz, before_line_number_param bigint
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  lines jsonb := coalesce((
    select jsonb_agg(to_jsonb(e)) from public.find_audit_events(
      event_param, email_param, from_param, to_param, before_line_number_param, 1000
    ) e
  ), '[]');
begin
  perform private.note_list_export(
    null, 'audit_trail_exported',
    jsonb_build_object('event', event_param, 'email', email_param, 'from', from_param, 'to', to_param),
    jsonb_array_length(lines), null, null
  );
  return lines;
end
$$;
comment on function public.export_audit_events(text, text, timestamptz, timestamptz, bigint) is
  'Up to 1000 lines of the trail for a file of an operator, as public.find_audit_events has them. Each call is a line of the trail itself.';
revoke all on function public.export_audit_events(text, text, timestamptz, timestamptz, bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.export_audit_events(text, text, timestamptz, timestamptz, bigint) to service_role;

create or replace function public.get_audit_trail(
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
  'One page of the whole trail: lines that match a filter {person, event, from, to}, newest first: {rows, has_more, next_after, person, now}. filter.person: id of the representative or customer who acted or was affected. from, to: UTC days. person: {id, kind, name, email} of the person in the filter; null if erased or not given. 1 to 100 rows; public.export_list hands out more and writes a line. Only for managers who gave their code. Everyone else gets 403.';

create or replace function public.get_contact_requests(
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
  'One page of the contact requests that match a filter {statuses, assigned, search, source, project_type, campaign, page, from, to, quarantined, request_id, unsent}, sorted by the time they were sent, newest first unless direction is asc: {rows, has_more, next_after, counts, now}. Requests in quarantine are returned only if quarantined is true or request_id is given. unsent true: only requests whose mail to the team failed. counts: counts of all requests; the filter does not affect them. 1 to 100 rows; public.export_list hands out more and writes a line of the trail. Only for managers who gave their code. Everyone else gets 403.';

comment on function public.find_contact_requests(jsonb, text, integer, text) is
  'The same as public.get_contact_requests, for operators: 1 to 1000 rows.';

create or replace function private.note_person_read(
  event_param text, manager_id_param uuid, person_param jsonb, ip_address_param text, user_agent_param text,
  detail_param jsonb default '{}'
)
returns void
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := (person_param #>> '{representative,id}')::uuid;
  customer_id uuid := (person_param #>> '{customer,id}')::uuid;
  is_stranger boolean := num_nonnulls(rep_id, customer_id) = 0;
  -- A stranger has no id of their own, so the line refers to their newest contact request, or else to their newest code.
  request_id uuid := case when is_stranger then (person_param #>> '{contact_requests,0,id}')::uuid end;
  verification_id uuid := case when is_stranger and request_id is null then (
    select v.id from private.verification_codes v where v.email = person_param ->> 'email'
    order by v.created_at desc limit 1
  ) end;
  line_detail jsonb := private.done_by(manager_id_param) || detail_param
    || jsonb_strip_nulls(jsonb_build_object('requestId', request_id, 'verificationId', verification_id));
begin
  -- An open page reads its person again and again. These readings are one opening.
  if event_param = 'person_opened' and exists (
    select from public.audit_events e
    where e.event = 'person_opened' and e.occurred_at > now() - interval '1 hour'
      and e.sales_rep_id is not distinct from rep_id and e.qualified_lead_id is not distinct from customer_id
      and e.detail = line_detail
  ) then
    return;
  end if;
  perform private.write_audit(
    event_param, rep_id, customer_id, ip_address_param, user_agent_param, line_detail
  );
end
$$;
comment on function private.note_person_read(text, uuid, jsonb, text, text, jsonb) is
  'Adds a line to the trail: who opened or exported the data of a person as private.person_data returns it. The line has ids, but no text of the person. Opening the same person again within an hour adds no line. The second argument is the manager; null for an operator.';

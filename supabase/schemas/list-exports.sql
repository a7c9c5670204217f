-- Exports of whole lists: contact requests, sales, statements and the trail itself. The call that hands out rows writes the line about it.

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
grant execute on function private.exported_filter(jsonb) to service_role;

create function private.note_list_export(
  manager_id_param uuid, event_param text, asked jsonb, row_count integer, ip_address_param text, user_agent_param text
)
returns void
language sql set search_path = ''
as $$
  select private.write_staff_audit(
    manager_id_param, event_param, null, null, ip_address_param, user_agent_param,
    jsonb_build_object('rows', row_count, 'filter', private.exported_filter(asked))
  )
  -- A page without rows hands out nothing.
  where row_count > 0
$$;
comment on function private.note_list_export(uuid, text, jsonb, integer, text, text) is
  'Adds a line to the trail: who exported how many rows of a list, with which filter. The first argument is the manager. Null for an operator.';
grant execute on function private.note_list_export(uuid, text, jsonb, integer, text, text) to service_role;

create function public.export_list(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid := private.require_manager(session_id_param);
  asked jsonb := coalesce(nullif(request_param -> 'filter', 'null'), '{}');
  list text := request_param ->> 'list';
  after text := request_param ->> 'after';
  page jsonb;
begin
  case list
    when 'contact_requests' then
      page := private.contact_request_page(asked, request_param ->> 'direction', 1000, after);
    when 'sales' then
      if asked ->> 'scope' is null then
        raise exception 'scope is missing' using errcode = 'invalid_parameter_value';
      end if;
      page := private.sales_page(
        private.read_sales_filter(asked, session_id_param), request_param ->> 'sort', request_param ->> 'direction', 1000, after
      );
    when 'statements' then
      perform private.refuse_unknown_fields(asked, array['month']);
      page := jsonb_build_object('rows', (
        select coalesce(jsonb_agg(s), '[]')
        from private.statement_rows(array[private.statement_month(private.filter_text(asked, 'month', 7))], null) s
      ), 'hasMore', false, 'nextAfter', null);
    when 'audit_trail' then
      page := private.audit_trail_page(asked, 1000, after);
    else
      raise exception 'unknown list' using errcode = 'invalid_parameter_value';
  end case;
  perform private.note_list_export(
    manager_id, list || '_exported', asked, jsonb_array_length(page -> 'rows'),
    ip_address_param, user_agent_param
  );
  return jsonb_build_object('page', page);
end
$$;
comment on function public.export_list(uuid, jsonb, text, text) is
  'Hands out up to 1000 rows of a list to a manager with a code, for a file: {list: contact_requests, filter, direction, after}, {list: sales, filter, sort, direction, after}, {list: statements, filter: {month}} or {list: audit_trail, filter, after} with {page}. page: the answer of public.get_contact_requests, public.get_sales_table or public.get_audit_trail. Of statements, it has all rows of public.get_statements. Everyone else is refused. Each call is a line of the trail: who, which filter, how many rows.';
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
grant execute on function public.export_contact_requests(jsonb, text) to service_role;

create function public.export_audit_events(
  event_param text, email_param text, from_param timestamptz, to_param timestamptz, before_line_number_param bigint
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  lines jsonb := public.find_audit_events(
    event_param, email_param, from_param, to_param, before_line_number_param, 1000
  );
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
grant execute on function public.export_audit_events(text, text, timestamptz, timestamptz, bigint) to service_role;

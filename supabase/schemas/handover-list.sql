-- What managers can hand over, and the recent handovers, which they can undo.

-- security definer: managers cannot read other representatives' customers, except to hand them over.
create function private.handover_choice_rows(sales_rep_id_param uuid, term_param text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'customers', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'company', c.company))
      from (
        select l.id, l.name, l.email, l.company from public.qualified_leads l
        where l.qualified_by = sales_rep_id_param
          and (term_param is null or strpos(l.search_text, term_param) > 0)
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
    'customerCount', (select count(*) from public.qualified_leads l where l.qualified_by = sales_rep_id_param),
    'requestCount', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = sales_rep_id_param and s.is_open
    )
  )
  where private.current_manager_until() is not null
$$;
comment on function private.handover_choice_rows(uuid, text) is
  'Customers and open contact requests that a representative could hand over and that match a folded term. At most 100 customers, by name, and 100 requests, newest first: {customers, requests: [{id, name, email, company}], customerCount, requestCount}. The counts include all items. The term does not affect them. Null unless the caller is a manager.';
grant execute on function private.handover_choice_rows(uuid, text) to api_reader;

create function public.get_handover_choices(sales_rep_id_param uuid, search text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  perform private.refuse_over('search', char_length(search), 200);
  return private.handover_choice_rows(sales_rep_id_param, private.folded_term(search));
end
$$;
comment on function public.get_handover_choices(uuid, text) is
  'Items that a representative could hand over: see private.handover_choice_rows. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_handover_choices(uuid, text) to authenticated;
alter function public.get_handover_choices(uuid, text) owner to api_reader;

create function private.recent_handover_rows() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', h.id, 'from', jsonb_build_object('id', f.id, 'name', f.name, 'disabledAt', f.disabled_at),
    'to', jsonb_build_object('id', t.id, 'name', t.name, 'disabledAt', t.disabled_at), 'by', m.name,
    'tellsCustomers', h.tells_customers,
    'customers', cardinality(h.customer_ids), 'requests', cardinality(h.request_ids), 'createdAt', h.created_at,
    'undoneAt', h.undone_at, 'undoUntil', h.created_at + private.handovers_undone_within()
  ) order by h.created_at desc, h.id), '[]')
  from (
    select * from private.handovers h
    where h.created_at > now() - private.handovers_undone_within()
    order by h.created_at desc, h.id limit 50
  ) h
  join public.sales_representatives f on f.id = h.from_rep_id
  join public.sales_representatives t on t.id = h.to_rep_id
  left join public.sales_representatives m on m.id = h.done_by
$$;
comment on function private.recent_handover_rows() is
  'Handovers that can still be undone or were undone, newest first, at most 50: [{id, from, to, by, customers, requests, createdAt, undoneAt, undoUntil}]. by: null for an operator.';
grant execute on function private.recent_handover_rows() to service_role;

-- security definer: only functions may read the table.
create function private.recent_handovers() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when private.current_manager_until() is null then '[]'::jsonb else private.recent_handover_rows() end
$$;
comment on function private.recent_handovers() is
  'See private.recent_handover_rows. Empty unless the caller is a manager.';
grant execute on function private.recent_handovers() to api_reader;

create function public.get_handovers() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return jsonb_build_object('rows', private.recent_handovers(), 'now', now());
end
$$;
comment on function public.get_handovers() is
  'The latest handovers: {rows, now}. See private.recent_handovers. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_handovers() to authenticated;
alter function public.get_handovers() owner to api_reader;

create function public.find_handovers() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('rows', private.recent_handover_rows(), 'now', now())
$$;
comment on function public.find_handovers() is 'The same as public.get_handovers, for operators.';
grant execute on function public.find_handovers() to service_role;

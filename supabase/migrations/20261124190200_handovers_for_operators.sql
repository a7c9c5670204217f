-- Purpose:  operators list recent handovers and undo one by its id.

set local check_function_bodies = off;

drop function public.undo_handover(uuid);

create or replace function private.recent_handover_rows() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', h.id, 'from', jsonb_build_object('id', f.id, 'name', f.name, 'disabled_at', f.disabled_at),
    'to', jsonb_build_object('id', t.id, 'name', t.name, 'disabled_at', t.disabled_at), 'by', m.name,
    'customers', cardinality(h.customer_ids), 'requests', cardinality(h.request_ids), 'created_at', h.created_at,
    'undone_at', h.undone_at, 'undo_until', h.created_at + private.handovers_undone_within()
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
  'Handovers that can still be undone or were undone, newest first, at most 50: [{id, from, to, by, customers, requests, created_at, undone_at, undo_until}]. by: null for an operator.';
revoke all on function private.recent_handover_rows() from public, anon, authenticated, service_role;
grant execute on function private.recent_handover_rows() to service_role;

create or replace function private.recent_handovers() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when private.current_manager_until() is null then '[]'::jsonb else private.recent_handover_rows() end
$$;
comment on function private.recent_handovers() is
  'See private.recent_handover_rows. Empty unless the caller is a manager.';
revoke all on function private.recent_handovers() from public, anon, authenticated, service_role;
grant execute on function private.recent_handovers() to api_reader;

create or replace function public.find_handovers() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('rows', private.recent_handover_rows(), 'now', now())
$$;
comment on function public.find_handovers() is 'The same as public.get_handovers, for operators.';
revoke all on function public.find_handovers() from public, anon, authenticated, service_role;
grant execute on function public.find_handovers() to service_role;

create function public.undo_handover(from_rep_id_param uuid, handover_id_param uuid default null) returns jsonb
language sql set search_path = ''
as $$
  select private.apply_handover_undo((
    select h.id from private.handovers h
    where h.from_rep_id = from_rep_id_param and (
      h.id = handover_id_param
      or handover_id_param is null and h.undone_at is null
        and h.created_at > now() - private.handovers_undone_within()
    )
    order by h.created_at desc limit 1
  ), null, null, null)
$$;
comment on function public.undo_handover(uuid, uuid) is
  'Undoes a handover of a representative, for operators: the given one, or else the latest. See private.apply_handover_undo.';
revoke all on function public.undo_handover(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_handover(uuid, uuid) to service_role;

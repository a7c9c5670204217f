-- Undoing a handover. New work stays with the person who did it.

create function private.undone_handover(handover private.handovers) returns jsonb
language sql stable set search_path = ''
as $$
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
$$;
comment on function private.undone_handover(private.handovers) is
  'Result of undoing a handover: {outcome: undone, id, count, requests, kept: [{kind, id, reason, name, with}]}. name: null or empty if erased. with: the current representative; null if not assigned.';
revoke all on function private.undone_handover(private.handovers) from public, anon, authenticated, service_role;
grant execute on function private.undone_handover(private.handovers) to service_role;

create function private.apply_handover_undo(
  handover_id_param uuid, manager_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
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
$$;
comment on function private.apply_handover_undo(uuid, uuid, text, text) is
  'Undoes a handover within private.handovers_undone_within(): see private.undone_handover; or {outcome: none | too_late}. Reasons why an item does not move back: handed_on, new_link, worked_on or erased. Repeating it gives the same answer and changes nothing.';
revoke all on function private.apply_handover_undo(uuid, uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function private.apply_handover_undo(uuid, uuid, text, text) to service_role;

create function public.undo_handover(from_rep_id_param uuid) returns jsonb
language sql set search_path = ''
as $$
  select private.apply_handover_undo((
    select h.id from private.handovers h
    where h.from_rep_id = from_rep_id_param and h.undone_at is null
      and h.created_at > now() - private.handovers_undone_within()
    order by h.created_at desc limit 1
  ), null, null, null)
$$;
comment on function public.undo_handover(uuid) is
  'Undoes the latest handover of a representative, for operators: see private.apply_handover_undo.';
revoke all on function public.undo_handover(uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_handover(uuid) to service_role;

-- Undoing a handover. New work stays with the person who did it.

create function private.codes_mailed(handover private.handovers) returns table (email text, did text[])
language sql stable set search_path = ''
as $$
  select v.email, array_agg(distinct case when v.used_at is null then 'code' else 'qualified' end)
  from private.verification_codes v
  where v.sales_rep_id = handover.to_rep_id and v.created_at >= handover.created_at and v.voided_at is null
  group by v.email
$$;
comment on function private.codes_mailed(private.handovers) is
  'Addresses to which the new representative mailed a code since a handover: code, or qualified for a code that was used.';
grant execute on function private.codes_mailed(private.handovers) to service_role;

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
  'Result of undoing a handover: {outcome: undone, id, count, requests, kept: [{kind, id, reason, did, name, with}]}. name: null or empty if erased. with: the current representative. Null if not assigned.';
grant execute on function private.undone_handover(private.handovers) to service_role;

create function private.work_on_customers(handover private.handovers) returns table (customer_id uuid, did text[])
language sql stable set search_path = ''
as $$
  select w.id, array_agg(distinct w.did order by w.did)
  from (
    select h.id, case e.event when 'customer_edited' then case when f = 'note' then 'note' else 'details' end else e.event end
      as did
    from (
      select a.qualified_lead_id as id, max(a.line_number) as line_number
      from public.audit_events a
      where a.event = 'customer_handed_over' and a.occurred_at = handover.created_at
        and a.qualified_lead_id = any (handover.customer_ids)
      group by a.qualified_lead_id
    ) h
    -- Not by time: a change can begin before the handover and be written after it.
    join public.audit_events e on e.qualified_lead_id = h.id and e.line_number > h.line_number
    left join jsonb_array_elements_text(e.detail -> 'fields') as f on true
    where e.sales_rep_id = handover.to_rep_id and e.event in ('customer_edited', 'link_extended', 'link_revoked')
      -- Operators and managers say who they are.
      and not e.detail ? 'by'
    union all
    select l.id, unnest(m.did)
    from private.codes_mailed(handover) m join public.qualified_leads l on l.email = m.email
    where l.id = any (handover.customer_ids)
  ) w
  group by w.id
$$;
comment on function private.work_on_customers(private.handovers) is
  'What the new representative did with each customer since a handover: some of details, note, link_extended, link_revoked, code, qualified. Without those with whom they did nothing.';
grant execute on function private.work_on_customers(private.handovers) to service_role;

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
    raise sqlstate 'PT404' using message = 'There is no handover that can still be undone.';
  end if;
  if handover.undone_at is not null then
    return private.undone_handover(handover);
  end if;
  if handover.created_at <= now() - private.handovers_undone_within() then
    raise sqlstate 'PT409' using message = 'It is too late to undo this handover. Hand them over again instead.';
  end if;

  perform l.id from public.qualified_leads l where l.id = any (handover.customer_ids) order by l.id for update;
  perform s.id from public.contact_submissions s where s.id = any (handover.request_ids) order by s.id for update;
  -- New work stays with the person who did it.
  select coalesce(jsonb_agg(jsonb_build_object(
      'kind', k.kind, 'id', k.id, 'reason', k.reason,
      'did', case when k.reason = 'worked_on' then coalesce(to_jsonb(k.did), '[]') else '[]' end
    )), '[]'),
    coalesce(array_agg(k.id), '{}')
  into handover.kept, kept_ids
  from (
    select 'customer' as kind, c.id, w.did, case
      when l.id is null then 'erased'
      when l.qualified_by <> handover.to_rep_id then 'handed_on'
      when l.link_issued_at > handover.created_at then 'new_link'
      when w.did is not null then 'worked_on'
    end as reason
    from unnest(handover.customer_ids) as c (id)
    left join public.qualified_leads l on l.id = c.id
    left join private.work_on_customers(handover) w on w.customer_id = c.id
    union all
    select 'request', c.id, w.did, case
      when s.id is null then 'erased'
      when s.assigned_to is distinct from handover.to_rep_id then 'handed_on'
      when w.did is not null or s.version <> c.version and exists (
        -- An erasure, a correction and a withdrawn consent increase the version too, but are no work on it.
        select from public.audit_events e
        where e.event = 'contact_request_changed' and e.contact_request_id = s.id
        group by e.sales_rep_id
        -- private.write_repeated_audit leaves out lines after 20 of a day: any could be work.
        having max((e.detail ->> 'version')::integer) > c.version or count(*) >= 20
      ) then 'worked_on'
    end
    from unnest(handover.request_ids, handover.request_versions) as c (id, version)
    left join public.contact_submissions s on s.id = c.id
    left join private.codes_mailed(handover) w on w.email = s.email
  ) k
  where k.reason is not null;
  customers := array(select c from unnest(handover.customer_ids) as c where c <> all (kept_ids));
  requests := array(select c from unnest(handover.request_ids) as c where c <> all (kept_ids));

  update public.qualified_leads set qualified_by = handover.from_rep_id where id = any (customers);
  update public.contact_submissions set assigned_to = handover.from_rep_id, version = version + 1
  where id = any (requests);
  update private.handovers set undone_at = now(), kept = handover.kept where id = handover.id;
  perform private.note_handed(
    'handover_undone', customers, requests, handover.to_rep_id, handover.from_rep_id, manager_id_param,
    ip_address_param, user_agent_param
  );
  if handover.tells_customers then
    -- Who was not told yet need not hear of it.
    perform private.note_customers(
      array(
        select c from unnest(customers) as c
        where not exists (
          select from private.work_mails w
          where w.customer_id = c and w.sales_rep_id = handover.to_rep_id and (w.claimed_at is null or w.failed_at is not null)
        )
      ),
      handover.from_rep_id
    );
  end if;
  -- What was not mailed yet is no news any more.
  delete from private.work_mails w
  where w.sales_rep_id = handover.to_rep_id and w.created_at = handover.created_at
    and (kept_ids = '{}' or w.customer_id = any (customers));
  perform private.note_work(handover.from_rep_id, manager_id_param, cardinality(customers), requests);
  return private.undone_handover(handover);
end
$$;
comment on function private.apply_handover_undo(uuid, uuid, text, text) is
  'Undoes a handover within private.handovers_undone_within(). Returns private.undone_handover. Refused: an unknown one (404), and an older one (409). Reasons why an item does not move back: handed_on, new_link, worked_on or erased. did: what the new representative did, see private.work_on_customers. Private notes need no move: a customer with a new note stays with its author. Repeating it gives the same answer and changes nothing.';
grant execute on function private.apply_handover_undo(uuid, uuid, text, text) to service_role;

create function public.undo_handover(from_rep_id_param uuid, handover_id_param uuid default null) returns jsonb
language sql set search_path = '' set statement_timeout = '60s'
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
grant execute on function public.undo_handover(uuid, uuid) to service_role;

-- What staff change about a contact request: status, assignment, note, and its release from quarantine. Two changes at
-- once never overwrite each other.

create function private.last_contact_request_change(contact_request_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'by', r.name,
    'occurredAt', e.occurred_at,
    'changes', jsonb_path_query_array(jsonb_build_array(
      case when e.detail ? 'status' then jsonb_build_object(
        'field', 'status', 'before', e.detail #> '{status,before}', 'after', e.detail #> '{status,after}'
      ) end,
      case when e.detail ? 'assignedTo' then jsonb_build_object(
        'field', 'assigned_to',
        'before', (
          select a.name from public.sales_representatives a where a.id = (e.detail #>> '{assignedTo,before}')::uuid
        ),
        'after', (
          select a.name from public.sales_representatives a where a.id = (e.detail #>> '{assignedTo,after}')::uuid
        )
      ) end,
      case when e.detail ? 'staffNote' then jsonb_build_object('field', 'staff_note') end,
      case when e.detail ? 'quarantine' then jsonb_build_object('field', 'quarantine') end
    ), '$[*] ? (@ != null)')
  )
  from public.audit_events e
  left join public.sales_representatives r on r.id = e.sales_rep_id
  where e.event = 'contact_request_changed' and e.contact_request_id = contact_request_id_param
  order by e.line_number desc
  limit 1
$$;
comment on function private.last_contact_request_change(uuid) is
  'The latest change of a contact request, from the trail: {by, occurredAt, changes: [{field, before, after}]}. Null when there was none. by: null for an operator. For a note, it only says that the note changed.';
grant execute on function private.last_contact_request_change(uuid) to service_role;

create function private.apply_contact_request_change(
  by_param text, rep_id_param uuid, contact_request_id_param uuid, version_param integer, change_param jsonb,
  ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  stored public.contact_submissions;
  wanted public.contact_submissions;
begin
  -- The lock serializes simultaneous changes. The second sees the version that the first wrote.
  select s.* into stored from public.contact_submissions s where s.id = contact_request_id_param for update;
  if not found or (
    by_param = 'representative'
    and (stored.assigned_to is distinct from rep_id_param or stored.quarantined_at is not null)
  ) then
    -- A manager whose time is over needs a code. Nothing was lost.
    if by_param = 'representative' and exists (
      select from public.sales_representatives r where r.id = rep_id_param and r.is_manager
    ) then
      raise sqlstate 'PT403' using message = 'Only a manager may change this.';
    end if;
    raise sqlstate 'PT404' using message = 'No such contact request.';
  end if;
  if by_param = 'representative' and change_param ?| array['assignedTo', 'release'] then
    raise sqlstate 'PT403' using message = 'Only a manager may change this.';
  end if;

  wanted := stored;
  wanted.status := coalesce(change_param ->> 'status', stored.status);
  wanted.staff_note := coalesce(change_param ->> 'staffNote', stored.staff_note);
  if change_param ? 'assignedTo' then
    wanted.assigned_to := (change_param ->> 'assignedTo')::uuid;
  end if;
  if change_param ? 'release' then
    wanted.quarantined_at := null;
  end if;
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  if wanted = stored then
    return jsonb_build_object('outcome', 'saved', 'request', private.contact_request_rows(array[stored.id]) -> 0);
  end if;
  if stored.version <> version_param then
    return jsonb_build_object(
      'outcome', 'conflict', 'request', private.contact_request_rows(array[stored.id]) -> 0,
      'lastChange', private.last_contact_request_change(stored.id)
    );
  end if;
  if wanted.quarantined_at is null and stored.quarantined_at is not null then
    wanted.assigned_to := private.rep_of_request(wanted);
  end if;
  if wanted.assigned_to is not null and wanted.assigned_to is distinct from stored.assigned_to and not exists (
    select from public.sales_representatives r where r.id = wanted.assigned_to and r.disabled_at is null
  ) then
    raise sqlstate 'PT400' using message = 'Please choose an enabled representative', detail = 'change.assignedTo';
  end if;

  update public.contact_submissions set
    status = wanted.status, staff_note = wanted.staff_note, assigned_to = wanted.assigned_to,
    quarantined_at = wanted.quarantined_at, version = stored.version + 1,
    status_changed_at = case when wanted.status <> stored.status then now() else stored.status_changed_at end,
    first_answered_at = case
      when wanted.status in ('in_progress', 'done') then coalesce(stored.first_answered_at, now())
      when wanted.status = 'spam' then stored.first_answered_at
    end
  where id = stored.id;
  if wanted.quarantined_at is null and stored.quarantined_at is not null then
    perform private.note_received_request(wanted, rep_id_param);
  elsif wanted.assigned_to is distinct from stored.assigned_to and wanted.quarantined_at is null then
    perform private.note_work(wanted.assigned_to, rep_id_param, 0, array[stored.id]);
  end if;
  perform private.write_repeated_audit(
    'contact_request_changed', rep_id_param, null, ip_address_param, user_agent_param,
    jsonb_build_object('by', by_param, 'version', stored.version + 1)
    || case when wanted.status <> stored.status
      then jsonb_build_object('status', jsonb_build_object('before', stored.status, 'after', wanted.status))
      else '{}' end
    || case when wanted.assigned_to is distinct from stored.assigned_to
      then jsonb_build_object(
        'assignedTo', jsonb_build_object('before', stored.assigned_to, 'after', wanted.assigned_to)
      ) else '{}' end
    || case when wanted.staff_note <> stored.staff_note then '{"staffNote": "changed"}'::jsonb else '{}' end
    || case when wanted.quarantined_at is distinct from stored.quarantined_at
      then '{"quarantine": "released"}'::jsonb else '{}' end,
    stored.id
  );
  return jsonb_build_object('outcome', 'saved', 'request', private.contact_request_rows(array[stored.id]) -> 0);
end
$$;
comment on function private.apply_contact_request_change(text, uuid, uuid, integer, jsonb, text, text) is
  'Changes a contact request: see public.change_contact_request. by: manager, operator or representative. A representative changes only requests that are assigned to them.';
grant execute on function private.apply_contact_request_change(text, uuid, uuid, integer, jsonb, text, text)
  to service_role;

create function public.change_contact_request(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid;
begin
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
  perform private.hold_manager(session_id_param);
  rep_id := private.require_rep(session_id_param);
  return private.apply_contact_request_change(
    case when private.live_manager_id(session_id_param) is null then 'representative' else 'manager' end,
    rep_id, (request_param ->> 'requestId')::uuid, (request_param ->> 'version')::integer, request_param -> 'change',
    ip_address_param, user_agent_param
  );
end
$$;
comment on function public.change_contact_request(uuid, jsonb, text, text) is
  'Changes a contact request, {requestId, version, change}, if it still has that version: {outcome: saved, request}, {outcome: conflict, request, lastChange}. change: {status, assignedTo, staffNote, release}, each optional. A manager with a code may change every field. A representative may change status and note of a request that is assigned to them. A manager without a code is refused (403). conflict: someone else changed it first, and nothing is written. The trail records status and assignment before and after, but no text.';
grant execute on function public.change_contact_request(uuid, jsonb, text, text) to service_role;

create function public.change_contact_requests(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid;
  wanted jsonb;
  answer jsonb;
  answers jsonb := jsonb '[]';
begin
  perform private.hold_manager(session_id_param);
  manager_id := private.require_manager(session_id_param);
  -- In one order, so that two of these at once queue instead of deadlocking.
  for wanted in
    select c from jsonb_array_elements(request_param -> 'changes') as c order by (c ->> 'requestId')::uuid
  loop
    begin
      answer := private.apply_contact_request_change(
        'manager', manager_id, (wanted ->> 'requestId')::uuid, (wanted ->> 'version')::integer, wanted -> 'change',
        ip_address_param, user_agent_param
      );
    exception when sqlstate 'PT404' then
      -- One that is gone does not hold up the others.
      answer := '{"outcome": "not_found"}';
    end;
    answers := answers || jsonb_build_object(
      'requestId', wanted ->> 'requestId', 'outcome', answer ->> 'outcome',
      'version', answer #> '{request,version}', 'lastChange', answer -> 'lastChange'
    );
  end loop;
  return jsonb_build_object('answers', answers);
end
$$;
comment on function public.change_contact_requests(uuid, jsonb, text, text) is
  'Changes several contact requests at once, for managers: {changes: [{requestId, version, change}]}. change: {status, assignedTo}, each optional. Each is saved if it still has its version, as with public.change_contact_request: {answers: [{requestId, outcome: saved | conflict | not_found, version, lastChange}]}. Refused (400), and nothing written: a representative who is unknown or disabled. A repeated call gets the same answer.';
grant execute on function public.change_contact_requests(uuid, jsonb, text, text) to service_role;

create function public.change_contact_request_as_operator(
  contact_request_id_param uuid, version_param integer, change_param jsonb
)
returns jsonb
language sql set search_path = ''
as $$
  select private.apply_contact_request_change(
    'operator', null, contact_request_id_param, version_param, change_param, null, null
  )
$$;
comment on function public.change_contact_request_as_operator(uuid, integer, jsonb) is
  'The same as public.change_contact_request, for operators, who may change every field.';
grant execute on function public.change_contact_request_as_operator(uuid, integer, jsonb) to service_role;

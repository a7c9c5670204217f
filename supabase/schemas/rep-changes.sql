-- Changes that managers make to representatives, through the procedures that operators use.

create function private.last_rep_change(sales_rep_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('by', m.name, 'occurredAt', e.occurred_at)
  from public.audit_events e
  left join public.sales_representatives m on m.id = e.manager_id
  where e.sales_rep_id = sales_rep_id_param and e.event in (
    'rep_added', 'rep_edited', 'rep_made_manager', 'rep_no_longer_manager', 'rep_disabled', 'rep_enabled',
    'sales_id_rotated'
  )
  order by e.line_number desc
  limit 1
$$;
comment on function private.last_rep_change(uuid) is
  'The latest change of a representative, from the trail: {by, occurredAt}. Null without one. by: null for an operator.';
grant execute on function private.last_rep_change(uuid) to service_role;

create function private.sales_id_since(sales_rep_id_param uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(c.created_at) from private.sales_rep_credentials c
  where c.sales_rep_id = sales_rep_id_param and c.revoked_at is null
$$;
comment on function private.sales_id_since(uuid) is
  'When the latest valid sales ID of a representative was made. Null without one.';
grant execute on function private.sales_id_since(uuid) to service_role;

create function private.rep_conflict(sales_rep_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'conflict', 'rep', (
      select jsonb_build_object(
        'name', r.name, 'email', r.email, 'isManager', r.is_manager, 'disabledAt', r.disabled_at,
        'salesIdSince', private.sales_id_since(r.id)
      )
      from public.sales_representatives r where r.id = sales_rep_id_param
    ),
    'lastChange', private.last_rep_change(sales_rep_id_param)
  )
$$;
comment on function private.rep_conflict(uuid) is
  'The answer to a change that is based on old values: {outcome: conflict, rep: {name, email, isManager, disabledAt, salesIdSince}, lastChange}.';
grant execute on function private.rep_conflict(uuid) to service_role;

create function private.edit_rep_by_manager(
  rep_id_param uuid, before_param jsonb, after_param jsonb, manager_id_param uuid, ip_address_param text,
  user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  stored jsonb := private.rep_texts(rep_id_param);
begin
  -- If the caller repeats a request because its answer was lost, it gets the same answer. isRepeated stops the mails:
  -- the first request sent them, and nothing confirms the old address that this one claims.
  if stored = after_param then
    return jsonb_build_object('outcome', 'edited', 'isRepeated', true);
  end if;
  if stored <> before_param then
    return private.rep_conflict(rep_id_param);
  end if;
  perform public.edit_rep(
    rep_id_param, after_param ->> 'name', after_param ->> 'email', manager_id_param, ip_address_param, user_agent_param
  );
  perform public.set_rep_manager(
    rep_id_param, (after_param ->> 'isManager')::boolean, manager_id_param, ip_address_param, user_agent_param
  );
  return jsonb_build_object('outcome', 'edited');
end
$$;
comment on function private.edit_rep_by_manager(uuid, jsonb, jsonb, uuid, text, text) is
  'Corrects a representative if the stored values still equal before: {outcome: edited, isRepeated} or a conflict. Refuses as public.edit_rep and public.set_rep_manager do. isRepeated: nothing was changed, because the values were there already. before and after: {name, email, isManager}.';
grant execute on function private.edit_rep_by_manager(uuid, jsonb, jsonb, uuid, text, text) to service_role;

create function private.rotate_sales_id_by_manager(
  rep_id_param uuid, since_param timestamptz, credential_hash_param text, manager_id_param uuid,
  session_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
begin
  if private.has_sales_id(rep_id_param, credential_hash_param) then
    return jsonb_build_object('outcome', 'rotated', 'endedSessions', 0);
  end if;
  -- Someone else may already have given the representative the sales ID that this would void.
  if private.sales_id_since(rep_id_param) is distinct from since_param or exists (
    select from public.sales_representatives r where r.id = rep_id_param and r.disabled_at is not null
  ) then
    return private.rep_conflict(rep_id_param);
  end if;
  return jsonb_build_object('outcome', 'rotated', 'endedSessions', public.rotate_rep_credential(
    rep_id_param, credential_hash_param, manager_id_param, session_id_param, ip_address_param, user_agent_param
  ));
end
$$;
comment on function private.rotate_sales_id_by_manager(uuid, timestamptz, text, uuid, uuid, text, text) is
  'Replaces the sales ID of an enabled representative if it was made at the given instant: {outcome: rotated, endedSessions} or a conflict.';
grant execute on function private.rotate_sales_id_by_manager(uuid, timestamptz, text, uuid, uuid, text, text)
  to service_role;

create function private.set_rep_takes_requests(
  rep_id_param uuid, takes_param boolean, manager_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.sales_representatives set takes_requests = takes_param, requests_paused = false
  where id = rep_id_param and takes_requests <> takes_param;
  if found then
    perform private.write_staff_audit(
      manager_id_param, case when takes_param then 'rep_takes_requests' else 'rep_takes_no_requests' end,
      rep_id_param, null, ip_address_param, user_agent_param
    );
  end if;
  return jsonb_build_object('outcome', 'set');
end
$$;
comment on function private.set_rep_takes_requests(uuid, boolean, uuid, text, text) is
  'Whether a representative gets new contact requests of strangers in turn. Repeating it changes nothing.';
grant execute on function private.set_rep_takes_requests(uuid, boolean, uuid, text, text) to service_role;

create function public.change_rep_by_manager(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  action text := request_param ->> 'action';
  rep_id uuid := (request_param ->> 'repId')::uuid;
  credential_hash text := request_param ->> 'credentialHash';
  manager_id uuid;
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  perform private.lock_reps(array[rep_id]);
  -- Checked again after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.require_manager(session_id_param);
  if action <> 'add' and not exists (select from public.sales_representatives r where r.id = rep_id) then
    raise sqlstate 'PT404' using message = 'No such representative.';
  end if;
  if action in ('edit', 'enable', 'rotate', 'take_requests') then
    perform private.refuse_erased_rep(rep_id);
  end if;
  case action
    when 'add' then
      return jsonb_build_object('outcome', 'added', 'repId', public.add_rep(
        request_param ->> 'name', request_param ->> 'email', credential_hash, (request_param ->> 'isManager')::boolean,
        manager_id, ip_address_param, user_agent_param
      ));
    when 'edit' then
      return private.edit_rep_by_manager(
        rep_id, request_param -> 'before', request_param -> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'take_requests' then
      return private.set_rep_takes_requests(
        rep_id, (request_param ->> 'takesRequests')::boolean, manager_id, ip_address_param, user_agent_param
      );
    when 'disable' then
      return jsonb_build_object(
        'outcome', 'disabled',
        'endedSessions', public.disable_rep(rep_id, manager_id, ip_address_param, user_agent_param)
      );
    when 'enable' then
      return case when public.enable_rep(rep_id, credential_hash, manager_id, ip_address_param, user_agent_param)
        then jsonb_build_object('outcome', 'enabled') else private.rep_conflict(rep_id) end;
    when 'rotate' then
      return private.rotate_sales_id_by_manager(
        rep_id, (request_param ->> 'salesIdSince')::timestamptz, credential_hash, manager_id, session_id_param,
        ip_address_param, user_agent_param
      );
    when 'end_sessions' then
      return jsonb_build_object('outcome', 'ended', 'endedSessions', public.end_rep_sessions(
        rep_id, manager_id, (request_param ->> 'sessionId')::uuid, session_id_param, ip_address_param, user_agent_param
      ));
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.change_rep_by_manager(uuid, jsonb, text, text) is
  'Adds or changes a representative for a manager''s session. request: {action: add, name, email, isManager}, {action: edit, repId, before, after}, {action: disable | enable, repId}, {action: take_requests, repId, takesRequests}, {action: rotate, repId, salesIdSince} or {action: end_sessions, repId, sessionId}. {outcome: added, repId}, {outcome: edited | enabled | set}, {outcome: disabled | rotated | ended, endedSessions}, or {outcome: conflict, rep, lastChange}. Refused (404): an unknown representative. Refused (400): another''s address, or a sales ID that is void or someone else''s. Refused (409): an erased account, and the last enabled manager. credentialHash: hash of the new sales ID, for actions that make one. conflict: someone else changed the representative first, and nothing is written. The manager''s own session stays, unless they disable themselves. Repeating a change has no further effect.';
grant execute on function public.change_rep_by_manager(uuid, jsonb, text, text) to service_role;

-- Purpose:  an erased representative's account stays closed for good.

set local check_function_bodies = off;

alter table public.sales_representatives add column erased_at timestamptz;
comment on column public.sales_representatives.erased_at is
  'Since when the account has no personal data. It stays disabled for good. Null: not erased.';

-- The trail knows who was erased, even if the account got another address since. An account that someone uses again
-- has another person's data: it stays open.
update public.sales_representatives r set erased_at = e.erased_at
from (
  select t.sales_rep_id, max(t.occurred_at) as erased_at from public.audit_events t
  where t.event = 'person_erased' and t.sales_rep_id is not null
  group by t.sales_rep_id
) e
where e.sales_rep_id = r.id and r.disabled_at is not null and not r.is_manager;

alter table public.sales_representatives add constraint sales_representatives_erased_is_closed check (
  erased_at is null or (disabled_at is not null and not is_manager)
);

drop function public.rotate_rep_credential(uuid, text, uuid, uuid, text, text);

drop function public.enable_rep(uuid, text, uuid, text, text);

create or replace function private.is_erased_rep(sales_rep_id_param uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  -- An erasure that runs now finishes first.
  perform private.lock_reps(array[sales_rep_id_param]);
  return exists (
    select from public.sales_representatives r where r.id = sales_rep_id_param and r.erased_at is not null
  );
end
$$;
comment on function private.is_erased_rep(uuid) is
  'Whether the account of a representative was erased: then it can never be used again. Other callers wait until the end of the transaction.';
revoke all on function private.is_erased_rep(uuid) from public, anon, authenticated, service_role;
grant execute on function private.is_erased_rep(uuid) to service_role;

create or replace function public.set_rep_manager(
  sales_rep_id_param uuid, is_manager_param boolean, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns text
language plpgsql set search_path = ''
as $$
begin
  if private.is_erased_rep(sales_rep_id_param) then
    return 'erased';
  elsif not is_manager_param and private.is_last_manager(sales_rep_id_param) then
    return 'last_manager';
  end if;
  update public.sales_representatives set is_manager = is_manager_param
  where id = sales_rep_id_param and is_manager <> is_manager_param;
  if found then
    update public.sales_sessions set manager_until = null
    where sales_rep_id = sales_rep_id_param and manager_until is not null;
    perform private.write_audit(
      case when is_manager_param then 'rep_made_manager' else 'rep_no_longer_manager' end, sales_rep_id_param, null,
      ip_address_param, user_agent_param, private.done_by(manager_id_param)
    );
  end if;
  return 'set';
end
$$;
comment on function public.set_rep_manager(uuid, boolean, uuid, text, text) is
  'Gives a representative the manager role, or removes it together with the Operations access of their sessions. Returns set; or, without a change, erased, or last_manager if nobody else is an enabled manager. Repeating it changes nothing. manager_id: the caller; null for an operator, here and below.';
revoke all on function public.set_rep_manager(uuid, boolean, uuid, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.set_rep_manager(uuid, boolean, uuid, text, text) to service_role;

create function public.rotate_rep_credential(
  sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid default null,
  kept_session_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
begin
  if private.is_erased_rep(sales_rep_id_param) then
    return jsonb_build_object('outcome', 'erased');
  end if;
  update private.sales_rep_credentials set revoked_at = now()
  where sales_rep_id = sales_rep_id_param and revoked_at is null;
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (
    sales_rep_id_param, credential_hash_param,
    'issued by ' || case when manager_id_param is null then 'an operator' else 'a manager' end
  );
  perform private.write_audit(
    'sales_id_rotated', sales_rep_id_param, null, ip_address_param, user_agent_param,
    private.done_by(manager_id_param)
  );
  return jsonb_build_object('outcome', 'rotated', 'ended_sessions', public.end_rep_sessions(
    sales_rep_id_param, manager_id_param, null, kept_session_id_param, ip_address_param, user_agent_param
  ));
end
$$;
comment on function public.rotate_rep_credential(uuid, text, uuid, uuid, text, text) is
  'Replaces all sales IDs of a representative with one new one and ends their sessions except kept_session_id: {outcome: rotated, ended_sessions} or {outcome: erased}, which changes nothing.';
revoke all on function public.rotate_rep_credential(uuid, text, uuid, uuid, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.rotate_rep_credential(uuid, text, uuid, uuid, text, text) to service_role;

create function public.enable_rep(
  sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns text
language plpgsql set search_path = ''
as $$
begin
  if private.is_erased_rep(sales_rep_id_param) then
    return 'erased';
  end if;
  update public.sales_representatives set disabled_at = null
  where id = sales_rep_id_param and disabled_at is not null;
  if not found then
    return case when private.has_sales_id(sales_rep_id_param, credential_hash_param)
      then 'enabled' else 'not_disabled' end;
  end if;
  perform public.rotate_rep_credential(
    sales_rep_id_param, credential_hash_param, manager_id_param, null, ip_address_param, user_agent_param
  );
  perform private.write_audit(
    'rep_enabled', sales_rep_id_param, null, ip_address_param, user_agent_param, private.done_by(manager_id_param)
  );
  return 'enabled';
end
$$;
comment on function public.enable_rep(uuid, text, uuid, text, text) is
  'Lets a disabled representative sign in again with one new sales ID. The old ones stay void. Returns enabled; or not_disabled or erased without a change. Repeating it with the same hash changes nothing and returns enabled.';
revoke all on function public.enable_rep(uuid, text, uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.enable_rep(uuid, text, uuid, text, text) to service_role;

create or replace function public.edit_rep(
  sales_rep_id_param uuid, name_param text, email_param text, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns text
language plpgsql set search_path = ''
as $$
declare
  before jsonb := private.rep_texts(sales_rep_id_param) - 'isManager';
begin
  if private.is_erased_rep(sales_rep_id_param) then
    return 'erased';
  elsif exists (
    select from public.sales_representatives r
    where r.email = lower(email_param) and r.id <> sales_rep_id_param
  ) then
    return 'exists';
  end if;
  update public.sales_representatives set name = name_param, email = lower(email_param)
  where id = sales_rep_id_param and (name, email) is distinct from (name_param, lower(email_param));
  if found then
    perform private.write_audit(
      'rep_edited', sales_rep_id_param, null, ip_address_param, user_agent_param,
      private.done_by(manager_id_param) || jsonb_build_object(
        'before', before, 'after', private.rep_texts(sales_rep_id_param) - 'isManager'
      )
    );
  end if;
  return 'edited';
end
$$;
comment on function public.edit_rep(uuid, text, text, uuid, text, text) is
  'Corrects name and address of a representative. Returns edited; exists if another representative has that address; or erased, which changes nothing. Sales ID, sessions and customers stay.';
revoke all on function public.edit_rep(uuid, text, text, uuid, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.edit_rep(uuid, text, text, uuid, text, text) to service_role;

create or replace function private.rotate_sales_id_by_manager(
  rep_id_param uuid, since_param timestamptz, credential_hash_param text, manager_id_param uuid,
  session_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
begin
  if private.has_sales_id(rep_id_param, credential_hash_param) then
    return jsonb_build_object('outcome', 'rotated', 'ended_sessions', 0);
  end if;
  -- Someone else may already have given the representative the sales ID that this would void.
  if private.sales_id_since(rep_id_param) is distinct from since_param or exists (
    select from public.sales_representatives r where r.id = rep_id_param and r.disabled_at is not null
  ) then
    return private.rep_conflict(rep_id_param);
  end if;
  if private.is_spent_sales_id(credential_hash_param, rep_id_param) then
    return jsonb_build_object('outcome', 'used');
  end if;
  return public.rotate_rep_credential(
    rep_id_param, credential_hash_param, manager_id_param, session_id_param, ip_address_param, user_agent_param
  );
end
$$;
comment on function private.rotate_sales_id_by_manager(uuid, timestamptz, text, uuid, uuid, text, text) is
  'Replaces the sales ID of an enabled representative if it was made at the given instant: {outcome: rotated, ended_sessions}, {outcome: used} or a conflict.';
revoke all on function private.rotate_sales_id_by_manager(uuid, timestamptz, text, uuid, uuid, text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.rotate_sales_id_by_manager(uuid, timestamptz, text, uuid, uuid, text, text)
  to service_role;

create or replace function public.change_rep_by_manager(
  session_id_param uuid, change_param jsonb, credential_hash_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := (change_param ->> 'repId')::uuid;
  manager_id uuid;
begin
  perform private.lock_reps(array[rep_id]);
  -- Checked here, after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.live_manager_id(session_id_param);
  if manager_id is null then
    return jsonb_build_object('outcome', case
      when private.live_rep_id(session_id_param) is null then 'unauthenticated' else 'forbidden'
    end);
  end if;
  if change_param ->> 'action' = 'add' then
    -- An address that somebody has is told as such.
    if private.is_spent_sales_id(credential_hash_param, null) and not exists (
      select from public.sales_representatives r where r.email = lower(change_param ->> 'email')
    ) then
      return jsonb_build_object('outcome', 'used');
    end if;
    return public.add_rep(
      change_param ->> 'name', change_param ->> 'email', credential_hash_param, (change_param ->> 'isManager')::boolean,
      manager_id, ip_address_param, user_agent_param
    );
  end if;
  if not exists (select from public.sales_representatives r where r.id = rep_id) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if change_param ->> 'action' in ('edit', 'enable', 'rotate') and private.is_erased_rep(rep_id) then
    return jsonb_build_object('outcome', 'erased');
  end if;
  case change_param ->> 'action'
    when 'edit' then
      return private.edit_rep_by_manager(
        rep_id, change_param -> 'before', change_param -> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'disable' then
      return public.disable_rep(rep_id, manager_id, ip_address_param, user_agent_param);
    when 'enable' then
      return case
        when private.is_spent_sales_id(credential_hash_param, rep_id) and exists (
          select from public.sales_representatives r where r.id = rep_id and r.disabled_at is not null
        ) then jsonb_build_object('outcome', 'used')
        when public.enable_rep(rep_id, credential_hash_param, manager_id, ip_address_param, user_agent_param) = 'enabled'
          then jsonb_build_object('outcome', 'enabled')
        else private.rep_conflict(rep_id) end;
    when 'rotate' then
      return private.rotate_sales_id_by_manager(
        rep_id, (change_param ->> 'salesIdSince')::timestamptz, credential_hash_param, manager_id, session_id_param,
        ip_address_param, user_agent_param
      );
    when 'end_sessions' then
      return jsonb_build_object('outcome', 'ended', 'ended_sessions', public.end_rep_sessions(
        rep_id, manager_id, (change_param ->> 'sessionId')::uuid, session_id_param, ip_address_param, user_agent_param
      ));
    else
      raise exception 'unknown action: "%"', left(change_param ->> 'action', 50)
        using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.change_rep_by_manager(uuid, jsonb, text, text, text) is
  'Adds or changes a representative for a manager''s session. change: {action: add, name, email, isManager}, {action: edit, repId, before, after}, {action: disable | enable, repId}, {action: rotate, repId, salesIdSince} or {action: end_sessions, repId, sessionId}. {outcome: added, id}, {outcome: edited | enabled}, {outcome: disabled | rotated | ended, ended_sessions}, {outcome: conflict, rep, last_change} or {outcome: unauthenticated | forbidden | not_found | exists | last_manager | used | erased}. erased: the account was erased for good, and nothing is written. credential_hash: hash of the new sales ID, for actions that make one. used: this sales ID was made before and is void, or belongs to someone else; nothing is written. conflict: someone else changed the representative first, and nothing is written. The manager''s own session stays, unless they disable themselves. Repeating a change has no further effect.';
revoke all on function public.change_rep_by_manager(uuid, jsonb, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.change_rep_by_manager(uuid, jsonb, text, text, text) to service_role;

create or replace function private.rep_rows(ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', r.id, 'name', r.name, 'email', r.email, 'is_manager', r.is_manager, 'disabled_at', r.disabled_at,
      'erased_at', r.erased_at, 'created_at', r.created_at, 'sales_id_since', private.sales_id_since(r.id), 'customers', l.customers,
      'open_links', l.open_links, 'open_requests', q.requests, 'last_sign_in_at', s.last_at, 'live_sessions', s.live
    ) order by i.place
  ), '[]'::jsonb)
  from unnest(ids) with ordinality as i (id, place)
  join public.sales_representatives r on r.id = i.id
  cross join lateral (
    select count(*) as customers, count(*) filter (
      where l.access_token_hash is not null and l.token_expires_at > now() and l.is_active and l.revoked_at is null
    ) as open_links
    from public.qualified_leads l where l.qualified_by = r.id
  ) l
  cross join lateral (
    select count(*) as requests from public.contact_submissions q
    where q.assigned_to = r.id and q.status in ('new', 'in_progress')
  ) q
  cross join lateral (
    select max(s.created_at) as last_at,
      count(*) filter (where s.ended_at is null and s.expires_at > now() and r.disabled_at is null) as live
    from public.sales_sessions s where s.sales_rep_id = r.id
  ) s
$$;
comment on function private.rep_rows(uuid[]) is
  'Representatives in the order of the given ids, with the numbers of their customers, open access links, open contact requests and live sessions.';
revoke all on function private.rep_rows(uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.rep_rows(uuid[]) to api_reader, service_role;

create or replace function private.erase_rep(rep_id_param uuid) returns void
language sql set search_path = ''
as $$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    is_manager = false, erased_at = coalesce(erased_at, now())
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  -- An erased representative cannot get customers or requests back. A handover that nobody can undo leaves the list, and
  -- is not called undone: what it moved stays moved. The trail keeps its lines.
  delete from private.handovers where from_rep_id = rep_id_param and undone_at is null;
  delete from private.sales_rep_credentials where sales_rep_id = rep_id_param;
  delete from public.sales_sessions where sales_rep_id = rep_id_param;
  delete from private.verification_codes where sales_rep_id = rep_id_param;
  delete from private.manager_codes where sales_rep_id = rep_id_param;
  delete from private.customer_notes where sales_rep_id = rep_id_param;
  update public.audit_events set ip_address = null, user_agent = null
  where (sales_rep_id = rep_id_param or detail ->> 'managerId' = rep_id_param::text)
    and num_nonnulls(ip_address, user_agent) > 0;
  update public.audit_events set detail = detail - array['before', 'after']
  where sales_rep_id = rep_id_param and event in ('rep_added', 'rep_edited') and detail ?| array['before', 'after'];
$$;
comment on function private.erase_rep(uuid) is
  'Removes the personal data from a representative''s account for good: it can be neither edited nor enabled again. Its sales and their figures stay. Contact requests that were assigned to it become unassigned, and handed-over items stay with the new representative.';
revoke all on function private.erase_rep(uuid) from public, anon, authenticated, service_role;
grant execute on function private.erase_rep(uuid) to service_role;

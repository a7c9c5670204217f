-- What operators and managers do with representatives: add, edit, disable, manager role, sales IDs, sessions.
-- Managers call it through rep-changes.sql.

create function private.lock_reps(sales_rep_ids_param uuid[]) returns void
language sql set search_path = ''
as $$
  -- Locks in one order, so simultaneous changes queue instead of deadlocking.
  select r.id from public.sales_representatives r
  where r.id = any (sales_rep_ids_param) or (r.is_manager and r.disabled_at is null)
  order by r.id for no key update
$$;
comment on function private.lock_reps(uuid[]) is
  'Locks the given representatives and every enabled manager until the end of the transaction. Call it before reading them.';
grant execute on function private.lock_reps(uuid[]) to service_role;

create function private.has_other_manager(sales_rep_id_param uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.sales_representatives r
    where r.id <> sales_rep_id_param and r.is_manager and r.disabled_at is null
  )
$$;
comment on function private.has_other_manager(uuid) is 'True if there is an enabled manager beside this representative.';
grant execute on function private.has_other_manager(uuid) to api_reader, service_role;

create function private.refuse_last_manager(sales_rep_id_param uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  -- If two managers remove each other at once, the second sees the change of the first.
  perform private.lock_reps(array[sales_rep_id_param]);
  if not private.has_other_manager(sales_rep_id_param) and exists (
    select from public.sales_representatives r
    where r.id = sales_rep_id_param and r.is_manager and r.disabled_at is null
  ) then
    raise sqlstate 'PT409' using message =
      'This is the last manager, so nothing was changed. Make another representative a manager first.';
  end if;
end
$$;
comment on function private.refuse_last_manager(uuid) is
  'Refuses (409) a change that would take away the only enabled manager. Other callers wait until the end of the transaction.';
grant execute on function private.refuse_last_manager(uuid) to service_role;

create function private.rep_texts(sales_rep_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('name', r.name, 'email', r.email, 'isManager', r.is_manager)
  from public.sales_representatives r where r.id = sales_rep_id_param
$$;
comment on function private.rep_texts(uuid) is
  'The editable values of a representative: {name, email, isManager}. Null for an unknown id.';
grant execute on function private.rep_texts(uuid) to service_role;

create function private.refuse_erased_rep(sales_rep_id_param uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  -- An erasure that runs now finishes first.
  perform private.lock_reps(array[sales_rep_id_param]);
  if exists (
    select from public.sales_representatives r where r.id = sales_rep_id_param and r.erased_at is not null
  ) then
    raise sqlstate 'PT409' using message =
      'The data of this person was erased, so the account stays closed. Nothing was changed. Add a new representative instead.';
  end if;
end
$$;
comment on function private.refuse_erased_rep(uuid) is
  'Refuses (409) a change of an account that was erased: it can never be used again. Other callers wait until the end of the transaction.';
grant execute on function private.refuse_erased_rep(uuid) to service_role;

create function private.close_operations(sales_rep_id_param uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update private.manager_codes set voided_at = now()
  where sales_rep_id = sales_rep_id_param and used_at is null and voided_at is null;
  update public.sales_sessions set manager_until = null
  where sales_rep_id = sales_rep_id_param and manager_until is not null;
end
$$;
comment on function private.close_operations(uuid) is
  'Voids a manager''s code and closes Operations in all their sessions. It opens again with a new code.';
grant execute on function private.close_operations(uuid) to service_role;

create function public.set_rep_manager(
  sales_rep_id_param uuid, is_manager_param boolean, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_erased_rep(sales_rep_id_param);
  if not is_manager_param then
    perform private.refuse_last_manager(sales_rep_id_param);
  end if;
  update public.sales_representatives set is_manager = is_manager_param
  where id = sales_rep_id_param and is_manager <> is_manager_param;
  if found then
    perform private.close_operations(sales_rep_id_param);
    perform private.write_staff_audit(
      manager_id_param, case when is_manager_param then 'rep_made_manager' else 'rep_no_longer_manager' end,
      sales_rep_id_param, null, ip_address_param, user_agent_param
    );
  end if;
end
$$;
comment on function public.set_rep_manager(uuid, boolean, uuid, text, text) is
  'Gives a representative the manager role, or removes it together with the Operations access of their sessions. Refused (409): an erased account, and the last enabled manager. Repeating it changes nothing. manager_id: the caller. Null for an operator, here and below.';
grant execute on function public.set_rep_manager(uuid, boolean, uuid, text, text) to service_role;

create function private.has_sales_id(sales_rep_id_param uuid, credential_hash_param text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.sales_rep_credentials c
    where c.sales_rep_id = sales_rep_id_param and c.credential_hash = credential_hash_param and c.revoked_at is null
  )
$$;
comment on function private.has_sales_id(uuid, text) is
  'True if a valid sales ID belongs to a representative. Then the caller repeats the request that made it, because the answer was lost.';
grant execute on function private.has_sales_id(uuid, text) to service_role;

create function private.give_sales_id(sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid)
returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (
    sales_rep_id_param, credential_hash_param,
    'issued by ' || case when manager_id_param is null then 'an operator' else 'a manager' end
  )
  on conflict (credential_hash) do nothing;
  if not found then
    raise sqlstate 'PT400' using message = 'This key made a sales ID before. Please use another one',
      detail = 'idempotencyKey';
  end if;
end
$$;
comment on function private.give_sales_id(uuid, text, uuid) is
  'Stores the hash of a new sales ID. Refused (400): one that is void, or another representative''s. Then the key that made it makes no other one.';
grant execute on function private.give_sales_id(uuid, text, uuid) to service_role;

create function public.add_rep(
  name_param text, email_param text, credential_hash_param text, is_manager_param boolean default false,
  manager_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid;
begin
  insert into public.sales_representatives (name, email) values (name_param, email_param)
  on conflict (email) do nothing
  returning id into rep_id;
  if rep_id is null then
    select r.id into rep_id from public.sales_representatives r where r.email = private.mailbox(email_param);
    if not private.has_sales_id(rep_id, credential_hash_param) then
      raise sqlstate 'PT400' using message = 'Another representative has this address', detail = 'email';
    end if;
    return rep_id;
  end if;
  perform private.give_sales_id(rep_id, credential_hash_param, manager_id_param);
  perform private.write_staff_audit(
    manager_id_param, 'rep_added', rep_id, null, ip_address_param, user_agent_param,
    jsonb_build_object('after', private.rep_texts(rep_id) - 'isManager')
  );
  if is_manager_param then
    perform public.set_rep_manager(rep_id, true, manager_id_param, ip_address_param, user_agent_param);
  end if;
  return rep_id;
end
$$;
comment on function public.add_rep(text, text, text, boolean, uuid, text, text) is
  'Adds a representative, or a manager, with the hash of a first sales ID, and returns the id. Refused (400): an address that another representative has. Repeating it with the same hash changes nothing.';
grant execute on function public.add_rep(text, text, text, boolean, uuid, text, text) to service_role;

create function public.rotate_rep_credential(
  sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid default null,
  kept_session_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns integer
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_erased_rep(sales_rep_id_param);
  update private.sales_rep_credentials set revoked_at = now()
  where sales_rep_id = sales_rep_id_param and revoked_at is null;
  perform private.give_sales_id(sales_rep_id_param, credential_hash_param, manager_id_param);
  perform private.write_staff_audit(
    manager_id_param, 'sales_id_rotated', sales_rep_id_param, null, ip_address_param, user_agent_param
  );
  return public.end_rep_sessions(
    sales_rep_id_param, manager_id_param, null, kept_session_id_param, ip_address_param, user_agent_param
  );
end
$$;
comment on function public.rotate_rep_credential(uuid, text, uuid, uuid, text, text) is
  'Replaces all sales IDs of a representative with one new one and ends their sessions except kept_session_id. Returns their number. Refused (409): an erased account.';
grant execute on function public.rotate_rep_credential(uuid, text, uuid, uuid, text, text) to service_role;

create function public.disable_rep(
  sales_rep_id_param uuid, manager_id_param uuid default null, ip_address_param text default null,
  user_agent_param text default null
)
returns integer
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_last_manager(sales_rep_id_param);
  update public.sales_representatives set disabled_at = now()
  where id = sales_rep_id_param and disabled_at is null;
  if found then
    perform private.write_staff_audit(
      manager_id_param, 'rep_disabled', sales_rep_id_param, null, ip_address_param, user_agent_param
    );
  end if;
  return public.end_rep_sessions(
    sales_rep_id_param, manager_id_param, null, null, ip_address_param, user_agent_param
  );
end
$$;
comment on function public.disable_rep(uuid, uuid, text, text) is
  'Stops a representative from signing in and ends their sessions. Returns their number. Refused (409): the last enabled manager. Repeating it changes nothing.';
grant execute on function public.disable_rep(uuid, uuid, text, text) to service_role;

create function public.enable_rep(
  sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_erased_rep(sales_rep_id_param);
  update public.sales_representatives set disabled_at = null
  where id = sales_rep_id_param and disabled_at is not null;
  if not found then
    return private.has_sales_id(sales_rep_id_param, credential_hash_param);
  end if;
  perform public.rotate_rep_credential(
    sales_rep_id_param, credential_hash_param, manager_id_param, null, ip_address_param, user_agent_param
  );
  perform private.write_staff_audit(
    manager_id_param, 'rep_enabled', sales_rep_id_param, null, ip_address_param, user_agent_param
  );
  return true;
end
$$;
comment on function public.enable_rep(uuid, text, uuid, text, text) is
  'Lets a disabled representative sign in again with one new sales ID. The old ones stay void. False, and nothing changed: is not disabled. Refused (409): an erased account. Repeating it with the same hash changes nothing and returns true.';
grant execute on function public.enable_rep(uuid, text, uuid, text, text) to service_role;

create function public.edit_rep(
  sales_rep_id_param uuid, name_param text, email_param text, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns void
language plpgsql set search_path = ''
as $$
declare
  before jsonb := private.rep_texts(sales_rep_id_param) - 'isManager';
begin
  perform private.refuse_erased_rep(sales_rep_id_param);
  if exists (
    select from public.sales_representatives r
    where r.email = private.mailbox(email_param) and r.id <> sales_rep_id_param
  ) then
    raise sqlstate 'PT400' using message = 'Another representative has this address', detail = 'after.email';
  end if;
  update public.sales_representatives set name = name_param, email = email_param
  where id = sales_rep_id_param and (name, email) is distinct from (name_param, private.mailbox(email_param));
  if found then
    -- The code went to the earlier address. Operations opens again with a code to the new one.
    if before ->> 'email' <> private.mailbox(email_param) then
      perform private.close_operations(sales_rep_id_param);
    end if;
    perform private.write_staff_audit(
      manager_id_param, 'rep_edited', sales_rep_id_param, null, ip_address_param, user_agent_param,
      jsonb_build_object(
        'before', before, 'after', private.rep_texts(sales_rep_id_param) - 'isManager'
      )
    );
  end if;
end
$$;
comment on function public.edit_rep(uuid, text, text, uuid, text, text) is
  'Corrects name and address of a representative. Refused: another representative''s address (400), and an erased account (409). Sales ID, sessions and customers stay. Another address voids a manager''s code and closes their Operations.';
grant execute on function public.edit_rep(uuid, text, text, uuid, text, text) to service_role;

create function public.end_rep_sessions(
  sales_rep_id_param uuid, manager_id_param uuid default null, ended_session_id_param uuid default null,
  kept_session_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns integer
language plpgsql set search_path = ''
as $$
declare
  ended integer;
begin
  update public.sales_sessions set ended_at = now(),
    end_reason = case when manager_id_param is null then 'ended_by_operator' else 'ended_by_manager' end
  where sales_rep_id = sales_rep_id_param and ended_at is null and expires_at > now()
    and (ended_session_id_param is null or id = ended_session_id_param)
    and id is distinct from kept_session_id_param;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.write_staff_audit(
      manager_id_param, 'sessions_ended', sales_rep_id_param, null, ip_address_param, user_agent_param,
      jsonb_build_object('count', ended)
    );
  end if;
  return ended;
end
$$;
comment on function public.end_rep_sessions(uuid, uuid, uuid, uuid, text, text) is
  'Ends every live session of a representative, or one given session, and returns their number. It takes effect on their next request. kept_session_id stays live, such as the session of a manager who ends their own sessions.';
grant execute on function public.end_rep_sessions(uuid, uuid, uuid, uuid, text, text) to service_role;

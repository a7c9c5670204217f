-- Managers: representatives who open Operations with a mailed code, for private.manager_access_life() within one
-- session. The codes: manager-codes.sql.

create function private.live_manager_id(session_id_param uuid) returns uuid
language sql stable set search_path = ''
as $$
  select s.sales_rep_id
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.id = session_id_param and s.ended_at is null and s.expires_at > now() and s.manager_until > now()
    and r.disabled_at is null and r.is_manager
$$;
comment on function private.live_manager_id(uuid) is
  'Manager of a session that may use Operations. Null if it may not.';
grant execute on function private.live_manager_id(uuid) to service_role;

-- security definer: the caller cannot read the sessions table and only learns this about their own token.
create function private.current_manager_until() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select s.manager_until from public.sales_sessions s
  where s.id = private.jwt_session_id() and private.live_manager_id(s.id) is not null
$$;
comment on function private.current_manager_until() is
  'Until when the live session in the request''s token may use Operations. Null if it may not.';
grant execute on function private.current_manager_until() to api_reader;

-- security definer, for the session in the token: the caller cannot read the sessions table.
create function private.require_manager(session_id_param uuid default null) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  token_session_id uuid := private.jwt_session_id();
  manager_id uuid := private.live_manager_id(coalesce(token_session_id, session_id_param));
begin
  if manager_id is not null then
    return manager_id;
  end if;
  if token_session_id is null then
    perform private.require_rep(session_id_param);
  end if;
  perform private.refuse_ended_session();
  raise sqlstate 'PT403' using message = 'Operations is for managers.';
end
$$;
comment on function private.require_manager(uuid) is
  'Manager of a session that may use Operations: the one in the request''s token, or the one that a function names. An ended session gets 401, everyone else 403. Every procedure for managers calls it first. One that changes something calls it again after its locks: a session can end during the wait.';
grant execute on function private.require_manager(uuid) to api_reader, service_role;

create function private.read_scope(
  filter jsonb, session_id_param uuid default null, out sales_rep_id uuid, out everyone boolean
)
language plpgsql stable set search_path = ''
as $$
declare
  scope text := private.filter_text(filter, 'scope', 36);
begin
  everyone := false;
  if scope is null then
    sales_rep_id := private.current_rep_id();
  else
    perform private.require_manager(session_id_param);
    if scope = 'all' then
      everyone := true;
    else
      sales_rep_id := private.filter_id(filter, 'scope');
    end if;
  end if;
end
$$;
comment on function private.read_scope(jsonb, uuid) is
  'Whose rows a filter is about. Without a scope they are the caller''s own. scope: a representative''s id, or all: only for managers who gave their code, in the request''s session or the given one. Everyone else gets 403. An invalid scope is refused (22023).';
grant execute on function private.read_scope(jsonb, uuid) to api_reader, service_role;

create function private.hold_manager(session_id_param uuid) returns void
language sql set search_path = ''
as $$
  select from public.sales_representatives r
  where r.id = (select s.sales_rep_id from public.sales_sessions s where s.id = session_id_param)
  for share
$$;
comment on function private.hold_manager(uuid) is
  'Locks the account of a session''s representative until the end of the transaction. Check rights after this call.';
grant execute on function private.hold_manager(uuid) to service_role;

create function public.get_manager_access() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select jsonb_build_object(
    'isManager', r.is_manager, 'managerUntil', private.current_manager_until(), 'now', now()
  )
  from public.sales_representatives r
  where r.id = (select private.current_rep_id())
$$;
comment on function public.get_manager_access() is
  'Whether the caller is a manager, and until when this session may use Operations: {isManager, managerUntil, now}. managerUntil: null without a code or after its time. An ended session gets 401. A customer gets null.';
grant execute on function public.get_manager_access() to authenticated;
alter function public.get_manager_access() owner to api_reader;

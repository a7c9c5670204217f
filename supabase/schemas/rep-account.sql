-- Representatives' own account: change the settings, and end other sessions.

create function public.get_rep_settings() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select jsonb_build_object('mail_on_opening', r.mail_on_opening)
  from public.sales_representatives r
  where r.id = (select private.current_rep_id())
$$;
comment on function public.get_rep_settings() is
  'The caller''s own settings: {mail_on_opening}. An ended session gets 401. A customer gets null.';
grant execute on function public.get_rep_settings() to authenticated;
alter function public.get_rep_settings() owner to api_reader;

create function public.save_rep_settings(
  session_id_param uuid, mail_on_opening_param boolean, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  update public.sales_representatives set mail_on_opening = mail_on_opening_param
  where id = rep_id and mail_on_opening <> mail_on_opening_param;
  if found then
    perform private.write_audit(
      'rep_settings_changed', rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('mailOnOpening', mail_on_opening_param)
    );
  end if;
  return jsonb_build_object('outcome', 'saved');
end
$$;
comment on function public.save_rep_settings(uuid, boolean, text, text) is
  'Saves the settings of a session''s representative: {outcome: saved | unauthenticated}. Repeating it changes nothing and adds no line to the trail.';
grant execute on function public.save_rep_settings(uuid, boolean, text, text) to service_role;

create function public.end_own_sessions(
  session_id_param uuid, ended_session_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  ended integer;
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if ended_session_id_param is not null and not exists (
    select from public.sales_sessions s where s.id = ended_session_id_param and s.sales_rep_id = rep_id
  ) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  update public.sales_sessions s set ended_at = now(), end_reason = 'ended_by_rep'
  where s.sales_rep_id = rep_id and s.ended_at is null and s.expires_at > now() and s.id <> session_id_param
    and (ended_session_id_param is null or s.id = ended_session_id_param);
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.write_audit(
      'sessions_ended', rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('by', 'representative', 'count', ended)
    );
  end if;
  return jsonb_build_object('outcome', 'ended', 'count', ended);
end
$$;
comment on function public.end_own_sessions(uuid, uuid, text, text) is
  'Ends one other session of a session''s representative, or all others for null: {outcome: ended, count} or {outcome: unauthenticated | not_found}. It takes effect on their next request. The calling session stays. Repeating it changes nothing and returns a count of 0.';
grant execute on function public.end_own_sessions(uuid, uuid, text, text) to service_role;

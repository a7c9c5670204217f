-- Representatives' own account: change the settings, and end other sessions.

create function public.get_rep_settings() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select jsonb_build_object(
    'mailOnOpening', r.mail_on_opening, 'mailOnMonday', r.week_mail_noted_at is not null,
    'mailOnWork', r.mail_on_work, 'toastOnNews', r.toast_on_news,
    'requestsPaused', case when r.takes_requests then r.requests_paused end
  )
  from public.sales_representatives r
  where r.id = (select private.current_rep_id())
$$;
comment on function public.get_rep_settings() is
  'The caller''s own settings: {mailOnOpening, mailOnMonday, mailOnWork, toastOnNews, requestsPaused}. requestsPaused: null for who gets no new requests in turn. An ended session gets 401. A customer gets null.';
grant execute on function public.get_rep_settings() to authenticated;
alter function public.get_rep_settings() owner to api_reader;

create function public.save_rep_settings(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  stored public.sales_representatives;
  wanted public.sales_representatives;
  changed jsonb;
begin
  select r.* into stored from public.sales_representatives r where r.id = rep_id for no key update;
  -- Checked again after the lock: the representative may have been disabled during the wait.
  perform private.require_rep(session_id_param);
  wanted := stored;
  wanted.mail_on_opening := coalesce((request_param ->> 'mailOnOpening')::boolean, stored.mail_on_opening);
  if (request_param ->> 'mailOnMonday')::boolean then
    wanted.week_mail_noted_at := coalesce(stored.week_mail_noted_at, now());
  elsif request_param ? 'mailOnMonday' then
    wanted.week_mail_noted_at := null;
  end if;
  wanted.mail_on_work := coalesce((request_param ->> 'mailOnWork')::boolean, stored.mail_on_work);
  wanted.toast_on_news := coalesce((request_param ->> 'toastOnNews')::boolean, stored.toast_on_news);
  if stored.takes_requests then
    wanted.requests_paused := coalesce((request_param ->> 'requestsPaused')::boolean, stored.requests_paused);
  end if;
  changed := jsonb_strip_nulls(jsonb_build_object(
    'mailOnOpening', nullif(wanted.mail_on_opening, stored.mail_on_opening),
    'mailOnMonday', nullif(wanted.week_mail_noted_at is not null, stored.week_mail_noted_at is not null),
    'mailOnWork', nullif(wanted.mail_on_work, stored.mail_on_work),
    'toastOnNews', nullif(wanted.toast_on_news, stored.toast_on_news),
    'requestsPaused', nullif(wanted.requests_paused, stored.requests_paused)
  ));
  if changed <> '{}' then
    update public.sales_representatives
    set mail_on_opening = wanted.mail_on_opening, week_mail_noted_at = wanted.week_mail_noted_at,
      mail_on_work = wanted.mail_on_work, toast_on_news = wanted.toast_on_news,
      requests_paused = wanted.requests_paused
    where id = rep_id;
    perform private.write_repeated_audit(
      'rep_settings_changed', rep_id, null, ip_address_param, user_agent_param, changed
    );
  end if;
  return jsonb_build_object(
    'mailOnOpening', wanted.mail_on_opening, 'mailOnMonday', wanted.week_mail_noted_at is not null,
    'mailOnWork', wanted.mail_on_work, 'toastOnNews', wanted.toast_on_news,
    'requestsPaused', case when wanted.takes_requests then wanted.requests_paused end
  );
end
$$;
comment on function public.save_rep_settings(uuid, jsonb, text, text) is
  'Saves the given settings of a session''s representative, and returns all: {mailOnOpening, mailOnMonday, mailOnWork, toastOnNews, requestsPaused}. Repeating it changes nothing and adds no line to the trail.';
grant execute on function public.save_rep_settings(uuid, jsonb, text, text) to service_role;

create function public.end_own_sessions(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  other_id uuid := (request_param ->> 'sessionId')::uuid;
  ended integer;
begin
  if other_id is not null and not exists (
    select from public.sales_sessions s where s.id = other_id and s.sales_rep_id = rep_id
  ) then
    raise sqlstate 'PT404' using message = 'No such session.';
  end if;
  update public.sales_sessions s set ended_at = now(), end_reason = 'ended_by_rep'
  where s.sales_rep_id = rep_id and s.ended_at is null and s.expires_at > now() and s.id <> session_id_param
    and (other_id is null or s.id = other_id);
  get diagnostics ended = row_count;
  -- Checked again after the sessions are locked.
  perform private.require_rep(session_id_param);
  if ended > 0 then
    perform private.write_repeated_audit(
      'sessions_ended', rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('by', 'representative', 'count', ended)
    );
  end if;
  return jsonb_build_object('endedCount', ended);
end
$$;
comment on function public.end_own_sessions(uuid, jsonb, text, text) is
  'Ends one other session of a session''s representative, {sessionId}, or all others for null: {endedCount}. It takes effect on their next request. The calling session stays. Repeating it changes nothing and returns a count of 0.';
grant execute on function public.end_own_sessions(uuid, jsonb, text, text) to service_role;

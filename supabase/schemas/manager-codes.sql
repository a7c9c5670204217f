-- Codes that open Operations for a manager. They work like those for customers in verification.sql. Only the Edge
-- Functions use this file.

create table private.manager_codes (
  id uuid primary key,
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  sales_session_id uuid not null references public.sales_sessions (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.code_life(),
  attempts smallint not null default 0 check (attempts >= 0),
  used_at timestamptz,
  voided_at timestamptz
);
comment on table private.manager_codes is
  'Six-digit codes, each for one session of one manager. A stolen copy of this table cannot open Operations.';
comment on column private.manager_codes.id is 'Chosen by the function, because the hash includes it.';
comment on column private.manager_codes.code_hash is
  'Hex HMAC-SHA256 of the code together with representative, session and id. Only the functions have the key (pepper).';
comment on column private.manager_codes.expires_at is 'private.code_life() after the code was made.';
comment on column private.manager_codes.attempts is 'Number of codes compared with it, at most private.code_max_attempts().';
comment on column private.manager_codes.voided_at is 'When a later code replaced it or its mail failed.';

-- At most one code is valid for a manager at any time, even with parallel requests.
create unique index manager_codes_live_key on private.manager_codes (sales_rep_id)
  where used_at is null and voided_at is null;
create index manager_codes_sales_rep_id_idx on private.manager_codes (sales_rep_id, created_at desc);
create index manager_codes_sales_session_id_idx on private.manager_codes (sales_session_id);

alter table private.manager_codes enable row level security;
grant select, insert, update, delete on private.manager_codes to service_role;

create function public.start_manager_code(session_id_param uuid, code_id_param uuid, code_hash_param text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  rep public.sales_representatives;
  last_made_at timestamptz;
  code private.manager_codes;
begin
  perform private.count_attempt('manager-code:rep', rep_id::text);
  perform private.count_attempt('manager-code:rep-day', rep_id::text);
  -- If two requests arrive at once, the second waits here and then sees the code of the first.
  perform pg_advisory_xact_lock(hashtextextended('manager-code ' || rep_id::text, 0));
  -- An address that changes at this moment is read once it has changed.
  perform private.hold_manager(session_id_param);
  -- Checked after the wait: who was disabled or lost the role meanwhile gets no code. A refusal counts nothing.
  select r.* into rep from public.sales_representatives r where r.id = private.require_rep(session_id_param);
  if not rep.is_manager then
    raise sqlstate 'PT403' using message = 'Operations is for managers.';
  end if;
  select max(c.created_at) into last_made_at from private.manager_codes c where c.sales_rep_id = rep.id;
  perform private.refuse_code_too_soon(last_made_at);

  delete from private.manager_codes c
  where c.sales_rep_id = rep.id and c.expires_at < now() - make_interval(days => private.codes_kept_days());
  update private.manager_codes c set voided_at = now()
  where c.sales_rep_id = rep.id and c.used_at is null and c.voided_at is null;
  insert into private.manager_codes (id, sales_rep_id, sales_session_id, code_hash)
  values (code_id_param, rep.id, session_id_param, code_hash_param)
  returning * into code;
  return jsonb_build_object(
    'rep', jsonb_build_object('id', rep.id, 'name', rep.name, 'email', rep.email),
    'answer', jsonb_build_object(
      'codeId', code.id,
      'expiresAt', code.expires_at,
      'validForSeconds', extract(epoch from private.code_life())::integer,
      'resendAfterSeconds', extract(epoch from private.code_resend_pause())::integer,
      'maxAttempts', private.code_max_attempts()
    )
  );
end
$$;
comment on function public.start_manager_code(uuid, uuid, text) is
  'Stores a new code for a manager''s session, valid for private.code_life(), and voids the previous code: {rep, answer: {codeId, expiresAt, validForSeconds, resendAfterSeconds, maxAttempts}}. Refuses (429) when a limit is reached or private.code_resend_pause() has not passed.';
grant execute on function public.start_manager_code(uuid, uuid, text) to service_role;

create function public.finish_manager_code_mail(
  code_id_param uuid, is_sent_param boolean, ip_address_param text, user_agent_param text
)
returns void
language plpgsql set search_path = ''
as $$
declare
  code private.manager_codes;
begin
  select c.* into strict code from private.manager_codes c where c.id = code_id_param;
  if is_sent_param then
    perform private.write_audit(
      'manager_code_sent', code.sales_rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('codeId', code.id)
    );
    return;
  end if;
  if not is_sent_param and code.voided_at is null then
    perform private.give_attempt_back('manager-code:rep', code.sales_rep_id::text, code.created_at);
    perform private.give_attempt_back('manager-code:rep-day', code.sales_rep_id::text, code.created_at);
  end if;
  update private.manager_codes set voided_at = now()
  where id = code.id and used_at is null and voided_at is null;
end
$$;
comment on function public.finish_manager_code_mail(uuid, boolean, text, text) is
  'Records that the code''s mail was accepted, or voids the code if its mail failed: the attempt is given back then. is_sent null: the mail server may have it, so the attempt stays counted.';
grant execute on function public.finish_manager_code_mail(uuid, boolean, text, text) to service_role;

create function public.check_manager_code(
  session_id_param uuid, code_id_param uuid, code_hash_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep public.sales_representatives;
  code private.manager_codes;
  opened_until timestamptz;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.require_rep(session_id_param);
  if not rep.is_manager then
    raise sqlstate 'PT403' using message = 'Operations is for managers.';
  end if;

  -- Counts and decides in one statement. Parallel requests cannot get more than the allowed attempts.
  update private.manager_codes c
  set attempts = c.attempts + 1, used_at = case when c.code_hash = code_hash_param then now() end
  where c.id = code_id_param and c.sales_rep_id = rep.id and c.sales_session_id = session_id_param
    and c.used_at is null and c.voided_at is null and c.expires_at > now() and c.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    -- The caller repeats the request because its answer was lost. It opens nothing more.
    select s.manager_until into opened_until
    from private.manager_codes c join public.sales_sessions s on s.id = c.sales_session_id
    where c.id = code_id_param and c.sales_rep_id = rep.id and c.sales_session_id = session_id_param
      and c.code_hash = code_hash_param and c.used_at is not null and c.expires_at > now() and s.manager_until > now();
    if found then
      return jsonb_build_object('outcome', 'opened', 'answer', jsonb_build_object('managerUntil', opened_until));
    end if;
    if code.id is not null then
      perform private.write_audit(
        'manager_code_failed', rep.id, null, ip_address_param, user_agent_param,
        jsonb_build_object('codeId', code.id, 'wasCompared', true)
      );
    else
      perform private.write_repeated_audit(
        'manager_code_failed', rep.id, null, ip_address_param, user_agent_param,
        jsonb_build_object('codeId', code_id_param, 'wasCompared', false)
      );
    end if;
    return jsonb_build_object('outcome', 'refused');
  end if;

  update public.sales_sessions s set manager_until = least(now() + private.manager_access_life(), s.expires_at)
  where s.id = session_id_param
  returning s.manager_until into opened_until;
  perform private.write_audit(
    'manager_access_opened', rep.id, null, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session_id_param, 'until', opened_until)
  );
  return jsonb_build_object('outcome', 'opened', 'answer', jsonb_build_object('managerUntil', opened_until));
end
$$;
comment on function public.check_manager_code(uuid, uuid, text, text, text) is
  'Accepts a correct code once and opens Operations for private.manager_access_life() in the session that requested it: {outcome: opened, answer: {managerUntil}} or {outcome: refused}. Repeating it while the code lasts gives the same answer and writes nothing. refused does not say whether the code was wrong, used, voided, expired, out of attempts or for another session. Who is no manager is refused (403).';
grant execute on function public.check_manager_code(uuid, uuid, text, text, text) to service_role;

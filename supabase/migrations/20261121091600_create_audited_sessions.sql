-- Purpose:  Signing in and out leave a trail; customers sign in with their access token; all sessions of one
--           representative can be ended at once.
-- Reversal: drop function public.end_rep_sessions(uuid), public.begin_customer_session(text, text, text, text),
--           public.end_session(text, text, text, text); then run 20261121091200 again for the two it held before, and
--           put the earlier list of end reasons back.

alter table public.customer_sessions drop constraint customer_sessions_end_reason_check;
alter table public.customer_sessions add constraint customer_sessions_end_reason_check
  check (end_reason in ('signed_out', 'ended_by_operator', 'revoked', 'replaced'));
comment on column public.customer_sessions.end_reason is 'replaced: the customer was given a new access link.';

create or replace function public.begin_rep_session(
  credential_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep public.sales_representatives;
  session public.sales_sessions;
begin
  update private.sales_rep_credentials c set last_used_at = now()
  from public.sales_representatives r
  where c.credential_hash = credential_hash_param and c.revoked_at is null
    and r.id = c.sales_rep_id and r.disabled_at is null
  returning r.* into rep;

  if not found then
    -- Unknown, withdrawn and disabled take the same way: who it would have been is for the trail alone.
    perform private.write_audit(
      'rep_sign_in_failed',
      (select c.sales_rep_id from private.sales_rep_credentials c where c.credential_hash = credential_hash_param),
      null, ip_address_param, user_agent_param
    );
    return null;
  end if;

  insert into public.sales_sessions (sales_rep_id, refresh_hash, ip_address, user_agent)
  values (rep.id, refresh_hash_param, ip_address_param, user_agent_param)
  returning * into session;
  perform private.write_audit(
    'rep_signed_in', rep.id, null, ip_address_param, user_agent_param, jsonb_build_object('sessionId', session.id)
  );
  return jsonb_build_object(
    'kind', 'rep',
    'session_id', session.id,
    'session_expires_at', session.expires_at,
    'rep', jsonb_build_object('id', rep.id, 'name', rep.name, 'email', rep.email)
  );
end
$$;

create function public.begin_customer_session(
  token_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  lead public.qualified_leads;
  session public.customer_sessions;
  state text;
begin
  select l.* into lead from public.qualified_leads l where l.access_token_hash = token_hash_param for update;
  state := case
    when not found then 'unknown'
    when lead.revoked_at is not null or not lead.is_active then 'revoked'
    when lead.token_expires_at <= now() then 'expired'
    else 'live'
  end;
  if state <> 'live' then
    perform private.write_audit(
      'customer_sign_in_failed', lead.qualified_by, lead.id, ip_address_param, user_agent_param,
      jsonb_build_object('reason', state)
    );
    return null;
  end if;

  insert into public.customer_sessions (qualified_lead_id, refresh_hash, ip_address, user_agent, expires_at)
  values (lead.id, refresh_hash_param, ip_address_param, user_agent_param, lead.token_expires_at)
  returning * into session;
  insert into public.pricing_reveals (qualified_lead_id, ip_address, user_agent)
  values (lead.id, ip_address_param, user_agent_param);

  if not lead.has_accessed then
    update public.qualified_leads set has_accessed = true, accessed_at = now() where id = lead.id;
    perform private.write_audit('link_opened', lead.qualified_by, lead.id, ip_address_param, user_agent_param);
  end if;
  perform private.write_audit(
    'customer_signed_in', lead.qualified_by, lead.id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session.id)
  );
  perform private.write_audit('prices_revealed', lead.qualified_by, lead.id, ip_address_param, user_agent_param);

  return (
    select jsonb_build_object(
      'kind', 'customer',
      'session_id', session.id,
      'session_expires_at', session.expires_at,
      'lead', jsonb_build_object(
        'id', lead.id, 'name', lead.name, 'email', lead.email, 'company', lead.company,
        'repName', r.name, 'repEmail', r.email
      )
    )
    from public.sales_representatives r where r.id = lead.qualified_by
  );
end
$$;
comment on function public.begin_customer_session(text, text, text, text) is
  'Starts a session, which ends with the access token, for the customer whose token has this hash, and notes that prices are shown; null when the token is unknown, expired or revoked.';

-- Address and agent are new; with their defaults, a function that was deployed before keeps working.
drop function public.end_session(text, text);
create function public.end_session(
  refresh_hash_param text, reason_param text, ip_address_param text default null, user_agent_param text default null
)
returns boolean
language sql set search_path = ''
as $$
  with rep as (
    update public.sales_sessions set ended_at = now(), end_reason = reason_param
    where refresh_hash = refresh_hash_param and ended_at is null
    returning id, sales_rep_id
  ),
  customer as (
    update public.customer_sessions set ended_at = now(), end_reason = reason_param
    where refresh_hash = refresh_hash_param and ended_at is null
    returning id, qualified_lead_id
  ),
  ended as (
    select r.id, r.sales_rep_id, null::uuid as qualified_lead_id from rep r
    union all
    select c.id, l.qualified_by, l.id from customer c join public.qualified_leads l on l.id = c.qualified_lead_id
  ),
  trail as (
    insert into public.audit_events (event, sales_rep_id, qualified_lead_id, ip_address, user_agent, detail)
    select 'signed_out', e.sales_rep_id, e.qualified_lead_id, ip_address_param, user_agent_param,
      jsonb_build_object('sessionId', e.id, 'reason', reason_param)
    from ended e
    returning 1
  )
  select exists (select from trail)
$$;
comment on function public.end_session(text, text, text, text) is
  'Ends the session whose refresh secret has this hash; false when none was live. Doing it again is harmless.';

create function public.end_rep_sessions(sales_rep_id_param uuid) returns integer
language plpgsql set search_path = ''
as $$
declare
  ended integer;
begin
  update public.sales_sessions set ended_at = now(), end_reason = 'ended_by_operator'
  where sales_rep_id = sales_rep_id_param and ended_at is null and expires_at > now();
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.write_audit(
      'sessions_ended', sales_rep_id_param, null, null, null, jsonb_build_object('count', ended)
    );
  end if;
  return ended;
end
$$;
comment on function public.end_rep_sessions(uuid) is
  'Ends every live session of a representative, from their next request on, and says how many there were; for operators.';

revoke all on function public.begin_customer_session(text, text, text, text)
  from public, anon, authenticated, service_role;
revoke all on function public.end_session(text, text, text, text) from public, anon, authenticated, service_role;
revoke all on function public.end_rep_sessions(uuid) from public, anon, authenticated, service_role;
grant execute on function public.begin_customer_session(text, text, text, text) to service_role;
grant execute on function public.end_session(text, text, text, text) to service_role;
grant execute on function public.end_rep_sessions(uuid) to service_role;

-- Purpose:  A sign-in is counted where it is decided, and only when it fails. 30 right ones at once from one office all
--           succeed; of any number of wrong ones at once, no more are compared than the limits say.
-- Reversal: drop function public.begin_customer_session(text, text, text, text, jsonb),
--           public.begin_rep_session(text, text, text, text, jsonb), private.count_attempt(jsonb),
--           private.attempt_wait(jsonb); then run 20261121091600 and 20261121093000 again for the two, and grant them.

create function private.attempt_wait(limits_param jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  attempt_limit record;
  window_ends_at timestamptz;
begin
  for attempt_limit in
    select l.bucket, l.attempts from jsonb_to_recordset(limits_param) as l (bucket text, attempts integer)
  loop
    -- Held until the transaction ends: the next one sees what became of this attempt. Callers name their limits in the
    -- same order, so that no two wait for each other.
    perform pg_advisory_xact_lock(hashtextextended(attempt_limit.bucket, 0));
    select c.window_ends_at into window_ends_at from private.rate_limit_counters c
    where c.bucket = attempt_limit.bucket and c.attempts >= attempt_limit.attempts and c.window_ends_at > now();
    if found then
      return greatest(1, ceil(extract(epoch from window_ends_at - now())))::integer;
    end if;
  end loop;
  return null;
end
$$;
comment on function private.attempt_wait(jsonb) is
  'Seconds to wait when one of the limits [{bucket, attempts, window_seconds}] is reached, else null. Until the end of the transaction no other attempt at the same limits is decided.';

create function private.count_attempt(limits_param jsonb) returns void
language sql set search_path = ''
as $$
  select public.take_attempt(l.bucket, l.attempts, l.window_seconds)
  from jsonb_to_recordset(limits_param) as l (bucket text, attempts integer, window_seconds integer)
$$;
comment on function private.count_attempt(jsonb) is
  'Counts one failed attempt at each of the limits [{bucket, attempts, window_seconds}].';

-- Without limits they answer as before: functions that were deployed earlier count by themselves.
drop function public.begin_rep_session(text, text, text, text);
create function public.begin_rep_session(
  credential_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text,
  limits_param jsonb default '[]'
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wait_seconds integer := private.attempt_wait(limits_param);
  rep public.sales_representatives;
  session public.sales_sessions;
begin
  if wait_seconds is not null then
    return jsonb_build_object('kind', 'limited', 'retry_after_seconds', wait_seconds);
  end if;

  update private.sales_rep_credentials c set last_used_at = now()
  from public.sales_representatives r
  where c.credential_hash = credential_hash_param and c.revoked_at is null
    and r.id = c.sales_rep_id and r.disabled_at is null
  returning r.* into rep;

  if not found then
    perform private.count_attempt(limits_param);
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
comment on function public.begin_rep_session(text, text, text, text, jsonb) is
  'Starts a session for the representative whose credential has this hash; null, and counted at the limits [{bucket, attempts, window_seconds}], when it matches nothing usable; {kind: limited, retry_after_seconds} when a limit is reached: then nothing is compared.';

drop function public.begin_customer_session(text, text, text, text);
create function public.begin_customer_session(
  token_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text,
  limits_param jsonb default '[]'
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wait_seconds integer := private.attempt_wait(limits_param);
  lead public.qualified_leads;
  session public.customer_sessions;
  state text;
begin
  if wait_seconds is not null then
    return jsonb_build_object('kind', 'limited', 'retry_after_seconds', wait_seconds);
  end if;

  select l.* into lead from public.qualified_leads l where l.access_token_hash = token_hash_param for update;
  state := case
    when not found then 'unknown'
    when lead.revoked_at is not null or not lead.is_active then 'revoked'
    when lead.token_expires_at <= now() then 'expired'
    else 'live'
  end;
  if state = 'expired' then
    perform private.note_expired_link(lead);
  end if;
  if state <> 'live' then
    perform private.count_attempt(limits_param);
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
comment on function public.begin_customer_session(text, text, text, text, jsonb) is
  'Starts a session, which ends with the access token, for the customer whose token has this hash, and notes that prices are shown; null, and counted at the limits [{bucket, attempts, window_seconds}], when the token is unknown, expired or revoked; {kind: limited, retry_after_seconds} when a limit is reached: then nothing is compared.';

revoke all on function private.attempt_wait(jsonb) from public, anon, authenticated, service_role;
revoke all on function private.count_attempt(jsonb) from public, anon, authenticated, service_role;
revoke all on function public.begin_rep_session(text, text, text, text, jsonb)
  from public, anon, authenticated, service_role;
revoke all on function public.begin_customer_session(text, text, text, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function private.attempt_wait(jsonb) to service_role;
grant execute on function private.count_attempt(jsonb) to service_role;
grant execute on function public.begin_rep_session(text, text, text, text, jsonb) to service_role;
grant execute on function public.begin_customer_session(text, text, text, text, jsonb) to service_role;

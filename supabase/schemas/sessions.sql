-- Signs in, renews and signs out, each in one call. Only the Edge Functions use it.

create function public.begin_rep_session(
  credential_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text, network_param text,
  time_zone_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep public.sales_representatives;
  session public.sales_sessions;
begin
  begin
    perform private.count_attempt('sign-in:ip', network_param);
    perform private.count_attempt('sign-in:id', credential_hash_param);
    if exists (
      select from private.sales_rep_credentials c join public.sales_representatives r on r.id = c.sales_rep_id
      where c.credential_hash = credential_hash_param and c.revoked_at is null and r.disabled_at is null
    ) then
      -- The right credential uses up nothing.
      raise sqlstate 'CV002';
    end if;
  exception when sqlstate 'CV002' then
    null;
  end;

  update private.sales_rep_credentials c set last_used_at = now()
  from public.sales_representatives r
  where c.credential_hash = credential_hash_param and c.revoked_at is null
    and r.id = c.sales_rep_id and r.disabled_at is null
  returning r.* into rep;

  if not found then
    -- Unknown, revoked and disabled credentials take the same path. Only the trail records the person.
    perform private.write_repeated_audit(
      'rep_sign_in_failed',
      (select c.sales_rep_id from private.sales_rep_credentials c where c.credential_hash = credential_hash_param),
      null, ip_address_param, user_agent_param
    );
    return null;
  end if;

  update public.sales_representatives set time_zone = time_zone_param
  where id = rep.id and time_zone is distinct from time_zone_param;
  insert into public.sales_sessions (sales_rep_id, refresh_hash, ip_address, user_agent)
  values (rep.id, refresh_hash_param, ip_address_param, user_agent_param)
  returning * into session;
  -- The oldest make room: what one credential can store has an end.
  delete from public.sales_sessions where id in (
    select s.id from public.sales_sessions s where s.sales_rep_id = rep.id and s.id <> session.id
    order by s.created_at desc offset private.rep_sessions_max() - 1
  );
  perform private.write_repeated_audit(
    'rep_signed_in', rep.id, null, ip_address_param, user_agent_param, jsonb_build_object('sessionId', session.id)
  );
  return public.renew_session(refresh_hash_param);
end
$$;
comment on function public.begin_rep_session(text, text, text, text, text, text) is
  'Starts a session for the representative whose credential has this hash, and keeps the time zone. A representative has private.rep_sessions_max() at most: a further one takes the place of the oldest. Returns null for an unusable credential, which is counted. If a limit is reached, it refuses (429) without any comparison.';
grant execute on function public.begin_rep_session(text, text, text, text, text, text) to service_role;

create function public.begin_customer_session(
  token_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text, network_param text,
  time_zone_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  customer public.qualified_leads;
  session public.customer_sessions;
  state text;
  is_first boolean;
  is_written boolean;
begin
  begin
    perform private.count_attempt('sign-in-customer:ip', network_param);
    if exists (
      select from public.qualified_leads l
      where l.access_token_hash = token_hash_param
        and l.is_active and l.revoked_at is null and l.token_expires_at > now()
    ) then
      -- The right token uses up nothing.
      raise sqlstate 'CV002';
    end if;
  exception when sqlstate 'CV002' then
    null;
  end;

  select l.* into customer from public.qualified_leads l where l.access_token_hash = token_hash_param for update;
  state := case
    when not found then 'unknown'
    when customer.revoked_at is not null or not customer.is_active then 'revoked'
    when customer.token_expires_at <= now() then 'expired'
    else 'live'
  end;
  if state = 'expired' then
    perform private.note_expired_link(customer);
  end if;
  if state <> 'live' then
    perform private.write_repeated_audit(
      'customer_sign_in_failed', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
      jsonb_build_object('reason', state)
    );
    return null;
  end if;

  update public.qualified_leads set time_zone = time_zone_param
  where id = customer.id and time_zone is distinct from time_zone_param;
  insert into public.customer_sessions (qualified_lead_id, refresh_hash, ip_address, user_agent, expires_at)
  values (customer.id, refresh_hash_param, ip_address_param, user_agent_param, customer.token_expires_at)
  returning * into session;
  -- The oldest make room: what one link can store has an end.
  delete from public.customer_sessions where id in (
    select s.id from public.customer_sessions s where s.qualified_lead_id = customer.id and s.id <> session.id
    order by s.created_at desc offset private.customer_sessions_max() - 1
  );
  is_first := not customer.has_accessed;
  if is_first then
    update public.qualified_leads set has_accessed = true, accessed_at = now() where id = customer.id;
    perform private.write_audit('link_opened', customer.qualified_by, customer.id, ip_address_param, user_agent_param);
  end if;
  is_written := private.write_repeated_audit(
    'customer_signed_in', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session.id)
  );
  -- The first opening of every link is news, however often an earlier link was opened today.
  if is_written or is_first then
    insert into public.pricing_reveals (qualified_lead_id, ip_address, user_agent)
    values (customer.id, ip_address_param, user_agent_param);
    perform private.write_audit('prices_revealed', customer.qualified_by, customer.id, ip_address_param, user_agent_param);
  end if;

  return public.renew_session(refresh_hash_param) || (
    select jsonb_build_object(
      'isRepToBeMailed', is_first and r.mail_on_opening and r.disabled_at is null, 'repTimeZone', r.time_zone
    )
    from public.sales_representatives r where r.id = customer.qualified_by
  );
end
$$;
comment on function public.begin_customer_session(text, text, text, text, text, text) is
  'Starts a session for the customer whose access token has this hash, and keeps the time zone. It records that prices are shown, a bounded number of times a day. The session ends with the token. A link has private.customer_sessions_max() at most: a further one takes the place of the oldest. Returns null for an unknown, expired or revoked token, which is counted. If a limit is reached, it refuses (429) without any comparison. isRepToBeMailed: true for the first opening of the link if the representative wants a mail. repTimeZone: theirs, or null.';
grant execute on function public.begin_customer_session(text, text, text, text, text, text) to service_role;

create function public.renew_session(refresh_hash_param text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'sessionId', s.id,
    'sessionExpiresAt', s.expires_at,
    'actor', jsonb_build_object('kind', 'rep', 'rep', jsonb_build_object(
      'id', r.id, 'name', r.name, 'email', r.email, 'isManager', r.is_manager
    ))
  )
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.refresh_hash = refresh_hash_param
    and s.ended_at is null and s.expires_at > now() and r.disabled_at is null
  union all
  select jsonb_build_object(
    'sessionId', s.id,
    'sessionExpiresAt', least(s.expires_at, l.token_expires_at),
    'actor', jsonb_build_object('kind', 'customer', 'customer', jsonb_build_object(
      'id', l.id, 'name', l.name, 'email', l.email, 'company', l.company,
      'repName', coalesce(r.name, ''), 'repEmail', coalesce(r.email, '')
    ))
  )
  from public.customer_sessions s
  join public.qualified_leads l on l.id = s.qualified_lead_id
  -- A customer does not read the name of someone who left.
  left join public.sales_representatives r on r.id = l.qualified_by and r.disabled_at is null
  where s.refresh_hash = refresh_hash_param
    and s.ended_at is null and s.expires_at > now()
    and l.is_active and l.revoked_at is null and l.token_expires_at > now()
$$;
comment on function public.renew_session(text) is
  'The live session whose refresh secret has this hash, with its person: {sessionId, sessionExpiresAt, actor: {kind: rep, rep} or {kind: customer, customer}}. repName and repEmail of a customer are empty while their representative is disabled. Null without one. It changes nothing, so two tabs may call it at once.';
grant execute on function public.renew_session(text) to service_role;

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
  )
  select count(private.write_repeated_audit(
    'signed_out', e.sales_rep_id, e.qualified_lead_id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', e.id, 'reason', reason_param)
  )) > 0
  from ended e
$$;
comment on function public.end_session(text, text, text, text) is
  'Ends the session whose refresh secret has this hash. False if no live session has it. Repeating it changes nothing.';
grant execute on function public.end_session(text, text, text, text) to service_role;

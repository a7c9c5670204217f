-- Purpose:  expired links say whom to ask.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.begin_customer_session(token_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text, limits_param jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wait_seconds integer := private.attempt_wait(limits_param);
  customer public.qualified_leads;
  session public.customer_sessions;
  state text;
begin
  if wait_seconds is not null then
    return jsonb_build_object('kind', 'limited', 'retry_after_seconds', wait_seconds);
  end if;

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
    perform private.count_attempt(limits_param);
    perform private.write_audit(
      'customer_sign_in_failed', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
      jsonb_build_object('reason', state)
    );
    if state <> 'expired' then
      return null;
    end if;
    -- Whoever has the token was sent the link, and may know whom to ask for another.
    return (
      select jsonb_build_object(
        'kind', 'expired',
        'ended_at', customer.token_expires_at,
        'rep', jsonb_build_object('name', r.name, 'email', r.email)
      )
      from public.sales_representatives r where r.id = customer.qualified_by
    );
  end if;

  insert into public.customer_sessions (qualified_lead_id, refresh_hash, ip_address, user_agent, expires_at)
  values (customer.id, refresh_hash_param, ip_address_param, user_agent_param, customer.token_expires_at)
  returning * into session;
  insert into public.pricing_reveals (qualified_lead_id, ip_address, user_agent)
  values (customer.id, ip_address_param, user_agent_param);

  if not customer.has_accessed then
    update public.qualified_leads set has_accessed = true, accessed_at = now() where id = customer.id;
    perform private.write_audit('link_opened', customer.qualified_by, customer.id, ip_address_param, user_agent_param);
  end if;
  perform private.write_audit(
    'customer_signed_in', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session.id)
  );
  perform private.write_audit('prices_revealed', customer.qualified_by, customer.id, ip_address_param, user_agent_param);

  return (
    select jsonb_build_object(
      'kind', 'customer',
      'session_id', session.id,
      'session_expires_at', session.expires_at,
      'customer', jsonb_build_object(
        'id', customer.id, 'name', customer.name, 'email', customer.email, 'company', customer.company,
        'repName', r.name, 'repEmail', r.email
      )
    )
    from public.sales_representatives r where r.id = customer.qualified_by
  );
end
$function$;

COMMENT ON FUNCTION "public"."begin_customer_session"(text, text, text, text, jsonb) IS 'Starts a session, which ends with the access token, for the customer whose token has this hash, and notes that prices are shown; null, and counted at the limits [{bucket, attempts, window_seconds}], when the token is unknown or revoked; {kind: expired, ended_at, rep: {name, email}}, counted as well, when it has ended; {kind: limited, retry_after_seconds} when a limit is reached: then nothing is compared.';

-- Revokes and extends a customer's access.

create function private.end_access(lead_id_param uuid) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  revoked_at_now timestamptz;
begin
  update public.qualified_leads set revoked_at = now(), is_active = false
  where id = lead_id_param and revoked_at is null
  returning revoked_at into revoked_at_now;
  -- The policies check the customer already. Ending the sessions keeps them ended if a new link is issued.
  update public.customer_sessions set ended_at = now(), end_reason = 'revoked'
  where qualified_lead_id = lead_id_param and ended_at is null;
  return revoked_at_now;
end
$$;
comment on function private.end_access(uuid) is
  'Revokes a customer''s access and ends their sessions. Returns the time. Null if the access was already revoked. The caller writes the trail.';
grant execute on function private.end_access(uuid) to service_role;

create function private.own_customer(session_id_param uuid, request_param jsonb) returns public.qualified_leads
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  customer public.qualified_leads;
begin
  select l.* into customer from public.qualified_leads l
  where l.id = (request_param ->> 'customerId')::uuid and l.qualified_by = rep_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'No such customer.';
  end if;
  -- Checked again after the lock: the representative may have been disabled during the wait.
  perform private.require_rep(session_id_param);
  return customer;
end
$$;
comment on function private.own_customer(uuid, jsonb) is
  'The customer of a request, {customerId}, locked, for the representative of a live session, who qualified them. An unknown one and another representative''s are both refused (404).';
grant execute on function private.own_customer(uuid, jsonb) to service_role;

create function public.revoke_access(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  customer public.qualified_leads := private.own_customer(session_id_param, request_param);
  rep_id uuid := customer.qualified_by;
  revoked_at_now timestamptz;
begin
  revoked_at_now := private.end_access(customer.id);
  if revoked_at_now is not null then
    perform private.write_audit('link_revoked', rep_id, customer.id, ip_address_param, user_agent_param);
  end if;
  return jsonb_build_object(
    'customerId', customer.id, 'revokedAt', coalesce(revoked_at_now, customer.revoked_at)
  );
end
$$;
comment on function public.revoke_access(uuid, jsonb, text, text) is
  'Revokes a customer''s access at once and ends their sessions: {customerId, revokedAt}. Repeating it gives the same answer and adds no line to the trail.';
grant execute on function public.revoke_access(uuid, jsonb, text, text) to service_role;

create function public.extend_access(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  customer public.qualified_leads := private.own_customer(session_id_param, request_param);
  rep_id uuid := customer.qualified_by;
  ended_at timestamptz := customer.token_expires_at;
  told jsonb;
begin
  -- A revoked link stays revoked. To get another link, the customer must verify the address again.
  if customer.revoked_at is not null or not customer.is_active or customer.access_token_hash is null then
    raise sqlstate 'PT403' using message =
      'This customer has no link that could be extended. Qualify them again to issue a new one.';
  end if;

  update public.qualified_leads
  set token_expires_at = greatest(token_expires_at, now() + private.access_link_life())
  where id = customer.id
  returning * into customer;
  perform private.write_repeated_audit(
    'link_extended', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('expiresAt', customer.token_expires_at)
  );
  perform private.apply_contact_request_change(
    'representative', rep_id, s.id, s.version, '{"status": "done"}', ip_address_param, user_agent_param
  )
  from (
    select r.id, r.version from public.contact_submissions r
    where r.id = (request_param ->> 'requestId')::uuid and r.email = customer.email and r.is_open
      and r.assigned_to = rep_id and r.quarantined_at is null
    for update
  ) s;
  -- Pressing again soon is no news for the customer.
  if customer.token_expires_at >= ended_at + interval '1 hour' then
    told := (private.issued_link(customer) - 'outcome' - 'answer') || jsonb_build_object(
      'email', customer.email, 'mailable', private.is_link_mail_counted(rep_id, private.mailbox_hash(customer.email))
    );
  end if;
  -- The request and the counters were waited for too.
  perform private.require_rep(session_id_param);
  return jsonb_build_object(
    'answer', jsonb_build_object('customerId', customer.id, 'expiresAt', customer.token_expires_at), 'told', told
  );
end
$$;
comment on function public.extend_access(uuid, jsonb, text, text) is
  'Extends a customer''s link to private.access_link_life() from now, even if it has expired: {answer: {customerId, expiresAt}, told}. A requestId names the customer''s request that this answers, which is done then. told: {email, name, timeZone, rep, countedAt, mailable} of the customer, to whom the new end is mailed. mailable: whether the limits allow it. Null if the end moved by less than an hour. Refused (403) if the link was revoked, or none was issued.';
grant execute on function public.extend_access(uuid, jsonb, text, text) to service_role;

create function public.revoke_customer_access(lead_id_param uuid)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  if private.end_access(lead_id_param) is null then
    return false;
  end if;
  perform private.write_audit(
    'link_revoked', l.qualified_by, l.id, null, null, jsonb_build_object('by', 'operator')
  )
  from public.qualified_leads l where l.id = lead_id_param;
  return true;
end
$$;
comment on function public.revoke_customer_access(uuid) is
  'Revokes any customer''s access at once, for operators. False if the customer has no access.';
grant execute on function public.revoke_customer_access(uuid) to service_role;

create function public.link_ended_at(token_hash_param text) returns timestamptz
language sql stable set search_path = ''
as $$
  select least(l.revoked_at, l.token_expires_at) from public.qualified_leads l
  where l.access_token_hash = token_hash_param and least(l.revoked_at, l.token_expires_at) <= now()
$$;
comment on function public.link_ended_at(text) is
  'When the link whose token has this hash expired or was revoked. Null for a live link and for an unknown token. Only who has the token can ask.';
grant execute on function public.link_ended_at(text) to service_role;

-- Purpose:  The trail says that a link has expired: when its customer comes too late, once for each end it had.
-- Reversal: create or replace public.begin_customer_session(text, text, text, text) as in create_audited_sessions;
--           drop function private.note_expired_link(public.qualified_leads); take link_expired from the check again.

alter table public.audit_events drop constraint audit_events_event_check;
alter table public.audit_events add constraint audit_events_event_check check (event in (
  'rep_signed_in', 'rep_sign_in_failed', 'customer_signed_in', 'customer_sign_in_failed', 'code_sent',
  'code_failed', 'link_issued', 'link_opened', 'link_revoked', 'link_extended', 'link_expired', 'prices_revealed',
  'signed_out', 'sessions_ended'
));

create function private.note_expired_link(lead public.qualified_leads) returns void
language sql set search_path = ''
as $$
  insert into public.audit_events (event, sales_rep_id, qualified_lead_id, detail)
  select 'link_expired', lead.qualified_by, lead.id, jsonb_build_object('expiresAt', lead.token_expires_at)
  where not exists (
    select from public.audit_events e
    where e.qualified_lead_id = lead.id and e.event = 'link_expired'
      and e.detail = jsonb_build_object('expiresAt', lead.token_expires_at)
  )
$$;
comment on function private.note_expired_link(public.qualified_leads) is
  'Notes that a customer''s link has ended by itself, once for each end it had. Call it with the lead locked.';

revoke all on function private.note_expired_link(public.qualified_leads) from public, anon, authenticated, service_role;
grant execute on function private.note_expired_link(public.qualified_leads) to service_role;

create or replace function public.begin_customer_session(
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
  if state = 'expired' then
    perform private.note_expired_link(lead);
  end if;
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

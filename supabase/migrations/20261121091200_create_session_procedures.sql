-- Purpose:  Signing in, renewing and signing out, each decided in one statement; for the Edge Functions only.
-- Reversal: drop function public.end_session(text, text), public.renew_session(text),
--           public.begin_rep_session(text, text, text, text);

create function public.begin_rep_session(
  credential_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language sql set search_path = ''
as $$
  with credential as (
    update private.sales_rep_credentials c set last_used_at = now()
    from public.sales_representatives r
    where c.credential_hash = credential_hash_param
      and c.revoked_at is null
      and r.id = c.sales_rep_id
      and r.disabled_at is null
    returning r.id, r.name, r.email
  ),
  session as (
    insert into public.sales_sessions (sales_rep_id, refresh_hash, ip_address, user_agent)
    select c.id, refresh_hash_param, ip_address_param, user_agent_param from credential c
    returning id, expires_at
  )
  select jsonb_build_object(
    'kind', 'rep',
    'session_id', s.id,
    'session_expires_at', s.expires_at,
    'rep', jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email)
  )
  from session s cross join credential c
$$;
comment on function public.begin_rep_session(text, text, text, text) is
  'Starts a session for the representative whose credential has this hash; null when it matches nothing usable.';

create function public.renew_session(refresh_hash_param text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'kind', 'rep',
    'session_id', s.id,
    'session_expires_at', s.expires_at,
    'rep', jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email)
  )
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.refresh_hash = refresh_hash_param
    and s.ended_at is null and s.expires_at > now() and r.disabled_at is null
  union all
  select jsonb_build_object(
    'kind', 'customer',
    'session_id', s.id,
    'session_expires_at', least(s.expires_at, l.token_expires_at),
    'lead', jsonb_build_object(
      'id', l.id, 'name', l.name, 'email', l.email, 'company', l.company,
      'repName', r.name, 'repEmail', r.email
    )
  )
  from public.customer_sessions s
  join public.qualified_leads l on l.id = s.qualified_lead_id
  join public.sales_representatives r on r.id = l.qualified_by
  where s.refresh_hash = refresh_hash_param
    and s.ended_at is null and s.expires_at > now()
    and l.is_active and l.revoked_at is null and l.token_expires_at > now()
$$;
comment on function public.renew_session(text) is
  'The live session whose refresh secret has this hash, with its person; null when there is none. Changes nothing, so two tabs may ask at once.';

create function public.end_session(refresh_hash_param text, reason_param text) returns boolean
language sql set search_path = ''
as $$
  with rep as (
    update public.sales_sessions set ended_at = now(), end_reason = reason_param
    where refresh_hash = refresh_hash_param and ended_at is null
    returning 1
  ),
  customer as (
    update public.customer_sessions set ended_at = now(), end_reason = reason_param
    where refresh_hash = refresh_hash_param and ended_at is null
    returning 1
  )
  select exists (select from rep) or exists (select from customer)
$$;
comment on function public.end_session(text, text) is
  'Ends the session whose refresh secret has this hash; false when none was live. Doing it again is harmless.';

revoke all on function public.begin_rep_session(text, text, text, text)
  from public, anon, authenticated, service_role;
revoke all on function public.renew_session(text) from public, anon, authenticated, service_role;
revoke all on function public.end_session(text, text) from public, anon, authenticated, service_role;
grant execute on function public.begin_rep_session(text, text, text, text) to service_role;
grant execute on function public.renew_session(text) to service_role;
grant execute on function public.end_session(text, text) to service_role;

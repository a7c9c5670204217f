-- Purpose:  Who is asking, decided from live session rows, and the first policies that rest on it.
-- Reversal: drop the four policies, then private.may_see_prices(), private.current_lead_id(),
--           private.current_rep_id(), private.jwt_session_id().

create function private.jwt_session_id() returns uuid
language sql stable set search_path = ''
as $$
  select case
    when auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (auth.jwt() ->> 'session_id')::uuid
  end
$$;
comment on function private.jwt_session_id() is
  'Session that the request''s token names; null without one. Says nothing about whether it is live.';

-- security definer: the sessions tables are closed to the caller; only this answer about their own token leaves.
create function private.current_rep_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select s.sales_rep_id
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.id = private.jwt_session_id()
    and s.ended_at is null
    and s.expires_at > now()
    and r.disabled_at is null
$$;
comment on function private.current_rep_id() is
  'Representative whose live session the request''s token names; null when ended, expired or disabled.';

-- security definer: as above, for customers.
create function private.current_lead_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select s.qualified_lead_id
  from public.customer_sessions s
  join public.qualified_leads l on l.id = s.qualified_lead_id
  where s.id = private.jwt_session_id()
    and s.ended_at is null
    and s.expires_at > now()
    and l.is_active
    and l.revoked_at is null
    and l.token_expires_at > now()
$$;
comment on function private.current_lead_id() is
  'Customer whose live session the request''s token names; null when ended, expired, revoked or inactive.';

create function private.may_see_prices() returns boolean
language sql stable set search_path = ''
as $$
  select private.current_rep_id() is not null or private.current_lead_id() is not null
$$;
comment on function private.may_see_prices() is 'True for a live representative or customer, for nobody else.';

revoke all on function private.jwt_session_id() from public, anon, authenticated, service_role;
revoke all on function private.current_rep_id() from public, anon, authenticated, service_role;
revoke all on function private.current_lead_id() from public, anon, authenticated, service_role;
revoke all on function private.may_see_prices() from public, anon, authenticated, service_role;
-- anon as well: procedures that answer an anonymous caller with nothing ask these first.
grant execute on function private.jwt_session_id() to anon, authenticated, service_role;
grant execute on function private.current_rep_id() to anon, authenticated, service_role;
grant execute on function private.current_lead_id() to anon, authenticated, service_role;
grant execute on function private.may_see_prices() to anon, authenticated, service_role;

create policy sales_representatives_select_self on public.sales_representatives
  for select to authenticated using (id = (select private.current_rep_id()));

create policy qualified_leads_select_rep_or_self on public.qualified_leads
  for select to authenticated
  using (qualified_by = (select private.current_rep_id()) or id = (select private.current_lead_id()));

create policy sales_sessions_select_self on public.sales_sessions
  for select to authenticated using (sales_rep_id = (select private.current_rep_id()));

create policy customer_sessions_select_self on public.customer_sessions
  for select to authenticated using (qualified_lead_id = (select private.current_lead_id()));

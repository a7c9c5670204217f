-- Purpose:  anon and authenticated call the procedures listed here, and nothing else: no table or view answers them. The
--           procedures run as api_reader, which logs in nowhere, owns no table and is subject to every policy, so that
--           row-level security decides inside them too. Why: docs/decisions/0011-one-door.md.
-- Reversal: alter each procedure back to security invoker and to its former owner; grant the rights and alter the
--           policies back to authenticated and anon; drop owned by api_reader; drop role api_reader; replace private.jwt_session_id()
--           as it was.

do $$
begin
  -- Roles belong to the server: another database of it may have made this one, or be making it now.
  begin
    create role api_reader nologin noinherit nobypassrls;
    comment on role api_reader is
      'Runs the procedures that the API may call. Reads through policies only, and writes nothing.';
  exception when duplicate_object or unique_violation then
    null;
  end;
  -- Whoever gives a procedure to a role must be a member of it. A superuser counts as one.
  if not pg_has_role(current_user, 'api_reader', 'member') then
    grant api_reader to current_user;
  end if;
end
$$;

-- Until now the role itself kept a token of anon out. Inside a procedure the token says it.
create or replace function private.jwt_session_id() returns uuid
language sql stable set search_path = ''
as $$
  select case
    when auth.jwt() ->> 'role' = 'authenticated'
      and auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (auth.jwt() ->> 'session_id')::uuid
  end
$$;
comment on function private.jwt_session_id() is
  'Session that the request''s token names; null without one, and for a token of any role but authenticated. Says nothing about whether it is live.';

-- Tables: whatever API roles could read, api_reader reads in their place.
revoke all on all tables in schema public, private from anon, authenticated;
revoke all on schema private from anon, authenticated;
grant usage on schema public, private to api_reader;

grant select on public.products, public.product_features, public.product_prices, public.sales_records,
  public.sales_representatives, public.pricing_reveals, public.audit_events, private.sales_daily_totals to api_reader;
-- Column by column: the hashes of tokens are for functions only.
grant select (id, email, name, company, qualified_by, token_expires_at, has_accessed, accessed_at, is_active,
  revoked_at, created_at, link_issued_at) on public.qualified_leads to api_reader;
grant select (id, sales_rep_id, ip_address, user_agent, created_at, expires_at, ended_at, end_reason)
  on public.sales_sessions to api_reader;
grant select (id, qualified_lead_id, ip_address, user_agent, created_at, expires_at, ended_at, end_reason)
  on public.customer_sessions to api_reader;

alter policy products_select_everyone on public.products to api_reader;
alter policy product_features_select_everyone on public.product_features to api_reader;
alter policy product_prices_select_live_session on public.product_prices to api_reader;
alter policy sales_records_select_seller on public.sales_records to api_reader;
alter policy sales_daily_totals_select_seller on private.sales_daily_totals to api_reader;
alter policy sales_representatives_select_self on public.sales_representatives to api_reader;
alter policy qualified_leads_select_rep_or_self on public.qualified_leads to api_reader;
alter policy sales_sessions_select_self on public.sales_sessions to api_reader;
alter policy customer_sessions_select_rep_or_self on public.customer_sessions to api_reader;
alter policy pricing_reveals_select_rep on public.pricing_reveals to api_reader;
alter policy audit_events_select_rep on public.audit_events to api_reader;

-- Helpers: only what runs inside a procedure calls them.
revoke all on all functions in schema private from anon, authenticated;
grant execute on function
  private.commission_group(boolean, boolean, date), private.commission_pending_days(), private.current_lead_id(),
  private.current_rep_id(), private.filter_day(jsonb, text), private.found_leads(text, uuid),
  private.found_products(text, uuid), private.hidden_leads(uuid), private.may_see_prices(), private.pending_since(),
  private.read_cursor(text, text), private.refuse_over(text, bigint, bigint),
  private.refuse_unknown_fields(jsonb, text[]), private.sales_condition(jsonb, uuid), private.sales_rows(uuid[]),
  private.sales_source(jsonb, uuid), private.search_term(jsonb), private.series_step(date, date),
  private.sold_products(uuid), private.text_list(jsonb, text, text[]), private.utc_today(), private.write_cursor(jsonb)
  to api_reader;

-- Procedures. Who may execute them stays as it was granted.
grant create on schema public to api_reader;
do $$
declare
  procedure_name regprocedure;
begin
  foreach procedure_name in array array[
    'public.get_plan_prices()', 'public.get_product_description(text)', 'public.get_product_features(text)',
    'public.get_lead_by_id(uuid)', 'public.get_sales_representative(uuid)', 'public.get_sales_sessions(integer)',
    'public.get_audit_events(integer, bigint)', 'public.get_sales_records_by_rep(uuid)',
    'public.get_sales_page(integer, date, uuid)', 'public.get_sales_summary()', 'public.get_sales_dashboard(jsonb)',
    'public.get_sales_table(jsonb, text, text, integer, text)', 'public.get_sale_explanation(uuid)',
    'public.get_customers(jsonb, integer, text)', 'public.get_customer_openings(timestamptz)',
    'public.get_customer_timeline(uuid)'
  ]::regprocedure[] loop
    execute format('alter function %s security definer', procedure_name);
    execute format('alter function %s owner to api_reader', procedure_name);
  end loop;
end
$$;
-- A role is given procedures only where it could make some. It makes none.
revoke create on schema public from api_reader;

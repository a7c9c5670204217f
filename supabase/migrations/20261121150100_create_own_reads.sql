-- Purpose:  What a representative read from tables until now is answered by procedures: their own row, their sessions, the
--           trail of their sign-ins and customers.
-- Reversal: drop function public.get_audit_events(integer, bigint), public.get_sales_sessions(integer),
--           public.get_sales_representative(uuid).

create function public.get_sales_representative(sales_rep_id_param uuid)
returns table (id uuid, name text, email text)
language sql stable set search_path = ''
as $$
  select r.id, r.name, r.email from public.sales_representatives r where r.id = sales_rep_id_param
$$;
comment on function public.get_sales_representative(uuid) is
  'One representative, for themselves; else no row.';

create function public.get_sales_sessions(page_size integer default 25)
returns table (
  id uuid, ip_address text, user_agent text, created_at timestamptz, expires_at timestamptz, ended_at timestamptz,
  end_reason text
)
language sql stable set search_path = ''
as $$
  select s.id, s.ip_address, s.user_agent, s.created_at, s.expires_at, s.ended_at, s.end_reason
  from public.sales_sessions s
  where s.sales_rep_id = (select private.current_rep_id())
  order by s.created_at desc, s.id desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
$$;
comment on function public.get_sales_sessions(integer) is
  'The caller''s own sign-ins, live and ended, newest first, 1 to 100 rows; none without a live session of a representative.';

create function public.get_audit_events(page_size integer default 25, before_line_number bigint default null)
returns table (
  line_number bigint, id uuid, occurred_at timestamptz, event text, qualified_lead_id uuid, ip_address text,
  user_agent text, detail jsonb
)
language sql stable set search_path = ''
as $$
  select e.line_number, e.id, e.occurred_at, e.event, e.qualified_lead_id, e.ip_address, e.user_agent, e.detail
  from public.audit_events e
  where before_line_number is null or e.line_number < before_line_number
  order by e.line_number desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
$$;
comment on function public.get_audit_events(integer, bigint) is
  'The trail that the caller may read: their own sign-ins and what happened to their customers, newest first, 1 to 100 rows. Pass line_number of the last row for the next page. No row without a live session of a representative.';

revoke all on function public.get_sales_representative(uuid) from public, anon, authenticated, service_role;
revoke all on function public.get_sales_sessions(integer) from public, anon, authenticated, service_role;
revoke all on function public.get_audit_events(integer, bigint) from public, anon, authenticated, service_role;
grant execute on function public.get_sales_representative(uuid) to authenticated;
grant execute on function public.get_sales_sessions(integer) to authenticated;
grant execute on function public.get_audit_events(integer, bigint) to authenticated;

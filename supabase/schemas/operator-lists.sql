-- What the operators' commands read of people and their sessions.

create function public.list_customers(email_param text default null, after_param text default '')
returns table (
  id uuid, email text, name text, company text, "qualifiedBy" uuid, "tokenExpiresAt" timestamptz,
  "hasAccessed" boolean, "revokedAt" timestamptz
)
language sql stable set search_path = ''
as $$
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at, l.has_accessed, l.revoked_at
  from public.qualified_leads l
  where l.email > after_param and (email_param is null or l.email = (select private.mailbox(email_param)))
  order by l.email
  limit 1000
$$;
comment on function public.list_customers(text, text) is
  'Up to 1000 customers by address, behind an address. With an address: the one who has it. For operators.';
grant execute on function public.list_customers(text, text) to service_role;

create function public.list_rep_sessions(sales_rep_id_param uuid)
returns table (
  id uuid, "createdAt" timestamptz, "expiresAt" timestamptz, "endedAt" timestamptz, "endReason" text,
  "ipAddress" text, "userAgent" text
)
language sql stable set search_path = ''
as $$
  select s.id, s.created_at, s.expires_at, s.ended_at, s.end_reason, s.ip_address, s.user_agent
  from public.sales_sessions s
  where s.sales_rep_id = sales_rep_id_param
  order by s.created_at desc
  limit 100
$$;
comment on function public.list_rep_sessions(uuid) is
  'The 100 latest sessions of a representative, newest first, also those that ended. For operators.';
grant execute on function public.list_rep_sessions(uuid) to service_role;

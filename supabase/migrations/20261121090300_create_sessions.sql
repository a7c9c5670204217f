-- Purpose:  Sessions of representatives and of customers. A signed-in request counts only while its row is live.
-- Reversal: drop table public.customer_sessions; drop table public.sales_sessions;

create table public.sales_sessions (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  refresh_hash text not null check (refresh_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '12 hours',
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'ended_by_operator', 'disabled')),
  constraint sales_sessions_refresh_hash_key unique (refresh_hash),
  constraint sales_sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
comment on table public.sales_sessions is
  'One row per sign-in of a representative. Written by functions only; address and agent as the server saw them.';
comment on column public.sales_sessions.id is 'Claim session_id of every token of this session.';
comment on column public.sales_sessions.refresh_hash is
  'Hex SHA-256 of the secret in the refresh cookie (32 random bytes). Not readable through the API.';
comment on column public.sales_sessions.expires_at is '12 hours after sign-in; renewing a token does not move it.';
comment on column public.sales_sessions.ended_at is 'When it was ended before its time. Null: not ended.';

create index sales_sessions_sales_rep_id_idx on public.sales_sessions (sales_rep_id);

alter table public.sales_sessions enable row level security;
revoke all on public.sales_sessions from public, anon, authenticated, service_role;
grant select (id, sales_rep_id, ip_address, user_agent, created_at, expires_at, ended_at, end_reason)
  on public.sales_sessions to authenticated;
grant select, insert, update on public.sales_sessions to service_role;

create table public.customer_sessions (
  id uuid primary key default gen_random_uuid(),
  qualified_lead_id uuid not null references public.qualified_leads (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  refresh_hash text not null check (refresh_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'ended_by_operator', 'revoked')),
  constraint customer_sessions_refresh_hash_key unique (refresh_hash),
  constraint customer_sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
comment on table public.customer_sessions is
  'One row per sign-in of a customer. Written by functions only; address and agent as the server saw them.';
comment on column public.customer_sessions.id is 'Claim session_id of every token of this session.';
comment on column public.customer_sessions.refresh_hash is
  'Hex SHA-256 of the secret in the refresh cookie (32 random bytes). Not readable through the API.';
comment on column public.customer_sessions.expires_at is 'Never later than the access token it came from.';

create index customer_sessions_qualified_lead_id_idx on public.customer_sessions (qualified_lead_id);

alter table public.customer_sessions enable row level security;
revoke all on public.customer_sessions from public, anon, authenticated, service_role;
grant select (id, qualified_lead_id, ip_address, user_agent, created_at, expires_at, ended_at, end_reason)
  on public.customer_sessions to authenticated;
grant select, insert, update on public.customer_sessions to service_role;

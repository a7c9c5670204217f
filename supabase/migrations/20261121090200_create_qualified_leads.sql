-- Purpose:  Customers that a representative qualified, each with at most one access token at a time.
-- Reversal: drop table public.qualified_leads;

create table public.qualified_leads (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) between 3 and 254 and email = lower(email)),
  name text not null default '' check (char_length(name) <= 200),
  company text not null default '' check (char_length(company) <= 200),
  qualified_by uuid not null references public.sales_representatives (id),
  access_token_hash text check (access_token_hash ~ '^[0-9a-f]{64}$'),
  token_expires_at timestamptz,
  has_accessed boolean not null default false,
  accessed_at timestamptz,
  is_active boolean not null default true,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  constraint qualified_leads_email_key unique (email),
  constraint qualified_leads_access_token_hash_key unique (access_token_hash),
  constraint qualified_leads_token_has_end check (access_token_hash is null or token_expires_at is not null)
);
comment on table public.qualified_leads is
  'Qualified customers. A representative reads those they qualified, a signed-in customer their own row.';
comment on column public.qualified_leads.email is 'Lower case; the key that qualifying the same person again meets.';
comment on column public.qualified_leads.access_token_hash is
  'Hex SHA-256 of the access token (32 random bytes). Not readable through the API. Null: none issued.';
comment on column public.qualified_leads.token_expires_at is 'Access ends here: 48 hours after issue unless extended.';
comment on column public.qualified_leads.has_accessed is 'Whether the customer ever signed in with the token.';
comment on column public.qualified_leads.revoked_at is 'When a representative took the access back. Null: not taken back.';

create index qualified_leads_qualified_by_idx on public.qualified_leads (qualified_by);

alter table public.qualified_leads enable row level security;
revoke all on public.qualified_leads from public, anon, authenticated, service_role;
-- Column by column: the token's hash is for functions only.
grant select (id, email, name, company, qualified_by, token_expires_at, has_accessed, accessed_at, is_active,
  revoked_at, created_at) on public.qualified_leads to authenticated;
grant select, insert, update on public.qualified_leads to service_role;

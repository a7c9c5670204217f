-- Purpose:  Sales representatives, and the credentials they sign in with.
-- Reversal: drop table private.sales_rep_credentials; drop table public.sales_representatives;

create table public.sales_representatives (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 254 and email = lower(email)),
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint sales_representatives_email_key unique (email)
);
comment on table public.sales_representatives is 'People who sell. Each may read their own row.';
comment on column public.sales_representatives.email is 'Lower case, at most 254 characters.';
comment on column public.sales_representatives.disabled_at is
  'Since when this person may not sign in; their live sessions stop counting at once. Null: enabled.';

alter table public.sales_representatives enable row level security;
revoke all on public.sales_representatives from public, anon, authenticated, service_role;
grant select on public.sales_representatives to authenticated;
grant select, insert, update on public.sales_representatives to service_role;

create table private.sales_rep_credentials (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  credential_hash text not null check (credential_hash ~ '^[0-9a-f]{64}$'),
  label text not null default '' check (char_length(label) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint sales_rep_credentials_credential_hash_key unique (credential_hash)
);
comment on table private.sales_rep_credentials is
  'Sales IDs, several per representative. A copy of this table signs nobody in.';
comment on column private.sales_rep_credentials.credential_hash is
  'Hex HMAC-SHA256 of the normalised sales ID; the key (pepper) is held by the functions, never by the database.';
comment on column private.sales_rep_credentials.label is 'What an operator calls it; never the sales ID itself.';

create index sales_rep_credentials_sales_rep_id_idx on private.sales_rep_credentials (sales_rep_id);

alter table private.sales_rep_credentials enable row level security;
revoke all on private.sales_rep_credentials from public, anon, authenticated, service_role;
grant select, insert, update on private.sales_rep_credentials to service_role;

create policy sales_rep_credentials_all_service_role on private.sales_rep_credentials
  for all to service_role using (true) with check (true);

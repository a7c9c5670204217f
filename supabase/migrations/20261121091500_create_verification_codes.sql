-- Purpose:  Codes by which a customer proves to a representative that an email address is theirs.
-- Reversal: drop table private.verification_codes;

create table private.verification_codes (
  id uuid primary key,
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254 and email = lower(email)),
  name text not null default '' check (char_length(name) <= 200),
  company text not null default '' check (char_length(company) <= 200),
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  attempts smallint not null default 0 check (attempts between 0 and 5),
  used_at timestamptz,
  voided_at timestamptz
);
comment on table private.verification_codes is
  'Six-digit codes, each for one representative and one address. A copy of this table proves nobody''s address.';
comment on column private.verification_codes.id is 'Made by the function, as the hash is bound to it.';
comment on column private.verification_codes.email is 'Lower case; where the code was mailed.';
comment on column private.verification_codes.code_hash is
  'Hex HMAC-SHA256 of the code together with representative, address and id; the key (pepper) is held by the functions. Six digits are guessed in a moment by whoever has an unkeyed hash.';
comment on column private.verification_codes.expires_at is '10 minutes after it was made.';
comment on column private.verification_codes.attempts is 'How often a code was compared with it: never more than 5.';
comment on column private.verification_codes.voided_at is 'When a later code took its place, or its mail could not be sent.';

-- At most one code can be used for a customer at any time, whatever runs in parallel.
create unique index verification_codes_live_key on private.verification_codes (sales_rep_id, email)
  where used_at is null and voided_at is null;
create index verification_codes_sales_rep_id_idx on private.verification_codes (sales_rep_id, email, created_at desc);
create index verification_codes_expires_at_idx on private.verification_codes (expires_at);

alter table private.verification_codes enable row level security;
revoke all on private.verification_codes from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.verification_codes to service_role;

create policy verification_codes_all_service_role on private.verification_codes
  for all to service_role using (true) with check (true);

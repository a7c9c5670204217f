-- Qualified customers, their sessions, and each time that a customer was shown prices.

create table public.qualified_leads (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) between 3 and 254),
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
  link_issued_at timestamptz not null default now(),
  last_opened_at timestamptz,
  time_zone text check (char_length(time_zone) <= 64),
  search_text text not null generated always as (private.searchable(name || chr(10) || company, email)) stored,
  constraint qualified_leads_email_key unique (email),
  constraint qualified_leads_access_token_hash_key unique (access_token_hash),
  constraint qualified_leads_token_has_end check (access_token_hash is null or token_expires_at is not null),
  constraint qualified_leads_is_one_line check (private.is_one_line(name || company))
);
comment on table public.qualified_leads is
  'Qualified customers. A representative reads those they qualified, a signed-in customer their own row.';
comment on column public.qualified_leads.email is 'In the spelling of private.mailbox. Qualifying the same address again updates the same row.';
comment on column public.qualified_leads.access_token_hash is
  'Hex SHA-256 of the access token (32 random bytes). Not readable through the API. Null: none issued.';
comment on column public.qualified_leads.token_expires_at is 'Access ends here: private.access_link_life() after issue unless extended.';
comment on column public.qualified_leads.has_accessed is 'Whether the customer ever signed in with the token.';
comment on column public.qualified_leads.revoked_at is 'When a representative revoked the access. Null: not revoked.';
comment on column public.qualified_leads.link_issued_at is
  'When the customer''s current link was issued. Without a link: when the customer was qualified.';
comment on column public.qualified_leads.last_opened_at is
  'Last opening of the current link, see public.pricing_reveals. Null: never opened. Stored because lists are sorted by it.';
comment on column public.qualified_leads.time_zone is
  'IANA name of the zone of the browser that signed in last, for times in mails. Null: not known.';
comment on column public.qualified_leads.search_text is 'The text that a search reads, see private.searchable.';

create index qualified_leads_qualified_by_idx on public.qualified_leads (qualified_by);
create index qualified_leads_link_end_idx on public.qualified_leads (token_expires_at, id)
  where revoked_at is null and is_active;
create index qualified_leads_newest_link_idx on public.qualified_leads (qualified_by, link_issued_at desc, id desc);
-- The orders of everyone's customers, for managers.
create index qualified_leads_by_issue_idx on public.qualified_leads (link_issued_at, id);
create index qualified_leads_by_name_idx on public.qualified_leads (lower(coalesce(nullif(name, ''), email)), id);
create index qualified_leads_by_opening_idx on public.qualified_leads (coalesce(last_opened_at, 'epoch'), id);
create index qualified_leads_by_end_idx on public.qualified_leads (coalesce(token_expires_at, 'epoch'), id);

alter table public.qualified_leads enable row level security;
-- Grants single columns: only functions may read the token's hash.
grant select (id, email, name, company, qualified_by, token_expires_at, has_accessed, accessed_at, is_active,
  revoked_at, created_at, link_issued_at, last_opened_at, search_text) on public.qualified_leads to api_reader;
grant select, insert, update, delete on public.qualified_leads to service_role;

create trigger qualified_leads_spell_mailbox before insert or update of email on public.qualified_leads
  for each row execute function private.spell_mailbox();

create function private.note_link() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.link_issued_at := now();
  new.last_opened_at := null;
  return new;
end
$$;
comment on function private.note_link() is 'Records the time when a customer gets another link, which was never opened.';

create trigger qualified_leads_note_link before update of access_token_hash on public.qualified_leads
  for each row when (
    new.access_token_hash is distinct from old.access_token_hash and new.link_issued_at = old.link_issued_at
  )
  execute function private.note_link();

create table public.customer_sessions (
  id uuid primary key default gen_random_uuid(),
  qualified_lead_id uuid not null references public.qualified_leads (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  refresh_hash text not null check (refresh_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'ended_by_operator', 'revoked', 'replaced')),
  constraint customer_sessions_refresh_hash_key unique (refresh_hash),
  constraint customer_sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
comment on table public.customer_sessions is
  'One row per sign-in of a customer. Only functions write it. IP address and browser are the values that the server saw.';
comment on column public.customer_sessions.id is 'Claim session_id of every token of this session.';
comment on column public.customer_sessions.refresh_hash is
  'Hex SHA-256 of the secret in the refresh cookie (32 random bytes). Not readable through the API.';
comment on column public.customer_sessions.expires_at is 'Never later than the end of the access token that was used.';
comment on column public.customer_sessions.end_reason is 'replaced: the customer got a new access link.';

create index customer_sessions_qualified_lead_id_idx on public.customer_sessions (qualified_lead_id);
create index customer_sessions_live_idx on public.customer_sessions (expires_at) where ended_at is null;

alter table public.customer_sessions enable row level security;
-- Grants single columns: only functions may read the hashes of refresh secrets.
grant select (id, qualified_lead_id, expires_at, ended_at) on public.customer_sessions to api_reader;
grant select, insert, update, delete on public.customer_sessions to service_role;

-- security definer: the caller cannot read the tables and only learns this about their own token.
create function private.current_customer_id() returns uuid
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
comment on function private.current_customer_id() is
  'Customer of the live session in the request''s token. Null if it has ended, expired, was revoked or is inactive.';
grant execute on function private.current_customer_id() to api_reader;

create function private.may_see_prices() returns boolean
language sql stable set search_path = ''
as $$
  select private.current_rep_id() is not null or private.current_customer_id() is not null
$$;
comment on function private.may_see_prices() is 'True only for a representative or customer with a live session.';
grant execute on function private.may_see_prices() to api_reader;

create policy qualified_leads_select_rep_self_or_manager on public.qualified_leads
  for select to api_reader
  using (
    qualified_by = (select private.current_rep_id())
    or id = (select private.current_customer_id())
    or (select private.current_manager_until()) is not null
  );

-- The inner select sees only the customer's own row.
create policy sales_representatives_select_self_customer_or_manager on public.sales_representatives
  for select to api_reader
  using (
    id = (select private.current_rep_id())
    or (select private.current_manager_until()) is not null
    or id in (select l.qualified_by from public.qualified_leads l where l.id = (select private.current_customer_id()))
  );

create policy customer_sessions_select_rep_self_or_manager on public.customer_sessions
  for select to api_reader
  using (
    qualified_lead_id = (select private.current_customer_id())
    or (select private.current_manager_until()) is not null
    or qualified_lead_id in (
      select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
    )
  );

create table public.pricing_reveals (
  id uuid primary key default gen_random_uuid(),
  qualified_lead_id uuid not null references public.qualified_leads (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  created_at timestamptz not null default now()
);
comment on table public.pricing_reveals is
  'Times when a customer saw prices. Only functions write it. The representative who qualified the customer and managers can read it.';

create index pricing_reveals_qualified_lead_id_idx on public.pricing_reveals (qualified_lead_id);
create index pricing_reveals_created_at_idx on public.pricing_reveals (created_at);

alter table public.pricing_reveals enable row level security;
grant select on public.pricing_reveals to api_reader;
grant select, insert, update (ip_address, user_agent) on public.pricing_reveals to service_role;

-- The inner select sees only customers that the caller may see.
create policy pricing_reveals_select_rep_or_manager on public.pricing_reveals
  for select to api_reader
  using (
    (select private.current_manager_until()) is not null
    or qualified_lead_id in (
      select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
    )
  );

create function private.note_opening() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.qualified_leads set last_opened_at = new.created_at
  where id = new.qualified_lead_id and link_issued_at <= new.created_at
    and (last_opened_at is null or last_opened_at < new.created_at);
  return null;
end
$$;
comment on function private.note_opening() is 'Records the last opening of a customer''s current link.';

create trigger pricing_reveals_note_opening after insert on public.pricing_reveals
  for each row execute function private.note_opening();

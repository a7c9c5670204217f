-- Sales representatives, the credentials they sign in with, and their sessions.

create table public.sales_representatives (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 254),
  disabled_at timestamptz,
  mail_on_opening boolean not null default false,
  week_mail_noted_at timestamptz,
  mail_on_work boolean not null default true,
  toast_on_news boolean not null default true,
  created_at timestamptz not null default now(),
  is_manager boolean not null default false,
  erased_at timestamptz,
  takes_requests boolean not null default false,
  requests_paused boolean not null default false,
  last_request_at timestamptz,
  time_zone text check (char_length(time_zone) <= 64),
  constraint sales_representatives_email_key unique (email),
  constraint sales_representatives_is_one_line check (private.is_one_line(name)),
  constraint sales_representatives_erased_is_closed check (
    erased_at is null or (disabled_at is not null and not is_manager)
  )
);
comment on table public.sales_representatives is
  'Sales representatives. Each may read their own row. A signed-in customer may read the row of their representative.';
comment on column public.sales_representatives.email is 'In the spelling of private.mailbox.';
comment on column public.sales_representatives.disabled_at is
  'Since when this person may not sign in. Their live sessions end at once. Null: enabled.';

comment on column public.sales_representatives.mail_on_opening is
  'True if this person gets a mail when a customer first opens an access link.';
comment on column public.sales_representatives.week_mail_noted_at is
  'When a mail about a past week was last noted for this person, or when they turned it on. Null: they get none.';
comment on column public.sales_representatives.mail_on_work is
  'True if this person gets mails about what they are given to do, see private.note_work.';
comment on column public.sales_representatives.toast_on_news is
  'True if the open portal shows this person new requests and opened links as they happen.';
comment on column public.sales_representatives.erased_at is
  'Since when the account has no personal data. It stays disabled for good. Null: not erased.';
comment on column public.sales_representatives.takes_requests is
  'True if a manager gives this person new contact requests of strangers, in turn with the others.';
comment on column public.sales_representatives.requests_paused is 'True while this person gets none of these: their own choice.';
comment on column public.sales_representatives.last_request_at is 'When it was last their turn. Null: never.';
comment on column public.sales_representatives.time_zone is
  'IANA name of the zone of the browser that signed in last, for times in mails. Null: not known.';
comment on column public.sales_representatives.is_manager is 'True if this person may open Operations with a mailed code.';

alter table public.sales_representatives enable row level security;
grant select on public.sales_representatives to api_reader;
grant select, insert, update on public.sales_representatives to service_role;

create function private.shown_name(rep public.sales_representatives) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(nullif(btrim(rep.name), ''), rep.email)
$$;
comment on function private.shown_name(public.sales_representatives) is
  'How a list names a representative: a blank name is replaced by the email address.';
grant execute on function private.shown_name(public.sales_representatives) to api_reader, service_role;

create trigger sales_representatives_spell_mailbox before insert or update of email on public.sales_representatives
  for each row execute function private.spell_mailbox();

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
  'Sales IDs, several per representative. A stolen copy of this table cannot be used to sign in.';
comment on column private.sales_rep_credentials.credential_hash is
  'Hex HMAC-SHA256 of the normalized sales ID. Only the functions have the key (pepper), never the database.';
comment on column private.sales_rep_credentials.label is 'Name that an operator gave it, never the sales ID itself.';

create index sales_rep_credentials_sales_rep_id_idx on private.sales_rep_credentials (sales_rep_id);

alter table private.sales_rep_credentials enable row level security;
grant select, insert, update, delete on private.sales_rep_credentials to service_role;

create table public.sales_sessions (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  refresh_hash text not null check (refresh_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.rep_session_life(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'ended_by_operator', 'ended_by_manager', 'ended_by_rep', 'disabled')),
  manager_until timestamptz,
  constraint sales_sessions_refresh_hash_key unique (refresh_hash),
  constraint sales_sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
comment on table public.sales_sessions is
  'One row per sign-in of a representative. Only functions write it. IP address and browser are the values that the server saw.';
comment on column public.sales_sessions.id is 'Claim session_id of every token of this session.';
comment on column public.sales_sessions.refresh_hash is
  'Hex SHA-256 of the secret in the refresh cookie (32 random bytes). Not readable through the API.';
comment on column public.sales_sessions.expires_at is 'private.rep_session_life() after sign-in. Renewing a token does not move it.';
comment on column public.sales_sessions.ended_at is 'When it was ended early. Null: not ended early.';
comment on column public.sales_sessions.end_reason is
  'ended_by_rep: the representative ended it from another session. ended_by_manager: a manager ended it in Operations.';
comment on column public.sales_sessions.manager_until is
  'Until when this session may use Operations, as long as its representative is a manager. Null: no code was given.';

create index sales_sessions_sales_rep_id_idx on public.sales_sessions (sales_rep_id);

alter table public.sales_sessions enable row level security;
-- Grants single columns: only functions may read the hashes of refresh secrets.
grant select (id, sales_rep_id, ip_address, user_agent, created_at, expires_at, ended_at)
  on public.sales_sessions to api_reader;
grant select, insert, update, delete on public.sales_sessions to service_role;

-- Procedures run as api_reader for every caller. So the token must prove that the caller is signed in.
create function private.jwt_session_id() returns uuid
language sql stable set search_path = ''
as $$
  select case
    when auth.jwt() ->> 'role' = 'authenticated'
      and auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (auth.jwt() ->> 'session_id')::uuid
  end
$$;
comment on function private.jwt_session_id() is
  'Session id in the request''s token. Null without one, and for tokens of roles other than authenticated. It does not check that the session is live.';
grant execute on function private.jwt_session_id() to service_role;

-- security definer: the caller cannot read the sessions tables and only learns this about their own token.
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
  'Representative of the live session in the request''s token. Null if it has ended, expired or its person is disabled.';
grant execute on function private.current_rep_id() to api_reader, service_role;

create function private.live_rep_id(session_id_param uuid) returns uuid
language sql stable set search_path = ''
as $$
  select s.sales_rep_id
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.id = session_id_param and s.ended_at is null and s.expires_at > now() and r.disabled_at is null
$$;
comment on function private.live_rep_id(uuid) is
  'Representative of a session. Null if it is not live. Like private.current_rep_id(), for a session id from a function.';
grant execute on function private.live_rep_id(uuid) to service_role;

create function private.require_rep(session_id_param uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
begin
  if rep_id is null then
    raise sqlstate 'PT401' using message = 'Please sign in as a sales representative.';
  end if;
  return rep_id;
end
$$;
comment on function private.require_rep(uuid) is
  'Representative of a live session. Everyone else is refused (401).';
grant execute on function private.require_rep(uuid) to service_role;

-- security definer: procedures cannot read the token's claims. This function can only refuse.
create function private.refuse_ended_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.jwt_session_id() is not null and not private.may_see_prices() then
    raise sqlstate 'PT401' using message = 'the session has ended';
  end if;
end
$$;
comment on function private.refuse_ended_session() is
  'Refuses (401) a request if its token''s session has ended, expired, or belongs to a disabled or revoked person. Every procedure for sessions calls it first, so an empty answer always means that no data exists. A token without a session is anonymous and passes.';
grant execute on function private.refuse_ended_session() to api_reader;

create policy sales_sessions_select_self on public.sales_sessions
  for select to api_reader using (sales_rep_id = (select private.current_rep_id()));

create function public.get_sales_representative(sales_rep_id_param uuid)
returns table (id uuid, name text, email text)
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select r.id, r.name, r.email from public.sales_representatives r
  where r.id = sales_rep_id_param and r.id = (select private.current_rep_id())
$$;
comment on function public.get_sales_representative(uuid) is
  'The caller''s own row as a representative. No row for any other id.';
grant execute on function public.get_sales_representative(uuid) to authenticated;
alter function public.get_sales_representative(uuid) owner to api_reader;

create function public.get_sales_sessions(page_size integer default 25) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select coalesce(jsonb_agg(s.session order by s.created_at desc, s.id desc), '[]') from (
    select s.id, s.created_at, jsonb_build_object(
      'id', s.id, 'ipAddress', s.ip_address, 'userAgent', s.user_agent, 'createdAt', s.created_at,
      'expiresAt', s.expires_at,
      -- Browsers do not compare times with their own clock: what has expired has ended.
      'endedAt', coalesce(s.ended_at, case when s.expires_at <= now() then s.expires_at end)
    ) as session
    from public.sales_sessions s
    where s.sales_rep_id = (select private.current_rep_id())
    order by s.created_at desc, s.id desc
    limit least(greatest(coalesce(page_size, 25), 1), 100)
  ) s
$$;
comment on function public.get_sales_sessions(integer) is
  'The caller''s own sign-ins, live and ended, newest first, 1 to 100 rows. An ended session gets 401. A customer gets no rows.';
grant execute on function public.get_sales_sessions(integer) to authenticated;
alter function public.get_sales_sessions(integer) owner to api_reader;

-- Codes that verify a customer's address for the representative, and the access link that a correct code issues. Only
-- the Edge Functions use it.

create table private.verification_codes (
  id uuid primary key,
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  name text not null default '' check (char_length(name) <= 200),
  company text not null default '' check (char_length(company) <= 200),
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.code_life(),
  attempts smallint not null default 0 check (attempts >= 0),
  used_at timestamptz,
  voided_at timestamptz,
  constraint verification_codes_is_one_line check (private.is_one_line(name || company))
);
comment on table private.verification_codes is
  'Six-digit codes, each for one representative and one address. A stolen copy of this table cannot verify an address.';
comment on column private.verification_codes.id is 'Chosen by the function, because the hash includes it.';
comment on column private.verification_codes.email is 'In the spelling of private.mailbox. The address that received the code.';
comment on column private.verification_codes.code_hash is
  'Hex HMAC-SHA256 of the code together with representative, address and id. Only the functions have the key (pepper). Without a key, an attacker with the hash could guess six digits in seconds.';
comment on column private.verification_codes.expires_at is 'private.code_life() after the code was made.';
comment on column private.verification_codes.attempts is 'Number of codes compared with it, at most private.code_max_attempts().';
comment on column private.verification_codes.voided_at is 'When a later code replaced it or its mail failed.';

-- At most one code is valid for a customer at any time, even with parallel requests.
create unique index verification_codes_live_key on private.verification_codes (sales_rep_id, email)
  where used_at is null and voided_at is null;
create index verification_codes_sales_rep_id_idx on private.verification_codes (sales_rep_id, email, created_at desc);
create index verification_codes_expires_at_idx on private.verification_codes (expires_at);

alter table private.verification_codes enable row level security;
grant select, insert, update, delete on private.verification_codes to service_role;

create trigger verification_codes_spell_mailbox before insert or update of email on private.verification_codes
  for each row execute function private.spell_mailbox();

create function private.refuse_code_too_soon(last_made_at_param timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  if last_made_at_param + private.code_resend_pause() > now() then
    perform private.refuse_until(
      last_made_at_param + private.code_resend_pause(), private.code_resend_pause(),
      'A code was sent a moment ago. Please wait before you send another.'
    );
  end if;
end
$$;
comment on function private.refuse_code_too_soon(timestamptz) is
  'Refuses another code (429) until private.code_resend_pause() has passed since the last one. Null: there was none.';
grant execute on function private.refuse_code_too_soon(timestamptz) to service_role;

create function public.start_verification(
  session_id_param uuid, verification_id_param uuid, email_param text, name_param text, company_param text,
  code_hash_param text, mailbox_hash_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  mailbox text := private.mailbox(email_param);
  rep_id uuid := private.require_rep(session_id_param);
  rep public.sales_representatives;
  foreign_customer_id uuid;
  last_made_at timestamptz;
  code private.verification_codes;
begin
  perform private.count_attempt('code:rep', rep_id::text);
  perform private.count_attempt('code:rep-day', rep_id::text);
  -- Checked again after each wait: the representative may have been disabled meanwhile.
  select r.* into rep from public.sales_representatives r where r.id = private.require_rep(session_id_param);
  select l.id into foreign_customer_id
  from public.qualified_leads l where l.email = mailbox and l.qualified_by <> rep.id;
  if found then
    -- The answer tells that this is a customer. So the trail tells who asked, and it stays counted for them: addresses
    -- cannot be tried at will. The address keeps its codes: they are for the customer's own representative.
    perform private.write_repeated_audit(
      'code_refused', rep.id, foreign_customer_id, ip_address_param, user_agent_param
    );
    return jsonb_build_object('outcome', 'forbidden');
  end if;
  perform private.count_attempt('code:email', mailbox_hash_param);
  perform private.count_attempt('code:email-day', mailbox_hash_param);

  -- If two requests arrive at once, the second waits here and then sees the code of the first.
  perform pg_advisory_xact_lock(hashtextextended(rep.id::text || mailbox, 0));
  perform private.require_rep(session_id_param);
  select max(v.created_at) into last_made_at
  from private.verification_codes v where v.sales_rep_id = rep.id and v.email = mailbox;
  perform private.refuse_code_too_soon(last_made_at);

  -- Every call deletes a few codes that ended long enough ago. So the names of people who did not become customers are
  -- not collected.
  delete from private.verification_codes
  where id in (
    select v.id from private.verification_codes v
    where v.expires_at < now() - make_interval(days => private.codes_kept_days())
    order by v.expires_at limit 20
    for update skip locked
  );

  update private.verification_codes v set voided_at = now()
  where v.sales_rep_id = rep.id and v.email = mailbox and v.used_at is null and v.voided_at is null;
  insert into private.verification_codes (id, sales_rep_id, email, name, company, code_hash)
  values (verification_id_param, rep.id, mailbox, name_param, company_param, code_hash_param)
  returning * into code;
  return jsonb_build_object(
    'outcome', 'started',
    'rep', jsonb_build_object('id', rep.id, 'name', rep.name, 'email', rep.email),
    'answer', jsonb_build_object(
      'verificationId', code.id,
      'expiresAt', code.expires_at,
      'validForSeconds', extract(epoch from private.code_life())::integer,
      'resendAfterSeconds', extract(epoch from private.code_resend_pause())::integer,
      'maxAttempts', private.code_max_attempts()
    )
  );
end
$$;
comment on function public.start_verification(uuid, uuid, text, text, text, text, text, text, text) is
  'Stores a new code for a customer, valid for private.code_life(), and voids the previous code: {outcome: started, rep, answer: {verificationId, expiresAt, validForSeconds, resendAfterSeconds, maxAttempts}} or {outcome: forbidden}: another representative''s customer. Refuses (429) when a limit is reached or private.code_resend_pause() has not passed.';
grant execute on function public.start_verification(uuid, uuid, text, text, text, text, text, text, text) to service_role;

create function public.finish_verification_mail(
  verification_id_param uuid, is_sent_param boolean, ip_address_param text, user_agent_param text
)
returns void
language plpgsql set search_path = ''
as $$
declare
  code private.verification_codes;
begin
  select v.* into code from private.verification_codes v where v.id = verification_id_param;
  if not found then
    -- The person was erased while the mail was being sent, so the trail gets no line.
    return;
  end if;
  if is_sent_param then
    perform private.write_audit(
      'code_sent', code.sales_rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
      ip_address_param, user_agent_param, jsonb_build_object('verificationId', code.id)
    );
    return;
  end if;
  if not is_sent_param and code.voided_at is null then
    perform private.give_attempt_back('code:rep', code.sales_rep_id::text, code.created_at);
    perform private.give_attempt_back('code:rep-day', code.sales_rep_id::text, code.created_at);
    perform private.give_attempt_back('code:email', private.mailbox_hash(code.email), code.created_at);
    perform private.give_attempt_back('code:email-day', private.mailbox_hash(code.email), code.created_at);
  end if;
  update private.verification_codes set voided_at = now()
  where id = code.id and used_at is null and voided_at is null;
end
$$;
comment on function public.finish_verification_mail(uuid, boolean, text, text) is
  'Records that the code''s mail was accepted, or voids the code if its mail failed: the attempt is given back then. is_sent null: the mail server may have it, so the attempt stays counted.';
grant execute on function public.finish_verification_mail(uuid, boolean, text, text) to service_role;

create function public.find_verification_email(session_id_param uuid, verification_id_param uuid) returns text
language sql stable set search_path = ''
as $$
  select v.email from private.verification_codes v
  where v.id = verification_id_param and v.sales_rep_id = private.live_rep_id(session_id_param)
$$;
comment on function public.find_verification_email(uuid, uuid) is
  'Address of a code in any state. Null unless the session''s representative requested the code.';
grant execute on function public.find_verification_email(uuid, uuid) to service_role;

create function private.issued_link(customer public.qualified_leads) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'issued', 'countedAt', now(), 'name', customer.name, 'timeZone', customer.time_zone,
    'rep', jsonb_build_object('name', r.name, 'email', r.email),
    'answer', jsonb_build_object(
      'customerId', customer.id, 'expiresAt', customer.token_expires_at,
      'validForSeconds', extract(epoch from customer.token_expires_at - customer.link_issued_at)::integer
    )
  )
  from public.sales_representatives r where r.id = customer.qualified_by
$$;
comment on function private.issued_link(public.qualified_leads) is
  'Data about a customer''s new link for the answer and the mail. validForSeconds counts from the time of issue. countedAt: when its mail is counted, if it is.';
grant execute on function private.issued_link(public.qualified_leads) to service_role;

create function private.is_link_mail_counted(rep_id_param uuid, mailbox_hash_param text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if mailbox_hash_param is null then
    return null;
  end if;
  perform private.count_attempt('link-mail:rep', rep_id_param::text);
  perform private.count_attempt('link-mail:email', mailbox_hash_param);
  return true;
exception when sqlstate 'PT429' then
  return false;
end
$$;
comment on function private.is_link_mail_counted(uuid, text) is
  'Counts a mail with a link. False when a limit is reached: the link is issued all the same. Null when no mail is asked for.';
grant execute on function private.is_link_mail_counted(uuid, text) to service_role;

create function public.give_link_mail_back(
  session_id_param uuid, customer_id_param uuid, counted_at_param timestamptz
)
returns void
language sql set search_path = ''
as $$
  select private.give_attempt_back('link-mail:rep', s.sales_rep_id::text, counted_at_param),
    private.give_attempt_back('link-mail:email', private.mailbox_hash(l.email), counted_at_param)
  from public.sales_sessions s, public.qualified_leads l
  where s.id = session_id_param and l.id = customer_id_param
$$;
comment on function public.give_link_mail_back(uuid, uuid, timestamptz) is
  'Takes back what private.is_link_mail_counted counted for a session''s representative and a customer: no mail server took the mail.';
grant execute on function public.give_link_mail_back(uuid, uuid, timestamptz) to service_role;

create function public.check_verification_code(
  session_id_param uuid, verification_id_param uuid, code_hash_param text, token_hash_param text,
  ip_address_param text, user_agent_param text, link_mail_hash_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  code private.verification_codes;
  customer public.qualified_leads;
begin
  -- Counts and decides in one statement. Parallel requests cannot get more than the allowed attempts.
  update private.verification_codes v
  set attempts = v.attempts + 1, used_at = case when v.code_hash = code_hash_param then now() end
  where v.id = verification_id_param and v.sales_rep_id = rep_id
    and v.used_at is null and v.voided_at is null and v.expires_at > now() and v.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    -- The caller repeats a request because its answer was lost. Only the caller can make its token. The same answer is
    -- available until the code would have expired.
    select l.* into customer
    from private.verification_codes v
    join public.qualified_leads l on l.email = v.email and l.qualified_by = v.sales_rep_id
    where v.id = verification_id_param and v.sales_rep_id = rep_id and v.code_hash = code_hash_param
      and v.expires_at > now()
      and l.access_token_hash = token_hash_param and l.is_active and l.revoked_at is null;
    if found then
      return private.issued_link(customer)
        || jsonb_build_object('mailable', private.is_link_mail_counted(rep_id, link_mail_hash_param));
    end if;
    if code.id is not null then
      perform private.write_audit(
        'code_failed', rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
        ip_address_param, user_agent_param, jsonb_build_object('verificationId', code.id, 'wasCompared', true)
      );
    else
      perform private.write_repeated_audit(
        'code_failed', rep_id, null, ip_address_param, user_agent_param,
        jsonb_build_object('verificationId', verification_id_param, 'wasCompared', false)
      );
    end if;
    return jsonb_build_object('outcome', 'refused');
  end if;

  insert into public.qualified_leads as l (
    email, name, company, qualified_by, access_token_hash, token_expires_at
  )
  values (code.email, code.name, code.company, rep_id, token_hash_param, now() + private.access_link_life())
  on conflict (email) do update set
    name = coalesce(nullif(excluded.name, ''), l.name),
    company = coalesce(nullif(excluded.company, ''), l.company),
    access_token_hash = excluded.access_token_hash,
    token_expires_at = excluded.token_expires_at,
    has_accessed = false, accessed_at = null, is_active = true, revoked_at = null
  where l.qualified_by = excluded.qualified_by
  returning * into customer;
  if customer.id is null then
    return jsonb_build_object('outcome', 'forbidden');
  end if;
  -- Checked again after the customer is locked: the representative may have been disabled during the wait.
  perform private.require_rep(session_id_param);

  -- The previous link and its sessions end now.
  update public.customer_sessions set ended_at = now(), end_reason = 'replaced'
  where qualified_lead_id = customer.id and ended_at is null;
  perform private.write_audit(
    'link_issued', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('verificationId', code.id, 'expiresAt', customer.token_expires_at)
  );
  return private.issued_link(customer)
    || jsonb_build_object('mailable', private.is_link_mail_counted(rep_id, link_mail_hash_param));
end
$$;
comment on function public.check_verification_code(uuid, uuid, text, text, text, text, text) is
  'Accepts a correct code once and issues a link for private.access_link_life(): {outcome: issued, countedAt, name, timeZone, rep, answer: {customerId, expiresAt, validForSeconds}, mailable} or {outcome: refused | forbidden}. refused does not say whether the code was wrong, used, voided, expired, out of attempts or for someone else. forbidden: another representative''s customer, who is not changed. The successful request may be repeated with the same token until the code would have expired: it gives the same answer and adds no line to the trail. link_mail_hash: the customer''s mailbox if the link should be mailed. mailable: whether the limits allow it, and null without that hash.';
grant execute on function public.check_verification_code(uuid, uuid, text, text, text, text, text) to service_role;

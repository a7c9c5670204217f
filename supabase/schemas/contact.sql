-- Requests that visitors sent with the contact form and the demo dialog. Each is saved once and mailed once.

create table public.contact_submissions (
  id uuid primary key,
  -- First: a search reads these two of every request, and all that stands before them.
  assigned_to uuid references public.sales_representatives (id) on delete set null,
  search_text text generated always as (
    private.searchable(
      first_name || ' ' || coalesce(last_name, '') || chr(10) || company || chr(10) || phone, email
    )
  ) stored,
  first_name text not null check (char_length(first_name) between 1 and 200),
  last_name text check (char_length(last_name) <= 200),
  email text not null check (char_length(email) between 3 and 254),
  company text not null check (char_length(company) between 1 and 200),
  phone text not null default '' check (char_length(phone) <= 50),
  message text not null default '' check (char_length(message) <= 10200),
  project_type text not null check (project_type in ('demo', 'contact')),
  status text not null default 'new' check (status in ('new', 'in_progress', 'done', 'spam')),
  job_title text not null default '' check (char_length(job_title) <= 200),
  job_role text not null default '' check (char_length(job_role) <= 200),
  source text not null default 'general' check (char_length(source) <= 100),
  tier text not null default '' check (char_length(tier) <= 100),
  billing text not null default '' check (billing in ('', 'monthly', 'annual')),
  consent_version text check (char_length(consent_version) <= 20),
  consent_text text check (char_length(consent_text) <= 1000),
  consented_at timestamptz,
  consent_withdrawn_at timestamptz,
  utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object'),
  referrer text not null default '' check (char_length(referrer) <= 2000),
  quarantined_at timestamptz,
  notification_claimed_at timestamptz,
  notified_at timestamptz,
  notification_failed_at timestamptz,
  created_at timestamptz not null default now(),
  assigned_at timestamptz,
  staff_note text not null default '' check (char_length(staff_note) <= 4000),
  version integer not null default 1 check (version > 0),
  status_changed_at timestamptz,
  first_answered_at timestamptz,
  campaign text generated always as (left(utm ->> 'campaign', 200)) stored,
  is_open boolean not null generated always as (status in ('new', 'in_progress')) stored,
  -- Stored: a person with many names is looked for in every request, and the database may compare each with each.
  words text[] not null generated always as (private.words(
    first_name || ' ' || coalesce(last_name, '') || ' ' || company || ' ' || phone || ' ' || job_title || ' ' || job_role
      || ' ' || message || ' ' || source || ' ' || tier || ' ' || referrer || ' ' || coalesce(private.utm_text(utm), '')
      || ' ' || staff_note
  )) stored,
  constraint contact_submissions_utm_is_small check (octet_length(utm::text) <= 8000),
  constraint contact_submissions_withdrawn_was_given check (consent_withdrawn_at is null or consented_at is not null),
  constraint contact_submissions_consent_is_whole check (
    (consented_at is null) = (consent_version is null) and (consented_at is null) = (consent_text is null)
  ),
  constraint contact_submissions_is_one_line check (
    private.is_one_line(
      first_name || coalesce(last_name, '') || email || company || phone || job_title || job_role || source || tier
        || referrer
    )
  )
);
comment on table public.contact_submissions is
  'Contact and demo requests, the work list of managers and of the representatives to whom they are assigned.';
comment on column public.contact_submissions.id is 'Chosen by the visitor''s browser. A repeated request has the same id, so it is stored once.';
comment on column public.contact_submissions.email is 'In the spelling of private.mailbox. It was never verified.';
comment on column public.contact_submissions.message is 'The message as sent. It starts with the plan''s marker if the visitor chose a plan.';
comment on column public.contact_submissions.billing is 'How the plan is to be billed. Empty: not chosen.';
comment on column public.contact_submissions.consent_version is 'Version of the consent text that the visitor accepted. Null: no consent.';
comment on column public.contact_submissions.consent_text is 'The consent text that the visitor saw and accepted.';
comment on column public.contact_submissions.consent_withdrawn_at is 'Null: not withdrawn.';
comment on column public.contact_submissions.utm is 'Campaign parameters of the first visit, without their utm_ prefix.';
comment on column public.contact_submissions.quarantined_at is 'When the request was quarantined because the hidden field was filled in. It is stored, but no mail is sent.';
comment on column public.contact_submissions.notification_claimed_at is
  'When a sender started to mail this request. Another sender takes over if it does not finish in time.';
comment on column public.contact_submissions.notified_at is 'When the mail to the team was accepted. Null: not sent.';
comment on column public.contact_submissions.notification_failed_at is 'When the mail to the team last failed. Null: never.';
comment on column public.contact_submissions.assigned_to is 'The representative who works on it. Null: not assigned.';
comment on column public.contact_submissions.assigned_at is
  'When it became the work of its representative: assigned to them, and not in quarantine. Null: no one works on it.';
comment on column public.contact_submissions.staff_note is 'Plain text with line breaks, as typed. The visitor never sees it.';
comment on column public.contact_submissions.version is 'Increases with each change by staff. A change that is based on an older version is refused.';
comment on column public.contact_submissions.status_changed_at is 'Null: the status has never changed.';
comment on column public.contact_submissions.first_answered_at is
  'When the status first became in_progress or done. Null: not answered yet. A request set back to new waits again.';
comment on column public.contact_submissions.campaign is 'The campaign from utm, for the filter.';
comment on column public.contact_submissions.is_open is 'Whether work on it is left.';
comment on column public.contact_submissions.words is 'private.words of all typed texts, except the address and the consent text.';
comment on column public.contact_submissions.search_text is 'The text that a search reads, see private.searchable.';

create index contact_submissions_newest_idx on public.contact_submissions (created_at desc, id desc);
-- Includes assigned_to because the policy reads it. The counts by status then need only this index.
create index contact_submissions_status_idx on public.contact_submissions (status, created_at desc, id desc)
  include (assigned_to) where quarantined_at is null;
create index contact_submissions_quarantined_idx on public.contact_submissions (created_at desc, id desc)
  where quarantined_at is not null;
create index contact_submissions_unsent_idx on public.contact_submissions (created_at desc, id desc)
  where quarantined_at is null and notified_at is null;
create index contact_submissions_assigned_to_idx on public.contact_submissions (assigned_to, created_at desc, id desc);
-- What is open of a representative's requests is a small part, and each open portal asks for it every minute.
create index contact_submissions_open_idx on public.contact_submissions (assigned_to, assigned_at desc, id)
  where is_open;
create index contact_submissions_source_idx on public.contact_submissions (source, created_at desc, id desc);
create index contact_submissions_campaign_idx on public.contact_submissions (campaign, created_at desc, id desc)
  where campaign is not null;
create index contact_submissions_words_idx on public.contact_submissions using gin (words);
create index contact_submissions_email_idx on public.contact_submissions (email);

alter table public.contact_submissions enable row level security;
-- Grants single columns: procedures may not read the consent text or the sender of the team's mail.
grant select (id, first_name, last_name, email, company, phone, message, project_type, status, job_title, job_role,
  source, tier, billing, consent_withdrawn_at, utm, referrer, quarantined_at, notified_at, created_at, assigned_to, assigned_at,
  staff_note, version, status_changed_at, first_answered_at, campaign, search_text, is_open) on public.contact_submissions to api_reader;
grant select, insert, update, delete on public.contact_submissions to service_role;

create policy contact_submissions_select_manager_or_assigned on public.contact_submissions
  for select to api_reader
  using (
    (select private.current_manager_until()) is not null or assigned_to = (select private.current_rep_id())
  );
create trigger contact_submissions_spell_mailbox before insert or update of email on public.contact_submissions
  for each row execute function private.spell_mailbox();

create function private.note_assignment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.assigned_to, new.quarantined_at) is distinct from (old.assigned_to, old.quarantined_at) then
    new.assigned_at := case when new.assigned_to is not null and new.quarantined_at is null then now() end;
  end if;
  return new;
end
$$;
comment on function private.note_assignment() is
  'Records the time when a contact request becomes the work of another representative.';

create trigger contact_submissions_note_assignment
  before insert or update of assigned_to, quarantined_at on public.contact_submissions
  for each row execute function private.note_assignment();

create function private.rep_of_sender(email_param text, source_param text) returns uuid
language sql stable set search_path = ''
as $$
  select r.id
  from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
  where l.email = private.mailbox(email_param) and r.disabled_at is null and source_param <> 'opt-out'
$$;
comment on function private.rep_of_sender(text, text) is
  'The enabled representative who works on a request: the one whose customer has the sender''s address. Null: none, or the sender asks about their own data, which is for managers.';
grant execute on function private.rep_of_sender(text, text) to service_role;

create function private.rep_in_turn() returns uuid
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid;
begin
  -- Two requests at once are for two representatives.
  perform pg_advisory_xact_lock(hashtextextended('requests in turn', 0));
  -- Whose row is locked keeps the turn for the next request: no stranger waits for what managers do.
  update public.sales_representatives set last_request_at = clock_timestamp()
  where id = (
    select r.id from public.sales_representatives r
    where r.takes_requests and not r.requests_paused and r.disabled_at is null
    order by r.last_request_at nulls first, r.id
    limit 1 for no key update skip locked
  )
  returning id into rep_id;
  if rep_id is null then
    select r.id into rep_id from public.sales_representatives r
    where r.takes_requests and not r.requests_paused and r.disabled_at is null
    order by r.last_request_at nulls first, r.id
    limit 1 for key share skip locked;
  end if;
  return rep_id;
end
$$;
comment on function private.rep_in_turn() is
  'The representative who has waited longest for a new request, among those who take them. It is the others'' turn then. Who is being changed at this moment gets it only when all others are too. Null: there is none, or each may be gone soon. Others who take a turn wait until the transaction ends: call it last.';
grant execute on function private.rep_in_turn() to service_role;

create function private.rep_of_request(request public.contact_submissions) returns uuid
language sql set search_path = ''
as $$
  select coalesce(request.assigned_to, private.rep_of_sender(request.email, request.source), case
    -- No one else may serve the customer of a disabled representative.
    when request.source <> 'opt-out'
      and not exists (select from public.qualified_leads l where l.email = request.email)
    then private.rep_in_turn()
  end)
$$;
comment on function private.rep_of_request(public.contact_submissions) is
  'Who works on a request that becomes work: who has it, else the representative of a customer with that address. A stranger''s is for whose turn it is, but for one about the sender''s own data. Null: managers decide. That includes a disabled representative''s customer.';
grant execute on function private.rep_of_request(public.contact_submissions) to service_role;

create function private.note_received_request(request public.contact_submissions, by_rep_id_param uuid) returns void
language sql set search_path = ''
as $$
  select private.note_work(request.assigned_to, by_rep_id_param, 0, array[request.id]);
  select private.write_repeated_audit(
    'contact_request_received', l.qualified_by, l.id, null, null, '{}', request.id
  )
  from public.qualified_leads l where l.email = request.email
$$;
comment on function private.note_received_request(public.contact_submissions, uuid) is
  'Notes a request that is work now. by: the representative who released it, else null. Its representative gets a mail. A customer with the sender''s address gets a line in their history.';
grant execute on function private.note_received_request(public.contact_submissions, uuid) to service_role;

create function public.save_contact_request(contact_request_param jsonb, network_param text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  saved public.contact_submissions;
  is_new boolean;
begin
  -- All callers share it. So it is counted last, and asked first: what a full day refuses writes nothing.
  perform private.refuse_when_full('contact:day', 'all');
  perform private.count_attempt('contact:ip', network_param);
  perform private.count_attempt('contact:ip-day', network_param);
  insert into public.contact_submissions (
    id, first_name, last_name, email, company, phone, message, project_type, job_title, job_role, source, tier,
    billing, consent_version, consent_text, consented_at, utm, referrer, quarantined_at
  )
  select
    s.id, s.first_name, s.last_name, s.email, s.company, s.phone, s.message, s.project_type, s.job_title,
    s.job_role, s.source, s.tier, coalesce(s.billing, ''), s.consent_version, s.consent_text,
    case when s.consent_version is not null then now() end,
    s.utm, s.referrer, case when s.is_quarantined then now() end
  from jsonb_to_record(contact_request_param) as s (
    id uuid, first_name text, last_name text, email text, company text, phone text, message text,
    project_type text, job_title text, job_role text, source text, tier text, billing text, consent_version text,
    consent_text text, utm jsonb, referrer text, is_quarantined boolean
  )
  on conflict (id) do nothing
  returning * into saved;
  is_new := found;
  if is_new and saved.quarantined_at is null then
    -- A repeated request has no turn, not even one that arrives at the same moment: it waited for the row of the first.
    saved.assigned_to := private.rep_of_request(saved);
    update public.contact_submissions set assigned_to = saved.assigned_to
    where id = saved.id and assigned_to is distinct from saved.assigned_to;
    perform private.note_received_request(saved, null);
  end if;
  perform private.count_attempt('contact:day', 'all');
  return is_new;
end
$$;
comment on function public.save_contact_request(jsonb, text) is
  'Saves a contact request and assigns it: see private.rep_of_request. One in quarantine waits for its release. Returns false and changes nothing if a request with this id exists. Refuses (429) and stores nothing when a limit is reached.';
grant execute on function public.save_contact_request(jsonb, text) to service_role;

create function private.mailed_contact_request(request public.contact_submissions) returns jsonb
language sql stable set search_path = ''
as $$
  select private.camel_keys(to_jsonb(request) - array[
    'quarantined_at', 'notification_claimed_at', 'notified_at', 'notification_failed_at', 'assigned_to', 'assigned_at',
    'staff_note', 'version', 'status_changed_at', 'first_answered_at', 'campaign', 'search_text', 'words', 'is_open'
  ])
$$;
comment on function private.mailed_contact_request(public.contact_submissions) is
  'A contact request as mails about it have it: what the visitor sent, and nothing of staff.';
grant execute on function private.mailed_contact_request(public.contact_submissions) to service_role;

create function public.claim_contact_notification(contact_request_id_param uuid, lease_seconds_param integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  contact_request public.contact_submissions;
begin
  update public.contact_submissions s set notification_claimed_at = now()
  where s.id = contact_request_id_param
    and s.quarantined_at is null
    and s.notified_at is null
    and (s.notification_claimed_at is null
      or s.notification_claimed_at <= now() - make_interval(secs => lease_seconds_param))
  returning * into contact_request;
  if found then
    return jsonb_build_object(
      'state', 'claimed',
      'claimedAt', contact_request.notification_claimed_at,
      'contactRequest', private.mailed_contact_request(contact_request),
      'assignedTo', (select r.name from public.sales_representatives r where r.id = contact_request.assigned_to)
    );
  end if;

  select * into contact_request from public.contact_submissions s where s.id = contact_request_id_param;
  return jsonb_build_object('state', case
    when not found then 'missing'
    when contact_request.quarantined_at is not null then 'quarantined'
    when contact_request.notified_at is not null then 'sent'
    else 'busy'
  end);
end
$$;
comment on function public.claim_contact_notification(uuid, integer) is
  'Allows exactly one sender to mail a request: {state: claimed | sent | busy | quarantined | missing, claimedAt, contactRequest, assignedTo}. claimedAt names the claim. assignedTo: name of the representative who works on it, or null. A claim expires after the lease, in seconds.';
grant execute on function public.claim_contact_notification(uuid, integer) to service_role;

create function public.finish_contact_notification(
  contact_request_id_param uuid, is_sent_param boolean, claimed_at_param timestamptz default null,
  network_param text default null, mailbox_hash_param text default null
)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.contact_submissions
  set notified_at = case when is_sent_param then now() end, notification_claimed_at = null,
    notification_failed_at = case when is_sent_param then notification_failed_at else now() end
  where id = contact_request_id_param and notified_at is null
    and (is_sent_param or claimed_at_param is null or notification_claimed_at = claimed_at_param);
  if not is_sent_param or mailbox_hash_param is null then
    return false;
  end if;
  begin
    if network_param is not null then
      perform private.count_attempt('confirmation:ip', network_param);
    end if;
    perform private.count_attempt('confirmation:email', mailbox_hash_param);
    perform private.count_attempt('confirmation:day', 'all');
  -- Nor does it take back that the team has its mail when a counter cannot be had in time.
  exception when sqlstate 'PT429' or lock_not_available or deadlock_detected then
    return false;
  end;
  return true;
end
$$;
comment on function public.finish_contact_notification(uuid, boolean, timestamptz, text, text) is
  'Records that the mail was accepted, or releases the claim of that time for another try. A sender that took longer than its lease releases nothing: another one has the claim. Returns whether a confirmation may be mailed to that mailbox, which counts it. network: the sender''s, or null when an operator sends the mail. mailbox_hash: null for an address that gets no confirmation.';
grant execute on function public.finish_contact_notification(uuid, boolean, timestamptz, text, text) to service_role;

create function public.find_unsent_notifications(limit_param integer) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select s.id from public.contact_submissions s
    where s.quarantined_at is null and s.notified_at is null and s.created_at > now() - make_interval(days => private.mails_tried_days())
    -- A mail that is always refused waits behind the others.
    order by s.notification_failed_at nulls first, s.created_at
    limit least(greatest(limit_param, 0), 100)
  )
$$;
comment on function public.find_unsent_notifications(integer) is
  'Contact requests of the last private.mails_tried_days() without a mail to the team, those that never failed first. At most 100. Today lists all without a mail.';
grant execute on function public.find_unsent_notifications(integer) to service_role;

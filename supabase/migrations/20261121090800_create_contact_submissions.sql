-- Purpose:  What visitors sent through the contact form and the demo dialog.
-- Reversal: drop table public.contact_submissions;

create table public.contact_submissions (
  id uuid primary key,
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
  consent_version text check (char_length(consent_version) <= 20),
  consent_text text check (char_length(consent_text) <= 1000),
  consented_at timestamptz,
  utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object'),
  referrer text not null default '' check (char_length(referrer) <= 2000),
  quarantined_at timestamptz,
  notification_claimed_at timestamptz,
  notified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint contact_submissions_consent_is_whole check (
    (consented_at is null) = (consent_version is null) and (consented_at is null) = (consent_text is null)
  )
);
comment on table public.contact_submissions is 'Contact and demo requests. No API role but service_role reads or writes.';
comment on column public.contact_submissions.id is 'Made by the visitor''s browser: sending again meets the same row.';
comment on column public.contact_submissions.message is 'As sent, after the plan''s marker when there is one.';
comment on column public.contact_submissions.consent_version is 'Version of the sentence agreed to. Null: not agreed.';
comment on column public.contact_submissions.consent_text is 'The sentence agreed to, in the words shown.';
comment on column public.contact_submissions.utm is 'Campaign parameters of the first visit, without their utm_ prefix.';
comment on column public.contact_submissions.quarantined_at is 'Set when the hidden field was filled in: kept, nobody mailed.';
comment on column public.contact_submissions.notification_claimed_at is
  'A sender is at work since then; taken over when it has not finished in time.';
comment on column public.contact_submissions.notified_at is 'When the team''s mail was accepted. Null: not sent.';

create index contact_submissions_created_at_idx on public.contact_submissions (created_at desc);

alter table public.contact_submissions enable row level security;
revoke all on public.contact_submissions from public, anon, authenticated, service_role;
grant select, insert, update on public.contact_submissions to service_role;

create policy contact_submissions_all_service_role on public.contact_submissions
  for all to service_role using (true) with check (true);

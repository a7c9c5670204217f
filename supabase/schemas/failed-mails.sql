-- Mails that the mail server did not accept, counted by day and kind. Mails to the team about contact requests are
-- listed with the requests.

create table private.failed_mails (
  day date not null,
  mail text not null check (mail in (
    'verification_code', 'manager_code', 'access_link', 'opening', 'confirmation', 'address_change', 'work'
  )),
  count integer not null check (count > 0),
  last_failed_at timestamptz not null,
  primary key (day, mail)
);
comment on table private.failed_mails is
  'How many mails of each kind failed on each UTC day, kept for private.failed_mails_kept_days(). It contains no address.';
comment on column private.failed_mails.last_failed_at is 'By the database''s clock.';

alter table private.failed_mails enable row level security;
grant select on private.failed_mails to api_reader;
grant select, insert, update, delete on private.failed_mails to service_role;
create policy failed_mails_select_manager on private.failed_mails
  for select to api_reader using ((select private.current_manager_until()) is not null);

create function public.note_failed_mail(mail_param text) returns integer
language plpgsql set search_path = ''
as $$
declare
  today date := private.utc_today();
  counted integer;
begin
  delete from private.failed_mails f where f.day < today - private.failed_mails_kept_days();
  insert into private.failed_mails as f (day, mail, count, last_failed_at) values (today, mail_param, 1, now())
  on conflict (day, mail) do update set count = f.count + 1, last_failed_at = now()
  returning f.count into counted;
  return counted;
end
$$;
comment on function public.note_failed_mail(text) is
  'Counts a mail that the mail server did not accept. Returns how many mails of this kind failed on the current UTC day. Deletes counts older than private.failed_mails_kept_days().';
grant execute on function public.note_failed_mail(text) to service_role;

create function private.todays_failed_mails() returns jsonb
language sql stable set search_path = ''
as $$
  with failed as (
    select f.mail, sum(f.count) as count, max(f.last_failed_at) as "lastFailedAt"
    from private.failed_mails f
    where f.day >= (select private.utc_today()) - 1
    group by f.mail
  )
  select coalesce(jsonb_agg(to_jsonb(f) order by f."lastFailedAt" desc, f.mail), '[]') from failed f
$$;
comment on function private.todays_failed_mails() is
  'Failed mails of today and yesterday, of UTC, by kind, the latest first: [{mail, count, lastFailedAt}].';
grant execute on function private.todays_failed_mails() to api_reader, service_role;

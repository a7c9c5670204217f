-- Mails that tell a representative about new work, a quote, a question on a statement, or a past week. Others tell a customer about
-- a new representative. A row is written with the work, in one transaction. A function sends it at once, and the timer's
-- run tries again what failed. The first of these runs on a Monday writes the rows about the week before.

create table private.work_mails (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  customer_count integer not null check (customer_count >= 0),
  request_ids uuid[] not null,
  statement_id uuid references private.statements (id),
  quote_id uuid,
  week date check (extract(isodow from week) = 1),
  customer_id uuid references public.qualified_leads (id) on delete cascade,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  failed_at timestamptz,
  constraint work_mails_are_about_work check (
    (customer_count + cardinality(request_ids) > 0)::integer + num_nonnulls(statement_id, week, customer_id, quote_id) = 1
  )
);
comment on table private.work_mails is
  'Mails about new work that are not sent yet. A sent mail is deleted, and so is one that failed for private.mails_tried_days().';
comment on column private.work_mails.customer_count is 'Customers who were handed over to the representative.';
comment on column private.work_mails.request_ids is
  'Contact requests that were assigned. Not a foreign key: a request may be erased before the mail is sent.';
comment on column private.work_mails.statement_id is
  'The statement that something was asked or answered about. Null for other work.';
comment on column private.work_mails.quote_id is
  'The line of the trail about the quote that a customer made. Null for other work. Not a foreign key, as the trail has none.';
comment on column private.work_mails.week is 'First day of the week that it sums up, UTC. Null for work.';
comment on column private.work_mails.customer_id is
  'The customer who is told that this representative looks after them now. Null: the mail goes to the representative.';
comment on column private.work_mails.claimed_at is
  'When a sender last claimed it. Another sender takes over after the lease.';
comment on column private.work_mails.failed_at is 'When the mail server last refused it. Null: never.';

create index work_mails_sales_rep_id_idx on private.work_mails (sales_rep_id);
create index work_mails_statement_id_idx on private.work_mails (statement_id);
create index work_mails_customer_id_idx on private.work_mails (customer_id);
create index work_mails_created_at_idx on private.work_mails (created_at);

alter table private.work_mails enable row level security;
grant select, insert, update, delete on private.work_mails to service_role;

create function private.note_work(
  to_rep_id_param uuid, by_rep_id_param uuid, customer_count_param integer, request_ids_param uuid[],
  statement_id_param uuid default null, quote_id_param uuid default null
)
returns void
language sql set search_path = ''
as $$
  -- Without a mail transport, no mail is ever claimed.
  delete from private.work_mails
  where id in (
    select w.id from private.work_mails w where w.created_at < now() - make_interval(days => private.mails_tried_days())
    order by w.created_at limit 20 for update skip locked
  );
  with added as (
    -- What one transaction gives to one person is one mail.
    update private.work_mails w
    set customer_count = w.customer_count + customer_count_param, request_ids = w.request_ids || request_ids_param
    where w.sales_rep_id = to_rep_id_param and w.created_at = now() and w.claimed_at is null
      and to_rep_id_param is distinct from by_rep_id_param
      and num_nonnulls(w.statement_id, w.week, w.customer_id, w.quote_id, statement_id_param, quote_id_param) = 0
    returning w.id
  )
  insert into private.work_mails (sales_rep_id, customer_count, request_ids, statement_id, quote_id)
  select r.id, customer_count_param, request_ids_param, statement_id_param, quote_id_param
  from public.sales_representatives r
  where r.id = to_rep_id_param and r.id is distinct from by_rep_id_param and r.mail_on_work
    and (
      customer_count_param + cardinality(request_ids_param) > 0
      or num_nonnulls(statement_id_param, quote_id_param) > 0
    )
    and not exists (select from added)
$$;
comment on function private.note_work(uuid, uuid, integer, uuid[], uuid, uuid) is
  'Notes a mail to a representative: about customers and contact requests that they get, a question on a statement, or a quote that a customer made. by: who gave it to them, null for others than representatives. People get no mail about work that they gave themselves, and none while they have turned these mails off.';
grant execute on function private.note_work(uuid, uuid, integer, uuid[], uuid, uuid) to service_role;

create function private.hears_of_quotes(rep public.sales_representatives, qualified_by_param uuid) returns boolean
language sql stable set search_path = ''
as $$
  select rep.disabled_at is null and (rep.id = qualified_by_param or rep.is_manager and exists (
    select from public.sales_representatives o where o.id = qualified_by_param and o.disabled_at is not null
  ))
$$;
comment on function private.hears_of_quotes(public.sales_representatives, uuid) is
  'True if this person is told of a quote of that representative''s customer: the representative, or each enabled manager while they are disabled.';
grant execute on function private.hears_of_quotes(public.sales_representatives, uuid) to service_role;

create function private.note_customers(customer_ids_param uuid[], to_rep_id_param uuid)
returns void
language sql set search_path = ''
as $$
  -- Who is told something newer need not hear the older.
  delete from private.work_mails w
  where w.customer_id = any (customer_ids_param) and (w.claimed_at is null or w.failed_at is not null)
    or w.created_at < now() - make_interval(days => private.mails_tried_days());
  insert into private.work_mails (sales_rep_id, customer_count, request_ids, customer_id)
  select to_rep_id_param, 0, '{}', l.id
  from public.qualified_leads l
  where l.id = any (customer_ids_param)
    and l.revoked_at is null and l.is_active and l.token_expires_at > now()
$$;
comment on function private.note_customers(uuid[], uuid) is
  'Notes a mail to each customer with a link that works: who looks after them now.';
grant execute on function private.note_customers(uuid[], uuid) to service_role;

create function public.claim_work_mails(limit_param integer, lease_seconds_param integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claimed jsonb;
begin
  -- What is closed, answered, erased or with someone else by now is no news.
  delete from private.work_mails
  where id in (
    select w.id
    from private.work_mails w join public.sales_representatives r on r.id = w.sales_rep_id
    where w.created_at < now() - make_interval(days => private.mails_tried_days()) or r.disabled_at is not null
      or w.week is not null and r.week_mail_noted_at is null
      or w.customer_id is not null and not exists (
        select from public.qualified_leads l
        where l.id = w.customer_id and l.qualified_by = w.sales_rep_id
          and l.revoked_at is null and l.is_active and l.token_expires_at > now()
      )
      or w.customer_count = 0 and num_nonnulls(w.statement_id, w.week, w.customer_id, w.quote_id) = 0 and not exists (
        select from public.contact_submissions s
        where s.id = any (w.request_ids) and s.assigned_to = w.sales_rep_id and s.is_open
      )
      or w.quote_id is not null and not exists (
        select from public.audit_events e join public.qualified_leads l on l.id = e.qualified_lead_id
        where e.id = w.quote_id and private.hears_of_quotes(r, l.qualified_by)
      )
      or exists (
        select from private.statements t
        where t.id = w.statement_id and t.sales_rep_id <> w.sales_rep_id and not (r.is_manager and exists (
          select from private.statement_questions q where q.statement_id = t.id and q.answer is null
        ))
      )
    for update of w skip locked
  );
  with due as (
    select w.id from private.work_mails w
    where (w.claimed_at is null or w.claimed_at <= now() - make_interval(secs => lease_seconds_param))
      -- A customer's mailbox that takes nothing for an hour is not tried all day. An undo sees that they were not told.
      and (w.customer_id is null or w.failed_at is null or w.failed_at < w.created_at + interval '1 hour')
    -- A mail that is always refused waits behind the others. Work does not wait for what is told to many.
    order by w.failed_at nulls first, num_nonnulls(w.week, w.customer_id), w.created_at
    limit least(greatest(limit_param, 0), 100) for update skip locked
  ),
  held as (
    update private.work_mails w set claimed_at = now() from due where w.id = due.id
    returning w.id, w.claimed_at, w.sales_rep_id, w.customer_count, w.request_ids, w.statement_id, w.quote_id, w.week,
      w.customer_id
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', h.id, 'claimedAt', h.claimed_at,
    'rep', jsonb_build_object('name', r.name, 'email', r.email, 'timeZone', r.time_zone),
    'customerCount', h.customer_count, 'requestCount', q.request_count, 'contactRequest', q.contact_request,
    'statement', (
      select jsonb_build_object(
        'month', to_char(t.month, 'YYYY-MM'), 'repId', t.sales_rep_id, 'repName', private.shown_name(o),
        'isAnswer', t.sales_rep_id = h.sales_rep_id
      )
      from private.statements t join public.sales_representatives o on o.id = t.sales_rep_id
      where t.id = h.statement_id
    ),
    'quote', (
      select jsonb_build_object(
        'id', e.id, 'planName', e.detail -> 'planName',
        'validUntil', e.detail -> 'validUntil', 'customerId', l.id, 'name', l.name, 'email', l.email,
        'isOwn', l.qualified_by = h.sales_rep_id
      )
      from public.audit_events e join public.qualified_leads l on l.id = e.qualified_lead_id
      where e.id = h.quote_id
    ),
    'week', h.week, 'customer', (
      select jsonb_build_object(
        'name', l.name, 'email', l.email, 'timeZone', l.time_zone, 'linkEndsAt', l.token_expires_at
      )
      from public.qualified_leads l where l.id = h.customer_id
    )
  )), '[]') into claimed
  from held h
  join public.sales_representatives r on r.id = h.sales_rep_id
  cross join lateral (
    select count(*) as request_count,
      case when count(*) = 1 and h.customer_count = 0 then jsonb_agg(private.mailed_contact_request(s)) -> 0 end
        as contact_request
    from public.contact_submissions s
    where s.id = any (h.request_ids) and s.assigned_to = h.sales_rep_id and s.is_open
  ) q;
  return claimed;
end
$$;
comment on function public.claim_work_mails(integer, integer) is
  'Allows exactly one sender to send mails about new work: [{id, claimedAt, rep: {name, email, timeZone}, customerCount, requestCount, contactRequest, statement, quote, week, customer}], at most 100. contactRequest: the request, if the mail is about it alone, else null. statement: {month, repId, repName, isAnswer} if a question on it was asked or answered, else null. quote: {id, planName, validUntil, customerId, name, email, isOwn} if a customer made it, else null. isOwn: false for a manager who hears of it instead of a disabled representative. week: its first day if the mail sums one up, see public.get_week_figures, else null. customer: {name, email, timeZone, linkEndsAt} to whom it goes if it names their new representative, else null. A claim expires after the lease, in seconds. Deletes mails that are no longer news.';
grant execute on function public.claim_work_mails(integer, integer) to service_role;

create function public.finish_work_mail(work_mail_id_param uuid, outcome_param text, claimed_at_param timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
  last_failed_at timestamptz;
begin
  if outcome_param = 'sent' then
    delete from private.work_mails where id = work_mail_id_param;
    return;
  end if;
  select w.failed_at into last_failed_at from private.work_mails w
  where w.id = work_mail_id_param and w.claimed_at = claimed_at_param for update;
  if not found then
    return;
  end if;
  if outcome_param = 'given_up' then
    delete from private.work_mails where id = work_mail_id_param;
  else
    update private.work_mails set failed_at = now() where id = work_mail_id_param;
  end if;
  -- Once a day, however often it is tried.
  if last_failed_at is null or last_failed_at < private.utc_today()::timestamp at time zone 'UTC' then
    perform public.note_failed_mail('work');
  end if;
end
$$;
comment on function public.finish_work_mail(uuid, text, timestamptz) is
  'Deletes a mail about new work that was sent. Any other is counted for Today, once a day. outcome: sent, refused or given_up. A refused one is left for the next run after the lease.';
grant execute on function public.finish_work_mail(uuid, text, timestamptz) to service_role;

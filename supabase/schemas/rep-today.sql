-- What is new for a representative since their last visit, and what waits for them. Each figure has a list.

create function private.last_visit_day() returns date
language sql stable set search_path = ''
as $$
  select greatest(
    coalesce(max(s.created_at at time zone 'UTC')::date, private.utc_today() - 7), private.utc_today() - 30
  )
  from public.sales_sessions s
  where s.sales_rep_id = (select private.current_rep_id())
    and s.created_at < private.utc_today()::timestamp at time zone 'UTC'
$$;
comment on function private.last_visit_day() is
  'The last UTC day before today on which the caller signed in, at most 30 days back. Without one: 7 days ago.';
grant execute on function private.last_visit_day() to api_reader;

create function private.own_net_sales(day_from date, day_to date) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('count', coalesce(sum(t.sales_count), 0), 'cents', coalesce(sum(t.sales_cents), 0))
  from private.sales_totals t
  where t.sales_rep_id = (select private.current_rep_id()) and not t.is_month and t.sale_date between day_from and day_to
    and not t.is_cancelled
$$;
comment on function private.own_net_sales(date, date) is
  'The caller''s sales of some days that are not cancelled: {count, cents}. Both days are included. US cents.';
grant execute on function private.own_net_sales(date, date) to api_reader;

create function private.open_requests(rep_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'count', count(*),
    'overdue', count(*) filter (
      where s.status = 'new' and s.created_at <= now() - private.first_answer_within()
    ),
    'oldestAt', min(s.created_at)
  )
  from public.contact_submissions s
  where s.assigned_to = rep_id and s.quarantined_at is null and s.is_open
$$;
comment on function private.open_requests(uuid) is
  'The open contact requests that are assigned to a representative: {count, overdue, oldestAt}.';
grant execute on function private.open_requests(uuid) to api_reader, service_role;

create function private.named_customers(customer_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'count', cardinality(customer_ids),
    'newest', coalesce(
      jsonb_agg(
        jsonb_build_object('customerId', l.id, 'name', coalesce(nullif(btrim(l.name), ''), l.email)) order by i.place
      ),
      '[]'
    )
  )
  from unnest(customer_ids[:3]) with ordinality as i (id, place)
  join public.qualified_leads l on l.id = i.id
$$;
comment on function private.named_customers(uuid[]) is
  'How many customers these are, and the first 3 of them by name: {count, newest: [{customerId, name}]}.';
grant execute on function private.named_customers(uuid[]) to api_reader;

create function public.get_rep_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  rep_id uuid := private.current_rep_id();
  today date := private.utc_today();
  since date := private.last_visit_day();
  month_now date := date_trunc('month', today::timestamp);
  month_before date := month_now - interval '1 month';
begin
  perform private.refuse_ended_session();
  return jsonb_build_object(
    'since', since,
    'requests', private.open_requests(rep_id) || jsonb_build_object('newest', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'name', concat_ws(' ', n.first_name, nullif(n.last_name, '')), 'assignedAt', n.assigned_at
          ) order by n.assigned_at desc, n.id
        ),
        '[]'
      )
      from (
        select s.id, s.first_name, s.last_name, s.assigned_at from public.contact_submissions s
        where s.assigned_to = rep_id and s.is_open and s.assigned_at > now() - interval '1 day'
        order by s.assigned_at desc, s.id limit 50
      ) n
    )),
    'openings', private.named_customers(array(
      select l.id
      from public.qualified_leads l
      cross join lateral (
        select max(p.created_at) as opened_at from public.pricing_reveals p
        where p.qualified_lead_id = l.id and p.created_at >= since::timestamp at time zone 'UTC'
      ) r
      where l.qualified_by = rep_id and r.opened_at is not null
      order by r.opened_at desc, l.id
    )),
    'quotes', private.named_customers(array(
      select l.id
      from public.audit_events e
      join public.qualified_leads l on l.id = e.qualified_lead_id and l.qualified_by = rep_id
      where e.event = 'quote_made' and e.occurred_at >= since::timestamp at time zone 'UTC'
      group by l.id
      order by max(e.occurred_at) desc, l.id
    )),
    'handedOverCount', (
      select count(distinct e.qualified_lead_id) from public.audit_events e
      join public.qualified_leads l on l.id = e.qualified_lead_id and l.qualified_by = rep_id
      where e.sales_rep_id = rep_id and e.event in ('customer_handed_over', 'handover_undone')
        and e.occurred_at >= since::timestamp at time zone 'UTC'
    ),
    'linksEnding', (
      select jsonb_build_object('count', count(*), 'firstEndsAt', min(l.token_expires_at))
      from public.qualified_leads l
      where l.qualified_by = rep_id and l.revoked_at is null and l.is_active and l.token_expires_at > now()
        and l.token_expires_at <= now() + private.access_link_expiring_within()
    ),
    'sales', private.own_net_sales(since, today),
    'month', private.own_net_sales(month_now, today),
    'targetCents', (
      select t.cents from private.sales_targets t where t.sales_rep_id = rep_id and t.month = month_now
    ),
    'monthBefore', private.own_net_sales(
      month_before, least(month_before + (today - month_now), month_now - 1)
    ),
    'day', today,
    'now', now()
  );
end
$$;
comment on function public.get_rep_today() is
  'What is new for the caller since the UTC day of their last visit, and what waits for them: {since, requests: {count, overdue, oldestAt, newest: [{name, assignedAt}]}, openings: {count, newest: [{customerId, name}]}, quotes: {count, newest}, handedOverCount, linksEnding: {count, firstEndsAt}, sales: {count, cents}, month: {count, cents}, targetCents, monthBefore: {count, cents}, day, now}. requests: the open ones that are assigned to them. newest: those that they were given within a day, at most 50, the last one first. openings: customers who opened a link since then, the newest 3 by name. quotes: the same of those who made a quote. handedOverCount: customers who came from another representative since then, or came back, and are still theirs. linksEnding: links that end within private.access_link_expiring_within(). sales: since then. month: of this month so far. targetCents: of this month, null for none. monthBefore: of as many days of the month before. Cancelled sales are left out. US cents. For a customer all counts are 0.';
grant execute on function public.get_rep_today() to authenticated;
alter function public.get_rep_today() owner to api_reader;

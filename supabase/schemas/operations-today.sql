-- Counts of work that waits for a person. Each count has a list.

create function private.todays_requests() returns jsonb
language sql stable set search_path = ''
as $$
  with waiting as (
    select
      (select private.utc_today()) - (s.created_at at time zone 'UTC')::date as days, s.created_at
    from public.contact_submissions s
    where s.status = 'new' and s.quarantined_at is null
  )
  select jsonb_build_object(
    'today', count(*) filter (where w.days <= 0),
    'recent', count(*) filter (where w.days between 1 and private.requests_recent_days()),
    'older', count(*) filter (where w.days > private.requests_recent_days()),
    'overdue', count(*) filter (where w.created_at <= now() - private.first_answer_within()),
    'oldestAt', min(w.created_at)
  )
  from waiting w
$$;
comment on function private.todays_requests() is
  'New contact requests by age in UTC days: {today, recent, older, overdue, oldestAt}. recent: of the private.requests_recent_days() before today. overdue: of all, those sent longer than private.first_answer_within() ago.';
grant execute on function private.todays_requests() to api_reader, service_role;

create function private.todays_release_failures() returns jsonb
language sql stable set search_path = ''
as $$
  with newest as materialized (
    select e.occurred_at, e.versions from private.site_events e
    where e.metric = 'TTFB' and e.occurred_at > now() - interval '1 day'
    order by e.occurred_at desc
    limit 200
  ),
  live as (
    select distinct v.key as application, v.value as version
    from newest n cross join lateral jsonb_each_text(n.versions) v
    where n.occurred_at > (select max(m.occurred_at) from newest m) - interval '1 hour'
  ),
  told as (
    select coalesce(e.remote, e.application) as application,
      coalesce(e.remote_version, e.application_version) as version, e.kind, e.occurred_at
    from private.site_events e
    where e.kind <> 'web-vital' and e.occurred_at > now() - interval '1 day'
  ),
  summed as (
    select t.application, t.version,
      count(*) filter (where t.kind = 'remote-failure') as failures,
      count(*) filter (where t.kind = 'page-error') as errors,
      max(t.occurred_at) as "lastSeenAt"
    from told t join live v on v.application = t.application and v.version = t.version
    group by t.application, t.version
  )
  select coalesce(jsonb_agg(to_jsonb(s) order by s.failures + s.errors desc, s.application, s.version), '[]')
  from (select * from summed order by failures + errors desc, application, version limit 20) s
$$;
comment on function private.todays_release_failures() is
  'Failed loads and errors of live versions in the last day: [{application, version, failures, errors, lastSeenAt}], at most 20. A version is live if a page was loaded with it in the hour before the newest page load.';
grant execute on function private.todays_release_failures() to api_reader, service_role;

create function private.end_of_today() returns timestamptz
language sql stable set search_path = ''
as $$
  select (private.utc_today() + 1)::timestamp at time zone 'UTC'
$$;
comment on function private.end_of_today() is 'End of the current UTC day.';
grant execute on function private.end_of_today() to api_reader, service_role;

create function private.price_changes_soon() returns jsonb
language sql stable set search_path = ''
as $$
  with soon as (
    select p.name, v.valid_from, row_number() over (order by v.valid_from, p.position) as place
    from public.product_prices v join public.products p on p.id = v.product_id
    where v.valid_from > now() and v.valid_from <= now() + make_interval(days => private.price_changes_soon_days())
  )
  select jsonb_build_object(
    'priceChangeCount', count(*),
    'priceChanges', coalesce(
      jsonb_agg(jsonb_build_object('plan', s.name, 'validFrom', s.valid_from) order by s.place)
        filter (where s.place <= 50),
      '[]'
    )
  )
  from soon s
$$;
comment on function private.price_changes_soon() is
  'Prices that begin in the next private.price_changes_soon_days(): {priceChangeCount, priceChanges: [{plan, validFrom}]}. The count is of all of them. The list has the first 50, soonest first.';
grant execute on function private.price_changes_soon() to api_reader, service_role;

create function private.operations_today() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'newRequests', private.todays_requests(),
    'linksEnding', (
      select jsonb_build_object('count', count(*), 'firstEndsAt', min(l.token_expires_at))
      from public.qualified_leads l
      where l.revoked_at is null and l.is_active and l.token_expires_at > now()
        and l.token_expires_at <= private.end_of_today()
    ),
    'quarantined', (
      select jsonb_build_object('count', count(*), 'oldestAt', min(s.created_at))
      from public.contact_submissions s where s.quarantined_at is not null
    ),
    'failedMails', (
      select jsonb_build_object('count', count(*), 'oldestAt', min(s.created_at))
      from public.contact_submissions s
      where s.quarantined_at is null and s.notified_at is null
        and s.created_at < now() - private.contact_mail_late_after()
    ),
    'undeliveredMails', private.todays_failed_mails(),
    'releaseFailures', private.todays_release_failures(),
    'siteFaults', private.site_faults(),
    'recentDays', private.requests_recent_days(),
    'soonDays', private.price_changes_soon_days(),
    'day', private.utc_today(),
    'now', now()
  ) || private.price_changes_soon()
$$;
comment on function private.operations_today() is 'See public.get_operations_today().';
grant execute on function private.operations_today() to api_reader, service_role;

create function public.get_operations_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return private.operations_today();
end
$$;
comment on function public.get_operations_today() is
  'Work that waits for a person: {newRequests: {today, recent, older, overdue, oldestAt}, linksEnding: {count, firstEndsAt}, quarantined: {count, oldestAt}, failedMails: {count, oldestAt}, undeliveredMails: [{mail, count, lastFailedAt}] of today and yesterday, priceChangeCount, priceChanges: [{plan, validFrom}] of the next soonDays, the first 50, releaseFailures: [{application, version, failures, errors, lastSeenAt}] of live versions in the last day, siteFaults, recentDays, soonDays, day, now}. newRequests.recent: of the recentDays before today. Days are UTC days. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_operations_today() to authenticated;
alter function public.get_operations_today() owner to api_reader;

create function public.find_operations_today() returns jsonb
language sql stable set search_path = ''
as $$
  select private.operations_today()
$$;
comment on function public.find_operations_today() is 'The same as public.get_operations_today(), for operators.';
grant execute on function public.find_operations_today() to service_role;

create function public.get_links_ending_today(page_size integer default 25, after text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  place jsonb;
  ids uuid[];
begin
  perform private.require_manager();
  place := private.read_cursor(after, 'links ending', 'timestamptz');
  ids := array(
    select l.id from public.qualified_leads l
    where l.revoked_at is null and l.is_active and l.token_expires_at > now()
      and l.token_expires_at <= private.end_of_today()
      and (place is null or (l.token_expires_at, l.id) > ((place ->> 'key')::timestamptz, (place ->> 'id')::uuid))
    order by l.token_expires_at, l.id
    limit row_limit + 1
  );
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'customerId', l.id, 'name', l.name, 'email', l.email, 'company', l.company,
          'repName', r.name, 'endsAt', l.token_expires_at, 'wasOpened', l.has_accessed
        ) order by l.token_expires_at, l.id
      )
      from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
      where l.id = any (ids[:row_limit])
    ), '[]'),
    'hasMore', cardinality(ids) > row_limit,
    'nextAfter', case when cardinality(ids) > row_limit then (
      select private.write_cursor(jsonb_build_object('order', 'links ending', 'key', l.token_expires_at, 'id', l.id))
      from public.qualified_leads l where l.id = ids[row_limit]
    ) end,
    'now', now()
  );
end
$$;
comment on function public.get_links_ending_today(integer, text) is
  'One page of the access links that expire before the end of the UTC day, soonest first: {rows, hasMore, nextAfter, now}. 1 to 1000 rows. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_links_ending_today(integer, text) to authenticated;
alter function public.get_links_ending_today(integer, text) owner to api_reader;

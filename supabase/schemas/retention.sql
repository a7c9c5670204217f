-- How long each kind of data is stored, and the job that deletes older data. Run it daily: ops retention run.

create function private.retention_rules() returns table (kind text, kept_days integer)
language sql stable set search_path = ''
as $$
  values
    ('quarantined_requests', private.quarantined_requests_kept_days()),
    ('contact_requests', private.contact_requests_kept_days()),
    ('idle_customers', private.idle_customers_kept_days()),
    ('codes', private.codes_kept_days()),
    ('sessions', private.sign_in_traces_kept_days()),
    ('sign_in_traces', private.sign_in_traces_kept_days()),
    ('audit_trail', private.audit_trail_kept_days()),
    ('attempt_counts', private.attempt_counts_kept_days()),
    ('site_events', private.site_events_kept_days()),
    ('site_counts', private.site_counts_kept_days())
$$;
comment on function private.retention_rules() is
  'The only list of retention periods per kind of data about people, in days. The job applies it, and the privacy page states the same periods: shared/src/contracts/backend/retention-days.ts.';
grant execute on function private.retention_rules() to service_role;

create function private.is_without_sale(customer_id_param uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (select from public.sales_records s where s.qualified_lead_id = customer_id_param)
    and not exists (select from private.staged_sales t where t.qualified_lead_id = customer_id_param)
$$;
comment on function private.is_without_sale(uuid) is 'Whether a customer has no sale, nor one that is being imported.';
grant execute on function private.is_without_sale(uuid) to service_role;

create function private.expire_data() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  ends jsonb := (
    select jsonb_object_agg(r.kind, now() - make_interval(days => r.kept_days)) from private.retention_rules() r
  );
  removed jsonb := jsonb_build_object();
  deleted integer;
  lines integer;
  idle uuid[];
begin
  -- Ids and amounts, needed for an undo alone. Before customers, as an undo locks them.
  delete from private.sales_imports where committed_at <= now() - private.sales_imports_undone_within();
  -- Codes before customers before requests, each by id: the order in which everyone locks them. Each statement below
  -- looks again: a customer whose first sale was just being imported is no longer idle once the import has ended.
  perform v.id from private.verification_codes v where v.expires_at < (ends ->> 'codes')::timestamptz
  order by v.id for update;
  idle := array(
    select l.id from public.qualified_leads l
    where greatest(l.token_expires_at, l.link_issued_at, l.created_at) < (ends ->> 'idle_customers')::timestamptz
      and private.is_without_sale(l.id)
    order by l.id for update
  );
  perform s.id from public.contact_submissions s
  where s.created_at < (ends ->> 'contact_requests')::timestamptz
    or (s.quarantined_at is not null and s.created_at < (ends ->> 'quarantined_requests')::timestamptz)
  order by s.id for update;
  delete from public.contact_submissions
  where quarantined_at is not null and created_at < (ends ->> 'quarantined_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('quarantined_requests', deleted);

  delete from public.contact_submissions where created_at < (ends ->> 'contact_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('contact_requests', deleted);

  delete from public.qualified_leads l
  where l.id = any (idle) and private.is_without_sale(l.id);
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('idle_customers', deleted);

  with of_customers as (
    delete from private.verification_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  ), of_managers as (
    delete from private.manager_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  )
  select (select count(*) from of_customers) + (select count(*) from of_managers) into deleted;
  removed := removed || jsonb_build_object('codes', deleted);

  -- The period starts at sign-in, as the privacy page says. A session that is still live then keeps its row, without
  -- traces.
  with of_reps as (
    delete from public.sales_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  ), of_customers as (
    delete from public.customer_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  )
  select (select count(*) from of_reps) + (select count(*) from of_customers) into deleted;
  removed := removed || jsonb_build_object('sessions', deleted);

  with of_sessions as (
    update public.customer_sessions set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and least(ended_at, expires_at) >= now()
      and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  ), of_openings as (
    update public.pricing_reveals set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  )
  select (select count(*) from of_sessions) + (select count(*) from of_openings) into deleted;

  -- The trail after them, line by line, as an erasure locks it.
  perform e.line_number from public.audit_events e
  where e.occurred_at < (ends ->> 'audit_trail')::timestamptz
    or e.occurred_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(e.ip_address, e.user_agent) > 0
  order by e.line_number for update;
  update public.audit_events set ip_address = null, user_agent = null
  where occurred_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0;
  get diagnostics lines = row_count;
  removed := removed || jsonb_build_object('sign_in_traces', deleted + lines);

  delete from public.audit_events where occurred_at < (ends ->> 'audit_trail')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('audit_trail', deleted);

  delete from private.site_events where occurred_at < (ends ->> 'site_events')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_events', deleted);

  delete from private.site_counts where day < ((ends ->> 'site_counts')::timestamptz at time zone 'utc')::date;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_counts', deleted);

  -- Each counter ends with its window, and no window is longer than a day. Last, and not one that a call has: calls hold
  -- several, in an order of their own.
  delete from private.rate_limit_counters where bucket in (
    select c.bucket from private.rate_limit_counters c
    where c.window_ends_at < now() - interval '1 minute' for update skip locked
  );
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('attempt_counts', deleted);

  return (
    select jsonb_agg(jsonb_build_object(
      'kind', r.kind, 'keptDays', r.kept_days, 'removed', (removed -> r.kind)::integer
    ))
    from private.retention_rules() r
  );
end
$$;
comment on function private.expire_data() is
  'Removes data that is older than its retention period: [{kind, keptDays, removed}]. Openings and younger lines of the trail only lose IP address and browser. A customer with a sale stays. What the undo of an import needs goes with its time, and is not counted.';
grant execute on function private.expire_data() to service_role;

create function public.run_retention(is_dry_run_param boolean) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '15min'
as $$
declare
  report jsonb;
begin
  begin
    report := private.expire_data();
    if is_dry_run_param then
      -- Rolls back all changes but keeps the values of variables.
      raise sqlstate 'CV001';
    end if;
  exception when sqlstate 'CV001' then
    return report;
  end;
  perform public.record_upkeep_run('retention', '{}');
  -- A run that removed nothing is recorded too. This shows that the job still runs.
  perform private.write_audit('data_expired', null, null, null, null, (
    select jsonb_object_agg(r.kind, r.removed) from jsonb_to_recordset(report) as r (kind text, removed integer)
  ));
  return report;
end
$$;
comment on function public.run_retention(boolean) is
  'Removes data that is older than its retention period and returns [{kind, keptDays, removed}] for every kind. The trail records each run. A dry run removes and records nothing. It returns what a run would remove now.';
grant execute on function public.run_retention(boolean) to service_role;

create function public.get_retention() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'rules', jsonb_agg(
      jsonb_build_object('kind', r.kind, 'keptDays', r.kept_days, 'removed', l.detail -> r.kind) order by r.place
    ),
    'lastRunAt', min(l.occurred_at),
    'now', now()
  )
  from private.retention_rules() with ordinality as r (kind, kept_days, place)
  left join (
    select * from public.audit_events e where e.event = 'data_expired' order by e.line_number desc limit 1
  ) l on true
$$;
comment on function public.get_retention() is
  'Retention period of each kind of data, and the result of the last run: {rules: [{kind, keptDays, removed}], lastRunAt, now}. lastRunAt: null before the first run. removed: by the last run. Null: that run did not know the kind, or there was none.';
grant execute on function public.get_retention() to service_role;

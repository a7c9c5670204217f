-- How long each kind of data is stored, and the job that deletes older data. Run it daily: ops retention run.

create function private.expire_data() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  quarantined integer;
  requests integer;
  customers integer;
  codes integer;
  sessions integer;
  traces integer;
  events integer;
  traces_end timestamptz := now() - make_interval(days => private.sign_in_traces_kept_days());
begin
  delete from public.contact_submissions
  where quarantined_at is not null
    and created_at < now() - make_interval(days => private.quarantined_requests_kept_days());
  get diagnostics quarantined = row_count;

  delete from public.contact_submissions
  where created_at < now() - make_interval(days => private.contact_requests_kept_days());
  get diagnostics requests = row_count;

  delete from public.qualified_leads l
  where greatest(l.token_expires_at, l.link_issued_at, l.created_at)
      < now() - make_interval(days => private.idle_customers_kept_days())
    and not exists (select from public.sales_records s where s.qualified_lead_id = l.id);
  get diagnostics customers = row_count;

  with of_customers as (
    delete from private.verification_codes where expires_at < now() - interval '1 day' returning 1
  ), of_managers as (
    delete from private.manager_codes where expires_at < now() - interval '1 day' returning 1
  )
  select (select count(*) from of_customers) + (select count(*) from of_managers) into codes;

  with ended as (
    delete from public.sales_sessions where least(ended_at, expires_at) < traces_end returning 1
  ), ended_of_customers as (
    delete from public.customer_sessions where least(ended_at, expires_at) < traces_end returning 1
  )
  select (select count(*) from ended) + (select count(*) from ended_of_customers) into sessions;

  with openings as (
    update public.pricing_reveals set ip_address = null, user_agent = null
    where created_at < traces_end and num_nonnulls(ip_address, user_agent) > 0 returning 1
  ), lines as (
    update public.audit_events set ip_address = null, user_agent = null
    where occurred_at < traces_end and num_nonnulls(ip_address, user_agent) > 0 returning 1
  )
  select (select count(*) from openings) + (select count(*) from lines) into traces;

  delete from private.site_events
  where occurred_at < now() - make_interval(days => private.site_events_kept_days());
  get diagnostics events = row_count;

  return jsonb_build_array(
    jsonb_build_object('kind', 'quarantined_requests', 'kept_days', private.quarantined_requests_kept_days(), 'removed', quarantined),
    jsonb_build_object('kind', 'contact_requests', 'kept_days', private.contact_requests_kept_days(), 'removed', requests),
    jsonb_build_object('kind', 'idle_customers', 'kept_days', private.idle_customers_kept_days(), 'removed', customers),
    jsonb_build_object('kind', 'codes', 'kept_days', 1, 'removed', codes),
    jsonb_build_object('kind', 'sessions', 'kept_days', private.sign_in_traces_kept_days(), 'removed', sessions),
    jsonb_build_object('kind', 'sign_in_traces', 'kept_days', private.sign_in_traces_kept_days(), 'removed', traces),
    jsonb_build_object('kind', 'site_events', 'kept_days', private.site_events_kept_days(), 'removed', events)
  );
end
$$;
comment on function private.expire_data() is
  'Removes what is older than its kind is kept: [{kind, kept_days, removed}]. Of openings and lines of the trail only the address and the browser go. A customer with a sale stays.';
revoke all on function private.expire_data() from public, anon, authenticated, service_role;
grant execute on function private.expire_data() to service_role;

create function public.run_retention(is_dry_run_param boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  report jsonb;
  removed jsonb;
begin
  begin
    report := private.expire_data();
    if is_dry_run_param then
      -- Takes everything back; what a variable holds stays.
      raise sqlstate 'CV001';
    end if;
  exception when sqlstate 'CV001' then
    return report;
  end;
  perform public.record_upkeep_run('retention', '{}');
  select jsonb_object_agg(kind, r.removed) into removed
  from jsonb_to_recordset(report) as r (kind text, removed integer) where r.removed > 0;
  if removed is not null then
    perform private.write_audit('data_expired', null, null, null, null, removed);
  end if;
  return report;
end
$$;
comment on function public.run_retention(boolean) is
  'Removes what has been kept for long enough and says what: [{kind, kept_days, removed}], of every kind. A dry run removes nothing and says what a run would remove now.';
revoke all on function public.run_retention(boolean) from public, anon, authenticated, service_role;
grant execute on function public.run_retention(boolean) to service_role;

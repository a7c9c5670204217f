-- Purpose:  What strangers may store with site events ends: 200,000 rows and 64 MiB a day. With 30 days kept, the table
--           never holds more than 6.2 million rows and 2 GB, whoever sends them.
-- Reversal: run 20261121100000 again for record_site_events; drop table private.site_event_days.

create table private.site_event_days (
  day date primary key,
  row_count integer not null check (row_count >= 0),
  byte_count bigint not null check (byte_count >= 0)
);
comment on table private.site_event_days is 'What was kept of site events on each day of UTC, against the ceiling of a day.';
comment on column private.site_event_days.row_count is 'Rows written to private.site_events.';
comment on column private.site_event_days.byte_count is 'Bytes of their contents as JSON.';

alter table private.site_event_days enable row level security;
revoke all on private.site_event_days from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.site_event_days to service_role;

create policy site_event_days_all_service_role on private.site_event_days
  for all to service_role using (true) with check (true);

create or replace function public.record_site_events(batch_param jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  today date := (now() at time zone 'utc')::date;
  new_rows integer := jsonb_array_length(batch_param -> 'events');
  -- Each row repeats what is said of the page.
  new_bytes bigint := octet_length((batch_param -> 'events')::text)
    + new_rows * octet_length((batch_param - 'events')::text)::bigint;
begin
  -- A bounded number of old rows goes with every batch, so that the table stays as small as 30 days of traffic.
  delete from private.site_events
  where id in (
    select e.id from private.site_events e
    where e.occurred_at < now() - interval '30 days'
    order by e.occurred_at limit 1000
    for update skip locked
  );
  delete from private.site_event_days where day < today - 30;

  -- Batches that come at once are added up one after the other.
  insert into private.site_event_days as d (day, row_count, byte_count) values (today, new_rows, new_bytes)
  on conflict (day) do update set
    row_count = d.row_count + excluded.row_count, byte_count = d.byte_count + excluded.byte_count
  where d.row_count + excluded.row_count <= 200000 and d.byte_count + excluded.byte_count <= 64 * 1024 * 1024;
  if not found then
    return 0;
  end if;

  insert into private.site_events (
    composition_id, versions, path, kind, metric, value, remote, remote_version, reason, recovered
  )
  select b.composition_id, b.versions, b.path, e.kind, e.metric, e.value, e.remote, e.remote_version, e.reason, e.recovered
  from jsonb_to_record(batch_param) as b (composition_id text, versions jsonb, path text, events jsonb)
  cross join lateral jsonb_to_recordset(b.events) as e (
    kind text, metric text, value double precision, remote text, remote_version text, reason text,
    recovered boolean
  );
  return new_rows;
end
$$;
comment on function public.record_site_events(jsonb) is
  'Keeps one page''s events, all or none: {composition_id, versions, path, events: [{kind, …}]}. Says how many; 0 when the day is full: 200,000 rows or 64 MiB. Takes at most 1000 rows older than 30 days away.';

-- Records when each maintenance job last finished, and answers the doctor's questions to the database: ops doctor.

create table private.upkeep_runs (
  job text primary key check (
    job in ('retention', 'backup', 'base', 'prune', 'restore_drill', 'archive_drill', 'doctor')
  ),
  finished_at timestamptz not null,
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object')
);
comment on table private.upkeep_runs is 'The last finished run of each job, even if it had nothing to do.';
comment on column private.upkeep_runs.finished_at is 'Database time.';
comment on column private.upkeep_runs.detail is 'Details of the run, such as the name of the backup. Never a secret or personal data.';

alter table private.upkeep_runs enable row level security;
grant select, insert, update on private.upkeep_runs to service_role;
grant select on private.upkeep_runs to api_reader;
create policy upkeep_runs_select_manager on private.upkeep_runs for select to api_reader
using (job = 'doctor' and (select private.current_manager_until()) is not null);

create function public.record_upkeep_run(job_param text, detail_param jsonb) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  recorded timestamptz;
begin
  insert into private.upkeep_runs (job, finished_at, detail) values (job_param, now(), coalesce(detail_param, '{}'))
  on conflict (job) do update set finished_at = excluded.finished_at, detail = excluded.detail
  returning finished_at into recorded;
  return recorded;
end
$$;
comment on function public.record_upkeep_run(text, jsonb) is
  'Notes that a job has finished: retention, backup, base, prune, restore_drill, archive_drill or doctor, whose detail is {findings}. Returns the database time.';
grant execute on function public.record_upkeep_run(text, jsonb) to service_role;

-- security definer: the role of the archive machine may note its own jobs alone, and write no table.
create function private.record_backup_run(job_param text, detail_param jsonb) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
begin
  if job_param is null or job_param not in ('backup', 'base', 'archive_drill') then
    raise insufficient_privilege using message = 'only the jobs of the archive can be noted here';
  end if;
  return public.record_upkeep_run(job_param, detail_param);
end
$$;
comment on function private.record_backup_run(text, jsonb) is
  'Notes that the job backup, base or archive_drill has finished. Returns the database time. 42501 for another job.';
grant execute on function private.record_backup_run(text, jsonb) to corvane_backup;

-- security definer: no role of the API may read the migration history, which belongs to the CLI.
create function private.newest_migration() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  -- Planned only when it is reached.
  return (select max(m.version) from supabase_migrations.schema_migrations m);
end
$$;
comment on function private.newest_migration() is
  'Version of the newest migration in this database, as the official CLI records it. Null: the database has no migration history.';
grant execute on function private.newest_migration() to service_role, corvane_backup;

create function public.report_upkeep() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'now', clock_timestamp(),
    'since', (select e.occurred_at from public.audit_events e order by e.line_number limit 1),
    'newestMigration', private.newest_migration(),
    'plans', (select count(*) from public.products),
    'plansWithoutPrice', (
      select coalesce(jsonb_agg(p.product_slug order by p.place), '[]')
      from private.plans_with_prices(now()) p where not p.has_price
    ),
    'requestsWithoutMail', (
      select count(*) from public.contact_submissions
      where notified_at is null and quarantined_at is null and created_at < now() - private.contact_mail_late_after()
    ),
    'runs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', r.job, 'finishedAt', r.finished_at, 'detail', r.detail)
        order by r.job), '[]')
      from private.upkeep_runs r
    ),
    'hasArchive', exists (select from pg_catalog.pg_roles where rolname = 'corvane_archive'),
    'slots', (
      select coalesce(jsonb_agg(jsonb_build_object('name', s.slot_name, 'isActive', s.active, 'walStatus', s.wal_status,
        'heldBytes', case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn) end)
        order by s.slot_name), '[]')
      from pg_catalog.pg_replication_slots s
    ),
    'archivingFailsSince', (
      select a.last_failed_time from pg_catalog.pg_stat_archiver a
      where a.last_archived_time is null or a.last_failed_time > a.last_archived_time
    )
  )
$$;
comment on function public.report_upkeep() is
  'The database''s facts for the doctor: {now, since, newestMigration, plans, plansWithoutPrice, requestsWithoutMail, runs: [{job, finishedAt, detail}], hasArchive, slots: [{name, isActive, walStatus, heldBytes}], archivingFailsSince}. since: the oldest line of the trail, null without one. A request counts as without mail private.contact_mail_late_after() after it arrived. hasArchive: the role of a machine that follows the write-ahead log exists. heldBytes: how much of that log a replication slot keeps. archivingFailsSince: of archive_command, null when its last run went well or it is not used.';
grant execute on function public.report_upkeep() to service_role;

create function private.site_faults() returns integer
language sql stable set search_path = ''
as $$
  select coalesce((
    select jsonb_array_length(jsonb_path_query_array(r.detail, '$.findings[*] ? (@.verdict == "wrong")'))
      + (r.finished_at < now() - interval '3 hours')::integer
    from private.upkeep_runs r where r.job = 'doctor'
  ), 0)
$$;
comment on function private.site_faults() is
  'How many things the doctor found wrong. That it has not looked for 3 hours is one more. 0 where it never looked.';
grant execute on function private.site_faults() to api_reader, service_role;

create function public.get_upkeep() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return jsonb_build_object('examinedAt', null, 'findings', '[]'::jsonb, 'now', now()) || coalesce((
    select jsonb_build_object('examinedAt', r.finished_at, 'findings', r.detail -> 'findings')
    from private.upkeep_runs r where r.job = 'doctor'
  ), '{}'::jsonb);
end
$$;
comment on function public.get_upkeep() is
  'What the doctor found when it last looked at the site: {examinedAt, findings: [{name, machine, verdict, asks, says, mend}], now}. examinedAt: null if it never looked. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_upkeep() to authenticated;
alter function public.get_upkeep() owner to api_reader;

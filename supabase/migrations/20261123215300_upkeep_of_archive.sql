-- Purpose: the doctor sees the archive, every job with a timer, and what holds the write-ahead log back.

set local check_function_bodies = off;

ALTER TABLE "private"."upkeep_runs" DROP CONSTRAINT "upkeep_runs_job_check";

CREATE OR REPLACE FUNCTION public.report_upkeep()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'now', clock_timestamp(),
    'newest_migration', private.newest_migration(),
    'plans', (select count(*) from public.products),
    'plans_without_price', (
      select coalesce(jsonb_agg(p.slug order by p.position), '[]')
      from public.products p
      where not exists (
        select from public.product_prices c where c.product_id = p.id and c.valid_from <= now()
      )
    ),
    'requests_without_mail', (
      select count(*) from public.contact_submissions
      where notified_at is null and quarantined_at is null and created_at < now() - interval '10 minutes'
    ),
    'runs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', r.job, 'finished_at', r.finished_at, 'detail', r.detail)
        order by r.job), '[]')
      from private.upkeep_runs r
    ),
    'has_archive', exists (select from pg_catalog.pg_roles where rolname = 'corvane_archive'),
    'slots', (
      select coalesce(jsonb_agg(jsonb_build_object('name', s.slot_name, 'is_active', s.active, 'wal_status', s.wal_status,
        'held_bytes', case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn) end)
        order by s.slot_name), '[]')
      from pg_catalog.pg_replication_slots s
    ),
    'archiving_fails_since', (
      select a.last_failed_time from pg_catalog.pg_stat_archiver a
      where a.last_archived_time is null or a.last_failed_time > a.last_archived_time
    )
  )
$function$;

ALTER TABLE "private"."upkeep_runs" ADD CONSTRAINT "upkeep_runs_job_check" CHECK ((job = ANY (ARRAY['retention'::text, 'backup'::text, 'base'::text, 'prune'::text, 'restore_drill'::text])));

COMMENT ON FUNCTION "public"."record_upkeep_run"(text, jsonb) IS 'Notes that a job has finished: retention, backup, base, prune or restore_drill. Returns the database time.';

COMMENT ON FUNCTION "public"."report_upkeep"() IS 'The database''s facts for the doctor: {now, newest_migration, plans, plans_without_price, requests_without_mail, runs: [{job, finished_at, detail}], has_archive, slots: [{name, is_active, wal_status, held_bytes}], archiving_fails_since}. A request counts as without mail ten minutes after it arrived. has_archive: the role of a machine that follows the write-ahead log exists. held_bytes: how much of that log a replication slot keeps. archiving_fails_since: of archive_command, null when its last run went well or it is not used.';

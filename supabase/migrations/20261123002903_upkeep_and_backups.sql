-- Purpose:  upkeep and backups.

set local check_function_bodies = off;

CREATE TABLE "private"."upkeep_runs" ("job" text NOT NULL, "finished_at" timestamp with time zone NOT NULL, "detail" jsonb NOT NULL DEFAULT '{}'::jsonb, CONSTRAINT "upkeep_runs_detail_check" CHECK ((jsonb_typeof(detail) = 'object'::text)), CONSTRAINT "upkeep_runs_job_check" CHECK ((job = ANY (ARRAY['retention'::text, 'backup'::text, 'restore_drill'::text]))), CONSTRAINT "upkeep_runs_pkey" PRIMARY KEY (job));

ALTER TABLE "private"."upkeep_runs" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.newest_migration()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  newest text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  execute 'select max(version) from supabase_migrations.schema_migrations' into newest;
  return newest;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_upkeep_run(job_param text, detail_param jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  recorded timestamptz;
begin
  insert into private.upkeep_runs (job, finished_at, detail) values (job_param, now(), coalesce(detail_param, '{}'))
  on conflict (job) do update set finished_at = excluded.finished_at, detail = excluded.detail
  returning finished_at into recorded;
  return recorded;
end
$function$;

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
    )
  )
$function$;

CREATE OR REPLACE FUNCTION public.run_retention(is_dry_run_param boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE POLICY "upkeep_runs_all_service_role" ON "private"."upkeep_runs" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "private"."upkeep_runs"."detail" IS 'What the job says of its run, such as the name of the backup; never a secret, no person''s data.';

COMMENT ON COLUMN "private"."upkeep_runs"."finished_at" IS 'By the database''s clock.';

COMMENT ON FUNCTION "private"."newest_migration"() IS 'Version of the newest migration in this database, as the official CLI records it. Null: it keeps no history.';

COMMENT ON FUNCTION "public"."record_upkeep_run"(text, jsonb) IS 'Notes that a job has finished: retention, backup or restore_drill. Returns the instant by the database''s clock.';

COMMENT ON FUNCTION "public"."report_upkeep"() IS 'What the doctor asks the database: {now, newest_migration, plans, plans_without_price, requests_without_mail, runs: [{job, finished_at, detail}]}. A request counts ten minutes after it came.';

COMMENT ON TABLE "private"."upkeep_runs" IS 'The last run of each job that finished, also one that found nothing to do.';

REVOKE ALL ON FUNCTION "private"."newest_migration"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."newest_migration"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."newest_migration"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."newest_migration"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_upkeep_run"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."record_upkeep_run"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_upkeep_run"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_upkeep_run"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_upkeep"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."report_upkeep"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_upkeep"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_upkeep"() TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "private"."upkeep_runs" TO "service_role";

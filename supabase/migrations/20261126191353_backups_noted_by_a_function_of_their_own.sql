-- Purpose: the archive machine may note the jobs backup and base alone, and writes no table.

set local check_function_bodies = off;

REVOKE ALL ON FUNCTION "public"."record_upkeep_run"(text, jsonb) FROM "corvane_backup";

REVOKE ALL ON TABLE "private"."upkeep_runs" FROM "corvane_backup";

DROP POLICY "upkeep_runs_all_corvane_backup" ON "private"."upkeep_runs";

CREATE OR REPLACE FUNCTION private.record_backup_run(job_param text, detail_param jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if job_param is null or job_param not in ('backup', 'base') then
    raise insufficient_privilege using message = 'only the jobs backup and base can be noted here';
  end if;
  return public.record_upkeep_run(job_param, detail_param);
end
$function$;

COMMENT ON FUNCTION "private"."record_backup_run"(text, jsonb) IS 'Notes that the job backup or base has finished. Returns the database time. 42501 for another job.';

REVOKE ALL ON FUNCTION "private"."record_backup_run"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_backup_run"(text, jsonb) TO "corvane_backup";

REVOKE ALL ON FUNCTION "private"."record_backup_run"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_backup_run"(text, jsonb) TO "postgres";

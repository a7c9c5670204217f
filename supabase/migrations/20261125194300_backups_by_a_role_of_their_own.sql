-- Purpose: backups need no right to change anything but their own note.

do $$
begin
  -- Roles belong to the whole server. Another database may already have created this role or may be creating it now.
  begin
    create role corvane_backup nologin;
    comment on role corvane_backup is
      'Notes backups. In production it also signs in and reads everything: production/roles.sql.';
  exception when duplicate_object or unique_violation then
    null;
  end;
end
$$;

grant usage on schema public to corvane_backup;
grant usage on schema private to corvane_backup;
grant select, insert, update on private.upkeep_runs to corvane_backup;
create policy upkeep_runs_all_corvane_backup on private.upkeep_runs
  for all to corvane_backup using (true) with check (true);
grant execute on function public.record_upkeep_run(text, jsonb) to corvane_backup;
grant execute on function private.newest_migration() to corvane_backup;

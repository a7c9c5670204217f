-- The schema that the API does not expose, the end of default grants, and the roles of requests.
-- Why procedures run as api_reader: docs/decisions/0011-one-door.md.

do $$
begin
  if getdatabaseencoding() <> 'UTF8' then
    raise exception 'The encoding of the database is %. Create it with UTF8: names of all scripts are stored in it.',
      getdatabaseencoding();
  end if;
end
$$;

create schema private;
comment on schema private is
  'Access helpers and tables that API requests cannot name. This schema is not exposed.';

-- Hosting platforms grant new objects to all API roles by default. Here every grant is written out by name.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

do $$
begin
  -- Roles belong to the whole server. Another database may already have created this role or may be creating it now.
  begin
    create role api_reader nologin noinherit nobypassrls;
    comment on role api_reader is
      'Runs the procedures that the API may call. Reads through policies only, and writes nothing.';
  exception when duplicate_object or unique_violation then
    null;
  end;
  begin
    create role corvane_backup nologin;
    comment on role corvane_backup is
      'Notes backups. In production it also signs in and reads everything: production/roles.sql.';
  exception when duplicate_object or unique_violation then
    null;
  end;
  -- To give a procedure to a role, you must be a member of the role. A superuser counts as one.
  if not pg_has_role(current_user, 'api_reader', 'member') then
    grant api_reader to current_user;
  end if;
end
$$;

revoke all on schema private from public;
grant usage on schema private to service_role, api_reader, corvane_backup;
grant usage on schema public to api_reader, corvane_backup;
-- To own procedures, a role needs the right to create some. schemas/last.sql revokes this right.
grant create on schema public to api_reader;

-- Statements, waits for locks and idle transactions have time limits, so no request blocks the database for long. The
-- values are milliseconds, which PostgREST passes on unchanged. PostgREST logs in as authenticator. It applies the
-- settings of a request's role (anon, authenticated, service_role) to the transaction. To the rest it applies
-- authenticator's own settings. It would not see settings of one database, so these belong to the roles. A function's
-- own statement_timeout, such as that of commit_sales_import, takes precedence.
do $$
declare
  wanted record;
begin
  for wanted in
    select r.rolname, s.name, s.value
    from (values
      ('anon', 'statement_timeout', '3000'), ('anon', 'lock_timeout', '1000'),
      ('anon', 'idle_in_transaction_session_timeout', '10000'),
      ('authenticated', 'statement_timeout', '8000'), ('authenticated', 'lock_timeout', '2000'),
      ('authenticated', 'idle_in_transaction_session_timeout', '10000'),
      -- Ends before the functions stop waiting, so that their refusal is true. What only operators call, and may take
      -- longer, has its own limit.
      ('service_role', 'statement_timeout', '8000'), ('service_role', 'lock_timeout', '5000'),
      ('service_role', 'idle_in_transaction_session_timeout', '60000'),
      ('authenticator', 'statement_timeout', '8000'), ('authenticator', 'lock_timeout', '8000'),
      ('authenticator', 'idle_in_transaction_session_timeout', '60000')
    ) as s (role, name, value)
    -- A plain server has no authenticator.
    join pg_catalog.pg_roles r on r.rolname = s.role
    where not coalesce(r.rolconfig, '{}') @> array[s.name || '=' || s.value]
    order by r.rolname, s.name
  loop
    -- Roles belong to the whole server. If two databases do this at once, the second conflicts with the row of the
    -- first.
    for attempt in 1..5 loop
      begin
        execute format('alter role %I set %I = %L', wanted.rolname, wanted.name, wanted.value);
        exit;
      exception when unique_violation or internal_error then
        if attempt = 5 then
          raise;
        end if;
      end;
    end loop;
  end loop;
end
$$;
notify pgrst, 'reload config';

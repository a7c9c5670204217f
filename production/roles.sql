-- The roles that a hosted project has before its first migration, on a plain PostgreSQL from 15 on. Run by its superuser.
-- Safe to run again: a password is set to what the environment says, and everything else stays.
--
-- - DATABASE_OWNER_PASSWORD    of corvane_owner, which owns the schemas and runs the migrations
-- - DATABASE_API_PASSWORD      of authenticator, as which PostgREST signs in
-- - DATABASE_ARCHIVE_PASSWORD  of corvane_archive, which follows the write-ahead log
-- - DATABASE_BACKUP_PASSWORD   of corvane_backup, which reads everything and notes each backup

\set ON_ERROR_STOP on
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv api_password DATABASE_API_PASSWORD
\getenv archive_password DATABASE_ARCHIVE_PASSWORD
\getenv backup_password DATABASE_BACKUP_PASSWORD

select format('create role %I', wanted.name)
from (values ('corvane_owner'), ('authenticator'), ('corvane_archive'), ('corvane_backup')) as wanted (name)
where not exists (select from pg_catalog.pg_roles r where r.rolname = wanted.name)
\gexec
-- The same letters and the same order on every machine. Its own locale does not matter.
select 'create database corvane owner corvane_owner template template0 encoding ''UTF8'' '
  || case when current_setting('server_version_num')::int >= 170000
    then 'locale_provider builtin builtin_locale ''C.UTF-8'' lc_collate ''C'' lc_ctype ''C.UTF-8''' else 'locale ''C.UTF-8''' end
where not exists (select from pg_catalog.pg_database where datname = 'corvane')
\gexec

\connect corvane
set client_min_messages = warning;
create schema if not exists extensions;
\ir ../tools/stack/backend/engine/prepare-postgres.sql

-- No statement that is logged or sampled shows a password.
set log_statement = 'none';
set log_min_error_statement = 'panic';
alter role corvane_owner login createrole createdb bypassrls password :'owner_password';
alter role authenticator login noinherit password :'api_password';
alter role corvane_archive login replication password :'archive_password';
alter role corvane_backup login bypassrls password :'backup_password';

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator to corvane_owner with admin option;
grant pg_read_all_data to corvane_backup;
grant usage on schema extensions, auth to corvane_owner;
alter default privileges for role corvane_owner in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role corvane_owner in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges for role corvane_owner in schema public grant all on sequences to anon, authenticated, service_role;

-- From 16 on, who makes a role does not hold it. A migration makes one that is to own procedures.
select current_setting('server_version_num')::int >= 160000 as keeps_roles_apart
\gset
\if :keeps_roles_apart
alter role corvane_owner set createrole_self_grant = 'set, inherit';
\endif

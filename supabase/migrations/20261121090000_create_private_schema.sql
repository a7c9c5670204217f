-- Purpose:  A schema that the API does not expose, for helpers and for tables that only functions may touch; and
--           the end of the defaults that would hand new tables and functions to every API role.
-- Reversal: drop schema private cascade; then restore the default privileges of the hosting platform.

create schema private;
comment on schema private is
  'Access helpers and tables that no API request reaches by name. Not among the exposed schemas.';

revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Hosting platforms grant new objects to all API roles by default; here every grant is written out by name.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

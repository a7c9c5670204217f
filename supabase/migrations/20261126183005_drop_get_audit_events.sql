-- Purpose: remove a call that no page used, and say what ended sessions get from three others.

set local check_function_bodies = off;

DROP FUNCTION "public"."get_audit_events"(integer, bigint);

COMMENT ON FUNCTION "public"."get_manager_access"() IS 'Whether the caller is a manager, and until when this session may use Operations: {is_manager, manager_until, now}. manager_until: null without a code or after its time. An ended session gets 401; a customer gets null.';

COMMENT ON FUNCTION "public"."get_rep_settings"() IS 'The caller''s own settings: {mail_on_opening}. An ended session gets 401; a customer gets null.';

COMMENT ON FUNCTION "public"."get_sales_sessions"(integer) IS 'The caller''s own sign-ins, live and ended, newest first, 1 to 100 rows. An ended session gets 401; a customer gets no rows.';

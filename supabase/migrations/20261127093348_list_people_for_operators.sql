-- Purpose:  list people for operators.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.list_customers(email_param text DEFAULT NULL::text, after_param text DEFAULT ''::text)
 RETURNS TABLE(id uuid, email text, name text, company text, qualified_by uuid, token_expires_at timestamp with time zone, has_accessed boolean, revoked_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at, l.has_accessed, l.revoked_at
  from public.qualified_leads l
  where l.email > after_param and (email_param is null or l.email = email_param)
  order by l.email
  limit 1000
$function$;

CREATE OR REPLACE FUNCTION public.list_rep_sessions(sales_rep_id_param uuid)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, expires_at timestamp with time zone, ended_at timestamp with time zone, end_reason text, ip_address text, user_agent text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.id, s.created_at, s.expires_at, s.ended_at, s.end_reason, s.ip_address, s.user_agent
  from public.sales_sessions s
  where s.sales_rep_id = sales_rep_id_param
  order by s.created_at desc
  limit 100
$function$;

CREATE OR REPLACE FUNCTION public.list_reps(email_param text DEFAULT NULL::text, after_param text DEFAULT ''::text)
 RETURNS TABLE(id uuid, name text, email text, disabled_at timestamp with time zone, erased_at timestamp with time zone, is_manager boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r.id, r.name, r.email, r.disabled_at, r.erased_at, r.is_manager
  from public.sales_representatives r
  where r.email > after_param and (email_param is null or r.email = email_param)
  order by r.email
  limit 1000
$function$;

COMMENT ON FUNCTION "public"."list_customers"(text, text) IS 'Up to 1000 customers by address, behind an address. With an address: the one who has it. For operators.';

COMMENT ON FUNCTION "public"."list_rep_sessions"(uuid) IS 'The 100 latest sessions of a representative, newest first, also those that ended. For operators.';

COMMENT ON FUNCTION "public"."list_reps"(text, text) IS 'Up to 1000 representatives by address, behind an address. With an address: the one who has it. For operators.';

REVOKE ALL ON FUNCTION "public"."list_customers"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_customers"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_rep_sessions"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_rep_sessions"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_rep_sessions"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_rep_sessions"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_reps"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_reps"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_reps"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_reps"(text, text) TO "service_role";

-- Purpose:  mail access links.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.issued_link(customer public.qualified_leads)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'outcome', 'issued', 'lead_id', customer.id, 'name', customer.name,
    'rep', jsonb_build_object('name', r.name, 'email', r.email),
    'expires_at', customer.token_expires_at,
    'valid_for_seconds', extract(epoch from customer.token_expires_at - customer.link_issued_at)::integer
  )
  from public.sales_representatives r where r.id = customer.qualified_by
$function$;

COMMENT ON FUNCTION "private"."issued_link"(public.qualified_leads) IS 'What is answered of a customer''s new link, and what a mail about it says; valid_for_seconds counts from when it was issued.';

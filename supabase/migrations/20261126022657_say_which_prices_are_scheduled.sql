-- Purpose: let the database say which prices are scheduled, not the clock of the operator.

set local check_function_bodies = off;

DROP FUNCTION "public"."list_prices"();

CREATE OR REPLACE FUNCTION public.list_prices()
 RETURNS TABLE(product_slug text, valid_from timestamp with time zone, is_in_force boolean, is_scheduled boolean, monthly_cents integer, annual_cents integer, activation_cents integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.slug, p.valid_from, p is not distinct from private.price_in_force(d.id, now()), p.valid_from > now(),
    p.monthly_cents, p.annual_cents, p.activation_cents
  from public.products d join public.product_prices p on p.product_id = d.id
  order by d.position, p.valid_from
$function$;

COMMENT ON FUNCTION "public"."list_prices"() IS 'Every past, current and scheduled price of every plan, in US cents; oldest first within a plan. A price that is neither in force nor scheduled has ended.';

REVOKE ALL ON FUNCTION "public"."list_prices"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_prices"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_prices"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_prices"() TO "service_role";

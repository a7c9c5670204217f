-- Purpose:  lock accounts alone.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.lock_reps(sales_rep_ids_param uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- Locks in one order, so simultaneous changes queue instead of deadlocking.
  select r.id from public.sales_representatives r
  where r.id = any (sales_rep_ids_param) or (r.is_manager and r.disabled_at is null)
  order by r.id for no key update
$function$;

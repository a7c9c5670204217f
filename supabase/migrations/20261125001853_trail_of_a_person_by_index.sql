-- Purpose:  trail of a person by index.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.trail_of(lead_id_param uuid, rep_id_param uuid, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object('occurred_at', e.occurred_at, 'event', e.event, 'detail', e.detail)
    -- A customer may not see the IP address or browser of other people's actions.
    || case when (rep_id_param is not null and e.detail ->> 'managerId' is null)
      or e.event = any (private.customers_own_events())
    then jsonb_build_object('ip_address', e.ip_address, 'user_agent', e.user_agent) else '{}' end
    order by e.line_number desc
  ), '[]')
  from (
    -- Each part has its index. One condition for both would read the whole trail for a person with few lines.
    (
      select * from public.audit_events t
      where lead_id_param is not null and t.qualified_lead_id = lead_id_param
      order by t.line_number desc limit most_param
    )
    union all
    (
      select * from public.audit_events t
      where rep_id_param is not null and t.sales_rep_id = rep_id_param and t.qualified_lead_id is null
      order by t.occurred_at desc, t.line_number desc limit most_param
    )
    order by line_number desc
    limit most_param
  ) e
$function$;

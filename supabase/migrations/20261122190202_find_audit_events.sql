-- Purpose:  find audit events.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.find_audit_events(event_param text, email_param text, from_param timestamp with time zone, to_param timestamp with time zone, before_line_number_param bigint, limit_param integer)
 RETURNS TABLE(line_number bigint, occurred_at timestamp with time zone, event text, rep_name text, rep_email text, customer_name text, customer_email text, ip_address text, user_agent text, detail jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  email_sought text := lower(btrim(email_param));
  rep_ids uuid[];
  lead_ids uuid[];
begin
  perform private.refuse_over('the address', char_length(email_param), 320);
  perform private.refuse_over('the event', char_length(event_param), 100);
  rep_ids := array(select r.id from public.sales_representatives r where r.email = email_sought);
  lead_ids := array(select l.id from public.qualified_leads l where l.email = email_sought);
  return query
  with lines as (
    select e.* from public.audit_events e
    where (event_param is null or e.event = event_param)
      and (email_param is null or e.sales_rep_id = any (rep_ids) or e.qualified_lead_id = any (lead_ids))
      and (from_param is null or e.occurred_at >= from_param)
      and (to_param is null or e.occurred_at < to_param)
      and (before_line_number_param is null or e.line_number < before_line_number_param)
    order by e.line_number desc
    limit least(greatest(coalesce(limit_param, 100), 1), 1000)
  )
  select e.line_number, e.occurred_at, e.event, r.name, r.email, l.name, l.email, e.ip_address, e.user_agent, e.detail
  from lines e
  left join public.sales_representatives r on r.id = e.sales_rep_id
  left join public.qualified_leads l on l.id = e.qualified_lead_id
  order by e.line_number desc;
end
$function$;

CREATE INDEX audit_events_event_idx ON public.audit_events USING btree (event, line_number DESC);

CREATE INDEX audit_events_line_number_idx ON public.audit_events USING btree (line_number DESC);

COMMENT ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) IS 'The trail for operators, newest first, 1 to 1,000 lines: of one event, of the representative or customer with an address, from an instant on, before another. Null asks for all. Pass line_number of the last line for the next. Names are null where the person is erased.';

REVOKE ALL ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) TO "service_role";

-- Purpose: log and report each plan without a price, Enterprise too, by one rule.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.plans_with_prices(at_param timestamp with time zone)
 RETURNS TABLE(place smallint, product_slug text, has_price boolean, monthly_cents integer, annual_cents integer, activation_cents integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.position, p.slug, c.product_id is not null, c.monthly_cents, c.annual_cents, c.activation_cents
  from public.products p cross join lateral private.price_in_force(p.id, at_param) c
  order by p.position
$function$;

CREATE OR REPLACE FUNCTION public.get_plan_prices()
 RETURNS TABLE(product_slug text, monthly_cents integer, annual_cents integer, activation_cents integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  plan record;
begin
  perform private.refuse_ended_session();
  -- Asked first, so that an anonymous caller gets an empty list without a right on the prices table.
  if not private.may_see_prices() then
    return;
  end if;
  for plan in
    select * from private.plans_with_prices(now())
  loop
    if plan.has_price then
      product_slug := plan.product_slug;
      monthly_cents := plan.monthly_cents;
      annual_cents := plan.annual_cents;
      activation_cents := plan.activation_cents;
      return next;
    else
      raise warning 'get_plan_prices: plan "%" has no price in force; run ops catalogue load or ops price set',
        plan.product_slug;
    end if;
  end loop;
  if not found then
    raise warning 'get_plan_prices: the catalogue holds no plan; run ops catalogue load';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_plan_prices_at(at_param timestamp with time zone)
 RETURNS TABLE(product_slug text, monthly_cents integer, annual_cents integer, activation_cents integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return query
    select p.product_slug, p.monthly_cents, p.annual_cents, p.activation_cents
    from private.plans_with_prices(at_param) p
    where p.has_price
    order by p.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_upkeep()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'now', clock_timestamp(),
    'newest_migration', private.newest_migration(),
    'plans', (select count(*) from public.products),
    'plans_without_price', (
      select coalesce(jsonb_agg(p.product_slug order by p.place), '[]')
      from private.plans_with_prices(now()) p where not p.has_price
    ),
    'requests_without_mail', (
      select count(*) from public.contact_submissions
      where notified_at is null and quarantined_at is null and created_at < now() - private.contact_mail_late_after()
    ),
    'runs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', r.job, 'finished_at', r.finished_at, 'detail', r.detail)
        order by r.job), '[]')
      from private.upkeep_runs r
    ),
    'has_archive', exists (select from pg_catalog.pg_roles where rolname = 'corvane_archive'),
    'slots', (
      select coalesce(jsonb_agg(jsonb_build_object('name', s.slot_name, 'is_active', s.active, 'wal_status', s.wal_status,
        'held_bytes', case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn) end)
        order by s.slot_name), '[]')
      from pg_catalog.pg_replication_slots s
    ),
    'archiving_fails_since', (
      select a.last_failed_time from pg_catalog.pg_stat_archiver a
      where a.last_archived_time is null or a.last_failed_time > a.last_archived_time
    )
  )
$function$;

COMMENT ON FUNCTION "private"."plans_with_prices"(timestamp with time zone) IS 'Every plan in plan order, with its price in force at an instant, US cents. A plan without a price, Enterprise too, is a mistake: the catalogue has a price for each.';

COMMENT ON FUNCTION "public"."get_plan_prices"() IS 'Prices in force of all plans in US cents, in plan order; empty for callers without access to prices. For a caller with access, each plan without a price in force is logged.';

REVOKE ALL ON FUNCTION "private"."plans_with_prices"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plans_with_prices"(timestamp with time zone) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."plans_with_prices"(timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plans_with_prices"(timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."plans_with_prices"(timestamp with time zone) TO "service_role";

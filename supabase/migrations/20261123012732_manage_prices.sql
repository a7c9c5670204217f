-- Purpose:  manage prices.

grant create on schema public to api_reader;

set local check_function_bodies = off;

DROP POLICY "audit_events_select_rep" ON "public"."audit_events";

DROP POLICY "product_prices_select_live_session" ON "public"."product_prices";

DROP FUNCTION "public"."cancel_price"(text, timestamp with time zone);

DROP FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer);

CREATE OR REPLACE FUNCTION private.apply_price(manager_id_param uuid, product_slug_param text, valid_from_param timestamp with time zone, amounts_param jsonb, version_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  product_id_found uuid := private.lock_plan(product_slug_param);
  -- The clock is read after the lock: a price that was set while this one waited must not begin later than this one.
  at timestamptz := clock_timestamp();
  begins_at timestamptz;
  before public.product_prices;
  after public.product_prices;
begin
  if product_id_found is null then
    return jsonb_build_object('outcome', 'unknown_plan');
  end if;
  -- A coarse clock may say the same instant twice.
  begins_at := coalesce(valid_from_param, (
    select greatest(at, max(p.valid_from) + interval '1 microsecond') from public.product_prices p
    where p.product_id = product_id_found and p.valid_from <= at
  ));
  before := private.price_in_force(product_id_found, begins_at);
  if version_param <> private.price_version(product_id_found, at) then
    -- The same request once more, as its answer was lost, finds its own work done.
    if (valid_from_param is null or before.valid_from = valid_from_param)
      and private.price_detail(before) = amounts_param then
      return jsonb_build_object('outcome', 'set', 'valid_from', before.valid_from);
    end if;
    return jsonb_build_object('outcome', 'conflict');
  end if;
  if valid_from_param < at then
    return jsonb_build_object('outcome', 'past');
  end if;
  if before.valid_from = begins_at then
    return jsonb_build_object('outcome', 'taken');
  end if;
  after := before;
  after.product_id := product_id_found;
  after.valid_from := begins_at;
  after.monthly_cents := coalesce((amounts_param ->> 'monthlyCents')::integer, before.monthly_cents);
  after.annual_cents := coalesce((amounts_param ->> 'annualCents')::integer, before.annual_cents);
  after.activation_cents := coalesce((amounts_param ->> 'activationCents')::integer, before.activation_cents);
  if after.monthly_cents is null or after.annual_cents is null or after.activation_cents is null then
    return jsonb_build_object('outcome', 'incomplete');
  end if;
  if private.price_detail(after) = private.price_detail(before) then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  insert into public.product_prices (product_id, valid_from, monthly_cents, annual_cents, activation_cents)
  values (
    after.product_id, after.valid_from, after.monthly_cents, after.annual_cents, after.activation_cents
  );
  perform private.write_audit(
    case when valid_from_param is null then 'price_set' else 'price_scheduled' end, null, null,
    ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object(
      'plan', product_slug_param, 'validFrom', begins_at,
      'before', private.price_detail(before), 'after', private.price_detail(after)
    )
  );
  return jsonb_build_object(
    'outcome', 'set', 'valid_from', begins_at,
    'before', private.price_detail(before), 'after', private.price_detail(after)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_price_cancellation(manager_id_param uuid, product_slug_param text, valid_from_param timestamp with time zone, version_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  product_id_found uuid := private.lock_plan(product_slug_param);
  at timestamptz := clock_timestamp();
  cancelled public.product_prices;
begin
  if product_id_found is null then
    return jsonb_build_object('outcome', 'unknown_plan');
  end if;
  if version_param <> private.price_version(product_id_found, at) then
    -- Gone is gone, whoever canceled it: the same request once more finds its own work done.
    if exists (
      select from private.price_lines(product_slug_param) l
      where l.event = 'price_schedule_cancelled' and l.valid_from = valid_from_param
    ) and not exists (
      select from public.product_prices p
      where p.product_id = product_id_found and p.valid_from = valid_from_param
    ) then
      return jsonb_build_object('outcome', 'cancelled');
    end if;
    return jsonb_build_object('outcome', 'conflict');
  end if;
  delete from public.product_prices p
  where p.product_id = product_id_found and p.valid_from = valid_from_param and p.valid_from > at
  returning p.* into cancelled;
  if not found then
    return jsonb_build_object('outcome', 'not_scheduled');
  end if;
  perform private.write_audit(
    'price_schedule_cancelled', null, null, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object(
      'plan', product_slug_param, 'validFrom', valid_from_param, 'before', private.price_detail(cancelled)
    )
  );
  return jsonb_build_object('outcome', 'cancelled');
end
$function$;

CREATE OR REPLACE FUNCTION private.last_price_change(product_slug_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'event', l.event, 'by', l.set_by, 'name', l.manager_name, 'occurred_at', l.occurred_at,
    'valid_from', l.valid_from
  )
  from private.price_lines(product_slug_param) l
  order by l.line_number desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.lock_plan(product_slug_param text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select d.id from public.products d where d.slug = product_slug_param for update
$function$;

CREATE OR REPLACE FUNCTION private.managed_plan(product_id_param uuid, at_param timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with plan as (select d.* from public.products d where d.id = product_id_param),
  lines as materialized (select l.* from plan d cross join lateral private.price_lines(d.slug) l),
  in_force as (
    select c.valid_from from private.price_in_force(product_id_param, at_param) c where c.product_id is not null
  ),
  prices as (
    select p.valid_from,
      case when p.valid_from > at_param then 'scheduled'
        when p.valid_from = (select i.valid_from from in_force i) then 'in_force'
        else 'ended' end as state,
      jsonb_build_object(
        'valid_from', p.valid_from, 'monthly_cents', p.monthly_cents, 'annual_cents', p.annual_cents,
        'activation_cents', p.activation_cents, 'set_by', (
          select jsonb_build_object('by', l.set_by, 'name', l.manager_name, 'occurred_at', l.occurred_at)
          from lines l where l.valid_from = p.valid_from and l.event <> 'price_schedule_cancelled'
          order by l.line_number desc limit 1
        )
      ) as price
    from public.product_prices p where p.product_id = product_id_param
  )
  select jsonb_build_object(
    'slug', d.slug, 'name', d.name, 'is_enterprise', d.is_enterprise,
    'version', private.price_version(d.id, at_param),
    'in_force', (select p.price from prices p where p.state = 'in_force'),
    'scheduled', coalesce((
      select jsonb_agg(s.price order by s.valid_from)
      from (select * from prices p where p.state = 'scheduled' order by p.valid_from limit 100) s
    ), '[]'),
    'ended', coalesce((
      select jsonb_agg(s.price order by s.valid_from desc)
      from (select * from prices p where p.state = 'ended' order by p.valid_from desc limit 100) s
    ), '[]')
  )
  from plan d
$function$;

CREATE OR REPLACE FUNCTION private.price_lines(product_slug_param text)
 RETURNS TABLE(line_number bigint, event text, occurred_at timestamp with time zone, valid_from timestamp with time zone, set_by text, manager_name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.line_number, e.event, e.occurred_at, (e.detail ->> 'validFrom')::timestamptz,
    coalesce(e.detail ->> 'by', 'operator'), r.name
  from public.audit_events e
  left join public.sales_representatives r on r.id = (e.detail ->> 'managerId')::uuid
  where e.event in ('price_set', 'price_scheduled', 'price_schedule_cancelled')
    and e.detail ->> 'plan' = product_slug_param
$function$;

CREATE OR REPLACE FUNCTION private.price_version(product_id_param uuid, at_param timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select md5(coalesce(
    string_agg(
      concat_ws(' ', extract(epoch from p.valid_from), p.monthly_cents, p.annual_cents, p.activation_cents), ','
      order by p.valid_from
    ),
    ''
  ))
  from public.product_prices p
  where p.product_id = product_id_param and p.valid_from >= coalesce(
    (select c.valid_from from private.price_in_force(product_id_param, at_param) c), '-infinity'
  )
$function$;

CREATE OR REPLACE FUNCTION public.cancel_price(product_slug_param text, valid_from_param timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_price_cancellation(null, product_slug_param, valid_from_param, null, null, null)
$function$;

CREATE OR REPLACE FUNCTION public.change_price(session_id_param uuid, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  manager_id uuid := private.live_manager_id(session_id_param);
  plan_slug text := change_param ->> 'plan';
  valid_from timestamptz := (change_param ->> 'from')::timestamptz;
  version text := coalesce(change_param ->> 'version', '');
  answer jsonb;
begin
  if private.live_rep_id(session_id_param) is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if manager_id is null then
    return jsonb_build_object('outcome', 'forbidden');
  end if;
  answer := case change_param ->> 'action'
    when 'set' then private.apply_price(
      manager_id, plan_slug, null, change_param -> 'amounts', version, ip_address_param, user_agent_param
    )
    when 'schedule' then private.apply_price(
      manager_id, plan_slug, valid_from, change_param -> 'amounts', version, ip_address_param, user_agent_param
    )
    when 'cancel' then private.apply_price_cancellation(
      manager_id, plan_slug, valid_from, version, ip_address_param, user_agent_param
    )
  end;
  if answer ->> 'outcome' not in ('set', 'cancelled', 'conflict') then
    return answer;
  end if;
  return jsonb_build_object(
    'outcome', case answer ->> 'outcome' when 'conflict' then 'conflict' else 'saved' end,
    'plan', private.managed_plan(
      (select d.id from public.products d where d.slug = plan_slug),
      -- A price that was set now is in force, even if a coarse clock has not moved on.
      greatest(
        clock_timestamp(), case change_param ->> 'action' when 'set' then (answer ->> 'valid_from')::timestamptz end
      )
    ),
    'now', clock_timestamp()
  ) || case answer ->> 'outcome'
    when 'conflict' then jsonb_build_object('last_change', private.last_price_change(plan_slug)) else '{}'
  end;
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
    select p.slug, c.monthly_cents, c.annual_cents, c.activation_cents
    from public.products p cross join lateral private.price_in_force(p.id, at_param) c
    where c.product_id is not null
    order by p.position;
end
$function$;

ALTER FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_prices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return jsonb_build_object(
    'now', now(),
    'plans', (
      select coalesce(jsonb_agg(private.managed_plan(d.id, now()) order by d.position), '[]') from public.products d
    )
  );
end
$function$;

ALTER FUNCTION "public"."get_prices"() OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.set_price(product_slug_param text, valid_from_param timestamp with time zone DEFAULT NULL::timestamp with time zone, monthly_cents_param integer DEFAULT NULL::integer, annual_cents_param integer DEFAULT NULL::integer, activation_cents_param integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_price(
    null, product_slug_param, valid_from_param,
    jsonb_build_object(
      'monthlyCents', monthly_cents_param, 'annualCents', annual_cents_param,
      'activationCents', activation_cents_param
    ),
    null, null, null
  )
$function$;

CREATE POLICY "audit_events_select_rep" ON "public"."audit_events" FOR SELECT TO "api_reader" USING (((qualified_lead_id IN ( SELECT l.id
   FROM public.qualified_leads l
  WHERE (l.qualified_by = ( SELECT private.current_rep_id() AS current_rep_id)))) OR ((qualified_lead_id IS NULL) AND (sales_rep_id = ( SELECT private.current_rep_id() AS current_rep_id))) OR ((event = ANY (ARRAY['price_set'::text, 'price_scheduled'::text, 'price_schedule_cancelled'::text])) AND (( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL))));

CREATE POLICY "product_prices_select_live_session" ON "public"."product_prices" FOR SELECT TO "api_reader" USING ((( SELECT private.may_see_prices() AS may_see_prices) AND ((valid_from <= now()) OR (( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL))));

COMMENT ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) IS 'Gives a plan a price from now (valid_from null) or from an instant to come. amounts: {monthlyCents, annualCents, activationCents}; null or missing keeps what is in force by then. {outcome: set, valid_from, before, after} or {outcome: unknown_plan | conflict | past | taken | incomplete | unchanged}. version: of private.price_version, as the caller saw it; conflict when it is another by now. Null for operators, who do not look first.';

COMMENT ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) IS 'Takes back a price that has not begun: {outcome: cancelled | conflict | not_scheduled | unknown_plan}. A price that has begun is history. version: as for private.apply_price.';

COMMENT ON FUNCTION "private"."last_price_change"(text) IS 'The latest change of a plan''s prices, from the trail: {event, by, name, occurred_at, valid_from}; null when there was none.';

COMMENT ON FUNCTION "private"."lock_plan"(text) IS 'Id of a plan, held until the end of the transaction, so that two changes of one plan follow each other; null when there is none.';

COMMENT ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) IS 'A plan with its prices at an instant: {slug, name, is_enterprise, version, in_force, scheduled, ended}. scheduled: the next 100, soonest first. ended: the latest 100, latest first. A price: {valid_from, monthly_cents, annual_cents, activation_cents, set_by: {by, name, occurred_at}}, US cents; set_by as the trail tells it, null for the first price, which the catalogue has.';

COMMENT ON FUNCTION "private"."price_lines"(text) IS 'Lines of the trail about the prices of a plan. set_by: manager or operator. manager_name: null for an operator, and for an erased manager.';

COMMENT ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) IS 'Names what is in force at an instant and what is to come after it. It changes when somebody changes either, and when a scheduled price begins.';

COMMENT ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) IS 'Takes back a price that has not begun, for operators: see private.apply_price_cancellation.';

COMMENT ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) IS 'Changes the prices of a plan for a manager. change: {action: set | schedule | cancel, plan, version, from, amounts}. {outcome: saved, plan, now}, {outcome: conflict, plan, now, last_change} or {outcome: unauthenticated | forbidden | unknown_plan | past | taken | incomplete | unchanged | not_scheduled}. conflict: the prices are no longer those that the manager saw, and nothing is written. plan: as of private.managed_plan.';

COMMENT ON FUNCTION "public"."get_audit_events"(integer, bigint) IS 'The trail that the caller may read: their own sign-ins and what happened to their customers, for a manager with a code the changes of prices as well, newest first, 1 to 100 rows. Pass line_number of the last row for the next page. No row without a live session of a representative.';

COMMENT ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) IS 'For managers: what public.get_plan_prices will answer at an instant, as far as it is decided now.';

COMMENT ON FUNCTION "public"."get_prices"() IS 'For managers: {now, plans} with every plan in its order, as of private.managed_plan.';

COMMENT ON FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer) IS 'Gives a plan a price for operators: see private.apply_price. Amounts in US cents.';

COMMENT ON TABLE "public"."product_prices" IS 'Prices of the plans, with their history and what is to come. In force is the youngest that has begun. A live representative or customer reads what has begun, a manager with a code all of it.';

REVOKE ALL ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."last_price_change"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_price_change"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_price_change"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_price_change"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_plan"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_plan"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_plan"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_plan"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_lines"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_lines"(text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."price_lines"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_lines"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_lines"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_prices"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_prices"() FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_prices"() TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_prices"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer) TO "service_role";

revoke create on schema public from api_reader;

-- Past, current and scheduled prices, for managers and operators.

create function public.list_prices()
returns table (
  plan text, "validFrom" timestamptz, "isInForce" boolean, "isScheduled" boolean,
  "monthlyCents" integer, "annualCents" integer, "activationCents" integer
)
language sql stable set search_path = ''
as $$
  select d.slug, p.valid_from, p is not distinct from private.price_in_force(d.id, now()), p.valid_from > now(),
    p.monthly_cents, p.annual_cents, p.activation_cents
  from public.products d join public.product_prices p on p.product_id = d.id
  order by d.position, p.valid_from
$$;
comment on function public.list_prices() is
  'Every past, current and scheduled price of every plan, in US cents. Oldest first within a plan. A price that is neither in force nor scheduled has ended.';
grant execute on function public.list_prices() to service_role;

create function private.price_lines(product_slug_param text)
returns table (
  line_number bigint, event text, occurred_at timestamptz, valid_from timestamptz, set_by text, manager_name text
)
language sql stable set search_path = ''
as $$
  select e.line_number, e.event, e.occurred_at, (e.detail ->> 'validFrom')::timestamptz,
    coalesce(e.detail ->> 'by', 'operator'), r.name
  from public.audit_events e
  left join public.sales_representatives r on r.id = e.manager_id
  where e.event in ('price_set', 'price_scheduled', 'price_schedule_cancelled')
    and e.detail ->> 'plan' = product_slug_param
$$;
comment on function private.price_lines(text) is
  'Lines of the trail about the prices of a plan. set_by: manager or operator. manager_name: null for an operator, and for an erased manager.';
grant execute on function private.price_lines(text) to api_reader, service_role;

create function private.price_version(product_id_param uuid, at_param timestamptz) returns text
language sql stable set search_path = ''
as $$
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
$$;
comment on function private.price_version(uuid, timestamptz) is
  'Identifies the price in force at an instant together with the prices scheduled after it. It changes when either changes, and when a scheduled price begins.';
grant execute on function private.price_version(uuid, timestamptz) to api_reader, service_role;

create function private.managed_plan(product_id_param uuid, at_param timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
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
        'validFrom', p.valid_from, 'amounts', private.price_detail(p), 'setBy', (
          select jsonb_build_object('by', l.set_by, 'name', l.manager_name, 'occurredAt', l.occurred_at)
          from lines l where l.valid_from = p.valid_from and l.event <> 'price_schedule_cancelled'
          order by l.line_number desc limit 1
        )
      ) as price
    from public.product_prices p where p.product_id = product_id_param
  )
  select jsonb_build_object(
    'slug', d.slug, 'name', d.name, 'isEnterprise', d.is_enterprise,
    'version', private.price_version(d.id, at_param),
    'inForce', (select p.price from prices p where p.state = 'in_force'),
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
$$;
comment on function private.managed_plan(uuid, timestamptz) is
  'A plan with its prices at an instant: {slug, name, isEnterprise, version, inForce, scheduled, ended}. scheduled: the next 100, soonest first. ended: the latest 100, latest first. A price: {validFrom, amounts: {monthlyCents, annualCents, activationCents}, setBy: {by, name, occurredAt}}, US cents. setBy comes from the trail. It is null for the first price, which comes from the catalogue.';
grant execute on function private.managed_plan(uuid, timestamptz) to api_reader, service_role;

create function public.get_prices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return jsonb_build_object(
    'now', now(),
    'plans', (
      select coalesce(jsonb_agg(private.managed_plan(d.id, now()) order by d.position), '[]') from public.products d
    )
  );
end
$$;
comment on function public.get_prices() is
  'For managers: {now, plans} with every plan in display order, as in private.managed_plan.';
grant execute on function public.get_prices() to authenticated;
alter function public.get_prices() owner to api_reader;

create function public.get_plan_prices_at(at_param timestamptz)
returns table ("productSlug" text, "monthlyCents" integer, "annualCents" integer, "activationCents" integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return query
    select p.product_slug, p.monthly_cents, p.annual_cents, p.activation_cents
    from private.plans_with_prices(at_param) p
    where p.has_price
    order by p.place;
end
$$;
comment on function public.get_plan_prices_at(timestamptz) is
  'For managers: the answer of public.get_plan_prices at an instant, from the prices scheduled now.';
grant execute on function public.get_plan_prices_at(timestamptz) to authenticated;
alter function public.get_plan_prices_at(timestamptz) owner to api_reader;

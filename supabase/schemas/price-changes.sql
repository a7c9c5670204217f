-- Prices that managers and operators set, schedule and cancel, each in one transaction.

create function private.lock_plan(product_slug_param text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  product_id_found uuid;
begin
  select d.id into product_id_found from public.products d where d.slug = product_slug_param for update;
  if not found then
    raise sqlstate 'PT404' using message = format('Unknown plan: "%s".', left(product_slug_param, 50));
  end if;
  return product_id_found;
end
$$;
comment on function private.lock_plan(text) is
  'Id of a plan. An unknown one is refused (404). Locks the plan until the end of the transaction, so changes of one plan run one after the other.';
grant execute on function private.lock_plan(text) to service_role;

create function private.apply_price(
  manager_id_param uuid, product_slug_param text, valid_from_param timestamptz, amounts_param jsonb,
  version_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  product_id_found uuid := private.lock_plan(product_slug_param);
  -- Reads the clock after the lock. A price that was set during the wait must not begin later than this one.
  at timestamptz := clock_timestamp();
  begins_at timestamptz;
  before public.product_prices;
  after public.product_prices;
begin
  -- A coarse clock may return the same instant twice.
  begins_at := coalesce(valid_from_param, (
    select greatest(at, max(p.valid_from) + interval '1 microsecond') from public.product_prices p
    where p.product_id = product_id_found and p.valid_from <= at
  ));
  before := private.price_in_force(product_id_found, begins_at);
  if version_param <> private.price_version(product_id_found, at) then
    -- If the caller repeats a request because its answer was lost, it gets the same answer.
    if (valid_from_param is null or before.valid_from = valid_from_param)
      and private.price_detail(before) = amounts_param then
      return jsonb_build_object('validFrom', before.valid_from);
    end if;
    return null;
  end if;
  if valid_from_param < at then
    raise sqlstate 'PT400' using message = 'Choose a time that has not passed', detail = 'from';
  end if;
  if before.valid_from = begins_at then
    raise sqlstate 'PT400' using
      message = 'A price already begins at this time. Choose another, or cancel that one first', detail = 'from';
  end if;
  after := before;
  after.product_id := product_id_found;
  after.valid_from := begins_at;
  after.monthly_cents := coalesce((amounts_param ->> 'monthlyCents')::integer, before.monthly_cents);
  after.annual_cents := coalesce((amounts_param ->> 'annualCents')::integer, before.annual_cents);
  after.activation_cents := coalesce((amounts_param ->> 'activationCents')::integer, before.activation_cents);
  if after.monthly_cents is null or after.annual_cents is null or after.activation_cents is null then
    raise sqlstate 'PT400' using message = 'The plan needs all three amounts', detail = 'amounts';
  end if;
  if private.price_detail(after) = private.price_detail(before) then
    raise sqlstate 'PT400' using message = 'The plan already has this price at that time', detail = 'amounts';
  end if;
  insert into public.product_prices (product_id, valid_from, monthly_cents, annual_cents, activation_cents)
  values (
    after.product_id, after.valid_from, after.monthly_cents, after.annual_cents, after.activation_cents
  );
  perform private.write_staff_audit(
    manager_id_param, case when valid_from_param is null then 'price_set' else 'price_scheduled' end, null, null,
    ip_address_param, user_agent_param,
    jsonb_build_object(
      'plan', product_slug_param, 'validFrom', begins_at,
      'before', private.price_detail(before), 'after', private.price_detail(after)
    )
  );
  return jsonb_build_object(
    'validFrom', begins_at, 'before', private.price_detail(before), 'after', private.price_detail(after)
  );
end
$$;
comment on function private.apply_price(uuid, text, timestamptz, jsonb, text, text, text) is
  'Gives a plan a price from now (valid_from null) or from a future instant. amounts: {monthlyCents, annualCents, activationCents}. Null or missing keeps the amount in force at that instant. {validFrom, before, after}, or null when the version has changed. version: the private.price_version that the caller saw, null for operators, who skip this check. Refused (404): an unknown plan. Refused (400): a time that has passed or has a price, a missing amount, the same price.';
grant execute on function private.apply_price(uuid, text, timestamptz, jsonb, text, text, text) to service_role;

create function public.cancel_price(
  product_slug_param text, valid_from_param timestamptz, version_param text default null,
  manager_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  product_id_found uuid := private.lock_plan(product_slug_param);
  at timestamptz := clock_timestamp();
  cancelled public.product_prices;
begin
  if version_param <> private.price_version(product_id_found, at) then
    -- If the price was already canceled, by this or another request, the answer is the same.
    return exists (
      select from private.price_lines(product_slug_param) l
      where l.event = 'price_schedule_cancelled' and l.valid_from = valid_from_param
    ) and not exists (
      select from public.product_prices p
      where p.product_id = product_id_found and p.valid_from = valid_from_param
    );
  end if;
  delete from public.product_prices p
  where p.product_id = product_id_found and p.valid_from = valid_from_param and p.valid_from > at
  returning p.* into cancelled;
  if not found then
    raise sqlstate 'PT404' using message = 'No such price is scheduled.';
  end if;
  perform private.write_staff_audit(
    manager_id_param, 'price_schedule_cancelled', null, null, ip_address_param, user_agent_param,
    jsonb_build_object(
      'plan', product_slug_param, 'validFrom', valid_from_param, 'before', private.price_detail(cancelled)
    )
  );
  return true;
end
$$;
comment on function public.cancel_price(text, timestamptz, text, uuid, text, text) is
  'Cancels a scheduled price, for a manager, or an operator for null. False when the version has changed, as for private.apply_price. Refused (404): an unknown plan, and a price that has begun or is not there.';
grant execute on function public.cancel_price(text, timestamptz, text, uuid, text, text) to service_role;

create function private.last_price_change(product_slug_param text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'event', l.event, 'by', l.set_by, 'name', l.manager_name, 'occurredAt', l.occurred_at,
    'validFrom', l.valid_from
  )
  from private.price_lines(product_slug_param) l
  order by l.line_number desc limit 1
$$;
comment on function private.last_price_change(text) is
  'The latest change of a plan''s prices, from the trail: {event, by, name, occurredAt, validFrom}. Null when there was none.';
grant execute on function private.last_price_change(text) to service_role;

create function public.change_price(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid;
  plan_slug text := request_param ->> 'plan';
  valid_from timestamptz := (request_param ->> 'from')::timestamptz;
  version text := coalesce(request_param ->> 'version', '');
  done jsonb;
begin
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
  perform private.hold_manager(session_id_param);
  manager_id := private.require_manager(session_id_param);
  -- Any other action has no case, which is an error.
  case request_param ->> 'action'
    when 'set' then
      done := private.apply_price(
        manager_id, plan_slug, null, request_param -> 'amounts', version, ip_address_param, user_agent_param
      );
    when 'schedule' then
      done := private.apply_price(
        manager_id, plan_slug, valid_from, request_param -> 'amounts', version, ip_address_param, user_agent_param
      );
    when 'cancel' then
      if public.cancel_price(
        plan_slug, valid_from, version, manager_id, ip_address_param, user_agent_param
      ) then
        done := '{}';
      end if;
  end case;
  return jsonb_build_object(
    'outcome', case when done is null then 'conflict' else 'saved' end,
    'plan', private.managed_plan(
      (select d.id from public.products d where d.slug = plan_slug),
      -- A price set now is in force, even if a coarse clock still returns the earlier instant.
      greatest(
        clock_timestamp(), case request_param ->> 'action' when 'set' then (done ->> 'validFrom')::timestamptz end
      )
    ),
    'now', clock_timestamp()
  ) || case
    when done is null then jsonb_build_object('lastChange', private.last_price_change(plan_slug)) else '{}'
  end;
end
$$;
comment on function public.change_price(uuid, jsonb, text, text) is
  'Changes the prices of a plan for a manager: {action: set | schedule | cancel, plan, version, from, amounts}. {outcome: saved, plan, now}, {outcome: conflict, plan, now, lastChange}. conflict: the prices have changed since the manager saw them, and nothing is written. plan: as in private.managed_plan.';
grant execute on function public.change_price(uuid, jsonb, text, text) to service_role;

create function public.set_price(
  product_slug_param text, valid_from_param timestamptz default null, monthly_cents_param integer default null,
  annual_cents_param integer default null, activation_cents_param integer default null
)
returns jsonb
language sql set search_path = ''
as $$
  select private.apply_price(
    null, product_slug_param, valid_from_param,
    jsonb_build_object(
      'monthlyCents', monthly_cents_param, 'annualCents', annual_cents_param,
      'activationCents', activation_cents_param
    ),
    null, null, null
  )
$$;
comment on function public.set_price(text, timestamptz, integer, integer, integer) is
  'Gives a plan a price for operators: see private.apply_price. Amounts in US cents.';
grant execute on function public.set_price(text, timestamptz, integer, integer, integer) to service_role;

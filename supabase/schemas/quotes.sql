-- Quotes: what a customer was offered, and until when. Each quote is a line of the trail.

create function public.make_quote(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  today constant date := private.utc_today();
  customer public.qualified_leads;
  plan public.products;
  price public.product_prices;
  quote public.audit_events;
begin
  select l.* into customer
  from public.qualified_leads l join public.customer_sessions s on s.qualified_lead_id = l.id
  where s.id = session_id_param and s.ended_at is null and s.expires_at > now()
    and l.is_active and l.revoked_at is null and l.token_expires_at > now()
  -- Of simultaneous quotes, the second finds the first.
  for update of l;
  if not found then
    raise sqlstate 'PT401' using message = 'Please open your access link again.';
  end if;
  -- The card of an enterprise plan says that its price is made for each customer.
  select d.* into plan from public.products d where d.slug = request_param ->> 'plan' and not d.is_enterprise;
  price := private.price_in_force(plan.id, now());
  if price.product_id is null then
    raise sqlstate 'PT404' using message = 'There is no price to quote for this plan.';
  end if;

  select e.* into quote from public.audit_events e
  where e.qualified_lead_id = customer.id and e.event = 'quote_made'
    and e.detail ->> 'plan' = plan.slug
    and (e.detail ->> 'validUntil')::date >= today
  order by e.line_number desc limit 1;
  if not found or exists (
    select from jsonb_each_text(private.price_detail(price)) as a
    where a.value::integer < (quote.detail ->> a.key)::integer
  ) then
    insert into public.audit_events (event, sales_rep_id, qualified_lead_id, ip_address, user_agent, detail)
    values (
      'quote_made', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
      private.price_detail(price) || jsonb_build_object(
        'plan', plan.slug, 'planName', plan.name, 'billing', request_param ->> 'billing',
        'validUntil', today + private.quote_valid_days(), 'features', (
          select coalesce(jsonb_agg(
            jsonb_build_object('name', f.feature_name, 'limit', f.limit_value) order by f.position, f.feature_name
          ), '[]')
          from public.product_features f where f.product_id = plan.id
        )
      )
    )
    returning * into quote;
    perform private.note_work(r.id, null, 0, '{}', null, quote.id)
    from public.sales_representatives r where private.hears_of_quotes(r, customer.qualified_by);
  end if;
  -- It has both prices. An older page reads back which of them it asked for.
  return jsonb_build_object('id', quote.id, 'madeAt', quote.occurred_at) || (quote.detail - 'plan')
    || jsonb_build_object('billing', request_param -> 'billing');
end
$$;
comment on function public.make_quote(uuid, jsonb, text, text) is
  'Quotes a plan to the customer of a live session, {plan, billing}: {id, madeAt, planName, billing, monthlyCents, annualCents, activationCents, validUntil, features: [{name, limit}]}. Amounts in US cents. validUntil: the last day, UTC. A quote holds until then: the same plan gets the same quote, whichever billing was asked for, also after the price rose. If an amount fell, it gets a new one. So no customer can fill the trail. Their representative gets a mail about each new quote, or all managers do: see private.hears_of_quotes. Anyone else is refused (401), and so is a plan without a price, or an enterprise plan (404).';
grant execute on function public.make_quote(uuid, jsonb, text, text) to service_role;

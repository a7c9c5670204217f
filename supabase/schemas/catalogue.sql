-- The plans, which everyone may read, and their prices, which only a live session may read.

create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '',
  position smallint not null check (position > 0),
  is_popular boolean not null default false,
  is_enterprise boolean not null default false,
  constraint products_slug_key unique (slug),
  constraint products_name_key unique (name),
  constraint products_position_key unique (position)
);
comment on table public.products is 'Plans on offer. The table is public, so no column and no text contains a price.';
comment on column public.products.position is 'Order on the page, 1 first.';

alter table public.products enable row level security;
grant select on public.products to api_reader;
grant select, insert, update, delete on public.products to service_role;

create policy products_select_everyone on public.products for select to api_reader using (true);

create table public.product_features (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  feature_name text not null check (char_length(feature_name) between 1 and 100),
  limit_value text not null check (char_length(limit_value) between 1 and 100),
  position smallint not null check (position > 0),
  constraint product_features_product_id_feature_name_key unique (product_id, feature_name)
);
comment on table public.product_features is 'What each plan includes. Public, and without prices.';
comment on column public.product_features.limit_value is 'Monthly allowance or level, as shown on the page.';
comment on column public.product_features.position is 'Order within the plan, 1 first.';

alter table public.product_features enable row level security;
grant select on public.product_features to api_reader;
grant select, insert, update, delete on public.product_features to service_role;

create policy product_features_select_everyone on public.product_features
  for select to api_reader using (true);

create table public.product_prices (
  product_id uuid not null references public.products (id) on delete cascade,
  monthly_cents integer not null check (monthly_cents between 1 and 999999999),
  annual_cents integer not null check (annual_cents between 1 and 999999999),
  activation_cents integer not null check (activation_cents between 1 and 999999999),
  valid_from timestamptz not null default now(),
  primary key (product_id, valid_from)
);
comment on table public.product_prices is
  'Past, current and scheduled prices of the plans. The price in force is the latest one that has begun. A live representative or customer reads prices that have begun. A manager reads all prices.';
comment on column public.product_prices.monthly_cents is 'US cents for one month.';
comment on column public.product_prices.annual_cents is 'US cents for twelve months paid at once.';
comment on column public.product_prices.activation_cents is 'US cents, paid once.';
comment on column public.product_prices.valid_from is 'When the price begins. It ends where the next one begins.';

alter table public.product_prices enable row level security;
grant select on public.product_prices to api_reader;
-- No update: a price that has begun is history.
grant select, insert, delete on public.product_prices to service_role;

create policy product_prices_select_live_session_or_manager on public.product_prices
  for select to api_reader
  using (
    ((select private.may_see_prices()) and valid_from <= now()) or (select private.current_manager_until()) is not null
  );

create function private.price_in_force(product_id_param uuid, at_param timestamptz)
returns public.product_prices
language sql stable set search_path = ''
as $$
  select p from public.product_prices p
  where p.product_id = product_id_param and p.valid_from <= at_param
  order by p.valid_from desc limit 1
$$;
comment on function private.price_in_force(uuid, timestamptz) is
  'The price of a plan at an instant. Null when it has no price by then.';
grant execute on function private.price_in_force(uuid, timestamptz) to api_reader, service_role;

create function private.plans_with_prices(at_param timestamptz)
returns table (
  place smallint, product_slug text, has_price boolean,
  monthly_cents integer, annual_cents integer, activation_cents integer
)
language sql stable set search_path = ''
as $$
  select p.position, p.slug, c.product_id is not null, c.monthly_cents, c.annual_cents, c.activation_cents
  from public.products p cross join lateral private.price_in_force(p.id, at_param) c
  order by p.position
$$;
comment on function private.plans_with_prices(timestamptz) is
  'Every plan in plan order, with its price in force at an instant, US cents. A plan without a price, Enterprise too, is a mistake: the catalogue has a price for each.';
grant execute on function private.plans_with_prices(timestamptz) to api_reader, service_role;

create function private.price_detail(price public.product_prices)
returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'monthlyCents', price.monthly_cents, 'annualCents', price.annual_cents, 'activationCents', price.activation_cents
  )
$$;
comment on function private.price_detail(public.product_prices) is 'Amounts of a price as answers and the audit trail have them, US cents.';
grant execute on function private.price_detail(public.product_prices) to api_reader, service_role;

create function public.get_product_description(product_name_param text)
returns table (description text)
language sql stable security definer set search_path = ''
as $$
  select private.refuse_over('product_name_param', char_length(product_name_param), 100);
  select p.description from public.products p where p.name = product_name_param
$$;
comment on function public.get_product_description(text) is
  'Description of the plan with that name. No row for an unknown plan. Public, and without prices.';
grant execute on function public.get_product_description(text) to anon, authenticated;
alter function public.get_product_description(text) owner to api_reader;

create function public.get_product_features(product_name_param text)
returns table (feature_name text, limit_value text)
language sql stable security definer set search_path = ''
as $$
  select private.refuse_over('product_name_param', char_length(product_name_param), 100);
  select f.feature_name, f.limit_value
  from public.product_features f join public.products p on p.id = f.product_id
  where p.name = product_name_param
  order by f.position, f.feature_name
$$;
comment on function public.get_product_features(text) is
  'Features of the plan with that name, in display order. Features with the same position are in alphabetical order. Empty for an unknown plan. Public, and without prices.';
grant execute on function public.get_product_features(text) to anon, authenticated;
alter function public.get_product_features(text) owner to api_reader;

create function public.get_plan_prices()
returns table ("productSlug" text, "monthlyCents" integer, "annualCents" integer, "activationCents" integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  plan record;
begin
  perform private.refuse_ended_session();
  -- Asked first, so that an anonymous caller gets an empty list without a right on the prices table.
  if not private.may_see_prices() then
    return;
  end if;
  for plan in
    select w.*, p.is_enterprise
    from private.plans_with_prices(now()) w join public.products p on p.slug = w.product_slug
    order by w.place
  loop
    if plan.is_enterprise and plan.has_price and private.current_manager_until() is null then
      -- The card says that its price is made for each customer.
      continue;
    elsif plan.has_price then
      "productSlug" := plan.product_slug;
      "monthlyCents" := plan.monthly_cents;
      "annualCents" := plan.annual_cents;
      "activationCents" := plan.activation_cents;
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
$$;
comment on function public.get_plan_prices() is
  'Prices in force of all plans in US cents, in plan order. Enterprise''s is for managers who gave their code. Empty for callers without access to prices. For a caller with access, each plan without a price in force is logged.';
grant execute on function public.get_plan_prices() to anon, authenticated;
alter function public.get_plan_prices() owner to api_reader;

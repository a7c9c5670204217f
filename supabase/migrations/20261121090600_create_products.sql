-- Purpose:  The plans: what everybody may read, and their prices, which only a live session may.
-- Reversal: drop table public.product_features; drop table public.product_prices; drop table public.products;

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
comment on table public.products is 'Plans on offer. Public, so it holds no price, in no column and in no sentence.';
comment on column public.products.position is 'Order on the page, 1 first.';

alter table public.products enable row level security;
revoke all on public.products from public, anon, authenticated, service_role;
grant select on public.products to anon, authenticated;
grant select, insert, update, delete on public.products to service_role;

create policy products_select_everyone on public.products for select to anon, authenticated using (true);

create table public.product_prices (
  product_id uuid primary key references public.products (id) on delete cascade,
  monthly_cents integer not null check (monthly_cents >= 0),
  annual_cents integer not null check (annual_cents >= 0),
  activation_cents integer not null check (activation_cents >= 0)
);
comment on table public.product_prices is 'Prices of the plans. Read only by a live representative or customer.';
comment on column public.product_prices.monthly_cents is 'US cents for one month.';
comment on column public.product_prices.annual_cents is 'US cents for twelve months paid at once.';
comment on column public.product_prices.activation_cents is 'US cents, once.';

alter table public.product_prices enable row level security;
revoke all on public.product_prices from public, anon, authenticated, service_role;
grant select on public.product_prices to authenticated;
grant select, insert, update, delete on public.product_prices to service_role;

create policy product_prices_select_live_session on public.product_prices
  for select to authenticated using ((select private.may_see_prices()));

create table public.product_features (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  feature_name text not null check (char_length(feature_name) between 1 and 100),
  limit_value text not null check (char_length(limit_value) between 1 and 100),
  position smallint not null check (position > 0),
  constraint product_features_product_id_feature_name_key unique (product_id, feature_name)
);
comment on table public.product_features is 'What each plan includes. Public, and without prices.';
comment on column public.product_features.limit_value is 'Monthly allowance or level, as it is shown.';
comment on column public.product_features.position is 'Order within the plan, 1 first.';

alter table public.product_features enable row level security;
revoke all on public.product_features from public, anon, authenticated, service_role;
grant select on public.product_features to anon, authenticated;
grant select, insert, update, delete on public.product_features to service_role;

create policy product_features_select_everyone on public.product_features
  for select to anon, authenticated using (true);

-- Loads plans, features and first prices in one transaction. Only the ops command uses it. Price changes:
-- price-changes.sql.

create function private.taken_places(catalogue_param jsonb)
returns table (plan text, thing text, "byPlan" text)
language sql stable set search_path = ''
as $$
  select p.plan ->> 'slug', t.thing, d.slug
  from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
  join public.products d on d.position = p.place or d.name = p.plan ->> 'name'
  cross join lateral (
    select case when d.position = p.place then 'position ' || p.place else format('name "%s"', d.name) end
  ) t (thing)
  where not exists (select from public.products o where o.slug = p.plan ->> 'slug')
  order by p.place
$$;
comment on function private.taken_places(jsonb) is
  'New plans of a catalogue whose position or name is already used by another plan in the database.';
grant execute on function private.taken_places(jsonb) to service_role;

create function private.catalogue_differences(catalogue_param jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with wanted as (
    select p.plan ->> 'slug' as slug, t.thing, t.value
    from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
    cross join lateral (
      values ('plan', p.plan ->> 'slug'), ('name', p.plan ->> 'name'), ('description', p.plan ->> 'description'),
        ('position', p.place::text), ('isPopular', p.plan ->> 'isPopular'), ('isEnterprise', p.plan ->> 'isEnterprise')
      union all
      select t.thing, t.value
      from jsonb_array_elements(p.plan -> 'features') with ordinality f (feature, place)
      cross join lateral (values
        (format('feature "%s"', f.feature ->> 'name'), f.feature ->> 'limit'),
        (format('position of feature "%s"', f.feature ->> 'name'), f.place::text)
      ) t (thing, value)
    ) t (thing, value)
  ),
  held as (
    select d.slug, t.thing, t.value, t.whole
    from public.products d
    cross join lateral (
      values ('plan', d.slug, null), ('name', d.name, 'plan'), ('description', d.description, 'plan'),
        ('position', d.position::text, 'plan'), ('isPopular', d.is_popular::text, 'plan'),
        ('isEnterprise', d.is_enterprise::text, 'plan')
      union all
      select t.thing, t.value, t.whole
      from public.product_features f
      cross join lateral (values
        (format('feature "%s"', f.feature_name), f.limit_value, 'plan'),
        (format('position of feature "%s"', f.feature_name), f.position::text, format('feature "%s"', f.feature_name))
      ) t (thing, value, whole)
      where f.product_id = d.id
    ) t (thing, value, whole)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('plan', h.slug, 'thing', h.thing, 'inDatabase', h.value, 'inCatalogue', w.value)
      order by h.slug, h.thing
    ),
    '[]'::jsonb
  )
  from held h
  left join wanted w on w.slug = h.slug and w.thing = h.thing
  where h.value is distinct from w.value
    -- A plan or feature that the catalogue lacks is one difference, not one for each of its parts.
    and (h.whole is null or exists (select from wanted k where k.slug = h.slug and k.thing = h.whole))
$$;
comment on function private.catalogue_differences(jsonb) is
  'Differences between the database and a catalogue, without prices: [{plan, thing, inDatabase, inCatalogue}]. inCatalogue is null when the catalogue lacks the thing.';
grant execute on function private.catalogue_differences(jsonb) to service_role;

create function public.load_catalogue(catalogue_param jsonb)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  taken record;
  plans_added integer;
  features_added integer;
  prices_added integer;
begin
  -- Two loads at once would both find nothing.
  lock table public.products in share row exclusive mode;
  select t.* into taken from private.taken_places(catalogue_param) t limit 1;
  if found then
    return jsonb_build_object('outcome', 'taken') || to_jsonb(taken);
  end if;
  with plans as (
    select p.plan, p.place from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
  )
  insert into public.products (slug, name, description, position, is_popular, is_enterprise)
  select plan ->> 'slug', plan ->> 'name', plan ->> 'description', place,
    (plan ->> 'isPopular')::boolean, (plan ->> 'isEnterprise')::boolean
  from plans
  on conflict (slug) do nothing;
  get diagnostics plans_added = row_count;

  insert into public.product_features (product_id, feature_name, limit_value, position)
  select d.id, f.feature ->> 'name', f.feature ->> 'limit', f.place
  from jsonb_array_elements(catalogue_param -> 'plans') p (plan)
  join public.products d on d.slug = p.plan ->> 'slug'
  cross join lateral jsonb_array_elements(p.plan -> 'features') with ordinality f (feature, place)
  on conflict (product_id, feature_name) do nothing;
  get diagnostics features_added = row_count;

  -- Add a price only to a plan that never had one. Never replace a price.
  insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents)
  select d.id, (p.plan #>> '{price,monthlyCents}')::integer, (p.plan #>> '{price,annualCents}')::integer,
    (p.plan #>> '{price,activationCents}')::integer
  from jsonb_array_elements(catalogue_param -> 'plans') p (plan)
  join public.products d on d.slug = p.plan ->> 'slug'
  where not exists (select from public.product_prices c where c.product_id = d.id);
  get diagnostics prices_added = row_count;

  if plans_added + features_added + prices_added > 0 then
    perform private.write_audit(
      'catalogue_loaded', null, null, null, null,
      jsonb_build_object('plans', plans_added, 'features', features_added, 'prices', prices_added)
    );
  end if;
  return jsonb_build_object(
    'outcome', 'loaded', 'plansAdded', plans_added, 'featuresAdded', features_added, 'pricesAdded', prices_added,
    'differences', private.catalogue_differences(catalogue_param)
  );
end
$$;
comment on function public.load_catalogue(jsonb) is
  'Adds missing plans, features and first prices in one transaction: {outcome: loaded, plansAdded, featuresAdded, pricesAdded, differences}, differences as returned by private.catalogue_differences. It never changes existing rows. {outcome: taken, plan, thing, byPlan}: another plan already has the position or name of a new plan, and nothing was added. The input has the shape of supabase/catalogue.json.';
grant execute on function public.load_catalogue(jsonb) to service_role;

-- Purpose:  The four procedures that the specification names, with its parameters. They run with the caller's
--           rights, so row-level security decides, whatever id is passed.
-- Reversal: drop function public.get_product_features(text), public.get_product_description(text),
--           public.get_lead_by_id(uuid), public.get_sales_records_by_rep(uuid);

create function public.get_sales_records_by_rep(sales_rep_id_param uuid)
returns setof public.sales_records
language sql stable set search_path = ''
as $$
  select s.* from public.sales_records s
  where s.sales_rep_id = sales_rep_id_param
  order by s.sale_date desc, s.id desc
$$;
comment on function public.get_sales_records_by_rep(uuid) is
  'Sales of a representative, newest first, amounts in US cents; none unless that representative is asking.';

create function public.get_lead_by_id(lead_id_param uuid)
returns table (
  id uuid, email text, name text, company text, qualified_by uuid, token_expires_at timestamptz,
  has_accessed boolean, accessed_at timestamptz, is_active boolean
)
language sql stable set search_path = ''
as $$
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at,
    l.has_accessed, l.accessed_at, l.is_active
  from public.qualified_leads l where l.id = lead_id_param
$$;
comment on function public.get_lead_by_id(uuid) is
  'One qualified customer, for the representative who qualified them or the customer; else no row. Never the token''s hash.';

create function public.get_product_description(product_name_param text)
returns table (description text)
language sql stable set search_path = ''
as $$
  select p.description from public.products p where p.name = product_name_param
$$;
comment on function public.get_product_description(text) is
  'Description of the plan of that name; no row when there is none. Public, and without prices.';

create function public.get_product_features(product_name_param text)
returns table (feature_name text, limit_value text)
language sql stable set search_path = ''
as $$
  select f.feature_name, f.limit_value
  from public.product_features f join public.products p on p.id = f.product_id
  where p.name = product_name_param
  order by f.position
$$;
comment on function public.get_product_features(text) is
  'What the plan of that name includes, in its order; empty when there is none. Public, and without prices.';

revoke all on function public.get_sales_records_by_rep(uuid) from public, anon, authenticated, service_role;
revoke all on function public.get_lead_by_id(uuid) from public, anon, authenticated, service_role;
revoke all on function public.get_product_description(text) from public, anon, authenticated, service_role;
revoke all on function public.get_product_features(text) from public, anon, authenticated, service_role;
grant execute on function public.get_sales_records_by_rep(uuid) to authenticated;
grant execute on function public.get_lead_by_id(uuid) to authenticated;
grant execute on function public.get_product_description(text) to anon, authenticated;
grant execute on function public.get_product_features(text) to anon, authenticated;

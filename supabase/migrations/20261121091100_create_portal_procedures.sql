-- Purpose:  What the pricing page and the portal's dashboard ask for: prices, one enriched page of sales, totals.
-- Reversal: drop function public.get_sales_summary(), public.get_sales_page(integer, date, uuid),
--           public.get_plan_prices();

create function public.get_plan_prices()
returns table (product_slug text, monthly_cents integer, annual_cents integer, activation_cents integer)
language plpgsql stable set search_path = ''
as $$
begin
  -- Asked first, so that an anonymous caller gets an empty list without a right on the prices table.
  if not private.may_see_prices() then
    return;
  end if;
  return query
    select p.slug, c.monthly_cents, c.annual_cents, c.activation_cents
    from public.products p join public.product_prices c on c.product_id = p.id
    order by p.position;
end
$$;
comment on function public.get_plan_prices() is
  'Prices of all plans in US cents, in plan order; empty for whoever may not see prices.';

create function public.get_sales_page(
  page_size integer default 25, after_sale_date date default null, after_id uuid default null
)
returns jsonb
language sql stable set search_path = ''
as $$
  with bounds as (
    select
      least(greatest(coalesce(page_size, 25), 1), 200) as row_limit,
      coalesce(after_sale_date, 'infinity'::date) as before_date,
      -- Without a date there is no position yet; with a date alone, go on below that day.
      case
        when after_sale_date is null then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
        else coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid)
      end as before_id
  ),
  page as (
    -- One row more than asked for says whether a further page exists.
    select s.*, row_number() over (order by s.sale_date desc, s.id desc) as place
    from (
      select r.* from public.sales_records r
      where r.sales_rep_id = (select private.current_rep_id())
        and (r.sale_date, r.id) < ((select b.before_date from bounds b), (select b.before_id from bounds b))
      order by r.sale_date desc, r.id desc
      limit (select b.row_limit + 1 from bounds b)
    ) s
  )
  select jsonb_build_object(
    'rows', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', p.id,
          'sale_date', p.sale_date,
          'product_name', p.product_name,
          'billing_frequency', p.billing_frequency,
          'sale_amount', p.sale_amount,
          'commission', p.commission,
          'is_cancelled', p.is_cancelled,
          'cancelled_at', p.cancelled_at,
          'qualified_lead_id', p.qualified_lead_id,
          'lead_name', l.name,
          'lead_email', l.email,
          'lead_company', l.company
        ) order by p.place
      ) filter (where p.place <= b.row_limit),
      '[]'::jsonb
    ),
    'has_more', coalesce(bool_or(p.place > b.row_limit), false)
  )
  from bounds b
  left join page p on true
  left join public.qualified_leads l on l.id = p.qualified_lead_id
$$;
comment on function public.get_sales_page(integer, date, uuid) is
  'One page of the caller''s own sales, newest first, each with its lead: {rows, has_more}. Amounts in US cents. 1 to 200 rows; pass sale_date and id of the last row for the next page.';

create function public.get_sales_summary() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'total_sales_cents', coalesce(sum(s.sale_amount), 0),
    'net_sales_cents', coalesce(sum(s.sale_amount) filter (where not s.is_cancelled), 0),
    'active_subscriptions', count(*) filter (where not s.is_cancelled),
    'sales_count', count(*)
  )
  from public.sales_records s
  where s.sales_rep_id = (select private.current_rep_id())
$$;
comment on function public.get_sales_summary() is
  'Totals over all of the caller''s own sales, US cents and counts; total_sales_cents includes cancelled ones, as the headline figure is defined.';

revoke all on function public.get_plan_prices() from public, anon, authenticated, service_role;
revoke all on function public.get_sales_page(integer, date, uuid) from public, anon, authenticated, service_role;
revoke all on function public.get_sales_summary() from public, anon, authenticated, service_role;
grant execute on function public.get_plan_prices() to anon, authenticated;
grant execute on function public.get_sales_page(integer, date, uuid) to authenticated;
grant execute on function public.get_sales_summary() to authenticated;

-- Purpose:  Summaries of a search in less time: each customer is no longer compared with each that was found, and sales
--           are summed up in memory where the planner, with its usual room, sorts them first.
-- Reversal: replace private.sales_source(jsonb, uuid) as it was; alter function public.get_sales_dashboard(jsonb)
--           reset work_mem.

create or replace function private.sales_source(filter jsonb, sales_rep_id_param uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  -- Of everything but the search, so that it holds for the sums by day as well.
  condition text := private.sales_condition(filter - 'search', sales_rep_id_param);
  term text := private.search_term(filter);
  by_day constant text :=
    'select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback,
       s.sales_count, s.sales_cents, s.commission_cents
     from private.sales_daily_totals s where ';
  -- Those of some customers, unless their product was found by its name.
  of_customers constant text :=
    'select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0 as is_clawback,
       %1$s * count(*) as sales_count, (%1$s * sum(s.sale_amount))::bigint as sales_cents,
       (%1$s * sum(s.commission))::bigint as commission_cents
     from public.sales_records s where %2$s and s.product_name <> all (%3$L::text[]) and s.qualified_lead_id %4$s
     group by 1, 2, 3, 4, 5';
  found_leads uuid[];
  found_products text[];
  left_out uuid[];
  leads_count integer;
  parts text[];
begin
  if term is null then
    return by_day || condition;
  end if;
  found_leads := private.found_leads(term, sales_rep_id_param);
  found_products := private.found_products(term, sales_rep_id_param);
  select count(*) into leads_count from public.qualified_leads l where l.qualified_by = sales_rep_id_param;

  if 2 * cardinality(found_leads) <= leads_count then
    parts := array[
      by_day || condition || format(' and s.product_name = any (%L::text[])', found_products),
      format(of_customers, 1, condition, found_products, format('= any (%L::uuid[])', found_leads))
    ];
  else
    -- All, less what was not found: no customer, another customer, or one who is not the representative's any more.
    left_out := private.hidden_leads(sales_rep_id_param) || array(
      select l.id from public.qualified_leads l where l.qualified_by = sales_rep_id_param
      except
      select unnest(found_leads)
    );
    parts := array[
      by_day || condition,
      format(of_customers, -1, condition, found_products, 'is null'),
      format(of_customers, -1, condition, found_products, format('= any (%L::uuid[])', left_out))
    ];
  end if;
  return array_to_string(parts, ' union all ');
end
$$;

-- The sums of some thousand days, products and kinds of sale; taken only when a call needs it.
alter function public.get_sales_dashboard(jsonb) set work_mem = '32MB';

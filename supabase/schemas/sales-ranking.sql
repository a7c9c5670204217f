-- Representatives compared by their sales and their customers' openings. For managers.

-- security definer: managers see counts of openings but may not read those rows.
create function private.opened_links(day_from date, day_to date)
returns table (sales_rep_id uuid, opened_count bigint, sold_count bigint)
language sql stable security definer set search_path = ''
as $$
  select o.qualified_by, count(*), count(*) filter (where exists (
    select from public.sales_records s
    where s.sales_rep_id = o.qualified_by and s.qualified_lead_id = o.id and s.sale_date >= o.opened_on
      and not s.is_cancelled and s.commission >= 0
  ))
  from (
    select l.id, l.qualified_by, min((r.created_at at time zone 'UTC')::date) as opened_on
    from public.pricing_reveals r
    join public.qualified_leads l on l.id = r.qualified_lead_id
    where (day_from is null or r.created_at >= day_from::timestamp at time zone 'UTC')
      and (day_to is null or r.created_at < (day_to + 1)::timestamp at time zone 'UTC')
    group by 1, 2
  ) o
  group by 1
$$;
comment on function private.opened_links(date, date) is
  'For each representative: how many of their customers opened a link within some calendar days (UTC). Also how many of these bought from them on that day or later. Cancelled sales and clawbacks are no sales here. Null is an open end.';
grant execute on function private.opened_links(date, date) to api_reader, service_role;

create function private.sales_ranking(asked private.sales_filter, target_month date) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  -- A search names customers, which sums do not have.
  execute private.fill_in($query$
    select coalesce(jsonb_agg(jsonb_build_object(
      'repId', r.id, 'name', private.shown_name(r), 'isDisabled', r.disabled_at is not null,
      'salesCount', coalesce(t.sales_count, 0), 'salesCents', coalesce(t.sales_cents, 0),
      'earnedCents', coalesce(t.earned_cents, 0), 'netCommissionCents', coalesce(t.net_commission_cents, 0),
      'openedCount', coalesce(o.opened_count, 0), 'openedSoldCount', coalesce(o.sold_count, 0),
      'netSalesCents', coalesce(t.net_sales_cents, 0), 'targetCents', g.cents
    ) order by coalesce(t.sales_cents, 0) desc, lower(private.shown_name(r)), r.id), '[]'::jsonb)
    from public.sales_representatives r
    -- For each representative, so the index by representative and day finds the period.
    cross join lateral (
      select sum(s.sales_count) as sales_count, sum(s.sales_cents) as sales_cents,
        sum(s.sales_cents) filter (where not s.is_cancelled) as net_sales_cents,
        sum(s.commission_cents) filter (where not s.is_cancelled) as net_commission_cents,
        sum(s.commission_cents) filter (
          where not s.is_cancelled and s.commission >= 0 and s.sale_date < ($1).pending_since
        ) as earned_cents
      from {sales} s
      where s.sales_rep_id = r.id and {condition}
    ) t
    left join private.opened_links(($1).day_from, ($1).day_to) o on o.sales_rep_id = r.id
    left join private.sales_targets g on g.sales_rep_id = r.id and g.month = $2
    where (($1).everyone or r.id = ($1).sales_rep_id)
      and (r.disabled_at is null or exists (select from private.sales_totals d where d.sales_rep_id = r.id))
  $query$, jsonb_build_object(
    'condition', private.sales_condition(true),
    'sales', case when asked.found_customers is null
      then private.sales_sums()
      else '(
        select s.*, 1 as sales_count, s.sale_amount as sales_cents, s.commission as commission_cents
        from public.sales_records s where ' || private.search_condition() || '
      )' end
  ))
  into answer
  using asked, target_month;
  return answer;
end
$$;
comment on function private.sales_ranking(private.sales_filter, date) is
  'The rows of public.get_sales_ranking for a checked filter of everyone, or of one representative. Their targets are those of the month. Null for none.';
grant execute on function private.sales_ranking(private.sales_filter, date) to api_reader, service_role;

create function public.get_sales_ranking(filter jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}') || '{"scope": "all"}');
  target_month date := private.target_month(coalesce(filter, '{}'));
begin
  return jsonb_build_object(
    'rows', private.sales_ranking(asked, target_month), 'targetMonth', to_char(target_month, 'YYYY-MM')
  );
end
$$;
comment on function public.get_sales_ranking(jsonb) is
  'Every representative who is enabled or ever sold, by sales: {rows, targetMonth}. Targets are those of that month, or null: see private.target_month. The sums cover the sales that match a filter, as in get_sales_dashboard. Its scope changes nothing. For openings only the days of the filter count: see private.opened_links. US cents. Only for managers who gave their code. Everyone else gets 403. An invalid filter is refused (22023).';
grant execute on function public.get_sales_ranking(jsonb) to authenticated;
alter function public.get_sales_ranking(jsonb) owner to api_reader;

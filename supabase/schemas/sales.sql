-- Sales with their commission, and their sums by day and month. Who made a sale may read it, and so may managers.

create table public.sales_records (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id),
  sale_date date not null check (sale_date between '1900-01-01' and '2199-12-31'),
  qualified_lead_id uuid references public.qualified_leads (id) on delete set null,
  product_name text not null check (char_length(product_name) between 1 and 100),
  billing_frequency text not null check (billing_frequency in ('monthly', 'annual')),
  sale_amount bigint not null check (abs(sale_amount) <= 99999999999),
  commission bigint not null default 0 check (abs(commission) <= 99999999999),
  is_cancelled boolean not null default false,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint sales_records_cancelled_has_date check (is_cancelled = (cancelled_at is not null)),
  constraint sales_records_is_one_line check (private.is_one_line(product_name))
);
comment on table public.sales_records is 'Sales. Amounts reveal prices, so only the seller and managers may read them.';
comment on column public.sales_records.sale_date is 'Calendar day of the sale.';
comment on column public.sales_records.product_name is 'Name of the plan at the time of the sale. It stays when plans change.';
comment on column public.sales_records.sale_amount is
  'US cents, up to 9 digits of dollars. Negative for a clawback.';
comment on column public.sales_records.commission is
  'US cents, up to 9 digits of dollars. Negative for a clawback.';

-- For sorting by day, and for finding the rows of one representative.
create index sales_records_newest_first_idx on public.sales_records (sales_rep_id, sale_date desc, id desc);
-- The same for all representatives.
create index sales_records_newest_of_all_idx on public.sales_records (sale_date desc, id desc);
create index sales_records_qualified_lead_id_idx on public.sales_records (qualified_lead_id);
create index sales_records_by_amount_idx on public.sales_records (sales_rep_id, sale_amount, sale_date, id);
create index sales_records_by_commission_idx on public.sales_records (sales_rep_id, commission, sale_date, id);
create index sales_records_by_product_idx
  on public.sales_records (sales_rep_id, product_name, sale_date desc, id desc);
create index sales_records_by_status_idx
  on public.sales_records (sales_rep_id, is_cancelled, sale_date desc, id desc);
create index sales_records_by_lead_idx
  on public.sales_records (sales_rep_id, qualified_lead_id, sale_date desc, id desc)
  include (product_name, billing_frequency, is_cancelled, sale_amount, commission);

alter table public.sales_records enable row level security;
grant select on public.sales_records to api_reader;
grant select, insert, update, delete on public.sales_records to service_role;

create policy sales_records_select_seller_or_manager on public.sales_records
  for select to api_reader
  using (
    sales_rep_id = (select private.current_rep_id()) or (select private.current_manager_until()) is not null
  );

create table private.sales_totals (
  sales_rep_id uuid references public.sales_representatives (id),
  is_month boolean not null,
  sale_date date not null,
  product_name text not null,
  billing_frequency text not null,
  is_cancelled boolean not null,
  is_clawback boolean not null,
  sales_count integer not null,
  sales_cents bigint not null,
  commission_cents bigint not null,
  constraint sales_totals_key unique nulls not distinct (
    sales_rep_id, is_month, sale_date, product_name, billing_frequency, is_cancelled, is_clawback
  )
);
comment on table private.sales_totals is
  'Sums of public.sales_records, grouped by every field that summaries need. Only triggers write it, in the transaction of the sale. Each representative reads their own rows through procedures, and managers all.';
comment on column private.sales_totals.sales_rep_id is
  'Null: the sales of all representatives together. Without these rows, a summary for managers would read a million.';
comment on column private.sales_totals.is_month is
  'True: sums of the calendar month that begins on sale_date. Each sale is in one row by day and in one by month. So a summary of years reads months.';
comment on column private.sales_totals.is_clawback is 'True if the commission of these sales is negative.';
comment on column private.sales_totals.sales_count is 'Never zero: deleting the last sale deletes the row.';
comment on column private.sales_totals.sales_cents is 'US cents: sum of sale_amount.';
comment on column private.sales_totals.commission_cents is 'US cents: sum of commission.';

alter table private.sales_totals enable row level security;
grant select on private.sales_totals to api_reader;
grant select, insert, update, delete on private.sales_totals to service_role;

create policy sales_totals_select_seller_or_manager on private.sales_totals
  for select to api_reader
  using (
    sales_rep_id = (select private.current_rep_id()) or (select private.current_manager_until()) is not null
  );

create function private.keep_sales_totals() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.sales_totals;
    return null;
  end if;

  -- Always in key order, so two transactions wait for each other instead of deadlocking.
  if tg_op = 'INSERT' then
    insert into private.sales_totals as t
    select r.id, p.is_month, p.starts_on, n.product_name, n.billing_frequency, n.is_cancelled, n.commission < 0,
      count(*), sum(n.sale_amount), sum(n.commission)
    from new_rows n
    cross join lateral (values (n.sales_rep_id), (null)) r (id)
    cross join lateral (
      values (false, n.sale_date), (true, date_trunc('month', n.sale_date::timestamp)::date)
    ) p (is_month, starts_on)
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (sales_rep_id, is_month, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
    return null;
  end if;

  if tg_op = 'UPDATE' then
    insert into private.sales_totals as t
    select r.id, p.is_month, p.starts_on, c.product_name, c.billing_frequency, c.is_cancelled, c.is_clawback,
      sum(c.sales_count), sum(c.sales_cents), sum(c.commission_cents)
    from (
      select n.sales_rep_id, n.sale_date, n.product_name, n.billing_frequency, n.is_cancelled,
        n.commission < 0 as is_clawback, 1 as sales_count, n.sale_amount as sales_cents,
        n.commission as commission_cents
      from new_rows n
      union all
      select o.sales_rep_id, o.sale_date, o.product_name, o.billing_frequency, o.is_cancelled,
        o.commission < 0, -1, -o.sale_amount, -o.commission
      from old_rows o
    ) c
    cross join lateral (values (c.sales_rep_id), (null)) r (id)
    cross join lateral (
      values (false, c.sale_date), (true, date_trunc('month', c.sale_date::timestamp)::date)
    ) p (is_month, starts_on)
    group by 1, 2, 3, 4, 5, 6, 7
    -- A sum that does not change takes no lock, such as after the customer of a sale was deleted.
    having (sum(c.sales_count), sum(c.sales_cents), sum(c.commission_cents)) <> (0, 0, 0)
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (sales_rep_id, is_month, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
  else
    insert into private.sales_totals as t
    select r.id, p.is_month, p.starts_on, o.product_name, o.billing_frequency, o.is_cancelled, o.commission < 0,
      -count(*), -sum(o.sale_amount), -sum(o.commission)
    from old_rows o
    cross join lateral (values (o.sales_rep_id), (null)) r (id)
    cross join lateral (
      values (false, o.sale_date), (true, date_trunc('month', o.sale_date::timestamp)::date)
    ) p (is_month, starts_on)
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (sales_rep_id, is_month, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
  end if;
  delete from private.sales_totals t
  using (
    select distinct o.sales_rep_id, p.* from old_rows o cross join lateral (
      values (false, o.sale_date), (true, date_trunc('month', o.sale_date::timestamp)::date)
    ) p (is_month, starts_on)
  ) o
  where t.sales_rep_id = o.sales_rep_id and t.is_month = o.is_month and t.sale_date = o.starts_on
    and t.sales_count = 0;
  -- Apart, because one condition for both would read all sums of everyone for each old row.
  delete from private.sales_totals t
  using (select distinct p.* from old_rows o cross join lateral (
      values (false, o.sale_date), (true, date_trunc('month', o.sale_date::timestamp)::date)
    ) p (is_month, starts_on)) o
  where t.sales_rep_id is null and t.is_month = o.is_month and t.sale_date = o.starts_on and t.sales_count = 0;
  return null;
end
$$;
comment on function private.keep_sales_totals() is
  'Adds the changes of one statement on sales to the sums by day and month, once per statement: those of the representative, and of all.';

create trigger sales_records_keep_totals_on_insert after insert on public.sales_records
  referencing new table as new_rows
  for each statement execute function private.keep_sales_totals();
create trigger sales_records_keep_totals_on_update after update on public.sales_records
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.keep_sales_totals();
create trigger sales_records_keep_totals_on_delete after delete on public.sales_records
  referencing old table as old_rows
  for each statement execute function private.keep_sales_totals();
create trigger sales_records_clear_totals after truncate on public.sales_records
  for each statement execute function private.keep_sales_totals();

create function public.get_sales_records_by_rep(sales_rep_id_param uuid)
returns setof public.sales_records
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  -- The API's maximum per answer. Without a limit the database would read all rows first.
  select s.* from public.sales_records s
  -- A manager may read more sales, but through another procedure.
  where s.sales_rep_id = sales_rep_id_param and s.sales_rep_id = (select private.current_rep_id())
  order by s.sale_date desc, s.id desc
  limit 1000
$$;
comment on function public.get_sales_records_by_rep(uuid) is
  'The 1000 newest sales of a representative, amounts in US cents. No rows unless the caller is that representative.';
grant execute on function public.get_sales_records_by_rep(uuid) to authenticated;
alter function public.get_sales_records_by_rep(uuid) owner to api_reader;

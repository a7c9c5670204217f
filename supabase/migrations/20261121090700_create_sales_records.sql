-- Purpose:  Sales and the commission they earned, each read only by the representative who made it.
-- Reversal: drop table public.sales_records;

create table public.sales_records (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id),
  sale_date date not null,
  qualified_lead_id uuid references public.qualified_leads (id) on delete set null,
  product_name text not null check (char_length(product_name) between 1 and 100),
  billing_frequency text not null check (billing_frequency in ('monthly', 'annual')),
  sale_amount integer not null,
  commission integer not null default 0,
  is_cancelled boolean not null default false,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint sales_records_cancelled_has_date check (is_cancelled = (cancelled_at is not null))
);
comment on table public.sales_records is 'Sales. Amounts hold prices, so nobody but the seller reads them.';
comment on column public.sales_records.sale_date is 'Calendar day of the sale.';
comment on column public.sales_records.product_name is 'Name of the plan when it was sold; kept when plans change.';
comment on column public.sales_records.sale_amount is 'US cents; negative for a clawback.';
comment on column public.sales_records.commission is 'US cents; negative for a clawback.';

-- Serves the keyset order of get_sales_page and finds the rows of one representative.
create index sales_records_newest_first_idx on public.sales_records (sales_rep_id, sale_date desc, id desc);
create index sales_records_qualified_lead_id_idx on public.sales_records (qualified_lead_id);

alter table public.sales_records enable row level security;
revoke all on public.sales_records from public, anon, authenticated, service_role;
grant select on public.sales_records to authenticated;
grant select, insert, update on public.sales_records to service_role;

create policy sales_records_select_seller on public.sales_records
  for select to authenticated using (sales_rep_id = (select private.current_rep_id()));

-- Purpose:  Amounts of up to 9 digits of dollars, and days that a chart can be drawn of.
-- Reversal: drop the three constraints; then alter the two columns to integer, which fails on amounts that need more.
-- Rewrites the table: nothing else reads or writes it meanwhile.

alter table public.sales_records
  alter column sale_amount type bigint,
  alter column commission type bigint,
  add constraint sales_records_sale_amount_check check (abs(sale_amount) <= 99999999999),
  add constraint sales_records_commission_check check (abs(commission) <= 99999999999),
  add constraint sales_records_sale_date_check check (sale_date between '1900-01-01' and '2199-12-31');

comment on column public.sales_records.sale_amount is
  'US cents, up to 9 digits of dollars; negative for a clawback.';
comment on column public.sales_records.commission is
  'US cents, up to 9 digits of dollars; negative for a clawback.';

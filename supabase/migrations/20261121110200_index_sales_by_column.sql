-- Purpose:  Every order of the sales table has an index, so that its pages cost the same however many sales there are.
-- Reversal: drop index the five below.
-- Rows that are equal in the column go by day, then id. Within a customer, product or status the newest come first.

create index sales_records_by_amount_idx on public.sales_records (sales_rep_id, sale_amount, sale_date, id);
create index sales_records_by_commission_idx on public.sales_records (sales_rep_id, commission, sale_date, id);
create index sales_records_by_product_idx
  on public.sales_records (sales_rep_id, product_name, sale_date desc, id desc);
create index sales_records_by_status_idx
  on public.sales_records (sales_rep_id, is_cancelled, sale_date desc, id desc);
create index sales_records_by_lead_idx
  on public.sales_records (sales_rep_id, qualified_lead_id, sale_date desc, id desc);

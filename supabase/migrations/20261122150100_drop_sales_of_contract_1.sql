-- Purpose:  The dashboard's first two procedures go: no portal that called them was ever released.
-- Reversal: create them again as in create_portal_procedures, with the rights of open_one_door.

drop function public.get_sales_page(integer, date, uuid);
drop function public.get_sales_summary();

-- Purpose:  merge operations.

set local check_function_bodies = off;

DROP POLICY "audit_events_select_manager_prices" ON "public"."audit_events";

DROP POLICY "product_prices_select_manager" ON "public"."product_prices";

CREATE OR REPLACE FUNCTION private.erase_rep(rep_id_param uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    is_manager = false
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  -- Nothing can be given back to them.
  update private.handovers set undone_at = now() where from_rep_id = rep_id_param and undone_at is null;
  delete from private.sales_rep_credentials where sales_rep_id = rep_id_param;
  delete from public.sales_sessions where sales_rep_id = rep_id_param;
  delete from private.verification_codes where sales_rep_id = rep_id_param;
  delete from private.manager_codes where sales_rep_id = rep_id_param;
  delete from private.customer_notes where sales_rep_id = rep_id_param;
  update public.audit_events set ip_address = null, user_agent = null
  where (sales_rep_id = rep_id_param or detail ->> 'managerId' = rep_id_param::text)
    and num_nonnulls(ip_address, user_agent) > 0;
  update public.audit_events set detail = detail - array['before', 'after']
  where sales_rep_id = rep_id_param and event in ('rep_added', 'rep_edited') and detail ?| array['before', 'after'];
$function$;

CREATE OR REPLACE FUNCTION private.refuse_change_but_forgetting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  forgotten public.audit_events := old;
begin
  forgotten.ip_address := null;
  forgotten.user_agent := null;
  -- Generated after this trigger, from what it has compared.
  forgotten.manager_id := new.manager_id;
  if new.event in ('rep_added', 'rep_edited') and new.detail = old.detail - array['before', 'after'] then
    forgotten.detail := new.detail;
  end if;
  if new is distinct from forgotten then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$;

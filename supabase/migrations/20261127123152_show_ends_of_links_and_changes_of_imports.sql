-- Purpose:  show ends of links and changes of imports.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.link_ended_at(token_hash_param text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select least(l.revoked_at, l.token_expires_at) from public.qualified_leads l
  where l.access_token_hash = token_hash_param and least(l.revoked_at, l.token_expires_at) <= now()
$function$;

CREATE OR REPLACE FUNCTION public.preview_sales_import(import_id_param uuid, limit_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET statement_timeout TO '15min'
AS $function$
  with changed as (
    select t.line_number, f.columns
    from private.sales_imports i
    cross join private.staged_sales t
    join public.sales_records s on s.id = t.id
    left join public.qualified_leads old on old.id = s.qualified_lead_id
    left join public.qualified_leads new on new.id = t.qualified_lead_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('column', c.name, 'before', c.before, 'after', c.after) order by c.place) as columns
      from (values
        (1, 'lead_email', to_jsonb(old.email), case when i.has_customers then to_jsonb(new.email) else to_jsonb(old.email) end),
        (2, 'sale_date', to_jsonb(s.sale_date), to_jsonb(t.sale_date)),
        (3, 'product_name', to_jsonb(s.product_name), to_jsonb(t.product_name)),
        (4, 'billing_frequency', to_jsonb(s.billing_frequency), to_jsonb(t.billing_frequency)),
        (5, 'sale_amount', to_jsonb(s.sale_amount), to_jsonb(t.sale_amount)),
        (6, 'commission', to_jsonb(s.commission), to_jsonb(t.commission)),
        (7, 'cancelled_at', to_jsonb(s.cancelled_at), to_jsonb(t.cancelled_at))
      ) as c (place, name, before, after)
      where c.before is distinct from c.after
    ) f
    where i.id = import_id_param and i.outcome is null and f.columns is not null
  ),
  first as (
    select c.line_number, c.columns from changed c order by c.line_number limit least(limit_param, 1000)
  )
  select jsonb_build_object(
    'changed', (select count(*) from changed),
    'first', (
      select coalesce(
        jsonb_agg(jsonb_build_object('line', f.line_number, 'columns', f.columns) order by f.line_number), '[]'::jsonb
      )
      from first f
    )
  )
$function$;

COMMENT ON FUNCTION "public"."link_ended_at"(text) IS 'When the link whose token has this hash expired or was revoked. Null for a live link and for an unknown token. Only who has the token can ask.';

COMMENT ON FUNCTION "public"."preview_sales_import"(uuid, integer) IS 'What the commit of a running import would change in existing sales: {changed, first: [{line, columns: [{column, before, after}]}]}, at most 1000 of them, by line. Amounts in US cents.';

REVOKE ALL ON FUNCTION "public"."link_ended_at"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."link_ended_at"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."link_ended_at"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."link_ended_at"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."preview_sales_import"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."preview_sales_import"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_sales_import"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_sales_import"(uuid, integer) TO "service_role";

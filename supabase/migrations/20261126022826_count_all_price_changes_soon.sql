-- Purpose: count all prices that change soon, not only the 50 in the list.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.operations_today()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'new_requests', private.todays_requests(),
    'links_ending', (
      select jsonb_build_object('count', count(*), 'first_ends_at', min(l.token_expires_at))
      from public.qualified_leads l
      where l.revoked_at is null and l.is_active and l.token_expires_at > now()
        and l.token_expires_at <= private.end_of_today()
    ),
    'quarantined', (
      select jsonb_build_object('count', count(*), 'oldest_at', min(s.created_at))
      from public.contact_submissions s where s.quarantined_at is not null
    ),
    'failed_mails', (
      select jsonb_build_object('count', count(*), 'oldest_at', min(s.created_at))
      from public.contact_submissions s
      where s.quarantined_at is null and s.notified_at is null
        and s.created_at < now() - private.contact_mail_late_after()
    ),
    'undelivered_mails', private.todays_failed_mails(),
    'release_failures', private.todays_release_failures(),
    'recent_days', private.requests_recent_days(),
    'soon_days', private.price_changes_soon_days(),
    'day', private.utc_today(),
    'now', now()
  ) || private.price_changes_soon()
$function$;

CREATE OR REPLACE FUNCTION private.price_changes_soon()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with soon as (
    select p.name, v.valid_from, row_number() over (order by v.valid_from, p.position) as place
    from public.product_prices v join public.products p on p.id = v.product_id
    where v.valid_from > now() and v.valid_from <= now() + make_interval(days => private.price_changes_soon_days())
  )
  select jsonb_build_object(
    'price_change_count', count(*),
    'price_changes', coalesce(
      jsonb_agg(jsonb_build_object('plan', s.name, 'valid_from', s.valid_from) order by s.place)
        filter (where s.place <= 50),
      '[]'
    )
  )
  from soon s
$function$;

COMMENT ON FUNCTION "private"."price_changes_soon"() IS 'Prices that begin in the next private.price_changes_soon_days(): {price_change_count, price_changes: [{plan, valid_from}]}. The count is of all of them. The list has the first 50, soonest first.';

COMMENT ON FUNCTION "public"."get_operations_today"() IS 'Work that waits for a person: {new_requests: {today, recent, older, oldest_at}, links_ending: {count, first_ends_at}, quarantined: {count, oldest_at}, failed_mails: {count, oldest_at}, undelivered_mails: [{mail, count, last_failed_at}] of today and yesterday, price_change_count, price_changes: [{plan, valid_from}] of the next soon_days, the first 50, release_failures: [{application, version, failures, errors, last_seen_at}] of live versions in the last day, recent_days, soon_days, day, now}. new_requests.recent: of the recent_days before today. Days are UTC days. Only for managers who gave their code. Everyone else gets 403.';

REVOKE ALL ON FUNCTION "private"."price_changes_soon"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_changes_soon"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."price_changes_soon"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_changes_soon"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_changes_soon"() TO "service_role";

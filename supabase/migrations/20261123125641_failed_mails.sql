-- Purpose:  failed mails.

set local check_function_bodies = off;

CREATE TABLE "private"."failed_mails" ("day" date NOT NULL, "mail" text NOT NULL, "count" integer NOT NULL, "last_failed_at" timestamp with time zone NOT NULL, CONSTRAINT "failed_mails_count_check" CHECK ((count > 0)), CONSTRAINT "failed_mails_mail_check" CHECK ((mail = ANY (ARRAY['verification_code'::text, 'manager_code'::text, 'access_link'::text, 'opening'::text, 'confirmation'::text, 'address_change'::text]))), CONSTRAINT "failed_mails_pkey" PRIMARY KEY (day, mail));

ALTER TABLE "private"."failed_mails" ENABLE ROW LEVEL SECURITY;

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
    'price_changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object('plan', c.name, 'valid_from', c.valid_from) order by c.valid_from, c.position
      ), '[]')
      from (
        select p.name, p.position, v.valid_from
        from public.product_prices v join public.products p on p.id = v.product_id
        where v.valid_from > now() and v.valid_from <= now() + interval '7 days'
        order by v.valid_from, p.position limit 50
      ) c
    ),
    'release_failures', private.todays_release_failures(),
    'day', (now() at time zone 'UTC')::date,
    'now', now()
  )
$function$;

CREATE OR REPLACE FUNCTION private.todays_failed_mails()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with failed as (
    select f.mail, sum(f.count) as count, max(f.last_failed_at) as last_failed_at
    from private.failed_mails f
    where f.day >= (now() at time zone 'UTC')::date - 1
    group by f.mail
  )
  select coalesce(jsonb_agg(to_jsonb(f) order by f.last_failed_at desc, f.mail), '[]') from failed f
$function$;

CREATE OR REPLACE FUNCTION public.note_failed_mail(mail_param text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'UTC')::date;
  counted integer;
begin
  delete from private.failed_mails f where f.day < today - 30;
  insert into private.failed_mails as f (day, mail, count, last_failed_at) values (today, mail_param, 1, now())
  on conflict (day, mail) do update set count = f.count + 1, last_failed_at = now()
  returning f.count into counted;
  return counted;
end
$function$;

CREATE POLICY "failed_mails_all_service_role" ON "private"."failed_mails" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

CREATE POLICY "failed_mails_select_manager" ON "private"."failed_mails" FOR SELECT TO "api_reader" USING ((( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL));

COMMENT ON COLUMN "private"."failed_mails"."last_failed_at" IS 'By the database''s clock.';

COMMENT ON FUNCTION "private"."todays_failed_mails"() IS 'Failed mails of today and yesterday, of UTC, by kind, the latest first: [{mail, count, last_failed_at}].';

COMMENT ON FUNCTION "public"."get_operations_today"() IS 'What waits for somebody: {new_requests: {today, recent, older, oldest_at}, links_ending: {count, first_ends_at}, quarantined: {count, oldest_at}, failed_mails: {count, oldest_at}, undelivered_mails: [{mail, count, last_failed_at}] of today and yesterday, price_changes: [{plan, valid_from}] of the next 7 days, release_failures: [{application, version, failures, errors, last_seen_at}] of live versions in the last day, day, now}. Days are of UTC. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."note_failed_mail"(text) IS 'Counts a mail that no mail server took, by its kind. Returns how many of the kind failed today, of UTC. It forgets what is older than 30 days.';

COMMENT ON TABLE "private"."failed_mails" IS 'How many mails of a kind failed on a day of UTC, of the last 30 days. Nobody''s address is in it.';

REVOKE ALL ON FUNCTION "private"."todays_failed_mails"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."todays_failed_mails"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."todays_failed_mails"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_failed_mails"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_failed_mails"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."note_failed_mail"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."note_failed_mail"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_failed_mail"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_failed_mail"(text) TO "service_role";

GRANT SELECT ON TABLE "private"."failed_mails" TO "api_reader";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."failed_mails" TO "service_role";

-- Purpose:  site counts.

set local check_function_bodies = off;

CREATE TABLE "private"."site_counts" ("day" date NOT NULL, "page" text NOT NULL, "source" text NOT NULL, "campaign" text NOT NULL, "host_version" text NOT NULL, "marketing_version" text NOT NULL, "what" text NOT NULL, "count" integer NOT NULL, CONSTRAINT "site_counts_campaign_check" CHECK ((campaign ~ '^[a-z0-9._/-]{0,81}$'::text)), CONSTRAINT "site_counts_count_check" CHECK ((count > 0)), CONSTRAINT "site_counts_host_version_check" CHECK ((host_version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'::text)), CONSTRAINT "site_counts_marketing_version_check" CHECK ((marketing_version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'::text)), CONSTRAINT "site_counts_page_check" CHECK (((page = 'other'::text) OR (page ~ '^/[a-z0-9/-]{0,99}$'::text))), CONSTRAINT "site_counts_pkey" PRIMARY KEY (day, page, source, campaign, host_version, marketing_version, what), CONSTRAINT "site_counts_source_check" CHECK ((source = ANY (ARRAY['direct'::text, 'search'::text, 'social'::text, 'website'::text, 'internal'::text]))), CONSTRAINT "site_counts_what_check" CHECK ((what = ANY (ARRAY['visit'::text, 'view'::text, 'form-opened'::text, 'form-begun'::text, 'form-sent'::text, 'demo-booked'::text, 'prices-seen'::text]))));

ALTER TABLE "private"."site_counts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."site_event_days" ADD COLUMN "counted" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.expire_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ends jsonb := (
    select jsonb_object_agg(r.kind, now() - make_interval(days => r.kept_days)) from private.retention_rules() r
  );
  removed jsonb := jsonb_build_object();
  deleted integer;
begin
  delete from public.contact_submissions
  where quarantined_at is not null and created_at < (ends ->> 'quarantined_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('quarantined_requests', deleted);

  delete from public.contact_submissions where created_at < (ends ->> 'contact_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('contact_requests', deleted);

  delete from public.qualified_leads l
  where greatest(l.token_expires_at, l.link_issued_at, l.created_at) < (ends ->> 'idle_customers')::timestamptz
    and not exists (select from public.sales_records s where s.qualified_lead_id = l.id);
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('idle_customers', deleted);

  with of_customers as (
    delete from private.verification_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  ), of_managers as (
    delete from private.manager_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  )
  select (select count(*) from of_customers) + (select count(*) from of_managers) into deleted;
  removed := removed || jsonb_build_object('codes', deleted);

  -- From the sign-in on, as the privacy page says. One that still lives after that long keeps its row, without traces.
  with of_reps as (
    delete from public.sales_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  ), of_customers as (
    delete from public.customer_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  )
  select (select count(*) from of_reps) + (select count(*) from of_customers) into deleted;
  removed := removed || jsonb_build_object('sessions', deleted);

  with of_sessions as (
    update public.customer_sessions set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and least(ended_at, expires_at) >= now()
      and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  ), of_openings as (
    update public.pricing_reveals set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  ), of_lines as (
    update public.audit_events set ip_address = null, user_agent = null
    where occurred_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  )
  select (select count(*) from of_sessions) + (select count(*) from of_openings) + (select count(*) from of_lines)
  into deleted;
  removed := removed || jsonb_build_object('sign_in_traces', deleted);

  -- Each ends with its window, and no window is longer than a day.
  delete from private.rate_limit_counters where window_ends_at < now() - interval '1 minute';
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('attempt_counts', deleted);

  delete from private.site_events where occurred_at < (ends ->> 'site_events')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_events', deleted);

  delete from private.site_counts where day < ((ends ->> 'site_counts')::timestamptz at time zone 'utc')::date;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_counts', deleted);

  return (
    select jsonb_agg(jsonb_build_object(
      'kind', r.kind, 'kept_days', r.kept_days, 'removed', (removed -> r.kind)::integer
    ))
    from private.retention_rules() r
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.retention_rules()
 RETURNS TABLE(kind text, kept_days integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  values
    ('quarantined_requests', private.quarantined_requests_kept_days()),
    ('contact_requests', private.contact_requests_kept_days()),
    ('idle_customers', private.idle_customers_kept_days()),
    ('codes', private.codes_kept_days()),
    ('sessions', private.sign_in_traces_kept_days()),
    ('sign_in_traces', private.sign_in_traces_kept_days()),
    ('attempt_counts', private.attempt_counts_kept_days()),
    ('site_events', private.site_events_kept_days()),
    ('site_counts', private.site_counts_kept_days())
$function$;

CREATE OR REPLACE FUNCTION private.site_counts_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 760
$function$;

CREATE OR REPLACE FUNCTION public.record_site_counts(batch_param jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'utc')::date;
  key record;
  new_counts integer := jsonb_array_length(batch_param -> 'counts');
begin
  -- Batches of a day wait for this row, so that the limits below hold for batches that come at once.
  insert into private.site_event_days as d (day, row_count, byte_count, counted) values (today, 0, 0, new_counts)
  on conflict (day) do update set counted = d.counted + excluded.counted
  where d.counted + excluded.counted <= 1000000;
  if not found then
    return false;
  end if;

  select b.page, b.source, b.campaign, b.host_version, b.marketing_version into strict key
  from jsonb_to_record(batch_param) as b (
    page text, source text, campaign text, host_version text, marketing_version text
  );
  if key.campaign not in ('', 'other')
    and not exists (select from private.site_counts c where c.day = today and c.campaign = key.campaign)
    and (
      select count(distinct c.campaign) from private.site_counts c where c.day = today and c.campaign not in ('', 'other')
    ) >= 50
  then
    key.campaign := 'other';
  end if;
  -- Of known pages and versions a day never has so many rows. The last ones go where few rows are possible.
  if not exists (
    select from private.site_counts c
    where c.day = today and c.page = key.page and c.source = key.source and c.campaign = key.campaign
      and c.host_version = key.host_version and c.marketing_version = key.marketing_version
  ) and (select count(*) from private.site_counts c where c.day = today) >= 20000 then
    key.page := 'other';
    key.campaign := 'other';
    key.host_version := 'other';
    key.marketing_version := 'other';
  end if;

  insert into private.site_counts as c (day, page, source, campaign, host_version, marketing_version, what, count)
  select
    today, key.page, key.source, key.campaign, key.host_version, key.marketing_version, w.what, count(*)::integer
  from jsonb_array_elements_text(batch_param -> 'counts') as w (what)
  group by w.what
  on conflict (day, page, source, campaign, host_version, marketing_version, what)
    do update set count = c.count + excluded.count;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.site_figures(days_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with period as (
    select
      (now() at time zone 'utc')::date as last_day,
      (now() at time zone 'utc')::date - least(greatest(days_param, 1), private.site_counts_kept_days()) + 1 as first_day
  ),
  counted as (
    select c.* from private.site_counts c cross join period p where c.day between p.first_day and p.last_day
  ),
  parts as (
    select 'days' as part, c.day::text as name, c.what, c.count from counted c
    union all select 'pages', c.page, c.what, c.count from counted c
    union all select 'sources', c.source, c.what, c.count from counted c
    union all select 'campaigns', c.campaign, c.what, c.count from counted c where c.campaign <> ''
    union all select 'versions', 'host ' || c.host_version, c.what, c.count from counted c
    union all select 'versions', 'marketing ' || c.marketing_version, c.what, c.count from counted c
  ),
  summed as (
    select s.part, s.name, jsonb_object_agg(s.what, s.count) as counts, sum(s.count) as total
    from (select p.part, p.name, p.what, sum(p.count) as count from parts p group by p.part, p.name, p.what) s
    group by s.part, s.name
  ),
  ranked as (
    select s.*, row_number() over (
      partition by s.part order by coalesce((s.counts ->> 'view')::bigint, 0) desc, s.total desc, s.name
    ) as place
    from summed s
  )
  select jsonb_build_object(
    'first_day', (select p.first_day from period p),
    'last_day', (select p.last_day from period p),
    'parts', coalesce((
      select jsonb_agg(jsonb_build_object('part', r.part, 'name', r.name, 'counts', r.counts) order by r.part, r.place)
      from ranked r where r.part = 'days' or r.place <= 100
    ), '[]'::jsonb)
  )
$function$;

ALTER TABLE "private"."site_event_days" ADD CONSTRAINT "site_event_days_counted_check" CHECK ((counted >= 0));

CREATE POLICY "site_counts_all_service_role" ON "private"."site_counts" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "private"."site_counts"."campaign" IS '<utm_source>/<utm_campaign> of the page load''s address; empty: none; other: unreadable, or beyond the 50 of a day.';

COMMENT ON COLUMN "private"."site_counts"."host_version" IS 'Version of the host that was live; other: any other.';

COMMENT ON COLUMN "private"."site_counts"."marketing_version" IS 'As host_version, of marketing.';

COMMENT ON COLUMN "private"."site_counts"."page" IS 'Path of a route of the live site; other: any other path.';

COMMENT ON COLUMN "private"."site_counts"."source" IS 'Kind of the website that led to the page load.';

COMMENT ON COLUMN "private"."site_event_days"."counted" IS 'What was added to private.site_counts.';

COMMENT ON FUNCTION "private"."site_counts_kept_days"() IS 'Days for which counts of visits and pages are kept: two years and a month, so that a month can be compared.';

COMMENT ON FUNCTION "public"."record_site_counts"(jsonb) IS 'Adds to the sums of the day: {page, source, campaign, host_version, marketing_version, counts: [what, …]}. false, and nothing added, when the day is full: 1,000,000. At most 50 campaigns and some 20,000 rows a day; further ones are other.';

COMMENT ON FUNCTION "public"."site_figures"(integer) IS 'Sums of the last days of UTC, today included: {first_day, last_day, parts: [{part, name, counts: {what: count}}]}. part: days, pages, sources, campaigns, versions (name: <application> <version>); the 100 with most views of each, and every day.';

COMMENT ON TABLE "private"."site_counts" IS 'How often each thing was counted on each day of UTC, kept for private.site_counts_kept_days(). Sums only: no row stands for a person, a browser or a visit.';

REVOKE ALL ON FUNCTION "private"."site_counts_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."site_counts_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."site_counts_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_counts_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_counts_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_site_counts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."record_site_counts"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_site_counts"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_site_counts"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."site_figures"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."site_figures"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."site_figures"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."site_figures"(integer) TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."site_counts" TO "service_role";

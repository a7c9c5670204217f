-- Purpose:  errors in use beside web vitals and failed remotes, and who may read them.
-- Reversal: drop function public.site_errors, and the columns with the rows that have them.

set local check_function_bodies = off;

ALTER TABLE "private"."site_events" DROP CONSTRAINT "site_events_is_of_one_kind";

ALTER TABLE "private"."site_events" DROP CONSTRAINT "site_events_kind_check";

ALTER TABLE "private"."site_events" ADD COLUMN "application" text;

ALTER TABLE "private"."site_events" ADD COLUMN "application_version" text;

ALTER TABLE "private"."site_events" ADD COLUMN "thrown_in" text;

ALTER TABLE "private"."site_events" ADD COLUMN "error_name" text;

ALTER TABLE "private"."site_events" ADD COLUMN "stack" jsonb;

ALTER TABLE "private"."site_events" ADD COLUMN "components" jsonb;

CREATE OR REPLACE FUNCTION public.record_site_events(batch_param jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'utc')::date;
  new_rows integer := jsonb_array_length(batch_param -> 'events');
  -- Each row repeats what is said of the page.
  new_bytes bigint := octet_length((batch_param -> 'events')::text)
    + new_rows * octet_length((batch_param - 'events')::text)::bigint;
begin
  -- A bounded number of old rows goes with every batch, so that the table stays as small as the traffic of those days.
  delete from private.site_events
  where id in (
    select e.id from private.site_events e
    where e.occurred_at < now() - make_interval(days => private.site_events_kept_days())
    order by e.occurred_at limit 1000
    for update skip locked
  );
  delete from private.site_event_days where day < today - private.site_events_kept_days();

  -- Batches that come at once are added up one after the other.
  insert into private.site_event_days as d (day, row_count, byte_count) values (today, new_rows, new_bytes)
  on conflict (day) do update set
    row_count = d.row_count + excluded.row_count, byte_count = d.byte_count + excluded.byte_count
  where d.row_count + excluded.row_count <= 200000 and d.byte_count + excluded.byte_count <= 64 * 1024 * 1024;
  if not found then
    return 0;
  end if;

  insert into private.site_events (
    composition_id, versions, path, kind, metric, value, remote, remote_version, reason, recovered,
    application, application_version, thrown_in, error_name, stack, components
  )
  select
    b.composition_id, b.versions, b.path, e.kind, e.metric, e.value, e.remote, e.remote_version, e.reason, e.recovered,
    e.application, e.application_version, e.thrown_in, e.error_name, e.stack, e.components
  from jsonb_to_record(batch_param) as b (composition_id text, versions jsonb, path text, events jsonb)
  cross join lateral jsonb_to_recordset(b.events) as e (
    kind text, metric text, value double precision, remote text, remote_version text, reason text,
    recovered boolean, application text, application_version text, thrown_in text, error_name text,
    stack jsonb, components jsonb
  );
  return new_rows;
end
$function$;

CREATE OR REPLACE FUNCTION public.site_errors(application_param text, since_param timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with told as (
    select
      e.application_version as version,
      e.thrown_in,
      e.error_name,
      e.stack,
      e.components,
      -- Without the version, so that an error keeps its fingerprint while the file that throws it is the same.
      left(encode(sha256(convert_to(
        e.error_name || regexp_replace(concat(e.stack, e.components), '(["/])[^"/]+/([^"/]+")', '\1\2', 'g'), 'UTF8'
      )), 'hex'), 12) as fingerprint,
      e.path,
      e.occurred_at
    from private.site_events e
    where e.kind = 'page-error' and e.application = application_param and e.occurred_at >= since_param
  ),
  grouped as (
    select
      t.fingerprint,
      t.version,
      t.thrown_in,
      t.error_name,
      t.stack,
      t.components,
      count(*) as times,
      -- Whoever invents paths must not make the answer long.
      (array_agg(distinct t.path order by t.path))[1:5] as paths,
      min(t.occurred_at) as first_seen_at,
      max(t.occurred_at) as last_seen_at
    from told t
    group by t.fingerprint, t.version, t.thrown_in, t.error_name, t.stack, t.components
    order by times desc, last_seen_at desc, fingerprint
    limit 50
  )
  select coalesce(jsonb_agg(to_jsonb(g) order by g.times desc, g.last_seen_at desc, g.fingerprint), '[]'::jsonb)
  from grouped g
$function$;

CREATE OR REPLACE FUNCTION public.site_event_stats(since_param timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with told as (
    -- A web vital is told of every version that its page was composed of; a failure or error, of its own version.
    select a.application, a.version, e.occurred_at, e.kind, e.metric, e.value, e.recovered
    from private.site_events e
    cross join lateral (
      select v.key as application, v.value as version
      from jsonb_each_text(e.versions) v where e.kind = 'web-vital'
      union all
      select e.remote, e.remote_version where e.kind = 'remote-failure'
      union all
      select e.application, e.application_version where e.kind = 'page-error'
    ) a
    where e.occurred_at >= since_param
  ),
  summed as (
    select
      t.application,
      t.version,
      -- Every page load has one time to first byte, in every browser; the other metrics not in all of them.
      count(*) filter (where t.metric = 'TTFB') as views,
      count(*) filter (where t.kind = 'remote-failure') as failures,
      count(*) filter (where t.recovered) as recovered_failures,
      count(*) filter (where t.kind = 'page-error') as errors,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'LCP') as lcp_p75_ms,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'INP') as inp_p75_ms,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'CLS') as cls_p75,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'FCP') as fcp_p75_ms,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'TTFB') as ttfb_p75_ms,
      min(t.occurred_at) as first_seen_at,
      max(t.occurred_at) as last_seen_at
    from told t
    group by t.application, t.version
  )
  select coalesce(jsonb_agg(to_jsonb(s) order by s.application, s.last_seen_at desc, s.version), '[]'::jsonb)
  from summed s
$function$;

ALTER TABLE "private"."site_events" ADD CONSTRAINT "site_events_application_check" CHECK ((application ~ '^[a-z][a-z0-9-]{0,39}$'::text));

ALTER TABLE "private"."site_events" ADD CONSTRAINT "site_events_application_version_check" CHECK (((char_length(application_version) >= 1) AND (char_length(application_version) <= 64)));

ALTER TABLE "private"."site_events" ADD CONSTRAINT "site_events_components_check" CHECK (((jsonb_typeof(components) = 'array'::text) AND (char_length((components)::text) <= 2000)));

ALTER TABLE "private"."site_events" ADD CONSTRAINT "site_events_error_name_check" CHECK ((error_name ~ '^[A-Z][A-Za-z]{0,39}$'::text));

ALTER TABLE "private"."site_events" ADD CONSTRAINT "site_events_is_of_one_kind" CHECK ((
CASE kind
    WHEN 'web-vital'::text THEN (num_nulls(metric, value) = 0)
    ELSE (num_nonnulls(metric, value) = 0)
END AND
CASE kind
    WHEN 'remote-failure'::text THEN (num_nulls(remote, remote_version, reason, recovered) = 0)
    ELSE (num_nonnulls(remote, remote_version, reason, recovered) = 0)
END AND
CASE kind
    WHEN 'page-error'::text THEN (num_nulls(application, application_version, thrown_in, error_name, stack, components) = 0)
    ELSE (num_nonnulls(application, application_version, thrown_in, error_name, stack, components) = 0)
END));

ALTER TABLE "private"."site_events" ADD CONSTRAINT "site_events_kind_check" CHECK ((kind = ANY (ARRAY['web-vital'::text, 'remote-failure'::text, 'page-error'::text])));

ALTER TABLE "private"."site_events" ADD CONSTRAINT "site_events_stack_check" CHECK (((jsonb_typeof(stack) = 'array'::text) AND (char_length((stack)::text) <= 2000)));

ALTER TABLE "private"."site_events" ADD CONSTRAINT "site_events_thrown_in_check" CHECK ((thrown_in = ANY (ARRAY['render'::text, 'hydration'::text, 'script'::text, 'promise'::text])));

COMMENT ON COLUMN "private"."site_events"."application" IS 'Of an error: the application whose script threw.';

COMMENT ON COLUMN "private"."site_events"."components" IS 'Of an error while drawing: its components, as in stack.';

COMMENT ON COLUMN "private"."site_events"."stack" IS 'Of an error: [<application>/<version>/<file>:<line>:<column>, …] in published scripts, innermost first.';

COMMENT ON FUNCTION "public"."site_errors"(text, timestamp with time zone) IS 'The 50 most frequent errors in use of one application since then: fingerprint, version, where thrown, class, stack and components in published scripts, how many page loads told of it, on which pages (5 at most).';

COMMENT ON FUNCTION "public"."site_event_stats"(timestamp with time zone) IS 'What browsers saw since then, one object per application and version: views (page loads), failures, errors in use, p75 of each metric in ms (CLS without unit; null: none told), first and last seen. By application, the version seen last first.';

COMMENT ON TABLE "private"."site_events" IS 'Web vitals, failed remotes and errors in use as browsers told them, kept for private.site_events_kept_days(). No address, agent, session or query is ever in it, nor an error''s message.';

REVOKE ALL ON FUNCTION "public"."site_errors"(text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."site_errors"(text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."site_errors"(text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."site_errors"(text, timestamp with time zone) TO "service_role";

-- Purpose:  canary figures.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.canary_figures(application_param text, canary_version_param text, live_version_param text, since_param timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with told as (
    select
      e.id,
      e.occurred_at,
      e.kind,
      e.metric,
      e.value,
      e.path,
      case e.kind
        when 'web-vital' then e.versions ->> application_param
        when 'remote-failure' then e.remote_version
        else e.application_version
      end as version
    from private.site_events e
    where e.occurred_at >= since_param and case e.kind
      when 'web-vital' then e.metric in ('TTFB', 'LCP')
      when 'remote-failure' then e.remote = application_param
      else e.application = application_param
    end
  ),
  begun as (
    select min(t.occurred_at) as started_at from told t where t.version = canary_version_param
  ),
  compared as (
    select
      t.*,
      t.version = canary_version_param as is_canary,
      date_bin('10 minutes', t.occurred_at, 'epoch') as block_started_at,
      date_bin('1 minute', t.occurred_at, 'epoch') as minute_started_at
    from told t
    cross join begun b
    where t.version in (canary_version_param, live_version_param) and t.occurred_at >= b.started_at
  ),
  -- Whoever invents paths must not make the answer long.
  busiest as (
    select c.path from compared c where c.metric = 'TTFB' group by c.path order by count(*) desc, c.path limit 50
  ),
  first_of_minute as (
    select distinct on (c.kind, c.minute_started_at, c.is_canary) c.id, c.kind, c.minute_started_at
    from compared c
    where c.kind <> 'web-vital'
    order by c.kind, c.minute_started_at, c.is_canary, c.occurred_at, c.id
  ),
  -- Minutes in which one of the two versions had trouble, and the other had none.
  lone as (
    select min(f.id) as id from first_of_minute f group by f.kind, f.minute_started_at having count(*) = 1
  ),
  cells as (
    select
      c.block_started_at,
      b.path,
      c.is_canary,
      count(*) filter (where c.metric = 'TTFB') as views,
      -- What one page told at once is one.
      count(distinct c.occurred_at) filter (where c.kind = 'remote-failure') as failures,
      count(l.id) filter (where c.kind = 'remote-failure') as lone_failures,
      count(distinct c.occurred_at) filter (where c.kind = 'page-error') as errors,
      count(l.id) filter (where c.kind = 'page-error') as lone_errors,
      count(*) filter (where c.metric = 'LCP') as lcp_count,
      coalesce(sum(ln(greatest(c.value, 1))) filter (where c.metric = 'LCP'), 0) as lcp_log_sum,
      coalesce(sum(ln(greatest(c.value, 1)) ^ 2) filter (where c.metric = 'LCP'), 0) as lcp_log_square_sum
    from compared c
    left join busiest b on b.path = c.path
    left join lone l on l.id = c.id
    group by c.block_started_at, b.path, c.is_canary
  )
  select jsonb_build_object(
    'asked_at', now(),
    'started_at', (select b.started_at from begun b),
    'cells', coalesce(
      (select jsonb_agg(to_jsonb(c) order by c.block_started_at, c.path, c.is_canary) from cells c), '[]'::jsonb
    )
  )
$function$;

COMMENT ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) IS 'What browsers saw of a canary and of the live version since the canary''s first report, but not before since_param: per 10 minutes, path (the 50 busiest; null: all others) and version: views, reports of failures and of errors, minutes in which only this version had one, and count, sum and sum of squares of ln(LCP in ms).';

REVOKE ALL ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) TO "service_role";

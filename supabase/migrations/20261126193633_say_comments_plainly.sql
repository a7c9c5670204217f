-- Purpose: say comments of tables, columns and functions plainly. No behavior changes.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.apply_person_erasure(manager_id_param uuid, email_param text, takes_names_param boolean, erasure_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person_email text := private.person_email(email_param);
  done jsonb;
  rep public.sales_representatives;
  customer public.qualified_leads;
  customers integer;
  requests integer;
  mails integer;
  codes integer;
  redacted integer;
begin
  -- Erasures run one after the other. Otherwise two of them could deadlock on the rows that they redact.
  perform pg_advisory_xact_lock(hashtextextended('people', 0));
  -- If the caller repeats a request because its answer was lost, it gets the same answer. The trail does not say whose
  -- id it was. If the person is still stored, that erasure was not theirs.
  select e.detail - array['by', 'managerId', 'erasureId'] into done
  from public.audit_events e where e.event = 'person_erased' and e.detail ->> 'erasureId' = erasure_id_param::text;
  if found and private.known_person(person_email, 1) is null then
    return jsonb_build_object('outcome', 'erased') || done;
  end if;

  select r.* into rep from public.sales_representatives r where r.email = person_email for update;
  if rep.id is not null and rep.disabled_at is null then
    return jsonb_build_object('outcome', 'rep_is_enabled');
  end if;
  select count(*) into customers from public.qualified_leads l where l.qualified_by = rep.id;
  if customers > 0 then
    return jsonb_build_object('outcome', 'rep_has_customers', 'customers', customers);
  end if;
  if private.known_person(person_email, 1) is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  -- First, so that a code which is being checked at this moment ends before: it may make the person a customer.
  delete from private.verification_codes v where v.email = person_email;
  get diagnostics codes = row_count;
  redacted := private.redact_mentions(person_email, takes_names_param);
  -- Deleting the customer also deletes sessions, openings and notes. A sale stays, without a customer.
  delete from public.qualified_leads l where l.email = person_email returning l.* into customer;
  update public.audit_events set ip_address = null, user_agent = null
  where qualified_lead_id = customer.id and num_nonnulls(ip_address, user_agent) > 0;
  with gone as (
    delete from public.contact_submissions s where lower(s.email) = person_email
    returning s.notification_claimed_at is not null and s.notified_at is null as is_being_mailed
  )
  select count(*), count(*) filter (where g.is_being_mailed) into requests, mails from gone g;
  if rep.id is not null then
    perform private.erase_rep(rep.id);
  end if;

  done := jsonb_build_object(
    'isCustomer', customer.id is not null, 'isRep', rep.id is not null, 'contactRequests', requests, 'codes', codes,
    'redacted', redacted, 'mailsUnderWay', mails
  );
  perform private.write_audit(
    'person_erased', rep.id, customer.id, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object('erasureId', erasure_id_param) || done
  );
  return jsonb_build_object('outcome', 'erased') || done;
end
$function$;

CREATE OR REPLACE FUNCTION private.erase_rep(rep_id_param uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    is_manager = false, erased_at = coalesce(erased_at, now())
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  -- An erased representative cannot get customers or requests back. A handover that can no longer be undone leaves the
  -- list. It is not called undone: what it moved stays moved. The trail keeps its lines.
  delete from private.handovers where from_rep_id = rep_id_param and undone_at is null;
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

CREATE OR REPLACE FUNCTION private.note_person_read(event_param text, manager_id_param uuid, person_param jsonb, ip_address_param text, user_agent_param text, detail_param jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := (person_param #>> '{representative,id}')::uuid;
  customer_id uuid := (person_param #>> '{customer,id}')::uuid;
  is_stranger boolean := num_nonnulls(rep_id, customer_id) = 0;
  -- A stranger has no id of their own. So the line refers to their newest contact request, or else to their newest code.
  request_id uuid := case when is_stranger then (person_param #>> '{contact_requests,0,id}')::uuid end;
  verification_id uuid := case when is_stranger and request_id is null then (
    select v.id from private.verification_codes v where v.email = person_param ->> 'email'
    order by v.created_at desc limit 1
  ) end;
  -- If only other people's texts mention the person, refer to the first text.
  mention_id uuid := case when is_stranger and num_nonnulls(request_id, verification_id) = 0 then (
    private.mentions_of(person_param ->> 'email', 1) #>> '{texts,0,id}'
  )::uuid end;
  line_detail jsonb := private.done_by(manager_id_param) || detail_param
    || jsonb_strip_nulls(jsonb_build_object(
      'requestId', request_id, 'verificationId', verification_id, 'mentionedIn', mention_id
    ));
begin
  -- An open page reads its person again and again. These readings are one opening.
  if event_param = 'person_opened' and exists (
    select from public.audit_events e
    where e.event = 'person_opened' and e.occurred_at > now() - interval '1 hour'
      and e.sales_rep_id is not distinct from rep_id and e.qualified_lead_id is not distinct from customer_id
      and e.detail = line_detail
  ) then
    return;
  end if;
  perform private.write_audit(
    event_param, rep_id, customer_id, ip_address_param, user_agent_param, line_detail
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.check_verification_code(session_id_param uuid, verification_id_param uuid, code_hash_param text, token_hash_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  code private.verification_codes;
  customer public.qualified_leads;
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;

  -- Counts and decides in one statement. Parallel requests cannot get more than the allowed attempts.
  update private.verification_codes v
  set attempts = v.attempts + 1, used_at = case when v.code_hash = code_hash_param then now() end
  where v.id = verification_id_param and v.sales_rep_id = rep_id
    and v.used_at is null and v.voided_at is null and v.expires_at > now() and v.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    -- The caller repeats a request because its answer was lost. Only the caller can make its token. The same answer is
    -- available until the code would have expired.
    select l.* into customer
    from private.verification_codes v
    join public.qualified_leads l on l.email = v.email and l.qualified_by = v.sales_rep_id
    where v.id = verification_id_param and v.sales_rep_id = rep_id and v.code_hash = code_hash_param
      and v.expires_at > now()
      and l.access_token_hash = token_hash_param and l.is_active and l.revoked_at is null;
    if found then
      return private.issued_link(customer);
    end if;
    perform private.write_audit(
      'code_failed', rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
      ip_address_param, user_agent_param,
      jsonb_build_object('verificationId', verification_id_param, 'wasCompared', code.id is not null)
    );
    return jsonb_build_object('outcome', 'refused');
  end if;

  insert into public.qualified_leads as l (
    email, name, company, qualified_by, access_token_hash, token_expires_at
  )
  values (code.email, code.name, code.company, rep_id, token_hash_param, now() + private.access_link_life())
  on conflict (email) do update set
    name = coalesce(nullif(excluded.name, ''), l.name),
    company = coalesce(nullif(excluded.company, ''), l.company),
    access_token_hash = excluded.access_token_hash,
    token_expires_at = excluded.token_expires_at,
    has_accessed = false, accessed_at = null, is_active = true, revoked_at = null
  where l.qualified_by = excluded.qualified_by
  returning * into customer;
  if customer.id is null then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- The previous link and its sessions end now.
  update public.customer_sessions set ended_at = now(), end_reason = 'replaced'
  where qualified_lead_id = customer.id and ended_at is null;
  perform private.write_audit(
    'link_issued', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('verificationId', code.id, 'expiresAt', customer.token_expires_at)
  );
  return private.issued_link(customer);
end
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_dashboard(filter jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
AS $function$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'), private.current_rep_id());
  answer jsonb;
begin
  perform private.refuse_ended_session();
  -- $1: the filter. $2: the smaller side of its search.
  execute private.fill_in($query$
  with sales as (
    -- Sums by day have no customers: use all of them, or those of the products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback,
      s.sales_count, s.sales_cents, s.commission_cents
    from private.sales_daily_totals s
    where {sums_condition} and (($2).sign is distinct from 1 or s.product_name = any (($1).found_products))
    union all
    -- Sales of the customers of the smaller side, except products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      ($2).sign * count(*), (($2).sign * sum(s.sale_amount))::bigint, (($2).sign * sum(s.commission))::bigint
    from public.sales_records s
    where ($2).sign is not null and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id = any (($2).customers)
    group by 1, 2, 3, 4, 5
    union all
    -- A search by customer never finds a sale without a customer.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      -count(*), -sum(s.sale_amount)::bigint, -sum(s.commission)::bigint
    from public.sales_records s
    where ($2).sign = -1 and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id is null
    group by 1, 2, 3, 4, 5
  ),
  sums as materialized (
    -- The only pass over possibly many rows. All later steps read its small result.
    select
      grouping(s.sale_date) = 0 as is_by_day, grouping(s.product_name) = 0 as is_by_product,
      grouping(s.billing_frequency) = 0 as is_by_frequency, grouping(s.is_clawback) = 0 as is_by_group,
      s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback, min(s.sale_date) as first_day,
      sum(s.sales_count) as sales_count, sum(s.sales_cents) as sales_cents, sum(s.commission_cents) as commission_cents
    from sales s
    group by grouping sets (
      (s.is_cancelled, s.sale_date), (s.is_cancelled, s.product_name), (s.is_cancelled, s.billing_frequency),
      (s.is_cancelled, s.is_clawback, s.sale_date >= (select private.pending_since()))
    )
    -- Subtracting the search's sales may leave nothing.
    having sum(s.sales_count) <> 0
  ),
  parts as materialized (
    select
      u.is_by_group, u.is_by_day, u.is_by_product, u.is_by_frequency, u.sale_date, u.product_name, u.billing_frequency,
      sum(u.sales_count) as sales_count,
      coalesce(sum(u.sales_count) filter (where not u.is_cancelled), 0) as active_count,
      sum(u.sales_cents) as sales_cents,
      coalesce(sum(u.sales_cents) filter (where not u.is_cancelled), 0) as net_sales_cents,
      sum(u.commission_cents) as commission_cents,
      coalesce(sum(u.commission_cents) filter (where not u.is_cancelled), 0) as net_commission_cents
    from sums u
    group by 1, 2, 3, 4, 5, 6, 7
  ),
  commissions as (
    select
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'earned'), 0) as earned_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'pending'), 0) as pending_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'clawback'), 0) as clawback_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'cancelled'), 0) as cancelled_cents,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'earned'), 0) as earned_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'pending'), 0) as pending_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'clawback'), 0) as clawback_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'cancelled'), 0) as cancelled_count
    from (
      select u.sales_count, u.commission_cents, private.commission_group(u.is_cancelled, u.is_clawback, u.first_day) as commission_group
      from sums u where u.is_by_group
    ) g
  ),
  totals as (
    select
      coalesce(sum(u.sales_count), 0) as sales_count,
      coalesce(sum(u.active_count), 0) as active_count,
      coalesce(sum(u.sales_cents), 0) as sales_cents,
      coalesce(sum(u.net_sales_cents), 0) as net_sales_cents,
      coalesce(sum(u.commission_cents), 0) as commission_cents,
      coalesce(sum(u.net_commission_cents), 0) as net_commission_cents
    from parts u where u.is_by_group
  ),
  range as (
    select
      coalesce(($1).day_from, min(u.sale_date)) as first_day,
      coalesce(($1).day_to, case when coalesce(($1).day_from, min(u.sale_date)) is not null
        then greatest(max(u.sale_date), private.utc_today()) end) as last_day
    from parts u where u.is_by_day
  ),
  step as (
    select
      r.first_day, r.last_day, private.series_step(r.first_day, r.last_day) as step
    from range r where r.first_day <= r.last_day
  ),
  buckets as (
    -- Sums first, then joins the series. Joining ten thousand single days with as many points took seconds.
    select
      date_trunc(t.step, u.sale_date::timestamp) as starts_on,
      sum(u.sales_count) as sales_count, sum(u.active_count) as active_count, sum(u.sales_cents) as sales_cents,
      sum(u.net_sales_cents) as net_sales_cents, sum(u.commission_cents) as commission_cents,
      sum(u.net_commission_cents) as net_commission_cents
    from step t cross join parts u
    where u.is_by_day
    group by 1
  ),
  points as (
    select
      p.starts_on::date as starts_on,
      coalesce(b.sales_count, 0) as sales_count,
      coalesce(b.active_count, 0) as active_count,
      coalesce(b.sales_cents, 0) as sales_cents,
      coalesce(b.net_sales_cents, 0) as net_sales_cents,
      coalesce(b.commission_cents, 0) as commission_cents,
      coalesce(b.net_commission_cents, 0) as net_commission_cents
    from step t
    cross join lateral generate_series(
      date_trunc(t.step, t.first_day::timestamp), t.last_day::timestamp, ('1 ' || t.step)::interval
    ) as p (starts_on)
    left join buckets b on b.starts_on = p.starts_on
  ),
  everything as (
    select
      coalesce(sum(d.sales_count), 0) as sales_count,
      coalesce(sum(d.sales_count) filter (where not d.is_cancelled), 0) as active_count,
      coalesce(sum(d.sales_cents), 0) as sales_cents
    from private.sales_daily_totals d where d.sales_rep_id = ($1).sales_rep_id
  ),
  shown as (
    select u.*, jsonb_build_object(
      'sales_count', u.sales_count, 'active_count', u.active_count, 'sales_cents', u.sales_cents,
      'net_sales_cents', u.net_sales_cents, 'commission_cents', u.commission_cents,
      'net_commission_cents', u.net_commission_cents
    ) as shown
    from parts u where u.is_by_product or u.is_by_frequency
  )
  select jsonb_build_object(
    'pending_days', private.commission_pending_days(),
    'today', private.utc_today(),
    'totals', (
      select to_jsonb(t) || to_jsonb(c) || jsonb_build_object('clawed_back_cents', c.cancelled_cents - c.clawback_cents)
      from totals t cross join commissions c
    ),
    'series', jsonb_build_object(
      'step', coalesce((select t.step from step t), 'month'),
      'from', (select t.first_day from step t),
      'to', (select t.last_day from step t),
      'points', (select coalesce(jsonb_agg(to_jsonb(p) order by p.starts_on), '[]'::jsonb) from points p)
    ),
    'by_product', (
      select coalesce(
        jsonb_agg(jsonb_build_object('product_name', u.product_name) || u.shown order by u.sales_cents desc, u.product_name),
        '[]'::jsonb
      )
      from shown u where u.is_by_product
    ),
    'by_billing_frequency', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('billing_frequency', u.billing_frequency) || u.shown order by u.billing_frequency desc
        ),
        '[]'::jsonb
      )
      from shown u where u.is_by_frequency
    ),
    'products', (select coalesce(jsonb_agg(p order by p), '[]'::jsonb) from private.sold_products(($1).sales_rep_id) as p),
    'all_sales_count', (select e.sales_count from everything e),
    'all_active_count', (select e.active_count from everything e),
    'all_sales_cents', (select e.sales_cents from everything e)
  )$query$, jsonb_build_object(
    'condition', private.sales_condition('s.commission < 0'), 'sums_condition', private.sales_condition('s.is_clawback')
  ))
  into answer
  using asked, private.smaller_side(asked);
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_site_events(batch_param jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := private.utc_today();
  new_rows integer := jsonb_array_length(batch_param -> 'events');
  -- Each row repeats what is said of the page.
  new_bytes bigint := octet_length((batch_param -> 'events')::text)
    + new_rows * octet_length((batch_param - 'events')::text)::bigint;
begin
  -- Every batch deletes a bounded number of old rows. So the table stays as small as the traffic of those days.
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
  where d.row_count + excluded.row_count <= private.site_events_max_rows_per_day()
    and d.byte_count + excluded.byte_count <= private.site_events_max_bytes_per_day();
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

CREATE OR REPLACE FUNCTION public.site_event_stats(since_param timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with told as (
    -- A web vital counts for every version that its page was composed of. A failure or error counts for its own version.
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
      -- Every page load has one time to first byte, in every browser. Not every browser has the other metrics.
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

CREATE OR REPLACE FUNCTION public.take_attempt(bucket_param text, limit_param integer, window_seconds_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  counter private.rate_limit_counters;
  is_allowed boolean;
begin
  -- Every call deletes a few stale rows. This keeps the table as small as the traffic.
  delete from private.rate_limit_counters
  where bucket in (
    select c.bucket from private.rate_limit_counters c
    where c.window_ends_at < now() - interval '1 minute' and c.bucket <> bucket_param
    order by c.window_ends_at limit 20
    for update skip locked
  );

  insert into private.rate_limit_counters as c (bucket, attempts, window_ends_at)
  values (bucket_param, 1, now() + make_interval(secs => window_seconds_param))
  on conflict (bucket) do update set
    attempts = case when c.window_ends_at <= now() then 1 else c.attempts + 1 end,
    window_ends_at = case
      when c.window_ends_at <= now() then now() + make_interval(secs => window_seconds_param)
      else c.window_ends_at
    end
  where c.window_ends_at <= now() or c.attempts < limit_param
  returning * into counter;
  is_allowed := found;
  -- A refused attempt is not counted: no call would give it back.
  if not is_allowed then
    select * into counter from private.rate_limit_counters c where c.bucket = bucket_param;
  end if;

  return jsonb_build_object(
    'allowed', is_allowed,
    'retry_after_seconds', greatest(1, ceil(extract(epoch from counter.window_ends_at - now())))::integer
  );
end
$function$;

COMMENT ON COLUMN "private"."manager_codes"."code_hash" IS 'Hex HMAC-SHA256 of the code together with representative, session and id. Only the functions have the key (pepper).';

COMMENT ON COLUMN "private"."sales_rep_credentials"."credential_hash" IS 'Hex HMAC-SHA256 of the normalized sales ID. Only the functions have the key (pepper), never the database.';

COMMENT ON COLUMN "private"."sales_rep_credentials"."label" IS 'Name that an operator gave it, never the sales ID itself.';

COMMENT ON COLUMN "private"."site_counts"."campaign" IS '<utm_source>/<utm_campaign> of the page load''s address. empty: none. other: unreadable, or beyond private.site_counts_max_campaigns_per_day().';

COMMENT ON COLUMN "private"."site_counts"."host_version" IS 'Version of the host that was live. other: any other.';

COMMENT ON COLUMN "private"."site_counts"."page" IS 'Path of a route of the live site. other: any other path.';

COMMENT ON COLUMN "private"."site_events"."value" IS 'Of a web vital: milliseconds. CLS has no unit.';

COMMENT ON COLUMN "private"."verification_codes"."code_hash" IS 'Hex HMAC-SHA256 of the code together with representative, address and id. Only the functions have the key (pepper). Without a key, an attacker with the hash could guess six digits in seconds.';

COMMENT ON COLUMN "public"."sales_records"."commission" IS 'US cents, up to 9 digits of dollars. Negative for a clawback.';

COMMENT ON COLUMN "public"."sales_records"."sale_amount" IS 'US cents, up to 9 digits of dollars. Negative for a clawback.';

COMMENT ON COLUMN "public"."sales_sessions"."expires_at" IS 'private.rep_session_life() after sign-in. Renewing a token does not move it.';

COMMENT ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) IS 'See public.withdraw_consent. The first argument is the manager. Null for an operator.';

COMMENT ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) IS 'Hands customers and open contact requests of one representative to another. Null ids: all of that kind. Returns private.done_handover, {outcome: changed, missing} or {outcome: same_rep | disabled | none | used}. used: another handover has this id. A handover that was undone meanwhile gets the answer of its undo. expected: {customers, requests}, the counts that the caller saw. expected null: not compared. changed: the choice or the counts no longer match, and nothing is written. Links and sessions move with the customers. Private notes stay with their author, and sales with their seller.';

COMMENT ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) IS 'Undoes a handover within private.handovers_undone_within(). Returns private.undone_handover or {outcome: none | too_late}. Reasons why an item does not move back: handed_on, new_link, worked_on or erased. did: what the new representative did, see private.work_on_customer. Private notes need no move: a customer with a new note stays with its author. Repeating it gives the same answer and changes nothing.';

COMMENT ON FUNCTION "private"."apply_mentions_reading"(uuid, text, integer, text, text) IS 'Further texts of other people that mention an address: {outcome: mentioned, mentions} or {outcome: not_found}. mentions: see private.mentions_of, at most 200 after the skipped ones. The trail records it as an opening. The first argument is the manager.';

COMMENT ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) IS 'Replaces the texts of a customer or a contact request if they still equal the values before: {outcome: saved | conflict, stored} or {outcome: not_found}. Texts of a customer: {name, company}. Texts of a contact request: {first_name, last_name, company, phone, job_title}. conflict: someone else changed them first. Then stored holds the current values, and nothing is written. The trail records which fields changed, but no text. The first argument is the manager. Null for an operator.';

COMMENT ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) IS 'All stored data of an address, in any case, for export to a file. Null if there is none. The trail records who exported it. The first argument is the manager. Null for an operator.';

COMMENT ON FUNCTION "private"."apply_person_opening"(uuid, text, text, text) IS 'See public.get_person. The trail records who opened it. The first argument is the manager. Null for an operator.';

COMMENT ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) IS 'Gives a plan a price from now (valid_from null) or from a future instant. amounts: {monthlyCents, annualCents, activationCents}. Null or missing keeps the amount in force at that instant. {outcome: set, valid_from, before, after} or {outcome: unknown_plan | conflict | past | taken | incomplete | unchanged}. version: the private.price_version that the caller saw, null for operators, who skip this check. conflict: the version has changed.';

COMMENT ON FUNCTION "private"."codes_mailed"(private.handovers, text) IS 'Whether the new representative mailed an address a code since a handover: code, or qualified for a code that was used. Null: neither.';

COMMENT ON FUNCTION "private"."current_customer_id"() IS 'Customer of the live session in the request''s token. Null if it has ended, expired, was revoked or is inactive.';

COMMENT ON FUNCTION "private"."current_manager_until"() IS 'Until when the live session in the request''s token may use Operations. Null if it may not.';

COMMENT ON FUNCTION "private"."current_rep_id"() IS 'Representative of the live session in the request''s token. Null if it has ended, expired or its person is disabled.';

COMMENT ON FUNCTION "private"."customer_data"(text, integer) IS 'All stored data of the customer with an address in lower case, without hashes of secrets. Null for an unknown address. The last argument limits each list to its newest entries. Null for all. counts: full lengths of the lists.';

COMMENT ON FUNCTION "private"."end_access"(uuid) IS 'Revokes a customer''s access and ends their sessions. Returns the time. Null if the access was already revoked. The caller writes the trail.';

COMMENT ON FUNCTION "private"."fill_in"(text, jsonb) IS 'Replaces the {words} in a statement with conditions and column names from the schema. It never inserts a value from a caller.';

COMMENT ON FUNCTION "private"."filter_day"(jsonb, text) IS 'A filter''s calendar day. Null if the filter does not set it. Anything else is refused (22023, or 22008 for a day that does not exist).';

COMMENT ON FUNCTION "private"."filter_id"(jsonb, text) IS 'A filter''s id. Null if the filter does not set it. Anything else is refused (22023).';

COMMENT ON FUNCTION "private"."filter_text"(jsonb, text, integer) IS 'A filter''s text up to a maximum length. Null if the filter does not set it. Anything else is refused (22023).';

COMMENT ON FUNCTION "private"."full_names"(text) IS 'The full names, in lower case, that are stored with an address in lower case. Null without one. If a customer or representative has the address, only their names count: anyone can send a contact request with any name. A single word is not a full name: it would match too much.';

COMMENT ON FUNCTION "private"."handover_choice_rows"(uuid, text) IS 'Customers and open contact requests that a representative could hand over and that match a term in lower case. At most 100 customers, by name, and 100 requests, newest first: {customers, requests: [{id, name, email, company}], customer_count, request_count}. The counts include all items. The term does not affect them. Null unless the caller is a manager.';

COMMENT ON FUNCTION "private"."is_last_manager"(uuid) IS 'True if a representative is the only enabled manager. Other callers wait until the end of the transaction.';

COMMENT ON FUNCTION "private"."is_one_line"(text) IS 'True if a text has no control character, line break, invisible character or character that changes the text direction. U+200C and U+200D are allowed because some scripts need them. The functions remove more (shared/src/lib/plain-text.ts). A test compares the two.';

COMMENT ON FUNCTION "private"."jwt_session_id"() IS 'Session id in the request''s token. Null without one, and for tokens of roles other than authenticated. It does not check that the session is live.';

COMMENT ON FUNCTION "private"."known_person"(text, integer) IS 'All stored data of an address in lower case, as in private.person_data. Empty if the address is stored only in texts of other people. Null if it is stored nowhere.';

COMMENT ON FUNCTION "private"."last_contact_request_change"(uuid) IS 'The latest change of a contact request, from the trail: {by, occurred_at, changes: [{field, before, after}]}. Null when there was none. by: null for an operator. For a note, it only says that the note changed.';

COMMENT ON FUNCTION "private"."last_price_change"(text) IS 'The latest change of a plan''s prices, from the trail: {event, by, name, occurred_at, valid_from}. Null when there was none.';

COMMENT ON FUNCTION "private"."last_rep_change"(uuid) IS 'The latest change of a representative, from the trail: {by, occurred_at}. Null without one. by: null for an operator.';

COMMENT ON FUNCTION "private"."live_manager_id"(uuid) IS 'Manager of a session that may use Operations. Null if it may not. Like private.current_manager_until(), for a session id from a function.';

COMMENT ON FUNCTION "private"."live_rep_id"(uuid) IS 'Representative of a session. Null if it is not live. Like private.current_rep_id(), for a session id from a function.';

COMMENT ON FUNCTION "private"."lock_plan"(text) IS 'Id of a plan. Null for an unknown plan. Locks the plan until the end of the transaction, so changes of one plan run one after the other.';

COMMENT ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) IS 'A plan with its prices at an instant: {slug, name, is_enterprise, version, in_force, scheduled, ended}. scheduled: the next 100, soonest first. ended: the latest 100, latest first. A price: {valid_from, monthly_cents, annual_cents, activation_cents, set_by: {by, name, occurred_at}}, US cents. set_by comes from the trail. It is null for the first price, which comes from the catalogue.';

COMMENT ON FUNCTION "private"."manager_refusal"(uuid) IS 'The reason why a session may not use Operations, {outcome: unauthenticated | forbidden}. Null if it may.';

COMMENT ON FUNCTION "private"."mention_words"(text) IS 'Words of an address in lower case and of its full names. A text with the address contains all words of all_of. A text with one of the full names contains one word of any_of. all_of is empty if words cannot tell: then any text may contain them.';

COMMENT ON FUNCTION "private"."mentions_of"(text, integer, integer) IS 'Texts of other people that contain an address in lower case or its full names: {count, by_name_count, name_count, texts: [{kind, id, owner_email, field, text, has_address, has_name}]}. The counts are of all texts. The second argument limits the listed ones, each cut to 300 characters. The third skips the first ones. by_name_count: texts with the name only. name_count: with the name.';

COMMENT ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) IS 'Chosen customers and contact requests that a representative cannot hand over: at most 20 of {kind, id, name, with}. The reason: they belong to someone else, are closed or no longer exist. name and with are null if the item no longer exists. with is also null if it is not assigned.';

COMMENT ON FUNCTION "private"."name_pattern"(text) IS 'A regular expression that matches private.full_names of an address in lower case. Null without one.';

COMMENT ON FUNCTION "private"."note_list_export"(uuid, text, jsonb, integer, text, text) IS 'Adds a line to the trail: who exported how many rows of a list, with which filter. The first argument is the manager. Null for an operator.';

COMMENT ON FUNCTION "private"."note_person_read"(text, uuid, jsonb, text, text, jsonb) IS 'Adds a line to the trail: who opened or exported the data of a person as private.known_person returns it. The line has ids, but no text of the person. Opening the same person again within an hour adds no line. The second argument is the manager. Null for an operator.';

COMMENT ON FUNCTION "private"."person_data"(text, integer) IS 'All stored data of an address in lower case: {email, customer, representative, contact_requests, codes}. Null if there is none. Never a secret or a hash of one. The last argument limits each list to its newest entries. Null for all.';

COMMENT ON FUNCTION "private"."person_texts"(jsonb) IS 'The texts that can be corrected in a customer or a contact request, {kind, id}. Null if it does not exist.';

COMMENT ON FUNCTION "private"."price_in_force"(uuid, timestamp with time zone) IS 'The price of a plan at an instant. Null when it has no price by then.';

COMMENT ON FUNCTION "private"."read_cursor"(text, text, regtype) IS 'The position in a cursor of at most 4000 characters. Null without a cursor. A cursor for another order or with a value of another type is refused (22023). key_type: type of the sort column.';

COMMENT ON FUNCTION "private"."redact_mentions"(text, boolean) IS 'Replaces an address in lower case with [erased] in the texts of other people. Optionally replaces its full names in their prose too. Returns the number of changed requests, notes, customers, codes and accounts. Call it while the names are still stored.';

COMMENT ON FUNCTION "private"."rep_data"(text, integer) IS 'The account of the representative with an address in lower case, without hashes of secrets. Null for an unknown address. The last argument limits each list to its newest entries. Null for all. counts: full lengths of the lists, and the number of actions for other people.';

COMMENT ON FUNCTION "private"."rep_rows"(uuid[]) IS 'Representatives in the order of the given ids. Each row has the numbers of customers, open access links, open contact requests and live sessions.';

COMMENT ON FUNCTION "private"."rep_session_life"() IS 'How long a representative stays signed in. Renewing a token does not move it. A customer''s session ends with the access link.';

COMMENT ON FUNCTION "private"."rep_texts"(uuid) IS 'The editable values of a representative: {name, email, isManager}. Null for an unknown id.';

COMMENT ON FUNCTION "private"."sales_id_since"(uuid) IS 'When the latest valid sales ID of a representative was made. Null without one.';

COMMENT ON FUNCTION "private"."search_term"(jsonb) IS 'A filter''s search term in lower case. Null if there is none. A value that is not a text or has more than 200 characters is refused (22023).';

COMMENT ON FUNCTION "private"."text_list"(jsonb, text, text[]) IS 'A filter''s list of at most 50 allowed texts of at most 100 characters. Null if the filter does not set it. Anything else is refused (22023).';

COMMENT ON FUNCTION "private"."texts_of_others"(text) IS 'Typed texts in the data of other people that may contain an address in lower case or its full names. Also accounts of representatives that once had the address. is_prose: the text may name a third person. In other texts only the address counts as a mention.';

COMMENT ON FUNCTION "private"."trail_of"(uuid, uuid, integer) IS 'Lines of the trail about a customer or a representative''s own account, newest first. The last argument limits their number. Null for all.';

COMMENT ON FUNCTION "private"."undone_handover"(private.handovers) IS 'Result of undoing a handover: {outcome: undone, id, count, requests, kept: [{kind, id, reason, did, name, with}]}. name: null or empty if erased. with: the current representative. Null if not assigned.';

COMMENT ON FUNCTION "public"."begin_customer_session"(text, text, text, text, jsonb) IS 'Starts a session for the customer whose access token has this hash, and records that prices are shown. The session ends with the token. Returns null for an unknown, expired or revoked token, counted at the limits [{bucket, attempts, window_seconds}]. If a limit is reached, returns {kind: limited, retry_after_seconds} without any comparison. is_rep_to_be_mailed: true for the first opening of the link if the representative wants a mail.';

COMMENT ON FUNCTION "public"."begin_rep_session"(text, text, text, text, jsonb) IS 'Starts a session for the representative whose credential has this hash. Returns null for an unusable credential, counted at the limits [{bucket, attempts, window_seconds}]. If a limit is reached, returns {kind: limited, retry_after_seconds} without any comparison.';

COMMENT ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) IS 'What browsers saw of a canary and of the live version since the canary''s first report, but not before since_param. One cell per 10 minutes, path and version. path: the 50 busiest, null for all others. A cell: views, reports of failures and of errors, and minutes in which only this version had one. Also count, sum and sum of squares of ln(LCP in ms).';

COMMENT ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) IS 'Adds or changes a representative for a manager''s session. change: {action: add, name, email, isManager}, {action: edit, repId, before, after}, {action: disable | enable, repId}, {action: rotate, repId, salesIdSince} or {action: end_sessions, repId, sessionId}. {outcome: added, id}, {outcome: edited | enabled}, {outcome: disabled | rotated | ended, ended_sessions}, {outcome: conflict, rep, last_change} or {outcome: unauthenticated | forbidden | not_found | exists | last_manager | used | erased}. erased: the account was erased for good, and nothing is written. credential_hash: hash of the new sales ID, for actions that make one. used: this sales ID was made before and is void, or belongs to someone else. Then nothing is written. conflict: someone else changed the representative first, and nothing is written. The manager''s own session stays, unless they disable themselves. Repeating a change has no further effect.';

COMMENT ON FUNCTION "public"."discard_sales_import"(uuid) IS 'Cancels an import and deletes its rows. False if it was committed or is unknown.';

COMMENT ON FUNCTION "public"."edit_customer"(uuid, uuid, jsonb, jsonb, text, text) IS 'Replaces {name, company, note} of a customer if they still equal the values before: {outcome: saved | conflict, customer} or {outcome: unauthenticated | not_found}. note: the representative''s private note. conflict: someone else changed them first. Then customer holds the stored values, and nothing is written. The trail records which fields changed, but no text.';

COMMENT ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) IS 'Corrects name and address of a representative. Returns edited, or changes nothing and returns exists or erased. exists: another representative has that address. Sales ID, sessions and customers stay.';

COMMENT ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) IS 'Lets a disabled representative sign in again with one new sales ID. The old ones stay void. Returns enabled, or changes nothing and returns not_disabled or erased. Repeating it with the same hash changes nothing and returns enabled.';

COMMENT ON FUNCTION "public"."end_session"(text, text, text, text) IS 'Ends the session whose refresh secret has this hash. False if no live session has it. Repeating it changes nothing.';

COMMENT ON FUNCTION "public"."erase_person"(text, boolean) IS 'Erases all personal data of an address, in any case: {outcome: erased, isCustomer, isRep, contactRequests, codes, redacted, mailsUnderWay} or {outcome: not_found | rep_is_enabled | rep_has_customers, customers}. Sales and their figures stay. The trail keeps its events, without IP address and browser. redacted: texts of other people from which the address, and optionally the full name, was removed. mailsUnderWay: mails to the team that may be in progress now. No further mail is sent. A representative must be disabled and have no customers.';

COMMENT ON FUNCTION "public"."export_person"(text) IS 'All stored data of one address, in any case: {email, exported_at, customer, representative, contact_requests, codes}. Null if there is none. Never a secret or a hash of one. For operators. The trail records each export.';

COMMENT ON FUNCTION "public"."export_sales"(uuid, date, uuid, integer) IS 'Sales of a representative after a day and id, newest first, at most 5000, as stage_sales takes them. For operators. US cents.';

COMMENT ON FUNCTION "public"."find_verification_email"(uuid, uuid) IS 'Address of a code in any state. Null unless the session''s representative requested the code.';

COMMENT ON FUNCTION "public"."get_audit_people"(text) IS 'Representatives and customers whose name or address contains a text of at most 200 characters, in any case: [{id, kind, name, email}], the first 10 of each kind, sorted by address. An empty text finds no person. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) IS 'One page of the whole trail: lines that match a filter {person, event, from, to}, newest first: {rows, has_more, next_after, person, now}. filter.person: id of the representative or customer who acted or was affected. from, to: UTC days. person: {id, kind, name, email} of the person in the filter. Null if erased or not given. 1 to 100 rows. public.export_list hands out more and writes a line. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_contact_requests"(jsonb, text, integer, text) IS 'One page of the contact requests that match a filter: {rows, has_more, next_after, counts, now}. filter: {statuses, assigned, search, source, project_type, campaign, page, from, to, quarantined, request_id, unsent}. Sorted by the time they were sent, newest first unless direction is asc. Requests in quarantine are returned only if quarantined is true or request_id is given. unsent true: only requests whose mail to the team failed. counts: counts of all requests. The filter does not affect them. 1 to 100 rows. public.export_list hands out more and writes a line of the trail. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_customer_openings"(timestamp with time zone) IS 'Links of the caller''s customers that were opened since an instant of server time, newest first: {openings, now, next_since}. At most 50, and at most one day back. None for null. Pass next_since in the next call. It lies 5 seconds back, so an opening may be returned twice with the same id, but none is missed.';

COMMENT ON FUNCTION "public"."get_customers"(jsonb, integer, text) IS 'One page of the customers that the caller qualified and that match a filter {statuses, search, lead_id}, newest link first: {rows, has_more, next_after, counts, now}. The status is the first of private.customer_statuses() that applies: revoked, expired, expiring (ends within private.access_link_expiring_within()), active (a live session), opened, issued. extension_seconds: how long an extended link works, from the time of the extension. Openings count for the current link, prices_seen for all links. counts: counts of all the caller''s customers. The filter does not affect them. 1 to 100 rows.';

COMMENT ON FUNCTION "public"."get_handovers"() IS 'The latest handovers: {rows, now}. See private.recent_handovers. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_lead_by_id"(uuid) IS 'One qualified customer with name and address of the representative who qualified them, for that representative or the customer. Otherwise no row. It never returns the token''s hash.';

COMMENT ON FUNCTION "public"."get_manager_access"() IS 'Whether the caller is a manager, and until when this session may use Operations: {is_manager, manager_until, now}. manager_until: null without a code or after its time. An ended session gets 401. A customer gets null.';

COMMENT ON FUNCTION "public"."get_person"(text) IS 'Stored data of one address, in any case, and its mentions in other data: {person, mentions, now}. Null if there is none. Each list holds the newest 50 entries. For operators, to look at. The trail records each opening, once an hour. public.export_person makes a file.';

COMMENT ON FUNCTION "public"."get_plan_prices"() IS 'Prices in force of all plans in US cents, in plan order. Empty for callers without access to prices. For a caller with access, each plan without a price in force is logged.';

COMMENT ON FUNCTION "public"."get_product_description"(text) IS 'Description of the plan with that name. No row for an unknown plan. Public, and without prices.';

COMMENT ON FUNCTION "public"."get_rep_settings"() IS 'The caller''s own settings: {mail_on_opening}. An ended session gets 401. A customer gets null.';

COMMENT ON FUNCTION "public"."get_reps"(jsonb, integer, text) IS 'One page of the representatives that match a filter {state, search, sales_rep_id}, by name: {rows, has_more, next_after, counts, now}. state: enabled, disabled or managers, who are enabled. counts: counts of all representatives. The filter does not affect them. 1 to 1000 rows. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_sale_explanation"(uuid) IS 'Explains the figures of one of the caller''s own sales: commission divided by amount (null for an amount of zero), commission group, and end of the pending time. For each figure of the dashboard: whether the sale counts, what it adds (US cents, or a count for active_count) and why. Any other id is not found (404).';

COMMENT ON FUNCTION "public"."get_sales_dashboard"(jsonb) IS 'Figures of the caller''s own sales that match a filter: totals, series without gaps, sums by product and by billing frequency. filter: {from, to, products, billing_frequencies, statuses, commission_groups, search}. get_sales_table lists the same sales. US cents, exact. commission_cents = earned_cents + pending_cents + clawback_cents + cancelled_cents. Zeros without a live session. An invalid filter is refused (22023).';

COMMENT ON FUNCTION "public"."get_sales_records_by_rep"(uuid) IS 'The 1000 newest sales of a representative, amounts in US cents. No rows unless the caller is that representative.';

COMMENT ON FUNCTION "public"."get_sales_representative"(uuid) IS 'The caller''s own row as a representative. No row for any other id.';

COMMENT ON FUNCTION "public"."get_sales_sessions"(integer) IS 'The caller''s own sign-ins, live and ended, newest first, 1 to 100 rows. An ended session gets 401. A customer gets no rows.';

COMMENT ON FUNCTION "public"."get_sales_table"(jsonb, text, text, integer, text) IS 'One page of the caller''s own sales that match a filter, each with its customer: {rows, has_more, next_after}. get_sales_dashboard sums up the same sales. sort: sale_date, amount, commission, customer, product or status. direction: asc or desc. after: next_after of the page before. 1 to 1000 rows. US cents. No rows without a live session. Invalid input is refused (22023).';

COMMENT ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) IS 'Hands over, or undoes a handover, for a manager''s session: {action: hand_over, handoverId, fromRepId, toRepId, customerIds, requestIds} or {action: undo, handoverId}. To hand over all, the caller sends expected instead of the ids. Returns the answer of private.apply_handover or private.apply_handover_undo, or {outcome: unauthenticated | forbidden}. The caller chooses the id. Repeating a request with the same id gives the same answer and changes nothing.';

COMMENT ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) IS 'Hands customers and open contact requests of one representative to another, for operators: all of them, or those with the given addresses and ids. Returns the answer of private.apply_handover or {outcome: not_found, email}.';

COMMENT ON FUNCTION "public"."list_prices"() IS 'Every past, current and scheduled price of every plan, in US cents. Oldest first within a plan. A price that is neither in force nor scheduled has ended.';

COMMENT ON FUNCTION "public"."record_site_events"(jsonb) IS 'Keeps one page''s events, all or none: {composition_id, versions, path, events: [{kind, …}]}. Returns how many, or 0 when the day is full: private.site_events_max_rows_per_day() or private.site_events_max_bytes_per_day(). Deletes at most 1000 rows older than private.site_events_kept_days().';

COMMENT ON FUNCTION "public"."renew_session"(text) IS 'The live session whose refresh secret has this hash, with its person. Null without one. It changes nothing, so two tabs may call it at once.';

COMMENT ON FUNCTION "public"."run_retention"(boolean) IS 'Removes data that is older than its retention period and returns [{kind, kept_days, removed}] for every kind. The trail records each run. A dry run removes and records nothing. It returns what a run would remove now.';

COMMENT ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) IS 'Gives a representative the manager role, or removes it together with the Operations access of their sessions. Returns set, or changes nothing and returns erased or last_manager. last_manager: no other representative is an enabled manager. Repeating it changes nothing. manager_id: the caller. Null for an operator, here and below.';

COMMENT ON FUNCTION "public"."site_errors"(text, timestamp with time zone) IS 'The 50 most frequent errors in use of one application since then. Each has: fingerprint, version, where thrown, class, stack and components in published scripts. times: how many page loads reported it. paths: on which pages, 5 at most.';

COMMENT ON FUNCTION "public"."site_event_stats"(timestamp with time zone) IS 'What browsers saw since then, one object per application and version: views (page loads), failures, errors in use, p75 of each metric in ms, first and last seen. CLS has no unit. p75 null: no browser reported the metric. By application, the version seen last first.';

COMMENT ON FUNCTION "public"."site_figures"(integer) IS 'Sums of the last days of UTC, today included: {first_day, last_day, parts: [{part, name, counts: {what: count}}]}. part: days, pages, sources, campaigns, versions (name: <application> <version>). It returns all days, and the 100 with most views of each other part.';

COMMENT ON FUNCTION "public"."start_manager_code"(uuid, uuid, text) IS 'Stores a new code for a manager''s session, valid for private.code_life(), and voids the previous code: {outcome: started, expires_at, valid_for_seconds, resend_after_seconds, max_attempts, rep} or {outcome: unauthenticated | forbidden | too_soon, retry_after_seconds}. forbidden: not a manager. too_soon: private.code_resend_pause() has not passed.';

COMMENT ON FUNCTION "public"."start_verification"(uuid, uuid, text, text, text, text) IS 'Stores a new code for a customer, valid for private.code_life(), and voids the previous code: {outcome: started, expires_at, valid_for_seconds, resend_after_seconds, max_attempts, rep} or {outcome: unauthenticated | forbidden | too_soon, retry_after_seconds}. forbidden: another representative''s customer. too_soon: private.code_resend_pause() has not passed.';

COMMENT ON TABLE "public"."product_prices" IS 'Past, current and scheduled prices of the plans. The price in force is the latest one that has begun. A live representative or customer reads prices that have begun. A manager reads all prices.';

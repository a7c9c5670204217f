-- Purpose: warn for each plan without a price, report moved features, and define daily limits in one place.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.catalogue_differences(catalogue_param jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with wanted as (
    select p.plan ->> 'slug' as slug, t.thing, t.value
    from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
    cross join lateral (
      values ('plan', p.plan ->> 'slug'), ('name', p.plan ->> 'name'), ('description', p.plan ->> 'description'),
        ('position', p.place::text), ('isPopular', p.plan ->> 'isPopular'), ('isEnterprise', p.plan ->> 'isEnterprise')
      union all
      select t.thing, t.value
      from jsonb_array_elements(p.plan -> 'features') with ordinality f (feature, place)
      cross join lateral (values
        (format('feature "%s"', f.feature ->> 'name'), f.feature ->> 'limit'),
        (format('position of feature "%s"', f.feature ->> 'name'), f.place::text)
      ) t (thing, value)
    ) t (thing, value)
  ),
  held as (
    select d.slug, t.thing, t.value, t.whole
    from public.products d
    cross join lateral (
      values ('plan', d.slug, null), ('name', d.name, 'plan'), ('description', d.description, 'plan'),
        ('position', d.position::text, 'plan'), ('isPopular', d.is_popular::text, 'plan'),
        ('isEnterprise', d.is_enterprise::text, 'plan')
      union all
      select t.thing, t.value, t.whole
      from public.product_features f
      cross join lateral (values
        (format('feature "%s"', f.feature_name), f.limit_value, 'plan'),
        (format('position of feature "%s"', f.feature_name), f.position::text, format('feature "%s"', f.feature_name))
      ) t (thing, value, whole)
      where f.product_id = d.id
    ) t (thing, value, whole)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('plan', h.slug, 'thing', h.thing, 'in_database', h.value, 'in_catalogue', w.value)
      order by h.slug, h.thing
    ),
    '[]'::jsonb
  )
  from held h
  left join wanted w on w.slug = h.slug and w.thing = h.thing
  where h.value is distinct from w.value
    -- A plan or feature that the catalogue lacks is one difference, not one for each of its parts.
    and (h.whole is null or exists (select from wanted k where k.slug = h.slug and k.thing = h.whole))
$function$;

CREATE OR REPLACE FUNCTION private.end_of_today()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (private.utc_today() + 1)::timestamp at time zone 'UTC'
$function$;

CREATE OR REPLACE FUNCTION private.failed_mails_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 30
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
  -- A stranger has no id of their own, so the line refers to their newest contact request, or else to their newest code.
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
        where v.valid_from > now() and v.valid_from <= now() + make_interval(days => private.price_changes_soon_days())
        order by v.valid_from, p.position limit 50
      ) c
    ),
    'release_failures', private.todays_release_failures(),
    'recent_days', private.requests_recent_days(),
    'soon_days', private.price_changes_soon_days(),
    'day', private.utc_today(),
    'now', now()
  )
$function$;

CREATE OR REPLACE FUNCTION private.site_counts_max_campaigns_per_day()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 50
$function$;

CREATE OR REPLACE FUNCTION private.site_counts_max_per_day()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 1000000
$function$;

CREATE OR REPLACE FUNCTION private.site_counts_max_rows_per_day()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 20000
$function$;

CREATE OR REPLACE FUNCTION private.site_events_max_bytes_per_day()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 64 * 1024 * 1024
$function$;

CREATE OR REPLACE FUNCTION private.site_events_max_rows_per_day()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 200000
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
    where f.day >= (select private.utc_today()) - 1
    group by f.mail
  )
  select coalesce(jsonb_agg(to_jsonb(f) order by f.last_failed_at desc, f.mail), '[]') from failed f
$function$;

CREATE OR REPLACE FUNCTION private.todays_requests()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with waiting as (
    select
      (select private.utc_today()) - (s.created_at at time zone 'UTC')::date as days, s.created_at
    from public.contact_submissions s
    where s.status = 'new' and s.quarantined_at is null
  )
  select jsonb_build_object(
    'today', count(*) filter (where w.days <= 0),
    'recent', count(*) filter (where w.days between 1 and private.requests_recent_days()),
    'older', count(*) filter (where w.days > private.requests_recent_days()),
    'oldest_at', min(w.created_at)
  )
  from waiting w
$function$;

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
  -- Anybody can invent paths, so the answer names only a few.
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

CREATE OR REPLACE FUNCTION public.change_rep_by_manager(session_id_param uuid, change_param jsonb, credential_hash_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := (change_param ->> 'repId')::uuid;
  manager_id uuid;
begin
  perform private.lock_reps(array[rep_id]);
  -- Checked here, after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.live_manager_id(session_id_param);
  if manager_id is null then
    return jsonb_build_object('outcome', case
      when private.live_rep_id(session_id_param) is null then 'unauthenticated' else 'forbidden'
    end);
  end if;
  if change_param ->> 'action' = 'add' then
    -- If the address is taken, say so.
    if private.is_spent_sales_id(credential_hash_param, null) and not exists (
      select from public.sales_representatives r where r.email = lower(change_param ->> 'email')
    ) then
      return jsonb_build_object('outcome', 'used');
    end if;
    return public.add_rep(
      change_param ->> 'name', change_param ->> 'email', credential_hash_param, (change_param ->> 'isManager')::boolean,
      manager_id, ip_address_param, user_agent_param
    );
  end if;
  if not exists (select from public.sales_representatives r where r.id = rep_id) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if change_param ->> 'action' in ('edit', 'enable', 'rotate') and private.is_erased_rep(rep_id) then
    return jsonb_build_object('outcome', 'erased');
  end if;
  case change_param ->> 'action'
    when 'edit' then
      return private.edit_rep_by_manager(
        rep_id, change_param -> 'before', change_param -> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'disable' then
      return public.disable_rep(rep_id, manager_id, ip_address_param, user_agent_param);
    when 'enable' then
      return case
        when private.is_spent_sales_id(credential_hash_param, rep_id) and exists (
          select from public.sales_representatives r where r.id = rep_id and r.disabled_at is not null
        ) then jsonb_build_object('outcome', 'used')
        when public.enable_rep(rep_id, credential_hash_param, manager_id, ip_address_param, user_agent_param) = 'enabled'
          then jsonb_build_object('outcome', 'enabled')
        else private.rep_conflict(rep_id) end;
    when 'rotate' then
      return private.rotate_sales_id_by_manager(
        rep_id, (change_param ->> 'salesIdSince')::timestamptz, credential_hash_param, manager_id, session_id_param,
        ip_address_param, user_agent_param
      );
    when 'end_sessions' then
      return jsonb_build_object('outcome', 'ended', 'ended_sessions', public.end_rep_sessions(
        rep_id, manager_id, (change_param ->> 'sessionId')::uuid, session_id_param, ip_address_param, user_agent_param
      ));
    else
      raise exception 'unknown action: "%"', left(change_param ->> 'action', 50)
        using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_plan_prices()
 RETURNS TABLE(product_slug text, monthly_cents integer, annual_cents integer, activation_cents integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  plan record;
begin
  perform private.refuse_ended_session();
  -- Asked first, so that an anonymous caller gets an empty list without a right on the prices table.
  if not private.may_see_prices() then
    return;
  end if;
  for plan in
    select p.slug, p.is_enterprise, c.product_id is not null as has_price,
      c.monthly_cents, c.annual_cents, c.activation_cents
    from public.products p cross join lateral private.price_in_force(p.id, now()) c
    order by p.position
  loop
    if plan.has_price then
      product_slug := plan.slug;
      monthly_cents := plan.monthly_cents;
      annual_cents := plan.annual_cents;
      activation_cents := plan.activation_cents;
      return next;
    elsif not plan.is_enterprise then
      raise warning 'get_plan_prices: plan "%" has no price in force; run ops catalogue load or ops price set', plan.slug;
    end if;
  end loop;
  if not found then
    raise warning 'get_plan_prices: the catalogue holds no plan; run ops catalogue load';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_product_features(product_name_param text)
 RETURNS TABLE(feature_name text, limit_value text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_over('product_name_param', char_length(product_name_param), 100);
  select f.feature_name, f.limit_value
  from public.product_features f join public.products p on p.id = f.product_id
  where p.name = product_name_param
  order by f.position, f.feature_name
$function$;

CREATE OR REPLACE FUNCTION public.load_catalogue(catalogue_param jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken record;
  plans_added integer;
  features_added integer;
  prices_added integer;
begin
  -- Two loads at once would both find nothing.
  lock table public.products in share row exclusive mode;
  select t.* into taken from private.taken_places(catalogue_param) t limit 1;
  if found then
    return jsonb_build_object('outcome', 'taken') || to_jsonb(taken);
  end if;
  with plans as (
    select p.plan, p.place from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
  )
  insert into public.products (slug, name, description, position, is_popular, is_enterprise)
  select plan ->> 'slug', plan ->> 'name', plan ->> 'description', place,
    (plan ->> 'isPopular')::boolean, (plan ->> 'isEnterprise')::boolean
  from plans
  on conflict (slug) do nothing;
  get diagnostics plans_added = row_count;

  insert into public.product_features (product_id, feature_name, limit_value, position)
  select d.id, f.feature ->> 'name', f.feature ->> 'limit', f.place
  from jsonb_array_elements(catalogue_param -> 'plans') p (plan)
  join public.products d on d.slug = p.plan ->> 'slug'
  cross join lateral jsonb_array_elements(p.plan -> 'features') with ordinality f (feature, place)
  on conflict (product_id, feature_name) do nothing;
  get diagnostics features_added = row_count;

  -- Add a price only to a plan that never had one. Never replace a price.
  insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents)
  select d.id, (p.plan #>> '{price,monthlyCents}')::integer, (p.plan #>> '{price,annualCents}')::integer,
    (p.plan #>> '{price,activationCents}')::integer
  from jsonb_array_elements(catalogue_param -> 'plans') p (plan)
  join public.products d on d.slug = p.plan ->> 'slug'
  where not exists (select from public.product_prices c where c.product_id = d.id);
  get diagnostics prices_added = row_count;

  if plans_added + features_added + prices_added > 0 then
    perform private.write_audit(
      'catalogue_loaded', null, null, null, null,
      jsonb_build_object('plans', plans_added, 'features', features_added, 'prices', prices_added)
    );
  end if;
  return jsonb_build_object(
    'outcome', 'loaded', 'plans_added', plans_added, 'features_added', features_added, 'prices_added', prices_added,
    'differences', private.catalogue_differences(catalogue_param)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.note_failed_mail(mail_param text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := private.utc_today();
  counted integer;
begin
  delete from private.failed_mails f where f.day < today - private.failed_mails_kept_days();
  insert into private.failed_mails as f (day, mail, count, last_failed_at) values (today, mail_param, 1, now())
  on conflict (day, mail) do update set count = f.count + 1, last_failed_at = now()
  returning f.count into counted;
  return counted;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_site_counts(batch_param jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := private.utc_today();
  key record;
  new_counts integer := jsonb_array_length(batch_param -> 'counts');
begin
  -- Batches of a day wait for this row, so that the limits below hold for batches that come at once.
  insert into private.site_event_days as d (day, row_count, byte_count, counted) values (today, 0, 0, new_counts)
  on conflict (day) do update set counted = d.counted + excluded.counted
  where d.counted + excluded.counted <= private.site_counts_max_per_day();
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
    ) >= private.site_counts_max_campaigns_per_day()
  then
    key.campaign := 'other';
  end if;
  -- Of known pages and versions a day never has so many rows. The last ones go where few rows are possible.
  if not exists (
    select from private.site_counts c
    where c.day = today and c.page = key.page and c.source = key.source and c.campaign = key.campaign
      and c.host_version = key.host_version and c.marketing_version = key.marketing_version
  ) and (
    select count(*) from private.site_counts c where c.day = today
  ) >= private.site_counts_max_rows_per_day() then
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
      -- Anybody can invent paths, so the answer names only a few.
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

CREATE OR REPLACE FUNCTION public.site_figures(days_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with period as (
    select
      private.utc_today() as last_day,
      private.utc_today() - least(greatest(days_param, 1), private.site_counts_kept_days()) + 1 as first_day
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

COMMENT ON COLUMN "private"."site_counts"."campaign" IS '<utm_source>/<utm_campaign> of the page load''s address; empty: none; other: unreadable, or beyond private.site_counts_max_campaigns_per_day().';

COMMENT ON FUNCTION "private"."failed_mails_kept_days"() IS 'Days for which the counts of failed mails are kept.';

COMMENT ON FUNCTION "private"."site_counts_max_campaigns_per_day"() IS 'Campaigns that are counted by name in one UTC day. Further ones count as other.';

COMMENT ON FUNCTION "private"."site_counts_max_per_day"() IS 'Counts of visits that all browsers together can add in one UTC day.';

COMMENT ON FUNCTION "private"."site_counts_max_rows_per_day"() IS 'Rows of counts in one UTC day after which a new page, campaign or version counts as other.';

COMMENT ON FUNCTION "private"."site_events_max_bytes_per_day"() IS 'Bytes of site events, as JSON, that all browsers together can add in one UTC day.';

COMMENT ON FUNCTION "private"."site_events_max_rows_per_day"() IS 'Rows of site events that all browsers together can add in one UTC day.';

COMMENT ON FUNCTION "private"."utm_text"(jsonb) IS 'Campaign parameters as in a link. JSON punctuation is not typed text, so a search must not match it.';

COMMENT ON FUNCTION "public"."get_plan_prices"() IS 'Prices in force of all plans in US cents, in plan order; empty for callers without access to prices. For a caller with access, each plan without a price in force is logged, except Enterprise.';

COMMENT ON FUNCTION "public"."get_product_features"(text) IS 'Features of the plan with that name, in display order. Features with the same position are in alphabetical order. Empty for an unknown plan. Public, and without prices.';

COMMENT ON FUNCTION "public"."note_failed_mail"(text) IS 'Counts a mail that the mail server did not accept. Returns how many mails of this kind failed on the current UTC day. Deletes counts older than private.failed_mails_kept_days().';

COMMENT ON FUNCTION "public"."record_site_counts"(jsonb) IS 'Adds to the sums of the day: {page, source, campaign, host_version, marketing_version, counts: [what, …]}. false, and nothing added, when the day is full: private.site_counts_max_per_day(). Campaigns beyond private.site_counts_max_campaigns_per_day() are other. From private.site_counts_max_rows_per_day() on, new pages and versions are too.';

COMMENT ON FUNCTION "public"."record_site_events"(jsonb) IS 'Keeps one page''s events, all or none: {composition_id, versions, path, events: [{kind, …}]}. Says how many; 0 when the day is full: private.site_events_max_rows_per_day() or private.site_events_max_bytes_per_day(). Takes at most 1000 rows older than private.site_events_kept_days() away.';

COMMENT ON TABLE "private"."failed_mails" IS 'How many mails of each kind failed on each UTC day, kept for private.failed_mails_kept_days(). It contains no address.';

REVOKE ALL ON FUNCTION "private"."failed_mails_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."failed_mails_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."failed_mails_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."failed_mails_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."failed_mails_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."site_counts_max_campaigns_per_day"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."site_counts_max_campaigns_per_day"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."site_counts_max_campaigns_per_day"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_counts_max_campaigns_per_day"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_counts_max_campaigns_per_day"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."site_counts_max_per_day"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."site_counts_max_per_day"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."site_counts_max_per_day"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_counts_max_per_day"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_counts_max_per_day"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."site_counts_max_rows_per_day"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."site_counts_max_rows_per_day"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."site_counts_max_rows_per_day"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_counts_max_rows_per_day"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_counts_max_rows_per_day"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."site_events_max_bytes_per_day"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."site_events_max_bytes_per_day"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."site_events_max_bytes_per_day"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_events_max_bytes_per_day"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_events_max_bytes_per_day"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."site_events_max_rows_per_day"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."site_events_max_rows_per_day"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."site_events_max_rows_per_day"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_events_max_rows_per_day"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_events_max_rows_per_day"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."utc_today"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."utc_today"() TO "service_role";

-- What the marketing team wants to know: how often pages were visited, and what came of it. Only sums of a day.

create table private.site_counts (
  day date not null,
  page text not null check (page = 'other' or page ~ '^/[a-z0-9/-]{0,99}$'),
  source text not null check (source in ('direct', 'search', 'social', 'website', 'internal')),
  campaign text not null check (campaign ~ '^[a-z0-9._/-]{0,81}$'),
  host_version text not null check (host_version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  marketing_version text not null check (marketing_version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  what text not null check (what in (
    'visit', 'view', 'form-opened', 'form-begun', 'form-sent', 'demo-booked', 'prices-seen'
  )),
  count integer not null check (count > 0),
  primary key (day, page, source, campaign, host_version, marketing_version, what)
);
comment on table private.site_counts is
  'How often each thing was counted on each day of UTC, kept for private.site_counts_kept_days(). Sums only: no row stands for a person, a browser or a visit.';
comment on column private.site_counts.page is 'Path of a route of the live site. other: any other path.';
comment on column private.site_counts.source is 'Kind of the website that led to the page load.';
comment on column private.site_counts.campaign is
  '<utm_source>/<utm_campaign> of the page load''s address. empty: none. other: unreadable, or beyond private.site_counts_max_campaigns_per_day().';
comment on column private.site_counts.host_version is 'Version of the host that was live. other: any other.';
comment on column private.site_counts.marketing_version is 'As host_version, of marketing.';

alter table private.site_counts enable row level security;
grant select, insert, update, delete on private.site_counts to service_role;

create function private.add_site_counts(batch_param jsonb) returns boolean
language plpgsql set search_path = ''
as $$
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
$$;
comment on function private.add_site_counts(jsonb) is
  'Adds to the sums of the day: {page, source, campaign, host_version, marketing_version, counts: [what, …]}. false, and nothing added, when the day is full: private.site_counts_max_per_day(). Campaigns beyond private.site_counts_max_campaigns_per_day() are other. From private.site_counts_max_rows_per_day() on, new pages and versions are too.';
grant execute on function private.add_site_counts(jsonb) to service_role;

create function public.record_site_events(batch_param jsonb, counts_param jsonb, network_param text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.count_attempt('site-events:ip', network_param);
  -- A full day is an answer, so that even then a network's batches are counted.
  return (jsonb_array_length(batch_param -> 'events') = 0 or private.keep_site_events(batch_param, network_param) > 0)
    and (counts_param is null or private.add_site_counts(counts_param));
end
$$;
comment on function public.record_site_events(jsonb, jsonb, text) is
  'Keeps what one page reported: its events for private.keep_site_events() and, unless null, its counts for private.add_site_counts(). The network is counted at its limit, or refused (429). Only its group is stored with the events. False when the day is full.';
grant execute on function public.record_site_events(jsonb, jsonb, text) to service_role;

create function public.site_figures(days_param integer) returns jsonb
language sql stable set search_path = ''
as $$
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
    'firstDay', (select p.first_day from period p),
    'lastDay', (select p.last_day from period p),
    'parts', coalesce((
      select jsonb_agg(jsonb_build_object('part', r.part, 'name', r.name, 'counts', r.counts) order by r.part, r.place)
      from ranked r where r.part = 'days' or r.place <= 100
    ), '[]'::jsonb)
  )
$$;
comment on function public.site_figures(integer) is
  'Sums of the last days of UTC, today included: {firstDay, lastDay, parts: [{part, name, counts: {what: count}}]}. part: days, pages, sources, campaigns, versions (name: <application> <version>). It returns all days, and the 100 with most views of each other part.';
grant execute on function public.site_figures(integer) to service_role;

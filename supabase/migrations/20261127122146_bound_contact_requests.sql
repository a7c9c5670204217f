-- Purpose:  bound contact requests.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.contact_request_page(asked jsonb, direction text, page_size integer, after text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  asked_direction text := coalesce(direction, 'desc');
  statuses text[] := private.text_list(asked, 'statuses', private.contact_request_statuses());
  assigned text := private.filter_text(asked, 'assigned', 36);
  assigned_id uuid;
  term text := private.search_term(asked);
  source text := private.filter_text(asked, 'source', 100);
  form text := private.filter_text(asked, 'project_type', 100);
  campaign text := private.filter_text(asked, 'campaign', 200);
  page text := private.filter_text(asked, 'page', 2000);
  first_day date := private.filter_day(asked, 'from');
  last_day date := private.filter_day(asked, 'to');
  wanted_id uuid := private.filter_id(asked, 'request_id');
  place jsonb := private.read_cursor(after, 'requests ' || asked_direction, 'timestamptz');
  ids uuid[];
  shown uuid[];
begin
  perform private.refuse_unknown_fields(asked, array[
    'statuses', 'assigned', 'search', 'source', 'project_type', 'campaign', 'page', 'from', 'to', 'quarantined',
    'request_id', 'unsent'
  ]);
  if asked_direction not in ('asc', 'desc') then
    raise exception 'unknown direction: "%"', left(asked_direction, 50) using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(jsonb_typeof(asked -> 'quarantined'), 'null') not in ('null', 'boolean') then
    raise exception 'quarantined must be true or false' using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(jsonb_typeof(asked -> 'unsent'), 'null') not in ('null', 'boolean') then
    raise exception 'unsent must be true or false' using errcode = 'invalid_parameter_value';
  end if;
  if assigned not in ('none', 'any') then
    assigned_id := private.filter_id(asked, 'assigned');
  end if;

  -- Each call plans the statement again, so unused conditions cost nothing.
  execute format($query$
    select coalesce(array_agg(p.id order by p.created_at %1$s, p.id %1$s), '{}')
    from (
      select s.id, s.created_at
      from public.contact_submissions s
      where %3$s %4$s
        and ($1 is null or s.status = any ($1))
        and ($2 is null or case $2 when 'none' then s.assigned_to is null when 'any' then s.assigned_to is not null
          else s.assigned_to = $3 end)
        and ($4 is null or strpos(s.search_text, $4) > 0)
        and ($5 is null or s.source = $5)
        and ($6 is null or s.project_type = $6)
        and ($7 is null or s.campaign = $7)
        and ($8 is null or s.referrer = $8)
        and ($9 is null or s.created_at >= $9::timestamp at time zone 'UTC')
        and ($10 is null or s.created_at < ($10 + 1)::timestamp at time zone 'UTC')
        and ($11 is null or s.id = $11)
        and ($12 is null or (s.created_at, s.id) %2$s (($12 ->> 'key')::timestamptz, ($12 ->> 'id')::uuid))
      order by s.created_at %1$s, s.id %1$s
      limit $13
    ) p$query$,
    asked_direction, case asked_direction when 'asc' then '>' else '<' end,
    case
      when wanted_id is not null then 'true'
      when (asked -> 'quarantined')::text = 'true' then 's.quarantined_at is not null'
      else 's.quarantined_at is null'
    end,
    case when (asked -> 'unsent')::text = 'true'
      then 'and s.notified_at is null and s.created_at < now() - private.contact_mail_late_after()' end
  )
  into ids
  using statuses, assigned, assigned_id, term, source, form, campaign, page, first_day, last_day, wanted_id, place,
    row_limit + 1;

  shown := private.first_contact_requests(ids[:row_limit]);
  return jsonb_build_object(
    'rows', private.contact_request_rows(shown),
    'has_more', cardinality(ids) > cardinality(shown),
    'next_after', case when cardinality(ids) > cardinality(shown) then (
      select private.write_cursor(
        jsonb_build_object('order', 'requests ' || asked_direction, 'key', s.created_at, 'id', s.id)
      )
      from public.contact_submissions s where s.id = shown[cardinality(shown)]
    ) end,
    'counts', private.contact_request_counts(),
    'now', now()
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.first_contact_requests(ids uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(b.id order by b.place) filter (where b.bytes_before < 1500000), '{}')
  from (
    select i.id, i.place, sum(s.bytes) over (order by i.place) - s.bytes as bytes_before
    from unnest(ids) with ordinality as i (id, place)
    cross join lateral (
      select 1000 + octet_length(s.message) + octet_length(s.staff_note) + octet_length(s.referrer)
        + octet_length(s.utm::text) as bytes
      from public.contact_submissions s where s.id = i.id
    ) s
  ) b
$function$;

CREATE OR REPLACE FUNCTION private.redact_mentions(email_param text, takes_names_param boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address text := private.address_pattern(email_param);
  -- In prose, full names are removed too, except in texts about a person with the same name.
  names text[] := case when takes_names_param then private.full_names(email_param) else '{}' end;
  requests integer;
  notes integer;
  customers integer;
  unfinished integer;
  accounts integer;
begin
  -- The version increases, so a colleague who has the request open cannot write the old note back.
  update public.contact_submissions s set
    first_name = n.first_name, last_name = n.last_name, company = n.company, phone = n.phone, job_title = n.job_title,
    job_role = n.job_role, tier = n.tier, message = n.message, source = n.source, referrer = n.referrer,
    staff_note = n.staff_note, utm = n.utm, version = s.version + 1
  from (
    select t.id,
      private.redacted(t.first_name, address, '{}', 200) as first_name,
      private.redacted(t.last_name, address, '{}', 200) as last_name,
      private.redacted(t.company, address, '{}', 200) as company,
      private.redacted(t.phone, address, p.names, 50) as phone,
      private.redacted(t.job_title, address, p.names, 200) as job_title,
      private.redacted(t.job_role, address, p.names, 200) as job_role,
      private.redacted(t.tier, address, p.names, 100) as tier,
      private.redacted(t.message, address, p.names, 10200) as message,
      private.redacted(t.source, address, p.names, 100) as source,
      private.redacted(t.referrer, address, p.names, 2000) as referrer,
      private.redacted(t.staff_note, address, p.names, 4000) as staff_note,
      -- Each key and value by itself: a name that looks like JSON must not change its structure.
      (
        select coalesce(jsonb_object_agg(
          private.redacted(u.key, address, p.names, 40), private.redacted(u.value, address, p.names, 200)
        ), '{}')
        from jsonb_each_text(t.utm) as u
      ) as utm
    from public.contact_submissions t
    cross join lateral (
      select case when private.has_name(concat_ws(' ', t.first_name, t.last_name), names) then '{}' else names end as names
    ) p
    where lower(t.email) <> email_param and t.id in (select private.requests_mentioning(email_param))
  ) n
  where n.id = s.id and (
    s.first_name, s.last_name, s.company, s.phone, s.job_title, s.job_role, s.tier, s.message, s.source, s.referrer,
    s.staff_note, s.utm
  ) is distinct from (
    n.first_name, n.last_name, n.company, n.phone, n.job_title, n.job_role, n.tier, n.message, n.source, n.referrer,
    n.staff_note, n.utm
  );
  get diagnostics requests = row_count;
  update private.customer_notes n set note = p.note
  from (
    select t.qualified_lead_id, t.sales_rep_id,
      private.redacted(
        t.note, address, case when private.has_name(l.name, names) then '{}' else names end, 2000
      ) as note
    from private.customer_notes t join public.qualified_leads l on l.id = t.qualified_lead_id
    where l.email <> email_param
      and exists (select from private.mention_words(email_param) as w where private.words(t.note) @> w)
  ) p
  where p.qualified_lead_id = n.qualified_lead_id and p.sales_rep_id = n.sales_rep_id and n.note <> p.note;
  get diagnostics notes = row_count;
  update public.qualified_leads l
  set name = private.redacted(l.name, address, '{}', 200), company = private.redacted(l.company, address, '{}', 200)
  where l.email <> email_param and l.name || ' ' || l.company ~* address
    and private.words(l.name || ' ' || l.company) @> (select private.address_words(email_param));
  get diagnostics customers = row_count;
  update private.verification_codes v
  set name = private.redacted(v.name, address, '{}', 200), company = private.redacted(v.company, address, '{}', 200)
  where v.email <> email_param and v.name || ' ' || v.company ~* address;
  get diagnostics unfinished = row_count;
  -- An account that once had the address keeps its lines, without the earlier name and address.
  with emptied as (
    update public.audit_events e set detail = e.detail - array['before', 'after']
    where e.event in ('rep_added', 'rep_edited')
      and email_param in (e.detail #>> '{before,email}', e.detail #>> '{after,email}')
      and not exists (
        select from public.sales_representatives r where r.id = e.sales_rep_id and r.email = email_param
      )
    returning e.sales_rep_id
  )
  select count(distinct e.sales_rep_id) into accounts from emptied e;
  -- A visitor may open any path, such as that of an old link with an address in it. Rows of site events never change.
  delete from private.site_events e where e.path ~ '@|%40' and e.path ~* address;
  return requests + notes + customers + unfinished + accounts;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_assigned_contact_requests(page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  rep_id uuid := private.current_rep_id();
  place jsonb := private.read_cursor(after, 'assigned requests', 'timestamptz');
  ids uuid[];
  shown uuid[];
begin
  perform private.refuse_ended_session();
  select coalesce(array_agg(p.id order by p.is_open desc, p.created_at desc, p.id desc), '{}') into ids
  from (
    select s.id, s.created_at, s.is_open
    from public.contact_submissions s
    where s.assigned_to = rep_id and s.quarantined_at is null
      and (
        place is null or (s.is_open, s.created_at, s.id)
          < ((place ->> 'is_open')::boolean, (place ->> 'key')::timestamptz, (place ->> 'id')::uuid)
      )
    order by 3 desc, s.created_at desc, s.id desc
    limit row_limit + 1
  ) p;
  shown := private.first_contact_requests(ids[:row_limit]);
  return jsonb_build_object(
    'rows', private.contact_request_rows(shown),
    'has_more', cardinality(ids) > cardinality(shown),
    'next_after', case when cardinality(ids) > cardinality(shown) then (
      select private.write_cursor(jsonb_build_object(
        'order', 'assigned requests', 'is_open', s.is_open, 'key', s.created_at, 'id', s.id
      ))
      from public.contact_submissions s where s.id = shown[cardinality(shown)]
    ) end,
    'open_count', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = rep_id and s.quarantined_at is null and s.is_open
    ),
    'now', now()
  );
end
$function$;

-- Campaign parameters that no form of ours sends.
update public.contact_submissions set utm = (
  select coalesce(jsonb_object_agg(u.key, left(u.value, 200)), '{}')
  from jsonb_each_text(utm) as u where u.key in ('source', 'medium', 'campaign', 'term', 'content')
)
where octet_length(utm::text) > 8000;

ALTER TABLE "public"."contact_submissions" ADD CONSTRAINT "contact_submissions_utm_is_small" CHECK ((octet_length((utm)::text) <= 8000));

COMMENT ON FUNCTION "private"."contact_request_page"(jsonb, text, integer, text) IS 'One page of the contact requests that the caller may read and that match a filter: see public.get_contact_requests. A page of long texts has fewer rows: see private.first_contact_requests.';

COMMENT ON FUNCTION "private"."first_contact_requests"(uuid[]) IS 'The first of the given contact requests that fit into a page of about 1.5 MB, at least one: strangers choose how long their texts are.';

REVOKE ALL ON FUNCTION "private"."first_contact_requests"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."first_contact_requests"(uuid[]) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."first_contact_requests"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_contact_requests"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_contact_requests"(uuid[]) TO "service_role";

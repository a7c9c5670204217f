-- Purpose:  fold texts in searches and erasure.

set local check_function_bodies = off;

ALTER TABLE "public"."contact_submissions" DROP COLUMN "search_text";

CREATE OR REPLACE FUNCTION private.address_pattern(email_param text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '(?<![[:alnum:]._%+-])(?:' || (
    select string_agg((
      -- A link holds the bytes of other letters.
      select string_agg(
        case when octet_length(c) = 1 then c
          else '(?:' || c || '|' || regexp_replace(encode(convert_to(c, 'UTF8'), 'hex'), '(..)', '%\1', 'g') || ')' end, ''
        order by n
      )
      from string_to_table(replace(replace(private.text_pattern(a), '@', '(?:@|%40)'), '\+', '(?:\+|%2B)'), null)
        with ordinality as t (c, n)
    ), '|')
    from unnest(array[email_param, private.mailbox_in_letters(email_param)]) as a
  ) || ')(?![[:alnum:]_-]|\.[[:alnum:]])'
$function$;

CREATE OR REPLACE FUNCTION private.composed(content text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when octet_length(content) = char_length(content) then content else
    translate(normalize(content, nfc), e'\u02b9\u02bb\u02bc\u00ad\u200b\u2060\ufeff', repeat(e'\u2019', 3)) end
$function$;

CREATE OR REPLACE FUNCTION private.customer_data(email_param text, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(l) - array['access_token_hash', 'qualified_by', 'search_text'] || jsonb_build_object(
    'has_open_link', l.access_token_hash is not null and l.token_expires_at > now() and l.is_active
      and l.revoked_at is null,
    'representative', (
      select jsonb_build_object('name', r.name, 'email', r.email)
      from public.sales_representatives r where r.id = l.qualified_by
    ),
    'sessions', coalesce((
      select jsonb_agg(to_jsonb(s) - 'refresh_hash' - 'qualified_lead_id' order by s.created_at desc)
      from (
        select * from public.customer_sessions t where t.qualified_lead_id = l.id
        order by t.created_at desc limit most_param
      ) s
    ), '[]'),
    'openings', coalesce((
      select jsonb_agg(to_jsonb(p) - 'qualified_lead_id' order by p.created_at desc)
      from (
        select * from public.pricing_reveals t where t.qualified_lead_id = l.id
        order by t.created_at desc limit most_param
      ) p
    ), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'note', n.note, 'updated_at', n.updated_at, 'written_by', r.name
      ) order by n.updated_at desc)
      from private.customer_notes n join public.sales_representatives r on r.id = n.sales_rep_id
      where n.qualified_lead_id = l.id
    ), '[]'),
    'sales', coalesce((
      select jsonb_agg(jsonb_build_object(
        'sale_date', s.sale_date, 'product_name', s.product_name, 'billing_frequency', s.billing_frequency,
        'sale_amount_cents', s.sale_amount, 'is_cancelled', s.is_cancelled
      ) order by s.sale_date desc, s.id)
      from (
        select * from public.sales_records t where t.qualified_lead_id = l.id
        order by t.sale_date desc, t.id limit most_param
      ) s
    ), '[]'),
    'trail', private.trail_of(l.id, null, most_param),
    'counts', jsonb_build_object(
      'sessions', (select count(*) from public.customer_sessions t where t.qualified_lead_id = l.id),
      'openings', (select count(*) from public.pricing_reveals t where t.qualified_lead_id = l.id),
      'sales', (select count(*) from public.sales_records t where t.qualified_lead_id = l.id),
      'trail', (select count(*) from public.audit_events t where t.qualified_lead_id = l.id)
    )
  )
  from public.qualified_leads l
  where l.email = email_param
$function$;

CREATE OR REPLACE FUNCTION private.folded(content text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when octet_length(content) = char_length(content)
    then btrim(regexp_replace(translate(lower(content collate "und-x-icu"), '-''`', ' '), ' +', ' ', 'g'), ' ')
    else btrim(regexp_replace(
      translate(
        replace(replace(lower(
          normalize(translate(content, e'\u00b4\u2018\u2019\u02b9\u02bb\u02bc\u2032\u00ad\u200b\u2060\ufeff', ''), nfkc)
            collate "und-x-icu"
        ), e'i\u0307', 'i'), 'ß', 'ss'),
        e'-\u2010\u2012\u2013\u2014\u2212ς''`', '      σ'
      ), ' +', ' ', 'g'
    ), ' ') end
$function$;

CREATE OR REPLACE FUNCTION private.found_customers(term text, sales_rep_id_param uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select l.id from public.qualified_leads l
    where l.qualified_by = sales_rep_id_param and strpos(l.search_text, term) > 0
  )
$function$;

CREATE OR REPLACE FUNCTION private.found_products(term text, sales_rep_id_param uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(select p from private.sold_products(sales_rep_id_param) as p where strpos(private.folded(p), term) > 0)
$function$;

CREATE OR REPLACE FUNCTION private.handover_choice_rows(sales_rep_id_param uuid, term_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'customers', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'company', c.company))
      from (
        select l.id, l.name, l.email, l.company from public.qualified_leads l
        where l.qualified_by = sales_rep_id_param
          and (term_param is null or strpos(l.search_text, term_param) > 0)
        order by lower(coalesce(nullif(l.name, ''), l.email)), l.id
        limit 100
      ) c
    ), '[]'),
    'requests', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'company', c.company))
      from (
        select s.id, concat_ws(' ', s.first_name, nullif(s.last_name, '')) as name, s.email, s.company
        from public.contact_submissions s
        where s.assigned_to = sales_rep_id_param and s.is_open
          and (term_param is null or strpos(s.search_text, term_param) > 0)
        order by s.created_at desc, s.id
        limit 100
      ) c
    ), '[]'),
    'customer_count', (select count(*) from public.qualified_leads l where l.qualified_by = sales_rep_id_param),
    'request_count', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = sales_rep_id_param and s.is_open
    )
  )
  where private.current_manager_until() is not null
$function$;

CREATE OR REPLACE FUNCTION private.has_address(content text, address_pattern text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select normalize(content, nfkc) collate "und-x-icu" ~* address_pattern
$function$;

CREATE OR REPLACE FUNCTION private.mailbox(email_param text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  address text := email_param;
  domain text;
begin
  if char_length(address) > 1000 then
    return address;
  end if;
  address := regexp_replace(btrim(normalize(address, NFKC)), '^[^<>]*<([^<>]*@[^<>]*)>.*$', '\1');
  address := regexp_replace(address, '^\s*mailto:([^?]*).*$', '\1', 'i');
  address := regexp_replace(address, '^[\s"«“„(<[]+|[\s"»”)>\].,;:!?]+$', '', 'g');
  -- In the letters of every script, under every locale of the database.
  address := lower(address collate "und-x-icu");
  domain := substring(address from '@([^@]*)$');
  if domain is null or octet_length(domain) = char_length(domain) or domain ~ '[\s/?#\\:%]' then
    return address;
  end if;
  return left(address, -char_length(domain)) || (
    select string_agg(case when octet_length(l) = char_length(l) then l else private.ascii_label(l) end, '.' order by n)
    from string_to_table(domain, '.') with ordinality as t (l, n)
  );
end
$function$
;

CREATE OR REPLACE FUNCTION private.mentions_of(email_param text, most_param integer, skipped_param integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  address text := private.address_pattern(email_param);
  names text[] := private.full_names(email_param);
begin
  return (
    with read as materialized (
      select t.kind, t.id, t.owner_email, t.field, t.content,
        private.has_address(t.content, address) as has_address,
        -- Texts of a person with the same name are about that person, so they are skipped.
        t.is_prose and private.has_name(t.content, names) and not private.has_name(t.owner_name, names) as has_name
      from private.texts_of_others(email_param) t
    ), found as (
      select * from read r where r.has_address or r.has_name
    )
    select jsonb_build_object(
      'count', count(*),
      'by_name_count', count(*) filter (where f.has_name and not f.has_address),
      'name_count', count(*) filter (where f.has_name),
      'texts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', l.kind, 'id', l.id, 'owner_email', l.owner_email, 'field', l.field, 'text', left(l.content, 300),
          'has_address', l.has_address, 'has_name', l.has_name
        ) order by l.owner_email, l.id, l.field)
        from (
          select * from found order by owner_email, id, field offset skipped_param limit most_param
        ) l
      ), '[]')
    )
    from found f
  );
end
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
    where t.email <> email_param and t.id in (select private.requests_mentioning(email_param))
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
  where l.email <> email_param and private.has_address(l.name || ' ' || l.company, address)
    and private.words(l.name || ' ' || l.company) @> (select private.address_words(email_param));
  get diagnostics customers = row_count;
  update private.verification_codes v
  set name = private.redacted(v.name, address, '{}', 200), company = private.redacted(v.company, address, '{}', 200)
  where v.email <> email_param and private.has_address(v.name || ' ' || v.company, address);
  get diagnostics unfinished = row_count;
  -- An account that once had the address keeps its lines, without the earlier name and address.
  with emptied as (
    update public.audit_events e set detail = e.detail - array['before', 'after']
    where e.event in ('rep_added', 'rep_edited')
      and email_param in (private.mailbox(e.detail #>> '{before,email}'), private.mailbox(e.detail #>> '{after,email}'))
      and not exists (
        select from public.sales_representatives r where r.id = e.sales_rep_id and r.email = email_param
      )
    returning e.sales_rep_id
  )
  select count(distinct e.sales_rep_id) into accounts from emptied e;
  -- A visitor may open any path, such as that of an old link with an address in it. Rows of site events never change.
  delete from private.site_events e where e.path ~ '@|%40' and private.has_address(e.path, address);
  return requests + notes + customers + unfinished + accounts;
end
$function$;

CREATE OR REPLACE FUNCTION private.redacted(content text, address text, names_param text[], most integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(private.without_names(private.without_address(content, address), names_param), most)
$function$;

CREATE OR REPLACE FUNCTION private.rep_page(asked jsonb, page_size integer, after text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  state text := private.filter_text(asked, 'state', 20);
  term text := private.search_term(asked);
  wanted_id uuid := private.filter_id(asked, 'sales_rep_id');
  place jsonb := private.read_cursor(after, 'representatives');
  ids uuid[];
begin
  perform private.refuse_unknown_fields(asked, array['state', 'search', 'sales_rep_id']);
  if state not in ('enabled', 'disabled', 'managers') then
    raise exception 'state holds an unknown value' using errcode = 'invalid_parameter_value';
  end if;
  select coalesce(array_agg(p.id order by p.key, p.id), '{}') into ids
  from (
    select r.id, lower(r.name) as key from public.sales_representatives r
    where (state is null or (r.disabled_at is not null) = (state = 'disabled'))
      and (state is distinct from 'managers' or r.is_manager)
      and (term is null or strpos(private.searchable(r.name, r.email), term) > 0)
      and (wanted_id is null or r.id = wanted_id)
      and (place is null or (lower(r.name), r.id) > (place ->> 'key', (place ->> 'id')::uuid))
    order by 2, 1
    limit row_limit + 1
  ) p;
  return jsonb_build_object(
    'rows', private.rep_rows(ids[:row_limit]),
    'has_more', cardinality(ids) > row_limit,
    'next_after', case when cardinality(ids) > row_limit then (
      select private.write_cursor(
        jsonb_build_object('order', 'representatives', 'key', lower(r.name), 'id', r.id)
      )
      from public.sales_representatives r where r.id = ids[row_limit]
    ) end,
    'counts', (
      select jsonb_build_object(
        'enabled', count(*) filter (where r.disabled_at is null),
        'disabled', count(*) filter (where r.disabled_at is not null),
        'managers', count(*) filter (where r.disabled_at is null and r.is_manager)
      )
      from public.sales_representatives r
    ),
    'now', now()
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.search_term(filter jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(jsonb_typeof(filter -> 'search'), 'null') not in ('null', 'string') then
    raise exception 'search is not a text' using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over('search', char_length(filter ->> 'search'), 200);
  return nullif(private.folded(filter ->> 'search'), '');
end
$function$;

CREATE OR REPLACE FUNCTION private.searchable(content text, mailbox_param text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.folded(content || chr(10) || mailbox_param)
    || case when mailbox_param like '%@%xn--%'
      then chr(10) || private.folded(private.mailbox_in_letters(mailbox_param)) else '' end
$function$;

CREATE OR REPLACE FUNCTION private.texts_of_others(email_param text)
 RETURNS TABLE(kind text, id uuid, owner_email text, owner_name text, field text, content text, is_prose boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'contact_request', s.id, s.email, concat_ws(' ', s.first_name, s.last_name), t.field, t.content, t.is_prose
  from public.contact_submissions s
  cross join lateral (values
    ('name', concat_ws(' ', s.first_name, s.last_name), false), ('company', s.company, false),
    ('phone', s.phone, true), ('job_title', s.job_title, true), ('job_role', s.job_role, true),
    ('message', s.message, true), ('source', s.source, true), ('tier', s.tier, true),
    ('referrer', s.referrer, true), ('utm', private.utm_text(s.utm), true), ('staff_note', s.staff_note, true)
  ) as t (field, content, is_prose)
  where s.email <> email_param and s.id in (select private.requests_mentioning(email_param))
  union all
  select 'customer_note', n.qualified_lead_id, l.email, l.name, 'note', n.note, true
  from private.customer_notes n join public.qualified_leads l on l.id = n.qualified_lead_id
  where l.email <> email_param
    and exists (select from private.mention_words(email_param) as w where private.words(n.note) @> w)
  union all
  select 'customer', l.id, l.email, l.name, t.field, t.content, false
  from public.qualified_leads l
  cross join lateral (values ('name', l.name), ('company', l.company)) as t (field, content)
  -- A name of this person would be a name of the other one too, so only the address counts.
  where l.email <> email_param
    and private.words(l.name || ' ' || l.company) @> (select private.address_words(email_param))
  union all
  select 'code', v.id, v.email, v.name, t.field, t.content, false
  from private.verification_codes v
  cross join lateral (values ('name', v.name), ('company', v.company)) as t (field, content)
  where v.email <> email_param
  union all
  -- One entry for each account, however often its address changed.
  select distinct 'representative', r.id, r.email, r.name, 'earlier_address', email_param, false
  from public.audit_events e
  join public.sales_representatives r on r.id = e.sales_rep_id
  where e.event in ('rep_added', 'rep_edited') and r.email <> email_param
    and email_param in (private.mailbox(e.detail #>> '{before,email}'), private.mailbox(e.detail #>> '{after,email}'))
$function$;

CREATE OR REPLACE FUNCTION private.without_address(content text, address_pattern text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  erased text := content;
begin
  -- Other forms of letters, such as wide ones, become plain only where the address is written with them.
  if private.has_address(content, address_pattern) then
    erased := regexp_replace(normalize(content, nfc) collate "und-x-icu", address_pattern, '[erased]', 'gi');
    if private.has_address(erased, address_pattern) then
      erased := regexp_replace(normalize(content, nfkc) collate "und-x-icu", address_pattern, '[erased]', 'gi');
    end if;
  end if;
  return erased;
end
$function$;

CREATE OR REPLACE FUNCTION private.word_line(content text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select ' ' || replace(replace(lower(normalize(replace(regexp_replace(btrim(
    regexp_replace(regexp_replace(
      translate(
        replace(private.composed(content), '%20', ' '),
        e'\t\n\r+.,''`-\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000\u00b4\u2018\u2019\u2032\uff07\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d',
        repeat(' ', 40)
      ) collate "und-x-icu",
      '[^[:alnum:] ]+', '|', 'g'
    ), ' *[|][ |]*', '|', 'g'), ' |'
  ), ' +', '  ', 'g'), '|', ' | '), nfkc) collate "und-x-icu"), 'ß', 'ss'), 'ς', 'σ') || ' '
$function$;

CREATE OR REPLACE FUNCTION private.word_parts(content text)
 RETURNS TABLE(place bigint, gap text, word text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select m.place, m.part[1], m.part[2]
  from regexp_matches(
    private.composed(content) collate "und-x-icu", '((?:%20|[^[:alnum:]])*)([[:alnum:]]*)', 'g'
  ) with ordinality as m (part, place)
$function$;

CREATE OR REPLACE FUNCTION private.words(content text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- An index refuses a word of thousands of characters.
  select coalesce(array_agg(distinct left(w, 60)) filter (where w <> ''), '{}')
  from string_to_table(replace(private.word_line(content), '|', ''), '  ') as l, btrim(l) as w
$function$;

CREATE OR REPLACE FUNCTION public.find_people(search_param text)
 RETURNS TABLE(email text, names text[], roles text[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  term text := private.folded(search_param);
  mailbox text := private.mailbox(search_param);
  found_emails text[];
  -- search_text contains more, such as the company, but excludes most people more cheaply.
  query constant text := $query$
    select array(
      (select %1$s l.email from public.qualified_leads l
        where strpos(l.search_text, $1) > 0 and strpos(private.searchable(l.name, l.email), $1) > 0 %2$s)
      union all
      (select %1$s s.email from public.contact_submissions s
        where strpos(s.search_text, $1) > 0
          and strpos(private.searchable(concat_ws(' ', s.first_name, s.last_name), s.email), $1) > 0 %2$s)
      union all
      (select %1$s v.email from private.verification_codes v
        where strpos(private.searchable(v.name, v.email), $1) > 0 %2$s)
      union all
      (select %1$s r.email from public.sales_representatives r
        where strpos(private.searchable(r.name, r.email), $1) > 0 %2$s)
    )
  $query$;
begin
  perform private.refuse_over('the search', char_length(search_param), 200);
  perform private.refuse_over('2 characters', 2, char_length(term));
  -- Reads every row once, in any order.
  execute format(query, '', 'limit 1000') using term into found_emails;
  if cardinality(found_emails) >= 1000 then
    -- Many match, so the first ones by address are soon found.
    execute format(query, 'distinct', 'order by 1 limit 100') using term into found_emails;
  end if;
  return query
  select p.email, array_agg(distinct p.name order by p.name) filter (where p.name is not null),
    array_agg(distinct p.role order by p.role)
  from private.stored_people((array(select distinct e from unnest(found_emails) as e order by e))[:100]) p
  group by p.email
  union all
  -- Nothing has this address, but others wrote it into their texts.
  select mailbox, null::text[], array['mention']
  where not exists (select from private.stored_people(array[mailbox]))
    and private.known_person(mailbox, 0) is not null
  order by 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_audit_people(search text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  term text;
begin
  perform private.require_manager();
  perform private.refuse_over('the search', char_length(search), 200);
  term := private.search_term(jsonb_build_object('search', search));
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'email', p.email) order by p.kind desc, p.email
      ),
      '[]'
    )
    from (
      (
        select r.id, 'representative' as kind, r.name, r.email from public.sales_representatives r
        where strpos(private.searchable(r.name, r.email), term) > 0
        order by r.email limit 10
      )
      union all
      (
        select l.id, 'customer', l.name, l.email from public.qualified_leads l
        where strpos(l.search_text, term) > 0 and strpos(private.searchable(l.name, l.email), term) > 0
        order by l.email limit 10
      )
    ) p
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_customers(filter jsonb DEFAULT '{}'::jsonb, page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb := coalesce(filter, '{}');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 100);
  rep_id uuid := private.current_rep_id();
  wanted text[] := private.text_list(asked, 'statuses', private.customer_statuses());
  term text := private.search_term(asked);
  wanted_id uuid := private.filter_id(asked, 'lead_id');
  start jsonb := private.read_cursor(after, 'customers');
begin
  perform private.refuse_ended_session();
  perform private.refuse_unknown_fields(asked, array['statuses', 'search', 'lead_id']);
  return (
    with live as (
      select distinct s.qualified_lead_id from public.customer_sessions s
      where s.ended_at is null and s.expires_at > now()
    ),
    customers as materialized (
      select l.id, l.name, l.email, l.company, l.search_text, l.link_issued_at, l.token_expires_at, l.revoked_at,
        v.qualified_lead_id is not null and l.is_active and l.revoked_at is null
          and coalesce(l.token_expires_at > now(), false) as has_live_session,
        case
          when l.revoked_at is not null or not l.is_active then 'revoked'
          when coalesce(l.token_expires_at <= now(), true) then 'expired'
          when l.token_expires_at <= now() + private.access_link_expiring_within() then 'expiring'
          when v.qualified_lead_id is not null then 'active'
          when l.has_accessed then 'opened'
          else 'issued'
        end as status
      from public.qualified_leads l
      left join live v on v.qualified_lead_id = l.id
      where l.qualified_by = rep_id
    ),
    page as (
      select c.*, row_number() over (order by c.link_issued_at desc, c.id desc) as place
      from customers c
      where (wanted is null or c.status = any (wanted))
        and (wanted_id is null or c.id = wanted_id)
        and (term is null or strpos(c.search_text, term) > 0)
        and (
          start is null or (c.link_issued_at, c.id) < ((start ->> 'issued_at')::timestamptz, (start ->> 'id')::uuid)
        )
      order by c.link_issued_at desc, c.id desc
      limit row_limit + 1
    ),
    seen as (
      select p.*, r.*
      from page p
      cross join lateral (
        select
          min(r.created_at) filter (where r.created_at >= p.link_issued_at) as first_opened_at,
          max(r.created_at) filter (where r.created_at >= p.link_issued_at) as last_opened_at,
          count(*) filter (where r.created_at >= p.link_issued_at) as openings_count,
          count(*) as prices_seen_count,
          max(r.created_at) as prices_last_seen_at
        from public.pricing_reveals r where r.qualified_lead_id = p.id
      ) r
      where p.place <= row_limit
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'lead_id', s.id,
            'name', s.name,
            'email', s.email,
            'company', s.company,
            'status', s.status,
            'has_live_session', s.has_live_session,
            'issued_at', s.link_issued_at,
            'first_opened_at', s.first_opened_at,
            'last_opened_at', s.last_opened_at,
            'openings_count', s.openings_count,
            'prices_seen_count', s.prices_seen_count,
            'prices_last_seen_at', s.prices_last_seen_at,
            'token_expires_at', s.token_expires_at,
            'expiring_from', s.token_expires_at - private.access_link_expiring_within(),
            'extension_seconds', extract(epoch from private.access_link_life())::integer,
            'revoked_at', s.revoked_at
          ) order by s.place
        ),
        '[]'::jsonb
      ),
      'has_more', exists (select from page p where p.place > row_limit),
      'next_after', (
        select private.write_cursor(jsonb_build_object('order', 'customers', 'issued_at', p.link_issued_at, 'id', p.id))
        from page p where p.place = row_limit and exists (select from page n where n.place > row_limit)
      ),
      'counts', (
        select jsonb_object_agg(t.status, (select count(*) from customers c where c.status = t.status))
        from unnest(private.customer_statuses()) as t (status)
      ),
      'now', now()
    )
    from seen s
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_handover_choices(sales_rep_id_param uuid, search text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  perform private.refuse_over('search', char_length(search), 200);
  return private.handover_choice_rows(sales_rep_id_param, nullif(private.folded(search), ''));
end
$function$;

COMMENT ON FUNCTION "private"."address_pattern"(text) IS 'A regular expression that matches a mailbox, its domain also in letters, also URL-encoded in a link. It does not match a longer address that contains it.';

COMMENT ON FUNCTION "private"."composed"(text) IS 'A text with its characters composed, one kind of apostrophe between letters, and no invisible characters.';

COMMENT ON FUNCTION "private"."folded"(text) IS 'A text as a search compares it, in every locale: lower case, characters composed and in their plain form, hyphens as spaces, without apostrophes and invisible characters.';

COMMENT ON FUNCTION "private"."found_customers"(text, uuid) IS 'The representative''s customers whose name, address or company contains the folded term.';

COMMENT ON FUNCTION "private"."found_products"(text, uuid) IS 'The products that the representative sold and whose name contains the folded term.';

COMMENT ON FUNCTION "private"."full_names"(text) IS 'The full names, as private.word_line, that are stored with a mailbox, the longest first. At most the 100 that are stored most often. If a customer or representative has the address, only their names count: anyone can send a contact request with any name. A single word is not a full name: it would match too much.';

COMMENT ON FUNCTION "private"."handover_choice_rows"(uuid, text) IS 'Customers and open contact requests that a representative could hand over and that match a folded term. At most 100 customers, by name, and 100 requests, newest first: {customers, requests: [{id, name, email, company}], customer_count, request_count}. The counts include all items. The term does not affect them. Null unless the caller is a manager.';

COMMENT ON FUNCTION "private"."has_address"(text, text) IS 'Whether a text contains private.address_pattern of a mailbox, in any case and form of its letters.';

COMMENT ON FUNCTION "private"."known_person"(text, integer) IS 'All stored data of a mailbox, as in private.person_data. Empty if the address is stored only in texts of other people. Null if it is stored nowhere.';

COMMENT ON FUNCTION "private"."mention_words"(text) IS 'Words of a mailbox, and of each of its full names. A text that mentions the person contains all words of one of these lists.';

COMMENT ON FUNCTION "private"."mentions_of"(text, integer, integer) IS 'Texts of other people that contain a mailbox or its full names: {count, by_name_count, name_count, texts: [{kind, id, owner_email, field, text, has_address, has_name}]}. The counts are of all texts. The second argument limits the listed ones, each cut to 300 characters. The third skips the first ones. by_name_count: texts with the name only. name_count: with the name.';

COMMENT ON FUNCTION "private"."redact_mentions"(text, boolean) IS 'Replaces a mailbox with [erased] in the texts of other people. Optionally replaces its full names in their prose too. Returns the number of changed requests, notes, customers, codes and accounts. Call it while the names are still stored.';

COMMENT ON FUNCTION "private"."requests_mentioning"(text) IS 'Contact requests whose texts may contain a mailbox or its full names. Each list of words is looked up in the index.';

COMMENT ON FUNCTION "private"."search_term"(jsonb) IS 'A filter''s search term, as private.folded. Null if there is none. A value that is not a text or has more than 200 characters is refused (22023).';

COMMENT ON FUNCTION "private"."searchable"(text, text) IS 'What a search reads of a person, as private.folded: texts and a mailbox, its domain also in letters.';

COMMENT ON FUNCTION "private"."texts_of_others"(text) IS 'Typed texts in the data of other people that may contain a mailbox or its full names. Also accounts of representatives that once had the address. is_prose: the text may name a third person. In other texts only the address counts as a mention.';

COMMENT ON FUNCTION "private"."without_address"(text, text) IS 'A text with [erased] in the place of each private.address_pattern.';

COMMENT ON FUNCTION "private"."word_line"(text) IS 'The words of a text in lower case and plain form, each between two spaces of its own. A bar stands where more than spaces, hyphens, apostrophes, dots or commas part two words. One line contains another exactly if the words do.';

REVOKE ALL ON FUNCTION "private"."composed"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."composed"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."composed"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."composed"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."folded"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."folded"(text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."folded"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."folded"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."folded"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."has_address"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_address"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_address"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_address"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."searchable"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."searchable"(text, text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."searchable"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."searchable"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."searchable"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."without_address"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."without_address"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."without_address"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."without_address"(text, text) TO "service_role";

ALTER TABLE "public"."contact_submissions" ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.searchable(((((((first_name || ' '::text) || COALESCE(last_name, ''::text)) || chr(10)) || company) || chr(10)) || phone), email)) STORED;

COMMENT ON COLUMN "public"."contact_submissions"."search_text" IS 'The text that a search reads, as private.folded.';

REVOKE ALL ("search_text") ON TABLE "public"."contact_submissions" FROM "api_reader";

GRANT SELECT ("search_text") ON TABLE "public"."contact_submissions" TO "api_reader";

ALTER TABLE "public"."qualified_leads" ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.searchable(((name || chr(10)) || company), email)) STORED NOT NULL;

COMMENT ON COLUMN "public"."qualified_leads"."search_text" IS 'The text that a search reads, as private.folded.';

REVOKE ALL ("search_text") ON TABLE "public"."qualified_leads" FROM "api_reader";

GRANT SELECT ("search_text") ON TABLE "public"."qualified_leads" TO "api_reader";

-- Words are folded now.
reindex index public.contact_submissions_words_idx;
reindex index public.qualified_leads_words_idx;
reindex index private.customer_notes_words_idx;

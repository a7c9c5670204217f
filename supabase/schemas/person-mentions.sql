-- Mentions of a person: finds and removes a person's address or full name in texts about other people.

create function private.text_pattern(text_param text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(btrim(text_param), '([.*+?^${}()|[\]\\])', '\\\1', 'g'), '[\s\u00a0]+', '(?:[\\s\\u00a0]|\\+|%20)+', 'g'
  )
$$;
comment on function private.text_pattern(text) is
  'A regular expression that matches a text literally, with any spaces between its words, also URL-encoded in a link.';
revoke all on function private.text_pattern(text) from public, anon, authenticated, service_role;
grant execute on function private.text_pattern(text) to service_role;

create function private.address_pattern(email_param text) returns text
language sql immutable set search_path = ''
as $$
  select '(?<![[:alnum:]._%+-])'
    || replace(replace(private.text_pattern(email_param), '@', '(?:@|%40)'), '\+', '(?:\+|%2B)')
    || '(?![[:alnum:]_-]|\.[[:alnum:]])'
$$;
comment on function private.address_pattern(text) is
  'A regular expression that matches an address, also URL-encoded in a link. It does not match a longer address that contains it.';
revoke all on function private.address_pattern(text) from public, anon, authenticated, service_role;
grant execute on function private.address_pattern(text) to service_role;

create function private.full_names(email_param text) returns text[]
language sql stable set search_path = ''
as $$
  with named as (
    select p.name, p.role in ('customer', 'representative') as is_vouched from private.stored_people() p
    where p.email = email_param and btrim(p.name) ~ '\S[\s\u00a0]+\S'
  )
  select array_agg(distinct lower(btrim(n.name))) from named n
  where n.is_vouched or not exists (select from named v where v.is_vouched)
$$;
comment on function private.full_names(text) is
  'The full names, in lower case, that are stored with an address in lower case; null without one. If a customer or representative has the address, only their names count, because anyone can send a contact request with any name. A single word is not a full name: it would match too much.';
revoke all on function private.full_names(text) from public, anon, authenticated, service_role;
grant execute on function private.full_names(text) to service_role;

create function private.name_pattern(email_param text) returns text
language sql stable set search_path = ''
as $$
  select '(?<![[:alnum:]])(?:' || string_agg(private.text_pattern(n.name), '|') || ')(?![[:alnum:]])'
  from unnest(private.full_names(email_param)) as n (name)
$$;
comment on function private.name_pattern(text) is
  'A regular expression that matches private.full_names of an address in lower case; null without one.';
revoke all on function private.name_pattern(text) from public, anon, authenticated, service_role;
grant execute on function private.name_pattern(text) to service_role;

create function private.mention_patterns(email_param text) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(distinct '%' || regexp_replace(w.word, '([%_\\])', '\\\1', 'g') || '%')
  from (
    -- Stops at a plus sign, because links encode it.
    select split_part(split_part(email_param, '@', 1), '+', 1) as word
    union all
    select regexp_replace(n.name, '^.*[\s\u00a0]', '') from unnest(private.full_names(email_param)) as n (name)
  ) w
$$;
comment on function private.mention_patterns(text) is
  'LIKE patterns for lower-case texts that may contain an address in lower case or its full names. They exclude most texts more cheaply than the regular expressions.';
revoke all on function private.mention_patterns(text) from public, anon, authenticated, service_role;
grant execute on function private.mention_patterns(text) to service_role;

create function private.utm_text(utm_param jsonb) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(p.key || '=' || p.value, '&' order by p.key) from jsonb_each_text(utm_param) as p
$$;
comment on function private.utm_text(jsonb) is
  'Campaign parameters as in a link. Punctuation of JSON is no text that somebody typed, so nothing may match it.';
revoke all on function private.utm_text(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.utm_text(jsonb) to service_role;

create function private.typed_texts(request public.contact_submissions) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(
    chr(10), concat_ws(' ', request.first_name, request.last_name), request.company, request.phone, request.job_title,
    request.job_role, request.message, request.source, request.tier, request.referrer,
    private.utm_text(request.utm), request.staff_note
  )
$$;
comment on function private.typed_texts(public.contact_submissions) is
  'All typed texts of a contact request, except its address and the consent text.';
revoke all on function private.typed_texts(public.contact_submissions) from public, anon, authenticated, service_role;
grant execute on function private.typed_texts(public.contact_submissions) to service_role;

create function private.texts_of_others(email_param text)
returns table (
  kind text, id uuid, owner_email text, owner_name text, field text, content text, is_prose boolean
)
language sql stable set search_path = ''
as $$
  select 'contact_request', s.id, s.email, concat_ws(' ', s.first_name, s.last_name), t.field, t.content, t.is_prose
  from public.contact_submissions s
  cross join lateral (values
    ('name', concat_ws(' ', s.first_name, s.last_name), false), ('company', s.company, false),
    ('phone', s.phone, true), ('job_title', s.job_title, true), ('job_role', s.job_role, true),
    ('message', s.message, true), ('source', s.source, true), ('tier', s.tier, true),
    ('referrer', s.referrer, true), ('utm', private.utm_text(s.utm), true), ('staff_note', s.staff_note, true)
  ) as t (field, content, is_prose)
  where lower(s.email) <> email_param and lower(private.typed_texts(s)) like any ((select private.mention_patterns(email_param))::text[])
  union all
  select 'customer_note', n.qualified_lead_id, l.email, l.name, 'note', n.note, true
  from private.customer_notes n join public.qualified_leads l on l.id = n.qualified_lead_id
  where l.email <> email_param
    and lower(n.note) like any ((select private.mention_patterns(email_param))::text[])
  union all
  select 'customer', l.id, l.email, l.name, t.field, t.content, false
  from public.qualified_leads l
  cross join lateral (values ('name', l.name), ('company', l.company)) as t (field, content)
  where l.email <> email_param
    and lower(t.content) like any ((select private.mention_patterns(email_param))::text[])
  union all
  select 'code', v.id, v.email, v.name, t.field, t.content, false
  from private.verification_codes v
  cross join lateral (values ('name', v.name), ('company', v.company)) as t (field, content)
  where v.email <> email_param
    and lower(t.content) like any ((select private.mention_patterns(email_param))::text[])
  union all
  -- One entry for each account, however often its address changed.
  select distinct 'representative', r.id, r.email, r.name, 'earlier_address', email_param, false
  from public.audit_events e
  join public.sales_representatives r on r.id = e.sales_rep_id
  where e.event in ('rep_added', 'rep_edited') and r.email <> email_param
    and email_param in (e.detail #>> '{before,email}', e.detail #>> '{after,email}')
$$;
comment on function private.texts_of_others(text) is
  'Typed texts in the data of other people that may contain an address in lower case or its full names, and accounts of representatives that once had the address. is_prose: the text may name a third person; in other texts only the address counts as a mention.';
revoke all on function private.texts_of_others(text) from public, anon, authenticated, service_role;
grant execute on function private.texts_of_others(text) to service_role;

create function private.mentions_of(email_param text, most_param integer) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  address text := private.address_pattern(email_param);
  full_name text := private.name_pattern(email_param);
begin
  return (
    with found as (
      select t.kind, t.id, t.owner_email, t.field, t.content,
        t.content ~* address as has_address,
        -- Texts of a person with the same name are about that person, so they are skipped.
        coalesce(t.is_prose and t.content ~* full_name and t.owner_name !~* full_name, false) as has_name
      from private.texts_of_others(email_param) t
      where t.content ~* address or (t.is_prose and t.content ~* full_name and t.owner_name !~* full_name)
    )
    select jsonb_build_object(
      'count', count(*),
      'by_name_count', count(*) filter (where f.has_name and not f.has_address),
      'texts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', l.kind, 'id', l.id, 'owner_email', l.owner_email, 'field', l.field, 'text', left(l.content, 300),
          'has_address', l.has_address, 'has_name', l.has_name
        ) order by l.owner_email, l.field)
        from (select * from found order by owner_email, field limit most_param) l
      ), '[]')
    )
    from found f
  );
end
$$;
comment on function private.mentions_of(text, integer) is
  'Texts of other people that contain an address in lower case or its full names: {count, by_name_count, texts: [{kind, id, owner_email, field, text, has_address, has_name}]}, The last argument limits the number of texts, each cut to 300 characters. by_name_count: texts with the name only.';
revoke all on function private.mentions_of(text, integer) from public, anon, authenticated, service_role;
grant execute on function private.mentions_of(text, integer) to service_role;

create function private.known_person(email_param text, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    private.person_data(email_param, most_param),
    -- A word that is no address would match too much.
    case when email_param ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'
      and (private.mentions_of(email_param, 0) ->> 'count')::integer > 0
      then jsonb_build_object(
        'email', email_param, 'customer', null, 'representative', null, 'contact_requests', '[]'::jsonb,
        'codes', '[]'::jsonb
      )
    end
  )
$$;
comment on function private.known_person(text, integer) is
  'All stored data of an address in lower case, as in private.person_data. Empty if the address is stored only in texts of other people; null if it is stored nowhere.';
revoke all on function private.known_person(text, integer) from public, anon, authenticated, service_role;
grant execute on function private.known_person(text, integer) to service_role;

create function private.redacted(content text, pattern text, most integer) returns text
language sql immutable set search_path = ''
as $$
  select left(regexp_replace(content, pattern, '[erased]', 'gi'), most)
$$;
comment on function private.redacted(text, text, integer) is
  'Replaces each match of a pattern, in any case, with [erased] and cuts the text to a maximum length.';
revoke all on function private.redacted(text, text, integer) from public, anon, authenticated, service_role;
grant execute on function private.redacted(text, text, integer) to service_role;

create function private.redact_mentions(email_param text, takes_names_param boolean) returns integer
language plpgsql set search_path = ''
as $$
declare
  address text := private.address_pattern(email_param);
  full_name text := case when takes_names_param then private.name_pattern(email_param) end;
  -- In prose, full names are removed too, except in texts about a person with the same name.
  prose text := concat_ws('|', address, full_name);
  patterns text[] := private.mention_patterns(email_param);
  requests integer;
  notes integer;
  customers integer;
  unfinished integer;
  accounts integer;
begin
  -- The version increases, so a colleague who has the request open cannot write the old note back.
  update public.contact_submissions s set
    first_name = private.redacted(s.first_name, address, 200), last_name = private.redacted(s.last_name, address, 200),
    company = private.redacted(s.company, address, 200), phone = private.redacted(s.phone, p.pattern, 50),
    job_title = private.redacted(s.job_title, p.pattern, 200), job_role = private.redacted(s.job_role, p.pattern, 200),
    tier = private.redacted(s.tier, p.pattern, 100), message = private.redacted(s.message, p.pattern, 10200), source = private.redacted(s.source, p.pattern, 100),
    referrer = private.redacted(s.referrer, p.pattern, 2000),
    staff_note = private.redacted(s.staff_note, p.pattern, 4000),
    -- Each key and value by itself: a name that looks like JSON must not change its structure.
    utm = (
      select coalesce(jsonb_object_agg(
        regexp_replace(u.key, p.pattern, '[erased]', 'gi'), regexp_replace(u.value, p.pattern, '[erased]', 'gi')
      ), '{}')
      from jsonb_each_text(s.utm) as u
    ),
    version = s.version + 1
  from (
    select t.id,
      case when concat_ws(' ', t.first_name, t.last_name) ~* full_name then address else prose end as pattern
    from public.contact_submissions t
    where lower(t.email) <> email_param and lower(private.typed_texts(t)) like any (patterns)
  ) p
  where p.id = s.id and (
    s.first_name || ' ' || coalesce(s.last_name, '') || ' ' || s.company ~* address
    or concat_ws(
      chr(10), s.phone, s.job_title, s.job_role, s.message, s.source, s.tier, s.referrer, private.utm_text(s.utm),
      s.staff_note
    ) ~* p.pattern
  );
  get diagnostics requests = row_count;
  update private.customer_notes n set note = private.redacted(n.note, p.pattern, 2000)
  from (
    select l.id, case when l.name ~* full_name then address else prose end as pattern
    from public.qualified_leads l
    where l.email <> email_param
  ) p
  where p.id = n.qualified_lead_id and n.note ~* p.pattern;
  get diagnostics notes = row_count;
  update public.qualified_leads l
  set name = private.redacted(l.name, address, 200), company = private.redacted(l.company, address, 200)
  where l.email <> email_param and l.name || ' ' || l.company ~* address;
  get diagnostics customers = row_count;
  update private.verification_codes v
  set name = private.redacted(v.name, address, 200), company = private.redacted(v.company, address, 200)
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
$$;
comment on function private.redact_mentions(text, boolean) is
  'Replaces an address in lower case with [erased] in the texts of other people, and optionally its full names in their prose. Returns the number of changed requests, notes, customers, codes and accounts. Call it while the names are still stored.';
revoke all on function private.redact_mentions(text, boolean) from public, anon, authenticated, service_role;
grant execute on function private.redact_mentions(text, boolean) to service_role;

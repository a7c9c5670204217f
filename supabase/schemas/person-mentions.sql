-- What others typed about a person: where an address or a full name stands in texts of other people, and how it goes.

create function private.text_pattern(text_param text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(btrim(text_param), '([.*+?^${}()|[\]\\])', '\\\1', 'g'), '[\s\u00a0]+', '[\\s\\u00a0]+', 'g'
  )
$$;
comment on function private.text_pattern(text) is
  'A regular expression that matches a text as it stands, with any spaces between its words.';
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
  'A regular expression that matches an address, also as it stands in a link, and no longer address that contains it.';
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
  'The full names, in lower case, that an address in lower case stands with; null without one. Those of the customer or representative alone, if there is one: anybody can write a contact request with any name. A single word is no full name: it would match too much.';
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
    -- Up to a plus sign, which links write in another way.
    select split_part(split_part(email_param, '@', 1), '+', 1) as word
    union all
    select regexp_replace(n.name, '^.*[\s\u00a0]', '') from unnest(private.full_names(email_param)) as n (name)
  ) w
$$;
comment on function private.mention_patterns(text) is
  'Patterns of LIKE for a text in lower case in which an address in lower case, or a full name that it stands with, may stand. They leave out most texts for less than the regular expressions cost.';
revoke all on function private.mention_patterns(text) from public, anon, authenticated, service_role;
grant execute on function private.mention_patterns(text) to service_role;

create function private.typed_texts(request public.contact_submissions) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(
    chr(10), concat_ws(' ', request.first_name, request.last_name), request.company, request.phone, request.job_title,
    request.job_role, request.message, request.source, request.tier, request.referrer, request.utm::text,
    request.staff_note
  )
$$;
comment on function private.typed_texts(public.contact_submissions) is
  'All that somebody typed in a contact request, but for its address and the wording of the consent.';
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
    ('referrer', s.referrer, true), ('utm', s.utm::text, true), ('staff_note', s.staff_note, true)
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
$$;
comment on function private.texts_of_others(text) is
  'Texts that somebody typed in what is stored about other people, if an address in lower case, or a full name that it stands with, may stand in them. is_prose: the name of a third person may stand in it; in the others only an address is out of place.';
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
        -- Of somebody with the same name, the texts are about themselves.
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
  'Texts of other people in which an address in lower case stands, or a full name that it stands with: {count, by_name_count, texts: [{kind, id, owner_email, field, text, has_address, has_name}]}, of texts at most so many with at most 300 characters. by_name_count: those with the name alone.';
revoke all on function private.mentions_of(text, integer) from public, anon, authenticated, service_role;
grant execute on function private.mentions_of(text, integer) to service_role;

create function public.get_person(email_param text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.person_data(person_email, 50);
begin
  if person is null then
    return null;
  end if;
  return jsonb_build_object('person', person, 'mentions', private.mentions_of(person_email, 50), 'now', now());
end
$$;
comment on function public.get_person(text) is
  'What is stored about one address, in any case, and where others mention it: {person, mentions, now}; null when nothing is. Of each list the newest 50. To look at; a file is made by public.export_person, which the trail notes.';
revoke all on function public.get_person(text) from public, anon, authenticated, service_role;
grant execute on function public.get_person(text) to service_role;

create function private.redacted(content text, pattern text, most integer) returns text
language sql immutable set search_path = ''
as $$
  select left(regexp_replace(content, pattern, '[erased]', 'gi'), most)
$$;
comment on function private.redacted(text, text, integer) is
  'A text with [erased] in place of what a pattern matches, in any case, and of at most so many characters.';
revoke all on function private.redacted(text, text, integer) from public, anon, authenticated, service_role;
grant execute on function private.redacted(text, text, integer) to service_role;

create function private.redact_mentions(email_param text, takes_names_param boolean) returns integer
language plpgsql set search_path = ''
as $$
declare
  address text := private.address_pattern(email_param);
  full_name text := case when takes_names_param then private.name_pattern(email_param) end;
  -- In prose a full name goes as well, but for texts about somebody with the same name.
  prose text := concat_ws('|', address, full_name);
  patterns text[] := private.mention_patterns(email_param);
  requests integer;
  notes integer;
  customers integer;
begin
  -- The version grows: a colleague who has the request open cannot write the old note back.
  update public.contact_submissions s set
    first_name = private.redacted(s.first_name, address, 200), last_name = private.redacted(s.last_name, address, 200),
    company = private.redacted(s.company, address, 200), phone = private.redacted(s.phone, p.pattern, 50),
    job_title = private.redacted(s.job_title, p.pattern, 200), job_role = private.redacted(s.job_role, p.pattern, 200),
    tier = private.redacted(s.tier, p.pattern, 100), message = private.redacted(s.message, p.pattern, 10200), source = private.redacted(s.source, p.pattern, 100),
    referrer = private.redacted(s.referrer, p.pattern, 2000),
    staff_note = private.redacted(s.staff_note, p.pattern, 4000),
    -- As text, so that its keys are covered too.
    utm = regexp_replace(s.utm::text, p.pattern, '[erased]', 'gi')::jsonb,
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
      chr(10), s.phone, s.job_title, s.job_role, s.message, s.source, s.tier, s.referrer, s.utm::text, s.staff_note
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
  return requests + notes + customers;
end
$$;
comment on function private.redact_mentions(text, boolean) is
  'Takes an address in lower case out of the texts of other people, and with it, if wanted, the full names that it stands with out of their prose: each becomes [erased]. Says in how many requests, notes and customers. Call it while the names are still stored.';
revoke all on function private.redact_mentions(text, boolean) from public, anon, authenticated, service_role;
grant execute on function private.redact_mentions(text, boolean) to service_role;

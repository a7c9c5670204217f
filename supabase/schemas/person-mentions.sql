-- Mentions of a person: finds and removes a person's address or full name in texts about other people.

create function private.address_pattern(email_param text) returns text
language sql immutable set search_path = ''
as $$
  -- Letters that part no words by spaces may stand beside an address of other letters. So may a mark of a list or of
  -- emphasis, and a hyphen with an ending: the last part of a domain has none.
  select case when email_param ~ '^[\u0001-\u007f]' then '(?:' || before || '|(?<=[' || beside || ']))' else before end
    || '(?:' || (
      select string_agg(regexp_replace(a, '([.*+?^${}()|[\]\\])', '\\\1', 'g'), '|')
      from unnest(array[email_param, private.mailbox_in_letters(email_param), private.composed(email_param)]) as a
    ) || ')(?:(?![[:alnum:]]|\.[[:alnum:]]|[_-][[:alnum:]_-]*\.[[:alnum:]])|(?=[' || beside || ']))'
  from (
    select private.spaceless() || private.katakana() as beside,
      '(?<![[:alnum:]%+]|[[:alnum:]_%+-][._-]|[.][_-])' as before
  ) as s
$$;
comment on function private.address_pattern(text) is
  'A regular expression that matches a mailbox, its domain also in letters. It does not match a longer address that contains it.';
grant execute on function private.address_pattern(text) to service_role;

create function private.has_address(content text, address_pattern text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  letters text collate "und-x-icu" := private.composed(content);
begin
  return letters ~* address_pattern
    or octet_length(letters) <> char_length(letters)
      and translate(normalize(letters, nfkc), '。', '.') ~* address_pattern;
end
$$;
comment on function private.has_address(text, text) is
  'Whether a text contains private.address_pattern of a mailbox, in any case and form of its letters. Those of HTML and links count.';
grant execute on function private.has_address(text, text) to service_role;

create function private.without_address(content text, address_pattern text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  erased text := content;
  letters constant text := private.composed(content);
  form text;
begin
  if private.has_address(content, address_pattern) then
    -- Other forms of letters, such as those of links and wide ones, become plain only where the address has them.
    foreach form in array array[normalize(content, nfc), letters, translate(normalize(letters, nfkc), '。', '.')] loop
      erased := regexp_replace(form collate "und-x-icu", address_pattern, '[erased]', 'gi');
      exit when not private.has_address(erased, address_pattern);
    end loop;
  end if;
  return erased;
end
$$;
comment on function private.without_address(text, text) is
  'A text with [erased] in the place of each private.address_pattern.';
grant execute on function private.without_address(text, text) to service_role;

create function private.address_words(email_param text) returns setof text[]
language sql immutable parallel safe set search_path = ''
as $$
  select private.words(a) from unnest(array[email_param, private.mailbox_in_letters(email_param)]) as a
  group by 1
$$;
comment on function private.address_words(text) is
  'Words of a mailbox, and with its domain in letters. A text with this address contains all words of one of these lists.';
grant execute on function private.address_words(text) to service_role;

-- Without these, a search for an unknown address would read every name and every question.
create index qualified_leads_words_idx on public.qualified_leads using gin (private.words(name || ' ' || company));
create index statement_questions_words_idx on private.statement_questions
  using gin (private.words(question || ' ' || coalesce(answer, '')));

create function private.mention_places(
  email_param text, names_param text[], after_param text, since_param xid8 default null
)
returns text[]
language sql stable set search_path = ''
as $$
  with address as materialized (
    select private.address_words(email_param) as words
  ), sought as materialized (
    select a.words from address a
    union
    select private.words(n) from unnest(names_param) as n
  )
  select coalesce(array_agg(distinct p.place order by p.place), '{}')
  from (
    select '1 code ' || v.id, v.xmin
    from address w join private.verification_codes v on private.words(v.name || ' ' || v.company) @> w.words
    where v.email <> email_param
    union all
    -- A name of this person would be a name of the other one too, so only the address counts.
    select '2 customer ' || l.id, l.xmin
    from address w join public.qualified_leads l on private.words(l.name || ' ' || l.company) @> w.words
    where l.email <> email_param
    union all
    select '3 customer_note ' || n.qualified_lead_id || ' ' || n.sales_rep_id, n.xmin
    from sought w join private.customer_notes n on n.words @> w.words
    join public.qualified_leads l on l.id = n.qualified_lead_id
    where l.email <> email_param
    union all
    select '4 contact_request ' || s.id, s.xmin from sought w join public.contact_submissions s on s.words @> w.words
    where s.email <> email_param
    union all
    select '5 statement_question ' || q.sale_id || ' ' || q.statement_id, q.xmin
    from sought w join private.statement_questions q
      on private.words(q.question || ' ' || coalesce(q.answer, '')) @> w.words
    union all
    select '6 representative ' || r.id, e.xmin
    from public.audit_events e join public.sales_representatives r on r.id = e.sales_rep_id
    where e.event in ('rep_added', 'rep_edited') and r.email <> email_param
      and email_param in (private.mailbox(e.detail #>> '{before,email}'), private.mailbox(e.detail #>> '{after,email}'))
  ) as p (place, written_by)
  where p.place collate "C" > after_param
    -- The caller's own rows have age 0.
    and (coalesce(since_param, '0') = '0' or age(p.written_by) <= age(since_param::xid) and age(p.written_by) <> 0)
$$;
comment on function private.mention_places(text, text[], text, xid8) is
  'Rows of other people that contain all words of a mailbox, or of one of the given private.full_names. They are in order, each as "<order> <kind> <id>", with a second id if the row has one. Also accounts of representatives that once had the address. Only the rows after a given one. Empty for all. And only those that a transaction wrote, from a given one on, except the caller''s. Null or 0 for all. Each list of words is looked up in an index.';
grant execute on function private.mention_places(text, text[], text, xid8) to service_role;

create function private.texts_at(place_param text)
returns table (owner_email text, owner_name text, field text, content text, most integer, is_prose boolean)
language sql stable set search_path = ''
as $$
  with place as (
    select split_part(place_param, ' ', 2) as kind, split_part(place_param, ' ', 3)::uuid as id,
      nullif(split_part(place_param, ' ', 4), '')::uuid as other_id
  )
  select s.email, concat_ws(' ', s.first_name, s.last_name), t.*
  from place p join public.contact_submissions s on s.id = p.id
  cross join lateral (values
    ('first_name', s.first_name, 200, false), ('last_name', s.last_name, 200, false), ('company', s.company, 200, false),
    ('phone', s.phone, 50, true), ('job_title', s.job_title, 200, true), ('job_role', s.job_role, 200, true),
    ('message', s.message, 10200, true), ('source', s.source, 100, true), ('tier', s.tier, 100, true),
    ('referrer', s.referrer, 2000, true), ('utm', private.utm_text(s.utm), 10000, true),
    ('staff_note', s.staff_note, 4000, true)
  ) as t
  where p.kind = 'contact_request'
  union all
  select l.email, l.name, 'note', n.note, 2000, true
  from place p join private.customer_notes n on n.qualified_lead_id = p.id and n.sales_rep_id = p.other_id
  join public.qualified_leads l on l.id = p.id
  where p.kind = 'customer_note'
  union all
  select l.email, l.name, t.field, t.content, 200, false
  from place p join public.qualified_leads l on l.id = p.id
  cross join lateral (values ('name', l.name), ('company', l.company)) as t (field, content)
  where p.kind = 'customer'
  union all
  select v.email, v.name, t.field, t.content, 200, false
  from place p join private.verification_codes v on v.id = p.id
  cross join lateral (values ('name', v.name), ('company', v.company)) as t (field, content)
  where p.kind = 'code'
  union all
  select r.email, r.name, t.field, t.content, 1000, true
  from place p join private.statement_questions q on q.sale_id = p.id and q.statement_id = p.other_id
  join public.sales_representatives r on r.id = q.sales_rep_id
  cross join lateral (values ('question', q.question), ('answer', q.answer)) as t (field, content)
  where p.kind = 'statement_question'
$$;
comment on function private.texts_at(text) is
  'Typed texts of a row of private.mention_places, and of whom they are. field: its column. most: its longest text, in characters. is_prose: the text may name a third person. In other texts only the address counts as a mention.';
grant execute on function private.texts_at(text) to service_role;

create function private.mentions_of(email_param text, after_param text, most_param integer) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  until constant timestamptz := clock_timestamp() + interval '2 seconds';
  address constant text := private.address_pattern(email_param);
  names constant text[] := private.full_names(email_param);
  places constant text[] := private.mention_places(email_param, names, after_param);
  read integer := 0;
  texts jsonb := jsonb '[]';
  place text;
begin
  foreach place in array places loop
    exit when jsonb_array_length(texts) >= most_param or clock_timestamp() > until;
    read := read + 1;
    texts := texts || (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', split_part(place, ' ', 2), 'id', split_part(place, ' ', 3), 'ownerEmail', f.owner_email, 'field', f.field,
        'text', left(f.content, 300), 'hasAddress', f.has_address, 'hasName', f.has_name
      ) order by f.field), '[]')
      from (
        select t.owner_email, t.field, t.content, private.has_address(t.content, address) as has_address,
          -- Texts of a person with the same name are about that person, so they are skipped.
          t.is_prose and private.has_name(t.content, names) and not private.has_name(t.owner_name, names) as has_name
        from private.texts_at(place) t where t.content <> ''
        union all
        select r.email, 'earlier_address', email_param, true, false
        from public.sales_representatives r where place = '6 representative ' || r.id
      ) f
      where f.has_address or f.has_name
    );
  end loop;
  return jsonb_build_object(
    'texts', texts, 'unread', cardinality(places) - read,
    'next', case when read < cardinality(places) then coalesce(places[read], after_param) end
  );
end
$$;
comment on function private.mentions_of(text, text, integer) is
  'Texts of other people that contain a mailbox or its full names, after a row of private.mention_places: {texts: [{kind, id, ownerEmail, field, text, hasAddress, hasName}], unread, next}. It stops after 2 seconds, or after the row with which it has the last argument''s number of texts. Each text is cut to 300 characters. unread: rows that were not read, and may mention the person. next: after which row to go on. Null at the end.';
grant execute on function private.mentions_of(text, text, integer) to service_role;

create function private.known_person(email_param text, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    private.person_data(email_param, most_param),
    -- A word that is no address would match too much.
    case when email_param ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'
      then (
        select jsonb_build_object(
          'email', email_param, 'customer', null, 'representative', null, 'requests', '[]'::jsonb,
          'codes', '[]'::jsonb, 'mentions', m
        )
        from private.mentions_of(email_param, '', greatest(most_param, 1)) as m
        where m <> jsonb '{"texts": [], "unread": 0, "next": null}'
      )
    end
  )
$$;
comment on function private.known_person(text, integer) is
  'All stored data of a mailbox, as in private.person_data. Empty, with private.mentions_of, if the address is stored only in texts of other people. Null if it is stored nowhere.';
grant execute on function private.known_person(text, integer) to service_role;

create function private.stored_person(email_param text, most_param integer) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  person jsonb := private.known_person(email_param, most_param);
begin
  if person is null then
    raise sqlstate 'PT404' using message = 'Nothing is stored about this address.';
  end if;
  return person;
end
$$;
comment on function private.stored_person(text, integer) is
  'The same as private.known_person. An address that is stored nowhere is refused (404).';
grant execute on function private.stored_person(text, integer) to service_role;

create function private.redacted(content text, address text, names_param text[], most integer) returns text
language sql immutable set search_path = ''
as $$
  select left(private.without_names(private.without_address(content, address), names_param), most)
$$;
comment on function private.redacted(text, text, text[], integer) is
  'Replaces each match of private.address_pattern and each of private.full_names with [erased] and cuts the text to a maximum length.';
grant execute on function private.redacted(text, text, text[], integer) to service_role;

create function private.redact_texts_at(place_param text, email_param text, address text, names_param text[]) returns boolean
language plpgsql set search_path = ''
as $$
declare
  kind constant text := split_part(place_param, ' ', 2);
  place_id constant uuid := split_part(place_param, ' ', 3)::uuid;
  other_id constant text := split_part(place_param, ' ', 4);
  changes text;
begin
  if kind = 'representative' then
    -- An account that once had the address keeps its lines, without the earlier name and address.
    update public.audit_events e set detail = e.detail - array['before', 'after']
    where e.sales_rep_id = place_id and e.event in ('rep_added', 'rep_edited')
      and email_param in (private.mailbox(e.detail #>> '{before,email}'), private.mailbox(e.detail #>> '{after,email}'));
    return true;
  end if;
  select string_agg(format('%I = %L', r.field, r.redacted), ', ') into changes
  from (
    select t.field, s.stored, s.redacted
    from private.texts_at(place_param) t
    -- In prose, full names are removed too, except in texts about a person with the same name.
    cross join lateral (
      select case when t.is_prose and not private.has_name(t.owner_name, names_param) then names_param else '{}' end as names
    ) n
    cross join lateral (
      select t.content as stored, private.redacted(t.content, address, n.names, t.most) as redacted where t.field <> 'utm'
      union all
      -- Each key and value by itself: a name that looks like JSON must not change its structure.
      select c.utm::text, (
        select coalesce(jsonb_object_agg(
          private.redacted(u.key, address, n.names, 40), private.redacted(u.value, address, n.names, 200)
        ), '{}')::text
        from jsonb_each_text(c.utm) as u
      )
      from public.contact_submissions c where t.field = 'utm' and c.id = place_id
    ) s
    -- So each text is redacted once.
    where t.content <> '' offset 0
  ) r
  where r.redacted <> r.stored;
  if changes is null then
    return false;
  end if;
  execute case kind
    -- The version increases, so a colleague who has the request open cannot write the old note back.
    when 'contact_request' then
      format('update public.contact_submissions set %s, version = version + 1 where id = %L', changes, place_id)
    when 'customer_note' then format(
      'update private.customer_notes set %s where qualified_lead_id = %L and sales_rep_id = %L', changes, place_id, other_id
    )
    when 'customer' then format('update public.qualified_leads set %s where id = %L', changes, place_id)
    when 'code' then format('update private.verification_codes set %s where id = %L', changes, place_id)
    else format('update private.statement_questions set %s where sale_id = %L and statement_id = %L', changes, place_id, other_id)
  end;
  return true;
end
$$;
comment on function private.redact_texts_at(text, text, text, text[]) is
  'Replaces private.address_pattern of a mailbox with [erased] in a row of private.mention_places, and private.full_names in its prose. Returns whether the row changed. Call it while the names are still stored.';
grant execute on function private.redact_texts_at(text, text, text, text[]) to service_role;

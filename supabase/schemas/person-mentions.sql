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
grant execute on function private.text_pattern(text) to service_role;

create function private.address_pattern(email_param text) returns text
language sql immutable set search_path = ''
as $$
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
$$;
comment on function private.address_pattern(text) is
  'A regular expression that matches a mailbox, its domain also in letters, also URL-encoded in a link. It does not match a longer address that contains it.';
grant execute on function private.address_pattern(text) to service_role;

create function private.has_address(content text, address_pattern text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select normalize(private.html_letters(content), nfkc) collate "und-x-icu" ~* address_pattern
$$;
comment on function private.has_address(text, text) is
  'Whether a text contains private.address_pattern of a mailbox, in any case and form of its letters.';
grant execute on function private.has_address(text, text) to service_role;

create function private.without_address(content text, address_pattern text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  erased text := content;
begin
  -- Other forms of letters, such as wide ones, become plain only where the address is written with them.
  if private.has_address(content, address_pattern) then
    erased := regexp_replace(normalize(content, nfc) collate "und-x-icu", address_pattern, '[erased]', 'gi');
    if private.has_address(erased, address_pattern) then
      erased := regexp_replace(
        normalize(private.html_letters(content), nfkc) collate "und-x-icu", address_pattern, '[erased]', 'gi'
      );
    end if;
  end if;
  return erased;
end
$$;
comment on function private.without_address(text, text) is
  'A text with [erased] in the place of each private.address_pattern.';
grant execute on function private.without_address(text, text) to service_role;

create function private.word_parts(content text) returns table (place bigint, gap text, word text)
language sql immutable parallel safe set search_path = ''
as $$
  select m.place, m.part[1], m.part[2]
  from regexp_matches(
    private.parted(private.composed(content), e'\u2060') collate "und-x-icu",
    '((?:%20|[^[:alnum:]' || private.word_marks() || '])*)([[:alnum:]' || private.word_marks() || ']*)', 'g'
  ) with ordinality as m (part, place)
$$;
comment on function private.word_parts(text) is
  'A text as its words, letters and digits only, each with what stands before it. What follows the last word has an empty word.';
grant execute on function private.word_parts(text) to service_role;

create function private.full_names(email_param text) returns text[]
language sql stable set search_path = ''
as $$
  with named as (
    select p.name, private.word_line(private.composed(p.name)) as line,
      p.role in ('customer', 'representative') as is_vouched
    from private.stored_people(array[email_param]) p
  ), counted as (
    select n.line, min(n.name) as name from named n
    where btrim(n.line) like '% %'
      -- Two Chinese characters are a family name as often as a full one.
      and (n.name collate "und-x-icu" ~ '\s' or char_length(replace(n.line, ' ', '')) > 2)
      and (n.is_vouched or not exists (select from named v where v.is_vouched))
    group by n.line
    order by count(*) desc, n.line limit 100
  ), spelled as (
    -- What turns the words around comes last: it also begins in one name and ends in the next.
    select l.line, min(v.place) as place from counted c cross join lateral (values
      (1, c.name), (1, translate(private.composed(c.name), e'''`\u2019-\u2010\u2011', '')),
      (2, regexp_replace(c.name, '^(.+)\s(\S+)$', '\2 \1'))
    ) as v (place, name), unnest(private.word_lines(v.name)) as l (line)
    group by 1
  )
  select coalesce(array_agg(s.line order by s.place, char_length(s.line) desc), '{}') from spelled s
  where btrim(s.line) like '% %'
$$;
comment on function private.full_names(text) is
  'The full names, as private.word_line, that are stored with a mailbox, the longest first. At most the 100 that are stored most often. If a customer or representative has the address, only their names count: anyone can send a contact request with any name. Each also as private.spelled_out, without apostrophes and hyphens, and with its last word first. A single word is not a full name: it would match too much.';
grant execute on function private.full_names(text) to service_role;

create function private.has_name(content text, names_param text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select exists (
    select from unnest(private.word_lines(content)) as l (line), unnest(names_param) as n (name)
    where strpos(l.line, n.name) > 0
  )
$$;
comment on function private.has_name(text, text[]) is
  'Whether a text contains one of private.full_names, word by word. No pattern is made of the names: anyone chooses theirs.';
grant execute on function private.has_name(text, text[]) to service_role;

create function private.without_names(content text, names_param text[]) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  erased text := content;
  line text;
  name text;
begin
  for spelling in 1..2 loop
    line := (private.word_lines(erased))[spelling];
    continue when not exists (select from unnest(names_param) as n where strpos(line, n) > 0);
    foreach name in array names_param loop
      -- As many marks as the name has words: the other words keep their places.
      line := replace(
        line, name, ' # ' || repeat(' . ', cardinality(string_to_array(replace(btrim(name), '|', ''), '  ')) - 1)
      );
    end loop;
    line := replace(line, '|', '');
    erased := (
      select translate(string_agg(
        case p.mark when '#' then p.gap || '[erased]' when '.' then '' else p.gap || p.word end, '' order by p.place
      ), e'\u2060', '')
      from rows from (
        private.word_parts(erased), unnest(string_to_array(substr(line, 2, char_length(line) - 2), '  '))
      ) as p (place, gap, word, mark)
    );
  end loop;
  return erased;
end
$$;
comment on function private.without_names(text, text[]) is
  'A text with [erased] in the place of each of private.full_names.';
grant execute on function private.without_names(text, text[]) to service_role;

create function private.address_words(email_param text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Stops at a plus sign: links encode what follows, and the words before it stay whole.
  select private.words(split_part(split_part(email_param, '@', 1), '+', 1))
$$;
comment on function private.address_words(text) is
  'Words that every text with this address contains. None if words cannot tell: then any text may contain it.';
grant execute on function private.address_words(text) to service_role;

create function private.mention_words(email_param text) returns setof text[]
language sql stable set search_path = ''
as $$
  select private.address_words(email_param)
  union
  select private.words(n.name) from unnest(private.full_names(email_param)) as n (name)
$$;
comment on function private.mention_words(text) is
  'Words of a mailbox, and of each of its full names. A text that mentions the person contains all words of one of these lists.';
grant execute on function private.mention_words(text) to service_role;

-- Without it, a search for an unknown address would read every name.
create index qualified_leads_words_idx on public.qualified_leads using gin (private.words(name || ' ' || company));

create function private.requests_mentioning(email_param text) returns setof uuid
language sql stable set search_path = ''
as $$
  select s.id
  from private.mention_words(email_param) as w
  join public.contact_submissions s on s.words @> w
$$;
comment on function private.requests_mentioning(text) is
  'Contact requests whose texts may contain a mailbox or its full names. Each list of words is looked up in the index.';
grant execute on function private.requests_mentioning(text) to service_role;

create function private.notes_mentioning(email_param text)
returns table (qualified_lead_id uuid, sales_rep_id uuid, note text)
language sql stable set search_path = ''
as $$
  select distinct n.qualified_lead_id, n.sales_rep_id, n.note
  from private.mention_words(email_param) as w join private.customer_notes n on n.words @> w
$$;
comment on function private.notes_mentioning(text) is
  'Notes that may contain a mailbox or its full names. Each list of words is looked up in the index.';
grant execute on function private.notes_mentioning(text) to service_role;

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
  where s.email <> email_param and s.id in (select private.requests_mentioning(email_param))
  union all
  select 'customer_note', n.qualified_lead_id, l.email, l.name, 'note', n.note, true
  from private.notes_mentioning(email_param) n join public.qualified_leads l on l.id = n.qualified_lead_id
  where l.email <> email_param
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
  select 'statement_question', q.sale_id, r.email, r.name, t.field, t.content, true
  from private.statement_questions q join public.sales_representatives r on r.id = q.sales_rep_id
  cross join lateral (values ('question', q.question), ('answer', q.answer)) as t (field, content)
  where t.content is not null
  union all
  -- One entry for each account, however often its address changed.
  select distinct 'representative', r.id, r.email, r.name, 'earlier_address', email_param, false
  from public.audit_events e
  join public.sales_representatives r on r.id = e.sales_rep_id
  where e.event in ('rep_added', 'rep_edited') and r.email <> email_param
    and email_param in (private.mailbox(e.detail #>> '{before,email}'), private.mailbox(e.detail #>> '{after,email}'))
$$;
comment on function private.texts_of_others(text) is
  'Typed texts in the data of other people that may contain a mailbox or its full names. Also accounts of representatives that once had the address. is_prose: the text may name a third person. In other texts only the address counts as a mention.';
grant execute on function private.texts_of_others(text) to service_role;

create function private.mentions_of(email_param text, most_param integer, skipped_param integer default 0) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
      'byNameCount', count(*) filter (where f.has_name and not f.has_address),
      'nameCount', count(*) filter (where f.has_name),
      'texts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', l.kind, 'id', l.id, 'ownerEmail', l.owner_email, 'field', l.field, 'text', left(l.content, 300),
          'hasAddress', l.has_address, 'hasName', l.has_name
        ) order by l.owner_email, l.id, l.field)
        from (
          select * from found order by owner_email, id, field offset skipped_param limit most_param
        ) l
      ), '[]')
    )
    from found f
  );
end
$$;
comment on function private.mentions_of(text, integer, integer) is
  'Texts of other people that contain a mailbox or its full names: {count, byNameCount, nameCount, texts: [{kind, id, ownerEmail, field, text, hasAddress, hasName}]}. The counts are of all texts. The second argument limits the listed ones, each cut to 300 characters. The third skips the first ones. byNameCount: texts with the name only. nameCount: with the name.';
grant execute on function private.mentions_of(text, integer, integer) to service_role;

create function private.known_person(email_param text, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    private.person_data(email_param, most_param),
    -- A word that is no address would match too much.
    case when email_param ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'
      and (private.mentions_of(email_param, 0) ->> 'count')::integer > 0
      then jsonb_build_object(
        'email', email_param, 'customer', null, 'representative', null, 'requests', '[]'::jsonb,
        'codes', '[]'::jsonb
      )
    end
  )
$$;
comment on function private.known_person(text, integer) is
  'All stored data of a mailbox, as in private.person_data. Empty if the address is stored only in texts of other people. Null if it is stored nowhere.';
grant execute on function private.known_person(text, integer) to service_role;

create function private.redacted(content text, address text, names_param text[], most integer) returns text
language sql immutable set search_path = ''
as $$
  select left(private.without_names(private.without_address(content, address), names_param), most)
$$;
comment on function private.redacted(text, text, text[], integer) is
  'Replaces each match of private.address_pattern and each of private.full_names with [erased] and cuts the text to a maximum length.';
grant execute on function private.redacted(text, text, text[], integer) to service_role;

create function private.redact_mentions(email_param text, takes_names_param boolean) returns integer
language plpgsql set search_path = ''
as $$
declare
  address text := private.address_pattern(email_param);
  -- In prose, full names are removed too, except in texts about a person with the same name.
  names text[] := case when takes_names_param then private.full_names(email_param) else '{}' end;
  requests integer;
  notes integer;
  customers integer;
  unfinished integer;
  questions integer;
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
    from private.notes_mentioning(email_param) t join public.qualified_leads l on l.id = t.qualified_lead_id
    where l.email <> email_param
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
  update private.statement_questions q set question = p.question, answer = p.answer
  from (
    select t.statement_id, t.sale_id, private.redacted(t.question, address, n.names, 1000) as question,
      private.redacted(t.answer, address, n.names, 1000) as answer
    from private.statement_questions t join public.sales_representatives r on r.id = t.sales_rep_id
    cross join lateral (select case when private.has_name(r.name, names) then '{}' else names end as names) n
  ) p
  where p.statement_id = q.statement_id and p.sale_id = q.sale_id
    and (q.question, q.answer) is distinct from (p.question, p.answer);
  get diagnostics questions = row_count;
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
  return requests + notes + customers + unfinished + questions + accounts;
end
$$;
comment on function private.redact_mentions(text, boolean) is
  'Replaces a mailbox with [erased] in the texts of other people. Optionally replaces its full names in their prose too. Returns the number of changed requests, notes, customers, codes, questions and accounts. Call it while the names are still stored.';
grant execute on function private.redact_mentions(text, boolean) to service_role;

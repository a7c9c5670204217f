-- A person's full names: in which spellings texts of others are searched for them, and how they are taken out.

create function private.word_parts(content text) returns table (place bigint, gap text, word text)
language sql immutable parallel safe set search_path = ''
as $$
  select m.place, m.part[1], m.part[2]
  from regexp_matches(
    private.parted(private.composed(content), e'\u2060') collate "und-x-icu",
    '([^[:alnum:]' || private.word_marks() || ']*)([[:alnum:]' || private.word_marks() || ']*)', 'g'
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
      -- Without a space between two words, a name of letters that are words each may be a given name alone. A Chinese or
      -- Korean one of two characters is a family name as often as a full one.
      and (
        n.name !~ ('[' || private.spaceless() || ']') or n.name collate "und-x-icu" ~ '[\s=\u00b7\u30a0\u30fb]'
        or n.name ~ '[\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]'
          and char_length(replace(n.line, ' ', '')) > 2
      )
      and (n.is_vouched or not exists (select from named v where v.is_vouched))
    group by n.line
    order by count(*) desc, n.line limit 100
  ), spelled as (
    -- What turns the words around comes last: it also begins in one name and ends in the next.
    select l.line, min(v.place) as place from counted c
    cross join lateral (select string_to_array(regexp_replace(c.name, '\s+', ' ', 'g'), ' ') as words) w
    cross join lateral (
      values (1, c.name), (1, translate(private.composed(c.name), e'''`\u2019-\u2010\u2011', ''))
      union all
      -- The family name first, however many words it has. Of a long name, only its last word.
      select 2, array_to_string(w.words[n + 1:] || w.words[:n], ' ')
      from generate_series(case when cardinality(w.words) <= 6 then 1 else cardinality(w.words) - 1 end, cardinality(w.words) - 1) as n
    ) as v (place, name), unnest(private.word_lines(v.name)) as l (line)
    where btrim(l.line) like '% %'
    group by 1
    union all
    -- A foreign name of katakana, written as one word.
    select private.word_line(j.name), 1
    from counted c cross join lateral (select regexp_replace(c.name, '[\s=\u00b7\u30a0\u30fb]', '', 'g') as name) as j
    where j.name <> c.name and j.name ~ ('^[' || private.katakana() || ']{4,}$')
  ), parted as (
    -- Annemarie is Anne-Marie and Anne Marie, ODonnell is O'Donnell: two words in one, or one in two. A letter alone is an
    -- initial: Mark P. Rice is not Mark Price. Short words such as articles are not split off.
    select v.line
    from spelled s cross join generate_series(3, char_length(s.line) - 3) as p
    cross join lateral (
      select case
        when substr(s.line, p - 2, 6) ~ '^[^ |]{2}  [^ |]{2}$' then overlay(s.line placing '' from p for 2)
        when substr(s.line, p - 3, 6) ~ '([^ |]{3}|[ |]o)[^ |]{3}$' then overlay(s.line placing '  ' from p for 0)
      end as line
    ) as v
    where btrim(v.line) like '% %' and char_length(s.line) <= 80
      and s.line !~ ('[' || private.spaceless() || private.katakana() || ']')
    order by s.place, s.line, p limit 200
  )
  select coalesce(array_agg(l.line order by l.place, char_length(l.line) desc), '{}')
  from (
    select a.line, min(a.place) as place from (table spelled union all select p.line, 3 from parted p) as a group by a.line
  ) as l
$$;
comment on function private.full_names(text) is
  'The full names, as private.word_line, that are stored with a mailbox, the longest first. At most the 100 that are stored most often. If a customer or representative has the address, only their names count: anyone can send a contact request with any name. Each also as private.spelled_out, without apostrophes and hyphens, and with its family name first. Each of up to 80 characters also with two words in one, or one in two, but no initial: at most 200. A single word is not a full name: it would match too much.';
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
  lines text[] := private.word_lines(content);
  line text;
  name text;
begin
  for spelling in 1..cardinality(lines) loop
    line := lines[spelling];
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
    if spelling < cardinality(lines) then
      lines[2] := coalesce((private.word_lines(erased))[2], '');
    end if;
  end loop;
  return erased;
end
$$;
comment on function private.without_names(text, text[]) is
  'A text with [erased] in the place of each of private.full_names.';
grant execute on function private.without_names(text, text[]) to service_role;

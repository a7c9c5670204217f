-- The words of texts, as searches for a person compare them.

create function private.link_letters(content text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  letters text := content;
  coded text;
begin
  -- Two or three bytes, as UTF-8 has them: no others could be read.
  for coded in
    select distinct m[1]
    from regexp_matches(
      content,
      '(%(?:C[2-9A-F]|D[0-9A-F]|E(?:[1-9A-CEF]%[89AB][0-9A-F]|0%[AB][0-9A-F]|D%[89][0-9A-F]))%[89AB][0-9A-F])', 'gi'
    ) as m
  loop
    letters := replace(letters, coded, convert_from(decode(replace(coded, '%', ''), 'hex'), 'UTF8'));
  end loop;
  return letters;
end
$$;
comment on function private.link_letters(text) is 'A text with the letters that a link holds as bytes, such as %C3%AB.';
grant execute on function private.link_letters(text) to service_role;

create function private.composed(content text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when octet_length(t.plain) = char_length(t.plain) then t.plain
    else translate(
      normalize(t.plain, nfc),
      e'\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u201b\ua78c'
        '\u00ad\u034f\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff',
      repeat(e'\u2019', 8)
    )
  end
  from (
    select case when content ~* '%[c-e][0-9a-f]%' then private.link_letters(content) else content end as plain
  ) t
$$;
comment on function private.composed(text) is
  'A text with its characters composed, one kind of apostrophe between letters, and no invisible characters.';
grant execute on function private.composed(text) to service_role;

create function private.word_marks() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u0900-\u0963'
    '\u0966-\u0dff\u0e31-\u0e4e\u0e80-\u0eff\u0f18-\u0fbc\u1000-\u109f\u1780-\u17d3\u200c\u200d\u3099\u309a'
$$;
comment on function private.word_marks() is
  'What stands inside words and is no letter, for a set of a regular expression: accents, vowel signs, joiners.';
grant execute on function private.word_marks() to service_role;

create function private.parted(content text, mark text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when octet_length(content) = char_length(content) then content else regexp_replace(
    regexp_replace(
      content, '([\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff])(?=[^ |])', '\1' || mark, 'g'
    ),
    '([^ |\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff])'
      '(?=[\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff])', '\1' || mark, 'g'
  ) end
$$;
comment on function private.parted(text, text) is
  'A text with something between a Chinese or Korean character and what stands beside it. These part no words by spaces, so each of their characters is one.';
grant execute on function private.parted(text, text) to service_role;

create function private.word_line(content text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select ' ' || replace(replace(private.parted(private.plain(btrim(
    regexp_replace(regexp_replace(regexp_replace(
      private.composed(content) collate "und-x-icu",
      '(?:%20|[\s+.,''`_\u0085\u00a0\u00b4\u00b7\u058a\u05be\u05f3\u1680\u2000-\u200a\u2010-\u2015\u2018\u2019\u2022'
        '\u2027-\u2029\u202f\u2032\u2043\u205f\u2212\u3000\u30a0\u30fb\ufe58\ufe63\uff07\uff0d\uff1d\uff65-])+', ' ', 'g'
    ), '[^[:alnum:] ' || private.word_marks() || ']+', '|', 'g'), ' *[|][ |]*', '|', 'g'), ' |'
  )), ' '), ' ', '  '), '|', ' | ') || ' '
$$;
comment on function private.word_line(text) is
  'The words of a text in lower case and plain form, each between two spaces of its own. A bar stands where more than spaces, hyphens, apostrophes, dots or commas part two words. One line contains another exactly if the words do.';
grant execute on function private.word_line(text) to service_role;

create function private.words(content text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- An index refuses a word of thousands of characters.
  select coalesce(array_agg(distinct left(w, 60)) filter (where w <> ''), '{}')
  from string_to_table(replace(private.word_line(content), '|', ''), '  ') as l, btrim(l) as w
$$;
comment on function private.words(text) is
  'The words of a text in lower case, as in private.word_parts, each once and cut to 60 characters. For indexes.';
grant execute on function private.words(text) to service_role;

create function private.utm_text(utm_param jsonb) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(p.key || '=' || p.value, '&' order by p.key) from jsonb_each_text(utm_param) as p
$$;
comment on function private.utm_text(jsonb) is
  'Campaign parameters as in a link. JSON punctuation is not typed text, so a search must not match it.';
grant execute on function private.utm_text(jsonb) to service_role;

-- The words of texts, as searches for a person compare them.

create function private.composed(content text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when octet_length(content) = char_length(content) then content else
    translate(normalize(content, nfc), e'\u02b9\u02bb\u02bc\u00ad\u200b\u2060\ufeff', repeat(e'\u2019', 3)) end
$$;
comment on function private.composed(text) is
  'A text with its characters composed, one kind of apostrophe between letters, and no invisible characters.';
grant execute on function private.composed(text) to service_role;

create function private.word_line(content text) returns text
language sql immutable parallel safe set search_path = ''
as $$
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

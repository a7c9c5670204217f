-- The letters and words of texts, as a search and an erasure compare them.

create function private.link_letters(content text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  -- A link inside another link has its bytes encoded twice.
  letters text := regexp_replace(
    regexp_replace(content, '%(?:25)+(?=[0-9A-F]{2})', '%', 'gi'),
    -- In a mail, %40 is =40. But =40 may be a number: it is read only before a domain, so not in budget=4050.00. It may
    -- also begin an address, as in to=40plus.lea@x.example.
    '(?<=[[:alnum:]_+.-])=40(?![[:alnum:]_+.-]*(?:@|%40))(?=(?:(?:[[:alnum:]-]|=(?!40)[0-9A-F]{2}|%[0-9A-F]{2})+[.])+[[:alpha:]])', '%40', 'gi'
  );
  coded text;
  letter text;
begin
  -- Signs of ASCII, and letters of two to four bytes, as UTF-8 has them: no others could be read.
  for coded in
    select distinct m[1]
    from regexp_matches(
      letters,
      '(%(?:0[9AD]|[2-6][0-9A-F]|7[0-9A-E])|[%=](?:C[2-9A-F]|D[0-9A-F]|(?:E[1-9A-CEF]|F0[%=][9AB][0-9A-F]'
        '|F[1-3][%=][89AB][0-9A-F]|F4[%=]8[0-9A-F])[%=][89AB][0-9A-F]|E0[%=][AB][0-9A-F]|ED[%=][89][0-9A-F])[%=][89AB][0-9A-F])', 'gi'
    ) as m
    order by 1
  loop
    letter := convert_from(decode(translate(coded, '%=', ''), 'hex'), 'UTF8');
    letters := replace(letters, coded, case
      when private.is_one_line(letter) then letter when letter ~ '[\t\n\r]' then ' ' else '' end);
  end loop;
  return letters;
end
$$;
comment on function private.link_letters(text) is
  'A text with the letters and signs that a link or a mail holds as bytes: %C3%AB, =C3=AB, %27. It has no line breaks of a link.';
grant execute on function private.link_letters(text) to api_reader, service_role;

create function private.html_letters(content text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  marks constant jsonb := jsonb '{"grave": "\u0300", "acute": "\u0301", "circ": "\u0302", "tilde": "\u0303", "macr": "\u0304", "breve": "\u0306", "dot": "\u0307", "uml": "\u0308", "ring": "\u030a", "dblac": "\u030b", "caron": "\u030c", "cedil": "\u0327", "ogon": "\u0328"}';
  others constant jsonb := jsonb '{"szlig": "ß", "aelig": "æ", "AElig": "Æ", "oelig": "œ", "OElig": "Œ", "oslash": "ø", "Oslash": "Ø", "lstrok": "ł", "Lstrok": "Ł", "dstrok": "đ", "Dstrok": "Đ", "hstrok": "ħ", "Hstrok": "Ħ", "tstrok": "ŧ", "Tstrok": "Ŧ", "eng": "ŋ", "ENG": "Ŋ", "eth": "ð", "ETH": "Ð", "thorn": "þ", "THORN": "Þ", "inodot": "ı", "imath": "ı", "amp": "&", "sol": "/", "apos": "\u0027", "lsquo": "‘", "rsquo": "’", "hyphen": "-", "dash": "-", "nbsp": " ", "shy": "", "zwnj": "\u200c", "zwj": "\u200d", "commat": "@", "period": ".", "lowbar": "_", "plus": "+"}';
  letters text := content;
  coded text;
  name text;
  code integer;
  letter text;
begin
  if content not like '%&%;%' and strpos(content, '\u') = 0 then
    return content;
  end if;
  for coded, name in
    select m[1], coalesce(m[2], '#x' || m[3])
    from regexp_matches(content, '(&(?:amp;)*(#[0-9]{2,7}|#x[0-9a-f]{2,6}|[a-z]{3,7});|\\+u([0-9a-f]{4}))', 'gi') as m
    -- A letter with one backslash is also the end of one with two.
    group by 1, 2 order by char_length(m[1]) desc, 1
  loop
    code := case when name ~* '^#x' then ('x' || lpad(substr(name, 3), 8, '0'))::bit(32)::integer
      when name like '#%' then substr(name, 2)::integer end;
    letter := case
      -- Brackets of HTML stay what they are, and there is no character of the other numbers.
      when code in (60, 62) or code not between 32 and 1114111 or code between 55296 and 57343 then null
      when not private.is_one_line(chr(code)) then ''
      when code is not null then chr(code)
      else coalesce(others ->> name, left(name, 1) || (marks ->> substr(name, 2)))
    end;
    letters := replace(letters, coded, coalesce(letter, coded));
  end loop;
  return letters;
end
$$;
comment on function private.html_letters(text) is
  'A text with the letters, and signs of names and addresses, that HTML or JSON holds by name or number.';
grant execute on function private.html_letters(text) to api_reader, service_role;

create function private.composed(content text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  letters text := private.html_letters(content);
begin
  if letters ~ '[%=]' then
    letters := private.link_letters(letters);
  end if;
  if octet_length(letters) = char_length(letters) then
    return letters;
  end if;
  -- Most texts are as they should be, and to look costs little.
  if letters is not nfc normalized then
    letters := normalize(letters, nfc);
  end if;
  if letters ~ '[\u00b4\u02b9\u02bb-\u02bf\u201b\ua78c]' then
    letters := translate(letters, e'\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u201b\ua78c', repeat(e'\u2019', 9));
  end if;
  -- Selectors of variants among them, which no keyboard shows.
  letters := regexp_replace(
    letters, '[\u00ad\u034f\u061c\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff'
      '\U000e0000-\U000e01ef]+', '', 'g'
  );
  return letters;
end
$$;
comment on function private.composed(text) is
  'A text with its characters composed, also those of HTML, JSON, links and mails. It has one kind of apostrophe and no invisible characters.';
grant execute on function private.composed(text) to api_reader, service_role;

create function private.plain(content text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  letters text collate "und-x-icu" := content;
begin
  if octet_length(letters) = char_length(letters) then
    return lower(letters);
  end if;
  letters := regexp_replace(
    lower(normalize(letters, nfkd)),
    '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200c\u200d]+', '', 'g'
  );
  -- Most texts have none of them, and to look costs little.
  if letters ~ '[\u00df-\u029f\u03c2\u0643\u0649\u064a\u2c61-\u2c76]' then
    letters := translate(
      replace(replace(replace(replace(letters, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      e'ðøđħıĸłŋŧƀɓƃƈɖɗƌɛɜƒɠɣɩɨƙƚɫɲƞɔɵƥƭʈʊʉʋⱱƴɏƶʒʐǥȥⱥȼⱦɇǝəɉɍɽʂɦς\u0643\u0649\u064a',
      e'dodhiqlntbbbcdddeefggiikllnnoopttuuvvyyzzzgzacteeajrrshσ\u06a9\u06cc\u06cc'
    );
  end if;
  return normalize(letters, nfc);
end
$$;
comment on function private.plain(text) is
  'A text as people compare it, in every locale: lower case, letters in their plain form, without accents and points. Latin letters become those of ASCII.';
grant execute on function private.plain(text) to api_reader, service_role;

create function private.spaceless() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '\u3005-\u3007\u3041-\u3096\u309d-\u309f\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff\u0e01-\u0e30\u0e32\u0e33'
    '\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf\u1000-\u102a\u103f\u1050-\u1055\u105a-\u105d\u1061\u1065'
    '\u1066\u106e-\u1070\u1075-\u1081\u108e\uaa60-\uaa7a\u1780-\u17b3'
$$;
comment on function private.spaceless() is
  'Letters of scripts that part no words by spaces, for a set of a regular expression: Chinese, Japanese except katakana, Korean, Thai, Lao, Burmese, Khmer.';
grant execute on function private.spaceless() to api_reader, service_role;

create function private.spaceless_marks() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '\u3099\u309a\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064'
    '\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u17b4-\u17d3\u17dd\u200c\u200d'
$$;
comment on function private.spaceless_marks() is
  'Vowel signs and accents that belong to the letter of private.spaceless before them, for a set of a regular expression.';
grant execute on function private.spaceless_marks() to api_reader, service_role;

create function private.katakana() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f'
$$;
comment on function private.katakana() is
  'Letters of katakana, for a set of a regular expression. A row of them is one word of a foreign name, beside other letters.';
grant execute on function private.katakana() to api_reader, service_role;

create function private.folded(content text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  letters text := private.plain(private.composed(content));
begin
  if octet_length(letters) = char_length(letters) then
    letters := translate(letters, '-''`', ' ');
  else
    letters := translate(
      letters,
      e'-\u00b7\u058a\u05be\u2010\u2012\u2013\u2014\u2015\u2022\u2027\u2043\u2212\u30a0\u30fb'
        '''`\u2018\u2019\u05f3\u2032',
      repeat(' ', 15)
    );
  end if;
  return btrim(regexp_replace(letters, ' +', ' ', 'g'), ' ');
end
$$;
comment on function private.folded(text) is
  'A text as a search compares it: private.plain, hyphens as spaces, without apostrophes and invisible characters.';
grant execute on function private.folded(text) to api_reader, service_role;

create function private.spelled_out(content text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select replace(replace(replace(replace(regexp_replace(replace(
    lower(content collate "und-x-icu"), 'ä', 'ae'
  ), '[öø]', 'oe', 'g'), 'ü', 'ue'), 'å', 'aa'), 'đ', 'dj'), 'ə', 'e')
$$;
comment on function private.spelled_out(text) is
  'A text of private.composed in lower case, some letters written as people without their keys write them: Müller as mueller, Đoković as djoković.';
grant execute on function private.spelled_out(text) to api_reader, service_role;

create function private.word_marks() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670'
    '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u0816-\u082d\u0859-\u085b'
    '\u0897-\u089f\u08ca-\u08e1\u08e3-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0e80-\u0eff\u0f18-\u0fbc\u1000-\u109f\u135d-\u135f'
    '\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772\u1773\u1780-\u17d3\u17dd\u1885\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b'
    '\u1a55-\u1a7f\u1ab0-\u1b44\u1b80-\u1bf3\u1c24-\u1c37\u1dc0-\u1dff\u200c\u200d\u2d7f\u2de0-\u2dff\u3099\u309a\ua66f'
    '\ua674-\ua67d\ua802-\ua827\ua880-\ua8c5\ua926-\ua92d\ua947-\ua953\ua980-\ua9c0\uaa29-\uaa4d\uaab0-\uaac1\uaaeb-\uaaef'
    '\uabe3-\uabea\uabec\uabed\ufe20-\ufe2f\U00011100-\U00011134\U0001e944-\U0001e94a'
$$;
comment on function private.word_marks() is
  'What stands inside words and is no letter, for a set of a regular expression: accents, vowel signs, joiners.';
grant execute on function private.word_marks() to service_role;

create function private.parted(content text, mark text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when content !~ ('[' || private.spaceless() || private.katakana() || ']') then content
    else regexp_replace(regexp_replace(regexp_replace(
      content, '([' || private.spaceless() || '][' || private.spaceless_marks() || ']*)(?=[^ |'
        || private.spaceless_marks() || '])', '\1' || mark, 'g'
    ), '([^ |' || private.spaceless() || '])(?=[' || private.spaceless() || '])', '\1' || mark, 'g'),
    '([' || private.katakana() || '])(?=[^ |' || private.katakana() || '])|([^ |' || private.katakana() || '])(?=['
      || private.katakana() || '])', '\1\2' || mark, 'g') end
$$;
comment on function private.parted(text, text) is
  'A text with something between a character of private.spaceless and what stands beside it, and around each row of private.katakana. These scripts part no words by spaces, so each character is a word, and each row of katakana.';
grant execute on function private.parted(text, text) to api_reader, service_role;

create function private.word_line(content text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  line text collate "und-x-icu" := translate(content, e'+.,''`_-\t\n\u000b\f\r', repeat(' ', 12));
begin
  if octet_length(line) <> char_length(line) then
    line := regexp_replace(
      line,
      '[\s\u0085\u00a0\u00b4\u00b7\u058a\u05be\u05f3\u0f0b\u0f0c\u1361\u1680\u2000-\u200a\u2010-\u2015\u2018\u2019\u2022\u2027-\u2029\u202f'
        '\u2032\u2043\u205f\u2212\u3000\u30a0\u30fb\ufe58\ufe63\uff07\uff0d\uff1d\uff65]', ' ', 'g'
    );
  end if;
  line := regexp_replace(line, '[^[:alnum:] ' || private.word_marks() || ']+', '|', 'g');
  line := btrim(regexp_replace(regexp_replace(line, ' *[|][ |]*', '|', 'g'), ' {2,}', ' ', 'g'), ' |');
  -- A plain form can have spaces, and letters that are parted. It is still the same word, as in private.word_parts.
  line := replace(private.plain(replace(private.parted(line, ' '), ' ', chr(10))), ' ', '');
  return ' ' || replace(replace(line, chr(10), '  '), '|', ' | ') || ' ';
end
$$;
comment on function private.word_line(text) is
  'The words of a text of private.composed in lower case and plain form, each between two spaces of its own. A bar stands where more than spaces, hyphens, apostrophes, dots or commas part two words. One line contains another exactly if the words do. Hebrew and Arabic write a small word, such as "from", as a letter of the next one. It stays there. No list could part them: in Hebrew, Sharon is Ron with such a letter, in Arabic, Karim is Reem. So an erasure would take the names of others.';
grant execute on function private.word_line(text) to service_role;

create function private.word_lines(content text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  composed text := private.composed(content);
  spelled text;
begin
  if octet_length(composed) = char_length(composed) then
    return array[private.word_line(composed)];
  end if;
  spelled := private.spelled_out(composed);
  return case when spelled = lower(composed collate "und-x-icu") then array[private.word_line(composed)]
    else array[private.word_line(composed), private.word_line(spelled)] end;
end
$$;
comment on function private.word_lines(text) is
  'The text as private.word_line, and a second time as private.spelled_out if that differs. Both have the same number of words.';
grant execute on function private.word_lines(text) to service_role;

create function private.words(content text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- An index refuses a word of thousands of characters.
  select coalesce(array_agg(distinct left(w, 60)) filter (where w <> ''), '{}')
  from unnest(private.word_lines(content)) as line, string_to_table(replace(line, '|', ''), '  ') as l, btrim(l) as w
$$;
comment on function private.words(text) is
  'The words of a text as in private.word_lines, each once and cut to 60 characters. For indexes.';
grant execute on function private.words(text) to service_role;

create function private.utm_text(utm_param jsonb) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(p.key || '=' || p.value, '&' order by p.key) from jsonb_each_text(utm_param) as p
$$;
comment on function private.utm_text(jsonb) is
  'Campaign parameters as in a link. JSON punctuation is not typed text, so a search must not match it.';
grant execute on function private.utm_text(jsonb) to service_role;

-- The one spelling of a mailbox. Every table with an address stores that spelling, and every procedure looks it up.

create function private.punycode_bias(delta bigint, points integer, is_first boolean) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  rest bigint := case when is_first then delta / 700 else delta / 2 end;
  digits integer := 0;
begin
  rest := rest + rest / points;
  while rest > 455 loop
    rest := rest / 35;
    digits := digits + 36;
  end loop;
  return digits + 36 * rest / (rest + 38);
end
$$;
comment on function private.punycode_bias(bigint, integer, boolean) is
  'The bias of the next number in a punycode text (RFC 3492, section 6.1).';
grant execute on function private.punycode_bias(bigint, integer, boolean) to api_reader, service_role;

create function private.ascii_label(label text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  points integer[] := array(select ascii(c) from regexp_split_to_table(label, '') as c);
  written text := regexp_replace(label, '[^\u0001-\u007f]', '', 'g');
  handled integer := char_length(written);
  plain constant integer := handled;
  least_point integer;
  point integer := 128;
  delta bigint := 0;
  bias integer := 72;
  rest bigint;
  place integer;
  threshold integer;
  each_point integer;
begin
  if handled > 0 then
    written := written || '-';
  end if;
  while handled < cardinality(points) loop
    select min(p) into least_point from unnest(points) as p where p >= point;
    delta := delta + (least_point - point)::bigint * (handled + 1);
    point := least_point;
    foreach each_point in array points loop
      delta := delta + (each_point < point)::integer;
      continue when each_point <> point;
      rest := delta;
      place := 36;
      loop
        threshold := least(greatest(place - bias, 1), 26);
        exit when rest < threshold;
        written := written || substr('abcdefghijklmnopqrstuvwxyz0123456789',
          (threshold + (rest - threshold) % (36 - threshold))::integer + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        place := place + 36;
      end loop;
      written := written || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest::integer + 1, 1);
      bias := private.punycode_bias(delta, handled + 1, handled = plain);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    point := point + 1;
  end loop;
  return 'xn--' || written;
end
$$;
comment on function private.ascii_label(text) is
  'One label of a domain with other letters than ASCII, as DNS has it (RFC 3492).';
grant execute on function private.ascii_label(text) to service_role;

create function private.letters_of_label(label text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  encoded constant text := substr(label, 5);
  letters text := coalesce(substring(encoded from '^(.*)-'), '');
  digits constant text := regexp_replace(encoded, '^.*-', '');
  read integer := 0;
  point bigint := 128;
  place bigint := 0;
  bias integer := 72;
  before bigint;
  weight bigint;
  step integer;
  digit integer;
  threshold integer;
begin
  while read < char_length(digits) loop
    before := place;
    weight := 1;
    step := 36;
    loop
      read := read + 1;
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(digits, read, 1)) - 1;
      -- A number that is too large is refused before it is: DNS has no such name.
      if digit < 0 or read > char_length(digits) or weight > 100000000000 then
        return label;
      end if;
      place := place + digit * weight;
      threshold := least(greatest(step - bias, 1), 26);
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      step := step + 36;
    end loop;
    bias := private.punycode_bias(place - before, char_length(letters) + 1, before = 0);
    point := point + place / (char_length(letters) + 1);
    place := place % (char_length(letters) + 1);
    if point > 1114111 or point between 55296 and 57343 then
      return label;
    end if;
    letters := overlay(letters placing chr(point::integer) from place::integer + 1 for 0);
    place := place + 1;
  end loop;
  return letters;
end
$$;
comment on function private.letters_of_label(text) is
  'One label of a domain that begins with xn--, in its own letters (RFC 3492). A malformed one stays as it is.';
grant execute on function private.letters_of_label(text) to api_reader, service_role;

create function private.mailbox(email_param text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  address text := email_param;
  domain text;
begin
  if char_length(address) > 1000 then
    return address;
  end if;
  -- NFKC would make letters of some signs, as of ™.
  address := regexp_replace(address,
    '[¢-¶¸-¾ʰ-ʸˠ-ˤᴬ-ᶿ⁰-⯿㈀-㏿\uE000-\uF8FF\uFE0E\uFE0F\uFFFC\uFFFD\U0001F000-\U0001FAFF]', ' ', 'g');
  address := regexp_replace(btrim(normalize(address, NFKC)), '^[^<>]*<([^<>]*@[^<>]*)>[^@]*$', '\1');
  address := regexp_replace(address, '^\s*mailto:/*([^?]*).*$', '\1', 'i');
  -- In the letters and signs of every script, under every locale of the database.
  address := lower(regexp_replace(
    address collate "und-x-icu", '^(?:(?![!#%&/?_.@-])[\s[:punct:]<`|])+|[\s[:punct:]`<>|=+~$^]+$', '', 'g'
  ));
  domain := translate(substring(address from '@([^@]*)$'), '。', '.');
  if domain is null or octet_length(domain) = char_length(domain)
    or domain collate "und-x-icu" ~ '\s|(?![-.·׳״・])[[:punct:]]' then
    return address;
  end if;
  return left(address, -char_length(domain)) || (
    select string_agg(case when octet_length(l) = char_length(l) then l else private.ascii_label(l) end, '.' order by n)
    from string_to_table(domain, '.') with ordinality as t (l, n)
  );
end
$$;
comment on function private.mailbox(text) is
  'The one spelling of a mailbox: lower case, characters composed, the domain as DNS has it, nothing around it. The functions spell the same (shared/src/contracts/backend/email-address.ts). A test compares the two.';
grant execute on function private.mailbox(text) to service_role;

create function private.mailbox_hash(mailbox_param text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select encode(sha256(convert_to(
    coalesce(nullif(replace(regexp_replace(local, '\+.*$', ''), '.', ''), ''), local) || '@'
      || case domain when 'googlemail.com' then 'gmail.com' else domain end, 'UTF8'
  )), 'hex')
  from (
    select substring(mailbox_param from '^(.*)@') as local, substring(mailbox_param from '@([^@]*)$') as domain
  ) parts
$$;
comment on function private.mailbox_hash(text) is
  'The key that limits count a mailbox by: addresses that may be one mailbox have one. The functions make the same (supabase/functions/api/canonical-address.ts). A test compares the two.';
grant execute on function private.mailbox_hash(text) to service_role;

create function private.mailbox_in_letters(mailbox_param text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when mailbox_param not like '%@%xn--%' then mailbox_param else
    split_part(mailbox_param, '@', 1) || '@' || (
      select string_agg(case when l like 'xn--%' then private.letters_of_label(l) else l end, '.' order by n)
      from string_to_table(split_part(mailbox_param, '@', 2), '.') with ordinality as t (l, n)
    ) end
$$;
comment on function private.mailbox_in_letters(text) is
  'A mailbox with its domain in the letters that people type, for a search of texts.';
grant execute on function private.mailbox_in_letters(text) to api_reader, service_role;

create function private.searchable(content text, mailbox_param text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  words text := private.folded(content);
  searched text := words || chr(10) || private.folded(mailbox_param);
  spelling text;
begin
  -- Who looks for Müller finds Mueller, and the other way round. Danish has æ and aa, German has ae, Croatian dj.
  foreach spelling in array array[
    private.folded(private.spelled_out(private.composed(content))),
    regexp_replace(words, '([aou])e|(d)j', '\1\2', 'g'), regexp_replace(words, '(o)e|(a)a', '\1\2', 'g')
  ] loop
    if strpos(searched, spelling) = 0 then
      searched := searched || chr(10) || spelling;
    end if;
  end loop;
  if mailbox_param like '%@%xn--%' then
    searched := searched || chr(10) || private.folded(private.mailbox_in_letters(mailbox_param));
  end if;
  return replace(searched, ' ', '');
end
$$;
comment on function private.searchable(text, text) is
  'What a search reads of a person, as private.folded without spaces: texts and a mailbox, its domain also in letters. People write or leave out spaces in names. Texts with ä, ö, ü, å, ø or đ, or as private.spelled_out, are there in both spellings.';
grant execute on function private.searchable(text, text) to api_reader, service_role;

create function private.spell_mailbox() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.email := private.mailbox(new.email);
  return new;
end
$$;
comment on function private.spell_mailbox() is 'Stores the address of a row in the one spelling of its mailbox.';

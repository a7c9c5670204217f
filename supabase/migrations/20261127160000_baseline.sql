-- The whole database as supabase/schemas/ declares it, written by `npx -y pnpm@12 run db diff`. Read it there.
-- Each change of the schemas writes it again, until `npx -y pnpm@12 run db freeze`.

-- The schema that the API does not expose, the end of default grants, and the roles of requests.
-- Why procedures run as api_reader: docs/decisions/0011-one-door.md.

do $$
begin
  if getdatabaseencoding() <> 'UTF8' then
    raise exception 'The encoding of the database is %. Create it with UTF8: names of all scripts are stored in it.',
      getdatabaseencoding();
  end if;
end
$$;

create schema private;
comment on schema private is
  'Access helpers and tables that API requests cannot name. This schema is not exposed.';

-- Hosting platforms grant new objects to all API roles by default. Here every grant is written out by name.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

do $$
begin
  -- Roles belong to the whole server. Another database may already have created this role or may be creating it now.
  begin
    create role api_reader nologin noinherit nobypassrls;
    comment on role api_reader is
      'Runs the procedures that the API may call. Reads through policies only, and writes nothing.';
  exception when duplicate_object or unique_violation then
    null;
  end;
  begin
    create role corvane_backup nologin;
    comment on role corvane_backup is
      'Notes backups. In production it also signs in and reads everything: production/roles.sql.';
  exception when duplicate_object or unique_violation then
    null;
  end;
  -- To give a procedure to a role, you must be a member of the role. A superuser counts as one.
  if not pg_has_role(current_user, 'api_reader', 'member') then
    grant api_reader to current_user;
  end if;
end
$$;

revoke all on schema private from public;
grant usage on schema private to service_role, api_reader, corvane_backup;
grant usage on schema public to api_reader, corvane_backup;
-- To own procedures, a role needs the right to create some. schemas/last.sql revokes this right.
grant create on schema public to api_reader;

-- Statements, waits for locks and idle transactions have time limits, so no request blocks the database for long. The
-- values are milliseconds, which PostgREST passes on unchanged. PostgREST logs in as authenticator. It applies the
-- settings of a request's role (anon, authenticated, service_role) to the transaction. To the rest it applies
-- authenticator's own settings. It would not see settings of one database, so these belong to the roles. A function's
-- own statement_timeout, such as that of commit_sales_import, takes precedence.
do $$
declare
  wanted record;
begin
  for wanted in
    select r.rolname, s.name, s.value
    from (values
      ('anon', 'statement_timeout', '3000'), ('anon', 'lock_timeout', '1000'),
      ('anon', 'idle_in_transaction_session_timeout', '10000'),
      ('authenticated', 'statement_timeout', '8000'), ('authenticated', 'lock_timeout', '2000'),
      ('authenticated', 'idle_in_transaction_session_timeout', '10000'),
      -- Ends before the functions stop waiting, so that their refusal is true. What only operators call, and may take
      -- longer, has its own limit.
      ('service_role', 'statement_timeout', '8000'), ('service_role', 'lock_timeout', '5000'),
      ('service_role', 'idle_in_transaction_session_timeout', '60000'),
      ('authenticator', 'statement_timeout', '8000'), ('authenticator', 'lock_timeout', '8000'),
      ('authenticator', 'idle_in_transaction_session_timeout', '60000')
    ) as s (role, name, value)
    -- A plain server has no authenticator.
    join pg_catalog.pg_roles r on r.rolname = s.role
    where not coalesce(r.rolconfig, '{}') @> array[s.name || '=' || s.value]
    order by r.rolname, s.name
  loop
    -- Roles belong to the whole server. If two databases do this at once, the second conflicts with the row of the
    -- first.
    for attempt in 1..5 loop
      begin
        execute format('alter role %I set %I = %L', wanted.rolname, wanted.name, wanted.value);
        exit;
      exception when unique_violation or internal_error then
        if attempt = 5 then
          raise;
        end if;
      end;
    end loop;
  end loop;
end
$$;
notify pgrst, 'reload config';
-- Terms of the product, each defined once. SQL calls these functions, and answers include the values for screens and
-- mails. Texts shown before any answer use shared/src/contracts/backend/terms.ts, which is generated from this file:
-- npx -y pnpm@12 exec node tools/stack/backend/write-database-types.ts.

create function private.access_link_life() returns interval language sql immutable parallel safe set search_path = ''
as $$ select interval '48 hours' $$;
comment on function private.access_link_life() is
  'How long a customer''s access link works after it was issued or extended.';
grant execute on function private.access_link_life() to api_reader, service_role;

create function private.access_link_expiring_within() returns interval language sql immutable parallel safe set search_path = ''
as $$ select interval '6 hours' $$;
comment on function private.access_link_expiring_within() is
  'How long before its end an access link counts as expiring soon.';
grant execute on function private.access_link_expiring_within() to api_reader;

create function private.code_life() returns interval language sql immutable parallel safe set search_path = ''
as $$ select interval '10 minutes' $$;
comment on function private.code_life() is
  'How long a verification code works after it was made.';
grant execute on function private.code_life() to service_role;

create function private.code_max_attempts() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 5 $$;
comment on function private.code_max_attempts() is
  'Maximum number of attempts for one verification code. Later attempts always fail.';
grant execute on function private.code_max_attempts() to service_role;

create function private.code_resend_pause() returns interval language sql immutable parallel safe set search_path = ''
as $$ select interval '30 seconds' $$;
comment on function private.code_resend_pause() is
  'How long a representative must wait before requesting another code for the same address.';
grant execute on function private.code_resend_pause() to service_role;

create function private.rep_session_life() returns interval language sql immutable parallel safe set search_path = ''
as $$ select interval '12 hours' $$;
comment on function private.rep_session_life() is
  'How long a representative stays signed in. Renewing a token does not move it. A customer''s session ends with the access link.';
grant execute on function private.rep_session_life() to service_role;

create function private.rep_sessions_max() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 200 $$;
comment on function private.rep_sessions_max() is
  'Sessions of a representative that are stored, ended ones too. A further one takes the place of the oldest.';
grant execute on function private.rep_sessions_max() to service_role;

create function private.customer_sessions_max() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 50 $$;
comment on function private.customer_sessions_max() is
  'Sessions of an access link that are stored, ended ones too. A further one takes the place of the oldest.';
grant execute on function private.customer_sessions_max() to service_role;

create function private.manager_access_life() returns interval language sql immutable parallel safe set search_path = ''
as $$ select interval '8 hours' $$;
comment on function private.manager_access_life() is
  'How long a manager''s code opens Operations in its session. The access ends with the session at the latest.';
grant execute on function private.manager_access_life() to service_role;

create function private.contact_mail_late_after() returns interval language sql immutable parallel safe set search_path = ''
as $$ select interval '10 minutes' $$;
comment on function private.contact_mail_late_after() is
  'Time after which an unsent mail to the team about a contact request counts as failed.';
grant execute on function private.contact_mail_late_after() to api_reader, service_role;

create function private.mails_tried_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 7 $$;
comment on function private.mails_tried_days() is
  'Days for which a refused mail to the team, or to a representative about new work, is tried again.';
grant execute on function private.mails_tried_days() to service_role;

create function private.first_answer_within() returns interval language sql immutable parallel safe set search_path = ''
as $$ select interval '24 hours' $$;
comment on function private.first_answer_within() is
  'How soon after it was sent a new contact request gets its first answer. Later, it is overdue.';
grant execute on function private.first_answer_within() to api_reader, service_role;

create function private.requests_recent_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 2 $$;
comment on function private.requests_recent_days() is
  'Days before today whose new contact requests count as recent. Older ones are urgent.';
grant execute on function private.requests_recent_days() to api_reader, service_role;

create function private.price_changes_soon_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 7 $$;
comment on function private.price_changes_soon_days() is
  'Days ahead in which Today shows a change of a price.';
grant execute on function private.price_changes_soon_days() to api_reader, service_role;

create function private.quote_valid_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 30 $$;
comment on function private.quote_valid_days() is
  'Days after the day of a quote (UTC) on which its prices still hold.';
grant execute on function private.quote_valid_days() to service_role;

create function private.commission_pending_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 30 $$;
comment on function private.commission_pending_days() is
  'Calendar days during which a sale''s commission is pending because the sale could still be cancelled. Then it is final, and the next statement pays it.';
grant execute on function private.commission_pending_days() to api_reader, service_role;

create function private.site_events_kept_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 30 $$;
comment on function private.site_events_kept_days() is
  'Days for which site events from browsers are kept.';
grant execute on function private.site_events_kept_days() to service_role;

create function private.site_counts_kept_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 760 $$;
comment on function private.site_counts_kept_days() is
  'Days for which counts of visits and pages are kept: two years and a month, so that a month can be compared.';
grant execute on function private.site_counts_kept_days() to service_role;

create function private.site_events_max_rows_per_day() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 200000 $$;
comment on function private.site_events_max_rows_per_day() is
  'Rows of site events that all browsers together can add in one UTC day.';
grant execute on function private.site_events_max_rows_per_day() to service_role;

create function private.site_events_max_bytes_per_day() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 64 * 1024 * 1024 $$;
comment on function private.site_events_max_bytes_per_day() is
  'Bytes of site events, as JSON, that all browsers together can add in one UTC day.';
grant execute on function private.site_events_max_bytes_per_day() to service_role;

create function private.site_counts_max_per_day() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 1000000 $$;
comment on function private.site_counts_max_per_day() is
  'Counts of visits that all browsers together can add in one UTC day.';
grant execute on function private.site_counts_max_per_day() to service_role;

create function private.site_counts_max_campaigns_per_day() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 50 $$;
comment on function private.site_counts_max_campaigns_per_day() is
  'Campaigns that are counted by name in one UTC day. Further ones count as other.';
grant execute on function private.site_counts_max_campaigns_per_day() to service_role;

create function private.site_counts_max_rows_per_day() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 20000 $$;
comment on function private.site_counts_max_rows_per_day() is
  'Rows of counts in one UTC day after which a new page, campaign or version counts as other.';
grant execute on function private.site_counts_max_rows_per_day() to service_role;

create function private.failed_mails_kept_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 30 $$;
comment on function private.failed_mails_kept_days() is
  'Days for which the counts of failed mails are kept.';
grant execute on function private.failed_mails_kept_days() to service_role;

create function private.contact_requests_kept_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 730 $$;
comment on function private.contact_requests_kept_days() is
  'Days for which a contact request is kept after it was sent.';
grant execute on function private.contact_requests_kept_days() to service_role;

create function private.quarantined_requests_kept_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 30 $$;
comment on function private.quarantined_requests_kept_days() is
  'Days for which a quarantined contact request is kept after it was sent.';
grant execute on function private.quarantined_requests_kept_days() to service_role;

create function private.idle_customers_kept_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 730 $$;
comment on function private.idle_customers_kept_days() is
  'Days for which a customer without a sale is kept after their last access link ended.';
grant execute on function private.idle_customers_kept_days() to service_role;

create function private.sign_in_traces_kept_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 365 $$;
comment on function private.sign_in_traces_kept_days() is
  'Days for which the IP address and browser of a sign-in or an opening are kept.';
grant execute on function private.sign_in_traces_kept_days() to service_role;

create function private.audit_trail_kept_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 1825 $$;
comment on function private.audit_trail_kept_days() is
  'Days for which a line of the audit trail is kept.';
grant execute on function private.audit_trail_kept_days() to service_role;

create function private.codes_kept_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 1 $$;
comment on function private.codes_kept_days() is
  'Days for which the record of a code, without the code itself, is kept after the code ended.';
grant execute on function private.codes_kept_days() to service_role;

create function private.attempt_counts_kept_days() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 1 $$;
comment on function private.attempt_counts_kept_days() is
  'Days for which the attempt counts of a network are kept. No limit has a longer window.';
grant execute on function private.attempt_counts_kept_days() to service_role;

create function private.handovers_undone_within() returns interval language sql immutable parallel safe set search_path = ''
as $$ select interval '24 hours' $$;
comment on function private.handovers_undone_within() is
  'How long a handover of customers and contact requests can be undone.';
grant execute on function private.handovers_undone_within() to service_role;

create function private.sales_imports_undone_within() returns interval language sql immutable parallel safe set search_path = ''
as $$ select interval '24 hours' $$;
comment on function private.sales_imports_undone_within() is 'How long an import of sales can be undone.';
grant execute on function private.sales_imports_undone_within() to service_role;

create function private.screen_import_max_rows() returns integer language sql immutable parallel safe set search_path = ''
as $$ select 10000 $$;
comment on function private.screen_import_max_rows() is
  'Most rows of an import of sales on a screen. A larger one is for operators, and cannot be undone.';
grant execute on function private.screen_import_max_rows() to service_role;

create function private.attempt_limits() returns table (name text, attempts integer, attempts_window interval)
language sql immutable parallel safe set search_path = ''
as $$
  values
    -- Only failed sign-ins. So an office behind one address is never locked out by its own work. Any number of people may
    -- sign in at once. The second counts by the hash of the tried ID: a stranger's wrong attempts never touch a real ID's
    -- counter.
    ('sign-in:ip', 20, interval '5 minutes'),
    ('sign-in:id', 10, interval '5 minutes'),
    -- A token has 256 bits, so this limits load and noise, not guessing.
    ('sign-in-customer:ip', 20, interval '5 minutes'),
    -- Mailed codes. Also per address, so that no caller can flood a mailbox through us. The limits of a day bound what adds
    -- up over many short windows: the mails to one mailbox, and the attempts at its codes.
    ('code:rep', 30, interval '10 minutes'),
    ('code:email', 5, interval '10 minutes'),
    ('code:rep-day', 300, interval '24 hours'),
    ('code:email-day', 20, interval '24 hours'),
    -- A manager's codes all go to one address. The day also limits attempts at them, so checking needs no limit.
    ('manager-code:rep', 5, interval '10 minutes'),
    ('manager-code:rep-day', 40, interval '24 hours'),
    -- Mailed links, apart from codes, so that neither uses up the other's limit.
    ('link-mail:rep', 30, interval '10 minutes'),
    ('link-mail:email', 3, interval '10 minutes'),
    -- Generous: all people at a trade fair's stand may share one address. One network cannot use up what all have.
    ('contact:ip', 60, interval '10 minutes'),
    ('contact:ip-day', 300, interval '24 hours'),
    -- What strangers can store in a day has an end, however many networks they have.
    ('contact:day', 5000, interval '24 hours'),
    -- Confirmations go to people who may not have asked for them. The first stops mass mailing from one network.
    ('confirmation:ip', 100, interval '24 hours'),
    ('confirmation:email', 3, interval '24 hours'),
    ('confirmation:day', 1000, interval '24 hours'),
    -- Batches of events, one or two per page load. A large office above the limit loses only events.
    ('site-events:ip', 600, interval '1 minute')
$$;
comment on function private.attempt_limits() is
  'Attempts per window. The name says of what and counted by what: ip (a network), id, rep, email (a mailbox), or all together.';
grant execute on function private.attempt_limits() to service_role;
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
-- Limits of a caller's input, the current day, and the names of an answer's fields. A procedure checks the limits before
-- it decodes, compares or stores any of it.

create function private.is_one_line(text_param text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select text_param !~
    '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\U000E0000-\U000E007F]'
$$;
comment on function private.is_one_line(text) is
  'True if a text has no control character, line break, invisible character or character that changes the text direction. U+200C and U+200D are allowed because some scripts need them. The functions remove more (shared/src/lib/plain-text.ts). A test compares the two.';
grant execute on function private.is_one_line(text) to api_reader, service_role;

create function private.refuse_over(what text, size bigint, most bigint) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if size > most then
    raise exception '% is too large: %, at most %', what, size, most using errcode = 'invalid_parameter_value';
  end if;
end
$$;
comment on function private.refuse_over(text, bigint, bigint) is
  'Refuses (22023) an input that is larger than its limit. The caller chooses the unit: characters, bytes or elements. The message contains the sizes, never the input.';
grant execute on function private.refuse_over(text, bigint, bigint) to api_reader, service_role;

create function private.refuse_unknown_fields(filter jsonb, known text[]) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  unknown text;
begin
  -- Measures the binary form: a number such as 1e300 is short in the request and long when printed.
  perform private.refuse_over('the filter', pg_column_size(filter), 32768);
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'the filter must be an object' using errcode = 'invalid_parameter_value';
  end if;
  select k into unknown from jsonb_object_keys(filter) as k where k <> all (known) limit 1;
  if found then
    raise exception 'unknown filter field: "%"', left(unknown, 50) using errcode = 'invalid_parameter_value';
  end if;
end
$$;
comment on function private.refuse_unknown_fields(jsonb, text[]) is
  'Refuses (22023) a filter that is not an object, is larger than 32 kB or has an unknown field. Otherwise a misspelled field would match everything.';
grant execute on function private.refuse_unknown_fields(jsonb, text[]) to api_reader, service_role;

create function private.text_list(filter jsonb, field text, allowed text[] default null) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  list text[];
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(filter -> field) <> 'array' then
    raise exception '% is not a list of texts', field using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over(field, jsonb_array_length(filter -> field), 50);
  if exists (select from jsonb_array_elements(filter -> field) e where jsonb_typeof(e) <> 'string') then
    raise exception '% is not a list of texts', field using errcode = 'invalid_parameter_value';
  end if;
  list := array(select jsonb_array_elements_text(filter -> field));
  perform private.refuse_over('a text of ' || field, char_length(e), 100) from unnest(list) as e;
  if not list <@ allowed then
    raise exception '% holds an unknown value', field using errcode = 'invalid_parameter_value';
  end if;
  return nullif(list, '{}');
end
$$;
comment on function private.text_list(jsonb, text, text[]) is
  'A filter''s list of at most 50 allowed texts of at most 100 characters. Null if the filter does not set it. Anything else is refused (22023).';
grant execute on function private.text_list(jsonb, text, text[]) to api_reader, service_role;

create function private.folded_term(search text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  -- Of only hyphens or apostrophes, nothing is left. As they are, they match nothing: no folded text has one.
  select coalesce(nullif(replace(private.folded(search), ' ', ''), ''), nullif(btrim(search), ''))
$$;
comment on function private.folded_term(text) is
  'What a person searches for, as private.folded without spaces. Null for an empty search.';
grant execute on function private.folded_term(text) to api_reader, service_role;

create function private.search_term(filter jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> 'search'), 'null') not in ('null', 'string') then
    raise exception 'search is not a text' using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over('search', char_length(filter ->> 'search'), 200);
  return private.folded_term(filter ->> 'search');
end
$$;
comment on function private.search_term(jsonb) is
  'A filter''s search term, see private.folded_term. Null if there is none. A value that is not a text or has more than 200 characters is refused (22023).';
grant execute on function private.search_term(jsonb) to api_reader, service_role;

create function private.utc_today() returns date
language sql stable set search_path = ''
as $$
  select (now() at time zone 'UTC')::date
$$;
comment on function private.utc_today() is 'Current calendar day of the server in UTC, independent of the session''s time zone.';
grant execute on function private.utc_today() to api_reader, service_role;

create function private.refuse_unknown_order(sort_key text, sort text, direction text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if sort_key is null then
    raise exception 'unknown sort: "%"', left(sort, 50) using errcode = 'invalid_parameter_value';
  end if;
  if direction not in ('asc', 'desc') then
    raise exception 'unknown direction: "%"', left(direction, 50) using errcode = 'invalid_parameter_value';
  end if;
end
$$;
comment on function private.refuse_unknown_order(text, text, text) is
  'Refuses (22023) a sort without a key, and a direction other than asc and desc. Only then may a statement contain them.';
grant execute on function private.refuse_unknown_order(text, text, text) to api_reader, service_role;

create function private.filter_day(filter jsonb, field text) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') not in ('null', 'string') then
    raise exception '% is not a calendar day (YYYY-MM-DD)', field using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over(field, char_length(filter ->> field), 10);
  if filter ->> field !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    raise exception '% is not a calendar day (YYYY-MM-DD)', field using errcode = 'invalid_parameter_value';
  end if;
  return (filter ->> field)::date;
exception
  when datetime_field_overflow then
    raise exception '% is not a calendar day: no month has it', field using errcode = 'invalid_parameter_value';
end
$$;
comment on function private.filter_day(jsonb, text) is
  'A filter''s calendar day. Null if the filter does not set it. Anything else is refused (22023).';
grant execute on function private.filter_day(jsonb, text) to api_reader, service_role;

create function private.filter_id(filter jsonb, field text) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') = 'null' then
    return null;
  end if;
  if filter ->> field !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise exception '% is not an id (UUID)', field using errcode = 'invalid_parameter_value';
  end if;
  return (filter ->> field)::uuid;
end
$$;
comment on function private.filter_id(jsonb, text) is
  'A filter''s id. Null if the filter does not set it. Anything else is refused (22023).';
grant execute on function private.filter_id(jsonb, text) to api_reader, service_role;

create function private.filter_text(filter jsonb, field text, most integer) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(filter -> field), 'null') not in ('null', 'string') then
    raise exception '% is not a text', field using errcode = 'invalid_parameter_value';
  end if;
  perform private.refuse_over(field, char_length(filter ->> field), most);
  return filter ->> field;
end
$$;
comment on function private.filter_text(jsonb, text, integer) is
  'A filter''s text up to a maximum length. Null if the filter does not set it. Anything else is refused (22023).';
grant execute on function private.filter_text(jsonb, text, integer) to api_reader, service_role;

create function private.write_cursor(place jsonb) returns text
language sql immutable set search_path = ''
as $$
  select replace(encode(convert_to(place::text, 'UTF8'), 'base64'), e'\n', '')
$$;
comment on function private.write_cursor(jsonb) is 'Encodes a position between two rows as an opaque text, for private.read_cursor.';
grant execute on function private.write_cursor(jsonb) to api_reader, service_role;

create function private.read_cursor(after text, expected_order text, key_type regtype default 'text') returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  place jsonb;
  moments timestamptz[];
begin
  if after is null then
    return null;
  end if;
  -- The longest that private.write_cursor makes has some 2000 characters. 3000 bytes of brackets nest no deeper than
  -- what every database reads without harm.
  perform private.refuse_over('the cursor', char_length(after), 4000);
  place := convert_from(decode(after, 'base64'), 'UTF8')::jsonb;
  if place ->> 'order' is distinct from expected_order then
    raise exception 'invalid cursor: it belongs to another order' using errcode = 'invalid_parameter_value';
  end if;
  -- A forged value is refused here, in our words: the page's own statement reads all of these.
  moments := array[(place ->> 'day')::date, (place ->> 'issued_at')::timestamptz];
  case key_type
    when 'text'::regtype then null;
    when 'bigint'::regtype then perform (place ->> 'key')::bigint;
    when 'boolean'::regtype then perform (place ->> 'key')::boolean;
    when 'date'::regtype then moments := moments || (place ->> 'key')::date::timestamptz;
    when 'timestamptz'::regtype then moments := moments || (place ->> 'key')::timestamptz;
  end case;
  perform (place ->> 'id')::uuid, (place ->> 'customer')::uuid, (place ->> 'is_open')::boolean;
  -- From a day without an end, a list of months has none.
  if not (select bool_and(isfinite(m)) from unnest(moments) m where m is not null) then
    raise exception 'invalid cursor: it names no day' using errcode = 'invalid_datetime_format';
  end if;
  return place;
exception
  when data_exception then
    raise exception 'invalid cursor: pass nextAfter of an earlier answer' using errcode = 'invalid_parameter_value';
end
$$;
comment on function private.read_cursor(text, text, regtype) is
  'The position in a cursor of at most 4000 characters. Null without a cursor. A cursor for another order or with a value of another type is refused (22023). key_type: type of the sort column.';
grant execute on function private.read_cursor(text, text, regtype) to api_reader, service_role;

create function private.first_of_month(month text) returns date
language plpgsql immutable strict set search_path = ''
as $$
begin
  if month !~ '^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])$' then
    raise exception 'not a month from 1900 on (YYYY-MM)' using errcode = 'invalid_parameter_value';
  end if;
  return (month || '-01')::date;
end
$$;
comment on function private.first_of_month(text) is 'First day of a month, YYYY-MM. Null for null. Anything else is refused (22023).';
grant execute on function private.first_of_month(text) to api_reader, service_role;

create function private.camel_keys(row_param jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(lower(left(c.key, 1)) || substr(replace(initcap(c.key), '_', ''), 2), c.value)
  from jsonb_each(row_param) c
$$;
comment on function private.camel_keys(jsonb) is
  'A row with the names of its columns in camelCase, so that a new column is in the answer too. Its values stay.';
grant execute on function private.camel_keys(jsonb) to service_role;
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
-- Counts attempts in the current window. The count is in the database, because all function instances share it.
-- A procedure counts in its own transaction: what is rolled back, refusals among it, gives the attempt back. Where an
-- attempt must stay counted, as with a wrong code, the procedure answers instead of raising. What fails later, as a mail
-- that no server takes, is given back then: counted first, it bounds what many callers do at once.

create table private.rate_limit_counters (
  bucket text primary key check (char_length(bucket) between 1 and 200),
  attempts integer not null check (attempts >= 0),
  window_ends_at timestamptz not null
);
comment on table private.rate_limit_counters is 'Attempts per bucket in a fixed window. Rows whose window has ended are ignored.';
comment on column private.rate_limit_counters.bucket is 'The limited action and the caller, such as sign-in:ip:203.0.113.7.';

create index rate_limit_counters_window_ends_at_idx on private.rate_limit_counters (window_ends_at);

alter table private.rate_limit_counters enable row level security;
grant select, insert, update, delete on private.rate_limit_counters to service_role;

create function private.remove_stale_counters() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from private.rate_limit_counters
  where bucket in (
    select c.bucket from private.rate_limit_counters c
    where c.window_ends_at < now() - interval '1 minute'
    order by c.window_ends_at limit 20
    for update skip locked
  );
  return null;
end
$$;
comment on function private.remove_stale_counters() is
  'Deletes a few stale counters for each new one, so the table stays as small as the traffic. It runs when the transaction ends: who waits for another counter while holding these could wait for each other.';

create constraint trigger rate_limit_counters_remove_stale after insert on private.rate_limit_counters
  deferrable initially deferred for each row execute function private.remove_stale_counters();

create function private.count_in_window(bucket_param text, most_param integer, window_param interval) returns integer
language sql set search_path = ''
as $$
  insert into private.rate_limit_counters as c (bucket, attempts, window_ends_at)
  select bucket_param, 1, now() + window_param where most_param > 0
  on conflict (bucket) do update set
    attempts = case when c.window_ends_at <= now() then 1 else c.attempts + 1 end,
    window_ends_at = case when c.window_ends_at <= now() then excluded.window_ends_at else c.window_ends_at end
  where c.window_ends_at <= now() or c.attempts < most_param
  returning attempts
$$;
comment on function private.count_in_window(text, integer, interval) is
  'Counts one more in the window, which starts with its first. Returns how many there are, or null for one too many, which is not counted. Others who count in the bucket wait until the transaction ends.';
grant execute on function private.count_in_window(text, integer, interval) to service_role;

create function private.refuse_until(until_param timestamptz, pause_param interval, message_param text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- A transaction that began earlier sees a pause that began later. It waits no longer than the pause either.
  raise sqlstate 'PT429' using message = message_param, detail = least(
    extract(epoch from pause_param), greatest(1, ceil(extract(epoch from until_param - now())))
  )::integer::text;
end
$$;
comment on function private.refuse_until(timestamptz, interval, text) is
  'Refuses a call (429) that may be repeated at this time, which is at most one pause away. The detail says in how many seconds.';
grant execute on function private.refuse_until(timestamptz, interval, text) to service_role;

create function private.refuse_when_full(limit_param text, subject_param text) returns void
language plpgsql set search_path = ''
as $$
declare
  -- An unknown limit is a fault, not a free attempt.
  bound record;
  full_until timestamptz;
begin
  select l.attempts, l.attempts_window into strict bound from private.attempt_limits() l where l.name = limit_param;
  select c.window_ends_at into full_until from private.rate_limit_counters c
  where c.bucket = limit_param || ':' || subject_param and c.attempts >= bound.attempts and c.window_ends_at > now();
  if found or bound.attempts = 0 then
    perform private.refuse_until(
      coalesce(full_until, now() + bound.attempts_window), bound.attempts_window, 'Too many attempts. Please wait before you try again.'
    );
  end if;
end
$$;
comment on function private.refuse_when_full(text, text) is
  'Refuses an attempt (429) that private.count_attempt would refuse, and counts nothing. For a procedure that writes before it counts.';
grant execute on function private.refuse_when_full(text, text) to service_role;

create function private.count_attempt(limit_param text, subject_param text) returns void
language plpgsql set search_path = ''
as $$
declare
  -- An unknown limit is a fault, not a free attempt.
  bound record;
  full_bucket text := limit_param || ':' || subject_param;
begin
  select l.attempts, l.attempts_window into strict bound from private.attempt_limits() l where l.name = limit_param;
  if private.count_in_window(full_bucket, bound.attempts, bound.attempts_window) is null then
    perform private.refuse_until(
      -- A limit of 0 has no counter, or an old one of an earlier limit.
      coalesce(
        (
          select c.window_ends_at from private.rate_limit_counters c
          where c.bucket = full_bucket and c.window_ends_at > now()
        ),
        now() + bound.attempts_window
      ),
      bound.attempts_window, 'Too many attempts. Please wait before you try again.'
    );
  end if;
end
$$;
comment on function private.count_attempt(text, text) is
  'Counts one attempt at a limit of private.attempt_limits() for who or what it is counted by, or refuses it (429). Procedures count in the same order, so they never wait for each other. What all callers share they count last, so that others wait for the commit alone.';
grant execute on function private.count_attempt(text, text) to service_role;

create function private.give_attempt_back(limit_param text, subject_param text, counted_at_param timestamptz)
returns void
language sql set search_path = ''
as $$
  update private.rate_limit_counters c set attempts = c.attempts - 1
  from private.attempt_limits() l
  where l.name = limit_param and c.bucket = limit_param || ':' || subject_param and c.attempts > 0
    and c.window_ends_at - l.attempts_window <= counted_at_param
$$;
comment on function private.give_attempt_back(text, text, timestamptz) is
  'Takes back what private.count_attempt counted at that time, for work that failed after its transaction. A window that began later keeps its attempts. In the order in which they were counted.';
grant execute on function private.give_attempt_back(text, text, timestamptz) to service_role;
-- Sales representatives, the credentials they sign in with, and their sessions.

create table public.sales_representatives (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 254),
  disabled_at timestamptz,
  mail_on_opening boolean not null default false,
  week_mail_noted_at timestamptz,
  mail_on_work boolean not null default true,
  toast_on_news boolean not null default true,
  created_at timestamptz not null default now(),
  is_manager boolean not null default false,
  erased_at timestamptz,
  takes_requests boolean not null default false,
  requests_paused boolean not null default false,
  last_request_at timestamptz,
  time_zone text check (char_length(time_zone) <= 64),
  constraint sales_representatives_email_key unique (email),
  constraint sales_representatives_is_one_line check (private.is_one_line(name)),
  constraint sales_representatives_erased_is_closed check (
    erased_at is null or (disabled_at is not null and not is_manager)
  )
);
comment on table public.sales_representatives is
  'Sales representatives. Each may read their own row. A signed-in customer may read the row of their representative.';
comment on column public.sales_representatives.email is 'In the spelling of private.mailbox.';
comment on column public.sales_representatives.disabled_at is
  'Since when this person may not sign in. Their live sessions end at once. Null: enabled.';

comment on column public.sales_representatives.mail_on_opening is
  'True if this person gets a mail when a customer first opens an access link.';
comment on column public.sales_representatives.week_mail_noted_at is
  'When a mail about a past week was last noted for this person, or when they turned it on. Null: they get none.';
comment on column public.sales_representatives.mail_on_work is
  'True if this person gets mails about what they are given to do, see private.note_work.';
comment on column public.sales_representatives.toast_on_news is
  'True if the open portal shows this person new requests and opened links as they happen.';
comment on column public.sales_representatives.erased_at is
  'Since when the account has no personal data. It stays disabled for good. Null: not erased.';
comment on column public.sales_representatives.takes_requests is
  'True if a manager gives this person new contact requests of strangers, in turn with the others.';
comment on column public.sales_representatives.requests_paused is 'True while this person gets none of these: their own choice.';
comment on column public.sales_representatives.last_request_at is 'When it was last their turn. Null: never.';
comment on column public.sales_representatives.time_zone is
  'IANA name of the zone of the browser that signed in last, for times in mails. Null: not known.';
comment on column public.sales_representatives.is_manager is 'True if this person may open Operations with a mailed code.';

alter table public.sales_representatives enable row level security;
grant select on public.sales_representatives to api_reader;
grant select, insert, update on public.sales_representatives to service_role;

create function private.shown_name(rep public.sales_representatives) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(nullif(btrim(rep.name), ''), rep.email)
$$;
comment on function private.shown_name(public.sales_representatives) is
  'How a list names a representative: a blank name is replaced by the email address.';
grant execute on function private.shown_name(public.sales_representatives) to api_reader, service_role;

create trigger sales_representatives_spell_mailbox before insert or update of email on public.sales_representatives
  for each row execute function private.spell_mailbox();

create table private.sales_rep_credentials (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  credential_hash text not null check (credential_hash ~ '^[0-9a-f]{64}$'),
  label text not null default '' check (char_length(label) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint sales_rep_credentials_credential_hash_key unique (credential_hash)
);
comment on table private.sales_rep_credentials is
  'Sales IDs, several per representative. A stolen copy of this table cannot be used to sign in.';
comment on column private.sales_rep_credentials.credential_hash is
  'Hex HMAC-SHA256 of the normalized sales ID. Only the functions have the key (pepper), never the database.';
comment on column private.sales_rep_credentials.label is 'Name that an operator gave it, never the sales ID itself.';

create index sales_rep_credentials_sales_rep_id_idx on private.sales_rep_credentials (sales_rep_id);

alter table private.sales_rep_credentials enable row level security;
grant select, insert, update, delete on private.sales_rep_credentials to service_role;

create table public.sales_sessions (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  refresh_hash text not null check (refresh_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.rep_session_life(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'ended_by_operator', 'ended_by_manager', 'ended_by_rep', 'disabled')),
  manager_until timestamptz,
  constraint sales_sessions_refresh_hash_key unique (refresh_hash),
  constraint sales_sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
comment on table public.sales_sessions is
  'One row per sign-in of a representative. Only functions write it. IP address and browser are the values that the server saw.';
comment on column public.sales_sessions.id is 'Claim session_id of every token of this session.';
comment on column public.sales_sessions.refresh_hash is
  'Hex SHA-256 of the secret in the refresh cookie (32 random bytes). Not readable through the API.';
comment on column public.sales_sessions.expires_at is 'private.rep_session_life() after sign-in. Renewing a token does not move it.';
comment on column public.sales_sessions.ended_at is 'When it was ended early. Null: not ended early.';
comment on column public.sales_sessions.end_reason is
  'ended_by_rep: the representative ended it from another session. ended_by_manager: a manager ended it in Operations.';
comment on column public.sales_sessions.manager_until is
  'Until when this session may use Operations, as long as its representative is a manager. Null: no code was given.';

create index sales_sessions_sales_rep_id_idx on public.sales_sessions (sales_rep_id);

alter table public.sales_sessions enable row level security;
-- Grants single columns: only functions may read the hashes of refresh secrets.
grant select (id, sales_rep_id, ip_address, user_agent, created_at, expires_at, ended_at)
  on public.sales_sessions to api_reader;
grant select, insert, update, delete on public.sales_sessions to service_role;

-- Procedures run as api_reader for every caller. So the token must prove that the caller is signed in.
create function private.jwt_session_id() returns uuid
language sql stable set search_path = ''
as $$
  select case
    when auth.jwt() ->> 'role' = 'authenticated'
      and auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (auth.jwt() ->> 'session_id')::uuid
  end
$$;
comment on function private.jwt_session_id() is
  'Session id in the request''s token. Null without one, and for tokens of roles other than authenticated. It does not check that the session is live.';
grant execute on function private.jwt_session_id() to service_role;

-- security definer: the caller cannot read the sessions tables and only learns this about their own token.
create function private.current_rep_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select s.sales_rep_id
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.id = private.jwt_session_id()
    and s.ended_at is null
    and s.expires_at > now()
    and r.disabled_at is null
$$;
comment on function private.current_rep_id() is
  'Representative of the live session in the request''s token. Null if it has ended, expired or its person is disabled.';
grant execute on function private.current_rep_id() to api_reader, service_role;

create function private.live_rep_id(session_id_param uuid) returns uuid
language sql stable set search_path = ''
as $$
  select s.sales_rep_id
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.id = session_id_param and s.ended_at is null and s.expires_at > now() and r.disabled_at is null
$$;
comment on function private.live_rep_id(uuid) is
  'Representative of a session. Null if it is not live. Like private.current_rep_id(), for a session id from a function.';
grant execute on function private.live_rep_id(uuid) to service_role;

create function private.require_rep(session_id_param uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
begin
  if rep_id is null then
    raise sqlstate 'PT401' using message = 'Please sign in as a sales representative.';
  end if;
  return rep_id;
end
$$;
comment on function private.require_rep(uuid) is
  'Representative of a live session. Everyone else is refused (401).';
grant execute on function private.require_rep(uuid) to service_role;

-- security definer: procedures cannot read the token's claims. This function can only refuse.
create function private.refuse_ended_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.jwt_session_id() is not null and not private.may_see_prices() then
    raise sqlstate 'PT401' using message = 'the session has ended';
  end if;
end
$$;
comment on function private.refuse_ended_session() is
  'Refuses (401) a request if its token''s session has ended, expired, or belongs to a disabled or revoked person. Every procedure for sessions calls it first, so an empty answer always means that no data exists. A token without a session is anonymous and passes.';
grant execute on function private.refuse_ended_session() to api_reader;

create policy sales_sessions_select_self on public.sales_sessions
  for select to api_reader using (sales_rep_id = (select private.current_rep_id()));

create function public.get_sales_representative(sales_rep_id_param uuid)
returns table (id uuid, name text, email text)
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select r.id, r.name, r.email from public.sales_representatives r
  where r.id = sales_rep_id_param and r.id = (select private.current_rep_id())
$$;
comment on function public.get_sales_representative(uuid) is
  'The caller''s own row as a representative. No row for any other id.';
grant execute on function public.get_sales_representative(uuid) to authenticated;
alter function public.get_sales_representative(uuid) owner to api_reader;

create function public.get_sales_sessions(page_size integer default 25) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select coalesce(jsonb_agg(s.session order by s.created_at desc, s.id desc), '[]') from (
    select s.id, s.created_at, jsonb_build_object(
      'id', s.id, 'ipAddress', s.ip_address, 'userAgent', s.user_agent, 'createdAt', s.created_at,
      'expiresAt', s.expires_at,
      -- Browsers do not compare times with their own clock: what has expired has ended.
      'endedAt', coalesce(s.ended_at, case when s.expires_at <= now() then s.expires_at end)
    ) as session
    from public.sales_sessions s
    where s.sales_rep_id = (select private.current_rep_id())
    order by s.created_at desc, s.id desc
    limit least(greatest(coalesce(page_size, 25), 1), 100)
  ) s
$$;
comment on function public.get_sales_sessions(integer) is
  'The caller''s own sign-ins, live and ended, newest first, 1 to 100 rows. An ended session gets 401. A customer gets no rows.';
grant execute on function public.get_sales_sessions(integer) to authenticated;
alter function public.get_sales_sessions(integer) owner to api_reader;
-- What operators and managers do with representatives: add, edit, disable, manager role, sales IDs, sessions.
-- Managers call it through rep-changes.sql.

create function private.lock_reps(sales_rep_ids_param uuid[]) returns void
language sql set search_path = ''
as $$
  -- Locks in one order, so simultaneous changes queue instead of deadlocking.
  select r.id from public.sales_representatives r
  where r.id = any (sales_rep_ids_param) or (r.is_manager and r.disabled_at is null)
  order by r.id for no key update
$$;
comment on function private.lock_reps(uuid[]) is
  'Locks the given representatives and every enabled manager until the end of the transaction. Call it before reading them.';
grant execute on function private.lock_reps(uuid[]) to service_role;

create function private.has_other_manager(sales_rep_id_param uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.sales_representatives r
    where r.id <> sales_rep_id_param and r.is_manager and r.disabled_at is null
  )
$$;
comment on function private.has_other_manager(uuid) is 'True if there is an enabled manager beside this representative.';
grant execute on function private.has_other_manager(uuid) to api_reader, service_role;

create function private.refuse_last_manager(sales_rep_id_param uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  -- If two managers remove each other at once, the second sees the change of the first.
  perform private.lock_reps(array[sales_rep_id_param]);
  if not private.has_other_manager(sales_rep_id_param) and exists (
    select from public.sales_representatives r
    where r.id = sales_rep_id_param and r.is_manager and r.disabled_at is null
  ) then
    raise sqlstate 'PT409' using message =
      'This is the last manager, so nothing was changed. Make another representative a manager first.';
  end if;
end
$$;
comment on function private.refuse_last_manager(uuid) is
  'Refuses (409) a change that would take away the only enabled manager. Other callers wait until the end of the transaction.';
grant execute on function private.refuse_last_manager(uuid) to service_role;

create function private.rep_texts(sales_rep_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('name', r.name, 'email', r.email, 'isManager', r.is_manager)
  from public.sales_representatives r where r.id = sales_rep_id_param
$$;
comment on function private.rep_texts(uuid) is
  'The editable values of a representative: {name, email, isManager}. Null for an unknown id.';
grant execute on function private.rep_texts(uuid) to service_role;

create function private.refuse_erased_rep(sales_rep_id_param uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  -- An erasure that runs now finishes first.
  perform private.lock_reps(array[sales_rep_id_param]);
  if exists (
    select from public.sales_representatives r where r.id = sales_rep_id_param and r.erased_at is not null
  ) then
    raise sqlstate 'PT409' using message =
      'The data of this person was erased, so the account stays closed. Nothing was changed. Add a new representative instead.';
  end if;
end
$$;
comment on function private.refuse_erased_rep(uuid) is
  'Refuses (409) a change of an account that was erased: it can never be used again. Other callers wait until the end of the transaction.';
grant execute on function private.refuse_erased_rep(uuid) to service_role;

create function private.close_operations(sales_rep_id_param uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update private.manager_codes set voided_at = now()
  where sales_rep_id = sales_rep_id_param and used_at is null and voided_at is null;
  update public.sales_sessions set manager_until = null
  where sales_rep_id = sales_rep_id_param and manager_until is not null;
end
$$;
comment on function private.close_operations(uuid) is
  'Voids a manager''s code and closes Operations in all their sessions. It opens again with a new code.';
grant execute on function private.close_operations(uuid) to service_role;

create function public.set_rep_manager(
  sales_rep_id_param uuid, is_manager_param boolean, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_erased_rep(sales_rep_id_param);
  if not is_manager_param then
    perform private.refuse_last_manager(sales_rep_id_param);
  end if;
  update public.sales_representatives set is_manager = is_manager_param
  where id = sales_rep_id_param and is_manager <> is_manager_param;
  if found then
    perform private.close_operations(sales_rep_id_param);
    perform private.write_staff_audit(
      manager_id_param, case when is_manager_param then 'rep_made_manager' else 'rep_no_longer_manager' end,
      sales_rep_id_param, null, ip_address_param, user_agent_param
    );
  end if;
end
$$;
comment on function public.set_rep_manager(uuid, boolean, uuid, text, text) is
  'Gives a representative the manager role, or removes it together with the Operations access of their sessions. Refused (409): an erased account, and the last enabled manager. Repeating it changes nothing. manager_id: the caller. Null for an operator, here and below.';
grant execute on function public.set_rep_manager(uuid, boolean, uuid, text, text) to service_role;

create function private.has_sales_id(sales_rep_id_param uuid, credential_hash_param text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.sales_rep_credentials c
    where c.sales_rep_id = sales_rep_id_param and c.credential_hash = credential_hash_param and c.revoked_at is null
  )
$$;
comment on function private.has_sales_id(uuid, text) is
  'True if a valid sales ID belongs to a representative. Then the caller repeats the request that made it, because the answer was lost.';
grant execute on function private.has_sales_id(uuid, text) to service_role;

create function private.give_sales_id(sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid)
returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (
    sales_rep_id_param, credential_hash_param,
    'issued by ' || case when manager_id_param is null then 'an operator' else 'a manager' end
  )
  on conflict (credential_hash) do nothing;
  if not found then
    raise sqlstate 'PT400' using message = 'This key made a sales ID before. Please use another one',
      detail = 'idempotencyKey';
  end if;
end
$$;
comment on function private.give_sales_id(uuid, text, uuid) is
  'Stores the hash of a new sales ID. Refused (400): one that is void, or another representative''s. Then the key that made it makes no other one.';
grant execute on function private.give_sales_id(uuid, text, uuid) to service_role;

create function public.add_rep(
  name_param text, email_param text, credential_hash_param text, is_manager_param boolean default false,
  manager_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid;
begin
  insert into public.sales_representatives (name, email) values (name_param, email_param)
  on conflict (email) do nothing
  returning id into rep_id;
  if rep_id is null then
    select r.id into rep_id from public.sales_representatives r where r.email = private.mailbox(email_param);
    if not private.has_sales_id(rep_id, credential_hash_param) then
      raise sqlstate 'PT400' using message = 'Another representative has this address', detail = 'email';
    end if;
    return rep_id;
  end if;
  perform private.give_sales_id(rep_id, credential_hash_param, manager_id_param);
  perform private.write_staff_audit(
    manager_id_param, 'rep_added', rep_id, null, ip_address_param, user_agent_param,
    jsonb_build_object('after', private.rep_texts(rep_id) - 'isManager')
  );
  if is_manager_param then
    perform public.set_rep_manager(rep_id, true, manager_id_param, ip_address_param, user_agent_param);
  end if;
  return rep_id;
end
$$;
comment on function public.add_rep(text, text, text, boolean, uuid, text, text) is
  'Adds a representative, or a manager, with the hash of a first sales ID, and returns the id. Refused (400): an address that another representative has. Repeating it with the same hash changes nothing.';
grant execute on function public.add_rep(text, text, text, boolean, uuid, text, text) to service_role;

create function public.rotate_rep_credential(
  sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid default null,
  kept_session_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns integer
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_erased_rep(sales_rep_id_param);
  update private.sales_rep_credentials set revoked_at = now()
  where sales_rep_id = sales_rep_id_param and revoked_at is null;
  perform private.give_sales_id(sales_rep_id_param, credential_hash_param, manager_id_param);
  perform private.write_staff_audit(
    manager_id_param, 'sales_id_rotated', sales_rep_id_param, null, ip_address_param, user_agent_param
  );
  return public.end_rep_sessions(
    sales_rep_id_param, manager_id_param, null, kept_session_id_param, ip_address_param, user_agent_param
  );
end
$$;
comment on function public.rotate_rep_credential(uuid, text, uuid, uuid, text, text) is
  'Replaces all sales IDs of a representative with one new one and ends their sessions except kept_session_id. Returns their number. Refused (409): an erased account.';
grant execute on function public.rotate_rep_credential(uuid, text, uuid, uuid, text, text) to service_role;

create function public.disable_rep(
  sales_rep_id_param uuid, manager_id_param uuid default null, ip_address_param text default null,
  user_agent_param text default null
)
returns integer
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_last_manager(sales_rep_id_param);
  update public.sales_representatives set disabled_at = now()
  where id = sales_rep_id_param and disabled_at is null;
  if found then
    perform private.write_staff_audit(
      manager_id_param, 'rep_disabled', sales_rep_id_param, null, ip_address_param, user_agent_param
    );
  end if;
  return public.end_rep_sessions(
    sales_rep_id_param, manager_id_param, null, null, ip_address_param, user_agent_param
  );
end
$$;
comment on function public.disable_rep(uuid, uuid, text, text) is
  'Stops a representative from signing in and ends their sessions. Returns their number. Refused (409): the last enabled manager. Repeating it changes nothing.';
grant execute on function public.disable_rep(uuid, uuid, text, text) to service_role;

create function public.enable_rep(
  sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_erased_rep(sales_rep_id_param);
  update public.sales_representatives set disabled_at = null
  where id = sales_rep_id_param and disabled_at is not null;
  if not found then
    return private.has_sales_id(sales_rep_id_param, credential_hash_param);
  end if;
  perform public.rotate_rep_credential(
    sales_rep_id_param, credential_hash_param, manager_id_param, null, ip_address_param, user_agent_param
  );
  perform private.write_staff_audit(
    manager_id_param, 'rep_enabled', sales_rep_id_param, null, ip_address_param, user_agent_param
  );
  return true;
end
$$;
comment on function public.enable_rep(uuid, text, uuid, text, text) is
  'Lets a disabled representative sign in again with one new sales ID. The old ones stay void. False, and nothing changed: is not disabled. Refused (409): an erased account. Repeating it with the same hash changes nothing and returns true.';
grant execute on function public.enable_rep(uuid, text, uuid, text, text) to service_role;

create function public.edit_rep(
  sales_rep_id_param uuid, name_param text, email_param text, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns void
language plpgsql set search_path = ''
as $$
declare
  before jsonb := private.rep_texts(sales_rep_id_param) - 'isManager';
begin
  perform private.refuse_erased_rep(sales_rep_id_param);
  if exists (
    select from public.sales_representatives r
    where r.email = private.mailbox(email_param) and r.id <> sales_rep_id_param
  ) then
    raise sqlstate 'PT400' using message = 'Another representative has this address', detail = 'after.email';
  end if;
  update public.sales_representatives set name = name_param, email = email_param
  where id = sales_rep_id_param and (name, email) is distinct from (name_param, private.mailbox(email_param));
  if found then
    -- The code went to the earlier address. Operations opens again with a code to the new one.
    if before ->> 'email' <> private.mailbox(email_param) then
      perform private.close_operations(sales_rep_id_param);
    end if;
    perform private.write_staff_audit(
      manager_id_param, 'rep_edited', sales_rep_id_param, null, ip_address_param, user_agent_param,
      jsonb_build_object(
        'before', before, 'after', private.rep_texts(sales_rep_id_param) - 'isManager'
      )
    );
  end if;
end
$$;
comment on function public.edit_rep(uuid, text, text, uuid, text, text) is
  'Corrects name and address of a representative. Refused: another representative''s address (400), and an erased account (409). Sales ID, sessions and customers stay. Another address voids a manager''s code and closes their Operations.';
grant execute on function public.edit_rep(uuid, text, text, uuid, text, text) to service_role;

create function public.end_rep_sessions(
  sales_rep_id_param uuid, manager_id_param uuid default null, ended_session_id_param uuid default null,
  kept_session_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns integer
language plpgsql set search_path = ''
as $$
declare
  ended integer;
begin
  update public.sales_sessions set ended_at = now(),
    end_reason = case when manager_id_param is null then 'ended_by_operator' else 'ended_by_manager' end
  where sales_rep_id = sales_rep_id_param and ended_at is null and expires_at > now()
    and (ended_session_id_param is null or id = ended_session_id_param)
    and id is distinct from kept_session_id_param;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.write_staff_audit(
      manager_id_param, 'sessions_ended', sales_rep_id_param, null, ip_address_param, user_agent_param,
      jsonb_build_object('count', ended)
    );
  end if;
  return ended;
end
$$;
comment on function public.end_rep_sessions(uuid, uuid, uuid, uuid, text, text) is
  'Ends every live session of a representative, or one given session, and returns their number. It takes effect on their next request. kept_session_id stays live, such as the session of a manager who ends their own sessions.';
grant execute on function public.end_rep_sessions(uuid, uuid, uuid, uuid, text, text) to service_role;
-- Managers: representatives who open Operations with a mailed code, for private.manager_access_life() within one
-- session. The codes: manager-codes.sql.

create function private.live_manager_id(session_id_param uuid) returns uuid
language sql stable set search_path = ''
as $$
  select s.sales_rep_id
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.id = session_id_param and s.ended_at is null and s.expires_at > now() and s.manager_until > now()
    and r.disabled_at is null and r.is_manager
$$;
comment on function private.live_manager_id(uuid) is
  'Manager of a session that may use Operations. Null if it may not.';
grant execute on function private.live_manager_id(uuid) to service_role;

-- security definer: the caller cannot read the sessions table and only learns this about their own token.
create function private.current_manager_until() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select s.manager_until from public.sales_sessions s
  where s.id = private.jwt_session_id() and private.live_manager_id(s.id) is not null
$$;
comment on function private.current_manager_until() is
  'Until when the live session in the request''s token may use Operations. Null if it may not.';
grant execute on function private.current_manager_until() to api_reader;

-- security definer, for the session in the token: the caller cannot read the sessions table.
create function private.require_manager(session_id_param uuid default null) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  token_session_id uuid := private.jwt_session_id();
  manager_id uuid := private.live_manager_id(coalesce(token_session_id, session_id_param));
begin
  if manager_id is not null then
    return manager_id;
  end if;
  if token_session_id is null then
    perform private.require_rep(session_id_param);
  end if;
  perform private.refuse_ended_session();
  raise sqlstate 'PT403' using message = 'Operations is for managers.';
end
$$;
comment on function private.require_manager(uuid) is
  'Manager of a session that may use Operations: the one in the request''s token, or the one that a function names. An ended session gets 401, everyone else 403. Every procedure for managers calls it first. One that changes something calls it again after its locks: a session can end during the wait.';
grant execute on function private.require_manager(uuid) to api_reader, service_role;

create function private.read_scope(
  filter jsonb, session_id_param uuid default null, out sales_rep_id uuid, out everyone boolean
)
language plpgsql stable set search_path = ''
as $$
declare
  scope text := private.filter_text(filter, 'scope', 36);
begin
  everyone := false;
  if scope is null then
    sales_rep_id := private.current_rep_id();
  else
    perform private.require_manager(session_id_param);
    if scope = 'all' then
      everyone := true;
    else
      sales_rep_id := private.filter_id(filter, 'scope');
    end if;
  end if;
end
$$;
comment on function private.read_scope(jsonb, uuid) is
  'Whose rows a filter is about. Without a scope they are the caller''s own. scope: a representative''s id, or all: only for managers who gave their code, in the request''s session or the given one. Everyone else gets 403. An invalid scope is refused (22023).';
grant execute on function private.read_scope(jsonb, uuid) to api_reader, service_role;

create function private.hold_manager(session_id_param uuid) returns void
language sql set search_path = ''
as $$
  select from public.sales_representatives r
  where r.id = (select s.sales_rep_id from public.sales_sessions s where s.id = session_id_param)
  for share
$$;
comment on function private.hold_manager(uuid) is
  'Locks the account of a session''s representative until the end of the transaction. Check rights after this call.';
grant execute on function private.hold_manager(uuid) to service_role;

create function public.get_manager_access() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select jsonb_build_object(
    'isManager', r.is_manager, 'managerUntil', private.current_manager_until(), 'now', now()
  )
  from public.sales_representatives r
  where r.id = (select private.current_rep_id())
$$;
comment on function public.get_manager_access() is
  'Whether the caller is a manager, and until when this session may use Operations: {isManager, managerUntil, now}. managerUntil: null without a code or after its time. An ended session gets 401. A customer gets null.';
grant execute on function public.get_manager_access() to authenticated;
alter function public.get_manager_access() owner to api_reader;
-- Qualified customers, their sessions, and each time that a customer was shown prices.

create table public.qualified_leads (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) between 3 and 254),
  name text not null default '' check (char_length(name) <= 200),
  company text not null default '' check (char_length(company) <= 200),
  qualified_by uuid not null references public.sales_representatives (id),
  access_token_hash text check (access_token_hash ~ '^[0-9a-f]{64}$'),
  token_expires_at timestamptz,
  has_accessed boolean not null default false,
  accessed_at timestamptz,
  is_active boolean not null default true,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  link_issued_at timestamptz not null default now(),
  last_opened_at timestamptz,
  time_zone text check (char_length(time_zone) <= 64),
  search_text text not null generated always as (private.searchable(name || chr(10) || company, email)) stored,
  constraint qualified_leads_email_key unique (email),
  constraint qualified_leads_access_token_hash_key unique (access_token_hash),
  constraint qualified_leads_token_has_end check (access_token_hash is null or token_expires_at is not null),
  constraint qualified_leads_is_one_line check (private.is_one_line(name || company))
);
comment on table public.qualified_leads is
  'Qualified customers. A representative reads those they qualified, a signed-in customer their own row.';
comment on column public.qualified_leads.email is 'In the spelling of private.mailbox. Qualifying the same address again updates the same row.';
comment on column public.qualified_leads.access_token_hash is
  'Hex SHA-256 of the access token (32 random bytes). Not readable through the API. Null: none issued.';
comment on column public.qualified_leads.token_expires_at is 'Access ends here: private.access_link_life() after issue unless extended.';
comment on column public.qualified_leads.has_accessed is 'Whether the customer ever signed in with the token.';
comment on column public.qualified_leads.revoked_at is 'When a representative revoked the access. Null: not revoked.';
comment on column public.qualified_leads.link_issued_at is
  'When the customer''s current link was issued. Without a link: when the customer was qualified.';
comment on column public.qualified_leads.last_opened_at is
  'Last opening of the current link, see public.pricing_reveals. Null: never opened. Stored because lists are sorted by it.';
comment on column public.qualified_leads.time_zone is
  'IANA name of the zone of the browser that signed in last, for times in mails. Null: not known.';
comment on column public.qualified_leads.search_text is 'The text that a search reads, see private.searchable.';

create index qualified_leads_qualified_by_idx on public.qualified_leads (qualified_by);
create index qualified_leads_link_end_idx on public.qualified_leads (token_expires_at, id)
  where revoked_at is null and is_active;
create index qualified_leads_newest_link_idx on public.qualified_leads (qualified_by, link_issued_at desc, id desc);
-- The orders of everyone's customers, for managers.
create index qualified_leads_by_issue_idx on public.qualified_leads (link_issued_at, id);
create index qualified_leads_by_name_idx on public.qualified_leads (lower(coalesce(nullif(name, ''), email)), id);
create index qualified_leads_by_opening_idx on public.qualified_leads (coalesce(last_opened_at, 'epoch'), id);
create index qualified_leads_by_end_idx on public.qualified_leads (coalesce(token_expires_at, 'epoch'), id);

alter table public.qualified_leads enable row level security;
-- Grants single columns: only functions may read the token's hash.
grant select (id, email, name, company, qualified_by, token_expires_at, has_accessed, accessed_at, is_active,
  revoked_at, created_at, link_issued_at, last_opened_at, search_text) on public.qualified_leads to api_reader;
grant select, insert, update, delete on public.qualified_leads to service_role;

create trigger qualified_leads_spell_mailbox before insert or update of email on public.qualified_leads
  for each row execute function private.spell_mailbox();

create function private.note_link() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.link_issued_at := now();
  new.last_opened_at := null;
  return new;
end
$$;
comment on function private.note_link() is 'Records the time when a customer gets another link, which was never opened.';

create trigger qualified_leads_note_link before update of access_token_hash on public.qualified_leads
  for each row when (
    new.access_token_hash is distinct from old.access_token_hash and new.link_issued_at = old.link_issued_at
  )
  execute function private.note_link();

create table public.customer_sessions (
  id uuid primary key default gen_random_uuid(),
  qualified_lead_id uuid not null references public.qualified_leads (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  refresh_hash text not null check (refresh_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'ended_by_operator', 'revoked', 'replaced')),
  constraint customer_sessions_refresh_hash_key unique (refresh_hash),
  constraint customer_sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
comment on table public.customer_sessions is
  'One row per sign-in of a customer. Only functions write it. IP address and browser are the values that the server saw.';
comment on column public.customer_sessions.id is 'Claim session_id of every token of this session.';
comment on column public.customer_sessions.refresh_hash is
  'Hex SHA-256 of the secret in the refresh cookie (32 random bytes). Not readable through the API.';
comment on column public.customer_sessions.expires_at is 'Never later than the end of the access token that was used.';
comment on column public.customer_sessions.end_reason is 'replaced: the customer got a new access link.';

create index customer_sessions_qualified_lead_id_idx on public.customer_sessions (qualified_lead_id);
create index customer_sessions_live_idx on public.customer_sessions (expires_at) where ended_at is null;

alter table public.customer_sessions enable row level security;
-- Grants single columns: only functions may read the hashes of refresh secrets.
grant select (id, qualified_lead_id, expires_at, ended_at) on public.customer_sessions to api_reader;
grant select, insert, update, delete on public.customer_sessions to service_role;

-- security definer: the caller cannot read the tables and only learns this about their own token.
create function private.current_customer_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select s.qualified_lead_id
  from public.customer_sessions s
  join public.qualified_leads l on l.id = s.qualified_lead_id
  where s.id = private.jwt_session_id()
    and s.ended_at is null
    and s.expires_at > now()
    and l.is_active
    and l.revoked_at is null
    and l.token_expires_at > now()
$$;
comment on function private.current_customer_id() is
  'Customer of the live session in the request''s token. Null if it has ended, expired, was revoked or is inactive.';
grant execute on function private.current_customer_id() to api_reader;

create function private.may_see_prices() returns boolean
language sql stable set search_path = ''
as $$
  select private.current_rep_id() is not null or private.current_customer_id() is not null
$$;
comment on function private.may_see_prices() is 'True only for a representative or customer with a live session.';
grant execute on function private.may_see_prices() to api_reader;

create policy qualified_leads_select_rep_self_or_manager on public.qualified_leads
  for select to api_reader
  using (
    qualified_by = (select private.current_rep_id())
    or id = (select private.current_customer_id())
    or (select private.current_manager_until()) is not null
  );

-- The inner select sees only the customer's own row.
create policy sales_representatives_select_self_customer_or_manager on public.sales_representatives
  for select to api_reader
  using (
    id = (select private.current_rep_id())
    or (select private.current_manager_until()) is not null
    or id in (select l.qualified_by from public.qualified_leads l where l.id = (select private.current_customer_id()))
  );

create policy customer_sessions_select_rep_self_or_manager on public.customer_sessions
  for select to api_reader
  using (
    qualified_lead_id = (select private.current_customer_id())
    or (select private.current_manager_until()) is not null
    or qualified_lead_id in (
      select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
    )
  );

create table public.pricing_reveals (
  id uuid primary key default gen_random_uuid(),
  qualified_lead_id uuid not null references public.qualified_leads (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  created_at timestamptz not null default now()
);
comment on table public.pricing_reveals is
  'Times when a customer saw prices. Only functions write it. The representative who qualified the customer and managers can read it.';

create index pricing_reveals_qualified_lead_id_idx on public.pricing_reveals (qualified_lead_id);
create index pricing_reveals_created_at_idx on public.pricing_reveals (created_at);

alter table public.pricing_reveals enable row level security;
grant select on public.pricing_reveals to api_reader;
grant select, insert, update (ip_address, user_agent) on public.pricing_reveals to service_role;

-- The inner select sees only customers that the caller may see.
create policy pricing_reveals_select_rep_or_manager on public.pricing_reveals
  for select to api_reader
  using (
    (select private.current_manager_until()) is not null
    or qualified_lead_id in (
      select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
    )
  );

create function private.note_opening() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.qualified_leads set last_opened_at = new.created_at
  where id = new.qualified_lead_id and link_issued_at <= new.created_at
    and (last_opened_at is null or last_opened_at < new.created_at);
  return null;
end
$$;
comment on function private.note_opening() is 'Records the last opening of a customer''s current link.';

create trigger pricing_reveals_note_opening after insert on public.pricing_reveals
  for each row execute function private.note_opening();
-- Append-only trail of everything that happened to access, prices and people's data.

create table public.audit_events (
  id uuid primary key default gen_random_uuid(),
  line_number bigint generated by default as identity,
  occurred_at timestamptz not null default now(),
  event text not null check (event in (
    'rep_signed_in', 'rep_sign_in_failed', 'customer_signed_in', 'customer_sign_in_failed', 'code_sent',
    'code_failed', 'code_refused', 'link_issued', 'link_opened', 'link_revoked', 'link_extended', 'link_expired', 'prices_revealed',
    'signed_out', 'sessions_ended', 'catalogue_loaded', 'price_set', 'price_scheduled', 'price_schedule_cancelled',
    'customer_edited', 'rep_enabled', 'rep_edited', 'rep_settings_changed', 'consent_withdrawn', 'person_erased',
    'data_expired', 'customer_handed_over', 'handover_undone', 'manager_code_sent', 'manager_code_failed',
    'manager_access_opened', 'rep_made_manager', 'rep_no_longer_manager', 'contact_request_changed', 'rep_added',
    'rep_disabled', 'sales_id_rotated', 'person_corrected', 'person_exported', 'person_opened',
    'contact_requests_exported', 'audit_trail_exported', 'contact_request_received', 'sales_imported',
    'sale_amounts_changed', 'sales_exported', 'rep_takes_requests', 'rep_takes_no_requests',
    'statement_approved', 'statement_paid', 'statement_questioned', 'statement_answered', 'statements_exported',
    'mentions_redacted', 'target_set', 'commission_rate_changed', 'quote_made', 'sales_import_undone'
  )),
  sales_rep_id uuid,
  qualified_lead_id uuid,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  manager_id uuid,
  contact_request_id uuid
);
comment on table public.audit_events is
  'Append-only trail of access. It has no foreign keys to people, so its lines remain when those rows are deleted. A line can leave only after private.audit_trail_kept_days().';
comment on column public.audit_events.line_number is
  'Order of events with the same time. Gaps are normal: a rolled-back transaction leaves one.';
comment on column public.audit_events.occurred_at is 'Database time. All lines of one decision have the same time.';
comment on column public.audit_events.sales_rep_id is 'The representative who acted, or whose customer acted. Null: unknown.';
comment on column public.audit_events.qualified_lead_id is 'Affected customer. Null: none, or not qualified yet.';
comment on column public.audit_events.ip_address is 'The address that the server saw. Null: unknown, or an operator acted.';
comment on column public.audit_events.detail is 'Further facts about the event. Never a code, a token or a hash of one.';
comment on column public.audit_events.manager_id is
  'The manager who did something that operators can do as well. Null: no manager acted.';
comment on column public.audit_events.contact_request_id is 'The contact request that the line is about. Null: none.';

create index audit_events_occurred_at_idx on public.audit_events (occurred_at desc, line_number desc);
create index audit_events_sales_rep_id_idx on public.audit_events (sales_rep_id, occurred_at desc, line_number desc);
create index audit_events_manager_id_idx on public.audit_events (manager_id, occurred_at desc, line_number desc)
  where manager_id is not null;
-- The latest change of a request is looked up by the request.
create index audit_events_contact_request_id_idx on public.audit_events (contact_request_id, line_number desc)
  where event = 'contact_request_changed';
create index audit_events_event_idx on public.audit_events (event, occurred_at desc, line_number desc);
create index audit_events_line_number_idx on public.audit_events (line_number desc);
create index audit_events_qualified_lead_id_idx on public.audit_events (qualified_lead_id, line_number desc);

alter table public.audit_events enable row level security;
grant select on public.audit_events to api_reader;
grant select, insert, delete, update (ip_address, user_agent, detail) on public.audit_events to service_role;

-- The new representative of a customer can read the customer's history after a handover.
create policy audit_events_select_rep_or_manager on public.audit_events
  for select to api_reader
  using (
    (select private.current_manager_until()) is not null
    or qualified_lead_id in (
      select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
    )
    or (qualified_lead_id is null and sales_rep_id = (select private.current_rep_id()))
  );

create function private.customers_own_events() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array[
    'link_opened', 'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out',
    'contact_request_received', 'quote_made'
  ]
$$;
comment on function private.customers_own_events() is
  'Events that the customer themselves caused. IP address and browser of their lines are the customer''s own.';
grant execute on function private.customers_own_events() to api_reader, service_role;

create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
comment on function private.refuse_change() is
  'Refuses every change of a row, even by the table''s owner. Changing a row first requires removing the trigger on purpose.';

create trigger audit_events_refuse_removal before truncate on public.audit_events
  for each statement execute function private.refuse_change();
create function private.refuse_early_deletion() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.occurred_at >= now() - make_interval(days => private.audit_trail_kept_days()) then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return old;
end
$$;
comment on function private.refuse_early_deletion() is
  'Refuses to delete a line of the trail before private.audit_trail_kept_days(), even for the table''s owner.';

create trigger audit_events_refuse_deletion before delete on public.audit_events
  for each row execute function private.refuse_early_deletion();

create function private.refuse_change_but_forgetting() returns trigger
language plpgsql set search_path = ''
as $$
declare
  forgotten public.audit_events := old;
begin
  forgotten.ip_address := null;
  forgotten.user_agent := null;
  if new.event in ('rep_added', 'rep_edited') and new.detail = old.detail - array['before', 'after'] then
    forgotten.detail := new.detail;
  end if;
  if new is distinct from forgotten then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
comment on function private.refuse_change_but_forgetting() is
  'Allows only two changes to a line: removing the IP address and browser, and removing a representative''s earlier names and addresses. Event, people and time cannot change.';

create trigger audit_events_refuse_change before update on public.audit_events
  for each row execute function private.refuse_change_but_forgetting();

create function private.write_audit(
  event_param text, sales_rep_id_param uuid, qualified_lead_id_param uuid, ip_address_param text,
  user_agent_param text, detail_param jsonb default '{}', contact_request_id_param uuid default null,
  manager_id_param uuid default null
)
returns void
language sql set search_path = ''
as $$
  insert into public.audit_events (
    event, sales_rep_id, qualified_lead_id, ip_address, user_agent, detail, contact_request_id, manager_id
  )
  values (
    event_param, sales_rep_id_param, qualified_lead_id_param, ip_address_param, user_agent_param, detail_param,
    contact_request_id_param, manager_id_param
  )
$$;
comment on function private.write_audit(text, uuid, uuid, text, text, jsonb, uuid, uuid) is
  'Adds one line to the trail in the same transaction as the event. Both are stored, or neither is.';
grant execute on function private.write_audit(text, uuid, uuid, text, text, jsonb, uuid, uuid) to service_role;

create function private.office(manager_id_param uuid) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when manager_id_param is null then 'operator' else 'manager' end
$$;
comment on function private.office(uuid) is 'Who did what managers and operators can do: manager, or operator for null.';
grant execute on function private.office(uuid) to service_role;

create function private.write_staff_audit(
  manager_id_param uuid, event_param text, sales_rep_id_param uuid, qualified_lead_id_param uuid,
  ip_address_param text, user_agent_param text, detail_param jsonb default '{}',
  contact_request_id_param uuid default null
)
returns void
language sql set search_path = ''
as $$
  select private.write_audit(
    event_param, sales_rep_id_param, qualified_lead_id_param, ip_address_param, user_agent_param,
    jsonb_build_object('by', private.office(manager_id_param)) || detail_param,
    contact_request_id_param, manager_id_param
  )
$$;
comment on function private.write_staff_audit(uuid, text, uuid, uuid, text, text, jsonb, uuid) is
  'Adds a line about what a manager did and operators can do as well. Null: an operator did it.';
grant execute on function private.write_staff_audit(uuid, text, uuid, uuid, text, text, jsonb, uuid) to service_role;

create function private.line_detail(detail_param jsonb, contact_request_id_param uuid, manager_id_param uuid)
returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select detail_param
    || jsonb_strip_nulls(jsonb_build_object('requestId', contact_request_id_param, 'managerId', manager_id_param))
$$;
comment on function private.line_detail(jsonb, uuid, uuid) is
  'The detail of a line as readers of the trail get it: with the contact request and the manager.';
grant execute on function private.line_detail(jsonb, uuid, uuid) to api_reader, service_role;

create function private.write_repeated_audit(
  event_param text, sales_rep_id_param uuid, qualified_lead_id_param uuid, ip_address_param text,
  user_agent_param text, detail_param jsonb default '{}', contact_request_id_param uuid default null
)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  about constant uuid := coalesce(qualified_lead_id_param, contact_request_id_param);
  most constant integer := case
    when about is not null then 20 when sales_rep_id_param is not null then 200 else 1000
  end;
  -- It only counts, without a limit.
  times constant integer := private.count_in_window(
    concat_ws(':', 'trail', event_param, about, sales_rep_id_param), 2147483647, interval '1 day'
  );
begin
  if times > most and times & (times - 1) <> 0 then
    return false;
  end if;
  perform private.write_audit(
    event_param, sales_rep_id_param, qualified_lead_id_param, ip_address_param, user_agent_param,
    detail_param || case when times > most then jsonb_build_object('times', times) else '{}' end,
    contact_request_id_param
  );
  return true;
end
$$;
comment on function private.write_repeated_audit(text, uuid, uuid, text, text, jsonb, uuid) is
  'Adds a line about what a caller can repeat at will. Each event has a number of lines a day: 20 about a customer or a contact request, 200 about a representative, 1,000 about an unknown person. After these it writes only the 32nd, 64th, … line, whose detail says how many times it was. Returns whether it wrote the line.';
grant execute on function private.write_repeated_audit(text, uuid, uuid, text, text, jsonb, uuid) to service_role;

create function private.note_expired_link(customer public.qualified_leads) returns void
language sql set search_path = ''
as $$
  insert into public.audit_events (event, sales_rep_id, qualified_lead_id, detail)
  select 'link_expired', customer.qualified_by, customer.id, jsonb_build_object('expiresAt', customer.token_expires_at)
  where not exists (
    select from public.audit_events e
    where e.qualified_lead_id = customer.id and e.event = 'link_expired'
      and e.detail = jsonb_build_object('expiresAt', customer.token_expires_at)
  )
$$;
comment on function private.note_expired_link(public.qualified_leads) is
  'Records that a customer''s link has expired, once for each expiry. Lock the customer before the call.';
grant execute on function private.note_expired_link(public.qualified_leads) to service_role;
-- Signs in, renews and signs out, each in one call. Only the Edge Functions use it.

create function public.begin_rep_session(
  credential_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text, network_param text,
  time_zone_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep public.sales_representatives;
  session public.sales_sessions;
begin
  begin
    perform private.count_attempt('sign-in:ip', network_param);
    perform private.count_attempt('sign-in:id', credential_hash_param);
    if exists (
      select from private.sales_rep_credentials c join public.sales_representatives r on r.id = c.sales_rep_id
      where c.credential_hash = credential_hash_param and c.revoked_at is null and r.disabled_at is null
    ) then
      -- The right credential uses up nothing.
      raise sqlstate 'CV002';
    end if;
  exception when sqlstate 'CV002' then
    null;
  end;

  update private.sales_rep_credentials c set last_used_at = now()
  from public.sales_representatives r
  where c.credential_hash = credential_hash_param and c.revoked_at is null
    and r.id = c.sales_rep_id and r.disabled_at is null
  returning r.* into rep;

  if not found then
    -- Unknown, revoked and disabled credentials take the same path. Only the trail records the person.
    perform private.write_repeated_audit(
      'rep_sign_in_failed',
      (select c.sales_rep_id from private.sales_rep_credentials c where c.credential_hash = credential_hash_param),
      null, ip_address_param, user_agent_param
    );
    return null;
  end if;

  update public.sales_representatives set time_zone = time_zone_param
  where id = rep.id and time_zone is distinct from time_zone_param;
  insert into public.sales_sessions (sales_rep_id, refresh_hash, ip_address, user_agent)
  values (rep.id, refresh_hash_param, ip_address_param, user_agent_param)
  returning * into session;
  -- The oldest make room: what one credential can store has an end.
  delete from public.sales_sessions where id in (
    select s.id from public.sales_sessions s where s.sales_rep_id = rep.id and s.id <> session.id
    order by s.created_at desc offset private.rep_sessions_max() - 1
  );
  perform private.write_repeated_audit(
    'rep_signed_in', rep.id, null, ip_address_param, user_agent_param, jsonb_build_object('sessionId', session.id)
  );
  return public.renew_session(refresh_hash_param);
end
$$;
comment on function public.begin_rep_session(text, text, text, text, text, text) is
  'Starts a session for the representative whose credential has this hash, and keeps the time zone. A representative has private.rep_sessions_max() at most: a further one takes the place of the oldest. Returns null for an unusable credential, which is counted. If a limit is reached, it refuses (429) without any comparison.';
grant execute on function public.begin_rep_session(text, text, text, text, text, text) to service_role;

create function public.begin_customer_session(
  token_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text, network_param text,
  time_zone_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  customer public.qualified_leads;
  session public.customer_sessions;
  state text;
  is_first boolean;
  is_written boolean;
begin
  begin
    perform private.count_attempt('sign-in-customer:ip', network_param);
    if exists (
      select from public.qualified_leads l
      where l.access_token_hash = token_hash_param
        and l.is_active and l.revoked_at is null and l.token_expires_at > now()
    ) then
      -- The right token uses up nothing.
      raise sqlstate 'CV002';
    end if;
  exception when sqlstate 'CV002' then
    null;
  end;

  select l.* into customer from public.qualified_leads l where l.access_token_hash = token_hash_param for update;
  state := case
    when not found then 'unknown'
    when customer.revoked_at is not null or not customer.is_active then 'revoked'
    when customer.token_expires_at <= now() then 'expired'
    else 'live'
  end;
  if state = 'expired' then
    perform private.note_expired_link(customer);
  end if;
  if state <> 'live' then
    perform private.write_repeated_audit(
      'customer_sign_in_failed', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
      jsonb_build_object('reason', state)
    );
    return null;
  end if;

  update public.qualified_leads set time_zone = time_zone_param
  where id = customer.id and time_zone is distinct from time_zone_param;
  insert into public.customer_sessions (qualified_lead_id, refresh_hash, ip_address, user_agent, expires_at)
  values (customer.id, refresh_hash_param, ip_address_param, user_agent_param, customer.token_expires_at)
  returning * into session;
  -- The oldest make room: what one link can store has an end.
  delete from public.customer_sessions where id in (
    select s.id from public.customer_sessions s where s.qualified_lead_id = customer.id and s.id <> session.id
    order by s.created_at desc offset private.customer_sessions_max() - 1
  );
  is_first := not customer.has_accessed;
  if is_first then
    update public.qualified_leads set has_accessed = true, accessed_at = now() where id = customer.id;
    perform private.write_audit('link_opened', customer.qualified_by, customer.id, ip_address_param, user_agent_param);
  end if;
  is_written := private.write_repeated_audit(
    'customer_signed_in', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session.id)
  );
  -- The first opening of every link is news, however often an earlier link was opened today.
  if is_written or is_first then
    insert into public.pricing_reveals (qualified_lead_id, ip_address, user_agent)
    values (customer.id, ip_address_param, user_agent_param);
    perform private.write_audit('prices_revealed', customer.qualified_by, customer.id, ip_address_param, user_agent_param);
  end if;

  return public.renew_session(refresh_hash_param) || (
    select jsonb_build_object(
      'isRepToBeMailed', is_first and r.mail_on_opening and r.disabled_at is null, 'repTimeZone', r.time_zone
    )
    from public.sales_representatives r where r.id = customer.qualified_by
  );
end
$$;
comment on function public.begin_customer_session(text, text, text, text, text, text) is
  'Starts a session for the customer whose access token has this hash, and keeps the time zone. It records that prices are shown, a bounded number of times a day. The session ends with the token. A link has private.customer_sessions_max() at most: a further one takes the place of the oldest. Returns null for an unknown, expired or revoked token, which is counted. If a limit is reached, it refuses (429) without any comparison. isRepToBeMailed: true for the first opening of the link if the representative wants a mail. repTimeZone: theirs, or null.';
grant execute on function public.begin_customer_session(text, text, text, text, text, text) to service_role;

create function public.renew_session(refresh_hash_param text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'sessionId', s.id,
    'sessionExpiresAt', s.expires_at,
    'actor', jsonb_build_object('kind', 'rep', 'rep', jsonb_build_object(
      'id', r.id, 'name', r.name, 'email', r.email, 'isManager', r.is_manager
    ))
  )
  from public.sales_sessions s
  join public.sales_representatives r on r.id = s.sales_rep_id
  where s.refresh_hash = refresh_hash_param
    and s.ended_at is null and s.expires_at > now() and r.disabled_at is null
  union all
  select jsonb_build_object(
    'sessionId', s.id,
    'sessionExpiresAt', least(s.expires_at, l.token_expires_at),
    'actor', jsonb_build_object('kind', 'customer', 'customer', jsonb_build_object(
      'id', l.id, 'name', l.name, 'email', l.email, 'company', l.company,
      'repName', coalesce(r.name, ''), 'repEmail', coalesce(r.email, '')
    ))
  )
  from public.customer_sessions s
  join public.qualified_leads l on l.id = s.qualified_lead_id
  -- A customer does not read the name of someone who left.
  left join public.sales_representatives r on r.id = l.qualified_by and r.disabled_at is null
  where s.refresh_hash = refresh_hash_param
    and s.ended_at is null and s.expires_at > now()
    and l.is_active and l.revoked_at is null and l.token_expires_at > now()
$$;
comment on function public.renew_session(text) is
  'The live session whose refresh secret has this hash, with its person: {sessionId, sessionExpiresAt, actor: {kind: rep, rep} or {kind: customer, customer}}. repName and repEmail of a customer are empty while their representative is disabled. Null without one. It changes nothing, so two tabs may call it at once.';
grant execute on function public.renew_session(text) to service_role;

create function public.end_session(
  refresh_hash_param text, reason_param text, ip_address_param text default null, user_agent_param text default null
)
returns boolean
language sql set search_path = ''
as $$
  with rep as (
    update public.sales_sessions set ended_at = now(), end_reason = reason_param
    where refresh_hash = refresh_hash_param and ended_at is null
    returning id, sales_rep_id
  ),
  customer as (
    update public.customer_sessions set ended_at = now(), end_reason = reason_param
    where refresh_hash = refresh_hash_param and ended_at is null
    returning id, qualified_lead_id
  ),
  ended as (
    select r.id, r.sales_rep_id, null::uuid as qualified_lead_id from rep r
    union all
    select c.id, l.qualified_by, l.id from customer c join public.qualified_leads l on l.id = c.qualified_lead_id
  )
  select count(private.write_repeated_audit(
    'signed_out', e.sales_rep_id, e.qualified_lead_id, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', e.id, 'reason', reason_param)
  )) > 0
  from ended e
$$;
comment on function public.end_session(text, text, text, text) is
  'Ends the session whose refresh secret has this hash. False if no live session has it. Repeating it changes nothing.';
grant execute on function public.end_session(text, text, text, text) to service_role;
-- Codes that verify a customer's address for the representative, and the access link that a correct code issues. Only
-- the Edge Functions use it.

create table private.verification_codes (
  id uuid primary key,
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  name text not null default '' check (char_length(name) <= 200),
  company text not null default '' check (char_length(company) <= 200),
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.code_life(),
  attempts smallint not null default 0 check (attempts >= 0),
  used_at timestamptz,
  voided_at timestamptz,
  constraint verification_codes_is_one_line check (private.is_one_line(name || company))
);
comment on table private.verification_codes is
  'Six-digit codes, each for one representative and one address. A stolen copy of this table cannot verify an address.';
comment on column private.verification_codes.id is 'Chosen by the function, because the hash includes it.';
comment on column private.verification_codes.email is 'In the spelling of private.mailbox. The address that received the code.';
comment on column private.verification_codes.code_hash is
  'Hex HMAC-SHA256 of the code together with representative, address and id. Only the functions have the key (pepper). Without a key, an attacker with the hash could guess six digits in seconds.';
comment on column private.verification_codes.expires_at is 'private.code_life() after the code was made.';
comment on column private.verification_codes.attempts is 'Number of codes compared with it, at most private.code_max_attempts().';
comment on column private.verification_codes.voided_at is 'When a later code replaced it or its mail failed.';

-- At most one code is valid for a customer at any time, even with parallel requests.
create unique index verification_codes_live_key on private.verification_codes (sales_rep_id, email)
  where used_at is null and voided_at is null;
create index verification_codes_sales_rep_id_idx on private.verification_codes (sales_rep_id, email, created_at desc);
create index verification_codes_expires_at_idx on private.verification_codes (expires_at);

alter table private.verification_codes enable row level security;
grant select, insert, update, delete on private.verification_codes to service_role;

create trigger verification_codes_spell_mailbox before insert or update of email on private.verification_codes
  for each row execute function private.spell_mailbox();

create function private.refuse_code_too_soon(last_made_at_param timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  if last_made_at_param + private.code_resend_pause() > now() then
    perform private.refuse_until(
      last_made_at_param + private.code_resend_pause(), private.code_resend_pause(),
      'A code was sent a moment ago. Please wait before you send another.'
    );
  end if;
end
$$;
comment on function private.refuse_code_too_soon(timestamptz) is
  'Refuses another code (429) until private.code_resend_pause() has passed since the last one. Null: there was none.';
grant execute on function private.refuse_code_too_soon(timestamptz) to service_role;

create function public.start_verification(
  session_id_param uuid, verification_id_param uuid, email_param text, name_param text, company_param text,
  code_hash_param text, mailbox_hash_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  mailbox text := private.mailbox(email_param);
  rep_id uuid := private.require_rep(session_id_param);
  rep public.sales_representatives;
  foreign_customer_id uuid;
  last_made_at timestamptz;
  code private.verification_codes;
begin
  perform private.count_attempt('code:rep', rep_id::text);
  perform private.count_attempt('code:rep-day', rep_id::text);
  -- Checked again after each wait: the representative may have been disabled meanwhile.
  select r.* into rep from public.sales_representatives r where r.id = private.require_rep(session_id_param);
  select l.id into foreign_customer_id
  from public.qualified_leads l where l.email = mailbox and l.qualified_by <> rep.id;
  if found then
    -- The answer tells that this is a customer. So the trail tells who asked, and it stays counted for them: addresses
    -- cannot be tried at will. The address keeps its codes: they are for the customer's own representative.
    perform private.write_repeated_audit(
      'code_refused', rep.id, foreign_customer_id, ip_address_param, user_agent_param
    );
    return jsonb_build_object('outcome', 'forbidden');
  end if;
  perform private.count_attempt('code:email', mailbox_hash_param);
  perform private.count_attempt('code:email-day', mailbox_hash_param);

  -- If two requests arrive at once, the second waits here and then sees the code of the first.
  perform pg_advisory_xact_lock(hashtextextended(rep.id::text || mailbox, 0));
  perform private.require_rep(session_id_param);
  select max(v.created_at) into last_made_at
  from private.verification_codes v where v.sales_rep_id = rep.id and v.email = mailbox;
  perform private.refuse_code_too_soon(last_made_at);

  -- Every call deletes a few codes that ended long enough ago. So the names of people who did not become customers are
  -- not collected.
  delete from private.verification_codes
  where id in (
    select v.id from private.verification_codes v
    where v.expires_at < now() - make_interval(days => private.codes_kept_days())
    order by v.expires_at limit 20
    for update skip locked
  );

  update private.verification_codes v set voided_at = now()
  where v.sales_rep_id = rep.id and v.email = mailbox and v.used_at is null and v.voided_at is null;
  insert into private.verification_codes (id, sales_rep_id, email, name, company, code_hash)
  values (verification_id_param, rep.id, mailbox, name_param, company_param, code_hash_param)
  returning * into code;
  return jsonb_build_object(
    'outcome', 'started',
    'rep', jsonb_build_object('id', rep.id, 'name', rep.name, 'email', rep.email),
    'answer', jsonb_build_object(
      'verificationId', code.id,
      'expiresAt', code.expires_at,
      'validForSeconds', extract(epoch from private.code_life())::integer,
      'resendAfterSeconds', extract(epoch from private.code_resend_pause())::integer,
      'maxAttempts', private.code_max_attempts()
    )
  );
end
$$;
comment on function public.start_verification(uuid, uuid, text, text, text, text, text, text, text) is
  'Stores a new code for a customer, valid for private.code_life(), and voids the previous code: {outcome: started, rep, answer: {verificationId, expiresAt, validForSeconds, resendAfterSeconds, maxAttempts}} or {outcome: forbidden}: another representative''s customer. Refuses (429) when a limit is reached or private.code_resend_pause() has not passed.';
grant execute on function public.start_verification(uuid, uuid, text, text, text, text, text, text, text) to service_role;

create function public.finish_verification_mail(
  verification_id_param uuid, is_sent_param boolean, ip_address_param text, user_agent_param text
)
returns void
language plpgsql set search_path = ''
as $$
declare
  code private.verification_codes;
begin
  select v.* into code from private.verification_codes v where v.id = verification_id_param;
  if not found then
    -- The person was erased while the mail was being sent, so the trail gets no line.
    return;
  end if;
  if is_sent_param then
    perform private.write_audit(
      'code_sent', code.sales_rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
      ip_address_param, user_agent_param, jsonb_build_object('verificationId', code.id)
    );
    return;
  end if;
  if not is_sent_param and code.voided_at is null then
    perform private.give_attempt_back('code:rep', code.sales_rep_id::text, code.created_at);
    perform private.give_attempt_back('code:rep-day', code.sales_rep_id::text, code.created_at);
    perform private.give_attempt_back('code:email', private.mailbox_hash(code.email), code.created_at);
    perform private.give_attempt_back('code:email-day', private.mailbox_hash(code.email), code.created_at);
  end if;
  update private.verification_codes set voided_at = now()
  where id = code.id and used_at is null and voided_at is null;
end
$$;
comment on function public.finish_verification_mail(uuid, boolean, text, text) is
  'Records that the code''s mail was accepted, or voids the code if its mail failed: the attempt is given back then. is_sent null: the mail server may have it, so the attempt stays counted.';
grant execute on function public.finish_verification_mail(uuid, boolean, text, text) to service_role;

create function public.find_verification_email(session_id_param uuid, verification_id_param uuid) returns text
language sql stable set search_path = ''
as $$
  select v.email from private.verification_codes v
  where v.id = verification_id_param and v.sales_rep_id = private.live_rep_id(session_id_param)
$$;
comment on function public.find_verification_email(uuid, uuid) is
  'Address of a code in any state. Null unless the session''s representative requested the code.';
grant execute on function public.find_verification_email(uuid, uuid) to service_role;

create function private.issued_link(customer public.qualified_leads) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'issued', 'countedAt', now(), 'name', customer.name, 'timeZone', customer.time_zone,
    'rep', jsonb_build_object('name', r.name, 'email', r.email),
    'answer', jsonb_build_object(
      'customerId', customer.id, 'expiresAt', customer.token_expires_at,
      'validForSeconds', extract(epoch from customer.token_expires_at - customer.link_issued_at)::integer
    )
  )
  from public.sales_representatives r where r.id = customer.qualified_by
$$;
comment on function private.issued_link(public.qualified_leads) is
  'Data about a customer''s new link for the answer and the mail. validForSeconds counts from the time of issue. countedAt: when its mail is counted, if it is.';
grant execute on function private.issued_link(public.qualified_leads) to service_role;

create function private.is_link_mail_counted(rep_id_param uuid, mailbox_hash_param text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if mailbox_hash_param is null then
    return null;
  end if;
  perform private.count_attempt('link-mail:rep', rep_id_param::text);
  perform private.count_attempt('link-mail:email', mailbox_hash_param);
  return true;
exception when sqlstate 'PT429' then
  return false;
end
$$;
comment on function private.is_link_mail_counted(uuid, text) is
  'Counts a mail with a link. False when a limit is reached: the link is issued all the same. Null when no mail is asked for.';
grant execute on function private.is_link_mail_counted(uuid, text) to service_role;

create function public.give_link_mail_back(
  session_id_param uuid, customer_id_param uuid, counted_at_param timestamptz
)
returns void
language sql set search_path = ''
as $$
  select private.give_attempt_back('link-mail:rep', s.sales_rep_id::text, counted_at_param),
    private.give_attempt_back('link-mail:email', private.mailbox_hash(l.email), counted_at_param)
  from public.sales_sessions s, public.qualified_leads l
  where s.id = session_id_param and l.id = customer_id_param
$$;
comment on function public.give_link_mail_back(uuid, uuid, timestamptz) is
  'Takes back what private.is_link_mail_counted counted for a session''s representative and a customer: no mail server took the mail.';
grant execute on function public.give_link_mail_back(uuid, uuid, timestamptz) to service_role;

create function public.check_verification_code(
  session_id_param uuid, verification_id_param uuid, code_hash_param text, token_hash_param text,
  ip_address_param text, user_agent_param text, link_mail_hash_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  code private.verification_codes;
  customer public.qualified_leads;
begin
  -- Counts and decides in one statement. Parallel requests cannot get more than the allowed attempts.
  update private.verification_codes v
  set attempts = v.attempts + 1, used_at = case when v.code_hash = code_hash_param then now() end
  where v.id = verification_id_param and v.sales_rep_id = rep_id
    and v.used_at is null and v.voided_at is null and v.expires_at > now() and v.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    -- The caller repeats a request because its answer was lost. Only the caller can make its token. The same answer is
    -- available until the code would have expired.
    select l.* into customer
    from private.verification_codes v
    join public.qualified_leads l on l.email = v.email and l.qualified_by = v.sales_rep_id
    where v.id = verification_id_param and v.sales_rep_id = rep_id and v.code_hash = code_hash_param
      and v.expires_at > now()
      and l.access_token_hash = token_hash_param and l.is_active and l.revoked_at is null;
    if found then
      return private.issued_link(customer)
        || jsonb_build_object('mailable', private.is_link_mail_counted(rep_id, link_mail_hash_param));
    end if;
    if code.id is not null then
      perform private.write_audit(
        'code_failed', rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
        ip_address_param, user_agent_param, jsonb_build_object('verificationId', code.id, 'wasCompared', true)
      );
    else
      perform private.write_repeated_audit(
        'code_failed', rep_id, null, ip_address_param, user_agent_param,
        jsonb_build_object('verificationId', verification_id_param, 'wasCompared', false)
      );
    end if;
    return jsonb_build_object('outcome', 'refused');
  end if;

  insert into public.qualified_leads as l (
    email, name, company, qualified_by, access_token_hash, token_expires_at
  )
  values (code.email, code.name, code.company, rep_id, token_hash_param, now() + private.access_link_life())
  on conflict (email) do update set
    name = coalesce(nullif(excluded.name, ''), l.name),
    company = coalesce(nullif(excluded.company, ''), l.company),
    access_token_hash = excluded.access_token_hash,
    token_expires_at = excluded.token_expires_at,
    has_accessed = false, accessed_at = null, is_active = true, revoked_at = null
  where l.qualified_by = excluded.qualified_by
  returning * into customer;
  if customer.id is null then
    return jsonb_build_object('outcome', 'forbidden');
  end if;
  -- Checked again after the customer is locked: the representative may have been disabled during the wait.
  perform private.require_rep(session_id_param);

  -- The previous link and its sessions end now.
  update public.customer_sessions set ended_at = now(), end_reason = 'replaced'
  where qualified_lead_id = customer.id and ended_at is null;
  perform private.write_audit(
    'link_issued', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('verificationId', code.id, 'expiresAt', customer.token_expires_at)
  );
  return private.issued_link(customer)
    || jsonb_build_object('mailable', private.is_link_mail_counted(rep_id, link_mail_hash_param));
end
$$;
comment on function public.check_verification_code(uuid, uuid, text, text, text, text, text) is
  'Accepts a correct code once and issues a link for private.access_link_life(): {outcome: issued, countedAt, name, timeZone, rep, answer: {customerId, expiresAt, validForSeconds}, mailable} or {outcome: refused | forbidden}. refused does not say whether the code was wrong, used, voided, expired, out of attempts or for someone else. forbidden: another representative''s customer, who is not changed. The successful request may be repeated with the same token until the code would have expired: it gives the same answer and adds no line to the trail. link_mail_hash: the customer''s mailbox if the link should be mailed. mailable: whether the limits allow it, and null without that hash.';
grant execute on function public.check_verification_code(uuid, uuid, text, text, text, text, text) to service_role;
-- Codes that open Operations for a manager. They work like those for customers in verification.sql. Only the Edge
-- Functions use this file.

create table private.manager_codes (
  id uuid primary key,
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  sales_session_id uuid not null references public.sales_sessions (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.code_life(),
  attempts smallint not null default 0 check (attempts >= 0),
  used_at timestamptz,
  voided_at timestamptz
);
comment on table private.manager_codes is
  'Six-digit codes, each for one session of one manager. A stolen copy of this table cannot open Operations.';
comment on column private.manager_codes.id is 'Chosen by the function, because the hash includes it.';
comment on column private.manager_codes.code_hash is
  'Hex HMAC-SHA256 of the code together with representative, session and id. Only the functions have the key (pepper).';
comment on column private.manager_codes.expires_at is 'private.code_life() after the code was made.';
comment on column private.manager_codes.attempts is 'Number of codes compared with it, at most private.code_max_attempts().';
comment on column private.manager_codes.voided_at is 'When a later code replaced it or its mail failed.';

-- At most one code is valid for a manager at any time, even with parallel requests.
create unique index manager_codes_live_key on private.manager_codes (sales_rep_id)
  where used_at is null and voided_at is null;
create index manager_codes_sales_rep_id_idx on private.manager_codes (sales_rep_id, created_at desc);
create index manager_codes_sales_session_id_idx on private.manager_codes (sales_session_id);

alter table private.manager_codes enable row level security;
grant select, insert, update, delete on private.manager_codes to service_role;

create function public.start_manager_code(session_id_param uuid, code_id_param uuid, code_hash_param text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  rep public.sales_representatives;
  last_made_at timestamptz;
  code private.manager_codes;
begin
  perform private.count_attempt('manager-code:rep', rep_id::text);
  perform private.count_attempt('manager-code:rep-day', rep_id::text);
  -- If two requests arrive at once, the second waits here and then sees the code of the first.
  perform pg_advisory_xact_lock(hashtextextended('manager-code ' || rep_id::text, 0));
  -- An address that changes at this moment is read once it has changed.
  perform private.hold_manager(session_id_param);
  -- Checked after the wait: who was disabled or lost the role meanwhile gets no code. A refusal counts nothing.
  select r.* into rep from public.sales_representatives r where r.id = private.require_rep(session_id_param);
  if not rep.is_manager then
    raise sqlstate 'PT403' using message = 'Operations is for managers.';
  end if;
  select max(c.created_at) into last_made_at from private.manager_codes c where c.sales_rep_id = rep.id;
  perform private.refuse_code_too_soon(last_made_at);

  delete from private.manager_codes c
  where c.sales_rep_id = rep.id and c.expires_at < now() - make_interval(days => private.codes_kept_days());
  update private.manager_codes c set voided_at = now()
  where c.sales_rep_id = rep.id and c.used_at is null and c.voided_at is null;
  insert into private.manager_codes (id, sales_rep_id, sales_session_id, code_hash)
  values (code_id_param, rep.id, session_id_param, code_hash_param)
  returning * into code;
  return jsonb_build_object(
    'rep', jsonb_build_object('id', rep.id, 'name', rep.name, 'email', rep.email),
    'answer', jsonb_build_object(
      'codeId', code.id,
      'expiresAt', code.expires_at,
      'validForSeconds', extract(epoch from private.code_life())::integer,
      'resendAfterSeconds', extract(epoch from private.code_resend_pause())::integer,
      'maxAttempts', private.code_max_attempts()
    )
  );
end
$$;
comment on function public.start_manager_code(uuid, uuid, text) is
  'Stores a new code for a manager''s session, valid for private.code_life(), and voids the previous code: {rep, answer: {codeId, expiresAt, validForSeconds, resendAfterSeconds, maxAttempts}}. Refuses (429) when a limit is reached or private.code_resend_pause() has not passed.';
grant execute on function public.start_manager_code(uuid, uuid, text) to service_role;

create function public.finish_manager_code_mail(
  code_id_param uuid, is_sent_param boolean, ip_address_param text, user_agent_param text
)
returns void
language plpgsql set search_path = ''
as $$
declare
  code private.manager_codes;
begin
  select c.* into strict code from private.manager_codes c where c.id = code_id_param;
  if is_sent_param then
    perform private.write_audit(
      'manager_code_sent', code.sales_rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('codeId', code.id)
    );
    return;
  end if;
  if not is_sent_param and code.voided_at is null then
    perform private.give_attempt_back('manager-code:rep', code.sales_rep_id::text, code.created_at);
    perform private.give_attempt_back('manager-code:rep-day', code.sales_rep_id::text, code.created_at);
  end if;
  update private.manager_codes set voided_at = now()
  where id = code.id and used_at is null and voided_at is null;
end
$$;
comment on function public.finish_manager_code_mail(uuid, boolean, text, text) is
  'Records that the code''s mail was accepted, or voids the code if its mail failed: the attempt is given back then. is_sent null: the mail server may have it, so the attempt stays counted.';
grant execute on function public.finish_manager_code_mail(uuid, boolean, text, text) to service_role;

create function public.check_manager_code(
  session_id_param uuid, code_id_param uuid, code_hash_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep public.sales_representatives;
  code private.manager_codes;
  opened_until timestamptz;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.require_rep(session_id_param);
  if not rep.is_manager then
    raise sqlstate 'PT403' using message = 'Operations is for managers.';
  end if;

  -- Counts and decides in one statement. Parallel requests cannot get more than the allowed attempts.
  update private.manager_codes c
  set attempts = c.attempts + 1, used_at = case when c.code_hash = code_hash_param then now() end
  where c.id = code_id_param and c.sales_rep_id = rep.id and c.sales_session_id = session_id_param
    and c.used_at is null and c.voided_at is null and c.expires_at > now() and c.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    -- The caller repeats the request because its answer was lost. It opens nothing more.
    select s.manager_until into opened_until
    from private.manager_codes c join public.sales_sessions s on s.id = c.sales_session_id
    where c.id = code_id_param and c.sales_rep_id = rep.id and c.sales_session_id = session_id_param
      and c.code_hash = code_hash_param and c.used_at is not null and c.expires_at > now() and s.manager_until > now();
    if found then
      return jsonb_build_object('outcome', 'opened', 'answer', jsonb_build_object('managerUntil', opened_until));
    end if;
    if code.id is not null then
      perform private.write_audit(
        'manager_code_failed', rep.id, null, ip_address_param, user_agent_param,
        jsonb_build_object('codeId', code.id, 'wasCompared', true)
      );
    else
      perform private.write_repeated_audit(
        'manager_code_failed', rep.id, null, ip_address_param, user_agent_param,
        jsonb_build_object('codeId', code_id_param, 'wasCompared', false)
      );
    end if;
    return jsonb_build_object('outcome', 'refused');
  end if;

  update public.sales_sessions s set manager_until = least(now() + private.manager_access_life(), s.expires_at)
  where s.id = session_id_param
  returning s.manager_until into opened_until;
  perform private.write_audit(
    'manager_access_opened', rep.id, null, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session_id_param, 'until', opened_until)
  );
  return jsonb_build_object('outcome', 'opened', 'answer', jsonb_build_object('managerUntil', opened_until));
end
$$;
comment on function public.check_manager_code(uuid, uuid, text, text, text) is
  'Accepts a correct code once and opens Operations for private.manager_access_life() in the session that requested it: {outcome: opened, answer: {managerUntil}} or {outcome: refused}. Repeating it while the code lasts gives the same answer and writes nothing. refused does not say whether the code was wrong, used, voided, expired, out of attempts or for another session. Who is no manager is refused (403).';
grant execute on function public.check_manager_code(uuid, uuid, text, text, text) to service_role;
-- Revokes and extends a customer's access.

create function private.end_access(lead_id_param uuid) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  revoked_at_now timestamptz;
begin
  update public.qualified_leads set revoked_at = now(), is_active = false
  where id = lead_id_param and revoked_at is null
  returning revoked_at into revoked_at_now;
  -- The policies check the customer already. Ending the sessions keeps them ended if a new link is issued.
  update public.customer_sessions set ended_at = now(), end_reason = 'revoked'
  where qualified_lead_id = lead_id_param and ended_at is null;
  return revoked_at_now;
end
$$;
comment on function private.end_access(uuid) is
  'Revokes a customer''s access and ends their sessions. Returns the time. Null if the access was already revoked. The caller writes the trail.';
grant execute on function private.end_access(uuid) to service_role;

create function private.own_customer(session_id_param uuid, request_param jsonb) returns public.qualified_leads
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  customer public.qualified_leads;
begin
  select l.* into customer from public.qualified_leads l
  where l.id = (request_param ->> 'customerId')::uuid and l.qualified_by = rep_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'No such customer.';
  end if;
  -- Checked again after the lock: the representative may have been disabled during the wait.
  perform private.require_rep(session_id_param);
  return customer;
end
$$;
comment on function private.own_customer(uuid, jsonb) is
  'The customer of a request, {customerId}, locked, for the representative of a live session, who qualified them. An unknown one and another representative''s are both refused (404).';
grant execute on function private.own_customer(uuid, jsonb) to service_role;

create function public.revoke_access(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  customer public.qualified_leads := private.own_customer(session_id_param, request_param);
  rep_id uuid := customer.qualified_by;
  revoked_at_now timestamptz;
begin
  revoked_at_now := private.end_access(customer.id);
  if revoked_at_now is not null then
    perform private.write_audit('link_revoked', rep_id, customer.id, ip_address_param, user_agent_param);
  end if;
  return jsonb_build_object(
    'customerId', customer.id, 'revokedAt', coalesce(revoked_at_now, customer.revoked_at)
  );
end
$$;
comment on function public.revoke_access(uuid, jsonb, text, text) is
  'Revokes a customer''s access at once and ends their sessions: {customerId, revokedAt}. Repeating it gives the same answer and adds no line to the trail.';
grant execute on function public.revoke_access(uuid, jsonb, text, text) to service_role;

create function public.extend_access(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  customer public.qualified_leads := private.own_customer(session_id_param, request_param);
  rep_id uuid := customer.qualified_by;
  ended_at timestamptz := customer.token_expires_at;
  told jsonb;
begin
  -- A revoked link stays revoked. To get another link, the customer must verify the address again.
  if customer.revoked_at is not null or not customer.is_active or customer.access_token_hash is null then
    raise sqlstate 'PT403' using message =
      'This customer has no link that could be extended. Qualify them again to issue a new one.';
  end if;

  update public.qualified_leads
  set token_expires_at = greatest(token_expires_at, now() + private.access_link_life())
  where id = customer.id
  returning * into customer;
  perform private.write_repeated_audit(
    'link_extended', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('expiresAt', customer.token_expires_at)
  );
  perform private.apply_contact_request_change(
    'representative', rep_id, s.id, s.version, '{"status": "done"}', ip_address_param, user_agent_param
  )
  from (
    select r.id, r.version from public.contact_submissions r
    where r.id = (request_param ->> 'requestId')::uuid and r.email = customer.email and r.is_open
      and r.assigned_to = rep_id and r.quarantined_at is null
    for update
  ) s;
  -- Pressing again soon is no news for the customer.
  if customer.token_expires_at >= ended_at + interval '1 hour' then
    told := (private.issued_link(customer) - 'outcome' - 'answer') || jsonb_build_object(
      'email', customer.email, 'mailable', private.is_link_mail_counted(rep_id, private.mailbox_hash(customer.email))
    );
  end if;
  -- The request and the counters were waited for too.
  perform private.require_rep(session_id_param);
  return jsonb_build_object(
    'answer', jsonb_build_object('customerId', customer.id, 'expiresAt', customer.token_expires_at), 'told', told
  );
end
$$;
comment on function public.extend_access(uuid, jsonb, text, text) is
  'Extends a customer''s link to private.access_link_life() from now, even if it has expired: {answer: {customerId, expiresAt}, told}. A requestId names the customer''s request that this answers, which is done then. told: {email, name, timeZone, rep, countedAt, mailable} of the customer, to whom the new end is mailed. mailable: whether the limits allow it. Null if the end moved by less than an hour. Refused (403) if the link was revoked, or none was issued.';
grant execute on function public.extend_access(uuid, jsonb, text, text) to service_role;

create function public.revoke_customer_access(lead_id_param uuid)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  if private.end_access(lead_id_param) is null then
    return false;
  end if;
  perform private.write_audit(
    'link_revoked', l.qualified_by, l.id, null, null, jsonb_build_object('by', 'operator')
  )
  from public.qualified_leads l where l.id = lead_id_param;
  return true;
end
$$;
comment on function public.revoke_customer_access(uuid) is
  'Revokes any customer''s access at once, for operators. False if the customer has no access.';
grant execute on function public.revoke_customer_access(uuid) to service_role;

create function public.link_ended_at(token_hash_param text) returns timestamptz
language sql stable set search_path = ''
as $$
  select least(l.revoked_at, l.token_expires_at) from public.qualified_leads l
  where l.access_token_hash = token_hash_param and least(l.revoked_at, l.token_expires_at) <= now()
$$;
comment on function public.link_ended_at(text) is
  'When the link whose token has this hash expired or was revoked. Null for a live link and for an unknown token. Only who has the token can ask.';
grant execute on function public.link_ended_at(text) to service_role;
-- Changes that a representative makes to a customer: name, company and a private note.

create table private.customer_notes (
  qualified_lead_id uuid not null references public.qualified_leads (id) on delete cascade,
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  note text not null check (char_length(note) between 1 and 2000),
  updated_at timestamptz not null default now(),
  words text[] not null generated always as (private.words(note)) stored,
  primary key (qualified_lead_id, sales_rep_id)
);
comment on table private.customer_notes is
  'Private notes. Only the representative who wrote a note can read it. Customers and colleagues cannot.';
comment on column private.customer_notes.note is 'Plain text with line breaks, as typed.';
comment on column private.customer_notes.words is 'private.words of the note.';

create index customer_notes_sales_rep_id_idx on private.customer_notes (sales_rep_id);
create index customer_notes_words_idx on private.customer_notes using gin (words);

alter table private.customer_notes enable row level security;
grant select on private.customer_notes to api_reader;
grant select, insert, update, delete on private.customer_notes to service_role;

create policy customer_notes_select_author on private.customer_notes
  for select to api_reader using (sales_rep_id = (select private.current_rep_id()));
create function public.get_customer_note(lead_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  rep_id uuid := private.current_rep_id();
begin
  perform private.refuse_ended_session();
  if not exists (select from public.qualified_leads l where l.id = lead_id and l.qualified_by = rep_id) then
    raise sqlstate 'PT404' using message = 'unknown customer';
  end if;
  return (
    select jsonb_build_object('note', coalesce(max(n.note), ''), 'updatedAt', max(n.updated_at))
    from private.customer_notes n
    where n.qualified_lead_id = lead_id and n.sales_rep_id = rep_id
  );
end
$$;
comment on function public.get_customer_note(uuid) is
  'The caller''s private note on a customer whom they qualified: {note, updatedAt}, with an empty note and null if no note exists. Any other id is not found (404).';
grant execute on function public.get_customer_note(uuid) to authenticated;
alter function public.get_customer_note(uuid) owner to api_reader;

create function public.edit_customer(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- The lock serializes simultaneous edits. The second compares with the values that the first wrote.
  customer public.qualified_leads := private.own_customer(session_id_param, request_param);
  rep_id uuid := customer.qualified_by;
  wanted jsonb := request_param -> 'after';
  stored jsonb;
  changed text[];
begin
  stored := jsonb_build_object(
    'name', customer.name, 'company', customer.company,
    'note', coalesce((
      select n.note from private.customer_notes n
      where n.qualified_lead_id = customer.id and n.sales_rep_id = rep_id
    ), '')
  );
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  if stored = wanted then
    return jsonb_build_object('outcome', 'saved', 'customer', stored);
  end if;
  if stored <> request_param -> 'before' then
    return jsonb_build_object('outcome', 'conflict', 'customer', stored);
  end if;

  update public.qualified_leads set name = wanted ->> 'name', company = wanted ->> 'company'
  where id = customer.id;
  delete from private.customer_notes where qualified_lead_id = customer.id and sales_rep_id = rep_id;
  insert into private.customer_notes (qualified_lead_id, sales_rep_id, note)
  select customer.id, rep_id, wanted ->> 'note' where wanted ->> 'note' <> '';
  changed := array(
    select k from unnest(array['name', 'company', 'note']) as k where stored -> k <> wanted -> k
  );
  perform private.write_repeated_audit(
    'customer_edited', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('fields', to_jsonb(changed))
  );
  return jsonb_build_object('outcome', 'saved', 'customer', wanted);
end
$$;
comment on function public.edit_customer(uuid, jsonb, text, text) is
  'Replaces {name, company, note} of a customer by those in after if they still equal those in before: {outcome: saved | conflict, customer}. note: the representative''s private note. conflict: someone else changed them first. Then customer holds the stored values, and nothing is written. The trail records which fields changed, but no text.';
grant execute on function public.edit_customer(uuid, jsonb, text, text) to service_role;
-- Representatives' own account: change the settings, and end other sessions.

create function public.get_rep_settings() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select jsonb_build_object(
    'mailOnOpening', r.mail_on_opening, 'mailOnMonday', r.week_mail_noted_at is not null,
    'mailOnWork', r.mail_on_work, 'toastOnNews', r.toast_on_news,
    'requestsPaused', case when r.takes_requests then r.requests_paused end
  )
  from public.sales_representatives r
  where r.id = (select private.current_rep_id())
$$;
comment on function public.get_rep_settings() is
  'The caller''s own settings: {mailOnOpening, mailOnMonday, mailOnWork, toastOnNews, requestsPaused}. requestsPaused: null for who gets no new requests in turn. An ended session gets 401. A customer gets null.';
grant execute on function public.get_rep_settings() to authenticated;
alter function public.get_rep_settings() owner to api_reader;

create function public.save_rep_settings(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  stored public.sales_representatives;
  wanted public.sales_representatives;
  changed jsonb;
begin
  select r.* into stored from public.sales_representatives r where r.id = rep_id for no key update;
  -- Checked again after the lock: the representative may have been disabled during the wait.
  perform private.require_rep(session_id_param);
  wanted := stored;
  wanted.mail_on_opening := coalesce((request_param ->> 'mailOnOpening')::boolean, stored.mail_on_opening);
  if (request_param ->> 'mailOnMonday')::boolean then
    wanted.week_mail_noted_at := coalesce(stored.week_mail_noted_at, now());
  elsif request_param ? 'mailOnMonday' then
    wanted.week_mail_noted_at := null;
  end if;
  wanted.mail_on_work := coalesce((request_param ->> 'mailOnWork')::boolean, stored.mail_on_work);
  wanted.toast_on_news := coalesce((request_param ->> 'toastOnNews')::boolean, stored.toast_on_news);
  if stored.takes_requests then
    wanted.requests_paused := coalesce((request_param ->> 'requestsPaused')::boolean, stored.requests_paused);
  end if;
  changed := jsonb_strip_nulls(jsonb_build_object(
    'mailOnOpening', nullif(wanted.mail_on_opening, stored.mail_on_opening),
    'mailOnMonday', nullif(wanted.week_mail_noted_at is not null, stored.week_mail_noted_at is not null),
    'mailOnWork', nullif(wanted.mail_on_work, stored.mail_on_work),
    'toastOnNews', nullif(wanted.toast_on_news, stored.toast_on_news),
    'requestsPaused', nullif(wanted.requests_paused, stored.requests_paused)
  ));
  if changed <> '{}' then
    update public.sales_representatives
    set mail_on_opening = wanted.mail_on_opening, week_mail_noted_at = wanted.week_mail_noted_at,
      mail_on_work = wanted.mail_on_work, toast_on_news = wanted.toast_on_news,
      requests_paused = wanted.requests_paused
    where id = rep_id;
    perform private.write_repeated_audit(
      'rep_settings_changed', rep_id, null, ip_address_param, user_agent_param, changed
    );
  end if;
  return jsonb_build_object(
    'mailOnOpening', wanted.mail_on_opening, 'mailOnMonday', wanted.week_mail_noted_at is not null,
    'mailOnWork', wanted.mail_on_work, 'toastOnNews', wanted.toast_on_news,
    'requestsPaused', case when wanted.takes_requests then wanted.requests_paused end
  );
end
$$;
comment on function public.save_rep_settings(uuid, jsonb, text, text) is
  'Saves the given settings of a session''s representative, and returns all: {mailOnOpening, mailOnMonday, mailOnWork, toastOnNews, requestsPaused}. Repeating it changes nothing and adds no line to the trail.';
grant execute on function public.save_rep_settings(uuid, jsonb, text, text) to service_role;

create function public.end_own_sessions(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  other_id uuid := (request_param ->> 'sessionId')::uuid;
  ended integer;
begin
  if other_id is not null and not exists (
    select from public.sales_sessions s where s.id = other_id and s.sales_rep_id = rep_id
  ) then
    raise sqlstate 'PT404' using message = 'No such session.';
  end if;
  update public.sales_sessions s set ended_at = now(), end_reason = 'ended_by_rep'
  where s.sales_rep_id = rep_id and s.ended_at is null and s.expires_at > now() and s.id <> session_id_param
    and (other_id is null or s.id = other_id);
  get diagnostics ended = row_count;
  -- Checked again after the sessions are locked.
  perform private.require_rep(session_id_param);
  if ended > 0 then
    perform private.write_repeated_audit(
      'sessions_ended', rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('by', 'representative', 'count', ended)
    );
  end if;
  return jsonb_build_object('endedCount', ended);
end
$$;
comment on function public.end_own_sessions(uuid, jsonb, text, text) is
  'Ends one other session of a session''s representative, {sessionId}, or all others for null: {endedCount}. It takes effect on their next request. The calling session stays. Repeating it changes nothing and returns a count of 0.';
grant execute on function public.end_own_sessions(uuid, jsonb, text, text) to service_role;
-- Data that the portal shows about customers: their access, new openings of links, and the trail.

create function public.get_lead_by_id(lead_id_param uuid)
returns table (
  id uuid, email text, name text, company text, qualified_by uuid, token_expires_at timestamptz,
  has_accessed boolean, accessed_at timestamptz, is_active boolean, rep_name text, rep_email text
)
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at,
    l.has_accessed, l.accessed_at, l.is_active, r.name, r.email
  from public.qualified_leads l
  join public.sales_representatives r on r.id = l.qualified_by
  where l.id = lead_id_param
    -- A manager may read more customers, but through another procedure.
    and (
      l.qualified_by = (select private.current_rep_id()) or l.id = (select private.current_customer_id())
    )
$$;
comment on function public.get_lead_by_id(uuid) is
  'One qualified customer with name and address of the representative who qualified them, for that representative or the customer. Otherwise no row. It never returns the token''s hash.';
grant execute on function public.get_lead_by_id(uuid) to authenticated;
alter function public.get_lead_by_id(uuid) owner to api_reader;

create function private.customer_statuses() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['revoked', 'expired', 'expiring', 'active', 'opened', 'issued']
$$;
comment on function private.customer_statuses() is
  'States of a customer''s access. If several apply, the first one is the status.';
grant execute on function private.customer_statuses() to api_reader;

create function public.get_customers(
  filter jsonb default '{}', page_size integer default 25, after text default null,
  sort text default 'issued', direction text default 'desc'
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked jsonb := coalesce(filter, '{}');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 100);
  wanted text[] := private.text_list(asked, 'statuses', private.customer_statuses());
  term text := private.search_term(asked);
  wanted_id uuid := private.filter_id(asked, 'lead_id');
  asked_sort text := coalesce(sort, 'issued');
  asked_direction text := coalesce(direction, 'desc');
  start jsonb := private.read_cursor(
    after, 'customers ' || asked_sort || ' ' || asked_direction,
    case asked_sort when 'customer' then 'text'::regtype else 'timestamptz'::regtype end
  );
  sort_key text := case asked_sort
    when 'issued' then 'l.link_issued_at'
    when 'customer' then $key$lower(coalesce(nullif(l.name, ''), l.email))$key$
    -- A link that was never opened, or has no end, comes before all others.
    when 'opened' then $key$coalesce(l.last_opened_at, 'epoch')$key$
    when 'ends' then $key$coalesce(l.token_expires_at, 'epoch')$key$
  end;
  rep_id uuid;
  everyone boolean;
  answer jsonb;
begin
  perform private.refuse_ended_session();
  perform private.refuse_unknown_fields(asked, array['scope', 'statuses', 'search', 'lead_id']);
  perform private.refuse_unknown_order(sort_key, asked_sort, asked_direction);
  select s.sales_rep_id, s.everyone into rep_id, everyone from private.read_scope(asked) s;
  -- $1 representative, $2 statuses, $3 customer, $4 search, $5 cursor, $6 rows, $7 whether there is a scope.
  -- $8 is the latest end of a link that ends soon. A function called for each of 100,000 customers takes long.
  execute private.fill_in($query$
    with live as materialized (
      select s.qualified_lead_id from public.customer_sessions s
      where s.ended_at is null and s.expires_at > now()
    ),
    customers as not materialized (
      select l.*, {key} as key,
        case
          when l.revoked_at is not null or not l.is_active then 'revoked'
          when coalesce(l.token_expires_at <= now(), true) then 'expired'
          when l.token_expires_at <= $8 then 'expiring'
          when l.id in (select v.qualified_lead_id from live v) then 'active'
          when l.has_accessed then 'opened'
          else 'issued'
        end as status
      from (
        select l.id, l.name, l.email, l.company, l.qualified_by, l.search_text, l.link_issued_at, l.last_opened_at,
          l.token_expires_at, l.revoked_at, l.is_active, l.has_accessed
        from public.qualified_leads l
      ) l
      where {whose}
    ),
    page as (
      select c.*, row_number() over (order by c.key {way}, c.id {way}) as place
      from customers c
      where ($2 is null or c.status = any ($2))
        and ($3 is null or c.id = $3)
        and ($4 is null or strpos(c.search_text, $4) > 0)
        and ($5 is null or (c.key, c.id) {beyond} (($5 ->> 'key')::{type}, ($5 ->> 'id')::uuid))
      order by c.key {way}, c.id {way}
      limit $6 + 1
    ),
    seen as (
      select p.*, o.*,
        p.status not in ('revoked', 'expired') and p.id in (select v.qualified_lead_id from live v) as has_live_session,
        case when $7 then jsonb_build_object(
          'representative', (
            select private.shown_name(r) from public.sales_representatives r where r.id = p.qualified_by
          ),
          'salesCount', (select count(*) from public.sales_records s where s.qualified_lead_id = p.id),
          'requestsCount', (
            select count(*) from public.contact_submissions q where q.email = p.email and q.quarantined_at is null
          )
        ) else '{}' end as for_managers
      from page p
      cross join lateral (
        select
          min(r.created_at) filter (where r.created_at >= p.link_issued_at) as first_opened_at,
          count(*) filter (where r.created_at >= p.link_issued_at) as openings_count,
          count(*) as prices_seen_count,
          max(r.created_at) as prices_last_seen_at
        from public.pricing_reveals r where r.qualified_lead_id = p.id
      ) o
      where p.place <= $6
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'customerId', s.id,
            'name', s.name,
            'email', s.email,
            'company', s.company,
            'status', s.status,
            'hasLiveSession', s.has_live_session,
            'issuedAt', s.link_issued_at,
            'firstOpenedAt', s.first_opened_at,
            'lastOpenedAt', s.last_opened_at,
            'openingsCount', s.openings_count,
            'pricesSeenCount', s.prices_seen_count,
            'pricesLastSeenAt', s.prices_last_seen_at,
            'tokenExpiresAt', s.token_expires_at,
            'expiringFrom', s.token_expires_at - private.access_link_expiring_within(),
            'extensionSeconds', extract(epoch from private.access_link_life())::integer,
            'revokedAt', s.revoked_at
          ) || s.for_managers order by s.place
        ),
        '[]'::jsonb
      ),
      'hasMore', exists (select from page p where p.place > $6),
      'nextAfter', (
        select private.write_cursor(jsonb_build_object('order', 'customers {order}', 'key', p.key, 'id', p.id))
        from page p where p.place = $6 and exists (select from page n where n.place > $6)
      ),
      'counts', (
        with counted as (select c.status, count(*) as customers from customers c group by c.status)
        select jsonb_object_agg(t.status, coalesce(c.customers, 0))
        from unnest(private.customer_statuses()) as t (status) left join counted c on c.status = t.status
      ),
      'now', now()
    )
    from seen s$query$, jsonb_build_object(
    'key', sort_key,
    'type', case asked_sort when 'customer' then 'text' else 'timestamptz' end,
    'order', asked_sort || ' ' || asked_direction,
    'way', asked_direction,
    'beyond', case asked_direction when 'asc' then '>' else '<' end,
    'whose', case when everyone then 'true' else 'l.qualified_by = $1' end
  ))
  into answer
  using rep_id, wanted, wanted_id, term, start, row_limit, asked ->> 'scope' is not null,
    now() + private.access_link_expiring_within();
  return answer;
end
$$;
comment on function public.get_customers(jsonb, integer, text, text, text) is
  'One page of the caller''s customers that match a filter {scope, statuses, search, lead_id}: {rows, hasMore, nextAfter, counts, now}. scope: see private.read_scope. With one, rows have the representative''s name, and the customer''s numbers of sales and of contact requests. Those in quarantine do not count. sort: issued, customer, opened or ends. direction: asc or desc. Newest link first by default. Ties are broken by the id, in the same direction. The status is the first of private.customer_statuses() that applies: revoked, expired, expiring (ends within private.access_link_expiring_within()), active (a live session), opened, issued. extensionSeconds: how long an extended link works, from the time of the extension. Openings count for the current link, pricesSeenCount for all links. counts: counts of all customers of the scope. The rest of the filter does not affect them. 1 to 100 rows. Invalid input is refused (22023).';
grant execute on function public.get_customers(jsonb, integer, text, text, text) to authenticated;
alter function public.get_customers(jsonb, integer, text, text, text) owner to api_reader;

create function public.get_customer_openings(since timestamptz default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select jsonb_build_object(
    'openings', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'customerId', o.lead_id, 'name', o.name, 'email', o.email, 'company', o.company,
          'openedAt', o.created_at, 'isFirst', o.is_first
        ) order by o.created_at desc, o.id
      ),
      '[]'::jsonb
    ),
    'now', now(),
    -- Transactions that began before this moment may not be visible yet, so the next call asks for that time again.
    'nextSince', now() - interval '5 seconds'
  )
  from (
    -- An opening before the current link was issued is of an earlier link, and no news.
    select r.id, r.created_at, l.id as lead_id, l.name, l.email, l.company, r.created_at >= l.link_issued_at and not exists (
      select from public.pricing_reveals e
      where e.qualified_lead_id = l.id and e.created_at >= l.link_issued_at and e.created_at < r.created_at
    ) as is_first
    from public.pricing_reveals r
    join public.qualified_leads l on l.id = r.qualified_lead_id
    where l.qualified_by = (select private.current_rep_id())
      and r.created_at > greatest(since, now() - interval '1 day')
      and since is not null
    order by r.created_at desc, r.id
    limit 50
  ) o
$$;
comment on function public.get_customer_openings(timestamptz) is
  'Links of the caller''s customers that were opened since an instant of server time, newest first: {openings, now, nextSince}. At most 50, and at most one day back. None for null. isFirst: the first opening of the current link. Pass nextSince in the next call. It lies 5 seconds back, so an opening may be returned twice with the same id, but none is missed.';
grant execute on function public.get_customer_openings(timestamptz) to authenticated;
alter function public.get_customer_openings(timestamptz) owner to api_reader;

create function public.get_customer_timeline(lead_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  rep_id uuid := private.current_rep_id();
begin
  perform private.refuse_ended_session();
  if not exists (
    select from public.qualified_leads l
    where l.id = lead_id and (l.qualified_by = rep_id or private.current_manager_until() is not null)
  ) then
    raise sqlstate 'PT404' using message = 'unknown customer';
  end if;
  return (
    with lines as not materialized (
      select a.id, a.line_number, a.occurred_at, a.event, a.sales_rep_id, a.detail,
        a.event = any (private.customers_own_events()) as is_own
      from public.audit_events a
      where a.qualified_lead_id = lead_id and a.event in (
        'code_sent', 'code_failed', 'link_issued', 'link_opened', 'link_extended', 'link_revoked', 'link_expired',
        'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out', 'contact_request_received',
        'quote_made'
      )
    ), own as (
      select n.*, row_number() over (order by n.line_number desc) as nth, row_number() over (
        partition by n.event, (n.occurred_at at time zone 'UTC')::date order by n.line_number desc
      ) as nth_of_day
      from (
        select * from lines l where l.is_own and l.event <> 'quote_made' order by l.line_number desc limit 1001
      ) n
    )
    select jsonb_build_object(
      'lines', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', t.id,
            'occurredAt', t.occurred_at,
            'event', t.event,
            'by', case
              when t.event = 'link_expired' then 'system'
              when t.is_own then 'customer'
              when t.detail ->> 'by' = 'operator' then 'operator'
              when t.sales_rep_id = rep_id then 'you'
              else 'colleague'
            end,
            'expiresAt', (t.detail ->> 'expiresAt')::timestamptz,
            'reason', case when t.event = 'customer_sign_in_failed' then t.detail ->> 'reason' end,
            'quote', case when t.event = 'quote_made' then t.detail - array['plan', 'features'] end
          ) order by t.line_number desc
        ) filter (where t.place <= 100),
        '[]'::jsonb
      ),
      'hasMore', coalesce(bool_or(t.place > 100), false) or exists (select from own o where o.nth > 1000)
    )
    from (
      select e.*, row_number() over (
        order by e.event = 'quote_made' and (e.detail ->> 'validUntil')::date >= private.utc_today() desc,
          e.line_number desc
      ) as place
      from (
        -- What the customer repeats must not hide what happened before.
        select o.* from own o where o.nth <= 1000 and o.nth_of_day <= 5
        union all
        select l.*, null, null from lines l where not l.is_own or l.event = 'quote_made'
      ) e
      order by place
      limit 101
    ) t
  );
end
$$;
comment on function public.get_customer_timeline(uuid) is
  'The trail of a customer that the caller qualified: {lines, hasMore}. A manager who gave the code gets that of any customer. Newest first, at most 100 lines. Of each thing that the customer did, a day shows the last 5, and every quote. A quote that holds is always shown. Apart from quotes, only the newest 1,000 lines of the customer count. hasMore: older lines are not shown. by: you, customer, colleague (who had the customer before), operator or system. The answer contains no IP address, browser, session or code. Any other id is not found (404).';
grant execute on function public.get_customer_timeline(uuid) to authenticated;
alter function public.get_customer_timeline(uuid) owner to api_reader;
-- The plans, which everyone may read, and their prices, which only a live session may read.

create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '',
  position smallint not null check (position > 0),
  is_popular boolean not null default false,
  is_enterprise boolean not null default false,
  constraint products_slug_key unique (slug),
  constraint products_name_key unique (name),
  constraint products_position_key unique (position)
);
comment on table public.products is 'Plans on offer. The table is public, so no column and no text contains a price.';
comment on column public.products.position is 'Order on the page, 1 first.';

alter table public.products enable row level security;
grant select on public.products to api_reader;
grant select, insert, update, delete on public.products to service_role;

create policy products_select_everyone on public.products for select to api_reader using (true);

create table public.product_features (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  feature_name text not null check (char_length(feature_name) between 1 and 100),
  limit_value text not null check (char_length(limit_value) between 1 and 100),
  position smallint not null check (position > 0),
  constraint product_features_product_id_feature_name_key unique (product_id, feature_name)
);
comment on table public.product_features is 'What each plan includes. Public, and without prices.';
comment on column public.product_features.limit_value is 'Monthly allowance or level, as shown on the page.';
comment on column public.product_features.position is 'Order within the plan, 1 first.';

alter table public.product_features enable row level security;
grant select on public.product_features to api_reader;
grant select, insert, update, delete on public.product_features to service_role;

create policy product_features_select_everyone on public.product_features
  for select to api_reader using (true);

create table public.product_prices (
  product_id uuid not null references public.products (id) on delete cascade,
  monthly_cents integer not null check (monthly_cents between 1 and 999999999),
  annual_cents integer not null check (annual_cents between 1 and 999999999),
  activation_cents integer not null check (activation_cents between 1 and 999999999),
  valid_from timestamptz not null default now(),
  primary key (product_id, valid_from)
);
comment on table public.product_prices is
  'Past, current and scheduled prices of the plans. The price in force is the latest one that has begun. A live representative or customer reads prices that have begun. A manager reads all prices.';
comment on column public.product_prices.monthly_cents is 'US cents for one month.';
comment on column public.product_prices.annual_cents is 'US cents for twelve months paid at once.';
comment on column public.product_prices.activation_cents is 'US cents, paid once.';
comment on column public.product_prices.valid_from is 'When the price begins. It ends where the next one begins.';

alter table public.product_prices enable row level security;
grant select on public.product_prices to api_reader;
-- No update: a price that has begun is history.
grant select, insert, delete on public.product_prices to service_role;

create policy product_prices_select_live_session_or_manager on public.product_prices
  for select to api_reader
  using (
    ((select private.may_see_prices()) and valid_from <= now()) or (select private.current_manager_until()) is not null
  );

create function private.price_in_force(product_id_param uuid, at_param timestamptz)
returns public.product_prices
language sql stable set search_path = ''
as $$
  select p from public.product_prices p
  where p.product_id = product_id_param and p.valid_from <= at_param
  order by p.valid_from desc limit 1
$$;
comment on function private.price_in_force(uuid, timestamptz) is
  'The price of a plan at an instant. Null when it has no price by then.';
grant execute on function private.price_in_force(uuid, timestamptz) to api_reader, service_role;

create function private.plans_with_prices(at_param timestamptz)
returns table (
  place smallint, product_slug text, has_price boolean,
  monthly_cents integer, annual_cents integer, activation_cents integer
)
language sql stable set search_path = ''
as $$
  select p.position, p.slug, c.product_id is not null, c.monthly_cents, c.annual_cents, c.activation_cents
  from public.products p cross join lateral private.price_in_force(p.id, at_param) c
  order by p.position
$$;
comment on function private.plans_with_prices(timestamptz) is
  'Every plan in plan order, with its price in force at an instant, US cents. A plan without a price, Enterprise too, is a mistake: the catalogue has a price for each.';
grant execute on function private.plans_with_prices(timestamptz) to api_reader, service_role;

create function private.price_detail(price public.product_prices)
returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'monthlyCents', price.monthly_cents, 'annualCents', price.annual_cents, 'activationCents', price.activation_cents
  )
$$;
comment on function private.price_detail(public.product_prices) is 'Amounts of a price as answers and the audit trail have them, US cents.';
grant execute on function private.price_detail(public.product_prices) to api_reader, service_role;

create function public.get_product_description(product_name_param text)
returns table (description text)
language sql stable security definer set search_path = ''
as $$
  select private.refuse_over('product_name_param', char_length(product_name_param), 100);
  select p.description from public.products p where p.name = product_name_param
$$;
comment on function public.get_product_description(text) is
  'Description of the plan with that name. No row for an unknown plan. Public, and without prices.';
grant execute on function public.get_product_description(text) to anon, authenticated;
alter function public.get_product_description(text) owner to api_reader;

create function public.get_product_features(product_name_param text)
returns table (feature_name text, limit_value text)
language sql stable security definer set search_path = ''
as $$
  select private.refuse_over('product_name_param', char_length(product_name_param), 100);
  select f.feature_name, f.limit_value
  from public.product_features f join public.products p on p.id = f.product_id
  where p.name = product_name_param
  order by f.position, f.feature_name
$$;
comment on function public.get_product_features(text) is
  'Features of the plan with that name, in display order. Features with the same position are in alphabetical order. Empty for an unknown plan. Public, and without prices.';
grant execute on function public.get_product_features(text) to anon, authenticated;
alter function public.get_product_features(text) owner to api_reader;

create function public.get_plan_prices()
returns table ("productSlug" text, "monthlyCents" integer, "annualCents" integer, "activationCents" integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  plan record;
begin
  perform private.refuse_ended_session();
  -- Asked first, so that an anonymous caller gets an empty list without a right on the prices table.
  if not private.may_see_prices() then
    return;
  end if;
  for plan in
    select w.*, p.is_enterprise
    from private.plans_with_prices(now()) w join public.products p on p.slug = w.product_slug
    order by w.place
  loop
    if plan.is_enterprise and plan.has_price and private.current_manager_until() is null then
      -- The card says that its price is made for each customer.
      continue;
    elsif plan.has_price then
      "productSlug" := plan.product_slug;
      "monthlyCents" := plan.monthly_cents;
      "annualCents" := plan.annual_cents;
      "activationCents" := plan.activation_cents;
      return next;
    else
      raise warning 'get_plan_prices: plan "%" has no price in force; run ops catalogue load or ops price set',
        plan.product_slug;
    end if;
  end loop;
  if not found then
    raise warning 'get_plan_prices: the catalogue holds no plan; run ops catalogue load';
  end if;
end
$$;
comment on function public.get_plan_prices() is
  'Prices in force of all plans in US cents, in plan order. Enterprise''s is for managers who gave their code. Empty for callers without access to prices. For a caller with access, each plan without a price in force is logged.';
grant execute on function public.get_plan_prices() to anon, authenticated;
alter function public.get_plan_prices() owner to api_reader;
-- Loads plans, features and first prices in one transaction. Only the ops command uses it. Price changes:
-- price-changes.sql.

create function private.taken_places(catalogue_param jsonb)
returns table (plan text, thing text, "byPlan" text)
language sql stable set search_path = ''
as $$
  select p.plan ->> 'slug', t.thing, d.slug
  from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
  join public.products d on d.position = p.place or d.name = p.plan ->> 'name'
  cross join lateral (
    select case when d.position = p.place then 'position ' || p.place else format('name "%s"', d.name) end
  ) t (thing)
  where not exists (select from public.products o where o.slug = p.plan ->> 'slug')
  order by p.place
$$;
comment on function private.taken_places(jsonb) is
  'New plans of a catalogue whose position or name is already used by another plan in the database.';
grant execute on function private.taken_places(jsonb) to service_role;

create function private.catalogue_differences(catalogue_param jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with wanted as (
    select p.plan ->> 'slug' as slug, t.thing, t.value
    from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
    cross join lateral (
      values ('plan', p.plan ->> 'slug'), ('name', p.plan ->> 'name'), ('description', p.plan ->> 'description'),
        ('position', p.place::text), ('isPopular', p.plan ->> 'isPopular'), ('isEnterprise', p.plan ->> 'isEnterprise')
      union all
      select t.thing, t.value
      from jsonb_array_elements(p.plan -> 'features') with ordinality f (feature, place)
      cross join lateral (values
        (format('feature "%s"', f.feature ->> 'name'), f.feature ->> 'limit'),
        (format('position of feature "%s"', f.feature ->> 'name'), f.place::text)
      ) t (thing, value)
    ) t (thing, value)
  ),
  held as (
    select d.slug, t.thing, t.value, t.whole
    from public.products d
    cross join lateral (
      values ('plan', d.slug, null), ('name', d.name, 'plan'), ('description', d.description, 'plan'),
        ('position', d.position::text, 'plan'), ('isPopular', d.is_popular::text, 'plan'),
        ('isEnterprise', d.is_enterprise::text, 'plan')
      union all
      select t.thing, t.value, t.whole
      from public.product_features f
      cross join lateral (values
        (format('feature "%s"', f.feature_name), f.limit_value, 'plan'),
        (format('position of feature "%s"', f.feature_name), f.position::text, format('feature "%s"', f.feature_name))
      ) t (thing, value, whole)
      where f.product_id = d.id
    ) t (thing, value, whole)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('plan', h.slug, 'thing', h.thing, 'inDatabase', h.value, 'inCatalogue', w.value)
      order by h.slug, h.thing
    ),
    '[]'::jsonb
  )
  from held h
  left join wanted w on w.slug = h.slug and w.thing = h.thing
  where h.value is distinct from w.value
    -- A plan or feature that the catalogue lacks is one difference, not one for each of its parts.
    and (h.whole is null or exists (select from wanted k where k.slug = h.slug and k.thing = h.whole))
$$;
comment on function private.catalogue_differences(jsonb) is
  'Differences between the database and a catalogue, without prices: [{plan, thing, inDatabase, inCatalogue}]. inCatalogue is null when the catalogue lacks the thing.';
grant execute on function private.catalogue_differences(jsonb) to service_role;

create function public.load_catalogue(catalogue_param jsonb)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  taken record;
  plans_added integer;
  features_added integer;
  prices_added integer;
begin
  -- Two loads at once would both find nothing.
  lock table public.products in share row exclusive mode;
  select t.* into taken from private.taken_places(catalogue_param) t limit 1;
  if found then
    return jsonb_build_object('outcome', 'taken') || to_jsonb(taken);
  end if;
  with plans as (
    select p.plan, p.place from jsonb_array_elements(catalogue_param -> 'plans') with ordinality p (plan, place)
  )
  insert into public.products (slug, name, description, position, is_popular, is_enterprise)
  select plan ->> 'slug', plan ->> 'name', plan ->> 'description', place,
    (plan ->> 'isPopular')::boolean, (plan ->> 'isEnterprise')::boolean
  from plans
  on conflict (slug) do nothing;
  get diagnostics plans_added = row_count;

  insert into public.product_features (product_id, feature_name, limit_value, position)
  select d.id, f.feature ->> 'name', f.feature ->> 'limit', f.place
  from jsonb_array_elements(catalogue_param -> 'plans') p (plan)
  join public.products d on d.slug = p.plan ->> 'slug'
  cross join lateral jsonb_array_elements(p.plan -> 'features') with ordinality f (feature, place)
  on conflict (product_id, feature_name) do nothing;
  get diagnostics features_added = row_count;

  -- Add a price only to a plan that never had one. Never replace a price.
  insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents)
  select d.id, (p.plan #>> '{price,monthlyCents}')::integer, (p.plan #>> '{price,annualCents}')::integer,
    (p.plan #>> '{price,activationCents}')::integer
  from jsonb_array_elements(catalogue_param -> 'plans') p (plan)
  join public.products d on d.slug = p.plan ->> 'slug'
  where not exists (select from public.product_prices c where c.product_id = d.id);
  get diagnostics prices_added = row_count;

  if plans_added + features_added + prices_added > 0 then
    perform private.write_audit(
      'catalogue_loaded', null, null, null, null,
      jsonb_build_object('plans', plans_added, 'features', features_added, 'prices', prices_added)
    );
  end if;
  return jsonb_build_object(
    'outcome', 'loaded', 'plansAdded', plans_added, 'featuresAdded', features_added, 'pricesAdded', prices_added,
    'differences', private.catalogue_differences(catalogue_param)
  );
end
$$;
comment on function public.load_catalogue(jsonb) is
  'Adds missing plans, features and first prices in one transaction: {outcome: loaded, plansAdded, featuresAdded, pricesAdded, differences}, differences as returned by private.catalogue_differences. It never changes existing rows. {outcome: taken, plan, thing, byPlan}: another plan already has the position or name of a new plan, and nothing was added. The input has the shape of supabase/catalogue.json.';
grant execute on function public.load_catalogue(jsonb) to service_role;
-- Past, current and scheduled prices, for managers and operators.

create function public.list_prices()
returns table (
  plan text, "validFrom" timestamptz, "isInForce" boolean, "isScheduled" boolean,
  "monthlyCents" integer, "annualCents" integer, "activationCents" integer
)
language sql stable set search_path = ''
as $$
  select d.slug, p.valid_from, p is not distinct from private.price_in_force(d.id, now()), p.valid_from > now(),
    p.monthly_cents, p.annual_cents, p.activation_cents
  from public.products d join public.product_prices p on p.product_id = d.id
  order by d.position, p.valid_from
$$;
comment on function public.list_prices() is
  'Every past, current and scheduled price of every plan, in US cents. Oldest first within a plan. A price that is neither in force nor scheduled has ended.';
grant execute on function public.list_prices() to service_role;

create function private.price_lines(product_slug_param text)
returns table (
  line_number bigint, event text, occurred_at timestamptz, valid_from timestamptz, set_by text, manager_name text
)
language sql stable set search_path = ''
as $$
  select e.line_number, e.event, e.occurred_at, (e.detail ->> 'validFrom')::timestamptz,
    coalesce(e.detail ->> 'by', 'operator'), r.name
  from public.audit_events e
  left join public.sales_representatives r on r.id = e.manager_id
  where e.event in ('price_set', 'price_scheduled', 'price_schedule_cancelled')
    and e.detail ->> 'plan' = product_slug_param
$$;
comment on function private.price_lines(text) is
  'Lines of the trail about the prices of a plan. set_by: manager or operator. manager_name: null for an operator, and for an erased manager.';
grant execute on function private.price_lines(text) to api_reader, service_role;

create function private.price_version(product_id_param uuid, at_param timestamptz) returns text
language sql stable set search_path = ''
as $$
  select md5(coalesce(
    string_agg(
      concat_ws(' ', extract(epoch from p.valid_from), p.monthly_cents, p.annual_cents, p.activation_cents), ','
      order by p.valid_from
    ),
    ''
  ))
  from public.product_prices p
  where p.product_id = product_id_param and p.valid_from >= coalesce(
    (select c.valid_from from private.price_in_force(product_id_param, at_param) c), '-infinity'
  )
$$;
comment on function private.price_version(uuid, timestamptz) is
  'Identifies the price in force at an instant together with the prices scheduled after it. It changes when either changes, and when a scheduled price begins.';
grant execute on function private.price_version(uuid, timestamptz) to api_reader, service_role;

create function private.managed_plan(product_id_param uuid, at_param timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  with plan as (select d.* from public.products d where d.id = product_id_param),
  lines as materialized (select l.* from plan d cross join lateral private.price_lines(d.slug) l),
  in_force as (
    select c.valid_from from private.price_in_force(product_id_param, at_param) c where c.product_id is not null
  ),
  prices as (
    select p.valid_from,
      case when p.valid_from > at_param then 'scheduled'
        when p.valid_from = (select i.valid_from from in_force i) then 'in_force'
        else 'ended' end as state,
      jsonb_build_object(
        'validFrom', p.valid_from, 'amounts', private.price_detail(p), 'setBy', (
          select jsonb_build_object('by', l.set_by, 'name', l.manager_name, 'occurredAt', l.occurred_at)
          from lines l where l.valid_from = p.valid_from and l.event <> 'price_schedule_cancelled'
          order by l.line_number desc limit 1
        )
      ) as price
    from public.product_prices p where p.product_id = product_id_param
  )
  select jsonb_build_object(
    'slug', d.slug, 'name', d.name, 'isEnterprise', d.is_enterprise,
    'version', private.price_version(d.id, at_param),
    'inForce', (select p.price from prices p where p.state = 'in_force'),
    'scheduled', coalesce((
      select jsonb_agg(s.price order by s.valid_from)
      from (select * from prices p where p.state = 'scheduled' order by p.valid_from limit 100) s
    ), '[]'),
    'ended', coalesce((
      select jsonb_agg(s.price order by s.valid_from desc)
      from (select * from prices p where p.state = 'ended' order by p.valid_from desc limit 100) s
    ), '[]')
  )
  from plan d
$$;
comment on function private.managed_plan(uuid, timestamptz) is
  'A plan with its prices at an instant: {slug, name, isEnterprise, version, inForce, scheduled, ended}. scheduled: the next 100, soonest first. ended: the latest 100, latest first. A price: {validFrom, amounts: {monthlyCents, annualCents, activationCents}, setBy: {by, name, occurredAt}}, US cents. setBy comes from the trail. It is null for the first price, which comes from the catalogue.';
grant execute on function private.managed_plan(uuid, timestamptz) to api_reader, service_role;

create function public.get_prices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return jsonb_build_object(
    'now', now(),
    'plans', (
      select coalesce(jsonb_agg(private.managed_plan(d.id, now()) order by d.position), '[]') from public.products d
    )
  );
end
$$;
comment on function public.get_prices() is
  'For managers: {now, plans} with every plan in display order, as in private.managed_plan.';
grant execute on function public.get_prices() to authenticated;
alter function public.get_prices() owner to api_reader;

create function public.get_plan_prices_at(at_param timestamptz)
returns table ("productSlug" text, "monthlyCents" integer, "annualCents" integer, "activationCents" integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return query
    select p.product_slug, p.monthly_cents, p.annual_cents, p.activation_cents
    from private.plans_with_prices(at_param) p
    where p.has_price
    order by p.place;
end
$$;
comment on function public.get_plan_prices_at(timestamptz) is
  'For managers: the answer of public.get_plan_prices at an instant, from the prices scheduled now.';
grant execute on function public.get_plan_prices_at(timestamptz) to authenticated;
alter function public.get_plan_prices_at(timestamptz) owner to api_reader;
-- Prices that managers and operators set, schedule and cancel, each in one transaction.

create function private.lock_plan(product_slug_param text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  product_id_found uuid;
begin
  select d.id into product_id_found from public.products d where d.slug = product_slug_param for update;
  if not found then
    raise sqlstate 'PT404' using message = format('Unknown plan: "%s".', left(product_slug_param, 50));
  end if;
  return product_id_found;
end
$$;
comment on function private.lock_plan(text) is
  'Id of a plan. An unknown one is refused (404). Locks the plan until the end of the transaction, so changes of one plan run one after the other.';
grant execute on function private.lock_plan(text) to service_role;

create function private.apply_price(
  manager_id_param uuid, product_slug_param text, valid_from_param timestamptz, amounts_param jsonb,
  version_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  product_id_found uuid := private.lock_plan(product_slug_param);
  -- Reads the clock after the lock. A price that was set during the wait must not begin later than this one.
  at timestamptz := clock_timestamp();
  begins_at timestamptz;
  before public.product_prices;
  after public.product_prices;
begin
  -- A coarse clock may return the same instant twice.
  begins_at := coalesce(valid_from_param, (
    select greatest(at, max(p.valid_from) + interval '1 microsecond') from public.product_prices p
    where p.product_id = product_id_found and p.valid_from <= at
  ));
  before := private.price_in_force(product_id_found, begins_at);
  if version_param <> private.price_version(product_id_found, at) then
    -- If the caller repeats a request because its answer was lost, it gets the same answer.
    if (valid_from_param is null or before.valid_from = valid_from_param)
      and private.price_detail(before) = amounts_param then
      return jsonb_build_object('validFrom', before.valid_from);
    end if;
    return null;
  end if;
  if valid_from_param < at then
    raise sqlstate 'PT400' using message = 'Choose a time that has not passed', detail = 'from';
  end if;
  if before.valid_from = begins_at then
    raise sqlstate 'PT400' using
      message = 'A price already begins at this time. Choose another, or cancel that one first', detail = 'from';
  end if;
  after := before;
  after.product_id := product_id_found;
  after.valid_from := begins_at;
  after.monthly_cents := coalesce((amounts_param ->> 'monthlyCents')::integer, before.monthly_cents);
  after.annual_cents := coalesce((amounts_param ->> 'annualCents')::integer, before.annual_cents);
  after.activation_cents := coalesce((amounts_param ->> 'activationCents')::integer, before.activation_cents);
  if after.monthly_cents is null or after.annual_cents is null or after.activation_cents is null then
    raise sqlstate 'PT400' using message = 'The plan needs all three amounts', detail = 'amounts';
  end if;
  if private.price_detail(after) = private.price_detail(before) then
    raise sqlstate 'PT400' using message = 'The plan already has this price at that time', detail = 'amounts';
  end if;
  insert into public.product_prices (product_id, valid_from, monthly_cents, annual_cents, activation_cents)
  values (
    after.product_id, after.valid_from, after.monthly_cents, after.annual_cents, after.activation_cents
  );
  perform private.write_staff_audit(
    manager_id_param, case when valid_from_param is null then 'price_set' else 'price_scheduled' end, null, null,
    ip_address_param, user_agent_param,
    jsonb_build_object(
      'plan', product_slug_param, 'validFrom', begins_at,
      'before', private.price_detail(before), 'after', private.price_detail(after)
    )
  );
  return jsonb_build_object(
    'validFrom', begins_at, 'before', private.price_detail(before), 'after', private.price_detail(after)
  );
end
$$;
comment on function private.apply_price(uuid, text, timestamptz, jsonb, text, text, text) is
  'Gives a plan a price from now (valid_from null) or from a future instant. amounts: {monthlyCents, annualCents, activationCents}. Null or missing keeps the amount in force at that instant. {validFrom, before, after}, or null when the version has changed. version: the private.price_version that the caller saw, null for operators, who skip this check. Refused (404): an unknown plan. Refused (400): a time that has passed or has a price, a missing amount, the same price.';
grant execute on function private.apply_price(uuid, text, timestamptz, jsonb, text, text, text) to service_role;

create function public.cancel_price(
  product_slug_param text, valid_from_param timestamptz, version_param text default null,
  manager_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  product_id_found uuid := private.lock_plan(product_slug_param);
  at timestamptz := clock_timestamp();
  cancelled public.product_prices;
begin
  if version_param <> private.price_version(product_id_found, at) then
    -- If the price was already canceled, by this or another request, the answer is the same.
    return exists (
      select from private.price_lines(product_slug_param) l
      where l.event = 'price_schedule_cancelled' and l.valid_from = valid_from_param
    ) and not exists (
      select from public.product_prices p
      where p.product_id = product_id_found and p.valid_from = valid_from_param
    );
  end if;
  delete from public.product_prices p
  where p.product_id = product_id_found and p.valid_from = valid_from_param and p.valid_from > at
  returning p.* into cancelled;
  if not found then
    raise sqlstate 'PT404' using message = 'No such price is scheduled.';
  end if;
  perform private.write_staff_audit(
    manager_id_param, 'price_schedule_cancelled', null, null, ip_address_param, user_agent_param,
    jsonb_build_object(
      'plan', product_slug_param, 'validFrom', valid_from_param, 'before', private.price_detail(cancelled)
    )
  );
  return true;
end
$$;
comment on function public.cancel_price(text, timestamptz, text, uuid, text, text) is
  'Cancels a scheduled price, for a manager, or an operator for null. False when the version has changed, as for private.apply_price. Refused (404): an unknown plan, and a price that has begun or is not there.';
grant execute on function public.cancel_price(text, timestamptz, text, uuid, text, text) to service_role;

create function private.last_price_change(product_slug_param text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'event', l.event, 'by', l.set_by, 'name', l.manager_name, 'occurredAt', l.occurred_at,
    'validFrom', l.valid_from
  )
  from private.price_lines(product_slug_param) l
  order by l.line_number desc limit 1
$$;
comment on function private.last_price_change(text) is
  'The latest change of a plan''s prices, from the trail: {event, by, name, occurredAt, validFrom}. Null when there was none.';
grant execute on function private.last_price_change(text) to service_role;

create function public.change_price(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid;
  plan_slug text := request_param ->> 'plan';
  valid_from timestamptz := (request_param ->> 'from')::timestamptz;
  version text := coalesce(request_param ->> 'version', '');
  done jsonb;
begin
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
  perform private.hold_manager(session_id_param);
  manager_id := private.require_manager(session_id_param);
  -- Any other action has no case, which is an error.
  case request_param ->> 'action'
    when 'set' then
      done := private.apply_price(
        manager_id, plan_slug, null, request_param -> 'amounts', version, ip_address_param, user_agent_param
      );
    when 'schedule' then
      done := private.apply_price(
        manager_id, plan_slug, valid_from, request_param -> 'amounts', version, ip_address_param, user_agent_param
      );
    when 'cancel' then
      if public.cancel_price(
        plan_slug, valid_from, version, manager_id, ip_address_param, user_agent_param
      ) then
        done := '{}';
      end if;
  end case;
  return jsonb_build_object(
    'outcome', case when done is null then 'conflict' else 'saved' end,
    'plan', private.managed_plan(
      (select d.id from public.products d where d.slug = plan_slug),
      -- A price set now is in force, even if a coarse clock still returns the earlier instant.
      greatest(
        clock_timestamp(), case request_param ->> 'action' when 'set' then (done ->> 'validFrom')::timestamptz end
      )
    ),
    'now', clock_timestamp()
  ) || case
    when done is null then jsonb_build_object('lastChange', private.last_price_change(plan_slug)) else '{}'
  end;
end
$$;
comment on function public.change_price(uuid, jsonb, text, text) is
  'Changes the prices of a plan for a manager: {action: set | schedule | cancel, plan, version, from, amounts}. {outcome: saved, plan, now}, {outcome: conflict, plan, now, lastChange}. conflict: the prices have changed since the manager saw them, and nothing is written. plan: as in private.managed_plan.';
grant execute on function public.change_price(uuid, jsonb, text, text) to service_role;

create function public.set_price(
  product_slug_param text, valid_from_param timestamptz default null, monthly_cents_param integer default null,
  annual_cents_param integer default null, activation_cents_param integer default null
)
returns jsonb
language sql set search_path = ''
as $$
  select private.apply_price(
    null, product_slug_param, valid_from_param,
    jsonb_build_object(
      'monthlyCents', monthly_cents_param, 'annualCents', annual_cents_param,
      'activationCents', activation_cents_param
    ),
    null, null, null
  )
$$;
comment on function public.set_price(text, timestamptz, integer, integer, integer) is
  'Gives a plan a price for operators: see private.apply_price. Amounts in US cents.';
grant execute on function public.set_price(text, timestamptz, integer, integer, integer) to service_role;
-- Quotes: what a customer was offered, and until when. Each quote is a line of the trail.

create function public.make_quote(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  today constant date := private.utc_today();
  customer public.qualified_leads;
  plan public.products;
  price public.product_prices;
  quote public.audit_events;
begin
  select l.* into customer
  from public.qualified_leads l join public.customer_sessions s on s.qualified_lead_id = l.id
  where s.id = session_id_param and s.ended_at is null and s.expires_at > now()
    and l.is_active and l.revoked_at is null and l.token_expires_at > now()
  -- Of simultaneous quotes, the second finds the first.
  for update of l;
  if not found then
    raise sqlstate 'PT401' using message = 'Please open your access link again.';
  end if;
  -- The card of an enterprise plan says that its price is made for each customer.
  select d.* into plan from public.products d where d.slug = request_param ->> 'plan' and not d.is_enterprise;
  price := private.price_in_force(plan.id, now());
  if price.product_id is null then
    raise sqlstate 'PT404' using message = 'There is no price to quote for this plan.';
  end if;

  select e.* into quote from public.audit_events e
  where e.qualified_lead_id = customer.id and e.event = 'quote_made'
    and e.detail ->> 'plan' = plan.slug
    and (e.detail ->> 'validUntil')::date >= today
  order by e.line_number desc limit 1;
  if not found or exists (
    select from jsonb_each_text(private.price_detail(price)) as a
    where a.value::integer < (quote.detail ->> a.key)::integer
  ) then
    insert into public.audit_events (event, sales_rep_id, qualified_lead_id, ip_address, user_agent, detail)
    values (
      'quote_made', customer.qualified_by, customer.id, ip_address_param, user_agent_param,
      private.price_detail(price) || jsonb_build_object(
        'plan', plan.slug, 'planName', plan.name, 'billing', request_param ->> 'billing',
        'validUntil', today + private.quote_valid_days(), 'features', (
          select coalesce(jsonb_agg(
            jsonb_build_object('name', f.feature_name, 'limit', f.limit_value) order by f.position, f.feature_name
          ), '[]')
          from public.product_features f where f.product_id = plan.id
        )
      )
    )
    returning * into quote;
    perform private.note_work(r.id, null, 0, '{}', null, quote.id)
    from public.sales_representatives r where private.hears_of_quotes(r, customer.qualified_by);
  end if;
  -- It has both prices. An older page reads back which of them it asked for.
  return jsonb_build_object('id', quote.id, 'madeAt', quote.occurred_at) || (quote.detail - 'plan')
    || jsonb_build_object('billing', request_param -> 'billing');
end
$$;
comment on function public.make_quote(uuid, jsonb, text, text) is
  'Quotes a plan to the customer of a live session, {plan, billing}: {id, madeAt, planName, billing, monthlyCents, annualCents, activationCents, validUntil, features: [{name, limit}]}. Amounts in US cents. validUntil: the last day, UTC. A quote holds until then: the same plan gets the same quote, whichever billing was asked for, also after the price rose. If an amount fell, it gets a new one. So no customer can fill the trail. Their representative gets a mail about each new quote, or all managers do: see private.hears_of_quotes. Anyone else is refused (401), and so is a plan without a price, or an enterprise plan (404).';
grant execute on function public.make_quote(uuid, jsonb, text, text) to service_role;
-- Sales with their commission, and their sums by day and month. Who made a sale may read it, and so may managers.

create table public.sales_records (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id),
  sale_date date not null check (sale_date between '1900-01-01' and '2199-12-31'),
  qualified_lead_id uuid references public.qualified_leads (id) on delete set null,
  product_name text not null check (char_length(product_name) between 1 and 100),
  billing_frequency text not null check (billing_frequency in ('monthly', 'annual')),
  sale_amount bigint not null check (abs(sale_amount) <= 99999999999),
  commission bigint not null default 0 check (abs(commission) <= 99999999999),
  is_cancelled boolean not null default false,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint sales_records_cancelled_has_date check (is_cancelled = (cancelled_at is not null)),
  constraint sales_records_is_one_line check (private.is_one_line(product_name))
);
comment on table public.sales_records is 'Sales. Amounts reveal prices, so only the seller and managers may read them.';
comment on column public.sales_records.sale_date is 'Calendar day of the sale.';
comment on column public.sales_records.product_name is 'Name of the plan at the time of the sale. It stays when plans change.';
comment on column public.sales_records.sale_amount is
  'US cents, up to 9 digits of dollars. Negative for a clawback.';
comment on column public.sales_records.commission is
  'US cents, up to 9 digits of dollars. Negative for a clawback.';

-- For sorting by day, and for finding the rows of one representative.
create index sales_records_newest_first_idx on public.sales_records (sales_rep_id, sale_date desc, id desc);
-- The same for all representatives.
create index sales_records_newest_of_all_idx on public.sales_records (sale_date desc, id desc);
create index sales_records_qualified_lead_id_idx on public.sales_records (qualified_lead_id);
create index sales_records_by_amount_idx on public.sales_records (sales_rep_id, sale_amount, sale_date, id);
create index sales_records_by_commission_idx on public.sales_records (sales_rep_id, commission, sale_date, id);
create index sales_records_by_product_idx
  on public.sales_records (sales_rep_id, product_name, sale_date desc, id desc);
create index sales_records_by_status_idx
  on public.sales_records (sales_rep_id, is_cancelled, sale_date desc, id desc);
create index sales_records_by_lead_idx
  on public.sales_records (sales_rep_id, qualified_lead_id, sale_date desc, id desc)
  include (product_name, billing_frequency, is_cancelled, sale_amount, commission);

alter table public.sales_records enable row level security;
grant select on public.sales_records to api_reader;
grant select, insert, update, delete on public.sales_records to service_role;

create policy sales_records_select_seller_or_manager on public.sales_records
  for select to api_reader
  using (
    sales_rep_id = (select private.current_rep_id()) or (select private.current_manager_until()) is not null
  );

create table private.sales_totals (
  sales_rep_id uuid references public.sales_representatives (id),
  is_month boolean not null,
  sale_date date not null,
  product_name text not null,
  billing_frequency text not null,
  is_cancelled boolean not null,
  is_clawback boolean not null,
  sales_count integer not null,
  sales_cents bigint not null,
  commission_cents bigint not null,
  constraint sales_totals_key unique nulls not distinct (
    sales_rep_id, is_month, sale_date, product_name, billing_frequency, is_cancelled, is_clawback
  )
);
comment on table private.sales_totals is
  'Sums of public.sales_records, grouped by every field that summaries need. Only triggers write it, in the transaction of the sale. Each representative reads their own rows through procedures, and managers all.';
comment on column private.sales_totals.sales_rep_id is
  'Null: the sales of all representatives together. Without these rows, a summary for managers would read a million.';
comment on column private.sales_totals.is_month is
  'True: sums of the calendar month that begins on sale_date. Each sale is in one row by day and in one by month. So a summary of years reads months.';
comment on column private.sales_totals.is_clawback is 'True if the commission of these sales is negative.';
comment on column private.sales_totals.sales_count is 'Never zero: deleting the last sale deletes the row.';
comment on column private.sales_totals.sales_cents is 'US cents: sum of sale_amount.';
comment on column private.sales_totals.commission_cents is 'US cents: sum of commission.';

alter table private.sales_totals enable row level security;
grant select on private.sales_totals to api_reader;
grant select, insert, update, delete on private.sales_totals to service_role;

create policy sales_totals_select_seller_or_manager on private.sales_totals
  for select to api_reader
  using (
    sales_rep_id = (select private.current_rep_id()) or (select private.current_manager_until()) is not null
  );

create function private.keep_sales_totals() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.sales_totals;
    return null;
  end if;

  -- Always in key order, so two transactions wait for each other instead of deadlocking.
  if tg_op = 'INSERT' then
    insert into private.sales_totals as t
    select r.id, p.is_month, p.starts_on, n.product_name, n.billing_frequency, n.is_cancelled, n.commission < 0,
      count(*), sum(n.sale_amount), sum(n.commission)
    from new_rows n
    cross join lateral (values (n.sales_rep_id), (null)) r (id)
    cross join lateral (
      values (false, n.sale_date), (true, date_trunc('month', n.sale_date::timestamp)::date)
    ) p (is_month, starts_on)
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (sales_rep_id, is_month, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
    return null;
  end if;

  if tg_op = 'UPDATE' then
    insert into private.sales_totals as t
    select r.id, p.is_month, p.starts_on, c.product_name, c.billing_frequency, c.is_cancelled, c.is_clawback,
      sum(c.sales_count), sum(c.sales_cents), sum(c.commission_cents)
    from (
      select n.sales_rep_id, n.sale_date, n.product_name, n.billing_frequency, n.is_cancelled,
        n.commission < 0 as is_clawback, 1 as sales_count, n.sale_amount as sales_cents,
        n.commission as commission_cents
      from new_rows n
      union all
      select o.sales_rep_id, o.sale_date, o.product_name, o.billing_frequency, o.is_cancelled,
        o.commission < 0, -1, -o.sale_amount, -o.commission
      from old_rows o
    ) c
    cross join lateral (values (c.sales_rep_id), (null)) r (id)
    cross join lateral (
      values (false, c.sale_date), (true, date_trunc('month', c.sale_date::timestamp)::date)
    ) p (is_month, starts_on)
    group by 1, 2, 3, 4, 5, 6, 7
    -- A sum that does not change takes no lock, such as after the customer of a sale was deleted.
    having (sum(c.sales_count), sum(c.sales_cents), sum(c.commission_cents)) <> (0, 0, 0)
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (sales_rep_id, is_month, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
  else
    insert into private.sales_totals as t
    select r.id, p.is_month, p.starts_on, o.product_name, o.billing_frequency, o.is_cancelled, o.commission < 0,
      -count(*), -sum(o.sale_amount), -sum(o.commission)
    from old_rows o
    cross join lateral (values (o.sales_rep_id), (null)) r (id)
    cross join lateral (
      values (false, o.sale_date), (true, date_trunc('month', o.sale_date::timestamp)::date)
    ) p (is_month, starts_on)
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (sales_rep_id, is_month, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
  end if;
  delete from private.sales_totals t
  using (
    select distinct o.sales_rep_id, p.* from old_rows o cross join lateral (
      values (false, o.sale_date), (true, date_trunc('month', o.sale_date::timestamp)::date)
    ) p (is_month, starts_on)
  ) o
  where t.sales_rep_id = o.sales_rep_id and t.is_month = o.is_month and t.sale_date = o.starts_on
    and t.sales_count = 0;
  -- Apart, because one condition for both would read all sums of everyone for each old row.
  delete from private.sales_totals t
  using (select distinct p.* from old_rows o cross join lateral (
      values (false, o.sale_date), (true, date_trunc('month', o.sale_date::timestamp)::date)
    ) p (is_month, starts_on)) o
  where t.sales_rep_id is null and t.is_month = o.is_month and t.sale_date = o.starts_on and t.sales_count = 0;
  return null;
end
$$;
comment on function private.keep_sales_totals() is
  'Adds the changes of one statement on sales to the sums by day and month, once per statement: those of the representative, and of all.';

create trigger sales_records_keep_totals_on_insert after insert on public.sales_records
  referencing new table as new_rows
  for each statement execute function private.keep_sales_totals();
create trigger sales_records_keep_totals_on_update after update on public.sales_records
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.keep_sales_totals();
create trigger sales_records_keep_totals_on_delete after delete on public.sales_records
  referencing old table as old_rows
  for each statement execute function private.keep_sales_totals();
create trigger sales_records_clear_totals after truncate on public.sales_records
  for each statement execute function private.keep_sales_totals();

create function public.get_sales_records_by_rep(sales_rep_id_param uuid)
returns setof public.sales_records
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  -- The API's maximum per answer. Without a limit the database would read all rows first.
  select s.* from public.sales_records s
  -- A manager may read more sales, but through another procedure.
  where s.sales_rep_id = sales_rep_id_param and s.sales_rep_id = (select private.current_rep_id())
  order by s.sale_date desc, s.id desc
  limit 1000
$$;
comment on function public.get_sales_records_by_rep(uuid) is
  'The 1000 newest sales of a representative, amounts in US cents. No rows unless the caller is that representative.';
grant execute on function public.get_sales_records_by_rep(uuid) to authenticated;
alter function public.get_sales_records_by_rep(uuid) owner to api_reader;
-- Which sales match a filter, and what a sale's commission counts as. The table, the dashboard, the ranking and the
-- explanation of a sale share these definitions.

create function private.pending_since() returns date
language sql stable set search_path = ''
as $$
  select private.utc_today() - private.commission_pending_days() + 1
$$;
comment on function private.pending_since() is 'First calendar day with sales that are still pending today.';
grant execute on function private.pending_since() to api_reader, service_role;

create function private.commission_group(is_cancelled boolean, is_clawback boolean, sale_date date) returns text
language sql stable set search_path = ''
as $$
  select case
    when is_cancelled then 'cancelled'
    when is_clawback then 'clawback'
    when sale_date >= private.pending_since() then 'pending'
    else 'earned'
  end
$$;
comment on function private.commission_group(boolean, boolean, date) is
  'Group of a sale''s commission: cancelled, clawback (negative), pending (younger than commission_pending_days) or earned. Every sale is in exactly one group.';
grant execute on function private.commission_group(boolean, boolean, date) to api_reader, service_role;

create function private.sold_products(sales_rep_id_param uuid, everyone boolean) returns setof text
language sql stable set search_path = ''
as $$
  -- Steps from each name to the next in the index. The cost depends on the number of names, not of sales.
  with recursive names as (
    (
      select s.product_name from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param order by s.product_name limit 1
    )
    union all
    select (
      select s.product_name from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param and s.product_name > n.product_name
      order by s.product_name limit 1
    )
    from names n where n.product_name is not null
  )
  select n.product_name from names n where n.product_name is not null
  union all
  (
    select distinct t.product_name from private.sales_totals t
    where everyone and t.sales_rep_id is null and t.is_month order by 1
  )
$$;
comment on function private.sold_products(uuid, boolean) is
  'Names of all products that the representative, or everyone, ever sold, as stored on the sales, sorted.';
grant execute on function private.sold_products(uuid, boolean) to api_reader, service_role;

create function private.hidden_customers(sales_rep_id_param uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  -- Steps from each customer to the next in the index, as in private.sold_products.
  with recursive sold_to as (
    (
      select s.qualified_lead_id from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param and s.qualified_lead_id is not null
      order by s.qualified_lead_id limit 1
    )
    union all
    select (
      select s.qualified_lead_id from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param and s.qualified_lead_id > t.qualified_lead_id
      order by s.qualified_lead_id limit 1
    )
    from sold_to t where t.qualified_lead_id is not null
  )
  select array(
    select t.qualified_lead_id from sold_to t
    where t.qualified_lead_id is not null
      and not exists (
        select from public.qualified_leads l where l.id = t.qualified_lead_id and l.qualified_by = sales_rep_id_param
      )
  )
$$;
comment on function private.hidden_customers(uuid) is
  'Customers on the representative''s sales that no longer belong to the representative. They are not shown. None for null: among the sales of everyone, each customer is shown.';
grant execute on function private.hidden_customers(uuid) to api_reader, service_role;

create function private.found_customers(term text, sales_rep_id_param uuid, everyone boolean) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select l.id from public.qualified_leads l
    where l.qualified_by = sales_rep_id_param and strpos(l.search_text, term) > 0
    union all
    select l.id from public.qualified_leads l where everyone and strpos(l.search_text, term) > 0
  )
$$;
comment on function private.found_customers(text, uuid, boolean) is
  'Customers of the representative, or of everyone, whose name, address or company contains the folded term.';
grant execute on function private.found_customers(text, uuid, boolean) to api_reader, service_role;

create function private.found_products(term text, sales_rep_id_param uuid, everyone boolean) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select p from private.sold_products(sales_rep_id_param, everyone) as p
    where strpos(replace(private.folded(p), ' ', ''), term) > 0
  )
$$;
comment on function private.found_products(text, uuid, boolean) is
  'The products that the representative, or everyone, sold and whose name contains the folded term.';
grant execute on function private.found_products(text, uuid, boolean) to api_reader, service_role;

create type private.sales_filter as (
  -- Whose sales. Null with everyone, and for a caller who is no representative: they have none.
  sales_rep_id uuid,
  everyone boolean,
  day_from date,
  day_to date,
  products text[],
  billing_frequencies text[],
  -- Values of is_cancelled.
  cancelled boolean[],
  -- Results of the search. Both are null without a search.
  found_customers uuid[],
  found_products text[],
  -- Values of private.commission_group for pending_since.
  commission_groups text[],
  pending_since date,
  -- Whole months of it whose sales all count alike: from the first day of one up to, not including, that of another.
  -- Null: only the sums by day are read.
  months_from date,
  months_to date
);
comment on type private.sales_filter is
  'A checked filter of the sales of one representative, or of everyone. Any other null field does not filter. private.sales_condition defines its meaning.';

create function private.read_sales_filter(filter jsonb, session_id_param uuid default null)
returns private.sales_filter
language plpgsql stable set search_path = ''
as $$
declare
  read private.sales_filter;
  statuses text[] := private.text_list(filter, 'statuses', array['active', 'cancelled']);
  term text := private.search_term(filter);
begin
  perform private.refuse_unknown_fields(
    filter, array['scope', 'from', 'to', 'products', 'billing_frequencies', 'statuses', 'commission_groups', 'search']
  );
  select s.sales_rep_id, s.everyone into read.sales_rep_id, read.everyone
  from private.read_scope(filter, session_id_param) s;
  read.day_from := private.filter_day(filter, 'from');
  read.day_to := private.filter_day(filter, 'to');
  read.products := private.text_list(filter, 'products');
  read.billing_frequencies := private.text_list(filter, 'billing_frequencies', array['monthly', 'annual']);
  if statuses is not null then
    read.cancelled := array(select status = 'cancelled' from unnest(statuses) as status);
  end if;
  read.commission_groups := private.text_list(
    filter, 'commission_groups', array['earned', 'pending', 'clawback', 'cancelled']
  );
  read.pending_since := private.pending_since();
  read.months_from := coalesce(
    date_trunc('month', (read.day_from - 1)::timestamp + interval '1 month'), timestamp '-infinity'
  );
  read.months_to := greatest(read.months_from, least(
    date_trunc('month', read.pending_since::timestamp), date_trunc('month', (read.day_to + 1)::timestamp)
  ));
  if term is not null then
    -- Looks up customers and products first. They are few and indexed, and the sales follow from them.
    read.found_customers := private.found_customers(term, read.sales_rep_id, read.everyone);
    read.found_products := private.found_products(term, read.sales_rep_id, read.everyone);
  end if;
  return read;
end
$$;
comment on function private.read_sales_filter(jsonb, uuid) is
  'Checks a caller''s filter of sales, decides whose sales they may be, and looks up the search term. scope: see private.read_scope. An unknown or invalid field is refused (22023, or 22008 for a day that does not exist).';
grant execute on function private.read_sales_filter(jsonb, uuid) to api_reader, service_role;

create function private.sales_condition(everyone boolean) returns text
language sql immutable set search_path = ''
as $$
  -- Repeats the groups of private.commission_group. Calling it for each of a million rows would take seconds.
  select case when everyone then '(true' else '(s.sales_rep_id = ($1).sales_rep_id' end || $condition$
    and (($1).day_from is null or s.sale_date >= ($1).day_from)
    and (($1).day_to is null or s.sale_date <= ($1).day_to)
    and (($1).products is null or s.product_name = any (($1).products))
    and (($1).billing_frequencies is null or s.billing_frequency = any (($1).billing_frequencies))
    and (($1).cancelled is null or s.is_cancelled = any (($1).cancelled))
    and (($1).commission_groups is null or case
      when s.is_cancelled then 'cancelled'
      when s.commission < 0 then 'clawback'
      when s.sale_date >= ($1).pending_since then 'pending'
      else 'earned'
    end = any (($1).commission_groups))
  )$condition$
$$;
comment on function private.sales_condition(boolean) is
  'SQL condition for a filter without its search, of one representative or of everyone. Its s is a row of public.sales_records, or of private.sales_sums. $1: private.sales_filter. Run it with EXECUTE: the planner then knows the values and skips unused conditions.';
grant execute on function private.sales_condition(boolean) to api_reader, service_role;

create function private.sales_sums() returns text
language sql immutable set search_path = ''
as $$
  -- The key of the table leads to each of the three parts.
  select (
    select '(' || string_agg(
      -- The condition reads the sign of a commission. A sum has the same sign as each of its sales.
      'select t.*, t.commission_cents as commission from private.sales_totals t where ' || part, ' union all '
    ) || ')'
    from unnest(array[
      't.is_month and t.sale_date >= ($1).months_from and t.sale_date < ($1).months_to',
      'not t.is_month and t.sale_date < ($1).months_from',
      $part$not t.is_month and t.sale_date >= coalesce(($1).months_to, '-infinity')$part$
    ]) part
  )
$$;
comment on function private.sales_sums() is
  'SQL of the fewest sums that have every sale once, without a search: by month within the months of the filter, else by day. $1: private.sales_filter.';
grant execute on function private.sales_sums() to api_reader, service_role;

create function private.search_condition() returns text
language sql immutable set search_path = ''
as $$
  select $condition$(
    ($1).found_customers is null
    or s.qualified_lead_id = any (($1).found_customers)
    or s.product_name = any (($1).found_products)
  )$condition$
$$;
comment on function private.search_condition() is
  'SQL condition for the search of a filter, on s, a row of public.sales_records. $1 as in private.sales_condition.';
grant execute on function private.search_condition() to api_reader, service_role;

create function private.fill_in(template text, words jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  word record;
begin
  for word in select w.key, w.value from jsonb_each_text(words) w loop
    template := replace(template, '{' || word.key || '}', word.value);
  end loop;
  return template;
end
$$;
comment on function private.fill_in(text, jsonb) is
  'Replaces the {words} in a statement with conditions and column names from the schema. It never inserts a value from a caller.';
grant execute on function private.fill_in(text, jsonb) to api_reader, service_role;
-- The rate of commission by product, billing and day, as managers set it. An import and the explanation of a sale
-- compare it with the commission of a sale. It changes no commission.

create table private.commission_rates (
  product_name text not null check (char_length(product_name) between 1 and 100),
  billing_frequency text not null check (billing_frequency in ('monthly', 'annual')),
  valid_from date not null check (valid_from between '1900-01-01' and '2199-12-31'),
  basis_points integer check (basis_points between 0 and 10000),
  set_by uuid references public.sales_representatives (id) on delete set null,
  set_at timestamptz not null default now(),
  constraint commission_rates_pkey primary key (product_name, billing_frequency, valid_from),
  constraint commission_rates_is_one_line check (private.is_one_line(product_name))
);
comment on table private.commission_rates is
  'Rates of commission. Each is for sales of its product and billing from its day on. It ends where the next one begins. Only functions write it. Representatives read it through procedures.';
comment on column private.commission_rates.product_name is 'As the sales have it.';
comment on column private.commission_rates.basis_points is
  'Hundredths of a percent of the amount. Null: from this day on there is no rate.';
comment on column private.commission_rates.set_by is 'The manager who set it last.';

create index commission_rates_set_by_idx on private.commission_rates (set_by);

alter table private.commission_rates enable row level security;
grant select on private.commission_rates to api_reader;
grant select, insert, delete on private.commission_rates to service_role;

create policy commission_rates_select_rep on private.commission_rates
  for select to api_reader using ((select private.current_rep_id()) is not null);

create function private.rated_products() returns setof text
language sql stable set search_path = ''
as $$
  select p.name from public.products p
  union
  select private.sold_products(null, true)
  union
  select c.product_name from private.commission_rates c
$$;
comment on function private.rated_products() is 'Names of all products of the catalogue, of sales and of rates.';
grant execute on function private.rated_products() to api_reader, service_role;

create function private.commission_by_rate(amount_cents bigint, commission_cents bigint, basis_points integer)
returns bigint
language sql immutable parallel safe set search_path = ''
as $$
  -- A numeric is rounded half away from zero.
  select b.cents
  from (select round(amount_cents * basis_points / 10000.0)::bigint as cents) as b
  where abs(commission_cents - b.cents) > 1
    -- A clawback with a negative amount follows the rate. One without takes back the commission of another sale alone.
    and not (commission_cents < 0 and amount_cents >= 0)
$$;
comment on function private.commission_by_rate(bigint, bigint, integer) is
  'What a rate gives for an amount, US cents, if the commission is another one by more than a cent. Else null, and for a clawback without an amount of its own.';
grant execute on function private.commission_by_rate(bigint, bigint, integer) to api_reader, service_role;

create function public.get_commission_rates() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'productName', c.product_name, 'billingFrequency', c.billing_frequency, 'validFrom', c.valid_from,
        'basisPoints', c.basis_points, 'setBy', private.shown_name(r), 'setAt', c.set_at
      ) order by c.product_name, c.billing_frequency desc, c.valid_from desc), '[]')
      from private.commission_rates c left join public.sales_representatives r on r.id = c.set_by
    ),
    'products', (select coalesce(jsonb_agg(p order by p), '[]') from private.rated_products() as p),
    'now', now()
  );
end
$$;
comment on function public.get_commission_rates() is
  'Every rate of commission, by product and billing, the latest first, and the names that products have: {rows: [{productName, billingFrequency, validFrom, basisPoints, setBy, setAt}], products, now}. basisPoints: null where the rate before ends. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_commission_rates() to authenticated;
alter function public.get_commission_rates() owner to api_reader;

create function public.change_commission_rate(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  product constant text := request_param ->> 'productName';
  billing constant text := request_param ->> 'billingFrequency';
  first_day constant date := (request_param ->> 'validFrom')::date;
  wanted constant jsonb := nullif(request_param -> 'after', 'null');
  manager_id uuid;
  stored jsonb;
  outcome text := 'saved';
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  perform pg_advisory_xact_lock(hashtextextended('commission rates', 0));
  -- Checked again after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.require_manager(session_id_param);
  if product not in (select p from private.rated_products() as p) then
    raise sqlstate 'PT404' using message = 'No such product.';
  end if;
  select jsonb_build_object('basisPoints', c.basis_points) into stored from private.commission_rates c
  where c.product_name = product and c.billing_frequency = billing and c.valid_from = first_day;
  -- Who repeats a call because its answer was lost gets the same answer.
  if stored is distinct from wanted then
    if stored is distinct from nullif(request_param -> 'before', 'null') then
      outcome := 'conflict';
    else
      delete from private.commission_rates c
      where c.product_name = product and c.billing_frequency = billing and c.valid_from = first_day;
      insert into private.commission_rates (product_name, billing_frequency, valid_from, basis_points, set_by)
      select product, billing, first_day, (wanted ->> 'basisPoints')::integer, manager_id where wanted is not null;
      perform private.write_staff_audit(
        manager_id, 'commission_rate_changed', null, null, ip_address_param, user_agent_param,
        jsonb_build_object(
          'productName', product, 'billingFrequency', billing, 'validFrom', first_day, 'before', stored, 'after', wanted
        )
      );
      stored := wanted;
    end if;
  end if;
  return jsonb_build_object('outcome', outcome, 'stored', stored);
end
$$;
comment on function public.change_commission_rate(uuid, jsonb, text, text) is
  'Sets or removes the rate of commission of a day for a manager''s session: {productName, billingFrequency, validFrom, before, after}. before and after: {basisPoints}, where null ends the rate before, or null for no rate of that day. {outcome: saved | conflict, stored}, as it is stored now. conflict: it was neither as the caller saw it nor as they want it, and nothing is written. An unknown product is refused (404). A repeated call gets the same answer. Each change is a line of the trail.';
grant execute on function public.change_commission_rate(uuid, jsonb, text, text) to service_role;
-- Figures of the sales that match a filter: totals, a series, and sums by product and frequency.

create function private.series_step(first_day date, last_day date) returns text
language sql immutable set search_path = ''
as $$
  select case
    when last_day - first_day < 45 then 'day'
    when last_day - first_day < 26 * 7 then 'week'
    when last_day - first_day <= 3653 then 'month'
    else 'year'
  end
$$;
comment on function private.series_step(date, date) is
  'Step of a chart for a range of calendar days: day up to 45 days, week up to 26 weeks, month up to 10 years, else year.';
grant execute on function private.series_step(date, date) to api_reader;

create type private.search_side as (
  -- 1: add the sales of these customers. -1: subtract them from the whole. Null: there is no search.
  sign integer,
  customers uuid[]
);
comment on type private.search_side is
  'The smaller side of a search: the customers that it finds, or the customers that it excludes.';

create function private.smaller_side(filter private.sales_filter) returns private.search_side
language plpgsql stable set search_path = ''
as $$
declare
  customers_count integer;
begin
  if filter.found_customers is null then
    return null;
  end if;
  select count(*) into customers_count from public.qualified_leads l
  where filter.everyone or l.qualified_by = filter.sales_rep_id;
  if 2 * cardinality(filter.found_customers) <= customers_count then
    return row(1, filter.found_customers);
  end if;
  -- Another customer, or one that no longer belongs to the representative.
  return row(-1, private.hidden_customers(filter.sales_rep_id) || array(
    select l.id from public.qualified_leads l where filter.everyone or l.qualified_by = filter.sales_rep_id
    except
    select unnest(filter.found_customers)
  ));
end
$$;
comment on function private.smaller_side(private.sales_filter) is
  'The customers of the smaller side of a search. A summary reads their sales in addition to its sums.';
grant execute on function private.smaller_side(private.sales_filter) to api_reader;

create function public.get_sales_dashboard(filter jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '32MB'
as $$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'));
  first_sale date;
  last_sale date;
  -- A target covers every sale of one representative.
  target_of uuid := case
    when not asked.everyone and private.has_only_days(coalesce(filter, '{}')) then asked.sales_rep_id
  end;
  words jsonb := jsonb_build_object(
    'condition', private.sales_condition(asked.everyone), 'sums', private.sales_sums(),
    'whose', case when asked.everyone then 's.sales_rep_id is null' else 'true' end,
    'all', case when asked.everyone then 't.sales_rep_id is null' else 't.sales_rep_id = ($1).sales_rep_id' end
  );
  answer jsonb;
begin
  perform private.refuse_ended_session();
  if asked.found_customers is null then
    -- Each is the first that the key of the table leads to.
    execute private.fill_in($query$
      with days as not materialized (
        select s.sales_rep_id, s.sale_date
        from (select t.*, t.commission_cents as commission from private.sales_totals t where not t.is_month) s
        where {whose} and {condition}
      )
      select
        (select d.sale_date from days d order by d.sales_rep_id, d.sale_date limit 1),
        (select d.sale_date from days d order by d.sales_rep_id desc, d.sale_date desc limit 1)
    $query$, words)
    into first_sale, last_sale
    using asked;
  end if;
  -- A series of days or weeks is made of the sums by day, and so is what a search finds.
  if first_sale is null or private.series_step(
    coalesce(asked.day_from, first_sale), coalesce(asked.day_to, greatest(last_sale, private.utc_today()))
  ) in ('day', 'week') then
    asked.months_from := null;
    asked.months_to := null;
  end if;
  -- $1: the filter. $2: the smaller side of its search. $3: whose targets stand beside months. $4, $5: the first and
  -- the last day with a sale, unless there is a search.
  execute private.fill_in($query$
  with sales as (
    -- Sums have no customers: use all of them, or those of the products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback,
      s.sales_count, s.sales_cents, s.commission_cents
    from {sums} s
    where {whose} and {condition} and (($2).sign is distinct from 1 or s.product_name = any (($1).found_products))
    union all
    -- Sales of the customers of the smaller side, except products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      ($2).sign * count(*), (($2).sign * sum(s.sale_amount))::bigint, (($2).sign * sum(s.commission))::bigint
    from public.sales_records s
    where ($2).sign is not null and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id = any (($2).customers)
    group by 1, 2, 3, 4, 5
    union all
    -- A search by customer never finds a sale without a customer.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      -count(*), -sum(s.sale_amount)::bigint, -sum(s.commission)::bigint
    from public.sales_records s
    where ($2).sign = -1 and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id is null
    group by 1, 2, 3, 4, 5
  ),
  sums as materialized (
    -- The only pass over possibly many rows. All later steps read its small result.
    select
      grouping(s.sale_date) = 0 as is_by_day, grouping(s.product_name) = 0 as is_by_product,
      grouping(s.billing_frequency) = 0 as is_by_frequency, grouping(s.is_clawback) = 0 as is_by_group,
      s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback, min(s.sale_date) as first_day,
      sum(s.sales_count) as sales_count, sum(s.sales_cents) as sales_cents, sum(s.commission_cents) as commission_cents
    from sales s
    group by grouping sets (
      (s.is_cancelled, s.sale_date), (s.is_cancelled, s.product_name), (s.is_cancelled, s.billing_frequency),
      (s.is_cancelled, s.is_clawback, s.sale_date >= (select private.pending_since()))
    )
    -- Subtracting the search's sales may leave nothing.
    having sum(s.sales_count) <> 0
  ),
  parts as materialized (
    select
      u.is_by_group, u.is_by_day, u.is_by_product, u.is_by_frequency, u.sale_date, u.product_name, u.billing_frequency,
      sum(u.sales_count) as sales_count,
      coalesce(sum(u.sales_count) filter (where not u.is_cancelled), 0) as active_count,
      sum(u.sales_cents) as sales_cents,
      coalesce(sum(u.sales_cents) filter (where not u.is_cancelled), 0) as net_sales_cents,
      sum(u.commission_cents) as commission_cents,
      coalesce(sum(u.commission_cents) filter (where not u.is_cancelled), 0) as net_commission_cents
    from sums u
    group by 1, 2, 3, 4, 5, 6, 7
  ),
  commissions as (
    select
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'earned'), 0) as "earnedCents",
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'pending'), 0) as "pendingCents",
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'clawback'), 0) as "clawbackCents",
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'cancelled'), 0) as "cancelledCents",
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'earned'), 0) as "earnedCount",
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'pending'), 0) as "pendingCount",
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'clawback'), 0) as "clawbackCount",
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'cancelled'), 0) as "cancelledCount"
    from (
      select u.sales_count, u.commission_cents, private.commission_group(u.is_cancelled, u.is_clawback, u.first_day) as commission_group
      from sums u where u.is_by_group
    ) g
  ),
  totals as (
    select
      coalesce(sum(u.sales_count), 0) as "salesCount",
      coalesce(sum(u.active_count), 0) as "activeCount",
      coalesce(sum(u.sales_cents), 0) as "salesCents",
      coalesce(sum(u.net_sales_cents), 0) as "netSalesCents",
      coalesce(sum(u.commission_cents), 0) as "commissionCents",
      coalesce(sum(u.net_commission_cents), 0) as "netCommissionCents"
    from parts u where u.is_by_group
  ),
  asked_range as (
    select
      coalesce(($1).day_from, u.first_sale) as first_day,
      coalesce(($1).day_to, case when coalesce(($1).day_from, u.first_sale) is not null
        then greatest(u.last_sale, private.utc_today()) end) as last_day,
      u.first_sale, u.last_sale
    from (
      select coalesce($4, min(u.sale_date)) as first_sale, coalesce($5, max(u.sale_date)) as last_sale
      from parts u where u.is_by_day
    ) u
  ),
  range as (
    -- A century of single years is the longest series. A longer range is cut to the years with sales.
    select
      case when r.last_day - r.first_day > 36525 then r.first_sale else r.first_day end as first_day,
      case when r.last_day - r.first_day > 36525 then r.last_sale else r.last_day end as last_day
    from asked_range r
  ),
  step as (
    select
      r.first_day, r.last_day, private.series_step(r.first_day, r.last_day) as step
    from range r where r.first_day <= r.last_day
  ),
  buckets as (
    -- Sums first, then joins the series. Joining ten thousand single days with as many points took seconds.
    select
      date_trunc(t.step, u.sale_date::timestamp) as starts_on,
      sum(u.sales_count) as sales_count, sum(u.active_count) as active_count, sum(u.sales_cents) as sales_cents,
      sum(u.net_sales_cents) as net_sales_cents, sum(u.commission_cents) as commission_cents,
      sum(u.net_commission_cents) as net_commission_cents
    from step t cross join parts u
    where u.is_by_day
    group by 1
  ),
  points as (
    select
      p.starts_on::date as "startsOn",
      coalesce(b.sales_count, 0) as "salesCount",
      coalesce(b.active_count, 0) as "activeCount",
      coalesce(b.sales_cents, 0) as "salesCents",
      coalesce(b.net_sales_cents, 0) as "netSalesCents",
      coalesce(b.commission_cents, 0) as "commissionCents",
      coalesce(b.net_commission_cents, 0) as "netCommissionCents",
      g.cents as "targetCents"
    from step t
    cross join lateral generate_series(
      date_trunc(t.step, t.first_day::timestamp), t.last_day::timestamp, ('1 ' || t.step)::interval
    ) as p (starts_on)
    left join buckets b on b.starts_on = p.starts_on
    left join private.sales_targets g on t.step = 'month' and g.sales_rep_id = $3 and g.month = p.starts_on::date
  ),
  everything as (
    select
      coalesce(sum(t.sales_count), 0) as sales_count,
      coalesce(sum(t.sales_count) filter (where not t.is_cancelled), 0) as active_count,
      coalesce(sum(t.sales_count) filter (where t.is_clawback and not t.is_cancelled), 0) as clawback_count,
      coalesce(sum(t.sales_cents), 0) as sales_cents
    from private.sales_totals t where {all} and t.is_month
  ),
  shown as (
    select u.*, jsonb_build_object(
      'salesCount', u.sales_count, 'activeCount', u.active_count, 'salesCents', u.sales_cents,
      'netSalesCents', u.net_sales_cents, 'commissionCents', u.commission_cents,
      'netCommissionCents', u.net_commission_cents
    ) as shown
    from parts u where u.is_by_product or u.is_by_frequency
  )
  select jsonb_build_object(
    'pendingDays', private.commission_pending_days(),
    'today', private.utc_today(),
    'totals', (
      select to_jsonb(t) || to_jsonb(c) || jsonb_build_object('clawedBackCents', c."cancelledCents" - c."clawbackCents")
      from totals t cross join commissions c
    ),
    'series', jsonb_build_object(
      'step', coalesce((select t.step from step t), 'month'),
      'from', (select t.first_day from step t),
      'to', (select t.last_day from step t),
      'points', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(p)) order by p."startsOn"), '[]'::jsonb) from points p)
    ),
    'byProduct', (
      select coalesce(
        jsonb_agg(jsonb_build_object('productName', u.product_name) || u.shown order by u.sales_cents desc, u.product_name),
        '[]'::jsonb
      )
      from shown u where u.is_by_product
    ),
    'byBillingFrequency', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('billingFrequency', u.billing_frequency) || u.shown order by u.billing_frequency desc
        ),
        '[]'::jsonb
      )
      from shown u where u.is_by_frequency
    ),
    'products', (select coalesce(jsonb_agg(p order by p), '[]'::jsonb) from private.sold_products(($1).sales_rep_id, ($1).everyone) as p),
    'allSalesCount', (select e.sales_count from everything e),
    'allActiveCount', (select e.active_count from everything e),
    'allClawbackCount', (select e.clawback_count from everything e),
    'allSalesCents', (select e.sales_cents from everything e)
  )$query$, words)
  into answer
  using asked, private.smaller_side(asked), target_of, first_sale, last_sale;
  return answer;
end
$$;
comment on function public.get_sales_dashboard(jsonb) is
  'Figures of the caller''s own sales that match a filter: totals, series without gaps, sums by product and by billing frequency. The series of a range over 100 years has only the years with sales. A month has targetCents if one representative''s target is known and the filter has only days: see private.has_only_days. filter: {scope, from, to, products, billing_frequencies, statuses, commission_groups, search}. scope: see private.read_sales_filter. get_sales_table lists the same sales. US cents, exact. commissionCents = earnedCents + pendingCents + clawbackCents + cancelledCents. Zeros without a live session. An invalid filter is refused (22023).';
grant execute on function public.get_sales_dashboard(jsonb) to authenticated;
alter function public.get_sales_dashboard(jsonb) owner to api_reader;
-- One page of the sales that match a filter, in any order, at the same cost for every page. Also explains the figures
-- of one sale.

create function private.sales_rows(ids uuid[], everyone boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', s.id,
        'saleDate', s.sale_date,
        'productName', s.product_name,
        'billingFrequency', s.billing_frequency,
        'amountCents', s.sale_amount,
        'commissionCents', s.commission,
        'isCancelled', s.is_cancelled,
        'cancelledAt', s.cancelled_at,
        'commissionGroup', private.commission_group(s.is_cancelled, s.commission < 0, s.sale_date),
        'customer', case when l.id is not null then
          jsonb_build_object('id', l.id, 'name', l.name, 'email', l.email, 'company', l.company)
        end
      ) || case when everyone then jsonb_build_object('representative', private.shown_name(r)) else '{}' end
      order by i.place
    ),
    '[]'::jsonb
  )
  from unnest(ids) with ordinality as i (id, place)
  join public.sales_records s on s.id = i.id
  left join public.sales_representatives r on everyone and r.id = s.sales_rep_id
  left join public.qualified_leads l on l.id = s.qualified_lead_id and (everyone or l.qualified_by = s.sales_rep_id)
$$;
comment on function private.sales_rows(uuid[], boolean) is
  'Sales with the given ids that the caller may read, in that order, each with its customer (null: none, or not the seller''s any more) and its commission group. US cents. everyone: each with its customer, even if they have another representative now, and with the name of its own.';
grant execute on function private.sales_rows(uuid[], boolean) to api_reader, service_role;

create function private.sales_page(
  asked private.sales_filter, sort text, direction text, row_limit integer, after text
)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  asked_sort text := coalesce(sort, 'sale_date');
  asked_direction text := coalesce(direction, 'desc');
  sort_type text := case asked_sort
    when 'sale_date' then 'date'
    when 'status' then 'boolean'
    when 'product' then 'text'
    when 'customer' then 'text'
    else 'bigint'
  end;
  start jsonb := private.read_cursor(after, asked_sort || ' ' || asked_direction, sort_type::regtype);
  -- Day and id break ties of the column. If the column has no natural order, they run against its direction.
  direction_after text := case when asked_sort in ('sale_date', 'amount', 'commission') then asked_direction
    when asked_direction = 'asc' then 'desc' else 'asc' end;
  -- Parameters of each statement below: $1 filter, $2 cursor, $3 rows. Column and direction cannot be parameters.
  words jsonb := jsonb_build_object(
    'condition', private.sales_condition(asked.everyone),
    'customers', case when asked.everyone then 'true' else 'l.qualified_by = ($1).sales_rep_id' end,
    'search', private.search_condition(),
    'way', asked_direction,
    'beyond', case asked_direction when 'asc' then '>' else '<' end,
    'way_after', direction_after,
    'beyond_after', case direction_after when 'asc' then '>' else '<' end
  );
  sort_key text := case asked_sort
    when 'sale_date' then 's.sale_date'
    when 'amount' then 's.sale_amount'
    when 'commission' then 's.commission'
    when 'product' then 's.product_name'
    when 'status' then 's.is_cancelled'
    when 'customer' then $key$lower(coalesce(nullif(l.name, ''), l.email))$key$
  end;
  ids uuid[] := array[]::uuid[];
  more uuid[];
begin
  perform private.refuse_unknown_order(sort_key, asked_sort, asked_direction);
  words := words || jsonb_build_object('key', sort_key, 'type', sort_type);

  if asked_sort <> 'customer' then
    execute private.fill_in($query$
      select coalesce(array_agg(p.id order by p.key {way}, p.sale_date {way_after}, p.id {way_after}), '{}')
      from (
        -- First the rest of the group in which the previous page ended, then the groups after it.
        (
          select s.id, {key} as key, s.sale_date
          from public.sales_records s
          where {condition} and {search} and {key} = ($2 ->> 'key')::{type}
            and (s.sale_date, s.id) {beyond_after} (($2 ->> 'day')::date, ($2 ->> 'id')::uuid)
          order by s.sale_date {way_after}, s.id {way_after} limit $3
        )
        union all
        (
          select s.id, {key} as key, s.sale_date
          from public.sales_records s
          where {condition} and {search} and ($2 is null or {key} {beyond} ($2 ->> 'key')::{type})
          order by {key} {way}, s.sale_date {way_after}, s.id {way_after} limit $3
        )
      ) p$query$, words)
    into ids
    using asked, start, row_limit + 1;
  else
    -- Goes from customer to customer by name and reads only as many sales of each as fit on the page.
    if start is null or start ->> 'key' is not null then
      execute private.fill_in($query$
        select coalesce(
          array_agg(p.id order by p.key {way}, p.lead_id {way}, p.sale_date {way_after}, p.id {way_after}), '{}'
        )
        from (
          (
            select s.id, $2 ->> 'key' as key, s.qualified_lead_id as lead_id, s.sale_date
            from public.sales_records s
            where {condition} and {search} and s.qualified_lead_id = ($2 ->> 'customer')::uuid
              and (s.sale_date, s.id) {beyond_after} (($2 ->> 'day')::date, ($2 ->> 'id')::uuid)
            order by s.sale_date {way_after}, s.id {way_after} limit $3
          )
          union all
          (
            select s.id, l.key, l.id as lead_id, s.sale_date
            from (
              select l.id, {key} as key
              from public.qualified_leads l
              where {customers}
                -- Without this, a search reads all sales of customers that it does not find.
                and (
                  ($1).found_customers is null or ($1).found_products <> '{}' or l.id = any (($1).found_customers)
                )
                and ($2 is null or ({key}, l.id) {beyond} ($2 ->> 'key', ($2 ->> 'customer')::uuid))
              order by 2 {way}, 1 {way}
            ) l
            cross join lateral (
              select s.id, s.sale_date
              from public.sales_records s
              where s.qualified_lead_id = l.id and {condition} and {search}
              order by s.sale_date {way_after}, s.id {way_after} limit $3
            ) s
            order by l.key {way}, l.id {way}, s.sale_date {way_after}, s.id {way_after} limit $3
          )
        ) p$query$, words)
      into ids
      using asked, start, row_limit + 1;
    end if;
    -- Sales without a known customer come last in both directions.
    if cardinality(ids) <= row_limit then
      execute private.fill_in($query$
        select coalesce(array_agg(p.id order by p.sale_date {way_after}, p.id {way_after}), '{}')
        from (
          select s.id, s.sale_date
          from public.sales_records s
          where (s.qualified_lead_id is null or s.qualified_lead_id = any ($4)) and {condition} and {search}
            and ($2 is null or (s.sale_date, s.id) {beyond_after} (($2 ->> 'day')::date, ($2 ->> 'id')::uuid))
          order by s.sale_date {way_after}, s.id {way_after} limit $3
        ) p$query$, words)
      into more
      using asked, case when start ->> 'key' is null then start end, row_limit + 1 - cardinality(ids),
        private.hidden_customers(asked.sales_rep_id);
      ids := ids || more;
    end if;
  end if;

  return jsonb_build_object(
    'rows', private.sales_rows(ids[:row_limit], asked.everyone),
    'hasMore', cardinality(ids) > row_limit,
    'nextAfter', case when cardinality(ids) > row_limit then (
      select private.write_cursor(jsonb_build_object(
        'order', asked_sort || ' ' || asked_direction,
        'key', case asked_sort
          when 'sale_date' then s.sale_date::text when 'amount' then s.sale_amount::text
          when 'commission' then s.commission::text when 'product' then s.product_name
          when 'status' then s.is_cancelled::text
          when 'customer' then (
            select lower(coalesce(nullif(l.name, ''), l.email)) from public.qualified_leads l
            where l.id = s.qualified_lead_id and (asked.everyone or l.qualified_by = asked.sales_rep_id)
          )
        end,
        'customer', s.qualified_lead_id, 'day', s.sale_date, 'id', s.id
      ))
      from public.sales_records s where s.id = ids[row_limit]
    ) end
  );
end
$$;
comment on function private.sales_page(private.sales_filter, text, text, integer, text) is
  'One page of the sales that match a filter: see public.get_sales_table.';
grant execute on function private.sales_page(private.sales_filter, text, text, integer, text)
  to api_reader, service_role;

create function public.get_sales_table(
  filter jsonb default '{}', sort text default 'sale_date', direction text default 'desc',
  page_size integer default 25, after text default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'));
  -- More of other people's sales only through an export, which is a line of the trail.
  most integer := case when filter ->> 'scope' is null then 1000 else 100 end;
begin
  perform private.refuse_ended_session();
  return private.sales_page(asked, sort, direction, least(greatest(coalesce(page_size, 25), 1), most), after);
end
$$;
comment on function public.get_sales_table(jsonb, text, text, integer, text) is
  'One page of the caller''s own sales that match a filter, each with its customer: {rows, hasMore, nextAfter}. get_sales_dashboard sums up the same sales. The scope of the filter: see private.read_sales_filter. With one, a page has at most 100 rows. sort: sale_date, amount, commission, customer, product or status. direction: asc or desc. after: nextAfter of the page before. 1 to 1000 rows. US cents. No rows without a live session. Invalid input is refused (22023).';
grant execute on function public.get_sales_table(jsonb, text, text, integer, text) to authenticated;
alter function public.get_sales_table(jsonb, text, text, integer, text) owner to api_reader;

create function private.probably_reversed(clawback_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case when count(*) filter (where o.commission > 0) = 1 and count(*) filter (where o.commission < 0) = 1 then
    jsonb_agg(jsonb_build_object('id', o.id, 'saleDate', o.sale_date)) filter (where o.commission > 0) -> 0
  end
  from public.sales_records c
  join public.sales_records o on o.sales_rep_id = c.sales_rep_id and o.qualified_lead_id = c.qualified_lead_id
    and o.product_name = c.product_name and o.billing_frequency = c.billing_frequency and not o.is_cancelled
    -- A second clawback of the same amount, also a later one, leaves open which of them reverses the sale.
    and (o.commission = c.commission or o.commission = -c.commission and o.sale_date <= c.sale_date)
  where c.id = clawback_id and c.commission < 0 and not c.is_cancelled
$$;
comment on function private.probably_reversed(uuid) is
  'The sale that a clawback probably reverses: {id, saleDate}. Sales have no link to one another. So it is the only one of the same seller, customer, product and billing with the opposite commission. It is not cancelled, and not later than the clawback. Null: none or several match, another clawback matches too, or it is no clawback.';
grant execute on function private.probably_reversed(uuid) to api_reader;

create function public.get_sale_explanation(sale_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The policies decide: of a representative their own, of a manager who gave the code any.
  sale jsonb := private.sales_rows(array[sale_id], private.current_manager_until() is not null) -> 0;
  amount bigint := (sale ->> 'amountCents')::bigint;
  commission bigint := (sale ->> 'commissionCents')::bigint;
  is_cancelled boolean := (sale ->> 'isCancelled')::boolean;
  commission_group text := sale ->> 'commissionGroup';
begin
  perform private.refuse_ended_session();
  if sale is null then
    raise sqlstate 'PT404' using message = 'unknown sale';
  end if;
  return (
    select jsonb_build_object(
      'sale', sale,
      'rate', round(commission::numeric / nullif(amount, 0), 6),
      'commissionGroup', commission_group,
      'pendingDays', private.commission_pending_days(),
      'pendingUntil', (sale ->> 'saleDate')::date + private.commission_pending_days(),
      'reverses', private.probably_reversed(sale_id),
      'rule', (
        select case when c.basis_points is not null then jsonb_build_object(
          'basisPoints', c.basis_points, 'validFrom', c.valid_from,
          'expectedCents', private.commission_by_rate(amount, commission, c.basis_points)
        ) end
        from private.commission_rates c
        where c.product_name = sale ->> 'productName' and c.billing_frequency = sale ->> 'billingFrequency'
          and c.valid_from <= (sale ->> 'saleDate')::date
        order by c.valid_from desc limit 1
      ),
      'figures', jsonb_agg(
        jsonb_build_object(
          'figure', f.figure, 'counts', f.counts, 'adds', case when f.counts then f.adds else 0 end, 'reason', f.reason
        ) order by f.place
      )
    )
    from (values
      (1, 'sales_cents', true, amount, 'every_sale'),
      (2, 'net_sales_cents', not is_cancelled, amount, case when is_cancelled then 'cancelled' else 'not_cancelled' end),
      (3, 'active_count', not is_cancelled, 1, case when is_cancelled then 'cancelled' else 'not_cancelled' end),
      (4, 'commission_cents', true, commission, 'every_sale'),
      (5, 'earned_cents', commission_group = 'earned', commission, case commission_group
        when 'cancelled' then 'cancelled' when 'clawback' then 'negative_commission'
        when 'pending' then 'within_pending' else 'older_than_pending' end),
      (6, 'pending_cents', commission_group = 'pending', commission, case commission_group
        when 'cancelled' then 'cancelled' when 'clawback' then 'negative_commission'
        when 'pending' then 'within_pending' else 'older_than_pending' end),
      (7, 'clawback_cents', commission_group = 'clawback', commission, case commission_group
        when 'cancelled' then 'cancelled' when 'clawback' then 'negative_commission' else 'not_negative_commission' end),
      (8, 'cancelled_cents', is_cancelled, commission, case when is_cancelled then 'cancelled' else 'not_cancelled' end),
      (9, 'net_commission_cents', not is_cancelled, commission,
        case when is_cancelled then 'cancelled' else 'not_cancelled' end)
    ) as f (place, figure, counts, adds, reason)
  );
end
$$;
comment on function public.get_sale_explanation(uuid) is
  'Explains the figures of one of the caller''s own sales, or of anyone''s for a manager who gave the code: commission divided by amount (null for an amount of zero), commission group, and end of the pending time. For each figure of the dashboard: whether the sale counts, what it adds (US cents, or a count for active_count) and why. rule: its rate in private.commission_rates, with private.commission_by_rate. reverses: see private.probably_reversed. Any other id is not found (404).';
grant execute on function public.get_sale_explanation(uuid) to authenticated;
alter function public.get_sale_explanation(uuid) owner to api_reader;
-- What each representative is to sell in a month, as managers set it.

create table private.sales_targets (
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  month date not null check (month = date_trunc('month', month::timestamp)),
  cents bigint not null check (cents between 1 and 99999999999),
  constraint sales_targets_pkey primary key (sales_rep_id, month)
);
comment on table private.sales_targets is
  'Targets of representatives by month. Sales that are not cancelled count. Only functions write it. Each representative reads their own through procedures, and managers all.';
comment on column private.sales_targets.month is 'Its first day, UTC.';
comment on column private.sales_targets.cents is 'US cents.';

alter table private.sales_targets enable row level security;
grant select on private.sales_targets to api_reader;
grant select, insert, update, delete on private.sales_targets to service_role;

create policy sales_targets_select_own_or_manager on private.sales_targets
  for select to api_reader
  using (
    sales_rep_id = (select private.current_rep_id()) or (select private.current_manager_until()) is not null
  );

create function private.has_only_days(filter jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select private.search_term(filter) is null and not exists (
    select from jsonb_each(filter - array['from', 'to', 'scope', 'search']) f where f.value not in ('null', '[]')
  )
$$;
comment on function private.has_only_days(jsonb) is
  'Whether a filter of sales chooses nothing but days and whose. Only then do its sums compare with targets. What chooses nothing is as in private.read_sales_filter.';
grant execute on function private.has_only_days(jsonb) to api_reader;

create function private.target_month(filter jsonb) returns date
language sql stable set search_path = ''
as $$
  select f.first_day
  from (
    select (filter ->> 'from')::date as first_day, coalesce((filter ->> 'to')::date, private.utc_today()) as last_day
  ) f
  where private.has_only_days(filter)
    and f.first_day = date_trunc('month', f.first_day::timestamp)
    and date_trunc('month', f.last_day::timestamp) = f.first_day
    and f.first_day between '1900-01-01' and '2199-12-31'
$$;
comment on function private.target_month(jsonb) is
  'First day of the month whose targets fit a filter of sales: it has only days, which begin with the month and end within it, and private.first_of_month takes it. Else null.';
grant execute on function private.target_month(jsonb) to api_reader;

create function public.get_sales_targets(month text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked date := private.first_of_month(month);
begin
  perform private.require_manager();
  return jsonb_build_object('rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'repId', r.id, 'name', private.shown_name(r), 'targetCents', t.cents, 'targetBeforeCents', b.cents
    ) order by lower(private.shown_name(r)), r.id), '[]')
    from public.sales_representatives r
    left join private.sales_targets t on t.sales_rep_id = r.id and t.month = asked
    left join private.sales_targets b on b.sales_rep_id = r.id and b.month = asked - interval '1 month'
    where r.disabled_at is null or t.cents is not null
  ));
end
$$;
comment on function public.get_sales_targets(text) is
  'Targets of a month, YYYY-MM, by name: {rows: [{repId, name, targetCents, targetBeforeCents}]}. Of every representative who is enabled or has one. targetBeforeCents: of the month before. US cents, null for none. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_sales_targets(text) to authenticated;
alter function public.get_sales_targets(text) owner to api_reader;

create function public.change_targets(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked date := private.first_of_month(request_param ->> 'month');
  ids uuid[] := array(
    select (t ->> 'repId')::uuid from jsonb_array_elements(request_param -> 'targets') as t
  );
  manager_id uuid;
  wanted record;
  has_conflict boolean := false;
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  perform private.lock_reps(ids);
  -- Checked again after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.require_manager(session_id_param);
  if (select count(*) from public.sales_representatives r where r.id = any (ids)) < cardinality(ids) then
    raise sqlstate 'PT404' using message = 'No such representative.';
  end if;
  begin
    for wanted in
      select (w ->> 'repId')::uuid as rep_id, (w ->> 'beforeCents')::bigint as seen,
        (w ->> 'afterCents')::bigint as target, t.cents as stored
      from jsonb_array_elements(request_param -> 'targets') as w
      left join private.sales_targets t on t.sales_rep_id = (w ->> 'repId')::uuid and t.month = asked
    loop
      -- Who repeats a call because its answer was lost gets the same answer.
      continue when wanted.stored is not distinct from wanted.target;
      if wanted.stored is distinct from wanted.seen then
        raise sqlstate 'CV003';
      end if;
      delete from private.sales_targets t where t.sales_rep_id = wanted.rep_id and t.month = asked;
      insert into private.sales_targets (sales_rep_id, month, cents)
      select wanted.rep_id, asked, wanted.target where wanted.target is not null;
      perform private.write_staff_audit(
        manager_id, 'target_set', wanted.rep_id, null, ip_address_param, user_agent_param,
        jsonb_build_object(
          'month', to_char(asked, 'YYYY-MM'), 'before', wanted.stored, 'after', wanted.target
        )
      );
    end loop;
  exception when sqlstate 'CV003' then
    has_conflict := true;
  end;
  return jsonb_build_object(
    'outcome', case when has_conflict then 'conflict' else 'saved' end,
    'targets', (
      select coalesce(jsonb_agg(jsonb_build_object('repId', r.id, 'targetCents', t.cents) order by r.id), '[]')
      from unnest(ids) as r (id)
      left join private.sales_targets t on t.sales_rep_id = r.id and t.month = asked
    )
  );
end
$$;
comment on function public.change_targets(uuid, jsonb, text, text) is
  'Sets targets of a month for a manager''s session: {month, targets: [{repId, beforeCents, afterCents}]}, US cents, null for none. All or nothing: {outcome: saved | conflict, targets: [{repId, targetCents}]}, as they are stored now. conflict: one was neither as the caller saw it nor as they want it. An unknown representative is refused (404). A repeated call gets the same answer. Each change is a line of the trail.';
grant execute on function public.change_targets(uuid, jsonb, text, text) to service_role;
-- Representatives compared by their sales and their customers' openings. For managers.

-- security definer: managers see counts of openings but may not read those rows.
create function private.opened_links(day_from date, day_to date)
returns table (sales_rep_id uuid, opened_count bigint, sold_count bigint)
language sql stable security definer set search_path = ''
as $$
  select o.qualified_by, count(*), count(*) filter (where exists (
    select from public.sales_records s
    where s.sales_rep_id = o.qualified_by and s.qualified_lead_id = o.id and s.sale_date >= o.opened_on
      and not s.is_cancelled and s.commission >= 0
  ))
  from (
    select l.id, l.qualified_by, min((r.created_at at time zone 'UTC')::date) as opened_on
    from public.pricing_reveals r
    join public.qualified_leads l on l.id = r.qualified_lead_id
    where (day_from is null or r.created_at >= day_from::timestamp at time zone 'UTC')
      and (day_to is null or r.created_at < (day_to + 1)::timestamp at time zone 'UTC')
    group by 1, 2
  ) o
  group by 1
$$;
comment on function private.opened_links(date, date) is
  'For each representative: how many of their customers opened a link within some calendar days (UTC). Also how many of these bought from them on that day or later. Cancelled sales and clawbacks are no sales here. Null is an open end.';
grant execute on function private.opened_links(date, date) to api_reader, service_role;

create function private.sales_ranking(asked private.sales_filter, target_month date) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  -- A search names customers, which sums do not have.
  execute private.fill_in($query$
    select coalesce(jsonb_agg(jsonb_build_object(
      'repId', r.id, 'name', private.shown_name(r), 'isDisabled', r.disabled_at is not null,
      'salesCount', coalesce(t.sales_count, 0), 'salesCents', coalesce(t.sales_cents, 0),
      'earnedCents', coalesce(t.earned_cents, 0), 'netCommissionCents', coalesce(t.net_commission_cents, 0),
      'openedCount', coalesce(o.opened_count, 0), 'openedSoldCount', coalesce(o.sold_count, 0),
      'netSalesCents', coalesce(t.net_sales_cents, 0), 'targetCents', g.cents
    ) order by coalesce(t.sales_cents, 0) desc, lower(private.shown_name(r)), r.id), '[]'::jsonb)
    from public.sales_representatives r
    -- For each representative, so the index by representative and day finds the period.
    cross join lateral (
      select sum(s.sales_count) as sales_count, sum(s.sales_cents) as sales_cents,
        sum(s.sales_cents) filter (where not s.is_cancelled) as net_sales_cents,
        sum(s.commission_cents) filter (where not s.is_cancelled) as net_commission_cents,
        sum(s.commission_cents) filter (
          where not s.is_cancelled and s.commission >= 0 and s.sale_date < ($1).pending_since
        ) as earned_cents
      from {sales} s
      where s.sales_rep_id = r.id and {condition}
    ) t
    left join private.opened_links(($1).day_from, ($1).day_to) o on o.sales_rep_id = r.id
    left join private.sales_targets g on g.sales_rep_id = r.id and g.month = $2
    where (($1).everyone or r.id = ($1).sales_rep_id)
      and (r.disabled_at is null or exists (select from private.sales_totals d where d.sales_rep_id = r.id))
  $query$, jsonb_build_object(
    'condition', private.sales_condition(true),
    'sales', case when asked.found_customers is null
      then private.sales_sums()
      else '(
        select s.*, 1 as sales_count, s.sale_amount as sales_cents, s.commission as commission_cents
        from public.sales_records s where ' || private.search_condition() || '
      )' end
  ))
  into answer
  using asked, target_month;
  return answer;
end
$$;
comment on function private.sales_ranking(private.sales_filter, date) is
  'The rows of public.get_sales_ranking for a checked filter of everyone, or of one representative. Their targets are those of the month. Null for none.';
grant execute on function private.sales_ranking(private.sales_filter, date) to api_reader, service_role;

create function public.get_sales_ranking(filter jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}') || '{"scope": "all"}');
  target_month date := private.target_month(coalesce(filter, '{}'));
begin
  return jsonb_build_object(
    'rows', private.sales_ranking(asked, target_month), 'targetMonth', to_char(target_month, 'YYYY-MM')
  );
end
$$;
comment on function public.get_sales_ranking(jsonb) is
  'Every representative who is enabled or ever sold, by sales: {rows, targetMonth}. Targets are those of that month, or null: see private.target_month. The sums cover the sales that match a filter, as in get_sales_dashboard. Its scope changes nothing. For openings only the days of the filter count: see private.opened_links. US cents. Only for managers who gave their code. Everyone else gets 403. An invalid filter is refused (22023).';
grant execute on function public.get_sales_ranking(jsonb) to authenticated;
alter function public.get_sales_ranking(jsonb) owner to api_reader;
-- Imports sales from a file, all or none, and exports them page by page.

create table private.sales_imports (
  id uuid primary key,
  has_customers boolean not null,
  last_staged_at timestamptz not null default now(),
  outcome jsonb check (jsonb_typeof(outcome) = 'object'),
  committed_at timestamptz check ((committed_at is null) = (outcome is null)),
  done_by uuid references public.sales_representatives (id) on delete set null,
  undone jsonb check (jsonb_typeof(undone) = 'object'),
  undone_at timestamptz
);
comment on table private.sales_imports is
  'The running import, and those that can still be undone. Never more than one is running.';
comment on column private.sales_imports.last_staged_at is 'When rows last arrived.';
comment on column private.sales_imports.done_by is 'The manager who committed it. Null: an operator.';
comment on column private.sales_imports.undone is 'Numbers of removed, restored and kept sales. Null: not undone.';
comment on column private.sales_imports.has_customers is
  'True if the file has customers. Otherwise existing sales keep their customers.';
comment on column private.sales_imports.outcome is
  'Numbers of inserted, updated and unchanged sales. Null: not committed, and its rows are invisible.';

alter table private.sales_imports enable row level security;
grant select, insert, update, delete on private.sales_imports to service_role;

create index sales_imports_done_by_idx on private.sales_imports (done_by);

create table private.imported_sales (
  import_id uuid not null references private.sales_imports (id) on delete cascade,
  sale_id uuid not null,
  before jsonb,
  after jsonb not null,
  primary key (import_id, sale_id)
);
comment on table private.imported_sales is
  'Each sale that an import of at most private.screen_import_max_rows() rows added or changed, so that it can be undone.';
comment on column private.imported_sales.sale_id is 'Not a foreign key: an undo removes what the import added.';
comment on column private.imported_sales.before is 'The row before the import. Null: the import added it.';

alter table private.imported_sales enable row level security;
grant select, insert, update, delete on private.imported_sales to service_role;

-- Unlogged: rows that a crash removes are imported again, and a million rows are not written twice.
create unlogged table private.staged_sales (
  id uuid primary key,
  line_number integer not null,
  sales_rep_id uuid not null,
  qualified_lead_id uuid,
  sale_date date not null,
  product_name text not null,
  billing_frequency text not null,
  sale_amount bigint not null,
  commission bigint not null,
  cancelled_at timestamptz
);
comment on table private.staged_sales is 'Rows of the running import, each checked by itself. The next import deletes them.';
comment on column private.staged_sales.line_number is 'Line of the file that the row begins on.';
comment on column private.staged_sales.sale_amount is 'US cents.';
comment on column private.staged_sales.commission is 'US cents.';

alter table private.staged_sales enable row level security;
grant select, insert, delete, truncate on private.staged_sales to service_role;

create function private.empty_staged_sales() returns void
language plpgsql set search_path = '' set lock_timeout = '100ms'
as $$
begin
  truncate private.staged_sales;
exception when lock_not_available then
  -- A backup reads it.
  delete from private.staged_sales;
end
$$;
comment on function private.empty_staged_sales() is 'Deletes the rows of an import. It waits for no one who reads them.';
grant execute on function private.empty_staged_sales() to service_role;

create function public.begin_sales_import(import_id_param uuid, has_customers_param boolean) returns boolean
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
begin
  -- Another one begins, is committed or undone.
  if not pg_try_advisory_xact_lock(hashtextextended('sales import', 0)) or exists (
    select from private.sales_imports i
    where i.outcome is null and i.id <> import_id_param and i.last_staged_at > now() - interval '1 minute'
  ) then
    return false;
  end if;
  -- An interrupted import, and this one after a lost answer.
  delete from private.sales_imports where outcome is null;
  perform private.empty_staged_sales();
  insert into private.sales_imports (id, has_customers) values (import_id_param, has_customers_param);
  return true;
end
$$;
comment on function public.begin_sales_import(uuid, boolean) is
  'Begins an import and removes the rows of an interrupted one. False while another import is running: it sent rows in the last minute, or is being committed or undone. Repeating it begins again.';
grant execute on function public.begin_sales_import(uuid, boolean) to service_role;

create function public.stage_sales(import_id_param uuid, rows_param jsonb) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  problems jsonb;
begin
  perform private.refuse_over(
    'rows_param', case jsonb_typeof(rows_param) when 'array' then jsonb_array_length(rows_param) end, 5000
  );
  update private.sales_imports set last_staged_at = clock_timestamp() where id = import_id_param and outcome is null;
  if not found then
    return jsonb_build_object('outcome', 'unknown_import');
  end if;
  with given as materialized (
    select g.*, r.id as sales_rep_id, l.id as qualified_lead_id, l.qualified_by
    from jsonb_to_recordset(rows_param) as g (
      line_number integer, id uuid, rep_email text, lead_email text, sale_date date, product_name text,
      billing_frequency text, sale_amount bigint, commission bigint, cancelled_at timestamptz
    )
    left join public.sales_representatives r on r.email = private.mailbox(g.rep_email)
    left join public.qualified_leads l on l.email = private.mailbox(g.lead_email)
  ),
  staged as (
    insert into private.staged_sales (
      id, line_number, sales_rep_id, qualified_lead_id, sale_date, product_name, billing_frequency, sale_amount,
      commission, cancelled_at
    )
    select
      g.id, g.line_number,
      -- Invalid rows are stored too, so repeated ids are found.
      coalesce(g.sales_rep_id, '00000000-0000-0000-0000-000000000000'),
      g.qualified_lead_id, g.sale_date, g.product_name, g.billing_frequency, g.sale_amount, g.commission, g.cancelled_at
    from given g
    order by g.line_number
    on conflict (id) do nothing
    returning line_number
  ),
  problem as (
    select g.line_number, p.code, p.value
    from given g
    left join public.sales_records s on s.id = g.id
    cross join lateral (values
      (g.sales_rep_id is null, 'unknown_rep', g.rep_email),
      (g.lead_email is not null and g.qualified_lead_id is null, 'unknown_customer', g.lead_email),
      -- A customer who was handed over later stays on their existing sales.
      (
        g.qualified_by <> g.sales_rep_id and s.qualified_lead_id is distinct from g.qualified_lead_id,
        'customer_of_another_rep', g.lead_email
      ),
      (s.sales_rep_id <> g.sales_rep_id, 'sale_of_another_rep', g.id::text),
      (
        g.line_number not in (select t.line_number from staged t)
          -- It arrived before, and the answer was lost.
          and not exists (select from private.staged_sales t where t.id = g.id and t.line_number = g.line_number),
        'duplicate_id', g.id::text
      )
    ) as p (is_so, code, value)
    where p.is_so
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('line', p.line_number, 'code', p.code, 'value', p.value) order by p.line_number, p.code
    ),
    '[]'::jsonb
  )
  into problems
  from problem p;
  return jsonb_build_object('outcome', 'staged', 'problems', problems);
end
$$;
comment on function public.stage_sales(uuid, jsonb) is
  'Stores rows of an import until the commit: {outcome: staged, problems: [{line, code, value}]}, or {outcome: unknown_import} if the import is no longer running. code: unknown_rep, unknown_customer, customer_of_another_rep, sale_of_another_rep or duplicate_id. Amounts in US cents.';
grant execute on function public.stage_sales(uuid, jsonb) to service_role;

create function public.preview_sales_import(import_id_param uuid, limit_param integer) returns jsonb
language sql stable set search_path = '' set statement_timeout = '15min'
as $$
  with changed as (
    select t.line_number, f.columns
    from private.sales_imports i
    cross join private.staged_sales t
    join public.sales_records s on s.id = t.id
    left join public.qualified_leads old on old.id = s.qualified_lead_id
    left join public.qualified_leads new on new.id = t.qualified_lead_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('column', c.name, 'before', c.before, 'after', c.after) order by c.place) as columns
      from (values
        (1, 'lead_email', to_jsonb(old.email), case when i.has_customers then to_jsonb(new.email) else to_jsonb(old.email) end),
        (2, 'sale_date', to_jsonb(s.sale_date), to_jsonb(t.sale_date)),
        (3, 'product_name', to_jsonb(s.product_name), to_jsonb(t.product_name)),
        (4, 'billing_frequency', to_jsonb(s.billing_frequency), to_jsonb(t.billing_frequency)),
        (5, 'sale_amount', to_jsonb(s.sale_amount), to_jsonb(t.sale_amount)),
        (6, 'commission', to_jsonb(s.commission), to_jsonb(t.commission)),
        (7, 'cancelled_at', to_jsonb(s.cancelled_at), to_jsonb(t.cancelled_at))
      ) as c (place, name, before, after)
      where c.before is distinct from c.after
    ) f
    where i.id = import_id_param and i.outcome is null and f.columns is not null
  ),
  first as (
    select c.line_number, c.columns from changed c order by c.line_number limit least(limit_param, 1000)
  ),
  -- Once, so that each row meets one rate, however many there are.
  rates as materialized (
    select r.*, min(r.valid_from) over (
      partition by r.product_name, r.billing_frequency order by r.valid_from
      rows between 1 following and unbounded following
    ) as valid_until
    from private.commission_rates r
  ),
  -- Unchanged rows too: so a file that was exported can be checked.
  different as materialized (
    select t.line_number, t.product_name, r.basis_points, t.commission, e.cents as expected
    from private.sales_imports i
    cross join private.staged_sales t
    join rates r on r.product_name = t.product_name and r.billing_frequency = t.billing_frequency
      and t.sale_date >= r.valid_from and (r.valid_until is null or t.sale_date < r.valid_until)
    cross join lateral (
      select private.commission_by_rate(t.sale_amount, t.commission, r.basis_points) as cents
    ) e
    where i.id = import_id_param and i.outcome is null and e.cents is not null
  )
  select jsonb_build_object(
    'added', (
      select count(*) from private.sales_imports i cross join private.staged_sales t
      where i.id = import_id_param and i.outcome is null
        and not exists (select from public.sales_records s where s.id = t.id)
    ),
    'changed', (select count(*) from changed),
    'first', (
      select coalesce(
        jsonb_agg(jsonb_build_object('line', f.line_number, 'columns', f.columns) order by f.line_number), '[]'::jsonb
      )
      from first f
    ),
    'rateDifferences', jsonb_build_object(
      'count', (select count(*) from different),
      'first', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'line', d.line_number, 'productName', d.product_name, 'basisPoints', d.basis_points,
          'commissionCents', d.commission, 'expectedCents', d.expected
        ) order by d.line_number), '[]'::jsonb)
        from (select * from different order by line_number limit least(limit_param, 1000)) d
      )
    )
  )
$$;
comment on function public.preview_sales_import(uuid, integer) is
  'What the commit of a running import would do: {added, changed, first: [{line, columns: [{column, before, after}]}], rateDifferences: {count, first: [{line, productName, basisPoints, commissionCents, expectedCents}]}}. first: of the existing sales that it changes, at most 1000, by line. rateDifferences: rows whose commission is not what private.commission_rates give, as in private.commission_by_rate. Amounts in US cents.';
grant execute on function public.preview_sales_import(uuid, integer) to service_role;

create function private.sale_amounts(amount_cents bigint, commission_cents bigint, cancelled_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'amountCents', amount_cents, 'commissionCents', commission_cents, 'cancelledAt', cancelled_at
  )
$$;
comment on function private.sale_amounts(bigint, bigint, timestamptz) is
  'What the trail keeps of a sale that an import changed: all that decides its commission.';
grant execute on function private.sale_amounts(bigint, bigint, timestamptz) to service_role;


create function public.commit_sales_import(
  import_id_param uuid, row_count_param integer, manager_id_param uuid default null, ip_address_param text default null,
  user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '15min'
as $$
declare
  import private.sales_imports;
  counts jsonb;
begin
  -- Sales are written by one import, or one undo, at a time: the statement below looks at them before it locks them.
  perform pg_advisory_xact_lock(hashtextextended('sales import', 0));
  select i.* into import from private.sales_imports i where i.id = import_id_param for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown_import');
  end if;
  -- The caller repeats the request because its answer was lost.
  if import.outcome is not null then
    return jsonb_build_object('outcome', 'committed') || import.outcome;
  end if;
  if (select count(*) from private.staged_sales) <> row_count_param then
    return jsonb_build_object('outcome', 'rows_missing');
  end if;

  -- In the order in which everyone locks. The sales alone would lock them last.
  perform r.id from public.sales_representatives r
  where r.id in (select t.sales_rep_id from private.staged_sales t) order by r.id for key share;
  perform l.id from public.qualified_leads l
  where l.id in (
    select t.qualified_lead_id from private.staged_sales t
    union
    select s.qualified_lead_id from private.staged_sales t join public.sales_records s on s.id = t.id
  )
  order by l.id for key share;

  with changed as materialized (
    select s.id, s.sales_rep_id, private.sale_amounts(s.sale_amount, s.commission, s.cancelled_at) as before,
      private.sale_amounts(t.sale_amount, t.commission, t.cancelled_at) as after
    from private.staged_sales t join public.sales_records s on s.id = t.id and s.sales_rep_id = t.sales_rep_id
    where (s.sale_amount, s.commission, s.cancelled_at) is distinct from (t.sale_amount, t.commission, t.cancelled_at)
  ),
  -- Without the customer: their next representative would read what the seller earned.
  noted as (
    insert into public.audit_events (event, sales_rep_id, manager_id, ip_address, user_agent, detail)
    select 'sale_amounts_changed', c.sales_rep_id, manager_id_param, ip_address_param, user_agent_param, jsonb_build_object(
      'by', private.office(manager_id_param), 'importId', import_id_param, 'saleId', c.id, 'before', c.before,
      'after', c.after
    )
    from changed c order by c.id
  ),
  merged as (
    insert into public.sales_records as s (
      id, sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency, sale_amount, commission,
      is_cancelled, cancelled_at
    )
    select t.id, t.sales_rep_id, t.sale_date,
      -- A customer may have been erased since.
      (select l.id from public.qualified_leads l where l.id = t.qualified_lead_id),
      t.product_name, t.billing_frequency, t.sale_amount, t.commission, t.cancelled_at is not null, t.cancelled_at
    from private.staged_sales t
    on conflict (id) do update set
      sale_date = excluded.sale_date,
      qualified_lead_id = case when import.has_customers then excluded.qualified_lead_id else s.qualified_lead_id end,
      product_name = excluded.product_name, billing_frequency = excluded.billing_frequency,
      sale_amount = excluded.sale_amount, commission = excluded.commission, is_cancelled = excluded.is_cancelled,
      cancelled_at = excluded.cancelled_at
    where s.sales_rep_id = excluded.sales_rep_id and (
      s.sale_date, s.product_name, s.billing_frequency, s.sale_amount, s.commission, s.cancelled_at,
      case when import.has_customers then s.qualified_lead_id end
    ) is distinct from (
      excluded.sale_date, excluded.product_name, excluded.billing_frequency, excluded.sale_amount, excluded.commission,
      excluded.cancelled_at, case when import.has_customers then excluded.qualified_lead_id end
    )
    returning s.xmax = 0 as is_new, s.id, to_jsonb(s) as after
  ),
  undoable as (
    insert into private.imported_sales (import_id, sale_id, before, after)
    -- A part of one statement sees the rows from before it.
    select import_id_param, m.id, (select to_jsonb(s) from public.sales_records s where s.id = m.id), m.after
    from merged m where row_count_param <= private.screen_import_max_rows()
  )
  select jsonb_build_object(
    'inserted', count(*) filter (where m.is_new),
    'updated', count(*) filter (where not m.is_new),
    'unchanged', row_count_param - count(*)
  )
  into counts
  from merged m;

  -- Data may have changed since a batch was checked. In that case the whole import is rolled back.
  if exists (
    select from private.staged_sales t
    left join public.sales_records s on s.id = t.id and s.sales_rep_id = t.sales_rep_id
    where s.id is null
  ) then
    raise exception 'one of the ids belongs to a sale of another representative' using errcode = 'integrity_constraint_violation';
  end if;
  perform private.write_staff_audit(
    manager_id_param, 'sales_imported', null, null, ip_address_param, user_agent_param,
    jsonb_build_object('importId', import_id_param) || counts
  );
  update private.sales_imports set outcome = counts, done_by = manager_id_param, committed_at = now()
  where id = import_id_param;
  perform private.empty_staged_sales();
  return jsonb_build_object('outcome', 'committed') || counts;
end
$$;
comment on function public.commit_sales_import(uuid, integer, uuid, text, text) is
  'Writes all rows of an import as sales, or none: {outcome: committed, inserted, updated, unchanged}. Repeating it gives the same answer. A row with the id of an existing sale updates that sale. The trail has a line for the import. It has one more for each sale whose amount, commission or cancellation changed, with before and after. {outcome: unknown_import}: the import is not running. {outcome: rows_missing}: some rows have not arrived.';
grant execute on function public.commit_sales_import(uuid, integer, uuid, text, text) to service_role;

create function public.discard_sales_import(import_id_param uuid) returns boolean
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
begin
  delete from private.sales_imports where id = import_id_param and outcome is null;
  if not found then
    return false;
  end if;
  perform private.empty_staged_sales();
  return true;
end
$$;
comment on function public.discard_sales_import(uuid) is
  'Cancels an import and deletes its rows. False if it was committed or is unknown.';
grant execute on function public.discard_sales_import(uuid) to service_role;

create function public.export_sales(
  sales_rep_id_param uuid, after_sale_date_param date, after_id_param uuid, limit_param integer
)
returns jsonb
language sql stable set search_path = '' set statement_timeout = '60s'
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', s.id, 'rep_email', r.email, 'lead_email', l.email, 'sale_date', s.sale_date,
        'product_name', s.product_name, 'billing_frequency', s.billing_frequency, 'sale_amount', s.sale_amount,
        'commission', s.commission, 'cancelled_at', s.cancelled_at
      ) order by s.sale_date desc, s.id desc
    ),
    '[]'::jsonb
  )
  from (
    select p.* from public.sales_records p
    where p.sales_rep_id = sales_rep_id_param
      and (after_id_param is null or (p.sale_date, p.id) < (after_sale_date_param, after_id_param))
    order by p.sale_date desc, p.id desc
    limit least(limit_param, 5000)
  ) s
  join public.sales_representatives r on r.id = s.sales_rep_id
  left join public.qualified_leads l on l.id = s.qualified_lead_id
$$;
comment on function public.export_sales(uuid, date, uuid, integer) is
  'Sales of a representative after a day and id, newest first, at most 5000, as stage_sales takes them. For operators. US cents.';
grant execute on function public.export_sales(uuid, date, uuid, integer) to service_role;
-- Imports of sales by managers, on a screen, and their undo. What someone changed after an import stays.

create function private.undone_import(import private.sales_imports) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', 'undone') || import.undone
$$;
comment on function private.undone_import(private.sales_imports) is
  'Result of undoing an import: {outcome: undone, removed, restored, kept}.';
grant execute on function private.undone_import(private.sales_imports) to service_role;

create function private.apply_import_undo(
  import_id_param uuid, manager_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  import private.sales_imports;
  sales uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('sales import', 0));
  select i.* into import from private.sales_imports i where i.id = import_id_param and i.outcome is not null for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no import that can still be undone.';
  elsif import.undone is not null then
    return private.undone_import(import);
  elsif import.committed_at <= now() - private.sales_imports_undone_within() then
    raise sqlstate 'PT409' using message = 'It is too late to undo this import. Import a corrected file instead.';
  elsif not exists (select from private.imported_sales c where c.import_id = import.id) then
    raise sqlstate 'PT409' using message = 'This import changed nothing, or is too large to be undone.';
  end if;

  -- In the order in which everyone locks. The sales alone would lock them last.
  perform r.id from public.sales_representatives r
  where r.id in (
    select (c.after ->> 'sales_rep_id')::uuid from private.imported_sales c where c.import_id = import.id
  )
  order by r.id for key share;
  perform l.id from public.qualified_leads l
  where l.id in (
    select (v.row ->> 'qualified_lead_id')::uuid
    from private.imported_sales c cross join lateral (values (c.before), (c.after)) as v (row)
    where c.import_id = import.id
  )
  order by l.id for key share;
  perform s.id from public.sales_records s
  where s.id in (select c.sale_id from private.imported_sales c where c.import_id = import.id)
  order by s.id for update;
  sales := array(
    select c.sale_id from private.imported_sales c join public.sales_records s on s.id = c.sale_id
    where c.import_id = import.id
      -- An erasure of the customer is no change of the sale.
      and to_jsonb(s) - 'qualified_lead_id' = c.after - 'qualified_lead_id'
      and s.qualified_lead_id is not distinct from (
        select l.id from public.qualified_leads l where l.id = (c.after ->> 'qualified_lead_id')::uuid
      )
  );
  -- What the next import changed goes back to before both, when that is undone.
  update private.imported_sales n set before = later.before
  from (
    select distinct on (l.sale_id) l.import_id, l.sale_id, c.before, c.after
    from private.imported_sales c
    join private.imported_sales l on l.sale_id = c.sale_id
    join private.sales_imports i on i.id = l.import_id and i.committed_at > import.committed_at
    where c.import_id = import.id and c.sale_id <> all (sales)
    order by l.sale_id, i.committed_at
  ) later
  where n.import_id = later.import_id and n.sale_id = later.sale_id
    and n.before - 'qualified_lead_id' = later.after - 'qualified_lead_id';

  insert into public.audit_events (event, sales_rep_id, manager_id, ip_address, user_agent, detail)
  select 'sale_amounts_changed', a.sales_rep_id, manager_id_param, ip_address_param, user_agent_param, jsonb_build_object(
    'by', private.office(manager_id_param), 'importId', import.id, 'saleId', a.id,
    'before', private.sale_amounts(a.sale_amount, a.commission, a.cancelled_at),
    'after', private.sale_amounts(b.sale_amount, b.commission, b.cancelled_at)
  )
  from private.imported_sales c
  cross join lateral jsonb_populate_record(null::public.sales_records, c.after) a
  cross join lateral jsonb_populate_record(null::public.sales_records, c.before) b
  where c.import_id = import.id and c.sale_id = any (sales) and c.before is not null
    and (a.sale_amount, a.commission, a.cancelled_at) is distinct from (b.sale_amount, b.commission, b.cancelled_at)
  order by a.id;
  delete from public.sales_records s
  using private.imported_sales c
  where c.import_id = import.id and c.before is null and s.id = c.sale_id and s.id = any (sales);
  update public.sales_records s
  set sale_date = b.sale_date, product_name = b.product_name, billing_frequency = b.billing_frequency,
    sale_amount = b.sale_amount, commission = b.commission, is_cancelled = b.is_cancelled, cancelled_at = b.cancelled_at,
    -- A customer may have been erased since.
    qualified_lead_id = (select l.id from public.qualified_leads l where l.id = b.qualified_lead_id)
  from private.imported_sales c
  cross join lateral jsonb_populate_record(null::public.sales_records, c.before) b
  where c.import_id = import.id and c.before is not null and s.id = c.sale_id and s.id = any (sales);

  select jsonb_build_object(
    'removed', count(*) filter (where c.before is null and c.sale_id = any (sales)),
    'restored', count(*) filter (where c.before is not null and c.sale_id = any (sales)),
    'kept', count(*) filter (where c.sale_id <> all (sales))
  )
  into import.undone
  from private.imported_sales c where c.import_id = import.id;
  update private.sales_imports set undone = import.undone, undone_at = now() where id = import.id;
  perform private.write_staff_audit(
    manager_id_param, 'sales_import_undone', null, null, ip_address_param, user_agent_param,
    jsonb_build_object('importId', import.id) || import.undone
  );
  return private.undone_import(import);
end
$$;
comment on function private.apply_import_undo(uuid, uuid, text, text) is
  'Undoes an import within private.sales_imports_undone_within(). It removes the sales that the import added, and restores those that it changed. Returns private.undone_import. kept: sales that were changed or removed since, which stay as they are. Refused: an unknown import (404), one that is too old, too large or without a change (409). Repeating it gives the same answer and changes nothing. Statements count a removed or restored sale as a correction.';
grant execute on function private.apply_import_undo(uuid, uuid, text, text) to service_role;

create function public.import_sales_by_manager(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid;
  import_id constant uuid := (request_param ->> 'importId')::uuid;
  row_count constant integer := (request_param ->> 'rowCount')::integer;
begin
  perform private.hold_manager(session_id_param);
  manager_id := private.require_manager(session_id_param);
  case request_param ->> 'action'
    when 'begin' then
      return jsonb_build_object(
        'outcome', case
          when public.begin_sales_import(import_id, (request_param ->> 'hasCustomers')::boolean) then 'begun' else 'busy'
        end,
        'maxRows', private.screen_import_max_rows()
      );
    when 'stage' then
      return public.stage_sales(import_id, request_param -> 'rows');
    when 'preview' then
      if not exists (select from private.sales_imports i where i.id = import_id and i.outcome is null) then
        return jsonb_build_object('outcome', 'unknown_import');
      end if;
      return jsonb_build_object('outcome', 'previewed') || public.preview_sales_import(import_id, 100);
    when 'commit' then
      perform private.refuse_over('the import', row_count, private.screen_import_max_rows());
      return public.commit_sales_import(import_id, row_count, manager_id, ip_address_param, user_agent_param);
    when 'discard' then
      perform public.discard_sales_import(import_id);
      return jsonb_build_object('outcome', 'discarded');
    when 'undo' then
      return private.apply_import_undo(import_id, manager_id, ip_address_param, user_agent_param);
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.import_sales_by_manager(uuid, jsonb, text, text) is
  'Imports sales for a manager''s session, in steps: {action: begin, importId, hasCustomers}: {outcome: begun | busy, maxRows}, {action: stage, importId, rows} and {action: preview, importId} answer as public.stage_sales and public.preview_sales_import, or {outcome: unknown_import}, {action: commit, importId, rowCount} as public.commit_sales_import, {action: discard, importId} cancels. {action: undo, importId} answers as private.apply_import_undo. Everyone else gets 403.';
grant execute on function public.import_sales_by_manager(uuid, jsonb, text, text) to service_role;

create function private.recent_import_rows() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', i.id, 'by', m.name, 'committedAt', i.committed_at, 'inserted', i.outcome -> 'inserted',
    'updated', i.outcome -> 'updated', 'unchanged', i.outcome -> 'unchanged', 'undoneAt', i.undone_at,
    'undoUntil', case when exists (select from private.imported_sales c where c.import_id = i.id)
      then i.committed_at + private.sales_imports_undone_within() end
  ) order by i.committed_at desc, i.id), '[]')
  from (
    select * from private.sales_imports i
    where i.committed_at > now() - private.sales_imports_undone_within()
      and private.current_manager_until() is not null
    order by i.committed_at desc, i.id limit 50
  ) i
  left join public.sales_representatives m on m.id = i.done_by
$$;
comment on function private.recent_import_rows() is
  'Imports of the last private.sales_imports_undone_within(), newest first, at most 50: [{id, by, committedAt, inserted, updated, unchanged, undoneAt, undoUntil}]. by: null for an operator. undoUntil: null if it cannot be undone. Empty unless the caller is a manager.';
grant execute on function private.recent_import_rows() to api_reader;

create function public.get_sales_imports() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return jsonb_build_object('rows', private.recent_import_rows(), 'now', now());
end
$$;
comment on function public.get_sales_imports() is
  'The latest imports of sales: {rows, now}. See private.recent_import_rows. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_sales_imports() to authenticated;
alter function public.get_sales_imports() owner to api_reader;
-- What is paid to a representative for a month. Each contribution of a sale to the commission is an entry. A statement
-- takes entries, each entry is on one statement at most, and so sums over statements equal the sales.

create table private.statements (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id),
  month date not null check (extract(day from month) = 1),
  earned_cents bigint not null,
  final_cents bigint not null,
  clawed_back_cents bigint not null,
  correction_cents bigint not null,
  carried_cents bigint not null,
  approved_at timestamptz not null default now(),
  approved_by uuid not null references public.sales_representatives (id),
  paid_at timestamptz,
  paid_by uuid references public.sales_representatives (id),
  constraint statements_one_a_month unique (sales_rep_id, month),
  constraint statements_paid_by_someone check ((paid_at is null) = (paid_by is null))
);
comment on table private.statements is
  'Approved statements of commission, one per representative and month. A draft is computed, not stored. Only paid_at and paid_by ever change, once. Each representative reads their own through procedures, and managers all.';
comment on column private.statements.month is 'First calendar day of the month, UTC.';
comment on column private.statements.earned_cents is
  'US cents: change of what is pending, plus final_cents. So pending before + earned - final = carried.';
comment on column private.statements.final_cents is 'US cents that became final, because the pending days of their sale ended.';
comment on column private.statements.clawed_back_cents is 'US cents of sales with a negative commission: below zero.';
comment on column private.statements.correction_cents is
  'US cents by which sales of earlier statements changed. To pay: final_cents + clawed_back_cents + correction_cents.';
comment on column private.statements.carried_cents is 'US cents that were still pending, for later statements.';

create index statements_month_idx on private.statements (month);
create index statements_approved_by_idx on private.statements (approved_by);
create index statements_paid_by_idx on private.statements (paid_by);

alter table private.statements enable row level security;
grant select on private.statements to api_reader;
grant select, insert, update on private.statements to service_role;

create policy statements_select_own_or_manager on private.statements
  for select to api_reader
  using (
    sales_rep_id = (select private.current_rep_id()) or (select private.current_manager_until()) is not null
  );

create table private.commission_entries (
  id bigint generated by default as identity primary key,
  sales_rep_id uuid not null references public.sales_representatives (id),
  sale_id uuid not null,
  sale_date date not null,
  is_clawback boolean not null,
  is_change boolean not null,
  cents bigint not null,
  statement_id uuid references private.statements (id),
  kind text check (kind in ('final', 'clawback', 'correction')),
  constraint commission_entries_kind_on_statement check ((statement_id is null) = (kind is null))
);
comment on table private.commission_entries is
  'What each sale added to the commission, and each later change of it. Entries of a sale sum up to its commission, or to 0 once it is cancelled. Only triggers on sales add entries. A statement takes them, and they never change again.';
comment on column private.commission_entries.sale_id is 'Not a foreign key: the entries of a deleted sale remain, and sum up to 0.';
comment on column private.commission_entries.sale_date is
  'Calendar day of the sale. A sale that moves is taken back at its old day and counted at its new one.';
comment on column private.commission_entries.is_clawback is 'True if the commission of the sale is negative. It is never pending.';
comment on column private.commission_entries.is_change is 'False for what the sale added first.';
comment on column private.commission_entries.cents is 'US cents.';
comment on column private.commission_entries.statement_id is 'Null: on no statement yet.';
comment on column private.commission_entries.kind is
  'As which figure of its statement it counts: final, clawback (a negative commission) or correction (an earlier statement has the sale).';

-- Drafts and sums of what is open need only this index.
create index commission_entries_open_idx on private.commission_entries (sales_rep_id, sale_date)
  include (cents, is_clawback, is_change, sale_id, id) where statement_id is null;
create index commission_entries_statement_id_idx on private.commission_entries (statement_id, sale_date desc, sale_id desc)
  where statement_id is not null;
create index commission_entries_stated_sale_idx on private.commission_entries (sale_id)
  where statement_id is not null;

alter table private.commission_entries enable row level security;
grant select on private.commission_entries to api_reader;
grant select, insert, delete, update (statement_id, kind) on private.commission_entries to service_role;

create policy commission_entries_select_own_or_manager on private.commission_entries
  for select to api_reader
  using (
    sales_rep_id = (select private.current_rep_id()) or (select private.current_manager_until()) is not null
  );

create table private.statement_questions (
  statement_id uuid not null references private.statements (id),
  sale_id uuid not null,
  sales_rep_id uuid not null references public.sales_representatives (id),
  question text not null check (char_length(question) between 1 and 1000),
  asked_at timestamptz not null default now(),
  answer text check (char_length(answer) between 1 and 1000),
  answered_at timestamptz,
  answered_by uuid references public.sales_representatives (id),
  constraint statement_questions_pkey primary key (statement_id, sale_id),
  constraint statement_questions_answered_by_someone check (
    (answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)
  )
);
comment on table private.statement_questions is
  'What a representative asked about a sale on a statement of theirs, once, and the answer of a manager.';
comment on column private.statement_questions.sales_rep_id is 'Who asked: the representative of the statement.';

create index statement_questions_sales_rep_id_idx on private.statement_questions (sales_rep_id);
create index statement_questions_answered_by_idx on private.statement_questions (answered_by);

alter table private.statement_questions enable row level security;
grant select on private.statement_questions to api_reader;
grant select, insert, update on private.statement_questions to service_role;

create policy statement_questions_select_own_or_manager on private.statement_questions
  for select to api_reader
  using (
    sales_rep_id = (select private.current_rep_id()) or (select private.current_manager_until()) is not null
  );

create function private.refuse_change_of_statement() returns trigger
language plpgsql set search_path = ''
as $$
declare
  paid private.statements := old;
begin
  paid.paid_at := new.paid_at;
  paid.paid_by := new.paid_by;
  if old.paid_at is not null or new is distinct from paid then
    raise exception 'an approved statement never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
comment on function private.refuse_change_of_statement() is
  'Allows one change of a statement: that it was paid. Applies even to the table''s owner.';

create trigger statements_refuse_change before update on private.statements
  for each row execute function private.refuse_change_of_statement();
create trigger statements_refuse_removal before delete or truncate on private.statements
  for each statement execute function private.refuse_change();

create function private.refuse_change_of_entry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'an entry on a statement never changes' using errcode = 'insufficient_privilege';
end
$$;
comment on function private.refuse_change_of_entry() is 'Refuses to change an entry that a statement has taken, even for the table''s owner.';

create trigger commission_entries_refuse_change before update or delete on private.commission_entries
  for each row when (old.statement_id is not null) execute function private.refuse_change_of_entry();

create function private.keep_commission_entries() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.commission_entries;
  elsif tg_op = 'INSERT' then
    insert into private.commission_entries (sales_rep_id, sale_id, sale_date, is_clawback, is_change, cents)
    select n.sales_rep_id, n.id, n.sale_date, n.commission < 0, false, n.commission
    from new_rows n where not n.is_cancelled and n.commission <> 0;
  elsif tg_op = 'UPDATE' then
    insert into private.commission_entries (sales_rep_id, sale_id, sale_date, is_clawback, is_change, cents)
    select c.sales_rep_id, c.id, c.sale_date, c.commission < 0, true, sum(c.sign * c.commission)
    from (
      select 1 as sign, n.id, n.sales_rep_id, n.sale_date, n.commission from new_rows n where not n.is_cancelled
      union all
      select -1, o.id, o.sales_rep_id, o.sale_date, o.commission from old_rows o where not o.is_cancelled
    ) c
    group by 1, 2, 3, 4 having sum(c.sign * c.commission) <> 0;
  else
    insert into private.commission_entries (sales_rep_id, sale_id, sale_date, is_clawback, is_change, cents)
    select o.sales_rep_id, o.id, o.sale_date, o.commission < 0, true, -o.commission
    from old_rows o where not o.is_cancelled and o.commission <> 0;
  end if;
  return null;
end
$$;
comment on function private.keep_commission_entries() is
  'Adds what one statement on sales changed in their commission. It only adds rows, so an import and an approval never wait for each other.';

create trigger sales_records_keep_entries_on_insert after insert on public.sales_records
  referencing new table as new_rows
  for each statement execute function private.keep_commission_entries();
create trigger sales_records_keep_entries_on_update after update on public.sales_records
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.keep_commission_entries();
create trigger sales_records_keep_entries_on_delete after delete on public.sales_records
  referencing old table as old_rows
  for each statement execute function private.keep_commission_entries();
create trigger sales_records_clear_entries after truncate on public.sales_records
  for each statement execute function private.keep_commission_entries();
-- What statements and drafts say. A draft is computed from the entries that no statement has. The tables: statements.sql.

create function private.month_entries(month_param date, rep_ids uuid[])
returns table (
  id bigint, sales_rep_id uuid, sale_id uuid, sale_date date, kind text, cents bigint, was_pending boolean
)
language sql stable set search_path = ''
as $$
  select e.id, r.id, e.sale_id, e.sale_date,
    case
      when f.final_on > d.last_day then 'pending'
      -- With limit, not exists: the planner would read the entries of all statements at once.
      when e.is_change and (
        select true from private.commission_entries x
        where x.sale_id = e.sale_id and x.statement_id is not null limit 1
      ) then 'correction'
      when e.is_clawback then 'clawback'
      else 'final'
    end,
    e.cents, e.sale_date < d.first_day and f.final_on >= d.first_day
  from (
    select month_param as first_day, (month_param - interval '1 month')::date as month_before,
      least((month_param + interval '1 month - 1 day')::date, private.utc_today()) as last_day
    -- Computed once, not for each entry.
    offset 0
  ) d
  cross join public.sales_representatives r
  left join lateral (
    select s.month from private.statements s where s.sales_rep_id = r.id order by s.month desc limit 1
  ) c on true
  -- For each representative, so the index by representative and day finds the period.
  join private.commission_entries e on e.sales_rep_id = r.id and e.statement_id is null
    and e.sale_date <= d.last_day
    and e.sale_date >= case when c.month = d.month_before then '-infinity'
      else d.first_day - private.commission_pending_days() end
  cross join lateral (
    select e.sale_date + case when e.is_clawback then 0 else private.commission_pending_days() end as final_on
  ) f
  where (rep_ids is null or r.id = any (rep_ids)) and (c.month is null or c.month < d.first_day)
    and (c.month = d.month_before or f.final_on >= d.first_day)
$$;
comment on function private.month_entries(date, uuid[]) is
  'Open entries of a draft, of some representatives or all: those that became final in the month, and those still pending at its end or today. kind: pending, correction (an earlier statement has the sale), clawback or final. was_pending: at the end of the month before. If that month has a statement, what changed in earlier months is among them, too. None for a month up to the last statement.';
grant execute on function private.month_entries(date, uuid[]) to api_reader, service_role;

create function private.statement_drafts(months date[], rep_ids uuid[])
returns table (
  month date, sales_rep_id uuid, earned_cents bigint, final_cents bigint, clawed_back_cents bigint,
  correction_cents bigint, carried_cents bigint
)
language sql stable set search_path = ''
as $$
  select d.month, d.sales_rep_id,
    d.carried - coalesce(b.carried_cents, d.pending_before, 0) + d.final, d.final, d.clawed_back, d.correction, d.carried
  from (
    select m.month, e.sales_rep_id,
      coalesce(sum(e.cents) filter (where e.kind = 'final'), 0)::bigint as final,
      coalesce(sum(e.cents) filter (where e.kind = 'clawback'), 0)::bigint as clawed_back,
      coalesce(sum(e.cents) filter (where e.kind = 'correction'), 0)::bigint as correction,
      coalesce(sum(e.cents) filter (where e.kind = 'pending'), 0)::bigint as carried,
      sum(e.cents) filter (where e.was_pending)::bigint as pending_before
    from unnest(months) m(month) cross join lateral private.month_entries(m.month, rep_ids) e
    group by 1, 2
  ) d
  left join private.statements b
    on b.sales_rep_id = d.sales_rep_id and b.month = (d.month - interval '1 month')::date
$$;
comment on function private.statement_drafts(date[], uuid[]) is
  'Figures of the drafts of some months, as private.statements has them, of some representatives or all. None without an entry.';
grant execute on function private.statement_drafts(date[], uuid[]) to api_reader, service_role;

create function private.statement_rows(months date[], rep_ids uuid[]) returns setof jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'repId', r.id, 'name', private.shown_name(r), 'email', r.email, 'isDisabled', r.disabled_at is not null,
    'month', to_char(s.month, 'YYYY-MM'),
    'status', case when s.paid_at is not null then 'paid' when s.approved_at is not null then 'approved' else 'draft' end,
    'earnedCents', s.earned_cents, 'finalCents', s.final_cents, 'clawedBackCents', s.clawed_back_cents,
    'correctionCents', s.correction_cents, 'payCents', s.final_cents + s.clawed_back_cents + s.correction_cents,
    'carriedBeforeCents', s.carried_cents - s.earned_cents + s.final_cents, 'carriedCents', s.carried_cents,
    'approvedAt', s.approved_at, 'approvedBy', private.shown_name(a), 'paidAt', s.paid_at, 'paidBy', private.shown_name(p),
    'questionCount', q.all_count, 'openQuestionCount', q.open_count
  )
  from (
    select s.id, s.month, s.sales_rep_id, s.earned_cents, s.final_cents, s.clawed_back_cents, s.correction_cents,
      s.carried_cents, s.approved_at, s.approved_by, s.paid_at, s.paid_by
    from private.statements s where s.month = any (months) and (rep_ids is null or s.sales_rep_id = any (rep_ids))
    union all
    select null, d.*, null, null, null, null from private.statement_drafts(months, rep_ids) d
  ) s
  join public.sales_representatives r on r.id = s.sales_rep_id
  left join public.sales_representatives a on a.id = s.approved_by
  left join public.sales_representatives p on p.id = s.paid_by
  cross join lateral (
    select count(*) as all_count, count(*) filter (where x.answer is null) as open_count
    from private.statement_questions x where x.statement_id = s.id
  ) q
  order by s.month desc, lower(private.shown_name(r)), r.id
$$;
comment on function private.statement_rows(date[], uuid[]) is
  'Statements and drafts of some months that the caller may read, of some representatives or all: newest month first, then by name. US cents. Names of managers are null for others.';
grant execute on function private.statement_rows(date[], uuid[]) to api_reader, service_role;

create function private.statement_month(month text) returns date
language plpgsql stable set search_path = ''
as $$
begin
  if private.first_of_month(month) > private.utc_today() then
    raise exception 'the month % has not begun', month using errcode = 'invalid_parameter_value';
  end if;
  return private.first_of_month(month);
end
$$;
comment on function private.statement_month(text) is
  'First day of a month, YYYY-MM in UTC. Anything else is refused (22023), and so is a month that has not begun.';
grant execute on function private.statement_month(text) to api_reader, service_role;

create function private.first_open_months(rep_ids uuid[]) returns table (sales_rep_id uuid, month date)
language sql stable set search_path = ''
as $$
  select r.id, greatest(date_trunc('month', e.sale_date::timestamp), c.month + interval '1 month')::date
  from public.sales_representatives r
  cross join lateral (
    select x.sale_date from private.commission_entries x
    where x.sales_rep_id = r.id and x.statement_id is null order by x.sale_date limit 1
  ) e
  left join lateral (
    select s.month from private.statements s where s.sales_rep_id = r.id order by s.month desc limit 1
  ) c on true
  where rep_ids is null or r.id = any (rep_ids)
$$;
comment on function private.first_open_months(uuid[]) is
  'First month that has a draft, of some representatives or all. Months are approved in order. None without an open entry.';
grant execute on function private.first_open_months(uuid[]) to api_reader, service_role;

create function private.open_sums(month_param date)
returns table (sales_rep_id uuid, since date, pay_cents bigint, carried_cents bigint)
language sql stable set search_path = ''
as $$
  select o.sales_rep_id, o.month,
    coalesce(sum(e.cents) filter (where f.final_on <= d.last_day), 0)::bigint,
    coalesce(sum(e.cents) filter (where f.final_on > d.last_day), 0)::bigint
  from (select (month_param + interval '1 month - 1 day')::date as last_day) d
  cross join private.first_open_months(null) o
  join private.commission_entries e on e.sales_rep_id = o.sales_rep_id and e.statement_id is null
    and e.sale_date <= d.last_day
  cross join lateral (
    select e.sale_date + case when e.is_clawback then 0 else private.commission_pending_days() end as final_on
  ) f
  where o.month <= month_param
  group by 1, 2
$$;
comment on function private.open_sums(date) is
  'Sums of the open months of each representative, up to one that is over. since: the first of them. pay_cents: of all. carried_cents: from the last. None without an open month.';
grant execute on function private.open_sums(date) to api_reader;

create function public.get_statements(month text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  this_month date := date_trunc('month', private.utc_today()::timestamp)::date;
  asked date := coalesce(private.statement_month(month), (this_month - interval '1 month')::date);
  manager_id uuid := private.require_manager();
  first_open date;
begin
  first_open := (select min(f.month) from private.first_open_months(null) f);
  return jsonb_build_object(
    'month', to_char(asked, 'YYYY-MM'),
    'thisMonth', to_char(this_month, 'YYYY-MM'),
    'firstMonth', to_char(least((select min(s.month) from private.statements s), first_open, this_month), 'YYYY-MM'),
    'firstOpenMonth', to_char(first_open, 'YYYY-MM'),
    'ownRepId', case when private.has_other_manager(manager_id) then manager_id end,
    'open', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'repId', o.sales_rep_id, 'since', to_char(o.since, 'YYYY-MM'), 'payCents', o.pay_cents,
        'carriedCents', o.carried_cents
      ) order by o.sales_rep_id), '[]')
      from private.open_sums(asked) o where asked < this_month
    ),
    'rows', (select coalesce(jsonb_agg(s), '[]') from private.statement_rows(array[asked], null) s)
  );
end
$$;
comment on function public.get_statements(text) is
  'Statements and drafts of a month, YYYY-MM in UTC, by default the last one that is over: {month, thisMonth, firstMonth, firstOpenMonth, ownRepId, open, rows}. One row for each representative with commission in it. firstMonth: the first month with rows. firstOpenMonth: the first that is to approve. Null if there is none. ownRepId: the caller, whose own statements another manager approves and pays. Null if there is no other. open: what the open months up to this one come to, {repId, since, payCents, carriedCents}, once it is over. US cents. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_statements(text) to authenticated;
alter function public.get_statements(text) owner to api_reader;

create function public.get_own_statements(page_size integer default 24, after text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  rep_id uuid := private.current_rep_id();
  first_month date := least(
    (select f.month from private.first_open_months(array[rep_id]) f),
    (select min(s.month) from private.statements s where s.sales_rep_id = rep_id)
  );
  start date := coalesce(
    (private.read_cursor(after, 'month', 'date') ->> 'key')::date,
    date_trunc('month', private.utc_today()::timestamp)::date
  );
  last date;
begin
  perform private.refuse_ended_session();
  -- A forged cursor may name any day.
  start := least(date_trunc('month', start::timestamp)::date, private.utc_today());
  last := start - make_interval(months => least(greatest(coalesce(page_size, 24), 1), 60) - 1);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(s), '[]')
      from private.statement_rows(array(
        select m::date
        from generate_series(greatest(last, first_month)::timestamp, start::timestamp, interval '1 month') m
      ), array[rep_id]) s
    ),
    'hasMore', coalesce(first_month < last, false),
    'nextAfter', case when first_month < last then
      private.write_cursor(jsonb_build_object('order', 'month', 'key', (last - interval '1 month')::date))
    end
  );
end
$$;
comment on function public.get_own_statements(integer, text) is
  'The caller''s own statements and drafts, newest month first: {rows, hasMore, nextAfter}. page_size: 1 to 60 months. after: nextAfter of the page before. Months without commission are left out. US cents. No rows for a customer.';
grant execute on function public.get_own_statements(integer, text) to authenticated;
alter function public.get_own_statements(integer, text) owner to api_reader;

create function public.get_statement(
  month text, rep_id uuid default null, page_size integer default 100, after text default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked date := private.statement_month(month);
  own_id uuid := private.current_rep_id();
  asked_id uuid := coalesce(rep_id, own_id);
  -- More of other people's sales only through an export, which is a line of the trail.
  row_limit integer := least(
    greatest(coalesce(page_size, 100), 1), case when asked_id = own_id then 1000 else 100 end
  );
  place jsonb := private.read_cursor(after, 'statement');
  statement_row jsonb;
  closed_id uuid;
  lines jsonb;
begin
  perform private.refuse_ended_session();
  statement_row := (select s from private.statement_rows(array[asked], array[asked_id]) s);
  if statement_row is null then
    raise sqlstate 'PT404' using message = 'No such statement.';
  end if;
  closed_id := (select s.id from private.statements s where s.sales_rep_id = asked_id and s.month = asked);
  lines := (
    select coalesce(jsonb_agg(jsonb_build_object(
      'saleId', l.sale_id, 'saleDate', l.sale_date, 'kind', l.kind, 'cents', l.cents,
      'productName', s.product_name,
      'customer', case when c.id is not null then coalesce(nullif(btrim(c.name), ''), c.email) end,
      'question', q.question, 'askedAt', q.asked_at, 'answer', q.answer, 'answeredAt', q.answered_at
    ) order by l.sale_date desc, l.sale_id desc, l.kind desc), '[]')
    from (
      select e.sale_id, e.sale_date, e.kind, sum(e.cents) as cents
      from (
        select m.sale_id, m.sale_date, m.kind, m.cents from private.month_entries(asked, array[asked_id]) m
        where closed_id is null and m.kind <> 'pending'
        union all
        select m.sale_id, m.sale_date, m.kind, m.cents from private.commission_entries m
        where m.statement_id = closed_id
      ) e
      where place is null or (e.sale_date, e.sale_id, e.kind)
        < ((place ->> 'day')::date, (place ->> 'id')::uuid, place ->> 'key')
      group by 1, 2, 3 having sum(e.cents) <> 0
      order by e.sale_date desc, e.sale_id desc, e.kind desc
      limit row_limit + 1
    ) l
    left join public.sales_records s on s.id = l.sale_id
    left join public.qualified_leads c on c.id = s.qualified_lead_id
      and (c.qualified_by = s.sales_rep_id or asked_id <> own_id)
    left join private.statement_questions q on q.statement_id = closed_id and q.sale_id = l.sale_id
  );
  return jsonb_build_object(
    'statement', statement_row,
    'rows', lines - row_limit,
    'hasMore', jsonb_array_length(lines) > row_limit,
    'nextAfter', case when jsonb_array_length(lines) > row_limit then private.write_cursor(jsonb_build_object(
      'order', 'statement', 'key', lines -> (row_limit - 1) ->> 'kind', 'day', lines -> (row_limit - 1) ->> 'saleDate',
      'id', lines -> (row_limit - 1) ->> 'saleId'
    )) end
  );
end
$$;
comment on function public.get_statement(text, uuid, integer, text) is
  'A statement or draft of a month, YYYY-MM in UTC, with its lines, newest sale first: {statement, rows, hasMore, nextAfter}. A line is what a sale adds: final, clawback or correction. rep_id: another representative, for managers who gave their code. Anything that the caller may not read is not found (404). customer: null without one, or if they have another representative now. 1 to 1000 lines, of other people at most 100. US cents. Invalid input is refused (22023).';
grant execute on function public.get_statement(text, uuid, integer, text) to authenticated;
alter function public.get_statement(text, uuid, integer, text) owner to api_reader;
-- Mails that tell a representative about new work, a quote, a question on a statement, or a past week. Others tell a customer about
-- a new representative. A row is written with the work, in one transaction. A function sends it at once, and the timer's
-- run tries again what failed. The first of these runs on a Monday writes the rows about the week before.

create table private.work_mails (
  id uuid primary key default gen_random_uuid(),
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  customer_count integer not null check (customer_count >= 0),
  request_ids uuid[] not null,
  statement_id uuid references private.statements (id),
  quote_id uuid,
  week date check (extract(isodow from week) = 1),
  customer_id uuid references public.qualified_leads (id) on delete cascade,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  failed_at timestamptz,
  constraint work_mails_are_about_work check (
    (customer_count + cardinality(request_ids) > 0)::integer + num_nonnulls(statement_id, week, customer_id, quote_id) = 1
  )
);
comment on table private.work_mails is
  'Mails about new work that are not sent yet. A sent mail is deleted, and so is one that failed for private.mails_tried_days().';
comment on column private.work_mails.customer_count is 'Customers who were handed over to the representative.';
comment on column private.work_mails.request_ids is
  'Contact requests that were assigned. Not a foreign key: a request may be erased before the mail is sent.';
comment on column private.work_mails.statement_id is
  'The statement that something was asked or answered about. Null for other work.';
comment on column private.work_mails.quote_id is
  'The line of the trail about the quote that a customer made. Null for other work. Not a foreign key, as the trail has none.';
comment on column private.work_mails.week is 'First day of the week that it sums up, UTC. Null for work.';
comment on column private.work_mails.customer_id is
  'The customer who is told that this representative looks after them now. Null: the mail goes to the representative.';
comment on column private.work_mails.claimed_at is
  'When a sender last claimed it. Another sender takes over after the lease.';
comment on column private.work_mails.failed_at is 'When the mail server last refused it. Null: never.';

create index work_mails_sales_rep_id_idx on private.work_mails (sales_rep_id);
create index work_mails_statement_id_idx on private.work_mails (statement_id);
create index work_mails_customer_id_idx on private.work_mails (customer_id);
create index work_mails_created_at_idx on private.work_mails (created_at);

alter table private.work_mails enable row level security;
grant select, insert, update, delete on private.work_mails to service_role;

create function private.note_work(
  to_rep_id_param uuid, by_rep_id_param uuid, customer_count_param integer, request_ids_param uuid[],
  statement_id_param uuid default null, quote_id_param uuid default null
)
returns void
language sql set search_path = ''
as $$
  -- Without a mail transport, no mail is ever claimed.
  delete from private.work_mails
  where id in (
    select w.id from private.work_mails w where w.created_at < now() - make_interval(days => private.mails_tried_days())
    order by w.created_at limit 20 for update skip locked
  );
  with added as (
    -- What one transaction gives to one person is one mail.
    update private.work_mails w
    set customer_count = w.customer_count + customer_count_param, request_ids = w.request_ids || request_ids_param
    where w.sales_rep_id = to_rep_id_param and w.created_at = now() and w.claimed_at is null
      and to_rep_id_param is distinct from by_rep_id_param
      and num_nonnulls(w.statement_id, w.week, w.customer_id, w.quote_id, statement_id_param, quote_id_param) = 0
    returning w.id
  )
  insert into private.work_mails (sales_rep_id, customer_count, request_ids, statement_id, quote_id)
  select r.id, customer_count_param, request_ids_param, statement_id_param, quote_id_param
  from public.sales_representatives r
  where r.id = to_rep_id_param and r.id is distinct from by_rep_id_param and r.mail_on_work
    and (
      customer_count_param + cardinality(request_ids_param) > 0
      or num_nonnulls(statement_id_param, quote_id_param) > 0
    )
    and not exists (select from added)
$$;
comment on function private.note_work(uuid, uuid, integer, uuid[], uuid, uuid) is
  'Notes a mail to a representative: about customers and contact requests that they get, a question on a statement, or a quote that a customer made. by: who gave it to them, null for others than representatives. People get no mail about work that they gave themselves, and none while they have turned these mails off.';
grant execute on function private.note_work(uuid, uuid, integer, uuid[], uuid, uuid) to service_role;

create function private.hears_of_quotes(rep public.sales_representatives, qualified_by_param uuid) returns boolean
language sql stable set search_path = ''
as $$
  select rep.disabled_at is null and (rep.id = qualified_by_param or rep.is_manager and exists (
    select from public.sales_representatives o where o.id = qualified_by_param and o.disabled_at is not null
  ))
$$;
comment on function private.hears_of_quotes(public.sales_representatives, uuid) is
  'True if this person is told of a quote of that representative''s customer: the representative, or each enabled manager while they are disabled.';
grant execute on function private.hears_of_quotes(public.sales_representatives, uuid) to service_role;

create function private.note_customers(customer_ids_param uuid[], to_rep_id_param uuid)
returns void
language sql set search_path = ''
as $$
  -- Who is told something newer need not hear the older.
  delete from private.work_mails w
  where w.customer_id = any (customer_ids_param) and (w.claimed_at is null or w.failed_at is not null)
    or w.created_at < now() - make_interval(days => private.mails_tried_days());
  insert into private.work_mails (sales_rep_id, customer_count, request_ids, customer_id)
  select to_rep_id_param, 0, '{}', l.id
  from public.qualified_leads l
  where l.id = any (customer_ids_param)
    and l.revoked_at is null and l.is_active and l.token_expires_at > now()
$$;
comment on function private.note_customers(uuid[], uuid) is
  'Notes a mail to each customer with a link that works: who looks after them now.';
grant execute on function private.note_customers(uuid[], uuid) to service_role;

create function public.claim_work_mails(limit_param integer, lease_seconds_param integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claimed jsonb;
begin
  -- What is closed, answered, erased or with someone else by now is no news.
  delete from private.work_mails
  where id in (
    select w.id
    from private.work_mails w join public.sales_representatives r on r.id = w.sales_rep_id
    where w.created_at < now() - make_interval(days => private.mails_tried_days()) or r.disabled_at is not null
      or w.week is not null and r.week_mail_noted_at is null
      or w.customer_id is not null and not exists (
        select from public.qualified_leads l
        where l.id = w.customer_id and l.qualified_by = w.sales_rep_id
          and l.revoked_at is null and l.is_active and l.token_expires_at > now()
      )
      or w.customer_count = 0 and num_nonnulls(w.statement_id, w.week, w.customer_id, w.quote_id) = 0 and not exists (
        select from public.contact_submissions s
        where s.id = any (w.request_ids) and s.assigned_to = w.sales_rep_id and s.is_open
      )
      or w.quote_id is not null and not exists (
        select from public.audit_events e join public.qualified_leads l on l.id = e.qualified_lead_id
        where e.id = w.quote_id and private.hears_of_quotes(r, l.qualified_by)
      )
      or exists (
        select from private.statements t
        where t.id = w.statement_id and t.sales_rep_id <> w.sales_rep_id and not (r.is_manager and exists (
          select from private.statement_questions q where q.statement_id = t.id and q.answer is null
        ))
      )
    for update of w skip locked
  );
  with due as (
    select w.id from private.work_mails w
    where (w.claimed_at is null or w.claimed_at <= now() - make_interval(secs => lease_seconds_param))
      -- A customer's mailbox that takes nothing for an hour is not tried all day. An undo sees that they were not told.
      and (w.customer_id is null or w.failed_at is null or w.failed_at < w.created_at + interval '1 hour')
    -- A mail that is always refused waits behind the others. Work does not wait for what is told to many.
    order by w.failed_at nulls first, num_nonnulls(w.week, w.customer_id), w.created_at
    limit least(greatest(limit_param, 0), 100) for update skip locked
  ),
  held as (
    update private.work_mails w set claimed_at = now() from due where w.id = due.id
    returning w.id, w.claimed_at, w.sales_rep_id, w.customer_count, w.request_ids, w.statement_id, w.quote_id, w.week,
      w.customer_id
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', h.id, 'claimedAt', h.claimed_at,
    'rep', jsonb_build_object('name', r.name, 'email', r.email, 'timeZone', r.time_zone),
    'customerCount', h.customer_count, 'requestCount', q.request_count, 'contactRequest', q.contact_request,
    'statement', (
      select jsonb_build_object(
        'month', to_char(t.month, 'YYYY-MM'), 'repId', t.sales_rep_id, 'repName', private.shown_name(o),
        'isAnswer', t.sales_rep_id = h.sales_rep_id
      )
      from private.statements t join public.sales_representatives o on o.id = t.sales_rep_id
      where t.id = h.statement_id
    ),
    'quote', (
      select jsonb_build_object(
        'id', e.id, 'planName', e.detail -> 'planName',
        'validUntil', e.detail -> 'validUntil', 'customerId', l.id, 'name', l.name, 'email', l.email,
        'isOwn', l.qualified_by = h.sales_rep_id
      )
      from public.audit_events e join public.qualified_leads l on l.id = e.qualified_lead_id
      where e.id = h.quote_id
    ),
    'week', h.week, 'customer', (
      select jsonb_build_object(
        'name', l.name, 'email', l.email, 'timeZone', l.time_zone, 'linkEndsAt', l.token_expires_at
      )
      from public.qualified_leads l where l.id = h.customer_id
    )
  )), '[]') into claimed
  from held h
  join public.sales_representatives r on r.id = h.sales_rep_id
  cross join lateral (
    select count(*) as request_count,
      case when count(*) = 1 and h.customer_count = 0 then jsonb_agg(private.mailed_contact_request(s)) -> 0 end
        as contact_request
    from public.contact_submissions s
    where s.id = any (h.request_ids) and s.assigned_to = h.sales_rep_id and s.is_open
  ) q;
  return claimed;
end
$$;
comment on function public.claim_work_mails(integer, integer) is
  'Allows exactly one sender to send mails about new work: [{id, claimedAt, rep: {name, email, timeZone}, customerCount, requestCount, contactRequest, statement, quote, week, customer}], at most 100. contactRequest: the request, if the mail is about it alone, else null. statement: {month, repId, repName, isAnswer} if a question on it was asked or answered, else null. quote: {id, planName, validUntil, customerId, name, email, isOwn} if a customer made it, else null. isOwn: false for a manager who hears of it instead of a disabled representative. week: its first day if the mail sums one up, see public.get_week_figures, else null. customer: {name, email, timeZone, linkEndsAt} to whom it goes if it names their new representative, else null. A claim expires after the lease, in seconds. Deletes mails that are no longer news.';
grant execute on function public.claim_work_mails(integer, integer) to service_role;

create function public.finish_work_mail(work_mail_id_param uuid, outcome_param text, claimed_at_param timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
  last_failed_at timestamptz;
begin
  if outcome_param = 'sent' then
    delete from private.work_mails where id = work_mail_id_param;
    return;
  end if;
  select w.failed_at into last_failed_at from private.work_mails w
  where w.id = work_mail_id_param and w.claimed_at = claimed_at_param for update;
  if not found then
    return;
  end if;
  if outcome_param = 'given_up' then
    delete from private.work_mails where id = work_mail_id_param;
  else
    update private.work_mails set failed_at = now() where id = work_mail_id_param;
  end if;
  -- Once a day, however often it is tried.
  if last_failed_at is null or last_failed_at < private.utc_today()::timestamp at time zone 'UTC' then
    perform public.note_failed_mail('work');
  end if;
end
$$;
comment on function public.finish_work_mail(uuid, text, timestamptz) is
  'Deletes a mail about new work that was sent. Any other is counted for Today, once a day. outcome: sent, refused or given_up. A refused one is left for the next run after the lease.';
grant execute on function public.finish_work_mail(uuid, text, timestamptz) to service_role;
-- What managers do with statements: approve, mark as paid, answer. And what a representative asks about a line.

create function private.approve_statements(
  rep_id_param uuid, month_param date, expected_param jsonb, manager_id_param uuid, ip_address_param text,
  user_agent_param text
)
returns text
language plpgsql set search_path = ''
as $$
declare
  since date := ((expected_param ->> 'since') || '-01')::date;
  first_open date := (select f.month from private.first_open_months(array[rep_id_param]) f);
  asked date;
  stored private.statements;
  pay_cents bigint;
  all_pay_cents bigint := 0;
begin
  if first_open > month_param or first_open is null then
    -- If the caller repeats a request because its answer was lost, it gets the same answer.
    return case when exists (
      select from private.statements s
      where s.sales_rep_id = rep_id_param and s.month = since and s.approved_by = manager_id_param
    ) then 'saved' else 'conflict' end;
  end if;
  if first_open <> since then
    return 'conflict';
  end if;
  for asked in select m::date from generate_series(since::timestamp, month_param::timestamp, interval '1 month') m loop
    -- One statement of SQL: what an import commits meanwhile is seen by all of its parts or by none.
    with entries as materialized (
      select e.id, e.kind from private.month_entries(asked, array[rep_id_param]) e where e.kind <> 'pending'
    ),
    approved as (
      insert into private.statements (
        sales_rep_id, month, earned_cents, final_cents, clawed_back_cents, correction_cents, carried_cents, approved_by
      )
      select d.sales_rep_id, asked, d.earned_cents, d.final_cents, d.clawed_back_cents, d.correction_cents,
        d.carried_cents, manager_id_param
      from private.statement_drafts(array[asked], array[rep_id_param]) d
      returning *
    ),
    taken as (
      update private.commission_entries e set statement_id = a.id, kind = t.kind
      from entries t, approved a where e.id = t.id
    )
    select a.* into stored from approved a;
    continue when stored.id is null;
    pay_cents := stored.final_cents + stored.clawed_back_cents + stored.correction_cents;
    all_pay_cents := all_pay_cents + pay_cents;
    perform private.write_staff_audit(
      manager_id_param, 'statement_approved', rep_id_param, null, ip_address_param, user_agent_param,
      jsonb_build_object('month', to_char(asked, 'YYYY-MM'), 'payCents', pay_cents)
    );
  end loop;
  -- An import may have added entries meanwhile. Then nothing of this is kept.
  if all_pay_cents <> (expected_param ->> 'payCents')::bigint
    or coalesce(stored.carried_cents, 0) <> (expected_param ->> 'carriedCents')::bigint then
    raise sqlstate 'CV003';
  end if;
  return 'saved';
exception when sqlstate 'CV003' then
  return 'conflict';
end
$$;
comment on function private.approve_statements(uuid, date, jsonb, uuid, text, text) is
  'Approves the open months of a representative up to one that is over, each as a statement. Lock the representative before the call. expected: {since, payCents, carriedCents} that the manager saw: the first of the months, to pay for all, and carried over from the last. saved, or conflict: another manager approved some, or the sums changed. Then nothing is approved.';
grant execute on function private.approve_statements(uuid, date, jsonb, uuid, text, text) to service_role;

create function private.pay_statement(
  rep_id_param uuid, month_param date, manager_id_param uuid, ip_address_param text, user_agent_param text
)
returns text
language plpgsql set search_path = ''
as $$
declare
  stored private.statements;
begin
  select s.* into stored from private.statements s
  where s.sales_rep_id = rep_id_param and s.month = month_param for no key update;
  if not found then
    return 'conflict';
  end if;
  if stored.paid_at is not null then
    return case when stored.paid_by = manager_id_param then 'saved' else 'conflict' end;
  end if;
  update private.statements s set paid_at = now(), paid_by = manager_id_param where s.id = stored.id;
  perform private.write_staff_audit(
    manager_id_param, 'statement_paid', rep_id_param, null, ip_address_param, user_agent_param,
    jsonb_build_object(
      'month', to_char(month_param, 'YYYY-MM'),
      'payCents', stored.final_cents + stored.clawed_back_cents + stored.correction_cents
    )
  );
  return 'saved';
end
$$;
comment on function private.pay_statement(uuid, date, uuid, text, text) is
  'Notes that an approved statement was paid: saved, or conflict (it is a draft, or another manager noted it).';
grant execute on function private.pay_statement(uuid, date, uuid, text, text) to service_role;

create function private.stated_sale(rep_id_param uuid, month_param date, sale_id_param uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  found_id uuid := (
    select s.id from private.statements s
    where s.sales_rep_id = rep_id_param and s.month = month_param and exists (
      select from private.commission_entries e where e.sale_id = sale_id_param and e.statement_id = s.id
    )
  );
begin
  if found_id is null then
    raise sqlstate 'PT404' using message = 'No such line of a statement.';
  end if;
  return found_id;
end
$$;
comment on function private.stated_sale(uuid, date, uuid) is
  'The statement of a representative and month that has a sale. Any other is not found (404).';
grant execute on function private.stated_sale(uuid, date, uuid) to service_role;

create function private.mail_question(statement_id_param uuid, by_rep_id_param uuid) returns void
language sql set search_path = ''
as $$
  select private.note_work(r.id, by_rep_id_param, 0, '{}', s.id)
  from private.statements s
  join public.sales_representatives r on case
    when s.sales_rep_id <> by_rep_id_param then r.id = s.sales_rep_id
    else r.is_manager and r.disabled_at is null and (
      r.id = s.approved_by or not exists (
        select from public.sales_representatives a
        where a.id = s.approved_by and a.id <> by_rep_id_param and a.is_manager and a.disabled_at is null
      )
    )
  end
  where s.id = statement_id_param
$$;
comment on function private.mail_question(uuid, uuid) is
  'Notes a mail to the other side of a question about a statement. A question goes to the manager who approved it, or to all managers if that one no longer is. An answer goes to the representative.';
grant execute on function private.mail_question(uuid, uuid) to service_role;

create function private.answer_question(
  rep_id_param uuid, month_param date, request_param jsonb, manager_id_param uuid, ip_address_param text,
  user_agent_param text
)
returns text
language plpgsql set search_path = ''
as $$
declare
  asked_sale_id uuid := (request_param ->> 'saleId')::uuid;
  stated_id uuid := private.stated_sale(rep_id_param, month_param, asked_sale_id);
begin
  update private.statement_questions q
  set answer = request_param ->> 'answer', answered_at = now(), answered_by = manager_id_param
  where q.statement_id = stated_id and q.sale_id = asked_sale_id and q.answer is null;
  if not found then
    return case when exists (
      select from private.statement_questions q
      where q.statement_id = stated_id and q.sale_id = asked_sale_id and q.answer = request_param ->> 'answer'
    ) then 'saved' else 'conflict' end;
  end if;
  perform private.write_staff_audit(
    manager_id_param, 'statement_answered', rep_id_param, null, ip_address_param, user_agent_param,
    jsonb_build_object('month', to_char(month_param, 'YYYY-MM'), 'saleId', asked_sale_id)
  );
  perform private.mail_question(stated_id, manager_id_param);
  return 'saved';
end
$$;
comment on function private.answer_question(uuid, date, jsonb, uuid, text, text) is
  'Answers the question about a sale on a statement, once: saved, or conflict (it has another answer, or no question).';
grant execute on function private.answer_question(uuid, date, jsonb, uuid, text, text) to service_role;

create function public.change_statements(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  action text := request_param ->> 'action';
  asked date := ((request_param ->> 'month') || '-01')::date;
  chosen jsonb := request_param -> 'statements';
  manager_id uuid;
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  perform private.lock_reps(array(select (s ->> 'repId')::uuid from jsonb_array_elements(chosen) as s));
  -- Checked again after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.require_manager(session_id_param);
  if action = 'approve' and asked + interval '1 month' > private.utc_today() then
    raise sqlstate 'PT400' using message = 'This month is not over yet', detail = 'month';
  end if;
  return jsonb_build_object('answers', (
    select jsonb_agg(jsonb_build_object(
      'repId', c.rep_id,
      'outcome', case
        when action <> 'answer' and c.rep_id = manager_id and private.has_other_manager(manager_id) then 'own'
        when action = 'approve' then private.approve_statements(
          c.rep_id, asked, c.expected, manager_id, ip_address_param, user_agent_param
        )
        when action = 'pay' then private.pay_statement(c.rep_id, asked, manager_id, ip_address_param, user_agent_param)
        else private.answer_question(c.rep_id, asked, c.expected, manager_id, ip_address_param, user_agent_param)
      end
    ))
    from (
      select (e ->> 'repId')::uuid as rep_id, e as expected from jsonb_array_elements(chosen) as e order by 1
    ) c
  ));
end
$$;
comment on function public.change_statements(uuid, jsonb, text, text) is
  'What a manager''s session does with statements of a month: {action: approve, month, statements: [{repId, since, payCents, carriedCents}]}, {action: pay, month, statements: [{repId}]} or {action: answer, month, statements: [{repId, saleId, answer}]}. Each by itself: {answers: [{repId, outcome: saved | conflict | own}]}. Only saved changes anything. own: another manager approves and pays the caller''s own. See private.approve_statements, private.pay_statement and private.answer_question. Refused (400): to approve a month that is not over, in UTC. A repeated call gets the same answer. Each change is a line of the trail.';
grant execute on function public.change_statements(uuid, jsonb, text, text) to service_role;

create function public.question_statement(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  asked date := ((request_param ->> 'month') || '-01')::date;
  asked_sale_id uuid := (request_param ->> 'saleId')::uuid;
  stated_id uuid := private.stated_sale(rep_id, asked, asked_sale_id);
  stored private.statement_questions;
begin
  insert into private.statement_questions (statement_id, sale_id, sales_rep_id, question)
  values (stated_id, asked_sale_id, rep_id, request_param ->> 'question')
  on conflict do nothing
  returning * into stored;
  if stored.statement_id is not null then
    perform private.write_audit(
      'statement_questioned', rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('month', to_char(asked, 'YYYY-MM'), 'saleId', asked_sale_id)
    );
    perform private.mail_question(stated_id, rep_id);
  else
    select q.* into stored from private.statement_questions q
    where q.statement_id = stated_id and q.sale_id = asked_sale_id;
  end if;
  return jsonb_build_object(
    'outcome', case when stored.question = request_param ->> 'question' then 'saved' else 'conflict' end
  );
end
$$;
comment on function public.question_statement(uuid, jsonb, text, text) is
  'Keeps what a representative asks about a sale on an approved statement of theirs: {month, saleId, question}. {outcome: saved}, or {outcome: conflict} if they have asked something else about it. A repeated call gets the same answer. Any other line is not found (404).';
grant execute on function public.question_statement(uuid, jsonb, text, text) to service_role;
-- Requests that visitors sent with the contact form and the demo dialog. Each is saved once and mailed once.

create table public.contact_submissions (
  id uuid primary key,
  -- First: a search reads these two of every request, and all that stands before them.
  assigned_to uuid references public.sales_representatives (id) on delete set null,
  search_text text generated always as (
    private.searchable(
      first_name || ' ' || coalesce(last_name, '') || chr(10) || company || chr(10) || phone, email
    )
  ) stored,
  first_name text not null check (char_length(first_name) between 1 and 200),
  last_name text check (char_length(last_name) <= 200),
  email text not null check (char_length(email) between 3 and 254),
  company text not null check (char_length(company) between 1 and 200),
  phone text not null default '' check (char_length(phone) <= 50),
  message text not null default '' check (char_length(message) <= 10200),
  project_type text not null check (project_type in ('demo', 'contact')),
  status text not null default 'new' check (status in ('new', 'in_progress', 'done', 'spam')),
  job_title text not null default '' check (char_length(job_title) <= 200),
  job_role text not null default '' check (char_length(job_role) <= 200),
  source text not null default 'general' check (char_length(source) <= 100),
  tier text not null default '' check (char_length(tier) <= 100),
  billing text not null default '' check (billing in ('', 'monthly', 'annual')),
  consent_version text check (char_length(consent_version) <= 20),
  consent_text text check (char_length(consent_text) <= 1000),
  consented_at timestamptz,
  consent_withdrawn_at timestamptz,
  utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object'),
  referrer text not null default '' check (char_length(referrer) <= 2000),
  quarantined_at timestamptz,
  notification_claimed_at timestamptz,
  notified_at timestamptz,
  notification_failed_at timestamptz,
  created_at timestamptz not null default now(),
  assigned_at timestamptz,
  staff_note text not null default '' check (char_length(staff_note) <= 4000),
  version integer not null default 1 check (version > 0),
  status_changed_at timestamptz,
  first_answered_at timestamptz,
  campaign text generated always as (left(utm ->> 'campaign', 200)) stored,
  is_open boolean not null generated always as (status in ('new', 'in_progress')) stored,
  -- Stored: a person with many names is looked for in every request, and the database may compare each with each.
  words text[] not null generated always as (private.words(
    first_name || ' ' || coalesce(last_name, '') || ' ' || company || ' ' || phone || ' ' || job_title || ' ' || job_role
      || ' ' || message || ' ' || source || ' ' || tier || ' ' || referrer || ' ' || coalesce(private.utm_text(utm), '')
      || ' ' || staff_note
  )) stored,
  constraint contact_submissions_utm_is_small check (octet_length(utm::text) <= 8000),
  constraint contact_submissions_withdrawn_was_given check (consent_withdrawn_at is null or consented_at is not null),
  constraint contact_submissions_consent_is_whole check (
    (consented_at is null) = (consent_version is null) and (consented_at is null) = (consent_text is null)
  ),
  constraint contact_submissions_is_one_line check (
    private.is_one_line(
      first_name || coalesce(last_name, '') || email || company || phone || job_title || job_role || source || tier
        || referrer
    )
  )
);
comment on table public.contact_submissions is
  'Contact and demo requests, the work list of managers and of the representatives to whom they are assigned.';
comment on column public.contact_submissions.id is 'Chosen by the visitor''s browser. A repeated request has the same id, so it is stored once.';
comment on column public.contact_submissions.email is 'In the spelling of private.mailbox. It was never verified.';
comment on column public.contact_submissions.message is 'The message as sent. It starts with the plan''s marker if the visitor chose a plan.';
comment on column public.contact_submissions.billing is 'How the plan is to be billed. Empty: not chosen.';
comment on column public.contact_submissions.consent_version is 'Version of the consent text that the visitor accepted. Null: no consent.';
comment on column public.contact_submissions.consent_text is 'The consent text that the visitor saw and accepted.';
comment on column public.contact_submissions.consent_withdrawn_at is 'Null: not withdrawn.';
comment on column public.contact_submissions.utm is 'Campaign parameters of the first visit, without their utm_ prefix.';
comment on column public.contact_submissions.quarantined_at is 'When the request was quarantined because the hidden field was filled in. It is stored, but no mail is sent.';
comment on column public.contact_submissions.notification_claimed_at is
  'When a sender started to mail this request. Another sender takes over if it does not finish in time.';
comment on column public.contact_submissions.notified_at is 'When the mail to the team was accepted. Null: not sent.';
comment on column public.contact_submissions.notification_failed_at is 'When the mail to the team last failed. Null: never.';
comment on column public.contact_submissions.assigned_to is 'The representative who works on it. Null: not assigned.';
comment on column public.contact_submissions.assigned_at is
  'When it became the work of its representative: assigned to them, and not in quarantine. Null: no one works on it.';
comment on column public.contact_submissions.staff_note is 'Plain text with line breaks, as typed. The visitor never sees it.';
comment on column public.contact_submissions.version is 'Increases with each change by staff. A change that is based on an older version is refused.';
comment on column public.contact_submissions.status_changed_at is 'Null: the status has never changed.';
comment on column public.contact_submissions.first_answered_at is
  'When the status first became in_progress or done. Null: not answered yet. A request set back to new waits again.';
comment on column public.contact_submissions.campaign is 'The campaign from utm, for the filter.';
comment on column public.contact_submissions.is_open is 'Whether work on it is left.';
comment on column public.contact_submissions.words is 'private.words of all typed texts, except the address and the consent text.';
comment on column public.contact_submissions.search_text is 'The text that a search reads, see private.searchable.';

create index contact_submissions_newest_idx on public.contact_submissions (created_at desc, id desc);
-- Includes assigned_to because the policy reads it. The counts by status then need only this index.
create index contact_submissions_status_idx on public.contact_submissions (status, created_at desc, id desc)
  include (assigned_to) where quarantined_at is null;
create index contact_submissions_quarantined_idx on public.contact_submissions (created_at desc, id desc)
  where quarantined_at is not null;
create index contact_submissions_unsent_idx on public.contact_submissions (created_at desc, id desc)
  where quarantined_at is null and notified_at is null;
create index contact_submissions_assigned_to_idx on public.contact_submissions (assigned_to, created_at desc, id desc);
-- What is open of a representative's requests is a small part, and each open portal asks for it every minute.
create index contact_submissions_open_idx on public.contact_submissions (assigned_to, assigned_at desc, id)
  where is_open;
create index contact_submissions_source_idx on public.contact_submissions (source, created_at desc, id desc);
create index contact_submissions_campaign_idx on public.contact_submissions (campaign, created_at desc, id desc)
  where campaign is not null;
create index contact_submissions_words_idx on public.contact_submissions using gin (words);
create index contact_submissions_email_idx on public.contact_submissions (email);

alter table public.contact_submissions enable row level security;
-- Grants single columns: procedures may not read the consent text or the sender of the team's mail.
grant select (id, first_name, last_name, email, company, phone, message, project_type, status, job_title, job_role,
  source, tier, billing, consent_withdrawn_at, utm, referrer, quarantined_at, notified_at, created_at, assigned_to, assigned_at,
  staff_note, version, status_changed_at, first_answered_at, campaign, search_text, is_open) on public.contact_submissions to api_reader;
grant select, insert, update, delete on public.contact_submissions to service_role;

create policy contact_submissions_select_manager_or_assigned on public.contact_submissions
  for select to api_reader
  using (
    (select private.current_manager_until()) is not null or assigned_to = (select private.current_rep_id())
  );
create trigger contact_submissions_spell_mailbox before insert or update of email on public.contact_submissions
  for each row execute function private.spell_mailbox();

create function private.note_assignment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.assigned_to, new.quarantined_at) is distinct from (old.assigned_to, old.quarantined_at) then
    new.assigned_at := case when new.assigned_to is not null and new.quarantined_at is null then now() end;
  end if;
  return new;
end
$$;
comment on function private.note_assignment() is
  'Records the time when a contact request becomes the work of another representative.';

create trigger contact_submissions_note_assignment
  before insert or update of assigned_to, quarantined_at on public.contact_submissions
  for each row execute function private.note_assignment();

create function private.rep_of_sender(email_param text, source_param text) returns uuid
language sql stable set search_path = ''
as $$
  select r.id
  from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
  where l.email = private.mailbox(email_param) and r.disabled_at is null and source_param <> 'opt-out'
$$;
comment on function private.rep_of_sender(text, text) is
  'The enabled representative who works on a request: the one whose customer has the sender''s address. Null: none, or the sender asks about their own data, which is for managers.';
grant execute on function private.rep_of_sender(text, text) to service_role;

create function private.rep_in_turn() returns uuid
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid;
begin
  -- Two requests at once are for two representatives.
  perform pg_advisory_xact_lock(hashtextextended('requests in turn', 0));
  -- Whose row is locked keeps the turn for the next request: no stranger waits for what managers do.
  update public.sales_representatives set last_request_at = clock_timestamp()
  where id = (
    select r.id from public.sales_representatives r
    where r.takes_requests and not r.requests_paused and r.disabled_at is null
    order by r.last_request_at nulls first, r.id
    limit 1 for no key update skip locked
  )
  returning id into rep_id;
  if rep_id is null then
    select r.id into rep_id from public.sales_representatives r
    where r.takes_requests and not r.requests_paused and r.disabled_at is null
    order by r.last_request_at nulls first, r.id
    limit 1 for key share skip locked;
  end if;
  return rep_id;
end
$$;
comment on function private.rep_in_turn() is
  'The representative who has waited longest for a new request, among those who take them. It is the others'' turn then. Who is being changed at this moment gets it only when all others are too. Null: there is none, or each may be gone soon. Others who take a turn wait until the transaction ends: call it last.';
grant execute on function private.rep_in_turn() to service_role;

create function private.rep_of_request(request public.contact_submissions) returns uuid
language sql set search_path = ''
as $$
  select coalesce(request.assigned_to, private.rep_of_sender(request.email, request.source), case
    -- No one else may serve the customer of a disabled representative.
    when request.source <> 'opt-out'
      and not exists (select from public.qualified_leads l where l.email = request.email)
    then private.rep_in_turn()
  end)
$$;
comment on function private.rep_of_request(public.contact_submissions) is
  'Who works on a request that becomes work: who has it, else the representative of a customer with that address. A stranger''s is for whose turn it is, but for one about the sender''s own data. Null: managers decide. That includes a disabled representative''s customer.';
grant execute on function private.rep_of_request(public.contact_submissions) to service_role;

create function private.note_received_request(request public.contact_submissions, by_rep_id_param uuid) returns void
language sql set search_path = ''
as $$
  select private.note_work(request.assigned_to, by_rep_id_param, 0, array[request.id]);
  select private.write_repeated_audit(
    'contact_request_received', l.qualified_by, l.id, null, null, '{}', request.id
  )
  from public.qualified_leads l where l.email = request.email
$$;
comment on function private.note_received_request(public.contact_submissions, uuid) is
  'Notes a request that is work now. by: the representative who released it, else null. Its representative gets a mail. A customer with the sender''s address gets a line in their history.';
grant execute on function private.note_received_request(public.contact_submissions, uuid) to service_role;

create function public.save_contact_request(contact_request_param jsonb, network_param text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  saved public.contact_submissions;
  is_new boolean;
begin
  -- All callers share it. So it is counted last, and asked first: what a full day refuses writes nothing.
  perform private.refuse_when_full('contact:day', 'all');
  perform private.count_attempt('contact:ip', network_param);
  perform private.count_attempt('contact:ip-day', network_param);
  insert into public.contact_submissions (
    id, first_name, last_name, email, company, phone, message, project_type, job_title, job_role, source, tier,
    billing, consent_version, consent_text, consented_at, utm, referrer, quarantined_at
  )
  select
    s.id, s.first_name, s.last_name, s.email, s.company, s.phone, s.message, s.project_type, s.job_title,
    s.job_role, s.source, s.tier, coalesce(s.billing, ''), s.consent_version, s.consent_text,
    case when s.consent_version is not null then now() end,
    s.utm, s.referrer, case when s.is_quarantined then now() end
  from jsonb_to_record(contact_request_param) as s (
    id uuid, first_name text, last_name text, email text, company text, phone text, message text,
    project_type text, job_title text, job_role text, source text, tier text, billing text, consent_version text,
    consent_text text, utm jsonb, referrer text, is_quarantined boolean
  )
  on conflict (id) do nothing
  returning * into saved;
  is_new := found;
  if is_new and saved.quarantined_at is null then
    -- A repeated request has no turn, not even one that arrives at the same moment: it waited for the row of the first.
    saved.assigned_to := private.rep_of_request(saved);
    update public.contact_submissions set assigned_to = saved.assigned_to
    where id = saved.id and assigned_to is distinct from saved.assigned_to;
    perform private.note_received_request(saved, null);
  end if;
  perform private.count_attempt('contact:day', 'all');
  return is_new;
end
$$;
comment on function public.save_contact_request(jsonb, text) is
  'Saves a contact request and assigns it: see private.rep_of_request. One in quarantine waits for its release. Returns false and changes nothing if a request with this id exists. Refuses (429) and stores nothing when a limit is reached.';
grant execute on function public.save_contact_request(jsonb, text) to service_role;

create function private.mailed_contact_request(request public.contact_submissions) returns jsonb
language sql stable set search_path = ''
as $$
  select private.camel_keys(to_jsonb(request) - array[
    'quarantined_at', 'notification_claimed_at', 'notified_at', 'notification_failed_at', 'assigned_to', 'assigned_at',
    'staff_note', 'version', 'status_changed_at', 'first_answered_at', 'campaign', 'search_text', 'words', 'is_open'
  ])
$$;
comment on function private.mailed_contact_request(public.contact_submissions) is
  'A contact request as mails about it have it: what the visitor sent, and nothing of staff.';
grant execute on function private.mailed_contact_request(public.contact_submissions) to service_role;

create function public.claim_contact_notification(contact_request_id_param uuid, lease_seconds_param integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  contact_request public.contact_submissions;
begin
  update public.contact_submissions s set notification_claimed_at = now()
  where s.id = contact_request_id_param
    and s.quarantined_at is null
    and s.notified_at is null
    and (s.notification_claimed_at is null
      or s.notification_claimed_at <= now() - make_interval(secs => lease_seconds_param))
  returning * into contact_request;
  if found then
    return jsonb_build_object(
      'state', 'claimed',
      'claimedAt', contact_request.notification_claimed_at,
      'contactRequest', private.mailed_contact_request(contact_request),
      'assignedTo', (select r.name from public.sales_representatives r where r.id = contact_request.assigned_to)
    );
  end if;

  select * into contact_request from public.contact_submissions s where s.id = contact_request_id_param;
  return jsonb_build_object('state', case
    when not found then 'missing'
    when contact_request.quarantined_at is not null then 'quarantined'
    when contact_request.notified_at is not null then 'sent'
    else 'busy'
  end);
end
$$;
comment on function public.claim_contact_notification(uuid, integer) is
  'Allows exactly one sender to mail a request: {state: claimed | sent | busy | quarantined | missing, claimedAt, contactRequest, assignedTo}. claimedAt names the claim. assignedTo: name of the representative who works on it, or null. A claim expires after the lease, in seconds.';
grant execute on function public.claim_contact_notification(uuid, integer) to service_role;

create function public.finish_contact_notification(
  contact_request_id_param uuid, is_sent_param boolean, claimed_at_param timestamptz default null,
  network_param text default null, mailbox_hash_param text default null
)
returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.contact_submissions
  set notified_at = case when is_sent_param then now() end, notification_claimed_at = null,
    notification_failed_at = case when is_sent_param then notification_failed_at else now() end
  where id = contact_request_id_param and notified_at is null
    and (is_sent_param or claimed_at_param is null or notification_claimed_at = claimed_at_param);
  if not is_sent_param or mailbox_hash_param is null then
    return false;
  end if;
  begin
    if network_param is not null then
      perform private.count_attempt('confirmation:ip', network_param);
    end if;
    perform private.count_attempt('confirmation:email', mailbox_hash_param);
    perform private.count_attempt('confirmation:day', 'all');
  -- Nor does it take back that the team has its mail when a counter cannot be had in time.
  exception when sqlstate 'PT429' or lock_not_available or deadlock_detected then
    return false;
  end;
  return true;
end
$$;
comment on function public.finish_contact_notification(uuid, boolean, timestamptz, text, text) is
  'Records that the mail was accepted, or releases the claim of that time for another try. A sender that took longer than its lease releases nothing: another one has the claim. Returns whether a confirmation may be mailed to that mailbox, which counts it. network: the sender''s, or null when an operator sends the mail. mailbox_hash: null for an address that gets no confirmation.';
grant execute on function public.finish_contact_notification(uuid, boolean, timestamptz, text, text) to service_role;

create function public.find_unsent_notifications(limit_param integer) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select s.id from public.contact_submissions s
    where s.quarantined_at is null and s.notified_at is null and s.created_at > now() - make_interval(days => private.mails_tried_days())
    -- A mail that is always refused waits behind the others.
    order by s.notification_failed_at nulls first, s.created_at
    limit least(greatest(limit_param, 0), 100)
  )
$$;
comment on function public.find_unsent_notifications(integer) is
  'Contact requests of the last private.mails_tried_days() without a mail to the team, those that never failed first. At most 100. Today lists all without a mail.';
grant execute on function public.find_unsent_notifications(integer) to service_role;
-- Contact requests as a work list: all of them for managers and operators, the assigned ones for a representative.

create function private.contact_request_statuses() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['new', 'in_progress', 'done', 'spam']
$$;
comment on function private.contact_request_statuses() is 'Statuses of a contact request. The first two count as open.';
grant execute on function private.contact_request_statuses() to api_reader, service_role;

create function private.contact_request_rows(ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'requestId', s.id, 'firstName', s.first_name, 'lastName', s.last_name, 'email', s.email,
      'company', s.company, 'phone', s.phone, 'jobTitle', s.job_title, 'jobRole', s.job_role,
      'message', s.message, 'form', s.project_type, 'source', s.source, 'planName', s.tier, 'billing', s.billing, 'utm', s.utm,
      'referrer', s.referrer, 'status', s.status, 'statusChangedAt', s.status_changed_at,
      'answerDueAt', case when s.status = 'new' and s.quarantined_at is null
        then s.created_at + private.first_answer_within() end,
      'firstAnsweredAt', s.first_answered_at,
      'staffNote', s.staff_note, 'version', s.version,
      'customerId', (
        select l.id from public.qualified_leads l where l.email = s.email and l.qualified_by = s.assigned_to
      ),
      'assignedTo', case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name) end,
      'quarantinedAt', s.quarantined_at, 'notifiedAt', s.notified_at,
      'consentWithdrawnAt', s.consent_withdrawn_at, 'createdAt', s.created_at
    ) order by i.place
  ), '[]'::jsonb)
  from unnest(ids) with ordinality as i (id, place)
  join public.contact_submissions s on s.id = i.id
  left join public.sales_representatives r on r.id = s.assigned_to
$$;
comment on function private.contact_request_rows(uuid[]) is
  'The given contact requests that the caller may read, as staff see them, in the order of the given ids.';
grant execute on function private.contact_request_rows(uuid[]) to api_reader, service_role;

create function private.first_contact_requests(ids uuid[]) returns uuid[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(b.id order by b.place) filter (where b.bytes_before < 1500000), '{}')
  from (
    select i.id, i.place, sum(s.bytes) over (order by i.place) - s.bytes as bytes_before
    from unnest(ids) with ordinality as i (id, place)
    cross join lateral (
      select 1000 + octet_length(s.message) + octet_length(s.staff_note) + octet_length(s.referrer)
        + octet_length(s.utm::text) as bytes
      from public.contact_submissions s where s.id = i.id
    ) s
  ) b
$$;
comment on function private.first_contact_requests(uuid[]) is
  'The first of the given contact requests that fit into a page of about 1.5 MB, at least one: strangers choose how long their texts are.';
grant execute on function private.first_contact_requests(uuid[]) to api_reader, service_role;

create function private.contact_request_page(asked jsonb, direction text, page_size integer, after text) returns jsonb
-- Each call plans the statement for its filter, so unused conditions cost nothing.
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  asked_direction text := coalesce(direction, 'desc');
  is_oldest_first boolean := asked_direction = 'asc';
  wanted_statuses text[] := private.text_list(asked, 'statuses', private.contact_request_statuses());
  assigned text := private.filter_text(asked, 'assigned', 36);
  assigned_id uuid;
  term text := private.search_term(asked);
  wanted_source text := private.filter_text(asked, 'source', 100);
  wanted_form text := private.filter_text(asked, 'project_type', 100);
  wanted_campaign text := private.filter_text(asked, 'campaign', 200);
  wanted_page text := private.filter_text(asked, 'page', 2000);
  first_day date := private.filter_day(asked, 'from');
  last_day date := private.filter_day(asked, 'to');
  wanted_id uuid := private.filter_id(asked, 'request_id');
  is_quarantined boolean;
  is_unsent boolean;
  is_overdue boolean;
  place jsonb := private.read_cursor(after, 'requests ' || asked_direction, 'timestamptz');
  found uuid[];
  ids uuid[];
  shown uuid[];
  counts jsonb;
  flag text;
begin
  perform private.refuse_unknown_fields(asked, array[
    'statuses', 'assigned', 'search', 'source', 'project_type', 'campaign', 'page', 'from', 'to', 'quarantined',
    'request_id', 'unsent', 'overdue'
  ]);
  if asked_direction not in ('asc', 'desc') then
    raise exception 'unknown direction: "%"', left(asked_direction, 50) using errcode = 'invalid_parameter_value';
  end if;
  foreach flag in array array['quarantined', 'unsent', 'overdue'] loop
    if coalesce(jsonb_typeof(asked -> flag), 'null') not in ('null', 'boolean') then
      raise exception '% must be true or false', flag using errcode = 'invalid_parameter_value';
    end if;
  end loop;
  is_quarantined := coalesce((asked ->> 'quarantined')::boolean, false);
  is_unsent := coalesce((asked ->> 'unsent')::boolean, false);
  is_overdue := coalesce((asked ->> 'overdue')::boolean, false);
  if assigned not in ('none', 'any') then
    assigned_id := private.filter_id(asked, 'assigned');
  end if;

  if term is not null then
    -- Reading every text is what a search costs. Few results are read once. Of many, a page is soon full.
    found := array(select s.id from public.contact_submissions s where strpos(s.search_text, term) > 0 limit 1001);
    if cardinality(found) <= 1000 then
      term := null;
    else
      found := null;
    end if;
  end if;

  with matching as not materialized (
    select s.id, s.created_at, s.status, s.quarantined_at
    from public.contact_submissions s
    where case when assigned is null then true when assigned = 'none' then s.assigned_to is null
        when assigned = 'any' then s.assigned_to is not null else s.assigned_to = assigned_id end
      and (found is null or s.id = any (found))
      and (term is null or strpos(s.search_text, term) > 0)
      and (wanted_source is null or s.source = wanted_source)
      and (wanted_form is null or s.project_type = wanted_form)
      and (wanted_campaign is null or s.campaign = wanted_campaign)
      and (wanted_page is null or s.referrer = wanted_page)
      and (first_day is null or s.created_at >= first_day::timestamp at time zone 'UTC')
      and (last_day is null or s.created_at < (last_day + 1)::timestamp at time zone 'UTC')
      and (wanted_id is null or s.id = wanted_id)
      and (
        not is_unsent
        or (s.notified_at is null and s.created_at < now() - private.contact_mail_late_after())
      )
      and (
        not is_overdue or (s.status = 'new' and s.created_at <= now() - private.first_answer_within())
      )
  ), counted as (
    select m.status, count(*) as requests from matching m where m.quarantined_at is null group by m.status
  )
  select
    array(
      select m.id from matching m
      where (wanted_statuses is null or m.status = any (wanted_statuses))
        and case when wanted_id is not null then true when is_quarantined then m.quarantined_at is not null
          else m.quarantined_at is null end
        and (
          place is null
          or case when is_oldest_first
            then (m.created_at, m.id) > ((place ->> 'key')::timestamptz, (place ->> 'id')::uuid)
            else (m.created_at, m.id) < ((place ->> 'key')::timestamptz, (place ->> 'id')::uuid) end
        )
      order by case when is_oldest_first then m.created_at end, case when is_oldest_first then m.id end,
        m.created_at desc, m.id desc
      limit row_limit + 1
    ),
    (
      select jsonb_object_agg(t.status, coalesce(c.requests, 0))
      from unnest(private.contact_request_statuses()) as t (status) left join counted c on c.status = t.status
    ) || jsonb_build_object('quarantined', (select count(*) from matching m where m.quarantined_at is not null))
  into ids, counts;

  shown := private.first_contact_requests(ids[:row_limit]);
  return jsonb_build_object(
    'rows', private.contact_request_rows(shown),
    'hasMore', cardinality(ids) > cardinality(shown),
    'nextAfter', case when cardinality(ids) > cardinality(shown) then (
      select private.write_cursor(
        jsonb_build_object('order', 'requests ' || asked_direction, 'key', s.created_at, 'id', s.id)
      )
      from public.contact_submissions s where s.id = shown[cardinality(shown)]
    ) end,
    'counts', counts,
    'now', now()
  );
end
$$;
comment on function private.contact_request_page(jsonb, text, integer, text) is
  'One page of the contact requests that the caller may read and that match a filter: see public.get_contact_requests. A page of long texts has fewer rows: see private.first_contact_requests.';
grant execute on function private.contact_request_page(jsonb, text, integer, text) to api_reader, service_role;

create function public.get_contact_requests(
  filter jsonb default '{}', direction text default 'desc', page_size integer default 25, after text default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return private.contact_request_page(
    coalesce(filter, '{}'), direction, least(coalesce(page_size, 25), 100), after
  );
end
$$;
comment on function public.get_contact_requests(jsonb, text, integer, text) is
  'One page of the contact requests that match a filter: {rows, hasMore, nextAfter, counts, now}. filter: {statuses, assigned, search, source, project_type, campaign, page, from, to, quarantined, request_id, unsent, overdue}. Sorted by the time they were sent, newest first unless direction is asc. Requests in quarantine are returned only if quarantined is true or request_id is given. unsent true: only requests whose mail to the team failed. overdue true: only requests whose first answer is overdue. counts: how many requests each status, and quarantine, would list with the rest of the filter. 1 to 100 rows. public.export_list hands out more and writes a line of the trail. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_contact_requests(jsonb, text, integer, text) to authenticated;
alter function public.get_contact_requests(jsonb, text, integer, text) owner to api_reader;

create function public.find_contact_requests(
  filter_param jsonb, direction_param text, limit_param integer, after_param text
)
returns jsonb
language sql stable set search_path = ''
as $$
  select private.contact_request_page(coalesce(filter_param, '{}'), direction_param, limit_param, after_param)
$$;
comment on function public.find_contact_requests(jsonb, text, integer, text) is
  'The same as public.get_contact_requests, for operators: 1 to 1000 rows.';
grant execute on function public.find_contact_requests(jsonb, text, integer, text) to service_role;

create function public.get_assigned_contact_requests(page_size integer default 25, after text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  rep_id uuid := private.current_rep_id();
  place jsonb := private.read_cursor(after, 'assigned requests', 'timestamptz');
  ids uuid[];
  shown uuid[];
begin
  perform private.refuse_ended_session();
  select coalesce(array_agg(p.id order by p.is_open desc, p.created_at desc, p.id desc), '{}') into ids
  from (
    select s.id, s.created_at, s.is_open
    from public.contact_submissions s
    where s.assigned_to = rep_id and s.quarantined_at is null
      and (
        place is null or (s.is_open, s.created_at, s.id)
          < ((place ->> 'is_open')::boolean, (place ->> 'key')::timestamptz, (place ->> 'id')::uuid)
      )
    order by 3 desc, s.created_at desc, s.id desc
    limit row_limit + 1
  ) p;
  shown := private.first_contact_requests(ids[:row_limit]);
  return jsonb_build_object(
    'rows', private.contact_request_rows(shown),
    'hasMore', cardinality(ids) > cardinality(shown),
    'nextAfter', case when cardinality(ids) > cardinality(shown) then (
      select private.write_cursor(jsonb_build_object(
        'order', 'assigned requests', 'is_open', s.is_open, 'key', s.created_at, 'id', s.id
      ))
      from public.contact_submissions s where s.id = shown[cardinality(shown)]
    ) end,
    'openCount', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = rep_id and s.quarantined_at is null and s.is_open
    ),
    'overdueCount', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = rep_id and s.quarantined_at is null and s.status = 'new'
        and s.created_at <= now() - private.first_answer_within()
    ),
    'now', now()
  );
end
$$;
comment on function public.get_assigned_contact_requests(integer, text) is
  'One page of the contact requests that are assigned to the caller, open requests first, newest first within each group: {rows, hasMore, nextAfter, openCount, overdueCount, now}. Requests in quarantine are excluded. 1 to 1000 rows.';
grant execute on function public.get_assigned_contact_requests(integer, text) to authenticated;
alter function public.get_assigned_contact_requests(integer, text) owner to api_reader;
-- What is new for a representative since their last visit, and what waits for them. Each figure has a list.

create function private.last_visit_day() returns date
language sql stable set search_path = ''
as $$
  select greatest(
    coalesce(max(s.created_at at time zone 'UTC')::date, private.utc_today() - 7), private.utc_today() - 30
  )
  from public.sales_sessions s
  where s.sales_rep_id = (select private.current_rep_id())
    and s.created_at < private.utc_today()::timestamp at time zone 'UTC'
$$;
comment on function private.last_visit_day() is
  'The last UTC day before today on which the caller signed in, at most 30 days back. Without one: 7 days ago.';
grant execute on function private.last_visit_day() to api_reader;

create function private.own_net_sales(day_from date, day_to date) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('count', coalesce(sum(t.sales_count), 0), 'cents', coalesce(sum(t.sales_cents), 0))
  from private.sales_totals t
  where t.sales_rep_id = (select private.current_rep_id()) and not t.is_month and t.sale_date between day_from and day_to
    and not t.is_cancelled
$$;
comment on function private.own_net_sales(date, date) is
  'The caller''s sales of some days that are not cancelled: {count, cents}. Both days are included. US cents.';
grant execute on function private.own_net_sales(date, date) to api_reader;

create function private.open_requests(rep_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'count', count(*),
    'overdue', count(*) filter (
      where s.status = 'new' and s.created_at <= now() - private.first_answer_within()
    ),
    'oldestAt', min(s.created_at)
  )
  from public.contact_submissions s
  where s.assigned_to = rep_id and s.quarantined_at is null and s.is_open
$$;
comment on function private.open_requests(uuid) is
  'The open contact requests that are assigned to a representative: {count, overdue, oldestAt}.';
grant execute on function private.open_requests(uuid) to api_reader, service_role;

create function private.named_customers(customer_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'count', cardinality(customer_ids),
    'newest', coalesce(
      jsonb_agg(
        jsonb_build_object('customerId', l.id, 'name', coalesce(nullif(btrim(l.name), ''), l.email)) order by i.place
      ),
      '[]'
    )
  )
  from unnest(customer_ids[:3]) with ordinality as i (id, place)
  join public.qualified_leads l on l.id = i.id
$$;
comment on function private.named_customers(uuid[]) is
  'How many customers these are, and the first 3 of them by name: {count, newest: [{customerId, name}]}.';
grant execute on function private.named_customers(uuid[]) to api_reader;

create function public.get_rep_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  rep_id uuid := private.current_rep_id();
  today date := private.utc_today();
  since date := private.last_visit_day();
  month_now date := date_trunc('month', today::timestamp);
  month_before date := month_now - interval '1 month';
begin
  perform private.refuse_ended_session();
  return jsonb_build_object(
    'since', since,
    'requests', private.open_requests(rep_id) || jsonb_build_object('newest', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'name', concat_ws(' ', n.first_name, nullif(n.last_name, '')), 'assignedAt', n.assigned_at
          ) order by n.assigned_at desc, n.id
        ),
        '[]'
      )
      from (
        select s.id, s.first_name, s.last_name, s.assigned_at from public.contact_submissions s
        where s.assigned_to = rep_id and s.is_open and s.assigned_at > now() - interval '1 day'
        order by s.assigned_at desc, s.id limit 50
      ) n
    )),
    'openings', private.named_customers(array(
      select l.id
      from public.qualified_leads l
      cross join lateral (
        select max(p.created_at) as opened_at from public.pricing_reveals p
        where p.qualified_lead_id = l.id and p.created_at >= since::timestamp at time zone 'UTC'
      ) r
      where l.qualified_by = rep_id and r.opened_at is not null
      order by r.opened_at desc, l.id
    )),
    'quotes', private.named_customers(array(
      select l.id
      from public.audit_events e
      join public.qualified_leads l on l.id = e.qualified_lead_id and l.qualified_by = rep_id
      where e.event = 'quote_made' and e.occurred_at >= since::timestamp at time zone 'UTC'
      group by l.id
      order by max(e.occurred_at) desc, l.id
    )),
    'handedOverCount', (
      select count(distinct e.qualified_lead_id) from public.audit_events e
      join public.qualified_leads l on l.id = e.qualified_lead_id and l.qualified_by = rep_id
      where e.sales_rep_id = rep_id and e.event in ('customer_handed_over', 'handover_undone')
        and e.occurred_at >= since::timestamp at time zone 'UTC'
    ),
    'linksEnding', (
      select jsonb_build_object('count', count(*), 'firstEndsAt', min(l.token_expires_at))
      from public.qualified_leads l
      where l.qualified_by = rep_id and l.revoked_at is null and l.is_active and l.token_expires_at > now()
        and l.token_expires_at <= now() + private.access_link_expiring_within()
    ),
    'sales', private.own_net_sales(since, today),
    'month', private.own_net_sales(month_now, today),
    'targetCents', (
      select t.cents from private.sales_targets t where t.sales_rep_id = rep_id and t.month = month_now
    ),
    'monthBefore', private.own_net_sales(
      month_before, least(month_before + (today - month_now), month_now - 1)
    ),
    'day', today,
    'now', now()
  );
end
$$;
comment on function public.get_rep_today() is
  'What is new for the caller since the UTC day of their last visit, and what waits for them: {since, requests: {count, overdue, oldestAt, newest: [{name, assignedAt}]}, openings: {count, newest: [{customerId, name}]}, quotes: {count, newest}, handedOverCount, linksEnding: {count, firstEndsAt}, sales: {count, cents}, month: {count, cents}, targetCents, monthBefore: {count, cents}, day, now}. requests: the open ones that are assigned to them. newest: those that they were given within a day, at most 50, the last one first. openings: customers who opened a link since then, the newest 3 by name. quotes: the same of those who made a quote. handedOverCount: customers who came from another representative since then, or came back, and are still theirs. linksEnding: links that end within private.access_link_expiring_within(). sales: since then. month: of this month so far. targetCents: of this month, null for none. monthBefore: of as many days of the month before. Cancelled sales are left out. US cents. For a customer all counts are 0.';
grant execute on function public.get_rep_today() to authenticated;
alter function public.get_rep_today() owner to api_reader;
-- What a manager chooses from: the filters of the work list, and who a contact request can be assigned to.

create function private.contact_request_sources() returns text[]
language sql stable set search_path = ''
as $$
  -- The index leads from each value to the next larger one, so not every request is read.
  with recursive found as (
    (select s.source as value from public.contact_submissions s order by s.source limit 1)
    union all
    select (
      select s.source from public.contact_submissions s where s.source > f.value order by s.source limit 1
    )
    from found f where f.value is not null
  )
  select array(select f.value from found f where f.value is not null limit 200)
$$;
comment on function private.contact_request_sources() is
  'Sources of the contact requests that the caller may read, in alphabetical order, at most 200.';
grant execute on function private.contact_request_sources() to api_reader;

create function private.contact_request_campaigns() returns text[]
language sql stable set search_path = ''
as $$
  with recursive found as (
    (
      select s.campaign as value from public.contact_submissions s where s.campaign > '' order by s.campaign limit 1
    )
    union all
    select (
      select s.campaign from public.contact_submissions s where s.campaign > f.value order by s.campaign limit 1
    )
    from found f where f.value is not null
  )
  select array(select f.value from found f where f.value is not null limit 200)
$$;
comment on function private.contact_request_campaigns() is
  'Campaigns of the contact requests that the caller may read, in alphabetical order, at most 200.';
grant execute on function private.contact_request_campaigns() to api_reader;

create function public.get_contact_request_choices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return (
    select jsonb_build_object(
      'sources', private.contact_request_sources(),
      'campaigns', private.contact_request_campaigns(),
      'pages', coalesce(
        (select jsonb_agg(v.value order by v.value) from (
          select distinct s.referrer as value from public.contact_submissions s where s.referrer <> '' order by 1 limit 200
        ) v), '[]'
      )
    )
  );
end
$$;
comment on function public.get_contact_request_choices() is
  'Sources, campaigns and pages of the stored contact requests, at most 200 of each: {sources, campaigns, pages}. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_contact_request_choices() to authenticated;
alter function public.get_contact_request_choices() owner to api_reader;

create function public.get_reps_for_assignment() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email) order by lower(r.name), r.email
    ), '[]')
    from public.sales_representatives r where r.disabled_at is null
  );
end
$$;
comment on function public.get_reps_for_assignment() is
  'All enabled representatives, by name: [{id, name, email}]. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_reps_for_assignment() to authenticated;
alter function public.get_reps_for_assignment() owner to api_reader;
-- What staff change about a contact request: status, assignment, note, and its release from quarantine. Two changes at
-- once never overwrite each other.

create function private.last_contact_request_change(contact_request_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'by', r.name,
    'occurredAt', e.occurred_at,
    'changes', jsonb_path_query_array(jsonb_build_array(
      case when e.detail ? 'status' then jsonb_build_object(
        'field', 'status', 'before', e.detail #> '{status,before}', 'after', e.detail #> '{status,after}'
      ) end,
      case when e.detail ? 'assignedTo' then jsonb_build_object(
        'field', 'assigned_to',
        'before', (
          select a.name from public.sales_representatives a where a.id = (e.detail #>> '{assignedTo,before}')::uuid
        ),
        'after', (
          select a.name from public.sales_representatives a where a.id = (e.detail #>> '{assignedTo,after}')::uuid
        )
      ) end,
      case when e.detail ? 'staffNote' then jsonb_build_object('field', 'staff_note') end,
      case when e.detail ? 'quarantine' then jsonb_build_object('field', 'quarantine') end
    ), '$[*] ? (@ != null)')
  )
  from public.audit_events e
  left join public.sales_representatives r on r.id = e.sales_rep_id
  where e.event = 'contact_request_changed' and e.contact_request_id = contact_request_id_param
  order by e.line_number desc
  limit 1
$$;
comment on function private.last_contact_request_change(uuid) is
  'The latest change of a contact request, from the trail: {by, occurredAt, changes: [{field, before, after}]}. Null when there was none. by: null for an operator. For a note, it only says that the note changed.';
grant execute on function private.last_contact_request_change(uuid) to service_role;

create function private.apply_contact_request_change(
  by_param text, rep_id_param uuid, contact_request_id_param uuid, version_param integer, change_param jsonb,
  ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  stored public.contact_submissions;
  wanted public.contact_submissions;
begin
  -- The lock serializes simultaneous changes. The second sees the version that the first wrote.
  select s.* into stored from public.contact_submissions s where s.id = contact_request_id_param for update;
  if not found or (
    by_param = 'representative'
    and (stored.assigned_to is distinct from rep_id_param or stored.quarantined_at is not null)
  ) then
    -- A manager whose time is over needs a code. Nothing was lost.
    if by_param = 'representative' and exists (
      select from public.sales_representatives r where r.id = rep_id_param and r.is_manager
    ) then
      raise sqlstate 'PT403' using message = 'Only a manager may change this.';
    end if;
    raise sqlstate 'PT404' using message = 'No such contact request.';
  end if;
  if by_param = 'representative' and change_param ?| array['assignedTo', 'release'] then
    raise sqlstate 'PT403' using message = 'Only a manager may change this.';
  end if;

  wanted := stored;
  wanted.status := coalesce(change_param ->> 'status', stored.status);
  wanted.staff_note := coalesce(change_param ->> 'staffNote', stored.staff_note);
  if change_param ? 'assignedTo' then
    wanted.assigned_to := (change_param ->> 'assignedTo')::uuid;
  end if;
  if change_param ? 'release' then
    wanted.quarantined_at := null;
  end if;
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  if wanted = stored then
    return jsonb_build_object('outcome', 'saved', 'request', private.contact_request_rows(array[stored.id]) -> 0);
  end if;
  if stored.version <> version_param then
    return jsonb_build_object(
      'outcome', 'conflict', 'request', private.contact_request_rows(array[stored.id]) -> 0,
      'lastChange', private.last_contact_request_change(stored.id)
    );
  end if;
  if wanted.quarantined_at is null and stored.quarantined_at is not null then
    wanted.assigned_to := private.rep_of_request(wanted);
  end if;
  if wanted.assigned_to is not null and wanted.assigned_to is distinct from stored.assigned_to and not exists (
    select from public.sales_representatives r where r.id = wanted.assigned_to and r.disabled_at is null
  ) then
    raise sqlstate 'PT400' using message = 'Please choose an enabled representative', detail = 'change.assignedTo';
  end if;

  update public.contact_submissions set
    status = wanted.status, staff_note = wanted.staff_note, assigned_to = wanted.assigned_to,
    quarantined_at = wanted.quarantined_at, version = stored.version + 1,
    status_changed_at = case when wanted.status <> stored.status then now() else stored.status_changed_at end,
    first_answered_at = case
      when wanted.status in ('in_progress', 'done') then coalesce(stored.first_answered_at, now())
      when wanted.status = 'spam' then stored.first_answered_at
    end
  where id = stored.id;
  if wanted.quarantined_at is null and stored.quarantined_at is not null then
    perform private.note_received_request(wanted, rep_id_param);
  elsif wanted.assigned_to is distinct from stored.assigned_to and wanted.quarantined_at is null then
    perform private.note_work(wanted.assigned_to, rep_id_param, 0, array[stored.id]);
  end if;
  perform private.write_repeated_audit(
    'contact_request_changed', rep_id_param, null, ip_address_param, user_agent_param,
    jsonb_build_object('by', by_param, 'version', stored.version + 1)
    || case when wanted.status <> stored.status
      then jsonb_build_object('status', jsonb_build_object('before', stored.status, 'after', wanted.status))
      else '{}' end
    || case when wanted.assigned_to is distinct from stored.assigned_to
      then jsonb_build_object(
        'assignedTo', jsonb_build_object('before', stored.assigned_to, 'after', wanted.assigned_to)
      ) else '{}' end
    || case when wanted.staff_note <> stored.staff_note then '{"staffNote": "changed"}'::jsonb else '{}' end
    || case when wanted.quarantined_at is distinct from stored.quarantined_at
      then '{"quarantine": "released"}'::jsonb else '{}' end,
    stored.id
  );
  return jsonb_build_object('outcome', 'saved', 'request', private.contact_request_rows(array[stored.id]) -> 0);
end
$$;
comment on function private.apply_contact_request_change(text, uuid, uuid, integer, jsonb, text, text) is
  'Changes a contact request: see public.change_contact_request. by: manager, operator or representative. A representative changes only requests that are assigned to them.';
grant execute on function private.apply_contact_request_change(text, uuid, uuid, integer, jsonb, text, text)
  to service_role;

create function public.change_contact_request(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid;
begin
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
  perform private.hold_manager(session_id_param);
  rep_id := private.require_rep(session_id_param);
  return private.apply_contact_request_change(
    case when private.live_manager_id(session_id_param) is null then 'representative' else 'manager' end,
    rep_id, (request_param ->> 'requestId')::uuid, (request_param ->> 'version')::integer, request_param -> 'change',
    ip_address_param, user_agent_param
  );
end
$$;
comment on function public.change_contact_request(uuid, jsonb, text, text) is
  'Changes a contact request, {requestId, version, change}, if it still has that version: {outcome: saved, request}, {outcome: conflict, request, lastChange}. change: {status, assignedTo, staffNote, release}, each optional. A manager with a code may change every field. A representative may change status and note of a request that is assigned to them. A manager without a code is refused (403). conflict: someone else changed it first, and nothing is written. The trail records status and assignment before and after, but no text.';
grant execute on function public.change_contact_request(uuid, jsonb, text, text) to service_role;

create function public.change_contact_requests(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid;
  wanted jsonb;
  answer jsonb;
  answers jsonb := jsonb '[]';
begin
  perform private.hold_manager(session_id_param);
  manager_id := private.require_manager(session_id_param);
  -- In one order, so that two of these at once queue instead of deadlocking.
  for wanted in
    select c from jsonb_array_elements(request_param -> 'changes') as c order by (c ->> 'requestId')::uuid
  loop
    begin
      answer := private.apply_contact_request_change(
        'manager', manager_id, (wanted ->> 'requestId')::uuid, (wanted ->> 'version')::integer, wanted -> 'change',
        ip_address_param, user_agent_param
      );
    exception when sqlstate 'PT404' then
      -- One that is gone does not hold up the others.
      answer := '{"outcome": "not_found"}';
    end;
    answers := answers || jsonb_build_object(
      'requestId', wanted ->> 'requestId', 'outcome', answer ->> 'outcome',
      'version', answer #> '{request,version}', 'lastChange', answer -> 'lastChange'
    );
  end loop;
  return jsonb_build_object('answers', answers);
end
$$;
comment on function public.change_contact_requests(uuid, jsonb, text, text) is
  'Changes several contact requests at once, for managers: {changes: [{requestId, version, change}]}. change: {status, assignedTo}, each optional. Each is saved if it still has its version, as with public.change_contact_request: {answers: [{requestId, outcome: saved | conflict | not_found, version, lastChange}]}. Refused (400), and nothing written: a representative who is unknown or disabled. A repeated call gets the same answer.';
grant execute on function public.change_contact_requests(uuid, jsonb, text, text) to service_role;

create function public.change_contact_request_as_operator(
  contact_request_id_param uuid, version_param integer, change_param jsonb
)
returns jsonb
language sql set search_path = ''
as $$
  select private.apply_contact_request_change(
    'operator', null, contact_request_id_param, version_param, change_param, null, null
  )
$$;
comment on function public.change_contact_request_as_operator(uuid, integer, jsonb) is
  'The same as public.change_contact_request, for operators, who may change every field.';
grant execute on function public.change_contact_request_as_operator(uuid, integer, jsonb) to service_role;
-- What real browsers saw of each version, so that we notice a bad release. It does not say whose browser it was.

create table private.site_events (
  id bigint generated by default as identity primary key,
  occurred_at timestamptz not null default now(),
  composition_id text not null check (char_length(composition_id) between 1 and 40),
  versions jsonb not null check (jsonb_typeof(versions) = 'object' and versions <> '{}'),
  path text not null check (path ~ '^/[^?#]*$' and char_length(path) <= 200),
  network_group smallint not null default 0 check (network_group between 0 and 63),
  kind text not null check (kind in ('web-vital', 'remote-failure', 'page-error')),
  metric text check (metric in ('LCP', 'INP', 'CLS', 'FCP', 'TTFB')),
  value double precision check (value between 0 and 600000),
  remote text check (char_length(remote) between 1 and 40),
  remote_version text check (char_length(remote_version) between 1 and 64),
  reason text check (reason in ('not-answered', 'timed-out', 'wrong-contract', 'failed')),
  recovered boolean,
  application text check (application ~ '^[a-z][a-z0-9-]{0,39}$'),
  application_version text check (char_length(application_version) between 1 and 64),
  thrown_in text check (thrown_in in ('render', 'hydration', 'script', 'promise')),
  error_name text check (error_name ~ '^[A-Z][A-Za-z]{0,39}$'),
  stack jsonb check (jsonb_typeof(stack) = 'array' and char_length(stack::text) <= 2000),
  components jsonb check (jsonb_typeof(components) = 'array' and char_length(components::text) <= 2000),
  constraint site_events_is_of_one_kind check (case kind
    when 'web-vital' then num_nulls(metric, value) = 0
    else num_nonnulls(metric, value) = 0
  end and case kind
    when 'remote-failure' then num_nulls(remote, remote_version, reason, recovered) = 0
    else num_nonnulls(remote, remote_version, reason, recovered) = 0
  end and case kind
    when 'page-error' then
      num_nulls(application, application_version, thrown_in, error_name, stack, components) = 0
    else num_nonnulls(application, application_version, thrown_in, error_name, stack, components) = 0
  end)
);
comment on table private.site_events is
  'Web vitals, failed remotes and errors in use as browsers told them, kept for private.site_events_kept_days(). No address, agent, session or query is ever in it, nor an error''s message.';
comment on column private.site_events.occurred_at is 'When the batch arrived: clocks of browsers are not believed.';
comment on column private.site_events.versions is 'Application to version: all that the page was composed of.';
comment on column private.site_events.path is 'Path of the route that was shown, as private.path_without_address.';
comment on column private.site_events.network_group is
  'One of 64 groups of networks, by private.network_group(): it tells one network from several, and not whose it is.';
comment on column private.site_events.value is 'Of a web vital: milliseconds. CLS has no unit.';
comment on column private.site_events.remote_version is 'The version that failed, which need not be the live one.';
comment on column private.site_events.recovered is 'Of a failure: an earlier version was shown instead.';
comment on column private.site_events.application is 'Of an error: the application whose script threw.';
comment on column private.site_events.stack is
  'Of an error: [<application>/<version>/<file>:<line>:<column>, …] in published scripts, innermost first.';
comment on column private.site_events.components is 'Of an error while drawing: its components, as in stack.';

create index site_events_occurred_at_idx on private.site_events (occurred_at);
-- What managers are told of: few rows among many.
create index site_events_failures_idx on private.site_events (occurred_at) where kind <> 'web-vital';
create index site_events_page_loads_idx on private.site_events (occurred_at desc) where metric = 'TTFB';

alter table private.site_events enable row level security;
-- Rows never change. Locking rows before they are deleted needs the right to update.
grant select, insert, update, delete on private.site_events to service_role;
grant select (occurred_at, versions, kind, metric, value, remote, remote_version, recovered, application, application_version)
  on private.site_events to api_reader;

create policy site_events_select_manager on private.site_events
  for select to api_reader using ((select private.current_manager_until()) is not null);

create table private.site_event_days (
  day date primary key,
  row_count integer not null check (row_count >= 0),
  byte_count bigint not null check (byte_count >= 0),
  counted integer not null default 0 check (counted >= 0)
);
comment on table private.site_event_days is 'What was kept of site events on each day of UTC, against the ceiling of a day.';
comment on column private.site_event_days.row_count is 'Rows written to private.site_events.';
comment on column private.site_event_days.byte_count is 'Bytes of their contents as JSON.';
comment on column private.site_event_days.counted is 'What was added to private.site_counts.';

alter table private.site_event_days enable row level security;
grant select, insert, update, delete on private.site_event_days to service_role;

create function private.network_group(network_param text) returns integer
language sql immutable set search_path = ''
as $$
  -- The addresses of one /24 are one network.
  select get_byte(sha256(convert_to(regexp_replace(network_param, '\.\d+$', ''), 'UTF8')), 0) % 64
$$;
comment on function private.network_group(text) is
  'Which of 64 groups a network belongs to: the /24 of an IPv4 address, or the /48 of IPv6. The group does not say who it was.';
grant execute on function private.network_group(text) to service_role;

create function private.path_without_address(path text) returns text
language sql immutable set search_path = ''
as $$
  select case when normalize(private.composed(path), nfkc) like '%@%' then '/(address)' else path end
$$;
comment on function private.path_without_address(text) is
  'A path of a page as it is stored. An old link may hold a mailbox. So of a path with an at sign, also as links and HTML hold it, only that is kept.';
grant execute on function private.path_without_address(text) to service_role;

create function private.keep_site_events(batch_param jsonb, network_param text) returns integer
language plpgsql set search_path = ''
as $$
declare
  today date := private.utc_today();
  new_rows integer := jsonb_array_length(batch_param -> 'events');
  -- Each row repeats what is said of the page.
  new_bytes bigint := octet_length((batch_param -> 'events')::text)
    + new_rows * octet_length((batch_param - 'events')::text)::bigint;
begin
  -- Every batch deletes a bounded number of old rows. So the table stays as small as the traffic of those days.
  delete from private.site_events
  where id in (
    select e.id from private.site_events e
    where e.occurred_at < now() - make_interval(days => private.site_events_kept_days())
    order by e.occurred_at limit 1000
    for update skip locked
  );
  delete from private.site_event_days where day < today - private.site_events_kept_days();

  -- Batches that come at once are added up one after the other.
  insert into private.site_event_days as d (day, row_count, byte_count) values (today, new_rows, new_bytes)
  on conflict (day) do update set
    row_count = d.row_count + excluded.row_count, byte_count = d.byte_count + excluded.byte_count
  where d.row_count + excluded.row_count <= private.site_events_max_rows_per_day()
    and d.byte_count + excluded.byte_count <= private.site_events_max_bytes_per_day();
  if not found then
    return 0;
  end if;

  insert into private.site_events (
    composition_id, versions, path, network_group, kind, metric, value, remote, remote_version, reason, recovered,
    application, application_version, thrown_in, error_name, stack, components
  )
  select
    b.composition_id, b.versions, private.path_without_address(b.path), private.network_group(network_param), e.kind, e.metric, e.value, e.remote, e.remote_version, e.reason, e.recovered,
    e.application, e.application_version, e.thrown_in, e.error_name, e.stack, e.components
  from jsonb_to_record(batch_param) as b (composition_id text, versions jsonb, path text, events jsonb)
  cross join lateral jsonb_to_recordset(b.events) as e (
    kind text, metric text, value double precision, remote text, remote_version text, reason text,
    recovered boolean, application text, application_version text, thrown_in text, error_name text,
    stack jsonb, components jsonb
  );
  return new_rows;
end
$$;
comment on function private.keep_site_events(jsonb, text) is
  'Keeps one page''s events and the group of its network, all or none: {composition_id, versions, path, events: [{kind, …}]}. Returns how many, or 0 when the day is full: private.site_events_max_rows_per_day() or private.site_events_max_bytes_per_day(). Deletes at most 1000 rows older than private.site_events_kept_days().';
grant execute on function private.keep_site_events(jsonb, text) to service_role;

create function private.version_figures(since_param timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  with told as (
    -- A web vital counts for every version that its page was composed of. A failure or error counts for its own version.
    select a.application, a.version, e.occurred_at, e.kind, e.metric, e.value, e.recovered
    from private.site_events e
    cross join lateral (
      select v.key as application, v.value as version
      from jsonb_each_text(e.versions) v where e.kind = 'web-vital'
      union all
      select e.remote, e.remote_version where e.kind = 'remote-failure'
      union all
      select e.application, e.application_version where e.kind = 'page-error'
    ) a
    where e.occurred_at >= since_param
  ),
  summed as (
    select
      t.application,
      t.version,
      -- Every page load has one time to first byte, in every browser. Not every browser has the other metrics.
      count(*) filter (where t.metric = 'TTFB') as views,
      count(*) filter (where t.kind = 'remote-failure') as failures,
      count(*) filter (where t.recovered) as recovered_failures,
      count(*) filter (where t.kind = 'page-error') as errors,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'LCP') as lcp_ms,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'INP') as inp_ms,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'CLS') as cls,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'FCP') as fcp_ms,
      percentile_cont(0.75) within group (order by t.value) filter (where t.metric = 'TTFB') as ttfb_ms,
      min(t.occurred_at) as first_seen_at,
      max(t.occurred_at) as last_seen_at
    from told t
    group by t.application, t.version
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'application', s.application, 'version', s.version, 'views', s.views, 'failures', s.failures,
    'recoveredFailures', s.recovered_failures, 'errors', s.errors,
    'p75', jsonb_build_object(
      'lcpMs', s.lcp_ms, 'inpMs', s.inp_ms, 'cls', s.cls, 'fcpMs', s.fcp_ms, 'ttfbMs', s.ttfb_ms
    ),
    'firstSeenAt', s.first_seen_at, 'lastSeenAt', s.last_seen_at
  ) order by s.application, s.last_seen_at desc, s.version), '[]'::jsonb)
  from summed s
$$;
comment on function private.version_figures(timestamptz) is 'See public.site_event_stats().';
grant execute on function private.version_figures(timestamptz) to api_reader, service_role;

create function public.site_event_stats(since_param timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select private.version_figures(since_param)
$$;
comment on function public.site_event_stats(timestamptz) is
  'What browsers saw since then, one object per application and version: views (page loads), failures, errors in use, p75 of each metric in ms, first and last seen. CLS has no unit. p75 null: no browser reported the metric. By application, the version seen last first.';
grant execute on function public.site_event_stats(timestamptz) to service_role;

create function public.site_errors(application_param text, since_param timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  with told as (
    select
      e.application_version as version,
      e.thrown_in,
      e.error_name,
      e.stack,
      e.components,
      -- Without the version, so that an error keeps its fingerprint while the file that throws it is the same.
      left(encode(sha256(convert_to(
        e.error_name || regexp_replace(concat(e.stack, e.components), '(["/])[^"/]+/([^"/]+")', '\1\2', 'g'), 'UTF8'
      )), 'hex'), 12) as fingerprint,
      e.path,
      e.occurred_at
    from private.site_events e
    where e.kind = 'page-error' and e.application = application_param and e.occurred_at >= since_param
  ),
  grouped as (
    select
      t.fingerprint,
      t.version,
      t.thrown_in,
      t.error_name,
      t.stack,
      t.components,
      count(*) as times,
      -- Anybody can invent paths, so the answer names only a few.
      (array_agg(distinct t.path order by t.path))[1:5] as paths,
      min(t.occurred_at) as first_seen_at,
      max(t.occurred_at) as last_seen_at
    from told t
    group by t.fingerprint, t.version, t.thrown_in, t.error_name, t.stack, t.components
    order by times desc, last_seen_at desc, fingerprint
    limit 50
  )
  select coalesce(jsonb_agg(private.camel_keys(to_jsonb(g)) order by g.times desc, g.last_seen_at desc, g.fingerprint), '[]'::jsonb)
  from grouped g
$$;
comment on function public.site_errors(text, timestamptz) is
  'The 50 most frequent errors in use of one application since then. Each has: fingerprint, version, where thrown, class, stack and components in published scripts. times: how many page loads reported it. paths: on which pages, 5 at most.';
grant execute on function public.site_errors(text, timestamptz) to service_role;

create function public.canary_figures(
  application_param text, canary_version_param text, live_version_param text, since_param timestamptz
) returns jsonb
language sql stable set search_path = ''
as $$
  with told as (
    select
      e.occurred_at,
      e.kind,
      e.metric,
      e.value,
      e.network_group,
      case e.kind
        when 'web-vital' then e.versions ->> application_param
        when 'remote-failure' then e.remote_version
        else e.application_version
      end as version
    from private.site_events e
    where e.occurred_at >= since_param and case e.kind
      when 'web-vital' then e.metric in ('TTFB', 'LCP')
      when 'remote-failure' then e.remote = application_param
      else e.application = application_param
    end
  ),
  networks as (
    select
      t.version,
      count(*) filter (where t.metric = 'TTFB') as views,
      -- What one page told at once is one.
      count(distinct t.occurred_at) filter (where t.kind = 'remote-failure') as failures,
      count(distinct t.occurred_at) filter (where t.kind = 'page-error') as errors,
      avg(ln(greatest(t.value, 1))) filter (where t.metric = 'LCP') as lcp_log
    from told t
    where t.occurred_at >= (select min(c.occurred_at) from told c where c.version = canary_version_param)
    group by t.version, t.network_group
  ),
  -- Anybody can send events from one network, so the one with the most is left out.
  summed as (
    select
      s.side,
      coalesce(sum(n.views) - max(n.views), 0) as views,
      coalesce(sum(n.failures) - max(n.failures), 0) as failures,
      count(*) filter (where n.failures > 0) as failing_networks,
      coalesce(sum(n.errors) - max(n.errors), 0) as errors,
      count(*) filter (where n.errors > 0) as erring_networks,
      exp(percentile_cont(0.5) within group (order by n.lcp_log)) as lcp_ms,
      count(n.lcp_log) as lcp_networks
    from (values ('canary', canary_version_param), ('live', live_version_param)) s (side, version)
    left join networks n on n.version = s.version
    group by s.side
  )
  select jsonb_build_object('askedAt', now()) || jsonb_object_agg(s.side, jsonb_build_object(
    'views', s.views,
    'failures', jsonb_build_object('reports', s.failures, 'networks', s.failing_networks),
    'errors', jsonb_build_object('reports', s.errors, 'networks', s.erring_networks),
    'lcp', jsonb_build_object('ms', s.lcp_ms, 'networks', s.lcp_networks)
  ))
  from summed s
$$;
comment on function public.canary_figures(text, text, text, timestamptz) is
  'What browsers saw of a canary and of the live version since the canary''s first report, but not before since_param. Of each: views, and reports of failures and of errors, without those of the network with the most: {reports, networks}. lcp.ms: median of the networks'' geometric means, null without reports.';
grant execute on function public.canary_figures(text, text, text, timestamptz) to service_role;
-- What the marketing team wants to know: how often pages were visited, and what came of it. Only sums of a day.

create table private.site_counts (
  day date not null,
  page text not null check (page = 'other' or page ~ '^/[a-z0-9/-]{0,99}$'),
  source text not null check (source in ('direct', 'search', 'social', 'website', 'internal')),
  campaign text not null check (campaign ~ '^[a-z0-9._/-]{0,81}$'),
  host_version text not null check (host_version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  marketing_version text not null check (marketing_version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  what text not null check (what in (
    'visit', 'view', 'form-opened', 'form-begun', 'form-sent', 'demo-booked', 'prices-seen'
  )),
  count integer not null check (count > 0),
  primary key (day, page, source, campaign, host_version, marketing_version, what)
);
comment on table private.site_counts is
  'How often each thing was counted on each day of UTC, kept for private.site_counts_kept_days(). Sums only: no row stands for a person, a browser or a visit.';
comment on column private.site_counts.page is 'Path of a route of the live site. other: any other path.';
comment on column private.site_counts.source is 'Kind of the website that led to the page load.';
comment on column private.site_counts.campaign is
  '<utm_source>/<utm_campaign> of the page load''s address. empty: none. other: unreadable, or beyond private.site_counts_max_campaigns_per_day().';
comment on column private.site_counts.host_version is 'Version of the host that was live. other: any other.';
comment on column private.site_counts.marketing_version is 'As host_version, of marketing.';

alter table private.site_counts enable row level security;
grant select, insert, update, delete on private.site_counts to service_role;

create function private.add_site_counts(batch_param jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  today date := private.utc_today();
  key record;
  new_counts integer := jsonb_array_length(batch_param -> 'counts');
begin
  -- Batches of a day wait for this row, so that the limits below hold for batches that come at once.
  insert into private.site_event_days as d (day, row_count, byte_count, counted) values (today, 0, 0, new_counts)
  on conflict (day) do update set counted = d.counted + excluded.counted
  where d.counted + excluded.counted <= private.site_counts_max_per_day();
  if not found then
    return false;
  end if;

  select b.page, b.source, b.campaign, b.host_version, b.marketing_version into strict key
  from jsonb_to_record(batch_param) as b (
    page text, source text, campaign text, host_version text, marketing_version text
  );
  if key.campaign not in ('', 'other')
    and not exists (select from private.site_counts c where c.day = today and c.campaign = key.campaign)
    and (
      select count(distinct c.campaign) from private.site_counts c where c.day = today and c.campaign not in ('', 'other')
    ) >= private.site_counts_max_campaigns_per_day()
  then
    key.campaign := 'other';
  end if;
  -- Of known pages and versions a day never has so many rows. The last ones go where few rows are possible.
  if not exists (
    select from private.site_counts c
    where c.day = today and c.page = key.page and c.source = key.source and c.campaign = key.campaign
      and c.host_version = key.host_version and c.marketing_version = key.marketing_version
  ) and (
    select count(*) from private.site_counts c where c.day = today
  ) >= private.site_counts_max_rows_per_day() then
    key.page := 'other';
    key.campaign := 'other';
    key.host_version := 'other';
    key.marketing_version := 'other';
  end if;

  insert into private.site_counts as c (day, page, source, campaign, host_version, marketing_version, what, count)
  select
    today, key.page, key.source, key.campaign, key.host_version, key.marketing_version, w.what, count(*)::integer
  from jsonb_array_elements_text(batch_param -> 'counts') as w (what)
  group by w.what
  on conflict (day, page, source, campaign, host_version, marketing_version, what)
    do update set count = c.count + excluded.count;
  return true;
end
$$;
comment on function private.add_site_counts(jsonb) is
  'Adds to the sums of the day: {page, source, campaign, host_version, marketing_version, counts: [what, …]}. false, and nothing added, when the day is full: private.site_counts_max_per_day(). Campaigns beyond private.site_counts_max_campaigns_per_day() are other. From private.site_counts_max_rows_per_day() on, new pages and versions are too.';
grant execute on function private.add_site_counts(jsonb) to service_role;

create function public.record_site_events(batch_param jsonb, counts_param jsonb, network_param text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.count_attempt('site-events:ip', network_param);
  -- A full day is an answer, so that even then a network's batches are counted.
  return (jsonb_array_length(batch_param -> 'events') = 0 or private.keep_site_events(batch_param, network_param) > 0)
    and (counts_param is null or private.add_site_counts(counts_param));
end
$$;
comment on function public.record_site_events(jsonb, jsonb, text) is
  'Keeps what one page reported: its events for private.keep_site_events() and, unless null, its counts for private.add_site_counts(). The network is counted at its limit, or refused (429). Only its group is stored with the events. False when the day is full.';
grant execute on function public.record_site_events(jsonb, jsonb, text) to service_role;

create function public.site_figures(days_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  with period as (
    select
      private.utc_today() as last_day,
      private.utc_today() - least(greatest(days_param, 1), private.site_counts_kept_days()) + 1 as first_day
  ),
  counted as (
    select c.* from private.site_counts c cross join period p where c.day between p.first_day and p.last_day
  ),
  parts as (
    select 'days' as part, c.day::text as name, c.what, c.count from counted c
    union all select 'pages', c.page, c.what, c.count from counted c
    union all select 'sources', c.source, c.what, c.count from counted c
    union all select 'campaigns', c.campaign, c.what, c.count from counted c where c.campaign <> ''
    union all select 'versions', 'host ' || c.host_version, c.what, c.count from counted c
    union all select 'versions', 'marketing ' || c.marketing_version, c.what, c.count from counted c
  ),
  summed as (
    select s.part, s.name, jsonb_object_agg(s.what, s.count) as counts, sum(s.count) as total
    from (select p.part, p.name, p.what, sum(p.count) as count from parts p group by p.part, p.name, p.what) s
    group by s.part, s.name
  ),
  ranked as (
    select s.*, row_number() over (
      partition by s.part order by coalesce((s.counts ->> 'view')::bigint, 0) desc, s.total desc, s.name
    ) as place
    from summed s
  )
  select jsonb_build_object(
    'firstDay', (select p.first_day from period p),
    'lastDay', (select p.last_day from period p),
    'parts', coalesce((
      select jsonb_agg(jsonb_build_object('part', r.part, 'name', r.name, 'counts', r.counts) order by r.part, r.place)
      from ranked r where r.part = 'days' or r.place <= 100
    ), '[]'::jsonb)
  )
$$;
comment on function public.site_figures(integer) is
  'Sums of the last days of UTC, today included: {firstDay, lastDay, parts: [{part, name, counts: {what: count}}]}. part: days, pages, sources, campaigns, versions (name: <application> <version>). It returns all days, and the 100 with most views of each other part.';
grant execute on function public.site_figures(integer) to service_role;
-- Changes that managers make to representatives, through the procedures that operators use.

create function private.last_rep_change(sales_rep_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('by', m.name, 'occurredAt', e.occurred_at)
  from public.audit_events e
  left join public.sales_representatives m on m.id = e.manager_id
  where e.sales_rep_id = sales_rep_id_param and e.event in (
    'rep_added', 'rep_edited', 'rep_made_manager', 'rep_no_longer_manager', 'rep_disabled', 'rep_enabled',
    'sales_id_rotated'
  )
  order by e.line_number desc
  limit 1
$$;
comment on function private.last_rep_change(uuid) is
  'The latest change of a representative, from the trail: {by, occurredAt}. Null without one. by: null for an operator.';
grant execute on function private.last_rep_change(uuid) to service_role;

create function private.sales_id_since(sales_rep_id_param uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(c.created_at) from private.sales_rep_credentials c
  where c.sales_rep_id = sales_rep_id_param and c.revoked_at is null
$$;
comment on function private.sales_id_since(uuid) is
  'When the latest valid sales ID of a representative was made. Null without one.';
grant execute on function private.sales_id_since(uuid) to service_role;

create function private.rep_conflict(sales_rep_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'conflict', 'rep', (
      select jsonb_build_object(
        'name', r.name, 'email', r.email, 'isManager', r.is_manager, 'disabledAt', r.disabled_at,
        'salesIdSince', private.sales_id_since(r.id)
      )
      from public.sales_representatives r where r.id = sales_rep_id_param
    ),
    'lastChange', private.last_rep_change(sales_rep_id_param)
  )
$$;
comment on function private.rep_conflict(uuid) is
  'The answer to a change that is based on old values: {outcome: conflict, rep: {name, email, isManager, disabledAt, salesIdSince}, lastChange}.';
grant execute on function private.rep_conflict(uuid) to service_role;

create function private.edit_rep_by_manager(
  rep_id_param uuid, before_param jsonb, after_param jsonb, manager_id_param uuid, ip_address_param text,
  user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  stored jsonb := private.rep_texts(rep_id_param);
begin
  -- If the caller repeats a request because its answer was lost, it gets the same answer. isRepeated stops the mails:
  -- the first request sent them, and nothing confirms the old address that this one claims.
  if stored = after_param then
    return jsonb_build_object('outcome', 'edited', 'isRepeated', true);
  end if;
  if stored <> before_param then
    return private.rep_conflict(rep_id_param);
  end if;
  perform public.edit_rep(
    rep_id_param, after_param ->> 'name', after_param ->> 'email', manager_id_param, ip_address_param, user_agent_param
  );
  perform public.set_rep_manager(
    rep_id_param, (after_param ->> 'isManager')::boolean, manager_id_param, ip_address_param, user_agent_param
  );
  return jsonb_build_object('outcome', 'edited');
end
$$;
comment on function private.edit_rep_by_manager(uuid, jsonb, jsonb, uuid, text, text) is
  'Corrects a representative if the stored values still equal before: {outcome: edited, isRepeated} or a conflict. Refuses as public.edit_rep and public.set_rep_manager do. isRepeated: nothing was changed, because the values were there already. before and after: {name, email, isManager}.';
grant execute on function private.edit_rep_by_manager(uuid, jsonb, jsonb, uuid, text, text) to service_role;

create function private.rotate_sales_id_by_manager(
  rep_id_param uuid, since_param timestamptz, credential_hash_param text, manager_id_param uuid,
  session_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
begin
  if private.has_sales_id(rep_id_param, credential_hash_param) then
    return jsonb_build_object('outcome', 'rotated', 'endedSessions', 0);
  end if;
  -- Someone else may already have given the representative the sales ID that this would void.
  if private.sales_id_since(rep_id_param) is distinct from since_param or exists (
    select from public.sales_representatives r where r.id = rep_id_param and r.disabled_at is not null
  ) then
    return private.rep_conflict(rep_id_param);
  end if;
  return jsonb_build_object('outcome', 'rotated', 'endedSessions', public.rotate_rep_credential(
    rep_id_param, credential_hash_param, manager_id_param, session_id_param, ip_address_param, user_agent_param
  ));
end
$$;
comment on function private.rotate_sales_id_by_manager(uuid, timestamptz, text, uuid, uuid, text, text) is
  'Replaces the sales ID of an enabled representative if it was made at the given instant: {outcome: rotated, endedSessions} or a conflict.';
grant execute on function private.rotate_sales_id_by_manager(uuid, timestamptz, text, uuid, uuid, text, text)
  to service_role;

create function private.set_rep_takes_requests(
  rep_id_param uuid, takes_param boolean, manager_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.sales_representatives set takes_requests = takes_param, requests_paused = false
  where id = rep_id_param and takes_requests <> takes_param;
  if found then
    perform private.write_staff_audit(
      manager_id_param, case when takes_param then 'rep_takes_requests' else 'rep_takes_no_requests' end,
      rep_id_param, null, ip_address_param, user_agent_param
    );
  end if;
  return jsonb_build_object('outcome', 'set');
end
$$;
comment on function private.set_rep_takes_requests(uuid, boolean, uuid, text, text) is
  'Whether a representative gets new contact requests of strangers in turn. Repeating it changes nothing.';
grant execute on function private.set_rep_takes_requests(uuid, boolean, uuid, text, text) to service_role;

create function public.change_rep_by_manager(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  action text := request_param ->> 'action';
  rep_id uuid := (request_param ->> 'repId')::uuid;
  credential_hash text := request_param ->> 'credentialHash';
  manager_id uuid;
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  perform private.lock_reps(array[rep_id]);
  -- Checked again after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.require_manager(session_id_param);
  if action <> 'add' and not exists (select from public.sales_representatives r where r.id = rep_id) then
    raise sqlstate 'PT404' using message = 'No such representative.';
  end if;
  if action in ('edit', 'enable', 'rotate', 'take_requests') then
    perform private.refuse_erased_rep(rep_id);
  end if;
  case action
    when 'add' then
      return jsonb_build_object('outcome', 'added', 'repId', public.add_rep(
        request_param ->> 'name', request_param ->> 'email', credential_hash, (request_param ->> 'isManager')::boolean,
        manager_id, ip_address_param, user_agent_param
      ));
    when 'edit' then
      return private.edit_rep_by_manager(
        rep_id, request_param -> 'before', request_param -> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'take_requests' then
      return private.set_rep_takes_requests(
        rep_id, (request_param ->> 'takesRequests')::boolean, manager_id, ip_address_param, user_agent_param
      );
    when 'disable' then
      return jsonb_build_object(
        'outcome', 'disabled',
        'endedSessions', public.disable_rep(rep_id, manager_id, ip_address_param, user_agent_param)
      );
    when 'enable' then
      return case when public.enable_rep(rep_id, credential_hash, manager_id, ip_address_param, user_agent_param)
        then jsonb_build_object('outcome', 'enabled') else private.rep_conflict(rep_id) end;
    when 'rotate' then
      return private.rotate_sales_id_by_manager(
        rep_id, (request_param ->> 'salesIdSince')::timestamptz, credential_hash, manager_id, session_id_param,
        ip_address_param, user_agent_param
      );
    when 'end_sessions' then
      return jsonb_build_object('outcome', 'ended', 'endedSessions', public.end_rep_sessions(
        rep_id, manager_id, (request_param ->> 'sessionId')::uuid, session_id_param, ip_address_param, user_agent_param
      ));
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.change_rep_by_manager(uuid, jsonb, text, text) is
  'Adds or changes a representative for a manager''s session. request: {action: add, name, email, isManager}, {action: edit, repId, before, after}, {action: disable | enable, repId}, {action: take_requests, repId, takesRequests}, {action: rotate, repId, salesIdSince} or {action: end_sessions, repId, sessionId}. {outcome: added, repId}, {outcome: edited | enabled | set}, {outcome: disabled | rotated | ended, endedSessions}, or {outcome: conflict, rep, lastChange}. Refused (404): an unknown representative. Refused (400): another''s address, or a sales ID that is void or someone else''s. Refused (409): an erased account, and the last enabled manager. credentialHash: hash of the new sales ID, for actions that make one. conflict: someone else changed the representative first, and nothing is written. The manager''s own session stays, unless they disable themselves. Repeating a change has no further effect.';
grant execute on function public.change_rep_by_manager(uuid, jsonb, text, text) to service_role;
-- Representatives as managers see them: with figures, sessions, and items that could be handed over.

-- security definer: managers see counts of customers and sessions but may not read those rows.
create function private.rep_rows(ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', r.id, 'name', r.name, 'email', r.email, 'isManager', r.is_manager, 'disabledAt', r.disabled_at,
      'takesRequests', r.takes_requests, 'requestsPaused', r.requests_paused,
      'erasedAt', r.erased_at, 'createdAt', r.created_at, 'salesIdSince', private.sales_id_since(r.id),
      'customers', l.customers, 'openLinks', l.open_links, 'openRequests', q.requests,
      'lastSignInAt', s.last_at, 'liveSessions', s.live
    ) order by i.place
  ), '[]'::jsonb)
  from unnest(ids) with ordinality as i (id, place)
  join public.sales_representatives r on r.id = i.id
  cross join lateral (
    select count(*) as customers, count(*) filter (
      where l.access_token_hash is not null and l.token_expires_at > now() and l.is_active and l.revoked_at is null
    ) as open_links
    from public.qualified_leads l where l.qualified_by = r.id
  ) l
  cross join lateral (
    select count(*) as requests from public.contact_submissions q
    where q.assigned_to = r.id and q.is_open
  ) q
  cross join lateral (
    select max(s.created_at) as last_at,
      count(*) filter (where s.ended_at is null and s.expires_at > now() and r.disabled_at is null) as live
    from public.sales_sessions s where s.sales_rep_id = r.id
  ) s
$$;
comment on function private.rep_rows(uuid[]) is
  'Representatives in the order of the given ids. Each row has the numbers of customers, open access links, open contact requests and live sessions.';
grant execute on function private.rep_rows(uuid[]) to api_reader, service_role;

create function private.rep_page(asked jsonb, page_size integer, after text) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
    'hasMore', cardinality(ids) > row_limit,
    'nextAfter', case when cardinality(ids) > row_limit then (
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
$$;
comment on function private.rep_page(jsonb, integer, text) is
  'One page of the representatives that the caller may read and that match a filter: see public.get_reps.';
grant execute on function private.rep_page(jsonb, integer, text) to api_reader, service_role;

create function public.get_reps(filter jsonb default '{}', page_size integer default 25, after text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return private.rep_page(coalesce(filter, '{}'), page_size, after);
end
$$;
comment on function public.get_reps(jsonb, integer, text) is
  'One page of the representatives that match a filter {state, search, sales_rep_id}, by name: {rows, hasMore, nextAfter, counts, now}. state: enabled, disabled or managers, who are enabled. counts: counts of all representatives. The filter does not affect them. 1 to 1000 rows. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_reps(jsonb, integer, text) to authenticated;
alter function public.get_reps(jsonb, integer, text) owner to api_reader;

create function public.find_reps(filter_param jsonb, limit_param integer, after_param text) returns jsonb
language sql stable set search_path = ''
as $$
  select private.rep_page(coalesce(filter_param, '{}'), limit_param, after_param)
$$;
comment on function public.find_reps(jsonb, integer, text) is 'The same as public.get_reps, for operators.';
grant execute on function public.find_reps(jsonb, integer, text) to service_role;

-- security definer: this is the only way to read other people's sessions.
create function private.rep_session_rows(sales_rep_id_param uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', s.id, 'ipAddress', s.ip_address, 'userAgent', s.user_agent, 'createdAt', s.created_at,
      'expiresAt', s.expires_at, 'isAsking', s.id is not distinct from private.jwt_session_id()
    ) order by s.created_at desc, s.id
  ), '[]'::jsonb)
  from (
    select s.* from public.sales_sessions s
    join public.sales_representatives r on r.id = s.sales_rep_id and r.disabled_at is null
    where s.sales_rep_id = sales_rep_id_param and s.ended_at is null and s.expires_at > now()
      and private.current_manager_until() is not null
    order by s.created_at desc, s.id
    limit 100
  ) s
$$;
comment on function private.rep_session_rows(uuid) is
  'The live sessions of a representative, newest first, at most 100: [{id, ipAddress, userAgent, createdAt, expiresAt, isAsking}]. isAsking: true for the session of the request. Empty unless the caller is a manager.';
grant execute on function private.rep_session_rows(uuid) to api_reader;

create function public.get_rep_sessions(sales_rep_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return private.rep_session_rows(sales_rep_id_param);
end
$$;
comment on function public.get_rep_sessions(uuid) is
  'Sessions of a representative: see private.rep_session_rows. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_rep_sessions(uuid) to authenticated;
alter function public.get_rep_sessions(uuid) owner to api_reader;
-- Managers and operators hand customers and contact requests from one representative to another, or to several. Access
-- links go with the customer. Past sales and their commissions stay with the first.

create table private.handovers (
  id uuid primary key default gen_random_uuid(),
  from_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  to_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  customer_ids uuid[] not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  request_ids uuid[] not null default '{}',
  request_versions integer[] not null default '{}',
  done_by uuid references public.sales_representatives (id) on delete set null,
  tells_customers boolean not null default false,
  kept jsonb,
  constraint handovers_are_between_two check (from_rep_id <> to_rep_id),
  constraint handovers_are_of_something check (cardinality(customer_ids) + cardinality(request_ids) > 0),
  constraint handovers_know_each_version check (cardinality(request_ids) = cardinality(request_versions))
);
comment on table private.handovers is
  'Customers and contact requests of each handover, with both representatives. A handover can be undone within private.handovers_undone_within().';
comment on column private.handovers.customer_ids is 'Not a foreign key: a customer may be erased later.';
comment on column private.handovers.undone_at is 'Null: not undone.';
comment on column private.handovers.request_ids is 'Contact requests that were open at the handover. Not a foreign key.';
comment on column private.handovers.request_versions is
  'Version of each contact request after the handover. A change with a later one is new work.';
comment on column private.handovers.done_by is 'Manager. Null: an operator.';
comment on column private.handovers.tells_customers is
  'Whether customers with a link that works get a mail about their new representative, also when it is undone.';
comment on column private.handovers.kept is
  'Items that the undo did not move back: [{kind, id, reason, did}]. Null: none, or not undone.';

create index handovers_from_rep_id_idx on private.handovers (from_rep_id, created_at desc);
create index handovers_to_rep_id_idx on private.handovers (to_rep_id);
create index handovers_done_by_idx on private.handovers (done_by);
create index handovers_created_at_idx on private.handovers (created_at desc);

alter table private.handovers enable row level security;
grant select, insert, update, delete on private.handovers to service_role;

create function private.note_handed(
  event_param text, customer_ids_param uuid[], request_ids_param uuid[], from_rep_id_param uuid, to_rep_id_param uuid,
  manager_id_param uuid, ip_address_param text, user_agent_param text
)
returns void
language sql set search_path = ''
as $$
  -- One statement for thousands of lines: a call for each takes more than twice as long.
  insert into public.audit_events (
    event, sales_rep_id, qualified_lead_id, contact_request_id, ip_address, user_agent, manager_id, detail
  )
  select
    n.event, n.rep_id, n.customer_id, n.request_id, ip_address_param, user_agent_param, manager_id_param,
    jsonb_build_object('by', private.office(manager_id_param)) || n.detail
  from (
    select event_param as event, to_rep_id_param as rep_id, c as customer_id, null::uuid as request_id,
      jsonb_build_object('from', from_rep_id_param, 'to', to_rep_id_param) as detail
    from unnest(customer_ids_param) as c
    union all
    select 'contact_request_changed', manager_id_param, null, s.id, jsonb_build_object(
      'version', s.version, 'assignedTo', jsonb_build_object('before', from_rep_id_param, 'after', to_rep_id_param)
    )
    from public.contact_submissions s where s.id = any (request_ids_param)
  ) n
$$;
comment on function private.note_handed(text, uuid[], uuid[], uuid, uuid, uuid, text, text) is
  'Records each customer and contact request that a handover or its undo gave to another representative. A simultaneous change of a request gets a conflict.';
grant execute on function private.note_handed(text, uuid[], uuid[], uuid, uuid, uuid, text, text) to service_role;

create function private.missing_from(from_rep_id_param uuid, customer_ids_param uuid[], request_ids_param uuid[])
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'id', m.id, 'name', m.name, 'with', m.rep)), '[]')
  from (
    select 'customer' as kind, c.id, coalesce(nullif(l.name, ''), l.email) as name, r.name as rep
    from unnest(customer_ids_param) as c (id)
    left join public.qualified_leads l on l.id = c.id
    left join public.sales_representatives r on r.id = l.qualified_by
    where l.qualified_by is distinct from from_rep_id_param
    union all
    select 'request', c.id, concat_ws(' ', s.first_name, s.last_name), r.name
    from unnest(request_ids_param) as c (id)
    left join public.contact_submissions s on s.id = c.id
    left join public.sales_representatives r on r.id = s.assigned_to
    where s.assigned_to is distinct from from_rep_id_param or not s.is_open
    limit 20
  ) m
$$;
comment on function private.missing_from(uuid, uuid[], uuid[]) is
  'Chosen customers and contact requests that a representative cannot hand over: at most 20 of {kind, id, name, with}. The reason: they belong to someone else, are closed or no longer exist. name and with are null if the item no longer exists. with is also null if it is not assigned.';
grant execute on function private.missing_from(uuid, uuid[], uuid[]) to service_role;

create function private.done_handover(handover private.handovers) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'handed_over', 'id', handover.id, 'count', cardinality(handover.customer_ids),
    'requests', cardinality(handover.request_ids), 'undoUntil', handover.created_at + private.handovers_undone_within()
  )
$$;
comment on function private.done_handover(private.handovers) is
  'Result of a handover: {outcome: handed_over, id, count, requests, undoUntil}.';
grant execute on function private.done_handover(private.handovers) to service_role;

create function private.apply_handover(
  handover_id_param uuid, from_rep_id_param uuid, to_rep_id_param uuid, customer_ids_param uuid[],
  request_ids_param uuid[], expected_param jsonb, tells_param boolean, manager_id_param uuid, ip_address_param text,
  user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  done private.handovers;
  customers uuid[];
  requests uuid[];
  versions integer[];
begin
  if from_rep_id_param = to_rep_id_param then
    raise sqlstate 'PT400' using message = 'Please choose another representative', detail = 'toRepId';
  end if;
  perform private.lock_reps(array[from_rep_id_param, to_rep_id_param]);
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  select h.* into done from private.handovers h where h.id = handover_id_param;
  if found and (done.from_rep_id <> from_rep_id_param or done.to_rep_id <> to_rep_id_param) then
    raise sqlstate 'PT400' using message = 'Another handover has this id', detail = 'handoverId';
  elsif done.undone_at is not null then
    return private.undone_handover(done);
  elsif found then
    return private.done_handover(done);
  end if;
  if not exists (
    select from public.sales_representatives r where r.id = to_rep_id_param and r.disabled_at is null
  ) then
    raise sqlstate 'PT400' using message = 'Please choose an enabled representative', detail = 'toRepId';
  end if;

  customers := array(
    select l.id from public.qualified_leads l
    where l.qualified_by = from_rep_id_param and (customer_ids_param is null or l.id = any (customer_ids_param))
    order by l.id for update
  );
  requests := array(
    select s.id from public.contact_submissions s
    where s.assigned_to = from_rep_id_param and s.is_open
      and (request_ids_param is null or s.id = any (request_ids_param))
    order by s.id for update
  );
  if exists (select unnest(customer_ids_param) except select unnest(customers))
    or exists (select unnest(request_ids_param) except select unnest(requests)) then
    return jsonb_build_object(
      'outcome', 'changed', 'missing', private.missing_from(from_rep_id_param, customer_ids_param, request_ids_param)
    );
  end if;
  if (expected_param ->> 'customers')::integer <> cardinality(customers)
    or (expected_param ->> 'requests')::integer <> cardinality(requests) then
    return jsonb_build_object(
      'outcome', 'changed', 'missing', '[]'::jsonb, 'customers', cardinality(customers),
      'requests', cardinality(requests)
    );
  end if;
  if cardinality(customers) + cardinality(requests) = 0 then
    raise sqlstate 'PT409' using message = 'This representative has no customers and no open requests any more.';
  end if;

  update public.qualified_leads set qualified_by = to_rep_id_param where id = any (customers);
  update public.contact_submissions set assigned_to = to_rep_id_param, version = version + 1 where id = any (requests);
  versions := array(select s.version from public.contact_submissions s where s.id = any (requests) order by s.id);
  insert into private.handovers (
    id, from_rep_id, to_rep_id, customer_ids, request_ids, request_versions, done_by, tells_customers
  )
  values (
    coalesce(handover_id_param, gen_random_uuid()), from_rep_id_param, to_rep_id_param, customers, requests, versions,
    manager_id_param, tells_param
  )
  returning * into done;
  perform private.note_handed(
    'customer_handed_over', customers, requests, from_rep_id_param, to_rep_id_param, manager_id_param, ip_address_param,
    user_agent_param
  );
  perform private.note_work(to_rep_id_param, manager_id_param, cardinality(customers), requests);
  if tells_param then
    perform private.note_customers(customers, to_rep_id_param);
  end if;
  return private.done_handover(done);
end
$$;
comment on function private.apply_handover(uuid, uuid, uuid, uuid[], uuid[], jsonb, boolean, uuid, text, text) is
  'Hands customers and open contact requests of one representative to another. Null ids: all of that kind. Returns private.done_handover or {outcome: changed, missing}. Refused (400): the same, a disabled or an unknown representative, and the id of another handover. Refused (409): nothing to hand over. A handover that was undone meanwhile gets the answer of its undo. expected: {customers, requests}, the counts that the caller saw. expected null: not compared. changed: the choice or the counts no longer match, and nothing is written. Links and sessions move with the customers. Private notes stay with their author, and sales with their seller. tells: see private.note_customers.';
grant execute on function private.apply_handover(uuid, uuid, uuid, uuid[], uuid[], jsonb, boolean, uuid, text, text)
  to service_role;

create function private.split_handover(
  from_rep_id_param uuid, parts_param jsonb, expected_param jsonb, tells_param boolean, manager_id_param uuid,
  ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  handover_ids constant uuid[] := array(select (p ->> 'handoverId')::uuid from jsonb_array_elements(parts_param) as p);
  receivers constant uuid[] := array(select (p ->> 'toRepId')::uuid from jsonb_array_elements(parts_param) as p);
  undone private.handovers;
  customer_count integer;
  request_count integer;
  part record;
  answer jsonb;
begin
  if cardinality(receivers) > (select count(distinct r) from unnest(receivers) as r) then
    raise sqlstate 'PT400' using message = 'Please choose each representative once', detail = 'toRepId';
  end if;
  perform private.lock_reps(receivers || from_rep_id_param);
  -- A repetition finds its work done, and nothing left to split.
  if not exists (
    select from private.handovers h where h.id = any (handover_ids) and h.from_rep_id = from_rep_id_param
  ) then
    perform l.id from public.qualified_leads l where l.qualified_by = from_rep_id_param order by l.id for update;
    get diagnostics customer_count = row_count;
    perform s.id from public.contact_submissions s
    where s.assigned_to = from_rep_id_param and s.is_open order by s.id for update;
    get diagnostics request_count = row_count;
    if expected_param <> jsonb_build_object('customers', customer_count, 'requests', request_count) then
      return jsonb_build_object(
        'outcome', 'changed', 'missing', '[]'::jsonb, 'customers', customer_count, 'requests', request_count
      );
    end if;
    for part in
      with customers as (
        -- Links that still work are spread as evenly as their customers.
        select l.id, l.email, row_number() over (order by l.token_expires_at desc nulls last, l.id) - 1 as place
        from public.qualified_leads l where l.qualified_by = from_rep_id_param
      ),
      requests as (
        -- A customer and their requests go to one person.
        select s.id,
          coalesce(c.place, customer_count + row_number() over (partition by c.place order by s.id) - 1) as place
        from public.contact_submissions s left join customers c on c.email = s.email
        where s.assigned_to = from_rep_id_param and s.is_open
      )
      select handover_ids[n] as id, receivers[n] as to_rep_id,
        array(select c.id from customers c where c.place % cardinality(receivers) = n - 1) as customers,
        array(select r.id from requests r where r.place % cardinality(receivers) = n - 1) as requests
      from generate_subscripts(receivers, 1) as n
    loop
      if cardinality(part.customers) + cardinality(part.requests) > 0 then
        perform private.apply_handover(
          part.id, from_rep_id_param, part.to_rep_id, part.customers, part.requests, null, tells_param,
          manager_id_param, ip_address_param, user_agent_param
        );
      end if;
    end loop;
  end if;
  select h.* into undone from private.handovers h where h.id = any (handover_ids) and h.undone_at is not null limit 1;
  if found then
    return private.undone_handover(undone);
  end if;
  select jsonb_build_object(
    'outcome', 'handed_over', 'id', (array_agg(h.id))[1], 'count', sum(cardinality(h.customer_ids)),
    'requests', sum(cardinality(h.request_ids)), 'undoUntil', max(h.created_at) + private.handovers_undone_within()
  ) into answer
  from private.handovers h where h.id = any (handover_ids) having count(*) > 0;
  if answer is null then
    raise sqlstate 'PT409' using message = 'This representative has no customers and no open requests any more.';
  end if;
  return answer;
end
$$;
comment on function private.split_handover(uuid, jsonb, jsonb, boolean, uuid, text, text) is
  'Hands all customers and open contact requests of one representative to several, each as many as the others. A customer''s requests go with the customer. parts: [{handoverId, toRepId}]. Each part is a handover of its own, made by private.apply_handover, and can be undone by itself. A part that would be empty is left out. {outcome: handed_over, id, count, requests, undoUntil} of all parts, or {outcome: changed, customers, requests} if the counts are not those that the caller saw. A split that was undone in part meanwhile gets the answer of that undo. Refused (400): a receiver twice, and what apply_handover refuses. Refused (409): nothing to hand over.';
grant execute on function private.split_handover(uuid, jsonb, jsonb, boolean, uuid, text, text) to service_role;

create function public.hand_over_customers(
  from_rep_id_param uuid, to_rep_id_param uuid, emails_param text[] default null, request_ids_param uuid[] default null,
  tells_customers_param boolean default false
)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  chosen text[] := array(select private.mailbox(e) from unnest(emails_param) as e);
  is_all boolean := emails_param is null and request_ids_param is null;
  unknown text;
begin
  select e into unknown from unnest(chosen) as e
  where not exists (
    select from public.qualified_leads l where l.email = e and l.qualified_by = from_rep_id_param
  ) limit 1;
  if found then
    raise sqlstate 'PT404' using message = format('This representative has no customer %s. Nothing was changed.', unknown);
  end if;
  return private.apply_handover(
    null, from_rep_id_param, to_rep_id_param,
    case when not is_all then array(select l.id from public.qualified_leads l where l.email = any (chosen)) end,
    case when not is_all then coalesce(request_ids_param, '{}') end,
    null, tells_customers_param, null, null, null
  );
end
$$;
comment on function public.hand_over_customers(uuid, uuid, text[], uuid[], boolean) is
  'Hands customers and open contact requests of one representative to another, for operators: all of them, or those with the given addresses and ids. Returns the answer of private.apply_handover. An address that is none of their customers is refused (404).';
grant execute on function public.hand_over_customers(uuid, uuid, text[], uuid[], boolean) to service_role;

create function public.hand_over_by_manager(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  from_id uuid := (request_param ->> 'fromRepId')::uuid;
  to_id uuid := (request_param ->> 'toRepId')::uuid;
  tells boolean := coalesce((request_param -> 'tellsCustomers')::boolean, false);
  manager_id uuid;
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  if request_param ->> 'action' = 'undo' then
    select h.from_rep_id, h.to_rep_id into from_id, to_id
    from private.handovers h where h.id = (request_param ->> 'handoverId')::uuid;
  end if;
  perform private.lock_reps(array[from_id, to_id] || array(
    select (p ->> 'toRepId')::uuid from jsonb_array_elements(request_param -> 'parts') as p
  ));
  -- Checked again after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.require_manager(session_id_param);
  case request_param ->> 'action'
    when 'undo' then
      return private.apply_handover_undo(
        (request_param ->> 'handoverId')::uuid, manager_id, ip_address_param, user_agent_param
      );
    when 'split' then
      return private.split_handover(
        from_id, request_param -> 'parts', request_param -> 'expected', tells, manager_id, ip_address_param,
        user_agent_param
      );
    else null;
  end case;
  return private.apply_handover(
    (request_param ->> 'handoverId')::uuid, from_id, to_id,
    case when request_param ? 'customerIds' then
      array(select e::uuid from jsonb_array_elements_text(request_param -> 'customerIds') as e)
    end,
    case when request_param ? 'requestIds' then
      array(select e::uuid from jsonb_array_elements_text(request_param -> 'requestIds') as e)
    end,
    request_param -> 'expected', tells, manager_id, ip_address_param, user_agent_param
  );
end
$$;
comment on function public.hand_over_by_manager(uuid, jsonb, text, text) is
  'Hands over, or undoes a handover, for a manager''s session: {action: hand_over, handoverId, fromRepId, toRepId, customerIds, requestIds, tellsCustomers}, {action: split, fromRepId, parts, expected, tellsCustomers} or {action: undo, handoverId}. To hand over all, the caller sends expected instead of the ids. Returns the answer of private.apply_handover, private.split_handover or private.apply_handover_undo. The caller chooses the id. Repeating a request with the same id gives the same answer and changes nothing.';
grant execute on function public.hand_over_by_manager(uuid, jsonb, text, text) to service_role;
-- Undoing a handover. New work stays with the person who did it.

create function private.codes_mailed(handover private.handovers) returns table (email text, did text[])
language sql stable set search_path = ''
as $$
  select v.email, array_agg(distinct case when v.used_at is null then 'code' else 'qualified' end)
  from private.verification_codes v
  where v.sales_rep_id = handover.to_rep_id and v.created_at >= handover.created_at and v.voided_at is null
  group by v.email
$$;
comment on function private.codes_mailed(private.handovers) is
  'Addresses to which the new representative mailed a code since a handover: code, or qualified for a code that was used.';
grant execute on function private.codes_mailed(private.handovers) to service_role;

create function private.undone_handover(handover private.handovers) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'undone', 'id', handover.id,
    'count', cardinality(handover.customer_ids) - count(*) filter (where k ->> 'kind' = 'customer'),
    'requests', cardinality(handover.request_ids) - count(*) filter (where k ->> 'kind' = 'request'),
    'kept', coalesce(jsonb_agg(k || jsonb_build_object(
      'name', coalesce(nullif(l.name, ''), l.email, concat_ws(' ', s.first_name, s.last_name)), 'with', r.name
    )) filter (where k is not null), '[]')
  )
  from (select) as one
  left join jsonb_array_elements(handover.kept) as k on true
  left join public.qualified_leads l on k ->> 'kind' = 'customer' and l.id = (k ->> 'id')::uuid
  left join public.contact_submissions s on k ->> 'kind' = 'request' and s.id = (k ->> 'id')::uuid
  left join public.sales_representatives r on r.id = coalesce(l.qualified_by, s.assigned_to)
$$;
comment on function private.undone_handover(private.handovers) is
  'Result of undoing a handover: {outcome: undone, id, count, requests, kept: [{kind, id, reason, did, name, with}]}. name: null or empty if erased. with: the current representative. Null if not assigned.';
grant execute on function private.undone_handover(private.handovers) to service_role;

create function private.work_on_customers(handover private.handovers) returns table (customer_id uuid, did text[])
language sql stable set search_path = ''
as $$
  select w.id, array_agg(distinct w.did order by w.did)
  from (
    select h.id, case e.event when 'customer_edited' then case when f = 'note' then 'note' else 'details' end else e.event end
      as did
    from (
      select a.qualified_lead_id as id, max(a.line_number) as line_number
      from public.audit_events a
      where a.event = 'customer_handed_over' and a.occurred_at = handover.created_at
        and a.qualified_lead_id = any (handover.customer_ids)
      group by a.qualified_lead_id
    ) h
    -- Not by time: a change can begin before the handover and be written after it.
    join public.audit_events e on e.qualified_lead_id = h.id and e.line_number > h.line_number
    left join jsonb_array_elements_text(e.detail -> 'fields') as f on true
    where e.sales_rep_id = handover.to_rep_id and e.event in ('customer_edited', 'link_extended', 'link_revoked')
      -- Operators and managers say who they are.
      and not e.detail ? 'by'
    union all
    select l.id, unnest(m.did)
    from private.codes_mailed(handover) m join public.qualified_leads l on l.email = m.email
    where l.id = any (handover.customer_ids)
  ) w
  group by w.id
$$;
comment on function private.work_on_customers(private.handovers) is
  'What the new representative did with each customer since a handover: some of details, note, link_extended, link_revoked, code, qualified. Without those with whom they did nothing.';
grant execute on function private.work_on_customers(private.handovers) to service_role;

create function private.apply_handover_undo(
  handover_id_param uuid, manager_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  handover private.handovers;
  kept_ids uuid[];
  customers uuid[];
  requests uuid[];
begin
  select h.* into handover from private.handovers h where h.id = handover_id_param;
  perform private.lock_reps(array[handover.from_rep_id, handover.to_rep_id]);
  select h.* into handover from private.handovers h where h.id = handover_id_param for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no handover that can still be undone.';
  end if;
  if handover.undone_at is not null then
    return private.undone_handover(handover);
  end if;
  if handover.created_at <= now() - private.handovers_undone_within() then
    raise sqlstate 'PT409' using message = 'It is too late to undo this handover. Hand them over again instead.';
  end if;

  perform l.id from public.qualified_leads l where l.id = any (handover.customer_ids) order by l.id for update;
  perform s.id from public.contact_submissions s where s.id = any (handover.request_ids) order by s.id for update;
  -- New work stays with the person who did it.
  select coalesce(jsonb_agg(jsonb_build_object(
      'kind', k.kind, 'id', k.id, 'reason', k.reason,
      'did', case when k.reason = 'worked_on' then coalesce(to_jsonb(k.did), '[]') else '[]' end
    )), '[]'),
    coalesce(array_agg(k.id), '{}')
  into handover.kept, kept_ids
  from (
    select 'customer' as kind, c.id, w.did, case
      when l.id is null then 'erased'
      when l.qualified_by <> handover.to_rep_id then 'handed_on'
      when l.link_issued_at > handover.created_at then 'new_link'
      when w.did is not null then 'worked_on'
    end as reason
    from unnest(handover.customer_ids) as c (id)
    left join public.qualified_leads l on l.id = c.id
    left join private.work_on_customers(handover) w on w.customer_id = c.id
    union all
    select 'request', c.id, w.did, case
      when s.id is null then 'erased'
      when s.assigned_to is distinct from handover.to_rep_id then 'handed_on'
      when w.did is not null or s.version <> c.version and exists (
        -- An erasure, a correction and a withdrawn consent increase the version too, but are no work on it.
        select from public.audit_events e
        where e.event = 'contact_request_changed' and e.contact_request_id = s.id
        group by e.sales_rep_id
        -- private.write_repeated_audit leaves out lines after 20 of a day: any could be work.
        having max((e.detail ->> 'version')::integer) > c.version or count(*) >= 20
      ) then 'worked_on'
    end
    from unnest(handover.request_ids, handover.request_versions) as c (id, version)
    left join public.contact_submissions s on s.id = c.id
    left join private.codes_mailed(handover) w on w.email = s.email
  ) k
  where k.reason is not null;
  customers := array(select c from unnest(handover.customer_ids) as c where c <> all (kept_ids));
  requests := array(select c from unnest(handover.request_ids) as c where c <> all (kept_ids));

  update public.qualified_leads set qualified_by = handover.from_rep_id where id = any (customers);
  update public.contact_submissions set assigned_to = handover.from_rep_id, version = version + 1
  where id = any (requests);
  update private.handovers set undone_at = now(), kept = handover.kept where id = handover.id;
  perform private.note_handed(
    'handover_undone', customers, requests, handover.to_rep_id, handover.from_rep_id, manager_id_param,
    ip_address_param, user_agent_param
  );
  if handover.tells_customers then
    -- Who was not told yet need not hear of it.
    perform private.note_customers(
      array(
        select c from unnest(customers) as c
        where not exists (
          select from private.work_mails w
          where w.customer_id = c and w.sales_rep_id = handover.to_rep_id and (w.claimed_at is null or w.failed_at is not null)
        )
      ),
      handover.from_rep_id
    );
  end if;
  -- What was not mailed yet is no news any more.
  delete from private.work_mails w
  where w.sales_rep_id = handover.to_rep_id and w.created_at = handover.created_at
    and (kept_ids = '{}' or w.customer_id = any (customers));
  perform private.note_work(handover.from_rep_id, manager_id_param, cardinality(customers), requests);
  return private.undone_handover(handover);
end
$$;
comment on function private.apply_handover_undo(uuid, uuid, text, text) is
  'Undoes a handover within private.handovers_undone_within(). Returns private.undone_handover. Refused: an unknown one (404), and an older one (409). Reasons why an item does not move back: handed_on, new_link, worked_on or erased. did: what the new representative did, see private.work_on_customers. Private notes need no move: a customer with a new note stays with its author. Repeating it gives the same answer and changes nothing.';
grant execute on function private.apply_handover_undo(uuid, uuid, text, text) to service_role;

create function public.undo_handover(from_rep_id_param uuid, handover_id_param uuid default null) returns jsonb
language sql set search_path = '' set statement_timeout = '60s'
as $$
  select private.apply_handover_undo((
    select h.id from private.handovers h
    where h.from_rep_id = from_rep_id_param and (
      h.id = handover_id_param
      or handover_id_param is null and h.undone_at is null
        and h.created_at > now() - private.handovers_undone_within()
    )
    order by h.created_at desc limit 1
  ), null, null, null)
$$;
comment on function public.undo_handover(uuid, uuid) is
  'Undoes a handover of a representative, for operators: the given one, or else the latest. See private.apply_handover_undo.';
grant execute on function public.undo_handover(uuid, uuid) to service_role;
-- What managers can hand over, and the recent handovers, which they can undo.

-- security definer: managers cannot read other representatives' customers, except to hand them over.
create function private.handover_choice_rows(sales_rep_id_param uuid, term_param text) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
    'customerCount', (select count(*) from public.qualified_leads l where l.qualified_by = sales_rep_id_param),
    'requestCount', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = sales_rep_id_param and s.is_open
    )
  )
  where private.current_manager_until() is not null
$$;
comment on function private.handover_choice_rows(uuid, text) is
  'Customers and open contact requests that a representative could hand over and that match a folded term. At most 100 customers, by name, and 100 requests, newest first: {customers, requests: [{id, name, email, company}], customerCount, requestCount}. The counts include all items. The term does not affect them. Null unless the caller is a manager.';
grant execute on function private.handover_choice_rows(uuid, text) to api_reader;

create function public.get_handover_choices(sales_rep_id_param uuid, search text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  perform private.refuse_over('search', char_length(search), 200);
  return private.handover_choice_rows(sales_rep_id_param, private.folded_term(search));
end
$$;
comment on function public.get_handover_choices(uuid, text) is
  'Items that a representative could hand over: see private.handover_choice_rows. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_handover_choices(uuid, text) to authenticated;
alter function public.get_handover_choices(uuid, text) owner to api_reader;

create function private.recent_handover_rows() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', h.id, 'from', jsonb_build_object('id', f.id, 'name', f.name, 'disabledAt', f.disabled_at),
    'to', jsonb_build_object('id', t.id, 'name', t.name, 'disabledAt', t.disabled_at), 'by', m.name,
    'tellsCustomers', h.tells_customers,
    'customers', cardinality(h.customer_ids), 'requests', cardinality(h.request_ids), 'createdAt', h.created_at,
    'undoneAt', h.undone_at, 'undoUntil', h.created_at + private.handovers_undone_within()
  ) order by h.created_at desc, h.id), '[]')
  from (
    select * from private.handovers h
    where h.created_at > now() - private.handovers_undone_within()
    order by h.created_at desc, h.id limit 50
  ) h
  join public.sales_representatives f on f.id = h.from_rep_id
  join public.sales_representatives t on t.id = h.to_rep_id
  left join public.sales_representatives m on m.id = h.done_by
$$;
comment on function private.recent_handover_rows() is
  'Handovers that can still be undone or were undone, newest first, at most 50: [{id, from, to, by, customers, requests, createdAt, undoneAt, undoUntil}]. by: null for an operator.';
grant execute on function private.recent_handover_rows() to service_role;

-- security definer: only functions may read the table.
create function private.recent_handovers() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when private.current_manager_until() is null then '[]'::jsonb else private.recent_handover_rows() end
$$;
comment on function private.recent_handovers() is
  'See private.recent_handover_rows. Empty unless the caller is a manager.';
grant execute on function private.recent_handovers() to api_reader;

create function public.get_handovers() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return jsonb_build_object('rows', private.recent_handovers(), 'now', now());
end
$$;
comment on function public.get_handovers() is
  'The latest handovers: {rows, now}. See private.recent_handovers. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_handovers() to authenticated;
alter function public.get_handovers() owner to api_reader;

create function public.find_handovers() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('rows', private.recent_handover_rows(), 'now', now())
$$;
comment on function public.find_handovers() is 'The same as public.get_handovers, for operators.';
grant execute on function public.find_handovers() to service_role;
-- Finds everything that is stored about one person. For operators, and for managers with a code.

create function private.person_email(email_param text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  perform private.refuse_over('the address', char_length(email_param), 320);
  return private.mailbox(email_param);
end
$$;
comment on function private.person_email(text) is
  'The mailbox that identifies a person, in its one spelling. More than 320 characters are refused (22023).';
grant execute on function private.person_email(text) to service_role;

create function private.stored_people(emails_param text[]) returns table (email text, name text, role text)
language sql stable set search_path = ''
as $$
  select l.email, nullif(l.name, ''), 'customer' from public.qualified_leads l where l.email = any (emails_param)
  union all
  select s.email, nullif(concat_ws(' ', s.first_name, nullif(s.last_name, '')), ''), 'contact request'
  from public.contact_submissions s where s.email = any (emails_param)
  union all
  select v.email, nullif(v.name, ''), 'code' from private.verification_codes v where v.email = any (emails_param)
  union all
  select r.email, r.name, 'representative' from public.sales_representatives r where r.email = any (emails_param)
$$;
comment on function private.stored_people(text[]) is
  'Every stored pair of the given mailboxes and a name, and its kind: customer, contact request, code, representative.';
grant execute on function private.stored_people(text[]) to service_role;

create function public.find_people(search_param text)
returns table (email text, names text[], roles text[])
language plpgsql stable set search_path = ''
as $$
declare
  term text := coalesce(private.folded_term(search_param), '');
  mailbox text := private.mailbox(search_param);
  found_emails text[];
  -- Run twice, with another end: the plan follows from distinct, order and limit, and none of them can be a parameter.
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
  if char_length(term) < 2 then
    -- Signs are left out of a term, so "O'" is one character. More of it may follow.
    perform private.refuse_over('2 characters', 2, char_length(btrim(search_param)));
    return;
  end if;
  -- Reads every row once, in any order.
  execute format(query, '', 'limit 1000') using term into found_emails;
  if cardinality(found_emails) >= 1000 then
    -- Many match, so the first ones by address are soon found.
    execute format(query, 'distinct', 'order by 1 limit 100') using term into found_emails;
  end if;
  return query
  select p.email, coalesce(array_agg(distinct p.name order by p.name) filter (where p.name is not null), '{}'),
    array_agg(distinct p.role order by p.role)
  from private.stored_people((array(select distinct e from unnest(found_emails) as e order by e))[:100]) p
  group by p.email
  union all
  -- Nothing has this address, but others wrote it into their texts.
  select mailbox, '{}'::text[], array['mention']
  where not exists (select from private.stored_people(array[mailbox]))
    and private.known_person(mailbox, 0) is not null
  order by 1;
end
$$;
comment on function public.find_people(text) is
  'People whose address or name contains a text of 2 to 200 characters, in any case. At most 100, sorted by address, with all their names and kinds: customer, contact request, code, representative. A whole address that only texts of others contain is found too: mention.';
grant execute on function public.find_people(text) to service_role;

create function private.trail_of(lead_id_param uuid, rep_id_param uuid, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('occurredAt', e.occurred_at, 'event', e.event,
      'detail', private.line_detail(e.detail, e.contact_request_id, e.manager_id))
    -- A customer may not see the IP address or browser of other people's actions.
    || case when (rep_id_param is not null and e.manager_id is null)
      or e.event = any (private.customers_own_events())
    then jsonb_build_object('ipAddress', e.ip_address, 'userAgent', e.user_agent)
    else '{"ipAddress": null, "userAgent": null}' end
    order by e.line_number desc
  ), '[]')
  from (
    -- Each part has its index. One condition for both would read the whole trail for a person with few lines.
    (
      select * from public.audit_events t
      where lead_id_param is not null and t.qualified_lead_id = lead_id_param
      order by t.line_number desc limit most_param
    )
    union all
    (
      select * from public.audit_events t
      where rep_id_param is not null and t.sales_rep_id = rep_id_param and t.qualified_lead_id is null
      order by t.occurred_at desc, t.line_number desc limit most_param
    )
    order by line_number desc
    limit most_param
  ) e
$$;
comment on function private.trail_of(uuid, uuid, integer) is
  'Lines of the trail about a customer or a representative''s own account, newest first. The last argument limits their number. Null for all.';
grant execute on function private.trail_of(uuid, uuid, integer) to service_role;

create function private.customer_data(email_param text, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select private.camel_keys(to_jsonb(l) - array[
    'access_token_hash', 'qualified_by', 'search_text', 'token_expires_at', 'accessed_at'
  ]) || jsonb_build_object(
    'linkEndsAt', l.token_expires_at, 'firstOpenedAt', l.accessed_at,
    'hasOpenLink', l.access_token_hash is not null and l.token_expires_at > now() and l.is_active
      and l.revoked_at is null,
    'representative', (
      select jsonb_build_object('name', r.name, 'email', r.email)
      from public.sales_representatives r where r.id = l.qualified_by
    ),
    'sessions', coalesce((
      select jsonb_agg(
        private.camel_keys(to_jsonb(s) - array['refresh_hash', 'qualified_lead_id']) order by s.created_at desc
      )
      from (
        select * from public.customer_sessions t where t.qualified_lead_id = l.id
        order by t.created_at desc limit most_param
      ) s
    ), '[]'),
    'openings', coalesce((
      select jsonb_agg(private.camel_keys(to_jsonb(p) - 'qualified_lead_id') order by p.created_at desc)
      from (
        select * from public.pricing_reveals t where t.qualified_lead_id = l.id
        order by t.created_at desc limit most_param
      ) p
    ), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'note', n.note, 'updatedAt', n.updated_at, 'writtenBy', r.name
      ) order by n.updated_at desc)
      from private.customer_notes n join public.sales_representatives r on r.id = n.sales_rep_id
      where n.qualified_lead_id = l.id
    ), '[]'),
    'sales', coalesce((
      select jsonb_agg(jsonb_build_object(
        'saleDate', s.sale_date, 'productName', s.product_name, 'billingFrequency', s.billing_frequency,
        'amountCents', s.sale_amount, 'isCancelled', s.is_cancelled
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
$$;
comment on function private.customer_data(text, integer) is
  'All stored data of the customer with an address in lower case, without hashes of secrets. Null for an unknown address. The last argument limits each list to its newest entries. Null for all. counts: full lengths of the lists.';
grant execute on function private.customer_data(text, integer) to service_role;

create function private.rep_data(email_param text, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select private.camel_keys(to_jsonb(r)) || jsonb_build_object(
    'salesIds', coalesce((
      select jsonb_agg(
        private.camel_keys(to_jsonb(c) - array['credential_hash', 'sales_rep_id']) order by c.created_at desc
      )
      from private.sales_rep_credentials c where c.sales_rep_id = r.id
    ), '[]'),
    'managerCodes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'createdAt', m.created_at, 'expiresAt', m.expires_at, 'usedAt', m.used_at
      ) order by m.created_at desc)
      from private.manager_codes m where m.sales_rep_id = r.id
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(
        private.camel_keys(to_jsonb(s) - array['refresh_hash', 'sales_rep_id']) order by s.created_at desc
      )
      from (
        select * from public.sales_sessions t where t.sales_rep_id = r.id
        order by t.created_at desc limit most_param
      ) s
    ), '[]'),
    'trail', private.trail_of(null, r.id, most_param),
    'counts', jsonb_build_object(
      'sessions', (select count(*) from public.sales_sessions t where t.sales_rep_id = r.id),
      'trail', (
        select count(*) from public.audit_events t where t.sales_rep_id = r.id and t.qualified_lead_id is null
      ),
      'customers', (select count(*) from public.qualified_leads t where t.qualified_by = r.id),
      'sales', (select count(*) from public.sales_records t where t.sales_rep_id = r.id),
      'statements', (select count(*) from private.statements t where t.sales_rep_id = r.id),
      'assignedRequests', (select count(*) from public.contact_submissions t where t.assigned_to = r.id),
      'notesOnCustomers', (select count(*) from private.customer_notes t where t.sales_rep_id = r.id)
    )
  )
  from public.sales_representatives r
  where r.email = email_param
$$;
comment on function private.rep_data(text, integer) is
  'The account of the representative with an address in lower case, without hashes of secrets. Null for an unknown address. The last argument limits each list to its newest entries. Null for all. counts: full lengths of the lists, and the number of actions for other people.';
grant execute on function private.rep_data(text, integer) to service_role;

create function private.requests_of(email_param text, before_param jsonb, most_param integer) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  ids uuid[] := array(
    select s.id from public.contact_submissions s
    where s.email = email_param and (
      before_param is null
      or (s.created_at, s.id) < ((before_param ->> 'key')::timestamptz, (before_param ->> 'id')::uuid)
    )
    order by s.created_at desc, s.id desc limit coalesce(most_param, 1000)
  );
begin
  return (
    select coalesce(jsonb_agg(
      private.camel_keys(to_jsonb(s) - array[
        'notification_claimed_at', 'notification_failed_at', 'assigned_to', 'assigned_at', 'version', 'campaign',
        'search_text', 'words', 'is_open'
      ])
        || jsonb_build_object(
          'lastName', coalesce(s.last_name, ''),
          'assignedTo', (select r.name from public.sales_representatives r where r.id = s.assigned_to)
        )
      order by i.place
    ), '[]')
    from unnest(private.first_contact_requests(ids)) with ordinality as i (id, place)
    join public.contact_submissions s on s.id = i.id
  );
end
$$;
comment on function private.requests_of(text, jsonb, integer) is
  'Contact requests with an address in lower case, newest first: those before a place of private.read_cursor, or all for null. The last argument limits their number, and private.first_contact_requests their bytes.';
grant execute on function private.requests_of(text, jsonb, integer) to service_role;

create function private.person_data(email_param text, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select case when jsonb_array_length(p.requests) + jsonb_array_length(p.codes) + num_nonnulls(p.customer, p.rep) > 0
    then jsonb_build_object(
      'email', email_param, 'customer', p.customer, 'representative', p.rep, 'requests', p.requests,
      'codes', p.codes
    )
  end
  from (
    select
      private.customer_data(email_param, most_param) as customer,
      private.rep_data(email_param, most_param) as rep,
      private.requests_of(email_param, null, most_param) as requests,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', v.name, 'company', v.company, 'createdAt', v.created_at, 'expiresAt', v.expires_at,
          'usedAt', v.used_at
        ) order by v.created_at desc)
        from private.verification_codes v where v.email = email_param
      ), '[]') as codes
    -- So each part is read once.
    offset 0
  ) p
$$;
comment on function private.person_data(text, integer) is
  'All stored data of an address in lower case: {email, customer, representative, requests, codes}. Null if there is none. Never a secret or a hash of one. The last argument limits each list to its newest entries. Null for all. Requests are a page of private.requests_of.';
grant execute on function private.person_data(text, integer) to service_role;
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
-- Opens and exports everything that is stored about one person, and says so in the trail. Operators and managers do it by
-- the same procedures.

create function private.note_person_read(
  event_param text, manager_id_param uuid, person_param jsonb, ip_address_param text, user_agent_param text,
  detail_param jsonb default '{}'
)
returns void
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := (person_param #>> '{representative,id}')::uuid;
  customer_id uuid := (person_param #>> '{customer,id}')::uuid;
  is_stranger boolean := num_nonnulls(rep_id, customer_id) = 0;
  -- A stranger has no id of their own. So the line refers to their newest contact request, or else to their newest code.
  request_id uuid := case when is_stranger then (person_param #>> '{requests,0,id}')::uuid end;
  verification_id uuid := case when is_stranger and request_id is null then (
    select v.id from private.verification_codes v where v.email = person_param ->> 'email'
    order by v.created_at desc limit 1
  ) end;
  -- If only other people's texts mention the person, refer to the first text.
  mention_id uuid := (person_param #>> '{mentions,texts,0,id}')::uuid;
  line_detail jsonb := detail_param
    || jsonb_strip_nulls(jsonb_build_object('verificationId', verification_id, 'mentionedIn', mention_id));
begin
  -- An open page reads its person again and again. These readings are one opening.
  if event_param = 'person_opened' and exists (
    select from public.audit_events e
    where e.event = 'person_opened' and e.occurred_at > now() - interval '1 hour'
      and e.sales_rep_id is not distinct from rep_id and e.qualified_lead_id is not distinct from customer_id
      and e.manager_id is not distinct from manager_id_param and e.contact_request_id is not distinct from request_id
      and e.detail - 'by' = line_detail
  ) then
    return;
  end if;
  perform private.write_staff_audit(
    manager_id_param, event_param, rep_id, customer_id, ip_address_param, user_agent_param, line_detail, request_id
  );
end
$$;
comment on function private.note_person_read(text, uuid, jsonb, text, text, jsonb) is
  'Adds a line to the trail: who opened or exported the data of a person as private.known_person returns it. The line has ids, but no text of the person. Opening the same person again within an hour adds no line. The second argument is the manager. Null for an operator.';
grant execute on function private.note_person_read(text, uuid, jsonb, text, text, jsonb) to service_role;

create function public.get_person(
  email_param text, manager_id_param uuid default null, ip_address_param text default null,
  user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.stored_person(person_email, 50);
begin
  perform private.note_person_read('person_opened', manager_id_param, person, ip_address_param, user_agent_param);
  return person || jsonb_build_object(
    'requestCount', (select count(*) from public.contact_submissions s where s.email = person_email),
    'mentions', coalesce(person -> 'mentions', private.mentions_of(person_email, '', 50)), 'now', now()
  );
end
$$;
comment on function public.get_person(text, uuid, text, text) is
  'Stored data of one address, in any case, and its mentions in other data: {email, customer, representative, requests, requestCount, codes, mentions, now}. Any other address is refused (404). Each list holds the newest 50 entries, and mentions about the first 50 (see private.mentions_of). Long requests are fewer: see private.first_contact_requests. requestCount: how many are stored. The trail records who opened it, once an hour: the manager, or an operator for null. public.export_person makes a file.';
grant execute on function public.get_person(text, uuid, text, text) to service_role;

create function private.apply_mentions_reading(
  manager_id_param uuid, email_param text, after_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.stored_person(person_email, 1);
begin
  perform private.note_person_read('person_opened', manager_id_param, person, ip_address_param, user_agent_param);
  return jsonb_build_object('outcome', 'mentioned', 'mentions', private.mentions_of(person_email, after_param, 200));
end
$$;
comment on function private.apply_mentions_reading(uuid, text, text, text, text) is
  'Further texts of other people that mention an address: {outcome: mentioned, mentions}. mentions: see private.mentions_of, about 200 after a given row. The trail records it as an opening. The first argument is the manager.';
grant execute on function private.apply_mentions_reading(uuid, text, text, text, text) to service_role;

create function public.export_person(
  email_param text, after_param text default null, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  person_email text := private.person_email(email_param);
  place jsonb := private.read_cursor(after_param, 'requests of a person', 'timestamptz');
  person jsonb := private.stored_person(person_email, case when place is not null then 1 end);
  requests jsonb := case when place is null then person -> 'requests'
    else private.requests_of(person_email, place, null) end;
  -- Null without a request.
  next_place jsonb := jsonb_build_object(
    'order', 'requests of a person', 'key', requests #> '{-1,createdAt}', 'id', requests #> '{-1,id}'
  );
begin
  perform private.note_person_read(
    'person_exported', manager_id_param, person, ip_address_param, user_agent_param,
    jsonb_build_object('contactRequests', jsonb_array_length(requests))
  );
  return jsonb_build_object(
    'person', case when place is null
      then person - array['mentions', 'requests'] || jsonb_build_object('exportedAt', now()) end,
    'requests', requests,
    'nextAfter', case when jsonb_array_length(private.requests_of(person_email, next_place, 1)) > 0
      then private.write_cursor(next_place) end
  );
end
$$;
comment on function public.export_person(text, text, uuid, text, text) is
  'All stored data of one address, in any case: {person: {email, exportedAt, customer, representative, codes}, requests, nextAfter}. Strangers choose how long requests are: further ones follow after nextAfter of the page before, with person null. nextAfter: null at the end. Any other address is refused (404). Never a secret or a hash of one. Each page is a line of the trail: who exported it. The manager, or an operator for null.';
grant execute on function public.export_person(text, text, uuid, text, text) to service_role;
-- Corrects and erases everything that is stored about one person, and withdraws consent. Operators and managers do it by
-- the same procedures.

create function public.withdraw_consent(
  email_param text, manager_id_param uuid default null, ip_address_param text default null,
  user_agent_param text default null
)
returns integer
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  request_ids uuid[];
  withdrawn integer;
begin
  perform s.id from public.contact_submissions s
  where s.email = private.person_email(email_param) order by s.id for update;
  with marked as (
    update public.contact_submissions set consent_withdrawn_at = now(), version = version + 1
    where email = private.person_email(email_param) and consented_at is not null
      and consent_withdrawn_at is null
    returning id, created_at
  )
  select coalesce(array_agg(m.id order by m.created_at desc, m.id), '{}') into request_ids from marked m;
  withdrawn := cardinality(request_ids);
  if withdrawn > 0 then
    perform private.write_staff_audit(
      manager_id_param, 'consent_withdrawn', null, null, ip_address_param, user_agent_param,
      jsonb_build_object('requests', withdrawn, 'requestIds', to_jsonb(request_ids[:20]))
    );
  end if;
  return withdrawn;
end
$$;
comment on function public.withdraw_consent(text, uuid, text, text) is
  'Marks the consent to contact as withdrawn on all contact requests of a person, and returns their number. The consent text and its time stay as evidence. The trail records who did it: the manager, or an operator for null.';
grant execute on function public.withdraw_consent(text, uuid, text, text) to service_role;

create function private.person_texts(part_param jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('name', l.name, 'company', l.company)
  from public.qualified_leads l
  where part_param ->> 'kind' = 'customer' and l.id = (part_param ->> 'id')::uuid
  union all
  select jsonb_build_object(
    'firstName', s.first_name, 'lastName', coalesce(s.last_name, ''), 'company', s.company, 'phone', s.phone,
    'jobTitle', s.job_title
  )
  from public.contact_submissions s
  where part_param ->> 'kind' = 'contact_request' and s.id = (part_param ->> 'id')::uuid
$$;
comment on function private.person_texts(jsonb) is
  'The texts that can be corrected in a customer or a contact request, {kind, id}. Null if it does not exist.';
grant execute on function private.person_texts(jsonb) to service_role;

create function public.correct_person(
  part_param jsonb, before_param jsonb, after_param jsonb, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  part_id uuid := (part_param ->> 'id')::uuid;
  stored jsonb;
  rep_id uuid;
  customer_id uuid;
begin
  -- The lock serializes simultaneous corrections. The second compares with the values that the first wrote.
  perform l.id from public.qualified_leads l where l.id = part_id for update;
  perform s.id from public.contact_submissions s where s.id = part_id for update;
  stored := private.person_texts(part_param);
  if stored is null then
    raise sqlstate 'PT404' using message = 'This is not stored any more.';
  end if;
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  if stored = after_param then
    return jsonb_build_object('outcome', 'saved', 'stored', stored);
  end if;
  if stored <> before_param then
    return jsonb_build_object('outcome', 'conflict', 'stored', stored);
  end if;

  if part_param ->> 'kind' = 'customer' then
    update public.qualified_leads set name = after_param ->> 'name', company = after_param ->> 'company'
    where id = part_id
    returning id, qualified_by into customer_id, rep_id;
  else
    update public.contact_submissions set
      first_name = after_param ->> 'firstName', last_name = nullif(after_param ->> 'lastName', ''),
      company = after_param ->> 'company', phone = after_param ->> 'phone', job_title = after_param ->> 'jobTitle',
      version = version + 1
    where id = part_id;
  end if;
  perform private.write_staff_audit(
    manager_id_param, 'person_corrected', rep_id, customer_id, ip_address_param, user_agent_param,
    jsonb_build_object(
      'of', part_param ->> 'kind',
      'fields', (
        select jsonb_agg(k order by k) from jsonb_object_keys(stored) as k where stored -> k <> after_param -> k
      )
    ),
    case when customer_id is null then part_id end
  );
  return jsonb_build_object('outcome', 'saved', 'stored', after_param);
end
$$;
comment on function public.correct_person(jsonb, jsonb, jsonb, uuid, text, text) is
  'Replaces the texts of a customer or a contact request, {kind: customer | contact_request, id}, if they still equal the values before: {outcome: saved | conflict, stored}. One that is gone is refused (404). Texts of a customer: {name, company}. Texts of a contact request: {firstName, lastName, company, phone, jobTitle}. conflict: someone else changed them first. Then stored holds the current values, and nothing is written. The trail records which fields changed, but no text. By the manager, or by an operator for null.';
grant execute on function public.correct_person(jsonb, jsonb, jsonb, uuid, text, text) to service_role;

create function private.erase_rep(rep_id_param uuid) returns void
language sql set search_path = ''
as $$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    week_mail_noted_at = null, is_manager = false, takes_requests = false, time_zone = null,
    erased_at = coalesce(erased_at, now())
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  -- An erased representative cannot get customers or requests back. A handover that can no longer be undone leaves the
  -- list. It is not called undone: what it moved stays moved. The trail keeps its lines.
  delete from private.handovers where from_rep_id = rep_id_param and undone_at is null;
  delete from private.sales_rep_credentials where sales_rep_id = rep_id_param;
  -- Codes before sessions, as the check of a code locks them.
  delete from private.manager_codes where sales_rep_id = rep_id_param;
  delete from public.sales_sessions where sales_rep_id = rep_id_param;
  delete from private.verification_codes where sales_rep_id = rep_id_param;
  delete from private.customer_notes where sales_rep_id = rep_id_param;
$$;
comment on function private.erase_rep(uuid) is
  'Removes the personal data from a representative''s account for good: it can be neither edited nor enabled again. What the trail holds goes in public.erase_person. Its sales and their figures stay. Contact requests that were assigned to it become unassigned, and handed-over items stay with the new representative.';
grant execute on function private.erase_rep(uuid) to service_role;

create function private.begin_erasure(email_param text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Erasures run one after the other. Each waits here before it locks a row, and may wait twice.
  perform pg_advisory_xact_lock(hashtextextended('people', 0));
  perform private.lock_reps(array(
    select r.id from public.sales_representatives r where r.email = private.person_email(email_param)
  ));
end
$$;
comment on function private.begin_erasure(text) is
  'Locks out other erasures, then the representative with an address and every manager. Check rights before this call and again after it.';
grant execute on function private.begin_erasure(text) to service_role;

create function private.lock_for_erasure(email_param text, rep_id_param uuid, places_param text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  place_ids constant uuid[] := array(select split_part(p, ' ', 3)::uuid from unnest(places_param) as p);
begin
  perform v.id from private.verification_codes v
  where v.email = email_param or v.sales_rep_id = rep_id_param or v.id = any (place_ids)
  order by v.id for update;
  perform l.id from public.qualified_leads l
  -- One look-up in an index for each reason.
  where l.id in (
    select c.id from public.qualified_leads c where c.email = email_param
    union
    select n.qualified_lead_id from private.customer_notes n where n.sales_rep_id = rep_id_param
    union
    select unnest(place_ids)
  )
  order by l.id for update;
  perform s.id from public.contact_submissions s
  where s.email = email_param or s.assigned_to = rep_id_param or s.id = any (place_ids)
  order by s.id for update;
end
$$;
comment on function private.lock_for_erasure(text, uuid, text[]) is
  'Locks what a step of an erasure may change, in the order in which everyone locks: representatives (before this call), codes, customers, contact requests, each by id. The last argument: rows of private.mention_places.';
grant execute on function private.lock_for_erasure(text, uuid, text[]) to service_role;

create function public.erase_person(
  email_param text, takes_names_param boolean default false, erasure_id_param uuid default gen_random_uuid(),
  manager_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  person_email constant text := private.person_email(email_param);
  -- Only who knows the caller's id could tell from the trail whom it was about. An id is of one person, with or without
  -- the names: steps without them read fewer texts.
  erasure_id constant text := md5(concat_ws(' ', erasure_id_param, takes_names_param, person_email))::uuid;
  -- Before anything is read: what others write from now on is read at the end.
  began xid8 := pg_snapshot_xmin(pg_current_snapshot());
  done jsonb;
  done_line bigint;
  rep public.sales_representatives;
  customer public.qualified_leads;
  until timestamptz;
  address text;
  names text[];
  names_then text;
  places text[];
  place text;
  step jsonb;
  after text;
  since xid8;
  read integer := 0;
  redacted_now integer := 0;
  redacted integer;
  requests integer;
  mails integer;
  codes integer;
  lines bigint[];
begin
  perform private.begin_erasure(person_email);
  -- If the caller repeats a request because its answer was lost, it gets the same answer. If the person is stored
  -- again, this is another erasure.
  select e.detail - array['by', 'erasureId'], e.line_number into done, done_line
  from public.audit_events e where e.event = 'person_erased' and e.detail ->> 'erasureId' = erasure_id
  order by e.line_number desc limit 1;
  if found and private.known_person(person_email, 1) is null then
    return jsonb_build_object('outcome', 'erased') || done;
  end if;

  -- For update: no person can become a customer of this representative meanwhile.
  select r.* into rep from public.sales_representatives r where r.email = person_email for update;
  if rep.id is not null and rep.disabled_at is null then
    raise sqlstate 'PT409' using message =
      'This person can sign in as a representative. Disable them first.';
  end if;
  if exists (select from public.qualified_leads l where l.qualified_by = rep.id) then
    raise sqlstate 'PT409' using message =
      'This representative still has customers. Hand them over first.';
  end if;
  -- The texts of others first, while the names are stored. Until the last of them, the person is stored and found.
  select l.* into customer from public.qualified_leads l where l.email = person_email;
  -- Steps with another id, such as those of a manager who closed the page, count as well.
  select coalesce(sum((e.detail ->> 'redacted')::integer), 0),
    (array_agg(
      e.detail || jsonb_build_object('of', coalesce(e.qualified_lead_id, e.sales_rep_id)) order by e.line_number desc
    ) filter (where e.detail ->> 'erasureId' = erasure_id))[1]
  into redacted, step
  from public.audit_events e
  where e.event = 'mentions_redacted' and e.line_number > coalesce(done_line, 0)
    and (e.detail ->> 'erasureId' = erasure_id or e.qualified_lead_id = customer.id or e.sales_rep_id = rep.id);
  after := coalesce(step ->> 'after', '');
  since := (step ->> 'since')::xid8;
  began := coalesce((step ->> 'began')::xid8, began);
  names := case when takes_names_param then private.full_names(person_email) else '{}' end;
  names_then := coalesce(step ->> 'names', md5(concat_ws(' ', erasure_id_param, names)));
  places := private.mention_places(person_email, names, after, since);
  -- Someone else may have erased the customer or representative. Of others, the last text may have gone.
  if step is null or places = '{}' and step ->> 'of' is not null then
    perform private.stored_person(person_email, 1);
  end if;
  perform private.lock_for_erasure(person_email, rep.id, places[:200]);
  until := clock_timestamp() + interval '3 seconds';
  address := private.address_pattern(person_email);
  foreach place in array places[:200] loop
    exit when read > 0 and clock_timestamp() > until;
    read := read + 1;
    redacted_now := redacted_now + private.redact_texts_at(place, person_email, address, names)::integer;
  end loop;
  redacted := redacted + redacted_now;
  if since is null and read = cardinality(places) then
    -- What was written since the first step began is read once more, or everything if a name changed. Not again and
    -- again: someone who goes on writing could keep an erasure from ending.
    if takes_names_param then
      names := private.full_names(person_email);
    end if;
    since := case when md5(concat_ws(' ', erasure_id_param, names)) = names_then then began else '0' end;
    places := private.mention_places(person_email, names, '', since);
    read := 0;
  end if;
  if read < cardinality(places) then
    perform private.write_staff_audit(
      manager_id_param, 'mentions_redacted', rep.id, customer.id, ip_address_param, user_agent_param,
      jsonb_build_object(
        'erasureId', erasure_id, 'redacted', redacted_now, 'after', coalesce(places[read], ''), 'since', since,
        'began', began, 'names', names_then
      )
    );
    return jsonb_build_object('outcome', 'erasing', 'redacted', redacted, 'unread', cardinality(places) - read);
  end if;

  -- First, so that a code which is being checked at this moment ends before: it may make the person a customer.
  delete from private.verification_codes v where v.email = person_email;
  get diagnostics codes = row_count;
  -- Deleting the customer also deletes sessions, openings and notes. A sale stays, without a customer.
  delete from public.qualified_leads l where l.email = person_email returning l.* into customer;
  with gone as (
    delete from public.contact_submissions s where s.email = person_email
    returning s.notification_claimed_at is not null and s.notified_at is null as is_being_mailed
  )
  select count(*), count(*) filter (where g.is_being_mailed) into requests, mails from gone g;
  if rep.id is not null then
    perform private.erase_rep(rep.id);
  end if;
  -- The trail last, line by line, as retention locks it.
  lines := array(
    select e.line_number from public.audit_events e
    where (e.qualified_lead_id = customer.id or e.sales_rep_id = rep.id or e.manager_id = rep.id)
      and (
        num_nonnulls(e.ip_address, e.user_agent) > 0
        or e.sales_rep_id = rep.id and e.event in ('rep_added', 'rep_edited')
      )
    order by e.line_number for update
  );
  update public.audit_events e
  set ip_address = null, user_agent = null, detail = case
    when e.sales_rep_id = rep.id and e.event in ('rep_added', 'rep_edited') then e.detail - array['before', 'after']
    else e.detail end
  where e.line_number = any (lines);

  done := jsonb_build_object(
    'isCustomer', customer.id is not null, 'isRep', rep.id is not null, 'contactRequests', requests, 'codes', codes,
    'redacted', redacted, 'mailsUnderWay', mails
  );
  perform private.write_staff_audit(
    manager_id_param, 'person_erased', rep.id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('erasureId', erasure_id) || done
  );
  return jsonb_build_object('outcome', 'erased') || done;
end
$$;
comment on function public.erase_person(text, boolean, uuid, uuid, text, text) is
  'Erases all personal data of an address, in any case: {outcome: erased, isCustomer, isRep, contactRequests, codes, redacted, mailsUnderWay}, or {outcome: erasing, redacted, unread}: texts of others are left. Each call is one step of at most 200 rows of others and about 3 seconds. Call it again with the same id until it says erased. Repeating the last step gives the same answer and changes nothing. Until then the person is still stored. unread: rows of others that may mention the person and were not read yet. Sales and their figures stay. The trail keeps its events, without IP address and browser. redacted: rows of other people from which the address, and optionally the full name, was removed. mailsUnderWay: mails to the team that may be in progress now. No further mail is sent. An address that is stored nowhere is refused (404). So is a representative who is enabled or has customers (409).';
grant execute on function public.erase_person(text, boolean, uuid, uuid, text, text) to service_role;
-- Records when each maintenance job last finished, and answers the doctor's questions to the database: ops doctor.

create table private.upkeep_runs (
  job text primary key check (
    job in ('retention', 'backup', 'base', 'prune', 'restore_drill', 'archive_drill', 'doctor')
  ),
  finished_at timestamptz not null,
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object')
);
comment on table private.upkeep_runs is 'The last finished run of each job, even if it had nothing to do.';
comment on column private.upkeep_runs.finished_at is 'Database time.';
comment on column private.upkeep_runs.detail is 'Details of the run, such as the name of the backup. Never a secret or personal data.';

alter table private.upkeep_runs enable row level security;
grant select, insert, update on private.upkeep_runs to service_role;
grant select on private.upkeep_runs to api_reader;
create policy upkeep_runs_select_manager on private.upkeep_runs for select to api_reader
using (job = 'doctor' and (select private.current_manager_until()) is not null);

create function public.record_upkeep_run(job_param text, detail_param jsonb) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  recorded timestamptz;
begin
  insert into private.upkeep_runs (job, finished_at, detail) values (job_param, now(), coalesce(detail_param, '{}'))
  on conflict (job) do update set finished_at = excluded.finished_at, detail = excluded.detail
  returning finished_at into recorded;
  return recorded;
end
$$;
comment on function public.record_upkeep_run(text, jsonb) is
  'Notes that a job has finished: retention, backup, base, prune, restore_drill, archive_drill or doctor, whose detail is {findings}. Returns the database time.';
grant execute on function public.record_upkeep_run(text, jsonb) to service_role;

-- security definer: the role of the archive machine may note its own jobs alone, and write no table.
create function private.record_backup_run(job_param text, detail_param jsonb) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
begin
  if job_param is null or job_param not in ('backup', 'base', 'archive_drill') then
    raise insufficient_privilege using message = 'only the jobs of the archive can be noted here';
  end if;
  return public.record_upkeep_run(job_param, detail_param);
end
$$;
comment on function private.record_backup_run(text, jsonb) is
  'Notes that the job backup, base or archive_drill has finished. Returns the database time. 42501 for another job.';
grant execute on function private.record_backup_run(text, jsonb) to corvane_backup;

-- security definer: no role of the API may read the migration history, which belongs to the CLI.
create function private.newest_migration() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  -- Planned only when it is reached.
  return (select max(m.version) from supabase_migrations.schema_migrations m);
end
$$;
comment on function private.newest_migration() is
  'Version of the newest migration in this database, as the official CLI records it. Null: the database has no migration history.';
grant execute on function private.newest_migration() to service_role, corvane_backup;

create function public.report_upkeep() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'now', clock_timestamp(),
    'since', (select e.occurred_at from public.audit_events e order by e.line_number limit 1),
    'newestMigration', private.newest_migration(),
    'plans', (select count(*) from public.products),
    'plansWithoutPrice', (
      select coalesce(jsonb_agg(p.product_slug order by p.place), '[]')
      from private.plans_with_prices(now()) p where not p.has_price
    ),
    'requestsWithoutMail', (
      select count(*) from public.contact_submissions
      where notified_at is null and quarantined_at is null and created_at < now() - private.contact_mail_late_after()
    ),
    'runs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', r.job, 'finishedAt', r.finished_at, 'detail', r.detail)
        order by r.job), '[]')
      from private.upkeep_runs r
    ),
    'hasArchive', exists (select from pg_catalog.pg_roles where rolname = 'corvane_archive'),
    'slots', (
      select coalesce(jsonb_agg(jsonb_build_object('name', s.slot_name, 'isActive', s.active, 'walStatus', s.wal_status,
        'heldBytes', case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn) end)
        order by s.slot_name), '[]')
      from pg_catalog.pg_replication_slots s
    ),
    'archivingFailsSince', (
      select a.last_failed_time from pg_catalog.pg_stat_archiver a
      where a.last_archived_time is null or a.last_failed_time > a.last_archived_time
    )
  )
$$;
comment on function public.report_upkeep() is
  'The database''s facts for the doctor: {now, since, newestMigration, plans, plansWithoutPrice, requestsWithoutMail, runs: [{job, finishedAt, detail}], hasArchive, slots: [{name, isActive, walStatus, heldBytes}], archivingFailsSince}. since: the oldest line of the trail, null without one. A request counts as without mail private.contact_mail_late_after() after it arrived. hasArchive: the role of a machine that follows the write-ahead log exists. heldBytes: how much of that log a replication slot keeps. archivingFailsSince: of archive_command, null when its last run went well or it is not used.';
grant execute on function public.report_upkeep() to service_role;

create function private.site_faults() returns integer
language sql stable set search_path = ''
as $$
  select coalesce((
    select jsonb_array_length(jsonb_path_query_array(r.detail, '$.findings[*] ? (@.verdict == "wrong")'))
      + (r.finished_at < now() - interval '3 hours')::integer
    from private.upkeep_runs r where r.job = 'doctor'
  ), 0)
$$;
comment on function private.site_faults() is
  'How many things the doctor found wrong. That it has not looked for 3 hours is one more. 0 where it never looked.';
grant execute on function private.site_faults() to api_reader, service_role;

create function public.get_upkeep() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return jsonb_build_object('examinedAt', null, 'findings', '[]'::jsonb, 'now', now()) || coalesce((
    select jsonb_build_object('examinedAt', r.finished_at, 'findings', r.detail -> 'findings')
    from private.upkeep_runs r where r.job = 'doctor'
  ), '{}'::jsonb);
end
$$;
comment on function public.get_upkeep() is
  'What the doctor found when it last looked at the site: {examinedAt, findings: [{name, machine, verdict, asks, says, mend}], now}. examinedAt: null if it never looked. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_upkeep() to authenticated;
alter function public.get_upkeep() owner to api_reader;
-- How long each kind of data is stored, and the job that deletes older data. Run it daily: ops retention run.

create function private.retention_rules() returns table (kind text, kept_days integer)
language sql stable set search_path = ''
as $$
  values
    ('quarantined_requests', private.quarantined_requests_kept_days()),
    ('contact_requests', private.contact_requests_kept_days()),
    ('idle_customers', private.idle_customers_kept_days()),
    ('codes', private.codes_kept_days()),
    ('sessions', private.sign_in_traces_kept_days()),
    ('sign_in_traces', private.sign_in_traces_kept_days()),
    ('audit_trail', private.audit_trail_kept_days()),
    ('attempt_counts', private.attempt_counts_kept_days()),
    ('site_events', private.site_events_kept_days()),
    ('site_counts', private.site_counts_kept_days())
$$;
comment on function private.retention_rules() is
  'The only list of retention periods per kind of data about people, in days. The job applies it, and the privacy page states the same periods: shared/src/contracts/backend/retention-days.ts.';
grant execute on function private.retention_rules() to service_role;

create function private.is_without_sale(customer_id_param uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (select from public.sales_records s where s.qualified_lead_id = customer_id_param)
    and not exists (select from private.staged_sales t where t.qualified_lead_id = customer_id_param)
$$;
comment on function private.is_without_sale(uuid) is 'Whether a customer has no sale, nor one that is being imported.';
grant execute on function private.is_without_sale(uuid) to service_role;

create function private.expire_data() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  ends jsonb := (
    select jsonb_object_agg(r.kind, now() - make_interval(days => r.kept_days)) from private.retention_rules() r
  );
  removed jsonb := jsonb_build_object();
  deleted integer;
  lines integer;
  idle uuid[];
begin
  -- Ids and amounts, needed for an undo alone. Before customers, as an undo locks them.
  delete from private.sales_imports where committed_at <= now() - private.sales_imports_undone_within();
  -- Codes before customers before requests, each by id: the order in which everyone locks them. Each statement below
  -- looks again: a customer whose first sale was just being imported is no longer idle once the import has ended.
  perform v.id from private.verification_codes v where v.expires_at < (ends ->> 'codes')::timestamptz
  order by v.id for update;
  idle := array(
    select l.id from public.qualified_leads l
    where greatest(l.token_expires_at, l.link_issued_at, l.created_at) < (ends ->> 'idle_customers')::timestamptz
      and private.is_without_sale(l.id)
    order by l.id for update
  );
  perform s.id from public.contact_submissions s
  where s.created_at < (ends ->> 'contact_requests')::timestamptz
    or (s.quarantined_at is not null and s.created_at < (ends ->> 'quarantined_requests')::timestamptz)
  order by s.id for update;
  delete from public.contact_submissions
  where quarantined_at is not null and created_at < (ends ->> 'quarantined_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('quarantined_requests', deleted);

  delete from public.contact_submissions where created_at < (ends ->> 'contact_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('contact_requests', deleted);

  delete from public.qualified_leads l
  where l.id = any (idle) and private.is_without_sale(l.id);
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('idle_customers', deleted);

  with of_customers as (
    delete from private.verification_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  ), of_managers as (
    delete from private.manager_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  )
  select (select count(*) from of_customers) + (select count(*) from of_managers) into deleted;
  removed := removed || jsonb_build_object('codes', deleted);

  -- The period starts at sign-in, as the privacy page says. A session that is still live then keeps its row, without
  -- traces.
  with of_reps as (
    delete from public.sales_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  ), of_customers as (
    delete from public.customer_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  )
  select (select count(*) from of_reps) + (select count(*) from of_customers) into deleted;
  removed := removed || jsonb_build_object('sessions', deleted);

  with of_sessions as (
    update public.customer_sessions set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and least(ended_at, expires_at) >= now()
      and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  ), of_openings as (
    update public.pricing_reveals set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  )
  select (select count(*) from of_sessions) + (select count(*) from of_openings) into deleted;

  -- The trail after them, line by line, as an erasure locks it.
  perform e.line_number from public.audit_events e
  where e.occurred_at < (ends ->> 'audit_trail')::timestamptz
    or e.occurred_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(e.ip_address, e.user_agent) > 0
  order by e.line_number for update;
  update public.audit_events set ip_address = null, user_agent = null
  where occurred_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0;
  get diagnostics lines = row_count;
  removed := removed || jsonb_build_object('sign_in_traces', deleted + lines);

  delete from public.audit_events where occurred_at < (ends ->> 'audit_trail')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('audit_trail', deleted);

  delete from private.site_events where occurred_at < (ends ->> 'site_events')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_events', deleted);

  delete from private.site_counts where day < ((ends ->> 'site_counts')::timestamptz at time zone 'utc')::date;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_counts', deleted);

  -- Each counter ends with its window, and no window is longer than a day. Last, and not one that a call has: calls hold
  -- several, in an order of their own.
  delete from private.rate_limit_counters where bucket in (
    select c.bucket from private.rate_limit_counters c
    where c.window_ends_at < now() - interval '1 minute' for update skip locked
  );
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('attempt_counts', deleted);

  return (
    select jsonb_agg(jsonb_build_object(
      'kind', r.kind, 'keptDays', r.kept_days, 'removed', (removed -> r.kind)::integer
    ))
    from private.retention_rules() r
  );
end
$$;
comment on function private.expire_data() is
  'Removes data that is older than its retention period: [{kind, keptDays, removed}]. Openings and younger lines of the trail only lose IP address and browser. A customer with a sale stays. What the undo of an import needs goes with its time, and is not counted.';
grant execute on function private.expire_data() to service_role;

create function public.run_retention(is_dry_run_param boolean) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '15min'
as $$
declare
  report jsonb;
begin
  begin
    report := private.expire_data();
    if is_dry_run_param then
      -- Rolls back all changes but keeps the values of variables.
      raise sqlstate 'CV001';
    end if;
  exception when sqlstate 'CV001' then
    return report;
  end;
  perform public.record_upkeep_run('retention', '{}');
  -- A run that removed nothing is recorded too. This shows that the job still runs.
  perform private.write_audit('data_expired', null, null, null, null, (
    select jsonb_object_agg(r.kind, r.removed) from jsonb_to_recordset(report) as r (kind text, removed integer)
  ));
  return report;
end
$$;
comment on function public.run_retention(boolean) is
  'Removes data that is older than its retention period and returns [{kind, keptDays, removed}] for every kind. The trail records each run. A dry run removes and records nothing. It returns what a run would remove now.';
grant execute on function public.run_retention(boolean) to service_role;

create function public.get_retention() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'rules', jsonb_agg(
      jsonb_build_object('kind', r.kind, 'keptDays', r.kept_days, 'removed', l.detail -> r.kind) order by r.place
    ),
    'lastRunAt', min(l.occurred_at),
    'now', now()
  )
  from private.retention_rules() with ordinality as r (kind, kept_days, place)
  left join (
    select * from public.audit_events e where e.event = 'data_expired' order by e.line_number desc limit 1
  ) l on true
$$;
comment on function public.get_retention() is
  'Retention period of each kind of data, and the result of the last run: {rules: [{kind, keptDays, removed}], lastRunAt, now}. lastRunAt: null before the first run. removed: by the last run. Null: that run did not know the kind, or there was none.';
grant execute on function public.get_retention() to service_role;
-- The whole trail, for managers and operators: filtered by person, event and time, the newest first.

create function private.audit_line_numbers(
  person_ids uuid[], event_param text, from_param timestamptz, to_param timestamptz, before_at timestamptz,
  before_line_number bigint, row_limit integer
)
returns bigint[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if person_ids is null then
    return array(
      select e.line_number from public.audit_events e
      where (event_param is null or e.event = event_param)
        and (from_param is null or e.occurred_at >= from_param)
        and (to_param is null or e.occurred_at < to_param)
        and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
      order by e.occurred_at desc, e.line_number desc
      limit row_limit
    );
  end if;
  -- The person acted, was acted on, or acted as a manager. Each of the three cases has a sorted index.
  return array(
    select l.line_number
    from (
      select r.* from unnest(person_ids) as p (id) cross join lateral (
        select e.occurred_at, e.line_number from public.audit_events e
        where e.sales_rep_id = p.id
          and (event_param is null or e.event = event_param)
          and (from_param is null or e.occurred_at >= from_param)
          and (to_param is null or e.occurred_at < to_param)
          and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
        order by e.occurred_at desc, e.line_number desc
        limit row_limit
      ) r
      union
      select m.* from unnest(person_ids) as p (id) cross join lateral (
        select e.occurred_at, e.line_number from public.audit_events e
        where e.manager_id = p.id
          and (event_param is null or e.event = event_param)
          and (from_param is null or e.occurred_at >= from_param)
          and (to_param is null or e.occurred_at < to_param)
          and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
        order by e.occurred_at desc, e.line_number desc
        limit row_limit
      ) m
      union
      select e.occurred_at, e.line_number from public.audit_events e
      where e.qualified_lead_id = any (person_ids)
        and (event_param is null or e.event = event_param)
        and (from_param is null or e.occurred_at >= from_param)
        and (to_param is null or e.occurred_at < to_param)
        and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
    ) l
    order by l.occurred_at desc, l.line_number desc
    limit row_limit
  );
end
$$;
comment on function private.audit_line_numbers(
  uuid[], text, timestamptz, timestamptz, timestamptz, bigint, integer
) is
  'Numbers of the newest lines of the trail that the caller may read and that match the filter: people, event, start (inclusive), end (exclusive), and before a line number. Null in a filter matches everything.';
grant execute on function private.audit_line_numbers(
  uuid[], text, timestamptz, timestamptz, timestamptz, bigint, integer
) to api_reader, service_role;

create function private.audit_lines(line_numbers bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'lineNumber', e.line_number, 'occurredAt', e.occurred_at, 'event', e.event, 'repId', r.id, 'repName', r.name,
    'repEmail', r.email, 'customerId', l.id, 'customerName', l.name, 'customerEmail', l.email, 'managerName', m.name,
    'ipAddress', e.ip_address, 'userAgent', e.user_agent, 'detail', d.detail,
    'names', coalesce((
      select jsonb_object_agg(n.id, n.name) from public.sales_representatives n
      where n.id in (
        select (v #>> '{}')::uuid from jsonb_path_query(
          d.detail,
          '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")'
        ) v
      )
    ), '{}')
  ) order by i.place), '[]')
  from unnest(line_numbers) with ordinality as i (line_number, place)
  join public.audit_events e on e.line_number = i.line_number
  cross join lateral private.line_detail(e.detail, e.contact_request_id, e.manager_id) as d (detail)
  left join public.sales_representatives r on r.id = e.sales_rep_id
  left join public.qualified_leads l on l.id = e.qualified_lead_id
  left join public.sales_representatives m on m.id = e.manager_id
$$;
comment on function private.audit_lines(bigint[]) is
  'Lines of the trail that the caller may read, in the order of the given numbers. Names of erased people are null. names: names of the representatives whose ids are in detail, by id.';
grant execute on function private.audit_lines(bigint[]) to api_reader, service_role;

create function private.audit_trail_page(asked jsonb, page_size integer, after text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  person_id uuid := private.filter_id(asked, 'person');
  event text := private.filter_text(asked, 'event', 100);
  first_day date := private.filter_day(asked, 'from');
  last_day date := private.filter_day(asked, 'to');
  place jsonb := private.read_cursor(after, 'trail', 'bigint');
  numbers bigint[];
begin
  perform private.refuse_unknown_fields(asked, array['person', 'event', 'from', 'to']);
  numbers := private.audit_line_numbers(
    case when person_id is not null then array[person_id] end, event,
    first_day::timestamp at time zone 'UTC', (last_day + 1)::timestamp at time zone 'UTC',
    (place ->> 'issued_at')::timestamptz, (place ->> 'key')::bigint, row_limit + 1
  );
  return jsonb_build_object(
    'rows', private.audit_lines(numbers[:row_limit]),
    'hasMore', cardinality(numbers) > row_limit,
    'nextAfter', case when cardinality(numbers) > row_limit then (
      select private.write_cursor(
        jsonb_build_object('order', 'trail', 'key', e.line_number, 'issued_at', e.occurred_at)
      )
      from public.audit_events e where e.line_number = numbers[row_limit]
    ) end,
    'person', case when person_id is not null then (
      select jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'email', p.email)
      from (
        select r.id, 'representative' as kind, r.name, r.email
        from public.sales_representatives r where r.id = person_id
        union all
        select l.id, 'customer', l.name, l.email from public.qualified_leads l where l.id = person_id
      ) p
    ) end,
    'now', now()
  );
end
$$;
comment on function private.audit_trail_page(jsonb, integer, text) is
  'One page of the trail that the caller may read, 1 to 1000 rows. See public.get_audit_trail.';
grant execute on function private.audit_trail_page(jsonb, integer, text) to api_reader, service_role;

create function public.get_audit_trail(
  filter jsonb default '{}', page_size integer default 25, after text default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return private.audit_trail_page(coalesce(filter, '{}'), least(coalesce(page_size, 25), 100), after);
end
$$;
comment on function public.get_audit_trail(jsonb, integer, text) is
  'One page of the whole trail: lines that match a filter {person, event, from, to}, newest first: {rows, hasMore, nextAfter, person, now}. filter.person: id of the representative or customer who acted or was affected. from, to: UTC days. person: {id, kind, name, email} of the person in the filter. Null if erased or not given. 1 to 100 rows. public.export_list hands out more and writes a line. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_audit_trail(jsonb, integer, text) to authenticated;
alter function public.get_audit_trail(jsonb, integer, text) owner to api_reader;

create function public.get_audit_people(search text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
comment on function public.get_audit_people(text) is
  'Representatives and customers whose name or address contains a text of at most 200 characters, in any case: [{id, kind, name, email}], the first 10 of each kind, sorted by address. An empty text finds no person. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_audit_people(text) to authenticated;
alter function public.get_audit_people(text) owner to api_reader;

create function public.find_audit_events(
  event_param text, email_param text, from_param timestamptz, to_param timestamptz, before_line_number_param bigint,
  limit_param integer
)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  email_sought text := private.mailbox(email_param);
  before_at timestamptz;
  person_ids uuid[];
begin
  perform private.refuse_over('the address', char_length(email_param), 320);
  perform private.refuse_over('the event', char_length(event_param), 100);
  select e.occurred_at into before_at from public.audit_events e where e.line_number = before_line_number_param;
  if email_param is not null then
    person_ids := array(
      select r.id from public.sales_representatives r where r.email = email_sought
      union all
      select l.id from public.qualified_leads l where l.email = email_sought
    );
  end if;
  return private.audit_lines(private.audit_line_numbers(
    person_ids, event_param, from_param, to_param, before_at, before_line_number_param,
    least(greatest(coalesce(limit_param, 100), 1), 1000)
  ));
end
$$;
comment on function public.find_audit_events(text, text, timestamptz, timestamptz, bigint, integer) is
  'The trail for operators, newest first, 1 to 1,000 lines. Filters: event, address of the representative or customer, start (inclusive), end (exclusive). Null matches everything. For the next page, pass lineNumber of the last line. Names of erased people are null.';
grant execute on function public.find_audit_events(text, text, timestamptz, timestamptz, bigint, integer) to service_role;
-- Mails that the mail server did not accept, counted by day and kind. Mails to the team about contact requests are
-- listed with the requests.

create table private.failed_mails (
  day date not null,
  mail text not null check (mail in (
    'verification_code', 'manager_code', 'access_link', 'opening', 'confirmation', 'address_change', 'work'
  )),
  count integer not null check (count > 0),
  last_failed_at timestamptz not null,
  primary key (day, mail)
);
comment on table private.failed_mails is
  'How many mails of each kind failed on each UTC day, kept for private.failed_mails_kept_days(). It contains no address.';
comment on column private.failed_mails.last_failed_at is 'By the database''s clock.';

alter table private.failed_mails enable row level security;
grant select on private.failed_mails to api_reader;
grant select, insert, update, delete on private.failed_mails to service_role;
create policy failed_mails_select_manager on private.failed_mails
  for select to api_reader using ((select private.current_manager_until()) is not null);

create function public.note_failed_mail(mail_param text) returns integer
language plpgsql set search_path = ''
as $$
declare
  today date := private.utc_today();
  counted integer;
begin
  delete from private.failed_mails f where f.day < today - private.failed_mails_kept_days();
  insert into private.failed_mails as f (day, mail, count, last_failed_at) values (today, mail_param, 1, now())
  on conflict (day, mail) do update set count = f.count + 1, last_failed_at = now()
  returning f.count into counted;
  return counted;
end
$$;
comment on function public.note_failed_mail(text) is
  'Counts a mail that the mail server did not accept. Returns how many mails of this kind failed on the current UTC day. Deletes counts older than private.failed_mails_kept_days().';
grant execute on function public.note_failed_mail(text) to service_role;

create function private.todays_failed_mails() returns jsonb
language sql stable set search_path = ''
as $$
  with failed as (
    select f.mail, sum(f.count) as count, max(f.last_failed_at) as "lastFailedAt"
    from private.failed_mails f
    where f.day >= (select private.utc_today()) - 1
    group by f.mail
  )
  select coalesce(jsonb_agg(to_jsonb(f) order by f."lastFailedAt" desc, f.mail), '[]') from failed f
$$;
comment on function private.todays_failed_mails() is
  'Failed mails of today and yesterday, of UTC, by kind, the latest first: [{mail, count, lastFailedAt}].';
grant execute on function private.todays_failed_mails() to api_reader, service_role;
-- Counts of work that waits for a person. Each count has a list.

create function private.todays_requests() returns jsonb
language sql stable set search_path = ''
as $$
  with waiting as (
    select
      (select private.utc_today()) - (s.created_at at time zone 'UTC')::date as days, s.created_at
    from public.contact_submissions s
    where s.status = 'new' and s.quarantined_at is null
  )
  select jsonb_build_object(
    'today', count(*) filter (where w.days <= 0),
    'recent', count(*) filter (where w.days between 1 and private.requests_recent_days()),
    'older', count(*) filter (where w.days > private.requests_recent_days()),
    'overdue', count(*) filter (where w.created_at <= now() - private.first_answer_within()),
    'oldestAt', min(w.created_at)
  )
  from waiting w
$$;
comment on function private.todays_requests() is
  'New contact requests by age in UTC days: {today, recent, older, overdue, oldestAt}. recent: of the private.requests_recent_days() before today. overdue: of all, those sent longer than private.first_answer_within() ago.';
grant execute on function private.todays_requests() to api_reader, service_role;

create function private.todays_release_failures() returns jsonb
language sql stable set search_path = ''
as $$
  with newest as materialized (
    select e.occurred_at, e.versions from private.site_events e
    where e.metric = 'TTFB' and e.occurred_at > now() - interval '1 day'
    order by e.occurred_at desc
    limit 200
  ),
  live as (
    select distinct v.key as application, v.value as version
    from newest n cross join lateral jsonb_each_text(n.versions) v
    where n.occurred_at > (select max(m.occurred_at) from newest m) - interval '1 hour'
  ),
  told as (
    select coalesce(e.remote, e.application) as application,
      coalesce(e.remote_version, e.application_version) as version, e.kind, e.occurred_at
    from private.site_events e
    where e.kind <> 'web-vital' and e.occurred_at > now() - interval '1 day'
  ),
  summed as (
    select t.application, t.version,
      count(*) filter (where t.kind = 'remote-failure') as failures,
      count(*) filter (where t.kind = 'page-error') as errors,
      max(t.occurred_at) as "lastSeenAt"
    from told t join live v on v.application = t.application and v.version = t.version
    group by t.application, t.version
  )
  select coalesce(jsonb_agg(to_jsonb(s) order by s.failures + s.errors desc, s.application, s.version), '[]')
  from (select * from summed order by failures + errors desc, application, version limit 20) s
$$;
comment on function private.todays_release_failures() is
  'Failed loads and errors of live versions in the last day: [{application, version, failures, errors, lastSeenAt}], at most 20. A version is live if a page was loaded with it in the hour before the newest page load.';
grant execute on function private.todays_release_failures() to api_reader, service_role;

create function private.end_of_today() returns timestamptz
language sql stable set search_path = ''
as $$
  select (private.utc_today() + 1)::timestamp at time zone 'UTC'
$$;
comment on function private.end_of_today() is 'End of the current UTC day.';
grant execute on function private.end_of_today() to api_reader, service_role;

create function private.price_changes_soon() returns jsonb
language sql stable set search_path = ''
as $$
  with soon as (
    select p.name, v.valid_from, row_number() over (order by v.valid_from, p.position) as place
    from public.product_prices v join public.products p on p.id = v.product_id
    where v.valid_from > now() and v.valid_from <= now() + make_interval(days => private.price_changes_soon_days())
  )
  select jsonb_build_object(
    'priceChangeCount', count(*),
    'priceChanges', coalesce(
      jsonb_agg(jsonb_build_object('plan', s.name, 'validFrom', s.valid_from) order by s.place)
        filter (where s.place <= 50),
      '[]'
    )
  )
  from soon s
$$;
comment on function private.price_changes_soon() is
  'Prices that begin in the next private.price_changes_soon_days(): {priceChangeCount, priceChanges: [{plan, validFrom}]}. The count is of all of them. The list has the first 50, soonest first.';
grant execute on function private.price_changes_soon() to api_reader, service_role;

create function private.operations_today() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'newRequests', private.todays_requests(),
    'linksEnding', (
      select jsonb_build_object('count', count(*), 'firstEndsAt', min(l.token_expires_at))
      from public.qualified_leads l
      where l.revoked_at is null and l.is_active and l.token_expires_at > now()
        and l.token_expires_at <= private.end_of_today()
    ),
    'quarantined', (
      select jsonb_build_object('count', count(*), 'oldestAt', min(s.created_at))
      from public.contact_submissions s where s.quarantined_at is not null
    ),
    'failedMails', (
      select jsonb_build_object('count', count(*), 'oldestAt', min(s.created_at))
      from public.contact_submissions s
      where s.quarantined_at is null and s.notified_at is null
        and s.created_at < now() - private.contact_mail_late_after()
    ),
    'undeliveredMails', private.todays_failed_mails(),
    'releaseFailures', private.todays_release_failures(),
    'siteFaults', private.site_faults(),
    'recentDays', private.requests_recent_days(),
    'soonDays', private.price_changes_soon_days(),
    'day', private.utc_today(),
    'now', now()
  ) || private.price_changes_soon()
$$;
comment on function private.operations_today() is 'See public.get_operations_today().';
grant execute on function private.operations_today() to api_reader, service_role;

create function public.get_operations_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return private.operations_today();
end
$$;
comment on function public.get_operations_today() is
  'Work that waits for a person: {newRequests: {today, recent, older, overdue, oldestAt}, linksEnding: {count, firstEndsAt}, quarantined: {count, oldestAt}, failedMails: {count, oldestAt}, undeliveredMails: [{mail, count, lastFailedAt}] of today and yesterday, priceChangeCount, priceChanges: [{plan, validFrom}] of the next soonDays, the first 50, releaseFailures: [{application, version, failures, errors, lastSeenAt}] of live versions in the last day, siteFaults, recentDays, soonDays, day, now}. newRequests.recent: of the recentDays before today. Days are UTC days. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_operations_today() to authenticated;
alter function public.get_operations_today() owner to api_reader;

create function public.find_operations_today() returns jsonb
language sql stable set search_path = ''
as $$
  select private.operations_today()
$$;
comment on function public.find_operations_today() is 'The same as public.get_operations_today(), for operators.';
grant execute on function public.find_operations_today() to service_role;

create function public.get_links_ending_today(page_size integer default 25, after text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  place jsonb;
  ids uuid[];
begin
  perform private.require_manager();
  place := private.read_cursor(after, 'links ending', 'timestamptz');
  ids := array(
    select l.id from public.qualified_leads l
    where l.revoked_at is null and l.is_active and l.token_expires_at > now()
      and l.token_expires_at <= private.end_of_today()
      and (place is null or (l.token_expires_at, l.id) > ((place ->> 'key')::timestamptz, (place ->> 'id')::uuid))
    order by l.token_expires_at, l.id
    limit row_limit + 1
  );
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'customerId', l.id, 'name', l.name, 'email', l.email, 'company', l.company,
          'repName', r.name, 'endsAt', l.token_expires_at, 'wasOpened', l.has_accessed
        ) order by l.token_expires_at, l.id
      )
      from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
      where l.id = any (ids[:row_limit])
    ), '[]'),
    'hasMore', cardinality(ids) > row_limit,
    'nextAfter', case when cardinality(ids) > row_limit then (
      select private.write_cursor(jsonb_build_object('order', 'links ending', 'key', l.token_expires_at, 'id', l.id))
      from public.qualified_leads l where l.id = ids[row_limit]
    ) end,
    'now', now()
  );
end
$$;
comment on function public.get_links_ending_today(integer, text) is
  'One page of the access links that expire before the end of the UTC day, soonest first: {rows, hasMore, nextAfter, now}. 1 to 1000 rows. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_links_ending_today(integer, text) to authenticated;
alter function public.get_links_ending_today(integer, text) owner to api_reader;
-- The mail on Monday: what happened in the week before. Representatives turn it on. That of a manager also has the team.

create function private.week_mail_due(moment timestamptz, zone text) returns timestamptz
language sql stable set search_path = ''
as $$
  select greatest((m.monday + interval '6 hours') at time zone zone, m.monday at time zone 'UTC')
  from (
    select least(
      date_trunc('week', moment at time zone zone - interval '6 hours'), date_trunc('week', moment at time zone 'UTC')
    ) as monday
  ) m
$$;
comment on function private.week_mail_due(timestamptz, text) is
  'When the mails about the last past week became due: on Monday at 6:00 in the zone, by its IANA name. Never before the week has ended in UTC.';
grant execute on function private.week_mail_due(timestamptz, text) to service_role;

create function public.note_week_mails(zone_param text) returns void
language sql set search_path = ''
as $$
  with due as (
    select r.id, private.week_mail_due(now(), zone_param) at time zone zone_param as since
    from public.sales_representatives r
    where r.disabled_at is null and r.week_mail_noted_at < private.week_mail_due(now(), zone_param)
    for no key update skip locked
  ),
  noted as (
    update public.sales_representatives r set week_mail_noted_at = now() from due where r.id = due.id
    returning r.id, date_trunc('week', due.since)::date - 7 as week
  )
  insert into private.work_mails (sales_rep_id, customer_count, request_ids, week)
  select n.id, 0, '{}', n.week from noted n
$$;
comment on function public.note_week_mails(text) is
  'Notes the mails about the last past week that are due, one for each enabled representative who wants it. zone: see private.week_mail_due. Repeating it, also at the same time, adds none.';
grant execute on function public.note_week_mails(text) to service_role;

create function public.get_week_figures(work_mail_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  with asked as (
    select w.week, w.week::timestamp at time zone 'UTC' as from_at,
      (w.week + 7)::timestamp at time zone 'UTC' as before_at, r.id as rep_id, r.is_manager
    from private.work_mails w join public.sales_representatives r on r.id = w.sales_rep_id
    where w.id = work_mail_id_param
  ),
  ranked as materialized (
    select p.period, r.*
    from asked a
    cross join lateral (
      values ('week', a.is_manager, a.week, a.week + 6),
        ('month', false, date_trunc('month', (a.week + 6)::timestamp)::date, a.week + 6)
      union all
      select 'before', true, a.week - 7, a.week - 1 where a.is_manager
    ) p (period, everyone, day_from, day_to)
    cross join lateral rows from (jsonb_to_recordset(private.sales_ranking(
      jsonb_populate_record(null::private.sales_filter, jsonb_build_object(
        'sales_rep_id', a.rep_id, 'everyone', p.everyone, 'cancelled', array[false], 'day_from', p.day_from,
        'day_to', p.day_to, 'pending_since', private.pending_since()
      )),
      case p.period when 'month' then p.day_from end
    )) as (
      "repId" uuid, name text, "salesCount" bigint, "salesCents" bigint, "netCommissionCents" bigint,
      "openedCount" bigint, "targetCents" bigint
    )) with ordinality as r (
      rep_id, name, sales_count, sales_cents, commission_cents, opened_count, target_cents, place
    )
  ),
  received as materialized (
    select s.assigned_to, count(*) as count
    from asked a join public.contact_submissions s on s.created_at >= a.from_at and s.created_at < a.before_at
    where s.quarantined_at is null and s.status <> 'spam' and (a.is_manager or s.assigned_to = a.rep_id)
    group by 1
  )
  select jsonb_build_object(
    'from', a.week, 'to', a.week + 6,
    'own', (
      select jsonb_build_object(
        'newRequests', coalesce((select n.count from received n where n.assigned_to = a.rep_id), 0),
        'openRequests', private.open_requests(a.rep_id),
        'openedCount', w.opened_count,
        'linksEnding', (
          select count(*) from public.qualified_leads l
          where l.qualified_by = a.rep_id and l.revoked_at is null and l.is_active and l.token_expires_at > now()
            and l.token_expires_at < (a.week + 14)::timestamp at time zone 'UTC'
        ),
        'salesCount', w.sales_count, 'salesCents', w.sales_cents, 'commissionCents', w.commission_cents,
        'monthCents', m.sales_cents, 'targetCents', m.target_cents
      )
      from ranked w join ranked m on m.period = 'month'
      where w.period = 'week' and w.rep_id = a.rep_id
    ),
    'team', case when a.is_manager then (
      select jsonb_build_object(
        'newRequests', (select coalesce(sum(n.count), 0) from received n),
        'unanswered', private.todays_requests(),
        'answeredCount', f.count, 'firstAnswerSeconds', f.seconds,
        'salesCents', (select coalesce(sum(w.sales_cents), 0) from ranked w where w.period = 'week'),
        'beforeCents', (select coalesce(sum(w.sales_cents), 0) from ranked w where w.period = 'before'),
        'best', (
          select coalesce(
            jsonb_agg(jsonb_build_object('name', w.name, 'salesCents', w.sales_cents) order by w.place), '[]'
          )
          from ranked w where w.period = 'week' and w.place <= 3 and w.sales_cents > 0
        ),
        'statementsToApprove', (
          select count(*) from private.first_open_months(null) o
          where o.month < date_trunc('month', private.utc_today()::timestamp)
        ),
        'statementsToPay', (select count(*) from private.statements t where t.paid_at is null),
        'openQuestions', (select count(*) from private.statement_questions q where q.answer is null),
        'failedMails', (
          select coalesce(sum(d.count), 0) from private.failed_mails d where d.day between a.week and a.week + 6
        )
      )
      from (
        select count(*) as count,
          round(percentile_cont(0.5) within group (order by extract(epoch from s.first_answered_at - s.created_at)))
            as seconds
        from public.contact_submissions s
        where s.first_answered_at >= a.from_at and s.first_answered_at < a.before_at and s.quarantined_at is null
      ) f
    ) end
  )
  from asked a
$$;
comment on function public.get_week_figures(uuid) is
  'Figures of the week of a mail, a row of private.work_mails: {from, to, own, team}. from, to: Monday and Sunday, UTC. own, of the mail''s representative: {newRequests, openRequests, openedCount, linksEnding, salesCount, salesCents, commissionCents, monthCents, targetCents}. team, null for who is no manager: {newRequests, unanswered, answeredCount, firstAnswerSeconds, salesCents, beforeCents, best, statementsToApprove, statementsToPay, openQuestions, failedMails}. Sales are those of private.sales_ranking that are not cancelled. month: of the week''s last day, up to it. beforeCents: of the week before. best: the first 3, {name, salesCents}. linksEnding: that end from now to the end of the next week. What waits is of now. firstAnswerSeconds: the median of the requests that were first answered in the week. Null for none. US cents.';
grant execute on function public.get_week_figures(uuid) to service_role;
-- What browsers saw of each version, for managers.

create function public.get_release_figures() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  since timestamptz := now() - interval '7 days';
begin
  perform private.require_manager();
  -- Anybody can send reports. So the work is bounded by their number, and the answer says since when it counts.
  since := greatest(since, (
    select e.occurred_at from private.site_events e order by e.occurred_at desc offset 100000 limit 1
  ));
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(f.figures)
      from (
        select jsonb_build_object(
          'application', v.application, 'version', v.version, 'views', v.views, 'failures', v.failures,
          'errors', v.errors, 'lcpMs', v.p75 -> 'lcpMs', 'inpMs', v.p75 -> 'inpMs', 'cls', v.p75 -> 'cls'
        ) as figures
        from jsonb_to_recordset(private.version_figures(since)) as v (
          application text, version text, views integer, failures integer, errors integer, p75 jsonb
        )
        order by v.views desc, v.application, v.version
        limit 500
      ) f
    ), '[]'::jsonb),
    'since', since,
    'now', now()
  );
end
$$;
comment on function public.get_release_figures() is
  'What browsers saw in the last 7 days: {rows: [{application, version, views, failures, errors, lcpMs, inpMs, cls}], since, now}. views: page loads. failures: page loads in which the version could not be shown. errors: thrown while pages were in use. lcpMs, inpMs, cls: p75, null without reports. At most the newest 100,000 reports, and the 500 versions with most views. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_release_figures() to authenticated;
alter function public.get_release_figures() owner to api_reader;
-- People's data for managers with a code. Only the Edge Functions use it: a procedure for browsers that reads every
-- table would bypass every policy (docs/decisions/0025-people-and-retention.md).

create function public.read_people(
  session_id_param uuid, request_param jsonb, ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid := private.require_manager(session_id_param);
begin
  case request_param ->> 'action'
    when 'find' then
      return jsonb_build_object('outcome', 'found', 'people', coalesce((
        select jsonb_agg(to_jsonb(p) order by p.email) from public.find_people(request_param ->> 'search') p
      ), '[]'));
    when 'open' then
      return jsonb_build_object('outcome', 'opened') || public.get_person(
        request_param ->> 'email', manager_id, ip_address_param, user_agent_param
      );
    when 'mentions' then
      return private.apply_mentions_reading(
        manager_id, request_param ->> 'email', request_param ->> 'after', ip_address_param, user_agent_param
      );
    when 'retention' then
      return jsonb_build_object('outcome', 'told', 'retention', public.get_retention());
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.read_people(uuid, jsonb, text, text) is
  'Answers a manager with a code: {action: find, search} with {outcome: found, people}, {action: open, email} with {outcome: opened} and the answer of public.get_person, {action: mentions, email, after} with {outcome: mentioned, mentions}, {action: retention} with {outcome: told, retention}. Everyone else is refused. Each list of a person holds the newest 50 entries. The trail records who opened whom, once an hour.';
grant execute on function public.read_people(uuid, jsonb, text, text) to service_role;

create function public.change_person(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid;
  email text := request_param ->> 'email';
  correction jsonb := request_param -> 'correction';
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
  if request_param ->> 'action' = 'erase' then
    -- Two managers who erase each other would wait for each other if each held themselves first.
    perform private.begin_erasure(email);
  else
    perform private.hold_manager(session_id_param);
  end if;
  manager_id := private.require_manager(session_id_param);
  case request_param ->> 'action'
    when 'export' then
      return jsonb_build_object('outcome', 'exported') || public.export_person(
        email, request_param ->> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'correct' then
      return public.correct_person(
        correction, correction -> 'before', correction -> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'withdraw_consent' then
      return jsonb_build_object(
        'outcome', 'withdrawn',
        'requests', public.withdraw_consent(email, manager_id, ip_address_param, user_agent_param)
      );
    when 'erase' then
      return public.erase_person(
        email, (request_param ->> 'takesNames')::boolean, (request_param ->> 'erasureId')::uuid, manager_id,
        ip_address_param, user_agent_param
      );
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.change_person(uuid, jsonb, text, text) is
  'Runs request.action for a manager with a code: export, correct, withdraw_consent or erase. See public.export_person, correct_person, withdraw_consent and erase_person. Everyone else is refused.';
grant execute on function public.change_person(uuid, jsonb, text, text) to service_role;
-- Exports of whole lists: contact requests, sales, statements and the trail itself. The call that hands out rows writes the line about it.

create function private.exported_filter(asked jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(
    f.key,
    case when f.key in ('search', 'source', 'campaign', 'page', 'email') then to_jsonb(true) else f.value end
  ), '{}')
  from jsonb_each(asked) f
  where f.value not in ('null', 'false', '""', '[]')
$$;
comment on function private.exported_filter(jsonb) is
  'A filter as the trail keeps it: only the fields that narrow the list. A typed text may name a person, and a line is never corrected. So of a text only that there was one is kept: true.';
grant execute on function private.exported_filter(jsonb) to service_role;

create function private.note_list_export(
  manager_id_param uuid, event_param text, asked jsonb, row_count integer, ip_address_param text, user_agent_param text
)
returns void
language sql set search_path = ''
as $$
  select private.write_staff_audit(
    manager_id_param, event_param, null, null, ip_address_param, user_agent_param,
    jsonb_build_object('rows', row_count, 'filter', private.exported_filter(asked))
  )
  -- A page without rows hands out nothing.
  where row_count > 0
$$;
comment on function private.note_list_export(uuid, text, jsonb, integer, text, text) is
  'Adds a line to the trail: who exported how many rows of a list, with which filter. The first argument is the manager. Null for an operator.';
grant execute on function private.note_list_export(uuid, text, jsonb, integer, text, text) to service_role;

create function public.export_list(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid := private.require_manager(session_id_param);
  asked jsonb := coalesce(nullif(request_param -> 'filter', 'null'), '{}');
  list text := request_param ->> 'list';
  after text := request_param ->> 'after';
  page jsonb;
begin
  case list
    when 'contact_requests' then
      page := private.contact_request_page(asked, request_param ->> 'direction', 1000, after);
    when 'sales' then
      if asked ->> 'scope' is null then
        raise exception 'scope is missing' using errcode = 'invalid_parameter_value';
      end if;
      page := private.sales_page(
        private.read_sales_filter(asked, session_id_param), request_param ->> 'sort', request_param ->> 'direction', 1000, after
      );
    when 'statements' then
      perform private.refuse_unknown_fields(asked, array['month']);
      page := jsonb_build_object('rows', (
        select coalesce(jsonb_agg(s), '[]')
        from private.statement_rows(array[private.statement_month(private.filter_text(asked, 'month', 7))], null) s
      ), 'hasMore', false, 'nextAfter', null);
    when 'audit_trail' then
      page := private.audit_trail_page(asked, 1000, after);
    else
      raise exception 'unknown list' using errcode = 'invalid_parameter_value';
  end case;
  perform private.note_list_export(
    manager_id, list || '_exported', asked, jsonb_array_length(page -> 'rows'),
    ip_address_param, user_agent_param
  );
  return jsonb_build_object('page', page);
end
$$;
comment on function public.export_list(uuid, jsonb, text, text) is
  'Hands out up to 1000 rows of a list to a manager with a code, for a file: {list: contact_requests, filter, direction, after}, {list: sales, filter, sort, direction, after}, {list: statements, filter: {month}} or {list: audit_trail, filter, after} with {page}. page: the answer of public.get_contact_requests, public.get_sales_table or public.get_audit_trail. Of statements, it has all rows of public.get_statements. Everyone else is refused. Each call is a line of the trail: who, which filter, how many rows.';
grant execute on function public.export_list(uuid, jsonb, text, text) to service_role;

create function public.export_contact_requests(filter_param jsonb, after_param text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page jsonb := public.find_contact_requests(filter_param, 'desc', 1000, after_param);
begin
  perform private.note_list_export(
    null, 'contact_requests_exported', filter_param, jsonb_array_length(page -> 'rows'), null, null
  );
  return page;
end
$$;
comment on function public.export_contact_requests(jsonb, text) is
  'Up to 1000 contact requests for a file of an operator, newest first, as public.find_contact_requests has them. Each call is a line of the trail.';
grant execute on function public.export_contact_requests(jsonb, text) to service_role;

create function public.export_audit_events(
  event_param text, email_param text, from_param timestamptz, to_param timestamptz, before_line_number_param bigint
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  lines jsonb := public.find_audit_events(
    event_param, email_param, from_param, to_param, before_line_number_param, 1000
  );
begin
  perform private.note_list_export(
    null, 'audit_trail_exported',
    jsonb_build_object('event', event_param, 'email', email_param, 'from', from_param, 'to', to_param),
    jsonb_array_length(lines), null, null
  );
  return lines;
end
$$;
comment on function public.export_audit_events(text, text, timestamptz, timestamptz, bigint) is
  'Up to 1000 lines of the trail for a file of an operator, as public.find_audit_events has them. Each call is a line of the trail itself.';
grant execute on function public.export_audit_events(text, text, timestamptz, timestamptz, bigint) to service_role;
-- What the operators' commands read of people and their sessions.

create function public.list_customers(email_param text default null, after_param text default '')
returns table (
  id uuid, email text, name text, company text, "qualifiedBy" uuid, "tokenExpiresAt" timestamptz,
  "hasAccessed" boolean, "revokedAt" timestamptz
)
language sql stable set search_path = ''
as $$
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at, l.has_accessed, l.revoked_at
  from public.qualified_leads l
  where l.email > after_param and (email_param is null or l.email = (select private.mailbox(email_param)))
  order by l.email
  limit 1000
$$;
comment on function public.list_customers(text, text) is
  'Up to 1000 customers by address, behind an address. With an address: the one who has it. For operators.';
grant execute on function public.list_customers(text, text) to service_role;

create function public.list_rep_sessions(sales_rep_id_param uuid)
returns table (
  id uuid, "createdAt" timestamptz, "expiresAt" timestamptz, "endedAt" timestamptz, "endReason" text,
  "ipAddress" text, "userAgent" text
)
language sql stable set search_path = ''
as $$
  select s.id, s.created_at, s.expires_at, s.ended_at, s.end_reason, s.ip_address, s.user_agent
  from public.sales_sessions s
  where s.sales_rep_id = sales_rep_id_param
  order by s.created_at desc
  limit 100
$$;
comment on function public.list_rep_sessions(uuid) is
  'The 100 latest sessions of a representative, newest first, also those that ended. For operators.';
grant execute on function public.list_rep_sessions(uuid) to service_role;
-- Runs last. To own procedures, a role needs the right to create some (schemas/roles.sql). This file revokes that
-- right.

revoke create on schema public from api_reader;

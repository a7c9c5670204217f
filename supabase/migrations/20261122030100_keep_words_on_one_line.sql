-- Purpose:  Names, companies and whatever else is one line hold no line breaks, control characters, or characters that are
--           not drawn: they forged lines of mails and of operators' terminals. Rows that hold some are cleaned.
-- Reversal: drop the constraints <table>_is_one_line; drop function private.is_one_line(text). The rows stay clean.

create function private.is_one_line(text_param text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select text_param !~
    '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\U000E0000-\U000E007F]'
$$;
comment on function private.is_one_line(text) is
  'Whether a text holds no control character, line break, or character that is not drawn or turns the text around. U+200C and U+200D, with which some scripts are written, pass. The functions take more out (shared/src/lib/plain-text.ts); a test compares the two.';

revoke all on function private.is_one_line(text) from public, anon, authenticated, service_role;
grant execute on function private.is_one_line(text) to service_role;

create function pg_temp.one_line(text_param text, when_empty text) returns text
language sql immutable
as $$
  select coalesce(
    nullif(
      btrim(
        regexp_replace(
          regexp_replace(
            text_param,
            '[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\U000E0000-\U000E007F]', '', 'g'
          ),
          '[\u0001-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g'
        )
      ),
      ''
    ),
    when_empty
  )
$$;

update public.sales_representatives set name = pg_temp.one_line(name, 'Unknown') where not private.is_one_line(name);
update public.qualified_leads set name = pg_temp.one_line(name, ''), company = pg_temp.one_line(company, '')
where not private.is_one_line(name || company);
update private.verification_codes set name = pg_temp.one_line(name, ''), company = pg_temp.one_line(company, '')
where not private.is_one_line(name || company);
update public.sales_records set product_name = pg_temp.one_line(product_name, 'Unknown')
where not private.is_one_line(product_name);
update public.contact_submissions set
  first_name = pg_temp.one_line(first_name, 'Unknown'),
  last_name = case when last_name is not null then pg_temp.one_line(last_name, '') end,
  email = pg_temp.one_line(email, 'unknown'),
  company = pg_temp.one_line(company, 'Unknown'),
  phone = pg_temp.one_line(phone, ''),
  job_title = pg_temp.one_line(job_title, ''),
  job_role = pg_temp.one_line(job_role, ''),
  source = pg_temp.one_line(source, ''),
  tier = pg_temp.one_line(tier, ''),
  referrer = pg_temp.one_line(referrer, '')
where not private.is_one_line(
  concat(first_name, last_name, email, company, phone, job_title, job_role, source, tier, referrer)
);
drop function pg_temp.one_line(text, text);

alter table public.sales_representatives
  add constraint sales_representatives_is_one_line check (private.is_one_line(name));
alter table public.qualified_leads
  add constraint qualified_leads_is_one_line check (private.is_one_line(name || company));
alter table private.verification_codes
  add constraint verification_codes_is_one_line check (private.is_one_line(name || company));
alter table public.sales_records
  add constraint sales_records_is_one_line check (private.is_one_line(product_name));
alter table public.contact_submissions
  add constraint contact_submissions_is_one_line check (
    private.is_one_line(first_name || coalesce(last_name, '') || email || company || phone || job_title || job_role || source || tier || referrer)
  );

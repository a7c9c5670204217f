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

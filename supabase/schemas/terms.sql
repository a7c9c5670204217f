-- Figures that the product promises, each defined once. SQL calls them, and answers carry them to screens and mails.
-- Words shown before any answer read shared/src/contracts/backend/terms.ts, which is generated from this file:
-- node tools/stack/backend/write-database-types.ts.

create function private.access_link_life() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '48 hours'
$$;
comment on function private.access_link_life() is
  'How long a customer''s access link works, from when it was issued or extended.';
revoke all on function private.access_link_life() from public, anon, authenticated, service_role;
grant execute on function private.access_link_life() to api_reader, service_role;

create function private.access_link_expiring_within() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '6 hours'
$$;
comment on function private.access_link_expiring_within() is
  'How long before its end an access link is said to expire soon.';
revoke all on function private.access_link_expiring_within() from public, anon, authenticated, service_role;
grant execute on function private.access_link_expiring_within() to api_reader, service_role;

create function private.code_life() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '10 minutes'
$$;
comment on function private.code_life() is
  'How long a verification code works, from when it was made.';
revoke all on function private.code_life() from public, anon, authenticated, service_role;
grant execute on function private.code_life() to api_reader, service_role;

create function private.code_max_attempts() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 5
$$;
comment on function private.code_max_attempts() is
  'How many attempts at one verification code are compared. No further attempt is right.';
revoke all on function private.code_max_attempts() from public, anon, authenticated, service_role;
grant execute on function private.code_max_attempts() to api_reader, service_role;

create function private.code_resend_pause() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '30 seconds'
$$;
comment on function private.code_resend_pause() is
  'How long a representative waits before another code for the same address.';
revoke all on function private.code_resend_pause() from public, anon, authenticated, service_role;
grant execute on function private.code_resend_pause() to api_reader, service_role;

create function private.rep_session_life() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '12 hours'
$$;
comment on function private.rep_session_life() is
  'How long a representative stays signed in; renewing a token does not move it. A customer''s session ends with the access link.';
revoke all on function private.rep_session_life() from public, anon, authenticated, service_role;
grant execute on function private.rep_session_life() to api_reader, service_role;

create function private.manager_access_life() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '8 hours'
$$;
comment on function private.manager_access_life() is
  'How long a manager''s code opens Operations for the session that gave it. It never outlives the session.';
revoke all on function private.manager_access_life() from public, anon, authenticated, service_role;
grant execute on function private.manager_access_life() to api_reader, service_role;

create function private.contact_mail_late_after() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '10 minutes'
$$;
comment on function private.contact_mail_late_after() is
  'How long after a contact request arrived the team''s mail about it counts as failed when it was not sent.';
revoke all on function private.contact_mail_late_after() from public, anon, authenticated, service_role;
grant execute on function private.contact_mail_late_after() to api_reader, service_role;

create function private.commission_pending_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 30
$$;
comment on function private.commission_pending_days() is
  'Calendar days for which a sale''s commission is pending, as it could still be cancelled. There is no record of payouts to tell it by.';
revoke all on function private.commission_pending_days() from public, anon, authenticated, service_role;
grant execute on function private.commission_pending_days() to api_reader, service_role;

create function private.site_events_kept_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 30
$$;
comment on function private.site_events_kept_days() is
  'Days for which what browsers told of a page is kept.';
revoke all on function private.site_events_kept_days() from public, anon, authenticated, service_role;
grant execute on function private.site_events_kept_days() to api_reader, service_role;

create function private.site_counts_kept_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 760
$$;
comment on function private.site_counts_kept_days() is
  'Days for which counts of visits and pages are kept: two years and a month, so that a month can be compared.';
revoke all on function private.site_counts_kept_days() from public, anon, authenticated, service_role;
grant execute on function private.site_counts_kept_days() to api_reader, service_role;

create function private.contact_requests_kept_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 730
$$;
comment on function private.contact_requests_kept_days() is
  'Days for which a contact request is kept, from when it was sent.';
revoke all on function private.contact_requests_kept_days() from public, anon, authenticated, service_role;
grant execute on function private.contact_requests_kept_days() to api_reader, service_role;

create function private.quarantined_requests_kept_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 30
$$;
comment on function private.quarantined_requests_kept_days() is
  'Days for which a contact request is kept in quarantine, from when it was sent.';
revoke all on function private.quarantined_requests_kept_days() from public, anon, authenticated, service_role;
grant execute on function private.quarantined_requests_kept_days() to api_reader, service_role;

create function private.idle_customers_kept_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 730
$$;
comment on function private.idle_customers_kept_days() is
  'Days for which a customer without a sale is kept, from when their last access link ended.';
revoke all on function private.idle_customers_kept_days() from public, anon, authenticated, service_role;
grant execute on function private.idle_customers_kept_days() to api_reader, service_role;

create function private.sign_in_traces_kept_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 365
$$;
comment on function private.sign_in_traces_kept_days() is
  'Days for which the address and browser of a sign-in or an opening are kept.';
revoke all on function private.sign_in_traces_kept_days() from public, anon, authenticated, service_role;
grant execute on function private.sign_in_traces_kept_days() to api_reader, service_role;

create function private.codes_kept_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 1
$$;
comment on function private.codes_kept_days() is
  'Days for which a code is kept, without the code itself, from when it ended.';
revoke all on function private.codes_kept_days() from public, anon, authenticated, service_role;
grant execute on function private.codes_kept_days() to api_reader, service_role;

create function private.attempt_counts_kept_days() returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select 1
$$;
comment on function private.attempt_counts_kept_days() is
  'Days for which it is counted how often a network asked for what has a limit. No limit counts for longer.';
revoke all on function private.attempt_counts_kept_days() from public, anon, authenticated, service_role;
grant execute on function private.attempt_counts_kept_days() to api_reader, service_role;

create function private.handovers_undone_within() returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select interval '24 hours'
$$;
comment on function private.handovers_undone_within() is
  'How long a handover of customers and contact requests can be undone.';
revoke all on function private.handovers_undone_within() from public, anon, authenticated, service_role;
grant execute on function private.handovers_undone_within() to api_reader, service_role;

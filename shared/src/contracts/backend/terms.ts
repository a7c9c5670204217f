// Generated from supabase/schemas/terms.sql: figures that the product promises, for words on screens and in mails.
// Do not edit; after a new migration run `node tools/stack/backend/write-database-types.ts`.

/** How long before its end an access link is said to expire soon. */
export const ACCESS_LINK_EXPIRING_WITHIN_SECONDS = 21600;

/** How long a customer's access link works, from when it was issued or extended. */
export const ACCESS_LINK_LIFE_SECONDS = 172800;

/** Days for which it is counted how often a network asked for what has a limit. No limit counts for longer. */
export const ATTEMPT_COUNTS_KEPT_DAYS = 1;

/** How long a verification code works, from when it was made. */
export const CODE_LIFE_SECONDS = 600;

/** How many attempts at one verification code are compared. No further attempt is right. */
export const CODE_MAX_ATTEMPTS = 5;

/** How long a representative waits before another code for the same address. */
export const CODE_RESEND_PAUSE_SECONDS = 30;

/** Days for which a code is kept, without the code itself, from when it ended. */
export const CODES_KEPT_DAYS = 1;

/** Calendar days for which a sale's commission is pending, as it could still be cancelled. There is no record of payouts to tell it by. */
export const COMMISSION_PENDING_DAYS = 30;

/** How long after a contact request arrived the team's mail about it counts as failed when it was not sent. */
export const CONTACT_MAIL_LATE_AFTER_SECONDS = 600;

/** Days for which a contact request is kept, from when it was sent. */
export const CONTACT_REQUESTS_KEPT_DAYS = 730;

/** How long a handover of customers and contact requests can be undone. */
export const HANDOVERS_UNDONE_WITHIN_SECONDS = 86400;

/** Days for which a customer without a sale is kept, from when their last access link ended. */
export const IDLE_CUSTOMERS_KEPT_DAYS = 730;

/** How long a manager's code opens Operations for the session that gave it. It never outlives the session. */
export const MANAGER_ACCESS_LIFE_SECONDS = 28800;

/** Days for which a contact request is kept in quarantine, from when it was sent. */
export const QUARANTINED_REQUESTS_KEPT_DAYS = 30;

/** How long a representative stays signed in; renewing a token does not move it. A customer's session ends with the access link. */
export const REP_SESSION_LIFE_SECONDS = 43200;

/** Days for which the address and browser of a sign-in or an opening are kept. */
export const SIGN_IN_TRACES_KEPT_DAYS = 365;

/** Days for which counts of visits and pages are kept: two years and a month, so that a month can be compared. */
export const SITE_COUNTS_KEPT_DAYS = 760;

/** Days for which what browsers told of a page is kept. */
export const SITE_EVENTS_KEPT_DAYS = 30;

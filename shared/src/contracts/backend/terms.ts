// Generated from supabase/schemas/terms.sql: figures that the product promises, for words on screens and in mails.
// Do not edit. After a new migration, run `npx -y pnpm@12 exec node tools/stack/backend/write-database-types.ts`.

/** How long before its end an access link counts as expiring soon. */
export const ACCESS_LINK_EXPIRING_WITHIN_SECONDS = 21600;

/** How long a customer's access link works after it was issued or extended. */
export const ACCESS_LINK_LIFE_SECONDS = 172800;

/** Days for which the attempt counts of a network are kept. No limit has a longer window. */
export const ATTEMPT_COUNTS_KEPT_DAYS = 1;

/** Days for which a line of the audit trail is kept. */
export const AUDIT_TRAIL_KEPT_DAYS = 1825;

/** How long a verification code works after it was made. */
export const CODE_LIFE_SECONDS = 600;

/** Maximum number of attempts for one verification code. Later attempts always fail. */
export const CODE_MAX_ATTEMPTS = 5;

/** How long a representative must wait before requesting another code for the same address. */
export const CODE_RESEND_PAUSE_SECONDS = 30;

/** Days for which the record of a code, without the code itself, is kept after the code ended. */
export const CODES_KEPT_DAYS = 1;

/** Calendar days during which a sale's commission is pending because the sale could still be cancelled. Then it is final, and the next statement pays it. */
export const COMMISSION_PENDING_DAYS = 30;

/** Time after which an unsent mail to the team about a contact request counts as failed. */
export const CONTACT_MAIL_LATE_AFTER_SECONDS = 600;

/** Days for which a contact request is kept after it was sent. */
export const CONTACT_REQUESTS_KEPT_DAYS = 730;

/** Sessions of an access link that are stored, ended ones too. A further one takes the place of the oldest. */
export const CUSTOMER_SESSIONS_MAX = 50;

/** Days for which the counts of failed mails are kept. */
export const FAILED_MAILS_KEPT_DAYS = 30;

/** How soon after it was sent a new contact request gets its first answer. Later, it is overdue. */
export const FIRST_ANSWER_WITHIN_SECONDS = 86400;

/** How long a handover of customers and contact requests can be undone. */
export const HANDOVERS_UNDONE_WITHIN_SECONDS = 86400;

/** Days for which a customer without a sale is kept after their last access link ended. */
export const IDLE_CUSTOMERS_KEPT_DAYS = 730;

/** Days for which a refused mail to the team, or to a representative about new work, is tried again. */
export const MAILS_TRIED_DAYS = 7;

/** How long a manager's code opens Operations in its session. The access ends with the session at the latest. */
export const MANAGER_ACCESS_LIFE_SECONDS = 28800;

/** Days ahead in which Today shows a change of a price. */
export const PRICE_CHANGES_SOON_DAYS = 7;

/** Days for which a quarantined contact request is kept after it was sent. */
export const QUARANTINED_REQUESTS_KEPT_DAYS = 30;

/** Days after the day of a quote (UTC) on which its prices still hold. */
export const QUOTE_VALID_DAYS = 30;

/** How long a representative stays signed in. Renewing a token does not move it. A customer's session ends with the access link. */
export const REP_SESSION_LIFE_SECONDS = 43200;

/** Sessions of a representative that are stored, ended ones too. A further one takes the place of the oldest. */
export const REP_SESSIONS_MAX = 200;

/** Days before today whose new contact requests count as recent. Older ones are urgent. */
export const REQUESTS_RECENT_DAYS = 2;

/** How long an import of sales can be undone. */
export const SALES_IMPORTS_UNDONE_WITHIN_SECONDS = 86400;

/** Most rows of an import of sales on a screen. A larger one is for operators, and cannot be undone. */
export const SCREEN_IMPORT_MAX_ROWS = 10000;

/** Days for which the IP address and browser of a sign-in or an opening are kept. */
export const SIGN_IN_TRACES_KEPT_DAYS = 365;

/** Days for which counts of visits and pages are kept: two years and a month, so that a month can be compared. */
export const SITE_COUNTS_KEPT_DAYS = 760;

/** Campaigns that are counted by name in one UTC day. Further ones count as other. */
export const SITE_COUNTS_MAX_CAMPAIGNS_PER_DAY = 50;

/** Counts of visits that all browsers together can add in one UTC day. */
export const SITE_COUNTS_MAX_PER_DAY = 1000000;

/** Rows of counts in one UTC day after which a new page, campaign or version counts as other. */
export const SITE_COUNTS_MAX_ROWS_PER_DAY = 20000;

/** Days for which site events from browsers are kept. */
export const SITE_EVENTS_KEPT_DAYS = 30;

/** Bytes of site events, as JSON, that all browsers together can add in one UTC day. */
export const SITE_EVENTS_MAX_BYTES_PER_DAY = 67108864;

/** Rows of site events that all browsers together can add in one UTC day. */
export const SITE_EVENTS_MAX_ROWS_PER_DAY = 200000;

/** How many attempts each limit allows, and in what time. */
export const ATTEMPT_LIMITS = {
  'sign-in:ip': { attempts: 20, windowSeconds: 300 },
  'sign-in:id': { attempts: 10, windowSeconds: 300 },
  'sign-in-customer:ip': { attempts: 20, windowSeconds: 300 },
  'code:rep': { attempts: 30, windowSeconds: 600 },
  'code:email': { attempts: 5, windowSeconds: 600 },
  'code:rep-day': { attempts: 300, windowSeconds: 86400 },
  'code:email-day': { attempts: 20, windowSeconds: 86400 },
  'manager-code:rep': { attempts: 5, windowSeconds: 600 },
  'manager-code:rep-day': { attempts: 40, windowSeconds: 86400 },
  'link-mail:rep': { attempts: 30, windowSeconds: 600 },
  'link-mail:email': { attempts: 3, windowSeconds: 600 },
  'contact:ip': { attempts: 60, windowSeconds: 600 },
  'contact:ip-day': { attempts: 300, windowSeconds: 86400 },
  'contact:day': { attempts: 5000, windowSeconds: 86400 },
  'confirmation:ip': { attempts: 100, windowSeconds: 86400 },
  'confirmation:email': { attempts: 3, windowSeconds: 86400 },
  'confirmation:day': { attempts: 1000, windowSeconds: 86400 },
  'site-events:ip': { attempts: 600, windowSeconds: 60 },
};

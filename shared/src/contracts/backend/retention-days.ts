import {
  ATTEMPT_COUNTS_KEPT_DAYS,
  AUDIT_TRAIL_KEPT_DAYS,
  CODES_KEPT_DAYS,
  CONTACT_REQUESTS_KEPT_DAYS,
  IDLE_CUSTOMERS_KEPT_DAYS,
  QUARANTINED_REQUESTS_KEPT_DAYS,
  SIGN_IN_TRACES_KEPT_DAYS,
  SITE_COUNTS_KEPT_DAYS,
  SITE_EVENTS_KEPT_DAYS,
} from './terms.ts';

/**
 * Days for which each kind of data is kept, in the order shown. The job in the database applies the same table
 * (`private.retention_rules`), and the privacy page states it. One test for each fails when they differ.
 */
export const RETENTION_DAYS = {
  quarantined_requests: QUARANTINED_REQUESTS_KEPT_DAYS,
  contact_requests: CONTACT_REQUESTS_KEPT_DAYS,
  idle_customers: IDLE_CUSTOMERS_KEPT_DAYS,
  codes: CODES_KEPT_DAYS,
  sessions: SIGN_IN_TRACES_KEPT_DAYS,
  sign_in_traces: SIGN_IN_TRACES_KEPT_DAYS,
  audit_trail: AUDIT_TRAIL_KEPT_DAYS,
  attempt_counts: ATTEMPT_COUNTS_KEPT_DAYS,
  site_events: SITE_EVENTS_KEPT_DAYS,
  site_counts: SITE_COUNTS_KEPT_DAYS,
} as const;
export type RetentionKind = keyof typeof RETENTION_DAYS;

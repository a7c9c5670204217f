import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';
import { pageOf } from '../page-of.ts';

/** Every event of the trail, as `supabase/schemas/audit.sql` names them. A newer database may know more. */
export const AUDIT_EVENTS = [
  'rep_signed_in',
  'rep_sign_in_failed',
  'customer_signed_in',
  'customer_sign_in_failed',
  'signed_out',
  'sessions_ended',
  'code_sent',
  'code_failed',
  'code_refused',
  'link_issued',
  'link_opened',
  'link_extended',
  'link_revoked',
  'link_expired',
  'prices_revealed',
  'customer_edited',
  'customer_handed_over',
  'handover_undone',
  'contact_request_changed',
  'catalogue_loaded',
  'price_set',
  'price_scheduled',
  'price_schedule_cancelled',
  'rep_added',
  'rep_edited',
  'rep_enabled',
  'rep_disabled',
  'rep_takes_requests',
  'rep_takes_no_requests',
  'rep_made_manager',
  'rep_no_longer_manager',
  'rep_settings_changed',
  'sales_id_rotated',
  'manager_code_sent',
  'manager_code_failed',
  'manager_access_opened',
  'person_opened',
  'person_exported',
  'contact_requests_exported',
  'audit_trail_exported',
  'sales_exported',
  'contact_request_received',
  'quote_made',
  'sales_imported',
  'sales_import_undone',
  'sale_amounts_changed',
  'target_set',
  'commission_rate_changed',
  'statement_approved',
  'statement_paid',
  'statement_questioned',
  'statement_answered',
  'statements_exported',
  'person_corrected',
  'consent_withdrawn',
  'person_erased',
  'mentions_redacted',
  'data_expired',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** A line of the audit trail. Names and addresses are null if the person was erased. */
export const auditLineSchema = z.object({
  lineNumber: z.number(),
  occurredAt: instant,
  event: z.string(),
  repId: z.nullable(z.uuid()),
  repName: z.nullable(z.string()),
  repEmail: z.nullable(z.string()),
  customerId: z.nullable(z.uuid()),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  /** The manager who did it. null if someone else did. */
  managerName: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
  /** Maps the ids of representatives in `detail` to their names. */
  names: z.record(z.string(), z.string()),
});
export type AuditLine = z.infer<typeof auditLineSchema>;

/** Argument `filter` of `get_audit_trail`. null or missing means no restriction. Unknown fields are refused. */
export const auditTrailFilterSchema = z.strictObject({
  /** Id of the representative or customer who did it or whom it concerns. */
  person: z.nullish(z.uuid()),
  event: z.nullish(z.string().check(z.maxLength(100))),
  /** Calendar days (UTC, YYYY-MM-DD), the last one included. */
  from: z.nullish(z.iso.date()),
  to: z.nullish(z.iso.date()),
});
export type AuditTrailFilter = z.input<typeof auditTrailFilterSchema>;

const auditPersonSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['representative', 'customer']),
  name: z.string(),
  email: z.string(),
});
export type AuditPerson = z.infer<typeof auditPersonSchema>;

/**
 * Answer of procedure `get_audit_trail(filter, page_size, after)`, for managers: keyset-paged, the newest first.
 * `page_size`: 1 to 100, by default 25. `after`: `nextAfter` of the page before. `export-list` hands out larger pages.
 */
export const auditTrailPageSchema = pageOf(auditLineSchema, {
  /** The person in the filter. null without one, or if the person was erased. */
  person: z.nullable(auditPersonSchema),
  now: instant,
});
export type AuditTrailPage = z.infer<typeof auditTrailPageSchema>;

/** Answer of procedure `get_audit_people(search)`, for managers: at most 10 representatives and 10 customers. */
export const auditPeopleSchema = z.array(auditPersonSchema);

import {
  AUDIT_EVENTS,
  auditTrailFilterSchema,
} from '@corvane/shared/contracts/backend/operations/audit-trail';
import { id, one, type StateOf } from '../../lib/search-state.ts';

const { from, to } = auditTrailFilterSchema.shape;

/**
 * The events to show, as the address has them and the procedure takes them. Addresses never contain a name. The days
 * are not those of Requests, so one tab does not filter the other.
 */
export const AUDIT_SEARCH = {
  person: id('who'),
  event: one('event', AUDIT_EVENTS),
  from: one('since', from),
  to: one('until', to),
};
export type AuditSearch = StateOf<typeof AUDIT_SEARCH>;

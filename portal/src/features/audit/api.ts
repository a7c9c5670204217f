import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  AUDIT_EVENTS,
  type AuditTrailPage,
  auditPeopleSchema,
  auditTrailFilterSchema,
  auditTrailPageSchema,
} from '@corvane/shared/contracts/backend/operations/audit-trail';
import { queryOptions } from '@tanstack/react-query';
import { id, one, type StateOf } from '../../lib/search-state.ts';
import { exportedPages } from '../../ui/tables/export-button.tsx';
import { pagesQuery } from '../../ui/tables/pages-query.ts';

const { from, to } = auditTrailFilterSchema.shape;

/**
 * The events to show, as the address has them and the procedure takes them. Addresses never contain a name. The days
 * are not those of Requests, so one tab does not filter the other.
 */
export const AUDIT_FILTER = {
  person: id('who'),
  event: one('event', AUDIT_EVENTS),
  from: one('since', from),
  to: one('until', to),
};
export type AuditFilter = StateOf<typeof AUDIT_FILTER>;

const PAGE_SIZE = 50;

const auditKey = (...of: readonly unknown[]) => ['audit', ...of] as const;

/** The events of the filter, one page at a time. */
export function auditTrailQuery(api: Api, filter: AuditFilter) {
  return pagesQuery(auditKey('pages', filter), async (after, signal): Promise<AuditTrailPage> => {
    const args = { filter, page_size: PAGE_SIZE, after };
    return await ask(api, 'get_audit_trail', args, auditTrailPageSchema, { signal });
  });
}

/** Every event of the filter, newest first, for a file. The audit trail records each export. */
export function exportedLines(api: Api, filter: AuditFilter, signal: AbortSignal) {
  return exportedPages(api, { list: 'audit_trail', filter }, auditTrailPageSchema, signal);
}

/** Finds people by name or address. */
export function auditPeopleQuery(api: Api, search: string) {
  return queryOptions({
    queryKey: auditKey('people', search),
    queryFn: ({ signal }) => ask(api, 'get_audit_people', { search }, auditPeopleSchema, { signal }),
    enabled: search !== '',
    // A typed search is personal data, so the cache drops it together with the list.
    gcTime: 0,
  });
}

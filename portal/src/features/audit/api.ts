import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type AuditTrailPage,
  auditPeopleSchema,
  auditTrailPageSchema,
} from '@corvane/shared/contracts/backend/operations/audit-trail';
import { queryOptions } from '@tanstack/react-query';
import { exportedPages } from '../../ui/tables/export-button.tsx';
import { pagesQuery } from '../../ui/tables/pages-query.ts';
import type { AuditSearch } from './search.ts';

const PAGE_SIZE = 50;

const auditKey = (...of: readonly unknown[]) => ['audit', ...of] as const;

/** The events of the filter, one page at a time. */
export function auditTrailQuery(api: Api, filter: AuditSearch) {
  return pagesQuery(auditKey('pages', filter), async (after, signal): Promise<AuditTrailPage> => {
    const args = { filter, page_size: PAGE_SIZE, after };
    return await ask(api, 'get_audit_trail', args, auditTrailPageSchema, { signal });
  });
}

/** Every event of the filter, newest first, for a file. The audit trail records each export. */
export function exportedLines(api: Api, filter: AuditSearch, signal: AbortSignal) {
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

import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type AuditTrailPage,
  auditPeopleSchema,
  auditTrailPageSchema,
} from '@corvane/shared/contracts/backend/operations/audit-trail';
import { queryOptions } from '@tanstack/react-query';
import { exportedPages } from '../../ui/tables/export-button.tsx';
import { pagesQuery } from '../../ui/tables/pages-query.ts';
import { isOneAction } from './fold-actions.ts';
import type { AuditSearch } from './search.ts';

const PAGE_SIZE = 50;
/** The most lines of a page that goes on. */
const LONGEST_PAGE = 2_000;

const auditKey = (...of: readonly unknown[]) => ['audit', ...of] as const;

/**
 * The events of the filter, one page at a time. The list folds the lines of one action into one row. A page that is
 * all of one action goes on, so that each page adds a row.
 */
export function auditTrailQuery(api: Api, filter: AuditSearch) {
  return pagesQuery(auditKey('pages', filter), async (after, signal): Promise<AuditTrailPage> => {
    const fetchPage = (after: string | null) =>
      ask(api, 'get_audit_trail', { filter, page_size: PAGE_SIZE, after }, auditTrailPageSchema, { signal });
    let page = await fetchPage(after);
    while (page.hasMore && page.rows.length < LONGEST_PAGE && isOneAction(page.rows)) {
      const next = await fetchPage(page.nextAfter);
      page = { ...next, rows: [...page.rows, ...next.rows] };
    }
    return page;
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

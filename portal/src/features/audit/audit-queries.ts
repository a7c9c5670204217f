import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type AuditLine,
  type AuditTrailPage,
  auditPeopleSchema,
  auditTrailPageSchema,
} from '@corvane/shared/contracts/backend/operations/audit-trail';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Timed, timed } from '../../lib/timed.ts';
import { exportedPages } from '../../ui/tables/exported-pages.ts';
import { type AuditView, filterOf } from './audit-view.ts';

const PAGE_SIZE = 50;

const auditKey = (repId: string, ...of: readonly unknown[]) => ['audit', repId, ...of] as const;

async function fetchPage(
  api: Api,
  args: { filter: ReturnType<typeof filterOf>; page_size: number; after: string | null },
  signal: AbortSignal,
): Promise<Timed<AuditTrailPage>> {
  return timed(await ask(api, 'get_audit_trail', args, auditTrailPageSchema, { signal }));
}

/** The events of the view, one page at a time. */
export function auditTrailQuery(api: Api, repId: string, view: AuditView) {
  return infiniteQueryOptions({
    queryKey: auditKey(repId, 'pages', view),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      fetchPage(api, { filter: filterOf(view), page_size: PAGE_SIZE, after: pageParam }, signal),
    getNextPageParam: ({ hasMore, nextAfter }) => (hasMore ? nextAfter : null),
    placeholderData: keepPreviousData,
  });
}

/** Every event of the view, newest first, for a file. The audit trail records each export. */
export function exportedLines(api: Api, view: AuditView, signal: AbortSignal): AsyncGenerator<AuditLine[]> {
  return exportedPages(api, { list: 'audit_trail', filter: filterOf(view) }, auditTrailPageSchema, signal);
}

/** Finds people by name or address. */
export function auditPeopleQuery(api: Api, repId: string, search: string) {
  return queryOptions({
    queryKey: auditKey(repId, 'people', search),
    queryFn: ({ signal }) => ask(api, 'get_audit_people', { search }, auditPeopleSchema, { signal }),
    enabled: search !== '',
    // A typed search is personal data, so the cache drops it together with the list.
    gcTime: 0,
  });
}

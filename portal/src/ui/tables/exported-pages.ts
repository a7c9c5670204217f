import type { ExportListRequest } from '@corvane/shared/contracts/backend/operations/export-list';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';

interface Page<Row> {
  rows: Row[];
  nextAfter: string | null;
}

type Unpaged<Request> = Request extends unknown ? Omit<Request, 'after'> : never;

/** The rows of a list for a file, page by page. The server records in the audit trail what it hands out. */
export async function* exportedPages<Row>(
  api: ApiClient,
  list: Unpaged<ExportListRequest>,
  schema: { parse(page: unknown): Page<Row> },
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  let after: string | null = null;
  do {
    const answer = (await api.invoke('export-list', { ...list, after }, { signal })) as { page?: unknown };
    const page = schema.parse(answer.page);
    yield page.rows;
    after = page.nextAfter;
  } while (after !== null);
}

import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import type { ExportListRequest } from '@corvane/shared/contracts/backend/operations/export-list';
import { z } from '@corvane/shared/lib/zod';

interface Page<Row> {
  rows: Row[];
  nextAfter: string | null;
}

type Unpaged<Request> = Request extends unknown ? Omit<Request, 'after'> : never;

/** The rows of a list for a file, page by page. The server records in the audit trail what it hands out. */
export async function* exportedPages<Row>(
  api: Api,
  list: Unpaged<ExportListRequest>,
  schema: z.ZodType<Page<Row>>,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  const answerSchema = z.object({ page: schema });
  let after: string | null = null;
  do {
    const body = { ...list, after };
    const answer: { page: Page<Row> } = await ask(api, 'export-list', body, answerSchema, { signal });
    yield answer.page.rows;
    after = answer.page.nextAfter;
  } while (after !== null);
}

import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { SalesFileError } from '@corvane/shared/contracts/backend/sales/sales-file';
import {
  type ImportSalesRequest,
  importSalesResponseSchema,
  type Preview,
  SCREEN_BATCH,
  stagedProblem,
} from '@corvane/shared/contracts/backend/sales/sales-import';
import type { RowProblem, SalesRow } from '@corvane/shared/contracts/backend/sales/sales-row';
import { formatCount } from '@corvane/shared/lib/counted';
import { freshId } from '@corvane/shared/lib/fresh-id';
import { readFile } from './read-file.ts';

const encoder = new TextEncoder();
/** Problems that are shown. The file has to be corrected anyway. */
const MOST_PROBLEMS = 100;

/** An import whose rows wait on the server. Nothing of it is a sale yet. */
export interface PreparedImport {
  importId: string;
  rowCount: number;
  preview: Preview;
}

export type Prepared = PreparedImport | { problems: readonly RowProblem[]; problemCount: number };

export const sendImport = (api: Api, wanted: ImportSalesRequest, signal?: AbortSignal) =>
  ask(api, 'import-sales', wanted, importSalesResponseSchema, signal && { signal });

let discarded: Promise<unknown> = Promise.resolve();

/** The next import of this tab waits for it. The server also forgets it by itself. */
export function discardImport(api: Api, importId: string): void {
  discarded = sendImport(api, { action: 'discard', importId }).catch(() => {});
}

/**
 * Reads a file and lets its rows wait on the server, which checks them. Nothing becomes a sale.
 * @param onRead gets the number of rows so far
 * @throws SalesFileError when the file or another import does not allow it
 */
export async function prepareImport(
  api: Api,
  file: File,
  onRead: (rowCount: number) => void,
  signal: AbortSignal,
): Promise<Prepared> {
  const { hasCustomers, rows } = await readFile(file);
  const importId = freshId();
  const send = (wanted: ImportSalesRequest) => sendImport(api, wanted, signal);
  const problems: RowProblem[] = [];
  let batch: SalesRow[] = [];
  let batchBytes = 0;
  let rowCount = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const answer = await send({ action: 'stage', importId, rows: batch });
    if (answer.outcome !== 'staged') throw new SalesFileError('another import took its place');
    problems.push(...answer.problems.map(stagedProblem));
    batch = [];
    batchBytes = 0;
    onRead(rowCount);
  };
  await discarded;
  try {
    const begun = await send({ action: 'begin', importId, hasCustomers });
    if (begun.outcome !== 'begun')
      throw new SalesFileError('another import is running. Try again in a minute');
    for await (const fileRow of rows) {
      rowCount += 1;
      if (rowCount > begun.maxRows)
        throw new SalesFileError(
          `it has more than ${formatCount(begun.maxRows)} rows. Ask an operator, who imports files of any size`,
        );
      if ('problems' in fileRow) {
        problems.push(...fileRow.problems);
        continue;
      }
      const bytes = encoder.encode(JSON.stringify(fileRow.row)).length;
      if (batch.length === SCREEN_BATCH.rows || batchBytes + bytes > SCREEN_BATCH.bytes) await flush();
      batch.push(fileRow.row);
      batchBytes += bytes;
    }
    await flush();
    if (problems.length === 0) {
      const answer = await send({ action: 'preview', importId });
      if (answer.outcome !== 'previewed') throw new SalesFileError('another import took its place');
      return { importId, rowCount, preview: answer };
    }
  } catch (error) {
    discardImport(api, importId);
    throw error;
  }
  discardImport(api, importId);
  return {
    problems: problems.sort((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS),
    problemCount: problems.length,
  };
}

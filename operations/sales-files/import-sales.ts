import { setTimeout as wait } from 'node:timers/promises';
import {
  changeWords,
  committedSchema,
  differenceWords,
  previewSchema,
  stagedProblem,
  stagedSchema,
} from '@corvane/shared/contracts/backend/sales/sales-import';
import type { RowProblem, SalesRow } from '@corvane/shared/contracts/backend/sales/sales-row';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';
import { type OpsApi, OpsCallError, procedureTimeoutMs } from '../api/ops-api.ts';
import { openSalesFile } from './read-sales-file.ts';

/** Rows per call to the server: about half of what the edge accepts in one request. */
const BATCH_ROWS = 1_500;
const PROGRESS_ROWS = 10_000;
/** The server lets another import begin a minute after it last heard of this one. */
const STILL_HERE_MS = 20_000;
/** Changes that are shown before the confirmation. */
const SHOWN_CHANGES = 20;

const stageAnswerSchema = z.union([stagedSchema, z.object({ outcome: z.literal('unknown_import') })]);

interface SalesImport {
  api: OpsApi;
  file: string;
  print(line: string): void;
  /** Throws if the answer is no. */
  confirm(question: string): Promise<void>;
  /** Ends the import before it is committed. Nothing of it stays. */
  signal: AbortSignal;
}

/**
 * Imports all sales of a file or none. The server stages rows until the last one has arrived and none has an error.
 * One transaction then turns them into sales. A known id changes its sale, after what changes was shown and confirmed.
 * @throws UserError on any error, after printing every error with its line.
 */
export async function importSales({ api, file, print, confirm, signal }: SalesImport): Promise<void> {
  const { hasCustomers, rows } = await openSalesFile(file);
  const importId = crypto.randomUUID();
  const began = await api.rpc('begin_sales_import', {
    import_id_param: importId,
    has_customers_param: hasCustomers,
  });
  if (!z.boolean().parse(began)) {
    throw new UserError(
      'Another import is running, or was killed less than a minute ago. Try again in a minute.',
    );
  }
  try {
    const rowCount = await stage(rows);
    await confirmChanges();
    const { inserted, updated, unchanged } = await commit(rowCount);
    print(
      `${counted(rowCount, 'sale')}: ${formatCount(inserted)} new, ${formatCount(updated)} changed, ${formatCount(unchanged)} unchanged.`,
    );
  } catch (error) {
    // Otherwise the next import deletes the rows.
    await api.rpc('discard_sales_import', { import_id_param: importId }).catch(() => undefined);
    throw error;
  }

  /** @returns how many rows wait on the server now. */
  async function stage(fileRows: Awaited<ReturnType<typeof openSalesFile>>['rows']): Promise<number> {
    let batch: SalesRow[] = [];
    let problems: RowProblem[] = [];
    let rowCount = 0;
    let problemCount = 0;

    const flush = async () => {
      signal.throwIfAborted();
      problems.push(...(await stageBatch(batch)));
      for (const { line, message } of problems.toSorted((a, b) => a.line - b.line))
        print(`line ${line}: ${message}`);
      problemCount += problems.length;
      batch = [];
      problems = [];
    };
    for await (const fileRow of fileRows) {
      if ('row' in fileRow) batch.push(fileRow.row);
      else problems.push(...fileRow.problems);
      rowCount += 1;
      if (batch.length + problems.length >= BATCH_ROWS) await flush();
      if (rowCount % PROGRESS_ROWS === 0) print(`${formatCount(rowCount)} rows read`);
    }
    await flush();
    if (problemCount > 0) {
      throw new UserError(
        `${counted(problemCount, 'mistake')} in ${counted(rowCount, 'row')}, so nothing was imported. Correct the file and import it again.`,
      );
    }
    return rowCount;
  }

  async function confirmChanges(): Promise<void> {
    signal.throwIfAborted();
    // The preview of many rows takes a while, and a person reads before they answer. No rows at all tell the server that
    // the import goes on.
    const stillHere = setInterval(
      () => void api.rpc('stage_sales', { import_id_param: importId, rows_param: [] }).catch(() => undefined),
      STILL_HERE_MS,
    );
    await askAboutChanges().finally(() => clearInterval(stillHere));
  }

  async function askAboutChanges(): Promise<void> {
    const { added, changed, first, rateDifferences } = previewSchema.parse(
      await api.rpc('preview_sales_import', { import_id_param: importId, limit_param: SHOWN_CHANGES }),
    );
    const { count, first: different } = rateDifferences;
    for (const change of first) print(`line ${change.line}: ${changeWords(change)}`);
    if (changed > first.length) print(`and ${formatCount(changed - first.length)} more`);
    for (const row of different) print(`line ${row.line}: ${differenceWords(row)}`);
    if (count > different.length) print(`and ${formatCount(count - different.length)} more`);
    if (changed > 0) await confirm(`Change ${counted(changed, 'stored sale')}?`);
    else if (added > 0 && count > 0)
      await confirm(
        `Import ${counted(count, 'commission')} that ${count === 1 ? 'differs' : 'differ'} from the rate?`,
      );
  }

  async function stageBatch(batch: readonly SalesRow[]): Promise<RowProblem[]> {
    if (batch.length === 0) return [];
    const answer = stageAnswerSchema.parse(
      await api.rpc('stage_sales', { import_id_param: importId, rows_param: batch }),
    );
    if (answer.outcome === 'unknown_import') {
      throw new UserError('Another import replaced this one. Nothing of this one was imported.');
    }
    return answer.problems.map(stagedProblem);
  }

  /**
   * Repeats the request if a proxy did not wait for the answer. The server commits once and gives the same answer each
   * time. A repeated request that waits too long for the first one does not know whether that one commits.
   */
  async function commit(rowCount: number) {
    signal.throwIfAborted();
    let isAnswerLost = false;
    const endsAt = Date.now() + procedureTimeoutMs('commit_sales_import');
    for (;;) {
      try {
        const args = { import_id_param: importId, row_count_param: rowCount };
        const answer = committedSchema.parse(await api.rpc('commit_sales_import', args));
        if (answer.outcome === 'committed') return answer;
        throw new UserError('Some rows did not arrive, so nothing was imported. Run the import again.');
      } catch (error) {
        if (!(error instanceof OpsCallError) || Date.now() > endsAt) throw error;
        isAnswerLost ||= error.isWithoutAnswer;
        if (!error.isWithoutAnswer && !(isAnswerLost && error.maySucceedLater)) throw error;
        await wait(2_000);
      }
    }
  }
}

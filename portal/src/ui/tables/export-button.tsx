import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import type { ExportListRequest } from '@corvane/shared/contracts/backend/operations/export-list';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '@corvane/shared/lib/spreadsheet-text';
import { z } from '@corvane/shared/lib/zod';
import { Button } from '@corvane/shared/ui/button';
import { useEffect, useRef, useState } from 'react';
import { useDone } from '../../app/done.tsx';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import type { Column } from './data-table.tsx';

/** What a file contains: a table, or one JSON object per line. */
interface FileFormat<Row> {
  name: 'CSV' | 'JSON';
  /** The header line. */
  head: string;
  linesOf(rows: readonly Row[]): string;
}

/**
 * The columns of a list as a table, in their order.
 * @param first ids of columns that the file begins with
 */
export function csvOf<Row>(
  columns: readonly Column<Row, string>[],
  first: readonly string[] = [],
): FileFormat<Row> {
  const ordered = [
    ...first.flatMap((id) => columns.filter((column) => column.id === id)),
    ...columns.filter(({ id }) => !first.includes(id)),
  ];
  const cells = ordered.flatMap(({ csv = [] }) => csv);
  return {
    name: 'CSV',
    head: csvLine(cells.map(([head]) => head)),
    linesOf: (rows) =>
      rows
        .map((row) =>
          csvLine(
            cells.map(([, cell, kind]) => {
              const text = cell(row) ?? '';
              return kind === 'exact' ? text : csvCell(text);
            }),
          ),
        )
        .join(''),
  };
}

/** One JSON object per line. */
export const JSON_LINES: FileFormat<unknown> = {
  name: 'JSON',
  head: '',
  linesOf: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
};

interface ExportButtonProps<Row> {
  format: FileFormat<Row>;
  /** All rows, page by page, in their order. */
  pages(signal: AbortSignal): AsyncIterable<readonly Row[]>;
  fileName: string;
  /** The word for one row. @example 'sale' */
  noun: string;
  /** Completes 'Failed to export …'. @example 'your sales' */
  what: string;
  /** Number of rows. undefined while unknown. */
  allCount: number | undefined;
}

/** Exports a list as a file, and can be stopped. A failed or cancelled export leaves no partial file. */
export function ExportButton<Row>(props: ExportButtonProps<Row>) {
  const { format, pages, fileName, noun, what, allCount } = props;
  const say = useDone();
  /** Rows fetched so far. null when no export is running. */
  const [exportedCount, setExportedCount] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isEmpty = allCount === 0;
  const isRunning = exportedCount !== null;
  const button = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useShortcuts({ e: () => void start() }, !isEmpty && !isRunning && format.name === 'CSV');
  useEffect(() => {
    // The focused button has disappeared, after a press or because the export ended. Its replacement takes the focus.
    if (hasFocus.current) button.current?.querySelector('button')?.focus();
  }, [isRunning]);

  async function start() {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    say(null);
    setExportedCount(0);
    try {
      // A Blob is stored outside the page's memory, so a long export needs memory for only one page of rows.
      const parts = [new Blob([format.name === 'CSV' ? BYTE_ORDER_MARK + format.head : format.head])];
      let count = 0;
      for await (const rows of pages(controller.signal)) {
        if (controller.signal.aborted) return;
        parts.push(new Blob([format.linesOf(rows)]));
        count += rows.length;
        setExportedCount(count);
      }
      saveFile(parts, format.name === 'CSV' ? 'text/csv;charset=utf-8' : 'application/x-ndjson', fileName);
      say({ title: 'Exported', description: `The file holds ${counted(count, noun)}.` });
    } catch {
      if (controller.signal.aborted) return;
      say({
        title: `Failed to export ${what}`,
        description: 'No file was written. Please try again.',
        tone: 'error',
      });
    } finally {
      if (running.current === controller) end();
    }
  }

  function end() {
    running.current = null;
    setExportedCount(null);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of the button inside.
    <div
      ref={button}
      className="flex flex-wrap items-center gap-x-3"
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {isRunning ? (
        <>
          <span role="status" className="tabular text-sm text-muted">
            {`${formatCount(exportedCount)}${allCount === undefined ? '' : ` of ${formatCount(allCount)}`} exported`}
          </span>
          <Button
            className="text-sm"
            onClick={() => {
              running.current?.abort();
              end();
            }}
          >
            Cancel export
          </Button>
        </>
      ) : (
        <Button
          className="text-sm"
          disabled={isEmpty}
          onClick={() => void start()}
        >{`Export ${format.name}`}</Button>
      )}
    </div>
  );
}

/** Offers the parts as one download. */
export function saveFile(parts: readonly BlobPart[], type: string, name: string): void {
  const file = new Blob([...parts], { type });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // In the next turn of the event loop, the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** A page of a file's rows. */
export interface Exported<Row> {
  rows: Row[];
  hasMore?: boolean;
  nextAfter: string | null;
}

/** All rows of a list, page by page. @param fetchPage the page after a cursor */
export async function* allPages<Row>(
  fetchPage: (after: string | null) => Promise<Exported<Row>>,
): AsyncGenerator<Row[]> {
  let after: string | null = null;
  do {
    const page: Exported<Row> = await fetchPage(after);
    yield page.rows;
    after = page.hasMore === false ? null : page.nextAfter;
  } while (after !== null);
}

type Unpaged<Request> = Request extends unknown ? Omit<Request, 'after'> : never;

/** The rows of a list of Operations, for a file. The server records in the audit trail what it hands out. */
export function exportedPages<Row>(
  api: Api,
  list: Unpaged<ExportListRequest>,
  schema: z.ZodMiniType<Exported<Row>>,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  const answerSchema = z.object({ page: schema });
  return allPages<Row>(
    async (after) => (await ask(api, 'export-list', { ...list, after }, answerSchema, { signal })).page,
  );
}

import { counted } from '@corvane/shared/lib/counted';
import { useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { type ExportFormat, saveCsvFile } from './csv-file.ts';

/** The rows to export, and their name. */
export interface CsvSource<Row> {
  /** All rows, page by page, in their order. */
  pages(signal: AbortSignal): AsyncIterable<readonly Row[]>;
  /** The header line. */
  head: string;
  linesOf(rows: readonly Row[]): string;
  fileName: string;
  /** The word for one row. @example 'sale' */
  noun: string;
  /** Title of the message after a failure. */
  failure: string;
}

interface CsvExport {
  /** Rows fetched so far. null when no export is running. */
  exportedCount: number | null;
  start(): Promise<void>;
  cancel(): void;
}

/** Writes all rows of a source into a file. A failed or cancelled export leaves no partial file. */
export function useCsvExport<Row>(source: CsvSource<Row>, format: ExportFormat = 'CSV'): CsvExport {
  const { toast } = useHostServices();
  const [exportedCount, setExportedCount] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setExportedCount(0);
    try {
      // A Blob is stored outside the page's memory, so a long export needs memory for only one page of rows.
      const parts = [new Blob([source.head])];
      let count = 0;
      for await (const rows of source.pages(controller.signal)) {
        if (controller.signal.aborted) return;
        parts.push(new Blob([source.linesOf(rows)]));
        count += rows.length;
        setExportedCount(count);
      }
      saveCsvFile(parts, source.fileName, format);
      toast({
        title: 'Exported',
        description: `The file holds ${counted(count, source.noun)}.`,
        tone: 'success',
      });
    } catch {
      if (controller.signal.aborted) return;
      toast({
        title: source.failure,
        description: 'No file was written. Please try again.',
        tone: 'error',
      });
    } finally {
      if (running.current === controller) {
        running.current = null;
        setExportedCount(null);
      }
    }
  }

  return {
    exportedCount,
    start,
    cancel: () => {
      running.current?.abort();
      running.current = null;
      setExportedCount(null);
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { counted } from '../../../lib/counted.ts';
import { allSales } from '../commissions.queries.ts';
import type { SalesView } from '../sales-view.ts';
import { BYTE_ORDER_MARK, CSV_HEAD, csvLines } from './sales-csv.ts';

interface SalesExport {
  /** Sales fetched so far; null when no export runs. */
  exportedCount: number | null;
  start(): Promise<void>;
  cancel(): void;
}

/** Writes every sale of the view into a file. A failed or cancelled export leaves no partial file. */
export function useSalesExport(view: SalesView): SalesExport {
  const { api, toast } = useHostServices();
  const [exportedCount, setExportedCount] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setExportedCount(0);
    try {
      const parts = [BYTE_ORDER_MARK, CSV_HEAD];
      let count = 0;
      for await (const sales of allSales(api, view, controller.signal)) {
        if (controller.signal.aborted) return;
        parts.push(csvLines(sales));
        count += sales.length;
        setExportedCount(count);
      }
      save(new Blob(parts, { type: 'text/csv;charset=utf-8' }), fileName(view));
      toast({
        title: 'Exported',
        description: `${counted(count, 'sale')} are in the file.`,
        tone: 'success',
      });
    } catch {
      if (controller.signal.aborted) return;
      toast({
        title: 'Failed to export your sales',
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

function fileName({ from, to }: SalesView): string {
  const range = [from, to].filter((day) => day !== null).join('-to-');
  return range === '' ? 'sales.csv' : `sales-${range}.csv`;
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next turn of the event loop the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

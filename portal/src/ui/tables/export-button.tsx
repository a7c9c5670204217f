import { formatCount } from '@corvane/shared/lib/counted';
import { Button } from '@corvane/shared/ui/button';
import { useEffect, useRef } from 'react';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import type { ExportFormat } from './csv-file.ts';
import { type CsvSource, useCsvExport } from './use-csv-export.ts';

interface ExportButtonProps<Row> {
  source: CsvSource<Row>;
  /** Number of rows. undefined while unknown. */
  allCount: number | undefined;
  isShown: boolean;
  /** The shortcut exports CSV. */
  format?: ExportFormat;
}

/** Exports a list as a file. It shows its progress and can be stopped. */
export function ExportButton<Row>({ source, allCount, isShown, format = 'CSV' }: ExportButtonProps<Row>) {
  const { exportedCount, start, cancel } = useCsvExport(source, format);
  const isEmpty = allCount === 0;
  const isRunning = exportedCount !== null;
  const button = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useShortcuts(isShown && !isEmpty && !isRunning && format === 'CSV', { e: () => void start() });
  useEffect(() => {
    // The focused button has disappeared, after a press or because the export ended. Its replacement takes the focus.
    if (hasFocus.current) button.current?.querySelector('button')?.focus();
  }, [isRunning]);

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
          <Button className="text-sm" onClick={cancel}>
            Cancel export
          </Button>
        </>
      ) : (
        <Button className="text-sm" disabled={isEmpty} onClick={() => void start()}>
          Export {format}
        </Button>
      )}
    </div>
  );
}

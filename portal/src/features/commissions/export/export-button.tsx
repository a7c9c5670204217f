import { Button } from '@corvane/shared/ui/button';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/counted.ts';
import { useShortcuts } from '../../../lib/use-shortcuts.ts';
import type { SalesView } from '../sales-view.ts';
import { useSalesExport } from './use-sales-export.ts';

interface ExportButtonProps {
  view: SalesView;
  /** Sales that the filter lets through; undefined when it cannot be told. */
  allCount: number | undefined;
  isShown: boolean;
}

/** Exports exactly what is filtered, in its order; says how far it is, and can be stopped. */
export function ExportButton({ view, allCount, isShown }: ExportButtonProps) {
  const { exportedCount, start, cancel } = useSalesExport(view);
  const isEmpty = allCount === 0;
  const isRunning = exportedCount !== null;
  const button = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useShortcuts(isShown && !isEmpty && !isRunning, { e: () => void start() });
  useEffect(() => {
    // The button that had the focus has gone, by a press or because the export has ended; its successor takes it over.
    if (hasFocus.current) button.current?.querySelector('button')?.focus();
  }, [isRunning]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of the button in it.
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
            {formatCount(exportedCount)}
            {allCount === undefined ? '' : ` of ${formatCount(allCount)}`} exported
          </span>
          <Button className="text-sm" onClick={cancel}>
            Cancel export
          </Button>
        </>
      ) : (
        <Button className="text-sm" disabled={isEmpty} onClick={() => void start()}>
          Export CSV
        </Button>
      )}
    </div>
  );
}

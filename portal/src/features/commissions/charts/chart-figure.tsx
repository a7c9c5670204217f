import { Skeleton } from '@corvane/shared/ui/data-states';
import type { ReactElement, ReactNode } from 'react';
import { STATUS_LABELS } from '../sale/status-labels.ts';

interface ChartFigureProps {
  title: string;
  /** What is measured, and its unit. */
  unit: string;
  /** Explains a pale bar with a broken outline. null when there is none. */
  partialKey?: string | null;
  /** The same figures as a table. null while the drawings load. */
  table: ReactNode;
  children: ReactNode;
}

/** A chart with its title, its unit, the key to its two fills, and its figures as a table. */
export function ChartFigure({ title, unit, partialKey = null, table, children }: ChartFigureProps) {
  return (
    <figure className="flex min-w-0 flex-col rounded-panel border border-line bg-surface px-4 py-3 md:px-5">
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <span className="block text-sm leading-5 font-semibold">{title}</span>
          <span className="block text-xs leading-4 text-muted">{unit}</span>
        </span>
        <span className="flex flex-wrap gap-x-4 text-xs leading-5 text-muted">
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="size-3 bg-data" />
            {STATUS_LABELS.active}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="hatched size-3 border border-data" />
            {STATUS_LABELS.cancelled}
          </span>
          {partialKey === null ? null : (
            <span className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="size-3 border border-dashed border-data bg-data/45" />
              {partialKey}
            </span>
          )}
        </span>
      </figcaption>
      <div className="grow">{children}</div>
      <details className="mt-1 text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-semibold text-teal underline underline-offset-4 md:min-h-8">
          Figures as a table
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable element. */}
        <section aria-label={`${title}, figures`} className="max-h-72 overflow-auto" tabIndex={0}>
          {table}
        </section>
      </details>
    </figure>
  );
}

interface DrawingPlaceProps {
  title?: string;
  heightPx: number;
  /** null while the drawing loads. */
  children: ReactElement | null;
}

/** Has the height of its drawing before that arrives, so that nothing below moves. */
export function DrawingPlace({ title, heightPx, children }: DrawingPlaceProps) {
  return (
    <>
      {title === undefined ? null : <p className="text-xs leading-5 font-medium text-muted">{title}</p>}
      <div style={{ height: heightPx }}>{children ?? <Skeleton className="h-full" />}</div>
    </>
  );
}

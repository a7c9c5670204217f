import { Button } from '@corvane/shared/ui/button';
import { ErrorState, PendingRegion } from '@corvane/shared/ui/data-states';
import { useDeferredValue, useId, useState } from 'react';
import { KeptFocus } from '../../../ui/dialogs/kept-focus.tsx';
import { LazyPart } from '../../../ui/parts/lazy-part.tsx';
import type { FilteredDashboard } from '../api.ts';
import type { BarChoice } from './bars.ts';
import { ChartFigures, type ChartFiguresProps } from './chart-figures.tsx';

/** Fetched after the figures and the rows: the chart library is larger than the rest of the portal. */
const loadCharts = () => import('./sales-charts.tsx');

interface ChartsSectionProps {
  dashboard: FilteredDashboard | undefined;
  isPending: boolean;
  /** Whether the table shows its rows. They load before the charts. */
  mayLoad: boolean;
  onChoose(choice: BarChoice): void;
}

/** The figures as charts. On a phone they stay folded until the rep opens them. */
export function ChartsSection({ dashboard, isPending, mayLoad, onChoose }: ChartsSectionProps) {
  const id = useId();
  const [open, setOpen] = useState(() => window.matchMedia('(min-width: 48rem)').matches);
  // Figures and rows are on the screen before the charts are drawn.
  const drawn = useDeferredValue(dashboard);
  // If the totals failed, their own part shows the error.
  if (dashboard === undefined && !isPending) return null;
  if (dashboard?.totals.salesCount === 0) return null;
  return (
    <section aria-labelledby={`${id}-heading`}>
      <div className="flex items-center justify-between gap-4">
        <h3 id={`${id}-heading`} className="text-heading">
          Charts
        </h3>
        <Button
          variant="quiet"
          className="text-sm"
          aria-expanded={open}
          aria-controls={`${id}-charts`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide charts' : 'Show charts'}
        </Button>
      </div>
      <div id={`${id}-charts`} className="mt-2" hidden={!open}>
        <KeptFocus>
          {!open ? null : drawn === undefined || !mayLoad ? (
            <ChartsPending dashboard={drawn ?? NO_FIGURES} />
          ) : (
            <LazyPart
              load={loadCharts}
              props={{ dashboard: drawn, onChoose }}
              pending={<ChartsPending dashboard={drawn} />}
              failed={(retry) => (
                <ErrorState title="The charts could not be loaded." onRetry={retry}>
                  The figures and the table are complete without them.
                </ErrorState>
              )}
            />
          )}
        </KeptFocus>
      </div>
    </section>
  );
}

/** The figures of a dashboard that has not arrived. */
const NO_FIGURES: ChartFiguresProps['dashboard'] = {
  series: { step: 'month', from: null, to: null, points: [] },
  byProduct: [],
  byBillingFrequency: [],
  filter: { from: null, to: null },
  today: '',
};

/** As tall as the charts, so the table below does not move. */
function ChartsPending({ dashboard }: Pick<ChartFiguresProps, 'dashboard'>) {
  return (
    <PendingRegion label="Loading the charts">
      <div inert>
        <ChartFigures dashboard={dashboard} drawings={null} />
      </div>
    </PendingRegion>
  );
}

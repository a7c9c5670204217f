import type { SalesDashboard } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import type { DateRange } from '../range/date-ranges.ts';
import { ChartFigure, DrawingPlace } from './chart-figure.tsx';
import type * as Drawings from './drawings.ts';
import { partialWords, STEP_HEADS, STEP_WORDS, shortStepLabel, stepLabel } from './step-labels.ts';

type Series = SalesDashboard['series'];

interface SeriesChartProps {
  series: Series;
  /** The chosen days. */
  range: DateRange;
  /** The server's calendar day. */
  today: string;
  /** null while they load. */
  drawings: typeof Drawings | null;
}

const SALES_PX = 272;
const COMMISSION_PX = 228;

/** Sales and commission over the same time, each on a separate scale. A step without sales is drawn as zero. */
export function SeriesChart({ series, range, today, drawings }: SeriesChartProps) {
  const points = series.points.map((point) => {
    const partial = partialWords(point.startsOn, series.step, range, today);
    const label = stepLabel(point.startsOn, series.step);
    return {
      ...point,
      label: partial === null ? label : `${label} (${partial})`,
      short: shortStepLabel(point.startsOn, series.step),
      isPartial: partial !== null,
    };
  });
  const drawing = { points, step: series.step };
  return (
    <ChartFigure
      title="Sales and commission over time"
      unit={`US dollars, ${STEP_WORDS[series.step]}`}
      partialKey={points.some(({ isPartial }) => isPartial) ? `Not a whole ${series.step}` : null}
      table={
        drawings && (
          <drawings.FiguresTable
            caption="Sales and commission over time"
            head={STEP_HEADS[series.step]}
            rows={points}
          />
        )
      }
    >
      <DrawingPlace title="Sales value (US$)" heightPx={SALES_PX}>
        {drawings && <drawings.StepBars {...drawing} measure="sales" title="Sales value" height={SALES_PX} />}
      </DrawingPlace>
      <DrawingPlace title="Commission (US$)" heightPx={COMMISSION_PX}>
        {drawings && (
          <drawings.StepBars {...drawing} measure="commission" title="Commission" height={COMMISSION_PX} />
        )}
      </DrawingPlace>
    </ChartFigure>
  );
}

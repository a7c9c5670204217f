import type { SeriesStep } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { Fragment, useId } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  DefaultZIndexes,
  Rectangle,
  type RectangleProps,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatSignedCents, SignedCents } from '../../../ui/facts/signed-cents.tsx';
import { STATUS_LABELS } from '../words.ts';
import {
  type BarChoice,
  type BarDatum,
  type BarUnit,
  BEFORE_LABEL,
  barOf,
  groupBarsPx,
  type LabeledSums,
  type Measure,
  STEP_WORDS,
} from './bars.ts';

/** Round ticks for the axis of these bars, from one end to the other. */
function ticksOf(bars: readonly BarDatum[]): { ticks: number[]; domain: [number, number] } {
  const ends = bars.flatMap(({ kept, cancelled, before = 0, target = 0 }) => [
    ...[kept, cancelled, kept + cancelled],
    ...[before, target],
  ]);
  const ticks = roundTicks(ends, { steps: 4, smallestStep: bars[0]?.unit === 'count' ? 1 : 0.1 });
  return { ticks, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0] };
}

const COMPACT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  // Without it, WebKit writes "$150.0K".
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});

/** @example formatAxisDollars(12500) // '$12.5K' */
export function formatAxisDollars(dollars: number): string {
  return COMPACT.format(dollars).replace('-', '\u2212');
}

/** Formats a tick of the axis that these bars share. */
function formatTick(bars: readonly BarDatum[]): (value: number) => string {
  return bars[0]?.unit === 'count' ? formatCount : formatAxisDollars;
}

/** An id for the hatching that is safe inside `url(#…)`. */
function useHatchId(): string {
  return `portal-hatch-${useId().replace(/[^\w-]/g, '')}`;
}

function HatchPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--surface)" />
        <rect width="2" height="5" fill="var(--data)" />
      </pattern>
    </defs>
  );
}

/** The part of a step's width that stays free at each side of its bar. */
const CATEGORY_GAP = 0.2;
const WIDEST_STEP_PX = 40;

/** Labels along an axis. */
const TICK = { fill: 'var(--muted)', fontSize: 12 };

interface StackedBarsProps {
  hatch: string;
  /** px */
  maxBarSize: number;
  onChoose: ((choice: BarChoice) => void) | undefined;
}

/** The two parts of a bar, stacked. A press on them, or on the empty place beyond, chooses what the bar stands for. */
function StackedBars({ hatch, maxBarSize, onChoose }: StackedBarsProps) {
  const pressed = onChoose && {
    onClick({ payload }: { payload?: BarDatum }) {
      if (payload?.choice !== undefined) onChoose(payload.choice);
    },
    background: { fill: 'transparent' },
    className: 'cursor-pointer',
  };
  const shared = { stackId: 'all', isAnimationActive: false, maxBarSize, shape: BarShape, ...pressed };
  return (
    <>
      <Bar dataKey="kept" fill="var(--data)" {...shared} />
      <Bar dataKey="cancelled" fill={`url(#${hatch})`} stroke="var(--data)" {...shared} background={false} />
    </>
  );
}

function BarShape({ payload, ...shape }: RectangleProps & { payload?: BarDatum }) {
  if (!payload?.isPartial) return <Rectangle {...shape} />;
  return <Rectangle {...shape} fillOpacity={0.45} stroke="var(--data)" strokeDasharray="3 2" />;
}

/** A pale outline, wider than the bar in front of it. It shows beside a longer one, too. */
function BeforeGhost({ x = 0, y = 0, width = 0, height = 0 }: RectangleProps) {
  const more = Math.min(4, width / 4);
  return (
    <path
      className="recharts-before"
      pointerEvents="none"
      d={`M${x - more},${y}h${width + 2 * more}v${height}H${x - more}Z`}
      fill="var(--data)"
      fillOpacity={0.1}
      stroke="var(--data)"
    />
  );
}

/** A broken line over the whole width of a step. Equal targets make one line. */
function TargetMark({ x = 0, y = 0, width = 0 }: RectangleProps) {
  const gap = (width * CATEGORY_GAP) / (1 - 2 * CATEGORY_GAP);
  const line = { x1: x - gap, x2: x + width + gap, y1: y, y2: y };
  return (
    <g className="recharts-target" pointerEvents="none">
      <line {...line} stroke="var(--surface)" strokeWidth={4} />
      <line {...line} stroke="var(--ink)" strokeWidth={2} strokeDasharray="5 3" />
    </g>
  );
}

function written(value: number, unit: BarUnit): string {
  return unit === 'count' ? formatCount(value) : formatSignedCents(Math.round(value * 100));
}

/** The figures of the bar under the pointer, or of the bar chosen with the arrow keys. */
function BarTooltip({ active, payload }: { active?: boolean; payload?: readonly { payload?: BarDatum }[] }) {
  const datum = payload?.[0]?.payload;
  if (!active || datum === undefined) return null;
  return (
    <div className="rounded-control border border-control bg-surface px-3 py-2 text-xs leading-5 text-ink shadow-raised">
      <p className="font-medium">{datum.label}</p>
      <p className="tabular">{`${STATUS_LABELS.active} ${written(datum.kept, datum.unit)}`}</p>
      <p className="tabular">{`${STATUS_LABELS.cancelled} ${written(datum.cancelled, datum.unit)}`}</p>
      {datum.before === undefined ? null : (
        <p className="tabular">{`${BEFORE_LABEL} ${written(datum.before, datum.unit)}`}</p>
      )}
      {datum.target === undefined ? null : (
        <p className="tabular">{`Target ${written(datum.target, datum.unit)}`}</p>
      )}
    </div>
  );
}

const MARKS = [
  { key: 'before', shape: BeforeGhost, maxBarSize: WIDEST_STEP_PX, zIndex: DefaultZIndexes.bar - 1 },
  { key: 'target', shape: TargetMark },
] as const;

interface StepBarsProps {
  points: readonly (LabeledSums & { short: string; isPartial: boolean })[];
  step: SeriesStep;
  measure: Measure;
  title: string;
  height: number;
  onChoose?: ((choice: BarChoice) => void) | undefined;
}

export function StepBars({ points, step, measure, title, height, onChoose }: StepBarsProps) {
  const hatch = useHatchId();
  const data = points.map(({ label, short, isPartial, choice, before, targetCents, ...sums }) => ({
    ...barOf(label, sums, measure),
    ...{ short, isPartial, choice },
    before: before && barOf(label, before, measure).kept,
    target: measure === 'sales' && targetCents !== undefined ? targetCents / 100 : undefined,
  }));
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
      <BarChart
        data={data}
        title={`${title}, ${STEP_WORDS[step]}`}
        stackOffset="sign"
        margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
        barCategoryGap={`${CATEGORY_GAP * 100}%`}
      >
        <HatchPattern id={hatch} />
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="short"
          tickLine={false}
          axisLine={{ stroke: 'var(--control)' }}
          tick={TICK}
          minTickGap={16}
          interval="equidistantPreserveStart"
        />
        <YAxis
          width={52}
          tickLine={false}
          axisLine={false}
          tick={TICK}
          tickFormatter={formatTick(data)}
          {...ticksOf(data)}
        />
        <ReferenceLine y={0} stroke="var(--control)" />
        <Tooltip content={<BarTooltip />} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
        <StackedBars {...{ hatch, onChoose }} maxBarSize={WIDEST_STEP_PX} />
        {/* Each kind has an axis of its own, or its marks would stand beside the bars. */}
        {MARKS.filter(({ key }) => data.some((datum) => datum[key] !== undefined)).map(({ key, ...mark }) => (
          <Fragment key={key}>
            <XAxis xAxisId={key} dataKey="short" hide />
            <Bar xAxisId={key} dataKey={key} isAnimationActive={false} {...mark} />
          </Fragment>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** The longest label that fits in one line beside a bar. */
const NAME_CHARACTERS = 17;

/** Each name takes one line, so none overlaps the next. The table below shows them in full. */
function shortName(name: string): string {
  const characters = [...name.replaceAll(/\s+/g, ' ').trim()];
  return characters.length > NAME_CHARACTERS
    ? `${characters.slice(0, NAME_CHARACTERS - 1).join('')}\u2026`
    : characters.join('');
}

interface GroupBarsProps {
  title: string;
  bars: readonly BarDatum[];
  onChoose?: ((choice: BarChoice) => void) | undefined;
}

/** Horizontal bars, one below the other, each with its name beside it. */
export function GroupBars({ title, bars, onChoose }: GroupBarsProps) {
  const hatch = useHatchId();
  const height = groupBarsPx(bars.length);
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
      <BarChart
        layout="vertical"
        data={bars}
        title={title}
        stackOffset="sign"
        margin={{ top: 0, right: 12, bottom: 0, left: 0 }}
      >
        <HatchPattern id={hatch} />
        <CartesianGrid horizontal={false} stroke="var(--line)" />
        <XAxis
          type="number"
          tickLine={false}
          axisLine={{ stroke: 'var(--control)' }}
          tick={TICK}
          tickFormatter={formatTick(bars)}
          {...ticksOf(bars)}
        />
        <YAxis
          type="category"
          dataKey="label"
          width={120}
          interval={0}
          tickFormatter={shortName}
          tickLine={false}
          axisLine={false}
          tick={TICK}
        />
        <Tooltip content={<BarTooltip />} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
        <StackedBars {...{ hatch, onChoose }} maxBarSize={18} />
      </BarChart>
    </ResponsiveContainer>
  );
}

interface FigureColumn {
  head: string;
  /** undefined: there is no such figure, and no column of it. */
  of(sums: LabeledSums): number | undefined;
  isCount?: boolean;
}

const MONEY_COLUMNS: readonly FigureColumn[] = [
  { head: 'Sales', of: (sums) => sums.salesCents },
  { head: 'Cancelled sales', of: (sums) => sums.salesCents - sums.netSalesCents },
  { head: 'Commission', of: (sums) => sums.commissionCents },
  { head: 'Cancelled commission', of: (sums) => sums.commissionCents - sums.netCommissionCents },
  { head: 'Active sales before', of: ({ before }) => before?.netSalesCents },
  { head: 'Active commission before', of: ({ before }) => before?.netCommissionCents },
  { head: 'Target', of: ({ targetCents }) => targetCents },
];

export const YEARLY_COLUMNS: readonly FigureColumn[] = [
  { head: 'Sales', of: (sums) => sums.salesCount, isCount: true },
  { head: 'Cancelled sales', of: (sums) => sums.salesCount - sums.activeCount, isCount: true },
  { head: 'Value per year', of: (sums) => sums.salesCents },
  { head: 'Cancelled value', of: (sums) => sums.salesCents - sums.netSalesCents },
];

interface FiguresTableProps {
  caption: string;
  /** What each row is. */
  head: string;
  rows: readonly LabeledSums[];
  columns?: readonly FigureColumn[];
  onChoose?: ((choice: BarChoice) => void) | undefined;
}

/** The figures of a chart as a table. Where a bar can be pressed, the name of its row can be, too. */
export function FiguresTable(props: FiguresTableProps) {
  const { caption, head, rows, columns: all = MONEY_COLUMNS, onChoose } = props;
  const columns = all.filter(({ of }) => rows.some((sums) => of(sums) !== undefined));
  return (
    <table className="w-full border-collapse text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-1 pr-3 text-left">
            {head}
          </th>
          {columns.map((column) => (
            <th key={column.head} scope="col" className="py-1 pl-3 text-right">
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((sums) => (
          <tr key={sums.label} className="border-b border-line last:border-b-0">
            <th
              scope="row"
              className="py-1 pr-3 text-left font-normal"
              title={counted(sums.salesCount, 'sale')}
            >
              {onChoose === undefined || sums.choice === undefined ? (
                sums.label
              ) : (
                <button
                  type="button"
                  title="Show these sales alone"
                  className="min-h-7 cursor-pointer text-left text-link"
                  onClick={() => sums.choice && onChoose(sums.choice)}
                >
                  {sums.label}
                </button>
              )}
            </th>
            {columns.map(({ head: columnHead, of, isCount }) => (
              <td key={columnHead} className="tabular py-1 pl-3 text-right">
                <Figure value={of(sums)} isCount={isCount} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figure({ value, isCount }: { value: number | undefined; isCount: boolean | undefined }) {
  if (value === undefined) return null;
  return isCount ? formatCount(value) : <SignedCents cents={value} />;
}

/** Steps that are easy to read. Each is multiplied by a power of ten. */
const ROUND_STEPS = [1, 2, 5, 10];

interface TickOptions {
  /** Approximate number of steps between the first and the last tick. */
  steps: number;
  /** The smallest step that the labels can show. */
  smallestStep: number;
}

/**
 * Round ticks for an axis that contains zero and every value.
 * @example roundTicks([0, 131_000], { steps: 4, smallestStep: 0.1 }) // [0, 50_000, 100_000, 150_000]
 */
export function roundTicks(values: readonly number[], { steps, smallestStep }: TickOptions): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const wanted = Math.max((highest - lowest) / steps, smallestStep);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * (ROUND_STEPS.find((round) => round * power >= wanted) ?? 10);
  const first = Math.floor(lowest / step);
  const last = Math.max(Math.ceil(highest / step), first + 1);
  // Multiplied instead of added up: a sum would accumulate rounding errors.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(1)));
}

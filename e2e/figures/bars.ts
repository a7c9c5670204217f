import type { BarMark, Box, Drawing } from './screen.ts';

/** The values of one bar, in US cents. A count is in hundredths. */
export interface BarValue {
  all: number;
  cancelled: number;
}

/** The largest difference that people do not notice. */
const TOLERANCE_PX = 1;

interface Segment {
  from: number;
  to: number;
}

/**
 * Compares the chart with its values. Every bar must be in its place. Both parts must be as long as their values on
 * the axis' scale. Negative values must be on the opposite side.
 * @param marks what the marks across the bars stand for, in US cents
 * @returns the errors, in words. Empty when there are none.
 */
export function wrongBars(
  drawing: Drawing,
  values: readonly BarValue[],
  marks: Partial<Record<BarMark, readonly number[]>> = {},
): string[] {
  const zero = positionOfZero(drawing);
  if (zero === undefined) return ['no line at zero'];
  const expected = values.map(segmentsOf);
  const drawn = drawing.layers.map((boxes) => boxes.map((box) => placed(drawing, box, zero, values.length)));
  const wrong = drawn.flat().flatMap(({ index, offset }) => {
    return offset > TOLERANCE_PX ? [`a bar is ${offset} px beside place ${index}`] : [];
  });
  const scale = scaleOf(drawing, zero, expected.flat());
  expected.forEach((parts, index) => {
    parts.forEach((part, layer) => {
      const found = drawn[layer]?.filter((bar) => bar.index === index) ?? [];
      const [low = 0, high = 0] = [part.from * scale, part.to * scale].sort((a, b) => a - b);
      // A zero has no bar, and a tiny value may have none.
      if (found.length === 0 && high - low < TOLERANCE_PX) return;
      const bar = found[0];
      const fits =
        found.length === 1 &&
        bar !== undefined &&
        part.from !== part.to &&
        Math.abs(bar.low - low) <= TOLERANCE_PX &&
        Math.abs(bar.high - high) <= TOLERANCE_PX;
      if (!fits) {
        const is = found.map((other) => `${other.low} to ${other.high}`).join(', ') || 'missing';
        wrong.push(`part ${layer} of bar ${index} is ${is}, not ${low} to ${high} px`);
      }
    });
  });
  const wrongMarks = (['before', 'target'] as const).flatMap((mark) => {
    const drawn = drawing.marks[mark];
    const expected = marks[mark] ?? [];
    if (drawn.length !== expected.length) return [`${drawn.length} marks ${mark} of ${expected.length}`];
    return expected.flatMap((cents, index) => {
      const at = drawn[index] ?? Number.NaN;
      // Without a bar there is no scale.
      return scale === 0 || Math.abs(zero - at - cents * scale) <= TOLERANCE_PX
        ? []
        : [`mark ${mark} ${index} is at ${zero - at}, not ${cents * scale} px`];
    });
  });
  return [...wrong, ...wrongMarks, ...wrongTicks(drawing, zero, scale)];
}

/**
 * Compares the names beside the bars with the expected ones. Each bar has one, possibly shortened, inside the chart
 * and not touching the next. @returns the errors, in words. Empty when there are none
 */
export function wrongNames({ names }: Drawing, labels: readonly string[]): string[] {
  // Names break at spaces.
  const plain = (text: string) => text.replaceAll(/\s/g, '').replace(/\u2026$/, '');
  if (names.length !== labels.length) return [`${names.length} names for ${labels.length} bars`];
  return names.flatMap(({ text, box }, index) => {
    const next = names[index + 1]?.box.y ?? Number.POSITIVE_INFINITY;
    const isCut = box.x < -TOLERANCE_PX;
    const isBelowNext = box.y + box.height > next + TOLERANCE_PX;
    return [
      ...(plain(labels[index] ?? '').startsWith(plain(text)) ? [] : [`${text} is the name of bar ${index}`]),
      ...(isCut ? [`${text} is cut off`] : []),
      ...(isBelowNext ? [`${text} runs into the next name`] : []),
    ];
  });
}

/**
 * Start and end of a bar's two parts. The second starts where the first starts, unless it points in the other
 * direction.
 */
function segmentsOf({ all, cancelled }: BarValue): [Segment, Segment] {
  const kept = all - cancelled;
  const from = kept < 0 === cancelled < 0 ? kept : 0;
  return [
    { from: 0, to: kept },
    { from, to: from + cancelled },
  ];
}

/** Pixels per cent, from the longest bar. */
function scaleOf(drawing: Drawing, zero: number, segments: readonly Segment[]): number {
  const furthest = Math.max(...segments.flatMap(({ from, to }) => [Math.abs(from), Math.abs(to)]));
  const ends = drawing.layers.flat().flatMap((box) => {
    const { low, high } = extent(drawing, box, zero);
    return [Math.abs(low), Math.abs(high)];
  });
  return furthest === 0 ? 0 : Math.max(0, ...ends) / furthest;
}

function placed(drawing: Drawing, box: Box, zero: number, count: number) {
  const [start, end] = drawing.room;
  const middle = drawing.isAcross ? box.y + box.height / 2 : box.x + box.width / 2;
  const place = (middle - start) / ((end - start) / count) - 0.5;
  const index = Math.round(place);
  return {
    index,
    offset: (Math.abs(place - index) * (end - start)) / count,
    ...extent(drawing, box, zero),
  };
}

/** Position along the value axis from zero, upwards or to the right. */
function extent({ isAcross }: Drawing, box: Box, zero: number): { low: number; high: number } {
  return isAcross
    ? { low: box.x - zero, high: box.x + box.width - zero }
    : { low: zero - box.y - box.height, high: zero - box.y };
}

/** The axis moves its outermost labels inwards by less than this. */
const LABEL_MOVED_PX = 20;

/** Expected place of a label of the axis: at its line, or at its current place if it has no line. */
function lineOf({ gridLines }: Drawing, at: number): number {
  const away = (line: number) => Math.abs(line - at);
  const [nearest = at] = gridLines.toSorted((a, b) => away(a) - away(b));
  return away(nearest) < LABEL_MOVED_PX ? nearest : at;
}

function positionOfZero(drawing: Drawing): number | undefined {
  const tick = drawing.valueTicks.find(({ text }) => /^\$?0$/.test(text));
  return tick && lineOf(drawing, tick.at);
}

const UNITS: Record<string, number> = { '': 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** Labels have at most one decimal, so they may be this far from their line. */
function wrongTicks(drawing: Drawing, zero: number, scale: number): string[] {
  return drawing.valueTicks.flatMap(({ text, at }) => {
    const [, sign, figure, unit = ''] = /^(\u2212?)\$?([\d,]+(?:\.\d)?)([KMBT]?)$/.exec(text) ?? [];
    if (figure === undefined) return [`the axis says ${text}`];
    const cents = (sign ? -100 : 100) * Number(figure.replaceAll(',', '')) * (UNITS[unit] ?? 0);
    const away = (drawing.isAcross ? 1 : -1) * (lineOf(drawing, at) - zero) - cents * scale;
    const rounding = 100 * 0.05 * (UNITS[unit] ?? 0) * scale;
    return Math.abs(away) <= rounding + TOLERANCE_PX
      ? []
      : [`the axis has ${text} ${away} px beside its place`];
  });
}

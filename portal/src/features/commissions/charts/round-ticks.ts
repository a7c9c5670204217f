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

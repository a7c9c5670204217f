/** Steps that are easy to count in, times a power of ten. */
const ROUND_STEPS = [1, 2, 5, 10];

interface TickOptions {
  /** Steps between the ticks, about. */
  steps: number;
  /** The smallest step that the labels can tell. */
  smallestStep: number;
}

/**
 * The places of an axis that holds zero and every value, all of them round.
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
  // Not added up: the errors of fractions would be as well.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(1)));
}

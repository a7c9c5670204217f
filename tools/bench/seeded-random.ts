/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** From 0 to below 1. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** Standard exponential. */
  exponential(): number;
}

/** The generator 'mulberry32' of Tommy Ettinger, and the polar method of Marsaglia. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  let spare: number | null = null;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    for (;;) {
      const x = 2 * uniform() - 1;
      const y = 2 * uniform() - 1;
      const square = x * x + y * y;
      if (square === 0 || square >= 1) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      spare = y * factor;
      return x * factor;
    }
  };
  return { uniform, normal, exponential: () => -Math.log(1 - uniform()) };
}

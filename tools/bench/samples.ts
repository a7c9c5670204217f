/** Value below which a share of the samples lies. NaN without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** @example timesLine('sort, rows', [87, 90], 150) // 'sort, rows: median 87 ms, slowest tenth 87 ms, of 2 (limit 150)' */
export function timesLine(what: string, samplesMs: readonly number[], limitMs?: number): string {
  const limit = limitMs === undefined ? '' : ` (limit ${limitMs})`;
  return `${what}: median ${Math.round(median(samplesMs))} ms, slowest tenth ${Math.round(quantile(samplesMs, 0.9))} ms, of ${samplesMs.length}${limit}`;
}

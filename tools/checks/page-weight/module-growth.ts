import type { ModuleSizes } from './module-sizes.ts';

const NAMED = 5;

/** Recorded sizes: name of a module to its bytes before compression. */
export type RecordedSizes = Readonly<Record<string, number>>;

/**
 * What to look at when a page is too heavy, the most grown module first.
 * @example '+1,204 bytes marketing/src/sections/plans/plan-column.tsx'
 */
export function grownModules(modules: ModuleSizes, recorded: RecordedSizes): string[] {
  return [...modules]
    .map(([name, bytes]) => ({ name, grownBytes: bytes - (recorded[name] ?? 0) }))
    .filter(({ grownBytes }) => grownBytes > 0)
    .sort((a, b) => b.grownBytes - a.grownBytes)
    .slice(0, NAMED)
    .map(({ name, grownBytes }) => `+${grownBytes.toLocaleString('en-US')} bytes ${name}`);
}

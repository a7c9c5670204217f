import type { Sizes } from './sizes.ts';

const NAMED = 5;

/**
 * What to look at when a page is too heavy, the most grown first.
 * @example ['+1,204 bytes marketing/src/sections/plans/plan-column.tsx', '+310 bytes in 4 more']
 */
export function growth(
  sizes: Sizes,
  recorded: Readonly<Record<string, number>>,
  unit: 'bytes' | 'elements' = 'bytes',
): string[] {
  const grown = [...sizes]
    .map(([name, size]) => ({ name, by: size - (recorded[name] ?? 0) }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by);
  const line = (by: number, name: string) => `+${by.toLocaleString('en-US')} ${unit} ${name}`;
  const others = grown.slice(NAMED);
  const named = grown.slice(0, NAMED).map(({ by, name }) => line(by, name));
  if (others.length === 0) return named;
  return [
    ...named,
    line(
      others.reduce((sum, { by }) => sum + by, 0),
      `in ${others.length} more`,
    ),
  ];
}

import type { RankedRep } from '@corvane/shared/contracts/backend/sales/sales-ranking';
import { expect, test } from 'vitest';
import { RANKING_SORTS, ranked } from './list.tsx';

const rep = (name: string) =>
  ({ name, salesCents: 1, salesCount: 1, netSalesCents: 1, targetCents: null }) as RankedRep;

test.each(RANKING_SORTS.filter((by) => by !== 'name'))(
  'representatives with an equal %s follow by name',
  (by) => {
    const reps = ['Omar', 'Dana', 'Ida'].map((name) => ({ ...rep(name), [by]: 1 }));
    for (const way of ['asc', 'desc'] as const)
      expect(ranked(reps, by, way).map(({ name }) => name)).toEqual(['Dana', 'Ida', 'Omar']);
  },
);

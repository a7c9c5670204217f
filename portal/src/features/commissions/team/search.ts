import { id, one } from '../../../lib/search-state.ts';
import { SALES_SEARCH } from '../search.ts';
import { RANKING_SORTS } from './list.tsx';

/** The fields of My Commissions, under names of their own: other tabs of Operations use some of them. */
export const TEAM_SALES_SEARCH = Object.fromEntries(
  Object.entries(SALES_SEARCH).map(([field, parameter]) => [
    field,
    { ...parameter, name: `team-${parameter.name}` },
  ]),
) as unknown as typeof SALES_SEARCH;

/** Whose sales are shown, null for those of everyone, and the order of the ranking. */
export const TEAM_SEARCH = {
  rep: id('team-rep'),
  by: one('team-by', RANKING_SORTS, 'salesCents'),
  way: one('team-way', ['asc', 'desc']),
};

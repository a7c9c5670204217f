import { REP_STATES, repsFilterSchema } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { one, type StateOf } from '../../lib/search-state.ts';

/** The representatives to show, as the address has them and the procedure takes them. */
export const REPS_SEARCH = {
  state: one('reps', REP_STATES),
  search: one('rep-find', repsFilterSchema.shape.search),
};
export type RepsSearch = StateOf<typeof REPS_SEARCH>;

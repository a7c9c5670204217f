import type { Action } from '../content-schemas.ts';

/** The last link of every service page. */
export const COMPARE_SERVICES: Action = { label: 'Compare All Services', to: '/comparison' };

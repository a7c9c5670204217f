import type { Action } from '../content-schemas.ts';

/** Where every service page leads in the end. */
export const COMPARE_SERVICES: Action = { label: 'Compare All Services', to: '/comparison' };

import { CONTACT_PROMISES } from '@corvane/shared/brand/contact-promises';
import type { RefinementPageContent } from '../services/service-schema.ts';

/** Apart from the page's other sentences, which no script needs. */
export const DATA_REFINEMENT_DIALOG = {
  action: CONTACT_PROMISES['data-refinement'],
  source: 'data-refinement',
  tier: 'Data Refinement',
} satisfies RefinementPageContent['dialog'];

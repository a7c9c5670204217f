import {
  CONTACT_FORMS,
  CONTACT_REQUEST_STATUSES,
  contactRequestsFilterSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { SORT_DIRECTIONS } from '@corvane/shared/contracts/backend/sales/sales-table';
import { flag, many, one, type StateOf } from '../../lib/search-state.ts';

const { search, assigned, source, campaign, page, from, to } = contactRequestsFilterSchema.shape;

/**
 * The requests to show, as the address has them and the procedure takes them. Quarantine is listed with the statuses:
 * a request in quarantine appears in no other list.
 */
export const REQUESTS_SEARCH = {
  statuses: many('state', CONTACT_REQUEST_STATUSES),
  quarantined: flag('state', 'quarantined'),
  search: one('find', search),
  assigned: one('assigned', assigned),
  project_type: one('form', CONTACT_FORMS),
  source: one('source', source),
  campaign: one('campaign', campaign),
  page: one('page', page),
  from: one('from', from),
  to: one('to', to),
  unsent: flag('mail', 'failed'),
  overdue: flag('answer', 'overdue'),
  direction: one('order', SORT_DIRECTIONS, 'desc'),
};
export type RequestsSearch = StateOf<typeof REQUESTS_SEARCH>;

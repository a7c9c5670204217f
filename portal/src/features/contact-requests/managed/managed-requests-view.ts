import {
  CONTACT_FORMS,
  CONTACT_REQUEST_STATUSES,
  type ContactForm,
  type ContactRequestsFilter,
  contactRequestsFilterSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { SORT_DIRECTIONS, type SortDirection } from '@corvane/shared/contracts/backend/sales/sales-table';
import type { AddressChange } from '../../../lib/search-with.ts';

/** Quarantine is listed with the statuses: a request in quarantine appears in no other list. */
export const REQUEST_LISTS = [...CONTACT_REQUEST_STATUSES, 'quarantined'] as const;
export type RequestList = (typeof REQUEST_LISTS)[number];

/** Which requests the list shows, and in which order. null means all. */
export interface RequestsView {
  list: RequestList | null;
  search: string;
  /** `none`: not assigned. `any`: assigned. Otherwise the id of a representative. */
  assigned: string | null;
  form: ContactForm | null;
  source: string | null;
  campaign: string | null;
  page: string | null;
  /** Calendar days, YYYY-MM-DD. */
  from: string | null;
  to: string | null;
  /** `failed`: the mail to the team failed. */
  mail: 'failed' | null;
  direction: SortDirection;
}

export const EVERY_REQUEST: RequestsView = {
  list: null,
  search: '',
  assigned: null,
  form: null,
  source: null,
  campaign: null,
  page: null,
  from: null,
  to: null,
  mail: null,
  direction: 'desc',
};

/** Names of the parameters. */
const PARAMETERS: Readonly<Record<keyof RequestsView, string>> = {
  list: 'state',
  search: 'find',
  assigned: 'assigned',
  form: 'form',
  source: 'source',
  campaign: 'campaign',
  page: 'page',
  from: 'from',
  to: 'to',
  mail: 'mail',
  direction: 'order',
};

/** Reads the view from an address. Ignores invalid parameters. */
export function requestsViewOf(search: string): RequestsView {
  const parameters = new URLSearchParams(search);
  const text = (field: keyof RequestsView) => parameters.get(PARAMETERS[field])?.trim() || null;
  const one = <Value extends string>(field: keyof RequestsView, known: readonly Value[]): Value | null =>
    known.find((value) => value === text(field)) ?? null;
  /** A text that the server accepts in this filter field. */
  const accepted = (field: keyof RequestsView & keyof ContactRequestsFilter) =>
    contactRequestsFilterSchema.safeParse({ [field]: text(field) }).success ? text(field) : null;
  return {
    list: one('list', REQUEST_LISTS),
    search: accepted('search') ?? '',
    assigned: accepted('assigned'),
    form: one('form', CONTACT_FORMS),
    source: accepted('source'),
    campaign: accepted('campaign'),
    page: accepted('page'),
    from: accepted('from'),
    to: accepted('to'),
    mail: one('mail', ['failed']),
    direction: one('direction', SORT_DIRECTIONS) ?? EVERY_REQUEST.direction,
  };
}

/** The address parameters for a choice. Other parameters stay unchanged, and defaults are left out. */
export function requestsViewChange(choice: Partial<RequestsView>): AddressChange {
  return Object.fromEntries(
    Object.entries(choice).map(([field, value]) => [
      PARAMETERS[field as keyof RequestsView],
      field === 'direction' && value === EVERY_REQUEST.direction ? null : value,
    ]),
  );
}

/** The filter in the procedure's format. */
export function filterOf(view: RequestsView): ContactRequestsFilter {
  const { list, search, assigned, form, source, campaign, page, from, to, mail } = view;
  return {
    statuses: list === null || list === 'quarantined' ? null : [list],
    quarantined: list === 'quarantined',
    search: search === '' ? null : search,
    assigned,
    project_type: form,
    source,
    campaign,
    page,
    from,
    to,
    unsent: mail === 'failed',
  };
}

/** The number of active filters besides list and search. */
export function foldedFilterCount({
  list: _list,
  search: _search,
  direction,
  ...others
}: RequestsView): number {
  const isOrdered = direction !== EVERY_REQUEST.direction;
  return Object.values(others).filter((value) => value !== null).length + (isOrdered ? 1 : 0);
}

/** A filter is active, or the order is not the default. */
export function isChosen(view: RequestsView): boolean {
  return view.list !== null || view.search !== '' || foldedFilterCount(view) > 0;
}

import { fieldsOf, listed } from './audit-detail.ts';

/** What each field of an export's filter narrows, in the order of the screens. Two fields may narrow the same. */
const FILTERS: readonly (readonly [field: string, words: string])[] = [
  ['statuses', 'status'],
  ['quarantined', 'quarantine'],
  ['products', 'product'],
  ['billing_frequencies', 'billing'],
  ['commission_groups', 'commission'],
  ['search', 'a search'],
  ['assigned', 'representative'],
  ['project_type', 'form'],
  ['source', 'source'],
  ['campaign', 'campaign'],
  ['page', 'page'],
  ['person', 'person'],
  ['email', 'person'],
  ['event', 'event'],
  ['from', 'days'],
  ['to', 'days'],
  ['request_id', 'one request'],
  ['unsent', 'failed mail'],
];

/** The filter of an exported list. '' without one. @example ', filtered by status and days' */
export function filteredBy(filter: unknown): string {
  const fields = fieldsOf(filter);
  const words = FILTERS.flatMap(([field, its]) => (fields[field] === undefined ? [] : [its]));
  return words.length === 0 ? '' : `, filtered by ${listed([...new Set(words)])}`;
}

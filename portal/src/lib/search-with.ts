/** Changes to a query string. Null and empty values remove a parameter. A list repeats it. */
export type AddressChange = Readonly<Record<string, string | readonly string[] | null>>;

/**
 * The same query string with some parameters changed. All others stay.
 * @example searchWith('?tab=commissions&q=acme', { q: null }) // '?tab=commissions'
 */
export function searchWith(search: string, change: AddressChange): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    parameters.delete(name);
    for (const item of typeof value === 'string' ? [value] : (value ?? [])) {
      if (item !== '') parameters.append(name, item);
    }
  }
  const next = parameters.toString();
  return next === '' ? '' : `?${next}`;
}

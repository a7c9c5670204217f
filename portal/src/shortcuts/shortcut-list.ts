/** Every shortcut of the portal except those of Operations, as shown under `?` and in docs/portal-guide.md. */
export const SHORTCUTS = [
  { keys: ['1', '2', '3', '4'], label: 'Qualify Customers, My Commissions, Customers, Requests' },
  { keys: ['n'], label: 'New customer: the first field of Qualify Customers' },
  { keys: ['/'], label: 'Search the open tab' },
  { keys: ['c'], label: 'Clear all filters' },
  { keys: ['e'], label: 'Export these sales as CSV' },
  { keys: ['?'], label: 'This list' },
] as const;

/** Operations has more tabs. */
export type ShortcutKey = (typeof SHORTCUTS)[number]['keys'][number] | '5' | '6' | '7' | '8' | '9';

import type { ShortcutKey } from './shortcut-list.ts';

/** Every shortcut of Operations. A file of its own: the rest of the portal does not load it. */
export const OPERATIONS_SHORTCUTS: readonly { keys: readonly ShortcutKey[]; label: string }[] = [
  { keys: ['/'], label: 'Search the open tab' },
  { keys: ['c'], label: 'Clear all filters' },
  { keys: ['e'], label: 'Export the chosen requests as CSV' },
  { keys: ['?'], label: 'This list' },
];

import type { ShortcutKey } from './shortcut-list.ts';

export interface OperationsShortcut {
  keys: readonly ShortcutKey[];
  label: string;
}

/**
 * Every shortcut of Operations except those of its tabs. A separate file, so the rest of the portal does not load it.
 */
export const OPERATIONS_SHORTCUTS: readonly OperationsShortcut[] = [
  { keys: ['/'], label: 'Search the open tab' },
  { keys: ['c'], label: 'Clear all filters' },
  { keys: ['e'], label: 'Export the chosen rows as CSV' },
  { keys: ['?'], label: 'This list' },
];

/**
 * The roles that table elements have anyway. Safari drops them when a row is laid out as a grid, as on a phone. Stated
 * again, they keep rows and cells for screen readers.
 */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  rowHeader: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const;

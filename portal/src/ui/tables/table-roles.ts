/**
 * The native roles of table elements. Safari drops them when a row has grid layout, as on a phone. Explicit roles
 * keep rows and cells for screen readers.
 */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  rowHeader: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const;

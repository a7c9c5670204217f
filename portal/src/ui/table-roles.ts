/**
 * The roles that table elements have anyway. Safari forgets them as soon as a row is laid out as a grid, which the
 * phone layout does; said again, rows and cells stay rows and cells to a screen reader.
 */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  rowHeader: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const;

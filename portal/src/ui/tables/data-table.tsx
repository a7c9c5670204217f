import type { ReactNode } from 'react';
import { TABLE_ROLES } from './table-roles.ts';
import { useRowKeys } from './use-row-keys.ts';

export interface DataColumn {
  label: string;
  align: 'text-left' | 'text-right';
  /** The column of buttons, hidden in print. */
  isOfActions?: true;
}

interface DataTableProps {
  caption: string;
  columns: readonly DataColumn[];
  rowIds: readonly string[];
  /** The rows, with the tab index of the focusable elements in each. */
  children(tabIndexOf: (rowId: string) => 0 | -1): ReactNode;
}

/** A table on a wide screen, cards below that. The arrow keys move between its rows. */
export function DataTable({ caption, columns, rowIds, children }: DataTableProps) {
  const { rowsProps, tabIndexOf } = useRowKeys(rowIds);
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-surface">
      <table {...TABLE_ROLES.table} className="block w-full border-collapse text-sm lg:table">
        <caption className="sr-only">{caption}</caption>
        <thead {...TABLE_ROLES.group} className="sr-only lg:not-sr-only lg:table-header-group">
          <tr {...TABLE_ROLES.row} className="border-b border-line bg-sunken">
            {columns.map(({ label, align, isOfActions }) => (
              <th
                key={label}
                {...TABLE_ROLES.columnHeader}
                className={`h-10 px-3 font-semibold whitespace-nowrap text-muted first:pl-4 last:pr-5 ${align} ${isOfActions ? 'print:hidden!' : ''}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group} {...rowsProps} className="block lg:table-row-group">
          {children(tabIndexOf)}
        </tbody>
      </table>
    </div>
  );
}

const CELL = 'lg:px-3 lg:py-2 lg:align-middle lg:first:pl-4 lg:last:pr-1.5';

interface DataRowProps {
  rowId: string;
  tabIndex: 0 | -1;
  /** The subject of the row. Pressing it opens the row. */
  title: string;
  /** Where the row opens: in a dialog, or in place of the table. */
  opensIn?: 'dialog' | 'place';
  detail: ReactNode;
  onOpen(): void;
  /** The other cells. */
  children: ReactNode;
}

/** One row. As a card it has two columns, and its title comes first. */
export function DataRow(props: DataRowProps) {
  const { rowId, tabIndex, title, opensIn = 'dialog', detail, onOpen, children } = props;
  return (
    <tr
      {...TABLE_ROLES.row}
      data-row-id={rowId}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 lg:table-row lg:h-14 lg:hover:bg-paper max-lg:outline-focus max-lg:-outline-offset-2 max-lg:has-[[data-row-opener]:focus-visible]:outline-2 lg:has-[[data-row-opener]:focus-visible]:bg-paper"
    >
      <th {...TABLE_ROLES.rowHeader} className={`${CELL} text-left font-normal wrap-anywhere lg:w-full`}>
        <button
          type="button"
          data-row-opener
          tabIndex={tabIndex}
          aria-haspopup={opensIn === 'dialog' ? 'dialog' : undefined}
          className="kept-on-paper -my-2 block w-full cursor-pointer rounded-control py-2 text-left hover:text-teal max-lg:focus-visible:outline-none"
          onClick={onOpen}
        >
          <span className="block leading-5 font-semibold">{title}</span>
          {detail}
        </button>
      </th>
      {children}
    </tr>
  );
}

export function DataCell({ className, children }: { className: string; children: ReactNode }) {
  return (
    <td {...TABLE_ROLES.cell} className={`${CELL} ${className}`}>
      {children}
    </td>
  );
}

/** The cell beside the title. On a phone it is on the right of the first line. */
export function DataStatusCell({ children }: { children: ReactNode }) {
  return (
    <DataCell className="col-start-2 row-start-1 text-right lg:text-left print:text-left">
      {children}
    </DataCell>
  );
}

interface DataActionsCellProps {
  /** The side where the buttons of all rows line up: left where each row begins with its main action. */
  align?: 'left' | 'right';
  children: ReactNode;
}

/** The last cell, with the row's buttons side by side. */
export function DataActionsCell({ align = 'right', children }: DataActionsCellProps) {
  return (
    <DataCell className="max-lg:col-span-2 max-lg:mt-2 print:hidden!">
      <div className={`flex gap-2 lg:gap-1 ${align === 'right' ? 'lg:justify-end' : ''}`}>{children}</div>
    </DataCell>
  );
}

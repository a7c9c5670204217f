import type { SortDirection } from '@corvane/shared/contracts/backend/sales/sales-table';
import { Button } from '@corvane/shared/ui/button';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { type MouseEvent, memo, type ReactElement, type ReactNode } from 'react';
import { useNewest } from '../../lib/use-newest.ts';
import { askFirst } from '../dialogs/ask-first.ts';
import { useRowKeys } from './use-row-keys.ts';

/** A cell of a file. Typed text never runs there as a formula. `exact` is for amounts, which may begin with a minus. */
type CsvCell<Row> = readonly [head: string, cell: (row: Row) => string | null, kind?: 'exact'];

/** One column of a list: in the table, on a phone's card, and in the file. */
export interface Column<Row, Sort extends string = never> {
  /** Unlike the others of the list. */
  id: string;
  head: string;
  /**
   * An element, as a label may stand beside it. With `opens`, it is in the button that opens the row. A cell that shows
   * the time is a component.
   */
  cell(row: Row): ReactElement | null;
  /** The column that names a row, and opens it. */
  opens?: true;
  /** What the list is sorted by when its head is pressed. */
  sort?: Sort;
  /** Its cells in the file. */
  csv?: readonly CsvCell<Row>[];
  /** Replaces the head, for which a phone has no room. */
  phoneLabel?: string;
  align?: 'right';
  /** Place on a card, width in the table, kind of text. */
  className?: string | ((row: Row) => string);
}

/** The place beside the name of a row. On a phone it is on the right of the first line. */
export const BESIDE_NAME = 'col-start-2 row-start-1 text-right lg:text-left print:text-left';

/** Classes of a table on a wide screen, with cards below that. */
export interface TableLook {
  table: string;
  heads: string;
  head: string;
  /** More for the head of a column that does not sort: a head that does has a button with room of its own. */
  plainHead: string;
  body: string;
  row: string;
  cell: string;
  naming: string;
  opener: string;
  phoneLabel: string;
}

/** With a mouse, where the pointer or the focus is. A finger reaches it at any time. */
const SHOWN_ON_REACH =
  'lg:[@media(hover:hover)]:opacity-0 lg:[@media(hover:hover)]:[tr:hover_&]:opacity-100 lg:[@media(hover:hover)]:[tr:focus-within_&]:opacity-100';

/** As a card, a row has two columns, and its name comes first. */
export const LOOK: TableLook = {
  table: 'block w-full border-collapse text-sm lg:table',
  heads: 'sr-only lg:not-sr-only lg:table-header-group',
  head: 'h-10 whitespace-nowrap text-muted first:pl-1 last:pr-1',
  plainHead: 'px-3 first:pl-4 last:pr-5',
  body: 'block lg:table-row-group',
  row: 'max-lg:when-near max-lg:[contain-intrinsic-height:auto_14rem] grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 lg:table-row lg:h-11 lg:hover:bg-paper max-lg:outline-focus max-lg:-outline-offset-2 max-lg:has-[[data-row-opener]:focus-visible]:outline-2 lg:has-[[data-row-opener]:focus-visible]:bg-paper',
  cell: 'lg:px-3 lg:align-middle lg:first:pl-4 lg:last:pr-1.5',
  naming: 'lg:w-full',
  opener:
    'block w-full cursor-pointer rounded-control text-left hover:text-teal max-lg:-my-2 max-lg:py-2 max-lg:focus-visible:outline-none lg:outline-offset-0',
  phoneLabel: 'lg:hidden',
};

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

/** The boxes of rows that can be chosen. */
interface RowChoice<Row> {
  /** Ids of rows. */
  chosen: ReadonlySet<string>;
  /** What a row is called, for screen readers. */
  nameOf(row: Row): string;
  onChoose(rowId: string, isChosen: boolean): void;
}

interface RowProps<Row> {
  columns: readonly Column<Row, string>[];
  look?: TableLook;
  /** Where a row opens: in a dialog, or in place of the table. */
  opensIn?: 'dialog' | 'place';
  /** Says what a press does. The whole row then takes a press of a mouse. */
  openerTitle?: string;
  /** The row's buttons. Every row renders again when this is another function. */
  actions?: ((row: Row, tabIndex: 0 | -1) => ReactNode) | undefined;
  /** On the left, the buttons of all rows line up: where each row begins with its main action. */
  actionsAlign?: 'left' | 'right';
  onOpen(row: Row): void;
}

export interface DataTableProps<Row, Sort extends string = never> extends RowProps<Row> {
  caption: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  idOf(row: Row): string;
  /** The row whose details are open. */
  openId?: string | null;
  /** The head of the column of buttons. */
  actionsHead?: string;
  order?: Order<Sort>;
  foot?: ReactElement | null;
  choice?: RowChoice<Row>;
}

interface Order<Sort> {
  by: Sort;
  direction: SortDirection;
  /** One press sorts by a column, the next reverses the order. */
  onSort(sort: Sort): void;
}

/** A table on a wide screen, cards below that. The arrow keys move between its rows. */
export function DataTable<Row, Sort extends string = never>(props: DataTableProps<Row, Sort>) {
  const { caption, rows, idOf, openId, actionsHead = 'Actions', order, foot, onOpen, choice, ...row } = props;
  const { columns, look = LOOK, actions, actionsAlign } = row;
  const { rowsProps, tabIndexOf } = useRowKeys(rows.map(idOf));
  const open = useNewest((row: Row) => askFirst(() => onOpen(row)));
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-surface">
      <table {...TABLE_ROLES.table} className={look.table}>
        <caption className="sr-only">{caption}</caption>
        <thead {...TABLE_ROLES.group} className={look.heads}>
          <tr {...TABLE_ROLES.row} className="border-b border-line bg-sunken">
            {choice === undefined ? null : (
              <th {...TABLE_ROLES.columnHeader} className={`${look.head} ${look.plainHead}`}>
                <span className="sr-only">Chosen</span>
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} {...column} look={look} order={order} />
            ))}
            {actions === undefined ? null : (
              <th
                {...TABLE_ROLES.columnHeader}
                className={`${look.head} ${look.plainHead} ${actionsAlign === 'left' ? 'text-left' : 'text-right'} print:hidden!`}
              >
                {actionsHead}
              </th>
            )}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group} {...rowsProps} className={look.body}>
          {rows.map((one) => (
            <MemoRow
              key={idOf(one)}
              {...row}
              row={one}
              rowId={idOf(one)}
              tabIndex={tabIndexOf(idOf(one))}
              isOpen={idOf(one) === openId}
              onOpen={open}
              chosen={choice?.chosen.has(idOf(one))}
              nameOf={choice?.nameOf}
              onChoose={choice?.onChoose}
            />
          ))}
        </tbody>
        {foot}
      </table>
    </div>
  );
}

interface HeadProps<Sort extends string> extends Pick<Column<never, Sort>, 'head' | 'sort' | 'align'> {
  look: TableLook;
  order: Order<Sort> | undefined;
}

function Head<Sort extends string>({ head, sort, align, look, order }: HeadProps<Sort>) {
  const side = align === 'right' ? 'text-right' : 'text-left';
  if (sort === undefined || order === undefined) {
    return (
      <th {...TABLE_ROLES.columnHeader} className={`${look.head} ${look.plainHead} ${side}`}>
        {head}
      </th>
    );
  }
  const direction = order.by === sort ? order.direction : null;
  return (
    <th
      {...TABLE_ROLES.columnHeader}
      aria-sort={direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
      className={`${look.head} ${side}`}
    >
      {/* The heads of cards are for screen readers alone: they have the words, and nothing unseen takes the focus. */}
      <span className="hidden max-lg:in-[.sr-only]:inline">{head}</span>
      <button
        type="button"
        className={`kept-on-paper inline-flex max-lg:in-[.sr-only]:hidden min-h-10 cursor-pointer items-center gap-1 rounded-control px-2 hover:text-ink lg:px-3 ${direction === null ? '' : 'text-ink'} ${align === 'right' ? 'flex-row-reverse' : ''}`}
        onClick={() => order.onSort(sort)}
      >
        <span>{head}</span>
        <svg
          aria-hidden="true"
          viewBox="0 0 10 12"
          className={`h-3 w-2.5 shrink-0 ${direction === null ? 'opacity-35' : ''}`}
          fill="currentColor"
        >
          {direction === 'desc' ? null : <path d="M5 0 9 5H1Z" />}
          {direction === 'asc' ? null : <path d="m5 12 4-5H1Z" />}
        </svg>
      </button>
    </th>
  );
}

interface DataRowProps<Row> extends RowProps<Row> {
  row: Row;
  rowId: string;
  tabIndex: 0 | -1;
  isOpen: boolean;
  /** undefined: rows cannot be chosen. */
  chosen: boolean | undefined;
  nameOf: RowChoice<Row>['nameOf'] | undefined;
  onChoose: RowChoice<Row>['onChoose'] | undefined;
}

function DataRow<Row>(props: DataRowProps<Row>) {
  const { columns, row, rowId, tabIndex = 0, isOpen, look = LOOK, opensIn = 'dialog' } = props;
  const { openerTitle, actions, actionsAlign = 'right', onOpen, chosen, nameOf, onChoose } = props;
  return (
    <tr
      {...TABLE_ROLES.row}
      data-row-id={rowId}
      aria-current={isOpen ? 'true' : undefined}
      className={look.row}
      onClick={openerTitle === undefined ? undefined : pressOpener}
    >
      {chosen === undefined ? null : (
        <td
          {...TABLE_ROLES.cell}
          className="max-lg:order-last max-lg:col-span-2 lg:w-11 lg:py-1.5 lg:pl-1.5 print:hidden!"
        >
          <label className="flex size-11 cursor-pointer items-center justify-center gap-3 text-sm max-lg:w-full max-lg:justify-start">
            <input
              type="checkbox"
              className="size-5 shrink-0 cursor-pointer accent-teal"
              tabIndex={tabIndex}
              checked={chosen}
              onChange={(event) => onChoose?.(rowId, event.target.checked)}
            />
            <span className="lg:sr-only">Choose</span> <span className="sr-only">{nameOf?.(row)}</span>
          </label>
        </td>
      )}
      {columns.map(({ id, cell, opens, phoneLabel, align, className = '' }) => {
        const own = typeof className === 'string' ? className : className(row);
        if (opens) {
          return (
            <th
              key={id}
              {...TABLE_ROLES.rowHeader}
              className={`${look.cell} ${look.naming} text-left font-normal wrap-anywhere`}
            >
              <button
                type="button"
                data-row-opener
                tabIndex={tabIndex}
                aria-haspopup={opensIn === 'dialog' ? 'dialog' : undefined}
                title={openerTitle}
                className={`kept-on-paper ${look.opener}`}
                onClick={() => onOpen(row)}
              >
                {cell(row)}
              </button>
            </th>
          );
        }
        return (
          <td
            key={id}
            {...TABLE_ROLES.cell}
            className={`${look.cell} ${align === 'right' ? 'text-right' : ''} ${own}`}
          >
            {phoneLabel === undefined ? null : (
              <PhoneLabel className={look.phoneLabel}>{phoneLabel}</PhoneLabel>
            )}
            {cell(row)}
          </td>
        );
      })}
      {actions === undefined ? null : (
        <td {...TABLE_ROLES.cell} className={`${look.cell} max-lg:col-span-2 max-lg:mt-2 print:hidden!`}>
          <div
            className={`${SHOWN_ON_REACH} flex gap-2 lg:gap-1 lg:*:-outline-offset-2 ${actionsAlign === 'right' ? 'lg:justify-end' : ''}`}
          >
            {actions(row, tabIndex)}
          </div>
        </td>
      )}
    </tr>
  );
}

/** Rows that are shown already stay as they are when more arrive. */
const MemoRow = memo(DataRow) as typeof DataRow;

/**
 * For a mouse: a press anywhere in the row presses its button. The button itself cannot cover the row: WebKit does
 * not position elements relative to a table row, so the button would cover the page.
 */
function pressOpener({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  const opener = currentTarget.querySelector<HTMLElement>('[data-row-opener]');
  const isOwnPress = target instanceof Node && opener?.contains(target);
  const isSelecting = document.getSelection()?.isCollapsed === false;
  if (!isOwnPress && !isSelecting) opener?.click();
}

interface RowNameProps {
  children: ReactNode;
  /** Company and address, on the same line. '' is left out. */
  of?: readonly string[];
  /** A second line. */
  detail?: ReactNode;
}

/** The name of a row, with what else tells it from others. */
export function RowName({ children, of = [], detail }: RowNameProps) {
  return (
    <>
      <span className="block leading-5 font-medium">
        <span>{children}</span>
        {of.map((part) =>
          part === '' ? null : (
            <span key={part} className="font-normal text-muted">
              {` · ${part}`}
            </span>
          ),
        )}
      </span>
      {detail ? <span className="block leading-5 text-muted">{detail}</span> : null}
    </>
  );
}

interface RowButtonProps {
  tabIndex: 0 | -1;
  /** What it acts on, for screen readers. */
  of: string;
  onClick(): void;
  className?: string;
  children: string;
}

/** One of a row's buttons. */
export function RowButton({ of, className = '', children, ...button }: RowButtonProps) {
  return (
    <Button {...button} className={`${ROW_BUTTON} ${className}`}>
      {children}
      <span className="sr-only">{` ${of}`}</span>
    </Button>
  );
}

/** Side by side, on a phone as wide as the card. */
export const ROW_BUTTON = 'text-sm whitespace-nowrap max-md:grow lg:px-2.5';

/** Replaces the column header, for which a phone has no room. Screen readers read the header itself. */
export function PhoneLabel({
  children,
  className = LOOK.phoneLabel,
}: {
  children: string;
  className?: string;
}) {
  return (
    <span aria-hidden="true" className={`text-muted print:hidden ${className}`}>
      {children}{' '}
    </span>
  );
}

interface TableSkeletonProps {
  rowCount?: number;
  /** Heights of a card and of a row, the same as loaded ones. */
  rowClassName: string;
  /** The width from which the table has heads. */
  headClassName?: string;
  /** The placeholder blocks of one row. */
  children?: ReactNode;
}

/** Placeholder of a table: the same frame, with one row of blocks for each expected row. */
export function TableSkeleton(props: TableSkeletonProps) {
  const { rowCount = 8, rowClassName, headClassName = 'hidden lg:block', children = BLOCKS } = props;
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-panel border border-line bg-surface">
      <div className={`h-10 border-b border-line bg-sunken ${headClassName}`} />
      {Array.from({ length: rowCount }, (_, index) => index).map((row) => (
        <div
          key={row}
          className={`flex items-center gap-4 border-b border-line px-4 last:border-b-0 ${rowClassName}`}
        >
          {children}
        </div>
      ))}
    </div>
  );
}

/** A name, and times or buttons. */
const BLOCKS = (
  <>
    <Skeleton className="h-8 grow" />
    <Skeleton className="h-8 w-32 shrink-0 max-lg:hidden" />
  </>
);

/** A name, a status, and buttons. */
export const STATUS_BLOCKS = (
  <>
    <Skeleton className="h-8 grow" />
    <Skeleton className="h-4 w-20 shrink-0" />
    <Skeleton className="h-8 w-32 shrink-0 max-lg:hidden" />
  </>
);

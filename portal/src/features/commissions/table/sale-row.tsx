import type { SalesTableRow } from '@corvane/shared/contracts/backend/sales/sales-table';
import { formatDay } from '@corvane/shared/lib/dates';
import type { MouseEvent } from 'react';
import { SignedCents } from '../../../ui/facts/signed-cents.tsx';
import { PhoneLabel } from '../../../ui/tables/phone-label.tsx';
import { TABLE_ROLES } from '../../../ui/tables/table-roles.ts';
import { BILLING_LABELS } from '../sale/billing-labels.ts';
import { customerOfSale } from '../sale/sale-customer.ts';
import { ProductBadge } from './product-badge.tsx';
import { SaleStatus } from './sale-status.tsx';

const CELL = 'md:px-2 md:py-2 md:align-middle md:first:pl-4 md:last:pr-4 lg:px-3';

interface SaleRowProps {
  sale: SalesTableRow;
  tabIndex: 0 | -1;
  onOpen(saleId: string): void;
}

/**
 * One sale. Pressing it explains its figures. On a phone a grid places the seven cells in two columns: customer and
 * amount first, product and date below. With large letters there is room for one column alone.
 */
export function SaleRow({ sale, tabIndex, onOpen }: SaleRowProps) {
  const customer = customerOfSale(sale);
  return (
    <tr
      {...TABLE_ROLES.row}
      data-row-id={sale.id}
      onClick={pressOpener}
      className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 max-[17rem]:flex max-[17rem]:flex-col md:table-row md:h-14 md:hover:bg-paper max-md:outline-focus max-md:-outline-offset-2 max-md:has-[[data-row-opener]:focus-visible]:outline-2 md:has-[[data-row-opener]:focus-visible]:bg-paper"
    >
      <td {...TABLE_ROLES.cell} className={`${CELL} col-span-3 col-start-1 row-start-2`}>
        <ProductBadge productName={sale.productName} />
      </td>
      <th
        {...TABLE_ROLES.rowHeader}
        className={`${CELL} col-span-2 col-start-1 row-start-1 max-[17rem]:-order-1 text-left font-normal wrap-anywhere md:max-lg:w-full`}
      >
        <button
          type="button"
          data-row-opener
          tabIndex={tabIndex}
          aria-haspopup="dialog"
          title="How this was calculated"
          className="kept-on-paper -my-3 flex w-full cursor-pointer flex-col justify-center rounded-control py-3 text-left max-md:focus-visible:outline-none md:-my-2 md:min-h-11 md:py-2"
          onClick={() => onOpen(sale.id)}
        >
          <span className="block leading-5 font-semibold">{customer.name}</span>
          {customer.detail === '' ? null : (
            <span className="block leading-5 text-muted">{customer.detail}</span>
          )}
        </button>
      </th>
      <td
        {...TABLE_ROLES.cell}
        className={`${CELL} col-start-3 row-start-4 text-right md:text-left print:text-left`}
      >
        {BILLING_LABELS[sale.billingFrequency]}
      </td>
      <td {...TABLE_ROLES.cell} className={`${CELL} col-start-3 row-start-1 text-right font-semibold`}>
        <SignedCents cents={sale.amountCents} />
      </td>
      <td {...TABLE_ROLES.cell} className={`${CELL} col-span-2 col-start-2 row-start-3 text-right`}>
        <PhoneLabel>Commission</PhoneLabel>
        <SignedCents cents={sale.commissionCents} />
      </td>
      <td {...TABLE_ROLES.cell} className={`${CELL} tabular col-start-1 row-start-3 whitespace-nowrap`}>
        <time dateTime={sale.saleDate}>{formatDay(sale.saleDate)}</time>
      </td>
      <td {...TABLE_ROLES.cell} className={`${CELL} col-span-2 col-start-1 row-start-4`}>
        <SaleStatus sale={sale} />
      </td>
    </tr>
  );
}

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

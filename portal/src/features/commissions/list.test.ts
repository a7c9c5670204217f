import { salesTableRowSchema } from '@corvane/shared/contracts/backend/sales/sales-table';
import { expect, test } from 'vitest';
import { SALE_COLUMNS, salesCsv } from './list.tsx';
import { saleId, saleRow } from './sales-fixtures.ts';

const SALES_CSV = salesCsv(SALE_COLUMNS);

const sale = (changes: Parameters<typeof saleRow>[1] = {}) => salesTableRowSchema.parse(saleRow(1, changes));

test('each sale is one line with as many fields as the header', () => {
  expect(SALES_CSV.head).toBe(
    'Sale ID,Date,Product,Customer,Email,Company,Billing frequency,Amount (USD),Commission (USD),Status,' +
      'Cancelled on,Commission counts as\r\n',
  );
  expect(SALES_CSV.linesOf([sale()])).toBe(
    `${saleId(1)},2026-11-20,Accelerate Pro,Ana Diaz,ana@acme.example,Acme,monthly,3200.00,256.00,Active,,Pending\r\n`,
  );
  expect(SALES_CSV.head.split(',')).toHaveLength(SALES_CSV.linesOf([sale()]).split(',').length);
});

test('a cancelled sale shows its date, and a missing customer is called Unknown Customer', () => {
  const line = SALES_CSV.linesOf([
    sale({
      isCancelled: true,
      cancelledAt: '2026-11-21T10:00:00+00:00',
      commissionGroup: 'cancelled',
      customer: null,
    }),
  ]);
  expect(line).toContain(',Unknown Customer,,,');
  expect(line).toContain(',Cancelled,2026-11-21,Cancelled');
});

test('typed text stays in one cell on one line and is never a formula', () => {
  const customer = {
    id: saleId(9),
    name: '=1+1',
    email: 'ana@acme.example',
    company: 'Acme;=2+2\r\n"Inc"\u202E',
  };
  expect(SALES_CSV.linesOf([sale({ productName: '@SUM(A1)', customer })])).toContain(
    `,'@SUM(A1),'=1+1,ana@acme.example,"Acme;'=2+2 ""Inc""",`,
  );
});

import { salesTableRowSchema } from '@corvane/shared/contracts/sales-table';
import { expect, test } from 'vitest';
import { CSV_HEAD, csvLines, decimalAmount, textField } from './sales-csv.ts';
import { saleId, saleRow } from './sales-fixtures.ts';

const sale = (changes: Parameters<typeof saleRow>[1] = {}) => salesTableRowSchema.parse(saleRow(1, changes));

test('one line per sale, with as many fields as the head has', () => {
  expect(csvLines([sale()])).toBe(
    `${saleId(1)},2026-11-20,Accelerate Pro,Ana Diaz,ana@acme.example,Acme,monthly,3200.00,256.00,Active,,Pending\r\n`,
  );
  expect(CSV_HEAD.split(',')).toHaveLength(csvLines([sale()]).split(',').length);
});

test('a cancelled sale has its day, a missing customer the specified name', () => {
  const line = csvLines([
    sale({
      is_cancelled: true,
      cancelled_at: '2026-11-21T10:00:00+00:00',
      commission_group: 'cancelled',
      lead: null,
    }),
  ]);
  expect(line).toContain(',Unknown Customer,,,');
  expect(line).toContain(',Cancelled,2026-11-21,Cancelled');
});

test.each(['=', '+', '-', '@', '\t'])('a text that begins with %j is no formula to a spreadsheet', (sign) => {
  expect(textField(`${sign}SUM(A1:A9)`)).toBe(`'${sign}SUM(A1:A9)`);
});

test('a formula is neutralised and quoted', () => {
  expect(textField('=HYPERLINK("https://evil.example","x")')).toBe(
    `"'=HYPERLINK(""https://evil.example"",""x"")"`,
  );
  expect(textField('\rA')).toBe(`"'\rA"`);
});

test('what separates fields and lines is quoted, quotes are doubled, the rest is left as it is', () => {
  expect(textField('Voss, "Sons"\nFreight')).toBe('"Voss, ""Sons""\nFreight"');
  expect(textField('Jürgen; Groß 田中')).toBe('Jürgen; Groß 田中');
  expect(textField('a-b')).toBe('a-b');
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [-123_456, '-1234.56'],
  [99_999_999_999, '999999999.99'],
])('%i cents are written as %s', (cents, text) => {
  expect(decimalAmount(cents)).toBe(text);
});

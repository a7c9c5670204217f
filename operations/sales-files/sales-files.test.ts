import { readFile } from 'node:fs/promises';
import { neutraliseText } from '@corvane/shared/lib/spreadsheet-text';
import { expect, test } from 'vitest';
import { DANA, HEADER, INGRID, PRIYA, saleId, saleLine, useSalesFixture } from './sales-fixture.ts';

const fixture = useSalesFixture();

test('byte order mark, semicolons, other order of columns, quotes, CRLF and blank lines are fine', async () => {
  const rows = [
    'product_name;ID;sale_date;billing_frequency;commission;sale_amount;cancelled_at;rep_email;lead_email',
    `"Moon;shot ""XL""";${saleId(1)};2026-01-31;Annual;0;12.3;2026-02-01T10:00:00+02:00;${DANA.toUpperCase()};${PRIYA}`,
    '',
    `Enterprise;${saleId(2)};2026-01-31;monthly;0;0;;${DANA};`,
    '',
  ];
  expect(await fixture.import(`\uFEFF${rows.join('\r\n')}`)).toEqual([
    '2 sales: 2 new, 0 changed, 0 unchanged.',
  ]);
  const [row] = await fixture.sql(
    `select product_name, sale_amount::int as cents, billing_frequency, cancelled_at = '2026-02-01T08:00:00Z' as at
     from public.sales_records where id = $1`,
    [saleId(1)],
  );
  expect(row).toEqual({
    product_name: 'Moon;shot "XL"',
    cents: 1230,
    billing_frequency: 'annual',
    at: true,
  });
});

/** Regression: each of these was refused, with a mistake in every row. */
test.each([
  ['a head that ends as Windows does, and rows as Unix does', [`${HEADER}\r`, saleLine(1), saleLine(2)]],
  [
    'rows that end as Windows does, below a head as Unix does',
    [HEADER, `${saleLine(1)}\r`, `${saleLine(2)}\r`],
  ],
  ['empty columns at the end', [`${HEADER},,`, `${saleLine(1)},,`, `${saleLine(2)},, `]],
  ['empty columns at the end of rows only', [HEADER, `${saleLine(1)},,`, saleLine(2)]],
  ['an empty column before the others', [`,${HEADER}`, `,${saleLine(1)}`, `,${saleLine(2)}`]],
  ['empty rows', [',,,,,,,,', HEADER, ',,,,,,,,', saleLine(1), ' , ,,,,,,,', saleLine(2), ',,,,,,,,']],
  ['the separator in the first line', ['sep=,', HEADER, saleLine(1), saleLine(2)]],
  [
    'semicolons and empty columns before them',
    [`;;;;;;;;`, HEADER.replaceAll(',', ';'), ...[1, 2].map((n) => saleLine(n).replaceAll(',', ';'))],
  ],
  ['tabs', [HEADER, saleLine(1), saleLine(2)].map((line) => line.replaceAll(',', '\t'))],
])('a file with %s is imported', async (_, lines) => {
  expect(await fixture.import(lines.join('\n'))).toEqual(['2 sales: 2 new, 0 changed, 0 unchanged.']);
});

test("a spreadsheet's Unicode text, in UTF-16, is imported", async () => {
  const text = [HEADER, saleLine(1, { product_name: 'Große' }), ''].join('\r\n').replaceAll(',', '\t');
  expect(await fixture.import(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual([
    '1 sale: 1 new, 0 changed, 0 unchanged.',
  ]);
  const stored = await fixture.sql('select product_name from public.sales_records where id = $1', [
    saleId(1),
  ]);
  expect(stored).toEqual([{ product_name: 'Große' }]);
});

test('a value below an empty head is a mistake with its line', async () => {
  const lines = [`${HEADER},`, `${saleLine(1)},`, `${saleLine(2)},a note`];
  expect(await fixture.import(lines.join('\r\n'))).toEqual([
    'line 3: has "a note" in a column without a name',
    'error: 1 mistake in 2 rows, so nothing was imported. Correct the file and import it again.',
  ]);
});

test('every error is printed with its line, and nothing is imported', async () => {
  const file = [
    HEADER,
    saleLine(1),
    saleLine(2, { product_name: '"two\nlines"', sale_amount: '1.234' }),
    saleLine(3, { rep_email: 'nobody@corvane.example' }),
    saleLine(4, { lead_email: INGRID }),
    saleLine(5, { lead_email: 'nobody@corvane.example', sale_date: '2026-02-30' }),
    saleLine(6, { lead_email: 'stranger@corvane.example' }),
    saleLine(1),
    `${saleLine(7)},one too many`,
    saleLine(8, { id: 'x', billing_frequency: 'weekly', product_name: '', commission: '"1,5"' }),
    saleLine(9, { cancelled_at: 'yesterday' }),
    saleLine(10, { id: 'd0000000-0000-4000-8000-000000000097', rep_email: DANA }),
    saleLine(11, { product_name: 'Moon\u001b[2Jshot\u202E' }),
  ];
  expect(await fixture.import(file.join('\n'))).toEqual([
    'line 3: product_name must be one line without control or invisible characters, not "two\\nlines"',
    'line 3: sale_amount must be dollars such as 1234.50 or -1234.50, not "1.234"',
    'line 5: rep_email is not a sales representative: "nobody@corvane.example"',
    `line 6: lead_email is a customer of another representative: "${INGRID}"`,
    'line 7: sale_date must be a calendar day such as 2026-11-20, not "2026-02-30"',
    'line 8: lead_email is not a customer: "stranger@corvane.example"',
    `line 9: id is in the file twice: "${saleId(1)}"`,
    'line 10: has "one too many" in a column without a name',
    'line 11: id must be a UUID, not "x"',
    'line 11: product_name must have 1 to 100 characters, not empty',
    'line 11: billing_frequency must be monthly or annual, not "weekly"',
    'line 11: commission must be dollars such as 1234.50 or -1234.50, or empty, not "1,5"',
    'line 12: cancelled_at must be a day such as 2026-11-20, a time such as 2026-11-20T15:00:00Z, or empty, not "yesterday"',
    'line 13: id is a sale of another representative: "d0000000-0000-4000-8000-000000000097"',
    `line 14: product_name must be one line without control or invisible characters, not "Moon\\u001b[2Jshot\u202E"`,
    'error: 15 mistakes in 12 rows, so nothing was imported. Correct the file and import it again.',
  ]);
  expect(await fixture.fingerprint()).toBe(fixture.untouched());
});

test.each([
  [
    'a missing and an unknown column',
    'id,rep_email,salary',
    'line 1: column sale_date is missing; column product_name',
  ],
  ['a column that is there twice', `${HEADER},id`, 'line 1: column id appears twice'],
  ['nothing', '', 'is empty'],
  [
    'an unclosed quote',
    `${HEADER}\n"${saleLine(1)}\n${saleLine(2)}`,
    'cannot be read, and neither can the rest of the file',
  ],
  // Regression: each was told that every column is missing.
  ['the content of a workbook', Buffer.from('PK\x03\x04\x14\0\x06\0id,rep_email'), 'save it as CSV UTF-8'],
  // Regression: it ended with an error of Node.js.
  ['one byte, a zero', Buffer.from([0]), 'save it as CSV UTF-8'],
  ['UTF-16 and no mark', Buffer.from(`${HEADER}\n${saleLine(1)}`, 'utf16le'), 'save it as CSV UTF-8'],
  ['an unclosed quote in its head', `"${HEADER}\n${saleLine(1)}`, 'sales.csv: it is not a CSV file: '],
  [
    'another encoding',
    Buffer.from(`${HEADER}\n${saleLine(1, { product_name: 'Große' })}`, 'latin1'),
    'is not UTF-8',
  ],
])('a file with %s is refused', async (_what, text, message) => {
  expect((await fixture.import(text)).join('\n')).toContain(message);
  expect(await fixture.fingerprint()).toBe(fixture.untouched());
});

test('a missing file is one clear line', async () => {
  expect(await fixture.ops(['sales', 'import', '/nowhere/sales.csv'])).toEqual([
    'error: /nowhere/sales.csv cannot be read (ENOENT)',
  ]);
  expect(await fixture.ops(['sales', 'import'])).toEqual([
    'error: sales import needs a file. See ops --help.',
  ]);
});

test('an exported file is imported without a change, and does not run in a spreadsheet', async () => {
  const odd = ['=HYPERLINK("http://x")', '+1', '-1', '@x', "'quoted", 'a;b,c"d', 'a;=cmd', "a;'=cmd"];
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  // An apostrophe before a formula is how a spreadsheet writes text: it is not part of the name.
  const rows = odd.map((name, n) => saleLine(n + 1, { product_name: quote(neutraliseText(name)) }));
  await fixture.import(
    [HEADER, ...rows, saleLine(50, { cancelled_at: '2026-11-21T08:09:10.123Z' })].join('\n'),
  );
  const stored = await fixture.sql<{ name: string }>(
    'select product_name as name from public.sales_records where id = any ($1) order by id',
    [odd.map((_name, n) => saleId(n + 1))],
  );
  expect(stored.map((row) => row.name)).toEqual(odd);

  const before = await fixture.fingerprint();
  const out = fixture.inFolder('out.csv');
  const [told] = await fixture.ops(['sales', 'export', '--email', DANA, '--out', out]);
  expect(told).toMatch(/ holds \d+ sales of dana\.whitfield@corvane\.example\.$/);
  const text = await readFile(out, 'utf8');
  // Without the mark, a spreadsheet changes every letter outside ASCII, and the next import stores it.
  expect(text.split('\r\n')[0]).toBe(`\uFEFF${HEADER}`);
  expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(text).not.toMatch(/(^|[,;])"?[=+@]/m);
  const lines = await fixture.ops(['sales', 'import', out]);
  const count = / holds (\d+) sales/.exec(told ?? '')?.[1];
  expect(lines).toEqual([`${count} sales: 0 new, 0 changed, ${count} unchanged.`]);
  expect(await fixture.fingerprint()).toBe(before);
});

test('an export has every sale once, also beyond the 2,000 that it fetches at a time', async () => {
  await fixture.sql(
    `insert into public.sales_records (id, sales_rep_id, sale_date, product_name, billing_frequency, sale_amount)
     select ('d0000000-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid, r.id, '2026-11-20', 'Moonshot', 'monthly', 1
     from public.sales_representatives r, generate_series(1, 2001) n where r.email = $1`,
    [DANA],
  );
  const out = fixture.inFolder('out.csv');
  await fixture.ops(['sales', 'export', '--email', DANA, '--out', out]);
  const ids = (await readFile(out, 'utf8')).match(/^d0000000-0000-4000-a000-\d{12}/gm);
  expect(ids?.toSorted()).toEqual(await fixture.importedIds());
});

test('an export that cannot be written leaves nothing behind', async () => {
  expect(await fixture.ops(['sales', 'export', '--email', DANA, '--out', '/nowhere/out.csv'])).toEqual([
    'error: /nowhere/out.csv cannot be written (ENOENT)',
  ]);
});

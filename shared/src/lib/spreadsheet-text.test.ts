import { expect, test } from 'vitest';
import { csvCell, neutraliseText, restoreText } from './spreadsheet-text.ts';

test.each(['=1+1', '+1', '-1', '@x', '＝1+1', '"=1+1', ' =1+1'])(
  '%j does not run in a spreadsheet',
  (text) => {
    expect(neutraliseText(text)).toBe(`'${text}`);
  },
);

test.each([
  ['a;=cmd', "a;'=cmd"],
  ['a\t@cmd', "a\t'@cmd"],
  ['a,-1', "a,'-1"],
  ['a|+1', "a|'+1"],
  ['a\n=cmd', "a\n'=cmd"],
  ['a;"=cmd"', 'a;\'"=cmd"'],
  ['a; =cmd', "a;' =cmd"],
  ['=a;=b', "'=a;'=b"],
  ["a;'=cmd", "a;''=cmd"],
  ['\t=cmd', "\t'=cmd"],
  [';;=cmd', ";;'=cmd"],
])('no spreadsheet runs %j, with any separator of its cells', (text, neutral) => {
  expect(neutraliseText(text)).toBe(neutral);
});

test.each([
  '',
  'Moonshot',
  '=1+1',
  "'",
  "'=1+1",
  "''x",
  "'tis",
  'a=1',
  'a;=b',
  "a;'=b",
  "=;'=;''=\t@",
  "\t'=x",
  "\r\n;'=x",
  'Smith; Sons-in-law, Ltd - est. 1900',
  '030123456',
  "'030123456",
  "''0",
  '=030',
  '24/7',
  "'1e5",
  '123456789012345678',
  'March 2026',
  "'TRUE",
  "''1.50",
])('%j comes back unchanged', (text) => {
  expect(restoreText(neutraliseText(text))).toBe(text);
});

test.each(["'tis", "rock 'n' roll; 'tis", 'Jürgen; Groß 田中', 'a-b', 'a@b.example', 'a; b'])(
  '%j needs no apostrophe',
  (text) => {
    expect(neutraliseText(text)).toBe(text);
  },
);

/** Regression: opened and saved in a spreadsheet, phones lost their zeros. */
test.each([
  ['030123456', "'030123456"],
  ['0049301234567', "'0049301234567"],
  ['00', "'00"],
  ['0123.50', "'0123.50"],
  ['123456789012', "'123456789012"],
  ["'030", "''030"],
  ['1E5', "'1E5"],
  ['1.5e-3', "'1.5e-3"],
  ['24/7', "'24/7"],
  ['7-11', "'7-11"],
  ['2026-11', "'2026-11"],
  ['28/11/2026', "'28/11/2026"],
  ['9:30', "'9:30"],
  ['1,234', `"'1,234"`],
  ['March 1, 2026', `"'March 1, 2026"`],
  ...[
    ...['March 2026', 'Mar-26', 'mar 26', 'Sept2', 'MARCH1', '1-Mar', '1 March 2026', '1. März'],
    ...['août 2026', 'Dez 26', '2026年3月', '1.2.', '1.2.2026', '3.11', '1 1/2', '9 AM', '9:30 pm', '9 p'],
    ...['1/2', 'TRUE', 'false', 'Wahr', '00491711234567', '1234567890123456'],
    ...['1.50', '.5', '$5', '5 €', '(5)', '12.345%', '2.10'],
  ].map((text): [string, string] => [text, `'${text}`]),
])('a spreadsheet changes nothing in %j', (text, kept) => {
  expect(csvCell(text)).toBe(kept);
});

test.each([
  '0',
  '0.5',
  '203.0.113.9',
  '1234567890',
  '030 123456',
  '2026-11-20',
  'a 030',
  '3M',
  'E5',
  '1/a',
  'March',
  'Marcia',
  '26 Marketing teams',
  'May I?',
  'true story',
  '5 (five)',
  '9 people',
  '50%',
])('%j is no number to protect', (text) => {
  expect(csvCell(text)).toBe(text);
});

/** Reads a line as a spreadsheet with this separator would. Quotes count only at the start of a cell. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let rest: string | undefined = line; rest !== undefined; ) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const begins = quoted?.[0].length ?? 0;
    const ends = rest.indexOf(separator, begins);
    const tail: string = ends === -1 ? rest.slice(begins) : rest.slice(begins, ends);
    cells.push((quoted?.[1]?.replaceAll('""', '"') ?? '') + tail);
    rest = ends === -1 ? undefined : rest.slice(ends + 1);
  }
  return cells;
}

test.each([',', ';', '\t', '|'])('a line of cells runs nothing when %j separates them', (separator) => {
  const typed = [
    '=cmd',
    'a;=cmd',
    'a\t=cmd',
    'a,=cmd',
    'a|=cmd',
    'a"=cmd',
    '";=cmd',
    'a\n=cmd',
    'a;"=cmd";b',
  ];
  const line = typed.map(csvCell).join(',');
  const isFormula = (cell: string) => /^["\s]*[=+\-@]/.test(cell);
  expect(
    line
      .split('\n')
      .flatMap((part) => cellsOf(part, separator))
      .filter(isFormula),
  ).toEqual([]);
});

test('a cell with any separator, quote or line break is quoted', () => {
  expect(['a', 'a b', 'a,b', 'a;b', 'a\tb', 'a"b', 'a\nb'].map(csvCell)).toEqual([
    'a',
    'a b',
    '"a,b"',
    '"a;b"',
    'a b',
    '"a""b"',
    'a b',
  ]);
});

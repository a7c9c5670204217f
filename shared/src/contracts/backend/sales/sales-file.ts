import {
  OPTIONAL_COLUMNS,
  parseSalesRow,
  quoted,
  type RowProblem,
  SALES_COLUMNS,
  type SalesColumn,
  type SalesRow,
} from './sales-row.ts';

/** Why a file of sales cannot be read, in words for the person who chose it. */
export class SalesFileError extends Error {}

/** One record of a CSV file. */
interface SalesLine {
  cells: string[];
  /** The line on which the record begins, from 1. Quoted line breaks count. */
  line: number;
}

/** One row of the file: a sale, or its errors. */
type SalesFileRow = { row: SalesRow } | { problems: RowProblem[] };

export interface SalesFile {
  /** Whether the file tells of customers at all. */
  hasCustomers: boolean;
  /** In the order of the file, a piece at a time: memory does not grow with the file. */
  rows: AsyncIterable<SalesFileRow>;
}

/** Longest row in characters: a quote that is never closed does not swallow the rest of the file. */
const MAX_ROW_LENGTH = 100_000;
/** A line that tells a spreadsheet its separator. */
const IS_SEPARATOR = /^\uFEFF?"?sep=.?"?$/i;

/** What csv-parse has to know. @param start the beginning of the file, with the line of names */
export function csvOptions(start: string) {
  return {
    bom: true,
    delimiter: delimiterOf(start),
    info: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_LENGTH,
    // Programs that add rows to a file do not always end them as its head does.
    record_delimiter: ['\r\n', '\n', '\r'],
  };
}

/** What separates the cells of the first line with names. */
function delimiterOf(start: string): string {
  const names = start.split(/[\r\n]/).find((line) => /\w/.test(line) && !IS_SEPARATOR.test(line)) ?? '';
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => names.split(b).length - names.split(a).length);
  return most;
}

/** A record as csv-parse returns it with `info`. */
export interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** Numbers the records, and leaves out those without any text, which are a spreadsheet's. */
export async function* salesLines(
  records: Iterable<CsvRecord> | AsyncIterable<CsvRecord>,
): AsyncGenerator<SalesLine> {
  let lastLine = 0;
  for await (const { record, info } of records) {
    if (record.some((cell) => cell.trim() !== '')) yield { cells: record, line: lastLine + 1 };
    lastLine = info.lines;
  }
}

/**
 * Reads a file of sales: columns in any order, and columns without any text are left out.
 * @param lines as `salesLines` gives them. After wrong quotes they throw an error with the number of the last `lines`
 * @throws SalesFileError with all that is wrong with the columns
 */
export async function readSales(lines: AsyncGenerator<SalesLine>): Promise<SalesFile> {
  const { cells, line } = await readHead(lines);
  const names = cells.map((name) => name.trim().toLowerCase());
  const columns = names.slice(0, names.findLastIndex((name) => name !== '') + 1);
  refuseColumns(
    columns.filter((name) => name !== ''),
    line,
  );
  return {
    hasCustomers: columns.includes('lead_email'),
    rows: readRows(lines, columns as (SalesColumn | '')[]),
  };
}

async function readHead(lines: AsyncGenerator<SalesLine>): Promise<SalesLine> {
  for (;;) {
    const head = await lines.next().catch((error) => {
      throw isWrongCsv(error) ? new SalesFileError(`it is not a CSV file: ${error.message}`) : error;
    });
    if (head.done) throw new SalesFileError('it is empty');
    if (!IS_SEPARATOR.test(head.value.cells.join(''))) return head.value;
  }
}

function refuseColumns(columns: readonly string[], line: number): void {
  const known: readonly string[] = SALES_COLUMNS;
  const faults = [
    ...SALES_COLUMNS.filter((name) => !columns.includes(name) && !OPTIONAL_COLUMNS.includes(name)).map(
      (name) => `column ${name} is missing`,
    ),
    ...columns.filter((name) => !known.includes(name)).map((name) => `unknown column "${name}"`),
    ...columns
      .filter((name, index) => columns.indexOf(name) < index)
      .map((name) => `column ${name} appears twice`),
  ];
  if (faults.length > 0)
    throw new SalesFileError(`line ${line}: ${faults.join('; ')}. Columns: ${SALES_COLUMNS.join(', ')}`);
}

async function* readRows(
  lines: AsyncIterable<SalesLine>,
  columns: readonly (SalesColumn | '')[],
): AsyncGenerator<SalesFileRow> {
  try {
    for await (const { cells, line } of lines) {
      const extra = cells.find((cell, index) => (columns[index] ?? '') === '' && cell.trim() !== '');
      const message =
        extra !== undefined
          ? `has ${quoted(extra)} in a column without a name`
          : `has ${cells.length} cells instead of ${columns.length}`;
      if (extra !== undefined || cells.length < columns.length) yield { problems: [{ line, message }] };
      else
        yield parseSalesRow(Object.fromEntries(columns.map((column, index) => [column, cells[index]])), line);
    }
  } catch (error) {
    if (!isWrongCsv(error)) throw error;
    // After wrong quotes, the start of the next row is unknown.
    yield {
      problems: [
        {
          line: Number(error.lines ?? 0),
          message: `cannot be read, and neither can the rest of the file: ${error.message}`,
        },
      ],
    };
  }
}

/** csv-parse has a class of errors in each of its builds. */
function isWrongCsv(error: unknown): error is Error & { lines?: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}

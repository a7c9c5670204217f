import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { UserError } from '@corvane/tools/command/user-error';
import { CsvError, parse } from 'csv-parse';
import {
  OPTIONAL_COLUMNS,
  parseSalesRow,
  quoted,
  type RowProblem,
  SALES_COLUMNS,
  type SalesColumn,
  type SalesRow,
} from './sales-row.ts';

/** One row of the file: a sale, or its errors. */
type SalesFileRow = { row: SalesRow } | { problems: RowProblem[] };

interface SalesFile {
  /** Whether the file tells of customers at all. */
  hasCustomers: boolean;
  /** In the order of the file, a piece at a time: memory does not grow with the file. */
  rows: AsyncIterable<SalesFileRow>;
}

/** Longest row in characters: a quote that is never closed does not swallow the rest of the file. */
const MAX_ROW_LENGTH = 100_000;
const HEAD_BYTES = 64 * 1024;

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
/** A line that tells a spreadsheet its separator. */
const IS_SEPARATOR = /^\uFEFF?"?sep=.?"?$/i;

/**
 * Opens a file of sales: UTF-8 with or without a byte order mark, commas, semicolons or tabs, columns in any order.
 * Rows and columns without any text are those of a spreadsheet, and are left out.
 * @throws UserError with all that is wrong with the columns, or when the file cannot be read.
 */
export async function openSalesFile(file: string): Promise<SalesFile> {
  const records = readRecords(file, await findDelimiter(file));
  const { cells, line } = await readHead(file, records);
  const names = cells.map((name) => name.trim().toLowerCase());
  const columns = names.slice(0, names.findLastIndex((name) => name !== '') + 1);
  refuseColumns(
    columns.filter((name) => name !== ''),
    line,
  );
  return {
    hasCustomers: columns.includes('lead_email'),
    rows: readRows(records, columns as (SalesColumn | '')[]),
  };
}

async function readHead(file: string, records: AsyncIterator<Line, undefined>): Promise<Line> {
  try {
    for (;;) {
      const head = await records.next();
      if (head.done) throw new UserError(`${file} is empty`);
      if (!IS_SEPARATOR.test(head.value.cells.join(''))) return head.value;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UserError(`${file} is not a CSV file: ${error.message}`);
    throw error;
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
    throw new UserError(`line ${line}: ${faults.join('; ')}. Columns: ${SALES_COLUMNS.join(', ')}`);
}

async function* readRows(
  records: AsyncIterable<Line>,
  columns: readonly (SalesColumn | '')[],
): AsyncGenerator<SalesFileRow> {
  try {
    for await (const { cells, line } of records) {
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
    if (!(error instanceof CsvError)) throw error;
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

interface Line {
  cells: string[];
  /** The line on which the record begins. Quoted line breaks count. */
  line: number;
}

async function* readRecords(file: string, delimiter: string): AsyncGenerator<Line, undefined> {
  const source = createReadStream(file);
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_LENGTH,
    // Programs that add rows to a file do not always end them as its head does.
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let lastLine = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      if (!isEmpty(record)) yield { cells: record, line: lastLine + 1 };
      lastLine = info.lines;
    }
  } finally {
    source.destroy();
  }
}

/** @returns what separates the cells of the first line with names. @throws UserError for a file that is no text */
async function findDelimiter(file: string): Promise<string> {
  const start = await readStart(file);
  // A workbook has zeros, and so has UTF-16. Its mark tells the parser how to read it.
  if (start.includes(0) && start.readUInt16LE(0) !== 0xfeff)
    throw new UserError(`${file} is no CSV file: in the spreadsheet, save it as CSV UTF-8`);
  const lines = start.toString('utf8').split(/[\r\n]/);
  const names = lines.find((line) => /\w/.test(line) && !IS_SEPARATOR.test(line)) ?? '';
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => names.split(b).length - names.split(a).length);
  return most;
}

function readStart(file: string): Promise<Buffer> {
  return buffer(createReadStream(file, { start: 0, end: HEAD_BYTES - 1 })).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UserError(`${file} cannot be read (${error.code})`);
    },
  );
}

import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse';
import { UserError } from '../../command/user-error.ts';
import {
  OPTIONAL_COLUMNS,
  parseSalesRow,
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

/**
 * Opens a file of sales: UTF-8 with or without a byte order mark, commas or semicolons, columns in any order.
 * @throws UserError with all that is wrong with the columns, or when the file cannot be read.
 */
export async function openSalesFile(file: string): Promise<SalesFile> {
  const records = readRecords(file, await findDelimiter(file));
  const header = await records.next();
  if (header.done) throw new UserError(`${file} is empty`);
  const columns = header.value.cells.map((name) => name.trim().toLowerCase());
  refuseColumns(columns);
  return { hasCustomers: columns.includes('lead_email'), rows: readRows(records, columns as SalesColumn[]) };
}

function refuseColumns(columns: readonly string[]): void {
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
    throw new UserError(`line 1: ${faults.join('; ')}. Columns: ${SALES_COLUMNS.join(', ')}`);
}

async function* readRows(
  records: AsyncIterable<Line>,
  columns: readonly SalesColumn[],
): AsyncGenerator<SalesFileRow> {
  try {
    for await (const { cells, line } of records) {
      if (cells.length === 1 && cells[0] === '') continue;
      if (cells.length === columns.length) {
        yield parseSalesRow(Object.fromEntries(columns.map((column, index) => [column, cells[index]])), line);
      } else {
        yield { problems: [{ line, message: `has ${cells.length} cells instead of ${columns.length}` }] };
      }
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
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let lastLine = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      yield { cells: record, line: lastLine + 1 };
      lastLine = info.lines;
    }
  } finally {
    source.destroy();
  }
}

/** @returns what separates the cells of the first line. */
async function findDelimiter(file: string): Promise<',' | ';'> {
  let handle: FileHandle;
  try {
    handle = await open(file);
  } catch (error) {
    throw new UserError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    const [firstLine = ''] = head.toString('utf8', 0, bytesRead).split(/[\r\n]/, 1);
    return firstLine.split(';').length > firstLine.split(',').length ? ';' : ',';
  } catch (error) {
    throw new UserError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    await handle.close();
  }
}

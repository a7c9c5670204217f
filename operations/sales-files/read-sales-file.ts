import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import {
  type CsvRecord,
  csvOptions,
  readSales,
  type SalesFile,
  SalesFileError,
  salesLines,
} from '@corvane/shared/contracts/backend/sales/sales-file';
import { UserError } from '@corvane/tools/command/user-error';
import { parse } from 'csv-parse';

const HEAD_BYTES = 64 * 1024;
const UTF_16_MARK = Buffer.from('\uFEFF', 'utf16le');

/**
 * Opens a file of sales: UTF-8 with or without a byte order mark, commas, semicolons or tabs.
 * @throws UserError with all that is wrong with the columns, or when the file cannot be read.
 */
export async function openSalesFile(file: string): Promise<SalesFile> {
  const start = await readStart(file);
  // A workbook has zeros, and so has UTF-16. Its mark tells the parser how to read it.
  if (start.includes(0) && !start.subarray(0, 2).equals(UTF_16_MARK))
    throw new UserError(`${file} is no CSV file: in the spreadsheet, save it as CSV UTF-8`);
  try {
    return await readSales(salesLines(readRecords(file, start.toString('utf8'))));
  } catch (error) {
    throw error instanceof SalesFileError ? new UserError(`${file}: ${error.message}`) : error;
  }
}

async function* readRecords(file: string, start: string): AsyncGenerator<CsvRecord> {
  const source = createReadStream(file);
  const parser = parse(csvOptions(start));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* parser as AsyncIterable<CsvRecord>;
  } finally {
    source.destroy();
  }
}

function readStart(file: string): Promise<Buffer> {
  return buffer(createReadStream(file, { start: 0, end: HEAD_BYTES - 1 })).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UserError(`${file} cannot be read (${error.code})`);
    },
  );
}

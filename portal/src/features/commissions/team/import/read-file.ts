import {
  type CsvRecord,
  csvOptions,
  readSales,
  type SalesFile,
  SalesFileError,
  salesLines,
} from '@corvane/shared/contracts/backend/sales/sales-file';

/** Some 10,000 rows with long texts. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Reads a file of sales that a person chose: UTF-8 or a spreadsheet's UTF-16, with commas, semicolons or tabs.
 * @throws SalesFileError for another file, or with all that is wrong with the columns
 */
export async function readFile(file: File): Promise<SalesFile> {
  if (file.size > MAX_BYTES)
    throw new SalesFileError('it is larger than 8 MB. Ask an operator, who imports files of any size');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (bytes.includes(0) && !isUtf16)
    throw new SalesFileError('it is no CSV file. In the spreadsheet, save it as CSV UTF-8');
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
  const { parse } = await import('csv-parse/browser/esm/sync');
  return readSales(salesLines(recordsOf(() => parse(text, csvOptions(text.slice(0, 65_536))))));
}

/** Parses when the first record is asked for. So its errors arrive as those of a stream do. */
async function* recordsOf(parse: () => unknown): AsyncGenerator<CsvRecord> {
  yield* parse() as CsvRecord[];
}

import { pipeline } from 'node:stream/promises';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '@corvane/shared/lib/spreadsheet-text';
import { UserError } from '@corvane/tools/command/user-error';
import { writeWhole } from './write-whole.ts';

type Pages<Row> = AsyncIterable<readonly Row[]>;

/** Heading and cell of each column of a CSV file. Typed text goes through `csvCell`. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string>>;

/** Columns of texts, typed ones among them. */
export function textColumns<Row>(cells: Readonly<Record<string, (row: Row) => string | null>>): Columns<Row> {
  return Object.fromEntries(
    Object.entries(cells).map(([heading, cell]) => [heading, (row: Row) => csvCell(cell(row) ?? '')]),
  );
}

/** What a file holds, page by page, by its ending. */
const FORMATS = {
  async *csv<Row>(pages: Pages<Row>, columns: Columns<Row>) {
    const cells = Object.values(columns);
    yield `${BYTE_ORDER_MARK}${csvLine(Object.keys(columns))}`;
    for await (const page of pages) yield page.map((row) => csvLine(cells.map((cell) => cell(row)))).join('');
  },
  async *json<Row>(pages: Pages<Row>) {
    let before = '[\n';
    for await (const page of pages) {
      for (const row of page) {
        yield `${before}  ${JSON.stringify(row)}`;
        before = ',\n';
      }
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  },
  async *ndjson<Row>(pages: Pages<Row>) {
    for await (const page of pages) yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
  },
};

/** The ending of `--out`. @throws UserError for one that is none of these */
export function endingOf<T extends string>(out: string | undefined, endings: readonly T[]): T {
  const ending = endings.find((one) => out?.endsWith(`.${one}`));
  if (ending !== undefined) return ending;
  const known = endings.map((one) => `.${one}`);
  throw new UserError(`--out needs a file that ends in ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`);
}

/**
 * Writes rows to a file, completely or not at all. One page is held in memory.
 * @param out null: the standard output.
 * @returns the number of rows.
 */
export async function exportRows<Row>(
  out: string | null,
  format: keyof typeof FORMATS,
  pages: Pages<Row>,
  columns: Columns<Row>,
): Promise<number> {
  let written = 0;
  const counted = async function* () {
    for await (const page of pages) {
      written += page.length;
      yield page;
    }
  };
  const content = FORMATS[format](counted(), columns);
  if (out === null) await pipeline(content, process.stdout, { end: false });
  else await writeWhole(out, content);
  return written;
}

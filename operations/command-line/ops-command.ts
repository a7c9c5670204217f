import { tableRow } from '@corvane/tools/command/terminal-text';
import type { OpsApi, OpsConnection } from '../api/ops-api.ts';

export interface OpsContext {
  /** Reading it throws a UserError when no project is named. */
  readonly api: OpsApi;
  /** The same. */
  readonly connection: OpsConnection;
  /** Variables of the shell. */
  env: Readonly<Record<string, string | undefined>>;
  /** Values of the options, by name. A flag that was given has the value `yes`. */
  options: Readonly<Record<string, string>>;
  /** Values of each option that was given, as often as it was. */
  lists: Readonly<Record<string, readonly string[]>>;
  /** What stood after the command's words. */
  operand?: string;
  /** With this signal, Ctrl-C does not kill the command, so it can clean up. */
  stopSignal(): AbortSignal;
  print(line: string): void;
  /** Sets the exit code of a command that has printed what there is to know. */
  exitWith(code: number): void;
  /** Asks for confirmation. Throws if the answer is no. */
  confirm(question: string): Promise<void>;
}

export interface OpsCommand {
  /** Name of the one positional argument. Without it the command takes none. */
  operand?: string;
  options?: readonly string[];
  /** Options that may be given several times, with one value each. */
  lists?: readonly string[];
  /** Options without a value: given or not. */
  flags?: readonly string[];
  explains: string;
  run(context: OpsContext): Promise<void>;
}

/** By their words, such as `rep add`. */
export type OpsCommands = Readonly<Record<string, OpsCommand>>;

/** A line for each row: its cells, or with `--json` the row itself. */
export function printRows<Row>(
  { options, print }: Pick<OpsContext, 'options' | 'print'>,
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly string[],
): void {
  for (const row of rows) print(options.json === undefined ? tableRow(cellsOf(row)) : JSON.stringify(row));
  if (rows.length === 0 && options.json === undefined) print('None.');
}

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UserError } from './user-error.ts';

/**
 * Reads a command's arguments with `parseArgs` of Node.
 * @param help what to read after a mistake, such as `release --help`.
 * @throws UserError for an option that does not exist, or one without its value.
 */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
  help?: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [mistake = ''] = (error as Error).message.split('. ');
    throw new UserError(help === undefined ? mistake : `${mistake}. See ${help}.`);
  }
}

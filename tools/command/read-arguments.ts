import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UserError } from './user-error.ts';

/**
 * Reads a command's arguments with `parseArgs` of Node, which would take the last of several values without a word.
 * @param help what to read after a mistake, such as `release --help`.
 * @throws UserError for an option that does not exist or lacks its value. Also for one that is given twice and is not
 *   declared as `multiple`.
 */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
  help?: string,
): ReturnType<typeof parseArgs<T>> {
  const seeHelp = help === undefined ? '' : `. See ${help}.`;
  let parsed: ReturnType<typeof parseArgs<T>>;
  try {
    parsed = parseArgs(config);
  } catch (error) {
    const [mistake = ''] = (error as Error).message.split('. ');
    throw new UserError(`${mistake}${seeHelp}`);
  }
  const { tokens = [] } = parseArgs({ ...config, tokens: true });
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const repeated = names.find(
    (name, index) => names.indexOf(name) < index && !config.options?.[name]?.multiple,
  );
  if (repeated !== undefined) throw new UserError(`--${repeated} is given twice${seeHelp}`);
  return parsed;
}

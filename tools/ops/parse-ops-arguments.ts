import { UserError } from '../command/user-error.ts';
import { OPS_COMMANDS } from './commands/commands.ts';
import type { OpsCommand } from './ops-command.ts';

interface OpsInvocation {
  command: OpsCommand;
  options: Record<string, string>;
  /** The words after the command. */
  operand?: string;
  /** `--yes`: does not ask. */
  isSure: boolean;
}

/** @throws UserError for an unknown command or option, an option without its value, or one that is given twice. */
export function parseOpsArguments(args: readonly string[]): OpsInvocation {
  const firstOption = args.findIndex((argument) => argument.startsWith('--'));
  const words = args.slice(0, firstOption === -1 ? args.length : firstOption);
  const command = OPS_COMMANDS.find(({ words: known, operand }) => {
    const said = operand === undefined ? words : words.slice(0, known.length);
    return known.join(' ') === said.join(' ') && words.length <= known.length + 1;
  });
  if (command === undefined) throw new UserError(`Unknown command: "${words.join(' ')}". See ops --help.`);

  const options: Record<string, string> = {};
  const given = new Set<string>();
  const once = (name: string) => {
    if (given.has(name)) throw new UserError(`--${name} is given twice`);
    given.add(name);
  };
  const rest = [...args.slice(words.length)];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--yes') {
      once('yes');
      continue;
    }
    const [name = '', inlineValue] = argument.replace(/^--/, '').split(/=(.*)/s);
    if (!argument.startsWith('--') || ![...command.options, ...(command.flags ?? [])].includes(name)) {
      throw new UserError(`"${words.join(' ')}" has no option ${argument}. See ops --help.`);
    }
    once(name);
    if (command.flags?.includes(name)) {
      if (inlineValue !== undefined) throw new UserError(`--${name} takes no value`);
      options[name] = 'yes';
      continue;
    }
    const value = inlineValue ?? rest.shift();
    if (value === undefined || value.startsWith('--')) throw new UserError(`--${name} needs a value`);
    options[name] = value;
  }
  const operand = words[command.words.length];
  return { command, options, isSure: given.has('yes'), ...(operand === undefined ? {} : { operand }) };
}

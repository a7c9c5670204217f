import { readArguments } from '@corvane/tools/command/read-arguments';
import { UserError } from '@corvane/tools/command/user-error';
import type { OpsCommand } from './command-line/ops-command.ts';
import { OPS_COMMANDS } from './commands.ts';

interface OpsInvocation {
  command: OpsCommand;
  options: Record<string, string>;
  lists: Record<string, string[]>;
  /** The words after the command. */
  operand?: string;
  /** `--yes`: does not ask. */
  isSure: boolean;
}

const COMMANDS = new Map(Object.entries(OPS_COMMANDS));

/** @throws UserError for an unknown command or option, an option without its value, or one that is given twice. */
export function parseOpsArguments(given: readonly string[]): OpsInvocation {
  const firstOption = given.findIndex((argument) => argument.startsWith('--'));
  const words = given.slice(0, firstOption === -1 ? given.length : firstOption);
  const said = words.join(' ');
  const [name, operand] = COMMANDS.has(said) ? [said] : [words.slice(0, -1).join(' '), words.at(-1)];
  const command = COMMANDS.get(name);
  if (command === undefined || (operand !== undefined && command.operand === undefined))
    throw new UserError(`Unknown command: "${said}". See ops --help.`);

  const kinds = [
    ...(command.options ?? []).map((name) => [name, { type: 'string' }] as const),
    ...(command.lists ?? []).map((name) => [name, { type: 'string', multiple: true }] as const),
    ...['yes', ...(command.flags ?? [])].map((name) => [name, { type: 'boolean' }] as const),
  ];
  const args = given.slice(words.length);
  const { values } = readArguments({ args, options: Object.fromEntries(kinds) }, 'ops --help');
  const { yes, ...valued } = values as Record<string, string | boolean | string[]>;
  const options: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(valued)) {
    if (Array.isArray(value)) lists[name] = value;
    else options[name] = value === true ? 'yes' : String(value);
  }
  return { command, options, lists, isSure: yes === true, ...(operand === undefined ? {} : { operand }) };
}

import { runCommand } from '@corvane/tools/command/run-command';
import { terminalLine } from '@corvane/tools/command/terminal-text';
import { UserError } from '@corvane/tools/command/user-error';
import { OpsApi } from './api/ops-api.ts';
import { readConnection } from './api/read-connection.ts';
import { confirm } from './command-line/confirm.ts';
import { OPS_COMMANDS } from './commands.ts';
import { COULD_NOT_LOOK } from './doctor/doctor-commands.ts';
import { parseOpsArguments } from './parse-ops-arguments.ts';

const HELP = `Operator commands for representatives, customers, prices, sales and people's data, on any Supabase project.

${Object.entries(OPS_COMMANDS)
  .map(([words, { operand, options = [], lists = [], flags = [], explains }]) => {
    const usage = [
      words,
      ...(operand === undefined ? [] : [operand]),
      ...options.map((option) => `--${option} <${option}>`),
      ...lists.map((option) => `[--${option} <${option}>]…`),
      ...flags.map((flag) => `[--${flag}]`),
    ].join(' ');
    return `  ops ${usage}\n      ${explains}`;
  })
  .join('\n')}

  --yes   skips the confirmation
  --help  prints this help

The environment names the project and its key:

  SUPABASE_URL         its origin, such as https://<project>.supabase.co
  SUPABASE_SECRET_KEY  its secret key
  SALES_ID_PEPPER      the value of the Edge Functions; only for commands that make a sales ID

Without SUPABASE_URL the commands use the running local stack, with PORT and DATA_DIR as for start.
`;

runCommand(
  async () => {
    const args = process.argv.slice(2);
    if (args.length === 0 || args.includes('--help')) {
      console.log(HELP);
      return;
    }
    const { command, options, lists, operand, isSure } = parseOpsArguments(args);
    await command.run({
      // Read when a command needs them: a restore may have no project yet.
      get connection() {
        return readConnection(process.env);
      },
      get api() {
        return new OpsApi(this.connection);
      },
      env: process.env,
      options,
      lists,
      ...(operand === undefined ? {} : { operand }),
      stopSignal,
      print: (line) => console.log(terminalLine(line)),
      exitWith: (code) => {
        process.exitCode = code;
      },
      confirm: (question) => confirm(question, isSure),
    });
  },
  process.argv[2] === 'doctor' ? COULD_NOT_LOOK : 1,
);

function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () =>
      stopped.abort(
        new UserError(`Stopped by ${name}. Run the command again: what was done is not done twice`),
      ),
    );
  }
  return stopped.signal;
}

import { createInterface } from 'node:readline/promises';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { OpsApi } from '../ops-api/ops-api.ts';
import { readConnection } from '../ops-api/read-connection.ts';
import { OPS_COMMANDS } from './commands.ts';
import { parseOpsArguments } from './parse-ops-arguments.ts';
import { terminalLine } from './terminal-text.ts';

const HELP = `Operator commands for representatives, customers, prices, sales and people's data, on any Supabase project.

${OPS_COMMANDS.map(({ words, operand, options, flags = [], explains }) => {
  const usage = [
    ...words,
    ...(operand === undefined ? [] : [operand]),
    ...options.map((option) => `--${option} <${option}>`),
    ...flags.map((flag) => `[--${flag}]`),
  ].join(' ');
  return `  ops ${usage}\n      ${explains}`;
}).join('\n')}

  --yes   skips the confirmation
  --help  prints this help

The environment names the project and its key:

  SUPABASE_URL         its origin, such as https://<project>.supabase.co
  SUPABASE_SECRET_KEY  its secret key
  SALES_ID_PEPPER      the value of the Edge Functions; only for commands that make a sales ID

Without SUPABASE_URL the commands use the running local stack, with PORT and DATA_DIR as for start.
`;

runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.length === 0 || args.includes('--help')) {
    console.log(HELP);
    return;
  }
  const { command, options, operand, isSure } = parseOpsArguments(args);
  const connection = readConnection(process.env);
  await command.run({
    api: new OpsApi(connection),
    salesIdPepper: connection.salesIdPepper,
    options,
    ...(operand === undefined ? {} : { operand }),
    stopSignal,
    print: (line) => console.log(terminalLine(line)),
    confirm: async (question) => {
      if (isSure) return;
      if (!process.stdin.isTTY)
        throw new UserError(
          'This command asks for confirmation, and there is no terminal. Use --yes to confirm.',
        );
      const prompt = createInterface({ input: process.stdin, output: process.stdout });
      const answer = await prompt.question(`${terminalLine(question)} [y/N] `);
      prompt.close();
      if (!/^y(es)?$/i.test(answer.trim())) throw new UserError('Nothing was changed');
    },
  });
});

function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stopped.abort(new UserError('Stopped; nothing was changed')));
  }
  return stopped.signal;
}

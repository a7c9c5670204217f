import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { WORKSPACE_ROOT } from '../build/vite-config.ts';
import { runCommand } from '../stack/run-command.ts';
import { StackError } from '../stack/stack-error.ts';
import { OPS_COMMANDS } from './commands.ts';
import { OpsApi } from './ops-api.ts';
import { parseOpsArguments } from './parse-ops-arguments.ts';

const HELP = `What operators do to sales representatives and customers, on any Supabase project.

${OPS_COMMANDS.map(({ words, options, explains }) => {
  const usage = [...words, ...options.map((option) => `--${option} <${option}>`)].join(' ');
  return `  ops ${usage}\n      ${explains}`;
}).join('\n')}

  --yes   does not ask before taking something away
  --help  says this

Where the project is, and what opens it, comes from the environment:

  SUPABASE_URL         its origin, such as https://<project>.supabase.co
  SUPABASE_SECRET_KEY  its secret key
  SALES_ID_PEPPER      as the Edge Functions have it; only for commands that make a sales ID

Without SUPABASE_URL it is the local stack: PORT and DATA_DIR as for start, which must be running.
`;

runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.length === 0 || args.includes('--help')) {
    console.log(HELP);
    return;
  }
  const { command, options, isSure } = parseOpsArguments(args);
  const connection = readConnection(process.env);
  await command.run({
    api: new OpsApi(connection),
    salesIdPepper: connection.salesIdPepper,
    options,
    print: (line) => console.log(line),
    confirm: async (question) => {
      if (isSure) return;
      if (!process.stdin.isTTY) throw new StackError('Nobody is there to ask; say --yes to go on');
      const prompt = createInterface({ input: process.stdin, output: process.stdout });
      const answer = await prompt.question(`${question} [y/N] `);
      prompt.close();
      if (!/^y(es)?$/i.test(answer.trim())) throw new StackError('Nothing was changed');
    },
  });
});

function readConnection(env: NodeJS.ProcessEnv) {
  if (env.SUPABASE_URL) {
    if (!env.SUPABASE_SECRET_KEY) throw new StackError('SUPABASE_SECRET_KEY is not set');
    return {
      url: env.SUPABASE_URL.replace(/\/+$/, ''),
      secretKey: env.SUPABASE_SECRET_KEY,
      salesIdPepper: env.SALES_ID_PEPPER ?? null,
    };
  }
  const file = path.resolve(WORKSPACE_ROOT, env.DATA_DIR ?? '.data', 'secrets.json');
  if (!existsSync(file)) {
    throw new StackError('SUPABASE_URL is not set, and there is no local stack: see ops --help');
  }
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as { secretKey: string; salesIdPepper: string };
  return { url: `http://localhost:${env.PORT ?? 8080}`, ...secrets };
}

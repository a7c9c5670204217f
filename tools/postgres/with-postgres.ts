import { spawn } from 'node:child_process';
import { runCommand } from '../command/run-command.ts';
import { startSystemPostgres } from './start-system-postgres.ts';

/**
 * Runs a command with TEST_DATABASE_URL naming a throw-away server of the system's PostgreSQL, and stops it after that:
 *
 *   npx -y pnpm@12 exec node tools/postgres/with-postgres.ts vitest run supabase
 *
 * Exits with the command's code.
 */
runCommand(async () => {
  const [program = '', ...args] = process.argv.slice(2);
  const server = await startSystemPostgres();
  try {
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url },
    });
    // The command gets the signal from the terminal as well. The cluster is stopped once it has ended.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    process.exitCode = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    await server.stop();
  }
});

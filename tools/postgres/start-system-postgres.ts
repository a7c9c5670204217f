import { systemPostgres } from '../machine/find-postgres.ts';
import { missingProgram } from '../machine/system-packages.ts';
import { startThrowAwayPostgres, type ThrowAwayPostgres } from './throw-away-postgres.ts';

/**
 * A throw-away server of the system's PostgreSQL, whose client programs and extensions fit it.
 * @throws UserError when it is not installed, with the command that installs it.
 */
export async function startSystemPostgres(): Promise<ThrowAwayPostgres> {
  const programs = systemPostgres();
  if (programs === null) throw missingProgram('postgresql');
  return startThrowAwayPostgres(programs);
}

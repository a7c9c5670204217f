import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readEnvironment } from '../supabase/functions/api/environment.ts';

/*
 * Reads the variables of the functions from a file or standard input. Fails with one line when no function would start
 * with them. It names each wrong variable, never its value.
 */
try {
  readEnvironment(parseEnv(readFileSync(process.argv[2] ?? 0, 'utf8')));
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}

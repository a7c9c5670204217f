import { buildDeps, type FunctionDeps } from '../../../../supabase/functions/api/deps.ts';
import type { Environment } from '../../../../supabase/functions/api/environment.ts';
import type { Log } from '../../../../supabase/functions/api/log.ts';
import { route } from '../../../../supabase/functions/api/router.ts';
import { UserError } from '../../../command/user-error.ts';

/**
 * Serves `/functions/v1/api/<name>` with the very handlers that the hosted function runs.
 * @throws UserError naming the environment variable that is missing or wrong.
 */
export function createFunctionServer(
  environment: Environment,
  overrides: { databaseFetch: typeof fetch; log: Log },
): (request: Request) => Promise<Response> {
  let deps: FunctionDeps;
  try {
    deps = buildDeps(environment, overrides);
  } catch (error) {
    throw new UserError((error as Error).message);
  }
  return (request) => route(request, deps);
}

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { BACKEND_URL_FILE } from '@corvane/tools/gateway/requests/backend-door';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import type { OpsConnection } from './ops-api.ts';

/**
 * The Supabase project that the environment names. Without `SUPABASE_URL` it is the local stack: that of `DATA_DIR`,
 * or the one whose site `RELEASE_DESTINATION` is.
 * @throws UserError when there is neither.
 */
export function readConnection(env: NodeJS.ProcessEnv): OpsConnection {
  if (env.SUPABASE_URL) {
    if (!env.SUPABASE_SECRET_KEY)
      throw new UserError(`SUPABASE_SECRET_KEY is not set. Set it to the secret key of ${env.SUPABASE_URL}.`);
    return {
      url: env.SUPABASE_URL.replace(/\/+$/, ''),
      secretKey: env.SUPABASE_SECRET_KEY,
      salesIdPepper: env.SALES_ID_PEPPER,
    };
  }
  const dataDir = path.resolve(
    WORKSPACE_ROOT,
    env.DATA_DIR ?? besideSite(env.RELEASE_DESTINATION) ?? '.data',
  );
  const file = path.join(dataDir, 'secrets.json');
  const addressFile = path.join(dataDir, BACKEND_URL_FILE);
  if (!existsSync(file) || !existsSync(addressFile)) {
    throw new UserError(
      'SUPABASE_URL is not set, and no local stack is running. Set it, or start the stack.',
    );
  }
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as { secretKey: string; salesIdPepper: string };
  return { url: readFileSync(addressFile, 'utf8'), ...secrets };
}

/** The data directory of a local stack, when releases go to its site. Null for any other destination. */
function besideSite(destination: string | undefined): string | null {
  if (destination === undefined || destination.includes('://')) return null;
  const dataDir = path.dirname(path.resolve(destination));
  return existsSync(path.join(dataDir, BACKEND_URL_FILE)) ? dataDir : null;
}

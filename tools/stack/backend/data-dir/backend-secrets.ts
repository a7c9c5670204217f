import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../../command/user-error.ts';

const secretsSchema = z.object({
  /** Signs and checks session tokens (HS256). */
  jwtSecret: z.string().min(32),
  /** May be in every page: anonymous access. */
  publishableKey: z.string().startsWith('sb_publishable_'),
  /** Bypasses row-level security: functions and operators only. */
  secretKey: z.string().startsWith('sb_secret_'),
  /** Keys the hashes of sales IDs. Losing it makes every stored sales ID useless. */
  salesIdPepper: z.string().min(32),
  /** Of the embedded database's owner. */
  databasePassword: z.string().min(32),
});
export type BackendSecrets = z.infer<typeof secretsSchema>;

const secret = () => randomBytes(36).toString('base64url');

/**
 * The secrets of this data directory: made on the first start, readable by their owner alone.
 * @throws UserError when the file is damaged. New secrets would lock out every representative without notice.
 */
export function loadSecrets(dataDir: string): BackendSecrets {
  const file = join(dataDir, 'secrets.json');
  const kept = existsSync(file) ? readKept(file) : null;
  if (kept !== null && Object.hasOwn(kept, 'databasePassword')) return parseKept(file, kept);
  // Files of older stacks have all secrets but this one.
  const databasePassword = secret();
  const secrets = parseKept(file, { ...(kept ?? newSecrets()), databasePassword });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
  return secrets;
}

function newSecrets(): Omit<BackendSecrets, 'databasePassword'> {
  return {
    jwtSecret: secret(),
    publishableKey: `sb_publishable_${secret()}`,
    secretKey: `sb_secret_${secret()}`,
    salesIdPepper: secret(),
  };
}

function readKept(file: string): object {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof kept === 'object' && kept !== null) return kept;
  } catch {
    // Refused below.
  }
  throw damaged(file);
}

function parseKept(file: string, kept: object): BackendSecrets {
  const { data } = secretsSchema.safeParse(kept);
  if (data === undefined) throw damaged(file);
  return data;
}

function damaged(file: string): UserError {
  return new UserError(
    `${file} is damaged. Restore it, or delete all data with \`npx -y pnpm@12 run reset\`.`,
  );
}

import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../command/parse-json.ts';
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
  if (existsSync(file)) return readKept(file);
  const secrets: BackendSecrets = {
    jwtSecret: secret(),
    publishableKey: `sb_publishable_${secret()}`,
    secretKey: `sb_secret_${secret()}`,
    salesIdPepper: secret(),
    databasePassword: secret(),
  };
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
  return secrets;
}

function readKept(file: string): BackendSecrets {
  const { data } = secretsSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (data !== undefined) return data;
  throw new UserError(
    `${file} is damaged, or of an older version. Restore it, or delete all data with \`npx -y pnpm@12 run reset\`.`,
  );
}

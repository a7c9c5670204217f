import { parseEnv } from 'node:util';
import { readEnvironment } from '../../../supabase/functions/api/environment.ts';
import { secretWeakness } from '../../../supabase/functions/api/secrets/secret-weakness.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

export const SECRETS: DoctorCheck = {
  name: 'secrets',
  asks: 'Are all secrets set and strong, and each used for one purpose?',
  mend: 'Make a secret with `openssl rand -base64 48`, and set it as docs/production.md says under "Rotating secrets".',
  async look(look) {
    const { connection, environmentFile } = look.options;
    const faults: string[] = [];
    const keyWeakness = secretWeakness(connection.secretKey);
    if (keyWeakness !== null) faults.push(`SUPABASE_SECRET_KEY ${keyWeakness}`);
    if (environmentFile === null) {
      if (faults.length > 0) return wrong(faults.join('; '));
      return right(
        "the project's key is strong; functions start with strong secrets only (--functions-env checks a file)",
      );
    }
    const variables = parseEnv(environmentFile);
    try {
      // Hosted projects set these two by themselves.
      readEnvironment({
        SUPABASE_URL: connection.url,
        SUPABASE_SERVICE_ROLE_KEY: connection.secretKey,
        ...variables,
      });
    } catch (error) {
      faults.push((error as Error).message.replace('Environment of the functions: ', ''));
    }
    const { salesIdPepper } = connection;
    if (salesIdPepper !== undefined && variables.SALES_ID_PEPPER !== salesIdPepper)
      faults.push('SALES_ID_PEPPER of this shell differs from that of the functions');
    return faults.length === 0 ? right('all set and strong') : wrong(faults.join('; '));
  },
};

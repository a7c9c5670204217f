import { request } from '@playwright/test';
import { UserError } from '../../../command/user-error.ts';

/**
 * Asks for every page of the other sites once, before the first round: an error page would be measured as theirs.
 * @param sites name to address, as in WebOptions
 * @throws UserError for the first page that does not answer 200
 */
export async function checkSitesBeside(
  sites: Readonly<Record<string, string>>,
  pages: readonly string[],
): Promise<void> {
  const client = await request.newContext({ ignoreHTTPSErrors: true });
  try {
    for (const [name, address] of Object.entries(sites)) {
      for (const page of pages) {
        const answer = await client.get(address + page).catch(() => null);
        if (answer?.status() === 200) continue;
        const what = answer === null ? 'gives no answer' : `answers ${answer.status()}`;
        throw new UserError(`--beside ${name}: ${address}${page} ${what}. Every page must answer 200`);
      }
    }
  } finally {
    await client.dispose();
  }
}

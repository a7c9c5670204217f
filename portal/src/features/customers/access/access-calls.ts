import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  extendAccessResponseSchema,
  revokeAccessResponseSchema,
} from '@corvane/shared/contracts/backend/customers/qualification';
import { failureWords } from '../../../lib/failure-words.ts';

/** @returns the new end of the link, UTC ISO 8601 */
export async function extendAccess(api: Api, customerId: string): Promise<string> {
  return (await ask(api, 'extend-access', { customerId }, extendAccessResponseSchema)).expiresAt;
}

/** @returns when access was first revoked, UTC ISO 8601 */
export async function revokeAccess(api: Api, customerId: string): Promise<string> {
  return (await ask(api, 'revoke-access', { customerId }, revokeAccessResponseSchema)).revokedAt;
}

/** Why the change failed, and what to do about it. */
export function accessFailureWords(error: unknown): string {
  return failureWords(error, {
    forbidden: 'This customer has no link that could be extended. Issue a new one instead.',
    not_found: 'This customer is no longer yours.',
  });
}

import {
  extendAccessResponseSchema,
  revokeAccessResponseSchema,
} from '@corvane/shared/contracts/backend/customers/qualification';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { failureWords } from '../../../lib/failure-words.ts';

/** @returns the new end of the link, UTC ISO 8601 */
export async function extendAccess(api: ApiClient, customerId: string): Promise<string> {
  return extendAccessResponseSchema.parse(await api.invoke('extend-access', { customerId })).expiresAt;
}

/** @returns when access was first revoked, UTC ISO 8601 */
export async function revokeAccess(api: ApiClient, customerId: string): Promise<string> {
  return revokeAccessResponseSchema.parse(await api.invoke('revoke-access', { customerId })).revokedAt;
}

/** Why the change failed, and what to do about it. */
export function accessFailureWords(error: unknown): string {
  return failureWords(error, {
    forbidden: 'This customer has no link that could be extended. Issue a new one instead.',
    not_found: 'This customer is no longer yours.',
  });
}

import {
  extendAccessResponseSchema,
  revokeAccessResponseSchema,
} from '@corvane/shared/contracts/backend/qualification';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';

/** @returns when the link ends now, UTC ISO 8601 */
export async function extendAccess(api: ApiClient, customerId: string): Promise<string> {
  return extendAccessResponseSchema.parse(await api.invoke('extend-access', { customerId })).expiresAt;
}

/** @returns when access was first revoked, UTC ISO 8601 */
export async function revokeAccess(api: ApiClient, customerId: string): Promise<string> {
  return revokeAccessResponseSchema.parse(await api.invoke('revoke-access', { customerId })).revokedAt;
}

/** Why it did not work, and what to do about it. */
export function accessFailureWords(error: unknown): string {
  switch (isApiError(error) ? error.code : null) {
    case 'forbidden':
      return 'This customer has no link that could be extended. Issue a new one instead.';
    case 'not_found':
      return 'This customer is not one of yours any more.';
    case 'unauthenticated':
      return 'Your session has ended. Sign in again and repeat this.';
    case 'network':
    case 'unavailable':
      return 'The server cannot be reached. Please try again.';
    default:
      return 'An unexpected error occurred. Please try again.';
  }
}

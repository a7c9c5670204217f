import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ChangePriceRequest,
  type ChangePriceResponse,
  changePriceResponseSchema,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { failureWords } from '../../../lib/failure-words.ts';

/** Writes only if the plan's prices are still those that the manager saw. The answer says whether they are. */
export async function changePrice(api: Api, change: ChangePriceRequest): Promise<ChangePriceResponse> {
  return ask(api, 'change-price', change, changePriceResponseSchema);
}

/** Why a change failed, and what to do about it. */
export function priceFailureWords(error: unknown): string {
  return failureWords(error, {
    forbidden: 'Your access to Operations has ended. Enter a new code, then try again.',
    not_found: 'This plan or this scheduled price no longer exists. Close this dialog to see what is.',
    rate_limited: 'Too many changes in a short time. Please try again in a minute.',
  });
}

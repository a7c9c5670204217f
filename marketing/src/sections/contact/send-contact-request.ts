import type { ContactRequest, ContactResponse } from '@corvane/shared/contracts/backend/contact';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';

/** A phone on a bad connection gets longer than other calls; the answer decides whether a request is lost. */
const TIMEOUT_MS = 20_000;

/** Sends a request. The same id again is safe: it meets the first row. @throws ApiError */
export async function sendContactRequest(api: ApiClient, request: ContactRequest): Promise<ContactResponse> {
  const answer = await api.invoke('submit-contact', request, { timeoutMs: TIMEOUT_MS });
  try {
    return responseOf(answer);
  } catch (error) {
    // The host logs failed calls. This one did not fail.
    console.warn('The answer for submit-contact is invalid');
    throw error;
  }
}

/** Checked by hand and not by the schema: whether a request has arrived must not hang on the validator's arriving. */
export function responseOf(answer: unknown): ContactResponse {
  const { contactRequestId, notified } = (answer ?? {}) as Partial<ContactResponse>;
  if (typeof contactRequestId !== 'string' || typeof notified !== 'boolean') {
    throw new TypeError('The server gave an answer that this page does not know');
  }
  return { contactRequestId, notified };
}

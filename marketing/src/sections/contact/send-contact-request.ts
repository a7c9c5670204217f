import type { Api } from '@corvane/shared/contracts/backend/ask';
import type { ContactRequest, ContactResponse } from '@corvane/shared/contracts/backend/contact/contact';

/** Longer than for other calls, because of phones on bad connections: without the answer, a request seems lost. */
const TIMEOUT_MS = 20_000;

/** Sends a request. Sending the same id again is safe: the server returns the first row. @throws ApiError */
export async function sendContactRequest(api: Api, request: ContactRequest): Promise<ContactResponse> {
  const answer = await api.invoke('submit-contact', request, { timeoutMs: TIMEOUT_MS });
  try {
    return responseOf(answer);
  } catch (error) {
    // The host logs failed calls. This call succeeded with an invalid answer.
    console.warn('The answer for submit-contact is invalid');
    throw error;
  }
}

/** Checked by hand, without the schema: reading the confirmation must not depend on loading the validator. */
export function responseOf(answer: unknown): ContactResponse {
  const { contactRequestId, notified } = (answer ?? {}) as Partial<ContactResponse>;
  if (typeof contactRequestId !== 'string' || typeof notified !== 'boolean') {
    throw new TypeError('The server sent an invalid answer');
  }
  return { contactRequestId, notified };
}

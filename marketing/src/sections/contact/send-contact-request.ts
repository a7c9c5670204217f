import type { ContactRequest, ContactResponse } from '@corvane/shared/contracts/backend/contact';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';

/** A phone on a bad connection gets longer than other calls; the answer decides whether a request is lost. */
const TIMEOUT_MS = 20_000;

/** Sends a request. The same id again is safe: it meets the first row. @throws ApiError */
export async function sendContactRequest(api: ApiClient, request: ContactRequest): Promise<ContactResponse> {
  return responseOf(await api.invoke('submit-contact', request, { timeoutMs: TIMEOUT_MS }));
}

/** Checked by hand and not by the schema: whether a request has arrived must not hang on the validator's arriving. */
export function responseOf(answer: unknown): ContactResponse {
  const { contactRequestId, notified } = (answer ?? {}) as Partial<ContactResponse>;
  if (typeof contactRequestId !== 'string' || typeof notified !== 'boolean') {
    throw new TypeError('The server gave an answer that this page does not know');
  }
  return { contactRequestId, notified };
}

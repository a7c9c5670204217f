import {
  type ContactFields,
  type ContactFormInput,
  type ContactRequest,
  type ContactResponse,
  contactFieldsSchema,
  contactResponseSchema,
} from '@corvane/shared/contracts/contact';
import type { ApiClient } from '@corvane/shared/contracts/host-services';
import { zodResolver } from '@hookform/resolvers/zod';

/*
 * Everything that needs the validator, kept apart from the form: it is fetched when somebody turns to the form, not
 * with the page.
 */

/** A phone on a bad connection gets longer than other calls; the answer decides whether a request is lost. */
const TIMEOUT_MS = 20_000;

export const contactResolver = zodResolver<ContactFormInput, unknown, ContactFields>(contactFieldsSchema);

/** Sends a request. The same id again is safe: it meets the first row. @throws ApiError */
export async function sendContactRequest(api: ApiClient, request: ContactRequest): Promise<ContactResponse> {
  return contactResponseSchema.parse(await api.invoke('submit-contact', request, { timeoutMs: TIMEOUT_MS }));
}

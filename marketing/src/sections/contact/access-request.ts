import { CONTACT_FORM } from '../../content/contact/contact-form.ts';

/** What a customer asks whose link has ended, or ends too soon. undefined for any other `source`. */
export function accessRequestOf(source: string): string | undefined {
  const texts: Record<string, string> = CONTACT_FORM.accessRequests.texts;
  return Object.hasOwn(texts, source) ? texts[source] : undefined;
}

import { CONTACT_PROMISES, type PromiseSource } from '@corvane/shared/brand/contact-promises';
import type { Action } from './content-schemas.ts';

/** The link that makes a promise. */
export function promiseLink(source: PromiseSource): Action {
  return { label: CONTACT_PROMISES[source], to: `/contact?source=${source}` };
}

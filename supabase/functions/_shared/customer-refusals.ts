import { RequestError } from './request-error.ts';

/** The customer stays with the representative who qualified them first; only an operator may hand them over. */
export function anotherRepsCustomer(): RequestError {
  return new RequestError('forbidden', 'This customer already belongs to another representative.');
}

/** Unknown, and another representative's: one answer. */
export function noSuchCustomer(): RequestError {
  return new RequestError('not_found', 'No such customer.');
}

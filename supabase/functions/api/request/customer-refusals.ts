import { RequestError } from './request-error.ts';

/** The customer stays with the representative who qualified them first. Only an operator may hand them over. */
export function anotherRepsCustomer(): RequestError {
  return new RequestError('forbidden', 'This customer already belongs to another representative.');
}

/** One answer for an unknown customer and for another representative's. */
export function noSuchCustomer(): RequestError {
  return new RequestError('not_found', 'No such customer.');
}

import { RequestError } from '../request-error.ts';

/** The customer stays with the representative who qualified them first. Only an operator may hand them over. */
export function anotherRepsCustomer(): RequestError {
  return new RequestError('forbidden', 'This customer already belongs to another representative.');
}

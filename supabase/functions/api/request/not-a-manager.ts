import { RequestError } from './request-error.ts';

/** One answer for every representative who is not a manager. */
export function notAManager(): RequestError {
  return new RequestError('forbidden', 'Operations is for managers.');
}

import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact-request-list';

type Named = Pick<ListedContactRequest, 'firstName' | 'lastName' | 'email'>;

/** The visitor's whole name, as they typed it; '' when it is blank. */
export function fullName({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string {
  return [firstName, lastName ?? ''].join(' ').trim();
}

/** What to call a request. The address is always there. */
export function requestName(request: Named): string {
  return fullName(request) || request.email;
}

import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';

type Named = Pick<ListedContactRequest, 'firstName' | 'lastName' | 'email'>;

/** The visitor's full name, as typed. '' when it is blank. */
export function fullName({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string {
  return [firstName, lastName ?? ''].join(' ').trim();
}

/** A request's display name. The address is always present. */
export function requestName(request: Named): string {
  return fullName(request) || request.email;
}

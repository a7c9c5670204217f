import type { ToastMessage } from '@corvane/shared/contracts/remote/host-services';

/** The message for a person whose session is over, and the next step. */
export const SESSION_ENDED: Readonly<Record<'rep' | 'customer', ToastMessage>> = {
  rep: {
    title: 'Your session has ended',
    description: 'Sign in again with your sales ID. Use Partner Program at the bottom of the page.',
    tone: 'info',
  },
  customer: {
    title: 'Your access to prices has ended',
    description: 'Please ask your sales representative for a new link.',
    tone: 'info',
  },
};

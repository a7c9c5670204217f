import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ExtendAccessRequest,
  type ExtendAccessResponse,
  extendAccessResponseSchema,
  type LinkMailState,
} from '@corvane/shared/contracts/backend/customers/qualification';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { failureWords } from './failure-words.ts';

export const extendAccess = (api: Api, request: ExtendAccessRequest): Promise<ExtendAccessResponse> =>
  ask(api, 'extend-access', request, extendAccessResponseSchema);

/** What became of the mail about an extension. `small`: the end moved too little for one. */
const MAIL_WORDS: Partial<Record<LinkMailState | 'small', string>> = {
  small: 'That adds less than an hour, so we sent no email.',
  sent: 'We told them by email.',
  not_configured: 'This site runs in test mode and sent no email.',
};

/** How long the link works now, and whether the customer was told. */
export function extendedWords(name: string, { expiresAt, mail }: ExtendAccessResponse): string {
  const told = MAIL_WORDS[mail ?? 'small'] ?? 'Our email to them could not be sent, so tell them yourself.';
  return `${name} can use the link until ${formatExactInstant(expiresAt)}. ${told}`;
}

/** Why the change of a customer's access failed, and what to do about it. */
export function accessFailureWords(error: unknown): string {
  return failureWords(error, {
    forbidden: 'This customer has no link that could be extended. Issue a new one instead.',
    not_found: 'This customer is no longer yours.',
  });
}

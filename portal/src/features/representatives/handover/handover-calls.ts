import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  type HandOverRequest,
  type HandOverResponse,
  handOverResponseSchema,
  type Kept,
  type WORK,
} from '@corvane/shared/contracts/backend/representatives/handover';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { counted } from '@corvane/shared/lib/counted';
import { formatDeadline } from '@corvane/shared/lib/instants';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { managedFailureWords } from '../../../lib/failure-words.ts';
import { repKeys } from '../api.ts';

/** @example amountWords(2, 1) // '2 customers and 1 open request' */
export function amountWords(customers: number, requests: number): string {
  const words = [
    ...(customers > 0 || requests === 0 ? [counted(customers, 'customer')] : []),
    ...(requests > 0 ? [counted(requests, 'open request')] : []),
  ];
  return words.join(' and ');
}

/** @example undoWords('2026-11-21T14:05:00Z') // ' You can undo it until Nov 21, 9:05 AM.' */
export function undoWords(undoUntil: string): string {
  return ` You can undo it until ${formatDeadline(undoUntil)}.`;
}

/** Why an item was not returned when a handover was undone. */
export function keptWords({ kind, name, with: rep, reason, did }: Kept): string {
  const who = name || `A ${kind}`;
  switch (reason) {
    case 'handed_on':
      return `${who} was given to ${rep ?? 'no one'} since.`;
    case 'new_link':
      return `${who} got another link from ${rep ?? 'someone else'} since.`;
    case 'worked_on':
      return `${who}: ${rep ?? 'someone'} ${doneWords(did) ?? `worked on the ${kind}`} since.`;
    case 'erased':
      return `A ${kind} was erased since.`;
  }
}

const DONE: Readonly<Record<string, string>> = {
  details: 'changed name or company',
  note: 'changed their note',
  link_extended: 'extended the link',
  link_revoked: 'revoked the link',
  code: 'mailed a code',
  qualified: 'made them a customer',
} satisfies Record<(typeof WORK)[number], string>;

/** @returns null when nothing of it is known */
function doneWords(did: readonly string[]): string | null {
  const words = did.flatMap((work) => DONE[work] ?? []);
  return words.length === 0 ? null : words.join(' and ');
}

type Changed = Extract<HandOverResponse, { outcome: 'changed' }>;

/** How the chosen items have changed. */
export function changedWords({ missing, customers, requests }: Changed): string {
  if (missing.length === 0) {
    const [customerCount, requestCount] = [customers ?? 0, requests ?? 0];
    const verb = customerCount + requestCount === 1 ? 'is' : 'are';
    return `There ${verb} ${amountWords(customerCount, requestCount)} now. Nothing was handed over. Look again, then confirm.`;
  }
  const who = missing.map(({ kind, name, with: rep }) => {
    const thing = name || `a ${kind} that is gone`;
    return rep === null ? thing : `${thing} (now with ${rep})`;
  });
  return `No longer there to hand over: ${who.join(', ')}. Nothing was handed over.`;
}

/** Why it failed, and what to do about it: the server's own words when it refuses the new representative. */
function handoverFailureWords(error: unknown): string {
  const refused = isApiError(error) ? error.fields.toRepId : undefined;
  if (refused !== undefined) return refused;
  return managedFailureWords(error, 'This handover no longer exists.');
}

/** What a handover and its undo need, for `useDialogChange`. Both may be sent again after a lost answer. */
export function useHandover(id: string) {
  const { api } = useHostServices();
  return {
    mutationKey: [...repKeys.all, 'hand-over', id],
    // The list of requests shows who works on each.
    staleKeys: [repKeys.all, ['contact-requests']],
    failureWords: handoverFailureWords,
    handOver: (wanted: HandOverRequest) => ask(api, 'hand-over-customers', wanted, handOverResponseSchema),
  };
}

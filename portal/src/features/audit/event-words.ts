import { AUDIT_EVENT_WORDS } from '@corvane/shared/audit/audit-event-words';
import { AUDIT_EVENTS } from '@corvane/shared/contracts/backend/operations/audit-trail';

/** The name of an event. An event type from a newer server is shown by its raw name. */
export function eventWords(event: string): string {
  const known = AUDIT_EVENTS.find((name) => name === event);
  return known === undefined ? event : AUDIT_EVENT_WORDS[known];
}

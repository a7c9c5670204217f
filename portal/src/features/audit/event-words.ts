import { AUDIT_EVENT_WORDS } from '@corvane/shared/audit/audit-event-words';
import { AUDIT_EVENTS } from '@corvane/shared/contracts/backend/audit-trail';

/** What an event is called. One that only a newer server knows is called as the server does. */
export function eventWords(event: string): string {
  const known = AUDIT_EVENTS.find((name) => name === event);
  return known === undefined ? event : AUDIT_EVENT_WORDS[known];
}

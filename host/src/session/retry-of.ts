import type { Session } from '@corvane/shared/contracts/remote/session';

/** The way to ask the server again who is here; null unless it could not be asked. */
export function retryOf(session: Session): (() => void) | null {
  return (session.status === 'restoring' && session.retry) || null;
}

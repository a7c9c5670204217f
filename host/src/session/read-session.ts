import type { Session } from '@corvane/shared/contracts/remote/session';

/** Asks the server again who is signed in. Null unless the server could not be reached. */
export function retryOf(session: Session): (() => void) | null {
  return (session.status === 'restoring' && session.retry) || null;
}

/** The id of the session of a signed-in person. '' without one. */
export function sessionIdOf(session: Session): string {
  return 'sessionId' in session ? session.sessionId : '';
}

import type { Session } from '@corvane/shared/contracts/remote/session';

/** @param kept the session whose data stays. null for none */
type Forget = (kept: string | null) => void;

const forgetters = new Set<Forget>();
/** The session whose data may be kept. */
let remembered: string | null = null;

/** Registers what must not outlive a session, so that only code that is loaded keeps and forgets something. */
export function forgetWithSession(forget: Forget): void {
  forgetters.add(forget);
  // Code that loads late was not told yet. Without a session, what is stored may belong to the next one.
  if (remembered !== null) forget(remembered);
}

/** Drops all data of the session that has just ended. */
export function forgetSession(kept: string | null = null): void {
  for (const forget of forgetters) forget(kept);
}

/** Before a session asks for anything: drops the data of another. That one may have ended while no page was open here. */
export function rememberSession(session: Session): void {
  if (session.status !== 'rep' || session.sessionId === remembered) return;
  remembered = session.sessionId;
  forgetSession(remembered);
}

/** Whether the session is still the last one here. Code that had to wait asks before it asks the server. */
export function isRemembered(session: Session): session is Extract<Session, { status: 'rep' }> {
  return session.status === 'rep' && session.sessionId === remembered;
}

const forgetters = new Set<() => void>();

/** Registers what must not outlive a session, so that only code that is loaded keeps and forgets something. */
export function forgetWithSession(forget: () => void): void {
  forgetters.add(forget);
}

/** Drops all data of the session that has just ended. */
export function forgetSession(): void {
  for (const forget of forgetters) forget();
}

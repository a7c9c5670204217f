import type { PlainStorage } from '@corvane/shared/lib/storage-of';
import type { EarlyAnswer } from '../api/early-answer.ts';
import { readStoredSession } from './session-storage.ts';

/**
 * What the page asked for before its scripts came, if it is about the session that is stored now. Another tab may have
 * signed in or out meanwhile: its session must not end by the answer for the one before.
 */
export function earlyRenewal(page: Window, storage: PlainStorage): EarlyAnswer | undefined {
  const early = page['host:early-answer'];
  const stored = readStoredSession(storage);
  return stored?.kind === 'rep' && stored.sessionId === early?.sessionId ? early : undefined;
}

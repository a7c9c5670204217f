import type { AnalyticsEvent } from '@corvane/shared/contracts/remote/host-services';
import type { SessionStore } from '../session/session-store.ts';
import { TRACK_EVENT } from '../site-events/track.ts';

/** A page load has a few such events. More would be a fault, and none of them stays for ever. */
const MOST_KEPT = 20;

let kept: AnalyticsEvent[] = [];
let stop = () => {};

/**
 * Keeps the events of this page load in memory until the visitor has answered. A visitor may send a form before they
 * answer. They never leave the page without a yes. Nothing is kept of a time in which a person is, or may be, signed
 * in. Nothing is kept of the time before it either.
 */
export function keepEarlyEvents(
  session: Pick<SessionStore, 'getSnapshot' | 'subscribe'>,
  target: EventTarget = document,
): void {
  const isAnonymous = () => session.getSnapshot().status === 'anonymous';
  const keep = (event: Event) => {
    const { detail } = event as CustomEvent<AnalyticsEvent>;
    if (isAnonymous() && detail.category !== 'count' && kept.length < MOST_KEPT) kept.push(detail);
  };
  target.addEventListener(TRACK_EVENT, keep);
  const unsubscribe = session.subscribe(() => {
    if (!isAnonymous()) kept = [];
  });
  stop = () => {
    target.removeEventListener(TRACK_EVENT, keep);
    unsubscribe();
  };
}

/** Keeps no more, and forgets those that were kept. @returns them */
export function takeEarlyEvents(): AnalyticsEvent[] {
  stop();
  const taken = kept;
  kept = [];
  return taken;
}

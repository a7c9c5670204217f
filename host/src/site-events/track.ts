import type { AnalyticsEvent } from '@corvane/shared/contracts/remote/host-services';

type Gtag = (
  command: 'event',
  action: string,
  parameters: { event_category: string; event_label: string },
) => void;

/** The DOM event on `document` that carries each `AnalyticsEvent` as its `detail`. */
export const TRACK_EVENT = 'host:track';

/**
 * Tells this page of an event. Also tells the site's analytics, if the page has any, of all events but those we only
 * count.
 */
export function track(event: AnalyticsEvent): void {
  const { action, category, label } = event;
  document.dispatchEvent(new CustomEvent(TRACK_EVENT, { detail: event }));
  const { gtag } = globalThis as { gtag?: Gtag };
  if (category !== 'count') gtag?.('event', action, { event_category: category, event_label: label });
}

import type { AnalyticsEvent } from '@corvane/shared/contracts/remote/host-services';

type Gtag = (
  command: 'event',
  action: string,
  parameters: { event_category: string; event_label: string },
) => void;

/** Passes an event to the site's analytics, if the page has any. */
export function track({ action, category, label }: AnalyticsEvent): void {
  const { gtag } = globalThis as { gtag?: Gtag };
  gtag?.('event', action, { event_category: category, event_label: label });
}

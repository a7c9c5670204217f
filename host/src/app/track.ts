import type { AnalyticsEvent } from '@corvane/shared/contracts/remote/host-services';

type Gtag = (
  command: 'event',
  action: string,
  parameters: { event_category: string; event_label: string },
) => void;

/** Hands an event to the site's analytics when the page has one. */
export function track({ action, category, label }: AnalyticsEvent): void {
  const { gtag } = globalThis as { gtag?: Gtag };
  gtag?.('event', action, { event_category: category, event_label: label });
}

import { isCounted } from '@corvane/shared/contracts/backend/counted';
import type { CountEvent, SiteEventsRequest } from '@corvane/shared/contracts/backend/site-events';
import type { AnalyticsEvent } from '@corvane/shared/contracts/remote/host-services';
import { cutText } from '@corvane/shared/lib/cut-text';

type Gtag = (
  command: 'event',
  action: string,
  parameters: { event_category: string; event_label: string },
) => void;

/** The DOM event on `document` that carries each `AnalyticsEvent` as its `detail`. */
export const TRACK_EVENT = 'host:track';

/** Tells this page of an event, and the site's analytics, if there are any, unless we only count it. */
export function track(event: AnalyticsEvent): void {
  const { action, category, label } = event;
  document.dispatchEvent(new CustomEvent(TRACK_EVENT, { detail: event }));
  const { gtag } = globalThis as { gtag?: Gtag };
  if (category !== 'count') gtag?.('event', action, { event_category: category, event_label: label });
}

/** Where this page load came from: the other website's host name, and the campaign in the address. */
type Entry = Pick<SiteEventsRequest, 'referrer' | 'campaign'>;

/** Longest campaign that is sent: the contract's limit. */
export const MAX_CAMPAIGN = 200;

export function entryOf(search: string, referrer: string): Entry {
  const query = new URLSearchParams(search);
  const campaign = `${query.get('utm_source') ?? ''}/${query.get('utm_campaign') ?? ''}`;
  return {
    referrer: URL.canParse(referrer) ? new URL(referrer).hostname : '',
    campaign: campaign === '/' ? '' : cutText(campaign, MAX_CAMPAIGN),
  };
}

/**
 * Reports what is counted: a visit for a page load that another website or nothing led to, and then what `track`
 * tells. Each event on a page is counted once per page load, except its views.
 */
export function countVisits(
  report: (event: CountEvent) => void,
  { entry, path }: { entry: Entry; path(): string },
): void {
  const seen = new Set<string>();
  document.addEventListener(TRACK_EVENT, (event) => {
    const { category, action } = (event as CustomEvent<AnalyticsEvent>).detail;
    // A newer remote may have more to count. The server would refuse its name, and all other events with it.
    if (category !== 'count' || !isCounted(action)) return;
    const key = action + path();
    if (action !== 'view' && seen.has(key)) return;
    seen.add(key);
    report({ kind: 'count', what: action });
  });
  // Not a reload, nor a way back.
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry.referrer !== location.hostname && load?.type === 'navigate') {
    track({ action: 'visit', category: 'count', label: '' });
  }
}

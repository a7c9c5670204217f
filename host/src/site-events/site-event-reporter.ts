import type { SiteEvent, SiteEventsRequest } from '@corvane/shared/contracts/backend/site-events';

interface SiteEventReporter {
  /** Never throws, and costs the page nothing if the events have no receiver. */
  report(event: SiteEvent): void;
}

interface SiteEventReporterOptions {
  compositionId: string;
  /** Application to version: everything that the page is composed of. */
  versions: Readonly<Record<string, string>>;
  /** The API's `/functions/v1/record-site-events`. */
  endpointUrl: string;
  /** Path of the current route. Not of the address, which may hold anything that a person typed. */
  path(): string;
  /** Sent with counts only. */
  entry?: Pick<SiteEventsRequest, 'referrer' | 'campaign'>;
  /** `navigator.sendBeacon`: hands a request to the browser, which sends it even when the page goes away. */
  send(url: string, body: Blob): boolean;
  target?: Window;
}

/** The contract's limit for one batch. */
const MAX_WAITING = 20;
/** Longest wait of a failure or error. The visitor may close the tab, and we need to learn of a bad release soon. */
const FAILURE_WAIT_MS = 2_000;

/**
 * Collects what the page sees and sends it in one beacon when the page is hidden. That is the last moment that
 * every browser announces: a page that is left is hidden too, after its `pagehide`. A beacon carries no key, and
 * the function requires none.
 */
export function createSiteEventReporter({
  compositionId,
  versions,
  endpointUrl,
  path,
  entry,
  send,
  target = window,
}: SiteEventReporterOptions): SiteEventReporter {
  let waiting: SiteEvent[] = [];
  let waitingPath = '';
  let timer: number | undefined;
  let isHidden = target.document.visibilityState === 'hidden';

  function flush(): void {
    target.clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const batch: SiteEventsRequest = {
      compositionId,
      versions: { ...versions },
      path: waitingPath,
      ...(waiting.some(({ kind }) => kind === 'count') ? entry : {}),
      events: waiting,
    };
    waiting = [];
    try {
      send(endpointUrl, new Blob([JSON.stringify(batch)], { type: 'application/json' }));
    } catch {
      // A blocked or missing beacon loses the events and must not disturb the page.
    }
  }

  /** The contract lets a batch count each thing once. The same page can be shown again before its batch is sent. */
  function isCounted(event: SiteEvent): boolean {
    return (
      event.kind === 'count' && waiting.some((other) => other.kind === 'count' && other.what === event.what)
    );
  }

  function add(event: SiteEvent): void {
    const shown = path();
    if (shown !== waitingPath || isCounted(event)) flush();
    waitingPath = shown;
    waiting.push(event);
    if (waiting.length >= MAX_WAITING || isHidden) flush();
    else if (event.kind !== 'web-vital' && event.kind !== 'count')
      timer ??= target.setTimeout(flush, FAILURE_WAIT_MS);
  }

  // The event reaches the window last, so every measurement is reported by then.
  target.addEventListener('visibilitychange', () => {
    isHidden = target.document.visibilityState === 'hidden';
    if (isHidden) flush();
  });

  return {
    report(event) {
      try {
        add(event);
      } catch {
        // A failed measurement must not break the page.
      }
    },
  };
}

/** Knows whether a release newer than this tab's is live. */
export interface ReleaseWatch {
  /** Asks the site again, unless it did so a moment ago. Called when a visitor is about to open a page. */
  look(): void;
  /** Resolves with the fresh answer, or soon with the last known one. */
  isNewer(): Promise<boolean>;
  /** Marks this tab's code as unreliable: the browser loads the next page, as if a newer release were live. */
  distrust(): void;
}

interface ReleaseWatchOptions {
  /** Composition of this tab. */
  compositionId: string;
  /** Address of the small file that names the live composition. */
  url: string;
  fetch?: typeof fetch;
  /** Milliseconds on any clock that only moves forward. */
  now?: () => number;
}

/** How long an answer stays valid. */
const FRESH_MS = 10_000;
/** A click to another page waits at most this long for an answer. */
const PATIENCE_MS = 250;

/**
 * A tab keeps the versions that it was opened with, also after later releases. After a release, the browser loads the
 * next page that the visitor opens. If the request fails or the answer is invalid, assume that nothing changed.
 */
export function createReleaseWatch({
  compositionId,
  url,
  fetch = globalThis.fetch.bind(globalThis),
  now = () => performance.now(),
}: ReleaseWatchOptions): ReleaseWatch {
  let isNewer = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    try {
      const response = await fetch(url, { cache: 'no-cache', credentials: 'same-origin' });
      const answer = response.ok ? ((await response.json()) as { compositionId?: unknown } | null) : null;
      const live = answer?.compositionId;
      // Never set to false: the tab may have been marked while this request was pending.
      if (typeof live === 'string' && live !== '' && live !== compositionId) isNewer = true;
    } catch {
      // Offline, or not JSON: there is no sign of a newer release.
    }
  }

  function look(): void {
    if (isNewer || asking !== null || now() - askedAt < FRESH_MS) return;
    askedAt = now();
    asking = ask().finally(() => {
      asking = null;
    });
  }

  return {
    look,
    distrust() {
      isNewer = true;
    },
    async isNewer() {
      look();
      if (asking !== null) await Promise.race([asking, new Promise((done) => setTimeout(done, PATIENCE_MS))]);
      return isNewer;
    },
  };
}

/** For prerendering and development, where nothing is released. */
export const NO_RELEASES: ReleaseWatch = { look() {}, isNewer: async () => false, distrust() {} };

/** Knows whether a newer release is live than the one that this tab was opened with. */
export interface ReleaseWatch {
  /** Asks again unless it did so a moment ago; called when somebody is about to go somewhere. */
  look(): void;
  /** Resolves soon: as soon as it is known, else with what was known last. */
  isNewer(): Promise<boolean>;
  /** What this tab runs cannot be relied on: the next page is loaded anew, as if a newer release were live. */
  distrust(): void;
}

interface ReleaseWatchOptions {
  /** Composition of this tab. */
  compositionId: string;
  /** Address of the small file that names the live composition. */
  url: string;
  fetch?: typeof fetch;
  /** Milliseconds on any clock that goes forward. */
  now?: () => number;
}

/** An answer is good for as long. */
const FRESH_MS = 10_000;
/** Nobody waits longer for an answer when they go to another page. */
const PATIENCE_MS = 250;

/**
 * A tab stays on the versions that it was opened with, whatever is released meanwhile; the next time somebody goes to
 * another page the browser loads it anew. A site that cannot be asked, or answers nonsense, is taken to be unchanged.
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
      // Never back to false: this tab may have been distrusted while the answer was on its way.
      if (typeof live === 'string' && live !== '' && live !== compositionId) isNewer = true;
    } catch {
      // Offline, or not JSON: nothing is known to be newer.
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

/** Where nothing is ever released: while prerendering, and in development. */
export const NO_RELEASES: ReleaseWatch = { look() {}, isNewer: async () => false, distrust() {} };

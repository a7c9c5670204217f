import { setTimeout as delay } from 'node:timers/promises';
import type { Site } from '../../../release/change/open-site.ts';

const PAUSE_MS = 100;

/** Asks for pages all the time, also while a release goes live: each answer must be a whole page of one state. */
export class SteadyRequests {
  count = 0;
  readonly #siteUrl: string;
  readonly #problems: string[] = [];
  readonly #seen = new Set<string>();
  /** Also those that were pruned since. */
  readonly #states = new Set<string>();
  readonly #end = new AbortController();
  readonly #done: Promise<void>;

  constructor(siteUrl: string, paths: readonly string[]) {
    this.#siteUrl = siteUrl;
    this.#done = this.#ask(paths);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#done;
  }

  /** What went wrong since the last call. */
  async problems({ destination }: Site): Promise<string[]> {
    // Of several canaries a visitor gets one at most.
    for (const { versions, canaries } of await destination.history()) {
      for (const canary of [{}, ...canaries.map(({ app, version }) => ({ [app]: version }))])
        this.#states.add(keyOf(Object.entries({ ...versions, ...canary })));
    }
    const mixed = [...this.#seen].filter((key) => !this.#states.has(key));
    return [...this.#problems.splice(0), ...mixed.map((key) => `a page was of ${key}, which no state is`)];
  }

  async #ask(paths: readonly string[]): Promise<void> {
    while (!this.#end.signal.aborted) {
      for (const path of paths) {
        this.count += 1;
        const problem = await this.#problemOf(path).catch((error: unknown) => String(error));
        if (problem !== null) this.#problems.push(`${path} ${problem}`);
      }
      await delay(PAUSE_MS);
    }
  }

  async #problemOf(path: string): Promise<string | null> {
    const answer = await fetch(this.#siteUrl + path);
    const html = await answer.text();
    if (answer.status !== 200) return `answered ${answer.status}`;
    if (!html.endsWith('</html>\n')) return 'was cut off';
    const metas = html.matchAll(/<meta name="corvane:([^"]+)" content="([^"]+)">/g);
    this.#seen.add(keyOf([...metas].map(([, app = '', version = '']) => [app, version])));
    return null;
  }
}

function keyOf(versions: [string, string][]): string {
  return versions
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([app, version]) => `${app} ${version}`)
    .join(', ');
}

import { setTimeout } from 'node:timers/promises';
import { OpsCallError, type OpsConnection } from '@corvane/operations';
import { UserError } from '@corvane/tools/command/user-error';
import type { Site } from '../change/open-site.ts';
import { type Canary, canaryOf, type SiteState } from '../store/site-state.ts';
import { comparisonOf } from './canary-comparison.ts';
import { type Comparison, fetchCanaryFigures } from './canary-figures.ts';
import { judgeCanary, type Verdict } from './judge-canary.ts';

/** Where the canary runs. */
export type DecidedSite = Pick<Site, 'live' | 'promote' | 'abort'>;

export interface DecideOptions {
  connection: OpsConnection;
  /** Longest wait for a decision. 0 for one look. */
  waitMs: number;
  lookEveryMs?: number;
  /** Ends the waiting. The canary stays as it is. */
  stop: AbortSignal;
  /** Told of each look. */
  say(line: string): void;
}

/** `state` is what went live. Null: nothing was changed. */
export type Decision =
  | { outcome: 'promoted' | 'aborted'; verdict: Verdict; state: SiteState }
  | { outcome: 'undecided' | 'stopped'; verdict: Verdict | null; state: null };

const LOOK_EVERY_MS = 60_000;
/** Looks in a row that may fail, as during a restart of the backend. */
const MAX_FAILED_LOOKS = 5;

/**
 * Reads browsers' reports about the running canary until they decide, then promotes or aborts it. All figures are in
 * the database, so another process can take over at any time. @throws UserError if someone else ended the canary, or
 * the statistics keep failing. Then the canary stays unchanged.
 */
export async function decideCanary(
  site: DecidedSite,
  canary: Pick<Canary, 'app' | 'version'>,
  options: DecideOptions,
): Promise<Decision> {
  const { waitMs, lookEveryMs = LOOK_EVERY_MS, stop, say } = options;
  const begunAt = performance.now();
  let verdict: Verdict | null = null;
  for (let failedLooks = 0; !stop.aborted; ) {
    const running = await runningCanary(site, canary);
    const comparison = comparisonOf(canary, running.state);
    const look = await fetchFigures(options, comparison);
    if (stop.aborted) break;
    if (look instanceof OpsCallError) {
      failedLooks += 1;
      if (waitMs === 0) throw new UserError(`${look.message}. ${stays(canary)}`);
      if (failedLooks >= MAX_FAILED_LOOKS) {
        throw new UserError(`${look.message}, ${failedLooks} times in a row. ${stays(canary)}`);
      }
      say(`The statistics failed (${look.message}). Looking again.`);
    } else {
      failedLooks = 0;
      verdict = judgeCanary(look, running.percent);
      say(lineOf(verdict, comparison));
      const meant = { version: canary.version };
      if (verdict.decision === 'promote')
        return { outcome: 'promoted', verdict, state: await site.promote(canary.app, meant) };
      if (verdict.decision === 'abort')
        return { outcome: 'aborted', verdict, state: await site.abort(canary.app, meant) };
    }
    if (performance.now() - begunAt + lookEveryMs > waitMs) {
      return { outcome: 'undecided', verdict, state: null };
    }
    // A stop ends the wait as well.
    await setTimeout(lookEveryMs, undefined, { signal: stop }).catch(() => {});
  }
  return { outcome: 'stopped', verdict, state: null };
}

/** For a person who wants to go on later. */
export function stays({ app, version }: Pick<Canary, 'app' | 'version'>): string {
  return `The canary of ${app} ${version} stays as it is. Run the same command again, or "release promote ${app}" or "release abort ${app}".`;
}

async function runningCanary(
  site: DecidedSite,
  { app, version }: Pick<Canary, 'app' | 'version'>,
): Promise<{ state: SiteState; percent: number }> {
  const state = await site.live();
  const canary = state === null ? undefined : canaryOf(state, app);
  if (state !== null && canary?.version === version) return { state, percent: canary.percent };
  const by = state?.person ? ` by ${state.person}` : '';
  throw new UserError(
    `The canary of ${app} ${version} ended meanwhile${by}: "${state?.action ?? ''}". Nothing was decided.`,
  );
}

/** @returns the error of a call that may succeed at the next look. */
function fetchFigures({ connection, stop }: DecideOptions, comparison: Comparison) {
  const { fetch: request = fetch } = connection;
  const stoppable: typeof fetch = (input, init) =>
    request(input, { ...init, signal: AbortSignal.any([stop, ...(init?.signal ? [init.signal] : [])]) });
  return fetchCanaryFigures({ ...connection, fetch: stoppable }, comparison).catch((error: unknown) => {
    if (error instanceof OpsCallError) return error;
    throw error;
  });
}

/** @example 'Promote marketing 1a2b over 3c4d. failures: …' */
function lineOf({ decision, reasons }: Verdict, { app, canaryVersion, liveVersion }: Comparison): string {
  const why = reasons.join(' ').replace(/ (?=errors:|LCP:)/g, '; ');
  if (decision === 'wait') return why;
  const what =
    decision === 'promote'
      ? `Promote ${app} ${canaryVersion} over ${liveVersion}`
      : `Abort ${app} ${canaryVersion}`;
  return `${what}. ${why}`;
}

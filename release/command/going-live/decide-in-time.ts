import { untilStopped } from '@corvane/tools/command/run-command';
import { say } from '@corvane/tools/command/say';
import { UserError } from '@corvane/tools/command/user-error';
import { tryStatistics } from '../../decide/canary-comparison.ts';
import {
  type DecidedSite,
  type DecideOptions,
  type Decision,
  decideCanary,
  stays,
} from '../../decide/decide-canary.ts';
import { type Canary, canaryOf, type SiteState } from '../../store/site-state.ts';
import { minuteOf } from '../list/format-list.ts';

/** Exit codes of a canary that did not go live. */
const EXIT_ABORTED = 3;
const EXIT_UNDECIDED = 4;

/**
 * Whether the command that was interrupted is run again.
 * @throws UserError when the canary runs for another share of the visitors.
 */
export function isRunningCanary(
  state: Pick<SiteState, 'canaries'> | null,
  { app, version, percent }: Pick<Canary, 'app' | 'version' | 'percent'>,
): boolean {
  const running = state && canaryOf(state, app);
  if (running?.version !== version) return false;
  if (running.percent === percent) return true;
  throw new UserError(
    `The canary of ${app} ${version} runs for ${running.percent} %: use --canary ${running.percent}, or abort it first`,
  );
}

/** Waits for the decision in front of a person or a pipeline: Ctrl-C ends the waiting alone. */
export async function decideInTime(
  site: DecidedSite,
  canary: Pick<Canary, 'app' | 'version'>,
  {
    connection,
    hours,
    sayChanged,
  }: Pick<DecideOptions, 'connection'> & { hours: number; sayChanged(state: SiteState): Promise<void> },
): Promise<void> {
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  const { outcome, state } = await decideCanary(site, canary, {
    connection,
    waitMs: hours * 3_600_000,
    stop: stop.signal,
    say: (line) => say(`${minuteOf(new Date().toISOString())} ${line}`),
  });
  if (state !== null) await sayChanged(state);
  setExitCode(outcome);
  if (outcome === 'undecided' || outcome === 'stopped') {
    const why = outcome === 'stopped' ? 'Stopped.' : `Not decided within ${hours} h.`;
    say(`${why} ${stays(canary)}`);
  }
}

/**
 * Looks once at each running canary, for a timer: the figures are the database's, so each look knows all earlier ones.
 * Without a canary, nothing is asked and nothing changes. A canary that cannot be decided does not hide the others.
 * @returns whether the site was changed.
 */
export async function decideNow(
  site: DecidedSite,
  {
    connection,
    sayChanged,
  }: { connection(): DecideOptions['connection']; sayChanged(state: SiteState): Promise<void> },
): Promise<boolean> {
  const canaries = (await site.live())?.canaries ?? [];
  if (canaries.length === 0) say('There is no canary. Nothing was decided.');
  let hasChanged = false;
  const errors: unknown[] = [];
  const decide = async (canary: Canary) => {
    const project = connection();
    await tryStatistics(project, canary.app);
    const { outcome, state } = await decideCanary(site, canary, {
      connection: project,
      waitMs: 0,
      stop: new AbortController().signal,
      say,
    });
    if (state !== null) await sayChanged(state);
    else say(`Not decided. The canary of ${canary.app} ${canary.version} stays as it is.`);
    setExitCode(outcome);
    hasChanged ||= state !== null;
  };
  for (const canary of canaries) await decide(canary).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
  return hasChanged;
}

/** Of several canaries, an abort is told before one that is not decided. */
function setExitCode(outcome: Decision['outcome']): void {
  if (outcome === 'aborted') process.exitCode = EXIT_ABORTED;
  if (outcome === 'undecided' || outcome === 'stopped') process.exitCode ??= EXIT_UNDECIDED;
}

/** One rate, offered for some seconds. */
export interface LoadStep {
  /** Requests per second. */
  offered: number;
  /** Requests per second that were answered as they should be. */
  answered: number;
  /** Answers of another status, and connections that broke. */
  failed: number;
  /** From the instant at which a request was due. */
  p99Ms: number;
  /** Share of one processor that the generator took. */
  generatorShare: number;
}

/** Largest quotient of the first rate that fails and the last that holds. */
const CLOSE_ENOUGH = 1.2;
const GROWTH = 2;
/** A rate is given up after failing twice: work of other programs comes and goes. */
const MAX_ATTEMPTS = 2;
/** Below this share of the offered rate, the site falls behind. */
const KEEPS_UP = 0.95;
/** From this share of a processor on, the generator itself may be what is slow. */
export const GENERATOR_FULL = 0.9;

/** Whether the site carried a step: no failure, no falling behind, and the slowest hundredth within its bound. */
function isSustained(step: LoadStep, boundMs: number): boolean {
  return step.failed === 0 && step.answered >= KEEPS_UP * step.offered && step.p99Ms <= boundMs;
}

/**
 * The rate to offer next: twice as much until it fails, then the middle between what held and what failed.
 * @returns null when the two are close enough, or not even the first rate holds.
 */
export function nextRate(steps: readonly LoadStep[], boundMs: number, firstRate: number): number | null {
  const last = steps.at(-1);
  if (last === undefined) return firstRate;
  const given = steps.filter(({ offered }) => offered === last.offered);
  if (!isSustained(last, boundMs) && given.length < MAX_ATTEMPTS) return last.offered;
  const held = Math.max(0, ...sustainedRates(steps, boundMs));
  const failed = Math.min(
    ...steps.map(({ offered }) => offered).filter((rate) => rate > held),
    Number.POSITIVE_INFINITY,
  );
  if (held === 0) return null;
  if (failed === Number.POSITIVE_INFINITY) return held * GROWTH;
  return failed / held <= CLOSE_ENOUGH ? null : Math.round(Math.sqrt(held * failed));
}

/** The last step that held. Null when none did. */
export function lastSustained(steps: readonly LoadStep[], boundMs: number): LoadStep | null {
  const held = Math.max(0, ...sustainedRates(steps, boundMs));
  return steps.findLast((step) => step.offered === held && isSustained(step, boundMs)) ?? null;
}

/** Why the ramp ended, in words. */
export function endOf(steps: readonly LoadStep[], boundMs: number): string {
  const broken = steps.filter((step) => !isSustained(step, boundMs));
  const first = broken.toSorted((a, b) => a.offered - b.offered)[0];
  if (first === undefined) return 'the time was over';
  const whose = first.generatorShare >= GENERATOR_FULL ? ', with the generator at its end' : '';
  if (first.failed > 0) return `${first.failed} failed at ${first.offered}/s${whose}`;
  if (first.p99Ms > boundMs) return `p99 ${Math.round(first.p99Ms)} ms at ${first.offered}/s${whose}`;
  return `${Math.round(first.answered)}/s of ${first.offered}/s were answered${whose}`;
}

function sustainedRates(steps: readonly LoadStep[], boundMs: number): number[] {
  return steps.filter((step) => isSustained(step, boundMs)).map(({ offered }) => offered);
}

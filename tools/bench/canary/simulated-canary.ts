import type { CanaryCell } from '../../release/decide/canary-figures.ts';
import { judgeCanary, type Verdict } from '../../release/decide/judge-canary.ts';
import { type SeededRandom, seededRandom } from '../seeded-random.ts';

/** What is wrong with the canary. */
export type PlantedFault = 'none' | 'failing' | 'slow';

interface SimulatedCanary {
  seed: number;
  fault: PlantedFault;
  canaryPercent: number;
  /** Views of the canary after which it ends. */
  maxCanaryViews: number;
  /** Looks on after a promotion, to see whether it would have been aborted. */
  looksOnAfterPromotion?: boolean;
}

/** Views of the canary when the command promoted or aborted it. Null: it did not. */
export interface SimulatedOutcome {
  promotedAt: number | null;
  abortedAt: number | null;
}

/** 1 in 200 views failing. LCP 20 % slower. */
const FAILING_RATE = 1 / 200;
const SLOWER = Math.log(1.2);

/** A site of 29,000 views a day, about as many as are stored of a day. */
const VIEWS_PER_MINUTE = 20;
const VIEWS_PER_VISIT = 2.5;
const MEAN_SECONDS_BETWEEN_VIEWS = 45;
const DAY_MINUTES = 1440;
const BLOCK_MINUTES = 10;
const PAGES = Array.from({ length: 12 }, (_, index) => ({
  path: `/page-${index}`,
  /** ln of milliseconds: 800 ms to 1.7 s. */
  logMs: Math.log(800) + ((index * 7) % 12) * 0.07,
}));
/** The n-th page is asked for 1/n as often as the first. */
const PAGE_WEIGHTS = PAGES.map((_, index) => 1 / (index + 1));
const PAGE_WEIGHT_SUM = PAGE_WEIGHTS.reduce((sum, weight) => sum + weight, 0);

/** Phones are slower, and each visitor's device and network again by its own. */
const PHONES = 0.6;
const PHONE_LOG_MS = 0.5;
const VISITOR_DEVIATION = 0.35;
const VIEW_DEVIATION = 0.4;

/** Failures come from few visitors, half of whose views fail, and from outages that hit both versions. */
const BAD_NETWORKS = 0.003;
const BAD_NETWORK_RATE = 0.5;
const OUTAGE_EVERY_MINUTES = 2 * DAY_MINUTES;
const OUTAGE_MINUTES = 4;
const OUTAGE_RATE = 0.1;
/** Errors in use come from few browsers. */
const ODD_BROWSERS = 0.004;
const ODD_BROWSER_RATE = 0.6;

/** The command looks each time that the canary has this many times as many views as at the last look. */
const LOOK_FACTOR = 1.05;
const FIRST_LOOK = 20;

interface View {
  page: number;
  isCanary: boolean;
  lcpLogMs: number;
  fails: boolean;
  throws: boolean;
}

/** Runs one canary as visits that begin at random, and judges it again and again until it is decided. */
export function simulateCanary(options: SimulatedCanary): SimulatedOutcome {
  const random = seededRandom(options.seed);
  const figures = new SimulatedFigures();
  /** Views of visits that go on, by the minute in which they come. */
  const coming = new Map<number, View[]>();
  const outcome: SimulatedOutcome = { promotedAt: null, abortedAt: null };
  let nextLook = FIRST_LOOK;
  let outageEnds = 0;
  let nextOutage = random.exponential() * OUTAGE_EVERY_MINUTES;
  for (let minute = 0; figures.canaryViews < options.maxCanaryViews; minute += 1) {
    if (minute >= nextOutage) {
      outageEnds = minute + OUTAGE_MINUTES;
      nextOutage = outageEnds + random.exponential() * OUTAGE_EVERY_MINUTES;
    }
    for (let left = visitsIn(minute, random); left > 0; left -= 1) addVisit(minute, coming, options, random);
    for (const view of coming.get(minute) ?? []) {
      if (minute < outageEnds && random.uniform() < OUTAGE_RATE) view.fails = true;
      figures.add(minute, view);
    }
    coming.delete(minute);
    figures.endMinute();
    if (figures.canaryViews < nextLook) continue;
    nextLook = figures.canaryViews * LOOK_FACTOR;
    take(judgeCanary(figures, options.canaryPercent), outcome);
    if (outcome.abortedAt !== null) return outcome;
    if (outcome.promotedAt !== null && options.looksOnAfterPromotion !== true) return outcome;
  }
  return outcome;
}

function take({ decision, canaryViews }: Verdict, outcome: SimulatedOutcome): void {
  if (decision === 'promote') outcome.promotedAt ??= canaryViews;
  if (decision === 'abort') outcome.abortedAt ??= canaryViews;
}

/** More by day than by night. */
function visitsIn(minute: number, { exponential }: SeededRandom): number {
  const daylight = 1 + 0.7 * Math.sin((2 * Math.PI * minute) / DAY_MINUTES);
  const expected = (VIEWS_PER_MINUTE / VIEWS_PER_VISIT) * daylight;
  let visits = 0;
  for (let passed = exponential(); passed < expected; passed += exponential()) visits += 1;
  return visits;
}

function addVisit(
  beginsAt: number,
  coming: Map<number, View[]>,
  { fault, canaryPercent }: SimulatedCanary,
  { uniform, normal, exponential }: SeededRandom,
): void {
  const isCanary = uniform() < canaryPercent / 100;
  const device = (uniform() < PHONES ? PHONE_LOG_MS : 0) + VISITOR_DEVIATION * normal();
  const failureRate = uniform() < BAD_NETWORKS ? BAD_NETWORK_RATE : 0;
  const errorRate = uniform() < ODD_BROWSERS ? ODD_BROWSER_RATE : 0;
  let seconds = uniform() * 60;
  do {
    const page = pageAt(uniform() * PAGE_WEIGHT_SUM);
    const view: View = {
      page,
      isCanary,
      lcpLogMs:
        (PAGES[page]?.logMs ?? 0) +
        device +
        VIEW_DEVIATION * normal() +
        (isCanary && fault === 'slow' ? SLOWER : 0),
      fails: uniform() < failureRate || (isCanary && fault === 'failing' && uniform() < FAILING_RATE),
      throws: uniform() < errorRate,
    };
    const minute = beginsAt + Math.floor(seconds / 60);
    const views = coming.get(minute);
    if (views === undefined) coming.set(minute, [view]);
    else views.push(view);
    seconds += exponential() * MEAN_SECONDS_BETWEEN_VIEWS;
  } while (uniform() > 1 / VIEWS_PER_VISIT);
}

function pageAt(weight: number): number {
  let left = weight;
  for (const [index, own] of PAGE_WEIGHTS.entries()) {
    left -= own;
    if (left < 0) return index;
  }
  return 0;
}

/** Adds views up as the database does. */
class SimulatedFigures {
  readonly cells: CanaryCell[] = [];
  canaryViews = 0;
  #block = -1;
  #cellsOfBlock: CanaryCell[] = [];
  /** First trouble of the minute, of canary and live version. */
  #failed: [CanaryCell | null, CanaryCell | null] = [null, null];
  #threw: [CanaryCell | null, CanaryCell | null] = [null, null];

  add(minute: number, { page, isCanary, lcpLogMs, fails, throws }: View): void {
    const block = Math.floor(minute / BLOCK_MINUTES);
    if (block !== this.#block) {
      this.#block = block;
      this.#cellsOfBlock = [];
    }
    const side = isCanary ? 0 : 1;
    const cell = this.#cellOf(page, isCanary);
    cell.views += 1;
    cell.lcpCount += 1;
    cell.lcpLogSum += lcpLogMs;
    cell.lcpLogSquareSum += lcpLogMs ** 2;
    if (isCanary) this.canaryViews += 1;
    if (fails) {
      cell.failures += 1;
      this.#failed[side] ??= cell;
    }
    if (throws) {
      cell.errors += 1;
      this.#threw[side] ??= cell;
    }
  }

  endMinute(): void {
    const failed = lone(this.#failed);
    if (failed !== null) failed.loneFailures += 1;
    const threw = lone(this.#threw);
    if (threw !== null) threw.loneErrors += 1;
    this.#failed = [null, null];
    this.#threw = [null, null];
  }

  #cellOf(page: number, isCanary: boolean): CanaryCell {
    const index = 2 * page + (isCanary ? 1 : 0);
    const known = this.#cellsOfBlock[index];
    if (known !== undefined) return known;
    const cell: CanaryCell = {
      blockStartedAt: String(this.#block),
      path: PAGES[page]?.path ?? null,
      isCanary,
      views: 0,
      failures: 0,
      loneFailures: 0,
      errors: 0,
      loneErrors: 0,
      lcpCount: 0,
      lcpLogSum: 0,
      lcpLogSquareSum: 0,
    };
    this.#cellsOfBlock[index] = cell;
    this.cells.push(cell);
    return cell;
  }
}

function lone([canary, live]: [CanaryCell | null, CanaryCell | null]): CanaryCell | null {
  return canary !== null && live !== null ? null : (canary ?? live);
}

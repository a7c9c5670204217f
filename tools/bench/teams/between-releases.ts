import type { Site } from '../../../release/change/open-site.ts';
import type { Team, TeamClone } from './team-clone.ts';

/** How often each act happens before a release. */
const SHARES = { end: 0.5, rollBack: 0.15, restore: 0.2, prune: 0.15 };
const KEPT = { versions: 3, days: 0 };

/** An act on the live site. @returns what it did, for the log. */
type Act = () => Promise<string>;

/** What people do to a site between its releases. Keeps the good versions and each team's commits in step. */
export class BetweenReleases {
  readonly #site: Site;
  readonly #teams: readonly Team[];
  readonly #good: Record<string, string>;
  readonly #random: () => number;
  /** Applications with a release since their last rollback: what was live before it is the commit before. */
  readonly #sinceRollback = new Set<string>();

  /** @param good the versions that must be live, by application */
  constructor(site: Site, teams: readonly Team[], good: Record<string, string>, random: () => number) {
    this.#site = site;
    this.#teams = teams;
    this.#good = good;
    this.#random = random;
  }

  /** A release of it went live. */
  released(app: string): void {
    this.#sinceRollback.add(app);
  }

  /** @param next the application that is released next: its own canary must have ended by then. */
  async acts(next: string): Promise<Act[]> {
    const canaries = (await this.#site.live())?.canaries ?? [];
    const happens = (share: number) => this.#random() < share;
    const acts: Act[] = canaries
      .filter(({ app }) => app === next || happens(SHARES.end))
      .map(
        ({ app, version }) =>
          () =>
            this.#endCanary(app, version),
      );
    if (happens(SHARES.rollBack)) acts.push(() => this.#rollBack());
    if (happens(SHARES.prune)) acts.push(() => this.#prune());
    // What is restored must be the state as it is when the act begins.
    if (acts.length === 0 && happens(SHARES.restore)) acts.push(...(await this.#restores()));
    return acts;
  }

  async #endCanary(app: string, version: string): Promise<string> {
    if (this.#random() < 0.5) {
      await this.#site.promote(app);
      this.#good[app] = version;
      this.#sinceRollback.add(app);
      return `promoted ${app}`;
    }
    await this.#site.abort(app);
    this.#cloneOf(app).takeBack();
    return `aborted ${app}`;
  }

  /** The team takes back the commit that was live, as after a bad night. */
  async #rollBack(): Promise<string> {
    const running = (await this.#site.live())?.canaries.map(({ app }) => app) ?? [];
    const app = [...this.#sinceRollback].find((one) => !running.includes(one));
    if (app === undefined) return 'nothing to roll back';
    const { versions } = await this.#site.rollBack(app);
    this.#good[app] = versions[app] ?? '';
    this.#sinceRollback.delete(app);
    this.#cloneOf(app).takeBack();
    return `rolled back ${app}`;
  }

  /** The whole site as it was one change ago, and back again. */
  async #restore(revision: number): Promise<string> {
    const { versions } = await this.#site.restore(revision);
    Object.assign(this.#good, versions);
    return `restored state ${revision}`;
  }

  async #restores(): Promise<Act[]> {
    const [latest, before] = await this.#site.destination.history();
    if (latest === undefined || before === undefined) return [];
    if (latest.canaries.length + before.canaries.length > 0) return [];
    return [() => this.#restore(before.revision), () => this.#restore(latest.revision)];
  }

  async #prune(): Promise<string> {
    const plan = await this.#site.planPrune(KEPT);
    await this.#site.prune(plan);
    return `pruned ${plan.versions.length} versions, ${plan.paths.length} folders`;
  }

  #cloneOf(app: string): TeamClone {
    const team = this.#teams.find(({ remote }) => remote.app === app);
    if (team === undefined) throw new Error(`No team has ${app}`);
    return team.clone;
  }
}

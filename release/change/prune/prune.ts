import { counted } from '@corvane/shared/lib/counted';
import { UserError } from '@corvane/tools/command/user-error';
import { type Destination, pathsOfVersion } from '../../store/destination.ts';
import { TEMPORARY_SUFFIX } from '../../store/place-directory.ts';
import { markFile, type ReleaseRecord, SIGNATURES_DIRECTORY } from '../../store/release-record.ts';
import { compositionsOf, pathsOfState, type SiteState } from '../../store/site-state.ts';
import { commitNext, type LiveSite, NOTHING_RELEASED, readLiveSite } from '../change-site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Retention {
  /** Versions of each application that were live last stay, however old: never fewer than the live one and one more. */
  versions: number;
  /** Days for which a version stays after it was last live, however many there are. */
  days: number;
}

/** An open tab keeps working this long. docs/contracts/remote.md promises it. */
export const RETENTION: Retention = { versions: 20, days: 30 };
const PREVIEW_DAYS = 7;
/** Younger files may belong to a running release. */
const UNFINISHED_DAYS = 1;

interface PrunePlan {
  /** `<application>/<version>`. */
  versions: string[];
  /** Paths relative to the root: pages, states, previews and leftovers. */
  paths: string[];
}

/** The removable files: never live ones, never those of a canary or a last good version. */
export async function planPrune(destination: Destination, retention = RETENTION): Promise<PrunePlan> {
  const live = await liveSite(destination);
  const states = await destination.history();
  const records = await destination.records();
  const versions = [
    ...expendableVersions(records, states, live, retention),
    ...(await halfRemoved(destination, live, records)),
  ];
  const keptStates = states.filter(
    (state, index) => index < retention.versions || ageDays(state.changedAt) < retention.days,
  );
  const keptPages = new Set([...keptStates, live.state].flatMap(compositionsOf));
  // They prove that a version was live. A rollback composes their pages again.
  const proofs = latestStateOfEach(states, new Set(versions));
  const goneStates = states.filter(
    (state) => !keptStates.includes(state) && !proofs.has(state) && state.revision !== live.state.revision,
  );
  const stored = async (directory: string, isGone: (name: string, days: number) => boolean) =>
    (await destination.list(directory))
      .filter(({ name, changedAt }) => isGone(name, ageDays(changedAt)))
      .map(({ name }) => `${directory}/${name}`);
  return {
    versions,
    paths: [
      ...goneStates.map(({ revision }) => `states/${revision}`),
      ...(await stored('pages', (name, days) => !keptPages.has(name) && days > UNFINISHED_DAYS)),
      ...(await stored('previews', (_name, days) => days > PREVIEW_DAYS)),
      ...(await stored('states', (name, days) => name.endsWith(TEMPORARY_SUFFIX) && days > UNFINISHED_DAYS)),
    ],
  };
}

/**
 * Removes the files of the plan. It first marks the versions and pages in a next state. So a rollback or a restore
 * that starts during the prune refuses them, and an earlier one keeps them.
 * @throws UserError when the plan would remove a live version.
 */
export async function prune(destination: Destination, plan: PrunePlan): Promise<void> {
  const isPages = (file: string) => file.startsWith('pages/') && !file.endsWith(TEMPORARY_SUFFIX);
  const wanted = [...plan.versions, ...plan.paths.filter(isPages)];
  const retired = wanted.length === 0 ? [] : await retire(destination, plan.versions, wanted);
  const marks = await destination.marks();
  const signatures = await destination.list(SIGNATURES_DIRECTORY);
  for (const name of plan.versions) {
    // A change by an older tool may have made it live meanwhile.
    if (neededVersions(await liveSite(destination)).has(name)) continue;
    const [app = '', version = ''] = name.split('/');
    await destination.remove([
      // The record first: without it the version is not there.
      ...pathsOfVersion(destination.store, app, version).reverse(),
      ...marks.filter((mark) => mark.app === app && mark.version === version).map(markFile),
      ...signatures
        .filter((signature) => signature.name.startsWith(`${app}@${version}@`))
        .map((signature) => `${SIGNATURES_DIRECTORY}/${signature.name}`),
    ]);
  }
  const paths = plan.paths.filter((file) => !isPages(file) || retired.includes(file));
  await destination.remove([
    ...paths,
    ...signatures
      .filter(({ name }) => paths.includes(`pages/${name.split('@')[1]}`))
      .map(({ name }) => `${SIGNATURES_DIRECTORY}/${name}`),
  ]);
  await destination.store.tellPreviews();
}

/** Versions of a prune that was stopped after their records. */
async function halfRemoved(
  destination: Destination,
  live: LiveSite,
  records: readonly ReleaseRecord[],
): Promise<string[]> {
  const needed = neededVersions(live);
  const names: string[] = [];
  for (const name of live.state.retired) {
    const [app = '', version = ''] = name.split('/');
    if (app === 'pages' || needed.has(name)) continue;
    if (records.some((record) => record.app === app && record.version === version)) continue;
    if ((await destination.bytesOf(pathsOfVersion(destination.store, app, version))) > 0) names.push(name);
  }
  return names;
}

/**
 * The live pages stay as they are: a machine that prunes writes no page, and runs nothing of a version.
 * @returns what is wanted and is not live.
 */
async function retire(
  destination: Destination,
  versions: readonly string[],
  wanted: readonly string[],
): Promise<string[]> {
  const next = await commitNext(destination, async (live) => {
    if (live === null) throw new UserError(NOTHING_RELEASED);
    refuseNeeded(versions, live);
    return {
      ...live.state,
      revision: live.state.revision + 1,
      changedAt: new Date().toISOString(),
      action: `prune ${versions.length === 0 ? 'pages' : counted(versions.length, 'version')}`,
      person: '',
      brought: [],
      retired: wanted.filter((name) => !pathsOfState(live.state).includes(name)),
    };
  });
  return next.retired;
}

/** For each version that stays, the latest state in which it was live. */
function latestStateOfEach(latestFirst: readonly SiteState[], gone: ReadonlySet<string>): Set<SiteState> {
  const proofs = new Map<string, SiteState>();
  for (const state of latestFirst) {
    for (const [app, version] of Object.entries(state.versions)) {
      const name = `${app}/${version}`;
      if (!gone.has(name) && !proofs.has(name)) proofs.set(name, state);
    }
  }
  return new Set(proofs.values());
}

function refuseNeeded(versions: readonly string[], live: LiveSite): void {
  const needed = neededVersions(live);
  const wrong = versions.find((name) => needed.has(name));
  if (wrong !== undefined) throw new UserError(`${wrong} is live: nothing was removed`);
}

function expendableVersions(
  records: readonly ReleaseRecord[],
  latestFirst: readonly SiteState[],
  live: LiveSite,
  { versions, days }: Retention,
): string[] {
  const needed = neededVersions(live);
  const lastLive = lastLiveOf(latestFirst);
  return records
    .filter(({ app, version, publishedAt }) => {
      const { until = publishedAt, rank } = lastLive.get(`${app}/${version}`) ?? {};
      // A preview, an ended canary, or one that a release is about to make live.
      if (rank === undefined) return ageDays(until) >= Math.max(days, PREVIEW_DAYS);
      return rank >= Math.max(versions, 2) && ageDays(until) >= days;
    })
    .map(({ app, version }) => `${app}/${version}`)
    .filter((name) => !needed.has(name));
}

interface LastLive {
  until: Date | string;
  /** How many of its application were live after it. A version that was only a canary has none. */
  rank?: number;
}

/** Of each version that visitors received. The states tell the order. */
function lastLiveOf(latestFirst: readonly SiteState[]): Map<string, LastLive> {
  const lastLive = new Map<string, LastLive>();
  const ranks = new Map<string, number>();
  let until: Date | string = new Date();
  for (const { versions, canaries, changedAt } of latestFirst) {
    for (const { app, version } of canaries) {
      const name = `${app}/${version}`;
      lastLive.set(name, lastLive.get(name) ?? { until });
    }
    for (const [app, version] of Object.entries(versions)) {
      const name = `${app}/${version}`;
      const last = lastLive.get(name) ?? { until };
      if (last.rank !== undefined) continue;
      const rank = ranks.get(app) ?? 0;
      lastLive.set(name, { ...last, rank });
      ranks.set(app, rank + 1);
    }
    until = changedAt;
  }
  return lastLive;
}

function neededVersions({ registry, canaries }: LiveSite): Set<string> {
  const registries = [registry, ...canaries.map((canary) => canary.registry)];
  return new Set(
    registries.flatMap(({ host, remotes }) => [
      `host/${host.version}`,
      ...Object.entries(remotes).flatMap(([name, { version, previous }]) => [
        `${name}/${version}`,
        ...(previous === null ? [] : [`${name}/${previous.version}`]),
      ]),
    ]),
  );
}

function ageDays(at: string | Date): number {
  return (Date.now() - new Date(at).getTime()) / DAY_MS;
}

async function liveSite(destination: Destination): Promise<LiveSite> {
  const live = await readLiveSite(destination);
  if (live === null) throw new UserError(NOTHING_RELEASED);
  return live;
}

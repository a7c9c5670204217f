import { type KeyObject, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { versionsOf } from '@corvane/shared/contracts/remote/versions-of';
import { UserError } from '@corvane/tools/command/user-error';
import { refuseBlockedScripts } from '../compose/blocked-scripts.ts';
import { composeSite, compositionIdOf, isComposed } from '../compose/compose.ts';
import type { SiteReleases } from '../compose/site-releases.ts';
import { type Destination, pathsOfVersion } from '../store/destination.ts';
import { changesOf, withChanges } from '../store/release-history.ts';
import type { SiteConfig } from '../store/site-config.ts';
import {
  type Brought,
  type Canary,
  canaryOf,
  compositionsOf,
  isShown,
  lanesFor,
  lanesOf,
  type SiteState,
  stillRetired,
} from '../store/site-state.ts';
import { refuseArrivingBad } from './mark-version.ts';
import { dropUnsigned, refuseUnsignedBase, signLivePages, signPages } from './signing/check-pages.ts';
import { refuseChanged, refuseUnsigned, type ShownVersions, shownBy } from './signing/check-signatures.ts';
import { appsWithKeys } from './signing/site-keys.ts';

export interface LiveSite {
  state: SiteState;
  registry: Registry;
  canaries: (Canary & { registry: Registry })[];
}

/** The next live state. */
export interface SiteChange {
  /** For the history: 'release marketing 1a2b3c'. */
  action: string;
  site: SiteConfig;
  releases: SiteReleases;
  canaries: readonly TriedVersion[];
  /** As in `SiteState`. Without them, the live ones stay. */
  commits?: Readonly<Record<string, string>>;
  /** Empty when not given. */
  brought?: Brought[];
}

export type TriedVersion = Pick<Canary, 'app' | 'version' | 'percent' | 'commit'> & {
  releases: SiteReleases;
};

/** Who makes a change. */
export interface ChangedBy {
  /** Git's name of the person. */
  person?: string;
  /** Signs new pages, on a site with keys. A change that shows earlier pages again needs none. */
  signingKey?: KeyObject | undefined;
}

interface ChangeOptions extends ChangedBy {
  testCandidate?: TestCandidate | undefined;
  /** Builds on live pages even if no key of the site signed them. */
  insists?: boolean;
}

/** Checks a composed candidate. @throws UserError naming its problem. */
export type TestCandidate = (compositionId: string) => Promise<void>;

const MAX_ATTEMPTS = 20;
export const NOTHING_RELEASED = 'Nothing has been released yet. Release the host first.';

/**
 * Changes what is live. `decide` names the next state, given the live one. Everything is composed, tested and sent
 * before one commit makes it visible. When another release is faster, `decide` runs again with that release's
 * state, so that both land. Nothing of a version is run before its signature is checked.
 * @returns the live state. It is unchanged when `decide` answers null.
 * @throws UserError also for an arriving version that was marked bad meanwhile.
 */
export async function changeSite(
  destination: Destination,
  decide: (live: LiveSite | null) => Promise<SiteChange | null>,
  { person = '', signingKey, testCandidate = async () => {}, insists = false }: ChangeOptions = {},
): Promise<SiteState> {
  const takesSignedOnly = (await appsWithKeys(destination)).length > 0;
  const signer = takesSignedOnly ? signingKey : undefined;
  const tested = new Set<string>();
  const composed = new Set<string>();
  return commitNext(destination, async (live) => {
    const change = await decide(live);
    if (change === null) {
      if (live === null) throw new UserError(NOTHING_RELEASED);
      // So that the key of a pipeline's first run may be the only one from then on.
      if (signer !== undefined) await signLivePages(destination, live.state, signer);
      return live.state;
    }
    const isLive = (id: string) => live !== null && compositionsOf(live.state).includes(id);
    const shown = live && shownLive(live);
    const sites = [change.releases, ...change.canaries.map(({ releases }) => releases)];
    const wanted = shownBy(change.releases, sites.slice(1));
    await refuseUnsigned(destination, wanted, shown);
    for (const releases of sites) {
      const id = compositionIdOf(releases, change.site);
      await refusePruned(destination, live?.state ?? null, id);
      if (takesSignedOnly && !isLive(id) && !composed.has(id))
        await dropUnsigned(destination, id, change.site);
      if (isComposed(destination.store, releases, change.site)) continue;
      if (takesSignedOnly) await refuseUnsignedBase(destination, live?.state ?? null, signer, insists);
      composed.add(id);
      await refuseChanged(destination, releases, shown);
    }
    const next = await compose(destination, live, change, person);
    for (const id of compositionsOf(next).filter((one) => !isLive(one))) {
      if (!tested.has(id)) await testCandidate(id);
      tested.add(id);
      // Pages of an earlier state serve again if they are of the same versions.
      await refuseBlockedScripts(destination.store.pagesDir(id), 'The new state');
    }
    await destination.push(pathsOf(destination, sites, next));
    if (signer !== undefined)
      for (const id of compositionsOf(next).filter((one) => composed.has(one)))
        await signPages(destination, id, next.site, signer);
    // Composing and testing take a while, in which a person can find a fault.
    await refuseArrivingBad(destination, wanted, shown);
    return next;
  }).catch(async (error: unknown) => {
    for (const id of composed) await destination.store.dropComposition(id).catch(() => {});
    throw error;
  });
}

/** As `changeSite`, of a site that was released. Without other settings, the live ones stay. */
export function changeLiveSite(
  destination: Destination,
  decide: (live: LiveSite) => Promise<(Omit<SiteChange, 'site'> & { site?: SiteConfig }) | null>,
  by: ChangedBy = {},
): Promise<SiteState> {
  return changeSite(
    destination,
    async (live) => {
      if (live === null) throw new UserError(NOTHING_RELEASED);
      const change = await decide(live);
      return change && { site: live.state.site, ...change };
    },
    by,
  );
}

/**
 * Makes a next state live. When another change is faster, `nextOf` runs again with that change's state.
 * @returns the live state. It is unchanged when `nextOf` answers the state that was live.
 */
export async function commitNext(
  destination: Destination,
  nextOf: (live: LiveSite | null) => Promise<SiteState>,
): Promise<SiteState> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const live = await readLiveSite(destination);
    const next = await nextOf(live);
    if (next === live?.state) return next;
    const told = await withHistory(destination, live?.state ?? null, next);
    if (await destination.commit(told)) return told;
    // Otherwise, releases that started together would keep colliding.
    await new Promise((resolve) => setTimeout(resolve, randomInt(20, 200)));
  }
  throw new UserError(`Other releases of ${destination.name} keep finishing first. Run the command again.`);
}

/** The state with the changes that led to it. Of a state by an older release, they are found in all earlier states. */
export async function withHistory(
  { history }: Destination,
  before: SiteState | null,
  next: SiteState,
): Promise<SiteState> {
  const earlier = before === null ? [] : (before.changes ?? changesOf(await history()));
  return { ...next, changes: withChanges(earlier, before, next) };
}

/** @throws UserError for pages that a prune is removing at this moment. */
export async function refusePruned(
  destination: Destination,
  live: SiteState | null,
  compositionId: string,
): Promise<void> {
  if (!live?.retired.includes(`pages/${compositionId}`)) return;
  if ((await destination.list('pages')).some(({ name }) => name === compositionId))
    throw beingPruned(`pages/${compositionId}`);
}

export function beingPruned(what: string): UserError {
  return new UserError(`${what} is being pruned. Run the command again in a minute.`);
}

/** Whether a prune is removing a version at this moment, or was stopped while it did. */
export async function isBeingPruned(
  destination: Destination,
  live: SiteState | null,
  app: string,
  version: string,
): Promise<boolean> {
  const name = `${app}/${version}`;
  if (!live?.retired.includes(name) || isShown(live, app, version)) return false;
  if ((await destination.bytesOf(pathsOfVersion(destination.store, app, version))) === 0) return false;
  const [states, files] = await Promise.all([destination.history(), destination.list(`releases/${app}`)]);
  const pruned = states.find(({ action, retired }) => action.startsWith('prune ') && retired.includes(name));
  if (pruned === undefined) return false;
  const record = files.find((file) => file.name === `${version}.json`);
  // A later record is of a version that was published again since, as for a preview.
  return record === undefined || record.changedAt <= new Date(pruned.changedAt);
}

/** @throws UserError when something is live that cannot be read. */
export async function readLiveSite({ pull, store }: Destination): Promise<LiveSite | null> {
  const state = await pull();
  if (state === null) return null;
  return {
    state,
    registry: await store.registry(state.compositionId),
    canaries: await Promise.all(
      state.canaries.map(async (canary) => ({
        ...canary,
        registry: await store.registry(canary.compositionId),
      })),
    ),
  };
}

export function shownLive({ registry, canaries }: LiveSite): ShownVersions {
  return shownBy(
    registry,
    canaries.map((canary) => canary.registry),
  );
}

async function compose(
  destination: Destination,
  live: LiveSite | null,
  { action, site, releases, canaries, commits, brought = [] }: SiteChange,
  person: string,
): Promise<SiteState> {
  const { store } = destination;
  const compositionId = await composeSite(store, releases, site);
  const changedAt = new Date().toISOString();
  const placed: Canary[] = [];
  for (const { app, version, percent, commit, releases: tried } of canaries) {
    const running = live === null ? undefined : canaryOf(live.state, app);
    const others = (live?.state.canaries ?? []).filter((other) => other.app !== app);
    placed.push({
      app,
      version,
      percent,
      lanes: lanesFor(percent, running === undefined ? [] : lanesOf(running), others.flatMap(lanesOf)),
      commit,
      // At another share its views are counted from the start: they are compared with the live ones of the same time.
      begunAt:
        running?.version === version && running.percent === percent
          ? (running.begunAt ?? live?.state.changedAt ?? changedAt)
          : changedAt,
      compositionId: await composeSite(store, tried, site),
    });
  }
  const shown = { compositionId, versions: versionsOf(releases), canaries: placed };
  return {
    schemaVersion: 1,
    revision: (live?.state.revision ?? 0) + 1,
    changedAt,
    action,
    person,
    brought,
    ...shown,
    commits: { ...(commits ?? live?.state.commits) },
    site,
    retired: stillRetired(live?.state.retired ?? [], shown),
  };
}

function pathsOf({ store }: Destination, sites: readonly SiteReleases[], next: SiteState): string[] {
  const versions = sites.flatMap((site) => Object.entries(versionsOf(site)));
  const paths = [
    ...versions.flatMap(([app, version]) => pathsOfVersion(store, app, version)),
    ...compositionsOf(next).map((id) => `pages/${id}`),
  ];
  return [...new Set(paths)].filter((file) => existsSync(`${store.root}/${file}`));
}

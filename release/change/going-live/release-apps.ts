import type { KeyObject } from 'node:crypto';
import { oneLine } from '@corvane/shared/lib/plain-text';
import type { AppBuild } from '@corvane/tools/build/build-app';
import { UserError } from '@corvane/tools/command/user-error';
import type { CommitHistory } from '../../build/commit-history.ts';
import { type BuildDescription, describeBuild } from '../../build/describe-build.ts';
import { signBuild } from '../../build/signed-release.ts';
import {
  completeReleases,
  type PartialReleases,
  type SiteReleases,
  versionIn,
  withRelease,
  withRemote,
} from '../../compose/site-releases.ts';
import type { Destination } from '../../store/destination.ts';
import { type ReleaseSource, signatureFile } from '../../store/release-record.ts';
import { publicKeyOf } from '../../store/signing-keys.ts';
import type { SiteConfig } from '../../store/site-config.ts';
import { type Brought, canaryOf, type SiteState } from '../../store/site-state.ts';
import {
  beingPruned,
  type ChangedBy,
  changeSite,
  isBeingPruned,
  type LiveSite,
  type SiteChange,
  type TestCandidate,
  type TriedVersion,
} from '../change-site.ts';
import { refuseBehind, refuseTakenBack, takenBackOf, withCommit } from '../live-commit.ts';
import { refuseBad } from '../mark-version.ts';
import { willSign } from '../signing/check-signatures.ts';
import { publishBuild } from './publish.ts';

export interface ReleaseOptions extends ChangedBy {
  /** The settings of the pages. Default: the live site's own. */
  site?: SiteConfig;
  /** null for builds that came without their history. */
  source?: ReleaseSource | null;
  /** Compares the source's commit with the live one. Without it, nothing is compared. */
  history?: CommitHistory;
  /** Releases a commit that does not contain the live one. */
  behind?: boolean;
  /** Releases a commit that contains one that was taken back, or on unsigned live pages: the reason, for the history. */
  insist?: string;
  /** Share of the visitors who get the release, in whole percent. Default: all. */
  canaryPercent?: number;
  /** Skips an application with a running canary, where a release would be refused. */
  keepsCanary?: boolean;
  testCandidate?: TestCandidate;
}

/**
 * Publishes builds, composes the site from them and the other live applications, and makes it live. Until the last
 * step visitors see no change, and a refused release leaves nothing in a document root. A bucket keeps what was sent.
 * @throws UserError saying in one line why it is not released.
 */
export async function releaseApps(
  destination: Destination,
  builds: readonly AppBuild[],
  options: ReleaseOptions = {},
): Promise<SiteState> {
  const { source = null, person = '', signingKey, insist, testCandidate } = options;
  const apps = builds.map(({ app }) => app);
  const signer = (await willSign(destination, apps, signingKey)) ? signingKey : undefined;
  const before = await destination.pull();
  const described: DescribedBuild[] = [];
  const takeBack: (() => Promise<void>)[] = [];
  try {
    for (const build of builds) {
      const description = await describeBuild(build);
      const { version } = description;
      described.push({ app: build.app, description });
      if (await isBeingPruned(destination, before, build.app, version))
        throw beingPruned(`${build.app} ${version}`);
      // What is there already must be the same, or the signature would not match it.
      if (signer !== undefined) await destination.pullVersion(build.app, version);
      takeBack.push(
        await publishBuild(destination.store, build, description, { source, person, purpose: 'release' }),
      );
      if (signer !== undefined) await keepSignature(destination, build, description, signer);
    }
    return await changeSite(
      destination,
      async (live) => {
        const marks = await destination.marks();
        for (const { app, description } of described) {
          const { version } = description;
          refuseBad(marks, app, version);
          const isRetired = ({ retired }: SiteState) => retired.includes(`${app}/${version}`);
          // A prune began after this release did.
          if (live !== null && isRetired(live.state) && (before === null || !isRetired(before)))
            throw beingPruned(`${app} ${version}`);
        }
        const commits = await compareCommits(live, described, options, (app) =>
          destination.history().then((states) => takenBackOf(states, marks, app)),
        );
        return planRelease(destination, live, described, options, commits);
      },
      { person, signingKey: signer, testCandidate, insists: insist !== undefined },
    );
  } catch (error) {
    for (const drop of takeBack) await drop().catch(() => {});
    throw error;
  }
}

/** Signing again, by the same key, writes the same. */
async function keepSignature(
  destination: Destination,
  build: AppBuild,
  description: BuildDescription,
  signer: KeyObject,
): Promise<void> {
  const signature = await signBuild(build, description, signer);
  const file = signatureFile(build.app, description.version, publicKeyOf(signer).id);
  await destination.writeText(file, JSON.stringify(signature));
}

/** The changes of the release for each application. @throws UserError for a commit that does not contain the live one. */
async function compareCommits(
  live: LiveSite | null,
  described: readonly DescribedBuild[],
  { source = null, history, behind = false, insist }: ReleaseOptions,
  takenBack: (app: string) => Promise<ReturnType<typeof takenBackOf>>,
): Promise<Brought[]> {
  const commit = source?.commit ?? null;
  const brought: Brought[] = [];
  for (const { app, description } of described) {
    const { version } = description;
    const parentCommit = live?.state.commits[app] ?? null;
    const isNew = live === null || versionIn(live.registry, app) !== version;
    if (!isNew) continue;
    const comparable = commit !== null && history !== undefined;
    if (comparable && live !== null && !behind) await refuseBehind(live.state, app, commit, history);
    if (comparable && live !== null && insist === undefined)
      await refuseTakenBack(live.state, app, commit, history, await takenBack(app));
    const subjects = comparable ? await history.subjects(app, commit, parentCommit) : [];
    const insisted = insist === undefined ? {} : { insisted: oneLine(insist) };
    brought.push({ app, version, commit, parentCommit, subjects, ...insisted });
  }
  return brought;
}

/** A version that is already live has no changes. */
const UNKNOWN = { commit: null, parentCommit: null, subjects: [] };

interface DescribedBuild {
  app: string;
  description: BuildDescription;
}

function planRelease(
  { store }: Destination,
  live: LiveSite | null,
  given: readonly DescribedBuild[],
  { site = live?.state.site, canaryPercent, keepsCanary = false, person = '' }: ReleaseOptions,
  brought: readonly Brought[],
): SiteChange | null {
  const canary = (app: string) => live?.canaries.find((running) => running.app === app);
  const builds = keepsCanary ? given.filter(({ app }) => canary(app) === undefined) : given;
  if (site === undefined) {
    throw new UserError('The first release needs SITE_URL and SUPABASE_PUBLISHABLE_KEY. Set both.');
  }
  const base: PartialReleases = live?.registry ?? { schemaVersion: 1, remotes: {} };
  let changed = base;
  for (const { app, description } of builds) {
    const { commit, parentCommit, subjects } = brought.find((change) => change.app === app) ?? UNKNOWN;
    const origin = { person, commit, parentCommit, subjects };
    changed = withRelease(changed, store, app, { ...description, origin });
  }
  const named = builds.map(({ app, description }) => `${app} ${description.version}`).join(', ');
  if (canaryPercent !== undefined)
    return planCanary(live, changed, builds, { site, percent: canaryPercent, brought });

  const isSameSite = JSON.stringify(site) === JSON.stringify(live?.state.site);
  if (changed === base && live !== null && isSameSite) return null;
  for (const { app } of builds) {
    const running = canary(app);
    if (running !== undefined && versionIn(changed, app) !== versionIn(base, app))
      throw new UserError(`A canary of ${app} ${running.version} is running: promote or abort it first`);
  }
  const releases = completeReleases(changed);
  const landed = brought.filter(({ app }) => builds.some((build) => build.app === app));
  let commits = live?.state.commits ?? {};
  for (const { app, commit } of landed) commits = withCommit(commits, app, commit);
  return {
    action: `release ${named}`,
    site,
    releases,
    commits,
    brought: landed,
    canaries: rebasedCanaries(live, releases),
  };
}

function planCanary(
  live: LiveSite | null,
  changed: PartialReleases,
  builds: readonly DescribedBuild[],
  { site, percent, brought }: { site: SiteConfig; percent: number; brought: readonly Brought[] },
): SiteChange | null {
  const [build] = builds;
  if (live === null || build === undefined)
    throw new UserError('A canary needs a live site. Release the host first.');
  const { app, description } = build;
  const { version } = description;
  const running = canaryOf(live.state, app);
  // A pipeline that runs again, or a change that leaves the build as it was.
  if (versionIn(live.registry, app) === version) return null;
  const isSameCanary = running?.version === version && running.percent === percent;
  const isSameSite = JSON.stringify(site) === JSON.stringify(live.state.site);
  if (isSameCanary && isSameSite) return null;
  const releases = completeReleases(live.registry);
  const others = rebasedCanaries(live, releases, app);
  refuseCrowded(others, percent);
  return {
    action: `canary ${app} ${version} ${percent} %`,
    site,
    releases,
    brought: [...brought],
    canaries: [
      ...others,
      { app, version, percent, commit: brought[0]?.commit ?? null, releases: completeReleases(changed) },
    ],
  };
}

/** @throws UserError when the other canaries leave too few visitors. The last lane always shows what is live. */
export function refuseCrowded(others: readonly TriedVersion[], percent: number): void {
  const left = 99 - others.reduce((sum, other) => sum + other.percent, 0);
  if (percent <= left) return;
  const named = others.map((other) => `${other.app} ${other.percent} %`).join(', ');
  throw new UserError(`Other canaries are running (${named}): at most ${left} % are left`);
}

/**
 * The running canaries on top of another site: a canary's own application stays its own, all others are the site's.
 * @param ended application whose canary does not go on.
 */
export function rebasedCanaries(
  live: LiveSite | null,
  releases: SiteReleases,
  ended?: string,
): TriedVersion[] {
  const going = (live?.canaries ?? []).filter(({ app }) => app !== ended);
  return going.map(({ app, version, percent, commit, registry }) => {
    const remote = registry.remotes[app];
    const rebased =
      app === 'host'
        ? { ...releases, host: registry.host }
        : remote === undefined
          ? releases
          : withRemote(releases, app, remote);
    return { app, version, percent, commit, releases: completeReleases(rebased) };
  });
}

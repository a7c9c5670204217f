import { contractMismatch } from '@corvane/shared/contracts/remote/contract-window';
import type { Registry, Release, RemoteRelease } from '@corvane/shared/contracts/remote/registry';
import { UserError } from '@corvane/tools/command/user-error';
import type { BuildDescription } from '../build/describe-build.ts';
import type { SiteStore } from '../store/site-store.ts';

/** Releases that make up a site, not yet composed. */
export type SiteReleases = Omit<Registry, 'compositionId'>;

/** Before the host was ever released a site is a set of remotes: an error only once it is to be composed. */
export type PartialReleases = Omit<SiteReleases, 'host'> & { host?: Release };

type NewRelease = Pick<
  BuildDescription,
  'version' | 'contractVersion' | 'entry' | 'css' | 'preload' | 'integrity' | 'routes'
> &
  Pick<BuildDescription, 'navigation' | 'redirects'> &
  Pick<Release, 'origin'>;

/** Live version of an application, null when it has none. */
export function versionIn(releases: PartialReleases, app: string): string | null {
  return (app === 'host' ? releases.host?.version : releases.remotes[app]?.version) ?? null;
}

/** The same site with another version of one application. The replaced version becomes its last good one. */
export function withRelease(
  releases: PartialReleases,
  store: SiteStore,
  app: string,
  build: NewRelease,
): PartialReleases {
  const { version, contractVersion, entry, css, preload, integrity, routes, origin } = build;
  if (versionIn(releases, app) === version) return releases;
  const release: Release = {
    version,
    contractVersion,
    base: store.publicBase(app, version),
    entry,
    css,
    preload,
    integrity,
    ...(origin === undefined ? {} : { origin }),
  };
  if (app === 'host') return { ...releases, host: release };
  const replaced = releases.remotes[app];
  return withRemote(releases, app, {
    ...release,
    routes,
    ...(build.navigation === undefined ? {} : { navigation: build.navigation }),
    ...(build.redirects === undefined ? {} : { redirects: build.redirects }),
    previous: replaced ? lastGoodOf(replaced) : null,
  });
}

export function withRemote<T extends PartialReleases>(releases: T, app: string, release: RemoteRelease): T {
  return { ...releases, remotes: { ...releases.remotes, [app]: release } };
}

function lastGoodOf({
  routes: _routes,
  navigation: _navigation,
  redirects: _redirects,
  previous: _previous,
  ...release
}: RemoteRelease): Release {
  return release;
}

/**
 * A site that can be composed.
 * @throws UserError without a host, or with a host and a remote whose contracts are too far apart.
 */
export function completeReleases({
  schemaVersion,
  host,
  remotes,
  removedPages,
}: PartialReleases): SiteReleases {
  if (host === undefined) throw new UserError('The host has no release yet. Release it first.');
  for (const [name, remote] of Object.entries(remotes)) {
    const mismatch = contractMismatch(host.contractVersion, remote.contractVersion);
    if (mismatch === null) continue;
    const facts = `${name} ${remote.version} was built for contract ${remote.contractVersion}, host ${host.version} for ${host.contractVersion}`;
    throw new UserError(
      mismatch === 'remote-too-old'
        ? `${facts}: bring ${name} to contract ${host.contractVersion - 1} or later first`
        : `${facts}: release a newer host first`,
    );
  }
  // Named one by one: a registry that was read back is more than its releases.
  return { schemaVersion, host, remotes, ...(removedPages?.length ? { removedPages } : {}) };
}

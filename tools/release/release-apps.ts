import type { Registry, RemoteRelease } from '@corvane/shared/contracts/registry';
import type { AppBuild } from '../build/build-app.ts';
import { StackError } from '../stack/stack-error.ts';
import { composeSite, type SiteConfig } from './compose.ts';
import { type BuildDescription, describeBuild } from './describe-build.ts';
import { publishBuild } from './publish.ts';
import type { SiteStore } from './site-store.ts';

/**
 * Publishes builds, composes the site from them and from whatever else is live, and makes it live.
 * Until the last step nothing that a visitor can see has changed.
 */
export async function releaseApps(
  store: SiteStore,
  builds: readonly AppBuild[],
  site: SiteConfig,
): Promise<Registry> {
  return store.withLock(async () => {
    const live = await store.liveRegistry();
    const releasedAt = new Date().toISOString();
    let host = live?.host;
    const remotes = { ...live?.remotes };
    for (const build of builds) {
      const description = await describeBuild(build);
      await publishBuild(store, build, description);
      const release = releaseOf(store, build.app, description, releasedAt);
      if (build.app === 'host') {
        if (host?.version !== release.version) host = withoutRoutes(release);
      } else if (remotes[build.app]?.version !== release.version) {
        remotes[build.app] = { ...release, previous: previousOf(remotes[build.app]) };
      }
    }
    if (host === undefined) throw new StackError('The host was never released: release it first');
    const compositionId = await composeSite(store, { schemaVersion: 1, host, remotes }, site);
    await store.makeLive(compositionId);
    const released = await store.liveRegistry();
    if (released === null) throw new StackError('The release did not become live');
    return released;
  });
}

function releaseOf(store: SiteStore, app: string, description: BuildDescription, releasedAt: string) {
  const { version, contractVersion, entry, css, preload, integrity, routes } = description;
  return {
    version,
    contractVersion,
    base: store.publicBase(app, version),
    entry,
    css,
    preload,
    integrity,
    routes,
    releasedAt,
  };
}

function withoutRoutes({ routes: _routes, ...release }: ReturnType<typeof releaseOf>) {
  return release;
}

function previousOf(live: RemoteRelease | undefined): RemoteRelease['previous'] {
  if (live === undefined) return null;
  const { routes: _routes, previous: _previous, ...release } = live;
  return release;
}

import type { RemoteFailureEvent } from '@corvane/shared/contracts/backend/site-events';
import { contractMismatch } from '@corvane/shared/contracts/remote/contract-window';
import { CONTRACT_VERSION } from '@corvane/shared/contracts/remote/host-services';
import type { Registry, Release, RemoteRelease } from '@corvane/shared/contracts/remote/registry';
import type {
  PrefetchServices,
  RemoteModule,
  RemotePageProps,
} from '@corvane/shared/contracts/remote/remote';
import type { ComponentType } from 'react';
import { sessionIdOf } from '../session/read-session.ts';

export type RemotePageComponent = ComponentType<RemotePageProps>;

/** Provides the pages of the remotes, from the network, or from memory while prerendering. */
export interface RemoteLoader {
  /**
   * The same promise for the same page until `forget`, so React can wait for it. With the host's services, the page
   * begins its calls meanwhile.
   */
  page(remote: string, path: string, host?: PrefetchServices): Promise<RemotePageComponent>;
  /** Loads a page that a visitor is about to open. It reports no failure, because `page` tries again. */
  prepare(remote: string, path: string): void;
  /** Lets a page call the backend before it is drawn. It does so once for each page in each session. */
  begin(remote: string, path: string, host: PrefetchServices): void;
  /** Makes the next `page` call load again. */
  forget(remote: string, path: string): void;
}

export type RemoteFailure = Omit<RemoteFailureEvent, 'kind'>;

export class RemoteUnavailableError extends Error {
  override readonly name = 'RemoteUnavailableError';
  readonly reason: RemoteFailure['reason'];

  constructor(message: string, reason: RemoteFailure['reason'] = 'failed', options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Longest wait for one version of a remote, its page and its stylesheets together. */
const LOAD_TIMEOUT_MS = 15_000;

interface Transport {
  importRemote(name: string, release: Release, attempt: number): Promise<RemoteModule>;
  loadStylesheet(href: string): Promise<void>;
  /** Called with every page that is loaded to be shown. */
  onLoad?(path: string, page: Promise<unknown>): void;
  /** Fetches a script that is about to be imported. */
  preloadModule?(href: string): void;
  /** Called for every version that could not be shown. */
  onFailure?(failure: RemoteFailure): void;
  timeoutMs?: number;
}

/**
 * Loads pages through Module Federation: the live version, and if that fails, the last good one. A failed version is
 * requested under a fresh URL the next time, never from memory.
 */
export function createRemoteLoader(registry: Registry, transport: Transport): RemoteLoader {
  const pages = new Map<string, Promise<RemotePageComponent>>();
  const modules = new Map<string, Promise<RemoteModule>>();
  const attempts = new Map<string, number>();
  /** Pages that have made their early calls, each with the session that it made them in. */
  const begun = new Set<string>();

  function module(name: string, release: Release): Promise<RemoteModule> {
    const key = `${name}@${release.version}`;
    const known = modules.get(key);
    if (known !== undefined) return known;
    const attempt = attempts.get(key) ?? 0;
    attempts.set(key, attempt + 1);
    const loading = transport.importRemote(name, release, attempt);
    modules.set(key, loading);
    return loading;
  }

  /** Asks for all files of a page at once. The browser would ask for each when it has read the one before. */
  function preload({ base, preload, routes }: RemoteRelease, path: string): void {
    const route = routes.find((candidate) => candidate.path === path);
    const files = [...preload, ...(route?.preload ?? []), ...(route?.preloadWithoutHtml ?? [])];
    for (const file of files) transport.preloadModule?.(base + file);
  }

  async function loadVersion(
    name: string,
    path: string,
    release: Release | RemoteRelease,
  ): Promise<RemotePageComponent> {
    // First: the page is not shown without them, and on a slow line files arrive in the order of their requests.
    const styles = release.css.map((file) => transport.loadStylesheet(release.base + file));
    if ('routes' in release) preload(release, path);
    const entry = module(name, release);
    let isEntryHere = false;
    const code = entry.then(async (remote) => {
      refuseOtherContract(name, release, remote);
      const route = remote.routes.find((candidate) => candidate.path === path);
      if (route === undefined)
        throw new RemoteUnavailableError(`${name} ${release.version} has no page ${path}`);
      isEntryHere = true;
      return (await route.load()).default;
    });
    const page = Promise.all([code, ...styles]).then(([component]) => component);
    try {
      return await withTimeout(page, transport.timeoutMs ?? LOAD_TIMEOUT_MS);
    } catch (error) {
      const key = `${name}@${release.version}`;
      // What failed may be the page alone. And another page may have asked for a fresh entry meanwhile.
      if (!isEntryHere && modules.get(key) === entry) modules.delete(key);
      throw error;
    }
  }

  async function load(name: string, path: string): Promise<RemotePageComponent> {
    const live = registry.remotes[name];
    if (live === undefined) throw new RemoteUnavailableError(`No live release of ${name}`);
    try {
      return await loadVersion(name, path, live);
    } catch (error) {
      console.error(`Remote ${name} ${live.version} failed to load`, error);
      const page = live.previous && (await loadVersion(name, path, live.previous).catch(() => null));
      const reason = reasonOf(error);
      transport.onFailure?.({ remote: name, version: live.version, reason, recovered: !!page });
      if (page) return page;
      throw new RemoteUnavailableError(error instanceof Error ? error.message : String(error), reason, {
        cause: error,
      });
    }
  }

  const loader: RemoteLoader = {
    page(remote, path, host) {
      if (host) loader.begin(remote, path, host);
      const key = `${remote} ${path}`;
      let page = pages.get(key);
      if (page === undefined) {
        page = load(remote, path);
        pages.set(key, page);
        transport.onLoad?.(path, page);
      }
      return page;
    },
    prepare(remote, path) {
      const live = registry.remotes[remote];
      if (live === undefined || pages.has(`${remote} ${path}`)) return;
      loadVersion(remote, path, live).catch(() => {});
    },
    begin(remote, path, host) {
      const key = `${remote} ${path} ${sessionIdOf(host.session)}`;
      const live = registry.remotes[remote];
      if (live === undefined || begun.has(key)) return;
      begun.add(key);
      module(remote, live)
        .then(({ routes }) => routes.find((route) => route.path === path)?.begin?.(host))
        // The page itself calls again and shows the error.
        .catch(() => {});
    },
    forget(remote, path) {
      pages.delete(`${remote} ${path}`);
    },
  };
  return loader;
}

/**
 * The release tool refuses such a remote. This one was published without the tool, or differs from its registry
 * entry.
 */
function refuseOtherContract(name: string, { version }: Release, remote: RemoteModule): void {
  if (contractMismatch(CONTRACT_VERSION, remote.contractVersion) === null) return;
  throw new RemoteUnavailableError(
    `${name} ${version} is built for contract ${remote.contractVersion}, not ${CONTRACT_VERSION}`,
    'wrong-contract',
  );
}

function reasonOf(error: unknown): RemoteFailure['reason'] {
  if (error instanceof RemoteUnavailableError) return error.reason;
  // The browsers' messages for a module or stylesheet that did not arrive. A module that throws has a different
  // message.
  const isFetchError = error instanceof TypeError && /fetch|import|load/i.test(error.message);
  return isFetchError || /could not be loaded/.test(String(error)) ? 'not-answered' : 'failed';
}

function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new RemoteUnavailableError(`No answer within ${timeoutMs} ms`, 'timed-out')),
      timeoutMs,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

import { ApiError } from '@corvane/shared/contracts/api-error';
import { type ApiClient, CONTRACT_VERSION } from '@corvane/shared/contracts/host-services';
import type { PageConfig } from '@corvane/shared/contracts/page-config';
import type { RemoteModule } from '@corvane/shared/contracts/remote';
import { type ReactElement, StrictMode } from 'react';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import type { HeadFields } from './app/page-head.ts';
import { NOT_FOUND_HEAD } from './app/page-outlet.tsx';
import { NO_RELEASES } from './releases/release-watch.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import { matchRoute } from './remotes/route-table.ts';
import { NO_STATIC_PAGE } from './remotes/static-page.ts';
import { SessionStore } from './session/session-store.ts';

/** Contract that this host serves: the release tool refuses remotes that are too far from it. */
export const contractVersion = CONTRACT_VERSION;

/** This host gets the token of a customer's link in memory: its pages may take it out of the address at once. */
export const takesLinkToken = true;

/** Pages are prerendered for all visitors, so rendering must not call the backend. */
const NO_API: ApiClient = {
  rpc: (name) => Promise.reject(new ApiError('unavailable', `${name} was called while prerendering`)),
  invoke: (name) => Promise.reject(new ApiError('unavailable', `${name} was called while prerendering`)),
};

const NO_STORAGE: Storage = {
  length: 0,
  clear() {},
  getItem: () => null,
  key: () => null,
  removeItem() {},
  setItem() {},
};

export interface PrerenderRequest {
  pathname: string;
  config: PageConfig;
  /** The live server builds, by remote. */
  remotes: Readonly<Record<string, RemoteModule>>;
}

export interface PrerenderPage {
  head: HeadFields;
  element: ReactElement;
}

/** The page at a path, as the release tool prerenders it and the browser hydrates it. */
export function createPage({ pathname, config, remotes }: PrerenderRequest): PrerenderPage {
  const loader = createRemoteLoader(config.registry, {
    importRemote: async (name) => {
      const remote = remotes[name];
      if (remote === undefined) throw new Error(`No server build of ${name}`);
      return remote;
    },
    loadStylesheet: async () => {},
  });
  const session = new SessionStore({ api: NO_API, storage: NO_STORAGE });
  const page = {
    config,
    loader,
    staticPage: NO_STATIC_PAGE,
    releases: NO_RELEASES,
    api: NO_API,
    openedLink: { status: 'none' } as const,
  };
  return {
    head: matchRoute(config.registry, pathname)?.route ?? NOT_FOUND_HEAD,
    element: (
      <StrictMode>
        <StaticRouter location={config.basename + pathname} basename={config.basename || '/'}>
          <App page={page} session={session} />
        </StaticRouter>
      </StrictMode>
    ),
  };
}

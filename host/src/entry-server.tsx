import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import type { HostServerBuild } from '@corvane/shared/contracts/remote/host-build';
import { type ApiClient, CONTRACT_VERSION } from '@corvane/shared/contracts/remote/host-services';
import { StrictMode } from 'react';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { NOT_FOUND_HEAD } from './app/page-outlet.tsx';
import { NO_RELEASES } from './releases/release-watch.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import { matchRoute } from './remotes/route-table.ts';
import { NO_STATIC_PAGE } from './remotes/static-page.ts';
import { SessionStore } from './session/session-store.ts';

export const contractVersion: HostServerBuild['contractVersion'] = CONTRACT_VERSION;

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

export const createPage: HostServerBuild['createPage'] = ({ pathname, config, remotes }) => {
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
};

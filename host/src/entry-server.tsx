import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import type { HostServerBuild } from '@corvane/shared/contracts/remote/host-build';
import { type ApiClient, CONTRACT_VERSION } from '@corvane/shared/contracts/remote/host-services';
import { StrictMode } from 'react';
import { StaticRouter } from 'react-router-dom';
import { NOT_FOUND_HEAD } from './app/page-outlet.tsx';
import { Shell } from './app/shell.tsx';
import { PageProvider } from './page-context.ts';
import { NO_RELEASES } from './releases/release-watch.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import { matchRoute } from './remotes/route-table.ts';
import { NO_STATIC_PAGE } from './remotes/static-page.tsx';
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
  const page = {
    config,
    loader,
    staticPage: NO_STATIC_PAGE,
    releases: NO_RELEASES,
    api: NO_API,
    session: new SessionStore({ api: NO_API, storage: NO_STORAGE }),
    openedLink: { status: 'none' } as const,
  };
  return {
    head: matchRoute(config.registry, pathname)?.route ?? NOT_FOUND_HEAD,
    element: (
      <StrictMode>
        <StaticRouter location={config.basename + pathname} basename={config.basename || '/'}>
          <PageProvider value={page}>
            <Shell />
          </PageProvider>
        </StaticRouter>
      </StrictMode>
    ),
  };
};

import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import type { PageConfig } from '@corvane/shared/contracts/remote/page-config';
import { createContext, use } from 'react';
import type { ReleaseWatch } from './releases/release-watch.ts';
import type { RemoteLoader } from './remotes/remote-loader.ts';
import type { StaticPage } from './remotes/static-page.tsx';
import type { SessionStore } from './session/session-store.ts';
import type { OpenedLink } from './sign-in/opened-link.ts';

/** Values that stay the same while the page is open. */
export interface PageContextValue {
  config: PageConfig;
  loader: RemoteLoader;
  staticPage: StaticPage;
  releases: ReleaseWatch;
  api: ApiClient;
  session: SessionStore;
  openedLink: OpenedLink;
}

const PageContext = createContext<PageContextValue | null>(null);

export const PageProvider = PageContext.Provider;

/** @throws outside a `PageProvider`. */
export function usePage(): PageContextValue {
  const page = use(PageContext);
  if (page === null) throw new Error('usePage must be used within a PageProvider');
  return page;
}

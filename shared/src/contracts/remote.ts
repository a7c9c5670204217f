import type { ComponentType } from 'react';
import type { HostServices } from './host-services.ts';

/** What a search engine, a link preview and the browser's tab are told about a page. */
export interface PageMeta {
  title: string;
  description: string;
  /** Keeps the page out of search engines. */
  noIndex?: boolean;
}

export interface RemotePageProps {
  host: HostServices;
  /** Values of the `:name` segments of the route's path. */
  params: Readonly<Record<string, string>>;
}

export interface RemoteRoute {
  /** Absolute, `/pricing`; segments may be `:name`. A path ending in `/*` takes everything below it too. */
  path: string;
  meta: PageMeta;
  /** `rep`: only a signed-in sales rep gets the page; everyone else is sent to `/`. */
  access: 'public' | 'rep';
  /** Loads the page's code. Called once per page; the host handles failure and retry. */
  load(): Promise<{ default: ComponentType<RemotePageProps> }>;
}

/** What a remote exposes as `./remote`. */
export interface RemoteModule {
  name: string;
  contractVersion: number;
  routes: readonly RemoteRoute[];
}

import type { ComponentType } from 'react';
import type { HostServices } from './host-services.ts';

/** What a page tells a search engine, a link preview and the browser's tab. */
export interface PageMeta {
  title: string;
  description: string;
  /** Keeps the page out of search engines. */
  noIndex?: boolean;
}

export interface RemotePageProps {
  host: HostServices;
}

export interface RemoteRoute {
  /** Absolute and literal, `/pricing`: each page is prerendered to a file of its own. */
  path: string;
  meta: PageMeta;
  /** `rep`: only a signed-in representative gets the page. The host sends everyone else to `/`. */
  access: 'public' | 'rep';
  /** Loads the page's code. Called once per page. The host handles failure and retry. */
  load: () => Promise<{ default: ComponentType<RemotePageProps> }>;
  /**
   * Code that the page needs besides at some addresses, by a parameter of the query: `{ 'tab=sales': () => import('./…') }`.
   * The page's HTML has the browser fetch it beside the page's own. The host never calls these functions.
   */
  loadFor?: Readonly<Record<string, () => Promise<unknown>>>;
  /**
   * Requests the data that the page shows first. The host calls it when a person with access opens the page, once per
   * session. The page's code may still be loading then. This function must do nothing else. The page must also work
   * without it.
   */
  begin?: (host: PrefetchServices) => void | Promise<void>;
}

/** The part of `HostServices` that is known before a page is drawn. */
export type PrefetchServices = Pick<HostServices, 'api' | 'location' | 'session'>;

/** A link to a page of the remote. The host shows it without a new host release. */
export interface NavigationEntry {
  /** `header`: the top bar and the mobile menu. `footer`: the column about the company. */
  place: 'header' | 'footer';
  /** Path of a route of the same remote. */
  path: string;
  /** One line of at most 24 characters. */
  label: string;
  /** Lower numbers come first. The host's own links have 10, 20, 30 and so on. By default 100. */
  order?: number;
  /** Who sees it. By default `everyone`. The page itself decides who may open it. */
  audience?: 'everyone' | 'customer' | 'rep';
}

/** A page that has moved: the edge answers its old path with 301. */
export interface PageRedirect {
  /** Path without a page. */
  from: string;
  /** Path of a page of the site, in any remote. */
  to: string;
}

/** What a remote exposes as `./remote`. */
export interface RemoteModule {
  contractVersion: number;
  routes: readonly RemoteRoute[];
  navigation?: readonly NavigationEntry[];
  redirects?: readonly PageRedirect[];
}

/** What a page's details may depend on. Addresses are absolute, without a final slash. */
export interface PageDetailsContext {
  siteUrl: string;
  brandName: string;
  /** Canonical address of the page. */
  pageUrl: string;
}

/** What only search engines and link previews read. It goes into the page's HTML and into no script. */
export interface PageDetails {
  /** Picture for link previews, 1200 x 630 px: a file below the remote's `static/`, such as `social/home.jpg`. */
  image?: string;
  /** schema.org objects, without `@context`. They never contain a price. */
  structuredData?: (context: PageDetailsContext) => readonly Record<string, unknown>[];
}

/**
 * Default export of a remote's `src/page-details.ts`, by path of a route. The file is optional and belongs to the
 * server build alone.
 */
export type PageDetailsByPath = Readonly<Record<string, PageDetails>>;

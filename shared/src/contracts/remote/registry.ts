import type { NavigationEntry, PageRedirect } from './remote.ts';

/** A route in the registry, so that the host knows the owner of a URL before it loads any remote. */
export interface RegistryRoute {
  path: string;
  access: 'public' | 'rep';
  title: string;
  description: string;
  noIndex: boolean;
  /** Scripts that the page needs, relative to the release's directory: preloaded with the page. */
  preload: string[];
  /** Further scripts for a tab that began with another page. The page's own HTML already contains what they render. */
  preloadWithoutHtml?: string[];
  /** Further scripts of the page at some addresses, by a parameter of the query. The HTML names them, its JSON does not. */
  preloadFor?: Record<string, string[]>;
}

/** Where a release comes from. Pages do not contain it. */
export interface ReleaseOrigin {
  /** Git's name of the person who released it. Empty if unknown. */
  person: string;
  /** 40 hex digits. Null for a build that came without its history. */
  commit: string | null;
  /** Commit of the version that was live before. Null for a first release, and for one without history. */
  parentCommit: string | null;
  /** First lines of the commits since then, latest first. */
  subjects: string[];
}

export interface Release {
  /** Also the name of the immutable directory. */
  version: string;
  contractVersion: number;
  /** Site-absolute directory, ending in `/`: `/remotes/marketing/<version>/`. */
  base: string;
  /** File names relative to `base`. */
  entry: string;
  css: string[];
  preload: string[];
  /** File name to `sha384-…`. */
  integrity: Record<string, string>;
  origin?: ReleaseOrigin;
}

export interface RemoteRelease extends Release {
  routes: RegistryRoute[];
  navigation?: NavigationEntry[];
  redirects?: PageRedirect[];
  /** The last good release, used when the live one cannot be loaded. Null for a first release. */
  previous: Release | null;
}

/** `registry.json`: what is live. Every page also contains it, so that a tab keeps one set of versions. */
export interface Registry {
  schemaVersion: 1;
  /** Identifies this composition. A tab whose id differs from the live one navigates with a full load. */
  compositionId: string;
  host: Release;
  remotes: Record<string, RemoteRelease>;
  /** Pages of remotes that were taken off the site. */
  removedPages?: PageRedirect[];
}

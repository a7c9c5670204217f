import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BRAND } from '@corvane/shared/brand/brand';
import type { PreviewFacts } from '@corvane/shared/contracts/release-history';
import type { HostServerBuild } from '@corvane/shared/contracts/remote/host-build';
import { OVERRIDE_KEY_FILE } from '@corvane/shared/contracts/remote/override';
import type { PageConfig } from '@corvane/shared/contracts/remote/page-config';
import type { Registry, RegistryRoute, Release } from '@corvane/shared/contracts/remote/registry';
import type { PageDetails, PageDetailsByPath, RemoteModule } from '@corvane/shared/contracts/remote/remote';
import { versionsOf } from '@corvane/shared/contracts/remote/versions-of';
import { FONT_FACES_FILE } from '@corvane/tools/build/font-faces';
import { UserError } from '@corvane/tools/command/user-error';
import { precompress } from '@corvane/tools/gateway/files/precompress';
import { INLINE_SCRIPTS } from '@corvane/tools/gateway/inline-scripts';
import { loadServerBuild } from '../build/describe-build.ts';
import { linkRedirects, REDIRECTS_FILE } from '../store/link-redirects.ts';
import { pageFileOf } from '../store/needed-files.ts';
import { placeDirectory } from '../store/place-directory.ts';
import type { SiteConfig } from '../store/site-config.ts';
import { PREVIEW_FILE, REGISTRY_FILE, type SiteStore } from '../store/site-store.ts';
import { stampTimes } from '../store/stamp-times.ts';
import { renderDocument } from './html-document.ts';
import { inlineStylesheet } from './inline-stylesheet.ts';
import { linkedDataOf } from './linked-data.ts';
import { PAGE_PATH, redirectsOf } from './redirects.ts';
import { renderToHtml } from './render-to-html.ts';
import { searchFiles } from './search-files.ts';
import type { SiteReleases } from './site-releases.ts';
import { smokeTest } from './smoke-test.ts';

/** Raise it when the same releases must give other pages: a composition is named by its inputs. */
const COMPOSER_VERSION = 12;

/** A copy of the site for those who know its address. */
export interface Preview {
  token: string;
  /** Text of the badge. */
  label: string;
  facts: PreviewFacts;
}

/**
 * Prerenders every page of a set of releases into its own directory and checks them. Nothing is live yet.
 * @returns the composition's id, the same for the same releases and configuration.
 * @throws UserError when a page cannot be rendered or names a missing file.
 */
export async function composeSite(
  store: SiteStore,
  releases: SiteReleases,
  site: SiteConfig,
): Promise<string> {
  const compositionId = compositionIdOf(releases, site);
  await composeInto(store.pagesDir(compositionId), { store, releases, site, compositionId, preview: null });
  return compositionId;
}

/** Whether the pages are there, so that composing runs nothing. */
export function isComposed(store: SiteStore, releases: SiteReleases, site: SiteConfig): boolean {
  return existsSync(store.pagesDir(compositionIdOf(releases, site)));
}

/** As `composeSite`, below `/_preview/<token>`, with a badge on every page and kept from search engines. */
export async function composePreview(
  store: SiteStore,
  releases: SiteReleases,
  site: SiteConfig,
  preview: Preview,
): Promise<void> {
  const compositionId = compositionIdOf(releases, site);
  await composeInto(store.previewDir(preview.token), { store, releases, site, compositionId, preview });
}

interface Composition {
  store: SiteStore;
  releases: SiteReleases;
  site: SiteConfig;
  compositionId: string;
  preview: Preview | null;
}

async function composeInto(dir: string, composition: Composition): Promise<void> {
  if (existsSync(dir)) return;
  const { store, releases, site, compositionId, preview } = composition;
  const registry: Registry = { ...releases, compositionId };
  const redirects = redirectsOf(registry);
  const builds = await loadBuilds(store, registry);
  await placeDirectory(dir, async (temporary) => {
    const files: Record<string, string> = {
      [REGISTRY_FILE]: JSON.stringify(registry),
      'release.json': JSON.stringify({ compositionId }),
      ...(preview === null ? {} : { [PREVIEW_FILE]: JSON.stringify(preview.facts) }),
      ...(redirects.length === 0 ? {} : { [REDIRECTS_FILE]: JSON.stringify(redirects) }),
      ...(site.overrideKey === undefined
        ? {}
        : { [OVERRIDE_KEY_FILE]: JSON.stringify({ key: site.overrideKey }) }),
      ...searchFiles(registry, site.siteUrl),
    };
    for (const page of pagesOf(registry)) {
      files[page.file] = await renderPage({ page, registry, builds, ...composition });
    }
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(temporary, file)), { recursive: true });
      await writeFile(path.join(temporary, file), content);
    }
    await smokeTest(store.root, temporary);
    await precompress(temporary, Object.keys(files));
    await stampTimes(temporary, files);
    await linkRedirects(temporary, redirects);
  });
}

/** Server builds of everything that a composition is made of. */
interface ServerBuilds {
  host: HostServerBuild;
  remotes: Readonly<Record<string, RemoteModule>>;
  details: Readonly<Record<string, PageDetailsByPath>>;
}

async function loadBuilds(store: SiteStore, registry: Registry): Promise<ServerBuilds> {
  const remotes: Record<string, RemoteModule> = {};
  const details: Record<string, PageDetailsByPath> = {};
  for (const [name, { version }] of Object.entries(registry.remotes)) {
    const dir = store.serverDir(name, version);
    remotes[name] = await loadServerBuild<RemoteModule>(dir, 'remote.js', version);
    details[name] = existsSync(path.join(dir, 'page-details.js'))
      ? await loadServerBuild<PageDetailsByPath>(dir, 'page-details.js', version)
      : {};
  }
  const { version } = registry.host;
  const host = await loadServerBuild<HostServerBuild>(
    store.serverDir('host', version),
    'entry-server.js',
    version,
  );
  return { host, remotes, details };
}

interface PageToRender {
  pathname: string;
  file: string;
  remote: string | null;
  /** Its first view waits for the session, so for the code that asks for it. */
  isForReps: boolean;
  preload: readonly string[];
  preloadFor: Readonly<Record<string, readonly string[]>>;
}

/** The host's code that calls the backend: one file. A public page fetches it with its first call. */
const BACKEND_CODE_FILE = /^backend-code-[\w-]+\.js$/;

/** Every public page, the shell of every other one, and the not-found page. */
function pagesOf(registry: Registry): PageToRender[] {
  const pages = Object.entries(registry.remotes).flatMap(([remote, release]) =>
    release.routes.map((route) => {
      if (!PAGE_PATH.test(route.path)) {
        throw new UserError(
          `${remote}: "${route.path}" cannot be prerendered. Use a literal path such as /pricing.`,
        );
      }
      return {
        pathname: route.path,
        file: pageFileOf(route.path),
        remote,
        isForReps: route.access === 'rep',
        preload: route.preload,
        preloadFor: route.preloadFor ?? {},
      };
    }),
  );
  const twice = pages.find((page, index) => pages.findIndex((other) => other.file === page.file) !== index);
  if (twice !== undefined) throw new UserError(`Two remotes claim the path ${twice.pathname}`);
  return [
    ...pages,
    { pathname: '/404', file: '404.html', remote: null, isForReps: false, preload: [], preloadFor: {} },
  ];
}

interface RenderOptions extends Composition {
  page: PageToRender;
  builds: ServerBuilds;
  registry: Registry;
}

async function renderPage(options: RenderOptions): Promise<string> {
  const { page, builds, registry, site, store, preview } = options;
  const basename = preview === null ? '' : `/_preview/${preview.token}`;
  const config: PageConfig = {
    registry: withoutReleaseDetails(registry, page.remote),
    basename,
    brandName: BRAND.name,
    apiUrl: site.apiUrl,
    publishableKey: site.publishableKey,
    year: new Date().getUTCFullYear(),
  };
  const { head, element } = builds.host.createPage({
    pathname: page.pathname,
    config,
    remotes: builds.remotes,
  });
  const remote = page.remote === null ? undefined : registry.remotes[page.remote];
  const details: PageDetails = builds.details[page.remote ?? '']?.[page.pathname] ?? {};
  const hostFiles = await readdir(store.publicDir('host', registry.host.version));
  const hostFile = (name: string) => (hostFiles.includes(name) ? registry.host.base + name : null);
  const pageUrl = site.siteUrl + page.pathname;
  return renderDocument({
    head: { ...head, noIndex: head.noIndex || preview !== null },
    canonicalUrl: page.remote === null ? null : pageUrl,
    siteName: BRAND.name,
    imageUrl: details.image && remote ? site.siteUrl + remote.base + details.image : null,
    icons: {
      svg: hostFile('favicon.svg'),
      ico: hostFile('favicon.ico'),
      appleTouch: hostFile('apple-touch-icon.png'),
      manifest: hostFile('manifest.webmanifest'),
    },
    stylesheets: await Promise.all(
      [...urls(registry.host, registry.host.css), ...(remote ? urls(remote, remote.css) : [])].map((href) =>
        inlineStylesheet(store.root, href),
      ),
    ),
    fontFaces: hostFile(hostFiles.find((file) => FONT_FACES_FILE.test(file)) ?? ''),
    fonts: hostFiles
      .filter((file) => /-latin-wght-normal.*\.woff2$/.test(file))
      .map((file) => registry.host.base + file),
    hostPreloads: [
      ...urls(registry.host, registry.host.preload),
      ...urls(registry.host, page.isForReps ? hostFiles.filter((file) => BACKEND_CODE_FILE.test(file)) : []),
    ],
    remotePreloads: remote ? urls(remote, [...remote.preload, ...page.preload]) : [],
    preloadsFor: Object.fromEntries(
      Object.entries(page.preloadFor).map(([search, files]) => [search, remote ? urls(remote, files) : []]),
    ),
    entry: registry.host.base + registry.host.entry,
    needsScripts: page.isForReps,
    versions: versionsOf(registry),
    structuredData: linkedDataOf(details, { siteUrl: site.siteUrl, brandName: BRAND.name, pageUrl }),
    config,
    previewLabel: preview?.label ?? null,
    body: await renderToHtml(page.pathname, element),
  });
}

function urls(release: Release, files: readonly string[]): string[] {
  return files.map((file) => release.base + file);
}

/**
 * A page needs the live versions and their addresses, not the hashes. Of preloads, it needs those of other remotes: the
 * first link to one of their pages asks for all its files at once.
 */
function withoutReleaseDetails(registry: Registry, pageRemote: string | null): Registry {
  const slim = <T extends Release>({ origin: _origin, ...release }: T, preload: string[] = []) => ({
    ...release,
    integrity: {},
    preload,
  });
  const isLinked = (name: string) => pageRemote !== null && name !== pageRemote;
  return {
    ...registry,
    host: slim(registry.host),
    remotes: Object.fromEntries(
      Object.entries(registry.remotes).map(([name, release]) => [
        name,
        {
          ...slim(release, isLinked(name) ? release.preload : []),
          routes: release.routes.map(({ preloadFor: _inHtml, ...route }) =>
            isLinked(name) ? route : withoutPreloads(route),
          ),
          previous: release.previous === null ? null : slim(release.previous),
        },
      ]),
    ),
  };
}

function withoutPreloads({
  preloadWithoutHtml: _preloadWithoutHtml,
  ...route
}: RegistryRoute): RegistryRoute {
  return { ...route, preload: [] };
}

/** Names a composition by all that its pages are made of. */
export function compositionIdOf(
  releases: SiteReleases,
  { webhookUrl: _inNoPage, ...site }: SiteConfig,
  inlineScripts: readonly string[] = INLINE_SCRIPTS,
): string {
  const year = new Date().getUTCFullYear();
  // Sorts the keys: a registry that was read back has another order than a new description.
  const content = JSON.stringify(
    [COMPOSER_VERSION, inlineScripts, year, BRAND, releases, site],
    (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
  );
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

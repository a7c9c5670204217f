import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageConfig } from '@corvane/shared/contracts/page-config';
import type { Registry, Release } from '@corvane/shared/contracts/registry';
import type { RemoteModule } from '@corvane/shared/contracts/remote';
import type { ReactElement } from 'react';
import { StackError } from '../stack/stack-error.ts';
import { loadServerBuild } from './describe-build.ts';
import { renderDocument } from './html-document.ts';
import { placeDirectory, precompress } from './publish.ts';
import { renderToHtml } from './render-to-html.ts';
import { searchFiles } from './search-files.ts';
import { REGISTRY_FILE, type SiteStore } from './site-store.ts';
import { smokeTest } from './smoke-test.ts';
import { versionsOf } from './versions-of.ts';

/** Raise it when the same releases must give other pages: a composition is known by what goes into it. */
const COMPOSER_VERSION = 3;

export interface SiteConfig {
  /** Origin of the site, without a slash at its end: for canonical links. */
  siteUrl: string;
  brandName: string;
  apiUrl: string;
  publishableKey: string;
  year: number;
}

/** What the host's server build exports. */
export interface HostServerBuild {
  createPage(request: {
    pathname: string;
    config: PageConfig;
    remotes: Readonly<Record<string, RemoteModule>>;
  }): { head: { title: string; description: string; noIndex: boolean }; element: ReactElement };
}

/**
 * Prerenders every page of a set of releases into a directory of its own and tests it. Nothing is live yet.
 * @returns the composition's id, the same for the same releases and configuration.
 * @throws StackError when a page cannot be rendered or names a file that does not exist.
 */
export async function composeSite(
  store: SiteStore,
  releases: Omit<Registry, 'compositionId'>,
  site: SiteConfig,
): Promise<string> {
  const compositionId = idOf(releases, site);
  const dir = store.pagesDir(compositionId);
  if (existsSync(dir)) return compositionId;

  const registry: Registry = { ...releases, compositionId };
  const remotes = Object.fromEntries(
    await Promise.all(
      Object.entries(registry.remotes).map(async ([name, release]) => [
        name,
        await loadServerBuild<RemoteModule>(store.serverDir(name, release.version), 'remote.js'),
      ]),
    ),
  ) as Record<string, RemoteModule>;
  const host = await loadServerBuild<HostServerBuild>(
    store.serverDir('host', registry.host.version),
    'entry-server.js',
  );

  await placeDirectory(dir, async (temporary) => {
    for (const page of pagesOf(registry)) {
      const html = await renderPage({ page, host, remotes, registry, site, store });
      const file = path.join(temporary, page.file);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, html);
    }
    await writeFile(path.join(temporary, REGISTRY_FILE), JSON.stringify(registry));
    for (const [file, content] of Object.entries(searchFiles(registry, site.siteUrl))) {
      await writeFile(path.join(temporary, file), content);
    }
    const health = { status: 'ok', versions: versionsOf(registry) };
    await writeFile(path.join(temporary, 'healthz.json'), JSON.stringify(health));
    await smokeTest(store.root, temporary);
    const files = (await readdir(temporary, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(temporary, path.join(entry.parentPath, entry.name)));
    await precompress(temporary, files);
  });
  return compositionId;
}

interface PageToRender {
  pathname: string;
  file: string;
  remote: string | null;
  preload: readonly string[];
}

/** Every public page, the shell of every other one, and the not-found page. */
function pagesOf(registry: Registry): PageToRender[] {
  const pages = Object.entries(registry.remotes).flatMap(([remote, release]) =>
    release.routes.map((route) => {
      if (/[:*]/.test(route.path)) {
        throw new StackError(`${remote}: the route ${route.path} has parameters and cannot be prerendered`);
      }
      return {
        pathname: route.path,
        file: route.path === '/' ? 'index.html' : `${route.path.slice(1)}.html`,
        remote,
        preload: route.access === 'public' ? route.preload : [],
      };
    }),
  );
  const twice = pages.find((page, index) => pages.findIndex((other) => other.file === page.file) !== index);
  if (twice !== undefined) throw new StackError(`Two remotes claim the path ${twice.pathname}`);
  return [...pages, { pathname: '/404', file: '404.html', remote: null, preload: [] }];
}

interface RenderOptions {
  page: PageToRender;
  host: HostServerBuild;
  remotes: Readonly<Record<string, RemoteModule>>;
  registry: Registry;
  site: SiteConfig;
  store: SiteStore;
}

async function renderPage({ page, host, remotes, registry, site, store }: RenderOptions): Promise<string> {
  const config: PageConfig = {
    registry: withoutReleaseDetails(registry),
    brandName: site.brandName,
    apiUrl: site.apiUrl,
    publishableKey: site.publishableKey,
    year: site.year,
  };
  const { head, element } = host.createPage({ pathname: page.pathname, config, remotes });
  const remote = page.remote === null ? undefined : registry.remotes[page.remote];
  const hostFiles = await readdir(store.publicDir('host', registry.host.version));
  return renderDocument({
    head,
    canonicalUrl: page.remote === null ? null : site.siteUrl + page.pathname,
    siteName: site.brandName,
    icon: hostFiles.includes('favicon.svg') ? `${registry.host.base}favicon.svg` : null,
    earlyScript: hostFiles.includes('session-hint.js') ? `${registry.host.base}session-hint.js` : null,
    fonts: hostFiles
      .filter((file) => /-latin-wght-normal.*\.woff2$/.test(file))
      .map((file) => registry.host.base + file),
    stylesheets: [...urls(registry.host, registry.host.css), ...(remote ? urls(remote, remote.css) : [])],
    modulePreloads: [
      ...urls(registry.host, registry.host.preload),
      ...(remote ? urls(remote, [...remote.preload, ...page.preload]) : []),
    ],
    entry: registry.host.base + registry.host.entry,
    versions: versionsOf(registry),
    structuredData: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: site.brandName,
      url: `${site.siteUrl}/`,
    },
    config,
    body: await renderToHtml(page.pathname, element),
  });
}

function urls(release: Release, files: readonly string[]): string[] {
  return files.map((file) => release.base + file);
}

/** A page needs to know what is live and where; what was preloaded and hashed it has no use for. */
function withoutReleaseDetails(registry: Registry): Registry {
  const slim = <T extends Release>(release: T): T => ({ ...release, integrity: {}, preload: [] });
  return {
    ...registry,
    host: slim(registry.host),
    remotes: Object.fromEntries(
      Object.entries(registry.remotes).map(([name, release]) => [
        name,
        {
          ...slim(release),
          routes: release.routes.map((route) => ({ ...route, preload: [] })),
          previous: release.previous === null ? null : slim(release.previous),
        },
      ]),
    ),
  };
}

function idOf(releases: Omit<Registry, 'compositionId'>, site: SiteConfig): string {
  // Keys in one order: what was read back from a registry has them in another than what was just described.
  const content = JSON.stringify([COMPOSER_VERSION, releases, site], (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

import path from 'node:path';
import { BRAND } from '@corvane/shared/brand/brand';
import type { HostServerBuild } from '@corvane/shared/contracts/remote/host-build';
import { CONTRACT_VERSION } from '@corvane/shared/contracts/remote/host-services';
import type { PageConfig } from '@corvane/shared/contracts/remote/page-config';
import type { Registry, Release } from '@corvane/shared/contracts/remote/registry';
import type { RemoteModule } from '@corvane/shared/contracts/remote/remote';
import type { ViteDevServer } from 'vite';
import { readRemote } from '../../release/build/read-remote.ts';
import { renderDocument } from '../../release/compose/html-document.ts';
import { renderToHtml } from '../../release/compose/render-to-html.ts';
import { REMOTES } from '../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

interface DevSite {
  siteUrl: string;
  publishableKey: string;
}

/** A page from source, rendered on the server as in a release, so that hydration is the same. */
export async function devPage(
  vite: ViteDevServer,
  pathname: string,
  site: DevSite,
): Promise<{ status: number; html: string }> {
  const host = (await vite.ssrLoadModule('/src/entry-server.tsx')) as HostServerBuild;
  const remotes: Record<string, RemoteModule> = {};
  for (const name of REMOTES) {
    const module = await vite.ssrLoadModule(path.join(WORKSPACE_ROOT, name, 'src/remote.ts'));
    remotes[name] = readRemote(name, module.default);
  }
  const config: PageConfig = {
    registry: devRegistry(remotes),
    basename: '',
    brandName: BRAND.name,
    apiUrl: '',
    publishableKey: site.publishableKey,
    year: new Date().getFullYear(),
  };
  const { head, element } = host.createPage({ pathname, config, remotes });
  const html = renderDocument({
    head,
    canonicalUrl: site.siteUrl + pathname,
    siteName: BRAND.name,
    imageUrl: null,
    icons: { svg: '/favicon.svg', ico: null, appleTouch: null, manifest: null },
    stylesheets: [],
    fontFaces: null,
    fonts: [],
    hostPreloads: [],
    remotePreloads: [],
    entry: '/src/entry-client.tsx',
    preloadsFor: {},
    needsScripts: false,
    versions: {},
    structuredData: {},
    config,
    previewLabel: null,
    body: await renderToHtml(pathname, element),
  });
  const known = Object.values(remotes).some((remote) =>
    remote.routes.some((route) => route.path === pathname),
  );
  return { status: known ? 200 : 404, html: await vite.transformIndexHtml(pathname, html) };
}

function devRegistry(remotes: Readonly<Record<string, RemoteModule>>): Registry {
  const release: Release = {
    version: 'dev',
    contractVersion: CONTRACT_VERSION,
    base: '/',
    entry: '',
    css: [],
    preload: [],
    integrity: {},
  };
  return {
    schemaVersion: 1,
    compositionId: 'dev',
    host: release,
    remotes: Object.fromEntries(
      Object.entries(remotes).map(([name, remote]) => [
        name,
        {
          ...release,
          contractVersion: remote.contractVersion,
          previous: null,
          navigation: [...(remote.navigation ?? [])],
          redirects: [...(remote.redirects ?? [])],
          routes: remote.routes.map(({ path: routePath, access, meta }) => ({
            path: routePath,
            access,
            title: meta.title,
            description: meta.description,
            noIndex: meta.noIndex ?? false,
            preload: [],
          })),
        },
      ]),
    ),
  };
}

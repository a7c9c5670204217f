import { SITE_TAG } from '@corvane/shared/brand/site-tag';
import type { PageConfig } from '@corvane/shared/contracts/remote/page-config';
import { versionsOf } from '@corvane/shared/contracts/remote/versions-of';
import { storageOf } from '@corvane/shared/lib/storage-of';
import { StrictMode, startTransition } from 'react';
import { preloadModule } from 'react-dom';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createApiClient } from './api/api-client.ts';
import { Shell } from './app/shell.tsx';
import { type PageContextValue, PageProvider } from './page-context.ts';
import { createReleaseWatch } from './releases/release-watch.ts';
import { importRemote } from './remotes/import-remote.ts';
import { createRemoteLoader, RemoteUnavailableError } from './remotes/remote-loader.ts';
import { matchRoute } from './remotes/route-table.ts';
import { createStaticPage } from './remotes/static-page.tsx';
import { loadStylesheet } from './remotes/stylesheet.ts';
import { earlyRenewal } from './session/early-renewal.ts';
import { SessionStore } from './session/session-store.ts';
import { createSiteEventReporter } from './site-events/site-event-reporter.ts';
import { countVisits, entryOf } from './site-events/track.ts';
import { watchPageErrors, watchWebVitals } from './site-events/watch-page.ts';
import { keepEarlyEvents } from './tag/early-events.ts';
import { showWait } from './waiting/progress-bar.tsx';

interface StartOptions {
  config: PageConfig;
  openedLink: PageContextValue['openedLink'];
  /** The page's HTML is of the live version, and this tab shows another version. */
  isOverridden: boolean;
}

/**
 * Keeps the place before the router for a remote that must hear of Back and Forward first: browsers call the listeners
 * of a window in the order of their registration. See docs/contracts/remote.md.
 */
window.onpopstate = () => {};

/** Hydrates the page, or draws it from scratch if this tab shows another version than its HTML. */
export function startPage({ config, openedLink, isOverridden }: StartOptions): void {
  const endpoint = { apiUrl: config.apiUrl || location.origin, publishableKey: config.publishableKey };

  const storage = storageOf('local');
  const session = new SessionStore({
    api: createApiClient({
      ...endpoint,
      sessionToken: async () => null,
      early: earlyRenewal(window, storage),
    }),
    storage,
  });
  session.start(window);

  // A developer's test says nothing about what is live. Global Privacy Control asks to be told of nothing.
  const isSilent =
    isOverridden || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
  const pathname = () => location.pathname.slice(config.basename.length) || '/';
  const path = () => matchRoute(config.registry, pathname())?.route.path ?? '/404';
  const entry = entryOf(location.search, document.referrer);
  const siteEvents = createSiteEventReporter({
    compositionId: config.registry.compositionId,
    versions: versionsOf(config.registry),
    endpointUrl: `${endpoint.apiUrl}/functions/v1/record-site-events`,
    path,
    entry,
    send: (url, body) => isSilent || navigator.sendBeacon(url, body),
  });
  if (!isSilent) {
    watchWebVitals(siteEvents.report);
    // A preview is opened by its reviewers.
    if (config.basename === '') countVisits(siteEvents.report, { entry, path });
  }
  if (SITE_TAG !== null && !isSilent) keepEarlyEvents(session);
  const tellError = watchPageErrors(siteEvents.report);

  const staticPage = createStaticPage(document, pathname());
  const releases = createReleaseWatch({
    compositionId: config.registry.compositionId,
    url: `${config.basename}/release.json`,
  });
  const firstPath = path();
  const page = {
    config,
    staticPage,
    releases,
    loader: createRemoteLoader(config.registry, {
      importRemote,
      loadStylesheet,
      // Firefox reports the preload of a loaded module as failed.
      preloadModule(href) {
        if (performance.getEntriesByName(location.origin + href).length === 0)
          preloadModule(href, { as: 'script' });
      },
      onLoad(opened, loading) {
        // The first page is on the screen: as HTML, or as a placeholder.
        if (opened !== firstPath) showWait(loading);
      },
      onFailure(failure) {
        if (!failure.recovered) {
          staticPage.keep();
          // The browser loads the next page as HTML, which people can read even if its code fails.
          releases.distrust();
        }
        siteEvents.report({ kind: 'remote-failure', ...failure });
      },
    }),
    api: createApiClient({
      ...endpoint,
      sessionToken: session.sessionToken,
      sessionSignal: session.sessionSignal,
      onUnauthenticated: () => void session.recheck(),
    }),
    session,
    openedLink,
  };

  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  const tree = (
    <StrictMode>
      <BrowserRouter basename={config.basename || '/'}>
        <PageProvider value={page}>
          <Shell />
        </PageProvider>
      </BrowserRouter>
    </StrictMode>
  );
  const noticed =
    (kind: 'render' | 'hydration'): RootOptions['onCaughtError'] =>
    (error, { componentStack }) => {
      console.error(error, componentStack);
      // The loader already reports these errors.
      if (!(error instanceof RemoteUnavailableError)) tellError(kind, error, componentStack);
    };
  const options: RootOptions = {
    onCaughtError: noticed('render'),
    onRecoverableError: noticed('hydration'),
    onUncaughtError(error, { componentStack }) {
      tellError('render', error, componentStack);
      reportError(error);
    },
  };
  // The page's HTML is of the live version.
  if (isOverridden) createRoot(root, options).render(tree);
  // In a transition React hydrates in slices of a few milliseconds. Parts that the visitor touches meanwhile are
  // hydrated first.
  else startTransition(() => void hydrateRoot(root, tree, options));
}

import '@corvane/shared/link/take-link-token.js';
import './styles.css';
import { PAGE_CONFIG_ELEMENT_ID, type PageConfig } from '@corvane/shared/contracts/remote/page-config';
import { versionsOf } from '@corvane/shared/contracts/remote/versions-of';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createApiClient } from './api/api-client.ts';
import { App } from './app/app.tsx';
import { isOverridden } from './override/is-overridden.ts';
import { createReleaseWatch } from './releases/release-watch.ts';
import { importRemote } from './remotes/import-remote.ts';
import { createRemoteLoader, RemoteUnavailableError } from './remotes/remote-loader.ts';
import { matchRoute } from './remotes/route-table.ts';
import { createStaticPage } from './remotes/static-page.ts';
import { loadStylesheet } from './remotes/stylesheet.ts';
import { SessionStore } from './session/session-store.ts';
import { takeOpenedLink } from './sign-in/opened-link.ts';
import { createSiteEventReporter } from './site-events/site-event-reporter.ts';
import { watchPageErrors } from './site-events/watch-page-errors.ts';
import { watchWebVitals } from './site-events/watch-web-vitals.ts';

const openedLink = takeOpenedLink(window);
const released = readPageConfig();
const overridden = isOverridden(released, window)
  ? await (await import('./override/apply-override.ts')).applyOverride(released, window, importRemote)
  : null;
const config = overridden ?? released;
const endpoint = { apiUrl: config.apiUrl || location.origin, publishableKey: config.publishableKey };

const session = new SessionStore({
  api: createApiClient({ ...endpoint, sessionToken: async () => null }),
  storage: localStorage,
});
session.start(window);

const pathname = () => location.pathname.slice(config.basename.length) || '/';
const siteEvents = createSiteEventReporter({
  compositionId: config.registry.compositionId,
  versions: versionsOf(config.registry),
  endpointUrl: `${endpoint.apiUrl}/functions/v1/record-site-events`,
  path: () => matchRoute(config.registry, pathname())?.route.path ?? '/404',
  // What a developer tries says nothing of what is live.
  send: (url, body) => overridden !== null || navigator.sendBeacon(url, body),
});
watchWebVitals(siteEvents.report);
const tellError = watchPageErrors(siteEvents.report);

const staticPage = createStaticPage(document, pathname());
const releases = createReleaseWatch({
  compositionId: config.registry.compositionId,
  url: `${config.basename}/release.json`,
});
const page = {
  config,
  staticPage,
  releases,
  loader: createRemoteLoader(config.registry, {
    importRemote,
    loadStylesheet,
    onFailure(failure) {
      if (!failure.recovered) {
        staticPage.keep();
        // The browser loads the next page as HTML, which can be read even if its code fails.
        releases.distrust();
      }
      siteEvents.report({ kind: 'remote-failure', ...failure });
    },
  }),
  api: createApiClient({
    ...endpoint,
    sessionToken: session.sessionToken,
    onUnauthenticated: () => void session.recheck(),
  }),
  openedLink,
};

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
const tree = (
  <StrictMode>
    <BrowserRouter basename={config.basename || '/'}>
      <App page={page} session={session} />
    </BrowserRouter>
  </StrictMode>
);
const options: RootOptions = {
  onCaughtError(error, { componentStack }) {
    console.error(error, componentStack);
    // The loader reports these itself.
    if (!(error instanceof RemoteUnavailableError)) tellError('render', error, componentStack);
  },
  onRecoverableError(error, { componentStack }) {
    console.error(error, componentStack);
    tellError('hydration', error, componentStack);
  },
  onUncaughtError(error, { componentStack }) {
    tellError('render', error, componentStack);
    reportError(error);
  },
};
// The HTML of a page is of the live version.
if (overridden === null) hydrateRoot(root, tree, options);
else createRoot(root, options).render(tree);

function readPageConfig(): PageConfig {
  const text = document.getElementById(PAGE_CONFIG_ELEMENT_ID)?.textContent;
  if (!text) throw new Error('The page carries no configuration');
  return JSON.parse(text) as PageConfig;
}

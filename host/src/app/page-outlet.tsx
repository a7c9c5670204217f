import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { lazy, memo, Suspense, useEffect } from 'react';
import { PagePending } from '../remotes/page-pending.tsx';
import { RemotePage } from '../remotes/remote-page.tsx';
import { movedTo, type RouteMatch } from '../remotes/route-table.ts';
import { useSessionStore } from '../session/use-session.ts';
import { usePage } from './page-context.ts';
import { usePageHead } from './page-head.ts';

export const NOT_FOUND_HEAD = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  noIndex: true,
};

/** Few visitors see this page. If its code cannot be loaded, the text appears without the drawing. */
const NotFoundPage = lazy(() =>
  import('../not-found/not-found-page.tsx').then(
    (module) => ({ default: module.NotFoundPage }),
    () => ({ default: () => <h1 className="px-4 py-16">Oops! Page not found</h1> }),
  ),
);

/** Loaded only for a rep's page. Without it the page still waits, and the header offers to reconnect. */
const GateNote = lazy(() => import('./gate-note.tsx').catch(() => ({ default: () => null })));

interface PageOutletProps {
  match: RouteMatch | null;
  host: HostServices;
}

/**
 * The content of the page's main part: a remote's page, its waiting state, or the not-found page. Memoized, so that
 * changes around it, such as an opening dialog, do not reach a page whose code has not arrived yet.
 */
export const PageOutlet = memo(function PageOutlet({ match, host }: PageOutletProps) {
  const { loader, staticPage } = usePage();
  usePageHead(match?.route ?? NOT_FOUND_HEAD);

  if (match === null) return <UnknownPath host={host} />;
  if (match.route.access === 'rep' && host.session.status !== 'rep') {
    return <RepGate match={match} host={host} />;
  }
  return <RemotePage match={match} loader={loader} staticPage={staticPage} host={host} />;
});

/** A link within the site may name a page that has moved. Any other unknown path is not found. */
function UnknownPath({ host }: { host: HostServices }) {
  const { config } = usePage();
  const { navigate, location } = host;
  const target = movedTo(config.registry, location.pathname);
  useEffect(() => {
    if (target !== null) navigate(target + location.search + location.hash, { replace: true });
  }, [target, location.search, location.hash, navigate]);
  if (target !== null) return <PagePending />;
  return (
    <Suspense fallback={<PagePending />}>
      <NotFoundPage host={host} />
    </Suspense>
  );
}

/** Waits until a stored session is checked. Then redirects anyone who is not a sales rep. */
function RepGate({ match, host }: { match: RouteMatch; host: HostServices }) {
  const { loader } = usePage();
  const store = useSessionStore();
  const refused = host.session.status !== 'restoring';
  const { navigate, api, location } = host;
  const { remote, route } = match;
  useEffect(() => {
    if (refused) return;
    // Load the code while the server confirms the session. The page itself says when it cannot be loaded.
    loader.page(remote, route.path).catch(() => {});
    // Drawing the page is slow, so its calls begin as soon as the session is confirmed.
    return store.subscribe(() => {
      const session = store.getSnapshot();
      if (session.status === 'rep') loader.begin(remote, route.path, { api, location, session });
    });
  }, [refused, loader, store, remote, route.path, api, location]);
  useEffect(() => {
    if (refused) navigate('/', { replace: true });
  }, [refused, navigate]);
  return (
    <PagePending
      note={
        <Suspense>
          <GateNote title={route.title} session={host.session} />
        </Suspense>
      }
    />
  );
}

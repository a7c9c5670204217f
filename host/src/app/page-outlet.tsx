import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { memo, startTransition, useEffect, useState } from 'react';
import { island } from '../island/island.tsx';
import { usePage } from '../page-context.ts';
import { PagePending } from '../remotes/page-states.tsx';
import { RemotePage } from '../remotes/remote-page.tsx';
import { meantBy, movedTo, type RouteMatch } from '../remotes/route-table.ts';

export const NOT_FOUND_HEAD = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  noIndex: true,
};

/** Few visitors see this page. If its code cannot be loaded, the text appears without the drawing. */
const NotFoundPage = island(
  () => import('../not-found/not-found-page.tsx'),
  () => <h1 className="px-4 py-16">Oops! Page not found</h1>,
);

/** Loaded only for a rep's page. Without it the page still waits, and the header offers to reconnect. */
const loadGateNote = () => import('./gate-note.tsx');
const GateNote = island(loadGateNote);
const SentNote = island(async () => ({ default: (await loadGateNote()).SentNote }));

/** State of the navigation that leads a customer away from a representative's page. */
const SENT = 'host:sent';

interface PageOutletProps {
  match: RouteMatch | null;
  host: HostServices;
}

/**
 * The content of the page's main part: a remote's page, its waiting state, or the not-found page. Memoized, so that
 * changes around it do not reach a page whose code has not arrived yet. An example is an opening dialog.
 */
export const PageOutlet = memo(function PageOutlet({ match, host }: PageOutletProps) {
  usePageHead(match?.route ?? NOT_FOUND_HEAD);

  if (match === null) return <UnknownPath host={host} />;
  const { session, location, navigate } = host;
  const isSent = session.status === 'customer' && location.state === SENT;
  return (
    <>
      {isSent ? <SentNote onClose={() => navigate('/', { replace: true })} /> : null}
      <KnownPage match={match} host={host} />
    </>
  );
});

interface KnownPageProps extends PageOutletProps {
  match: RouteMatch;
}

/**
 * A remote's page, once its visitor may see it. After a wait for the session, it also waits here for the code: React
 * shows what suspends no sooner than 300 ms after its placeholder.
 */
function KnownPage({ match, host }: KnownPageProps) {
  const { loader, staticPage, openedLink } = usePage();
  const isPublic = match.route.access === 'public';
  const isAllowed = isPublic || host.session.status === 'rep';
  const [isHere, setHere] = useState(isAllowed);
  // The wait of a page that the visitor has left ends with it.
  if (isPublic && !isHere) setHere(true);
  if (!isAllowed || !(isPublic || isHere)) return <RepGate match={match} host={host} onHere={setHere} />;
  const holdsLink = openedLink.status === 'opened' && host.session.status === 'anonymous';
  return (
    <RemotePage match={match} loader={loader} staticPage={staticPage} holdsLink={holdsLink} host={host} />
  );
}

/** A link may name a page that has moved, and a person a page in another spelling. The rest is not found. */
function UnknownPath({ host }: { host: HostServices }) {
  const { config } = usePage();
  const { navigate, location } = host;
  const moved = movedTo(config.registry, location.pathname);
  const target = moved ?? meantBy(config.registry, location.pathname);
  useEffect(() => {
    if (target !== null) navigate(target + location.search + location.hash, { replace: true });
  }, [target, location.search, location.hash, navigate]);
  if (moved !== null) return <PagePending />;
  // What the edge sent for another spelling, until the page is there.
  return <NotFoundPage host={host} pending={<PagePending />} />;
}

function isRefused({ status }: Session): boolean {
  return status !== 'restoring' && status !== 'rep';
}

/** Waits until a stored session is checked, and for the page's code. Redirects anyone who is not a sales rep. */
function RepGate({ match, host, onHere }: KnownPageProps & { onHere(isHere: true): void }) {
  const { loader, session: store } = usePage();
  const refused = isRefused(host.session);
  const { navigate, api, location } = host;
  const { remote, route } = match;
  useEffect(() => {
    if (refused) return;
    // Load the code while the server confirms the session. The page itself says when it cannot be loaded.
    // In a transition, React waits for what is there already, where another update would show the placeholder.
    const onSettled = () => startTransition(() => onHere(true));
    loader.page(remote, route.path).then(onSettled, onSettled);
    // Drawing the page is slow, so its calls begin as soon as the session is confirmed. It may be confirmed already.
    const onSession = () => {
      const session = store.getSnapshot();
      if (session.status === 'rep') loader.begin(remote, route.path, { api, location, session });
    };
    onSession();
    return store.subscribe(onSession);
  }, [refused, loader, store, remote, route.path, api, location, onHere]);
  useEffect(() => {
    if (!refused) return;
    // After a sign-in, React may show the page before the new session. What counts is the store's.
    const leave = () => {
      const session = store.getSnapshot();
      // A visitor is asked to sign in. A customer is signed in, and would not know why the page is another one.
      const told = session.status === 'customer' ? { state: SENT } : {};
      if (isRefused(session)) navigate('/', { replace: true, ...told });
    };
    leave();
    return store.subscribe(leave);
  }, [refused, store, navigate]);
  return <PagePending note={<GateNote title={route.title} session={host.session} />} />;
}

interface HeadFields {
  title: string;
  description: string;
  noIndex: boolean;
}

/** Updates the document's head after a navigation. The first page's head comes from its own HTML. */
function usePageHead({ title, description, noIndex }: HeadFields): void {
  useEffect(() => {
    document.title = title;
    setMeta('name', 'description', description);
    setMeta('property', 'og:title', title);
    setMeta('property', 'og:description', description);
    setMeta('name', 'robots', noIndex ? 'noindex' : 'index, follow');
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical !== null) canonical.href = new URL(location.pathname, canonical.href).href;
  }, [title, description, noIndex]);
}

function setMeta(attribute: 'name' | 'property', key: string, content: string): void {
  document.querySelector(`meta[${attribute}="${key}"]`)?.setAttribute('content', content);
}

import type { HostLocation, NavigateOptions } from '@corvane/shared/contracts/remote/host-services';
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';

interface Router {
  /** What stands before every path of this copy of the site. */
  basename: string;
  location: HostLocation;
  navigate: (to: string, options?: NavigateOptions) => void;
}

const RouterContext = createContext<Router | null>(null);

/** Key in `history.state` of what a link or a call of `navigate` passed on. */
const STATE_KEY = 'host:state';

interface BrowserRouterProps {
  basename: string;
  children: ReactNode;
}

/**
 * Shows the address of the window, and changes it. A change is a transition: the page on the screen stays until the
 * next one is ready.
 */
export function BrowserRouter({ basename, children }: BrowserRouterProps) {
  const [location, setLocation] = useState(() => locationOfWindow(basename));
  const show = useCallback(() => startTransition(() => setLocation(locationOfWindow(basename))), [basename]);
  useLayoutEffect(() => {
    addEventListener('popstate', show);
    return () => removeEventListener('popstate', show);
  }, [show]);
  const navigate = useCallback<Router['navigate']>(
    (to, { state, replace = false } = {}) => {
      const entry = state === undefined ? null : { [STATE_KEY]: state };
      if (replace) history.replaceState(entry, '', withBasename(basename, to));
      else history.pushState(entry, '', withBasename(basename, to));
      show();
    },
    [basename, show],
  );
  const router = useMemo(() => ({ basename, location, navigate }), [basename, location, navigate]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

interface StaticRouterProps extends BrowserRouterProps {
  pathname: string;
}

/** For prerendering: one page, which nobody leaves. */
export function StaticRouter({ basename, pathname, children }: StaticRouterProps) {
  const location = { pathname, search: '', hash: '', state: null };
  return <RouterContext value={{ basename, location, navigate() {} }}>{children}</RouterContext>;
}

/** @throws outside a router. */
export function useRouter(): Router {
  const router = use(RouterContext);
  if (router === null) throw new Error('useRouter must be used within a router');
  return router;
}

export function useLocation(): HostLocation {
  return useRouter().location;
}

/** The address of a link within the site, as the browser needs it. */
export function useHref(to: string): string {
  return withBasename(useRouter().basename, to);
}

/** Only paths are below the basename. A query or a hash alone is relative to the page. */
function withBasename(basename: string, to: string): string {
  if (!to.startsWith('/')) return to;
  return basename !== '' && /^\/(?![^?#])/.test(to) ? basename + to.slice(1) : basename + to;
}

/** A path outside the basename is home, as the edge never serves such a page from this copy of the site. */
function locationOfWindow(basename: string): HostLocation {
  const { pathname, search, hash } = window.location;
  return {
    pathname: pathname.slice(basename.length) || '/',
    search,
    hash,
    state: (window.history.state as Record<string, unknown> | null)?.[STATE_KEY] ?? null,
  };
}

import { useHref } from 'react-router-dom';
import { matchRoute } from '../remotes/route-table.ts';
import { useSessionStore } from '../session/use-session.ts';
import { usePage } from './page-context.ts';

interface NetworkInformation {
  saveData?: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`. */
  effectiveType?: string;
}

/**
 * For a link that somebody points at, touches or focuses: asks whether a newer release is live, and fetches the code
 * of the page, where the visitor may open it and their connection is not metered or very slow.
 */
export function usePreparedPage(to: string): () => void {
  const { config, loader, releases } = usePage();
  const session = useSessionStore();
  const href = useHref(to);
  return () => {
    releases.look();
    if (sparesData()) return;
    const { pathname } = new URL(href, location.href);
    const match = matchRoute(config.registry, pathname.slice(config.basename.length) || '/');
    if (match === null) return;
    if (match.route.access === 'rep' && session.getSnapshot().status !== 'rep') return;
    loader.prepare(match.remote, match.route.path);
  };
}

function sparesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

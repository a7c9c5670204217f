import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { Suspense, use, useInsertionEffect, useState } from 'react';
import { PagePending } from './page-states.tsx';
import { RemoteBoundary } from './remote-boundary.tsx';
import type { RemoteLoader } from './remote-loader.ts';
import type { RouteMatch } from './route-table.ts';
import type { StaticPage } from './static-page.tsx';
import { applyStylesheets } from './stylesheet.ts';

interface RemotePageProps {
  match: RouteMatch;
  loader: RemoteLoader;
  staticPage: StaticPage;
  /** This tab holds the unused token of a customer's link. */
  holdsLink: boolean;
  host: HostServices;
}

/** A remote's page. The current page stays on screen until the next one is ready. */
export function RemotePage({ match, loader, staticPage, holdsLink, host }: RemotePageProps) {
  const [attempt, setAttempt] = useState(0);
  const { remote, route } = match;
  return (
    <Suspense fallback={<PagePending />}>
      <RemoteBoundary
        key={`${remote} ${route.path} ${attempt}`}
        host={host}
        staticPage={() => staticPage.find(host.location.pathname)}
        isFirstPage={staticPage.isFirst(host.location.pathname)}
        holdsLink={holdsLink}
        onRetry={() => {
          loader.forget(remote, route.path);
          setAttempt(attempt + 1);
        }}
      >
        {/* While React waits for the page's code, it commits nothing. So its calls cannot begin in an effect. */}
        <LoadedPage page={loader.page(remote, route.path, host)} host={host} />
      </RemoteBoundary>
    </Suspense>
  );
}

function LoadedPage({ page, host }: { page: ReturnType<RemoteLoader['page']>; host: HostServices }) {
  const Page = use(page);
  useInsertionEffect(applyStylesheets, [page]);
  return <Page host={host} />;
}

import type { Registry } from '@corvane/shared/contracts/registry';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { PageFrame } from '../layout/page-frame.tsx';
import { matchRoute } from '../remotes/route-table.ts';
import { LazyToaster } from '../toasts/lazy-toaster.tsx';
import { usePage } from './page-context.ts';
import { PageOutlet } from './page-outlet.tsx';
import { useScrollAndFocus } from './scroll-and-focus.ts';
import { useHostServices } from './use-host-services.ts';

const SalesIdDialog = lazy(() => import('../sign-in/sales-id-dialog.tsx'));

/** Header, footer, the page between them, and the dialogs above them. */
export function Shell() {
  const { config } = usePage();
  const [signIn, setSignIn] = useState<'closed' | 'open' | 'never-opened'>('never-opened');
  const openSignIn = useCallback(() => setSignIn('open'), []);
  const host = useHostServices(openSignIn);
  const { registry } = config;
  const { pathname } = host.location;
  const match = useMemo(() => matchRoute(registry, pathname), [registry, pathname]);
  useScrollAndFocus();

  return (
    <>
      <PageFrame
        host={host}
        hasPage={(path) => matchRoute(registry, path) !== null}
        year={config.year}
        versions={liveVersions(registry)}
      >
        <PageOutlet match={match} host={host} />
      </PageFrame>
      {signIn === 'never-opened' ? null : (
        <Suspense>
          <SalesIdDialog
            open={signIn === 'open'}
            onOpenChange={(open) => setSignIn(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
      <LazyToaster />
    </>
  );
}

function liveVersions(registry: Registry): Record<string, string> {
  const remotes = Object.entries(registry.remotes).map(([name, release]) => [name, release.version]);
  return { host: registry.host.version, ...Object.fromEntries(remotes) };
}

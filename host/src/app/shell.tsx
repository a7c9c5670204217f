import { SITE_TAG } from '@corvane/shared/brand/site-tag';
import { SHOW_PLANS } from '@corvane/shared/contracts/remote/access-link';
import { versionsOf } from '@corvane/shared/contracts/remote/versions-of';
import { type ComponentProps, startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { island } from '../island/island.tsx';
import { PageFrame } from '../layout/page-frame.tsx';
import { PORTAL_LINK, remoteLinks } from '../layout/site-links.ts';
import { usePage } from '../page-context.ts';
import { matchRoute } from '../remotes/route-table.ts';
import { useSessionEnded, useSessionHint } from '../session/use-session.ts';
import { SignInDialogs, useSignInDialogs } from '../sign-in/sign-in-dialogs.tsx';
import { track } from '../site-events/track.ts';
import type TagConsent from '../tag/tag-consent.tsx';
import { Toasts } from '../toasts/toast.tsx';
import { repeatEarlyClick } from './early-click.ts';
import { useLikelyPages } from './links.tsx';
import { useNextPage } from './next-page.ts';
import { PageOutlet } from './page-outlet.tsx';
import { useHostServices } from './use-host-services.ts';

/** Header, footer, the page between them, and the dialogs above them. */
export function Shell() {
  const { config, openedLink } = usePage();
  const { registry } = config;
  const { pathname, search } = useLocation();
  const match = useMemo(() => matchRoute(registry, pathname), [registry, pathname]);
  const isRepPage = match?.route.access === 'rep';
  const signIn = useSignInDialogs(openedLink);
  const host = useHostServices(signIn.openSignIn, isRepPage);
  useNextPage();
  useLikelyPages(isRepPage);
  useSessionHint(host.session.status);
  useSessionEnded(host.session, {
    isRepPage,
    hasOpenedLink: signIn.openedLink.status !== 'none',
    signIn: (goBack, hasEnded) =>
      signIn.openSignIn('rep', { hasEnded, path: goBack ? pathname + search : null }),
  });
  const publicPath = isRepPage ? null : (match?.route.path ?? '');
  useEffect(() => {
    if (publicPath !== null) track({ action: 'view', category: 'count', label: '' });
  }, [publicPath]);
  useLayoutEffect(() => repeatEarlyClick(window, 'frame'), []);

  return (
    <>
      <PageFrame
        host={host}
        isTool={isRepPage}
        hasPage={(path) => matchRoute(registry, path) !== null}
        hasWaitingLink={signIn.isWaiting && !signIn.open && host.session.status === 'anonymous'}
        headerLinks={remoteLinks(registry, 'header', host.session)}
        footerLinks={remoteLinks(registry, 'footer', host.session)}
        year={config.year}
        versions={versionsOf(registry)}
      >
        <PageOutlet match={match} host={host} />
      </PageFrame>
      <SignInDialogs
        {...signIn}
        Link={host.Link}
        goToPlans={() => host.navigate('/', { replace: true, state: SHOW_PLANS })}
        openPortal={() => host.navigate(PORTAL_LINK.path)}
        goBack={(path) => host.navigate(path, { replace: true })}
      />
      {/* Never beside what only signed-in people see: a tag could read it. */}
      {SITE_TAG !== null && publicPath !== null && host.session.status === 'anonymous' && (
        <TagQuestion tag={SITE_TAG} Link={host.Link} />
      )}
      <Toasts ahead={isRepPage} />
    </>
  );
}

/** In no page unless the owner sets a tag. Without its code no tag is loaded. */
const Consent = SITE_TAG === null ? null : island(() => import('../tag/tag-consent.tsx'));

/** The question before a tag is loaded. The prerendered page has none, so it appears once that page is hydrated. */
function TagQuestion(props: ComponentProps<typeof TagConsent>) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return Consent !== null && isHydrated ? <Consent {...props} /> : null;
}

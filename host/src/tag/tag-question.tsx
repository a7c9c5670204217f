import { SITE_TAG } from '@corvane/shared/brand/site-tag';
import { type ComponentProps, lazy, Suspense, startTransition, useEffect, useState } from 'react';
import type TagConsent from './tag-consent.tsx';

/** In no page unless the owner sets a tag. Without its code no tag is loaded. */
const LazyTagConsent =
  SITE_TAG === null ? null : lazy(() => import('./tag-consent.tsx').catch(() => ({ default: () => null })));

/** The question before a tag is loaded. The prerendered page has none, so it appears once that page is hydrated. */
export function TagQuestion(props: ComponentProps<typeof TagConsent>) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  if (LazyTagConsent === null || !isHydrated) return null;
  return (
    <Suspense>
      <LazyTagConsent {...props} />
    </Suspense>
  );
}

import { SITE_TAG } from '@corvane/shared/brand/site-tag';
import { type ComponentProps, startTransition, useEffect, useState } from 'react';
import { island } from '../island/island.tsx';
import type TagConsent from './tag-consent.tsx';

/** In no page unless the owner sets a tag. Without its code no tag is loaded. */
const Consent = SITE_TAG === null ? null : island(() => import('./tag-consent.tsx'));

/** The question before a tag is loaded. The prerendered page has none, so it appears once that page is hydrated. */
export function TagQuestion(props: ComponentProps<typeof TagConsent>) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return Consent !== null && isHydrated ? <Consent {...props} /> : null;
}

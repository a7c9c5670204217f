import { useEffect, useState } from 'react';
import { count } from '../../../count.ts';
import { useHost } from '../../../host-context.tsx';
import type * as SignedInPlans from '../signed-in-plans.ts';
import { PRICES_HIDDEN, PRICES_PENDING, type PriceState, pricesOutOfReach } from './price-state.ts';

/** Set once prices were requested. It deletes them from memory. */
let forgetPrices: (() => void) | null = null;

type SignedIn = typeof SignedInPlans;

/** The state of the prices, and the code that shows them and offers their choices. null until it is loaded. */
export type PlanPrices = PriceState & { signedIn: SignedIn | null };

/** Prices for people who may see them. Other visitors receive neither a price nor the code that requests one. */
export function usePlanPrices(): PlanPrices {
  const { api, session, showPricing, checkSession, location: place, track } = useHost();
  const sessionId = 'sessionId' in session ? session.sessionId : null;
  /** A customer's access has ended. The same code tells them so. */
  const hasEnded = 'endedAccess' in session;
  const [state, setState] = useState<PriceState>(PRICES_PENDING);
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  const isPreview = signedIn !== null && signedIn.pricePreviewOf(session, place.search) !== null;
  const previewSearch = isPreview ? place.search : null;

  useEffect(() => {
    if (sessionId === null) forgetPrices?.();
    if (sessionId === null && !hasEnded) return;
    let isWanted = true;
    import('../signed-in-plans.ts').then(
      (loaded) => {
        if (!isWanted) return;
        forgetPrices = loaded.forgetPlanPrices;
        setSignedIn(loaded);
      },
      // A browser does not request a failed module again. A new page does.
      () => isWanted && setState({ status: 'error', retry: () => location.reload() }),
    );
    return () => {
      isWanted = false;
      setState(PRICES_PENDING);
    };
  }, [sessionId, hasEnded]);

  useEffect(() => {
    if (signedIn === null || sessionId === null) return;
    const stop = signedIn.watchPlanPrices(api, { sessionId, previewSearch }, (next) => {
      setState(next);
      // A signed-in person got no prices. Perhaps the session is over.
      if (next.status === 'error') void checkSession?.();
    });
    return () => {
      stop();
      setState(PRICES_PENDING);
    };
  }, [signedIn, api, sessionId, previewSearch, checkSession]);

  const hasSeenPrices = session.status === 'customer' && state.status === 'ready';
  useEffect(() => {
    if (hasSeenPrices) count(track, 'prices-seen');
  }, [hasSeenPrices, track]);

  // While a session is being restored, the host covers the parts for anonymous visitors, see `ANONYMOUS_ATTRIBUTE`.
  const retry = session.status === 'restoring' ? session.retry : undefined;
  if (retry !== undefined) return { ...pricesOutOfReach(retry), signedIn };
  return { ...(showPricing ? state : PRICES_HIDDEN), signedIn };
}

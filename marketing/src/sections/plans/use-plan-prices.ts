import { useEffect, useState } from 'react';
import { useHost } from '../../host-context.tsx';
import { pricePreviewOf } from './price-preview.ts';
import { PRICES_HIDDEN, PRICES_PENDING, type PriceState, pricesOutOfReach } from './price-state.ts';
import type * as SignedInPlans from './signed-in-plans.ts';

/** Set once prices were requested: deletes them from memory. */
let forgetPrices: (() => void) | null = null;

/** The parts of that module that show the prices and offer their choices. */
type SignedIn = Omit<typeof SignedInPlans, 'forgetPlanPrices' | 'watchPlanPrices'>;

/**
 * The state of the prices, and their display: null until that code is loaded. `previewAt`: the instant whose prices a
 * manager previews, as a customer will see them; null for the prices of now.
 */
export type PlanPrices = PriceState & { signedIn: SignedIn | null; previewAt: string | null };

/** Prices for people who may see them. Other visitors receive neither a price nor the code that requests one. */
export function usePlanPrices(): PlanPrices {
  const { api, session, showPricing, checkSession, location: place } = useHost();
  const sessionId = 'sessionId' in session ? session.sessionId : null;
  /** Prices are over for a customer, whom the same code tells so. */
  const hasEnded = 'endedAccess' in session;
  const previewAt = pricePreviewOf(session, place.search);
  const [state, setState] = useState<PriceState>(PRICES_PENDING);
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);

  useEffect(() => {
    if (sessionId === null) forgetPrices?.();
    if (sessionId === null && !hasEnded) return;
    let stop = () => {};
    let isWanted = true;
    import('./signed-in-plans.ts').then(
      ({ watchPlanPrices, forgetPlanPrices, ...others }) => {
        if (!isWanted) return;
        forgetPrices = forgetPlanPrices;
        setSignedIn(others);
        if (sessionId === null) return;
        stop = watchPlanPrices(api, { sessionId, previewAt }, (next) => {
          setState(next);
          // No prices for a signed-in person: perhaps the session is over.
          if (next.status === 'error') void checkSession?.();
        });
      },
      // A browser does not request a failed module again, but a new page does.
      () => isWanted && setState({ status: 'error', retry: () => location.reload() }),
    );
    return () => {
      isWanted = false;
      stop();
      setState(PRICES_PENDING);
    };
  }, [api, sessionId, hasEnded, checkSession, previewAt]);

  // While a session is being restored, the host covers what is for anonymous visitors, see `ANONYMOUS_ATTRIBUTE`.
  const retry = session.status === 'restoring' ? session.retry : undefined;
  if (retry !== undefined) return { ...pricesOutOfReach(retry), signedIn, previewAt };
  return { ...(showPricing ? state : PRICES_HIDDEN), signedIn, previewAt };
}

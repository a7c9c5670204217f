import { useEffect, useState } from 'react';
import { useHost } from '../../host-context.tsx';
import { PRICES_HIDDEN, PRICES_PENDING, type PriceState } from './price-state.ts';
import type * as SignedInPlans from './signed-in-plans.ts';

/** Set once prices were asked for: drops them from memory. */
let forgetPrices: (() => void) | null = null;

/** What belongs to the prices beside themselves. */
type SignedIn = Omit<typeof SignedInPlans, 'forgetPlanPrices' | 'watchPlanPrices'>;

/** What is known of the prices, and how they are shown; null while that code is not there. */
export type PlanPrices = PriceState & { signedIn: SignedIn | null };

/** Prices for whoever may see them. Neither a price nor the code that asks for one reaches anybody else. */
export function usePlanPrices(): PlanPrices {
  const { api, session, showPricing } = useHost();
  const sessionId = 'sessionId' in session ? session.sessionId : null;
  const [state, setState] = useState<PriceState>(PRICES_PENDING);
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);

  useEffect(() => {
    if (!showPricing || sessionId === null) {
      forgetPrices?.();
      return;
    }
    let stop = () => {};
    let isWanted = true;
    import('./signed-in-plans.ts').then(
      ({ watchPlanPrices, forgetPlanPrices, ...others }) => {
        if (!isWanted) return;
        forgetPrices = forgetPlanPrices;
        setSignedIn(others);
        stop = watchPlanPrices(api, sessionId, setState);
      },
      // A module that failed once is not asked for again by a browser, but it is by a new page.
      () => isWanted && setState({ status: 'error', retry: () => location.reload() }),
    );
    return () => {
      isWanted = false;
      stop();
      setState(PRICES_PENDING);
    };
  }, [api, sessionId, showPricing]);

  return { ...(showPricing ? state : PRICES_HIDDEN), signedIn };
}

import { useEffect, useState } from 'react';
import { useHost } from '../../host-context.tsx';
import { PRICES_HIDDEN, PRICES_PENDING, type PriceState } from './price-state.ts';

/** Set once prices were asked for: drops them from memory. */
let forgetPrices: (() => void) | null = null;

/** Prices for whoever may see them. Neither a price nor the code that asks for one reaches anybody else. */
export function usePlanPrices(): PriceState {
  const { api, session, showPricing } = useHost();
  const sessionId = 'sessionId' in session ? session.sessionId : null;
  const [state, setState] = useState<PriceState>(PRICES_PENDING);

  useEffect(() => {
    if (!showPricing || sessionId === null) {
      forgetPrices?.();
      return;
    }
    let stop = () => {};
    let isWanted = true;
    import('./price-feed.ts').then(
      ({ watchPlanPrices, forgetPlanPrices }) => {
        if (!isWanted) return;
        forgetPrices = forgetPlanPrices;
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

  return showPricing ? state : PRICES_HIDDEN;
}

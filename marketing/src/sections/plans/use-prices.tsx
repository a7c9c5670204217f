import { Button } from '@corvane/shared/ui/button';
import {
  type ComponentType,
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { useHost } from '../../host-context.tsx';
import {
  type AskedPrices,
  afterLogout,
  NOT_ASKED,
  PRICES_HIDDEN,
  pricesMissing,
  type SignedInPricesProps,
} from './price-state.ts';

/** Fetched only for signed-in people. A browser does not request a failed module again. A new page does. */
const SignedInPrices = lazy<ComponentType<SignedInPricesProps>>(() =>
  import('./signed-in-prices.tsx').catch(() => ({ default: NotLoaded })),
);

function NotLoaded({ onAsked }: SignedInPricesProps): null {
  useLayoutEffect(() => {
    onAsked({ prices: pricesMissing(() => location.reload()), view: null });
    return () => onAsked(NOT_ASKED);
  }, [onAsked]);
  return null;
}

interface ShownPrices extends AskedPrices {
  /** Beside prices: how long a person sees them, or why they are missing and how to get them. */
  notice: ReactElement;
}

/** Prices for people who may see them. Other visitors receive neither a price nor the code that requests one. */
export function usePrices(heading: SignedInPricesProps['heading'] = null): ShownPrices {
  const words = PLANS_CONTENT.failure;
  const { session, showPricing } = useHost();
  const isSignedIn = 'sessionId' in session;
  const [{ prices: asked, view }, onAsked] = useState(NOT_ASKED);
  useEffect(() => {
    if (!isSignedIn) afterLogout.forget();
  }, [isSignedIn]);

  // While a session is being restored, the host covers the parts for anonymous visitors, see `ANONYMOUS_ATTRIBUTE`.
  const retry = session.status === 'restoring' ? session.retry : undefined;
  const visible = showPricing ? asked : PRICES_HIDDEN;
  const prices = retry === undefined ? visible : pricesMissing(retry);
  return {
    prices,
    view,
    notice: (
      <>
        {/* A customer whose access has ended reads so from the same code. */}
        {isSignedIn || 'endedAccess' in session ? (
          <Suspense>
            <SignedInPrices heading={heading} onAsked={onAsked} />
          </Suspense>
        ) : null}
        {prices.retry === null ? null : (
          <div
            role="alert"
            className="mt-8 rounded-panel border border-line border-l-4 border-l-danger bg-surface p-6"
          >
            <p className="font-medium">{prices.status === 'error' ? words.title : words.titleOfSome}</p>
            <p className="mt-2 text-muted">
              {session.status === 'restoring' ? words.reconnecting : words.description}
            </p>
            <Button className="mt-4" onClick={prices.retry}>
              {words.retry}
            </Button>
          </div>
        )}
      </>
    ),
  };
}

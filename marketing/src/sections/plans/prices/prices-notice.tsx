import { Button } from '@corvane/shared/ui/button';
import type { PlansContent } from '../../../content/content-schemas.ts';
import { useHost } from '../../../host-context.tsx';
import type { PlanPrices } from './use-plan-prices.ts';

interface PricesNoticeProps {
  prices: PlanPrices;
  words: PlansContent['failure'];
}

/** Beside prices: how long a person sees them, or why they are missing and how to get them. */
export function PricesNotice({ prices, words }: PricesNoticeProps) {
  const { session } = useHost();
  const retry = retryOf(prices);
  return (
    <>
      {prices.signedIn === null ? null : (
        <prices.signedIn.AccessSection hasFailed={prices.status === 'error'} />
      )}
      {retry === null ? null : (
        <div
          role="alert"
          className="mt-8 rounded-panel border border-line border-l-4 border-l-danger bg-surface p-6"
        >
          <p className="font-semibold">{prices.status === 'error' ? words.title : words.titleOfSome}</p>
          <p className="mt-2 text-muted">
            {session.status === 'restoring' ? words.reconnecting : words.description}
          </p>
          <Button className="mt-4" onClick={retry}>
            {words.retry}
          </Button>
        </div>
      )}
    </>
  );
}

/** Asks again. null if no price is missing. */
function retryOf(prices: PlanPrices): (() => void) | null {
  if (prices.status === 'ready') return prices.retryMissing;
  return prices.status === 'error' ? prices.retry : null;
}

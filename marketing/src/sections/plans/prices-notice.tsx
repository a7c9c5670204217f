import { Button } from '@corvane/shared/ui/button';
import { useHost } from '../../host-context.tsx';
import type { PlanPrices } from './use-plan-prices.ts';

interface PricesNoticeProps {
  prices: PlanPrices;
  words: { title: string; description: string; reconnecting: string; retry: string };
}

/** Beside prices: how long a person sees them, or why they are missing and how to get them. */
export function PricesNotice({ prices, words }: PricesNoticeProps) {
  const { session } = useHost();
  return (
    <>
      {prices.signedIn === null ? null : (
        <prices.signedIn.AccessSection hasFailed={prices.status === 'error'} />
      )}
      {prices.status === 'error' ? (
        <div
          role="alert"
          className="mt-8 rounded-panel border border-line border-l-4 border-l-danger bg-surface p-6"
        >
          <p className="font-semibold">{words.title}</p>
          <p className="mt-2 text-muted">
            {session.status === 'restoring' ? words.reconnecting : words.description}
          </p>
          <Button className="mt-4" onClick={prices.retry}>
            {words.retry}
          </Button>
        </div>
      ) : null}
    </>
  );
}

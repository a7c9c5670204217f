import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { type PlanPrice, planPricesSchema } from '@corvane/shared/contracts/backend/prices/pricing';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import {
  type DraftInAddress,
  draftPriceOf,
  previewedInstantOf,
} from '@corvane/shared/contracts/remote/price-preview';
import { QueryClient, QueryObserver, type QueryObserverResult, queryOptions } from '@tanstack/react-query';
import { isEnterprise, PLAN_NAMES, PLAN_SLUGS } from '../../../content/plan-names.ts';
import { priceReadout } from './price-readout.ts';
import { PRICES_PENDING, type PriceState } from './price-state.ts';

const REFRESH_MS = 30_000;

/** Lives as long as the tab, so prices stay visible while a person moves between pages. */
const client = new QueryClient();

interface AskedPrices {
  sessionId: string;
  /** Query string of a preview's address. null for the current prices. Only managers get others. */
  previewSearch: string | null;
}

function planPricesQuery(api: Api, { sessionId, previewSearch }: AskedPrices) {
  return queryOptions({
    queryKey: ['marketing', 'plan-prices', sessionId, previewSearch],
    queryFn: async ({ signal }) => {
      const at = { at_param: previewSearch && previewedInstantOf(previewSearch) };
      const stored =
        previewSearch === null
          ? await ask(api, 'get_plan_prices', {}, planPricesSchema, { signal })
          : await ask(api, 'get_plan_prices_at', at, planPricesSchema, { signal });
      const prices = previewSearch === null ? stored : withDraft(stored, draftPriceOf(previewSearch));
      // Logged here, so once per answer. `priceStateOf` runs more often. It logs an empty answer itself.
      if (prices.length > 0) {
        for (const slug of missingIn(prices)) console.error('The server sent no price for a plan:', slug);
      }
      return prices;
    },
    // A price may change at any moment. Each page shows the known price while it asks again.
    staleTime: 0,
    // Revoked access then ends soon, even on a page without activity.
    refetchInterval: REFRESH_MS,
    retry: (failures, error) => failures < 1 && !isRefused(error),
  });
}

/** The stored prices, with one in its place that is not stored yet. One that no plan can have changes nothing. */
function withDraft(prices: readonly PlanPrice[], draft: DraftInAddress): PlanPrice[] {
  if (draft === null || draft === 'invalid') return [...prices];
  const { slug: productSlug, ...amounts } = draft;
  return [...prices.filter((price) => price.productSlug !== productSlug), { productSlug, ...amounts }];
}

/** Slugs of the plans whose price is not among these, although the pages show one. */
function missingIn(prices: readonly PlanPrice[]): string[] {
  return PLAN_NAMES.filter((name) => !isEnterprise(name))
    .map((name) => PLAN_SLUGS[name])
    .filter((slug) => prices.every(({ productSlug }) => productSlug !== slug));
}

/**
 * Requests the prices that this session may see. This module is only fetched for signed-in people.
 * @returns a function that stops the requests.
 */
export function watchPlanPrices(
  api: Api,
  asked: AskedPrices,
  onState: (state: PriceState) => void,
): () => void {
  const observer = new QueryObserver(client, planPricesQuery(api, asked));
  const report = (result: Result) => onState(priceStateOf(result));
  report(observer.getCurrentResult());
  return observer.subscribe(report);
}

/** The session is over, or may not preview prices. If it is over, the host learns of it and signs the person out. */
function isRefused(error: unknown): boolean {
  return isApiError(error) && (error.code === 'unauthenticated' || error.code === 'forbidden');
}

/** Deletes all prices: the next person in this tab must see only their own. */
export function forgetPlanPrices(): void {
  client.clear();
}

type Result = QueryObserverResult<ReturnType<typeof planPricesSchema.parse>>;

function priceStateOf({ data, error, isError, isPending, isFetching, refetch }: Result): PriceState {
  if (data !== undefined && data.length > 0) {
    return {
      status: 'ready',
      bySlug: new Map(data.map((price) => [price.productSlug, priceReadout(price)])),
      retryMissing: missingIn(data).length === 0 ? null : () => void refetch(),
    };
  }
  if (isPending || isFetching) return PRICES_PENDING;
  // A signed-in person never gets the text for anonymous visitors. An empty list means that the catalogue is empty.
  console.error('Prices are unavailable:', isError ? error : 'the server sent none');
  return { status: 'error', retry: () => void refetch() };
}

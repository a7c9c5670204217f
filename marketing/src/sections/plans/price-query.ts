import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { type PlanPrice, planPricesSchema } from '@corvane/shared/contracts/backend/prices/pricing';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import {
  type DraftInAddress,
  draftPriceOf,
  previewedInstantOf,
} from '@corvane/shared/contracts/remote/price-preview';
import { formatPriceCents } from '@corvane/shared/lib/money';
import { type QueryObserverResult, queryOptions } from '@tanstack/react-query';
import { isEnterprise, PLAN_NAMES, PLAN_SLUGS } from '../../content/plan-names.ts';
import { PRICES_PENDING, type PriceReadout, type Prices, pricesMissing } from './price-state.ts';

const REFRESH_MS = 30_000;

interface PricesOfSession {
  /** null: no one is signed in, so nothing is requested. */
  sessionId: string | null;
  /** Query string of a preview's address. null for the current prices. Only managers get others. */
  previewSearch: string | null;
}

/** The prices that a session may see. This module is only fetched for signed-in people. */
export function planPricesQuery(api: Api, { sessionId, previewSearch }: PricesOfSession) {
  return queryOptions({
    queryKey: ['marketing', 'plan-prices', sessionId, previewSearch],
    queryFn: async ({ signal }) => {
      const at = { at_param: previewSearch && previewedInstantOf(previewSearch) };
      const stored =
        previewSearch === null
          ? await ask(api, 'get_plan_prices', {}, planPricesSchema, { signal })
          : await ask(api, 'get_plan_prices_at', at, planPricesSchema, { signal });
      const prices = previewSearch === null ? stored : withDraft(stored, draftPriceOf(previewSearch));
      // An empty answer is logged with the failures.
      if (prices.length > 0) {
        for (const slug of missingIn(prices)) console.error('The server sent no price for a plan:', slug);
      }
      return prices;
    },
    enabled: sessionId !== null,
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

/** The session is over, or may not preview prices. If it is over, the host learns of it and signs the person out. */
function isRefused(error: unknown): boolean {
  return isApiError(error) && (error.code === 'unauthenticated' || error.code === 'forbidden');
}

type Result = Pick<QueryObserverResult<PlanPrice[]>, 'data' | 'isPending' | 'isFetching' | 'refetch'>;

/** What a page shows of an answer. To a signed-in person, an empty list means an empty catalogue. */
export function pricesOf({ data = [], isPending, isFetching, refetch }: Result): Prices {
  const retry = () => void refetch();
  if (data.length > 0) {
    return {
      status: 'ready',
      bySlug: new Map(data.map((price) => [price.productSlug, priceReadout(price)])),
      retry: missingIn(data).length === 0 ? null : retry,
    };
  }
  return isPending || isFetching ? PRICES_PENDING : pricesMissing(retry);
}

/** The texts of a plan's price area. */
export function priceReadout(price: PlanPrice): PriceReadout {
  const savings = annualSavings(price);
  return {
    slug: price.productSlug,
    monthly: formatPriceCents(price.monthlyCents),
    annual: formatPriceCents(price.annualCents),
    activation: formatPriceCents(price.activationCents),
    savings: savings && { amount: formatPriceCents(savings.cents), percent: savings.percent },
  };
}

/**
 * Savings from paying twelve months in advance, compared with twelve monthly payments.
 * @returns US cents and whole percent. null when there are no savings.
 */
export function annualSavings(price: PlanPrice): { cents: number; percent: number } | null {
  const twelveMonths = price.monthlyCents * 12;
  const cents = twelveMonths - price.annualCents;
  return cents > 0 ? { cents, percent: Math.round((cents / twelveMonths) * 100) } : null;
}

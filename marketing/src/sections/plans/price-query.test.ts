// @vitest-environment happy-dom
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { annualSavings, planPricesQuery, priceReadout, pricesOf } from './price-query.ts';
import type { Prices } from './price-state.ts';

const PRICE = {
  productSlug: 'moonshot',
  monthlyCents: 123_450,
  annualCents: 1_111_050,
  activationCents: 7_700,
};

const PRICES = ['foundation-plus', 'accelerate-pro', 'moonshot'].map((slug) => ({
  ...PRICE,
  productSlug: slug,
}));

const client = new QueryClient();

/** Reports what a page shows, as `SignedInPrices` does. @returns a function that stops the requests */
function watchPlanPrices(
  api: ApiClient,
  asked: Parameters<typeof planPricesQuery>[1],
  onPrices: (prices: Prices) => void,
) {
  return new QueryObserver(client, planPricesQuery(api, asked)).subscribe((result) =>
    onPrices(pricesOf(result)),
  );
}

const NOW = { sessionId: 'session', previewSearch: null };

const logged = vi.fn();
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(logged));
afterEach(() => {
  client.clear();
  logged.mockClear();
  vi.restoreAllMocks();
});

/** The states that a page receives, in order, for these answers of the server. */
function watch(...answers: readonly unknown[]): Prices[] {
  const states: Prices[] = [];
  const left = [...answers];
  const rpc = async () => left.shift();
  watchPlanPrices({ rpc } as unknown as ApiClient, NOW, (state) => states.push(state));
  return states;
}

it('waits, then shows the prices', async () => {
  const states = watch(PRICES);
  await expect.poll(() => states.at(-1)?.status).toBe('ready');
  expect(new Set(states.map(({ status }) => status))).toEqual(new Set(['pending', 'ready']));
  expect(logged).not.toHaveBeenCalled();
});

it('tells a signed-in person that prices are unavailable when the server sends none', async () => {
  const states = watch([], PRICES);
  await expect.poll(() => states.at(-1)?.status).toBe('error');
  expect(states.map(({ status }) => status)).not.toContain('hidden');

  const state = states.at(-1);
  if (state?.status === 'error') state.retry?.();
  await expect.poll(() => states.at(-1)?.status).toBe('ready');
});

/** One plan alone said 'Price not available now', without a way to ask again and without a trace for us. */
it('shows the prices that came, logs each priced plan without one, and offers to ask again', async () => {
  const [foundation, , moonshot] = PRICES;
  const states = watch([foundation, moonshot], PRICES);
  await expect.poll(() => states.at(-1)?.status).toBe('ready');
  const state = states.at(-1);
  const shown = state?.status === 'ready' ? state : expect.fail('no prices');
  expect([...shown.bySlug.keys()]).toEqual(['foundation-plus', 'moonshot']);
  // Enterprise has no price on the pages, so nothing is missing there.
  expect(logged.mock.calls).toEqual([['The server sent no price for a plan:', 'accelerate-pro']]);

  shown.retry?.();
  await expect.poll(() => states.at(-1)).toMatchObject({ status: 'ready', retry: null });
  expect(logged).toHaveBeenCalledOnce();
});

it('does not ask again after the server says that the session is over', async () => {
  const rpc = vi
    .fn()
    .mockRejectedValue(new ApiError('unauthenticated', 'the session has ended', { status: 401 }));
  const states: Prices[] = [];
  watchPlanPrices({ rpc } as unknown as ApiClient, NOW, (state) => states.push(state));
  await expect.poll(() => states.at(-1)?.status).toBe('error');
  expect(rpc).toHaveBeenCalledOnce();
});

it('asks again automatically, so revoked access ends on an open page', async () => {
  vi.useFakeTimers();
  const rpc = vi.fn().mockResolvedValue([PRICE]);
  const stop = watchPlanPrices({ rpc } as unknown as ApiClient, NOW, () => {});
  await vi.advanceTimersByTimeAsync(31_000);
  expect(rpc).toHaveBeenCalledTimes(2);
  stop();
  vi.useRealTimers();
});

it('asks for the prices at the instant of a preview, and does not ask again after a refusal', async () => {
  const rpc = vi.fn().mockRejectedValue(new ApiError('forbidden', 'no code yet', { status: 403 }));
  const states: Prices[] = [];
  const previewAt = '2026-12-01T14:00:00Z';
  const previewSearch = `?prices-at=${previewAt}`;
  watchPlanPrices({ rpc } as unknown as ApiClient, { ...NOW, previewSearch }, (state) => states.push(state));
  await expect.poll(() => states.at(-1)?.status).toBe('error');
  expect(rpc.mock.calls.map(([name, args]) => [name, args])).toEqual([
    ['get_plan_prices_at', { at_param: previewAt }],
  ]);
});

it('shows the stored price in the place of one that no plan can have', async () => {
  const rpc = vi.fn().mockResolvedValue(PRICES);
  const states: Prices[] = [];
  const previewSearch = '?prices-at=2026-12-01T14:00:00Z&price-draft=moonshot.0.4032000.62500';
  watchPlanPrices({ rpc } as unknown as ApiClient, { ...NOW, previewSearch }, (state) => states.push(state));
  await expect.poll(() => states.at(-1)?.status).toBe('ready');
  const state = states.at(-1);
  const shown = state?.status === 'ready' ? state.bySlug.get('moonshot') : undefined;
  expect(shown?.monthly).toBe('$1,234.50');
});

it('shows a price that is not stored yet in the place of the stored one, once the server has answered', async () => {
  const other = { ...PRICE, productSlug: 'accelerate-pro' };
  const rpc = vi.fn().mockResolvedValue([PRICE, other]);
  const states: Prices[] = [];
  const previewSearch = '?prices-at=2026-12-01T14:00:00Z&price-draft=moonshot.410000.4032000.62500';
  watchPlanPrices({ rpc } as unknown as ApiClient, { ...NOW, previewSearch }, (state) => states.push(state));
  await expect.poll(() => states.at(-1)?.status).toBe('ready');
  const state = states.at(-1);
  const bySlug = state?.status === 'ready' ? state.bySlug : new Map();
  expect([...bySlug.keys()].sort()).toEqual(['accelerate-pro', 'moonshot']);
  expect(bySlug.get('moonshot')).toEqual(
    priceReadout({
      productSlug: 'moonshot',
      monthlyCents: 410_000,
      annualCents: 4_032_000,
      activationCents: 62_500,
    }),
  );
});

const price = { productSlug: 'any', monthlyCents: 123_450, annualCents: 1_111_050, activationCents: 7_700 };

describe('the annual savings', () => {
  it('are twelve monthly prices minus the annual price, in cents and in whole percent', () => {
    expect(annualSavings(price)).toEqual({ cents: 370_350, percent: 25 });
  });

  it('are not shown when a year costs as much as twelve months, or more', () => {
    expect(annualSavings({ ...price, annualCents: price.monthlyCents * 12 })).toBeNull();
    expect(annualSavings({ ...price, annualCents: price.monthlyCents * 13 })).toBeNull();
    expect(annualSavings({ ...price, monthlyCents: 0, annualCents: 0 })).toBeNull();
  });
});

it('writes amounts in US dollars, with cents only where there are any', () => {
  expect(priceReadout(price)).toEqual({
    slug: 'any',
    monthly: '$1,234.50',
    annual: '$11,110.50',
    activation: '$77',
    savings: { amount: '$3,703.50', percent: 25 },
  });
});

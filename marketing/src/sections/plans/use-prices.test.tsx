// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { HostProvider } from '../../host-context.tsx';
import { PRICES_PENDING, type Prices, pricesMissing, type SignedInPricesProps } from './price-state.ts';
import { usePrices } from './use-prices.tsx';

const asked = vi.hoisted(() => ({ prices: null as Prices | null }));
vi.mock('./signed-in-prices.tsx', () => ({
  default: ({ onAsked }: SignedInPricesProps) => {
    const { prices } = asked;
    useEffect(() => (prices === null ? undefined : onAsked({ prices, view: null })), [prices, onAsked]);
    return null;
  },
}));

const CUSTOMER = { session: { status: 'customer', sessionId: 's' }, showPricing: true };
const WORDS = PLANS_CONTENT.failure;
const ready = (retry: Prices['retry']): Prices => ({ status: 'ready', bySlug: new Map(), retry });

function Shown() {
  return usePrices().notice;
}

let root: Root;
async function shown(prices: Prices, host: object = CUSTOMER): Promise<string> {
  asked.prices = prices;
  await act(async () =>
    root.render(
      <HostProvider value={host as HostServices}>
        <Shown />
      </HostProvider>,
    ),
  );
  return document.querySelector('[role=alert]')?.textContent ?? '';
}

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

test.each<[string, (retry: () => void) => Prices, string]>([
  ['no price came', pricesMissing, WORDS.title],
  ['one price is missing', ready, WORDS.titleOfSome],
])('says that %s, and asks again on request', async (_what, pricesWith, title) => {
  const retry = vi.fn();
  expect(await shown(pricesWith(retry))).toBe(`${title}${WORDS.description}${WORDS.retry}`);
  document.querySelector('button')?.click();
  expect(retry).toHaveBeenCalledOnce();
});

test('says nothing while prices load, and once all are there', async () => {
  expect(await shown(PRICES_PENDING)).toBe('');
  expect(await shown(ready(null))).toBe('');
});

test('says that the server is out of reach while a session cannot be restored', async () => {
  const session = { status: 'restoring', retry: vi.fn() };
  const said = await shown(PRICES_PENDING, { session, showPricing: false });
  expect(said).toBe(`${WORDS.title}${WORDS.reconnecting}${WORDS.retry}`);
});

// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PLANS_CONTENT } from '../../../content/plans.ts';
import { HostProvider } from '../../../host-context.tsx';
import { PRICES_PENDING, type PriceState } from './price-state.ts';
import { PricesNotice } from './prices-notice.tsx';

const HOST = { session: { status: 'customer' } } as unknown as HostServices;
const WORDS = PLANS_CONTENT.failure;

let root: Root;
async function shown(state: PriceState): Promise<string> {
  await act(async () =>
    root.render(
      <HostProvider value={HOST}>
        <PricesNotice prices={{ ...state, signedIn: null }} words={WORDS} />
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

test.each<[string, (retry: () => void) => PriceState, string]>([
  ['no price came', (retry) => ({ status: 'error', retry }), WORDS.title],
  [
    'one price is missing',
    (retryMissing) => ({ status: 'ready', bySlug: new Map(), retryMissing }),
    WORDS.titleOfSome,
  ],
])('says that %s, and asks again on request', async (_what, stateWith, title) => {
  const retry = vi.fn();
  expect(await shown(stateWith(retry))).toBe(`${title}${WORDS.description}${WORDS.retry}`);
  document.querySelector('button')?.click();
  expect(retry).toHaveBeenCalledOnce();
});

test('says nothing while prices load, and once all are there', async () => {
  expect(await shown(PRICES_PENDING)).toBe('');
  expect(await shown({ status: 'ready', bySlug: new Map(), retryMissing: null })).toBe('');
});

import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { HostProvider } from '../../host-context.tsx';
import { PRICES_HIDDEN } from '../../sections/plans/price-state.ts';
import { TableSection } from './comparison-table.tsx';

const signedIn = vi.hoisted(() => ({ ask: null as { anything: string } | null }));
vi.mock('../../sections/plans/use-prices.tsx', () => ({
  usePrices: () => ({ prices: PRICES_HIDDEN, view: signedIn, notice: null }),
}));

function linkNames(anything: string | null): string[] {
  signedIn.ask = anything === null ? null : { anything };
  const host = { Link: ({ children }: { children: string }) => <a href="/contact">{children}</a> };
  const html = renderToStaticMarkup(
    <HostProvider value={host as unknown as HostServices}>
      <TableSection />
    </HostProvider>,
  );
  return [...html.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, name = '']) => name);
}

/** Regression: a customer was sent to Sales here, and to their representative on the page of prices. */
test("a customer asks their representative, below the table and at each plan's head", () => {
  expect(linkNames('Ask Dana $& Reyes')).toEqual(Array(5).fill('Ask Dana $&amp; Reyes'));
  expect(linkNames(null)).toEqual(Array(5).fill('Contact Sales'));
});

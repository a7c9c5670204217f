// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { HostProvider } from '../../host-context.tsx';
import { usePlanPrices } from './use-plan-prices.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('./signed-in-plans.ts', () => {
  throw new Error('the file did not arrive');
});

const HOST = {
  session: { status: 'customer', sessionId: 'session' },
  showPricing: true,
  location: { pathname: '/pricing', search: '', hash: '' },
} as unknown as HostServices;

function Status() {
  return usePlanPrices().status;
}

/** The error was dropped, so a missing file looked like a server without prices. */
test('code that does not load makes prices unavailable, and its error is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <HostProvider value={HOST}>
        <Status />
      </HostProvider>,
    ),
  );
  await act(() => expect.poll(() => place.textContent).toBe('error'));
  expect(logged).toHaveBeenCalledExactlyOnceWith('The code for prices did not load:', expect.any(Error));
  await act(async () => root.unmount());
});

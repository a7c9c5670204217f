// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { prefetchCall, takingPrefetched } from '../app/prefetched-calls.ts';
import { fakeHost } from '../testing/fake-host.tsx';
import { mount } from '../testing/mount.tsx';
import { learningTime, useServerNow } from './server-clock.ts';

afterEach(() => vi.useRealTimers());

const Clock = () => <time>{useServerNow()}</time>;

/** Regression: an answer that waited for the page made each countdown as much too long. */
test('an early answer tells the time of when it arrived, and a later one that of when it arrives', async () => {
  const here = Date.parse('2026-11-21T09:00:00Z');
  const hourMs = 3_600_000;
  vi.useFakeTimers({ now: here, toFake: ['Date'] });
  const { services } = fakeHost({
    get_customers: () => ({ now: new Date(Date.now() + hourMs).toISOString() }),
  });
  prefetchCall(services.api, 'get_customers', {});
  await Promise.resolve();
  vi.setSystemTime(here + 20_000);
  const api = learningTime(services.api);
  await takingPrefetched(api).rpc('get_customers', {});
  const { container, unmount } = await mount(<Clock />);
  expect(Number(container.textContent)).toBe(here + 20_000 + hourMs);
  await unmount();
  vi.setSystemTime(here - hourMs);
  await takingPrefetched(api).rpc('get_customers', {});
  const again = await mount(<Clock />);
  expect(Number(again.container.textContent)).toBe(here);
  await again.unmount();
});

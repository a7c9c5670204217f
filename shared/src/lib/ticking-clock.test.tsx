// @vitest-environment happy-dom
import { act, Profiler } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useServerNow } from './ticking-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Clock() {
  return <time>{useServerNow(0)}</time>;
}

// Each new row of a long list made all rows render once more.
test('a clock that appears between two ticks renders once, and no other clock renders', async () => {
  const renders = vi.fn();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (names: readonly string[]) =>
    act(async () =>
      root.render(
        names.map((name) => (
          <Profiler key={name} id={name} onRender={(id) => renders(id)}>
            <Clock />
          </Profiler>
        )),
      ),
    );
  await show(['first']);
  vi.setSystemTime(Date.now() + 10);
  renders.mockClear();
  await show(['first', 'second', 'third']);
  // React renders the parent's other children again, without a change.
  expect(renders.mock.calls.flat().filter((name) => name !== 'first')).toEqual(['second', 'third']);
  renders.mockClear();
  await act(async () => vi.advanceTimersByTime(1_000));
  expect(renders.mock.calls.flat()).toEqual(['first', 'second', 'third']);
  await act(async () => root.unmount());
});

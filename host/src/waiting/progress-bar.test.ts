import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showWait, waits } from './progress-bar.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  expect(waits.isShown()).toBe(false);
  vi.useRealTimers();
});

/** Work that the test ends. */
function work() {
  const ends = { resolve: () => {}, reject: () => {} };
  showWait(
    new Promise<void>((resolve, reject) => {
      Object.assign(ends, { resolve, reject });
    }),
  );
  return ends;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a short wait is never shown', async () => {
  const changes = vi.fn();
  const stop = waits.subscribe(changes);
  const { resolve } = work();
  await pass(299);
  resolve();
  await pass(1000);
  expect(changes).not.toHaveBeenCalled();
  stop();
});

test.each(['resolve', 'reject'] as const)(
  'a long wait is shown until the work ends, here by %s',
  async (end) => {
    const { [end]: settle } = work();
    await pass(300);
    expect(waits.isShown()).toBe(true);
    settle();
    await pass(100);
    expect(waits.isShown()).toBe(false);
  },
);

test('work that follows at once continues the wait', async () => {
  const first = work();
  await pass(300);
  first.resolve();
  await pass(50);
  const second = work();
  await pass(200);
  expect(waits.isShown()).toBe(true);
  second.resolve();
  await pass(100);
  expect(waits.isShown()).toBe(false);
});

test('the wait ends with the last of two', async () => {
  const [first, second] = [work(), work()];
  await pass(300);
  first.resolve();
  await pass(200);
  expect(waits.isShown()).toBe(true);
  second.resolve();
});

import { z } from '@corvane/shared/lib/zod';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { failsWith, fakeHost, REP_SESSION } from '../testing/fake-host.tsx';
import { arrivedAnswer, forgetPrefetchedCalls, prefetchCall, takingPrefetched } from './prefetched-calls.ts';
import { rememberSession } from './session-memory.ts';

beforeEach(forgetPrefetchedCalls);

let answers = 0;
const host = () => fakeHost({ get_customers: () => ++answers });
const ARGS = { page_size: 50 };

test('the page uses an early answer once, and calls the server after that', async () => {
  const { services, calls } = host();
  prefetchCall(services.api, 'get_customers', ARGS);
  const first = await takingPrefetched(services.api).rpc('get_customers', ARGS);
  expect(calls).toHaveLength(1);
  const second = await takingPrefetched(services.api).rpc('get_customers', ARGS);
  expect(calls).toHaveLength(2);
  expect(second).not.toBe(first);
});

test('an early answer for other arguments, or from a session before, is not used', async () => {
  const { services, calls } = host();
  prefetchCall(services.api, 'get_customers', ARGS);
  await takingPrefetched(services.api).rpc('get_customers', { page_size: 1 });
  rememberSession({ ...REP_SESSION, sessionId: 'another' });
  await takingPrefetched(services.api).rpc('get_customers', ARGS);
  expect(calls).toHaveLength(3);
});

test('an early call that failed is repeated', async () => {
  const { services } = fakeHost({ get_customers: failsWith('network') });
  prefetchCall(services.api, 'get_customers', ARGS);
  await Promise.resolve();
  const { services: online, calls } = host();
  await expect.poll(() => takingPrefetched(online.api).rpc('get_customers', ARGS)).toBeDefined();
  expect(calls.length).toBeGreaterThan(0);
});

test('no early call starts once the page makes its own calls', async () => {
  const { services, calls } = host();
  await takingPrefetched(services.api).rpc('get_customers', ARGS);
  prefetchCall(services.api, 'get_customers', ARGS);
  expect(calls).toHaveLength(1);
});

/** Regression: customers' data that no page used stayed until the session ended. */
test('an early answer that no page uses is dropped after half a minute', async () => {
  // The clock stands still: an old answer is not used anyway.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { services, calls } = host();
  prefetchCall(services.api, 'get_customers', ARGS);
  vi.advanceTimersByTime(30_000);
  await takingPrefetched(services.api).rpc('get_customers', ARGS);
  expect(calls).toHaveLength(2);
});

test('an early answer that is there is read at once, and once', async () => {
  const { services, calls } = host();
  prefetchCall(services.api, 'get_customers', ARGS);
  expect(arrivedAnswer('get_customers', ARGS, z.number())).toBeUndefined();
  await expect.poll(() => arrivedAnswer('get_customers', ARGS, z.number())).toBe(answers);
  expect(arrivedAnswer('get_customers', ARGS, z.number())).toBeUndefined();
  expect(calls).toHaveLength(1);
});

test('an early answer that is invalid is not used: the page asks, and tells what is wrong', async () => {
  const { services, calls } = host();
  prefetchCall(services.api, 'get_customers', ARGS);
  await expect.poll(() => calls.length).toBe(1);
  await Promise.resolve();
  expect(arrivedAnswer('get_customers', ARGS, z.string())).toBeUndefined();
  await takingPrefetched(services.api).rpc('get_customers', ARGS);
  expect(calls).toHaveLength(2);
});

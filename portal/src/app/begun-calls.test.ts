import { beforeEach, expect, test } from 'vitest';
import { failsWith, fakeHost } from '../testing/fake-host.tsx';
import { beginCall, callOrTakeBegun, forgetBegunCalls } from './begun-calls.ts';

beforeEach(forgetBegunCalls);

let answers = 0;
const host = () => fakeHost({ get_customers: () => ++answers });
const ARGS = { page_size: 50 };

test('the page takes a begun answer once, and asks anew after that', async () => {
  const { services, calls } = host();
  beginCall(services.api, 'a', 'get_customers', ARGS);
  const first = await callOrTakeBegun(services.api, ['a', 'get_customers', ARGS], {});
  expect(calls).toHaveLength(1);
  const second = await callOrTakeBegun(services.api, ['a', 'get_customers', ARGS], {});
  expect(calls).toHaveLength(2);
  expect(second).not.toBe(first);
});

test("another representative's answer, or one for other arguments, is not taken", async () => {
  const { services, calls } = host();
  beginCall(services.api, 'a', 'get_customers', ARGS);
  await callOrTakeBegun(services.api, ['b', 'get_customers', ARGS], {});
  await callOrTakeBegun(services.api, ['a', 'get_customers', { page_size: 1 }], {});
  expect(calls).toHaveLength(3);
});

test('a begun call that failed is repeated', async () => {
  const { services } = fakeHost({ get_customers: failsWith('network') });
  beginCall(services.api, 'a', 'get_customers', ARGS);
  await Promise.resolve();
  const { services: online, calls } = host();
  await expect.poll(() => callOrTakeBegun(online.api, ['a', 'get_customers', ARGS], {})).toBeDefined();
  expect(calls.length).toBeGreaterThan(0);
});

test('nothing begins once the page asks by itself', async () => {
  const { services, calls } = host();
  await callOrTakeBegun(services.api, ['a', 'get_customers', ARGS], {});
  beginCall(services.api, 'a', 'get_customers', ARGS);
  expect(calls).toHaveLength(1);
});

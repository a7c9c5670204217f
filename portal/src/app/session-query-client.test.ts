import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetSessionQueries, mayHelpToAskAgain, queryClientForSession } from './session-query-client.ts';

beforeEach(() => forgetSessionQueries());

test('one session keeps one cache, even if the page is left and opened again', () => {
  const client = queryClientForSession('first');
  client.setQueryData(['figures'], 1);
  expect(queryClientForSession('first').getQueryData(['figures'])).toBe(1);
});

test('a new session sees no data of the session before it', () => {
  const first = queryClientForSession('first');
  first.setQueryData(['figures'], 1);
  expect(queryClientForSession('second').getQueryData(['figures'])).toBeUndefined();
  expect(first.getQueryData(['figures'])).toBeUndefined();
});

test('the cache is emptied when the session ends', () => {
  const client = queryClientForSession('first');
  client.setQueryData(['figures'], 1);
  forgetSessionQueries();
  expect(client.getQueryData(['figures'])).toBeUndefined();
});

test('only calls to an unreachable server are retried automatically', () => {
  expect(mayHelpToAskAgain(new ApiError('network', ''))).toBe(true);
  expect(mayHelpToAskAgain(new ApiError('unavailable', ''))).toBe(true);
  expect(mayHelpToAskAgain(new ApiError('forbidden', ''))).toBe(false);
  expect(mayHelpToAskAgain(new Error('an invalid answer'))).toBe(false);
});

test('an invalid answer is logged, without its content or its parameters', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const client = queryClientForSession('first');
  const queryKey = ['customers', 'pages', { find: 'ada@acme.example' }];
  const queryFn = () => Promise.reject(new TypeError('ada@acme.example is not a customer'));
  await expect(client.fetchQuery({ queryKey, queryFn })).rejects.toThrow();
  expect(logged.mock.calls).toEqual([['The answer for customers pages is invalid: TypeError']]);
  logged.mockRestore();
});

test('an invalid answer to a change is logged too', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const change = queryClientForSession('first')
    .getMutationCache()
    .build(queryClientForSession('first'), {
      mutationKey: ['customers', 'access', 'customer-1'],
      mutationFn: () => Promise.reject(new TypeError('ada@acme.example is not a customer')),
    });
  await expect(change.execute(undefined)).rejects.toThrow();
  expect(logged.mock.calls).toEqual([['The answer for customers access is invalid: TypeError']]);
  logged.mockRestore();
});

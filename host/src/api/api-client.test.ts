import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientOfSession, createApiClient } from './api-client.ts';
import { SupabaseTransport } from './supabase-transport.ts';

const answer = vi.fn<(name: string, sent: unknown) => Promise<unknown>>();
const logged = vi.fn();
beforeEach(() => {
  vi.spyOn(SupabaseTransport.prototype, 'rpc').mockImplementation(answer);
  vi.spyOn(SupabaseTransport.prototype, 'invoke').mockImplementation(answer);
  vi.spyOn(console, 'warn').mockImplementation(logged);
});
afterEach(() => {
  vi.restoreAllMocks();
  answer.mockReset();
  logged.mockReset();
});

const PROJECT = { apiUrl: 'http://localhost', publishableKey: 'key' };
const client = createApiClient({ ...PROJECT, sessionToken: async () => null });

test('a failed call is logged with its correlation id, without the request or the answer', async () => {
  const secret = 'SECRET-TOKEN';
  answer.mockRejectedValue(
    new ApiError('unauthenticated', `no customer has ${secret}`, { status: 401, correlationId: 'c-1' }),
  );
  await expect(client.invoke('sign-in-customer', { token: secret })).rejects.toThrow();
  expect(logged.mock.calls).toEqual([
    ['sign-in-customer failed: unauthenticated, status 401, correlation id c-1'],
  ]);
});

test('only a refusal for an ended session is reported to the session', async () => {
  const onUnauthenticated = vi.fn();
  const watching = createApiClient({
    ...PROJECT,
    sessionToken: async () => 'jwt',
    onUnauthenticated,
  });
  answer.mockRejectedValue(new ApiError('forbidden', 'not yours', { status: 403 }));
  await expect(watching.rpc('get_customers')).rejects.toThrow();
  expect(onUnauthenticated).not.toHaveBeenCalled();
  answer.mockRejectedValue(new ApiError('unauthenticated', 'the session has ended', { status: 401 }));
  await expect(watching.rpc('get_customers')).rejects.toThrow('the session has ended');
  await expect(watching.invoke('revoke-access', {})).rejects.toThrow();
  expect(onUnauthenticated).toHaveBeenCalledTimes(2);
});

test('a call without an answer is logged as such', async () => {
  answer.mockRejectedValue(new TypeError('Failed to fetch https://x.example/?email=ada@customer.example'));
  await expect(client.rpc('get_customers')).rejects.toMatchObject({ code: 'network' });
  expect(logged.mock.calls).toEqual([['get_customers failed: network, status 0, correlation id none']]);
});

test('a call that succeeded, or that its page aborted, is not logged', async () => {
  answer.mockResolvedValue(1);
  await client.rpc('get_plan_prices');
  answer.mockRejectedValue(new Error('aborted'));
  await expect(client.rpc('get_plan_prices', {}, { signal: AbortSignal.abort() })).rejects.toThrow();
  expect(logged).not.toHaveBeenCalled();
});

/** Regression: a call waited for the renewal of an expired token, 47 s over a bad line. */
test.each(['rpc', 'invoke'] as const)('the time limit of %s includes the wait for a token', async (kind) => {
  vi.mocked(SupabaseTransport.prototype[kind]).mockRestore();
  const waiting = createApiClient({ ...PROJECT, sessionToken: () => new Promise(() => {}) });
  const call = waiting[kind]('get_customers', {}, { timeoutMs: 20 });
  await expect(call).rejects.toMatchObject({ code: 'unavailable', message: 'No answer within 20 ms' });
});

test('a page that aborts such a call gets its own reason at once', async () => {
  vi.mocked(SupabaseTransport.prototype.rpc).mockRestore();
  const waiting = createApiClient({ ...PROJECT, sessionToken: () => new Promise(() => {}) });
  const page = new AbortController();
  const call = waiting.rpc('get_customers', {}, { signal: page.signal });
  page.abort(new Error('left'));
  await expect(call).rejects.toThrow('left');
});

/** Regression: the server refused a call after a logout, and the browser logged a 401. */
test('the end of a session aborts its calls, and leaves no line', async () => {
  const session = new AbortController();
  const signals: AbortSignal[] = [];
  vi.mocked(SupabaseTransport.prototype.rpc).mockImplementation((_name, _args, { signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  const signedIn = createApiClient({
    ...PROJECT,
    sessionToken: async () => 'jwt',
    sessionSignal: () => session.signal,
  });
  const call = signedIn.rpc('get_customers');
  await expect.poll(() => signals).toHaveLength(1);
  session.abort(new ApiError('unauthenticated', 'The session has ended'));
  await expect(call).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(signals[0]?.aborted).toBe(true);
  expect(logged).not.toHaveBeenCalled();
});

/** Regression: another person's sign-in, in another tab, took back a request that was being sent. */
test("a visitor's request is sent, whatever becomes of the session", async () => {
  const session = new AbortController();
  let arrive = (_answer: string) => {};
  answer.mockReturnValue(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const signedIn = createApiClient({
    ...PROJECT,
    sessionToken: async () => 'jwt',
    sessionSignal: () => session.signal,
  });
  const call = signedIn.invoke('edit-customer', {}, { outlivesSession: true });
  await expect.poll(() => answer.mock.calls).toHaveLength(1);
  session.abort(new ApiError('unauthenticated', 'Another person signed in'));
  arrive('stored');
  expect(await call).toBe('stored');
});

test('a call that was aborted before it began asks nothing', async () => {
  const caller = new AbortController();
  caller.abort(new Error('left'));
  answer.mockClear();
  await expect(client.rpc('get_x', {}, { signal: caller.signal })).rejects.toThrow('left');
  expect(answer).not.toHaveBeenCalled();
});

/** Regression: a part of the page that was drawn after the logout asked as an anonymous visitor, and was refused. */
test('a page whose session has ended asks nothing more', async () => {
  let isOver = false;
  const rpc = vi.fn(async () => 'rows');
  const invoke = vi.fn(async () => 'done');
  const page = clientOfSession({ rpc, invoke }, () => isOver);
  const signal = new AbortController().signal;
  expect(await page.rpc('get_customers', { page_size: 1 }, { signal })).toBe('rows');
  expect(await page.invoke('edit-customer', {})).toBe('done');
  expect(rpc).toHaveBeenCalledExactlyOnceWith('get_customers', { page_size: 1 }, { signal });
  isOver = true;
  await expect(page.rpc('get_customers')).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(page.invoke('edit-customer', {})).rejects.toMatchObject({ code: 'unauthenticated' });
  expect([rpc.mock.calls.length, invoke.mock.calls.length]).toEqual([1, 1]);
});

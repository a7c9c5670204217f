import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { LineInUse } from './line-in-use.ts';

/** Regression: a font that took longer than the page was quiet was not in the figures. */
test('figures are taken again once the last request has ended, well or badly', async () => {
  const client = new EventEmitter();
  const line = new LineInUse(client);
  const take = vi.fn<() => Promise<number>>();
  take.mockImplementation(async () => take.mock.calls.length);
  for (const requestId of ['font', 'call']) client.emit('Network.requestWillBeSent', { requestId });
  const figures = line.atRest(take, 60_000);
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(1));
  client.emit('Network.loadingFinished', { requestId: 'font' });
  expect(take).toHaveBeenCalledTimes(1);
  client.emit('Network.loadingFailed', { requestId: 'call' });
  expect(await figures).toBe(2);
});

test('figures of a page with nothing under way are taken once', async () => {
  const client = new EventEmitter();
  const line = new LineInUse(client);
  client.emit('Network.requestWillBeSent', { requestId: 'page' });
  client.emit('Network.loadingFinished', { requestId: 'page' });
  const take = vi.fn(async () => 1);
  expect(await line.atRest(take, 60_000)).toBe(1);
  expect(take).toHaveBeenCalledTimes(1);
});

test('a request that never ends is an error, not a bench that never ends', async () => {
  const client = new EventEmitter();
  const line = new LineInUse(client);
  client.emit('Network.requestWillBeSent', { requestId: 'stream' });
  await expect(line.atRest(async () => 1, 0)).rejects.toThrow('A request of the page never ended');
});

import { beforeEach, expect, test, vi } from 'vitest';
import { createReleaseWatch } from './release-watch.ts';

const fetch = vi.fn<() => Promise<Response>>();
let nowMs: number;

beforeEach(() => {
  nowMs = 0;
  fetch.mockReset().mockImplementation(async () => Response.json({ compositionId: 'ours' }));
});

const watch = () =>
  createReleaseWatch({ compositionId: 'ours', url: '/release.json', fetch, now: () => nowMs });

test("the tab's own composition is not newer", async () => {
  expect(await watch().isNewer()).toBe(false);
});

test('another composition is newer, and stays so without another request', async () => {
  fetch.mockImplementation(async () => Response.json({ compositionId: 'next' }));
  const releases = watch();
  expect(await releases.isNewer()).toBe(true);
  nowMs = 60_000;
  expect(await releases.isNewer()).toBe(true);
  expect(fetch).toHaveBeenCalledOnce();
});

test('an answer stays valid for a while, and two checks at once make one request', async () => {
  const releases = watch();
  releases.look();
  releases.look();
  await releases.isNewer();
  nowMs = 9_999;
  await releases.isNewer();
  expect(fetch).toHaveBeenCalledTimes(1);
  nowMs = 10_000;
  await releases.isNewer();
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([
  ['is offline', () => Promise.reject(new TypeError('offline'))],
  ['has no registry', async () => new Response('Not found', { status: 404 })],
  ['answers with invalid JSON', async () => new Response('<html>')],
  ['answers null', async () => Response.json(null)],
  ['names no composition', async () => Response.json({ compositionId: 7 })],
])('a site that %s counts as unchanged', async (_case, answer) => {
  fetch.mockImplementation(answer);
  expect(await watch().isNewer()).toBe(false);
});

test('a slow answer does not delay a click, and counts for the next one', async () => {
  let answer: (response: Response) => void = () => {};
  fetch.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const releases = watch();
  expect(await releases.isNewer()).toBe(false);
  answer(Response.json({ compositionId: 'next' }));
  await expect.poll(() => releases.isNewer()).toBe(true);
});

test('in an unreliable tab, every release counts as newer, without a request', async () => {
  const releases = watch();
  releases.distrust();
  expect(await releases.isNewer()).toBe(true);
  expect(fetch).not.toHaveBeenCalled();
});

/**
 * A page failed while a request was pending. The answer marked the tab as reliable again, and the next link led
 * nowhere.
 */
test('a slow answer does not make a tab reliable again', async () => {
  let answer: (response: Response) => void = () => {};
  fetch.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const releases = watch();
  expect(await releases.isNewer()).toBe(false);
  releases.distrust();
  const asked = releases.isNewer();
  answer(Response.json({ compositionId: 'ours' }));
  expect(await asked).toBe(true);
  expect(await releases.isNewer()).toBe(true);
});

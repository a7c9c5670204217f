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

test('an answer stays valid for a while, and two looks at once make one request', async () => {
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
  ['answers nonsense', async () => new Response('<html>')],
  ['answers null', async () => Response.json(null)],
  ['names no composition', async () => Response.json({ compositionId: 7 })],
])('a site that %s counts as unchanged', async (_case, answer) => {
  fetch.mockImplementation(answer);
  expect(await watch().isNewer()).toBe(false);
});

test('a slow answer delays no click, and counts for the next one', async () => {
  let answer: (response: Response) => void = () => {};
  fetch.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const releases = watch();
  expect(await releases.isNewer()).toBe(false);
  answer(Response.json({ compositionId: 'next' }));
  await expect.poll(() => releases.isNewer()).toBe(true);
});

test('a distrusted tab counts every release as newer, without a request', async () => {
  const releases = watch();
  releases.distrust();
  expect(await releases.isNewer()).toBe(true);
  expect(fetch).not.toHaveBeenCalled();
});

/** A page failed while the answer was on its way. The answer removed the distrust, and the next link led nowhere. */
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

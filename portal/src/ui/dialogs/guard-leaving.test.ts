// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { guardLeaving } from './guard-leaving.ts';

afterEach(() => {
  window.onpopstate = null;
});

/** Entries with an index are the router's. Others come from a link within the page, or from another program. */
test.each<[what: string, guarded: object | null, arrived: object | null, steps: number]>([
  ['Back', { idx: 3 }, { idx: 2 }, -1],
  ['two pages back', { idx: 3 }, { idx: 1 }, -2],
  ['Forward', { idx: 3 }, { idx: 4 }, 1],
  ['Back to an entry without an index', { idx: 3 }, null, -1],
  ['Back from an entry without an index', null, { idx: 3 }, -1],
])('%s is undone, and done again after the question', (_what, guarded, arrived, steps) => {
  // The router of the host listens before any guard.
  window.onpopstate = () => {};
  history.replaceState(guarded, '');
  const go = vi.spyOn(history, 'go').mockImplementation(() => {});
  const questions: (() => void)[] = [];
  const stop = guardLeaving((leave) => questions.push(leave));
  history.replaceState(arrived, '');
  window.dispatchEvent(new PopStateEvent('popstate', { state: arrived }));
  expect(go.mock.calls).toEqual([[-steps]]);
  questions[0]?.();
  expect(go.mock.calls).toEqual([[-steps], [steps]]);
  stop();
  go.mockRestore();
});

// @vitest-environment happy-dom

import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '../../../testing/mount.tsx';
import { ScrollingTabs } from './operations-tabs.tsx';

afterEach(() => vi.unstubAllGlobals());

const TAB_WIDTH = 100;

/** The browser's layout: six tabs in a row of this width. */
function layOut(row: HTMLElement, width: number) {
  Object.defineProperty(row, 'clientWidth', { value: width, configurable: true });
  for (const [index, tab] of [...row.children].entries()) {
    Object.defineProperty(tab, 'offsetLeft', { value: index * TAB_WIDTH, configurable: true });
    Object.defineProperty(tab, 'offsetWidth', { value: TAB_WIDTH, configurable: true });
  }
}

test('the selected tab stays in view when the window becomes narrow, or a tab wider', async () => {
  let resized = () => {};
  const observed: Element[] = [];
  class FakeObserver {
    constructor(callback: () => void) {
      resized = callback;
    }
    observe = (element: Element) => observed.push(element);
    disconnect = () => observed.splice(0);
  }
  vi.stubGlobal('ResizeObserver', FakeObserver);
  const mounted = await mount(
    <ScrollingTabs selected="5">
      <div role="tablist">
        {['0', '1', '2', '3', '4', '5'].map((id) => (
          <button key={id} type="button" role="tab" aria-selected={id === '5'}>
            {id}
          </button>
        ))}
      </div>
    </ScrollingTabs>,
  );
  const row = mounted.container.querySelector<HTMLElement>('[role=tablist]');
  if (row === null) throw new Error('There is no row of tabs');
  // A tab becomes wider when its font arrives.
  expect(observed).toEqual([row, ...row.children]);
  layOut(row, 1000);
  await act(async () => resized());
  expect(row.scrollLeft).toBe(0);
  layOut(row, 320);
  await act(async () => resized());
  const [start, end] = [row.scrollLeft, row.scrollLeft + 320];
  expect(start).toBeLessThanOrEqual(5 * TAB_WIDTH);
  expect(end).toBeGreaterThanOrEqual(6 * TAB_WIDTH);
});

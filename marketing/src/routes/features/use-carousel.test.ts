// @vitest-environment happy-dom
import { act, createElement, type TouchEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { directionOf, directionOfKey, nextPlace, useCarousel } from './use-carousel.ts';

it('moves forward and back', () => {
  expect(nextPlace(0, 1, 3)).toBe(1);
  expect(nextPlace(2, -1, 3)).toBe(1);
});

it('loops at both ends', () => {
  expect(nextPlace(2, 1, 3)).toBe(0);
  expect(nextPlace(0, -1, 3)).toBe(2);
});

it('counts a drag only above ten pixels', () => {
  expect([-10, 0, 10].map(directionOf)).toEqual([0, 0, 0]);
  expect([-11, 11].map(directionOf)).toEqual([1, -1]);
});

/** Regression: scrolling the page past the first or last story turned to the other end. */
it.each([
  [-40, 41, 0],
  [40, -120, 0],
  [-41, 40, 1],
  [41, -12, -1],
] as const)('a finger that moved %d to the side and %d down turns by %d', (x, y, turn) => {
  expect(directionOf(x, y)).toBe(turn);
});

/** Regression: zooming at the last story turned to the first. */
it.each([
  [1, 1],
  [2, 0],
])('%d fingers that leave to the side turn %d times', async (fingers, turns) => {
  const scrollTo = vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(() => {});
  let handlers: ReturnType<typeof useCarousel>['handlers'] | undefined;
  function Stories() {
    const { list, ...carousel } = useCarousel(3);
    handlers = carousel.handlers;
    return createElement('ul', { ref: list });
  }
  const root = createRoot(document.body);
  await act(async () => root.render(createElement(Stories)));
  const at = (clientX: number) => Array.from({ length: fingers }, () => ({ clientX, clientY: 0 }));
  handlers?.onTouchStart({ touches: at(0) } as unknown as TouchEvent);
  handlers?.onTouchEnd({ changedTouches: at(90) } as unknown as TouchEvent);
  expect(scrollTo).toHaveBeenCalledTimes(turns);
  await act(async () => root.unmount());
  vi.restoreAllMocks();
});

const NO_MODIFIER = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

it('follows the arrow keys', () => {
  const of = (key: string) => directionOfKey({ ...NO_MODIFIER, key });
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp'].map(of)).toEqual([-1, 1, 0]);
});

it.each(Object.keys(NO_MODIFIER))('leaves an arrow with %s to the browser', (modifier) => {
  expect(directionOfKey({ ...NO_MODIFIER, [modifier]: true, key: 'ArrowLeft' })).toBe(0);
});

// @vitest-environment happy-dom

import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { nextTabIndex, Tabs } from './tabs.tsx';

/** Moves the focus on as early as anybody could: when the tab is selected, before the browser paints it. */
function EarlyPress({ jumps }: { jumps: number }) {
  useLayoutEffect(() => document.querySelector('input')?.focus(), [jumps]);
  return null;
}

/** Regression: the tab took the focus after it was painted, from the element that had it by then. */
test('a tab that a shortcut selects takes the focus before anybody can move it on', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (jumps: number, moves: boolean) =>
    act(async () =>
      root.render(
        <>
          <Tabs
            label="Parts"
            tabs={[{ id: 'one', label: 'One', panel: <input aria-label="Search" /> }]}
            selected="one"
            onSelect={() => {}}
            focusRequests={jumps}
          />
          {moves && <EarlyPress jumps={jumps} />}
        </>,
      ),
    );
  await show(0, false);
  await show(1, false);
  expect(document.activeElement?.getAttribute('role')).toBe('tab');
  await show(2, true);
  expect(document.activeElement).toBe(document.querySelector('input'));
});

test('a link to another tab hands the focus to that tab, which does not take it from elsewhere', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (selected: 'one' | 'two') =>
    act(async () =>
      root.render(
        <Tabs
          label="Parts"
          tabs={[
            { id: 'one', label: 'One', panel: <a href="?tab=two">Two</a> },
            { id: 'two', label: 'Two', panel: <input aria-label="Name" /> },
          ]}
          selected={selected}
          onSelect={() => {}}
          focusRequests={0}
        />,
      ),
    );
  await show('one');
  document.querySelector<HTMLElement>('a[href="?tab=two"]')?.focus();
  await show('two');
  expect(document.activeElement?.textContent).toBe('Two');
  expect(document.activeElement?.getAttribute('role')).toBe('tab');
  document.body.focus();
  (document.activeElement as HTMLElement).blur();
  await show('one');
  expect(document.activeElement).toBe(document.body);
});

test('arrow keys wrap around at both ends', () => {
  expect(nextTabIndex('ArrowRight', 0, 3)).toBe(1);
  expect(nextTabIndex('ArrowRight', 2, 3)).toBe(0);
  expect(nextTabIndex('ArrowLeft', 0, 3)).toBe(2);
});

test('Home and End go to the first and the last tab', () => {
  expect(nextTabIndex('Home', 2, 3)).toBe(0);
  expect(nextTabIndex('End', 0, 3)).toBe(2);
});

test('other keys do nothing', () => {
  expect(nextTabIndex('Tab', 0, 3)).toBeNull();
  expect(nextTabIndex('a', 0, 3)).toBeNull();
});

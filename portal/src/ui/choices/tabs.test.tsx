// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { Tabs } from './tabs.tsx';

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

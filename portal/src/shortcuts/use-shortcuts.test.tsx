// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { useShortcuts } from './use-shortcuts.ts';

const showHelp = vi.fn();

function Page() {
  useShortcuts(true, { '?': showHelp });
  return null;
}

/** Presses a key as early as anybody could: when the page is complete, before the browser paints it. */
function EarlyPress() {
  useLayoutEffect(() => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
  }, []);
  return null;
}

/** Regression: a key that was pressed just after the page appeared did nothing. */
test('a key works as soon as the page can be seen', async () => {
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <>
        <Page />
        <EarlyPress />
      </>,
    ),
  );
  expect(showHelp).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
  document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
  expect(showHelp).toHaveBeenCalledOnce();
});

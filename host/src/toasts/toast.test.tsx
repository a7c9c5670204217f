// @vitest-environment happy-dom
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toasts, toast } from './toast.tsx';
import type { ToasterProps } from './toaster.tsx';

/**
 * Regression: the first message after the connection was lost removed the whole page, because React found no
 * toaster.
 */

const shown = vi.fn();
function Toaster({ connect }: ToasterProps) {
  useEffect(() => connect({ show: ({ title }) => shown(title) }), [connect]);
  return null;
}

const load = vi.fn<() => Promise<{ default: typeof Toaster }>>();
let root: Root;
let container: HTMLElement;

beforeEach(async () => {
  shown.mockReset();
  load.mockReset().mockResolvedValue({ default: Toaster });
  container = document.createElement('div');
  root = createRoot(container);
  await act(async () =>
    root.render(
      <>
        <h1>Contact</h1>
        <Toasts load={load} />
      </>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

const say = (title: string) => act(async () => toast({ title }));

test("the toaster's code loads once, with the first message", async () => {
  expect(load).not.toHaveBeenCalled();
  await say('First');
  await say('Second');
  expect(shown.mock.calls).toEqual([['First'], ['Second']]);
  expect(load).toHaveBeenCalledOnce();
});

test("without the toaster's code the page stays, and the next message requests it again", async () => {
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await say('Lost on the way');
  expect(container.textContent).toBe('Contact');
  await say('Back again');
  expect(shown.mock.calls).toEqual([['Lost on the way'], ['Back again']]);
});

/** Regression: offline, the first message of a representative's tab never appeared. */
test('ahead, the code loads when the browser is idle, before any message', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  await act(async () => root.render(<Toasts ahead load={load} />));
  expect(load).toHaveBeenCalledOnce();
});

// @vitest-environment happy-dom
import { act, lazy, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectToaster } from '../toasts/toast.tsx';
import type { HostMessage } from '../toasts/toaster.tsx';
import { DialogBoundary } from './sign-in-dialogs.tsx';

const shown = vi.fn<(message: HostMessage) => void>();
const onFailure = vi.fn();
let root: Root;
let container: HTMLElement;
let disconnect: () => void;

beforeEach(() => {
  shown.mockReset();
  onFailure.mockReset();
  disconnect = connectToaster({ show: shown });
  container = document.createElement('div');
  root = createRoot(container, { onCaughtError() {} });
});
afterEach(async () => {
  await act(async () => root.unmount());
  disconnect();
  vi.unstubAllGlobals();
});

/** Regression: a dialog whose code failed to load removed the whole page. */
test.each([
  ['throws', () => Promise.resolve({ default: () => throwing() })],
  ['cannot be fetched', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))],
])('a dialog that %s leaves the page in place, and says so', async (_case, load) => {
  const Dialog = lazy(load as () => Promise<{ default: () => null }>);
  await act(async () =>
    root.render(
      <>
        <h1>Pricing</h1>
        <Suspense>
          <DialogBoundary open onFailure={onFailure}>
            <Dialog />
          </DialogBoundary>
        </Suspense>
      </>,
    ),
  );
  expect(container.textContent).toBe('Pricing');
  expect(onFailure).toHaveBeenCalledOnce();
  expect(shown).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ tone: 'error', title: 'This dialog could not be opened' }),
  );
  expect(shown.mock.calls[0]?.[0].action?.label).toBe('Reload the page');
});

test('a failed dialog is loaded again when it is opened again', async () => {
  let fails = true;
  const Dialog = () => (fails ? throwing() : 'Customer Access');
  const show = (open: boolean) =>
    act(async () =>
      root.render(
        <DialogBoundary open={open} onFailure={onFailure}>
          <Dialog />
        </DialogBoundary>,
      ),
    );
  await show(true);
  fails = false;
  await show(false);
  expect(container.textContent).toBe('');
  await show(true);
  expect(container.textContent).toBe('Customer Access');
});

function throwing(): null {
  throw new TypeError('x is undefined');
}

// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';
import { OwnerRoot } from './owner-root.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <OwnerRoot owner="host">
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Title">
        <input aria-label="Field" autoFocus />
      </Dialog>
    </OwnerRoot>
  );
}

test.each([
  ['although a field inside took it first', (button: HTMLButtonElement) => button.focus()],
  // As in Safari on macOS.
  ['although clicking did not focus it', (button: HTMLButtonElement) => button.blur()],
])('the focus returns to the button that opened the dialog, %s', async (_case, prepare) => {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  await act(async () => root.render(<Page />));
  const button = element.querySelector('button');
  if (button === null) throw new Error('The page has no button');
  prepare(button);
  await act(async () => button.click());
  expect(document.activeElement?.tagName).toBe('INPUT');
  const close = document.querySelector<HTMLButtonElement>('button[aria-label="Close"]');
  await act(async () => close?.click());
  await expect.poll(() => document.activeElement).toBe(button);
  await act(async () => root.unmount());
});

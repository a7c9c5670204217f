// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act, type ComponentProps } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostProvider } from '../../host-context.tsx';
import { ContactDialogLink } from './contact-dialog-link.tsx';

const code = vi.hoisted(() => ({ fail: () => {} }));
vi.mock(
  './contact-dialog.tsx',
  () => new Promise((_resolve, reject) => Object.assign(code, { fail: reject })),
);

const navigate = vi.fn();
let waits: Promise<unknown>[];
let root: Root;

const host = {
  navigate,
  showWait: (work: Promise<unknown>) => void waits.push(work),
  Link: ({ to, onClick, children }: ComponentProps<HostServices['Link']>) => (
    <a href={String(to)} onClick={onClick}>
      {children}
    </a>
  ),
} as unknown as HostServices;

beforeEach(async () => {
  waits = [];
  navigate.mockClear();
  history.replaceState(null, '', '/pricing');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <HostProvider value={host}>
        <ContactDialogLink label="Book a demo" className="" source="demo" tier="" />
      </HostProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.resetModules();
});

async function press(): Promise<void> {
  const { fail } = code;
  await act(async () => document.querySelector('a')?.click());
  await expect.poll(() => code.fail).not.toBe(fail);
}

async function fail(): Promise<void> {
  code.fail();
  await act(() => Promise.allSettled(waits));
}

test('if the dialog cannot be loaded, the contact page opens', async () => {
  await press();
  history.replaceState(null, '', '/pricing?billing=yearly');
  await fail();
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/contact?source=demo');
});

/** Regression: the contact page replaced the page that the person had opened meanwhile. */
test('if the dialog cannot be loaded, a page that was opened meanwhile stays', async () => {
  await press();
  history.pushState(null, '', '/about');
  await fail();
  expect(navigate).not.toHaveBeenCalled();
});

// @vitest-environment happy-dom
import { SHOW_PLANS } from '@corvane/shared/contracts/remote/access-link';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostProvider } from '../../host-context.tsx';
import { HeadingInSight } from './heading-in-sight.ts';

const navigate = vi.fn();
const scrolled = vi.fn();
const HOST = { navigate, location: { pathname: '/', search: '', hash: '', state: SHOW_PLANS } };

function Plans({ isSettled }: { isSettled: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <HostProvider value={HOST as unknown as HostServices}>
      <button type="button">Prices until Friday</button>
      <h2 ref={heading} tabIndex={-1}>
        Plans
      </h2>
      <HeadingInSight heading={heading} isSettled={isSettled} />
    </HostProvider>
  );
}

let root: Root;
const show = (isSettled: boolean) => act(async () => root.render(<Plans isSettled={isSettled} />));

beforeEach(() => {
  window.history.replaceState({ usr: SHOW_PLANS }, '');
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrolled);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.clearAllMocks();
});

test('scrolls to the plans and focuses them once their prices have arrived', async () => {
  await show(false);
  expect(document.activeElement).toBe(document.body);
  await show(true);
  expect(document.activeElement).toBe(document.querySelector('h2'));
  expect(scrolled).toHaveBeenCalledOnce();
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/', { replace: true });
});

test.each(['pointerdown', 'keydown', 'wheel'])(
  'leaves the view and the focus to a person who goes on before that: %s',
  async (type) => {
    await show(false);
    const button = document.querySelector('button');
    button?.focus();
    button?.dispatchEvent(new Event(type, { bubbles: true }));
    await show(true);
    expect(document.activeElement).toBe(button);
    expect(scrolled).not.toHaveBeenCalled();
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/', { replace: true });
  },
);

/** Regression: a customer pressed 'Print a quote' before the plans were shown, and no quote opened. */
test('leaves the address to a page that a person has opened since', async () => {
  window.history.pushState({ usr: null }, '', '/pricing?quote=moonshot');
  await show(true);
  expect(scrolled).not.toHaveBeenCalled();
  expect(navigate).not.toHaveBeenCalled();
});

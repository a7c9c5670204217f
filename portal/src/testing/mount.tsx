import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';

export interface Mounted {
  container: HTMLElement;
  render(node: ReactNode): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts a tree into the document until the end of the test, and runs React's updates inside `act`. */
export async function mount(node: ReactNode): Promise<Mounted> {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const render = (next: ReactNode) => act(async () => root.render(next));
  const unmount = async () => {
    await act(async () => root.unmount());
    container.remove();
  };
  onTestFinished(unmount);
  await render(node);
  return { container, render, unmount };
}

/** Stops the clock, and what repeats, until the end of the test. */
export function stopClock(now = '2026-11-21T10:00:00Z'): void {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Waits until the text is on the page. */
export async function untilText(container: HTMLElement, text: string): Promise<void> {
  await act(() => expect.poll(() => container.textContent).toContain(text));
}

export function buttonNamed(container: HTMLElement, name: string): HTMLButtonElement {
  const button = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (button === undefined) throw new Error(`no button “${name}” in: ${container.textContent}`);
  return button;
}

export async function press(container: HTMLElement, name: string): Promise<void> {
  await act(async () => buttonNamed(container, name).click());
}

/** Presses Refresh beside a notice. During the retry both must stay, and the button keeps the focus. */
export async function pressRefresh(container: HTMLElement, notice: string): Promise<void> {
  await untilText(container, notice);
  const alert = [...container.querySelectorAll('[role=alert]')].find(
    ({ textContent }) => textContent === notice,
  );
  if (!alert?.parentElement) throw new Error(`no notice “${notice}” in: ${container.textContent}`);
  const button = buttonNamed(alert.parentElement, 'Refresh');
  button.focus();
  await act(async () => button.click());
  await act(() => expect.poll(() => button.getAttribute('aria-disabled') ?? 'idle or gone').toBe('true'));
  expect(alert.isConnected).toBe(true);
  expect(document.activeElement).toBe(button);
}

/** Types into the field with this `name` attribute, with events that React receives. */
export async function type(container: HTMLElement, name: string, text: string): Promise<void> {
  await enter(inputNamed(container, name), text);
}

/** Types into the search field. */
export async function typeSearch(container: HTMLElement, text: string): Promise<void> {
  const input = container.querySelector<HTMLInputElement>('[data-portal-search]');
  if (input === null) throw new Error(`no search in: ${container.textContent}`);
  await enter(input, text);
}

async function enter(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Presses Enter in the field with this `name` attribute: sends its form, and the focus stays in the field. */
export async function pressEnterIn(container: HTMLElement, name: string): Promise<void> {
  const input = inputNamed(container, name);
  await act(async () => {
    input.focus();
    input.form?.requestSubmit();
  });
}

/** Presses a key outside any field. */
export const pressKey = (key: string) =>
  act(async () => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });

/** Waits until no typed text is on its way to a search. */
export const letTypingPass = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)));

/** Chooses an option of the select with this label. */
export async function choose(container: HTMLElement, label: string, value: string): Promise<void> {
  const field = [...container.querySelectorAll('label')].find((node) => node.textContent?.startsWith(label));
  const select = field?.querySelector('select');
  if (!select) throw new Error(`no select “${label}” in: ${container.textContent}`);
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

export function inputNamed(container: HTMLElement, name: string): HTMLInputElement {
  const input = container.querySelector<HTMLInputElement>(`:is(input, textarea)[name="${name}"]`);
  if (input === null) throw new Error(`no input ${name} in: ${container.textContent}`);
  return input;
}

/** Expects the focus on a message. The test's page focuses any element. A browser needs `tabindex`. */
export function expectFocusOn(text: string): void {
  expect(document.activeElement?.textContent).toContain(text);
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1');
}

/** A handler whose answer arrives when the test gives it. */
export function lateAnswer() {
  let resolve = (_answer: unknown) => {};
  return {
    handler: () =>
      new Promise((settle) => {
        resolve = settle;
      }),
    give: (answer: unknown) => act(async () => resolve(answer)),
  };
}

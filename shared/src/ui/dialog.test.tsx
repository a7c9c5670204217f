// @vitest-environment happy-dom
import { act, type ReactNode, startTransition, use, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { OwnerRoot } from './owner-root.tsx';

afterEach(() => vi.useRealTimers());

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
  // The page behind may have one, and has it alone.
  expect(document.querySelector('[role=dialog] .ruler')).toBeNull();
  const close = document.querySelector<HTMLButtonElement>('button[aria-label="Close"]');
  await act(async () => close?.click());
  await expect.poll(() => document.activeElement).toBe(button);
  await act(async () => root.unmount());
});

/** Regression: the key that ends a choice of Japanese or Chinese characters closed the dialog, with all that was typed. */
test.each([
  ['while it is open', { isComposing: true }],
  // Safari says first that the choice has ended.
  ['as Safari tells of it', { keyCode: 229 }],
])('Escape for the choice of an input method, %s, closes no dialog', async (_case, init) => {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  await act(async () => root.render(<Page />));
  await act(async () => element.querySelector('button')?.click());
  const press = (how: KeyboardEventInit) =>
    act(async () => {
      const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      for (const [name, value] of Object.entries(how)) Object.defineProperty(event, name, { value });
      document.activeElement?.dispatchEvent(event);
    });
  await press(init);
  expect(document.querySelector('[role=dialog]')).not.toBeNull();
  await press({});
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
  await act(async () => root.unmount());
});

/** Regression: React draws a dialog more than once if something in it waits. The first drawing decided. */
test('the focus returns to where it was when the dialog appeared', async () => {
  let arrive = () => {};
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  function Late() {
    use(code);
    return null;
  }
  function SlowPage() {
    const [open, setOpen] = useState(false);
    return (
      <OwnerRoot owner="host">
        <button type="button" onClick={() => startTransition(() => setOpen(true))}>
          Open
        </button>
        <input aria-label="Next" />
        <Dialog open={open} onOpenChange={setOpen} title="Title">
          <p>Text</p>
        </Dialog>
        {open ? <Late /> : null}
      </OwnerRoot>
    );
  }
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  await act(async () => root.render(<SlowPage />));
  const [button, next] = [element.querySelector('button'), element.querySelector('input')];
  button?.focus();
  await act(async () => button?.click());
  expect(document.querySelector('[role=dialog]')).toBeNull();
  next?.focus();
  await act(async () => arrive());
  await act(async () => document.querySelector<HTMLButtonElement>('button[aria-label="Close"]')?.click());
  await expect.poll(() => document.activeElement).toBe(next);
  await act(async () => root.unmount());
});

test('what the page focuses as the dialog closes keeps the focus', async () => {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  await act(async () => root.render(<Page />));
  await act(async () => element.querySelector('button')?.click());
  const next = document.body.appendChild(document.createElement('input'));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await act(async () => document.querySelector<HTMLButtonElement>('button[aria-label="Close"]')?.click());
  next.focus();
  // Radix returns the focus in a later task.
  vi.runAllTimers();
  expect(document.activeElement).toBe(next);
  next.remove();
  await act(async () => root.unmount());
});

test('a press outside closes the dialog, but not as the second press of a double-click inside', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Page />));
  await act(async () => document.querySelector<HTMLButtonElement>('div > button')?.click());
  // From the next task on, the dialog hears of presses outside.
  await act(async () => new Promise((done) => setTimeout(done)));
  const press = (target: Element | null, timeStamp: number) =>
    act(async () => {
      const event = new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      target?.dispatchEvent(event);
      target?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await new Promise((done) => setTimeout(done));
    });
  const dialog = () => document.querySelector('[role=dialog]');
  await press(dialog(), 1000);
  await press(document.body, 1200);
  expect(dialog()).not.toBeNull();
  await press(document.body, 2000);
  expect(dialog()).toBeNull();
  await act(async () => root.unmount());
});

/** A dialog in a dialog. As after a call or a change of the address, the update that shows it is not urgent. */
test('a dialog hears its first key as soon as it is visible', async () => {
  // `act` would hide what happens late.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const closed: string[] = [];
  const dialog = (name: string, content: ReactNode) => (
    <Dialog open onOpenChange={() => closed.push(name)} title={name}>
      {content}
    </Dialog>
  );
  const show = async (content: ReactNode, title: string) => {
    startTransition(() => root.render(<OwnerRoot owner="host">{content}</OwnerRoot>));
    const isVisible = () =>
      [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === title);
    while (!isVisible()) await new Promise((done) => setTimeout(done));
  };
  const pressEscape = () =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    );
  await show(dialog('Outer', <input />), 'Outer');
  expect(document.activeElement?.tagName).toBe('INPUT');
  pressEscape();
  expect(closed).toEqual(['Outer']);
  await show(dialog('Outer', dialog('Inner', <textarea />)), 'Inner');
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
  pressEscape();
  expect(closed).toEqual(['Outer', 'Inner']);
  root.unmount();
  vi.unstubAllGlobals();
});

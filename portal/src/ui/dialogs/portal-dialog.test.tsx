// @vitest-environment happy-dom
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Shown } from '../../lib/shown.ts';
import { inputNamed, type Mounted, mount, press, pressKey, type } from '../../testing/mount.tsx';
import { PortalDialog } from './portal-dialog.tsx';
import { CloseDialogButton, Unsaved } from './within-dialog.tsx';

let mounted: Mounted;

const onClose = vi.fn();
const onLeave = vi.fn();

function NoteForm() {
  const [note, setNote] = useState('');
  return (
    <>
      <Unsaved when={note !== ''} />
      <input name="note" value={note} onChange={(event) => setNote(event.target.value)} />
      <CloseDialogButton className="">Done</CloseDialogButton>
      <CloseDialogButton className="" onLeave={onLeave}>
        Go on
      </CloseDialogButton>
      <a href="/sales-portal?tab=people">People</a>
      <a href="mailto:ada@engine.example">Answer</a>
    </>
  );
}

const dialog = (isShown: boolean) => (
  <OwnerRoot owner="portal">
    <Shown value={isShown}>
      <PortalDialog title="Note" onClose={onClose}>
        <NoteForm />
      </PortalDialog>
    </Shown>
  </OwnerRoot>
);

async function open(): Promise<HTMLElement> {
  onClose.mockClear();
  mounted = await mount(dialog(true));
  return document.body;
}

test('Escape closes a dialog with nothing typed in it at once', async () => {
  await open();
  await pressKey('Escape');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['Escape', () => pressKey('Escape')],
  ['its button', () => press(document.body, 'Done')],
])('%s asks before it discards what was typed, and going back keeps it', async (_how, close) => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  await close();
  expect(onClose).not.toHaveBeenCalled();
  expect(page.textContent).toContain('Discard what you entered?');
  await press(page, 'Keep editing');
  expect(page.textContent).not.toContain('Discard what you entered?');
  expect(inputNamed(page, 'note').value).toBe('half a thought');
  await close();
  await press(page, 'Discard');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a button that leads elsewhere asks as well, and leaves once', async () => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  await press(page, 'Go on');
  expect(onLeave).not.toHaveBeenCalled();
  await press(page, 'Discard');
  expect([onLeave.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
});

test('a text that is as it was again is closed without a question', async () => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  await type(page, 'note', '');
  await pressKey('Escape');
  expect(onClose).toHaveBeenCalledOnce();
});

test('while dialogs are not shown, one covers nothing, takes no key and keeps what was typed', async () => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  await mounted.render(dialog(false));
  const box = page.querySelector<HTMLElement>('[role=dialog]');
  expect(box?.closest<HTMLElement>('[data-app=portal][style*="display: none"]')).not.toBeNull();
  expect(mounted.container.closest('[aria-hidden]')).toBeNull();
  await pressKey('Escape');
  await mounted.render(dialog(true));
  expect(onClose).not.toHaveBeenCalled();
  expect(page.textContent).not.toContain('Discard what you entered?');
  expect(inputNamed(page, 'note').value).toBe('half a thought');
  await pressKey('Escape');
  expect(page.textContent).toContain('Discard what you entered?');
});

const QUESTION = 'Discard what you entered?';
/** What the host's router would hear. */
const onPopState = vi.fn();
const onLink = vi.fn();
const onClick = (event: MouseEvent) => {
  if (!(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  onLink();
};
const go = vi.spyOn(window.history, 'go').mockImplementation(() => {});

beforeEach(() => {
  for (const spy of [onPopState, onLink, go]) spy.mockClear();
  window.history.replaceState({ idx: 3 }, '');
  // As the host does before its router listens.
  window.onpopstate = () => {};
  document.body.addEventListener('click', onClick);
});
afterEach(() => document.body.removeEventListener('click', onClick));

/** The browser is at another entry of the tab's history. */
const moveTo = (idx: number) =>
  act(async () => {
    window.history.replaceState({ idx }, '');
    const event = new PopStateEvent('popstate');
    const stop = vi.spyOn(event, 'stopImmediatePropagation');
    // Browsers keep the place of a replaced handler, here before the router. happy-dom calls it last.
    window.onpopstate?.(event);
    if (stop.mock.calls.length === 0) onPopState();
  });
const click = (name: string) =>
  act(async () => {
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name);
    link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  });
/** Whether the browser would ask before it closes or reloads the tab. */
function asksAtUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('with nothing typed, Back, a link and closing the tab are not asked about', async () => {
  const page = await open();
  await moveTo(2);
  await click('People');
  expect([onPopState.mock.calls.length, onLink.mock.calls.length, asksAtUnload()]).toEqual([1, 1, false]);
  expect(page.textContent).not.toContain(QUESTION);
});

test.each([
  ['Back', 2, -1],
  ['Forward', 4, 1],
  ['two steps back', 1, -2],
])('%s asks before it discards what was typed, and the router hears nothing', async (_how, idx, steps) => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  await moveTo(idx);
  expect(go.mock.calls).toEqual([[-steps]]);
  await moveTo(3);
  expect(onPopState).not.toHaveBeenCalled();
  expect(page.textContent).toContain(QUESTION);
  await press(page, 'Keep editing');
  expect(page.textContent).not.toContain(QUESTION);
  expect(inputNamed(page, 'note').value).toBe('half a thought');

  await moveTo(idx);
  await moveTo(3);
  await press(page, 'Discard');
  await press(page, 'Discard');
  expect(go.mock.calls.slice(2)).toEqual([[steps]]);
  expect(onClose).toHaveBeenCalledOnce();
  await moveTo(idx);
  expect(onPopState).toHaveBeenCalledOnce();
});

test('a link within the site asks, and is followed once', async () => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  await click('People');
  expect(onLink).not.toHaveBeenCalled();
  await press(page, 'Keep editing');
  await click('People');
  await press(page, 'Discard');
  expect([onLink.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
});

test('a link that leaves the page open is not asked about', async () => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  await click('Answer');
  await act(async () => {
    document
      .querySelector('a')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  });
  expect(onLink).toHaveBeenCalledTimes(2);
  expect(page.textContent).not.toContain(QUESTION);
});

test('a link to a mail program is not taken for leaving', async () => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  const asked: boolean[] = [];
  // As in Chromium.
  const link = [...document.querySelectorAll('a')].at(-1);
  link?.addEventListener('click', () => asked.push(asksAtUnload()));
  await click('Answer');
  expect(asked).toEqual([false]);
  await expect.poll(asksAtUnload).toBe(true);
});

test('with a host that keeps no place before its router, Back is not caught halfway', async () => {
  window.onpopstate = null;
  const page = await open();
  await type(page, 'note', 'half a thought');
  await moveTo(2);
  expect([onPopState.mock.calls.length, go.mock.calls.length]).toEqual([1, 0]);
  expect(page.textContent).not.toContain(QUESTION);
  expect(asksAtUnload()).toBe(true);
});

test('the browser asks before it closes the tab, until the text is as it was or the dialog is closed', async () => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  expect(asksAtUnload()).toBe(true);
  await type(page, 'note', '');
  expect(asksAtUnload()).toBe(false);
  await type(page, 'note', 'half a thought');
  await mounted.render(null);
  expect(asksAtUnload()).toBe(false);
});

test('while dialogs are not shown, Back and closing the tab still ask', async () => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  await mounted.render(dialog(false));
  expect(asksAtUnload()).toBe(true);
  await moveTo(2);
  await moveTo(3);
  expect(onPopState).not.toHaveBeenCalled();
  const question = [...page.querySelectorAll('[role=dialog]')].at(-1);
  expect(question?.textContent).toContain(QUESTION);
  expect(question?.closest('[style*="display: none"]')).toBeNull();
  await press(page, 'Keep editing');
  await mounted.render(null);
  expect(asksAtUnload()).toBe(false);
});

// @vitest-environment happy-dom
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { act, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { inputNamed, type Mounted, mount, press, type } from '../testing/mount.tsx';
import { CloseDialogButton, DialogsShown, PortalDialog, Unsaved } from './portal-dialog.tsx';

let mounted: Mounted;
afterEach(() => mounted.unmount());

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
    </>
  );
}

const dialog = (isShown: boolean) => (
  <OwnerRoot owner="portal">
    <DialogsShown value={isShown}>
      <PortalDialog title="Note" onClose={onClose}>
        <NoteForm />
      </PortalDialog>
    </DialogsShown>
  </OwnerRoot>
);

async function open(): Promise<HTMLElement> {
  onClose.mockClear();
  mounted = await mount(dialog(true));
  return document.body;
}

const pressEscape = () =>
  act(async () => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });

test('Escape closes a dialog with nothing typed in it at once', async () => {
  await open();
  await pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['Escape', pressEscape],
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
  await pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});

test('while dialogs are not shown, one covers nothing, takes no key and keeps what was typed', async () => {
  const page = await open();
  await type(page, 'note', 'half a thought');
  await mounted.render(dialog(false));
  const box = page.querySelector<HTMLElement>('[role=dialog]');
  expect(box?.closest<HTMLElement>('[data-app=portal][style*="display: none"]')).not.toBeNull();
  expect(mounted.container.closest('[aria-hidden]')).toBeNull();
  await pressEscape();
  await mounted.render(dialog(true));
  expect(onClose).not.toHaveBeenCalled();
  expect(page.textContent).not.toContain('Discard what you entered?');
  expect(inputNamed(page, 'note').value).toBe('half a thought');
  await pressEscape();
  expect(page.textContent).toContain('Discard what you entered?');
});

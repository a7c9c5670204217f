// @vitest-environment happy-dom
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { act, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Shown } from '../../lib/shown.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { buttonNamed, type Mounted, mount, press, type } from '../../testing/mount.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { askFirst } from './ask-first.ts';
import { PortalDialog } from './portal-dialog.tsx';
import { Unsaved } from './within-dialog.tsx';

const page = document.body;
const help = vi.fn();

function Note() {
  const [note, setNote] = useState('');
  return (
    <>
      <Unsaved when={note !== ''} />
      <input name="note" value={note} onChange={(event) => setNote(event.target.value)} />
    </>
  );
}

const idOf = (name: string) => name;

function List() {
  const [open, setOpen] = useState<string | null>(null);
  useShortcuts({ '?': help });
  return (
    <>
      <input type="search" />
      <DataTable
        caption="Customers"
        columns={[{ id: 'name', head: 'Name', opens: true, cell: (name: string) => <span>{name}</span> }]}
        rows={['Ada', 'Ben']}
        idOf={idOf}
        openId={open}
        onOpen={(name) => setOpen(name)}
      />
      {open === null ? null : (
        <PortalDialog key={open} title={`About ${open}`} isBeside onClose={() => setOpen(null)}>
          <Note />
        </PortalDialog>
      )}
    </>
  );
}

const list = (isShown: boolean) => (
  <OwnerRoot owner="portal">
    <Shown value={isShown}>
      <List />
    </Shown>
  </OwnerRoot>
);

let mounted: Mounted;

/** Opens the details of the first row, on a screen as wide as the test's. */
async function open() {
  mounted = await mount(list(true));
  await press(page, 'Ada');
}

const panel = () => page.querySelector('[role=dialog]');
const current = () => page.querySelector('tr[aria-current]')?.textContent;
const focused = () => document.activeElement?.textContent;
const search = () => page.querySelector<HTMLElement>('[type=search]');

/** Presses a key where the focus is. */
const pressHere = (key: string) =>
  act(async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  });

test('beside open details, another row opens in their place, and Escape leads back to it', async () => {
  await open();
  expect([focused(), current(), panel()?.hasAttribute('aria-modal')]).toEqual(['About Ada', 'Ada', false]);
  expect(mounted.container.closest('[aria-hidden], [inert]')).toBeNull();
  await press(page, 'Ben');
  expect([focused(), current()]).toEqual(['About Ben', 'Ben']);
  expect(page.querySelectorAll('[role=dialog]')).toHaveLength(1);
  await pressHere('Escape');
  expect([panel(), current()]).toEqual([null, undefined]);
  expect(document.activeElement).toBe(buttonNamed(page, 'Ben'));
});

test('Escape elsewhere on the page is not for the details, and a shortcut is heard', async () => {
  await open();
  search()?.focus();
  await pressHere('Escape');
  expect(panel()).not.toBeNull();
  await act(async () => buttonNamed(page, 'Ben').focus());
  await pressHere('?');
  expect(help).toHaveBeenCalledOnce();
});

test('another row asks before it takes away what was typed', async () => {
  await open();
  await type(page, 'note', 'half a thought');
  await press(page, 'Ben');
  await press(page, 'Keep editing');
  expect([current(), page.querySelector('input')?.isConnected]).toEqual(['Ada', true]);
  expect(page.querySelector<HTMLInputElement>('[name=note]')?.value).toBe('half a thought');
  await press(page, 'Ben');
  await press(page, 'Discard');
  expect(current()).toBe('Ben');
  await press(page, 'Ada');
  expect(current()).toBe('Ada');
});

test('what leaves the page asks for a hidden tab too, and what leaves a row does not', async () => {
  await open();
  await type(page, 'note', 'half a thought');
  await mounted.render(list(false));
  const leave = vi.fn();
  await act(async () => askFirst(leave));
  expect(leave).toHaveBeenCalledOnce();
  await act(async () => askFirst(leave, 'all'));
  expect(leave).toHaveBeenCalledOnce();
  await press(page, 'Discard');
  expect(leave).toHaveBeenCalledTimes(2);
});

test('with its tab, a panel leaves the page its room and its focus, and comes back with what was typed', async () => {
  await open();
  const hasRules = () => page.querySelector('style')?.textContent.includes('#root') === true;
  expect(hasRules()).toBe(true);
  await type(page, 'note', 'half a thought');
  await mounted.render(list(false));
  expect([panel(), hasRules()]).toEqual([null, false]);
  search()?.focus();
  await mounted.render(list(true));
  expect(page.querySelector<HTMLInputElement>('[name=note]')?.value).toBe('half a thought');
  expect(document.activeElement).toBe(search());
});

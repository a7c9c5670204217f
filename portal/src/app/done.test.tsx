// @vitest-environment happy-dom

import { useState } from 'react';
import { expect, test } from 'vitest';
import { Shown } from '../lib/shown.ts';
import { press, pressKey } from '../testing/mount.tsx';
import { RoutedHost } from '../testing/routed-host.tsx';
import { PortalDialog } from '../ui/dialogs/portal-dialog.tsx';
import { DonePlace, useDone } from './done.tsx';

let host: RoutedHost;

function Acts() {
  const say = useDone();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => say({ title: 'Saved', description: 'Ada is up to date.' })}>
        Save
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen ? (
        <PortalDialog title="Details" onClose={() => setOpen(false)}>
          <button type="button" onClick={() => say({ title: 'Not copied', tone: 'error' })}>
            Copy
          </button>
        </PortalDialog>
      ) : null}
    </>
  );
}

function Tab() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        Tabs
      </button>
      <Shown value={isShown}>
        <DonePlace>
          <Acts />
        </DonePlace>
      </Shown>
    </>
  );
}

const said = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent);

async function open() {
  host = new RoutedHost({});
  await host.mount(<Tab />);
}

test('what came of an act is said at its place, can be closed, and shows no toast', async () => {
  await open();
  await press(document.body, 'Save');
  expect(said()).toContain('Saved: Ada is up to date.');
  const close = document.querySelector<HTMLElement>('[aria-label="Close message"]');
  await press(document.body, '×');
  expect(close?.isConnected).toBe(false);
  expect(said().join('')).toBe('');
  expect(document.activeElement?.querySelector('[role=status]')).not.toBeNull();
  expect(host.toasts).toEqual([]);
});

test('an open dialog says it, and opening one begins a new act', async () => {
  await open();
  await press(document.body, 'Save');
  await press(document.body, 'Open');
  expect(said().join('')).toBe('');
  await press(document.body, 'Copy');
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Not copied');
  expect(said().join('')).toBe('Not copied');
  await pressKey('Escape');
  expect(said()).toContain('Not copied');
});

test('leaving the place forgets what was said, and what is said later is a toast', async () => {
  await open();
  await press(document.body, 'Save');
  await press(document.body, 'Tabs');
  expect(said().join('')).toBe('');
  await press(document.body, 'Save');
  await press(document.body, 'Tabs');
  expect(said().join('')).toBe('');
  expect(host.toasts).toEqual([{ title: 'Saved', description: 'Ada is up to date.', tone: 'success' }]);
});

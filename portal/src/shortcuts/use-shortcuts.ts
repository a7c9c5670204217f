import { useLayoutEffect, useRef } from 'react';
import { readStored, store } from '../lib/browser-storage.ts';
import type { ShortcutKey } from './shortcut-list.ts';

type Actions = Partial<Record<ShortcutKey, () => void>>;

const STORAGE_KEY = 'portal:shortcuts';
const TYPING = 'input, textarea, select, [contenteditable]';

/** Single keys disturb speech input, so people can turn them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readStored(STORAGE_KEY) !== 'off';
}

export function turnShortcuts(on: boolean): void {
  store(STORAGE_KEY, on ? null : 'off');
}

/**
 * Single-key shortcuts while `active`. They do nothing while typing, with a modifier, in a dialog, or when turned off.
 */
export function useShortcuts(active: boolean, actions: Actions): void {
  const newest = useRef(actions);
  // Before the browser paints, so that a key works as soon as the page is visible.
  useLayoutEffect(() => {
    newest.current = actions;
  });
  useLayoutEffect(() => {
    if (!active) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || !isShortcut(event) || !areShortcutsOn()) return;
      const action = newest.current[event.key as ShortcutKey];
      if (action === undefined) return;
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [active]);
}

function isShortcut({ altKey, ctrlKey, metaKey, repeat, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || repeat) return false;
  if (target instanceof Element && target.closest(TYPING) !== null) return false;
  return document.querySelector('[role=dialog]') === null;
}

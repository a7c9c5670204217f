import { keep, storageOf } from '@corvane/shared/lib/storage-of';
import { useLayoutEffect, useRef } from 'react';
import { useShown } from '../lib/shown.ts';

type ShortcutKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'n' | '/' | 'c' | 'e' | '?';

/** An Apple keyboard has its own key for commands. */
const isMac = () => /Mac|iP/.test(navigator.platform);
export const FIND_KEYS = isMac() ? '⌘K' : 'Ctrl K';

/** Keys as the list of shortcuts shows them. */
export interface Shortcut {
  keys: readonly (ShortcutKey | typeof FIND_KEYS)[];
  label: string;
}

type Actions = Partial<Record<ShortcutKey | 'find', () => void>>;

const STORAGE_KEY = 'portal:shortcuts';
/** The buttons of a form too. A new one may be where a person expects the next field, and types. */
const TYPING = 'input, textarea, select, [contenteditable], form';

/** Single keys disturb speech input, so people can turn them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return storageOf('local').getItem(STORAGE_KEY) !== 'off';
}

export function turnShortcuts(on: boolean): void {
  keep(STORAGE_KEY, on ? null : 'off');
}

/** Details beside a list are no such dialog: the page stays in use. */
const MODAL = '[role=dialog]:not(section)';

/** Single keys of a shown part, while `isUsable`: not in a form or modal dialog, with a modifier, or turned off. */
export function useShortcuts(actions: Actions, isUsable = true): void {
  const active = useShown() && isUsable;
  const newest = useRef(actions);
  // Before the browser paints, so that a key works as soon as the page is visible.
  useLayoutEffect(() => {
    newest.current = actions;
  });
  useLayoutEffect(() => {
    if (!active) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || document.querySelector(MODAL) !== null) return;
      const key = isFind(event) ? 'find' : isShortcut(event) && areShortcutsOn() ? keyOf(event) : '';
      const action = newest.current[key as keyof Actions];
      if (action === undefined) return;
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [active]);
}

/**
 * What the key means with Caps Lock and on other layouts. A letter of another script counts as the Latin one on the
 * same key, and its question mark as ours. A key of the row of digits counts as its digit.
 */
function keyOf({ key: typed, code, shiftKey }: KeyboardEvent): string {
  // Input methods for Chinese and Japanese type wide characters.
  const key = typed.normalize('NFKC').replace(/^[؟՞፧]$/, '?');
  const isLatin = /^[ -~]$/.test(key);
  if (shiftKey) return /[a-z]/i.test(key) ? '' : key;
  const place = (key.length === 1 && /^(?:Digit|Key)(.)$/.exec(code)?.[1]) || '';
  const isPlaced = /\d/.test(place) || !isLatin;
  return (isPlaced && place !== '' ? place : key).toLowerCase();
}

/** Ctrl K, or Command K. In a field of the page too. */
function isFind(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey } = event;
  return (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && keyOf(event) === 'k';
}

function isShortcut(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, target } = event;
  // Windows tells of AltGr, with which some layouts type `?` or `/`, as of Control and Alt.
  if (metaKey || ((altKey || ctrlKey) && !event.getModifierState('AltGraph'))) return false;
  return !(target instanceof Element && target.closest(TYPING) !== null);
}

/** Where the focus was when the person asked for a search that was not there yet. */
let askedAt: Element | null = null;

/** Focuses the search of the shown tab. If its code is still coming, the search takes the focus when it appears. */
export function focusSearch(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-portal-search]')];
  const shown = fields.find((field) => field.closest('[hidden]') === null);
  askedAt = shown === undefined ? document.activeElement : null;
  shown?.focus();
  shown?.select();
}

/** For a search that has just appeared. A focus that has moved since then stays where it is. */
export function focusAwaitedSearch(): void {
  if (askedAt === null) return;
  if (askedAt === document.activeElement) focusSearch();
  else askedAt = null;
}

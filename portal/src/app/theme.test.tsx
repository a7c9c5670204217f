// @vitest-environment happy-dom

import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Mounted, mount, press } from '../testing/mount.tsx';
import { THEMES, useTheme } from './theme.tsx';

let mounted: Mounted;

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

function Choice() {
  const [, setTheme] = useTheme();
  return (
    <>
      {THEMES.map((known) => (
        <button key={known} type="button" onClick={() => setTheme(known)}>
          {known}
        </button>
      ))}
    </>
  );
}

/** The attribute that every stylesheet on the page reads. null when the page is light. */
const told = () => document.documentElement.getAttribute('data-page-theme');

test('the document has the dark attribute only while dark is chosen', async () => {
  mounted = await mount(<Choice />);
  expect(told()).toBeNull();
  await press(mounted.container, 'dark');
  expect(told()).toBe('dark');
  await press(mounted.container, 'light');
  expect(told()).toBeNull();
});

test("until there is a choice, the system's theme applies and its changes are followed", async () => {
  const system = Object.assign(new EventTarget(), { matches: false });
  vi.spyOn(window, 'matchMedia').mockReturnValue(system as MediaQueryList);
  mounted = await mount(<Choice />);
  expect(told()).toBeNull();
  system.matches = true;
  await act(async () => system.dispatchEvent(new Event('change')));
  expect(told()).toBe('dark');
  await press(mounted.container, 'light');
  expect(told()).toBeNull();
  await press(mounted.container, 'system');
  expect(told()).toBe('dark');
});

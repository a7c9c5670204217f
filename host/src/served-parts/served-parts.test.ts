// @vitest-environment happy-dom

import { PAGE_CONFIG_ELEMENT_ID } from '@corvane/shared/contracts/remote/page-config';
import { SERVED_PARTS_ATTRIBUTE, SERVED_PARTS_EVENT } from '@corvane/shared/contracts/remote/served-parts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeStoredSession } from '../session/session-storage.ts';
import { followServedParts, SERVED_PARTS_KEY } from './follow-served-parts.ts';

const REP = { kind: 'rep', salesRepId: 'r', sessionId: 's', timestamp: 0 } as const;
const config = {
  registry: { host: { version: 'h1' }, remotes: { marketing: { version: 'm2' }, portal: { version: 'p3' } } },
};

beforeEach(() => {
  document.body.innerHTML = `<script type="application/json" id="${PAGE_CONFIG_ELEMENT_ID}">${JSON.stringify(config)}</script><div id="root"></div>`;
  localStorage.clear();
  writeStoredSession(localStorage, REP);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  followServedParts();
});
afterEach(() => turn(false));

const badge = () => document.querySelector('aside');
const isShown = () => document.documentElement.hasAttribute(SERVED_PARTS_ATTRIBUTE);
/** Known at once, while what is drawn follows. */
const isChosen = () => localStorage.getItem(SERVED_PARTS_KEY) !== null;
const labels = () =>
  [...document.querySelectorAll('head style')].map(({ textContent }) => textContent).join('');
const pressEscape = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));

/** As the switch of the portal does, until the host has followed. */
async function turn(isOn: boolean): Promise<void> {
  document.dispatchEvent(new CustomEvent(SERVED_PARTS_EVENT, { detail: isOn }));
  await expect.poll(isShown).toBe(isOn);
}

test('each part says which application and version serves it', async () => {
  await turn(true);
  expect(badge()?.textContent).toBe('host\u00a0h1, marketing\u00a0m2, portal\u00a0p3Hide versions');
  expect(labels()).toContain('[data-app="marketing"]::before{content:"marketing m2"');
  expect(localStorage.getItem(SERVED_PARTS_KEY)).not.toBeNull();
});

test('the version before is named if it is shown in place of a live one that failed', async () => {
  const fetched = [
    '/remotes/marketing/m2/remoteEntry.js',
    '/remotes/marketing/m1/remoteEntry.js',
    '/assets/host/h1/x.js',
  ];
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    fetched.map((path) => ({ name: `https://corvane.example${path}` }) as PerformanceResourceTiming),
  );
  await turn(true);
  expect(badge()?.textContent).toContain('host\u00a0h1, marketing\u00a0m1, portal\u00a0p3');
});

test.each([
  ['Escape', pressEscape],
  // Files of one process share a document. If one of them loaded the code again, an earlier copy draws a badge too.
  [
    'its button',
    () => {
      for (const button of document.querySelectorAll<HTMLButtonElement>('aside button')) button.click();
    },
  ],
  ['the switch', () => void turn(false)],
])('%s ends it, in this browser', async (_what, end) => {
  await turn(true);
  end();
  await expect.poll(isShown).toBe(false);
  expect([badge(), isShown(), labels(), localStorage.getItem(SERVED_PARTS_KEY)]).toEqual([
    null,
    false,
    '',
    null,
  ]);
});

/** Regression: another tab went on with its own choice until it was reloaded. */
test('the other tabs of the browser follow the choice', async () => {
  const tell = (newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key: SERVED_PARTS_KEY, newValue }));
  tell('1');
  await expect.poll(isShown).toBe(true);
  tell(null);
  await expect.poll(isShown).toBe(false);
});

/** Regression: the key that ends a choice of Japanese or Chinese characters hid the versions. */
test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Escape of an input method hides nothing: %o',
  async (init) => {
    await turn(true);
    const event = new KeyboardEvent('keydown', { key: 'Escape' });
    for (const [name, value] of Object.entries(init)) Object.defineProperty(event, name, { value });
    document.dispatchEvent(event);
    expect(isChosen()).toBe(true);
  },
);

test('Escape closes an open dialog first', async () => {
  await turn(true);
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>');
  pressEscape();
  expect(isChosen()).toBe(true);
});

/** Regression: the Escape that emptied a search field also hid the versions. */
test('Escape in a field is for the field', async () => {
  await turn(true);
  document.body.insertAdjacentHTML('beforeend', '<input type="search">');
  const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  document.querySelector('input')?.dispatchEvent(press);
  expect(isChosen()).toBe(true);
});

test('it ends with the session, and begins again with the next one', async () => {
  await turn(true);
  writeStoredSession(localStorage, null);
  document.getElementById('root')?.append('signed out');
  await expect.poll(isShown).toBe(false);
  writeStoredSession(localStorage, REP);
  followServedParts();
  await expect.poll(isShown).toBe(true);
  expect(document.querySelectorAll('aside')).toHaveLength(1);
});

test('it is off by default', () => {
  expect([localStorage.getItem(SERVED_PARTS_KEY), isShown()]).toEqual([null, false]);
});

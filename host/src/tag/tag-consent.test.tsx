// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageContextValue, PageProvider } from '../page-context.ts';
import { SessionStore } from '../session/session-store.ts';
import TagConsent, { TAG_CHOICE_KEY } from './tag-consent.tsx';

const TAG = { provider: 'Acme', id: 'A-1', scriptUrl: 'https://tags.example.com/js' };

let root: Root;
beforeEach(async () => {
  // Nothing is fetched.
  vi.spyOn(document.head, 'append').mockImplementation(() => {});
  document.body.innerHTML = '<div></div><input>';
  root = createRoot(document.querySelector('div') as HTMLElement);
  const session = new SessionStore({ api: { invoke: async () => ({}) }, storage: localStorage });
  await act(async () =>
    root.render(
      <PageProvider value={{ session } as PageContextValue}>
        <TagConsent tag={TAG} Link={({ to }) => <a href={to}>Policy</a>} />
      </PageProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answer = (words: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click(),
  );

const answerInOtherTab = (choice: string) =>
  act(async () => {
    localStorage.setItem(TAG_CHOICE_KEY, `${choice} https://tags.example.com`);
    window.dispatchEvent(new StorageEvent('storage', { key: TAG_CHOICE_KEY }));
  });

/** Regression: in a window of 320 by 256 px, the question and the bar left 64 px of the page. */
test('in a low window the question is at the end of the page, else at the bottom of the window', async () => {
  const isFixed = () => document.querySelector('section')?.classList.contains('fixed');
  expect(isFixed()).toBe(true);
  await act(async () => {
    (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({
      width: 320,
      height: 256,
    });
  });
  expect(isFixed()).toBe(false);
  expect(document.documentElement.style.scrollPaddingBottom).toBe('');
});

test('after an answer here, the focus moves to what replaces the question', async () => {
  await answer('No');
  expect(document.activeElement?.textContent).toContain('Acme learns nothing of your visit.');
});

/** Regression: after an answer here, each later answer in another tab took the focus from a field of this one. */
test('an answer in another tab leaves the focus where it is, also after an answer here', async () => {
  await answer('No');
  const field = document.querySelector('input');
  field?.focus();
  await answerInOtherTab('allowed');
  expect(document.body.textContent).toContain('You allowed Acme to measure your visit.');
  expect(document.activeElement).toBe(field);
});

// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { createTagChoiceStore, TAG_CHOICE_KEY } from './tag-consent.tsx';

const TAG = { provider: 'Acme', id: 'A-1', scriptUrl: 'https://tags.example.com/js' };
const setSignal = (value: boolean) =>
  Object.defineProperty(navigator, 'globalPrivacyControl', { value, configurable: true });

afterEach(() => {
  localStorage.clear();
  setSignal(false);
  vi.restoreAllMocks();
});

test('a choice is remembered for this tag alone', () => {
  const store = createTagChoiceStore(TAG);
  expect(store.read()).toBe('open');
  store.choose('allowed');
  expect(createTagChoiceStore(TAG).read()).toBe('allowed');
  expect(createTagChoiceStore({ ...TAG, scriptUrl: 'https://other.example.com/js' }).read()).toBe('open');
  store.choose('refused');
  expect(createTagChoiceStore(TAG).read()).toBe('refused');
});

test('Global Privacy Control means no, also after an earlier yes', () => {
  const store = createTagChoiceStore(TAG);
  store.choose('allowed');
  setSignal(true);
  expect(store.read()).toBe('forbidden');
});

test('a stored text that no choice wrote is asked about', () => {
  localStorage.setItem(TAG_CHOICE_KEY, 'allowed');
  expect(createTagChoiceStore(TAG).read()).toBe('open');
});

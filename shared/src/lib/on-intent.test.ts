import { afterEach, expect, test, vi } from 'vitest';
import { onIntent } from './on-intent.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('code is requested when somebody points at a control or focuses it', () => {
  vi.stubGlobal('navigator', {});
  const load = vi.fn(async () => {});
  const { onPointerEnter, onFocus } = onIntent(load);
  onPointerEnter();
  onFocus();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a failure is left to the press', async () => {
  vi.stubGlobal('navigator', {});
  const failed = Promise.reject(new TypeError('Failed to fetch'));
  onIntent(() => failed).onFocus();
  await expect(failed).rejects.toThrow();
});

test.each([{ saveData: true }, { effectiveType: '2g' }])(
  'over a connection of %j, only the press requests code',
  (connection) => {
    vi.stubGlobal('navigator', { connection });
    const load = vi.fn(async () => {});
    onIntent(load).onPointerEnter();
    expect(load).not.toHaveBeenCalled();
  },
);

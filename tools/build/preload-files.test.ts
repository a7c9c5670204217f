import { expect, test } from 'vitest';
import { __vitePreload } from './preload-files.ts';

const seen: string[] = [];
Object.assign(globalThis, { seenByPreloading: seen });
const file = (name: string) => `data:text/javascript,globalThis.seenByPreloading.push('${name}')`;

test('requests all files of a page at once, and returns the page', async () => {
  const page = { default: () => null };
  const loading = __vitePreload(
    () => Promise.resolve(page),
    [file('page'), file('its sections')],
    'https://x.example/',
  );
  expect(await loading).toBe(page);
  await expect.poll(() => seen).toEqual(['page', 'its sections']);
});

test('a file that does not come is the business of the import that needs it', async () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(__vitePreload(failing, ['./gone.js'], 'file:///nowhere/remote.js')).rejects.toThrow(
    'Failed to fetch',
  );
});

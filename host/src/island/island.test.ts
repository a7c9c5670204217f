import { beforeEach, expect, test, vi } from 'vitest';
import { retryableImport } from './island.tsx';

const ADDRESS = 'https://corvane.example/assets/host/code-a1.js';
const CODE = { name: 'the code' };

let isDown: boolean;
let remembered: Set<string>;
let refusal: (address: string) => unknown;

beforeEach(() => {
  isDown = true;
  remembered = new Set();
  refusal = (address) => new TypeError(`error loading dynamically imported module: ${address}`);
});

/** Firefox before 155: an address that failed once fails for as long as the page lives. */
const from = vi.fn(async (address: string) => {
  if (isDown) remembered.add(address);
  if (remembered.has(address)) throw refusal(address);
  return CODE;
});
const code = () => retryableImport(() => from(ADDRESS), from);

test('code arrives after an outage, although the browser remembers every address that failed', async () => {
  const load = code();
  for (let attempt = 0; attempt < 3; attempt += 1) await expect(load()).rejects.toThrow('error loading');
  expect([...remembered]).toEqual([ADDRESS, `${ADDRESS}?r=1`, `${ADDRESS}?r=2`]);
  isDown = false;
  expect(await load()).toBe(CODE);
});

test('code that is loading or has arrived is not requested again', async () => {
  isDown = false;
  from.mockClear();
  const load = code();
  expect(await Promise.all([load(), load()])).toEqual([CODE, CODE]);
  expect(await load()).toBe(CODE);
  expect(from).toHaveBeenCalledOnce();
});

test('if the error message contains no address, the same address is imported again', async () => {
  refusal = () => new TypeError('Importing a module script failed.');
  const load = code();
  await expect(load()).rejects.toThrow();
  isDown = false;
  remembered.clear();
  expect(await load()).toBe(CODE);
});

test('an address that the code itself mentions when it fails is never imported', async () => {
  refusal = () => new TypeError('see https://elsewhere.example/errors/1');
  from.mockClear();
  const load = code();
  await expect(load()).rejects.toThrow();
  await expect(load()).rejects.toThrow();
  expect(from.mock.calls).toEqual([[ADDRESS], [ADDRESS]]);
});

import { expect, test } from 'vitest';
import { OpsApi, OpsCallError } from './ops-api.ts';

/** The API's answers in their order, and how often it was asked. */
function answering(...codes: (string | null)[]) {
  let asked = 0;
  const api = new OpsApi({
    url: 'http://project.example',
    secretKey: 'key',
    fetch: async () => {
      const code = codes[asked++] ?? null;
      return code === null
        ? Response.json('done')
        : Response.json({ code, message: 'of PostgreSQL' }, { status: 500 });
    },
  });
  return { call: () => api.rpc('erase_person', {}), asked: () => asked };
}

/** Regression: the command ended with 'answered 500'. */
test('a call that was rolled back for another one is made again', async () => {
  const { call, asked } = answering('40P01', '40001');
  expect(await call()).toBe('done');
  expect(asked()).toBe(3);
});

test.each([
  ['40001', 3, 'erase_person gave way to other calls.'],
  ['55P03', 1, 'erase_person waited too long for another change.'],
  ['57014', 1, 'erase_person took too long for the database.'],
])('%s says after %i calls that it changed nothing, and what to do', async (code, times, words) => {
  const { call, asked } = answering(code, code, code);
  await expect(call()).rejects.toThrow(
    new OpsCallError(`${words} This call changed nothing: try again in a moment`, 500, code),
  );
  expect(asked()).toBe(times);
});

test('any other failure is not made again', async () => {
  const { call, asked } = answering('XX000');
  await expect(call()).rejects.toThrow('http://project.example answered 500 to erase_person');
  expect(asked()).toBe(1);
});

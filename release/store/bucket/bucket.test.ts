import { UserError } from '@corvane/tools/command/user-error';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Bucket } from './bucket.ts';
import { type BucketServer, startBucketServer } from './bucket-for-tests.ts';

let server: BucketServer;
let bucket: Bucket;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.behave('well');
  server.allow(null);
  bucket = server.open();
});

test('a written object is read back, and a missing one is null', async () => {
  await bucket.write('a/b.txt', 'text', 'text/plain');
  expect(Buffer.from((await bucket.read('a/b.txt')) ?? []).toString()).toBe('text');
  expect(await bucket.read('a/c.txt')).toBeNull();
});

test('a further credential is taken until it is revoked, and an unknown one never', async () => {
  const credential = server.addCredential();
  const own = () => server.open({ credentials: credential }).list('');
  await expect(own()).resolves.toBeInstanceOf(Array);
  server.revokeCredential(credential);
  await expect(own()).rejects.toThrow();
  await expect(bucket.list('')).resolves.toBeInstanceOf(Array);
});

test('an object that must be new is written once', async () => {
  const written = await Promise.all(
    ['one', 'two', 'three'].map((text) => bucket.writeNew('new.json', text, 'application/json')),
  );
  expect(written.filter(Boolean)).toHaveLength(1);
  expect(await bucket.writeNew('new.json', 'four', 'application/json')).toBe(false);
});

test('a list has every key below its beginning, however many pages it takes', async () => {
  const keys = Array.from({ length: 1_050 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
  for (let from = 0; from < keys.length; from += 50) {
    await Promise.all(keys.slice(from, from + 50).map((key) => bucket.write(key, 'x', 'text/plain')));
  }
  expect((await bucket.list('many/')).map(({ key }) => key)).toEqual(keys);
  await bucket.remove(keys);
  expect(await bucket.list('many/')).toEqual([]);
});

test('an object that the store keeps is one clear line', async () => {
  for (const key of ['gone', 'kept']) await bucket.write(key, 'x', 'text/plain');
  server.allow((action, key) => action !== 's3:DeleteObject' || key !== 'corvane/kept');
  await expect(bucket.remove(['gone', 'kept'])).rejects.toThrow(
    /^Could not remove kept in s3:\/\/site\/corvane\/: it answers 403 AccessDenied$/,
  );
  expect([await bucket.read('gone'), await bucket.read('kept')]).toEqual([null, expect.anything()]);
});

test('a prefix keeps two sites in one bucket apart', async () => {
  await bucket.write('mine', 'x', 'text/plain');
  expect(await server.open({ prefix: 'other/' }).list('')).toEqual([]);
});

test.each(['answers 500', 'never answers'] as const)('a bucket that %s is one clear line', async (mood) => {
  const impatient = server.open({ timeoutMs: 50, maxAttempts: 2 });
  server.behave(mood);
  const failures = await Promise.all(
    [
      impatient.read('a'),
      impatient.write('a', 'x', 'text/plain'),
      impatient.writeNew('a', 'x', 'text/plain'),
      impatient.list(''),
      impatient.remove(['a']),
    ].map((call) => call.catch((error: unknown) => error)),
  );
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).toMatch(/^UserError: Could not \w+ .* in s3:\/\/site\/corvane\/: .+$/);
  }
});
